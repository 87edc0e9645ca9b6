"""Betting at a Pok Deng table: the form, what is taken and withheld, and refusals."""

import pytest

NO_AMOUNT = "type 10 to 500"
DEPOSIT = "10 to 500 · Balance: 1,000 · bets set aside as much again"
OPEN = "place your bets: first bet starts the clock"
EVERYTHING = " & ".join([f"P{n}" for n in range(1, 6)] + [f"P{n} Pair" for n in range(1, 6)])

pytestmark = pytest.mark.usefixtures("turn_over")


@pytest.fixture
async def table(ana):
    return await ana.opens("pokdeng")


# The form


async def test_the_table_itself_says_what_to_do_and_who_has_bet_what(house, table):
    assert table.text.splitlines() == [
        "### Pok Deng · table 1",
        "-# bets 10–500",
        OPEN,
        f"-# shuffle {table.live.table.commitment[:8]}",
    ]
    assert table.buttons == ["Bet", "More…"]
    assert (await table.plays("Ana bets 100 on P1 & P3 & P3 Pair")).said == ""
    assert (await table.plays("Ben bets 20 on P1 & P5")).said == ""
    assert table.text.splitlines()[2:] == [
        "Ana P1 100 · P3 100 · P3 Pair 100",
        "Ben P1 20 · P5 20",
        "Place your bets · ⏳ in 20 s",
        "Waiting for Ana, Ben to press Ready",
    ]
    assert table.buttons == ["Bet", "Ready", "More…"]
    assert await house.chips("Ana Ben") == [500, 920]
    await table.plays("Cy bets 50 on P2 Pair")  # needs no bet on the Player
    assert table.line("Cy") == "Cy P2 Pair 50"
    assert await house.chips("Cy") == [950]


async def test_all_ten_bets_are_one_choice(house, ana, table):
    await ana.bets_on(EVERYTHING.replace(" & ", ", "), "all", table)
    assert table.line("Ana") == "Ana " + " · ".join(f"P{n} 66 · P{n} Pair 66" for n in range(1, 6))
    assert await house.chips("Ana") == [10]  # 15 times 66 of 1,000


async def test_discord_accepts_the_longest_texts_of_the_form(house, ana):
    await house.sets({"starting_chips": 1_000_000, "daily_chips": 1_000_000})
    await ana.command("daily")
    table = await ana.opens("pokdeng", minimum=1_000_000, maximum=1_000_000)
    form = (await ana.asks_for_bets(table)).result.modal
    assert len(form["title"]) <= 45
    assert len(form["components"][1]["description"]) + len("1,000,000,000") <= 100


async def test_one_form_asks_for_bets_and_chips_undisturbed_by_redraws(table):
    form = await (await table.plays("Ana Bet")).press("Other…")
    which, chips = form.result.modal["components"]
    assert [option["label"] for option in which["component"]["options"]][::5] == ["Player 1", "Player 1 Pair"]
    assert chips["description"] == DEPOSIT
    await table.plays("Ben bets 10 on P1")
    await form.fill(spots=["m0", "p4"], chips="100")
    assert table.text.splitlines()[2:4] == ["Ben P1 10", "Ana P1 100 · P5 Pair 100"]


async def test_words_and_short_forms_are_amounts_and_twice_as_much_is_taken(house, ana, table):
    for typed, chips in {"250": 250, "0.1k": 100, "min": 10, "max": 500, " 60 ": 60, "half": 250, "all": 500}.items():
        await ana.bets_on("P1", typed, table)
        assert table.line("Ana") == f"Ana P1 {chips}"
        assert await house.chips("Ana") == [1000 - 2 * chips]


REFUSED = {
    ("P1", "-5"): NO_AMOUNT,
    ("P1", "0"): "0 is too little. The minimum is 10.",
    ("P1", "NaN"): NO_AMOUNT,
    ("P1", "１００"): NO_AMOUNT,
    ("P1", "100 200"): NO_AMOUNT,
    ("P1", "   "): NO_AMOUNT,
    ("P1", "99999999999999999999"): "99,999,999,999,999,999,999 is too much. The maximum is 500.",
    ("P1", "1m"): "1,000,000 is too much. The maximum is 500.",
    ("P1", "501"): "501 is too much. The maximum is 500.",
    ("P1", "9"): "bets from 10 to 500",
    ("P1, P2", "251"): "that is 1,004 chips of 1,000",
    ("P1, P1 Pair", "334"): "that is 1,002 chips of 1,000",
    ("P1 Pair", "501"): "Pair bets from 10 to 500",
}


async def test_what_is_no_bet_gets_a_private_sentence_and_changes_nothing(house, ana, table):
    before = table.text
    for (spots, typed), said in REFUSED.items():
        assert (await ana.bets_on(spots, typed, table)).said == said
    assert table.text == before
    assert await house.chips("Ana") == [1000]


async def test_somebody_who_has_the_bet_but_not_twice_the_bet_is_refused(house, ana):
    first, second = await ana.opens("pokdeng", maximum=495), await ana.opens("pokdeng")
    await first.plays("Ana bets 495 on P1")
    assert await house.chips("Ana") == [10]
    said = (await (await second.plays("Ana Bet")).press("P1")).said
    assert "too few chips: 10 of 20 and 990 more on table 1" in said
    await second.plays("Ana bets 10 on P1 Pair")
    assert second.line("Ana") == "Ana P1 Pair 10"


# Changing, clearing, betting the same again


async def test_another_bet_on_the_same_hand_replaces_the_first_and_the_others_stay(house, table):
    await table.plays("Ana bets 100 on P1 & P2 & P2 Pair, Ana bets 30 on P2")
    assert table.line("Ana") == "Ana P1 100 · P2 30 · P2 Pair 100"
    assert await house.chips("Ana") == [1000 - 200 - 60 - 100]
    await table.plays("Ana bets all on P1")
    assert table.line("Ana") == "Ana P1 420 · P2 30 · P2 Pair 100"
    assert await house.chips("Ana") == [0]


async def test_clearing_returns_everything_including_the_withheld_chips(house, ana, table):
    await table.plays("Ana bets 100 on P1 & P2 Pair, Ben bets 10 on P1")
    more = await table.plays("Ana More…")
    again = ana.about_to_press_on(more, "Clear my bets")
    await more.press("Clear my bets")
    assert (await again.press()).said == "no bets of yours"
    assert table.text.splitlines()[2:3] == ["Ben P1 10"]
    assert await house.chips("Ana") == [1000]
    assert "Clear my bets" not in (await table.plays("Ana More…")).buttons


async def test_clearing_the_last_bet_stops_the_clock_and_the_next_bet_restarts_it(table):
    await table.plays("Ana bets 100 on P1, 15 s, Ana Clear my bets, 30 s")
    assert OPEN in table.text
    await table.plays("Ana bets 100 on P1")
    assert "⏳ in 20 s" in table.text


async def test_same_repeats_all_bets_of_the_last_round_and_twice_doubles_them(table, turn_over):
    assert not {"Same", "×2"} & set(table.buttons)
    await table.plays("Ana bets 50 on P1 & P1 Pair, Ana bets 20 on P3, Ana Ready")
    await turn_over(3)
    assert table.buttons == ["Bet", "Same", "×2", "More…"]
    await table.plays("Ana Same")
    assert table.line("Ana") == "Ana P1 50 · P1 Pair 50 · P3 20"
    await table.plays("Ana ×2")
    assert table.line("Ana") == "Ana P1 100 · P1 Pair 100 · P3 40"
    for label in ("Same", "×2"):
        assert (await table.plays(f"Ben {label}")).said == "no bet yet, press Bet"


@pytest.mark.parametrize(
    ("pairs", "main", "pair", "said"),
    [([20, 800], 101, 30, "from 10 to 200"), ([3, 8], 20, 5, "to 8")],
    ids=["on a Player", "on a Pair"],
)
async def test_twice_the_last_bet_is_refused_above_the_maximum(house, ana, turn_over, pairs, main, pair, said):
    await house.sets(dict(zip(("pok_deng.pair_minimum", "pok_deng.pair_maximum"), pairs, strict=True)))
    table = await ana.opens("pokdeng", maximum=200)
    await table.plays(f"Ana bets {main} on P1, Ana bets {pair} on P2 Pair, Ana Ready")
    await turn_over(3)
    assert said in (await table.plays("Ana ×2")).said
    assert "Ana P1" not in table.text


async def test_same_is_refused_when_too_few_chips_are_left(house, ana, table, turn_over):
    house.deal("2C 2D v KH 9H")
    await table.plays("Ana bets 499 on P1, Ana bets 1 on P1 Pair, Ana Ready")
    await turn_over(3)
    await house.guest("Boss", manages=True).command("bank set", member=ana.member, amount="100", reason="to see")
    assert (await table.plays("Ana Same")).said == "too few chips: 100 of 998"
    assert "Place your bets" in table.text


async def test_what_is_sent_twice_at_once_bets_once(house, ana, table, turn_over):
    form = await ana.asks_for_bets(table)
    await house.at_once(*[form.about_to_fill(table, spots=["m0", "p0"], chips="100") for _ in range(2)])
    assert table.line("Ana") == "Ana P1 100 · P1 Pair 100"
    assert await house.chips("Ana") == [700]
    house.deal("2C 7D v 2D 7C")
    await table.plays("Ana Ready")
    await turn_over(3)
    assert await house.chips("Ana") == [900]  # a tie, and no pair
    await house.at_once(*[ana.about_to_press("Same", table) for _ in range(2)])
    assert table.line("Ana") == "Ana P1 100 · P1 Pair 100"
    assert await house.chips("Ana") == [600]


async def test_two_tables_cannot_take_the_same_chips(house, ana, table):
    both = [table, await ana.opens("pokdeng")]
    forms = [(await ana.asks_for_bets(each)).about_to_fill(each, spots=["m0"], chips="400") for each in both]
    await house.at_once(*forms)
    assert await house.chips("Ana") == [200]


# Other limits for Pair bets


@pytest.fixture
async def narrow(house, ana):
    """Bets on a Player from 10 to 500, Pair bets from 3 to 8."""
    await house.sets({"pok_deng.pair_minimum": 3, "pok_deng.pair_maximum": 8})
    return await ana.opens("pokdeng")


@pytest.fixture
async def wide(house, ana):
    """Bets on a Player from 10 to 200, Pair bets from 20 to 800."""
    await house.sets({"pok_deng.pair_minimum": 20, "pok_deng.pair_maximum": 800})
    return await ana.opens("pokdeng", maximum=200)


async def test_the_form_names_the_limits_of_both_kinds_of_bets(ana, narrow):
    which, chips = (await (await narrow.plays("Ana Bet")).press("Other…")).result.modal["components"]
    assert which["description"] == "bets set aside as much again"
    assert chips["description"] == "Bets: 10 to 500 · Pair bet: 3 to 8 · Balance: 1,000"


async def test_pair_bets_have_their_own_limits_and_words_mean_those(house, ana, narrow):
    for typed, chips in {"min": 3, "max": 8, "half": 8, "all": 8, "3": 3, "8": 8}.items():
        await ana.bets_on("P1 Pair", typed, narrow)
        assert narrow.line("Ana") == f"Ana P1 Pair {chips}"
        assert await house.chips("Ana") == [1000 - chips]
    for typed in ("2", "9"):
        assert (await ana.bets_on("P1 Pair", typed, narrow)).said == "Pair bets from 3 to 8"
    said = (await ana.bets_on("P1 Pair", "a lot", narrow)).said
    assert said == "type 3 to 8"


async def test_a_pair_bet_may_be_higher_than_any_bet_on_a_player(ana, wide):
    for typed in ("800", "all", "max"):
        await ana.bets_on("P1 Pair", typed, wide)
        assert wide.line("Ana") == "Ana P1 Pair 800"


async def test_five_chips_are_enough_for_a_pair_bet_from_three(house, ana, narrow):
    await house.guest("Boss", manages=True).command("bank set", member=ana.member, amount="5", reason="to see")
    await narrow.plays("Ana bets 4 on P1 Pair")
    assert await house.chips("Ana") == [1]


async def test_when_no_amount_fits_all_bets_the_answer_says_which_to_place_separately(house, ana, narrow):
    apart = "Player bets 10 to 500, Pair bets 3 to 8"
    assert (await narrow.plays("Ana bets 8 on P1 & P1 Pair")).said == apart
    assert await house.chips("Ana") == [1000]


async def test_bets_of_both_kinds_accept_amounts_that_fit_both(house, ana, wide):
    apart = "Player bets 10 to 200, Pair bets 20 to 800"
    for typed in ("15", "250"):
        assert (await ana.bets_on("P1, P1 Pair", typed, wide)).said == apart
    await wide.plays("Ana bets min on P1 & P1 Pair")
    assert await house.chips("Ana") == [1000 - 2 * 20 - 20]
    await wide.plays("Ana bets max on P1 & P1 Pair")
    assert await house.chips("Ana") == [1000 - 2 * 200 - 200]


async def test_everyone_sees_by_name_who_has_bet_and_who_is_waited_for(house, table):
    await table.plays("Ana bets 50 on P1 & P2 Pair, Ben bets 40 on P3, Ben Ready")
    assert table.line("Ben") == "Ben ✓ P3 40"
    assert "Waiting for Ana to press Ready" in table.text
    for name in ["Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim"]:
        await table.plays(f"{name} bets 10 on P3")
    await house.wait(2)
    assert table.text.splitlines()[2:5] == [
        "P1 50 · P2 – · P3 130 · P4 – · P5 –",
        "Pairs: P2 50",
        "-# Ana 100 · Ben ✓ 40 · Cy 10 · Dee 10 · Eli 10 · Fay 10 · Gus 10 · Hal 10 · Ida 10 · Jon 10 · 1 other",
    ]
    assert "Waiting for Ana, Cy, Dee, Eli, Fay, 5 others to press Ready" in table.text
