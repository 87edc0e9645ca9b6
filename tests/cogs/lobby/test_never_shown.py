"""A process dies between a table's row and its message: the next one shows the table, or closes it."""

import pytest

from cogs.lobby.opening import TableOrder, agreed
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED


@pytest.fixture
def left_behind(house):
    """Opens a table and lets the process die before anything is shown."""

    async def left_behind(host, game, order=None, *, instead_of=0):
        app, spec = house.app, house.app.games[game]
        terms = agreed(spec.settings, order or TableOrder(), app.servers.of(house.guild.id))
        where = {"guild": house.guild.id, "channel": house.channel.id, "host": host.id}
        with house.as_the_bot():
            await app.open_tables.open(spec.adapter, terms=terms, instead_of=instead_of, **where)
        await house.restart()
        await house.wait(2)

    return left_behind


async def test_a_table_that_was_never_shown_is_posted_at_the_start(house, ana, left_behind):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await left_behind(ana, "blackjack", instead_of=1)
    assert house.texts()[-1].startswith("### Blackjack · table 2")
    said = (await ana.press("Open again", table)).said
    assert said == "opened again as table 2"


async def test_a_table_that_can_be_shown_nowhere_closes(house, ana, left_behind):
    house.env.inject_error("POST", "/channels/*/messages", status=403, code=50001, times=None)
    await left_behind(ana, "blackjack")
    house.env.backend.faults.clear()
    assert house.app.open_tables.tables(house.guild.id) == []


async def test_practice_that_was_never_shown_is_dealt_by_the_next_command(house, ana, left_behind):
    await left_behind(ana, FIVE_HUNDRED.key, TableOrder(practice=True, private=True, options={"players": 2}))
    await ana.command("fivehundred practice", players=2)
    (table,) = house.app.open_tables.tables(house.guild.id)
    assert ana.id in table.lobby.seats
    assert table.is_playing
