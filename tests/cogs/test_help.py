"""`/help`: where to start, every command that its reader can use, on one screen of a phone. How many there are."""

import re

import discord
import pytest
from discord import app_commands

from i18n.words import ENGLISH
from tests.cogs.shown import walk
from tools.messages.sources import everything

pytestmark = pytest.mark.usefixtures("english")


def commands(app):
    return [each for each in app.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_help_begins_with_play_and_names_every_command_once(house, boss):
    said = (await boss.command("help")).said
    shown = said.splitlines()
    assert shown[0] == f"### Play {ENGLISH.listed(ENGLISH.said(game.title) for game in house.app.games.values())}"
    assert shown[1] == "/play joins a table, opens one, or lets you practice."
    assert shown[2] == "Everyone starts with 1,000 chips. /daily brings more."
    words = said.replace(" /", "\n/").splitlines()
    for command in commands(house.app):
        if command.qualified_name != "help":
            assert sum(f"{word} ".startswith(f"/{command.qualified_name} ") for word in words) >= 1, command
    assert "Chips are for play only: they can't be bought, sold or cashed in." in said
    assert "The bot reads no messages." in said
    assert house.messages() == []


async def test_help_fits_one_screen_of_a_phone_for_managers_too(boss):
    """A phone 390 pixels wide has 38 letters a line, and 24 lines above the keyboard's place."""
    said = (await boss.command("help")).said
    assert sum(-(-len(line) // 38) for line in said.splitlines()) <= 24


NAMED = re.compile(r"(?<![\w*/<.])/([a-z]{3,}(?: [a-z]+)?)")
"""What may be a command in a text; the second word may be the sentence's."""
GROUPS = {"bank once"}
"""Where a sentence names a whole group."""


async def test_every_command_that_a_text_names_exists(house):
    names = {command.qualified_name for command in commands(house.app)}
    roots = {name.split()[0] for name in names} | {"owner"}
    groups = {command.parent.name for command in commands(house.app) if command.parent is not None}
    wrong = []
    for message in await everything():
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            for found in NAMED.findall(text):
                root, _, rest = found.partition(" ")
                is_known = root in roots and (root not in groups or not rest or found in names | GROUPS)
                if not is_known:
                    wrong.append(f"{found}: {text}")
    assert wrong == []


async def test_members_do_not_see_the_commands_of_managers(house):
    app = house.app

    @app_commands.command(name="vault", description="Open the vault")
    @app_commands.default_permissions(manage_guild=True)
    async def vault(interaction: discord.Interaction) -> None:
        """Nothing."""

    app.tree.add_command(vault)
    assert "Managers" not in (said := (await house.guest("Ben").command("help")).said)
    assert "/vault" not in said
    said = (await house.guest("Boss", manages=True).command("help")).said
    assert "/vault" in said[said.index("Managers") :]


async def test_problems_go_to_the_owners_address_or_to_the_servers_managers(house, ana):
    said = (await ana.command("help")).said
    assert "Tell someone who manages this server." in said
    house.app.support_url = "https://example.org/help"
    await house.sets({"starting_chips": 50})
    said = (await ana.command("help")).said
    assert "Report it: https://example.org/help" in said
    assert "Everyone starts with 50 chips" in said


async def test_with_too_many_commands_for_one_message_help_gives_only_their_names(house):
    told = house.app.command_list
    told.numbers = {**told.numbers, **{f"more{number}": 10**18 + number for number in range(60)}}
    for number in range(60):

        @app_commands.command(name=f"more{number}", description="x" * 100)
        async def more(interaction: discord.Interaction) -> None:
            """Nothing."""

        house.app.tree.add_command(more)
    answer = await house.guest("Ana").command("help")
    texts = [part["content"] for part in walk(answer.result.response.components) if part["type"] == 10]
    assert sum(map(len, texts)) <= 4_000
    assert "`/more7`" in "".join(texts)


async def raw(guest):
    """The text of /help as Discord gets it."""
    answer = await guest.command("help")
    return "\n".join(part["content"] for part in walk(answer.result.response.components) if part["type"] == 10)


async def test_commands_can_be_pressed_once_discord_has_told_their_numbers_after_a_restart_too(house, boss):
    visible = house.env.backend.visible_commands(user_id=boss.id, channel_id=house.channel.id)
    numbers = {found["name"]: found["id"] for found in visible}
    for _ in range(2):
        text = await raw(boss)
        for name in {command.qualified_name for command in commands(house.app)} - {"help"}:
            assert f"</{name}:{numbers[name.split()[0]]}>" in text
        await house.restart()
    house.app.command_list.numbers = dict.fromkeys(house.app.command_list.numbers, 2**63 - 1)
    text = await raw(boss)
    assert len(text) < 3_800, "it fits into one message with the longest numbers"
    house.app.command_list.numbers = {}
    text = await raw(boss)
    assert "`/blackjack open`" in text
    assert "</" not in text
