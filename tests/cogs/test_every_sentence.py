"""Nothing reaches Discord that can't be translated: whole rounds of every game in a language of brackets.

The tests look at everything the real bot sends: tables, panels, forms, lists, answers, refusals, and the commands
themselves. To cover a new command, give it a line in COMMANDS.
"""

import functools

import pytest
from discord.app_commands import Command

from tests.cogs import pseudo
from tests.cogs.blackjack import story
from tests.cogs.pontoon import test_pontoon_restart
from tests.cogs.settings.test_settings_panel import Panel
from tests.guild_settings.offered import SCHEMA

pytestmark = pytest.mark.usefixtures("every_text")


# Whole rounds


async def press_all_the_small_ones(guest, table):
    """The small buttons below every table."""
    await guest.press("Rules", table)
    asked = await guest.press("Close table", table)
    await asked.press("Keep it open")


async def test_blackjack(house):
    played = story.Story(house)
    for step in story.STEPS:
        await getattr(played, step)()
        if step == "seated_without_bets":
            await press_all_the_small_ones(played.ana, played.table)
            await (await played.ana.press("Bet", played.table)).fill(main="a few", pair="")
            await (await played.ana.press("Bet", played.table)).fill(main="2", pair="")
            form = await played.cy.press("Bet behind", played.table)
            await form.fill(boxes=form.boxes(1), main="7", pair="")
        elif step == "in_the_middle_of_a_hand":
            await played.ana.press("Stand", played.table)
            await played.cy.press("Bet behind", played.table)
            await (await played.ana.press("Leave", played.table)).press("Stay")
            await house.wait(16)  # half the time is over, and Ben is called


async def test_blackjack_moves_and_results(house):
    ana, ben, cy = house.guests("Ana Ben Cy")
    await house.sets({"blackjack.surrender_vs_ten": True, "blackjack.double_after_split": True})
    table = await ana.opens(seats=3)
    for guest in (ana, ben):
        await guest.press("Sit", table)
    house.deal("5S 6D", "8S 8D", dealer="10H", then="KC 9C")
    await ana.bets(100, table, pair=10)
    await ben.bets(40, table)
    await ana.press("Double", table)
    await ben.press("Surrender", table)
    house.deal("AS KD", "10S 10D", dealer="9H", then="KC 8C")
    await ana.press("Same", table)
    await ben.press("Same", table)
    await ben.press("Hit", table)
    house.deal("10S 7D", "10S 10D", dealer="AH", then="KC")
    await ana.press("Same", table)
    await ben.press("Same", table)
    await ana.press("Insure", table)
    await ben.press("No insurance", table)
    for guest in (ana, ben):
        await guest.press("Stand", table)
    house.deal("10S 7D", "10S KH", dealer="7H", then="10C 9D 5C")
    await ana.press("Same", table)
    await ben.press("Same", table)
    for guest in (ana, ben):
        await guest.press("Stand", table)
    await cy.press("Sit", table)
    await (await ana.press("Close table", table)).press("Close table")


async def test_pok_deng(house, turn_over):
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens("pokdeng")
    await press_all_the_small_ones(ana, table)
    for spots, chips in (("P1, P2, P3 Pair", 100), ("P4", 3), ("P5", "much")):
        await ana.bets_on(spots, chips, table)
    await (await ben.press("Bet", table)).fill(spots=["m0", "p2"], chips="all")
    await (await ben.press("Bet", table)).fill(spots=["m0", "p2"], chips="20")
    await ana.chooses("P1 Pair, P2 Pair, P3 Pair, P4 Pair, P5 Pair", table)
    await ana.press("My bets", table)
    await ben.press("Clear my bets", table)
    panel = await ben.press("Minimum…", table)
    await (await panel.press("P1")).press("Clear my bets")
    await ben.bets_on("P3 Pair, P4", 50, table)
    hands = {1: "6C 7S", 2: "QS JC", 3: "5C 5C", 4: "KH 9H", 5: "10D 2S"}
    house.deal_hands(hands, "4H 8C")
    for guest in (ana, ben):
        await guest.press("Ready", table)
    await turn_over(4)
    await ana.press("Road", table)
    await ana.press("Same", table)
    await ben.press("×2", table)
    await ben.press("Clear my bets", table)
    await ben.press("All results", table)
    house.deal_hands({1: "3C 3D", 2: "AC KC", 3: "10S JD", 4: "2C 8C"}, "AH 9S")
    await ana.press("Ready", table)
    await turn_over(4)
    await ana.command("table close", table=table.number)


@pytest.mark.usefixtures("turn_over")
async def test_pok_deng_with_many_people(house, turn_over):
    guests = house.guests("Ana Ben Cy Dee Eli Flo Gil Hal Ida Joe Kim Lou Max Ned")
    table = await guests[0].opens("pokdeng")
    house.deal_hands({1: "4C 4D", 2: "2C 3D"}, "4H 3C")
    for guest in guests:
        await guest.bets_on("P1, P2, P3, P4, P5, P1 Pair, P2 Pair, P3 Pair", 10, table)
    for guest in guests:
        await guest.press("Ready", table)
    await turn_over(4)
    await (await guests[3].press("All results", table)).press("Next")
    await guests[0].press("Same", table)


async def test_pontoon(five, packs):
    played = test_pontoon_restart.Story(five, packs)
    for step in test_pontoon_restart.STEPS:
        await getattr(played, step)()
        if step == "gathered":
            await press_all_the_small_ones(five.ana, played.table)
            await five.ben.press("Start", played.table)
        elif step == "waiting_for_the_kitty":
            await (await five.ana.press("Kitty", played.table)).fill(chips="1")
        elif step == "half_the_stakes":
            await (await (await five.panel(five.dee)).press("Stake")).fill(chips="1000")
            await five.panel(five.eve)
        elif step == "the_banker_is_asked":
            await five.panel(five.ana)
            await five.house.wait(16)
        elif step == "an_offer_is_open":
            await five.ben.press("Buy the bank for 15", played.table)
        elif step == "bids":
            await (await five.cy.press("Bid", played.table)).fill(chips="1")


async def test_pontoon_pontoons_and_tricks(five, packs):
    packs.deal("AC KD", "2H 3C", "10H 5D", "7S KH", bank="10S 9C", then="4D 5C 6C 9H AH")
    await five.sit_down()
    await five.start()
    await five.stake()
    await five.press(five.cy, "Twist", "Twist", "Twist")
    await five.press(five.dee, "Twist")
    await five.press(five.eve, "Stick")
    await five.ana.press("Stay, pay 20", five.table)
    await five.ana.press("Sell the bank", five.table)
    await (await five.ben.press("Sell the bank", five.table)).fill(to=["anybody"], chips="50")
    await five.ben.press("Withdraw the offer", five.table)
    await (await five.ben.press("Give up the bank", five.table)).press("Give up the bank")
    for guest in (five.ana, five.cy, five.dee, five.eve, five.ana):
        await guest.press("No", five.table)
    await five.cy.press("Take the bank", five.table)
    await five.ana.press("Leave", five.table)
    await five.house.wait(21)


# Commands


COMMANDS = [
    ("blackjack open", {"minimum": 30, "maximum": 20}),
    ("blackjack open", {"minimum": 3, "maximum": 3}),
    ("pokdeng open", {"minimum": 30, "maximum": 20}),
    ("pontoon open", {"minimum": 30, "maximum": 20}),
    ("pontoon open", {"shoot": True}),
    ("table list", {}),
    ("table close", {"table": 99}),
    ("chips balance", {}),
    ("chips balance", {"member": "Ben"}),
    ("chips balance", {"member": "Cy"}),
    ("chips daily", {}),
    ("chips relief", {}),
    ("chips history", {}),
    ("chips top", {}),
    ("settings show", {}),
    ("settings set", {}),
    ("settings rules", {"game": "five_hundred"}),
    ("chips give", {"member": "Ben", "amount": "50"}),
    ("chips give", {"member": "Ben", "amount": "many"}),
    ("chips give", {"member": "Ben", "amount": "all"}),
    ("chips history", {}),
    ("bank give", {"member": "Ben", "amount": "1k", "reason": "1"}),
    ("bank take", {"member": "Ben", "amount": "50", "reason": "2"}),
    ("bank take", {"member": "Ben", "amount": "1m", "reason": "3"}),
    ("bank set", {"member": "Cy", "amount": "1m", "reason": "4"}),
    ("bank set", {"member": "Cy", "amount": "lots", "reason": "5"}),
    ("bank reset", {"member": "Ben", "reason": "6"}),
    ("bank reset", {"reason": "7"}),
    ("bank season", {"name": "8"}),
    ("chips seasons", {}),
    ("bank audit", {"reason": "8"}),
    ("bank audit", {"member": "Ben", "table": 1, "reason": "9"}),
    ("achievements", {}),
    ("chips top", {"board": "blackjack", "time": "week"}),
    ("chips top", {"board": "five_hundred", "time": "week"}),
    ("chips stats", {}),
    ("chips stats", {"member": "Ben"}),
    ("chips graph", {}),
    ("fair show", {}),
    ("fair show", {"table": 1}),
    ("fair verify", {}),
    ("fair verify", {"table": 1, "shuffle": "0000abcd"}),
    ("help", {}),
    ("rules", {"game": "blackjack"}),
    ("rules", {"game": "pok_deng"}),
    ("rules", {"game": "pontoon"}),
    ("rules", {"game": "five_hundred"}),
    ("fivehundred open", {"players": 3, "ante": 20}),
    ("fivehundred open", {"players": 4, "target": 300}),
    ("fivehundred scores", {}),
    ("fivehundred ladder", {}),
    ("fivehundred history", {}),
    ("fivehundred history", {"member": "Ben"}),
    ("fivehundred record", {"match": 1, "deal": 1}),
    ("fivehundred review", {"match": 1, "deal": 1}),
    ("fivehundred resume", {"match": 1}),
    ("fivehundred practice", {"players": 3, "show": "privately"}),
    ("pontoon practice", {"players": 3, "show": "privately"}),
    ("table callme", {}),
    ("table callme", {"when": "on", "game": "pok_deng"}),
    ("table callme", {"when": "on"}),
    ("table callme", {"when": "off"}),
    ("table kick", {"table": 1, "member": "Cy"}),
    ("table kick", {"table": 1, "member": "Ben"}),
    ("table close", {"table": 1}),
    ("mydata export", {}),
    ("mydata delete", {}),
    ("mydata delete", {}),
]
"""Every command with its options; a name is a member's."""


@pytest.fixture(scope="module")
def plotting():
    """Load matplotlib first: that takes longer than SimCord waits for an answer on a busy machine."""
    import matplotlib.backends.backend_agg
    import matplotlib.figure  # noqa: F401 - only to load it


@pytest.mark.usefixtures("plotting")
@pytest.mark.parametrize("asker", ["Ana", "Cy"])
async def test_the_answers_of_commands(house, asker):
    """Ana has Manage Server and is the host of table 1, where Ben has played and bets again; Cy is new."""
    ana = house.guest("Ana", manages=True)
    ben, cy = house.guests("Ben Cy")
    members = {"Ana": ana, "Ben": ben, "Cy": cy}
    table = await ana.opens(minimum=10)
    house.deal("10S 9D", dealer="9H", then="8C")
    await ben.bets(100, table)
    await ben.press("Stand", table)
    await ben.bets(100, table)
    await ben.command("chips daily")
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
async def test_the_answers_about_a_shuffle_that_is_over(house, turn_over, game):
    ana = house.guest("Ana")
    table = await ana.opens(game)
    if game == "blackjack":
        house.deal("10S 9D", dealer="9H", then="8C")
        await ana.bets(100, table)
        await ana.command("fair show")
        await ana.press("Stand", table)
    else:
        await ana.bets_on("P1", 100, table)
        await ana.press("Ready", table)
        await turn_over(4)
    await ana.command("table close", table=1)
    answer = await ana.command("fair verify", table=1)
    for label in answer.buttons:
        await answer.press(label)
    await ana.command("fair verify", table=1, shuffle="0000abcd")


async def test_every_setting(house):
    boss = house.guest("Boss", manages=True)
    for group in SCHEMA.groups.values():
        await Panel(boss, await boss.command("settings show")).choose("s:look", group.key)
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
    assert everything <= {name for name, _ in COMMANDS}
    await house.guest("Ana").command("table list")


async def test_the_bank(house):
    boss, ana, ben = house.guest("Boss", manages=True), *house.guests("Ana Ben")
    house.entrust(ana, "bank")
    table = await ana.opens()
    await ben.press("Sit", table)
    await ana.bets(100, table)
    for guest in (boss, ana):
        for verb, amount in (("give", "5"), ("take", "9999"), ("take", "5"), ("set", "7"), ("set", "7"), ("set", "-7")):
            await guest.command(f"bank {verb}", member=ana.member, amount=amount, reason="1")
    await boss.command("bank give", member=ana.member, amount="5", reason="\n")
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
    await (await boss.command("chips seasons")).press("Older")
    await boss.command("bank audit", reason="1")


async def test_managers_and_their_log(house):
    boss, ana, cy = house.guest("Boss", manages=True), *house.guests("Ana Cy")
    channel, role = house.guild.create_text_channel("log"), house.guild.create_role("croupiers")
    change = functools.partial(house.app.servers.change, house.guild.id, actor_id=boss.id, now=house.env.now())
    await change({"log_channel": channel.id, "manager_role": role.id})
    house.appoint(cy, role)
    await (await Panel.of(cy)).open("log_channel")
    await Panel.of(ana)
    for verb in ("give", "take", "set"):
        await boss.command(f"bank {verb}", member=ana.member, amount="5", reason="1")
    await (await boss.command("bank reset", reason="1", member=ana.member)).press("Reset this member")
    await (await boss.command("bank season", name="7")).press("Start the season")
    table = await ana.opens()
    house.deal("10S 9D", dealer="9H", then="8C")
    await ana.bets(100, table)
    await cy.command("table kick", table=1, member=ana.member)
    await cy.command("table close", table=1)
    await ana.opens("pokdeng")
    await cy.command("table close", table=2)
    table = await ana.opens("pontoon")
    with house.as_the_bot():
        await change({"games_off": ["pontoon", "blackjack"]})
    await ana.command("pontoon open")
    await ana.press("Open again", table)
    await house.wait(4)
    house.env.backend.delete_channel(channel.id)
    panel = await (await Panel.of(boss)).open("log_channel")
    await panel.press(house.label(panel.message, "Default"))


async def test_gifts(house):
    ana, ben = house.guests("Ana Ben")
    for limits in ({}, {"transfer_account_days": 0}, {"transfer_rounds": 0, "transfer_received": 4}):
        await house.sets(limits)
        await ana.command("chips give", member=ben.member, amount="5")
    await house.sets({"transfer_received": 0})
    for amount in ("5", "much", "9999"):
        await ana.command("chips give", member=ben.member, amount=amount)
    await ana.command("chips give", member=ana.member, amount="5")
    await house.sets({"transfers": "taxed", "transfer_cap": 20})
    for amount, label in (("10", "Give 10"), ("5", "Back"), ("20", "Give 20")):
        await (await ana.command("chips give", member=ben.member, amount=amount)).press(label)
    await ana.command("chips give", member=ben.member, amount="1")
    await house.sets({"transfer_account_days": 9})
    await ana.command("chips give", member=ben.member, amount="5")
    await house.sets({"transfers": "off"})
    await ana.command("chips give", member=ben.member, amount="5")


async def test_the_commands_themselves(house):
    """What Discord shows of them in both kinds of English, which are both in brackets here."""
    (request,) = [sent for sent in house.env.http_requests if sent.path.endswith("/commands") and sent.method == "PUT"]
    shown = list(described(request.json))
    assert len(shown) > 20
    for part in shown:
        if "description" in part:
            assert part["description_localizations"]["en-US"] == pseudo.bracketed(part["description"])
        for choice in part.get("choices", ()):
            assert choice["name_localizations"]["en-US"] == pseudo.bracketed(choice["name"])
    house.guest("Ana")
    await house.guest("Ben").command("chips balance")


def described(parts):
    for part in parts:
        yield part
        yield from described(part.get("options", ()))
