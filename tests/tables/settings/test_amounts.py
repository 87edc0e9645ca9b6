"""Amounts as people type them: which are accepted, which are refused, and in what words."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.blackjack import Options, verify_bet
from games.core import IllegalAction
from tables.settings.amounts import LONGEST, parse_amount, parse_share


def typed(text, *, balance=1_000_000_000, minimum=10, maximum=500, step=2):
    """The amount at a table of even bets from 10 to 500, for a rich person unless `balance` says otherwise."""
    return parse_amount(text, balance=balance, minimum=minimum, maximum=maximum, step=step)


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("250", 250),
        ("1,250", 1_250),
        ("12,345,678", 12_345_678),
        ("10k", 10_000),
        ("1.5k", 1_500),
        ("1.001k", 1_001),
        ("0.5k", 500),
        ("1m", 1_000_000),
        ("1.000001m", 1_000_001),
        ("10K", 10_000),
        ("2M", 2_000_000),
        ("  250\t", 250),
        ("\u00a0250\n", 250),
        ("0250", 250),
        # A typed number is left to the game's own limits.
        *((text, chips) for text, chips in (("1", 1), ("9", 9), ("11", 11), ("501", 501), ("2k", 2_000))),
    ],
)
def test_a_number_of_chips_is_read_exactly(text, chips):
    assert typed(text) == chips


ODD = {"minimum": 11, "maximum": 99, "step": 5}


@pytest.mark.parametrize(
    ("text", "table", "chips"),
    [
        ("min", {"balance": 1_000}, 10),
        ("max", {"balance": 1_000}, 500),
        ("all", {"balance": 1_000}, 500),
        ("all", {"balance": 301}, 300),
        ("half", {"balance": 300}, 150),
        ("half", {"balance": 303}, 150),
        ("half", {"balance": 5_000}, 500),
        ("ALL", {"balance": 40}, 40),
        (" Half ", {"balance": 40}, 20),
        # The limits are rounded inwards to the step.
        ("min", ODD, 15),
        ("max", ODD, 95),
        ("all", ODD, 95),
    ],
)
def test_a_word_gives_a_bet_that_the_table_accepts(text, table, chips):
    assert typed(text, **table) == chips


ZOO = {
    "negative": "-5",
    "with a plus": "+5",
    "exponent": "1e9",
    "not a number": "NaN",
    "infinite": "inf",
    "full-width digits": "５００",
    "Arabic-Indic digits": "٥٠٠",
    "a digit of each kind": "5０0",
    "empty": "",
    "blanks": "   ",
    "hexadecimal": "0x10",
    "underscore": "1_000",
    "comma in the wrong place": "1,00",
    "two commas in a row": "1,,000",
    "comma at the end": "1,000,",
    "decimal comma": "1,5k",
    "half a chip": "1.5",
    "thousands by point": "1.000",
    "not whole chips": "1.2345k",
    "no number before the unit": "k",
    "no digit before the point": ".5k",
    "no digit after the point": "1.k",
    "two points": "1.5.0k",
    "two units": "1kk",
    "unit of no use": "1b",
    "Kelvin sign for k": "1\u212a",
    "blank between thousands": "10 000",
    "blank before the unit": "10 k",
    "two lines": "100\n100",
    "zero-width space inside": "1\u200b00",
    "zero-width space alone": "\u200b",
    "zero-width joiner behind": "100\u200d",
    "right-to-left mark": "\u200f100",
    "vulgar fraction": "½",
    "superscript": "²",
    "number and superscript": "10²",
    "Roman numeral": "Ⅴ",
    "a word": "everything",
    "two words": "all in",
    "a currency": "$100",
    "a sum": "50+50",
    "a percentage": "50%",
    "null character": "1\x0000",
    "very long": "9" * 1_000_000,
    "long and blank": " " * 1_000_000,
}


TYPE = "No whole number. Type one from 10 to 500, for example 10."


@pytest.mark.parametrize(
    ("text", "table", "sentence"),
    [
        *(pytest.param(text, {}, TYPE, id=name) for name, text in ZOO.items()),
        ("?", {"minimum": 11, "maximum": 99}, "No whole number. Type one from 12 to 98, for example 12."),
        # Too few chips for the table are reported before anything else.
        *(
            (text, {"balance": 0}, "You have 0 chips; you need 10.")
            for text in ("all", "half", "min", "max", "100", "lots")
        ),
        ("20", {"balance": 35, "minimum": 50}, "You have 35 chips; you need 50."),
        ("11", {"balance": 11, "minimum": 11}, "You have 11 chips; you need 12."),
        ("half", {"balance": 19}, "8 is too little. The minimum is 10."),
        *((text, {}, "0 is too little. The minimum is 10.") for text in ("0", "0k")),
        *(
            (text, {"balance": 301}, f"That is {chips} chips; you have 301.")
            for text, chips in (("302", "302"), ("max", "500"))
        ),
        ("9" * 20, {}, "99999999999999999999 is too much. The maximum is 500."),
        ("9" * (LONGEST + 1), {}, TYPE),
    ],
)
def test_what_is_no_amount_or_too_much_gets_a_sentence(text, table, sentence):
    with pytest.raises(IllegalAction) as refused:
        typed(text, **table)
    assert str(refused.value) == sentence


tables = st.tuples(st.integers(1, 2_000), st.integers(0, 100_000), st.integers(1, 10)).map(
    lambda t: {"minimum": t[0], "maximum": t[0] + t[2] + t[1], "step": t[2]}
)
words = st.sampled_from(["min", "max", "half", "all", "MIN", " Max", "hALf "])
anything = st.one_of(
    st.text(), st.text("0123456789"), st.text("0123456789,.kKmM -+e_", max_size=12), st.from_regex(r"\d+[km]?")
)


@given(text=anything | words, balance=st.integers(0, 10**7), table=tables)
@example(text="1" + "0" * 31, balance=5, table={"minimum": 1, "maximum": 2, "step": 1})
def test_any_text_is_refused_or_means_chips_that_the_person_has_and_a_word_a_bet_that_the_table_accepts(
    text, balance, table
):
    try:
        chips = typed(text, balance=balance, **table)
    except IllegalAction:
        return
    assert 1 <= chips <= balance
    if text.strip().isalpha():
        assert table["minimum"] <= chips <= table["maximum"]
        assert chips % table["step"] == 0


@given(text=anything, balance=st.integers(0, 1_000))
@example(text="11", balance=1_000)
@example(text="502", balance=1_000)
def test_together_with_the_rules_check_only_bets_that_the_table_accepts_get_through(text, balance):
    try:
        chips = typed(text, balance=balance)
        verify_bet(Options(), 10, 500, chips, 0)
    except IllegalAction:
        return
    assert chips in range(10, min(balance, 500) + 1, 2)


@given(chips=st.integers(1, 10**9))
def test_every_way_to_write_a_number_means_that_number(chips):
    ways = [f"{chips}", f"{chips:,}"]
    for unit, size in (("k", 3), ("m", 6)):
        ways.append(f"{chips // 10**size}.{chips % 10**size:0{size}}{unit}")
        assert Fraction(ways[-1][:-1]) * 10**size == chips
    assert {typed(way) for way in ways} == {chips}


@pytest.mark.parametrize(("text", "each"), [("all", 300), ("half", 150), ("250", 250), ("min", 10), ("max", 500)])
def test_an_amount_that_is_taken_three_times_is_read_as_one_of_the_three(text, each):
    balance = 900 if text != "max" else 1_500
    assert parse_amount(text, balance=balance, minimum=10, maximum=500, times=3) == each


def test_an_amount_that_is_taken_three_times_needs_three_times_the_chips():
    with pytest.raises(IllegalAction, match="That is 903 chips; you have 900"):
        parse_amount("301", balance=900, minimum=10, maximum=500, times=3)
    with pytest.raises(IllegalAction, match="You have 29 chips; you need 30"):
        parse_amount("min", balance=29, minimum=10, maximum=500, times=3)


@pytest.mark.parametrize(("text", "share"), [("half", 151), ("all", 303), ("40", 40)])
def test_half_of_all_chips_to_give_is_rounded_down(text, share):
    assert parse_share(text, whole=303, maximum=1_000) == share
