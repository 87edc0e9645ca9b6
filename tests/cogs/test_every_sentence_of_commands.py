"""Nothing that answers a command reaches Discord that can't be translated: every one in a language of brackets.

The tests look at everything the real bot sends: tables, panels, forms, lists, answers, refusals, and the commands
themselves. To cover a new command, give it a line in COMMANDS.
"""

import functools

import pytest
from discord.app_commands import Command

from tests.cogs import limits, pseudo
from tests.cogs.settings.test_settings_panel import Panel
from tests.tables.settings.offered import SCHEMA

pytestmark = pytest.mark.usefixtures("every_text")


COMMANDS = [
    ("blackjack open", {"minimum": 30, "maximum": 20}),
    ("blackjack open", {"minimum": 3, "maximum": 3}),
    ("pokdeng open", {"minimum": 30, "maximum": 20}),
    ("pontoon open", {"minimum": 30, "maximum": 20}),
    ("pontoon open", {"shoot": True}),
    ("play", {}),
    ("language", {}),
    ("table close", {"table": 99}),
    ("balance", {}),
    ("balance", {"member": "Ben"}),
    ("balance", {"member": "Cy"}),
    ("daily", {}),
    ("top", {}),
    ("settings", {}),
    ("chips give", {"member": "Ben", "amount": "50"}),
    ("chips give", {"member": "Ben", "amount": "many"}),
    ("chips give", {"member": "Ben", "amount": "all"}),
    ("bank change", {"member": "Ben", "amount": "1k", "reason": "1"}),
    ("bank change", {"member": "Ben", "amount": "-1m", "reason": "3"}),
    ("bank set", {"member": "Cy", "amount": "1m", "reason": "4"}),
    ("bank set", {"member": "Cy", "amount": "lots", "reason": "5"}),
    ("bank reset", {"member": "Ben", "reason": "6"}),
    ("bank reset", {"reason": "7"}),
    ("bank season", {"name": "8"}),
    ("bank audit", {}),
    ("bank audit", {"table": 1}),
    ("bank audit", {"reason": "8"}),
    ("bank audit", {"member": "Ben", "table": 1, "reason": "9"}),
    ("achievements", {}),
    ("top", {"board": "blackjack", "time": "week"}),
    ("top", {"board": "five_hundred", "time": "week"}),
    ("fair verify", {}),
    ("fair verify", {"shuffle": "0000abcd"}),
    ("help", {}),
    ("rules", {"game": "blackjack"}),
    ("rules", {"game": "pok_deng"}),
    ("rules", {"game": "pontoon"}),
    ("rules", {"game": "five_hundred"}),
    ("fivehundred open", {"players": 3, "ante": 20}),
    ("fivehundred open", {"players": 4, "target": 300}),
    ("fivehundred matches", {}),
    ("fivehundred ladder", {}),
    ("fivehundred practice", {"players": 3, "show": "privately"}),
    ("pontoon practice", {"players": 3, "show": "privately"}),
    ("mydata", {}),
    ("tournament open", {"name": "9", "start": "2h", "prize": 100}),
    ("tournament show", {}),
    ("table kick", {"table": 1, "member": "Cy"}),
    ("table kick", {"table": 1, "member": "Ben"}),
    ("table close", {"table": 1}),
]
"""Every command with its options; a name is a member's."""


@pytest.mark.sampled
@pytest.mark.paces(house=60.0, card=60.0)  # SimCord waits for all that is due within two seconds of a press
@pytest.mark.usefixtures("plotting")
@pytest.mark.parametrize("asker", ["Ana", "Cy"])
async def test_the_answers_of_commands(house, asker):
    """Ana has Manage Server and is the host of table 1, where Ben has played and bets again; Cy is new."""
    ana = house.guest("Ana", manages=True)
    ben, cy = house.guests("Ben Cy")
    members = {"Ana": ana, "Ben": ben, "Cy": cy}
    await house.sets({"tables_per_person": 25, "tables_per_channel": 25})
    table = await ana.opens(minimum=10)
    house.deal("10S 9D v 9H then 8C")
    await table.plays("Ben bets 100, Ben Stand, Ben bets 100")
    await ben.command("daily")
    for name, options in COMMANDS:
        if name.startswith("bank ") and asker != "Ana":
            continue  # Discord doesn't offer these to others
        options = {option: getattr(members.get(value), "member", value) for option, value in options.items()}
        answer = await members[asker].command(name, **options)
        for label in answer.buttons if answer.said else ():
            if label in answer.left:
                await answer.press(label)
        await house.wait(3)  # the bot limits commands per minute


@pytest.mark.parametrize("game", ["blackjack", "pokdeng"])
async def test_the_answers_about_a_shuffle_that_is_over(house, ana, turn_over, game):
    table = await ana.opens(game)
    if game == "blackjack":
        house.deal("10S 9D v 9H then 8C")
        await ana.bets(100, table)
        await (await ana.press("Rules", table)).press("Shuffle")
        await ana.press("Stand", table)
    else:
        await table.plays("Ana bets 100 on P1, Ana Ready")
        await turn_over(4)
    await ana.command("table close", table=1)
    answer = await ana.command("fair verify")
    for label in answer.buttons:
        await answer.press(label)
    await ana.command("fair verify", shuffle="0000abcd")


async def test_every_setting(house, ana, boss):
    for group in SCHEMA.groups.values():
        await Panel(ana, await ana.command("settings")).choose("s:look", group.key)
        panel = await Panel.of(boss)
        for setting in group.settings:
            await panel.choose("s:group", group.key)
            await panel.choose("s:pick", setting.key)
            for label in ("Change", "On", "Off", "Default"):
                if any(house.say(part.get("label") or "") == label for part in panel.controls):
                    await panel.press(house.label(panel.message, label))
        await house.wait(5)


async def test_every_command_has_its_line(house):
    everything = {command.qualified_name for command in house.app.tree.walk_commands() if isinstance(command, Command)}
    assert everything - {name for name, _ in COMMANDS} == set(), "each needs a line in COMMANDS"
    await house.guest("Ana").command("play")


async def test_the_bank(house):
    boss, ana = house.guest("Boss", manages=True), house.guest("Ana")
    house.entrust(ana, "bank")
    table = await ana.opens()
    await table.plays("Ben Sit, Ana bets 100")
    for guest in (boss, ana):
        for verb, amount in (
            ("change", "5"),
            ("change", "-9999"),
            ("change", "-5"),
            ("set", "7"),
            ("set", "7"),
            ("set", "-7"),
        ):
            await guest.command(f"bank {verb}", member=ana.member, amount=amount, reason="1")
    await boss.command("bank change", member=ana.member, amount="5", reason="\n")
    await boss.command("chips give", member=ana.member, amount="5")
    days = {"from": "2026-01-01", "to": "2026-12-31"}
    audit = await boss.command("bank audit", reason="1", member=ana.member, **days)
    await boss.command("bank audit", reason="1", table=1)
    await boss.command("bank audit", reason="1", table=99)
    await boss.command("bank audit", reason="1", **{"from": "0"})
    await boss.command("bank audit", reason="1", **{"from": days["to"], "to": days["from"]})
    for label in ("As a file", "Check the books"):
        await audit.press(label)
    await (await boss.command("bank reset", reason="1", member=ana.member)).press("Back")
    await (await boss.command("bank reset", reason="1", member=ana.member)).press("Reset this member")
    await (await boss.command("bank reset", reason="1")).press("Reset the whole server")
    for name in ("7", "8"):
        await (await boss.command("bank season", name=name)).press("Back")
        await (await boss.command("bank season", name=name)).press("Start the season")
    top = await boss.command("top")
    for label in ("Seasons", "Older"):
        await top.press(label)
    await boss.command("bank audit", reason="1")


async def test_managers_and_their_log(house):
    boss, ana, cy = house.guest("Boss", manages=True), *house.guests("Ana Cy")
    channel, role = house.guild.create_text_channel("log"), house.guild.create_role("croupiers")
    change = functools.partial(house.app.servers.change, house.guild.id, actor_id=boss.id, now=house.env.now())
    await change({"log_channel": channel.id, "manager_role": role.id})
    house.appoint(cy, role)
    await (await Panel.of(cy)).open("log_channel")
    await Panel.of(ana)
    for verb, amount in (("change", "5"), ("change", "-5"), ("set", "5")):
        await boss.command(f"bank {verb}", member=ana.member, amount=amount, reason="1")
    await (await boss.command("bank reset", reason="1", member=ana.member)).press("Reset this member")
    await (await boss.command("bank season", name="7")).press("Start the season")
    table = await ana.opens()
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    await cy.command("table kick", table=1, member=ana.member)
    await cy.command("table close", table=1)
    await ana.opens("pokdeng")
    await cy.command("table close", table=2)
    table = await ana.opens("pontoon")
    with house.as_the_bot():
        await change({"games_off": ["pontoon", "blackjack"]})
    await ana.command("pontoon open")
    await table.plays("Ana Open again, 4 s")
    house.env.backend.delete_channel(channel.id)
    panel = await (await Panel.of(boss)).open("log_channel")
    await panel.press(house.label(panel.message, "Default"))


async def test_gifts(house, ana, ben):
    for settings in ({}, {"givers": [0, 20]}, {"givers": [0, 0], "between_members": 4}):
        await house.sets(settings)
        await ana.command("chips give", member=ben.member, amount="5")
    await house.sets({"between_members": 0})
    for amount in ("5", "much", "9999"):
        await ana.command("chips give", member=ben.member, amount=amount)
    await ana.command("chips give", member=ana.member, amount="5")
    await house.sets({"gifts": 10, "between_members": 20})
    for amount, label in (("10", "Give 10"), ("5", "Back"), ("20", "Give 20")):
        await (await ana.command("chips give", member=ben.member, amount=amount)).press(label)
    await ana.command("chips give", member=ben.member, amount="1")
    await house.sets({"givers": [9, 0]})
    await ana.command("chips give", member=ben.member, amount="5")
    await house.sets({"gifts": 100})
    await ana.command("chips give", member=ben.member, amount="5")


async def test_the_commands_themselves(house):
    """What Discord shows of them in both kinds of English, which are both in brackets here."""
    (request,) = [sent for sent in house.env.http_requests if sent.path.endswith("/commands") and sent.method == "PUT"]
    shown = list(described(request.json))
    assert len(shown) > 20
    for part in shown:
        if "description" in part:
            shown_as = part["description_localizations"]["en-US"]
            assert shown_as.replace(pseudo.FILLING, "") == pseudo.bracketed(part["description"])
        for choice in part.get("choices", ()):
            shown_as = choice["name_localizations"]["en-US"]
            assert shown_as.replace(pseudo.FILLING, "") == pseudo.bracketed(choice["name"])
    house.guest("Ana")
    await house.guest("Ben").command("balance")


def described(parts):
    for part in parts:
        yield part
        yield from described(part.get("options", ()))


async def test_a_translation_that_has_no_room_is_noticed(house, ana, table, sentences):
    german = pseudo.translations()[None, "Join"]
    assert pseudo.FILLING in str(house.raw(table.message))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(german, "de", ["S" * (limits.BUTTON + 1)])
        assert limits.too_long(house.env.http_requests, sentences) == {("de", limits.BUTTON, *german["de"])}
