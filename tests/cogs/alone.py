"""A private table of Ana's. The engine seats Ben there, and acts for him; no button could."""

import sys
from contextlib import contextmanager
from functools import partial

import pytest

from cogs.lobby.opening import TableOrder
from cogs.table.faces import spoken_name
from games.cards import Card
from tables.events import Arrange
from tests.cogs.shown import BUTTON, walk


@contextmanager
def opening_privately():
    """Until then every new table of Pontoon and Five Hundred is private."""
    with pytest.MonkeyPatch.context() as patch:
        for game in ("pontoon", "five_hundred"):  # every bot loads its extensions again
            patch.setattr(sys.modules[f"cogs.{game}.{game}_spec"], "TableOrder", partial(TableOrder, private=True))
        yield


class Alone:
    """Ana's table, as she sees it, and Ben at it."""

    def __init__(self, house):
        self.house = house
        self.ana, self.ben = house.guests("Ana Ben")
        self.answer = None

    async def opens(self, game="pontoon", **options):
        self.answer = await self.ana.command(f"{game} open", **options)
        await self.press("Sit")
        await self.ben.chips()  # the first time, that brings the starting chips
        await self.arranges(self.ben, lambda lobby: lobby.sit(self.ben.id))

    async def shows_again(self):
        """Ana lets the list of tables show hers again; returns the message before."""
        before, self.answer = self.answer, await (await self.ana.command("play")).press("Continue")
        return before

    async def arranges(self, guest, change):
        """Change the lobby on behalf of somebody whom no message lets do that."""
        with self.house.as_the_bot():
            await self.live.do(Arrange(guest.id, change))
        await self.house.env.settle()

    async def acts(self, guest, text):
        """Make a move of somebody whom no message lets do that."""
        await self.house.acts(self.live, guest.id, text)

    @property
    def live(self):
        return next(self.house.app.open_tables.in_guild(self.house.guild.id))

    @property
    def message(self):
        return self.answer.result.response

    @property
    def parts(self):
        """Every component of the message."""
        return list(walk(self.house.raw(self.message)))

    @property
    def text(self):
        return self.house.read(self.house.raw(self.message))

    def line(self, start):
        """The line that begins with `start`; the mark of whose turn it is doesn't count."""
        return next(line for line in self.text.splitlines() if line.removeprefix("▶ ").startswith(start))

    @property
    def buttons(self):
        """The labels of the buttons; cards have none."""
        return self.answer.left

    @property
    def cards(self):
        """The cards on buttons."""
        emojis = [part["emoji"]["name"] for part in self.parts if part["type"] == BUTTON and "emoji" in part]
        return [name.partition("_")[0] for name in emojis]

    async def press(self, label):
        return await self.answer.press(label)

    async def presses(self, card):
        """Press the button of a card."""
        name = spoken_name(Card.parse(card))
        address = next(
            part["custom_id"] for part in self.parts if part.get("emoji", {}).get("name", "").startswith(name)
        )
        return await self.ana.member.click(self.message, custom_id=address)


class AtPontoon(Alone):
    """At Pontoon."""

    def __init__(self, house, packs):
        super().__init__(house)
        self.packs = packs

    async def deals(self, draw="2S AS"):
        """The first deal: Ben has the better card of the draw, and so the bank, unless another draw is named."""
        self.packs.draw(draw)
        self.packs.deal("10C 9D v 10S 7C", number=1)
        await self.opens()
        await self.press("Start")
