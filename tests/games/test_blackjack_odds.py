"""The exact return of a bet: compared with rounds counted card by card, and where single rules show in it."""

from fractions import Fraction
from itertools import takewhile

import pytest
from msgspec.structs import replace

from games.blackjack import BlackjackPays, Hand, Move, Options, dealer_draws, outcome, returned
from games.blackjack.basic_strategy import choose
from games.blackjack.dealer import VALUES
from games.blackjack.odds import rough_net, worths
from games.blackjack.returns import best_return
from games.cards import Card, parse_cards
from tools.odds.exact import decisions, exact_net


def full_but(options, *cards):
    """What is left of a full shoe without some cards."""
    left = [4 * options.decks] * 9 + [16 * options.decks]
    for card in cards:
        left[card.rank.pips - 1] -= 1
    return left


def stood(options, hand, shown, left=None):
    """What standing wins in first bets, as a fraction: every way the dealer can draw, one card after the other."""
    left = full_but(options, *hand.cards, shown) if left is None else left

    def drawn(dealer):
        if len(dealer) > 1 and not dealer_draws(options, dealer):
            return Fraction(returned(options, outcome(hand, dealer), hand.stake) - hand.stake, 10)
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


@pytest.mark.sampled
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


def test_every_two_cards_are_dealt_as_often_as_the_shoe_makes_likely_and_surrender_loses_half():
    kings, shown = parse_cards("6H KC"), Card.parse("9H")
    worths(Options(), shown, tuple(full_but(Options(), *kings, shown)), Hand(kings, 10))
    assert first_decisions("9S")[parse_cards("6S 10S")].worth[Move.SURRENDER] == -0.5, "asked about kings first"
    found = first_decisions("10S")
    assert not any(Move.SURRENDER in each.worth for each in found.values())
    assert found[parse_cards("6S 10S")].chance == pytest.approx(2 * 128 / 416 * 127 / 415 * 32 / 414, abs=1e-12)
    assert found[parse_cards("6S 6S")].chance == pytest.approx(128 / 416 * 32 / 415 * 31 / 414, abs=1e-12)


def test_a_blackjack_at_6_to_5_costs_three_tenths_of_a_bet_each_time_it_wins():
    six_to_five = Options(blackjack_pays=BlackjackPays.SIX_TO_FIVE)
    shown = Card.parse("9S")
    lost = exact_net(Options(), shown, choose) - exact_net(six_to_five, shown, choose)
    assert lost == pytest.approx(0.3 * 32 / 416 * 2 * 32 / 415 * 128 / 414, abs=1e-12)


# What is left of a shoe


def counted(options, hand, shown, left):
    """What each move wins in first bets, as a fraction: card by card, hands and dealer, by the rules in plain words."""

    def after(hand):
        for place, card in enumerate(VALUES):
            if left[place]:
                chance = Fraction(left[place], sum(left))
                left[place] -= 1
                yield chance, hand.with_card(card)
                left[place] += 1

    def best(hand):
        if hand.bust or hand.done:
            return stand(hand)
        return max(moves(hand).values())

    def stand(hand):
        return Fraction(-hand.stake, 10) if hand.bust else stood(options, hand, shown, left)

    def moves(hand):
        two, pips = len(hand.cards) == 2, [card.rank.pips for card in hand.cards]
        worth = {Move.HIT: sum(chance * best(then) for chance, then in after(hand)), Move.STAND: stand(hand)}
        if two and (options.double_after_split or not hand.from_split):
            doubled = replace(hand, stake=2 * hand.stake, doubled=True)
            worth[Move.DOUBLE] = sum(chance * stand(then) for chance, then in after(doubled))
        if two and not hand.from_split:
            if pips[0] == pips[1]:
                one = Hand(hand.cards[:1], 10, from_split=True)
                worth[Move.SPLIT] = 2 * sum(chance * best(then) for chance, then in after(one))
            if shown.rank.pips != 1 and (shown.rank.pips != 10 or options.surrender_vs_ten):
                worth[Move.SURRENDER] = Fraction(-1, 2)
        return worth

    return moves(hand)


TINY = [
    ("8S 8S", "9S", "AS 5S 6S 6S 7S 8S 8S 9S 10S 10S 10S 10S", {}),
    ("8S 8S", "9S", "AS 5S 6S 6S 7S 8S 8S 9S 10S 10S 10S 10S", {"double_after_split": True}),
    ("KS 10S", "6S", "AS AS 5S 5S 6S 7S 9S 9S 9S 10S", {"dealer_hits_soft_17": True}),
    ("AS AS", "AS", "4S 5S 6S 7S 8S 9S 9S 10S 10S 10S", {}),
    ("7S 5S", "KS", "AS 4S 5S 6S 8S 8S 9S 9S 10S 10S", {"surrender_vs_ten": True}),
    ("AS 6S", "5S", "AS 4S 5S 6S 7S 8S 9S 9S 10S 10S 10S", {"dealer_hits_soft_17": True}),
]


@pytest.mark.parametrize(("cards", "dealer", "left", "options"), TINY)
def test_every_move_out_of_a_tiny_shoe_wins_what_counting_card_by_card_gives(cards, dealer, left, options):
    options, hand, shown = Options(**options), Hand(parse_cards(cards), 10), Card.parse(dealer)
    left = [sum(card.rank.pips == value.rank.pips for card in parse_cards(left)) for value in VALUES]
    expected = counted(options, hand, shown, left)
    found = worths(options, shown, tuple(left), replace(hand, stake=500))
    assert {move: pytest.approx(float(worth), abs=1e-12) for move, worth in expected.items()} == found


def test_the_second_hand_of_a_split_is_played_for_what_is_left():
    hand = Hand(parse_cards("8S 3S"), 10, from_split=True)
    left = [1, 0, 0, 1, 1, 2, 1, 2, 1, 4]
    expected = counted(Options(), hand, Card.parse("9S"), left)
    assert set(expected) == {Move.HIT, Move.STAND}
    found = worths(Options(), Card.parse("9S"), tuple(left), hand)
    assert {move: pytest.approx(float(worth), abs=1e-12) for move, worth in expected.items()} == found


@pytest.mark.parametrize("options", [{}, {"dealer_hits_soft_17": True, "double_after_split": True}, {"decks": 4}])
def test_a_round_out_of_a_full_shoe_is_roughly_worth_what_it_returns(options):
    options = Options(**options)
    assert rough_net(options, tuple(full_but(options))) == pytest.approx(best_return(options) - 1, abs=0.003)
