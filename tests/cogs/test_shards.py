"""A bot in very many servers has several sessions with Discord, each for some of the servers; nobody notices."""

import pytest

from tests.cogs.conftest import SETTLE_SECONDS

pytestmark = pytest.mark.simcord(settle_timeout=SETTLE_SECONDS, shard_count=3)


@pytest.mark.parametrize("shard", range(3))
async def test_a_table_plays_in_a_server_of_any_session_and_continues_after_a_restart(house, shard):
    house.guild = house.env.create_guild(shard_id=shard)
    house.channel = house.guild.create_text_channel("tables")
    ana = house.guest("Ana")
    house.deal("5S 6D", dealer="9H", then="2C 10D")
    table = await ana.opens()
    await ana.bets(100, table)
    await house.restart()
    await ana.press("Hit", table)
    assert table.line("1 Ana") == "1 Ana 100 5S 6D 2C = 13"
    await ana.command("chips top")
    assert "1. Ana 1,000" in house.texts()[-1]
