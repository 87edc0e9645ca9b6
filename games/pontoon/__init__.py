"""Pontoon and Shoot Pontoon: a player holds the bank, hands are hidden, and chips move between players only.

The rules stand in docs/rules/pontoon.md; comments cite them by their numbers.

The order of a deal, and where each part is: `start`, which takes the minimum stakes and deals the first cards; then
`Pontoon` in `deal`: STAKES in turn, SHOOT (in Shoot Pontoon) before the second cards, PLAY hand by hand, with SHOOT in
between on a split hand and before a fourth card, BANKER, and `settle`. `hands` says what beats what, `checks` what may
be done with a hand, `shoot` has the kitty, `view` hides what is hidden, `bank` is about what stays from deal to deal.

Chips. At each stake of x the player puts 2x into the middle, where the banker's cover for the whole deal lies from its
start on: the most that it can need, or all that the banker has. Shoot bets and the kitty lie there too, and at the end
all of it goes back to the players and the banker. The kitty is the banker's: it goes in from
them when the deal starts and what it holds then (`table.kitty` of the finished deal) goes back to them.

What the table holds from deal to deal:

- who has the bank: `first_banker`, then `next_banker`, a sale, or an auction;
- the pack in its exact order: `collected` says it, and when it is to be shuffled. A fresh one (`Options.fresh_pack`)
  is due too when the number of people changes the number of packs. The order is as secret as the hands;
- in Shoot Pontoon the kitty's chips, out of their banker's reach. Between deals they are that banker's, and theirs
  alone to take when the bank changes hands (`check_kitty` says what may be put in);
- nothing else: each deal is told the `purses`, the chips that everybody has when it starts, besides the kitty.

A purse is what its owner can put into this deal, and is part of how it starts, so that a replay refuses what was
refused. It is an upper limit and no promise: chips won elsewhere meanwhile don't count in this deal, and chips spent
elsewhere meanwhile are missed only when they are to go in, which is for the table to refuse. What the clock plays
never asks for any, so it can't be refused.

Where the rules are silent, this is played:

- A Pontoon is declared when its player's turn comes; both cards are shown then. One made after a split is not
  declared: its player sticks with it like with any other hand, and it is settled as a Pontoon.
- The shoot bet before a fourth card is asked for when the player has said buy or twist, and paid for the buy: so
  nobody shoots and then sticks. The one on a split's new hand is asked for before the two cards come. Nobody is asked
  when the kitty has no room or the player no chip left.
- A hand of 21 takes no more cards but does not end by itself, which would give it away: its player sticks, or the
  clock.
- A hand of five cards, which everybody sees, ends by itself and is said to stick.
- A hand that bust: its stake is the bank's at once and can serve as cover; it is paid out, and all covers come back,
  at the end.
  Its cards stay shown, though they lie under the pack and may come again when the rest of it is dealt (rule 20).
- The banker may draw at any total below 22 with fewer than five cards. When every player has bust the deal is over.
- When it is over all cards are turned up. Then they are collected as `collected` says.
- Adding to a kitty may not bring it above the largest a banker may put up; lost bets may.
"""

from games.pontoon.bank import banker_decided, collected, first_banker, handled, next_banker
from games.pontoon.boxes import End
from games.pontoon.checks import MOST_HANDS
from games.pontoon.deal import AWAY_BANKER_STAYS, RULES, Pontoon
from games.pontoon.hands import HandRank, Worth, is_pontoon, totals, worth
from games.pontoon.moves import Action, Move, Phase, parse
from games.pontoon.pontoon_options import COVERED, MOST_PEOPLE, Limits, Options, able_to_play
from games.pontoon.pontoon_view import BoxView, HandView, PontoonView, Seen, known
from games.pontoon.settle import HandOutcome, Line
from games.pontoon.shoot import check_kitty
from games.pontoon.start import start
