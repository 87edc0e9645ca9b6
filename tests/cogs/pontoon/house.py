"""Verbs for the tests that play Pontoon on Discord: a table with five people."""

import re

from tables.pontoon.bank_state import banker_of
from tests.cogs.panel import Panel


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

    async def plays(self, moves):
        """The same as it is told: `await five.plays("Ben Buy 10, Ben Stick, Cy Split")`."""
        for move in re.split(", (?=[A-Z])", moves):
            name, _, label = move.partition(" ")
            await self.press(self.house.named(name), label)

    async def all(self, label):
        """Ben, Cy, Dee and Eve press that on their panels."""
        for guest in self.people[1:]:
            await self.press(guest, label)

    async def stake(self, chips=10):
        """Everybody stakes the same."""
        await self.all(f"Minimum {chips}")

    async def ready(self):
        """Everybody is ready for the next deal."""
        for guest in self.people:
            await guest.press("Ready", self.table)

    async def fills(self, name, label, *, to=None, **fields):
        """Somebody fills in a form that a button of the table opens, such as "Bid"; returns the answer."""
        form = await self.house.named(name).press(label, self.table)
        return await form.fill(**fields) if to is None else await form.fill(to=[to], **fields)

    async def offers(self, price, to=None):
        """Ana offers the bank to a guest, or to anybody."""
        return await self.fills("Ana", "Sell the bank", to="anybody" if to is None else str(to.id), chips=str(price))

    async def bids(self, name, chips):
        """Bid for the bank."""
        return await self.fills(name, "Bid", chips=str(chips))

    async def types(self, name, label, chips):
        """Fill in the form of a button of a panel, such as "Stake"."""
        return await (await (await self.panel(self.house.named(name))).press(label)).fill(chips=str(chips))

    async def spent(self, guest, chips):
        """Leave somebody with `chips`."""
        boss = self.house.guest("Boss", manages=True)
        await boss.command("bank set", member=guest.member, amount=str(chips), reason="spent elsewhere")

    async def purses(self):
        """The chips of all five."""
        return [await guest.chips() for guest in self.people]


async def buy(guest, label, table):
    """Buy the bank, and say yes."""
    return await (await guest.press(label, table)).press("Yes")


def banker(table):
    """The name of whoever holds the bank."""
    return table.house.names[banker_of(table.live.table.lobby)]


# A deal in which nothing happens

HANDS = ("10C 9D", "8H 9C", "10H KD", "7S KH")


async def begun(five, packs, *hands, bank="10S 7C", then="", **options):
    """A table of five where everybody is asked for a stake in the first deal; Ana has 17, and beats few."""
    packs.deal(*(hands or HANDS), bank=bank, then=then)
    table = await five.sit_down(**options)
    await five.start()
    if options.get("shoot"):
        await table.plays("Ana Kitty 100")
        await five.house.wait(21)
    return table


async def a_deal(five, packs, *hands, **how):
    """The same, and everybody has put in 10."""
    table = await begun(five, packs, *hands, **how)
    await five.stake()
    return table


async def finish(five, table):
    """Everybody sticks, and Ana stays."""
    await five.all("Stick")
    await table.plays("Ana Pay 18 and up")
    assert not table.live.table.is_playing


async def finished(five, packs, **options):
    """A table where one deal without a Pontoon is over; at a Shoot table nobody shot."""
    table = await a_deal(five, packs, **options)
    if options.get("shoot"):
        await five.all("Don't shoot")
    await finish(five, table)
    return table


async def dry(five, packs, **options):
    """A table of Shoot Pontoon where Ben has shot for the whole kitty and won it."""
    table = await a_deal(five, packs, shoot=True, **options)
    await five.plays("Ben Shoot 100")
    await finish(five, table)
    return table
