"""The rules of a deal of Pontoon, by their numbers: the deal, the players' turns, the banker's."""

from dataclasses import replace

import pytest
from pontoon_table import BANK, Table

from games.cards import parse_cards
from games.core import IllegalAction, Pot, Transfer
from games.pontoon import (
    Bought,
    Bust,
    Declared,
    Drew,
    End,
    Options,
    Phase,
    SecondCards,
    Split,
    Staked,
    Stayed,
    Stuck,
    TurnedUp,
    Twisted,
    parse,
)

# Rules 6-9: the deal and the initial stakes.


def test_rule_6_one_card_to_each_clockwise_and_the_banker_last():
    table = Table("2C 3C", "4D 5D", bank="KS QS", stakes=None)
    assert (table.cards(0), table.cards(1)) == ("2C", "4D")
    assert table.round.table.bank.cards == parse_cards("KS")


def test_rule_7_players_stake_in_turn_between_the_limits():
    table = Table("2C 3C", "4D 5D", stakes=None, limits=(10, 200))
    assert table.phase is Phase.STAKES
    assert table.may(0) == "stake 10, stake 200"
    assert table.may(1) == ""
    for refused in ("0 stake 9", "0 stake 201"):
        assert table.refuses(refused) == "Stakes here are 10 to 200 chips."
    assert table.refuses("1 stake 10") == "It isn't your turn."
    assert table.refuses("0 twist") == "Stake on your first card before anything else."
    table.play("0 stake 50")
    assert table.step.events == (Staked(0, 50),)
    assert table.asked == (1, 0)


def test_rule_7_no_answer_in_time_stakes_the_minimum_which_is_already_in():
    table = Table("2C 3C", "4D 5D", stakes=None, limits=(10, 200))
    before = table.chips.copy()
    table.play("0")
    assert table.hand(0).initial == 10
    assert table.step.transfers == ()
    assert table.chips == before


def test_rule_8_the_second_cards_are_dealt_when_all_have_staked():
    table = Table("2C 3C", "4D 5D", bank="KS QS", stakes=None).play("0 stake 10", "1 stake 20")
    assert SecondCards() in table.events
    assert (table.cards(0), table.cards(1)) == ("2C 3C", "4D 5D")
    assert table.round.table.bank.cards == parse_cards("KS QS")
    assert (table.phase, table.asked) == (Phase.PLAY, (0, 0))


def test_rule_9_a_bankers_pontoon_ends_the_deal_at_once():
    table = Table("AC KC", "4D 5D", bank="AS 10S", stakes=(100, 20))
    assert table.over
    assert (table.net(0), table.net(1), table.net(BANK)) == (-200, -40, 240)


# Rule 10: Pontoon.


def test_rule_10_an_unsplit_pontoon_is_declared_automatically_when_its_turn_comes():
    table = Table("9C 9D", "AC QC", "KD 8D", bank="KS 9S")
    assert table.hand(1).end is None
    assert table.seen(1, eyes=0) == "-- --"
    table.play("0 stick")
    assert table.step.events == (Stuck(0, 0), Declared(1, parse_cards("AC QC")))
    assert table.hand(1).end is End.PONTOON
    assert table.seen(1, eyes=0) == "AC QC"
    assert table.asked == (2, 0)


def test_rule_10_a_pontoon_made_by_a_split_is_not_declared():
    table = Table("AC AD", bank="KS 9S", then="KC 9D").play("0 split")
    assert table.asked == (0, 0)
    assert table.hand(0, 0).end is None
    assert "stick" in table.may()


# Rule 11: splitting.


def test_rule_11_two_cards_of_one_rank_split_into_two_hands_with_equal_stakes():
    table = Table("QC QD", bank="KS 9S", then="5C 6C").play("0 split")
    assert table.step.events == (Split(0, 0, parse_cards("QC QD"), 100),)
    assert table.cards() == "QC 5C | QD 6C"
    assert [table.hand(0, index).staked for index in (0, 1)] == [100, 100]
    assert table.seen(0, eyes=None) == "QC -- | QD --"
    assert table.asked == (0, 0)


@pytest.mark.parametrize("cards", ["KC QC", "10C JC", "7C 8C"])
def test_rule_11_other_ranks_never_split(cards):
    table = Table(cards)
    assert table.refuses("0 split") == "You can split only two cards of the same rank, before you take a third."


def test_rule_11_a_hand_that_took_a_card_does_not_split():
    table = Table("4C 4D", then="2C").play("0 twist")
    assert table.refuses("0 split") == "You can split only two cards of the same rank, before you take a third."


def test_rule_11_8_8_splits_to_8_8_and_8_3_and_the_first_may_split_again():
    table = Table("8C 8D", then="8H 3C").play("0 split")
    assert table.cards() == "8C 8H | 8D 3C"
    assert "split" in table.may()
    table.play("0 stick")
    assert table.asked == (0, 1)
    assert "split" not in table.may()


def test_rule_11_up_to_four_hands():
    table = Table("8C 8D", then="8H 3C 8S 2C 4C 5C").play("0 split", "0 split")
    assert table.cards() == "8C 8S | 8H 2C | 8D 3C"
    table.play("0 split")
    assert table.cards() == "8C 4C | 8S 5C | 8H 2C | 8D 3C"


def test_rule_11_a_fifth_hand_is_refused():
    table = Table("8C 8D", then="8H 8S 8C 8D 8H 8S").play("0 split", "0 split", "0 split")
    assert table.cards() == "8C 8H | 8C 8S | 8H 8D | 8D 8S"
    assert table.refuses("0 split") == "You already have 4 hands, and that's the most."


def test_rule_11_hands_are_played_one_after_the_other():
    table = Table("8C 8D", "KH 9H", then="10C 10D").play("0 split", "0 stick")
    assert table.asked == (0, 1)
    table.play("0 stick")
    assert table.asked == (1, 0)


def test_house_option_split_aces_only():
    table = Table("8C 8D", split_aces_only=True)
    assert table.refuses("0 split") == "Only aces can be split here."
    assert "split" in Table("AC AD", split_aces_only=True).may()


# Rules 12 and 13: buying and twisting.


def test_rule_12_the_third_card_costs_once_to_twice_the_initial_stake():
    table = Table("2C 3C", then="4C")
    assert table.may() == "buy 100, buy 200, twist"
    for refused in ("0 buy 250", "0 buy 50", "0 buy 99", "0 buy 201"):
        assert table.refuses(refused) == "This card costs 100 to 200 chips."
    table.play("0 buy 150")
    assert table.step.events == (Bought(0, 0, 150),)
    assert table.seen(0, eyes=None) == "-- -- --"


def test_rule_12_a_fourth_and_a_fifth_card_cost_at_most_what_the_one_before_did():
    table = Table("2C 2D", then="2H 2S 3C").play("0 buy 200")
    assert table.may() == "buy 100, buy 200, twist"
    table.play("0 buy 150")
    assert table.hand().staked == 450
    assert table.may() == "buy 100, buy 150, twist"
    assert table.refuses("0 buy 151") == "This card costs 100 to 150 chips."


def test_rule_12_after_a_third_card_at_the_initial_stake_the_fourth_costs_exactly_that():
    table = Table("2C 2D", then="2H 2S").play("0 buy 100")
    assert table.may() == "buy 100, twist"
    assert table.refuses("0 buy 101") == "This card costs exactly 100 chips."
    assert table.refuses("0 buy 99") == "This card costs exactly 100 chips."


def test_rule_13_after_a_twist_that_hand_may_not_buy():
    table = Table("2C 3C", then="4D").play("0 twist")
    assert table.step.events == (Twisted(0, 0, *parse_cards("4D")),)
    assert table.step.transfers == ()
    assert table.seen(0, eyes=None) == "-- -- 4D"
    assert table.may() == "twist"
    assert table.refuses("0 buy 100") == "You've twisted on this hand, so you can't buy any more cards."


def test_rule_13_a_hand_that_bought_may_twist():
    table = Table("2C 3C", then="4D 5D").play("0 buy 100", "0 twist")
    assert table.seen(0, eyes=None) == "-- -- -- 5D"
    assert table.hand().staked == 200


def test_rule_13_each_split_hand_has_its_own_twist():
    table = Table("8C 8D", then="2C 3C 6C").play("0 split", "0 twist", "0 stick")
    assert table.asked == (0, 1)
    assert table.may() == "buy 100, buy 200, twist"


def test_rule_12_a_soft_21_of_four_cards_may_take_a_fifth():
    table = Table("AC 2C", then="3C 5C 2D").play("0 twist", "0 twist")
    assert table.may() == "twist, stick"
    table.play("0 twist")
    assert table.hand().end is End.STUCK


# Rules 14 and 15: sticking and busting.


def test_rule_14_stick_from_15():
    assert Table("9C 5C").refuses("0 stick") == "You can stick on 15 or more. Buy or twist."
    assert "stick" in Table("9C 6C").may()
    assert "stick" in Table("AC 4C").may()  # a soft 15


def test_house_option_stick_from_16():
    assert Table("9C 6C", stick_minimum=16).refuses("0 stick") == "You can stick on 16 or more. Buy or twist."
    assert "stick" in Table("9C 7C", stick_minimum=16).may()


def test_rule_14_five_cards_end_the_hand():
    table = Table("2C 3C", "KH 9H", then="4C 5C 6C").play("0 twist", "0 twist", "0 twist")
    assert table.asked == (1, 0)
    assert table.step.events[-1] == Stuck(0, 0)


@pytest.mark.parametrize(("cards", "then"), [("9C 2C", "KC"), ("6C 6D", "6H 3C")], ids=["three cards", "four cards"])
@pytest.mark.parametrize("move", ["buy 100", "twist"])
def test_rule_14_a_hand_of_21_can_only_stick_and_nobody_else_learns_of_it(cards, then, move):
    table = Table(cards, "KH 9H", then=then, rest="2D 3D")
    other = Table(cards, "KH 9H", then=then[:-2] + "2H", rest="2D 3D")
    for _ in then.split():
        table.play(f"0 {move}")
        other.play(f"0 {move}")
    assert table.asked == other.asked == (0, 0)
    if move != "twist":  # a twisted card is visible, and a different one
        assert table.step.events == other.step.events
        assert table.round.view(None) == other.round.view(None)
    assert table.may() == "stick"
    for refused in ("buy 100", "twist"):
        assert table.refuses(f"0 {refused}") == "You have 21, so this hand takes no more cards. Stick."
    table.play("0")
    assert table.step.events == (Stuck(0, 0),)
    assert table.asked == (1, 0)


def test_rule_15_a_bust_hand_is_shown_and_its_whole_stake_is_the_bankers():
    table = Table("9C 4C", "KH 9H", then="KD 2D")
    free = table.round.table.free
    table.play("0 buy 150")
    assert table.round.table.free == free - 2 * 150 + 250
    assert table.step.events[-1] == Bust(0, 0, parse_cards("9C 4C KD"), lost=250, shot=0)
    assert table.seen(0, eyes=1) == "9C 4C KD"
    assert table.asked == (1, 0)
    table.play("1 stick").bank("stay")
    assert Transfer(Pot.MIDDLE, BANK, 250, "bust") in table.step.transfers


def test_rule_15_its_cards_go_to_the_bottom_of_the_pack():
    table = Table("9C 4C", "KH 9H", then="KD 2D", rest="").play("0 twist")
    assert table.round.table.pack == parse_cards("2D 9C 4C KD")


# Rule 16: the banker.


def test_rule_16_the_banker_turns_up_both_cards_and_draws_freely():
    table = Table("KC 9C", bank="8S 9H", then="AS AD 2D")
    assert table.bank_seen(None) == "-- --"
    table.play("0 stick")
    assert table.step.events[-1] == TurnedUp(parse_cards("8S 9H"), 17)
    assert table.bank_seen(None) == "8S 9H"
    assert table.may(BANK) == "draw, stay"
    table.bank("draw")
    assert table.step.events == (Drew(*parse_cards("AS"), 18),)
    assert table.may(BANK) == "draw, stay"


@pytest.mark.parametrize("cards", ["2S 3S", "KS QS"])
def test_rule_16_the_banker_stays_at_any_total(cards):
    assert Table("KC 9C", bank=cards, then="2D").play("0 stick").bank("stay").over


def test_rule_16_the_banker_stops_with_five_cards_and_with_a_bust():
    assert Table("KC 9C", bank="2S 3S", then="2D 3D 4D").play("0 stick").bank("draw", "draw", "draw").over
    assert Table("KC 9C", bank="KS 6S", then="KD").play("0 stick").bank("draw").over


def test_rule_16_the_banker_has_no_players_moves():
    table = Table("KC 9C", bank="2S 2H", then="2D").play("0 stick")
    for move in ("buy 100", "split", "stick", "twist"):
        assert table.refuses(f"{BANK} {move}") == "You hold the bank: draw or stay."


def test_rule_16_with_every_player_bust_the_banker_does_not_draw():
    table = Table("9C 4C", "9D 4D", bank="2S 3S", then="KD KH").play("0 twist", "1 twist")
    assert table.over
    assert not any(isinstance(event, TurnedUp) for event in table.events)
    assert (table.net(0), table.net(1), table.net(BANK)) == (-100, -100, 200)


@pytest.mark.parametrize(("cards", "then", "pays"), [("KS 7S", "", 18), ("KS QS", "", 21), ("KS 6S", "5S", None)])
def test_a_banker_who_stays_says_which_hands_they_pay(cards, then, pays):
    table = Table("KC 9C", bank=cards, then=f"{then} 2D").play("0 stick")
    table.bank(*["draw"] * len(then.split()), "stay")
    assert table.step.events[0] == Stayed(pays)


# Rule 20: the pack running out.


def test_rule_20_cards_already_under_the_pack_are_used():
    table = Table("9C 4C", "2H 3H", bank="KS 9S", then="KD", rest="").play("0 twist")
    assert table.round.table.pack == parse_cards("9C 4C KD")
    table.play("1 buy 100")
    assert table.cards(1) == "2H 3H 9C"


def test_rule_20_with_no_card_left_hands_stand_as_they_are():
    table = Table("2C 3C", "2H 4H", bank="KS 2S", then="2D", rest="").play("0 twist")
    assert table.over
    assert Stuck(0, 0) in table.events
    assert Stuck(1, 0) in table.events
    assert table.events[-2] == Stayed(13)
    assert [line.net for line in table.round.lines] == [-100, -100]


def test_rule_20_a_split_needs_two_cards():
    table = Table("8C 8D", bank="KS 2S", then="2D", rest="")
    assert table.refuses("0 split") == "There aren't enough cards left to split."


def test_rule_20_a_banker_without_cards_stays():
    table = Table("KC 9C", bank="2S 3S", rest="")
    assert table.over
    assert table.net() == 100


# Rule 22: the clock.


def test_rule_22_the_clock_sticks_if_allowed_and_twists_otherwise():
    table = Table("9C 4C", "9D 6D", then="3C").play("0")
    assert table.step.events == (Twisted(0, 0, *parse_cards("3C")),)
    table.play("0", "1")
    assert [table.hand(seat).end for seat in (0, 1)] == [End.STUCK, End.STUCK]


def test_rule_22_an_away_banker_draws_up_to_16_and_stays_from_17_even_a_soft_one():
    table = Table("KC 9C", bank="10S 3S", then="3D AD 5D").play("0 stick")
    table.bank("", "")
    assert table.round.table.bank.cards == parse_cards("10S 3S 3D AD")
    table.bank("")
    assert table.events[-2] == Stayed(18)
    assert Table("KC 9C", bank="AS 6S", then="2D").play("0 stick").bank("").over


# Actions and options


@pytest.mark.parametrize(
    "text", ["buy", "buy 0", "buy -5", "buy 050", "buy 5.0", "buy ５", "buy 1e3", "twist 5", "Twist", "stake", " twist"]
)
def test_text_that_is_no_action_is_refused(text):
    with pytest.raises(IllegalAction):
        parse(text)


@pytest.mark.parametrize(
    "options", [{"stick_minimum": 14}, {"kitty_min": 0}, {"kitty_max": -1}, {"kitty_min": 50, "kitty_max": 10}]
)
def test_options_that_contradict_the_rules_are_refused(options):
    with pytest.raises(IllegalAction):
        Options(**options)


def test_options_read_back_from_json():
    options = Options(shoot=True, split_aces_only=True, stick_minimum=16, kitty_min=5, kitty_max=50, two_packs=False)
    options = replace(options, shuffle_every_deal=True)
    assert Options.from_json(options.to_json()) == options
    assert Options.from_json({}) == Options()


def test_rule_1_eight_people_play_with_two_packs_unless_the_house_says_one():
    assert len(Options().fresh_pack(7)) == 52
    assert len(Options().fresh_pack(8)) == 104
    assert len(Options(two_packs=False).fresh_pack(8)) == 52
