"""Betting behind at Blackjack: which hand the bet rides on, following a split or a double, five seconds to answer."""

import pytest

NOT_THERE = "those you bet behind left, press Bet behind…"


@pytest.fixture
async def table(house):
    table = await house.guest("Ana").opens()
    await table.plays("Ana Sit")
    return table


@pytest.mark.parametrize(
    ("hand", "pair", "moves", "told", "chips"),
    [
        ("AS KD", 10, "", "Cy +65", [1150, 1065]),
        ("8S 8D", 10, "Ana Stand", "Cy +60", [900, 1060]),
        ("10S 6D", 0, "Ana Surrender", "Cy -25", [950, 975]),
    ],
    ids=["a blackjack", "the pair on the cards of the seat", "a surrender"],
)
async def test_a_bet_behind_is_paid_like_the_hand_it_rides_on(house, table, hand, pair, moves, told, chips):
    house.deal(f"{hand} v 9H then 10C")
    await table.plays(f"Cy bets 50 behind 1 pair {pair}")
    assert table.line("-# behind") == "-# behind: Cy 50" + (f" (pair {pair})" if pair else "")
    assert await house.chips("Cy") == [950 - pair]
    await table.plays("Ana bets 100")
    if moves:
        await table.plays(moves)
    assert told in table.text
    assert await house.chips("Ana Cy") == chips


async def test_the_bettor_behind_decides_nothing_but_may_follow_a_split(house, table):
    house.deal("8S 8D v 6H then 10C 3D KD 9C 10H")
    await table.plays("Cy bets 50 behind 1, Ana bets 100")
    for move in ("Hit", "Stand", "Double"):
        assert (await table.plays(f"Cy {move}")).said == "Ana is to act"
    await table.plays("Ana Split")
    asked = "Ana split, as much behind?\nWaiting for Cy 50 · ⏳ in 5 s"
    assert asked in table.text
    assert table.buttons[:2] == ["Follow", "Keep my bet"]
    assert table.line("⤷") == "⤷ 8D = 8 · 100"
    await table.plays("Cy Follow")
    assert "-# behind: Cy 100" in table.text
    assert await house.chips("Cy") == [900]
    await table.plays("Ana Stand, Ana Hit")
    assert table.line("Dealer") == "Dealer 6H 9C 10H = 25, bust"
    assert "Cy +100" in table.text
    assert await house.chips("Ana Cy") == [1200, 1100]


async def test_without_following_a_split_the_bet_rides_on_the_first_hand_only(house, table):
    house.deal("8S 8D v 10H then 10C 2D KD 9C")
    await table.plays("Cy bets 50 behind 1, Ana bets 100, Ana Split, Cy Keep my bet, Ana Stand, Ana Hit, Ana Stand")
    assert table.line("Ana ") == "8S 10C = 18 (-100) · Ana 0 · now 1,000 chips"
    assert table.line("⤷") == "⤷ 8D 2D KD = 20 (+100)"
    assert "Cy -50" in table.text
    assert await house.chips("Ana Cy") == [1000, 950]


async def test_a_bet_that_has_said_whether_it_follows_keeps_nobody_waiting(house, table):
    house.deal("5S 5D v 10H then KC 8C")
    form = await table.plays("Ana Sit, Cy Bet behind")
    await form.fill(boxes=form.boxes("1"), main="50", pair="", follow=["no"])
    await table.plays("Ana bets 100, Ana Double, 0.1 s")
    assert "Follow" not in table.buttons
    assert "Cy +50" in table.text
    assert await house.chips("Cy") == [1050]


async def test_same_follows_as_before_and_only_those_who_have_not_said_are_asked(house, table):
    for _ in range(2):
        house.deal("5S 6D v 10H then 10C 9C")
    form = await table.plays("Ana Sit, Dee bets 20 behind 1, Cy Bet behind")
    await form.fill(boxes=form.boxes("1"), main="50", pair="", follow=["yes"])
    await table.plays("Ana bets 100, Ana Double, 0.1 s")
    assert "Waiting for Dee 20" in table.text
    await table.plays("Dee Keep my bet, Dee Same, Cy Same, Ana Same, Ana Double, 0.1 s")
    assert "Waiting for Dee 20" in table.text
    await table.plays("Dee Follow")
    assert "Cy +100" in table.text


async def test_all_behind_one_seat_answer_a_double_at_once_and_the_last_answer_ends_it(house, table):
    house.deal("5S 6D v 10H then 10C 9C")
    await table.plays("Cy bets 50 behind 1, Dee bets 20 behind 1, Ana bets 100")
    assert "-# behind: Cy 50, Dee 20" in table.text
    await table.plays("Ana Double")
    assert "Ana doubled, as much behind?\nWaiting for Cy 50, Dee 20 · ⏳ in 5 s" in table.text
    assert table.line("5S") == "5S 6D = 11 doubled · Ana 200"
    await table.plays("Dee Follow")
    assert "Waiting for Cy 50 · ⏳ in" in table.text
    assert (await table.plays("Ana Follow")).said == "Cy is to act"
    await table.plays("Cy Keep my bet")
    assert table.line("Ana ") == "5S 6D 10C = 21, doubled · Ana +200 · now 1,200 chips"
    assert table.line("Dee ") == "Dee +40 · now 1,040 chips · behind: Ana"


async def test_bets_behind_several_boxes_follow_one_by_one(house, table):
    house.deal("5S 6D, 8S 8D v 6H then 10C 10D 9C KD KC")
    form = await table.plays("Dee Sit, Cy Bet behind")
    whose, *_ = form.result.modal["components"]
    assert [option["label"] for option in whose["component"]["options"]] == ["Seat 1: Ana", "Seat 2: Dee"]
    await form.fill(boxes=form.boxes("1 2"), main="50", pair="")
    assert "1 Ana –\n-# behind: Cy 50\n2 Dee –\n-# behind: Cy 50" in table.text
    assert await house.chips("Cy") == [900]
    await table.plays("Ana bets 100, Dee bets 100, Ana Double, Cy Follow, Dee Split, Cy Keep my bet")
    await table.plays("Dee Stand, Dee Stand")
    assert table.line("Dealer") == "Dealer 6H KD KC = 26, bust"
    assert table.line("Cy ") == "Cy +150 · now 1,150 chips · behind: Ana +100 and Dee +50"
    assert await house.chips("Ana Cy Dee") == [1200, 1150, 1200]


async def test_half_behind_several_boxes_is_half_of_each_boxs_share_and_together_they_have_to_be_paid(house, table):
    await table.plays("Dee Sit, Cy bets half behind 1 2")
    assert "1 Ana –\n-# behind: Cy 250\n2 Dee –\n-# behind: Cy 250" in table.text
    assert await house.chips("Cy") == [500]
    wide = await house.guest("Eve").opens(maximum=1000)
    await wide.plays("Dee Sit, Ana Sit")
    assert (await wide.plays("Eve bets 600 behind 1 2")).said == "that is 1,200 chips of 1,000"
    assert await house.chips("Eve") == [1000]


async def test_bad_amounts_behind_are_refused_too(house, table):
    for typed in ("-5", "NaN", "1e9", " ", "8", "99999999999999999999"):
        assert (await house.named("Cy").bets_behind(1, typed, table)).said
        assert "-# behind" not in table.text
    assert await house.chips("Cy") == [1000]


async def test_nobody_has_a_seat_and_a_bet_behind_in_the_same_round(house, table):
    said = (await table.plays("Ana bets 50 behind 1")).said
    assert said == "seated, no bets behind"
    await table.plays("Cy bets 50 behind 1")
    for tried in ("Cy Sit", "Cy bets 50"):
        assert (await table.plays(tried)).said == "bet behind already, leave first"
    await table.plays("Cy Leave")
    assert await house.chips("Cy") == [1000]
    await table.plays("Cy Sit")
    assert table.line("2 Cy") == "2 Cy –"


async def test_a_form_for_a_seat_whose_player_has_left_is_refused(house):
    table = await house.named("Ana").opens(seats=2)
    await table.plays("Ana Sit, Dee Sit")
    first, second = [await table.plays("Cy Bet behind") for _ in range(2)]
    await table.plays("Ana Leave")
    behind = {"boxes": first.boxes(1), "main": "50", "pair": ""}
    assert (await first.fill(**behind)).said == "seat 1 empty"
    await table.plays("Eve Sit")
    said = (await second.fill(**behind)).said
    assert said == "another sits in seat 1, press Bet behind…"
    assert await house.chips("Cy") == [1000]


async def test_the_next_window_waits_for_somebody_who_pressed_bet_behind_during_a_round(house, table):
    house.deal("10S 8D v 9H then 10C")
    said = (await table.plays("Ana bets 100, Cy Bet behind")).said
    assert said == "bet after this round"
    await table.plays("Ana Stand, Ana bets 100")
    assert "Place your bets · ⏳ in 20 s" in table.text
    await table.plays("Cy bets 50 behind 1")
    assert "Dealer" in table.text


# Same


async def a_round_behind_ana(house, table):
    """Cy has bet behind Ana, who lost, and no bets are on the table now."""
    house.deal("10S 9D v 10H then 10C")
    await table.plays("Cy bets 50 behind 1, Ana bets 100, Ana Stand")


async def test_same_again_bets_behind_the_same_person_and_nobody_else_in_the_same_seat(house, table):
    await a_round_behind_ana(house, table)
    await table.plays("Ana Leave")
    assert (await table.plays("Cy Same")).said == NOT_THERE
    await table.plays("Dee Sit")
    assert (await table.plays("Cy Same")).said == NOT_THERE
    assert await house.chips("Cy") == [950]
    assert not (await table.plays("Dee Leave, Ana Sit, Cy Same")).said
    assert "-# behind: Cy 50" in table.text


async def test_same_again_behind_two_seats_skips_the_one_that_changed_hands_and_says_so(house, table):
    house.deal("10S 9D, 10C 9H v 10H then 10C")
    await table.plays("Dee Sit, Cy bets 50 behind 1 2, Ana bets 100, Dee bets 100, Ana Stand, Dee Stand")
    said = (await table.plays("Dee Leave, Ben Sit, Cy Same")).said
    assert said == "nothing behind 2, player left"
    assert "1 Ana –\n-# behind: Cy 50\n2 Ben –\n" in table.text
    assert table.text.count("behind") == 1
    assert await house.chips("Cy") == [850]
