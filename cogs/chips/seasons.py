"""Seasons of a server's chips: who had the most at the end of each, one a page of `/top`, the last one first."""

from __future__ import annotations

from collections.abc import Iterator

from discord.utils import escape_markdown

from cogs.app.replies.components import Layout
from cogs.table.parts import GOLD, layout, lines, small
from data.ledger.seasons import Hall, Season
from data.people import Person
from i18n.words import Words

MEDALS = ("🥇", "🥈", "🥉")


def hall_texts(hall: Hall, words: Words) -> list[str]:
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
    shown = words("No season has ended here yet.") if hall.shown is None else _season_text(hall.shown, words)
    return [shown, small(running)]


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
        heading, when = words("### 🏆 Final standings"), words("until {until}", until=until)
    else:
        heading = f"### 🏆 {escape_markdown(season.name)}"
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
