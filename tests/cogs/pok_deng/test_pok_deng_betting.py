"""Betting at a Pok Deng table: the form, what is taken and withheld, and refusals."""

import pytest

NO_AMOUNT = "Type a whole number of chips from 10 to 500, for example 10."
ODD_AMOUNTS = {
    "-5": NO_AMOUNT,
    "0": NO_AMOUNT,
    "1e9": NO_AMOUNT,
    "NaN": NO_AMOUNT,
    "inf": NO_AMOUNT,
    "0x10": NO_AMOUNT,
    "１００": NO_AMOUNT,
    "١٠٠": NO_AMOUNT,
    "100.5": NO_AMOUNT,
    "1,00": NO_AMOUNT,
    "100 200": NO_AMOUNT,
    "   ": NO_AMOUNT,
    "everything": NO_AMOUNT,
    "99999999999999999999": "That is 199,999,999,999,999,999,998 chips; you have 1,000.",
    "1m": "That is 2,000,000 chips; you have 1,000.",
    "501": "That is 1,002 chips; you have 1,000.",
    "9": "Bets here are from 10 to 500 chips.",
}

pytestmark = pytest.mark.usefixtures("turn_over")


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    ana, _ = people
    return await ana.opens("pokdeng")


# The list and the form


async def test_a_new_table_says_what_to_do_and_has_no_dead_buttons(table):
    assert table.text.splitlines() == [
        "### Pok Deng · table 1",
        "-# bets 10-500 · a bet of 100 takes 200 (you can lose double)",
        f"-# shoe 0 of 416 · shuffle {table.live.commitment[:8]}",
        "Place your bets. Anyone may. The first bet starts the countdown.",
    ]
    assert table.buttons == ["Bet", "Minimum…", "More…"]


async def test_the_table_itself_says_who_has_bet_what(people, table):
    ana, ben = people
    assert (await ana.bets_on("P1, P3, P3 Pair", 100, table)).said == ""
    assert (await ben.bets_on("P1, P5", 20, table)).said == ""
    assert table.text.splitlines()[3:] == [
        "Ana P1 100 · P3 100 · P3 Pair 100",
        "Ben P1 20 · P5 20",
        "Betting closes in 20 s. Waiting for Ana, Ben to press Ready.",
    ]
    assert table.buttons == ["Bet", "Ready", "Minimum…", "My bets", "More…"]
    assert [await ana.chips(), await ben.chips()] == [500, 920]


async def test_a_pair_bet_needs_no_main_bet_and_takes_only_its_own_chips(people, table):
    ana, _ = people
    await ana.bets_on("P2 Pair", 50, table)
    assert table.line("Ana") == "Ana P2 Pair 50"
    assert await ana.chips() == 950


async def test_all_ten_bets_are_one_choice(people, table):
    ana, _ = people
    everything = ", ".join([f"P{n}" for n in range(1, 6)] + [f"P{n} Pair" for n in range(1, 6)])
    form = await ana.chooses(everything, table)
    assert form.result.modal["title"] == "10 bets"
    await form.fill(chips="all")
    assert table.line("Ana") == "Ana " + " · ".join(f"P{n} 66 · P{n} Pair 66" for n in range(1, 6))
    assert await ana.chips() == 10  # 15 times 66 of 1,000


async def test_the_form_names_the_bets_the_limits_and_what_the_person_has(people, table):
    ana, _ = people
    form = (await ana.chooses("P1, P2 Pair", table)).result.modal
    assert form["title"] == "Player 1, Player 2 Pair"
    field = form["components"][0]
    assert field["description"] == "From 10 to 500. You have 1,000. Player bets need an equal deposit."
    form = (await ana.chooses("P2 Pair", table)).result.modal
    assert form["components"][0]["description"] == "From 10 to 500. You have 1,000."


async def test_discord_accepts_the_longest_texts_of_the_form(house):
    await house.sets({"starting_chips": 1_000_000, "daily_chips": 1_000_000})
    ana = house.guest("Ana")
    await ana.command("chips daily")
    table = await ana.opens("pokdeng", minimum=1_000_000, maximum=1_000_000)
    form = (await ana.chooses("P1, P2, P3 Pair", table)).result.modal
    assert len(form["title"]) <= 45
    assert len(form["components"][0]["description"]) + len("1,000,000,000") <= 100


async def test_one_form_asks_for_bets_and_chips_undisturbed_by_redraws(house, people, table):
    ana, ben = people
    form = await ana.press("Bet", table)
    which, chips = form.result.modal["components"]
    assert [option["label"] for option in which["component"]["options"]][::5] == ["Player 1", "Player 1 Pair"]
    assert chips["description"] == "From 10 to 500. You have 1,000. Player bets need an equal deposit."
    await ben.bets_on("P1", 10, table)
    await form.fill(spots=["m0", "p4"], chips="100")
    assert table.text.splitlines()[3:5] == ["Ben P1 10", "Ana P1 100 · P5 Pair 100"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("typed", "chips"),
    [("250", 250), ("0.1k", 100), ("min", 10), ("max", 500), ("half", 250), ("all", 500), (" 60 ", 60), ("MIN", 10)],
)
async def test_words_and_short_forms_are_amounts_and_twice_as_much_is_taken(people, table, typed, chips):
    ana, _ = people
    await ana.bets_on("P1", typed, table)
    assert table.line("Ana") == f"Ana P1 {chips}"
    assert await ana.chips() == 1000 - 2 * chips


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ODD_AMOUNTS)
async def test_text_that_is_no_bet_gets_a_private_sentence_and_changes_nothing(people, table, typed):
    ana, _ = people
    before = table.text
    assert (await ana.bets_on("P1", typed, table)).said == ODD_AMOUNTS[typed]
    assert table.text == before
    assert await ana.chips() == 1000


@pytest.mark.parametrize(
    ("spots", "typed", "said"),
    [
        ("P1, P2", "251", "That is 1,004 chips; you have 1,000."),
        ("P1, P1 Pair", "334", "That is 1,002 chips; you have 1,000."),
        ("P1 Pair", "501", "Pair bets here are from 10 to 500 chips."),
    ],
)
async def test_bets_beyond_the_limits_or_the_purse_take_nothing(people, table, spots, typed, said):
    ana, _ = people
    assert (await ana.bets_on(spots, typed, table)).said == said
    assert "The first bet starts the countdown." in table.text
    assert await ana.chips() == 1000


async def test_somebody_who_has_the_bet_but_not_twice_the_bet_is_refused(house, people):
    ana, _ = people
    first = await ana.opens("pokdeng", maximum=495)
    await ana.bets_on("P1", 495, first)
    second = await ana.opens("pokdeng")
    assert await ana.chips() == 10
    said = (await ana.chooses("P1", second)).said
    assert "You have 10 chips. 990 more chips at table 1. The smallest bet here takes 20." in said
    await ana.bets_on("P1 Pair", 10, second)
    assert second.line("Ana") == "Ana P1 Pair 10"


# Changing, clearing, betting the same again


async def test_another_bet_on_the_same_hand_replaces_the_first_and_the_others_stay(people, table):
    ana, _ = people
    await ana.bets_on("P1, P2, P2 Pair", 100, table)
    await ana.bets_on("P2", 30, table)
    assert table.line("Ana") == "Ana P1 100 · P2 30 · P2 Pair 100"
    assert await ana.chips() == 1000 - 200 - 60 - 100
    await ana.bets_on("P1", "all", table)
    assert table.line("Ana") == "Ana P1 420 · P2 30 · P2 Pair 100"
    assert await ana.chips() == 0


async def test_clearing_returns_everything_including_the_withheld_chips(people, table):
    ana, ben = people
    await ana.bets_on("P1, P2 Pair", 100, table)
    await ben.bets_on("P1", 10, table)
    more = await ana.press("More…", table)
    again = ana.about_to_press_on(more, "Clear my bets")
    await more.press("Clear my bets")
    assert (await again.press()).said == "You have no bets here."
    assert table.text.splitlines()[3:4] == ["Ben P1 10"]
    assert await ana.chips() == 1000
    assert "Clear my bets" not in (await ana.press("More…", table)).buttons


async def test_clearing_the_last_bet_stops_the_clock_and_the_next_bet_restarts_it(house, people, table):
    ana, _ = people
    await ana.bets_on("P1", 100, table)
    await house.wait(15)
    await ana.press("Clear my bets", table)
    await house.wait(30)
    assert "The first bet starts the countdown." in table.text
    await ana.bets_on("P1", 100, table)
    assert "closes in 20 s" in table.text


async def test_same_repeats_all_bets_of_the_last_round_and_twice_doubles_them(people, table, turn_over):
    ana, ben = people
    assert not {"Same", "×2"} & set(table.buttons)
    await ana.bets_on("P1, P1 Pair", 50, table)
    await ana.bets_on("P3", 20, table)
    await ana.press("Ready", table)
    await turn_over(3)
    assert table.buttons == ["Bet", "Same", "×2", "Minimum…", "All results", "More…"]
    await ana.press("Same", table)
    assert table.line("Ana") == "Ana P1 50 · P1 Pair 50 · P3 20"
    await ana.press("×2", table)
    assert table.line("Ana") == "Ana P1 100 · P1 Pair 100 · P3 40"
    for label in ("Same", "×2"):
        assert (await ben.press(label, table)).said == "You haven't bet at this table yet. Press Bet."


async def test_twice_the_last_bet_is_refused_above_the_maximum(people, wide, turn_over):
    ana, _ = people
    await ana.bets_on("P1", 101, wide)
    await ana.bets_on("P2 Pair", 30, wide)
    await ana.press("Ready", wide)
    await turn_over(3)
    assert "from 10 to 200" in (await ana.press("×2", wide)).said
    assert "Ana P1" not in wide.text


async def test_twice_the_last_pair_bet_is_refused_above_the_maximum_of_pair_bets(people, narrow, turn_over):
    ana, _ = people
    await ana.bets_on("P1", 20, narrow)
    await ana.bets_on("P2 Pair", 5, narrow)
    await ana.press("Ready", narrow)
    await turn_over(3)
    assert "to 8" in (await ana.press("×2", narrow)).said
    assert "Ana P1" not in narrow.text


async def test_same_is_refused_when_too_few_chips_are_left(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands({1: "2C 2D"}, "KH 9H")
    await ana.bets_on("P1", 499, table)
    await ana.bets_on("P1 Pair", 1, table)
    await ana.press("Ready", table)
    await turn_over(3)
    boss = house.guest("Boss", manages=True)
    await boss.command("bank set", member=ana.member, amount="100", reason="to see")
    assert (await ana.press("Same", table)).said == "You have 100 chips; this takes 998."
    assert "The first bet starts the countdown." in table.text


async def test_same_pressed_twice_at_once_bets_once(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands({}, "2D 4C")
    await ana.bets_on("P1", 100, table)
    await ana.press("Ready", table)
    await turn_over(3)
    assert await ana.chips() == 1000  # a tie
    await house.at_once(*[ana.about_to_press("Same", table) for _ in range(2)])
    assert table.line("Ana") == "Ana P1 100"
    assert await ana.chips() == 800


async def test_the_same_form_twice_at_once_is_one_bet(house, people, table):
    ana, _ = people
    form = await ana.chooses("P1, P1 Pair", table)
    await house.at_once(form.about_to_fill(table, chips="100"), form.about_to_fill(table, chips="100"))
    assert table.line("Ana") == "Ana P1 100 · P1 Pair 100"
    assert await ana.chips() == 700


async def test_two_tables_cannot_take_the_same_chips(house, people, table):
    ana, _ = people
    other = await ana.opens("pokdeng")
    forms = [await ana.chooses("P1", table), await ana.chooses("P1", other)]
    answers = await house.at_once(
        forms[0].about_to_fill(table, chips="400"), forms[1].about_to_fill(other, chips="400")
    )
    assert sum("you have 200" in answer.said.lower() for answer in answers) == 1
    assert await ana.chips() == 200


# Other limits for Pair bets


@pytest.fixture
async def narrow(house, people):
    """Bets on a Player from 10 to 500, Pair bets from 3 to 8."""
    await house.sets({"pok_deng.pair_minimum": 3, "pok_deng.pair_maximum": 8})
    return await people[0].opens("pokdeng")


@pytest.fixture
async def wide(house, people):
    """Bets on a Player from 10 to 200, Pair bets from 20 to 800."""
    await house.sets({"pok_deng.pair_minimum": 20, "pok_deng.pair_maximum": 800})
    return await people[0].opens("pokdeng", maximum=200)


async def test_the_form_for_pair_bets_names_their_own_limits(people, narrow):
    ana, _ = people
    form = (await ana.chooses("P1 Pair, P2 Pair", narrow)).result.modal
    assert form["components"][0]["description"] == "From 3 to 8. You have 1,000."
    form = (await ana.chooses("P1", narrow)).result.modal
    assert form["components"][0]["description"] == "From 10 to 500. You have 1,000. Player bets need an equal deposit."


async def test_the_form_for_any_bets_names_both_limits(people, narrow):
    ana, _ = people
    which, chips = (await ana.press("Bet", narrow)).result.modal["components"]
    assert which["description"] == "Player bets need an equal deposit."
    assert chips["description"] == "Players 10 to 500, Pairs 3 to 8. You have 1,000."


@pytest.mark.sampled
@pytest.mark.parametrize(("typed", "chips"), [("min", 3), ("max", 8), ("half", 8), ("all", 8), ("3", 3), ("8", 8)])
async def test_words_about_pair_bets_mean_their_own_limits(people, narrow, typed, chips):
    ana, _ = people
    await ana.bets_on("P1 Pair", typed, narrow)
    assert narrow.line("Ana") == f"Ana P1 Pair {chips}"
    assert await ana.chips() == 1000 - chips


@pytest.mark.parametrize("typed", ["all", "max", "800"])
async def test_a_pair_bet_may_be_higher_than_any_bet_on_a_player(people, wide, typed):
    ana, _ = people
    await ana.bets_on("P1 Pair", typed, wide)
    assert wide.line("Ana") == "Ana P1 Pair 800"


@pytest.mark.parametrize("typed", ["2", "9"])
async def test_a_pair_bet_outside_its_own_limits_is_refused_with_them(people, narrow, typed):
    ana, _ = people
    assert (await ana.bets_on("P1 Pair", typed, narrow)).said == "Pair bets here are from 3 to 8 chips."
    assert (await ana.bets_on("P1 Pair", "a lot", narrow)).said == (
        "Type a whole number of chips from 3 to 8, for example 3."
    )


async def test_five_chips_are_enough_for_a_pair_bet_from_three(house, people, narrow):
    ana, _ = people
    boss = house.guest("Boss", manages=True)
    await boss.command("bank set", member=ana.member, amount="5", reason="to see")
    await ana.bets_on("P1 Pair", 4, narrow)
    assert await ana.chips() == 1


async def test_when_no_amount_fits_all_bets_the_answer_says_which_to_place_separately(people, narrow):
    ana, _ = people
    apart = (
        "No amount fits all of these: bets on a Player are from 10 to 500 chips, Pair bets from 3 to 8. "
        "Place the Pair bets separately."
    )
    assert (await ana.chooses("P1, P1 Pair", narrow)).said == apart
    form = await ana.press("Bet", narrow)
    assert (await form.fill(spots=["m0", "p0"], chips="8")).said == apart
    assert await ana.chips() == 1000


async def test_bets_of_both_kinds_accept_amounts_that_fit_both(people, wide):
    ana, _ = people
    form = await ana.chooses("P1, P1 Pair", wide)
    description = form.result.modal["components"][0]["description"]
    assert description.startswith("From 20 to 200. You have 1,000.")
    assert (await form.fill(chips="15")).said == (
        "15 fits the bets on a Player, but Pair bets are from 20 to 800 chips here. Place the Pair bets separately."
    )
    form = await ana.chooses("P1, P1 Pair", wide)
    assert (await form.fill(chips="250")).said == (
        "250 fits the Pair bets, but bets on a Player are from 10 to 200 chips here. Place the Pair bets separately."
    )
    await ana.bets_on("P1, P1 Pair", "min", wide)
    assert await ana.chips() == 1000 - 2 * 20 - 20
    await ana.bets_on("P1, P1 Pair", "max", wide)
    assert await ana.chips() == 1000 - 2 * 200 - 200


async def test_everyone_sees_by_name_who_has_bet_and_who_is_waited_for(house, people, table):
    ana, ben = people
    await ana.bets_on("P1, P2 Pair", 50, table)
    await ben.bets_on("P3", 40, table)
    await ben.press("Ready", table)
    assert table.line("Ben") == "Ben ✓ P3 40"
    assert "Waiting for Ana to press Ready." in table.text
    for guest in house.guests("Cy Dee Eli Fay Gus Hal Ida Jon Kim"):
        await guest.bets_on("P3", 10, table)
    await house.wait(2)
    assert table.text.splitlines()[3:6] == [
        "P1 50 · P2 – · P3 130 · P4 – · P5 –",
        "Pairs: P2 50",
        "-# Ana 100 · Ben ✓ 40 · Cy 10 · Dee 10 · Eli 10 · Fay 10 · Gus 10 · Hal 10 · Ida 10 · Jon 10 · and 1 other",
    ]
    assert "Waiting for Ana, Cy, Dee, and 7 others to press Ready." in table.text
