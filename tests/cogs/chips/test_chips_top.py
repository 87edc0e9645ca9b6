"""/top: who is here and has most, how many questions to Discord that costs, and the asker's own place.

Other boards than that of all chips are in test_boards.py.
"""

import asyncio
from datetime import timedelta

import discord
import pytest

from cogs.app import members_here
from tools.world.jumping_loop import JumpingLoop

SMALL_PRINT = "-# Includes chips at tables. People who left the server aren't listed."


async def top(guest):
    """What everybody reads, line by line."""
    await guest.command("top")
    title, *rows, small = guest.house.texts()[-1].splitlines()
    assert (title, small) == ("### 🏆 Most chips", SMALL_PRINT)
    return rows


@pytest.fixture
def asked(calls_of):
    """How many people each question to Discord was about, since that was last asked."""
    calls = calls_of(discord.Guild, "query_members")

    def asked():
        numbers = [len(about["user_ids"]) for _, about in calls]
        calls.clear()
        return numbers

    return asked


async def enrich(house, *guests):
    """The first gets the most."""
    for chips, guest in enumerate(reversed(guests), 1):
        await house.app.economy.chips.open_member(house.guild.id, guest.id, 1000 * chips, house.env.now())


async def test_it_is_public_and_sorted_and_chips_at_tables_count(house, ana, ben, cy):
    assert (await ana.command("top")).said == "nobody on this board"
    await ben.command("balance")
    await cy.command("daily")
    table = await ana.opens()
    house.deal("AS KD v 9H then KC")
    await ana.bets(100, table)
    assert await top(ana) == ["1. Cy 1,200", "2. Ana 1,150", "3. Ben 1,000"]
    await table.plays("Ana Sit, Ben Sit, Ana bets 500")
    assert await top(ana) == ["1. Cy 1,200", "2. Ana 1,150", "3. Ben 1,000"]


async def test_it_shows_ten_who_are_here_and_below_them_the_askers_own_place(house, asked):
    guests = house.guests("Abe Bea Cat Dan Eli Fay Gus Hal Ida Joe Kim Lea")
    await enrich(house, *guests)
    rows = await top(guests[0])
    assert rows == [f"{n}. {house.names[guest.id]} {13 - n},000" for n, guest in enumerate(guests[:10], 1)]
    assert (await top(guests[11]))[10:] == ["Lea is 12 of 12: 1,000"]
    assert asked() == [12], "the answers are remembered for a while"
    mia = house.guest("Mia")
    assert len(await top(mia)) == 10, "somebody without chips has no place"
    await mia.command("balance")
    zoe = house.guest("Zoe")
    await house.app.economy.chips.open_member(house.guild.id, zoe.id, 500, house.env.now())
    for guest in (zoe, guests[0], guests[11]):
        house.guild.remove_member(guest.member)
    await house.wait(members_here.REMEMBERED / timedelta(seconds=1) - 1)
    assert (await top(guests[1]))[0] == "1. Abe 12,000"
    await house.wait(2)
    rows = await top(mia)
    assert " ".join(row.split()[1] for row in rows[:10]) == "Bea Cat Dan Eli Fay Gus Hal Ida Joe Kim"
    assert rows[-1:] == ["Mia is 11 of 11: 1,000"]


async def test_of_thousands_of_members_only_those_on_the_page_are_looked_up(house, ana, asked):
    bank = house.app.economy.chips

    crowd = [(house.guild.id, 10**18 + n, 0) for n in range(5000)]
    account = "INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, 'member', ?, ?)"
    await bank.open_member(house.guild.id, ana.id, 1000, house.env.now())
    await house.app.store.write(lambda db: db.executemany(account, crowd))
    assert await top(ana) == ["1. Ana 1,000"]
    assert asked() == [25, 100, 75], "never more than 200 at one command, though all of these have left"
    assert await top(ana) == ["1. Ana 1,000"]
    assert sum(asked()) <= 200, "the bot doesn't ask again about people who have left"


async def test_when_discord_does_not_say_who_is_here_nobody_is_named(house, ana, ben, fails_at):
    await enrich(house, ana, ben)
    with fails_at(discord.Guild, "query_members", TimeoutError):
        await ana.command("top")
        assert "Discord doesn't say who is here right now. Try again in a minute." in house.texts()[-1]
        assert "Ana" not in house.texts()[-1]
    assert await top(ana) == ["1. Ana 2,000", "2. Ben 1,000"]


def test_the_bot_waits_for_discord_no_longer_than_people_wait_for_an_answer():
    class SilentGuild:
        id = 1

        async def query_members(self, **_about):
            await asyncio.Event().wait()

    async def asks():
        asking = members_here.MembersHere()
        with pytest.raises(TimeoutError):
            await asking.of(SilentGuild(), [5])
        assert asking.gone(1) == frozenset(), "no answer about somebody doesn't mean that they have left"

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(asks())
