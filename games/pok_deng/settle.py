"""Which hand wins, what that pays, and the chips that move for it (rules 10-16 and the table under them).

A bet that is paid comes back from the middle with its withheld chips, and its winnings from the house; what is lost
goes from the middle to the house.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from msgspec import Struct

from games.core import Pot, Seat, Transfer
from games.pok_deng.hands import Hand, Value
from games.pok_deng.pok_deng_options import Bet, BetKind

PAIR_PAYS = 11


class Result(Enum):
    """How a Player, or a bet, fared."""

    WIN = "win"
    TIE = "tie"
    LOSE = "lose"

    __hash__ = object.__hash__


class Reason(Enum):
    """Why a main bet is settled at its odds."""

    TIE = "equal values"
    """Rule 10, whatever the patterns."""
    NO_PATTERN = "no pattern"
    """Rule 12: the winner's hand has none, so 1:1."""
    PATTERN = "pattern"
    """Rules 12 and 15: the winner's hand has one, so 2:1."""
    BANKER_0_OR_6 = "banker has 0 or 6"
    """Rule 13: the Player's pattern pays only 1:1."""
    EIGHT_OR_NINE = "8 or 9 with a flush or a pair"
    """Rule 14: the Player's pattern pays 2:1 though the Banker has 0 or 6."""


class Verdict(Struct, frozen=True):
    """A result and how many times the bet it wins or loses: `odds` 2 is 2:1; 0 for a tie, where nothing moves."""

    result: Result
    odds: int
    reason: Reason

    def net(self, bet: int) -> int:
        """The chips won on `bet` chips, or lost when negative."""
        return -self.odds * bet if self.result is _LOST else self.odds * bet


# Python 3.11 looks up members of an enum slowly, and these are asked for by every bet.
_WON, _LOST = Result.WIN, Result.LOSE
_MAIN, _PAIR = BetKind
_HOUSE, _MIDDLE = Pot
_ZERO_OR_SIX = (Value.ZERO, Value.SIX)
_EIGHT_OR_NINE = (Value.EIGHT, Value.NINE)

_TIE = Verdict(Result.TIE, 0, Reason.TIE)
_WIN = Verdict(Result.WIN, 1, Reason.NO_PATTERN)
_LOSE = Verdict(Result.LOSE, 1, Reason.NO_PATTERN)
_LOSE_DOUBLE = Verdict(Result.LOSE, 2, Reason.PATTERN)
_WIN_DOUBLE = Verdict(Result.WIN, 2, Reason.PATTERN)
_WIN_HELD_DOWN = Verdict(Result.WIN, 1, Reason.BANKER_0_OR_6)
_WIN_DOUBLE_ALL_THE_SAME = Verdict(Result.WIN, 2, Reason.EIGHT_OR_NINE)


def compare(player: Hand, banker: Hand) -> Verdict:
    """How `player` fares against `banker`, and at which odds (rules 10 and 12-15)."""
    value, bankers = player.value, banker.value
    if value is bankers:
        return _TIE
    if value.tenths < bankers.tenths:
        return _LOSE_DOUBLE if banker.has_pattern else _LOSE
    if not player.has_pattern:
        return _WIN
    if bankers not in _ZERO_OR_SIX:
        return _WIN_DOUBLE
    # A hand of 8 or 9 is no combination, so the pattern that it has is a flush or a pair.
    if value in _EIGHT_OR_NINE:
        return _WIN_DOUBLE_ALL_THE_SAME
    return _WIN_HELD_DOWN


class Line(Struct, frozen=True):
    """One settled bet: who bet `bet` chips on which hand, what that took from the balance, and what came back.

    `odds` is how many times the bet was won or lost: 1 or 2 on a main bet, 11 on a Pair that won and 1 on one that
    did not, 0 for a tie.
    """

    seat: Seat
    hand: int
    kind: BetKind
    outcome: Result
    odds: int
    bet: int
    taken: int
    returned: int

    @property
    def net(self) -> int:
        """The chips won, or lost when negative."""
        return self.returned - self.taken


def main_line(seat: Seat, hand: int, bet: int, verdict: Verdict) -> Line:
    """The end of a bet of `bet` chips on a hand."""
    taken = _MAIN.taken(bet)
    return Line(seat, hand, _MAIN, verdict.result, verdict.odds, bet, taken, taken + verdict.net(bet))


def pair_line(seat: Seat, hand: int, bet: int, *, paired: bool) -> Line:
    """The end of a bet of `bet` chips on a Pair (rule 16)."""
    taken = _PAIR.taken(bet)
    if paired:
        return Line(seat, hand, _PAIR, _WON, PAIR_PAYS, bet, taken, taken + PAIR_PAYS * bet)
    return Line(seat, hand, _PAIR, _LOST, 1, bet, taken, 0)


def settle(bets: Iterable[Bet], hands: Sequence[Hand], verdicts: Sequence[Verdict]) -> Iterator[Line]:
    """Every bet of a round, by the verdict on each hand, in the order of `bets`, a main bet before its Pair."""
    for bet in bets:
        hand = hands[bet.hand]
        if bet.main:
            yield main_line(bet.seat, bet.hand, bet.main, verdicts[bet.hand])
        if bet.pair:
            yield pair_line(bet.seat, bet.hand, bet.pair, paired=hand.pair)


def taking(bets: Iterable[Bet]) -> Iterator[Transfer]:
    """The chips that `bets` take: the bet, as much again withheld, and the Pair bet (rule 5)."""
    for bet in bets:
        if bet.main:
            yield Transfer(bet.seat, _MIDDLE, bet.main, "bet")
            yield Transfer(bet.seat, _MIDDLE, _MAIN.taken(bet.main) - bet.main, "withheld")
        if bet.pair:
            yield Transfer(bet.seat, _MIDDLE, _PAIR.taken(bet.pair), "pair bet")


def giving(lines: Iterable[Line]) -> Iterator[Transfer]:
    """The chips that move for `lines`; after them nothing is left in the middle."""
    for line in lines:
        back, win, lose = _WORDS[line.kind]
        taken, returned = line.taken, line.returned
        if returned:
            yield Transfer(_MIDDLE, line.seat, min(taken, returned), back)
        if returned > taken:
            yield Transfer(_HOUSE, line.seat, returned - taken, win)
        elif returned < taken:
            yield Transfer(_MIDDLE, _HOUSE, taken - returned, lose)


_WORDS = {BetKind.MAIN: ("back", "win", "lose"), BetKind.PAIR: ("pair back", "pair win", "pair lose")}
"""What the ledger says of chips that come back, of what they won, and of what was lost."""
