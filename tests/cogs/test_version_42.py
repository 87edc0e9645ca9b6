"""A database from before much became less is opened with this version, and everybody has what they had.

That database is tests/data/version_42.sql: a tournament of Blackjack for chips in its second round and one of Pontoon
that is announced, a club evening with its tables, puzzles of a member's deals, and all limits of giving set.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

DUMP = Path(__file__).parents[1] / "data" / "version_42.sql"
FIRST_OF_SEVEN = 1456090147622748160
"""Ben's id there; those who came after him have the next ones."""
EVENING_TABLES = {4: "blackjack", 5: "pok_deng", 6: "pontoon", 7: "five_hundred"}
HOURS = 4
"""So long before its last moment the simulated Discord begins."""


@pytest.fixture
async def upgraded(house, make_app, open_store, tmp_path):
    """The bot of this version on that database, a minute later."""
    path = tmp_path / "version_42.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(DUMP.read_text(encoding="utf-8"))
        assert db.execute("PRAGMA user_version").fetchone() == (42,)
    house.guest("Ana")
    house.guest("Mia", manages=True)
    house.log = house.guild.create_text_channel("log")
    house.names.update(enumerate(["Ben", "Cyn", "Dan", "Eli", "Fay", "Gus", "Hal"], FIRST_OF_SEVEN))
    await house.wait(HOURS * 3600)
    await house.env.restart_bot(make_app(await open_store(path)))
    await house.wait(60)
    return house


async def test_tournaments_end_evenings_go_on_and_settings_are_carried_over_with_a_word(upgraded):
    house, app = upgraded, upgraded.app
    assert await app.store.find("SELECT name, stage FROM tournaments") == [
        ("Spring Cup", "over"),
        ("Later", "cancelled"),
    ]
    assert "### Spring Cup: the end\n🥇 Ana" in (text := house.texts()[-1])
    assert text.endswith("tournaments only for Five Hundred")
    assert {table.id: table.game.name for table in app.open_tables.tables(house.guild.id)} == EVENING_TABLES
    own = {name: json.loads(value) for name, value in await app.store.find("SELECT name, value FROM settings")}
    assert own.pop("evening")["channel"] == house.channel.id
    assert own == {
        "gifts": 20, "givers": [5, 3], "between_members": 1_200, "house_winnings": 400, "log_channel": house.log.id,
        "daily_channel": house.channel.id, "five_hundred.slam_bonus": False,
    }  # fmt: skip
    log = "\n".join(message.content for message in house.log.history())
    for line in ("Chips · Gifts** is new, and 20% tax here.", "the setting `week_channel` no longer exists."):
        assert line in log
    assert "Puzzles (0/3)" in (await house.named("Ana").command("daily")).buttons
