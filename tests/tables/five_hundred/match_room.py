"""Matches of Five Hundred at a table without Discord: who sits, and deals that the simplest of players play."""

from data.tables.matches import Matches
from games.five_hundred import MakeBid, Options, Phase
from tables.clock import Pace
from tables.events import Act, Arrange
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState
from tables.game import Terms
from tests.tables.room import ANA, BEN, CY, GUILD, GUS

DEE, ELI, FAY = 104, 105, 106
EVERYBODY = (ANA, BEN, CY, DEE, ELI, FAY)


class MatchRoom:
    """A room with tables of Five Hundred."""

    def __init__(self, room):
        self.room = room
        self.open_tables = room.open_tables = room.another_floor(FiveHundredGame())
        self.matches = Matches(room.store)

    async def open(self, pace=Pace.NORMAL, **options):
        """A table with nobody at it."""
        await self.room.meet(*EVERYBODY, GUS)
        return await self.room.open(Terms(0, 0, Options(**options), pace), FiveHundredGame())

    async def started(self, pace=Pace.NORMAL, people=EVERYBODY, **options):
        """A match in its first deal, with as many of these people as play, in this order."""
        live = await self.open(pace, **options)
        people = people[: len(live.table.lobby.seats)]
        await self.all_say(live, match.sit, *people)
        await self.all_say(live, match.ready, *people)
        return live

    async def after_a_deal(self, **options):
        """A match after its first deal."""
        live = await self.started(**options)
        await self.play_out(live)
        return live

    async def says(self, live, person, verb, *more):
        """`person` says one of the verbs of `match`."""
        await live.do(Arrange(person, lambda lobby: verb(lobby, person, *more), question_id=None, salt="salt"))

    async def agrees(self, live, person, verb=match.agree):
        """`person` says yes to the open proposal, or no with `match.refuse`."""
        proposal = MatchState.of(live.table.lobby).proposal
        await self.says(live, person, verb, proposal.key if proposal else "pause 101")

    async def all_say(self, live, verb, *people):
        """Everybody at the table says it, or those who are named."""
        for person in people or live.table.lobby.seats:
            await self.says(live, person, verb)

    async def play_out(self, live):
        """Play the deal to its end; the first bidder bids as little as possible, and after that nobody thinks."""
        number = live.table.rounds
        while live.table.is_playing and live.table.rounds == number:
            await self.move(live)

    async def move(self, live):
        """One move of somebody whose turn it is."""
        deal = live.table.play.round
        seat = min(deal.to_act)
        person = live.table.play.setup.user_id_in(seat)
        bids = [action for action in deal.legal_actions(seat) if isinstance(action, MakeBid)]
        wants = deal.phase is Phase.AUCTION and bids and deal.auction.standing is None
        await live.do(Act(person, live.table.question_id, str(bids[0] if wants else deal.default_action(seat))))

    async def play_match(self, live):
        """Deal after deal until somebody has won."""
        while not MatchState.of(live.table.lobby).is_over:
            if not live.table.is_playing:
                await self.all_say(live, match.ready)
            await self.play_out(live)

    async def again(self, live):
        """The table as another process finds it."""
        self.open_tables.stop()
        self.open_tables = self.room.open_tables = self.room.another_floor(FiveHundredGame())
        await self.open_tables.resume()
        return self.open_tables.find(live.table.id)

    async def row(self, live):
        """The match's row, and its deals'."""
        return await self.matches.match(GUILD, live.table.id)


def match_state(live):
    """How the match stands."""
    return MatchState.of(live.table.lobby)
