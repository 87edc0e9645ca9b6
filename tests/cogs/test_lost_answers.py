"""What was done stays done: when Discord doesn't take the answer, nobody is told that nothing happened."""

import sys

import pytest

from data.tables.tables import Tables
from tables.driver import LiveTable
from tables.events import BeginIfComplete
from tests.cogs.settings.test_settings_panel import Panel
from tests.cogs.test_failures import CALLBACK, REFUSALS
from tests.cogs.test_failures import refuse as refuse

pytestmark = pytest.mark.usefixtures("as_users_have_it", "generous")

HOOK = ("PATCH", "/webhooks/*")
FOLLOWUP = ("POST", "/webhooks/*")
NOTHING = "failed, no chips moved"

refusals = pytest.mark.parametrize("refusal", REFUSALS)


@pytest.fixture
async def people(house):
    people = [house.guest("Ana", manages=True), *house.guests("Ben Cy")]
    for guest in people:
        await guest.chips()
    return people


async def ledger(house):
    """All chips that moved, oldest first."""
    return (await house.app.store.find("SELECT why, amount FROM ledger ORDER BY id"))[3:]


# Gifts


@pytest.mark.sampled
@refusals
async def test_a_gift_is_made_only_once_discord_has_acknowledged_the_command_and_then_announced_somehow(
    house, people, refuse, refusal
):
    ana, ben, cy = people
    refuse(CALLBACK, refusal)
    assert (await ana.command("chips give", member=ben.member, amount="300")).said == NOTHING
    assert await ledger(house) == []
    house.expects_faults = True
    refuse(HOOK, refusal)
    said = (await ana.command("chips give", member=ben.member, amount="300")).said
    assert said == "gave Ben 300, 700 left"
    assert house.texts()[-1].startswith("Ana gave Ben"), "everybody is told"
    refuse(FOLLOWUP, refusal)
    said = (await ana.command("chips give", member=cy.member, amount="300")).said
    assert said == "gave Cy 300, 400 left", "if not everybody, the giver is told"
    await house.sets({"gifts": 10})
    asked = await ana.command("chips give", member=ben.member, amount="100")
    refuse(HOOK, refusal)
    said = (await asked.press("Give 100")).said
    assert said.endswith("gave Ben 90, 300 left")
    assert [await guest.chips() for guest in people] == [300, 1390, 1300]


async def test_repeating_a_gift_within_a_minute_asks_first_also_after_a_restart(house, people):
    ana, ben, cy = people
    await ana.command("chips give", member=ben.member, amount="100")
    await house.restart()
    asked = await ana.command("chips give", member=ben.member, amount="100")
    assert asked.said == "gave Ben 100 just now, another 100?"
    assert await ana.chips() == 900
    await ana.command("chips give", member=ben.member, amount="50")
    await ana.command("chips give", member=cy.member, amount="100")
    await ben.command("chips give", member=ana.member, amount="100")
    assert await ana.chips() == 850
    await asked.press("Give 100")
    assert (await ana.chips(), await ben.chips()) == (750, 1150)
    await house.wait(61)
    await ana.command("chips give", member=ben.member, amount="100")
    assert await ana.chips() == 650
    await house.sets({"gifts": 10})
    await (await ana.command("chips give", member=ben.member, amount="100")).press("Give 100")
    asked = await ana.command("chips give", member=ben.member, amount="100")
    assert asked.said == ("gave Ben 100 just now, another 100?\nBen gets 90 of 100, tax 10% (10)")


# By the managers of the server, and about oneself


@pytest.mark.sampled
@refusals
async def test_what_managers_have_done_is_reported_in_another_message(house, people, refuse, refusal):
    ana, ben, _ = people
    for verb, amount, chips in (("change", "500", 1500), ("change", "-500", 1000), ("set", "500", 500)):
        asked, before = {"member": ben.member, "amount": amount, "reason": "prize"}, await ledger(house)
        refuse(CALLBACK, refusal)
        assert (await ana.command(f"bank {verb}", **asked)).said == NOTHING
        assert await ledger(house) == before
        refuse(HOOK, refusal)
        assert f"Ben now has {chips:,} (" in (await ana.command(f"bank {verb}", **asked)).said
        assert await ben.chips() == chips
    asked = await ana.command("bank reset", reason="a new season")
    refuse(HOOK, refusal)
    assert "everyone reset to 1,000" in (await asked.press("Reset the whole server")).said
    assert await ben.chips() == 1000
    panel = await (await Panel.of(ana)).open("mentions")
    refuse(CALLBACK, refusal)
    assert (await panel.press("Off")).said.endswith("It worked. Discord didn't show the reply.")
    assert not house.app.servers.of(house.guild.id).mentions
    house.expects_faults = True


@pytest.mark.sampled
@refusals
async def test_daily_chips_and_that_somebody_was_forgotten_are_told(house, people, refuse, refusal):
    _, ben, _ = people
    refuse(HOOK, refusal)
    assert "1,200" in (await ben.command("daily")).said
    asked = await ben.my_data("Delete…")
    refuse(HOOK, refusal)
    forgotten = "forgotten here, 1,200 chips to the house"
    assert forgotten in (await asked.press("Delete my data")).said
    assert await house.app.economy.chips.balance(house.guild.id, ben.id) is None


# At tables


@pytest.mark.sampled
@refusals
async def test_whoever_leaves_closes_a_table_or_frees_a_seat_is_told_so(house, people, refuse, refusal):
    ana, ben, _ = people
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit, Ben bets 100")
    refuse(HOOK, refusal)
    assert (await ana.command("table kick", table=1, member=ben.member)).said == "Ben removed from table 1"
    assert await ben.chips() == 1000
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    asked = await ana.press("Leave", table)
    refuse(HOOK, refusal)
    assert "you left the table" in (await asked.press("Leave")).said
    refuse(HOOK, refusal)
    assert (await ana.command("table close", table=1)).said == "table 1 closed"
    table = await ana.opens()
    await ben.press("Sit", table)
    chips = await ana.chips()
    await ana.bets(100, table)
    asked = await ana.press("Close table", table)
    refuse(HOOK, refusal)
    assert " closed" in (await asked.press("Close table")).said
    assert await ana.chips() == chips


@pytest.mark.sampled
@refusals
async def test_a_bet_whose_answer_is_refused_is_answered_again_and_ready_still_deals(house, people, refuse, refusal):
    ana, _, _ = people
    house.deal("9S KD v 5H 2C")
    table = await ana.opens("pokdeng")
    form = await ana.asks_for_bets(table)
    refuse(CALLBACK, refusal)
    form.about_to_fill(table, spots=["m0"], chips="50").dispatch()
    await house.env.settle()
    assert await ana.chips() == 900
    if refusal in {"broken", "too fast"}:
        assert table.line("Ana") == "Ana P1 50"
    refuse(CALLBACK, refusal)
    ana.about_to_press("Ready", table).dispatch()
    await house.wait(2)
    assert table.live.table.rounds == 1


PLAYED = "played already"
FORMS = [("blackjack", {"main": "100", "pair": ""}, PLAYED), ("pokdeng", {"spots": ["m0"], "chips": "50"}, "")]


@pytest.mark.parametrize(("game", "fields", "said"), FORMS)
async def test_a_bet_that_was_written_before_the_database_was_asked_again_is_shown_and_not_denied(
    house, people, instead_of, game, fields, said
):
    ana, answers = people[0], ["lost"]
    table = await ana.opens(game)
    form = await (ana.press("Bet", table) if game == "blackjack" else ana.asks_for_bets(table))

    async def commit_until_answered(commit, *change):
        if answers and answers.pop():
            await commit(*change)
        return await commit(*change)

    instead_of(Tables, "commit", commit_until_answered)
    assert (await form.fill(**fields)).said == said
    assert not answers
    assert ana.id in table.live.table.lobby.staked()
    assert await ana.chips() == 900


async def test_a_fault_after_a_bet_does_not_deny_the_bet(house, people, fails_at):
    ana, _, _ = people
    table = await ana.opens("pokdeng")
    form = await ana.asks_for_bets(table)
    fails_at(sys.modules["cogs.pok_deng.forms"], "is_told")
    said = (await form.fill(spots=["m0"], chips="50")).said
    assert said == "your 100 still count but then it failed"
    house.expects_faults = True


@pytest.mark.usefixtures("own_disk")
async def test_a_bet_stands_when_the_disk_fails_at_the_deal_after_it(house, people, instead_of, restart):
    ana, _, _ = people
    table = await ana.opens(seats=1)
    form = await ana.press("Bet", table)

    async def on_a_full_disk(once, live, event):
        if not isinstance(event, BeginIfComplete):
            return await once(live, event)
        await house.app.store.write(lambda db: db.execute("PRAGMA max_page_count = 1").fetchone())
        await house.app.store.write(lambda db: db.execute("CREATE TABLE large AS SELECT zeroblob(1000000)"))
        return await once(live, event)

    instead_of(LiveTable, "_once", on_a_full_disk)
    assert (await form.fill(main="100", pair="")).said == (
        "your 100 still count After that, the bot could no longer write to its disk and is stopping. Please tell "
        "the bot's operator."
    )
    house.expects_faults = True
    await restart()
    assert "Ana 100" in table.text
    assert await ana.chips() == 900
