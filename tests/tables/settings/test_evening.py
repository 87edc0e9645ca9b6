"""When the club evening is: by the clocks of its own zone, which are put forward and back."""

from datetime import UTC, datetime, timedelta

import pytest

from games.core import IllegalAction
from tables.settings.evening import EveningSettings, next_evening
from tables.settings.servers import ServerSettings

FRIDAY, SUNDAY = 4, 6


def begins(now, **settings):
    values = {f"evening_{name}": value for name, value in settings.items()}
    starts, ends = next_evening(ServerSettings(values), datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert ends - starts == timedelta(hours=settings.get("hours", 3))
    return f"{starts:%m-%d %H:%M}"


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
    ("typed", "kept"), [("20:00", "20:00"), (" 7.15 ", "07:15"), ("0:45", "00:45"), ("23:30", "23:30")]
)
def test_a_time_is_read_as_people_type_it(typed, kept):
    assert EveningSettings.evening_time.reads(typed) == kept


@pytest.mark.parametrize("typed", ["", "20", "24:00", "20:10", "8 pm", "-1:00", "20:00:00", "٢٠:00"])
def test_what_is_no_quarter_of_an_hour_is_refused(typed):
    with pytest.raises(IllegalAction, match="Type a time such as"):
        EveningSettings.evening_time.reads(typed)


def test_a_zone_is_known_whatever_its_capitals():
    reads = EveningSettings.evening_zone.reads
    assert [reads(each) for each in ("europe/berlin", " America/New York ", "utc")] == [
        "Europe/Berlin",
        "America/New_York",
        "UTC",
    ]
    for typed in ("", "Berlin", "../../etc/passwd", "Europe", "x" * 500):
        with pytest.raises(IllegalAction, match="Type the name of a time zone"):
            reads(typed)


def test_only_what_is_kept_so_is_a_value():
    for setting, value in ((EveningSettings.evening_time, "7:15"), (EveningSettings.evening_zone, 5)):
        with pytest.raises(IllegalAction, match="can't be set to that"):
            setting.check(value)
