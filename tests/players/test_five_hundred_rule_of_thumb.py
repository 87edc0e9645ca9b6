"""Where figures can't tell two options apart, what a good player does comes first; what is surely better wins."""

from random import Random

import numpy as np
import pytest

from games import five_hundred as fh
from games.five_hundred.five_hundred_options import FivePartner
from players.five_hundred import Question
from players.five_hundred.claims import agrees
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.five_hundred.weighing import WeighedOption, chosen_first
from tests.games.five_hundred_table import Table

JACK, FIVE, ACE = (fh.parse(f"play {card}") for card in ("JH", "5H", "AS"))


def brings(*chances, points=0):
    """What an option brings in a few worlds."""
    none = np.zeros(len(chances))
    return WeighedOption(np.array(chances), none + points, none, none > 0)


def order(habit, bias=0.0, **weighed):
    cards = {"jack": JACK, "five": FIVE, "ace": ACE}
    found = chosen_first([(cards[name], outcome) for name, outcome in weighed.items()], cards[habit], bias)
    return [name for action, _ in found for name, card in cards.items() if card == action]


EVEN = brings(0.5, 0.5, 0.5, 0.5)
BY_CHANCE = brings(0.9, 0.3, 0.7, 0.3)
SURELY = brings(0.6, 0.7, 0.6, 0.7)
BY_A_HAIR = brings(0.504, 0.504, 0.504, 0.504)


@pytest.mark.parametrize(
    ("plays_on", "claimed", "is_agreed"),
    [
        (EVEN, EVEN, True),
        (brings(0.5, 0.5, points=[10, 20]), brings(0.5, 0.5, points=[10, 20]), True),
        (brings(0.5, 0.5, points=[10, 30]), brings(0.5, 0.5, points=[10, 20]), False),
        (brings(0.5, 0.5, points=[10, 30]), brings(0.6, 0.5, points=[10, 20]), True),
        (SURELY, EVEN, False),
    ],
)
def test_a_claim_is_agreed_to_when_it_costs_no_match_and_where_that_is_the_same_no_point(plays_on, claimed, is_agreed):
    assert agrees(plays_on, claimed) is is_agreed


@pytest.mark.parametrize(
    ("habit", "bias", "weighed", "found"),
    [
        # What is worth the same, or better by chance, gives way to the rule of thumb; what is surely better doesn't.
        ("jack", 0, {"five": EVEN, "jack": EVEN}, ["jack", "five"]),
        ("jack", 0, {"five": BY_CHANCE, "jack": EVEN}, ["jack", "five"]),
        ("jack", 0, {"five": SURELY, "jack": EVEN}, ["five", "jack"]),
        # The others follow by value; one that was not weighed changes nothing.
        ("jack", 0, {"ace": EVEN, "five": BY_CHANCE, "jack": EVEN}, ["jack", "five", "ace"]),
        ("ace", 0, {"jack": EVEN, "five": BY_CHANCE}, ["five", "jack"]),
        # What playouts may be wrong by does not count; what happens in the same worlds does: a tenth in each of them.
        ("jack", 0.1, {"five": SURELY, "jack": EVEN}, ["jack", "five"]),
        ("jack", 0, {"five": brings(0.9, 0.1, 0.5, 0.7), "jack": brings(0.8, 0.0, 0.4, 0.6)}, ["five", "jack"]),
    ],
)
def test_what_figures_cannot_tell_apart_gives_way_to_the_rule_of_thumb(habit, bias, weighed, found):
    assert order(habit, bias, **weighed) == found


def test_an_option_says_whether_it_is_as_good_as_what_is_chosen():
    assert BY_CHANCE.option("play 5H", EVEN).is_equal
    assert SURELY.option("play 5H", EVEN).is_equal
    assert not EVEN.option("play 5H", SURELY).is_equal
    assert EVEN.option("play 5H", BY_A_HAIR).is_equal, "nobody would notice four matches in a thousand"


def asked(table):
    """The question of whose turn it is."""
    return Question(table.deal.view(table.turn), table.turn, fh.Score.new(table.options))


@pytest.mark.parametrize("seed", range(6))
def test_who_is_about_to_lead_does_as_a_good_player_unless_another_lead_is_surely_better(seed):
    table = Table({0: "JOKER JH 9H 8H 6H 5H AS AC KC 7D"}, allow_blind_misere=False).contract("8H sans")
    question = asked(table)
    choice = question.answer(Random(seed), 0.05)
    usual = RulesOfThumb(question.view, 0, question.score).action()
    assert choice.action == str(usual)
    assert all(option.is_equal for option in choice.options if option.value > choice.options[0].value)


# Misères in the auction

SAFE = "4H 5H 7H 8H 5D 6D 8D 5S 6S 8C"


def worth(seat, bid, *spoken):
    """What `bid` brings who holds a safe misère, after what has been spoken."""
    table = Table({seat: SAFE}, allow_blind_misere=False, misere_needs_seven=False).play(*spoken)
    return next(option for option in asked(table).answer(Random(1), 0.3).options if option.action == bid)


def test_an_own_misere_is_the_end_of_the_auction_only_when_all_others_have_passed():
    open_end = worth(1, "bid misere", "0 bid 7S")
    assert open_end.made < 1
    assert open_end.points < 225
    assert worth(3, "bid misere", "0 pass", "1 pass", "2 pass").points > 230


# Against a misère


def defence(hands, *tricks, players=3):
    table = Table(hands, players=players, allow_blind_misere=False).contract("open-misere sans")
    for trick in tricks:
        table.trick(*trick.split())
    return asked(table).answer(Random(1), 0.05)


def test_against_an_open_misere_that_is_under_all_other_cards_nothing_beats_it():
    hands = {
        0: "7H 8H 9H 10H 7D 8D 7C 8C 7S 8S",
        1: "9S JH QH KH AH 9D 10D JD 9C 10C",
        2: "10S JS QS KS JC QC KC QD KD AD",
    }
    choice = defence(hands, "8S 9S 10S")
    assert str(choice.reason) == "Open Misère sans kitty is safe: nobody can catch you now."
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
    choice = defence(hands, "5S 9S 10S", "KH 4H 6H", "7H 8H", players=4)
    made = {option.action: option.made for option in choice.options}
    assert made[choice.action] == 0
    assert made["play AH"] > 0


# Claims and partners


def by_thumb(table, seat=0):
    return str(RulesOfThumb(table.deal.view(seat), seat, fh.Score.new(table.options)).action())


def until(table, phase):
    """Everybody else passes, until the deal is in `phase`."""
    while table.deal.phase is not phase:
        table.play(f"{table.turn} pass" if table.deal.phase is fh.Phase.AUCTION else str(table.turn))
    return table


def test_the_partner_who_is_chosen_among_five_is_the_last_other_bidder():
    table = Table(players=5, five_partner=FivePartner.PLAYER, allow_blind_misere=False)
    table.play("0 bid 6S", "1 bid 6C", "2 bid 6D", "3 pass", "4 pass", "0 bid 6H")
    assert by_thumb(until(table, fh.Phase.CALL)) == "partner 2"
