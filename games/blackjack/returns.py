"""What the best play returns at Blackjack under every combination of the house options.

Worked out by `python -m tools.odds blackjack`, which takes half a minute for each: every
hand played in the best way for the cards in it, those of a split one by one.
"""

from __future__ import annotations

from games.blackjack import BlackjackPays, Options

# In percent of the first bets, by the number of decks; where the dealer stands on soft 17, then where the dealer hits.
# Each time: the usual rules, with surrender against a ten, with double after a split, with both.
_BEST_PLAY = """
    1   99.9196 100.1125 100.0474 100.2403  99.7207  99.9136  99.8506 100.0435
    2   99.5475  99.7704  99.6716  99.8945  99.3382  99.5611  99.4644  99.6873
    3   99.4299  99.6654  99.5521  99.7876  99.2171  99.4525  99.3416  99.5771
    4   99.3726  99.6147  99.4940  99.7360  99.1586  99.4006  99.2823  99.5243
    5   99.3384  99.5844  99.4592  99.7051  99.1237  99.3696  99.2468  99.4927
    6   99.3156  99.5641  99.4360  99.6845  99.1004  99.3489  99.2231  99.4716
    7   99.2994  99.5497  99.4195  99.6698  99.0837  99.3341  99.2061  99.4565
    8   99.2872  99.5389  99.4071  99.6588  99.0713  99.3230  99.1935  99.4452
"""
_BY_DECKS = {
    int(decks): tuple(map(float, figures)) for decks, *figures in map(str.split, _BEST_PLAY.strip().splitlines())
}


def best_return(options: Options) -> float:
    """The share of the first bets that comes back on average with the best play, good to a millionth."""
    place = 4 * options.dealer_hits_soft_17 + 2 * options.double_after_split + options.surrender_vs_ten
    usual = _BY_DECKS[options.decks][place] / 100
    return usual if options.blackjack_pays is BlackjackPays.THREE_TO_TWO else usual - _lost_at_6_to_5(options.decks)


def _lost_at_6_to_5(decks: int) -> float:
    """How much less winning blackjacks bring, as often as they come; no decision changes that."""
    cards, aces, tens = 52 * decks, 4 * decks, 16 * decks
    mine = 2 * aces * tens / (cards * (cards - 1))
    dealers = 2 * (aces - 1) * (tens - 1) / ((cards - 2) * (cards - 3))
    return (3 / 2 - 6 / 5) * mine * (1 - dealers)
