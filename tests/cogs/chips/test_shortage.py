"""Somebody with too few chips gets no form but what helps: the daily chips and relief as buttons, and other ways."""

import pytest

from data.ledger.bank import BankOrder
from data.store.store import Store


async def broke(house, guest, chips=0):
    """Leave somebody with so few chips."""
    boss = house.guest("Boss", manages=True)
    await guest.command("balance")
    await boss.command("bank set", member=guest.member, amount=str(chips), reason="for the test")


async def test_with_no_chips_left_the_form_is_not_opened_and_the_daily_chips_are_collected_at_once(house, ana, table):
    await broke(house, ana, 3)
    answer = await ana.press("Bet", table)
    assert answer.result.modal is None
    assert answer.said.splitlines() == [
        "### Not enough chips",
        "too few chips: 3 of 10",
        "- A friend can give you some with /chips give.",
        "- /play shows the other tables; one may have lower limits.",
    ]
    assert answer.buttons == ["Daily chips", "Relief: 20 chips"]
    await house.restart()
    await answer.press("Daily chips")
    text = answer.now
    assert text.splitlines()[0] == "daily chips: 200, now 203"
    assert text.endswith("Now press the button again.")
    assert answer.left == []
    assert await ana.chips() == 203
    assert (await ana.press("Bet", table)).result.modal is not None
    forged = await ana.about_to_press("Bet", table, as_if="help:relief:bet:999").press()
    assert forged.said == "give that command again"


async def test_relief_may_not_be_enough_for_a_dear_table_and_the_message_says_what_is_missing(house, ana):
    table = await ana.opens(minimum=100)
    await broke(house, ana)
    answer = await ana.press("Bet", table)
    await answer.press("Relief: 20 chips")
    text = answer.now
    assert "relief: 20, now 20" in text
    assert "too few chips: 20 of 100" in text
    assert answer.left == ["Daily chips"]


async def test_what_comes_later_is_said_with_its_time(house, ana, table):
    await ana.command("daily")
    await broke(house, ana)
    await ana.asks_for_relief()
    await house.app.bank.take(BankOrder("test", house.guild.id, ana.id, "for the test", house.env.now()), ana.id, None)
    said = (await ana.press("Bet", table)).said
    assert "- Your next daily chips: in " in said
    assert f"- Your next relief: in {12 * 3600} s" in said


async def test_where_gifts_are_off_nobody_is_told_to_ask_a_friend(house, ana):
    table = await ana.opens(maximum=1000)
    await table.plays("Ben Sit, Ana bets all")
    assert (await ana.press("Bet", table)).result.modal is not None, "a bet that may be replaced counts"
    await ana.press("Leave", table)
    await house.sets({"gifts": 100, "relief": False, "daily_chips": 0})
    await broke(house, ana)
    answer = await ana.press("Bet", table)
    assert answer.said.startswith("### Not enough chips")
    assert "friend" not in answer.said
    assert answer.buttons == []


async def test_each_game_with_bets_says_it(house, ana):
    crowd, pontoon = await ana.opens("pokdeng"), await ana.opens("pontoon")
    await broke(house, ana)
    for label, table in (("Bet", crowd), ("Sit", pontoon)):
        assert (await ana.press(label, table)).said.startswith("### Not enough chips")


@pytest.fixture
async def played(house, table):
    """A table where Ana and Ben have played a round; nobody has bet since."""
    house.deal("10S 9D, 10C 8D v 10H then 8C")
    await table.plays("Ana Sit, Ben Sit, Ana bets 100, Ben bets 100, Ana Stand, Ben Stand")
    await house.dealer_has_drawn()
    return table


async def test_the_same_bet_is_written_without_a_look_at_the_purse_before(ana, played, calls_of):
    asked = {name: calls_of(Store, name) for name in ("read", "find", "write", "write_blind")}
    await ana.press("Same", played)
    assert [name for name, calls in asked.items() for _ in calls] == ["write_blind"]
    assert played.live.table.lobby.staked() == {ana.id: 100}


async def test_the_same_bet_with_too_few_chips_says_what_helps_and_changes_nothing(house, ana, played):
    await broke(house, ana, 3)
    assert (await ana.press("Same", played)).said.startswith("### Not enough chips")
    assert (played.live.table.lobby.staked(), await ana.chips()) == ({}, 3)


async def test_the_same_bet_with_enough_chips_for_a_smaller_one_says_what_it_takes(house, ana, played):
    await broke(house, ana, 50)
    assert (await ana.press("Same", played)).said == "too few chips: 50 of 100"
    assert (played.live.table.lobby.staked(), await ana.chips()) == ({}, 50)
