"""`/chips top`: the richest members of a server who are still there, and the asker's own place.

Chips at tables count; otherwise people would fall in the list by betting. People who have left are not shown. The bot
knows that only of those it has asked Discord about, so a place far below the list may still count some who have left.
"""

from __future__ import annotations

import discord

from cogs.answers.errors import whisper
from cogs.app import App
from cogs.chips.attendance import Attendance
from cogs.table.parts import lines, small
from data.ledger.ranking import Leaderboard
from i18n.words import Person, Words

SHOWN = 10
MOST_ASKED_ABOUT = 200
"""The most people whom one command looks up, however many have left."""


async def show(interaction: discord.Interaction[App], attendance: Attendance) -> None:
    """Answer a command with the list, for everybody to see."""
    app, guild, asker = interaction.client, interaction.guild, interaction.user.id
    assert guild is not None  # the command is for servers only
    known = attendance.gone(guild.id)
    leaderboard = await app.ranking.leaderboard(guild.id, asker, MOST_ASKED_ABOUT + len(known))
    if not leaderboard.richest:
        await whisper(interaction, Words.of(interaction)("Nobody has played here yet."))
        return
    words = Words.of_server(interaction)
    await interaction.response.defer(thinking=True)
    try:
        text = await _leaderboard_text(leaderboard, guild, asker, attendance, words)
    except TimeoutError:
        text = words("Discord does not say who is here just now. Ask again in a minute.")
    await interaction.edit_original_response(content=text)


async def _leaderboard_text(
    leaderboard: Leaderboard, guild: discord.Guild, asker: int, attendance: Attendance, words: Words
) -> str:
    chips = dict(leaderboard.richest)
    gone = attendance.gone(guild.id)
    people = [user_id for user_id in chips if user_id not in gone][:MOST_ASKED_ABOUT]
    here = await attendance.first_here(guild, people, SHOWN)
    rows = [
        words("{rank}. {person} **{chips}**", rank=rank, person=Person(user_id), chips=chips[user_id])
        for rank, user_id in enumerate(here, 1)
    ]
    if leaderboard.asker is not None and asker not in here:
        left, own = attendance.gone(guild.id), leaderboard.asker
        above = sum(user_id in left and (-has, user_id) < (-own.chips, asker) for user_id, has in leaderboard.richest)
        rows.append(
            words(
                "{rank}. {person} **{chips}**, of {count}",
                rank=own.place - above,
                person=Person(asker),
                chips=own.chips,
                count=own.of - len(left),
            )
        )
    return lines(*rows, small(words("Chips at tables count. Who left the server is not shown.")))
