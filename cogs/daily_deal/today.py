"""The daily deal below `/daily`: a button that deals it, once for each person on all servers.

It is played at a private table that ends with it, and survives what any table survives. A deal that somebody leaves,
or that isn't over by the time the results are posted, has no result; nobody can begin the same one again. There is
nothing to win but a place, so a second account gains nothing by having seen the cards.
"""

from __future__ import annotations

import re
from datetime import timedelta

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies.components import Component, soon
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.daily_deal.house import HouseRecords
from cogs.five_hundred.match_table import daily_result_button
from cogs.lobby.opening import TableOrder, opened, ordered
from cogs.lobby.practice import deal_in
from cogs.table.parts import lines, small
from data.tables.daily import BegunBefore, DailyDeals, noon, today
from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.driver import LiveTable
from tables.five_hundred.daily import shuffle_of, terms_of
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.settings.general import HousePlayers

_HALF_A_DAY = timedelta(hours=12)
_ABOUT = Phrase("One deal of Five Hundred with the same cards for everyone, alone against the house.")


class Today:
    """What `/daily` says of the deal, and the press that deals it."""

    def __init__(self, app: App, deals: DailyDeals, house: HouseRecords) -> None:
        self._app = app
        self._deals = deals
        self._house = house
        self.route: Route[App] = Route("dailydeal", "play", self._pressed, "the daily deal")

    def is_offered(self, guild: int) -> bool:
        """Whether a server wants it, and what it is played with."""
        settings = self._app.servers.of(guild)
        plays = settings.plays(FIVE_HUNDRED.key) and settings.house_players is not HousePlayers.OFF
        return settings.daily_deal and plays

    async def offer(self, interaction: discord.Interaction[App], stands_out: bool) -> tuple[str, list[Component]]:
        """What stands beside the daily chips, and whether its button may stand out; nothing where it isn't offered."""
        guild, day, words = interaction.guild_id or 0, today(self._app.now()), own_words(interaction)
        if not self.is_offered(guild):
            return "", []
        heading = words("### Daily deal")
        entry = await self._deals.entry(day, interaction.user.id)
        if entry is None:
            about = words.said(_ABOUT)
            until = words("The next one: {when}", when=soon(noon(day) + _HALF_A_DAY))
            return lines(heading, about, small(until)), [self.button(words, stands_out=stands_out)]
        if entry.points is not None:
            played = words("You have played it: **{points}**", points=words.signed(entry.points))
            return lines(heading, played), [daily_result_button(day, words, stands_out=stands_out)]
        if self._own_table(guild, entry.table) is not None:
            return lines(heading, words("You have begun it.")), [
                self.button(words, words("Continue"), stands_out=stands_out)
            ]
        return lines(heading, words("You have begun today's deal already. The next one comes at midnight UTC.")), []

    def button(self, words: Words, label: str = "", *, stands_out: bool = True) -> Component:
        """The button that deals it, or leads back to it."""
        style = ButtonStyle.primary if stands_out else ButtonStyle.secondary
        return self.route.button("play", label or words("Play today's deal"), style)

    async def _pressed(self, interaction: discord.Interaction[App], _match: re.Match[str]) -> None:
        """Answer with the table of today's deal, which may go on; newcomers read first what the game is."""
        app, guild, user_id = self._app, interaction.guild_id or 0, interaction.user.id
        day = today(app.now())
        if not self.is_offered(guild):
            raise IllegalAction("This server doesn't offer the daily deal.")
        entry, words = await self._deals.entry(day, user_id), own_words(interaction)
        if entry is None and await app.welcome.precede(interaction, FIVE_HUNDRED.key, _ABOUT, self.button(words)):
            return
        deal = await self._deals.deal(day)
        spec, _ = ordered(app, interaction, FIVE_HUNDRED.key, TableOrder(practice=True, private=True))
        assert spec.practice is not None
        async with app.open_tables.opening:
            entry = await self._deals.entry(day, user_id)
            live = None if entry is None else self._own_table(guild, entry.table)
            if live is None:
                if entry is not None:
                    raise BegunBefore
                live = await opened(app, interaction, spec, terms_of(day), shuffle=shuffle_of(day, deal.seed))
        self._house.begin(deal)
        await deal_in(app, interaction, live, spec.practice, len(live.table.lobby.seats), is_new=entry is None)

    def _own_table(self, guild: int, number: int) -> LiveTable | None:
        live = self._app.open_tables.find(number)
        return live if live is not None and live.table.guild == guild else None
