"""Blackjack as live casinos deal it: eight decks, no hole card, seats in turn, others betting behind them.

The rules stand in docs/rules/blackjack.md; comments cite them by their numbers.

The order of a round, and where each part is: `options` (house options and bets), `start` in `round`, which deals;
INSURANCE when the dealer shows an ace; PLAY, seat by seat, with FOLLOW in between when a seat with bets behind it
splits or doubles; then the dealer's hand and `settle`. `hands` says what lies on the table, `events` what happened.

Where the rules are silent, this is played:

- A split hand's second card comes at once, first hand first, when the bettors behind have answered.
- Every seated player is asked about insurance, one with a blackjack too.
- Any hand that is neither bust nor surrendered makes the dealer draw to the end, a lone blackjack too.
- A surrendered hand gets its half back whatever the dealer makes afterwards, a blackjack too.
- Pair bets and insurance are paid with everything else, at the end of the round.
- With `double_after_split`, split aces still get one card each; a bettor behind is asked to follow a double only
  when their bet rides on that hand.
- A bet behind needs a bet of the seat before it: a seat that sits a round out carries nobody.
"""

from games.blackjack.blackjack_options import Bet, BlackjackPays, Options, verify_bet, verify_limits
from games.blackjack.blackjack_view import BlackjackView, Move, Phase, parse
from games.blackjack.hands import Behind, Box, Hand, is_blackjack, total
from games.blackjack.round import DEALER_STANDS, RULES, Blackjack, dealer_draws, start
from games.blackjack.settle import Line, LineKind, Outcome, outcome, returned
