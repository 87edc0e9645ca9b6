"""The bot is removed from a server: 30 days later nothing of it is left, unless it came back."""

import sqlite3
from contextlib import closing

import pytest

from data.check import open_for_check

DAY = 24 * 3600


def rows_of(house, guild):
    """How many rows of the database belong to a server."""
    with closing(open_for_check(house.app.store.where)) as db:
        return sum(
            db.execute(f"SELECT COUNT(*) FROM {name} WHERE guild = ?", (guild,)).fetchone()[0]
            for name in ("accounts", "ledger", "tables", "settings", "settings_log", "guilds_left")
        )


@pytest.fixture
async def played(house, ana, ben):
    """Ana and Ben have a table with bets, in a server that has set something."""
    await house.sets({"daily_chips": 50})
    table = await ana.opens()
    await ana.press("Sit", table)
    await ben.press("Sit", table)
    await ana.bets(50, table)
    return table


async def test_after_thirty_days_nothing_is_left(house, played):
    house.env.backend.remove_guild(house.guild.id)
    await house.wait(1)
    for _ in range(29):
        await house.wait(DAY)
    assert rows_of(house, house.guild.id) > 0
    for _ in range(2):  # it looks once a day, not to the minute
        await house.wait(DAY)
    assert rows_of(house, house.guild.id) == 0
    assert house.app.open_tables.find(played.number) is None
    assert house.app.servers.of(house.guild.id).daily_chips == 200


async def test_an_outage_is_no_removal(house, played):
    house.env.backend.emit("GUILD_DELETE", {"id": str(house.guild.id), "unavailable": True})
    await house.env.settle()
    with closing(open_for_check(house.app.store.where)) as db:
        assert db.execute("SELECT * FROM guilds_left").fetchall() == []


async def test_a_removal_while_the_bot_was_down_is_noticed_at_the_start(house, played, restart):
    await house.app.economy.balance(77, 5)
    await restart()
    with closing(open_for_check(house.app.store.where)) as db:
        assert [guild for guild, *_ in db.execute("SELECT * FROM guilds_left")] == [77]


async def test_a_server_that_takes_the_bot_back_keeps_everything(house, played):
    before = rows_of(house, house.guild.id)
    await house.app.cogs["RemovalCog"].on_guild_remove(house.app.get_guild(house.guild.id))
    assert rows_of(house, house.guild.id) == before + 1
    await house.app.cogs["RemovalCog"].on_guild_join(house.app.get_guild(house.guild.id))
    assert rows_of(house, house.guild.id) == before


async def test_a_running_match_stops_when_its_servers_data_is_deleted(house, match_of):
    match = match_of(2)
    table = await match.start(pace="slow")
    live = table.live
    house.env.backend.remove_guild(house.guild.id)
    await house.wait(1)
    with closing(sqlite3.connect(house.app.store.where)) as db, db:
        db.execute("UPDATE guilds_left SET left_at = left_at - ?", (30 * DAY,))
    await house.wait(DAY - 60)
    assert live.is_playing  # its day-long turn isn't over yet
    await house.wait(60)
    assert rows_of(house, house.guild.id) == 0
    assert house.app.open_tables.find(table.number) is None
    before = live.play
    await house.wait(3 * DAY)
    assert live.play == before
    assert rows_of(house, house.guild.id) == 0
