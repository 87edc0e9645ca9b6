"""What everybody reads of a deal, worked out once for each moment of it: the table and all panels say the same.

It asks the deal for the public's view and for nothing else.
"""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from cogs.five_hundred.wording import (
    cards_text,
    contract_text,
    dotted,
    short_bid,
    suit_text,
    trumps_text,
)
from cogs.table.faces import CardText
from cogs.table.parts import lines, small
from games.five_hundred import DealResult, FiveHundredView
from i18n.words import Words
from tables.round_in_play import RoundInPlay
from tables.table import Table


class DealTexts:
    """One moment of a deal, in one language."""

    def __init__(self, play: RoundInPlay, words: Words, card: CardText) -> None:
        self.play = play
        self.words = words
        self.card = card
        self.view: FiveHundredView = play.round.view(None)
        self.person = tuple([words.person(who or 0) for who in play.setup.people]).__getitem__
        """The player of a seat, as a mention."""

    @cached_property
    def title(self) -> str:
        """The heading of a hand: whose it is, and what is trumps."""
        return dotted(self.words("**Your hand**"), trumps_text(self.view, self.words))

    @cached_property
    def bids(self) -> str:
        """The bids of the last round; nothing before there is one."""
        view, words = self.view, self.words
        if not view.bids:
            return ""
        bids = dotted(
            *(f"{self.person(bid.seat)} {short_bid(bid.bid, words)}" for bid in view.bids[-view.options.players :])
        )
        return words("Bids  {bids}", bids=bids)

    @cached_property
    def contract(self) -> str:
        """Who plays what; nothing before there is a contract."""
        view = self.view
        return contract_text(view.contract, self.person, self.words) if view.contract is not None else ""

    @cached_property
    def contract_and_tricks(self) -> str:
        """The same, and the tricks that the contract has and needs, as far as it is known whose they are."""
        view, words = self.view, self.words
        if view.contract is None:
            return ""
        if view.contract.bid.call.is_misere:
            played = sum(view.tricks_won)
            return words("{contract} · {played} of 10 tricks played, none won", contract=self.contract, played=played)
        won = DealResult(view.contract, view.tricks_won).taken(view.options)
        return words(
            "{contract} · tricks: {won} (needs {needed}), the others {others}",
            contract=self.contract,
            won=won,
            needed=view.contract.bid.call.tricks,
            others=sum(view.tricks_won) - won,
        )

    @cached_property
    def exposed(self) -> str:
        """The exposed hand in Open Misère."""
        view, words = self.view, self.words
        if not view.exposed or view.contract is None:
            return ""
        whose = words("The open hand of {person}:", person=self.person(view.contract.seat))
        return lines(small(whose), f"## {cards_text(view.exposed, self.card)}")

    @cached_property
    def trick(self) -> str:
        """The trick in progress, otherwise the last one: its cards in large, and who played them, the winner in bold.

        Nothing before the first card.
        """
        view, words = self.view, self.words
        trick, number = view.trick or view.last_trick, sum(view.tricks_won) + (view.trick is not None)
        if trick is None:
            return ""
        winner = view.last_winner if view.trick is None else None
        people = [self.person(played.seat) for played in trick.cards]
        named = [
            f"**{person}**" if played.seat == winner else person
            for person, played in zip(people, trick.cards, strict=True)
        ]
        follow = words("{suit} to follow", suit=suit_text(trick.named, words)) if trick.named is not None else ""
        return lines(
            f"# {cards_text((played.card for played in trick.cards), self.card)}",
            small(words("Trick {number}", number=number), *named, follow),
        )


_TEXTS: WeakKeyDictionary[Table, DealTexts] = WeakKeyDictionary()
"""The latest texts of each table."""


def deal_texts(table: Table, words: Words, card: CardText) -> DealTexts:
    """What everybody reads of the deal at `table` as it is now."""
    play, last = table.play, _TEXTS.get(table)
    assert play is not None
    if last is None or last.play is not play or last.words is not words or last.card != card:
        last = _TEXTS[table] = DealTexts(play, words, card)
    return last
