"""Five Hundred, the Australian form, for 2 to 6 players; a round is one deal.

The rules stand in docs/rules/five-hundred.md; comments cite them by their numbers.

In the order of a deal: `options` (house options, sides) and `packs` (the cards and the deal), `start` in `deal`;
`auction` over the calls of `bids`; the kitty; among five a `partner`; ten tricks in `play`, by what `tricks` says
about them. `score` adds deals up to a match. `moves` is what players say and do, `events` what everybody hears,
`view` what each pair of eyes sees; `record` writes a finished deal down.

Points are not chips: no chips move in a deal. An ante is put in and shared out by the match, see `ante_shares`.

Where the rules are silent, this is played:

- Two players: the dead hand lies in a third chair, dealt to in its turn. Misère waits for a 7, as with four.
- A hand lies face down only while its owner may still bid Blind Misère; a player who passes, or hears a bid as high,
  sees it. Its owner looks at any time, and nobody else is told. Other bids may be made unseen too.
- A raise is a higher bid by the same rules, any misère included; there is none above 10 no trumps.
- A nomination is made on the turn of the first lead: a question of its own would tell who holds the joker. In no trumps
  too any suit may be nominated.
- A free joker that leads the last trick names a suit as long as one has not been led.
- Among five a card that nobody else holds, because it lies in the unseen kitty, makes its caller play alone in secret.
- A claim is for all tricks that are left, in a misère by the contractor for none of them. Those who take part answer,
  seeing the claimer's cards, and a player who was refused may claim again in the next trick.
- A side loses at -500 whatever the target. Equal best scores behind a side that is out the back door win together;
  contractor and partner who arrive equal: the contractor wins. With `must_win_contract` off a contract made goes
  first, then the best score; a tie is played on.
"""

from games.five_hundred.auction import Spoken
from games.five_hundred.bids import CALLS, Bid, Call, CallKind
from games.five_hundred.deal import RULES, Deal, start
from games.five_hundred.five_hundred_options import FivePartner, Options, SixTeams
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.match_file import write_match
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put, Say, parse
from games.five_hundred.packs import pack
from games.five_hundred.play import Claim
from games.five_hundred.record import BadRecord, Record, claimer, for_people, read, write
from games.five_hundred.score import Contract, DealResult, Score, ante_shares, forfeit_shares
from games.five_hundred.tricks import CardOrder, Played, Trick
