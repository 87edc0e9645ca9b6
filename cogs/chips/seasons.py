"""`/chips seasons`: who had the most chips at the end of each season, one season a page, the last one first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import discord
from discord.utils import escape_markdown

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show as show_in_place
from cogs.app.router import Route
from cogs.table.parts import layout, lines, small
from data.ledger.seasons import Hall, Season, Seasons
from data.people import Person
from i18n.words import Words

GOLD = 0xF1C40F
MEDALS = ("🥇", "🥈", "🥉")


async def show(interaction: discord.Interaction[App]) -> None:
    """Answer a command with the season that ended last."""
    hall = await Seasons(interaction.client.store).latest(interaction.guild_id or 0)
    await interaction.response.send_message(view=hall_view(hall, own_words(interaction)), ephemeral=True)


async def _turn(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    seasons = Seasons(interaction.client.store)
    turn = seasons.newer if match["way"] == "newer" else seasons.older
    hall = await turn(interaction.guild_id or 0, int(match["season"]))
    await show_in_place(interaction, hall_view(hall, own_words(interaction)))


SEASONS = Route("seasons", r"(?P<way>newer|older):(?P<season>[0-9]{1,18})", _turn, "/chips seasons")
"""The season after or before one."""


def hall_view(hall: Hall, words: Words) -> Layout:
    """One season with its winners, and which one is running."""
    running = (
        words("No season is running. Managers of this server start one with **/bank season**.")
        if hall.running is None
        else words(
            "Running now: **{name}**, since {day}",
            name=escape_markdown(hall.running.name),
            day=f"<t:{round(hall.running.started_at.timestamp())}:D>",
        )
    )
    if hall.shown is None:
        return layout(GOLD, [words("No season has ended here yet."), small(running)])
    buttons = []
    if hall.has_newer:
        buttons.append(SEASONS.button(f"newer:{hall.shown.id}", words("Newer")))
    if hall.has_older:
        buttons.append(SEASONS.button(f"older:{hall.shown.id}", words("Older")))
    return layout(GOLD, [_season_text(hall.shown, words), small(running)], [buttons] if buttons else [])


def standings_view(hall: Hall, starting: int, words: Words) -> Layout:
    """What a new season tells everyone: who won the one before it, when that ended, and that everyone starts over.

    Everyone has `starting` chips again.
    """
    about = {"name": escape_markdown(hall.running.name if hall.running is not None else "")}
    begins = words.counted("**Season {name} starts now**: everyone is back to {count} chips.", starting, **about)
    if hall.shown is None:
        return layout(GOLD, [begins])
    heading = (
        words("### 🏆 Final standings")
        if hall.shown.name is None
        else words("### 🏆 Final standings of {name}", name=escape_markdown(hall.shown.name))
    )
    ended = words("ended {when}", when=f"<t:{round(hall.shown.ended_at.timestamp())}:f>")
    return layout(GOLD, [lines(heading, small(ended), *_winners(hall.shown, words)), begins])


def _season_text(season: Season, words: Words) -> str:
    until = f"<t:{round(season.ended_at.timestamp())}:D>"
    if season.name is None or season.started_at is None:
        heading, when = words("### 🏆 Before the first season"), words("until {until}", until=until)
    else:
        heading = words("### 🏆 {name}", name=escape_markdown(season.name))
        when = words("{since} to {until}", since=f"<t:{round(season.started_at.timestamp())}:D>", until=until)
    return lines(heading, small(when), *_winners(season, words))


def _winners(season: Season, words: Words) -> Iterator[str]:
    yield from (
        words.counted("{medal} **{person}** · {count} chips", chips, medal=medal, person=Person(person))
        for medal, (person, chips) in zip(MEDALS, season.winners, strict=False)
    )
    yield from (
        words.counted("{place}. {person} · {count} chips", chips, place=place, person=Person(person))
        for place, (person, chips) in enumerate(season.winners[len(MEDALS) :], len(MEDALS) + 1)
    )
