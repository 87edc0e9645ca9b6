"""What one player alone sees of a deal of Pontoon: their hands and totals, and what they can do.

It asks the round for that seat's view and legal moves, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies.components import Component
from cogs.pontoon.hand_words import known_total, large, line_text, stake_text
from cogs.table.faces import CardText
from cogs.table.parts import button, lines, small
from games.pontoon import BoxView, HandOutcome, HandView, Move, Phase, Pontoon, PontoonView, known, worth
from i18n.words import Words
from tables.table import Table

BLUE = 0x3B6FB5
"""The colour of its tables and panels."""
Rows = Iterator[list[Component]]


class OwnHands:
    """One player's part in the deal in play: what they see of it, and what they can do."""

    def __init__(self, table: Table, user_id: int, words: Words) -> None:
        assert table.play is not None
        assert isinstance(table.play.round, Pontoon)
        self.table, self.user_id, self.words = table, user_id, words
        self.round, self.setup = table.play.round, table.play.setup
        self.seat = self.setup.people.index(user_id)
        self.seen = self.round.view(self.seat)
        self.actions = list(self.round.legal_actions(self.seat))
        self.moves = list(dict.fromkeys(action.move for action in self.actions))

    @property
    def box(self) -> BoxView:
        """What they have staked on which cards; the banker has none."""
        return self.seen.box(self.seat)

    def amounts(self, move: Move) -> list[int]:
        """The smallest and the largest that `move` can have now; none when it isn't possible."""
        return [action.amount for action in self.actions if action.move is move]

    def button(self, move: Move, label: str, *, main: bool = False) -> Component:
        """The button for a move without an amount."""
        return button(self.table, label, "move", str(move), main=main)


def own_hands(seen: PontoonView, seat: int, words: Words, cards: CardText) -> str:
    """What `seat` sees of its own cards."""
    if seat == seen.banker:
        total = known_total(seen.bank, words, is_final=seen.phase is Phase.OVER)
        bank = words("**You hold the bank**")
        title = words("{option}: {value}", option=bank, value=total) if total else bank
        hidden = words("You can look once everyone has two cards.") if None in seen.bank else ""
        return lines(title, large(seen.bank, cards), small(hidden))
    box = seen.box(seat)
    return lines(*(_hand(seen, box, index, hand, words, cards) for index, hand in enumerate(box.hands)))


def _hand(seen: PontoonView, box: BoxView, index: int, hand: HandView, words: Words, cards: CardText) -> str:
    several = len(box.hands) > 1
    name = words("**Hand {number}**", number=index + 1) if several else words("**Your hand**")
    pointer = "▶ " if several and seen.turn == (box.seat, index) else ""
    total = known_total(hand.cards, words, is_final=hand.end is not None or seen.phase is Phase.OVER)
    title = pointer + words("{option}: {value}", option=name, value=total)
    if seen.phase is Phase.OVER:
        line = next(line for line in seen.lines if (line.seat, line.hand) == (box.seat, index))
        result = line_text(line, worth(known(seen.bank)), words, is_only=not several)
        is_said = line.outcome is HandOutcome.BUST and not several and not line.shot
        return lines(title, large(hand.cards, cards), "" if is_said else result)
    if seen.phase is Phase.STAKES and not box.has_staked:
        return lines(title, large(hand.cards, cards))
    about = {"stake": stake_text(hand, words), "chips": hand.initial + sum(hand.bought)}
    stake = words("stake {stake} · {chips} more set aside in case you lose double", **about)
    return lines(title, large(hand.cards, cards), small(stake))
