"""What bets before the deal win on average, for the cards that are left in the shoe."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.blackjack import Options
from games.blackjack.odds import rough_net
from games.blackjack.returns import best_return
from games.blackjack.settle import PAIR_PAYS
from games.core import Phrase
from players.blackjack.cards import Seen, by_value, left_in_shoe
from players.blackjack.question import a_hundred
from players.choice import Choice, Option

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
        and corrected by what is wrong with that in a fresh shoe, which grows as the shoe gets shorter.
        """
        left, fresh = left_in_shoe(self.options, self.seen), (4 * self.options.decks,) * len(self.seen)
        wrong = (best_return(self.options) - 1 - rough_net(self.options, by_value(fresh))) * sum(fresh) / sum(left)
        error = _ERROR / sum(left) if left != fresh else 0.0
        main = Option("bet", rough_net(self.options, by_value(left)) + wrong, error)
        pair = Option("pair", _pair(left))
        reason = Phrase(
            "Your bet: {main} per 100 chips. Pair bet: {pair}.",
            main=a_hundred(main.value),
            pair=a_hundred(pair.value),
        )
        return Choice(tuple(sorted((main, pair), key=lambda option: -option.value)), reason)


def _pair(left: Seen) -> float:
    """What a Pair bet wins: two cards of one rank pay, and any two cards of the shoe are as likely as the next two."""
    cards = sum(left)
    pairs = sum(count * (count - 1) for count in left) / (cards * (cards - 1))
    return (1 + PAIR_PAYS) * pairs - 1
