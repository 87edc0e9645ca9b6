"""Betting at a Blackjack table: the form and what it refuses, whose chips are at stake, when the window closes."""

import pytest

NO_AMOUNT = "type 10 to 500"
ODD_AMOUNTS = {
    "-5": NO_AMOUNT,
    "0": "0 is too little. The minimum is 10.",
    "NaN": NO_AMOUNT,
    "١٠٠": NO_AMOUNT,
    "100 200": NO_AMOUNT,
    "   ": NO_AMOUNT,
    "99999999999999999999": "99,999,999,999,999,999,999 is too much. The maximum is 500.",
    "1m": "1,000,000 is too much. The maximum is 500.",
    "8": "bets from 10 to 500",
    "502": "bets from 10 to 500",
}


@pytest.fixture
async def table(house):
    """A table where Ben sits as well, so that Ana's bet alone doesn't start a round."""
    table = await house.guest("Ana").opens()
    await table.plays("Ben Sit")
    return table


@pytest.fixture
async def alone(house):
    """A table where nobody sits yet."""
    return await house.guest("Ana").opens()


async def test_text_that_is_no_bet_gets_a_private_sentence_and_changes_nothing(house, table):
    ana, before = house.named("Ana"), table.text
    for typed, said in ODD_AMOUNTS.items():
        assert (await ana.bets(typed, table)).said == said
    for typed in ("-5", "NaN", "1001", "2.5", "501"):  # with a bad Pair bet the main bet is refused, too
        assert (await ana.bets(100, table, pair=typed)).said
    assert table.text == before
    assert await house.chips("Ana") == [1000]


async def test_words_and_short_forms_are_amounts(house, table):
    ana = house.named("Ana")
    for typed, chips in {"250": 250, "0.1k": 100, "min": 10, "max": 500, " 60 ": 60, "half": 500, "all": 500}.items():
        await ana.bets(typed, table)
        assert f"2 Ana {chips}" in table.text
        assert await ana.chips() == 1000 - chips


async def test_any_whole_number_may_be_a_pair_bet_and_nothing_or_0_is_none(house, table):
    ana = house.named("Ana")
    await ana.bets(100, table, pair=5)
    assert "2 Ana 100 · pair 5" in table.text
    for typed in ("0", " 0 ", "0k", ""):
        assert (await ana.bets(100, table, pair=typed)).said == ""
        assert await ana.chips() == 900
        assert "pair" not in table.text


async def test_without_chips_nothing_can_be_bet(house, table):
    first = await house.named("Ana").opens(minimum=1000, maximum=1000)
    assert (await first.plays("Ben Sit, Ana bets 1000 pair 1")).said == "no chips left for a Pair bet"
    assert await house.chips("Ana") == [1000]
    await first.plays("Ana bets all")
    assert await house.chips("Ana") == [0]
    said = (await table.plays("Ana Bet")).said
    assert "too few chips: 0 of 10 and 1,000 more on table 2" in said


async def test_the_form_says_the_limits_and_what_the_person_has_and_offers_the_last_bet(house, alone):
    main, pair = (await alone.plays("Ana Bet")).result.modal["components"]
    assert main["description"] == "From 10 to 500 · You have 1,000 chips"
    assert not main["component"].get("value")
    assert pair["component"]["required"] is False
    assert pair["description"] == "Up to 500, or empty for none. Pays 11:1 if the first two cards have the same rank."
    house.deal("AS KD v 9H then 7C KC")
    main, _ = (await alone.plays("Ana bets 120, Ana Bet")).result.modal["components"]
    assert main["component"]["value"] == "120"


async def test_a_bet_leaves_the_purse_when_it_is_placed_until_another_replaces_it_or_its_player_leaves(house, table):
    await table.plays("Ana bets 100 pair 10")
    assert table.text.splitlines()[2:] == [
        "1 Ben –",
        "2 Ana 100 · pair 10",
        "-# no bet yet: Ben, lose the seat",
        "Place your bets · ⏳ in 20 s",
    ]
    balance = await house.named("Ana").command("balance")
    assert balance.said.startswith(
        "### You have 890 chips\nand 110 more on table 1\n-110 Blackjack #1 round 1, not over yet"
    )
    await table.plays("Ana bets 40")
    assert "2 Ana 40\n" in table.text
    assert await house.chips("Ana") == [960]
    await table.plays("Ana bets all")
    assert await house.chips("Ana") == [500]
    await table.plays("Ana Leave")
    assert "Ana" not in table.text
    assert await house.chips("Ana") == [1000]
    await house.wait(30)  # the clock has stopped with the last bet
    assert "place your bets: dealt when all have bet" in table.text


async def test_the_window_closes_without_players_who_do_not_bet_and_they_lose_their_seats(house, table):
    house.deal("10S 9D v 9H then 10C")
    await house.wait(60)
    assert "place your bets: dealt when all have bet" in table.text
    late = await table.plays("Ben Bet")
    await table.plays("Ana bets 200, 12 s")
    await table.plays("Ana bets 100")  # the clock started with the first bet
    assert "Place your bets · ⏳ in 8 s" in table.text
    await house.wait(9)
    assert table.line("Ana ") == "10S 9D = 19 · Ana 100"
    assert table.line("1 Ben") == "1 Ben no bet, loses the seat"
    said = (await late.fill(main="100", pair="")).said
    assert said == "too late to bet"
    assert await house.chips("Ben") == [1000]
    await table.plays("Ana Stand")
    assert "-# Ben didn't bet, lost the seat" in table.text
    await table.plays("Ana bets 100")
    assert "Dealer" in table.text  # it waited for nobody
    assert table.live.table.lobby.seat_of(house.named("Ben").id) is None


async def test_same_again_repeats_the_last_bet_with_its_pair_bet(house, alone):
    house.deal("AS KD v 9H then 7C KC")
    house.deal("10S 9D v 9H then 10C")
    assert "Same" not in alone.buttons
    await alone.plays("Ana bets 100 pair 10")
    assert (await alone.plays("Ben Same")).said == "no bet yet, press Bet…"
    await alone.plays("Ana Same")
    assert alone.line("Ana ") == "10S 9D = 19 · Ana 100"
    assert "pair" not in alone.text, "it is lost already"
    assert await house.chips("Ana") == [1000 + 150 - 10 - 110]


async def test_a_form_may_be_sent_long_after_it_was_opened(house, table):
    form = await table.plays("Ana Bet")
    await house.wait(300)
    await form.fill(main="100", pair="")
    assert "2 Ana 100" in table.text


@pytest.mark.parametrize("meanwhile", ["in the round", "while results are shown"])
async def test_somebody_who_arrives_may_sit_and_bet_on_the_next_round(house, alone, meanwhile):
    house.deal("10S 9D v 9H then 10C")
    await alone.plays("Ana bets 100")
    if meanwhile == "in the round":
        await alone.plays("Ben Sit")
        assert alone.line("2 Ben") == "2 Ben plays from the next round"
        await alone.plays("Ana Stand")
    else:
        await alone.plays("Ana Stand, Ben Sit")
        assert alone.line("Ana ") == "10S 9D = 19 · Ana 0 · now 1,000 chips"
        assert alone.line("2 Ben") == "2 Ben –"
    await alone.plays("Ana bets 100")
    assert alone.text.splitlines()[2:4] == ["1 Ana 100", "2 Ben –"]


async def test_nobody_sits_down_twice_or_where_no_seat_is_free(house, table):
    assert (await table.plays("Ben Sit")).said == "seat 1 already"
    full = await house.named("Ana").opens(seats=1)
    await full.plays("Ana Sit")
    assert "Sit" not in full.buttons
    assert (await full.plays("Ben Bet")).said == "no seat left"


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"minimum": 100, "maximum": 50}, "Bets: minimum 100 above maximum 50"),
        ({"minimum": 11, "maximum": 11}, "no multiple of 2 between these limits"),
    ],
)
async def test_a_table_where_nobody_could_bet_is_not_opened(house, limits, said):
    ana = house.guest("Ana")
    assert (await ana.command("blackjack open", **limits)).said == said
    assert (await ana.command("play")).said.startswith("### Open a table")
