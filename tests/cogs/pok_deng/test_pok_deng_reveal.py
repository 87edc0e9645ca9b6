"""The cards of a Pok Deng round on Discord: turned over in order, results with odds, the full list, the road."""

from dataclasses import replace
from itertools import dropwhile

import pytest

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
        "P1 6C 7S 3",
        "P2 QS JC 7.3, face-card combo",
        "P3 BACK BACK",
        "P4 BACK BACK",
        "P5 BACK BACK",
        "Banker BACK BACK",
        "No more bets.",
    ]
    assert table.buttons == []
    await turn_over()
    assert body(table)[2:6] == ["P3 5C 5C 7.4, special pair", "P4 KH 9H 9, flush", "P5 10D 2S 2", "Banker BACK BACK"]
    await turn_over()
    assert body(table)[5:] == ["Banker 4H 8C 2", "No more bets."]
    await turn_over()
    assert body(table)[:7] == [
        "P1 6C 7S 3 · wins 1:1",
        "P2 QS JC 7.3, face-card combo · wins 2:1",
        "P3 5C 5C 7.4, special pair · wins 2:1 · Pair 11:1",
        "P4 KH 9H 9, flush · wins 2:1",
        "P5 10D 2S 2 · ties",
        "Banker 4H 8C 2",
        "Ana +1,300 · P1 +100 · P2 +200 · P3 Pair +1,100 · P4 Pair -100",
    ]
    assert edits(house) - before == 4
    await house.wait(60)
    assert edits(house) - before == 4
    assert await ana.chips() == 2300


@pytest.mark.parametrize(
    ("player", "banker", "said"),
    [
        ("3C 3D", "AH 9S", "P1 3C 3D 6, pair · wins 1:1 (Banker has 0) · Pair 11:1"),
        ("5C 5D", "2H 4H", "P1 5C 5D 7.4, special pair · wins 1:1 (Banker has 6) · Pair 11:1"),
        ("KH 9H", "9D 7C", "P1 KH 9H 9, flush · wins 2:1"),
        ("QC QC", "KC KS", "P1 QC QC 7.3, face-card combo · ties · Pair 11:1"),
        ("9D 6C", "8C JC", "P1 9D 6C 5 · loses 2:1"),
        ("AD AD", "AS KS", "P1 AD AD 7.4, special pair · loses 2:1 · Pair 11:1"),
        ("2C 2C", "4H 5D", "P1 2C 2C 4, flush, pair · loses 1:1 · Pair 11:1"),
        ("AS 9S", "2H 5H", "P1 AS 9S 7.1, flush with no points · wins 2:1"),
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
    assert table.buttons == ["Bet", "Same again", "Road", "More…"]


async def test_the_biggest_result_comes_first_and_a_win_before_a_loss_of_the_same_size(house, people, turn_over):
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
    assert body(table)[6:9] == ["Cy +200 · P1 +200", "Ben -200 · P2 -200", "Ana +20 · P1 +20"]


async def test_with_many_people_the_table_shows_nets_and_the_list_shows_every_bet(house, turn_over):
    guests = house.guests("Ana Ben Cy Dee Eli Flo Gil Hal Ida Joe Kim Lou Max Ned")
    table = await guests[0].opens("pokdeng")
    house.deal_hands({1: "4C 4D", 2: "2C 3D"}, "4H 3C")
    for number, guest in enumerate(guests, 1):
        await guest.bets_on("P1, P2 Pair", 10 * number, table)
    for guest in guests:
        await guest.press("Ready", table)
    await turn_over(3)
    assert body(table)[6] == (
        "Ned +140 · Max +130 · Lou +120 · Kim +110 · Joe +100 · Ida +90 · Hal +80 · Gil +70 · Flo +60 · Eli +50 · "
        "Dee +40 · Cy +30 · and 2 more"
    )
    listed = await guests[0].press("All results", table)
    assert listed.buttons == []
    assert listed.said.splitlines()[5:10] == [
        "Banker 4H 3C 7",
        "",
        "You: +10 · P1 +20 · P2 Pair -10",
        "",
        "Ned +140 · P1 +280 · P2 Pair -140",
    ]
    assert listed.said.endswith("Ana +10 · P1 +20 · P2 Pair -10")


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
    assert page.buttons == ["Back"]
    named |= set(page.said.split())
    assert named >= {guest.member.user.global_name for guest in guests}
    page = await page.press("Back")
    assert "Banker" in page.said


async def test_while_people_bet_on_the_next_round_the_last_one_is_in_small_print(house, people, table, turn_over):
    ana, ben = people
    house.deal_hands(*ROUND)
    await ana.bets_on("P1", 100, table)
    await ben.bets_on("P2", 100, table)
    for guest in people:
        await guest.press("Ready", table)
    await turn_over(3)
    await ana.press("Same again", table)
    assert table.line("-# last round") == "-# last round: Banker 2 · Ben +200 · Ana +100"
    assert "All results" in table.buttons
    assert "Ben +200 · P2 +200" in (await ana.press("All results", table)).said


async def test_a_tie_gives_the_bet_and_the_withheld_chips_back(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands({1: "JD AC"}, "6C 5C")
    await dealt(house, ana, table)
    await turn_over(3)
    assert "Ana 0 · P1 0" in body(table)
    assert await ana.chips() == 1000


# The road


async def test_the_road_grows_by_one_mark_a_player_each_round(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands(*ROUND)
    await dealt(house, ana, table, chips=10)
    await turn_over(3)
    house.deal_hands({1: "2C 2C", 2: "AH 9H", 3: "2C 3D", 4: "4C 3D", 5: "7C 7D"}, "4H 3C")
    await ana.press("Same again", table)
    await ana.press("Ready", table)
    await turn_over(3)
    assert body(table)[7:13] == [
        "P1 ○ ◉·",
        "P2 ○ ◎ ",
        "P3 ◎·● ",
        "P4 ◎ = ",
        "P5 = ●·",
        "-# ○  won · ●  lost · =  tie · ◎  with a flush · ○· with a pair",
    ]


async def test_anybody_can_get_the_road_as_a_picture(house, people, table, turn_over):
    ana, ben = people
    assert "Road" not in table.buttons
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
    late = ana.about_to_press("Road", table)
    await ana.bets_on("P1, P2 Pair", 10, table)

    def broken(*_args, **_kwargs):
        raise RuntimeError("the cards are on the floor")

    chips = await ana.chips()
    with monkeypatch.context() as patch:
        patch.setattr(pok_deng, "start", broken)
        await ana.press("Ready", table)
    assert "The last round could not go on. Everybody got their chips back." in table.text
    assert await ana.chips() == chips + 30
    assert "-# New shoe: all cards have been shuffled." in table.text
    assert "Road" not in table.buttons
    assert (await late.press()).said == "No round of this shoe has been dealt yet."


# The shoe


async def test_the_last_round_of_a_shoe_ends_and_another_one_is_shuffled(house, people, turn_over):
    ana, _ = people
    table = await ana.opens("pokdeng")
    first = table.live.commitment
    rounds = 0
    while table.live.commitment == first:
        house.deal_hands({}, "2D 4C")
        await dealt(house, ana, table, chips=10)
        await turn_over(3)
        rounds += 1
    # An ace was turned up and one card burned for it; then thirteen cards a round, until 52 or fewer are left.
    assert rounds == -(-(416 - 52 - 2) // 13)
    assert "-# New shoe: all cards have been shuffled." in table.text
    assert "shoe 0 of 416" in table.text
    assert table.line("P1 =").count("=") == 10
    await dealt(house, ana, table, chips=10)
    await turn_over(3)
    assert len(table.live.lobby.game_state.road[0]) <= 2
    assert "all cards have been shuffled" not in table.text


async def test_the_card_that_opens_a_shoe_and_how_many_it_burns_are_shown(house, people, table, turn_over):
    ana, _ = people
    assert "opened" not in table.text
    house.deal_hands({1: "6C 7S"}, "4H 8C")
    await dealt(house, ana, table)
    assert "-# The shoe was opened with AS: 1 card burned." in table.text
    assert "shoe 15 of 416" in table.text  # that card, one burned for it, one for the round, and twelve
    await turn_over(3)
    await ana.bets_on("P1", 10, table)
    assert "-# The shoe was opened with AS: 1 card burned." in table.text
    house.deal_hands({1: "6C 7S"}, "4H 8C")
    await ana.press("Ready", table)
    assert "opened" not in table.text


async def test_a_face_card_that_opens_a_shoe_burns_ten(house, people, table, turn_over):
    ana, _ = people
    table.live.lobby = replace(table.live.lobby, game_state=PokDengState(opening="KD"))
    await ana.bets_on("P1", 10, table)
    assert "-# The shoe was opened with KD: 10 cards burned." in table.text
