"""The exact return of a bet: compared with rounds counted card by card, and where single rules show in it."""

from fractions import Fraction
from itertools import takewhile

import pytest

from games.basic_strategy import choose
from games.blackjack import (
    BlackjackPays,
    Hand,
    Move,
    Options,
    dealer_draws,
    outcome,
    returned,
)
from games.blackjack_dealer import VALUES
from games.blackjack_odds import decisions, exact_net
from games.cards import Card, parse_cards


def stood(options, hand, shown):
    """What standing wins in first bets, as a fraction: every way the dealer can draw, one card after the other."""
    left = [4 * options.decks] * 9 + [16 * options.decks]
    for card in (*hand.cards, shown):
        left[card.rank.pips - 1] -= 1

    def drawn(dealer):
        if len(dealer) > 1 and not dealer_draws(options, dealer):
            return Fraction(returned(options, outcome(hand, dealer), hand.stake) - hand.stake, hand.stake)
        net = Fraction(0)
        cards = sum(left)
        for place, card in enumerate(VALUES):
            if left[place]:
                chance = Fraction(left[place], cards)
                left[place] -= 1
                net += chance * drawn((*dealer, card))
                left[place] += 1
        return net

    return drawn((shown,))


@pytest.mark.parametrize(
    ("cards", "dealer", "options"),
    [
        ("10S 10S", "9S", {}),
        ("6S 10S", "10S", {}),
        ("8S 10S", "9S", {"decks": 1, "seats": 1}),
        ("2S 10S", "6S", {"dealer_hits_soft_17": True}),
    ],
)
def test_standing_wins_as_much_as_counting_the_dealers_cards_one_by_one(cards, dealer, options):
    options, hand, shown = Options(**options), Hand(parse_cards(cards), 10), Card.parse(dealer)
    found = next(each for each in decisions(options, shown, choose) if each.hand.cards == hand.cards)
    assert found.worth[Move.STAND] == pytest.approx(float(stood(options, hand, shown)), abs=1e-12)


def first_decisions(shown):
    """Decisions on the first two cards, by those cards."""
    found = decisions(Options(), Card.parse(shown), choose)
    return {each.hand.cards: each for each in takewhile(lambda each: len(each.hand.cards) == 2, found)}


def test_surrender_loses_half_the_bet_and_is_not_offered_against_a_ten():
    assert first_decisions("9S")[parse_cards("6S 10S")].worth[Move.SURRENDER] == -0.5
    assert not any(Move.SURRENDER in each.worth for each in first_decisions("10S").values())


def test_every_two_cards_are_dealt_as_often_as_the_shoe_makes_likely():
    found = first_decisions("10S")
    assert found[parse_cards("6S 10S")].chance == pytest.approx(2 * 128 / 416 * 127 / 415 * 32 / 414, abs=1e-12)
    assert found[parse_cards("6S 6S")].chance == pytest.approx(128 / 416 * 32 / 415 * 31 / 414, abs=1e-12)


def test_a_blackjack_at_6_to_5_costs_three_tenths_of_a_bet_each_time_it_wins():
    six_to_five = Options(blackjack_pays=BlackjackPays.SIX_TO_FIVE)
    shown = Card.parse("9S")
    lost = exact_net(Options(), shown, choose) - exact_net(six_to_five, shown, choose)
    assert lost == pytest.approx(0.3 * 32 / 416 * 2 * 32 / 415 * 128 / 414, abs=1e-12)
