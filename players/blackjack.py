"""The coach at Blackjack: what every decision of a seat wins on average, for the cards that are left in the shoe.

`Question` is about a hand, insurance, or following a double or split behind; `Bets` about a bet before the deal. Values
are chips for each chip staked. Nothing here takes chances, so the source and the effort make no difference. Why a move
is the best one is said in a sentence, in guided deals, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from games.blackjack import BlackjackView, Hand, Move, Options, Phase, basic_strategy
from games.blackjack.dealer import VALUES
from games.blackjack.odds import rough_net, worths
from games.blackjack.returns import best_return
from games.blackjack.settle import INSURANCE_PAYS, PAIR_PAYS
from games.cards import Card, pack52
from games.core import Phrase, Seat
from players.choice import UNNOTICED, Choice, Option

Seen: TypeAlias = tuple[int, ...]
"""How many cards of each rank have come out since the shuffle, from ace to king."""

_RANKS = sorted(dict.fromkeys(card.rank for card in pack52()), key=lambda rank: rank.pips)

_FEW = 30
"""With fewer cards left than that, a round may use up the shoe, and then the discards come back."""


def seen(cards: Iterable[Card]) -> Seen:
    """The numbers of `cards`: all that have come out since the shuffle, those on the table included."""
    numbers = Counter(card.rank for card in cards)
    return tuple(numbers[rank] for rank in _RANKS)


def left_in_shoe(options: Options, out: Seen, on_table: Iterable[Card] = ()) -> Seen:
    """How many cards of each rank are still to come, from ace to king, when those that are `out` have been seen.

    When the shoe is used up, or nearly so, that is all but what lies on the table.
    """
    left = tuple(4 * options.decks - count for count in out)
    is_enough = min(left) >= 0 and sum(left) >= _FEW
    return left if is_enough else tuple(4 * options.decks - count for count in seen(on_table))


def by_value(ranks: Sequence[int]) -> tuple[int, ...]:
    """The same, with all that count 10 as one: by the places of VALUES."""
    tens = len(VALUES) - 1
    return (*ranks[:tens], sum(ranks[tens:]))


_WEAK = range(2, 7)
"""The pips of a dealer's card with which going over 21 is likely."""


def why(best: Move, hand: Hand, dealer: Card) -> Phrase:
    """Why `best` is what most would do with `hand` when the dealer shows that card."""
    total, is_soft = hand.total
    how = {"total": total, "shown": dealer}
    match best:
        case Move.SPLIT:
            return Phrase("Two hands starting with one of these do better than {total}.", **how)
        case Move.DOUBLE:
            return Phrase(
                "With {total} against {shown} you win more often than you lose: double your bet for one last card.",
                **how,
            )
        case Move.SURRENDER:
            return Phrase("On average {total} against {shown} loses more than half the bet, so give it up.", **how)
        case Move.STAND if total >= 17 and not is_soft:
            return Phrase("Another card would probably bust you.")
        case Move.STAND if dealer.rank.pips in _WEAK and not is_soft:
            return Phrase("The dealer often busts with {shown}. Don't bust first.", **how)
        case Move.STAND:
            return Phrase("{total} is good enough against {shown}.", **how)
        case _ if is_soft:
            return Phrase("Your ace can count 1, so you can't bust with one more card.")
        case _ if total <= 11:
            return Phrase("You can't bust with one more card.")
        case _:
            return Phrase("{total} usually loses to {shown}.", **how)


@dataclass(frozen=True, slots=True)
class Question:
    """What `seat` has to decide now, when these cards have been seen since the shuffle, those on the table included."""

    view: BlackjackView
    seat: Seat
    seen: Seen

    def answer(self, _source: Random, _effort: float) -> Choice:
        """Every legal move with its exact value, when play continues in the best way; up to a second of work.

        Values are chips for each chip of the seat's bet; for insurance and to follow, for each chip that it takes. The
        hands of a split are played one by one, each by its own cards. Raises ValueError when the seat has nothing to
        decide.
        """
        if self.seat not in self.view.to_act:
            raise ValueError(f"seat {self.seat} has nothing to decide")
        match self.view.phase:
            case Phase.INSURANCE:
                return self._insurance()
            case Phase.FOLLOW:
                return self._behind()
            case _:
                return self._hand()

    def _hand(self) -> Choice:
        turn = self.view.turn
        assert turn is not None, "somebody is to act"
        hand = self.view.box(turn.seat).hands[turn.hand]
        options, upcard = self.view.options, self.view.dealer[0]
        worth = worths(options, upcard, by_value(self._left()), hand)
        usual, best = basic_strategy.choose(options, hand, upcard), max(worth, key=lambda move: worth[move])
        reason = Phrase("With the cards that are left, this beats basic strategy.")
        return _choice(worth, why(best, hand, upcard) if best is usual else reason, hand.stake)

    def _insurance(self) -> Choice:
        left = by_value(self._left())
        tens, cards = left[-1], sum(left)
        value = (1 + INSURANCE_PAYS) * tens / cards - 1
        reason = (
            Phrase("More than a third of the cards left count 10, so insurance pays.")
            if value > 0
            else Phrase("No more than a third of the cards left count 10, so insurance doesn't pay.")
        )
        return _choice({Move.DECLINE: 0.0, Move.INSURE: value}, reason, self.view.box(self.seat).bet // 2)

    def _behind(self) -> Choice:
        """Both halves of a double, and both hands of a split, are worth the same."""
        follow = self.view.follow
        assert follow is not None, "bettors behind are asked to follow"
        box = self.view.box(follow.seat)
        hand = box.hands[follow.hand]
        before = Hand(box.first_two, box.bet) if follow.move is Move.SPLIT else replace(hand, doubled=False)
        worth = worths(self.view.options, self.view.dealer[0], by_value(self._left()), before)[follow.move] / 2
        reason = (
            Phrase("This hand wins more often than it loses, so put more chips on it.")
            if worth > 0
            else Phrase("This hand isn't worth more chips.")
        )
        stake = next(rider.main for rider in box.behind if rider.seat == self.seat)
        return _choice({Move.KEEP: 0.0, Move.FOLLOW: worth}, reason, stake)

    def _left(self) -> Seen:
        hands = chain.from_iterable(box.hands for box in self.view.boxes)
        on_table = (*chain.from_iterable(hand.cards for hand in hands), *self.view.dealer)
        return left_in_shoe(self.view.options, self.seen, on_table)


def _choice(worth: Mapping[Move, float], reason: Phrase, stake: int) -> Choice:
    """The best first; of moves that are worth the same, the one that comes first. So many chips are staked."""
    moves = sorted(worth, key=lambda move: -worth[move])
    best = worth[moves[0]]
    return Choice(
        tuple(
            Option(
                str(move),
                worth[move],
                points=stake * worth[move],
                behind=stake * (best - worth[move]),
                is_equal=best - worth[move] <= UNNOTICED,
            )
            for move in moves
        ),
        reason,
    )


_ERROR = 0.06
"""By how much the value of a bet is wrong with one card left, in chips for each chip; less with each one more."""


@dataclass(frozen=True, slots=True)
class Bets:
    """What a bet and a Pair bet are worth now, when these cards have been seen since the shuffle."""

    options: Options
    seen: Seen

    def answer(self, _source: Random, _effort: float) -> Choice:
        """The options are `bet` and `pair`, the better one first; a bet is played in the best way and not insured.

        The value of a Pair bet is exact. That of a bet is exact for a fresh shoe; for others it is worked out roughly,
        and corrected by what is wrong with that in a fresh shoe, which grows as the shoe gets shorter. What they bring
        is for a hundred chips.
        """
        left, fresh = left_in_shoe(self.options, self.seen), (4 * self.options.decks,) * len(self.seen)
        wrong = (best_return(self.options) - 1 - rough_net(self.options, by_value(fresh))) * sum(fresh) / sum(left)
        error = _ERROR / sum(left) if left != fresh else 0.0
        main, pair = rough_net(self.options, by_value(left)) + wrong, _pair(left)
        best = max(main, pair)
        reason = (
            Phrase("The cards left favour you: a good moment to bet more.")
            if best > 0
            else Phrase("A Pair bet loses more on average.")
        )
        found = (
            Option("bet", main, error, points=100 * main, behind=100 * (best - main)),
            Option("pair", pair, points=100 * pair, behind=100 * (best - pair)),
        )
        return Choice(tuple(sorted(found, key=lambda option: -option.value)), reason)


def _pair(left: Seen) -> float:
    """What a Pair bet wins: two cards of one rank pay, and any two cards of the shoe are as likely as the next two."""
    cards = sum(left)
    pairs = sum(count * (count - 1) for count in left) / (cards * (cards - 1))
    return (1 + PAIR_PAYS) * pairs - 1
