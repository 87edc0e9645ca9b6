"""A tournament as its people see it: announced by a manager, with a clock that goes on until something is posted."""

from data.tables.tournaments import Tournaments
from tables.events import Act
from tests.cogs.guest import Answer
from tests.cogs.shown import walk


class Cup:
    """The Spring Cup of a server."""

    def __init__(self, house):
        self.house = house
        self.number = 1
        self.there = []
        """Who makes a move of their own in each deal."""

    async def opens(self, manager, **options):
        """Let `manager` announce it, for in half an hour unless said otherwise."""
        wanted = {"name": "Spring Cup", "start": "30m", "pace": "relaxed", "deals": 2} | options
        return await manager.command("tournament open", **wanted)

    def _message(self, words):
        """The latest message with a button of that label."""
        for message in reversed(self.house.messages()):
            for part in walk(self.house.raw(message)):
                if part.get("label") == words:
                    return message
        raise AssertionError(f"no button {words}")

    async def press(self, guest, label):
        """Press a button of its latest message that has it."""
        message = self._message(label)
        return Answer(guest, await guest.member.click(message, label=label))

    @property
    def text(self):
        """The announcement."""
        return next(text for text in reversed(self.house.texts()) if text.startswith("### 🏆"))

    async def wait(self, seconds):
        """Let time pass. The machine may take long for what all tables do in it."""
        usual = self.house.env.settle_timeout
        self.house.env.settle_timeout = 300.0
        try:
            await self.house.wait(seconds)
        finally:
            self.house.env.settle_timeout = usual

    async def minutes(self, count):
        """Let so much time pass."""
        for _ in range(count * 6):
            await self.wait(10)

    async def to_the_end(self):
        """Let it be played to its end by whoever is there; returns the texts that were posted."""
        for _ in range(2_000):
            await self._let_them_act()
            await self.wait(20)
            if (await self.stage()) in ("over", "cancelled"):
                break
        await self.wait(15)
        return self.house.texts()

    async def _let_them_act(self):
        """Let whoever is there do what the clock would do for them."""
        for live in self.house.app.open_tables.in_guild(self.house.guild.id):
            for guest in self.there:
                table = live.table
                if table.play is None or table.is_closed or guest.id not in table.play.setup.people:
                    continue
                seat = table.play.setup.people.index(guest.id)
                if seat in table.play.to_act:
                    action = str(table.play.round.default_action(seat))
                    with self.house.as_the_bot():
                        await live.do(Act(guest.id, table.question_id, action))
                    await self.house.env.settle()

    async def stage(self):
        """How far it is."""
        rows = await self.house.app.store.find("SELECT stage FROM tournaments WHERE id = ?", (self.number,))
        return rows[0][0]

    def tables(self):
        """The open tables of the server."""
        return self.house.app.open_tables.tables(self.house.guild.id)

    async def until_round(self, number):
        """Let it be played until that round has begun."""
        for _ in range(2_000):
            rows = await self.house.app.store.find("SELECT round FROM tournaments WHERE id = ?", (self.number,))
            if rows[0][0] >= number:
                return
            await self.wait(10)

    async def names(self, guest, own, partner):
        """Let `guest` choose a partner in their own panel, the answer `own`; returns what they read then."""
        message = own.result.response
        address = f"tournament:partner:{self.number}"
        result = await guest.member.select(message, custom_id=address, values=[partner.member])
        return Answer(guest, result).said

    async def everybody_signs_up(self, people):
        """Let people, who need not be guests, sign up and check in."""
        tournaments = Tournaments(self.house.app.store)
        of = await tournaments.get(self.number)
        await tournaments.open_check_in(of)
        for person in people:
            await tournaments.sign_up(of, person, None, 128, self.house.env.now())

    async def until_deal(self, table):
        """Let it be played until a deal is over at `table`."""
        for _ in range(2_000):
            if await self.house.app.store.find("SELECT 1 FROM match_deals WHERE table_id = ?", (table.id,)):
                return
            await self.wait(10)
