"""What servers have set: read at the start, changed one at a time, refused as a whole, and logged."""

import asyncio
from datetime import UTC, datetime

import pytest

from data.guild.settings import Settings
from games.core import IllegalAction
from tables.blackjack.blackjack_settings import BLACKJACK
from tables.pontoon.pontoon_settings import PONTOON
from tables.settings.general import Openers
from tables.settings.servers import Servers, ServerSettings
from tests.tables.settings.offered import SCHEMA

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
HERE, ELSEWHERE, BOSS = 1, 2, 99


async def again(store):
    """The settings as the next process reads them."""
    servers = Servers(Settings(store), SCHEMA)
    await servers.load()
    return servers


@pytest.fixture
async def servers(store):
    return await again(store)


async def test_a_server_that_set_nothing_has_the_defaults(servers):
    assert servers.of(HERE) == ServerSettings()
    assert servers.of(HERE).limits_of("blackjack") == (1, 1_000_000)
    assert servers.of(HERE).options_of(PONTOON) == {}


async def test_a_change_applies_at_once_and_after_the_next_start(servers, store):
    values = {
        "starting_chips": 50,
        "gifts": 10,
        "openers": "managers",
        "channels": [7, 8],
        "pontoon.limits": [5, 50],
        "pontoon.shoot": True,
    }
    changed = await servers.change(HERE, values, BOSS, NOW)
    for settings in (changed, servers.of(HERE), (await again(store)).of(HERE)):
        assert settings.starting_chips == 50
        assert settings.gifts == 10
        assert settings.openers is Openers.MANAGERS
        assert settings.channels == (7, 8)
        assert settings.limits_of("pontoon") == (5, 50)
        assert settings.options_of(PONTOON) == {"shoot": True}
    assert servers.of(ELSEWHERE) == (await again(store)).of(ELSEWHERE) == ServerSettings()


async def test_defaults_are_not_stored_whether_named_or_not(servers, store):
    await servers.change(HERE, {"starting_chips": 50, "mentions": False}, BOSS, NOW)
    await servers.change(HERE, {"starting_chips": 1_000, "mentions": None}, BOSS, NOW)
    assert servers.of(HERE).values == (await again(store)).of(HERE).values == {}
    assert [(change.name, change.before, change.after) for change in await servers.log(HERE, 9)] == [
        ("mentions", "false", None),
        ("starting_chips", "50", None),
        ("mentions", None, "false"),
        ("starting_chips", None, "50"),
    ]


async def test_the_log_says_who_and_when_newest_first_and_leaves_out_changes_that_changed_nothing(servers):
    await servers.change(HERE, {"daily_chips": 5}, BOSS, NOW)
    await servers.change(HERE, {"daily_chips": 5}, BOSS, NOW)
    await servers.change(ELSEWHERE, {"daily_chips": 6}, BOSS, NOW)
    (change,) = await servers.log(HERE, 9)
    assert (change.actor_id, change.at) == (BOSS, NOW)
    await servers.change(HERE, {"daily_chips": 7}, 100, NOW)
    assert [change.after for change in await servers.log(HERE, 1)] == ["7"]


@pytest.mark.parametrize(
    "values",
    [
        {"daily_chips": 5, "nonsense": 1},
        {"daily_chips": 5, "blackjack.nonsense": 1},
        {"daily_chips": 5, "starting_chips": -1},
        {"daily_chips": 5, "openers": "role"},
        {"daily_chips": 5, "blackjack.decks": 1},
        {"daily_chips": 5, "blackjack.limits": [3, 3]},
        {"daily_chips": 5, "pontoon.kitty_min": 101},
        {"daily_chips": 5, "pontoon.kitty_min": 50, "pontoon.kitty_max": 40},
        {"daily_chips": 5, "pok_deng.decks": 1, "pok_deng.cut_card_depth": 60},
    ],
)
async def test_one_refused_value_leaves_all_unchanged(servers, store, values):
    with pytest.raises(IllegalAction):
        await servers.change(HERE, values, BOSS, NOW)
    assert servers.of(HERE) == (await again(store)).of(HERE) == ServerSettings()
    assert await servers.log(HERE, 9) == []


async def test_two_values_that_contradict_the_rules_only_together_are_not_both_accepted(servers):
    changes = [{"pontoon.kitty_min": 80}, {"pontoon.kitty_max": 60}]
    outcomes = await asyncio.gather(
        *(servers.change(HERE, values, BOSS, NOW) for values in changes), return_exceptions=True
    )
    assert [isinstance(outcome, IllegalAction) for outcome in outcomes] == [False, True]


async def test_a_setting_that_no_longer_exists_is_ignored(servers, store):
    await Settings(store).change(HERE, {"blackjack.gone": "1", "gone": "1", "daily_chips": "5"}, BOSS, NOW)
    settings = (await again(store)).of(HERE)
    assert settings.daily_chips == 5
    assert settings.options_of(BLACKJACK) == {}


async def test_a_failing_disk_changes_nothing(servers, store):
    await store.close()
    with pytest.raises(Exception, match="closed"):
        await servers.change(HERE, {"daily_chips": 5}, BOSS, NOW)
    assert servers.of(HERE) == ServerSettings()


async def test_what_no_longer_exists_is_deleted_though_its_server_is_forgotten_meanwhile(store):
    class Forgetful(Settings):
        async def delete(self, guild, names):
            servers.forget(guild)
            await super().delete(guild, names)

    servers = Servers(Forgetful(store), SCHEMA)
    for guild in (HERE, ELSEWHERE):
        await Settings(store).change(guild, {"bygone": "1"}, BOSS, NOW)
    await servers.load()
    assert servers.removed() == {HERE: ["bygone"], ELSEWHERE: ["bygone"]}
    await servers.forget_removed()
    assert servers.removed() == (await again(store)).removed() == {}
