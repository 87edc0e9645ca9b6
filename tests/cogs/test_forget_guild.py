"""The bot is removed from a server: 30 days later nothing of it is left, unless it came back."""

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
async def played(house, ana):
    """Ana and Ben have a table with bets, in a server that has set something."""
    await house.sets({"daily_chips": 50})
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit, Ana bets 50")
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


async def test_an_outage_is_no_removal_and_a_server_that_takes_the_bot_back_keeps_everything(house, played):
    before = rows_of(house, house.guild.id)
    house.env.backend.emit("GUILD_DELETE", {"id": str(house.guild.id), "unavailable": True})
    await house.env.settle()
    assert rows_of(house, house.guild.id) == before
    removal, guild = house.app.cogs["RemovalCog"], house.app.get_guild(house.guild.id)
    await removal.on_guild_remove(guild)
    assert rows_of(house, house.guild.id) == before + 1
    await removal.on_guild_join(guild)
    assert rows_of(house, house.guild.id) == before


async def test_a_removal_while_the_bot_was_down_is_noticed_at_the_start(house, played, restart):
    await house.app.economy.balance(77, 5)
    await restart()
    with closing(open_for_check(house.app.store.where)) as db:
        assert [guild for guild, *_ in db.execute("SELECT * FROM guilds_left")] == [77]
