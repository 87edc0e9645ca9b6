"""The record of a deal in pages: who sat where, scored and bid what; the tricks one a line; the cards.

Pages are drawn from the rows of a match alone, so they look the same at a running match and years later. A record that
these rules can't play again is shown as its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.router import Route
from cogs.five_hundred.finished_deal import FinishedDeal, player_in, points_before
from cogs.five_hundred.wording import (
    AMBER,
    Person,
    cards_text,
    contract_text,
    short_bid,
    side_text,
    suit_label,
    suit_text,
)
from cogs.table.faces import CardText
from cogs.table.parts import bold, in_one_message, joined, layout, lines, mark, small
from data.tables.matches import DealRow, MatchRow
from games.five_hundred import BadRecord, CallCard, Deal, Options, Spoken, for_people, read
from i18n.words import Words


@dataclass(frozen=True)
class DealRecord:
    """One finished deal of a match, in one language; `deals` are all of its match that are over."""

    match: MatchRow
    deals: Sequence[DealRow]
    row: DealRow
    options: Options
    words: Words

    def view(self, page: int, route: Route[App], cards: CardText) -> Layout:
        """The page number `page`, the first when there is no such page; `route` leads to the others."""
        return in_one_message(lambda cards: self._view(page, route, cards), cards)

    def _view(self, page: int, route: Route[App], cards: CardText) -> Layout:
        pages, words = self._pages(), self.words
        page = page if page < len(pages) else 0
        count = small(words("Page {page} of {pages}", page=page + 1, pages=len(pages)))
        match, number = self.match.table, self.row.deal
        others = [deal for deal in (number - 1, number + 1) if 1 <= deal <= len(self.deals)]
        ways = {(page - 1) % len(pages): "◀", (page + 1) % len(pages): "▶"}  # of two pages the same one
        buttons = [
            *(route.button(f"{match}:{number}:{to}", sign) for to, sign in ways.items()),
            *(route.button(f"{match}:{deal}:0", words("Deal {deal}", deal=deal)) for deal in others),
        ]
        return layout(AMBER, [self.title(), pages[page](cards), count], [buttons])

    def title(self) -> str:
        """Which deal it is."""
        return self.words("### Match {match} · deal {deal}", match=str(self.match.table), deal=self.row.deal)

    def _pages(self) -> list[Callable[[CardText], str]]:
        if self.deal is None:
            text = f"```\n{for_people(self.row.record)}```"
            return [lambda _cards: self._bidding(()), lambda _cards: text]
        spoken = self.deal.auction.spoken
        tricks = [self._tricks] if self.deal.play is not None else []
        return [lambda _cards: self._bidding(spoken), *tricks, self._hands]

    @cached_property
    def deal(self) -> Deal | None:
        """The deal, played again; None when it was written under other rules."""
        try:
            return read(self.row.record).deal()
        except BadRecord:
            return None

    @cached_property
    def person(self) -> Person:
        """The player of each seat."""
        return player_in(self.match, self.row.deal, self.words)

    @cached_property
    def finished(self) -> FinishedDeal:
        """How it ended, in words."""
        return FinishedDeal.of_row(self.match, self.row, self.options, self.words)

    # Who sat where, what they scored, and what they bid

    def _bidding(self, spoken: Sequence[Spoken]) -> str:
        words, options = self.words, self.options
        away = words.listed(map(self.person, self.row.substitutes))
        seats = [
            f"{side_text(options, side, lambda seat: f'{mark(seat)} {self.person(seat)}')}  {self._score(side, had)}"
            for side, had in enumerate(points_before(self.deals, self.row.deal, options))
        ]
        return lines(
            *seats,
            small(words("dealt by {person}", person=self.person(self.row.dealer))),
            small(words("The house played for {people}.", people=away) if away else ""),
            words("**Bids**") if spoken else "",
            *self.bids(spoken),
            self.finished.text(),
        )

    def _score(self, side: int, had: int) -> str:
        words, gained = self.words, self.row.points[side]
        change = words.signed(gained) if gained else "+0"
        return f"{words.chips(had)} {change} = {bold(words.chips(had + gained))}"

    def bids(self, spoken: Sequence[Spoken]) -> Iterator[str]:
        """The bids, a line for each time round the table."""
        texts: dict[int, str] = {}
        for bid in spoken:
            if bid.seat in texts:
                yield joined(*texts.values())
                texts = {}
            texts[bid.seat] = self._said(bid, spoken)
        if texts:
            yield joined(*texts.values())

    def _said(self, bid: Spoken, spoken: Sequence[Spoken]) -> str:
        words, who = self.words, self.person(bid.seat)
        if bid.keeps:
            kept = next(said.bid for said in reversed(spoken) if said.bid is not None)
            return words("{person} keeps {bid}", person=who, bid=short_bid(kept, words))
        if bid.bid is None:
            return words("{person} passes", person=who)
        if bid.unseen:
            return words("{person} **{bid}**, cards unseen", person=who, bid=short_bid(bid.bid, words))
        return words("{person} bids {bid}", person=who, bid=bold(short_bid(bid.bid, words)))

    # The cards

    def _hands(self, cards: CardText) -> str:
        deal, words = self.deal, self.words
        assert deal is not None
        hands, kitty = deal.dealt
        rows = [
            f"{mark(seat)} {self.person(seat)}\n{cards_text(deal.order.as_held(hands[seat]), cards)}"
            for seat in self.options.seats
        ]
        dead = hands[self.options.players :]
        return lines(
            words("**The cards as they were dealt**"),
            *rows,
            *(words("Unused hand\n{cards}", cards=cards_text(deal.order.as_held(hand), cards)) for hand in dead),
            words("Kitty: {cards}", cards=cards_text(kitty, cards)),
            words("Discarded: {cards}", cards=cards_text(deal.order.as_held(deal.discards), cards))
            if deal.discards
            else "",
        )

    def _tricks(self, cards: CardText) -> str:
        deal, words = self.deal, self.words
        assert deal is not None
        assert deal.play is not None
        assert deal.contract is not None
        rows, winners = [], [*deal.play.winners, None]
        for number, trick in enumerate(deal.play.tricks, 1):
            led, played = self.person(trick.cards[0].seat), " ".join(cards(card) for _, card in trick.cards)
            named = f" ({suit_label(trick.named, words)})" if trick.named is not None else ""
            winner = winners[number - 1]
            won = f" → **{self.person(winner)}**" if winner is not None else ""
            rows.append(f"`{number:>2}` {led} {played}{named}{won}")
        return lines(
            contract_text(deal.contract, self.person, words),
            *self.about_cards(deal, cards),
            *rows,
            self.finished.claim(),
            small(words("Each line: who led, the cards in the order played, who won.")),
        )

    def about_cards(self, deal: Deal, cards: CardText) -> Iterator[str]:
        """What was said of single cards: the one that called a partner, and the joker."""
        words, play = self.words, deal.play
        if isinstance(deal.call, CallCard):
            yield small(words("Partner: the holder of {card}", card=cards(deal.call.card)))
        if play is not None and play.order.joker is not None:
            yield small(words("The joker counted as {suit}.", suit=suit_text(play.order.joker, words)))
