"""Betting behind at Blackjack: which hand the bet rides on, following a split or a double, five seconds to answer."""

import pytest

NOT_THERE = "The players you bet behind last time have left their seats. Press Bet behind."


@pytest.fixture
async def people(house):
    return house.guests("Ana Cy Dee")


@pytest.fixture
async def table(people):
    ana, *_ = people
    table = await ana.opens()
    await ana.press("Sit", table)
    return table


async def test_a_bet_behind_shares_the_hand_and_is_paid_like_it(house, people, table):
    ana, cy, _ = people
    house.deal("AS KD", dealer="9H", then="10C")
    await cy.bets_behind(1, 50, table, pair=10)
    assert "-# behind: Cy 50" in table.text
    assert await cy.chips() == 940
    await ana.bets(100, table)
    assert table.line("Ana ") == "Ana AS KD = blackjack, pays 3:2: +150"
    assert "-# behind: Cy +65" in table.text
    assert [await ana.chips(), await cy.chips()] == [1150, 1065]


async def test_the_pair_bet_behind_is_on_the_cards_of_the_seat(house, people, table):
    ana, cy, _ = people
    house.deal("8S 8D", dealer="9H", then="10C")
    await cy.bets_behind(1, 50, table, pair=10)
    await ana.bets(100, table)
    await ana.press("Stand", table)
    assert "-# behind: Cy +60" in table.text
    assert [await ana.chips(), await cy.chips()] == [900, 1060]


async def test_a_bet_behind_decides_nothing(house, people, table):
    ana, cy, _ = people
    house.deal("10S 6D", dealer="9H", then="10C")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    for move in ("Hit", "Stand", "Double"):
        assert (await cy.press(move, table)).said == "It's Ana's turn."
    await ana.press("Stand", table)


async def test_a_bet_behind_follows_a_surrender_with_half_back(house, people, table):
    ana, cy, _ = people
    house.deal("10S 6D", dealer="9H")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Surrender", table)
    assert "-# behind: Cy -25" in table.text
    assert [await ana.chips(), await cy.chips()] == [950, 975]


async def test_the_bettor_behind_may_follow_a_split(house, people, table):
    ana, cy, _ = people
    house.deal("8S 8D", dealer="6H", then="10C 3D KD 9C 10H")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Split", table)
    assert (
        "Ana splits. Bet as much again behind the second hand?\nWaiting for Cy 50 · time runs out in 5 s" in table.text
    )
    assert table.buttons[:2] == ["Follow", "Keep my bet"]
    assert table.line("⤷") == "⤷ 100 8D = 8"
    await cy.press("Follow", table)
    assert "-# behind: Cy 100" in table.text
    assert await cy.chips() == 900
    await ana.press("Stand", table)
    await ana.press("Hit", table)
    assert table.line("Dealer") == "Dealer 6H 9C 10H = 25, bust"
    assert "-# behind: Cy +100" in table.text
    assert [await ana.chips(), await cy.chips()] == [1200, 1100]


async def test_without_following_a_split_the_bet_rides_on_the_first_hand_only(house, people, table):
    ana, cy, _ = people
    house.deal("8S 8D", dealer="10H", then="10C 2D KD 9C")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Split", table)
    await cy.press("Keep my bet", table)
    assert await cy.chips() == 950
    await ana.press("Stand", table)
    await ana.press("Hit", table)
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana 8S 10C = 18, below 19: -100"
    assert table.line("⤷") == "⤷ 8D 2D KD = 20, beats 19: +100"
    assert "-# behind: Cy -50" in table.text
    assert [await ana.chips(), await cy.chips()] == [1000, 950]


@pytest.mark.thorough
async def test_the_bettor_behind_may_follow_a_double(house, people, table):
    ana, cy, _ = people
    house.deal("5S 6D", dealer="10H", then="10C 9C")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Double", table)
    assert "Ana doubles. Bet as much again behind?\nWaiting for Cy 50 · time runs out in 5 s" in table.text
    assert table.line("1 Ana") == "1 Ana 200 5S 6D = 11"
    await cy.press("Follow", table)
    assert table.line("Ana ") == "Ana 5S 6D 10C = 21, doubled, beats 19: +200"
    assert "-# behind: Cy +100" in table.text


async def test_without_following_a_double_the_bet_rides_on_unchanged(house, people, table):
    ana, cy, _ = people
    house.deal("5S 6D", dealer="10H", then="10C 9C")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Double", table)
    await cy.press("Keep my bet", table)
    assert "-# behind: Cy +50" in table.text


@pytest.mark.parametrize("move", ["Double", "Split"])
async def test_silence_of_five_seconds_means_no(house, people, table, move):
    ana, cy, _ = people
    house.deal("5S 5D", dealer="10H", then="10C 9C 9D")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press(move, table)
    await house.wait(4)
    assert table.buttons[:2] == ["Follow", "Keep my bet"]
    await house.wait(2)
    assert "Follow" not in table.buttons
    assert await cy.chips() == (1050 if move == "Double" else 950)


async def test_all_behind_one_seat_answer_at_once_and_the_last_answer_ends_it(house, people, table):
    ana, cy, dee = people
    house.deal("5S 6D", dealer="10H", then="10C 9C")
    await cy.bets_behind(1, 50, table)
    await dee.bets_behind(1, 20, table)
    await ana.bets(100, table)
    assert "-# behind: Cy 50, Dee 20" in table.text
    await ana.press("Double", table)
    assert "Waiting for Cy 50, Dee 20 · time runs out in" in table.text
    await dee.press("Follow", table)
    assert "Waiting for Cy 50 · time runs out in" in table.text
    assert (await ana.press("Follow", table)).said == "It's Cy's turn."
    await cy.press("Keep my bet", table)
    assert "-# behind: Cy +50 and Dee +40" in table.text


async def test_following_takes_chips_and_is_refused_without_them(house, people, table):
    ana, cy, _ = people
    house.deal("5S 6D", dealer="10H", then="10C 9C")
    await cy.bets_behind(1, 500, table)
    other = await cy.opens()
    await ana.press("Sit", other)
    await cy.bets(300, other)
    await ana.bets(100, table)
    await ana.press("Double", table)
    assert (await cy.press("Follow", table)).said == "You have 200 chips; this takes 500."
    assert table.buttons[:2] == ["Follow", "Keep my bet"]
    await cy.press("Keep my bet", table)
    assert "-# behind: Cy +500" in table.text


async def test_bets_behind_several_boxes_follow_one_by_one(house, people, table):
    ana, cy, dee = people
    await dee.press("Sit", table)
    house.deal("5S 6D", "8S 8D", dealer="6H", then="10C 10D 9C KD KC")
    form = await cy.press("Bet behind", table)
    whose, *_ = form.result.modal["components"]
    assert [option["label"] for option in whose["component"]["options"]] == ["Seat 1 · Ana", "Seat 2 · Dee"]
    await form.fill(boxes=form.boxes("1 2"), main="50", pair="")
    assert "1 Ana –\n-# behind: Cy 50\n2 Dee –\n-# behind: Cy 50" in table.text
    await ana.bets(100, table)
    await dee.bets(100, table)
    assert await cy.chips() == 900
    await ana.press("Double", table)
    await cy.press("Follow", table)
    await dee.press("Split", table)
    await cy.press("Keep my bet", table)
    await dee.press("Stand", table)
    await dee.press("Stand", table)
    assert table.line("Dealer") == "Dealer 6H KD KC = 26, bust"
    assert "-# behind: Cy +100" in table.text
    assert "-# behind: Cy +50" in table.text
    assert [await guest.chips() for guest in (ana, cy, dee)] == [1200, 1150, 1200]


async def test_half_behind_several_boxes_is_half_of_each_boxs_share(house, people, table):
    _, cy, dee = people
    await dee.press("Sit", table)
    await cy.bets_behind("1 2", "half", table)
    assert "1 Ana –\n-# behind: Cy 250\n2 Dee –\n-# behind: Cy 250" in table.text
    assert await cy.chips() == 500


async def test_bets_behind_several_boxes_that_exceed_the_purse_are_refused(house, people, table):
    _, cy, dee = people
    wide = await cy.opens(maximum=1000)
    await dee.press("Sit", wide)
    await people[0].press("Sit", wide)
    assert (await cy.bets_behind("1 2", 600, wide)).said == "That is 1,200 chips; you have 1,000."
    assert await cy.chips() == 1000


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ["-5", "NaN", "1e9", " ", "8", "99999999999999999999"])
async def test_bad_amounts_behind_are_refused_too(house, people, table, typed):
    _, cy, _ = people
    form = await cy.press("Bet behind", table)
    answer = await form.fill(boxes=form.boxes(1), main=typed, pair="")
    assert answer.said
    assert "-# behind" not in table.text
    assert await cy.chips() == 1000


async def test_a_seated_player_may_not_bet_behind(people, table):
    ana, *_ = people
    assert (await ana.bets_behind(1, 50, table)).said == "You have a seat. Only people without one can bet behind."


async def test_somebody_with_a_bet_behind_may_not_sit_in_the_same_round(people, table):
    _, cy, _ = people
    await cy.bets_behind(1, 50, table)
    said = "You have a bet behind someone's hand. Leave first, then sit."
    assert (await cy.press("Sit", table)).said == said
    assert (await cy.bets(50, table)).said == said
    await cy.press("Leave", table)
    assert await cy.chips() == 1000
    await cy.press("Sit", table)
    assert table.line("2 Cy") == "2 Cy –"


async def test_a_bet_behind_a_seat_that_sits_the_round_out_goes_back(house, people, table):
    ana, cy, dee = people
    await dee.press("Sit", table)
    house.deal("10S 8D", dealer="9H", then="10C")
    await cy.bets_behind(2, 50, table)
    await ana.bets(100, table)
    assert await cy.chips() == 950
    await house.wait(21)
    assert "Dealer" in table.text
    assert await cy.chips() == 1000


async def test_a_bet_behind_goes_back_when_the_seat_leaves(people, table):
    ana, cy, _ = people
    await cy.bets_behind(1, 50, table)
    await ana.press("Leave", table)
    assert "behind" not in table.text
    assert await cy.chips() == 1000


async def test_bets_behind_alone_make_no_round_and_go_back_when_the_window_closes(house, people, table):
    _, cy, _ = people
    await cy.bets_behind(1, 50, table)
    assert "Betting closes in 20 s" in table.text
    await house.wait(21)
    assert "behind" not in table.text
    assert "The cards are dealt when everyone seated has bet." in table.text
    assert await cy.chips() == 1000


async def test_without_anybody_to_bet_behind_there_is_no_such_button(people):
    _, cy, _ = people
    table = await cy.opens()
    assert "Bet behind" not in table.buttons


async def test_a_form_for_a_seat_that_has_left_is_refused(people, table):
    ana, cy, dee = people
    await dee.press("Sit", table)
    form = await cy.press("Bet behind", table)
    await ana.press("Leave", table)
    assert (await form.fill(boxes=form.boxes(1), main="50", pair="")).said == "Nobody sits in seat 1 any more."
    assert await cy.chips() == 1000


async def test_the_next_window_waits_for_somebody_who_pressed_bet_behind_during_a_round(house, people, table):
    ana, cy, _ = people
    house.deal("10S 8D", dealer="9H", then="10C")
    await ana.bets(100, table)
    said = (await cy.press("Bet behind", table)).said
    assert said == "You can bet when this round is over. The table will wait for your bet."
    await ana.press("Stand", table)
    await ana.bets(100, table)
    assert "Place your bets. Betting closes in 20 s" in table.text
    await cy.bets_behind(1, 50, table)
    assert "Dealer" in table.text


async def test_the_next_window_waits_for_those_who_bet_behind_and_same_again_repeats_it(house, people, table):
    ana, cy, _ = people
    house.deal("10S 9D", dealer="9H", then="10C")
    house.deal("10S 9D", dealer="9H", then="9C")
    await cy.bets_behind(1, 50, table, pair=10)
    await ana.bets(100, table)
    await ana.press("Stand", table)
    await ana.press("Same", table)
    assert "Place your bets. Betting closes in" in table.text
    await cy.press("Same", table)
    assert table.line("1 Ana") == "1 Ana 100 10S 9D = 19"
    await ana.press("Stand", table)
    assert await cy.chips() == 1000 - 10 - 10 + 50


async def test_somebody_who_twice_gives_no_answer_is_asked_a_third_time(house, people, table):
    ana, cy, dee = people
    ben = house.guest("Ben")
    for seated in (ben, dee):
        await seated.press("Sit", table)
    house.deal("5S 6D", "5C 6H", "4S 7D", dealer="9H", then="2C 2D 2H 10C")
    await cy.bets_behind("1 2 3", 50, table)
    for seated in (ana, ben, dee):
        await seated.bets(100, table)
    for seated in (ana, ben, dee):
        await seated.press("Double", table)
        assert "Follow" in table.buttons
        await house.wait(6)
    assert "-# behind: Cy -50" in table.text


# Same


async def a_round_behind_ana(house, people, table):
    """Cy has bet behind Ana, who lost, and no bets are on the table now."""
    ana, cy, _ = people
    house.deal("10S 9D", dealer="10H", then="10C")
    await cy.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Stand", table)


async def test_same_again_does_not_bet_behind_somebody_else_in_the_same_seat(house, people, table):
    ana, cy, dee = people
    await a_round_behind_ana(house, people, table)
    await ana.press("Leave", table)
    assert (await cy.press("Same", table)).said == NOT_THERE
    await dee.press("Sit", table)
    assert (await cy.press("Same", table)).said == NOT_THERE
    assert "behind 1: Cy 50" not in table.text
    assert await cy.chips() == 950


async def test_same_again_bets_behind_the_same_person_who_has_come_back(house, people, table):
    ana, cy, _ = people
    await a_round_behind_ana(house, people, table)
    await ana.press("Leave", table)
    await ana.press("Sit", table)
    assert not (await cy.press("Same", table)).said
    assert "-# behind: Cy 50" in table.text


async def test_same_again_after_a_restart_knows_who_sat_there(house, people, table, restart):
    ana, cy, dee = people
    await a_round_behind_ana(house, people, table)
    await restart()
    await cy.press("Same", table)
    assert "-# behind: Cy 50" in table.text
    await cy.press("Leave", table)
    await ana.press("Leave", table)
    await dee.press("Sit", table)
    await restart()
    assert (await cy.press("Same", table)).said == NOT_THERE
    assert await cy.chips() == 950


async def test_same_again_behind_two_seats_skips_the_one_that_changed_hands_and_says_so(house, people, table):
    ana, cy, dee = people
    ben = house.guest("Ben")
    await dee.press("Sit", table)
    house.deal("10S 9D", "10C 9H", dealer="10H", then="10C")
    await cy.bets_behind("1 2", 50, table)
    for seated in (ana, dee):
        await seated.bets(100, table)
    for seated in (ana, dee):
        await seated.press("Stand", table)
    await dee.press("Leave", table)
    await ben.press("Sit", table)
    said = (await cy.press("Same", table)).said
    assert said == "Nothing was bet behind 2: the player from last time has left."
    assert "1 Ana –\n-# behind: Cy 50\n2 Ben –\n" in table.text
    assert table.text.count("behind") == 1
    assert await cy.chips() == 850


async def test_a_form_for_a_seat_that_now_belongs_to_somebody_else_is_refused(people, table):
    ana, cy, dee = people
    form = await cy.press("Bet behind", table)
    await ana.press("Leave", table)
    await dee.press("Sit", table)
    said = (await form.fill(boxes=form.boxes(1), main="50", pair="")).said
    assert said == "Someone else sits in seat 1 now. Press Bet behind to choose again."
    assert await cy.chips() == 1000
