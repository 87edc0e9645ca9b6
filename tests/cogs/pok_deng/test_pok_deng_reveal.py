"""The cards of a Pok Deng round on Discord: turned over in order, results with odds, the full list, the road."""

from dataclasses import replace
from itertools import dropwhile

import pytest

from cogs.pok_deng.picture import RED
from cogs.table.parts import GOLD, SHORTEST_STREAK
from games import pok_deng
from tables.pok_deng.state import PokDengState

HANDS = {1: "6C 7S", 2: "QS JC", 3: "5C 5C", 4: "KH 9H", 5: "10D 2S"}
ROUND = (HANDS, "4H 8C")

pytestmark = pytest.mark.usefixtures("turn_over")


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    return await people[0].opens("pokdeng")


def body(table):
    """The table's text between the head with its small print and the buttons."""
    return list(dropwhile(lambda line: line.startswith("-# "), table.text.splitlines()[1:]))


def edits(house):
    """How often the table was drawn without a press."""
    return sum(request.method == "PATCH" and "/messages/" in request.path for request in house.env.http_requests)


async def dealt(house, guest, table, spots="P1", chips=100):
    await guest.bets_on(spots, chips, table)
    await guest.press("Ready", table)


async def test_the_hands_are_turned_over_in_order_and_then_the_results_appear(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands(*ROUND)
    await ana.bets_on("P1, P2, P3 Pair, P4 Pair", 100, table)
    before = edits(house)
    await ana.press("Ready", table)
    assert body(table) == [
        "# Banker BACK BACK",
        "# P1 6C 7S 3",
        "# P2 QS JC 7.3",
        "# P3 BACK BACK",
        "# P4 BACK BACK",
        "# P5 BACK BACK",
        "No more bets.",
    ]
    assert table.buttons == []
    await turn_over()
    assert body(table)[3:6] == ["# P3 5C 5C 7.4", "# P4 KH 9H 9", "# P5 10D 2S 2"]
    assert body(table)[0] == "# Banker BACK BACK"
    await turn_over()
    assert body(table)[0] == "# Banker 4H 8C 2"
    assert body(table)[-1] == "No more bets."
    await turn_over()
    assert body(table)[:8] == [
        "# 4H 8C Banker 2",
        "P1 6C 7S 3 beats 2: pays 1:1",
        "P2 QS JC 7.3, two face cards: deng, pays 2:1",
        "P3 5C 5C 7.4, special pair: deng, pays 2:1 · Pair 11:1",
        "P4 KH 9H 9, two hearts: deng, pays 2:1",
        "P5 10D 2S 2: ties",
        "### 5C 5C Pair 11:1 · Ana +1,100",
        "Ana +1,300 · now 2,300 chips",
    ]
    assert edits(house) - before == 3
    await house.wait(60)
    assert edits(house) - before == 3
    assert await ana.chips() == 2300


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("player", "banker", "said"),
    [
        ("3C 3D", "AH 9S", "P1 3C 3D 6, pair: pays only 1:1, the Banker has 0 · Pair 11:1"),
        ("5C 5D", "2H 4H", "P1 5C 5D 7.4, special pair: pays only 1:1, the Banker has 6 · Pair 11:1"),
        ("KH 9H", "9D 7C", "P1 KH 9H 9, two hearts: deng, pays 2:1"),
        ("QC QC", "KC KS", "P1 QC QC 7.3, two face cards: ties · Pair 11:1"),
        ("9D 6C", "8C JC", "P1 9D 6C 5: loses double to 8"),
        ("AD AD", "AS KS", "P1 AD AD 7.4, special pair: loses double to 7.5 · Pair 11:1"),
        ("2C 2C", "4H 5D", "P1 2C 2C 4, two clubs, pair: loses to 9 · Pair 11:1"),
        ("AS 9S", "2H 5H", "P1 AS 9S 7.1, no-points flush: deng, pays 2:1"),
    ],
)
async def test_odds_and_reasons_are_given_in_words(house, people, table, turn_over, player, banker, said):
    house.deal_hands({1: player}, banker)
    await dealt(house, people[0], table)
    await turn_over(3)
    assert table.line("P1") == said


async def test_nobody_can_bet_before_the_results_are_shown(house, people, table, turn_over):
    await dealt(house, people[0], table)
    for _ in range(3):
        assert table.buttons == []
        await turn_over()
    assert table.buttons == ["Bet", "Same", "×2", "Minimum…", "All results", "More…"]


async def test_the_list_begins_with_the_biggest_result_and_a_win_before_a_loss_of_the_same_size(
    house, people, turn_over
):
    ana, ben = people
    cy = house.guest("Cy")
    table = await ana.opens("pokdeng")
    house.deal_hands({1: "4C 4D", 2: "2C 3D"}, "4H 3C")
    await ana.bets_on("P1", 10, table)
    await ben.bets_on("P2", 200, table)
    await cy.bets_on("P1", 100, table)
    for guest in (ana, ben, cy):
        await guest.press("Ready", table)
    await turn_over(3)
    listed = (await ana.press("All results", table)).said.splitlines()
    assert listed[-3:] == ["Cy +200 · P1 +200", "Ben -200 · P2 -200", "Ana +20 · P1 +20"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("hands", "banker", "said"),
    [
        ({1: "3C 3D"}, "4H 3C", ["### 3C 3D Pair 11:1 · Ana +1,100"]),
        ({1: "KH 9H"}, "4H 3C", ["### KH 9H Pok 9 with deng · Ana +200"]),
        ({1: "4C 4D"}, "9S KD", ["### 4C 4D Pair 11:1 · Ana +1,100"]),
        ({1: "4C 5D", 2: "KH 9H"}, "4H 3C", []),
        (dict.fromkeys(range(1, 6), "2C 3D"), "AC JD", ["### All five hands beat the Banker"]),
        ({}, "9S KD", []),
    ],
)
async def test_great_moments_have_a_line_of_their_own_and_gold(house, people, table, turn_over, hands, banker, said):
    ana, _ = people
    house.deal_hands(hands, banker)
    await dealt(house, ana, table, "P1, P1 Pair")
    await turn_over(3)
    assert [line for line in table.text.splitlines()[1:] if line.startswith("###")] == said
    (container,) = house.raw(table.message)
    assert (container["accent_color"] == GOLD) == bool(said)
    await ana.press("Same", table)
    assert house.raw(table.message)[0]["accent_color"] == RED


async def test_the_bankers_pattern_is_named_with_what_it_does(house, people, table, turn_over):
    house.deal_hands({1: "9D 6C"}, "8C JC")
    await dealt(house, people[0], table)
    await turn_over(3)
    assert body(table)[:3] == [
        "# 8C JC Banker 8",
        "two clubs: deng, wins double",
        "P1 9D 6C 5: loses double to 8",
    ]


async def test_wins_in_a_row_are_noticed(house, people, table, turn_over):
    ana, _ = people
    for _ in range(SHORTEST_STREAK):
        assert "in a row" not in table.text
        house.deal_hands({1: "4C 5D"}, "4H 3C")
        await dealt(house, ana, table, chips=10)
        await turn_over(3)
    assert table.line("-# Ana has won") == f"-# Ana has won {SHORTEST_STREAK} rounds in a row"


async def test_with_many_people_the_table_shows_nets_and_the_list_shows_every_bet(house, turn_over):
    guests = house.guests("Ana Ben Cy Dee Eli Flo Gil Hal Ida Joe Kim Lou Max Ned")
    table = await guests[0].opens("pokdeng")
    house.deal_hands({1: "4C 4D", 2: "2C 3D"}, "4H 3C")
    for number, guest in enumerate(guests, 1):
        await guest.bets_on("P1, P2 Pair", 10 * number, table)
    for guest in guests:
        await guest.press("Ready", table)
    await turn_over(3)
    assert body(table)[6:9] == [
        "### 4C 4D Pok 8 with deng · Ned +280, Max +260, and 12 others",
        "Ana +10 · now 1,010 chips",
        "Ben +20 · now 1,020 chips",
    ]
    assert body(table)[12] == "and 9 others"
    listed = await guests[0].press("All results", table)
    assert listed.buttons == []
    assert listed.said.splitlines()[0] == "# 4H 3C Banker 7"
    assert listed.said.splitlines()[6:10] == [
        "",
        "You: +10 · P1 +20 · P2 Pair -10",
        "",
        "Ned +140 · P1 +280 · P2 Pair -140",
    ]
    assert listed.said.endswith("Ana +10 · P1 +20 · P2 Pair -10")


@pytest.mark.thorough
async def test_the_list_has_pages_to_turn(house, turn_over):
    guests = house.guests("Ana Ben Cy Dee Eli Flo Gil Hal Ida Joe Kim Lou Max Ned Ola Pam Quin Ray")
    everything = ", ".join([f"P{n}" for n in range(1, 6)] + [f"P{n} Pair" for n in range(1, 6)])
    table = await guests[0].opens("pokdeng")
    for guest in guests:
        await guest.bets_on(everything, 66, table)
    for guest in guests:
        await guest.press("Ready", table)
    await turn_over(3)
    page = await guests[0].press("All results", table)
    assert page.said.endswith("page 1 of 2")
    assert page.buttons == ["Next"]
    named = set(page.said.split())
    page = await page.press("Next")
    assert page.said.endswith("page 2 of 2")
    assert page.buttons == ["Previous"]
    named |= set(page.said.split())
    assert named >= {guest.member.user.global_name for guest in guests}
    page = await page.press("Previous")
    assert "Banker" in page.said


async def test_while_people_bet_on_the_next_round_the_last_one_is_in_small_print(house, people, table, turn_over):
    ana, ben = people
    house.deal_hands(*ROUND)
    await ana.bets_on("P1", 100, table)
    await ben.bets_on("P2", 100, table)
    for guest in people:
        await guest.press("Ready", table)
    await turn_over(3)
    await ana.press("Same", table)
    assert table.line("-# last round") == "-# last round: Banker 2 · Ben +200 · Ana +100"
    assert "Ben +200 · P2 +200" in (await ana.press("All results", table)).said


async def test_a_tie_gives_the_bet_and_the_withheld_chips_back(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands({1: "JD AC"}, "6C 5C")
    await dealt(house, ana, table)
    await turn_over(3)
    assert "Ana 0 · now 1,000 chips" in body(table)
    assert await ana.chips() == 1000


# The road


async def test_the_road_grows_by_one_mark_a_player_each_round(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands(*ROUND)
    await dealt(house, ana, table, chips=10)
    await turn_over(3)
    house.deal_hands({1: "2C 2C", 2: "AH 9H", 3: "2C 3D", 4: "4C 3D", 5: "7C 7D"}, "4H 3C")
    await ana.press("Same", table)
    await ana.press("Ready", table)
    await turn_over(3)
    assert "P1 ○ ◉·" not in body(table)
    await ana.press("Same", table)
    assert body(table)[2:8] == [
        "P1 ○ ◉·",
        "P2 ○ ◎ ",
        "P3 ◎·● ",
        "P4 ◎ = ",
        "P5 = ●·",
        "-# ○  won · ●  lost · =  tie · ◎  with a flush · ○· with a pair",
    ]


async def test_anybody_can_get_the_road_as_a_picture(house, people, table, turn_over):
    ana, ben = people
    assert "Road" not in (await ben.press("More…", table)).buttons
    await dealt(house, ana, table)
    await turn_over(3)
    answer = await ben.press("Road", table)
    message = answer.result.response
    assert message.ephemeral
    (file,) = message.attachments
    assert (file.filename, file.description) == ("road.png", "The road of this shoe")


async def test_after_a_void_round_there_is_no_road(house, people, table, turn_over, monkeypatch):
    ana, _ = people
    house.expects_faults = True
    await dealt(house, ana, table)
    await turn_over(3)
    late = ana.about_to_press_on(await ana.press("More…", table), "Road")
    await ana.bets_on("P1, P2 Pair", 10, table)

    def broken(*_args, **_kwargs):
        raise RuntimeError("the cards are on the floor")

    chips = await ana.chips()
    with monkeypatch.context() as patch:
        patch.setattr(pok_deng, "start", broken)
        await ana.press("Ready", table)
    assert "The last round was void. Everyone got their chips back." in table.text
    assert await ana.chips() == chips + 30
    assert "-# New shoe: all cards have been shuffled." in table.text
    assert "Road" not in (await ana.press("More…", table)).buttons
    assert (await late.press()).said == "No round of this shoe has been dealt yet."


# The shoe


async def test_the_last_round_of_a_shoe_ends_and_another_one_is_shuffled(house, people, turn_over):
    ana, _ = people
    await house.sets({"pok_deng.decks": 1, "pok_deng.cut_card_depth": 26})
    table = await ana.opens("pokdeng")
    first = table.live.commitment
    rounds = 0
    while table.live.commitment == first:
        house.deal_hands({}, "2D 4C")
        await dealt(house, ana, table, chips=10)
        await turn_over(3)
        rounds += 1
    # An ace was turned up and one card burned for it; then thirteen cards a round, until 26 or fewer are left.
    assert rounds == 2
    assert "-# New shoe: all cards have been shuffled." in table.text
    assert "shoe 0 of 52" in table.text
    await ana.bets_on("P1", 10, table)
    assert table.line("P1 =").count("=") == 2
    await dealt(house, ana, table, chips=10)
    await turn_over(3)
    assert len(table.live.lobby.game_state.road[0]) <= 2
    assert "all cards have been shuffled" not in table.text


async def test_the_card_that_opens_a_shoe_and_how_many_it_burns_are_shown(house, people, table, turn_over):
    ana, _ = people
    assert "opened" not in table.text
    house.deal_hands({1: "6C 7S"}, "4H 8C")
    await dealt(house, ana, table)
    assert "opened with AS: 1 card burned" in table.text
    assert "shoe 15 of 416" in table.text  # that card, one burned for it, one for the round, and twelve
    await turn_over(3)
    await ana.bets_on("P1", 10, table)
    assert "opened with AS: 1 card burned" in table.text
    house.deal_hands({1: "6C 7S"}, "4H 8C")
    await ana.press("Ready", table)
    assert "opened" not in table.text


async def test_a_face_card_that_opens_a_shoe_burns_ten(house, people, table, turn_over):
    ana, _ = people
    table.live.lobby = replace(table.live.lobby, game_state=PokDengState(opening="KD"))
    await ana.bets_on("P1", 10, table)
    assert "opened with KD: 10 cards burned" in table.text
