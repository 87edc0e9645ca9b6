"""The role of managers: its members may do all that Manage Server allows, but not change who they are or who knows."""

import pytest
from simcord.enums import ComponentType

from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.settings.test_settings_panel import GUARDED, Forged, Panel


@pytest.fixture
async def role(house):
    return house.guild.create_role("croupiers")


@pytest.fixture
async def cy(house, role):
    """A member with the role, which the server has chosen, and which may use /bank."""
    cy = house.guest("Cy")
    house.appoint(cy, role)
    house.entrust(cy, "bank")
    await house.sets({"manager_role": role.id})
    return cy


# What the role may do


async def test_the_role_opens_and_closes_tables_removes_people_and_changes_settings(house, ana, cy):
    table, other = await ana.opens(), await ana.opens("pontoon")
    await ana.press("Sit", table)
    assert (await cy.command("table kick", table=1, member=ana.member)).said == "Ana removed from table 1"
    await (await cy.press("Close table", table)).press("Close table")
    await house.wait(2)
    assert "this table closed. closed by a manager." in table.text
    assert (await cy.command("table close", table=other.number)).said == "table 2 closed"
    await house.sets({"openers": "managers"})
    assert (await ana.command("blackjack open")).said == "only managers open tables"
    assert "Blackjack · table 3" in (await cy.opens()).text
    panel = await (await Panel.of(cy)).open("mentions")
    await panel.press("Off")
    assert "Cy changed Turn mentions from on to off" in panel.text
    assert "/bank change" in await cy.reads_help()
    assert "/bank change" not in await ana.reads_help()


async def test_the_role_voids_a_match(house, match_of, deals, cy):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start(ante=100)
    said = (await cy.command("table close", table=table.number, reason="a joke")).said
    assert said == "Match 1 is void, and the antes are returned."
    assert await two.ana.chips() == 1_000


async def test_the_role_gives_takes_and_resets_chips(house, ana, cy):
    await cy.command("bank change", member=ana.member, amount="500", reason="a quiz")
    assert await ana.chips() == 1_500
    await (await cy.command("bank reset", member=ana.member, reason="enough")).press("Reset this member")
    assert await ana.chips() == 1_000
    await (await cy.command("bank season", name="Spring")).press("Start the season")
    seasons = await ana.command("top")
    await seasons.press("Seasons")
    assert "Spring" in house.texts()[-1]


# What it may not


async def test_the_role_reads_who_manages_but_changes_nothing_about_it(house, ana, boss, cy, role):
    panel = await (await Panel.of(cy)).open("manager_role")
    assert f"Manager role: <@&{role.id}>" in panel.text
    assert "only for members with Manage Server to change" in panel.text
    assert [part["custom_id"] for part in panel.controls] == ["settings:s:group:groups", "settings:s:pick:managers"]
    table, other = await ana.opens(), house.guild.create_role("friends")
    for custom_id, how in (
        ("settings:r:role:manager_role", {"component": ComponentType.ROLE_SELECT, "values": [str(other.id)]}),
        ("settings:b:default:first.manager_role", {}),
    ):
        assert (await Forged(cy, custom_id, table, **how).press()).said == GUARDED
    assert house.app.servers.of(house.guild.id).manager_role == role.id
    panel = await (await Panel.of(boss)).open("manager_role")
    await panel.press("Default")
    assert house.app.servers.of(house.guild.id).manager_role == 0


# Who has it


async def test_others_are_told_which_permission_or_role_they_need(house, ana, cy, role):
    needed = f"only for managers or <@&{role.id}>"
    house.entrust(ana, "bank")
    settings = await ana.command("settings")
    assert (await ana.forges(settings.result.response.message, "settings:b:on:relief")).said == needed
    assert (await ana.command("bank change", member=ana.member, amount="500", reason="please")).said == needed
    table = await cy.opens()
    said = "only for its host or a manager"
    assert (await ana.command("table close", table=table.number)).said == said


async def test_whoever_loses_the_role_manages_nothing_any_more_and_nobody_has_one_that_was_deleted(house, cy, role):
    panel = await (await Panel.of(cy)).open("mentions")
    roles = house.env.backend.get_guild(house.guild.id).members[cy.id].role_ids
    roles.clear()
    house.appoint(cy, house.guild.create_role("friends"))
    assert "only for managers or" in (await panel.press("Off")).said
    house.env.backend.delete_role(house.guild.id, role.id)
    roles.append(role.id)  # Discord may tell of the two in any order
    assert (await panel.press("Off")).said.endswith(GUARDED)
    assert house.app.servers.of(house.guild.id).mentions


async def test_only_a_role_that_people_give_can_be_chosen(house, boss):
    bots = next(role for role in house.env.backend.get_guild(house.guild.id).roles.values() if role.managed)
    panel = await (await Panel.of(boss)).open("manager_role")
    for number, said in (
        (house.guild.id, "Everyone has that role."),
        (bots.id, "Discord assigns that role itself."),
        (99, "The bot doesn't see that role."),
    ):
        how = {"component": ComponentType.ROLE_SELECT, "values": [str(number)]}
        table = await boss.opens()
        assert said in (await Forged(boss, "settings:r:role:manager_role", table, **how).press()).said
        await boss.command("table close", table=table.number)
    assert house.app.servers.of(house.guild.id).manager_role == 0
    await panel.choose("r:role", house.guild.create_role("croupiers"))
    assert house.app.servers.of(house.guild.id).manager_role


async def test_everyone_manages_nothing_even_if_everyone_was_chosen(house, ana):
    await house.sets({"manager_role": house.guild.id})
    assert "only managers change these" in (await ana.command("settings")).said
