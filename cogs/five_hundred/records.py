"""Looking back at matches: the deals of one, the record of a deal, running matches and finished ones.

Buttons and commands both come here. Only finished deals are shown: a deal's record is on the disk from its end on.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Attached, Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route, chosen
from cogs.five_hundred import scores
from cogs.five_hundred.record_pages import DealRecord
from cogs.table.press import Handler, Press
from data.people import is_member
from data.tables.matches import DealRow, Matches, MatchRow
from games.core import IllegalAction
from games.five_hundred import Options, for_people

LATEST = 5
"""The most finished matches that are listed."""
MATCH = r"(?P<match>[0-9]{1,18})"
DEAL = r"(?P<deal>[0-9]{1,6})"
FILE = "file"
"""In place of a page."""


class Records:
    """What the rows of matches say."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._matches = Matches(app.store)
        self.buttons: Mapping[str, Handler] = {"scores": self.press_scores, "record": self.press_record}
        self._page = Route("deal", rf"{MATCH}:{DEAL}:(?P<page>[0-9]|{FILE})", self._turn, "match {match}, deal {deal}")
        self._list = Route("deals", MATCH, self._choose, "match {match}, its deals")
        self.routes = (self._page, self._list)

    # At a table

    async def press_scores(self, press: Press) -> None:
        """Show the deals of this match to the asker."""
        await press.show(await self.deals(press.interaction, press.table.id))

    async def press_record(self, press: Press) -> None:
        """Show the record of the deal on the button to the asker."""
        number = press.address.argument
        deal = int(number) if number.isdecimal() else 0
        await press.show(await self.record(press.interaction, press.table.id, deal))

    # On the private messages

    async def _turn(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show another page, or send the record as a file."""
        number, deal = int(found["match"]), int(found["deal"])
        if found["page"] != FILE:
            await show(interaction, await self.record(interaction, number, deal, int(found["page"])))
            return
        _, _, row = await self.deal(interaction, number, deal)
        text = for_people(row.record).encode()
        file = Attached(io.BytesIO(text), f"match-{number}-deal-{deal}.txt")
        await interaction.response.send_message(file=file, ephemeral=True)

    async def _choose(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show the record of the deal that was chosen in the list of a match's deals."""
        deal = next((int(value) for value in chosen(interaction) if value.isdecimal() and len(value) < 7), 0)
        await show(interaction, await self.record(interaction, int(found["match"]), deal))

    # What they show

    async def deals(self, interaction: discord.Interaction, number: int) -> Layout:
        """The deals of a match in short. Raises IllegalAction when its reader knows no match with this number."""
        match, deals = await self._match(interaction, number)
        return scores.match_view(match, options_of(match.options), deals, self._list, own_words(interaction))

    async def record(self, interaction: discord.Interaction, number: int, deal: int, page: int = 0) -> Layout:
        """A page of the record of a finished deal. Raises IllegalAction when there is none for its reader."""
        match, deals, row = await self.deal(interaction, number, deal)
        record = DealRecord(match, deals, row, options_of(match.options), own_words(interaction))
        return record.view(page, self._page, self._app.card_emojis.text)

    async def running(self, interaction: discord.Interaction) -> Layout | str:
        """The running matches of a server, or that there is none."""
        words, matches = own_words(interaction), await self._matches.running(*_reader(interaction))
        if not matches:
            return words("No match is being played here. Open one with /fivehundred open.")
        rows = [scores.running_text(match, options_of(match.options), self._link(match), words) for match in matches]
        return scores.list_view(words("### Matches in play"), rows, words)

    async def finished(self, interaction: discord.Interaction, user_id: int | None) -> Layout | str:
        """The latest finished matches, with what their players have won and lost; or the same of one person."""
        words, (guild, reader) = own_words(interaction), _reader(interaction)
        if user_id is not None:
            tally = await self._matches.tally(guild, user_id)
            return scores.list_view(words("### Five Hundred"), [scores.tally_text(user_id, tally, words)], words)
        matches = await self._matches.finished(guild, reader, LATEST)
        if not matches:
            return words("No match has been finished here yet.")
        people = dict.fromkeys(
            player.user_id for match in matches for player in match.players if is_member(player.user_id)
        )
        tallies = [scores.tally_text(who, await self._matches.tally(guild, who), words) for who in people]
        rows = [scores.finished_text(match, options_of(match.options), self._link(match), words) for match in matches]
        return scores.list_view(words("### Finished matches"), rows, words, tallies)

    def _link(self, match: MatchRow) -> str:
        """A link to where the table is, or was."""
        table = self._app.open_tables.find(match.table)
        if table is not None:
            return self._app.presses.message_of(table).link
        where = f"https://discord.com/channels/{match.guild}/{match.channel}"
        return where if match.message is None else f"{where}/{match.message}"

    async def _match(self, interaction: discord.Interaction, number: int) -> tuple[MatchRow, tuple[DealRow, ...]]:
        guild, reader = _reader(interaction)
        found = await self._matches.match(guild, number)
        if found is None or not await self._app.is_seen(number, reader):
            raise _no_match(number)
        return found

    async def deal(
        self, interaction: discord.Interaction, number: int, deal: int
    ) -> tuple[MatchRow, tuple[DealRow, ...], DealRow]:
        """The rows of a match and of all its finished deals, and of this one. Raises IllegalAction like `record`."""
        match, deals = await self._match(interaction, number)
        row = next((row for row in deals if row.deal == deal), None)
        if row is None:
            raise IllegalAction(
                "Match {match} has no finished deal {deal}; {count} are finished so far.",
                match=str(number),
                deal=deal,
                count=len(deals),
            )
        return match, deals, row


def options_of(saved: str) -> Options:
    """The options that a match's table was opened with."""
    return Options.from_json(json.loads(saved))


def _reader(interaction: discord.Interaction) -> tuple[int, int]:
    """The server, and whoever wants to read."""
    return interaction.guild_id or 0, interaction.user.id


def _no_match(number: int) -> IllegalAction:
    return IllegalAction("There is no match {match} here. See /fivehundred scores.", match=str(number))
