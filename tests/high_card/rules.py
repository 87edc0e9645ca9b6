"""The rules of High Card, as games/high_card/ would hold them: pure, with the standard library and msgspec alone.

Each player and the house get one card, face down. The players turn theirs up, and with the last one the house does. A
card above the house's wins as much as was bet. Aces are high; a tie loses, unless a house option gives the bet back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card, Rank
from games.core import HouseOptions, IllegalAction, Phrase, Pot, Seat, Step, Transfer

RULES = 1
"""Raised whenever an old round would come out differently."""
TURN_UP = "turn up"


@dataclass(frozen=True, slots=True)
class Options(HouseOptions):
    tie_returns: bool = False


class HighCard(Struct, frozen=True):
    """One round, a `games.core.Round`. Bets and cards are by seat, and the last card is the house's."""

    options: Options
    bets: tuple[int, ...]
    cards: tuple[Card, ...]
    to_act: frozenset[Seat]

    def legal_actions(self, seat: Seat) -> Iterator[str]:
        return iter([] if self.why_not_turn_up(seat) else [TURN_UP])

    def default_action(self, seat: Seat) -> str:
        if refusal := self.why_not_turn_up(seat):
            raise IllegalAction.saying(refusal)
        return TURN_UP

    def why_not(self, seat: Seat, action: str) -> Phrase | None:
        return self.why_not_turn_up(seat)

    def apply(self, seat: Seat, action: str) -> Step[HighCard]:
        if refusal := self.why_not(seat, parse(action)):
            raise IllegalAction.saying(refusal)
        return self.turn_up(seat)

    def why_not_turn_up(self, seat: Seat) -> Phrase | None:
        return None if seat in self.to_act else Phrase("You have no card to turn up.")

    def turn_up(self, seat: Seat) -> Step[HighCard]:
        after = replace(self, to_act=self.to_act - {seat})
        turned_up = self.cards[seat]
        if after.to_act:
            return Step(after, (turned_up,))
        return Step(after, (turned_up, self.cards[-1]), tuple(after.settled()))

    def view(self, seat: Seat | None) -> tuple[Card | None, ...]:
        """The cards, None face down; they are the same for everybody."""
        down = self.to_act and {*self.to_act, len(self.bets)}
        return tuple(None if place in down else card for place, card in enumerate(self.cards))

    def settled(self) -> Iterator[Transfer]:
        *ranks, house = (list(Rank).index(card.rank) for card in self.cards)
        for seat, (rank, bet) in enumerate(zip(ranks, self.bets, strict=True)):
            is_lost = rank < house or (rank == house and not self.options.tie_returns)
            yield Transfer(Pot.MIDDLE, Pot.HOUSE if is_lost else seat, bet, "lose" if is_lost else "stake back")
            if rank > house:
                yield Transfer(Pot.HOUSE, seat, bet, "win")


def start(options: Options, bets: Sequence[int], deck: Sequence[Card]) -> Step[HighCard]:
    """Take the bets and deal from the top of the deck."""
    dealt = HighCard(options, tuple(bets), tuple(deck[: len(bets) + 1]), frozenset(range(len(bets))))
    return Step(dealt, transfers=tuple(Transfer(seat, Pot.MIDDLE, bet, "bet") for seat, bet in enumerate(bets)))


def parse(text: str) -> str:
    if text != TURN_UP:
        raise IllegalAction("There is no move {text} in High Card.", text=text)
    return text
