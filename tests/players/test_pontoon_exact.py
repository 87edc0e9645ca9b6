"""House players at Pontoon in positions so small that every card can be tried."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.cards import pack52, parse_cards
from games.pontoon import Limits, Options, is_pontoon, parse, start
from players.pontoon import Question
from players.pontoon.habits import BUY, STICK, TWIST, usual
from players.pontoon.holdings import holdings
from tools.arena import pontoon_exact as exact
from tools.arena.pontoon import solve_banker, solve_player
from tools.arena.pontoon_exact_bank import BankSolver, Waiting, pips_of

UNSEEN = 7


def position(cards, pool, *, up=0, initial=2, bought=(), purse=1000, limits=(2, 2)):
    """A player's hand, of which the last `up` cards were twisted, and the cards that nobody else has seen."""
    own = parse_cards(cards)
    shown = tuple(place >= len(own) - up for place in range(len(own)))
    return exact.Position(exact.Hand(own, shown, initial, bought, purse), parse_cards(pool), Limits(*limits))


def weighed(question):
    return {parse(option.action): option.value for option in question.answer(Random(0), 1.0).options}


@pytest.mark.thorough
def test_players_reach_at_least_98_percent_of_the_best_possible_expectation():
    solved = [solve_player(7, UNSEEN, number) for number in range(24)]
    lost = sum(each.best - each.chosen for each in solved)
    assert lost <= 0.02 * sum(abs(each.best) for each in solved)


def test_bankers_reach_at_least_98_percent_of_it_against_players_by_rules_of_thumb_whom_they_do_not_know():
    solved = [solve_banker(7, number) for number in range(30)]
    lost = sum(each.best - each.chosen for each in solved)
    assert lost <= 0.02 * sum(abs(each.best) for each in solved)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("cards", "pool", "kinds"),
    [
        ("KS 5C", "2C 3D 5H 6S 9C 10D JD", {}),
        ("AS 5C", "2C 3D 5H 6S 9C 10D JD", {}),
        ("9S 2C", "AC 3D 5H 6S 6C 10D JD", {"purse": 4}),
        ("2S 3C 9D", "AC 3D 5H 6S 6C 10D JD", {"up": 1}),
        ("2S 3C 9D", "AC 3D 5H 6S 6C 10D JD", {"bought": (3,)}),
    ],
)
def test_what_a_player_expects_is_what_every_card_tried_brings(cards, pool, kinds):
    small = position(cards, pool, **kinds)
    found = weighed(Question(small.view(), exact.PLAYER, small.elsewhere))
    expected = exact.Solver(small).values()
    assert {action: pytest.approx(expected[action], abs=1e-9) for action in found} == found


@pytest.mark.thorough
def test_what_a_stake_is_worth_counts_every_second_card_and_the_banks_pontoon():
    pool, stake = parse_cards("AC 3D 5H 6S 6C 10D JD 9S"), 2
    first = parse_cards("9C")
    pack = (*first, *pool)
    deal = start(Options(), [0], 1, pack, stake, stake, {0: 1000, 1: 1000}).round
    elsewhere = tuple(card for card in pack52() if card not in pack)
    option = Question(deal.view(0), 0, elsewhere).answer(Random(0), 1.0).options[0]
    expected = 0.0
    for place, second in enumerate(pool):
        rest = pool[:place] + pool[place + 1 :]
        bank = [(one, two) for one in rest for two in rest if one is not two]
        quiet = sum(not is_pontoon(pair) for pair in bank) / len(bank)
        hand = exact.Hand((*first, second), (False, False), stake, (), 1000 - 2 * stake)
        best = max(exact.Solver(exact.Position(hand, rest, Limits(stake, stake))).values().values())
        expected += (quiet * best - (1 - quiet) * 2 * stake) / len(pool)
    assert option.action == "stake 2"
    assert option.value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("KS 9C", {}),
        ("9S 2C 8D", {"up": 1}),
        ("9S 2C 8D", {"bought": (3,)}),
        ("2S 3C 9D 4D", {"up": 1, "bought": (3,)}),
        ("2S 3C 9D 4D", {"up": 2}),
        ("2S 3C 9D 4D AD", {"up": 2, "bought": (3,)}),
    ],
)
@pytest.mark.parametrize("bank", ["10D 6S", "5H 6S", "AC 6S", "3D 5H 8H"])
def test_what_a_banker_expects_is_what_every_card_tried_brings(cards, kinds, bank):
    small = position(cards, "AC 3D 5H 6S 8H 10D JD", **kinds)
    held = parse_cards(bank)
    found = weighed(Question(small.bank_view(small.hand, held), exact.BANKER, small.elsewhere))
    shown = pips_of(card for card, is_up in zip(small.hand.cards, small.hand.up, strict=True) if is_up)
    unseen = Counter(pips_of((*small.pool, *small.hand.cards)))
    unseen.subtract((*pips_of(held), *shown))
    likely = {pips: habit(pips, shown) for pips in permutations(unseen.elements(), len(small.hand.cards) - len(shown))}
    waiting = Waiting(small.hand.staked, shown, likely)
    expected = BankSolver(pips_of(held), unseen, [waiting]).values()
    assert {action.move: pytest.approx(value / waiting.staked, abs=1e-9) for action, value in found.items()} == expected


def habit(hidden, shown):
    """How likely a player of usual habits plays so with these cards face down."""
    cards, chance = (*hidden, *shown), 1.0
    if sum(cards) > 21 or sorted(hidden[:2]) == [1, 10]:
        return 0.0
    for size in range(2, len(cards)):
        move, twisted = (BUY, False) if size < len(hidden) else (TWIST, size > len(hidden))
        chance *= usual().often[twisted][holdings().of(pips - 1 for pips in cards[:size]), move]
    stuck = usual().often[bool(shown)][holdings().of(pips - 1 for pips in cards), STICK]
    return chance * (stuck if len(cards) < 5 else 1)
