"""The club evening that a server may have once a week: when and where it is, as one setting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.settings.kinds import SettingOf, Value, games_played, unreadable

_MOMENT = re.compile(r"\s*([01]?[0-9]|2[0-3])[:.](00|15|30|45)\s+(\S.*)")
LONGEST_MOMENT = 60
"""Characters; no time of day with its time zone is longer."""
MOMENT = Phrase("Type a time on the quarter hour and its time zone, such as 20:15 Europe/Berlin.")
DAYS = (
    Phrase("Monday"),
    Phrase("Tuesday"),
    Phrase("Wednesday"),
    Phrase("Thursday"),
    Phrase("Friday"),
    Phrase("Saturday"),
    Phrase("Sunday"),
)
MOST_HOURS = 6


@dataclass(frozen=True, slots=True)
class Weekly:
    """A club evening of so many `hours` in a `channel`, on a day of the week and at a `time`, such as 20:30, of a zone.

    Tables open of all games but those that are off.
    """

    channel: Annotated[int, msgspec.Meta(gt=0)]
    day: Annotated[int, msgspec.Meta(ge=0, lt=len(DAYS))] = 4
    time: str = "20:00"
    zone: str = "UTC"
    hours: Annotated[int, msgspec.Meta(ge=1, le=MOST_HOURS)] = 3
    games_off: tuple[str, ...] = ()

    def next_after(self, seconds: float) -> tuple[int, int]:
        """When the first one after a moment begins and ends, all in seconds since 1970.

        A time that the clocks leave out, when they are put forward, comes as much later; one that comes twice counts
        once. A zone that this computer doesn't know any more counts as UTC.
        """
        zone = ZoneInfo(self.zone) if self.zone.casefold() in _zones() else UTC
        at = time.fromisoformat(self.time)
        today = datetime.fromtimestamp(seconds, zone).date()
        first = today + timedelta(days=(self.day - today.weekday()) % 7)
        days = (first, first + timedelta(weeks=1))
        starts = next(begins for day in days if (begins := datetime.combine(day, at, zone).timestamp()) > seconds)
        return round(starts), round(starts) + self.hours * 3600


@dataclass(frozen=True)
class ClubEvening(SettingOf[Weekly | None]):
    """The club evening, or none; the `games` that there are, titles by name."""

    _: KW_ONLY
    games: Mapping[str, Phrase] = field(default_factory=dict)

    def check(self, value: Value) -> None:
        """None, or what is kept of an evening with at least one game."""
        try:
            found = self.parsed(value)
            is_kept = found is None or (
                read_moment(f"{found.time} {found.zone}") == (found.time, found.zone)
                and {*found.games_off} < self.games.keys()
            )
        except (msgspec.ValidationError, IllegalAction):
            is_kept = False
        if not is_kept:
            raise unreadable(self)

    def said(self, value: Value, words: Words) -> str:
        """Day, time, length, channel and games."""
        found = self.parsed(value)
        if found is None:
            return words("off")
        moment = f"{words.said(DAYS[found.day])} {found.time} {found.zone}"
        length = words.counted("{count} hours", found.hours)
        return " · ".join((moment, length, f"<#{found.channel}>", games_played(self.games, found.games_off, words)))

    def parsed(self, value: Value) -> Weekly | None:
        """As those read it who hold it."""
        return msgspec.convert(value, Weekly | None)


def read_moment(text: str) -> tuple[str, str]:
    """The time of day and the time zone that somebody typed, as they are kept. Raises IllegalAction."""
    found = _MOMENT.fullmatch(text)
    zone = _zones().get(found[3].strip().replace(" ", "_").casefold()) if found is not None else None
    if found is None or zone is None:
        raise IllegalAction.saying(MOMENT)
    return f"{int(found[1]):02}:{found[2]}", zone


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in (*available_timezones(), "UTC")}
