"""The bot tells Discord its commands when they have changed, and not at every start."""

import asyncio
from types import SimpleNamespace

import discord
import pytest

from cogs.app import sync
from cogs.app.bot import App
from cogs.extensions import EXTENSIONS
from data.store.locks import LocksHere


@pytest.fixture
def start_without(house, make_app):
    """Start the bot again without some of its extensions, as if it had been changed."""

    async def start_without(*missing):
        await house.env.restart_bot(make_app(parts=[name for name in EXTENSIONS if name not in missing]))

    return start_without


def syncs(house):
    """Where commands have been synced to, in order."""
    return [
        request.path.partition("/applications/")[2].partition("/")[2]
        for request in house.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


def commands(guest):
    """The commands that this guest's Discord offers after a slash."""
    return {name.split()[0] for name in guest.member.available_commands(guest.house.channel)}


async def test_the_first_start_tells_discord_and_the_next_ones_only_what_has_changed(house, start_without, ana):
    assert commands(ana) >= {"blackjack", "table", "chips"}
    await house.restart()
    assert syncs(house) == ["commands"]
    for _ in range(2):
        await start_without("cogs.chips.chips_commands")
    assert syncs(house) == ["commands"] * 2
    assert "chips" not in commands(ana)
    await house.restart()
    assert syncs(house) == ["commands"] * 3
    assert "chips" in commands(ana)


async def test_a_refusal_is_logged_and_the_next_start_tries_again(house, start_without, caplog):
    house.env.inject_error("PUT", "/applications/*/commands", status=403)
    await start_without("cogs.chips.chips_commands")
    assert "the commands could not be synced; the next start tries again" in caplog.text
    ana = house.guest("Ana")
    assert "chips" in commands(ana)
    assert (await ana.command("play")).said.startswith("### Open a table")
    assert (await ana.command("balance")).said == "command changed, reload Discord"
    await start_without("cogs.chips.chips_commands")
    assert syncs(house) == ["commands"] * 3
    assert "chips" not in commands(ana)


@pytest.fixture
async def untold(house):
    """As if no process had told Discord any command yet."""
    await house.app.store.write(lambda db: db.execute("DELETE FROM meta WHERE key LIKE 'commands:%'"))
    house.env.http_requests.clear()


async def still():
    await asyncio.sleep(10**6)


async def refused():
    raise discord.HTTPException(SimpleNamespace(status=429, reason="Too Many Requests"), "later")


@pytest.mark.parametrize(
    ("owner", "name", "failure"),
    [
        (sync, "_tell", still),
        (sync, "_tell", refused),
        (LocksHere, "take", still),
    ],
    ids=["Discord doesn't answer", "Discord refuses for now", "another process stands still"],
)
async def test_nobody_waits_for_the_list_of_commands_which_is_tried_again(
    house, ana, untold, instead_of, caplog, owner, name, failure
):
    numbers, failures = dict(house.app.command_list.numbers), [failure]

    async def fails_once(asks, *about, **how):
        if failures and (owner is sync or "the list of commands" in about):
            await failures.pop()()
        return await asks(*about, **how)

    instead_of(owner, name, fails_once)
    await house.restart()
    assert (await ana.command("balance")).said.startswith("### You have 1,000 chips\n")
    assert dict(house.app.command_list.numbers) == numbers
    assert syncs(house) == []
    await house.wait(2 * sync.WITHIN)
    assert "the commands could not be synced; trying again in 60 s" in caplog.text
    assert syncs(house) == ["commands"]


def names(guest):
    """The same as a list: a command that exists both for everybody and for this server alone appears twice."""
    return sorted(
        command["name"]
        for command in guest.house.env.backend.visible_commands(user_id=guest.id, channel_id=guest.house.channel.id)
    )


@pytest.fixture
def start_for(house, make_app):
    """Start the bot again with the commands in one server only, or with None in all."""

    async def start_for(test_guild):
        await house.env.restart_bot(make_app(test_guild=test_guild))

    return start_for


async def test_the_commands_of_a_test_server_go_only_to_that_server_until_another_one_takes_them(house, start_for, ana):
    before, first, channel = len(syncs(house)), house.guild, house.channel
    for _ in range(2):
        await start_for(first.id)
    assert syncs(house)[before:] == [f"guilds/{first.id}/commands", "commands"]
    assert commands(ana) >= {"blackjack", "table", "chips"}
    assert (await ana.command("balance")).said.startswith("### You have 1,000 chips\n")
    house.guild = house.env.create_guild()
    house.channel = house.guild.create_text_channel("elsewhere")
    ben = house.guest("Ben")
    assert commands(ben) == set()
    await start_for(house.guild.id)
    assert "chips" in commands(ben)
    house.channel = channel
    assert names(ana) == []


@pytest.mark.thorough
async def test_no_command_appears_twice_whichever_way_the_test_server_is_switched(house, ana, start_for):
    once = names(ana)
    assert len(once) == len(set(once))
    for test_guild in (house.guild.id, None, house.guild.id, None):
        await start_for(test_guild)
        assert names(ana) == once
        assert (await ana.command("balance")).said.startswith("### You have 1,000 chips\n")
    told = len(syncs(house))
    await start_for(None)
    assert len(syncs(house)) == told


async def test_commands_that_another_database_has_sent_to_all_are_taken_back_too(house, open_store, tmp_path, entropy):
    other = await open_store(tmp_path / "other.sqlite3")
    await house.env.restart_bot(App(other, entropy=entropy, test_guild=house.guild.id))
    assert len(names(house.guest("Ana"))) == len(commands(house.guest("Ben")))


async def test_a_test_server_without_the_scope_for_commands_says_what_to_do(house, start_for, caplog):
    house.env.inject_error("PUT", "/applications/*/guilds/*/commands", status=403)
    await start_for(house.guild.id)
    (said,) = [record.getMessage() for record in caplog.records if record.name == "cogs.app.sync"][-1:]
    assert said == (
        f"server {house.guild.id} has no commands, as it doesn't let the bot bring any. Invite the bot there with both"
        " scopes, bot and applications.commands, then start it again: https://discord.com/oauth2/authorize"
        f"?client_id={house.app.application_id}&scope=bot+applications.commands&permissions=17867063954432"
    )


@pytest.mark.parametrize(("status", "tries"), [(500, 2), (403, 1), (404, 1)])
async def test_taking_commands_back_is_tried_again_at_the_next_start_unless_the_server_is_gone(
    house, start_for, status, tries
):
    await start_for(house.guild.id)
    house.env.inject_error("PUT", "/applications/*/guilds/*/commands", status=status)
    before = len(syncs(house))
    await start_for(None)
    await start_for(None)
    assert syncs(house)[before:].count(f"guilds/{house.guild.id}/commands") == tries


async def sync_again(house):
    """What each process does when it starts. Returns the numbers that it learns."""
    commands = sync.CommandList(house.app, house.app.store)
    await commands.sync()
    return dict(commands.numbers)


async def test_of_processes_that_start_at_once_one_tells_discord_and_all_know_the_numbers(house, untold):
    with house.as_the_bot():
        told = await asyncio.gather(*(sync_again(house) for _ in range(3)))
    assert syncs(house) == ["commands"]
    assert told == [dict(house.app.command_list.numbers)] * 3


async def test_when_the_process_that_tells_discord_dies_another_does(house, untold, instead_of):
    asked = asyncio.Event()

    async def tells_unless_it_is_the_first(tells, *about):
        if not asked.is_set():
            asked.set()
            await asyncio.Event().wait()
        return await tells(*about)

    instead_of(house.app.http, "bulk_upsert_global_commands", tells_unless_it_is_the_first)
    with house.as_the_bot():
        first, second = asyncio.create_task(sync_again(house)), asyncio.create_task(sync_again(house))
        await asked.wait()
        first.cancel()
        assert await second == dict(house.app.command_list.numbers)
    assert syncs(house) == ["commands"]
