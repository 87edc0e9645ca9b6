"""Who sees which card at Pontoon, and when."""

from dataclasses import fields, is_dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pontoon_table import BANK, Table, card_at, may_see, places_of, start_at_random

from games.cards import Card, Rank
from games.pontoon import End, Phase


def test_while_they_stake_players_see_their_own_card_and_the_banker_none():
    table = Table("2C 3C", "4D 5D", bank="KS 8S", stakes=None)
    assert [table.seen(0, eyes) for eyes in (0, 1, BANK, None)] == ["2C", "--", "--", "--"]
    assert [table.bank_seen(eyes) for eyes in (0, BANK, None)] == ["--", "--", "--"]


def test_before_the_second_card_a_shoot_bet_does_not_let_the_banker_look():
    table = Table("2C 3C", "4D 5D", bank="KS 8S", kitty=100).play("0 shoot 5")
    assert table.phase is Phase.SHOOT
    assert table.bank_seen(BANK) == "--"


def test_from_the_second_card_on_the_banker_looks_too_and_nobody_else():
    table = Table("2C 3C", bank="KS 8S")
    assert [table.bank_seen(eyes) for eyes in (0, BANK, None)] == ["-- --", "KS 8S", "-- --"]
    assert [table.seen(0, eyes) for eyes in (0, BANK, None)] == ["2C 3C", "-- --", "-- --"]


def test_bought_cards_are_face_down_and_twisted_ones_face_up():
    table = Table("2C 3C", then="4C 5C").play("0 buy 100", "0 twist")
    assert table.seen(0, eyes=0) == "2C 3C 4C 5C"
    assert table.seen(0, eyes=BANK) == table.seen(0, eyes=None) == "-- -- -- 5C"
    assert table.round.view(0).boxes[0].hands[0].up == (False, False, False, True)


def test_the_cards_of_a_split_are_face_up_and_the_next_ones_face_down():
    table = Table("8C 8D", then="8H 3C 2S 4S").play("0 split")
    assert table.seen(0, eyes=None) == "8C -- | 8D --"
    table.play("0 split")
    assert table.seen(0, eyes=None) == "8C -- | 8H -- | 8D --"
    assert table.seen(0, eyes=0) == "8C 2S | 8H 4S | 8D 3C"


def test_a_declared_pontoon_and_a_bust_hand_are_shown_whole():
    table = Table("AC KC", "9C 4C", "KD 9D", then="QD").play("1 buy 100")
    assert table.seen(0, eyes=None) == "AC KC"
    assert table.seen(1, eyes=None) == "9C 4C QD"
    assert table.seen(2, eyes=None) == "-- --"


def test_nobody_else_learns_that_a_hand_has_21():
    hard_21 = Table("9C 2C", "KD 9D", then="KC").play("0 buy 100")
    nineteen = Table("9C 2C", "KD 9D", then="8C").play("0 buy 100")
    assert hard_21.round.view(None) == nineteen.round.view(None)
    assert hard_21.play("0 stick").round.view(None) == nineteen.play("0 stick").round.view(None)
    assert hard_21.hand().end is nineteen.hand().end is End.STUCK


def test_at_the_end_all_cards_are_turned_up():
    table = Table("KC 9C", "AC KD", bank="KS 8S").play("0 stick").bank("stay")
    assert (table.seen(0, None), table.seen(1, None), table.bank_seen(None)) == ("KC 9C", "AC KD", "KS 8S")


def test_the_table_shows_stakes_prices_shoot_bets_and_the_number_of_cards():
    table = Table("2C 3C", then="2D 3D", kitty=200).play("0 shoot 60", "0 buy 150", "0 buy 100")
    view = table.round.view(None)
    (box,) = view.boxes
    assert (box.hands[0].initial, box.hands[0].bought, box.hands[0].shot) == (100, (150, 100), 60)
    assert (view.kitty, view.shot, view.cards_left) == (200, 60, len(table.round.table.pack))


def test_the_table_shows_who_has_staked():
    table = Table("2C 3C", "4D 5D", stakes=None)
    assert [box.has_staked for box in table.round.view(None).boxes] == [False, False]
    table.play("0 stake 20")
    assert [box.has_staked for box in table.round.view(None).boxes] == [True, False]


def test_a_deal_printed_in_a_log_shows_no_cards():
    table = Table("2C 3C", bank="KS 8S", then="4H 9D")
    text = repr(table.round)
    assert not any(rank.name in text for rank in Rank)


# Over many deals: a view and the public events hold only cards that their readers may see


def cards_in(value):
    """All cards anywhere inside a value."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple | list | frozenset):
        return [card for part in value for card in cards_in(part)]
    if is_dataclass(value):
        return [card for field in fields(value) for card in cards_in(getattr(value, field.name))]
    return []


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
