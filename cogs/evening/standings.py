"""The standings of a club evening: who won or lost how much at its tables, and who won matches there."""

from __future__ import annotations

import discord

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.chips.boards import BoardWording, Ranks
from cogs.chips.podium import ON_PODIUM, Podiums, Winner
from cogs.table.parts import GOLD, lines, small
from data.guild.evenings import Evening, Standings
from data.ledger.ranking import Standing

_LISTED = 10
ASKED_ABOUT = 50
"""The first of each list, some of whom may have left the server."""


class EveningStandings:
    """Reads who is still here, and draws them."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._members, self._podiums = MembersHere(), Podiums()

    async def here(self, guild: discord.Guild, found: Standings) -> Standings | None:
        """Those of members who are still there; None when nobody has played. Raises TimeoutError like MembersHere."""
        chips, matches = [await self._here(guild, each) for each in (found.chips, found.matches)]
        return Standings(chips, matches) if chips or matches else None

    async def _here(self, guild: discord.Guild, standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        here = await self._members.first_here(guild, [each.user_id for each in standings], _LISTED)
        return tuple(each for each in standings if each.user_id in here)

    async def drawn(
        self, guild: discord.Guild, evening: Evening, found: Standings
    ) -> tuple[Layout, list[discord.File]]:
        """The message, which mentions nobody, and its picture, if anybody won anything."""
        words = self._app.readers.words_in(guild.id)
        chips, matches = BoardWording(words, Ranks.CHIPS_WON), BoardWording(words, Ranks.MATCHES_WON)
        heading = lines(words("### 🏆 Club evening"), small(f"<t:{evening.starts}:f>"))
        parts, files = [components.text(heading)], []
        board, best = (chips, found.chips) if found.chips else (matches, found.matches)
        winners = tuple(
            Winner(self._members.name(guild.id, each.user_id), board.score(each))
            for each in best[:ON_PODIUM]
            if each.score > 0
        )
        if winners:
            file, picture = await self._podiums.shown(winners, words)
            files.append(file)
            parts.append(picture)
        parts += [
            components.text(text) for text in (_listed(chips, found.chips), _listed(matches, found.matches)) if text
        ]
        note = words("Net chips at the tables that the evening opened, and matches there between members.")
        parts.append(components.text(small(note)))
        return Layout(components.container(GOLD, parts)), files


def _listed(wording: BoardWording, standings: tuple[Standing, ...]) -> str:
    return lines(*(wording.row(rank, each) for rank, each in enumerate(standings, 1)))
