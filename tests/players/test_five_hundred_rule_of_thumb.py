"""Where figures can't tell two options apart, what a good player does comes first; what is surely better wins."""

from random import Random

import numpy as np
import pytest

from games import five_hundred as fh
from games.five_hundred.options import FivePartner
from players.five_hundred import Question
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.five_hundred.weighing import WeighedOption, chosen_first
from tests.games.five_hundred_table import Table

JACK, FIVE, ACE = (fh.parse(f"play {card}") for card in ("JH", "5H", "AS"))


def brings(*chances):
    """What an option brings in a few worlds."""
    none = np.zeros(len(chances))
    return WeighedOption(np.array(chances), none, none, none > 0)


def order(habit, bias=0.0, **weighed):
    cards = {"jack": JACK, "five": FIVE, "ace": ACE}
    found = chosen_first([(cards[name], outcome) for name, outcome in weighed.items()], cards[habit], bias)
    return [name for action, _ in found for name, card in cards.items() if card == action]


EVEN = brings(0.5, 0.5, 0.5, 0.5)
BY_CHANCE = brings(0.9, 0.3, 0.7, 0.3)
SURELY = brings(0.6, 0.7, 0.6, 0.7)


def test_what_is_worth_the_same_gives_way_to_the_rule_of_thumb():
    assert order("jack", five=EVEN, jack=EVEN) == ["jack", "five"]


def test_what_is_better_by_chance_gives_way_and_what_is_surely_better_does_not():
    assert order("jack", five=BY_CHANCE, jack=EVEN) == ["jack", "five"]
    assert order("jack", five=SURELY, jack=EVEN) == ["five", "jack"]


def test_the_others_follow_by_value():
    assert order("jack", ace=EVEN, five=BY_CHANCE, jack=EVEN) == ["jack", "five", "ace"]


def test_a_rule_of_thumb_that_was_not_weighed_changes_nothing():
    assert order("ace", jack=EVEN, five=BY_CHANCE) == ["five", "jack"]


def test_what_playouts_may_be_wrong_by_does_not_count():
    assert order("jack", 0.1, five=SURELY, jack=EVEN) == ["jack", "five"]


def test_options_differ_by_what_happens_in_the_same_worlds():
    lucky, less = brings(0.9, 0.1, 0.5, 0.7), brings(0.8, 0.0, 0.4, 0.6)
    assert order("jack", five=lucky, jack=less) == ["five", "jack"], "a tenth less in every world is no chance"


def test_an_option_says_whether_it_is_as_good_as_what_is_chosen():
    assert BY_CHANCE.option("play 5H", EVEN).is_equal
    assert SURELY.option("play 5H", EVEN).is_equal
    assert not EVEN.option("play 5H", SURELY).is_equal


@pytest.mark.parametrize("seed", range(6))
def test_who_is_about_to_lead_does_as_a_good_player_unless_another_lead_is_surely_better(seed):
    table = Table({0: "JOKER JH 9H 8H 6H 5H AS AC KC 7D"}, allow_blind_misere=False).contract("8H sans")
    question = Question(table.deal.view(0), 0, fh.Score.new(table.options))
    choice = question.answer(Random(seed), 0.05)
    usual = RulesOfThumb(question.view, 0, question.score).action()
    assert choice.action == str(usual)
    assert all(option.is_equal for option in choice.options if option.value > choice.options[0].value)


# Misères in the auction

SAFE = "4H 5H 7H 8H 5D 6D 8D 5S 6S 8C"


def worth(bid, *spoken):
    """What `bid` brings who holds a safe misère, after what has been spoken."""
    table = Table({1: SAFE}, allow_blind_misere=False, misere_needs_seven=False).play(*spoken)
    question = Question(table.deal.view(1), 1, fh.Score.new(table.options))
    return next(option for option in question.answer(Random(1), 0.3).options if option.action == bid)


def test_an_own_misere_is_not_the_end_of_the_auction_while_others_may_bid_eight():
    assert worth("bid misere", "0 bid 7S").made < 1
    assert worth("bid misere", "0 bid 7S").points < 225


def test_an_own_misere_is_the_end_of_the_auction_when_all_others_have_passed():
    table = Table({3: SAFE}, allow_blind_misere=False, misere_needs_seven=False).play("0 pass", "1 pass", "2 pass")
    question = Question(table.deal.view(3), 3, fh.Score.new(table.options))
    options = question.answer(Random(1), 0.3).options
    assert next(option for option in options if option.action == "bid misere").points > 240


# Against a misère


def defence(hands, *tricks):
    table = Table(hands, players=3, allow_blind_misere=False).contract("open-misere sans")
    for trick in tricks:
        table.trick(*trick.split())
    question = Question(table.deal.view(table.turn), table.turn, fh.Score.new(table.options))
    return question.answer(Random(1), 0.05)


def test_against_an_open_misere_that_is_under_all_other_cards_nothing_beats_it():
    hands = {
        0: "7H 8H 9H 10H 7D 8D 7C 8C 7S 8S",
        1: "9S JH QH KH AH 9D 10D JD 9C 10C",
        2: "10S JS QS KS JC QC KC QD KD AD",
    }
    choice = defence(hands, "8S 9S 10S")
    assert str(choice.reason) == "Nothing beats it: Open Misère sans kitty can't be caught any more."
    assert all(option.tricks is option.made is None for option in choice.options)


def test_an_open_misere_that_has_to_take_this_trick_is_not_beyond_catching():
    hands = {
        0: "8H 7D 8D 9D 7C 8C 9C 7S 8S 9S",
        1: "10S AD 7H 9H 10H JH QH KH 10C JC",
        2: "JS QD QS KS AS KD QC KC AC JD",
    }
    choice = defence(hands, "9S 10S JS", "QD 9D AD", "7H")
    assert not str(choice.reason).startswith("Nothing beats it")
    assert choice.options[0].made == 0


def test_against_a_misere_the_figures_say_how_often_it_is_caught():
    hands = {
        0: "4H 8H 5S 6S 7S 8S 4D 5D 6D 7D",
        1: "5H 6H AH 9S JS QD JD 6C 7C AC",
        3: "7H 9H KH 10S QS 9D KD 5C 8C KC",
    }
    table = Table(hands, allow_blind_misere=False).contract("open-misere sans")
    table.trick("5S", "9S", "10S").trick("KH", "4H", "6H").trick("7H", "8H")
    question = Question(table.deal.view(table.turn), table.turn, fh.Score.new(table.options))
    choice = question.answer(Random(1), 0.05)
    made = {option.action: option.made for option in choice.options}
    assert made[choice.action] == 0
    assert made["play AH"] > 0


# Claims and partners


def test_a_claim_is_agreed_to_only_if_its_maker_also_wins_the_trick_on_the_table():
    hands = {
        0: "7H 8H 9H 7D 8D 9D 7C 8C 9C 10C",
        1: "JOKER AH AD AC AS KS QS JS 10S 9S",
        2: "KH QH JH 10H KD QD JD KC QC JC",
    }
    table = Table(hands, players=3).contract("6N sans").trick("7C", "AC", "JC", "AH").play("2 claim")
    assert RulesOfThumb(table.deal.view(0), 0, fh.Score.new(table.options)).action() is fh.Say.PLAY_ON


def test_nobody_calls_a_card_as_partner_that_they_have_put_aside():
    table = Table({0: "AS 10S 9S 8S 7H 6H 5H 4C 3C 2C"}, kitty="4D 3D 2D", players=5)
    table.play("0 bid 6S", "1 pass", "2 pass", "3 pass", "4 pass")
    while table.deal.phase is not fh.Phase.KITTY:
        table.play(str(table.turn))
    table.play("0 put AS 4D 3D")
    called = RulesOfThumb(table.deal.view(0), 0, fh.Score.new(table.options)).action()
    assert str(called) == "call KS"


def by_thumb(table, seat):
    return RulesOfThumb(table.deal.view(seat), seat, fh.Score.new(table.options)).action()


def test_a_partner_among_five_agrees_to_the_contractors_claim():
    table = Table({0: "JOKER JH JD AH KH QH 10H 9H 8H 7S", 2: "AS KS QS JS 10S AC KC QC AD KD"}, "2C 2D 2S", players=5)
    table.play("0 bid 6H", "1 pass", "2 pass", "3 pass", "4 pass")
    while table.deal.phase is not fh.Phase.KITTY:
        table.play(str(table.turn))
    table.play("0 put 2C 2D 2S", "0 call AS", "0 claim")
    assert by_thumb(table, 2) is fh.Say.AGREE


def test_nobody_claims_without_trumps_while_another_may_have_the_joker():
    hands = {0: "AH KH QH AS KS QS AD KD AC KC", 1: "JOKER 10H 9H 8H 7H 10S 9S 8S 7S 7D"}
    table = Table(hands, players=3).contract("6N sans")
    assert by_thumb(table, 0) is not fh.Say.CLAIM


def test_the_partner_who_is_chosen_among_five_is_the_last_other_bidder():
    table = Table(players=5, five_partner=FivePartner.PLAYER, allow_blind_misere=False)
    table.play("0 bid 6S", "1 bid 6C", "2 bid 6D", "3 pass", "4 pass", "0 bid 6H", "1 pass", "2 pass")
    while table.deal.phase is not fh.Phase.CALL:
        table.play(str(table.turn))
    assert by_thumb(table, 0) == fh.ChoosePartner(2)


def test_for_a_misere_the_highest_of_equally_safe_cards_are_put_aside():
    table = Table({0: "4H 5H 6H 4D 5D 6D 5S 6S 7S 5C"}, "6C 7C 8C", allow_blind_misere=False)
    table.play("0 bid open-misere", "1 pass", "2 pass", "3 pass")
    while table.deal.phase is not fh.Phase.KITTY:
        table.play(str(table.turn))
    assert by_thumb(table, 0) == fh.parse("put 7S 7C 8C")
