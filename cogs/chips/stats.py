"""`/chips stats`: what somebody won and lost in the rounds of each game, and their matches, in one panel."""

from __future__ import annotations

from collections.abc import Callable

import discord

from cogs.answers.errors import whisper
from cogs.app import App
from cogs.table.parts import layout, lines
from data.tables.matches import Matches, Tally
from data.tables.results import Record
from games.core import Phrase
from i18n.words import Person, Words

ACCENT = 0x3498DB
NOTHING = Tally(won=0, lost=0, made=0, failed=0)


async def show(interaction: discord.Interaction[App], member: discord.User | None) -> None:
    """Answer a command with the panel of `member`, or of the asker; nobody else sees it."""
    app, words = interaction.client, Words.of(interaction)
    user_id = interaction.user.id if member is None else member.id
    records = await app.results.records(interaction.guild_id or 0, user_id)
    tally = await Matches(app.store).tally(interaction.guild_id or 0, user_id)
    sections = [record_text(record, words, app.open_tables.title) for record in records]
    if tally != NOTHING:
        sections.append(matches_text(tally, words))
    if not sections:
        await whisper(interaction, words("{person} hasn't finished a round here yet.", person=Person(user_id)))
        return
    heading = words("### {person}'s results", person=Person(user_id))
    await interaction.response.send_message(view=layout(ACCENT, [heading, *sections]), ephemeral=True)


def record_text(record: Record, words: Words, title: Callable[[str], Phrase | str]) -> str:
    """One game's record; `title` gives a game's name for people."""
    return lines(
        words.counted(
            "**{game}** · {count} round", "**{game}** · {count} rounds", record.rounds, game=title(record.game)
        ),
        words("Won {won}, lost {lost}, tied {tied}", won=record.won, lost=record.lost, tied=record.tied),
        words("Net {net} chips, biggest win {biggest}", net=words.signed(record.net), biggest=record.biggest),
    )


def matches_text(tally: Tally, words: Words) -> str:
    """Somebody's record at Five Hundred, where points count and not chips."""
    bid = tally.made + tally.failed
    return lines(
        words.counted(
            "**Five Hundred** · {count} match played out",
            "**Five Hundred** · {count} matches played out",
            tally.won + tally.lost,
        ),
        words("Won {won}, lost {lost}", won=tally.won, lost=tally.lost),
        words.counted("{made} of {count} contract made", "{made} of {count} contracts made", bid, made=tally.made),
    )
