"""What servers have set, by name, and the log of it: a change is kept completely or not at all."""

from datetime import UTC, datetime

import pytest
from damaged import refuse
from small_bank import REFUSED

from data.guild.settings import SettingChange, Settings

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
HERE, ELSEWHERE, BOSS = 1, 2, 99


@pytest.fixture
async def settings(store):
    return Settings(store)


async def test_what_is_set_is_kept_by_server_and_name(settings):
    await settings.change(HERE, {"a": "1", "b": '"x"'}, BOSS, NOW)
    await settings.change(ELSEWHERE, {"a": "2"}, BOSS, NOW)
    await settings.change(HERE, {"a": "3"}, BOSS, NOW)
    assert await settings.all() == {HERE: {"a": "3", "b": '"x"'}, ELSEWHERE: {"a": "2"}}


async def test_the_default_leaves_nothing_behind_but_the_log(settings):
    await settings.change(HERE, {"a": "1"}, BOSS, NOW)
    await settings.change(HERE, {"a": None}, BOSS, NOW)
    assert await settings.all() == {}
    assert await settings.log(HERE, 9) == [
        SettingChange("a", "1", None, BOSS, NOW),
        SettingChange("a", None, "1", BOSS, NOW),
    ]


async def test_an_unchanged_value_is_not_logged(settings):
    await settings.change(HERE, {"a": "1", "b": None}, BOSS, NOW)
    await settings.change(HERE, {"a": "1", "b": None}, BOSS, NOW)
    assert [change.name for change in await settings.log(HERE, 9)] == ["a"]


async def test_the_log_is_only_the_servers_and_as_long_as_asked(settings):
    for number in range(5):
        await settings.change(HERE, {"a": str(number)}, BOSS, NOW)
    await settings.change(ELSEWHERE, {"a": "9"}, BOSS, NOW)
    assert [change.after for change in await settings.log(HERE, 2)] == ["4", "3"]


async def test_a_change_that_fails_half_way_leaves_nothing(settings, store):
    await store.write(lambda db: refuse(db, "settings_log", "NEW.name = 'b'"))
    with pytest.raises(REFUSED):
        await settings.change(HERE, {"a": "1", "b": "2"}, BOSS, NOW)
    assert await settings.all() == {}
    assert await settings.log(HERE, 9) == []
