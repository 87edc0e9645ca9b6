"""Discord is told of the commands when they have changed, and not at every start."""

import pytest

from cogs.app import EXTENSIONS, App


@pytest.fixture
def start_without(house, make_app, monkeypatch):
    """Start the bot again without some of its extensions, as if it had been changed."""

    async def start_without(*missing):
        with monkeypatch.context() as changed:
            changed.setattr("cogs.app.EXTENSIONS", tuple(name for name in EXTENSIONS if name not in missing))
            await house.env.restart_bot(make_app())

    return start_without


def syncs(house):
    """Where commands have been synced to, in order."""
    return [
        request.path.partition("/applications/")[2].partition("/")[2]
        for request in house.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]


def commands(guest):
    """What this guest's Discord offers after a slash."""
    return {name.split()[0] for name in guest.member.available_commands(guest.house.channel)}


async def test_the_first_start_tells_discord_and_the_next_ones_do_not(house):
    assert syncs(house) == ["commands"]
    assert commands(house.guest("Ana")) >= {"blackjack", "table", "chips"}
    await house.restart()
    await house.restart()
    assert syncs(house) == ["commands"]


async def test_changed_commands_are_told_once(house, start_without):
    await start_without("cogs.chips")
    await start_without("cogs.chips")
    assert syncs(house) == ["commands"] * 2
    assert "chips" not in commands(house.guest("Ana"))
    await house.restart()
    assert syncs(house) == ["commands"] * 3
    assert "chips" in commands(house.guest("Ana"))


@pytest.mark.parametrize("status", [403, 429, 500])
async def test_a_refusal_is_logged_and_the_next_start_tries_again(house, start_without, status, caplog):
    house.env.inject_error("PUT", "/applications/*/commands", status=status)
    await start_without("cogs.chips")
    assert "the commands could not be synced; the next start tries again" in caplog.text
    ana = house.guest("Ana")
    assert "chips" in commands(ana)
    assert (await ana.command("table list")).said.startswith("No table is open.")
    assert (await ana.command("chips balance")).said == "This command has changed. Reload Discord and try again."
    await start_without("cogs.chips")
    assert syncs(house) == ["commands"] * 3
    assert "chips" not in commands(ana)


async def test_the_commands_of_a_test_server_go_to_that_server_alone(house, store, entropy):
    house.env.backend.commands.clear()
    before = len(syncs(house))
    for _ in range(2):
        await house.env.restart_bot(App(store, entropy=entropy, test_guild=house.guild.id))
    assert syncs(house)[before:] == [f"guilds/{house.guild.id}/commands"]
    ana = house.guest("Ana")
    assert commands(ana) >= {"blackjack", "table", "chips"}
    assert (await ana.command("chips balance")).said == "You have 1,000 chips."
    house.guild = house.env.create_guild()
    house.channel = house.guild.create_text_channel("elsewhere")
    assert commands(house.guest("Ben")) == set()
