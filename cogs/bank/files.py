"""The files of `/bank audit`: the ledger, the changes of settings, the looks; with people's present names."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from cogs.app.bot import App
from cogs.app.replies.components import MOST_BYTES, Attached
from cogs.app.replies.errors import whisper
from cogs.app.replies.permissions import AT_ONCE, members_of
from cogs.app.replies.readers import own_words
from cogs.table.parts import lines
from data.ledger.audit import Filter
from data.ledger.sheets import Found, Sheet
from data.people import is_member
from i18n.words import Words

MOST_NAMED = 2_000
"""The most people whom one press looks up."""


async def send_files(interaction: discord.Interaction[App], which: Filter) -> None:
    """Answer a press with the files that have rows, only for the person who pressed."""
    app: App = interaction.client
    words = own_words(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    assert interaction.guild is not None  # the button is in a server
    people = await app.sheets.people(which, MOST_NAMED)
    found = await app.sheets.written(which, await _names(interaction.guild, people, words), MOST_BYTES)
    day = f"{app.now():%Y-%m-%d}"
    sheets = {"ledger": found.ledger, "settings": found.settings, "looks": found.looks}
    files = [Attached(io.BytesIO(sheet.data), f"{name}-{day}.csv") for name, sheet in sheets.items() if sheet.rows]
    if not files:
        await whisper(interaction, words("There are no such rows."))
        return
    await interaction.edit_original_response(content=_found_text(found, words), attachments=files)


async def _names(guild: discord.Guild, people: Sequence[int], words: Words) -> dict[int, str]:
    """People's names in the server; somebody whom Discord doesn't find there, or not in time, has none."""
    names = {person: words.person(person) for person in people if not is_member(person)}
    members = [person for person in people if is_member(person)]
    try:
        for start in range(0, len(members), AT_ONCE):
            found = await members_of(guild, members[start : start + AT_ONCE])
            names |= {member.id: member.display_name for member in found}
    except TimeoutError:
        pass
    return names


def _found_text(found: Found, words: Words) -> str:
    return lines(
        _rows(found.ledger, words),
        words.counted("{count} change to settings.", "{count} changes to settings.", found.settings.rows),
        words.counted("{count} view of the ledger.", "{count} views of the ledger.", found.looks.rows),
    )


def _rows(ledger: Sheet, words: Words) -> str:
    if ledger.rows == ledger.total:
        return words.counted("{count} row, newest first.", "{count} rows, newest first.", ledger.rows)
    return words.counted(
        "The newest {rows} of {count} row; no more fit in one file. Choose fewer days to get the others.",
        "The newest {rows} of {count} rows; no more fit in one file. Choose fewer days to get the others.",
        ledger.total,
        rows=ledger.rows,
    )
