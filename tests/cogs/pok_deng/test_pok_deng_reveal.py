"""The cards of a Pok Deng round on Discord: turned over in order, results with odds, the full list, the road."""

import pytest
from msgspec.structs import replace

from cogs.table.totals import SHORTEST_STREAK
from games import pok_deng
from tables.pok_deng.pok_deng_adapter import PokDengState
from tests.cogs.table.test_message import edits

ROUND = "6C 7S, QS JC, 5C 5C, KH 9H, 10D 2S v 4H 8C"
BETTING = ["Bet", "Same", "×2", "More…"]
FIRST = ["Ana", "Ben", "Cy", "Dee", "Eli", "Flo", "Gil", "Hal", "Ida", "Joe", "Kim", "Lou", "Max", "Ned"]
CROWD = [*FIRST, "Ola", "Pam", "Quin", "Ray"]
EVERYTHING = " & ".join([f"P{n}" for n in range(1, 6)] + [f"P{n} Pair" for n in range(1, 6)])

pytestmark = pytest.mark.usefixtures("turn_over")


@pytest.fixture
async def table(house):
    return await house.guest("Ana").opens("pokdeng")


@pytest.fixture
def played(house, table, turn_over):
    """`await played("4C 5D v 4H 3C", "Ana bets 10 on P1")`: a round in which whoever bets is ready."""

    async def played(cards="", bets="Ana bets 100 on P1", on=table):
        if cards:
            house.deal(cards)
        await on.plays(bets)
        for name in dict.fromkeys(bet.split()[0] for bet in bets.split(", ")):
            await on.plays(f"{name} Ready")
        await turn_over(3)

    return played


def body(table):
    """The table's text between its name and the buttons, without small print."""
    return [line for line in table.text.splitlines()[1:] if not line.startswith("-# ")]


async def test_the_hands_are_turned_over_in_order_and_then_the_results_appear(house, table, turn_over):
    house.deal(ROUND)
    await table.plays("Ana bets 100 on P1 & P2 & P3 Pair & P4 Pair")
    before = edits(house)
    await table.plays("Ana Ready")
    assert body(table) == [
        "# Banker BACK BACK",
        "# P1 6C 7S 3",
        "# P2 QS JC 7.3",
        "# P3 BACK BACK",
        "# P4 BACK BACK",
        "# P5 BACK BACK",
        "No more bets.",
    ]
    assert "# P1 6C 7S 3\n-# Ana\n# P2" in table.text
    assert "# P5 BACK BACK\nNo more bets." in table.text
    assert table.buttons == []
    await turn_over()
    assert body(table)[3:6] == ["# P3 5C 5C 7.4", "# P4 KH 9H 9", "# P5 10D 2S 2"]
    assert body(table)[0] == "# Banker BACK BACK"
    assert table.buttons == []
    await turn_over()
    assert body(table)[0] == "# Banker 4H 8C 2"
    assert body(table)[-1] == "No more bets."
    assert table.buttons == []
    await turn_over()
    assert table.buttons == BETTING
    assert body(table)[:8] == [
        "# 4H 8C Banker 2",
        "P1 6C 7S 3 beats 2: pays 1:1",
        "P2 QS JC 7.3, two face cards: deng, pays 2:1",
        "P3 5C 5C 7.4, special pair: deng, pays 2:1 · Pair 11:1",
        "P4 KH 9H 9, two hearts: deng, pays 2:1",
        "P5 10D 2S 2: ties",
        "### 5C 5C Pair 11:1 · Ana",
        "Ana +1,300 · now 2,300 chips · P1 +100 · P2 +200 · P3 Pair +1,100 · P4 Pair -100",
    ]
    assert edits(house) - before == 3
    await house.wait(60)
    assert edits(house) - before == 3
    assert await house.chips("Ana") == [2300]


async def test_wins_in_a_row_are_noticed(table, played):
    for _ in range(SHORTEST_STREAK):
        assert "on a streak" not in table.text
        await played("4C 5D v 4H 3C", "Ana bets 10 on P1")
    assert table.line("-# Ana on a streak") == f"-# Ana on a streak of {SHORTEST_STREAK}"


async def test_with_many_people_the_table_shows_nets_and_the_list_shows_every_bet(table, played):
    bets = [f"{name} bets {10 * number} on P1 & P2 Pair" for number, name in enumerate(FIRST, 1)]
    await played("4C 4D, 2C 3D v 4H 3C", ", ".join(bets))
    nets = " · ".join(f"{name} +{10 * number}" for number, name in enumerate(FIRST[:10], 1))
    assert body(table)[6:8] == ["### 4C 4D Pok 8 with deng · Ana, Ben, 12 others", f"{nets} · 4 others"]
    listed = await table.plays("Ana All results")
    assert listed.buttons == []
    lines = listed.said.splitlines()
    assert lines[0] == "# 4H 3C Banker 7"
    assert lines[6:10] == ["", "You: +10 · P1 +20 · P2 Pair -10", "", "Ana +10 · P1 +20 · P2 Pair -10"]
    assert lines[-1] == "Ned +140 · P1 +280 · P2 Pair -140"


@pytest.mark.thorough
async def test_the_list_has_pages_to_turn(table, played):
    await played(bets=", ".join(f"{name} bets 66 on {EVERYTHING}" for name in CROWD))
    page = await table.plays("Ana All results")
    assert page.said.endswith("Page 1 of 2")
    assert page.buttons == ["Next"]
    named = set(page.said.split())
    page = await page.press("Next")
    assert page.said.endswith("Page 2 of 2")
    assert page.buttons == ["Previous"]
    assert named | set(page.said.split()) >= set(CROWD)
    page = await page.press("Previous")
    assert "Banker" in page.said


async def test_while_people_bet_on_the_next_round_the_last_one_is_in_small_print(table, played):
    await played(ROUND, "Ana bets 100 on P1, Ben bets 100 on P2")
    await table.plays("Ana Same")
    assert table.line("-# last round") == "-# last round: Banker 2 · Ana +100 · Ben +200"
    assert "Ben +200 · P2" in (await table.plays("Ana All results")).said


async def test_a_tie_gives_the_bet_and_the_withheld_chips_back(house, table, played):
    await played("JD AC v 6C 5C")
    assert "Ana 0 · now 1,000 chips · P1" in body(table)
    assert await house.chips("Ana") == [1000]


# The road


async def test_the_road_grows_by_one_mark_a_player_each_round(table, played):
    await played(ROUND, "Ana bets 10 on P1")
    await played("2C 2C, AH 9H, 2C 3D, 4C 3D, 7C 7D v 4H 3C", "Ana Same")
    assert "P1 ○ ◉·" not in body(table)
    await table.plays("Ana Same")
    assert body(table)[1:7] == [
        "Road",
        "P1 ○ ◉·",
        "P2 ○ ◎ ",
        "P3 ◎·● ",
        "P4 ◎ = ",
        "P5 = ●·",
    ]
    assert "P5 = ●·\n-# ○  won ●  lost =  tie ◎  flush ○· pair" in table.text


async def test_anybody_can_get_the_road_as_a_picture_unless_a_round_was_void(house, table, played, fails_at):
    assert "Road" not in (await table.plays("Ben More…")).buttons
    await played()
    message = (await table.plays("Ben Road")).result.response
    assert message.ephemeral
    (file,) = message.attachments
    assert (file.filename, file.description) == ("road.png", "Road")
    late = house.named("Ana").about_to_press_on(await table.plays("Ana More…"), "Road")
    chips = await house.chips("Ana")
    await table.plays("Ana bets 10 on P1 & P2 Pair")
    house.expects_faults = True
    with fails_at(pok_deng, "start"):
        await table.plays("Ana Ready")
    assert "last round void" in table.text
    assert await house.chips("Ana") == chips
    assert "-# new shoe" in table.text
    assert "Road" not in (await table.plays("Ana More…")).buttons
    results = f"b:{table.number}:{table.live.table.question_id}:results"
    for press in (late, house.named("Ana").about_to_press("More…", table, as_if=results)):
        assert (await press.press()).said == "No round has been dealt here yet."


# The shoe


async def test_the_last_round_of_a_shoe_ends_and_another_one_is_shuffled(house, played):
    await house.sets({"pok_deng.decks": 1, "pok_deng.cut_card_depth": 26})
    table = await house.guest("Ben").opens("pokdeng")
    first = table.live.table.commitment
    # An ace is turned up and one card burned for it; then thirteen cards a round, until 26 or fewer are left.
    for _ in range(2):
        assert table.live.table.commitment == first
        await played("v 2D 4C", "Ben bets 10 on P1", on=table)
    assert table.live.table.commitment != first
    assert "-# new shoe" in table.text
    await table.plays("Ben bets 10 on P1")
    assert table.line("P1 =").count("=") == 2
    await played(bets="Ben bets 10 on P1", on=table)
    assert len(table.live.table.lobby.game_state.road[0]) <= 2
    assert "new shoe" not in table.text


async def test_the_card_that_opens_a_shoe_and_how_many_it_burns_are_shown(house, table, turn_over):
    assert "opened" not in table.text
    for _ in range(2):
        house.deal("6C 7S v 4H 8C")
    await table.plays("Ana bets 100 on P1, Ana Ready")
    await turn_over(3)
    assert "opened with AS: 1 card burned" in table.text
    await table.plays("Ana bets 10 on P1, Ana Ready")
    await turn_over(3)
    assert "opened" not in table.text


async def test_a_face_card_that_opens_a_shoe_burns_ten(table):
    table.live.table = replace(
        table.live.table, lobby=replace(table.live.table.lobby, game_state=PokDengState(opening="KD"))
    )
    await table.plays("Ana bets 10 on P1, Ana Clear my bets")
    assert "opened with KD: 10 cards burned" in table.text
