"""The coach at Blackjack: what every decision of a seat wins on average, for the cards that are left in the shoe.

`Question` is about a hand, insurance, or following a double or split behind; `Bets` about a bet before the deal. Values
are chips for each chip staked. Nothing here takes chances, so the source and the effort make no difference.
"""

from players.blackjack.question import Bets, Question, Seen, seen

__all__ = ["Bets", "Question", "Seen", "seen"]
