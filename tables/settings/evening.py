"""When a server's club evening is, in its own time zone, and what a server sets about it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from games.core import Counted, IllegalAction, Phrase
from tables.settings.kinds import Channel, Choice, Games, Typed, Whole

_WEEK = timedelta(weeks=1)
_TIME = re.compile(r"(?P<hour>[01]?[0-9]|2[0-3])[:.](?P<minute>00|15|30|45)")
LONGEST_ZONE = 40
"""Characters; no name of a time zone is longer."""


def _read_time(text: str) -> str:
    """The time that somebody typed, as 20:30. Raises IllegalAction."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise IllegalAction("Type a time such as 20:00 or 19:45; it begins at a full quarter of an hour.")
    return f"{int(found['hour']):02}:{found['minute']}"


def _read_zone(text: str) -> str:
    """The name of a time zone as it is kept, whatever its capitals. Raises IllegalAction."""
    name = _zones().get(text.strip().replace(" ", "_").casefold())
    if name is None:
        raise IllegalAction("Type the name of a time zone such as Europe/Berlin or America/New_York.")
    return name


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in (*available_timezones(), "UTC")}


def _is_on(here: EveningSettings) -> bool:
    return here.evening_channel > 0


class EveningSettings:
    """The club evening of a server, once a week."""

    evening_channel = Channel(
        "Evening channel",
        "Where once a week the bot opens tables for the club evening and posts its standings; none for no evening.",
        default=0,
    )
    evening_day = Choice[int](
        "Evening day",
        "The day of the week on which it begins.",
        default=4,
        choices={
            0: Phrase("Monday"),
            1: Phrase("Tuesday"),
            2: Phrase("Wednesday"),
            3: Phrase("Thursday"),
            4: Phrase("Friday"),
            5: Phrase("Saturday"),
            6: Phrase("Sunday"),
        },
        applies=_is_on,
    )
    evening_time = Typed(
        "Evening time",
        "When it begins, by the clocks of the evening's time zone.",
        default="20:00",
        hint=Phrase("Such as 20:00 or 19:45"),
        longest=5,
        reads=_read_time,
        applies=_is_on,
    )
    evening_zone = Typed(
        "Evening time zone",
        "Whose clocks count; they may be put forward and back.",
        default="UTC",
        hint=Phrase("Such as Europe/Berlin or America/New_York"),
        longest=LONGEST_ZONE,
        reads=_read_zone,
        applies=_is_on,
    )
    evening_hours = Whole(
        "Evening length",
        "How long it goes on.",
        default=3,
        least=1,
        most=6,
        unit=lambda count: Counted("{count} hours", count),
        applies=_is_on,
    )
    evening_games_off = Games(
        "Evening games",
        "Of which games a table opens, if they can be played here.",
        default=[],
        applies=_is_on,
    )


def next_evening(settings: EveningSettings, now: datetime) -> tuple[datetime, datetime]:
    """When the first evening after `now` begins and ends.

    A time that the clocks leave out, when they are put forward, comes as much later; one that comes twice counts once.
    """
    zone, at = _zone(settings.evening_zone), time.fromisoformat(settings.evening_time)
    today = now.astimezone(zone).date()
    day = today + timedelta(days=(settings.evening_day - today.weekday()) % 7)
    starts = datetime.combine(day, at, zone).astimezone(UTC)
    if starts <= now:
        starts = datetime.combine(day + _WEEK, at, zone).astimezone(UTC)
    return starts, starts + timedelta(hours=settings.evening_hours)


def _zone(name: str) -> tzinfo:
    """The zone with this name; UTC when this computer doesn't know it any more."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC
