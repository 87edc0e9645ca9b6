"""Somebody at the daily deal, who presses what is there: passes, and plays the first card that may be played."""

from tests.cogs.panel import Panel

PLAY = "Play today's deal"


class Player:
    """A guest, and the private message of their deal."""

    def __init__(self, guest):
        self.guest = guest
        self.house = guest.house
        self.panel = None

    async def begins(self, label=PLAY):
        """Begin today's deal below `/daily`, or go on with it."""
        self.panel = Panel(self.guest, await (await self.guest.command("daily")).press(label))
        return self

    @property
    def live(self):
        """The table, as the bot has it; None when it is closed."""
        lives = self.house.app.open_tables.in_guild(self.house.guild.id)
        return next((live for live in lives if live.table.host == self.guest.id), None)

    async def acts(self):
        """Let the house act for a second, and answer what is asked then."""
        await self.house.wait(1)
        if self.live is not None and 0 in self.live.table.play.to_act:
            await self.panel.press(next(iter(self.panel.bright), "Pass"))

    async def does(self, action):
        """Make a move by its text."""
        await self.house.acts(self.live, self.guest.id, action)

    async def plays_until(self, tricks):
        """Go on until so many tricks are over."""
        while sum(self.live.table.play.round.view(None).tricks_won) < tricks:
            await self.acts()

    async def ends(self):
        """Play to the end; returns the points, as they are kept."""
        while self.live is not None:
            await self.acts()
        return await self.points()

    async def points(self):
        """What is kept of the last day that was begun."""
        sql = "SELECT points FROM daily_entries WHERE person = ? ORDER BY day DESC"
        return (await self.house.app.store.find(sql, (self.guest.id,)))[0][0]

    async def result(self):
        """What *Result* brings."""
        return (await (await self.guest.command("daily")).press("Result")).said
