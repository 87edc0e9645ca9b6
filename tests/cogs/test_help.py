"""`/help`: where to start, a guided deal of each game, and every command that its reader can use."""

import re

import discord
import pytest
from discord import app_commands

from i18n.words import ENGLISH
from tools.messages.sources import everything

pytestmark = pytest.mark.usefixtures("english")


def commands(app):
    return [each for each in app.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_help_begins_with_play_and_has_a_button_for_each_game(house, boss):
    answer = await boss.command("help")
    shown, games = answer.said.splitlines(), [ENGLISH.said(game.title) for game in house.app.games.values()]
    assert shown[0] == f"### Play {ENGLISH.listed(games)}"
    assert shown[1] == "/play joins a table, opens one, or lets you practice."
    assert shown[2] == "Everyone starts with 1,000 chips. /daily gives more."
    assert "Chips are for play only: they can't be bought, sold or cashed in." in answer.said
    assert answer.buttons == [*games, "All commands"]
    assert house.messages() == []
    await answer.press("Five Hundred")
    assert answer.now.startswith("### A guided deal of Five Hundred")


async def test_every_command_is_on_a_page_of_its_kind_with_what_it_does(house, boss):
    said = (await boss.reads_help()).splitlines()
    for command in commands(house.app):
        assert f"/{command.qualified_name} {command.description}" in said


async def test_no_page_is_longer_than_a_screen_and_a_half_of_a_phone(boss):
    """A phone 390 pixels wide has 38 letters a line, and 24 lines above the keyboard's place."""
    answer = await boss.command("help")
    for label in ("All commands", "More", "Managers"):
        await answer.press(label)
        assert sum(-(-len(line) // 38) for line in answer.now.splitlines()) <= 36


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
    assert "Managers" not in (said := await house.guest("Ben").reads_help())
    assert "/vault" not in said
    said = await house.guest("Boss", manages=True).reads_help()
    assert "/vault" in said[said.index("Managers") :]


async def test_problems_go_to_the_owners_address_or_to_the_servers_managers(house, ana):
    said = (await ana.command("help")).said
    assert "Tell a manager of this server." in said
    house.app.support_url = "https://example.org/help"
    await house.sets({"starting_chips": 50})
    said = (await ana.command("help")).said
    assert "Report it: https://example.org/help" in said
    assert "Everyone starts with 50 chips" in said


async def raw(guest):
    """The text of /help as Discord gets it."""
    answer, said = await guest.command("help"), ""
    for label in ("All commands", "More", "Managers"):
        said += str(guest.house.raw(answer.result.response))
        await answer.press(label)
    return said + str(guest.house.raw(answer.result.response))


async def test_commands_can_be_pressed_once_discord_has_told_their_numbers_after_a_restart_too(house, boss):
    visible = house.env.backend.visible_commands(user_id=boss.id, channel_id=house.channel.id)
    numbers = {found["name"]: found["id"] for found in visible}
    for _ in range(2):
        text = await raw(boss)
        for name in {command.qualified_name for command in commands(house.app)}:
            assert f"</{name}:{numbers[name.split()[0]]}>" in text
        await house.restart()
    house.app.command_list.numbers = dict.fromkeys(house.app.command_list.numbers, 2**63 - 1)
    assert f"</play:{2**63 - 1}>" in await raw(boss), "it fits into one message with the longest numbers"
    house.app.command_list.numbers = {}
    text = await raw(boss)
    assert "`/blackjack open`" in text
    assert "</" not in text
