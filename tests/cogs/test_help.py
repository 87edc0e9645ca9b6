"""`/help`: what the bot is, every command that its reader can use, and where to report a problem."""

import discord
from discord import app_commands

from tests.cogs.shown import walk


def commands(app):
    return [each for each in app.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_help_names_every_command_with_games_first_and_says_what_each_group_is_about(house):
    boss = house.guest("Boss", manages=True)
    said = (await boss.command("help")).said
    listed = [line for line in said.splitlines() if line.startswith("/")]
    assert [line.split()[0] for line in listed[:4]] == ["/blackjack", "/pokdeng", "/pontoon", "/fivehundred"]
    for command in commands(house.app):
        group = command.parent
        if group is None:
            assert f"/{command.name} {command.description}" in listed
            continue
        names = next(line for line in listed if line.startswith(f"/{group.name} ")).split(" ", 1)[1]
        assert command.name in names.split(" · ")
        assert group.description in said
    assert "Chips are for play only. They can't be bought, sold or cashed in, and are worth nothing." in said
    assert "the bot reads no messages" in said
    assert "Everybody starts with 1,000 chips" in said
    assert house.messages() == []


async def test_members_do_not_see_the_commands_of_managers(house):
    app = house.app

    @app_commands.command(name="vault", description="Open the vault")
    @app_commands.default_permissions(manage_guild=True)
    async def vault(interaction: discord.Interaction) -> None:
        """Nothing."""

    app.tree.add_command(vault)
    assert "/vault" not in (await house.guest("Ben").command("help")).said
    assert "/vault Open the vault" in (await house.guest("Boss", manages=True).command("help")).said


async def test_problems_go_to_the_owners_address_or_to_the_servers_managers(house):
    ana = house.guest("Ana")
    assert "Tell somebody who manages this server." in (await ana.command("help")).said
    house.app.support_url = "https://example.org/help"
    assert "Report it: https://example.org/help" in (await ana.command("help")).said


async def test_the_starting_chips_are_the_servers(house):
    await house.app.servers.change(house.guild.id, {"starting_chips": 50}, 1, house.env.now())
    assert "Everybody starts with 50 chips" in (await house.guest("Ana").command("help")).said


async def test_with_too_many_commands_for_one_message_help_gives_only_their_names(house):
    for number in range(60):

        @app_commands.command(name=f"more{number}", description="x" * 100)
        async def more(interaction: discord.Interaction) -> None:
            """Nothing."""

        house.app.tree.add_command(more)
    answer = await house.guest("Ana").command("help")
    texts = [part["content"] for part in walk(answer.result.response.components) if part["type"] == 10]
    assert sum(map(len, texts)) <= 4_000
    assert "/more7" in answer.said
    assert "xxx" not in answer.said
