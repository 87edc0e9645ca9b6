"""The end of a round: what each stake returns, and the chips that move for it (the rules' table of settlement).

A stake that is paid comes back whole from the middle and its winnings from the house; what is lost goes from the
middle to the house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from games.blackjack.hands import Box, Hand, is_blackjack, total
from games.blackjack.options import Options
from games.cards import Card
from games.core import Pot, Seat, Transfer

PAIR_PAYS = 11
INSURANCE_PAYS = 2


class LineKind(Enum):
    """What a stake was on; also how the ledger names it."""

    HAND = "hand"
    PAIR = "pair"
    INSURANCE = "insurance"


class Outcome(Enum):
    """What became of a stake."""

    BLACKJACK = "blackjack"
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    BUST = "bust"
    SURRENDERED = "surrendered"


@dataclass(frozen=True, slots=True)
class Line:
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
    for box in boxes:
        outcomes = [outcome(hand, dealer) for hand in box.hands]
        for bettor, pair, stakes in (
            (box.seat, box.pair, tuple(hand.stake for hand in box.hands)),
            *((behind.seat, behind.pair, behind.stakes) for behind in box.behind),
        ):
            for index, (result, stake) in enumerate(zip(outcomes, stakes, strict=True)):
                if stake:
                    back = returned(options, result, stake)
                    yield Line(bettor, box.seat, LineKind.HAND, index, result, stake, back)
            if pair:
                yield _side(bettor, box.seat, LineKind.PAIR, pair, box.paired, PAIR_PAYS)
        if box.insurance:
            won = is_blackjack(dealer)
            yield _side(box.seat, box.seat, LineKind.INSURANCE, box.insurance, won, INSURANCE_PAYS)


def outcome(hand: Hand, dealer: Sequence[Card]) -> Outcome:
    """How `hand` fares against the dealer's finished hand."""
    if hand.surrendered:
        return Outcome.SURRENDERED
    mine = hand.total.best
    if mine > 21:
        return Outcome.BUST
    if is_blackjack(dealer):
        return Outcome.PUSH if hand.blackjack else Outcome.LOSE
    if hand.blackjack:
        return Outcome.BLACKJACK
    theirs = total(dealer).best
    if theirs > 21 or mine > theirs:
        return Outcome.WIN
    return Outcome.PUSH if mine == theirs else Outcome.LOSE


def returned(options: Options, result: Outcome, stake: int) -> int:
    """The chips that come back for `stake` chips on a hand, the stake itself included."""
    match result:
        case Outcome.BLACKJACK:
            return stake + options.blackjack_pays.winnings(stake)
        case Outcome.WIN:
            return 2 * stake
        case Outcome.PUSH:
            return stake
        case Outcome.SURRENDERED:
            return stake // 2
        case Outcome.LOSE | Outcome.BUST:
            return 0


def _side(seat: Seat, box: Seat, kind: LineKind, stake: int, won: bool, pays: int) -> Line:
    result = Outcome.WIN if won else Outcome.LOSE
    return Line(seat, box, kind, 0, result, stake, stake * (1 + pays) if won else 0)


def transfers(lines: Sequence[Line]) -> Iterator[Transfer]:
    """The chips that move for `lines`; after them nothing is left in the middle."""
    for line in lines:
        name = "" if line.kind is LineKind.HAND else f"{line.kind.value} "
        kept = min(line.staked, line.returned)
        if kept:
            yield Transfer(Pot.MIDDLE, line.seat, kept, f"{name or 'stake '}back")
        if line.net > 0:
            yield Transfer(Pot.HOUSE, line.seat, line.net, f"{name}win")
        if line.net < 0:
            yield Transfer(Pot.MIDDLE, Pot.HOUSE, -line.net, f"{name}lose")
