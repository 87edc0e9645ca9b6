"""Verbs for the tests that play Pontoon on Discord: a table with five people."""

from tables.pontoon.bank_state import banker_of
from tests.cogs.panel import Hands


class Five(Hands):
    """Ana holds the bank; Ben, Cy, Dee and Eve play, clockwise from her left."""

    command = "pontoon"

    def __init__(self, house, packs):
        super().__init__(house, house.guests("Ana Ben Cy Dee Eve"))
        self.packs = packs
        self.ana, self.ben, self.cy, self.dee, self.eve = self.people

    async def sit_down(self, **options):
        """Open a table and take the seats; the draw gives Ana the bank."""
        self.packs.draw("AS 2S 3S 4S 5S")
        return await super().sit_down(**options)

    async def start(self):
        await self.ana.press("Start", self.table)

    async def offers(self, price, to=None):
        """Ana offers the bank to a guest, or to anybody."""
        form = await self.ana.press("Sell the bank", self.table)
        return await form.fill(to=["anybody" if to is None else str(to.id)], chips=str(price))

    async def spent(self, guest, chips):
        """Leave somebody with `chips`."""
        boss = self.house.guest("Boss", manages=True)
        await boss.command("bank set", member=guest.member, amount=str(chips), reason="spent elsewhere")


async def buy(guest, label, table):
    """Buy the bank, and say yes."""
    return await (await guest.press(label, table)).press("Yes")


def banker(table):
    """The name of whoever holds the bank."""
    return table.house.names[banker_of(table.live.table.lobby)]


# A deal in which nothing happens

CARDS = "10C 9D, 8H 9C, 10H KD, 7S KH v 10S 7C"


async def begun(five, cards=CARDS, **options):
    """A table of five where everybody is asked for a stake in the first deal; Ana has 17, and beats few."""
    five.packs.deal(cards)
    table = await five.sit_down(**options)
    await five.start()
    if options.get("shoot"):
        await table.plays("Ana Kitty 100, 21 s")
    return table


async def a_deal(five, cards=CARDS, **options):
    """The same, and everybody has put in 10."""
    table = await begun(five, cards, **options)
    await five.plays("others Minimum 10")
    return table


async def finish(five, table):
    """Everybody sticks, and Ana stays."""
    await five.plays("others Stick")
    await table.plays("Ana Pay 18 and up")
    assert not table.live.table.is_playing


async def finished(five, **options):
    """A table where one deal without a Pontoon is over; at a Shoot table nobody shot."""
    table = await a_deal(five, **options)
    if options.get("shoot"):
        await five.plays("others Don't shoot")
    await finish(five, table)
    return table


async def dry(five, **options):
    """A table of Shoot Pontoon where Ben has shot for the whole kitty and won it."""
    table = await a_deal(five, shoot=True, **options)
    await five.plays("Ben Shoot 100")
    await finish(five, table)
    return table
