"""Betting at a Blackjack table: the form and what it refuses, whose chips are at stake, when the window closes."""

import pytest

ODD_AMOUNTS = {
    "-5": "Type a whole number of chips from 10 to 500, for example 10.",
    "0": "Type a whole number of chips from 10 to 500, for example 10.",
    "1e9": "Type a whole number of chips from 10 to 500, for example 10.",
    "NaN": "Type a whole number of chips from 10 to 500, for example 10.",
    "inf": "Type a whole number of chips from 10 to 500, for example 10.",
    "0x10": "Type a whole number of chips from 10 to 500, for example 10.",
    "１００": "Type a whole number of chips from 10 to 500, for example 10.",
    "١٠٠": "Type a whole number of chips from 10 to 500, for example 10.",
    "100.5": "Type a whole number of chips from 10 to 500, for example 10.",
    "1,00": "Type a whole number of chips from 10 to 500, for example 10.",
    "100 200": "Type a whole number of chips from 10 to 500, for example 10.",
    "   ": "Type a whole number of chips from 10 to 500, for example 10.",
    "everything": "Type a whole number of chips from 10 to 500, for example 10.",
    "99999999999999999999": "That is 99,999,999,999,999,999,999 chips; you have 1,000.",
    "1m": "That is 1,000,000 chips; you have 1,000.",
    "8": "Bets here are from 10 to 500 chips.",
    "502": "Bets here are from 10 to 500 chips.",
}


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    """A table where Ben sits as well, so that Ana's bet alone doesn't start a round."""
    ana, ben = people
    table = await ana.opens()
    await ben.press("Sit", table)
    return table


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ODD_AMOUNTS)
async def test_text_that_is_no_bet_gets_a_private_sentence_and_changes_nothing(people, table, typed):
    ana, _ = people
    before = table.text
    assert (await ana.bets(typed, table)).said == ODD_AMOUNTS[typed]
    assert table.text == before
    assert await ana.chips() == 1000


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ["-5", "NaN", "5", "1001", "2.5", "501"])
async def test_with_a_bad_pair_bet_the_main_bet_is_refused_too(people, table, typed):
    ana, _ = people
    before = table.text
    answer = await ana.bets(100, table, pair=typed)
    if typed == "5":
        assert answer.said == ""  # any whole number may be a pair bet
        assert "2 Ana 100 · pair 5" in table.text
    else:
        assert answer.said
        assert table.text == before
        assert await ana.chips() == 1000


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("typed", "chips"),
    [("250", 250), ("0.1k", 100), ("min", 10), ("max", 500), ("half", 500), ("all", 500), (" 60 ", 60), ("MIN", 10)],
)
async def test_words_and_short_forms_are_amounts(people, table, typed, chips):
    ana, _ = people
    await ana.bets(typed, table)
    assert f"2 Ana {chips}" in table.text
    assert await ana.chips() == 1000 - chips


async def test_all_of_nothing_is_no_bet(people):
    ana, _ = people
    first = await ana.opens(minimum=1000, maximum=1000)
    await ana.press("Sit", first)
    ben = people[1]
    await ben.press("Sit", first)
    await ana.bets("all", first)
    assert await ana.chips() == 0
    second = await ana.opens()
    assert (
        "You have 0 chips. 1,000 more chips at table 1. The smallest bet here takes 10."
        in (await ana.press("Bet", second)).said
    )


async def test_the_form_says_the_limits_and_what_the_person_has(people, table):
    ana, _ = people
    form = (await ana.press("Bet", table)).result.modal
    main, pair = form["components"]
    assert main["description"] == "From 10 to 500. You have 1,000. You can also type half, all, min or max."
    assert not main["component"].get("value")
    assert pair["component"]["required"] is False


async def test_a_bet_leaves_the_purse_when_it_is_placed_and_appears_on_the_table(house, people, table):
    ana, _ = people
    await ana.bets(100, table, pair=10)
    assert table.text.splitlines()[2:] == [
        "1 Ben –",
        "2 Ana 100 · pair 10",
        "-# No bet yet: Ben. Without one you lose your seat.",
        "Place your bets. Betting closes in 20 s.",
    ]
    assert (await ana.command("chips balance")).said == "You have 890 chips.\n110 more chips at table 1."


async def test_another_bet_replaces_the_first(people, table):
    ana, _ = people
    await ana.bets(100, table, pair=10)
    await ana.bets(40, table)
    assert "2 Ana 40\n" in table.text
    assert await ana.chips() == 960
    await ana.bets("all", table)
    assert await ana.chips() == 500


async def test_the_chips_of_the_first_bet_count_towards_the_one_that_replaces_it(people, table):
    ana, _ = people
    other = await ana.opens(maximum=1000)
    await people[1].press("Sit", other)
    await ana.bets(900, other)
    await ana.bets(1000, other)
    assert await ana.chips() == 0
    assert (
        "You have 0 chips. 1,000 more chips at table 2. The smallest bet here takes 10."
        in (await ana.press("Bet", table)).said
    )


async def test_two_tables_cant_play_with_the_same_chips(people, table):
    ana, ben = people
    await ana.bets(500, table)
    second = await ana.opens(maximum=1000)
    await ben.press("Sit", second)
    assert (await ana.bets(600, second)).said == "That is 600 chips; you have 500."
    await ana.bets("all", second)
    assert "2 Ana 500" in second.text
    assert await ana.chips() == 0


async def test_leaving_before_the_deal_gives_the_bet_back(people, table):
    ana, _ = people
    await ana.bets(100, table)
    await ana.press("Leave", table)
    assert "Ana" not in table.text
    assert await ana.chips() == 1000


async def test_the_round_begins_at_once_when_everybody_seated_has_bet(people, table):
    ana, ben = people
    await ana.bets(100, table)
    assert "Place your bets" in table.text
    await ben.bets(50, table)
    assert "Dealer" in table.text


async def test_the_round_begins_at_once_when_the_only_player_without_a_bet_leaves(people, table):
    ana, ben = people
    await ana.bets(100, table)
    await ben.press("Leave", table)
    assert "Dealer" in table.text


async def test_the_window_closes_without_players_who_do_not_bet(house, people, table):
    ana, _ = people
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    await house.wait(19)
    assert "Betting closes in 1 s" in table.text
    await house.wait(2)
    assert table.line("2 Ana") == "2 Ana 100 10S 9D = 19"
    assert table.line("1 Ben") == "1 Ben no bet, so the seat is free after this round"
    await ana.press("Stand", table)
    assert "-# Lost the seat for not betting: Ben" in table.text


async def test_a_player_who_places_no_bet_for_a_whole_round_loses_the_seat(house, people, table):
    ana, ben = people
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    await house.wait(21)
    await ana.press("Stand", table)
    await ana.bets(100, table)
    assert "Dealer" in table.text  # it waited for nobody
    assert table.live.lobby.seat_of(ben.id) is None


async def test_the_windows_clock_starts_with_the_first_bet_and_a_second_bet_does_not_restart_it(house, people, table):
    ana, _ = people
    await house.wait(60)
    assert "The cards are dealt when everyone seated has bet." in table.text
    await ana.bets(100, table)
    await house.wait(12)
    await ana.bets(200, table)
    assert "Betting closes in 8 s" in table.text


async def test_when_the_last_bet_is_taken_back_the_clock_stops(house, people, table):
    ana, _ = people
    await ana.bets(100, table)
    await ana.press("Leave", table)
    await house.wait(30)
    assert "The cards are dealt when everyone seated has bet." in table.text


async def test_same_again_repeats_the_last_bet_with_its_pair_bet(house, people):
    ana, _ = people
    table = await ana.opens()
    house.deal("AS KD", dealer="9H", then="7C KC")
    house.deal("10S 9D", dealer="9H", then="10C")
    assert "Same" not in table.buttons
    await ana.bets(100, table, pair=10)
    await ana.press("Same", table)
    assert table.line("1 Ana") == "1 Ana 100 10S 9D = 19"
    assert "-# pair 10" in table.text
    assert await ana.chips() == 1000 + 150 - 10 - 110


async def test_same_again_is_only_for_people_who_have_bet_here(house, people):
    ana, ben = people
    table = await ana.opens()
    house.deal("AS KD", dealer="9H", then="7C KC")
    await ana.bets(100, table)
    assert (await ben.press("Same", table)).said == "You haven't bet here yet. Press Bet."


async def test_same_again_is_refused_when_too_few_chips_are_left(house, people):
    ana, _ = people
    table = await ana.opens(maximum=1000)
    house.deal("10S 8D", dealer="9H", then="10C")
    await ana.bets(800, table)
    await ana.press("Stand", table)
    assert (await ana.press("Same", table)).said == "You have 200 chips; this takes 800."
    assert await ana.chips() == 200


async def test_the_form_offers_the_last_bet(house, people):
    ana, _ = people
    table = await ana.opens()
    house.deal("AS KD", dealer="9H", then="7C KC")
    await ana.bets(120, table)
    form = (await ana.press("Bet", table)).result.modal
    assert form["components"][0]["component"]["value"] == "120"


async def test_a_bet_sent_after_the_deal_stays_in_the_purse(house, people, table):
    ana, ben = people
    form = await ben.press("Bet", table)
    await ana.bets(100, table)
    await house.wait(21)
    assert "Dealer" in table.text
    answer = await form.fill(main="100", pair="")
    assert answer.said == "Too late: betting on that round has closed. You keep your chips."
    assert await ben.chips() == 1000


async def test_a_form_may_be_sent_long_after_it_was_opened(house, people, table):
    ana, _ = people
    form = await ana.press("Bet", table)
    await house.wait(300)
    await form.fill(main="100", pair="")
    assert "2 Ana 100" in table.text


async def test_somebody_who_arrives_during_a_round_may_sit_and_bet_on_the_next(house, people):
    ana, ben = people
    table = await ana.opens()
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    await ben.press("Sit", table)
    assert table.line("2 Ben") == "2 Ben plays in the next round"
    await ana.press("Stand", table)
    await ana.bets(100, table)
    assert table.text.splitlines()[2:4] == ["1 Ana 100", "2 Ben –"]


async def test_when_all_seats_are_taken_the_table_says_so(house, people):
    ana, ben = people
    table = await ana.opens(seats=1)
    await ana.press("Sit", table)
    assert "Sit" not in table.buttons
    assert (await ben.press("Bet", table)).said == "Every seat is taken. You can watch until one is free."


async def test_nobody_sits_down_twice(people, table):
    _, ben = people
    assert (await ben.press("Sit", table)).said == "You have seat 1 already."


async def test_bet_takes_the_first_free_seat(people, table):
    ana, _ = people
    await ana.bets(100, table)
    assert "2 Ana 100" in table.text


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"minimum": 100, "maximum": 50}, "The lowest bet, 100, is above the highest, 50."),
        ({"minimum": 11, "maximum": 11}, "Bets are even numbers of chips; there is none between these limits."),
    ],
)
async def test_a_table_where_nobody_could_bet_is_not_opened(house, limits, said):
    ana = house.guest("Ana")
    answer = await ana.command("blackjack open", **limits)
    assert answer.said == said
    assert (await ana.command("table list")).said.startswith("No table is open.")


async def test_limits_seats_and_pace_come_from_the_command(house):
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens(minimum=20, maximum=60, seats=2, pace="quick")
    assert "bets 20-60" in table.text
    await ben.press("Sit", table)
    assert (await ana.bets(10, table)).said == "Bets here are from 20 to 60 chips."
    await ana.bets("max", table)
    assert "Betting closes in 15 s" in table.text
    assert "Sit" not in table.buttons


async def test_a_bet_of_all_chips_leaves_none_for_a_pair_bet(people):
    ana, ben = people
    table = await ana.opens(maximum=1000)
    await ben.press("Sit", table)
    assert (await ana.bets(1000, table, pair=1)).said == "This bet leaves you no chips for a Pair bet."
    assert await ana.chips() == 1000


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ["0", " 0 ", "0k", ""])
async def test_nothing_or_0_is_no_pair_bet(people, table, typed):
    ana, _ = people
    assert (await ana.bets(100, table, pair=typed)).said == ""
    assert await ana.chips() == 900
    assert "pair" not in table.text


async def test_the_form_names_the_limits_of_the_pair_bet(people, table):
    ana, _ = people
    _, pair = (await ana.press("Bet", table)).result.modal["components"]
    assert pair["description"] == ("Up to 500, or empty for none. Pays 11:1 if the first two cards have the same rank.")


async def test_somebody_who_sits_down_while_results_are_shown_appears_at_once(house, people):
    ana, ben = people
    table = await ana.opens()
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    await ana.press("Stand", table)
    await ben.press("Sit", table)
    assert table.line("Ana ") == "Ana 10S 9D = 19, push: 100 back"
    assert table.line("2 Ben") == "2 Ben –"
