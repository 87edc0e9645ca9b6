"""Pok Deng as live casinos deal it: two cards a hand, no third, five Players against the Banker, who is the house.

The rules stand in docs/rules/pok-deng.md; comments cite them by their numbers.

Anybody bets on any of the hands, before the cards; nothing else is decided. In the order of a round: `options`
(house options and bets), `start` in `round`, which burns, deals, settles and marks what was; `hands` says what two
cards are worth, `settle` who wins what.

Where the rules are silent, this is played:

- A shoe's first round burns the opening card's value and then the round's own card.
- A shoe never runs dry: behind the cut card lie at least the thirteen cards of a round. One deck at the default depth
  gives each round a shoe of its own.
- Pair bets are paid with everything else, at the end of the round.
- A limit for Pair bets that the house leaves open is the table's limit for main bets.
"""

from games.pok_deng.hands import Hand, Value
from games.pok_deng.pok_deng_options import (
    PLAYERS,
    SPOTS,
    Bet,
    BetKind,
    ChipLimits,
    Options,
    Spot,
    common_limits,
    verify_bet,
    verify_fits,
)
from games.pok_deng.round import RULES, Mark, PokDeng, last_marks, parse, parse_marks, start
from games.pok_deng.settle import PAIR_PAYS, Line, Reason, Result, compare, main_line, pair_line
