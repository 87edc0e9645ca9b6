"""How did I play? at Blackjack: each decision of the round that is over, with what it cost exactly."""

from datetime import timedelta

import pytest

from data.tables.old_moves import OldMoves


@pytest.fixture
async def table(house):
    return await house.guest("Ana").opens(seats=1)


async def played(house, table, moves, hand="10S 6H", dealer="10D", then="5C 9D"):
    house.deal(f"{hand} v {dealer} then {then}")
    await table.plays(", ".join(["Ana bets 100", *(f"Ana {move}" for move in moves)]))
    await house.wait(20)


async def test_a_costly_decision_is_shown_with_the_better_one_and_the_reason(house, table):
    await played(house, table, ["Stand"], hand="10S 4H")
    before = table.text
    answer = await table.plays("Ana How did I play?")
    head = "### Blackjack · table 1\n1 decision worth a look\n"
    why = "💡 14 usually loses against 10D\n-# only you see this"
    assert answer.said == f"{head}Dealer 10D = 10 10S 4H = 14\nYou: Stand\nBetter: Hit\n{why}"
    assert answer.buttons == ["Why"]
    await answer.press("Why")
    assert "-# Hit: best · " in answer.said
    assert "-# Stand: costs 7." in answer.said
    assert table.text == before


async def test_every_decision_is_shown_also_where_nothing_was_lost(house, table):
    await played(house, table, ["Hit"], hand="5S 6H", dealer="6D", then="10S 10C")
    answer = await table.plays("Ana How did I play?")
    assert "\n1 decision worth a look\n" in answer.said
    assert "\nYou: Hit\nBetter: Double\n" in answer.said
    await played(house, table, ["Stand"], hand="10S 9H", dealer="6D", then="10C 5S")
    answer = await table.plays("Ana How did I play?")
    assert "\nwell played\n" in answer.said
    assert "\nyou did well: Stand\n" in answer.said


async def test_who_did_not_play_has_nothing_to_look_at(house, table):
    await played(house, table, ["Stand"])
    assert (await table.plays("Ben How did I play?")).said == "didn't play then"


async def test_the_button_stays_while_somebody_bets_for_the_next_round(house):
    table = await house.guest("Ana").opens(seats=2)
    await table.plays("Ana Sit")
    await played(house, table, ["Stand"], hand="10S 4H")
    await table.plays("Ben bets 10")
    assert "Ben 10" in table.text
    assert "\nYou: Stand\nBetter: Hit\n" in (await table.plays("Ana How did I play?")).said


async def test_a_later_round_and_a_restart_change_nothing(house, table):
    await played(house, table, ["Stand"])
    first = (await table.plays("Ana How did I play?")).said
    await played(house, table, ["Hit"], hand="10S 10H", then="10C 9D")
    await house.restart()
    assert (await house.named("Ana").forges(table.message, "review:1:1")).said == first


async def test_what_is_no_longer_kept_can_not_be_looked_at(house, table):
    await played(house, table, ["Stand"])
    await OldMoves(house.app.store).delete(house.env.now() + timedelta(days=1))
    said = (await table.plays("Ana How did I play?")).said
    assert said == "round too long ago"


async def test_a_round_that_comes_out_differently_now_is_not_looked_at(house, table):
    await played(house, table, ["Stand"])
    await house.app.store.write(lambda db: db.execute("UPDATE rounds SET dealt = '[]'"))
    said = (await table.plays("Ana How did I play?")).said
    assert said == "played by older rules"
