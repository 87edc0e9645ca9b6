"""What an upgrade changes for a server that hasn't set it, and who is told."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cogs import VERSION
from cogs.server_log.server_log import ServerLog
from data.guild.settings import Defaults
from data.shards import Shards
from tables.settings.schema import Schema
from tables.settings.upgrade import FIRST, defaults
from tests.cogs.server_log.test_server_log import log as log
from tests.tables.settings.offered import GAMES

ROOT = Path(__file__).parents[3]
CHANGES = (ROOT / "docs/CHANGELOG.md").read_text(encoding="utf-8")
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
SERVER = 5 << 22
"""In shard 1 of 2, and in shard 5 of 8."""


@pytest.fixture
def upgrade(house):
    """`await upgrade(had)`: the bot starts as another version, with `had` as the defaults that servers had before."""

    async def upgrade(**had):
        old = {key: value for key, value in (defaults(house.app.servers.schema) | had).items() if value != "none"}
        await Defaults(house.app.store).keep(house.app.served, old, house.app.now())
        await house.restart()

    return upgrade


@pytest.mark.parametrize(
    ("had", "told"),
    [
        (
            {"between_members": 0},
            "Chips · Daily limit between members, which this server hasn't set, changed from no limit to 500.",
        ),
        ({"givers": "none"}, "Chips · Who can give is new, and 30 days and 20 rounds here."),
        ({"pace": "glacial"}, "Tables · Pace is new, and normal here."),
    ],
    ids=["a change", "something new", "a value that is known no longer"],
)
async def test_a_default_that_an_upgrade_changed_is_told_once_in_the_log_channel(house, log, upgrade, had, told):
    await upgrade(**had)
    assert await log.new() == [f"The bot was updated: {told}"]
    await house.restart()
    assert await log.new() == []


async def test_what_an_upgrade_made_of_settings_that_are_gone_is_told_in_one_entry(house, log, upgrade):
    await house.sets({"gifts": 15, "givers": [9, 3], "between_members": 0, "house_winnings": 70})
    await log.new()
    await upgrade(gifts="none", givers="none", between_members="none")
    assert await log.new() == [
        f"The bot was updated: Chips · {each} here."
        for each in (
            "Gifts is new, and 15% tax",
            "Who can give is new, and 9 days and 3 rounds",
            "Daily limit between members is new, and no limit",
        )
    ]
    await house.restart()
    assert await log.new() == []


async def test_it_is_told_again_when_the_bot_was_killed_before_it_was_posted(house, log, upgrade, instead_of):
    with instead_of(ServerLog, "_gather", lambda *_: None):
        await upgrade(between_members=0)
    await house.restart()
    assert len(await log.new()) == 1


async def test_what_a_server_has_set_what_has_no_effect_there_or_a_new_game_is_not_told(house, log, upgrade):
    await house.sets({"daily_chips": 50, "gifts": 100, "between_members": 0, "games_off": ["blackjack"]})
    await log.new()
    new = {key: "none" for key in defaults(house.app.servers.schema) if key.startswith("pontoon.")}
    await upgrade(daily_chips=100, givers=[30, 1], **{"blackjack.decks": 6}, **new)
    assert await log.new() == []


async def test_a_bot_from_before_that_was_kept_tells_what_differs_from_then(house, log, monkeypatch):
    await house.app.store.write(lambda db: db.execute("DELETE FROM meta WHERE key LIKE 'defaults%'"))
    first = defaults(house.app.servers.schema) | {"starting_chips": 500}
    monkeypatch.setattr("tables.settings.upgrade.FIRST", first)
    await house.restart()
    (line,) = await log.new()
    assert line.endswith("changed from 500 to 1,000.")


async def test_without_a_log_channel_nothing_is_posted_and_the_next_upgrade_is_compared_with_this_one(house, upgrade):
    before = len(house.messages())
    await upgrade(between_members=0)
    await house.wait(4)
    assert len(house.messages()) == before
    kept = Defaults(house.app.store)
    await kept.read()
    assert kept.of(house.guild.id)["between_members"] == 500


async def test_a_setting_that_is_gone_is_told_once_where_it_was_set_and_deleted(house, log, instead_of):
    had = """INSERT INTO settings (guild, name, value) VALUES (?, 'week_channel', '5')"""
    await house.app.store.write(lambda db: db.execute(had, (house.guild.id,)))
    told = ["The bot was updated: the setting week_channel no longer exists."]
    with instead_of(ServerLog, "_gather", lambda *_: None):
        await house.restart()
    await house.restart()
    assert await log.new() == told, "told at the next start, too, as the bot was killed before it was posted"
    assert await house.app.store.find("SELECT name FROM settings WHERE name = 'week_channel'") == []
    await house.restart()
    assert await log.new() == []


# Several processes


async def kept_for(store, guild):
    found = Defaults(store)
    await found.read()
    return found.of(guild)


async def test_each_process_keeps_what_its_own_servers_were_told_whatever_their_shards(store):
    await Defaults(store).keep(Shards(2, (0,)), {}, NOON)
    assert await kept_for(store, SERVER) is None
    await Defaults(store).keep(Shards(2, (0, 1)), {"between_members": 0}, NOON)
    await Defaults(store).keep(Shards(2, (0,)), {"between_members": 500}, NOON + timedelta(hours=1))
    assert await kept_for(store, SERVER) == {"between_members": 0}
    assert await kept_for(store, 4 << 22) == {"between_members": 500}
    await Defaults(store).keep(Shards(8, (5,)), {"between_members": 700}, NOON + timedelta(hours=2))
    assert await kept_for(store, SERVER) == {"between_members": 700}
    assert await kept_for(store, 1 << 22) == {"between_members": 0}


# The changelog


def test_the_topmost_version_is_that_of_the_bot():
    assert re.search(r"^## (\S+)", CHANGES, re.MULTILINE)[1] == VERSION


def test_every_changed_default_and_every_new_setting_is_in_the_changelog():
    now = defaults(Schema(GAMES.values()))
    changed = [key for key, value in now.items() if json.dumps(FIRST.get(key, "new")) != json.dumps(value)]
    unnamed = [key for key in changed if f"`{key}`" not in CHANGES]
    assert unnamed == [], "name these keys in docs/CHANGELOG.md"
