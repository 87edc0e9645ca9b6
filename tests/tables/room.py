"""A table without Discord: the real driver, game and store, and a clock that the test moves."""

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

from data.check import open_for_check, problems
from data.ledger.chips import Chips
from data.tables.tables import Tables
from games.blackjack import Options
from tables.blackjack import blackjack_adapter as blackjack
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.clock import Pace
from tables.events import Act, Arrange
from tables.game import Terms
from tables.house_turns import HouseTurns
from tables.open_tables import OpenTables
from tables.services import Services
from tests.tables.shoes import Lying

GUILD, CHANNEL, HOST = 1, 2, 99
ANA, BEN, CY, GUS = 101, 102, 103, 107
TERMS = Terms(10, 500, Options(), Pace.NORMAL)


class Clock:
    """The present, for the driver and for the timers of its loop; it runs on, and a test can move it ahead."""

    def __init__(self, monkeypatch):
        loop = asyncio.get_running_loop()
        real, self._ahead = loop.time, 0.0
        self._start = real()
        self._off = timedelta(0)
        monkeypatch.setattr(loop, "time", lambda: real() + self._ahead)
        self._time = loop.time

    def now(self):
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self._time() - self._start) + self._off

    def set_wall(self, by):
        """Set the wall clock, which gives the date, and not the loop's own."""
        self._off += by

    def move(self, seconds):
        self._ahead += seconds


class TableTime:
    """The `seconds` that house players take from now on; they act at once, and whoever measures adds the members'."""

    def __init__(self, monkeypatch):
        self.seconds = 0.0
        soon = HouseTurns._soon

        def at_once(turns):
            now = asyncio.get_running_loop().time()
            self.seconds += round(soon(turns) - now, 1)
            return now

        monkeypatch.setattr(HouseTurns, "_soon", at_once)


class Room:
    """Open tables, one after the other, and short verbs for what people do there."""

    def __init__(self, store, entropy, clock, shoes):
        self.store = store
        self.deal = shoes.deal
        self.clock = clock
        self.faults = []
        self.services = Services(Tables(store), clock.now, entropy, lambda _table, error: self.faults.append(error))
        self.chips = Chips(store)
        self.open_tables = self.another_floor()

    def another_floor(self, game=None):
        """The open tables as the next process would have them."""
        open_tables = OpenTables(self.services)
        open_tables.offer(game or BlackjackGame())
        return open_tables

    async def meet(self, *people):
        for person in people:
            await self.chips.open_member(GUILD, person, 1000, self.clock.now())

    async def open(self, terms=TERMS, game=None):
        await self.meet(ANA, BEN, CY)
        return await self.open_tables.open(
            game or BlackjackGame(), guild=GUILD, channel=CHANNEL, host=HOST, terms=terms
        )

    async def sit(self, live, *people):
        for person in people:
            await live.do(Arrange(person, lambda lobby, person=person: lobby.sit(person)))

    async def bet(self, live, person, main, pair=0, salt="salt"):
        bets = partial(blackjack.bet, live.table.terms, user_id=person, main=main, pair=pair)
        await live.do(Arrange(person, bets, live.table.question_id, salt))

    async def in_play(self, live, cards, bet=100):
        """One person for each hand, Ana first; they have bet, and the cards are dealt."""
        self.deal(cards)
        people = (ANA, BEN, CY)[: len(Lying.of(cards).hands)]
        await self.sit(live, *people)
        for person in people:
            await self.bet(live, person, bet)

    async def spends(self, person, *, left):
        """All but so many chips of `person` are bet at two other tables, where somebody sits who doesn't bet."""
        (chips,) = await self.balances(person)
        for share in (500, chips - left - 500):
            other = await self.open()
            await self.sit(other, GUS)
            await self.bet(other, person, share)

    async def next_process(self, game=None):
        """The open tables as another process finds them, whose clocks stand still."""
        open_tables = self.another_floor(game)
        await open_tables.resume()
        open_tables.stop()
        return open_tables

    async def changes_the_rules(self):
        """All rounds so far, the one that is played too, began under other rules."""
        await self.store.write(lambda db: db.execute("UPDATE rounds SET rules = rules - 1"))

    async def bet_behind(self, live, person, box, main):
        bets = partial(blackjack.bet_behind, live.table.terms, user_id=person, boxes=[box], main=main, pair=0)
        await live.do(Arrange(person, bets, live.table.question_id, "salt"))

    async def act(self, live, person, move):
        await live.do(Act(person, live.table.question_id, move))

    async def act_as_the_clock(self, live, person):
        """`person` makes the move that the clock would make."""
        await self.act(live, person, str(live.table.play.round.default_action(live.table.play.setup.seat_of(person))))

    async def play_out(self, live):
        """Everybody makes the clock's moves, until the round is over."""
        while live.table.is_playing:
            await self.act_as_the_clock(live, min(live.table.people_asked))

    async def pass_time(self, live, seconds):
        """Move the clock until the table's own timer has changed something."""
        changed = asyncio.Event()
        before, live.on_change = live.on_change, changed.set
        self.clock.move(seconds)
        await asyncio.wait_for(changed.wait(), 60)
        live.on_change = before

    async def balances(self, *people):
        return [await self.chips.balance(GUILD, person) for person in people]

    async def saved(self, live):
        return await self.services.tables.get(live.table.id)

    def sound(self):
        """Nothing failed unseen, and the books are right."""
        assert self.faults == []
        with open_for_check(self.store.where) as db:
            assert problems(db) == []
