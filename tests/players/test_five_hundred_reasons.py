"""Why to bid, pass or put aside, in a sentence: it says what the player can see there, and no figure."""

import re
from random import Random

import numpy as np
import pytest

from games import five_hundred as fh
from games.core import Phrase
from players.five_hundred import Question
from players.five_hundred import five_hundred_reasons as reasons
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.weighing import WeighedOption
from tests.games.five_hundred_table import Table, deal_at_random, options_at_random
from tests.players.five_hundred import table


def knowledge(position):
    return Knowledge(position.deal.view(position.turn), position.turn)


HEARTS = {0: "JOKER JH AH 9H 8H KC 5C 9D 6D 5S"}


def outcome(made, points=0.0):
    """What an option brings: the contract is made in so many of 100 deals."""
    lanes = np.arange(100)
    return WeighedOption(lanes / 100, np.full(100, points), np.full(100, 7.0), lanes < made)


@pytest.mark.parametrize(
    ("bid", "made", "said"),
    [
        ("7H", 80, "With hearts as trumps you hold 5 of them, JOKER the highest."),
        ("6N", 40, "It shows your partner that you hold the joker."),
        ("7N", 80, "Your high cards win without trumps."),
        ("misere", 80, "Your cards are low enough to lose every trick."),
        ("10H", 30, "You may fail in 10 hearts, but passing would cost more."),
    ],
)
def test_a_bid(bid, made, said):
    position = table(HEARTS)
    assert str(reasons.for_bid(knowledge(position), fh.parse(f"bid {bid}"), outcome(made))) == said


def test_a_partners_suit_is_supported():
    position = table({2: HEARTS[0]}).play("0 bid 6H", "1 pass")
    said = str(reasons.for_bid(knowledge(position), fh.parse("bid 7H"), outcome(80)))
    assert said == "Your partner bid hearts."
    assert str(reasons.for_bid(knowledge(position), fh.parse("bid 7H"), outcome(40))) == said


SEVEN = fh.parse("bid 7H").bid


@pytest.mark.parametrize(
    ("nearest", "others", "is_close", "said"),
    [
        (30, 0, False, "You would fail in 7 hearts too often."),
        (55, 0, True, "It is close: you could bid 7 hearts, too."),
        (51, 90, False, "You could make 7 hearts, but the others lose more when they bid."),
        (70, -90, True, "It is close: you could bid 7 hearts, too."),
        (70, -90, False, "You could make 7 hearts, but a pass wins the match more often."),
    ],
)
def test_a_pass(nearest, others, is_close, said):
    weighed = [(fh.Say.PASS, outcome(0, others))]
    if is_close:
        weighed.append((fh.MakeBid(SEVEN), outcome(nearest)))
    assert str(reasons.for_pass(knowledge(table(HEARTS)), weighed, (SEVEN, outcome(nearest)))) == said


def test_a_close_pass_names_the_best_bid_not_the_one_made_most_often():
    weighed = [(fh.Say.PASS, outcome(0)), *((fh.parse(f"bid {bid}"), outcome(40)) for bid in ("7S", "8H"))]
    said = reasons.for_pass(knowledge(table(HEARTS)), weighed, (SEVEN, outcome(70)))
    assert str(said) == "It is close: you could bid 7 spades, too."


@pytest.mark.parametrize(
    ("bid", "said"),
    [
        (None, "You have nothing to bid on: no suit of four cards, no jack, no joker."),
        ("7S", "You would fail in 7 spades too often."),
        ("6D", "You would fail in 6 diamonds too often."),
    ],
)
def test_a_pass_with_high_cards_that_a_six_would_not_show(bid, said):
    position = table({0: "5H 6H QH KC 9C 5C 8D 5D 9S 6S"})
    done = fh.parse(f"bid {bid}") if bid else None
    choice = Question(position.deal.view(0), 0, fh.Score.new(position.options), done).answer(Random(1), 0.1)
    assert (choice.action, str(choice.reason)) == ("pass", said)


def test_a_pass_where_nothing_is_left_to_bid():
    said = reasons.for_pass(knowledge(table({}).play("0 bid 10N")), [(fh.Say.PASS, outcome(0))], None)
    assert str(said) == "Every bid still available is too high for you."


@pytest.mark.parametrize(
    ("bid", "put", "said"),
    [
        ("7H", "5S 5C 6D", "It leaves you no loser in spades."),
        ("7H", "5C 6D 9D", "It leaves you no loser in diamonds."),
        ("7H", "5C 6D 7C", "You need these three cards least."),
        ("7N", "5S 5C 6D", "You need these three cards least."),
        ("misere", "JOKER KC AH", "You need these three cards least."),
    ],
)
def test_a_discard(bid, put, said):
    position = Table(HEARTS, "7C 8C 10C", misere_needs_seven=False).play(
        "0 look", f"0 bid {bid}", "1 pass", "2 pass", "3 pass", "0 pass"
    )
    assert str(reasons.for_put(knowledge(position), fh.parse(f"put {put}"))) == said


def test_a_partner_among_five():
    position = Table(HEARTS, "4C 3C 3D", players=5).play(
        "0 look", "0 bid 7H", *(f"{seat} pass" for seat in (1, 2, 3, 4, 0))
    )
    position.play("0 put 4C 3C 3D")
    said = {word: str(reasons.for_partner(knowledge(position), fh.parse(word))) for word in ("call AS", "alone")}
    assert said == {
        "call AS": "You need help to make 7 hearts.",
        "alone": "You make 7 hearts without help, and the points are all yours.",
    }


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(8))
def test_no_reason_has_a_figure_that_is_no_card_or_bid(seed):
    random = Random(seed)
    step = deal_at_random(random, options_at_random(random))
    for _ in range(30):
        deal = step.round
        if not deal.to_act:
            break
        seat = random.choice(sorted(deal.to_act))
        question = Question(deal.view(seat), seat, fh.Score.new(deal.options))
        choice = question.answer(random, 0.01)
        plain = {key: "-" for key, value in choice.reason.params.items() if isinstance(value, Phrase) or key != "made"}
        assert not re.search(r"\d", choice.reason.template.format(**plain))
        step = deal.apply(seat, fh.parse(choice.action))
