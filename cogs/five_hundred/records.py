"""Looking back at matches: the deals of one, the record of a deal, running matches and finished ones.

Buttons and commands both come here. Only finished deals are shown: a deal's record is on the disk from its end on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from cogs.answers.errors import whisper
from cogs.five_hundred import scores
from cogs.table.press import Handler, Press
from data.tables.matches import Matches
from games.core import IllegalAction
from games.five_hundred import Options
from i18n.words import Words

LATEST = 5
"""The most finished matches that are listed."""


class Records:
    """What the rows of matches say."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self.buttons: Mapping[str, Handler] = {"scores": self.press_scores, "record": self.press_record}

    async def press_scores(self, press: Press) -> None:
        """Show the deals of this match to the asker."""
        await whisper(press.interaction, await self.deals(press.table.guild, press.table.id, press.words))

    async def press_record(self, press: Press) -> None:
        """Show the record of the deal on the button to the asker."""
        number = press.address.argument
        deal = int(number) if number.isdecimal() else 0
        await whisper(press.interaction, await self.record(press.table.guild, press.table.id, deal, press.words))

    async def deals(self, guild: int, number: int, words: Words) -> str:
        """The deals of a match in short. Raises IllegalAction when no match has this number."""
        found = await self._matches.match(guild, number)
        if found is None:
            raise _no_match(number)
        match, deals = found
        return scores.deals_text(match, options_of(match.options), deals, words)

    async def record(self, guild: int, number: int, deal: int, words: Words) -> str:
        """The record of a finished deal. Raises IllegalAction when there is none."""
        found = await self._matches.match(guild, number)
        if found is None:
            raise _no_match(number)
        match, deals = found
        row = next((row for row in deals if row.deal == deal), None)
        if row is None:
            raise IllegalAction(
                "Match {match} has no deal {deal} that is over; there are {count} so far.",
                match=str(number),
                deal=deal,
                count=len(deals),
            )
        return scores.record_text(match, deal, row.record, words)

    async def running(self, guild: int, link: Callable[[int], str], words: Words) -> str:
        """The running matches of a server; `link` gives the link to a table."""
        matches = await self._matches.running(guild)
        if not matches:
            return words("No match is going on. Open one with /fivehundred open.")
        rows = [scores.running_text(match, options_of(match.options), link(match.table), words) for match in matches]
        return _fitting(rows, words)

    async def finished(self, guild: int, user_id: int | None, words: Words) -> str:
        """The latest finished matches, with what their players have won and lost; or the same of one person."""
        if user_id is not None:
            return scores.tallies_text({user_id: await self._matches.tally(guild, user_id)}, words)
        matches = await self._matches.finished(guild, LATEST)
        if not matches:
            return words("No match is over here yet.")
        people = dict.fromkeys(player.user_id for match in matches for player in match.players)
        tallies = {user_id: await self._matches.tally(guild, user_id) for user_id in people}
        rows = [scores.finished_text(match, options_of(match.options), words) for match in matches]
        return _fitting([*rows, *scores.tallies_text(tallies, words).splitlines()], words)


def _fitting(rows: Sequence[str], words: Words) -> str:
    """As many of `rows` as a message can show, and how many are left out."""
    for shown in range(len(rows), -1, -1):
        left_out = len(rows) - shown
        more = [words("and {count} more", count=left_out)] if left_out else []
        if len(text := "\n".join([*rows[:shown], *more])) <= scores.MOST_TEXT:
            break
    return text


def options_of(saved: str) -> Options:
    """The options that a match's table was opened with."""
    return Options.from_json(json.loads(saved))


def _no_match(number: int) -> IllegalAction:
    return IllegalAction("There is no match {match} here. See /fivehundred scores.", match=str(number))
