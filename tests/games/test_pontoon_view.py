"""Who sees which card at Pontoon, and when."""

from random import Random

import pytest
from cards_in import cards_in
from hypothesis import given, settings
from hypothesis import strategies as st
from pontoon_table import BANK, Table, card_at, may_see, places_of, start_at_random

from games.cards import Rank
from games.pontoon import Phase

STAKING = {"stakes": None}
SHOOTING = {"kitty": 100}


@pytest.mark.parametrize(
    ("about", "moves", "own", "others", "banks"),
    [
        (STAKING, "", "2C", "--", "--"),
        (SHOOTING, "0 shoot 5", "2C", "--", "--"),  # before the second card the banker doesn't look either
        ({}, "", "2C 3C", "-- --", "KS 8S"),
        ({}, "0 buy 100, 0 twist", "2C 3C 4C 5C", "-- -- -- 5C", "KS 8S"),
    ],
)
def test_players_see_their_own_cards_the_banker_those_of_the_bank_and_all_a_twisted_one(
    about, moves, own, others, banks
):
    table = Table("2C 3C", "4D 5D", bank="KS 8S", then="4C 5C", **about).play(*filter(None, moves.split(", ")))
    assert [table.seen(0, eyes) for eyes in (0, 1, BANK, None)] == [own, others, others, others]
    hidden = banks if banks == "--" else "-- --"
    assert [table.bank_seen(eyes) for eyes in (0, BANK, None)] == [hidden, banks, hidden]
    up = tuple(card != "--" for card in others.split())
    assert table.round.view(0).boxes[0].hands[0].is_face_up == up


def test_the_cards_of_a_split_are_face_up_and_the_next_ones_face_down():
    table = Table("8C 8D", then="8H 3C 2S 4S").play("0 split")
    assert table.seen(0, eyes=None) == "8C -- | 8D --"
    table.play("0 split")
    assert table.seen(0, eyes=None) == "8C -- | 8H -- | 8D --"
    assert table.seen(0, eyes=0) == "8C 2S | 8H 4S | 8D 3C"


def test_a_declared_pontoon_and_a_bust_hand_are_shown_whole_and_at_the_end_all_cards():
    table = Table("AC KC", "9C 4C", "KD 9D", then="QD").play("1 buy 100")
    assert [table.seen(seat, eyes=None) for seat in (0, 1, 2)] == ["AC KC", "9C 4C QD", "-- --"]
    table.play("2 stick").bank("stay")
    assert (table.seen(2, None), table.bank_seen(None)) == ("KD 9D", "KS 8S")


def test_the_table_shows_who_has_staked_prices_shoot_bets_and_the_number_of_cards():
    table = Table("2C 3C", "4D 5D", stakes=None)
    assert [box.has_staked for box in table.round.view(None).boxes] == [False, False]
    table.play("0 stake 20")
    assert [box.has_staked for box in table.round.view(None).boxes] == [True, False]
    table = Table("2C 3C", then="2D 3D", kitty=200).play("0 shoot 60", "0 buy 150", "0 buy 100")
    view = table.round.view(None)
    (box,) = view.boxes
    assert (box.hands[0].initial, box.hands[0].bought, box.hands[0].shot) == (100, (150, 100), 60)
    assert (view.phase, view.kitty, view.shot) == (Phase.SHOOT, 200, 60)
    assert view.cards_left == len(table.round.table.pack)


def test_a_deal_printed_in_a_log_shows_no_cards():
    text = repr(Table("2C 3C", bank="KS 8S", then="4H 9D").round)
    assert not any(rank.name in text for rank in Rank)


# Over many deals: a view and the public events hold only cards that their readers may see


def may_be_seen(round_, eyes):
    return {card_at(round_.table, place) for place in places_of(round_.table) if may_see(round_, eyes, place)}


@pytest.mark.thorough
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_a_view_holds_exactly_the_cards_that_its_reader_may_see_and_an_event_only_public_ones(seed):
    random = Random(seed)
    step = start_at_random(random)
    while True:
        table = step.round.table
        for eyes in (None, table.bank.seat, *table.seats):
            assert set(cards_in(step.round.view(eyes))) == may_be_seen(step.round, eyes)
        assert set(cards_in(step.events)) <= may_be_seen(step.round, None)
        if not step.round.to_act:
            return
        (seat,) = step.round.to_act
        step = step.round.apply(seat, random.choice(list(step.round.legal_actions(seat))))
