"""The worlds that a house player thinks of: as many cards everywhere as lie there, and nothing that can't be."""

from random import Random

import numpy as np
import pytest

from games import five_hundred as fh
from games.cards import parse_cards
from games.five_hundred.tricks import CardOrder
from players.five_hundred import evidence
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import layout
from players.five_hundred.worlds import drawn, resampled
from tests.games.five_hundred_table import Table
from tests.players.positions import positions_at_random

SIZE = 60


def worlds_of(view, seat):
    knowledge = Knowledge(view, seat)
    worlds, weight = drawn(knowledge, np.random.default_rng(1), 3 * SIZE)
    kept = resampled(worlds, weight + evidence.weights(knowledge, worlds), np.random.default_rng(2), SIZE)
    return knowledge, kept.owner


def share(view, seat, holder, card):
    """In what share of the worlds `holder` has `card`."""
    knowledge, owner = worlds_of(view, seat)
    return float((owner[knowledge.cards.index(parse_cards(card)[0])] == holder).mean())


@pytest.mark.thorough
def test_every_world_holds_what_is_known_and_what_may_be():
    for deal in positions_at_random(Random(8), 15):
        for seat in deal.to_act:
            view = deal.view(seat)
            if view.hand is None:
                continue
            knowledge, owner = worlds_of(view, seat)
            for player, count in enumerate(view.counts):
                assert ((owner == player).sum(axis=0) == count).all()
            for at, card in enumerate(knowledge.cards):
                if card in (*view.hand, *view.discards, *view.exposed) or card in knowledge.played:
                    assert (owner[at] == knowledge.known.get(card, -1)).all()
                else:
                    assert knowledge.allowed[at, owner[at]].all()


@pytest.mark.parametrize("players", range(2, 7))
def test_as_sets_the_hands_and_the_kitty_are_the_whole_pack_even_with_63_cards(players):
    deck = list(fh.pack(players))
    Random(7).shuffle(deck)
    deal = fh.start(fh.Options(players=players), 0, tuple(deck)).round
    knowledge = Knowledge(deal.view(1), 1)
    worlds, _ = drawn(knowledge, np.random.default_rng(1), SIZE)
    cards = layout(players, CardOrder(None))
    piles = [*worlds.hands(cards), *(worlds.pile(cards, pile) for pile in range(players, len(knowledge.capacity)))]
    assert (np.bitwise_or.reduce(piles) == cards.all).all()
    assert (np.bitwise_count(piles).sum(axis=0) == len(deck)).all()


@pytest.mark.thorough
def test_what_is_true_is_never_ruled_out():
    for deal in positions_at_random(Random(9), 25):
        for seat in deal.to_act:
            knowledge = Knowledge(deal.view(seat), seat)
            for at in knowledge.unseen:
                holders = [pile for pile, hand in enumerate(deal.hands) if knowledge.cards[at] in hand]
                assert knowledge.allowed[at, holders[0] if holders else knowledge.aside]


HANDS = {0: "JOKER JS JC AS KS QS 10S 9S 8S 7S", 1: "AH KH QH JH 10H 9H 8H 7H 6H 5H"}


def test_who_did_not_follow_has_none_of_the_suit():
    table = Table(HANDS).contract("7S").trick("JOKER", "5H")
    view = table.deal.view(table.turn)
    assert share(view, table.turn, 1, "6S") == 0
    assert share(view, table.turn, 1, "AH") > 0


def test_who_throws_a_card_away_without_trumps_may_still_hold_the_joker():
    spades = HANDS | {0: "AS KS QS JS 10S 9S 8S 7S 6S 5S", 3: "JOKER AD KD QD JD 10D 9D 8D 7D 6D"}
    table = Table(spades).contract("7N").trick("AS", "5H")
    assert share(table.deal.view(2), 2, 1, "JOKER") > 0


def test_a_player_who_bid_hearts_is_likelier_to_hold_them():
    told = Table(HANDS, allow_blind_misere=False).play("0 pass", "1 bid 8H")
    silent = Table(HANDS, allow_blind_misere=False).play("0 pass", "1 pass")
    assert share(told.deal.view(2), 2, 1, "AH") > share(silent.deal.view(2), 2, 1, "AH") + 0.1


def test_a_nominated_joker_lies_with_the_contractor():
    table = Table(HANDS).contract("7N").play("0 nominate S")
    table.play("0 play 7S")
    assert share(table.deal.view(1), 1, 0, "JOKER") == 1


def test_small_cards_are_put_aside_more_often_than_trumps():
    table = Table(HANDS).contract("7S").trick("JOKER")
    aside = Knowledge(table.deal.view(1), 1).aside
    assert share(table.deal.view(1), 1, aside, "4D") > share(table.deal.view(1), 1, aside, "AS")


def test_before_the_auction_is_over_the_kitty_is_three_unseen_cards():
    deal = Table(HANDS, allow_blind_misere=False).deal
    knowledge, owner = worlds_of(deal.view(0), 0)
    assert deal.phase is fh.Phase.AUCTION
    assert ((owner == knowledge.aside).sum(axis=0) == 3).all()


def test_who_lets_a_queen_win_as_last_player_is_less_likely_to_hold_the_king():
    hands = {
        0: "QC 6D 7D 8D 9D JH JD AH KH QH",
        1: "9C 10C 4D 5D 10D QD KD AD 7H 8H",
        2: "JC KC AC 9H 10H 5S 6S JS QS KS",
        3: "5C 6C 7C 8C 7S 8S 9S 10S AS JOKER",
    }
    table = Table(hands, "4H 5H 6H").contract("7H", "4H 5H 6H").trick("QC")
    before = share(table.deal.view(1), 1, 3, "KC")
    table.trick("9C", "JC", "8C")
    assert share(table.deal.view(1), 1, 3, "KC") < before - 0.05
