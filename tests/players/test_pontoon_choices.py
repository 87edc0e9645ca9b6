"""What house players do at Pontoon, and above all what they don't, in the game's own words."""

from random import Random

import pytest

from games.cards import pack52, parse_cards
from games.pontoon import Phase, parse
from players.pontoon import Question
from tests.games.pontoon_table import BANK, Table


def deal(*hands, bank="KS 8S", then="", **kinds):
    """A deal from a whole pack: these hands, after them the cards of `then`, and at last all others."""
    used = " ".join((*hands, bank, then)).split()
    rest = " ".join(str(card) for card in pack52() if str(card) not in used)
    return Table(*hands, bank=bank, then=then, rest=rest, **kinds)


def choice(table, seat=0, seen=""):
    return Question(table.round.view(seat), seat, parse_cards(seen)).answer(Random(1), 1.0)


def does(table, seat=0):
    """What is worth most; another stake may be drawn."""
    return choice(table, seat).options[0].action


def worth(table, action, seat=0):
    return next(option.value for option in choice(table, seat).options if option.action == action)


def played(hand, then="", moves="", **kinds):
    """One player's deal after moves like "buy 200, twist"."""
    return deal(hand, then=then, **kinds).play(*(f"0 {each}" for each in moves.split(", ") if each))


def case(what, *hands, then="", moves="", is_thorough=False, is_sampled=False, **kinds):
    """What to do, and not to do after "not": hands that draw the cards of `then` by these moves.

    Of a sampled case all but the first hand are left to `make test-all`.
    """
    for number, hand in enumerate(hands):
        marks = [pytest.mark.thorough] if is_thorough or (is_sampled and number) else []
        yield pytest.param(what, hand, then, moves, kinds, marks=marks, id=f"{what}: {hand}")


@pytest.mark.parametrize(
    ("what", "hand", "then", "moves", "kinds"),
    [
        # Nobody draws to a good hand, or twists to 21.
        *case("stick", "KS QC", "KS 9C", "9S 9C", "AS 9C", "KS 8C", "10S 7C"),
        *case("stick", "9S 2C", "5S 6C", then="10H", moves="twist"),
        *case("stick", "AS 3C", then="7H", moves="twist"),
        *case("stick", "AS 4H", then="6C", moves="twist"),
        # Nobody sticks below 15, or on 15 where 16 is the least, or on a low hand with an ace.
        *case("not stick", "KS 4C", "9S 5C", "8S 6C", "KS 2C", "2S 2C", "AS 3C", is_sampled=True),
        *case("not stick", "KS 5C", "9S 6C", "8S 7C", stick_minimum=16),
        *case("buy", "AS 2C", "AS 3C", "AS 4C"),
        # Who is likely to get a great hand buys as dear as may be.
        *case("buy 200", "2S 3C", "AS 2C", "5S 6C", "2S 2C", "4S 7C", is_sampled=True),
        *case("buy 150", "2S 3C", then="4H 5H", moves="buy 200, buy 150"),
        *case("buy 150", "AS 2C", then="3H 6H", moves="buy 200, buy 150"),
        *case("buy 150", "2S 2C", then="3H 4H", moves="buy 200, buy 150"),
        # Nobody pays for a card that will probably bust the hand, or that the purse is too small for.
        *case("twist", "KS 2C", "KS 3C", "KS 4C", "9S 4C", "8S 5C"),
        *case("twist", "2S 3C", purses={0: 200}),
        # Four cards of 17 go on to a Five Card Trick, but 18 stick.
        *case("not stick", "2S 3C", then="6H 6D", moves="buy 200, buy 200"),
        *case("stick", "2S 3C", then="6H 7D", moves="buy 200, buy 200"),
        # Nobody splits a pair that is better together; aces are split when there are too few chips to buy much.
        *case("not split", "KS KC", "QS QC", "JS JC", "10S 10C", "9S 9C", "5S 5C", "6S 6C", "2S 2C", is_sampled=True),
        *case("split", "AS AC", purses={0: 400}, is_thorough=True),
        # An ace deserves the largest stake and a seven the smallest.
        *case("stake 200", "AS 5D", "2C 5D", stakes=None, is_thorough=True),
        *case("stake 10", "7S 5D", stakes=None, is_thorough=True),
        # An ace shoots for the whole kitty and a six does not; before a fourth card it depends.
        *case("shoot 100", "AS 5D", kitty=100, is_thorough=True),
        *case("pass", "6S 5D", kitty=100, is_thorough=True),
        *case("pass", "9S 3C", then="2D", moves="pass, twist, twist", kitty=100),
        *case("shoot 100", "2S 3C", then="2D", moves="pass, buy 200, buy 200", kitty=100),
    ],
)
def test_what_a_player_does(what, hand, then, moves, kinds):
    table = played(hand, then, moves, **kinds)
    found = does(table)
    if what.startswith("not "):
        assert found.split()[0] != what.split()[1]
    else:
        assert found == what or found.split()[0] == what


@pytest.mark.thorough
def test_aces_are_worth_more_together_as_long_as_cards_can_be_bought_dear():
    table = deal("AS AC")
    assert does(table) == "buy 200"
    assert worth(table, "buy 200") > worth(table, "split") > worth(table, "twist")


@pytest.mark.thorough
def test_a_two_is_staked_so_that_a_small_purse_can_still_buy():
    chips = parse(does(deal("2C 5D", stakes=None, purses={0: 400}))).amount
    assert 10 < chips < 50


def test_no_stake_is_higher_than_the_bank_covers_and_no_shoot_bet_than_the_room_that_others_have_left():
    assert does(deal("AS 5D", "KD 9D", stakes=None, purses={BANK: 100})) == "stake 40"
    assert does(deal("KS 5D", "AS 6D", kitty=100).play("0 shoot 70"), 1) == "shoot 30"


def test_a_card_is_worth_more_when_one_can_shoot_before_the_next():
    with_room, without = (deal("2S 3C", "9S 9D", kitty=chips).play("0 pass", "1 pass") for chips in (200, 1))
    assert worth(with_room, "buy 200") > worth(without, "buy 200") + 5


# The bank


@pytest.mark.parametrize(
    ("bank", "does_it"),
    [
        *((bank, "stay") for bank in ("KS QC", "KS 9C", "9S 9C", "AS 9C")),
        *((bank, "draw") for bank in ("2S 3C", "KS 2C", "AS 3C", "5S 6C", "KS 4C")),
    ],
)
def test_a_good_bank_stays_and_a_poor_one_draws(bank, does_it):
    assert does(deal("KD 7D", bank=bank).play("0 stick"), BANK) == does_it


@pytest.mark.parametrize("bank", ["2S 3C", "KS 6C", "KS QC", "9S 9C"])
def test_a_bank_whose_only_rival_has_a_five_card_trick_goes_for_one_too(bank):
    table = deal("2D 3D", bank=bank, then="4D 5H 6H").play("0 buy 100", "0 buy 100", "0 buy 100")
    assert worth(table, "draw", BANK) >= worth(table, "stay", BANK)


def test_a_bank_that_has_won_from_all_but_a_pontoon_does_not_care():
    table = deal("AD KD", "9D 5D", bank="KS 6C", then="KH").play("1 twist")
    assert table.phase is Phase.BANKER
    assert worth(table, "stay", BANK) == pytest.approx(worth(table, "draw", BANK)) == pytest.approx(-100)


@pytest.mark.parametrize(("stakes", "expected"), [((10, 200), "draw"), ((200, 10), "stay")])
def test_a_bank_of_17_plays_against_the_hand_with_the_most_chips_on_it(stakes, expected):
    """Who stuck on two cards often holds less than 17; who bought two for the most hardly ever does."""
    table = deal("9C KD", "2D 3D", bank="KS 7C", then="4H KC", stakes=stakes)
    dear = 2 * stakes[1]
    table.play("0 stick", f"1 buy {dear}", f"1 buy {dear}", "1 stick")
    assert does(table, BANK) == expected


def test_what_lies_open_is_counted():
    """With every low card out a bank of 13 busts more often, and stays."""
    low = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 8C 8D 8H"
    table = deal("KD 9D", bank="KS 6C").play("0 stick")
    assert does(table, BANK) == "draw"
    assert choice(table, BANK, seen=low).action == "stay"


# Words


MORE, NO_MORE = "This hand is worth more chips.", "This hand isn't worth more chips."


@pytest.mark.parametrize(
    ("hand", "kinds", "first", "said"),
    [
        ("KS 3C", {}, "twist", NO_MORE),
        ("5S 6C", {}, "buy", MORE),
        ("KS 9C", {}, "stick", "Another card would probably bust you."),
        ("AS AC", {}, "buy", MORE),
        pytest.param("AS 5D", {"stakes": None}, "stake", MORE, marks=pytest.mark.thorough),
        pytest.param("AS 5D", {"kitty": 100}, "shoot", MORE, marks=pytest.mark.thorough),
        pytest.param("6S 5D", {"kitty": 100}, "pass", NO_MORE, marks=pytest.mark.thorough),
    ],
)
def test_the_reason_is_what_a_player_sees(hand, kinds, first, said):
    found = choice(deal(hand, **kinds))
    assert found.action.split()[0] == first
    assert str(found.reason) == said


def test_what_it_brings_is_in_chips_and_the_others_cost_what_they_bring_less():
    found = choice(deal("KS 3C"))
    best = found.options[0]
    assert (best.points, best.behind) == (best.value, 0)
    assert all(option.behind == pytest.approx(best.value - option.value) for option in found.options)
    assert [option.is_equal for option in found.options] == [option.behind <= 0.5 for option in found.options]
    with pytest.raises(ValueError, match="seat 1"):
        choice(deal("KS 3C", "4D 5D"), 1)


@pytest.mark.parametrize(
    ("bank", "move", "said"),
    [
        ("KS 9C", "stay", "Another card would probably bust you."),
        ("2S 9C", "draw", "You can't bust with one more card."),
    ],
)
def test_the_reasons_of_the_banker(bank, move, said):
    found = choice(deal("KD 9D", bank=bank).play("0 stick"), BANK)
    assert (found.action, str(found.reason)) == (move, said)
