"""When the club evening is: by the clocks of its own zone, which are put forward and back."""

from datetime import UTC, datetime

import pytest

from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.settings.evening import ClubEvening, Weekly, read_moment

FRIDAY, SUNDAY = 4, 6


def begins(now, **about):
    evening = Weekly(7, **about)
    starts, ends = evening.next_after(datetime.fromisoformat(now).replace(tzinfo=UTC).timestamp())
    assert ends - starts == evening.hours * 3600
    return f"{datetime.fromtimestamp(starts, UTC):%m-%d %H:%M}"


def test_it_begins_on_its_day_and_a_week_later_once_it_has_begun():
    assert begins("2026-01-05 12:00") == "01-09 20:00"
    assert begins("2026-01-09 19:59") == "01-09 20:00"
    assert begins("2026-01-09 20:00") == "01-16 20:00"
    assert begins("2026-01-09 21:00", day=5, time="00:15", hours=6) == "01-10 00:15"


def test_its_day_is_that_of_its_own_zone():
    assert begins("2026-01-09 12:00", zone="Pacific/Auckland", time="08:00") == "01-15 19:00"
    assert begins("2026-01-09 12:00", zone="America/Los_Angeles", time="20:00") == "01-10 04:00"


@pytest.mark.parametrize(
    ("now", "starts"),
    [
        ("2026-03-27 12:00", "03-27 19:00"),
        ("2026-03-28 12:00", "04-03 18:00"),
        ("2026-10-23 12:00", "10-23 18:00"),
        ("2026-10-24 12:00", "10-30 19:00"),
    ],
)
def test_it_stays_at_the_same_time_of_day_when_the_clocks_change(now, starts):
    assert begins(now, zone="Europe/Berlin") == starts


def test_a_time_that_is_left_out_comes_later_and_one_that_comes_twice_counts_once():
    assert begins("2026-03-28 12:00", zone="Europe/Berlin", day=SUNDAY, time="02:30") == "03-29 01:30"
    assert begins("2026-10-24 12:00", zone="Europe/Berlin", day=SUNDAY, time="02:30") == "10-25 00:30"
    assert begins("2026-10-25 00:30", zone="Europe/Berlin", day=SUNDAY, time="02:30") == "11-01 01:30"


def test_a_zone_that_this_computer_does_not_know_counts_as_utc():
    assert begins("2026-01-05 12:00", zone="Europe/Nowhere") == "01-09 20:00"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("20:00 UTC", ("20:00", "UTC")),
        ("7.15  america/new york ", ("07:15", "America/New_York")),
        (" 0:45 europe/berlin", ("00:45", "Europe/Berlin")),
    ],
)
def test_a_time_and_its_zone_are_read_as_people_type_them(typed, kept):
    assert read_moment(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "", "20:00", "20 UTC", "24:00 UTC", "20:10 UTC", "8 pm UTC", "-1:00 UTC", "20:00:00 UTC", "٢٠:00 UTC",
        "20:00UTC", "20:00 Berlin", "20:00 ../../etc/passwd", "20:00 Europe", "Europe/Berlin 20:00",
        f"20:00 {'x' * 500}",
    ],
)  # fmt: skip
def test_what_is_no_time_with_a_zone_is_refused(typed):
    with pytest.raises(IllegalAction, match="Type a time on the quarter hour"):
        read_moment(typed)


KEPT = {"channel": 7, "day": 4, "time": "20:00", "zone": "UTC", "hours": 3, "games_off": ["a"]}
SETTING = ClubEvening("Club evening", "", games={"a": Phrase("A"), "b": Phrase("B")})


def test_an_evening_is_said_with_all_that_is_set():
    words = Words("en")
    assert SETTING.said(KEPT, words) == "Friday 20:00 UTC · 3 hours · <#7> · B"
    assert SETTING.said({**KEPT, "games_off": [], "hours": 1}, words).endswith("1 hour · <#7> · all games")
    assert SETTING.said(None, words) == "off"
    SETTING.check(KEPT)
    SETTING.check(None)


@pytest.mark.parametrize(
    "other",
    [
        {"channel": 0}, {"channel": None}, {"channel": True}, {"day": 7}, {"day": "4"}, {"time": "7:15"}, {"time": 5},
        {"zone": "Europe/Nowhere"}, {"zone": "utc"}, {"hours": 0}, {"hours": 7}, {"hours": 2.5}, {"games_off": "a"},
        {"games_off": ["a", "b"]}, {"games_off": ["chess"]},
    ],
)  # fmt: skip
def test_only_what_is_kept_so_is_a_value(other):
    for value in (KEPT | other, list(KEPT)):
        with pytest.raises(IllegalAction, match="Club evening can't be set to that"):
            SETTING.check(value)
