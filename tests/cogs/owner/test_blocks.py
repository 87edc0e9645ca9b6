"""`/owner block`: people whose presses and commands are refused, and servers in which rounds end and none begins."""

import asyncio

import pytest

from data.guild.blocks import BlockKind, Blocks
from tables.events import Arrange
from tables.pontoon import bank
from tests.cogs.guest import Guest

BLOCKED = "The bot's operator has blocked you. but for /mydata"
SERVER_BLOCKED = "this server is blocked but for /mydata"
NO_ROUNDS = "this server is blocked"
CLOSED = "this table closed. this server is blocked"


@pytest.fixture
def block(olga):
    """`await block(ana)` or `await block(server)`: Olga blocks them. Returns what she reads."""

    async def block(what, reason="spam"):
        kind = "person" if hasattr(what, "member") else "server"
        return (await olga.command("owner block", kind=kind, id=str(what.id), reason=reason)).said

    return block


@pytest.fixture
def unblock(olga):
    async def unblock(what):
        kind = "person" if hasattr(what, "member") else "server"
        return (await olga.command("owner unblock", kind=kind, id=str(what.id))).said

    return unblock


# A person


async def test_all_that_a_blocked_person_does_is_refused_in_every_server_until_they_are_unblocked(
    house, olga, block, unblock, elsewhere, make_owned, store, ana
):
    table = await ana.opens()
    form = await ana.press("Bet", table)
    assert await block(ana) == "Ana is blocked. Presses and commands are refused."
    answers = await ana.command("balance"), await ana.press("Bet", table), await form.fill(main="100", pair="")
    assert [answer.said for answer in answers] == [BLOCKED] * 3
    assert table.live.table.lobby.bets == ()
    await make_owned()
    home = house.guild
    there = elsewhere()
    assert (await Guest(house, there.add_member(ana.member.user)).command("balance")).said == BLOCKED
    elsewhere(home)
    assert await unblock(ana) == "Ana unblocked"
    assert (await ana.command("balance")).said.startswith("### You have 1,000 chips")
    assert await unblock(ana) == "That isn't blocked."
    await olga.command("owner block", kind="person", id=f"<@{ana.id}>", reason="spam")
    assert (await ana.command("balance")).said == BLOCKED
    with house.as_the_bot():
        await Blocks(store).remove(BlockKind.PERSON, ana.id)
    assert (await ana.command("balance")).said == BLOCKED, "another process has removed that"
    with house.as_the_bot():
        await house.app.heartbeat.beat()
    assert (await ana.command("balance")).said.startswith("### You have 1,000 chips")


async def test_a_blocked_person_can_still_get_and_delete_their_data_and_stays_blocked(olga, block, ana):
    await ana.chips()
    await block(ana)
    assert (await ana.my_data("As a file")).said == "your data here"
    asked = await ana.my_data("Delete…")
    await asked.press("Delete my data")
    assert asked.said.startswith("forgotten here")
    assert (await ana.command("balance")).said == BLOCKED


async def test_what_is_no_id_is_refused_and_so_are_the_owners_and_their_server(house, olga, block):
    for text in ("ana", "-5", "0", str(2**63), "１２３", "<#5>", "5 6"):
        said = (await olga.command("owner block", kind="person", id=text, reason="spam")).said
        assert said == "Write an ID, which is a number such as 81384788765712384."
    assert await block(olga) == "Olga runs the bot and can't be blocked."
    assert await block(house.guild) == "The bot is run from this server, so it can't be blocked."
    assert (await olga.command("owner blocks")).said == "Nothing is blocked."


# A server


@pytest.fixture
async def there(house, olga, elsewhere):
    """Another server, with Ana and Ben at a table, both seated."""
    elsewhere()
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit")
    return ana, ben, table


@pytest.fixture
def blocks_there(house, block, elsewhere, olga):
    """`await blocks_there()`: from home Olga blocks the other server."""

    async def blocks_there(verb=block):
        there, home = house.guild, olga.member.guild
        elsewhere(home)
        said = await verb(there)
        elsewhere(there)
        return said

    return blocks_there


async def test_in_a_blocked_server_a_round_in_play_ends_and_none_begins_until_it_is_unblocked(
    house, there, blocks_there, unblock
):
    ana, _, table = there
    house.deal("10S 9D, 10C 8D v 9H then 8C")
    await table.plays("Ana bets 100, Ben bets 50")
    assert await blocks_there() == (
        f"The server Test Guild ({house.guild.id}) is blocked. Rounds in play end; no new ones begin."
    )
    assert (await ana.command("blackjack open")).said == SERVER_BLOCKED
    assert (await ana.my_data("As a file")).said.startswith("your data here")
    await table.plays("Ana Stand, Ben Stand")
    assert table.line("Ana ") == "10S 9D = 19 · Ana +100 · now 1,100 chips"
    assert (await ana.bets(100, table)).said == NO_ROUNDS
    assert await house.purses(ana) == [1100]
    assert await blocks_there(unblock) == f"Server Test Guild ({house.guild.id}) unblocked"
    house.deal("10S 9D, 10C 8D v 9H then 8C")
    await table.plays("Ana bets 100, Ben bets 50")
    assert table.live.table.is_playing


async def test_when_bets_close_the_table_closes_and_gives_them_back(house, there, blocks_there):
    ana, _, table = there
    await ana.bets(100, table)
    await blocks_there()
    await house.wait(25)
    assert table.text.splitlines()[-1] == f"{CLOSED} all chips back."
    assert await house.purses(ana) == [1000]


async def test_a_deal_that_a_block_cut_short_begins_once_the_server_is_unblocked(
    house, olga, elsewhere, blocks_there, unblock
):
    server = elsewhere()
    ana = house.guest("Ana")
    table = await ana.opens("pontoon")
    await table.plays("Ana Sit, Ben Sit")
    blocks = house.app.access.blocks

    def started(lobby):
        asyncio.get_running_loop().call_soon(setattr, blocks, "servers", frozenset({server.id}))
        return bank.start(lobby)

    with house.as_the_bot():
        await table.live.do(Arrange(ana.id, started, salt="salt"))  # the block comes while the start is being written
    await blocks_there()
    assert not table.live.table.is_playing
    await blocks_there(unblock)
    assert table.live.table.is_playing


# The list, restarts and other processes


async def test_the_list_says_who_is_blocked_by_whom_and_why_the_latest_first(house, olga, block, ana):
    await block(ana, reason="*spam*")
    await house.wait(5)
    await olga.command("owner block", kind="server", id="12345678901234567", reason="raids")
    assert (await olga.command("owner blocks")).said.splitlines() == [
        "Server 12345678901234567 · raids · Olga, in 0 s",
        "Ana · \\*spam\\* · Olga, in -5 s",
    ]
    for number in range(1, 16):
        await house.wait(1)
        await olga.command("owner block", kind="server", id=str(number), reason="*" * 200)
    rows = (await olga.command("owner blocks")).said.splitlines()
    assert rows[0].startswith("Server 15 ")
    assert len(rows) == 11
    assert rows[-1] == "and 7 older"
