"""Verbs for the tests that play Pontoon on Discord: private panels, and a table with five people."""

from tables.pontoon.bank_state import banker_of
from tests.cogs.shown import walk

HINT = "Hint"


class Panel:
    """The private panel of a guest as it is now."""

    def __init__(self, guest, answer):
        self.guest = guest
        self._answer = answer

    @classmethod
    async def of(cls, guest, table):
        """Press My hand."""
        answer = await guest.press("My hand", table)
        assert answer.result.response.ephemeral
        return cls(guest, answer)

    @property
    def is_there(self):
        """Whether the message still stands in the channel."""
        return self._answer.result.response is not None

    @property
    def raw(self):
        return self.guest.house.raw(self._answer.result.response)

    @property
    def text(self):
        return self.guest.house.read(self.raw)

    @property
    def buttons(self):
        """The labels of the buttons but the coach's, which has its own tests."""
        labels = [self.guest.house.say(part["label"]) for part in walk(self.raw) if "label" in part]
        return [label for label in labels if label != HINT]

    async def press(self, label):
        """Press a button of it."""
        return await self._answer.press(label)


class Five:
    """Ana holds the bank; Ben, Cy, Dee and Eve play, clockwise from her left."""

    def __init__(self, house, packs):
        self.house = house
        self.packs = packs
        self.ana, self.ben, self.cy, self.dee, self.eve = self.people = house.guests("Ana Ben Cy Dee Eve")
        self.table = None
        self.panels = {}

    async def sit_down(self, **options):
        """Open a table and take the seats; the draw gives Ana the bank."""
        self.packs.draw("AS 2S 3S 4S 5S")
        self.table = await self.ana.opens("pontoon", **options)
        for guest in self.people:
            await guest.press("Sit", self.table)
        return self.table

    async def start(self):
        await self.ana.press("Start", self.table)

    async def panel(self, guest):
        """The guest's panel, which stays open once it has been opened."""
        if guest.id not in self.panels:
            self.panels[guest.id] = await Panel.of(guest, self.table)
        return self.panels[guest.id]

    async def press(self, guest, *labels):
        """Press buttons of the guest's panel."""
        panel = await self.panel(guest)
        for label in labels:
            await panel.press(label)
        return panel

    async def stake(self, chips=10):
        """Everybody stakes the same."""
        for guest in (self.ben, self.cy, self.dee, self.eve):
            await self.press(guest, f"Minimum {chips}")


async def buy(guest, label, table):
    """Buy the bank, and say yes."""
    return await (await guest.press(label, table)).press("Yes")


def banker(table):
    """The name of whoever holds the bank."""
    return table.house.names[banker_of(table.live.lobby)]


# A deal in which nothing happens

PLAIN = {"bank": "10S 7C", "number": 1}
HANDS = ("10C 9D", "8H 9C", "10H KD", "7S KH")


async def a_deal(five, packs, **options):
    """A table of five where one deal without a Pontoon has been played; Ana has 17 and loses to most."""
    packs.deal(*HANDS, **PLAIN)
    table = await five.sit_down(**options)
    await five.start()
    if options.get("shoot"):
        await five.ana.press("Kitty 100", table)
        await five.house.wait(21)
    await five.stake()
    return table


async def finish(five, table):
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    assert not table.live.is_playing


async def dont_shoot(five, *guests):
    for guest in guests:
        await five.press(guest, "Don't shoot")


async def dry(five, packs, **options):
    """A table of Shoot Pontoon where Ben has shot for the whole kitty and won it."""
    table = await a_deal(five, packs, shoot=True, **options)
    await five.press(five.ben, "Shoot 100")
    await finish(five, table)
    return table
