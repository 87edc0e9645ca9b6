"""Shoot Pontoon, rule by rule: the kitty and the bets against it."""

import pytest
from pontoon_table import BANK, Table

from games.cards import parse_cards
from games.core import IllegalAction, Pot
from games.pontoon import Options, Phase, check_kitty, start
from games.pontoon.pontoon_events import Bust, Passed, Shot
from games.pontoon.shoot import live_bets

OUT_AT_ONCE = "9C 4C"
"""A hand that a king busts."""


def started(options, kitty):
    return start(options, [0], BANK, parse_cards("2C 3C 4C 5C"), 10, 20, {0: 99, BANK: 99}, kitty=kitty)


def test_s1_the_kitty_goes_in_with_the_first_cards_and_there_is_no_deal_without_one():
    table = Table("2C 3C", kitty=200, stakes=None, limits=(10, 200))
    kitty = table.step.transfers[-1]
    assert (kitty.payer, kitty.payee, kitty.amount, kitty.why) == (BANK, Pot.MIDDLE, 200, "kitty")
    assert table.net(BANK) == -200 - 5000
    assert table.round.view(None).kitty == 200
    with pytest.raises(IllegalAction, match="The kitty is empty"):
        started(Options(shoot=True), kitty=0)


def test_without_the_option_nobody_is_asked_and_a_kitty_is_a_mistake():
    assert Table("2C 3C").phase is Phase.PLAY
    with pytest.raises(ValueError, match="kitty"):
        started(Options(), kitty=10)


@pytest.mark.parametrize(
    ("options", "inside", "accepted", "refused", "sentence"),
    [
        ({}, 0, (10, 200), (9, 201), "A kitty here is 10 to 200 chips."),
        ({"kitty_min": 50}, 0, (50, 200), (49, 201), "A kitty here is 50 to 200 chips."),
        ({"kitty_max": 1000}, 0, (10, 1000), (9, 1001), "A kitty here is 10 to 1000 chips."),
        ({}, 50, (1, 150), (0, 151), "You can add 1 to 150 chips to the kitty"),
        ({}, 320, (), (1,), "The kitty holds 320 chips"),
    ],
)
def test_s1_and_s8_a_kitty_is_between_its_limits_those_for_stakes_unless_the_house_sets_others(
    options, inside, accepted, refused, sentence
):
    options = Options(shoot=True, **options)
    for amount in accepted:
        check_kitty(options, 10, 200, amount, inside=inside)
    for amount in refused:
        with pytest.raises(IllegalAction, match=sentence):
            check_kitty(options, 10, 200, amount, inside=inside)


def test_s2_players_shoot_in_turn_after_all_stakes_and_before_the_second_card_once_each():
    table = Table("2C 3C", "4D 5D", kitty=200)
    assert (table.phase, table.asked, table.cards(0)) == (Phase.SHOOT, (0, 0), "2C")
    assert table.may() == "shoot 1, shoot 200, pass"
    table.play("0 shoot 120")
    assert table.step.events == (Shot(0, 0, 120),)
    assert table.refuses("0 shoot 10") == "It isn't your turn."
    assert (table.asked, table.may(1)) == ((1, 0), "shoot 1, shoot 80, pass")
    assert table.refuses("1 shoot 81") == "You can shoot for at most 80 chips: that's what is left in the kitty."
    table.play("1 pass")
    assert table.step.events[0] == Passed(1, 0)
    assert (table.phase, table.cards(0)) == (Phase.PLAY, "2C 3C")
    assert table.refuses("0 shoot 10") == "You can't do that now. Buy, twist or stick."


@pytest.mark.parametrize(
    ("purse", "moves", "phase", "asked"),
    [
        (5000, "0 shoot 200", Phase.PLAY, (0, 0)),  # when the first takes it all nobody else is asked
        (200, "", Phase.SHOOT, (1, 0)),  # nor is a player without chips
        (5000, "0, 1", Phase.PLAY, (0, 0)),  # the clock never shoots
    ],
)
def test_s2_only_who_can_shoot_is_asked_and_the_clock_passes(purse, moves, phase, asked):
    table = Table("2C 3C", "4D 5D", kitty=200, purses={0: purse}).play(*filter(None, moves.split(", ")))
    assert (table.phase, table.asked) == (phase, asked)
    assert live_bets(table.round.table) == (200 if "shoot" in moves else 0)


def test_s2_a_player_shoots_only_what_they_have_after_a_fourth_card_was_paid():
    table = Table("2C 3C", kitty=200, purses={0: 230})
    assert table.may() == "shoot 1, shoot 30, pass"
    assert table.refuses("0 shoot 31") == "You have 30 chips left to shoot with."
    table = Table("2C 3C", then="2D 3D", kitty=200, purses={0: 630}).play("0 pass", "0 buy 100", "0 buy 100")
    assert table.may() == "shoot 1, shoot 30, pass"


@pytest.mark.parametrize("first", ["shoot 50", "pass"])
@pytest.mark.parametrize(("third", "fourth"), [("buy 100", "buy 100"), ("twist", "twist"), ("buy 100", "twist")])
def test_s4_one_more_bet_before_the_fourth_card_and_none_before_third_and_fifth(first, third, fourth):
    table = Table("2C 3C", then="2D 3D 2H", kitty=200).play(f"0 {first}", f"0 {third}")
    assert (table.phase, table.cards()) == (Phase.PLAY, "2C 3C 2D")
    assert table.refuses("0 shoot 20") == "You can't do that now. Buy, twist or stick."
    table.play(f"0 {fourth}")
    assert (table.phase, table.cards()) == (Phase.SHOOT, "2C 3C 2D")
    assert table.round.view(None).pending.value == fourth.split()[0]
    shot = 50 if first != "pass" else 0
    assert table.may() == f"shoot 1, shoot {200 - shot}, pass"
    table.play("0 shoot 25")
    assert (table.phase, table.cards()) == (Phase.PLAY, "2C 3C 2D 3D")
    assert table.hand().shot == shot + 25
    table.play("0 twist")
    assert (table.asked, table.cards()) == ((BANK,), "2C 3C 2D 3D 2H")


def test_s5_after_a_split_the_bet_stays_with_the_hand_that_split_and_each_further_hand_gets_its_own():
    table = Table("8C 8D", then="KC 8H 2C 3C", kitty=200).play("0 shoot 50", "0 split")
    assert (table.phase, table.asked, table.cards()) == (Phase.SHOOT, (0, 1), "8C | 8D")
    assert table.may() == "shoot 1, shoot 150, pass"
    table.play("0 shoot 40")
    assert (table.phase, table.asked, table.cards()) == (Phase.PLAY, (0, 0), "8C KC | 8D 8H")
    table.play("0 stick", "0 split")
    assert (table.phase, table.asked) == (Phase.SHOOT, (0, 2))
    assert table.may() == "shoot 1, shoot 110, pass"
    table.play("0 shoot 30")
    assert [table.hand(0, index).shot for index in (0, 1, 2)] == [50, 40, 30]
    assert table.cards() == "8C KC | 8D 2C | 8H 3C"


def test_s5_a_split_hand_too_may_shoot_before_its_fourth_card():
    table = Table("8C 8D", then="2C 2D 2H 2S", kitty=200).play("0 pass", "0 split", "0 pass", "0 twist", "0 twist")
    assert (table.phase, table.asked) == (Phase.SHOOT, (0, 0))


def test_s6_a_bust_puts_the_bets_of_that_hand_into_the_kitty_at_once_so_that_the_room_grows():
    table = Table(OUT_AT_ONCE, "2D 3D", kitty=100, then="KC 2H 3H").play("0 shoot 100", "0 twist")
    assert table.step.events[-1] == Bust(0, 0, parse_cards("9C 4C KC"), lost=100, shot=100)
    table.play("1 twist", "1 twist")
    assert (table.phase, table.may(1)) == (Phase.SHOOT, "shoot 1, shoot 200, pass")


def test_s7_two_bets_on_one_hand_are_paid_together_and_the_kitty_may_be_won_to_the_last_chip():
    table = Table("2C 3C", bank="KS 8S", then="6D 9H", kitty=200)
    table.play("0 shoot 50", "0 twist", "0 twist", "0 shoot 30", "0 stick").bank("stay")
    assert (table.kitty, table.net()) == (120, 100 + 80)
    table = Table("KC QC", "KD QD", bank="KS 8S", kitty=200).play("0 shoot 150", "1 shoot 50", "0 stick", "1 stick")
    table.bank("stay")
    assert (table.kitty, table.net(0), table.net(1), table.net(BANK)) == (0, 250, 150, -400)
