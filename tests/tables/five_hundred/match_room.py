"""Matches of Five Hundred at a table without Discord: who sits, and deals that the simplest of players play."""

import asyncio

from data.ledger.bank import Bank, BankOrder
from data.tables.matches import Matches
from games.five_hundred import MakeBid, Options, Phase
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState, awaited_to_agree
from tables.terms import Terms
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

    async def started(self, pace=Pace.NORMAL, habits=(), **options):
        """A match in its first deal, with everybody seated in the order of their names, and with these habits."""
        table = await self.open(pace, **options)
        people = EVERYBODY[: len(table.lobby.seats)]
        for person in people:
            await self.says(table, person, match.sit)
            for habit in habits:
                await self.says(table, person, match.change_habit, habit, True)
        for person in people:
            await self.says(table, person, match.ready)
        return table

    async def after_a_deal(self, **options):
        """A match after its first deal."""
        table = await self.started(**options)
        await self.play_out(table)
        return table

    async def says(self, table, person, verb, *more):
        """`person` says one of the verbs of `match`."""
        await table.arrange(person, lambda lobby: verb(lobby, person, *more), question_id=None, salt="salt")

    async def agrees(self, table, person, verb=match.agree):
        """`person` says yes to the open proposal, or no with `match.refuse`."""
        proposal = MatchState.of(table.lobby).proposal
        await self.says(table, person, verb, proposal.key if proposal else "pause 101")

    async def all_agree(self, table, person, verb, *more):
        """`person` proposes something, and all whom it takes say yes."""
        await self.says(table, person, verb, *more)
        for other in awaited_to_agree(table.lobby):
            await self.agrees(table, other)

    async def takes(self, table, person):
        """`person` wins by default."""
        await table.arrange(person, lambda lobby: match.take(table.terms, lobby, person))

    async def all_say(self, table, verb, *people):
        """Everybody at the table says it, or those who are named."""
        for person in people or table.lobby.seats:
            await self.says(table, person, verb)

    async def play_out(self, table):
        """Play the deal to its end; the first bidder bids as little as possible, and after that nobody thinks."""
        number = table.rounds
        while table.is_playing and table.rounds == number:
            await self.move(table)

    async def move(self, table):
        """One move of somebody whose turn it is."""
        deal = table.play.round
        seat = min(deal.to_act)
        person = table.play.setup.user_id_in(seat)
        bids = [action for action in deal.legal_actions(seat) if isinstance(action, MakeBid)]
        wants = deal.phase is Phase.AUCTION and bids and deal.auction.standing is None
        await table.act(person, table.question_id, str(bids[0] if wants else deal.default_action(seat)))

    async def until(self, table, phase):
        """Continue until the deal is in `phase`."""
        while table.play.round.phase is not phase:
            await self.move(table)

    async def play_match(self, table):
        """Deal after deal until somebody has won."""
        while not MatchState.of(table.lobby).is_over:
            if not table.is_playing:
                await self.all_say(table, match.ready)
            await self.play_out(table)

    async def again(self, table):
        """The table as another process finds it."""
        self.open_tables.stop()
        self.open_tables = self.room.open_tables = self.room.another_floor(FiveHundredGame())
        await self.open_tables.resume()
        return self.open_tables.find(table.id)

    async def waits(self, table, seconds):
        """Time in which the others wait for a person, in small steps, so that the table counts it."""
        for passed in range(0, round(seconds), 30):
            self.room.clock.move(min(30, seconds - passed))
            await asyncio.sleep(0.05)

    async def spends(self, person, chips):
        """A manager takes `chips` from somebody."""
        await Bank(self.room.store).take(BankOrder("spent", GUILD, GUS, "a debt", self.room.clock.now()), person, chips)

    async def row(self, table):
        """The match's row, and its deals'."""
        return await self.matches.match(GUILD, table.id)

    async def ended(self, table):
        """How the match ended."""
        row, _ = await self.row(table)
        return row.outcome, row.ending


def match_state(table):
    """How the match stands."""
    return MatchState.of(table.lobby)
