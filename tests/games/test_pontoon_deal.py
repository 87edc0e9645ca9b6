"""The rules of a deal of Pontoon, by their numbers: the deal, the players' turns, the banker's."""

import pytest
from pontoon_table import BANK, Table

from games.cards import parse_cards
from games.core import IllegalAction, Pot, Transfer
from games.pontoon import End, Options, Phase, parse
from games.pontoon.pontoon_events import (
    Bought,
    Bust,
    Declared,
    Drew,
    SecondCards,
    Split,
    Staked,
    Stayed,
    Stuck,
    Twisted,
)

# Rules 6-10: the deal, the initial stakes, and who has a Pontoon.


def test_rules_6_to_8_one_card_each_the_banker_last_then_the_stakes_in_turn_and_a_second_card():
    table = Table("2C 3C", "4D 5D", bank="KS QS", stakes=None, limits=(10, 200))
    assert (table.cards(0), table.cards(1), table.round.table.bank.cards) == ("2C", "4D", parse_cards("KS"))
    assert (table.phase, table.may(0), table.may(1)) == (Phase.STAKES, "stake 10, stake 200", "")
    for refused in ("0 stake 9", "0 stake 201"):
        assert table.refuses(refused) == "Stakes here are from 10 to 200 chips."
    assert table.refuses("1 stake 10") == "It isn't your turn."
    assert table.refuses("0 twist") == "Stake on your first card before anything else."
    table.play("0 stake 50")
    assert (table.step.events, table.asked) == ((Staked(0, 50),), (1, 0))
    table.play("1 stake 20")
    assert SecondCards() in table.events
    assert (table.cards(0), table.cards(1)) == ("2C 3C", "4D 5D")
    assert table.round.table.bank.cards == parse_cards("KS QS")
    assert (table.phase, table.asked) == (Phase.PLAY, (0, 0))


def test_rule_10_an_unsplit_pontoon_is_declared_automatically_when_its_turn_comes():
    table = Table("9C 9D", "AC QC", "KD 8D", bank="KS 9S")
    assert (table.hand(1).end, table.seen(1, eyes=0)) == (None, "-- --")
    table.play("0 stick")
    assert table.step.events == (Stuck(0, 0), Declared(1, parse_cards("AC QC")))
    assert (table.hand(1).end, table.seen(1, eyes=0), table.asked) == (End.PONTOON, "AC QC", (2, 0))
    split = Table("AC AD", bank="KS 9S", then="KC 9D").play("0 split")
    assert (split.asked, split.hand(0, 0).end) == ((0, 0), None), "one made by a split is not declared"
    assert "stick" in split.may()


# Rules 11-14: what others learn of a hand.


def test_rule_11_a_split_is_told_with_its_cards_and_the_stake_on_the_new_hand():
    assert Table("QC QD", then="5C 6C").play("0 split").step.events == (Split(0, 0, parse_cards("QC QD"), 100),)


def test_rules_12_and_13_a_bought_card_is_hidden_a_twisted_one_free_and_seen_and_the_fifth_ends_the_hand():
    table = Table("2C 3C", "KH 9H", then="4C 4D 5D").play("0 buy 150")
    assert (table.step.events, table.hand().staked) == ((Bought(0, 0, 150),), 250)
    assert table.seen(0, eyes=None) == "-- -- --"
    table.play("0 twist")
    assert (table.step.events, table.step.transfers) == ((Twisted(0, 0, *parse_cards("4D")),), ())
    assert table.seen(0, eyes=None) == "-- -- -- 4D"
    table.play("0 twist")
    assert (table.step.events[-1], table.asked) == (Stuck(0, 0), (1, 0))


@pytest.mark.parametrize(("cards", "then"), [("9C 2C", "KC"), ("6C 6D", "6H 3C")], ids=["three cards", "four cards"])
def test_rule_14_nobody_else_learns_of_a_hand_of_21_that_can_only_stick(cards, then):
    table = Table(cards, "KH 9H", then=then, rest="2D 3D")
    other = Table(cards, "KH 9H", then=then[:-2] + "2H", rest="2D 3D")
    for _ in then.split():
        table.play("0 buy 100")
        other.play("0 buy 100")
    assert table.asked == other.asked == (0, 0)
    assert (table.step.events, table.round.view(None)) == (other.step.events, other.round.view(None))
    table.play("0")
    assert (table.step.events, table.asked) == ((Stuck(0, 0),), (1, 0))


# Rules 15 and 16: busting, and the banker.


def test_rule_15_a_bust_hand_is_shown_its_whole_stake_is_the_bankers_and_its_cards_go_under_the_pack():
    table = Table("9C 4C", "KH 9H", then="KD 2D", rest="")
    free = table.round.table.free
    table.play("0 buy 150")
    assert table.round.table.free == free - 2 * 150 + 250
    assert table.step.events[-1] == Bust(0, 0, parse_cards("9C 4C KD"), lost=250, shot=0)
    assert (table.seen(0, eyes=1), table.asked) == ("9C 4C KD", (1, 0))
    assert table.round.table.pack == parse_cards("2D 9C 4C KD")
    table.play("1 stick").bank("stay")
    assert Transfer(Pot.MIDDLE, BANK, 250, "bust") in table.step.transfers


def test_rule_16_the_banker_turns_up_both_cards_and_draws_freely():
    table = Table("KC 9C", bank="8S 9H", then="AS AD 2D")
    assert table.bank_seen(None) == "-- --"
    table.play("0 stick")
    assert table.bank_seen(None) == "8S 9H"
    for move in ("buy 100", "split", "stick", "twist"):
        assert table.refuses(f"{BANK} {move}") == "You hold the bank: draw or pay."
    assert table.may(BANK) == "draw, stay"
    table.bank("draw")
    assert (table.step.events, table.may(BANK)) == ((Drew(*parse_cards("AS"), 18),), "draw, stay")


@pytest.mark.parametrize(("cards", "then", "pays"), [("KS 7S", "", 18), ("KS QS", "", 21), ("KS 6S", "5S", None)])
def test_a_banker_who_stays_says_which_hands_they_pay(cards, then, pays):
    table = Table("KC 9C", bank=cards, then=f"{then} 2D").play("0 stick")
    table.bank(*["draw"] * len(then.split()), "stay")
    assert table.step.events[0] == Stayed(pays)


# Rule 20: the pack running out.


def test_rule_20_without_any_cards_hands_stand_as_they_are():
    table = Table("2C 3C", "2H 4H", bank="KS 2S", then="2D", rest="").play("0 twist")
    assert table.over
    assert {Stuck(0, 0), Stuck(1, 0)} <= {*table.events}
    assert table.events[-1] == Stayed(13)
    assert [line.net for line in table.round.lines] == [-100, -100]
    table = Table("KC 9C", bank="2S 3S", rest="")
    assert (table.over, table.net()) == (True, 100), "a banker without cards stays"


# Actions and options


@pytest.mark.parametrize(
    "attempt",
    [
        *(lambda text=text: parse(text) for text in ("buy", "buy 0", "buy -5", "buy 050", "buy 5.0", "buy ５")),
        *(lambda text=text: parse(text) for text in ("buy 1e3", "twist 5", "Twist", "stake", " twist")),
        lambda: Options(stick_minimum=14),
        lambda: Options(kitty_min=0),
        lambda: Options(kitty_max=-1),
        lambda: Options(kitty_min=50, kitty_max=10),
    ],
)
def test_text_that_is_no_action_and_options_that_contradict_the_rules_are_refused(attempt):
    with pytest.raises(IllegalAction):
        attempt()


def test_rule_1_eight_people_play_with_two_packs_unless_the_house_says_one():
    assert [len(Options().fresh_pack(people)) for people in (7, 8)] == [52, 104]
    assert len(Options(two_packs=False).fresh_pack(8)) == 52
