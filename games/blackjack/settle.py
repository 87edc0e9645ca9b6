"""The end of a round: what each stake returns, and the chips that move for it (the rules' table of settlement).

A stake that is paid comes back whole from the middle and its winnings from the house; what is lost goes from the
middle to the house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from games.blackjack.blackjack_options import Options
from games.blackjack.hands import Box, Hand, is_blackjack, total
from games.cards import Card
from games.core import Pot, Seat, Transfer

PAIR_PAYS = 11
INSURANCE_PAYS = 2


class LineKind(Enum):
    """What a stake was on; also how the ledger names it."""

    HAND = "hand"
    PAIR = "pair"
    INSURANCE = "insurance"

    __hash__ = object.__hash__


class Outcome(Enum):
    """What became of a stake."""

    BLACKJACK = "blackjack"
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    BUST = "bust"
    SURRENDERED = "surrendered"


# Python 3.11 looks up members of an enum slowly, and these are asked for by every stake.
_HAND, _PAIR, _INSURANCE = LineKind
_BLACKJACK, _WIN, _PUSH, _LOSE, _BUST, _SURRENDERED = Outcome
_HOUSE, _MIDDLE = Pot


class Line(Struct, frozen=True):
    """One settled stake: who staked it, on which hand of which box, and the chips staked and returned.

    For a pair bet and insurance, which ride on no single hand, `hand` is 0.
    """

    seat: Seat
    box: Seat
    kind: LineKind
    hand: int
    outcome: Outcome
    staked: int
    returned: int

    @property
    def net(self) -> int:
        """The chips won, or lost when negative."""
        return self.returned - self.staked


def settle(options: Options, dealer: Sequence[Card], boxes: Sequence[Box]) -> Iterator[Line]:
    """Every stake of a round whose cards are all out, box by box, the player before the bettors behind."""
    theirs, blackjack = total(dealer).best, is_blackjack(dealer)
    for box in boxes:
        seat = box.seat
        for index, hand in enumerate(box.hands):
            result, stake = _outcome(hand, theirs, blackjack), hand.stake
            yield Line(seat, seat, _HAND, index, result, stake, returned(options, result, stake))
        if box.pair:
            yield _side(seat, box, _PAIR, box.pair, box.paired, PAIR_PAYS)
        for behind in box.behind:
            for index, (hand, stake) in enumerate(zip(box.hands, behind.stakes, strict=True)):
                if stake:
                    result = _outcome(hand, theirs, blackjack)
                    yield Line(behind.seat, seat, _HAND, index, result, stake, returned(options, result, stake))
            if behind.pair:
                yield _side(behind.seat, box, _PAIR, behind.pair, box.paired, PAIR_PAYS)
        if box.insurance:
            yield _side(seat, box, _INSURANCE, box.insurance, blackjack, INSURANCE_PAYS)


_WORDS = {
    LineKind.HAND: ("stake back", "win", "lose"),
    LineKind.PAIR: ("pair back", "pair win", "pair lose"),
    LineKind.INSURANCE: ("insurance back", "insurance win", "insurance lose"),
}
"""What the ledger says of a stake that comes back, of what it won, and of what was lost."""


def outcome(hand: Hand, dealer: Sequence[Card]) -> Outcome:
    """How `hand` fares against the dealer's finished hand."""
    return _outcome(hand, total(dealer).best, is_blackjack(dealer))


def _outcome(hand: Hand, theirs: int, blackjack: bool) -> Outcome:
    """How `hand` fares against a dealer's total, which may be a blackjack."""
    if hand.surrendered:
        return _SURRENDERED
    mine = hand.total.best
    if mine > 21:
        return _BUST
    if blackjack:
        return _PUSH if hand.blackjack else _LOSE
    if hand.blackjack:
        return _BLACKJACK
    if theirs > 21 or mine > theirs:
        return _WIN
    return _PUSH if mine == theirs else _LOSE


def returned(options: Options, result: Outcome, stake: int) -> int:
    """The chips that come back for `stake` chips on a hand, the stake itself included."""
    if result is _LOSE or result is _BUST:
        return 0
    if result is _WIN:
        return 2 * stake
    if result is _PUSH:
        return stake
    if result is _SURRENDERED:
        return stake // 2
    return stake + options.blackjack_pays.winnings(stake)


def _side(seat: Seat, box: Box, kind: LineKind, stake: int, won: bool, pays: int) -> Line:
    return Line(seat, box.seat, kind, 0, _WIN if won else _LOSE, stake, stake * (1 + pays) if won else 0)


def transfers(lines: Sequence[Line]) -> Iterator[Transfer]:
    """The chips that move for `lines`; after them nothing is left in the middle."""
    for line in lines:
        back, win, lose = _WORDS[line.kind]
        staked, returned = line.staked, line.returned
        if returned:
            yield Transfer(_MIDDLE, line.seat, min(staked, returned), back)
        if returned > staked:
            yield Transfer(_HOUSE, line.seat, returned - staked, win)
        elif returned < staked:
            yield Transfer(_MIDDLE, _HOUSE, staked - returned, lose)
