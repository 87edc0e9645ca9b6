"""`/help`: what the bot is, every command that its reader can use, and where to report a problem."""

import discord
from discord import app_commands

from tests.cogs.shown import walk


def commands(app):
    return [each for each in app.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_help_names_every_command_with_games_first_and_says_what_each_group_is_about(house, boss):
    said = (await boss.command("help")).said
    shown = said.splitlines()
    listed = [line for line in shown if line.startswith("/")]
    assert [line.split()[0] for line in listed[:4]] == ["/blackjack", "/pokdeng", "/pontoon", "/fivehundred"]
    for command in commands(house.app):
        line = next(line for line in listed if f"/{command.qualified_name}" in line.split(" · "))
        assert shown[shown.index(line) + 1] == f"-# {(command.parent or command).description}"
    assert "Chips are for play only. They can't be bought, sold or cashed in, and are worth nothing." in said
    assert "the bot reads no messages" in said
    assert "Everyone starts with 1,000 chips." in said
    assert house.messages() == []


async def test_members_do_not_see_the_commands_of_managers(house):
    app = house.app

    @app_commands.command(name="vault", description="Open the vault")
    @app_commands.default_permissions(manage_guild=True)
    async def vault(interaction: discord.Interaction) -> None:
        """Nothing."""

    app.tree.add_command(vault)
    assert "/vault" not in (await house.guest("Ben").command("help")).said
    said = (await house.guest("Boss", manages=True).command("help")).said
    assert said.index("For people who manage this server") < said.index("/vault\n-# Open the vault")


async def test_problems_go_to_the_owners_address_or_to_the_servers_managers(house, ana):
    said = (await ana.command("help")).said
    assert "Tell someone who manages this server." in said
    house.app.support_url = "https://example.org/help"
    await house.sets({"starting_chips": 50})
    said = (await ana.command("help")).said
    assert "Report it: https://example.org/help" in said
    assert "Everyone starts with 50 chips" in said


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


async def raw(guest):
    """The text of /help as Discord gets it."""
    answer = await guest.command("help")
    return "\n".join(part["content"] for part in walk(answer.result.response.components) if part["type"] == 10)


async def test_commands_can_be_pressed_once_discord_has_told_their_numbers_after_a_restart_too(house, boss):
    visible = house.env.backend.visible_commands(user_id=boss.id, channel_id=house.channel.id)
    numbers = {found["name"]: found["id"] for found in visible}
    for _ in range(2):
        text = await raw(boss)
        for command in commands(house.app):
            name = command.qualified_name
            assert f"</{name}:{numbers[name.split()[0]]}>" in text
        await house.restart()
    house.app.command_numbers = dict.fromkeys(house.app.command_numbers, 2**63 - 1)
    text = await raw(boss)
    assert len(text) < 3_800, "it fits into one message with the longest numbers"
    assert "-# Play Blackjack against the house" in text
    house.app.command_numbers = {}
    text = await raw(boss)
    assert "`/blackjack open`" in text
    assert "</" not in text
