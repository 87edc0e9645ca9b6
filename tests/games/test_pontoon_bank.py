"""From deal to deal at Pontoon: the first bank, the next one, and the pack that stays unshuffled."""

import pytest
from pontoon_table import Table

from games.cards import parse_cards
from games.pontoon import banker_decided, collected, first_banker, next_banker


def drawn(draw):
    return [" ".join(f"{seat}:{card}" for seat, card in cards) for cards in draw.rounds]


@pytest.mark.parametrize(
    ("seats", "cards", "banker", "rounds"),
    [
        ((3, 1, 4), "10C QD 9S", 1, ["3:10C 1:QD 4:9S"]),
        *(((0, 1), cards, 1, None) for cards in ("KC AD", "QC KD", "JC QD", "10C JD")),
        ((0, 1), "3C 2D", 0, None),
        ((0, 1, 2), "KC KD 9S 5C 5D 7C QD", 1, ["0:KC 1:KD 2:9S", "0:5C 1:5D", "0:7C 1:QD"]),
    ],
)
def test_rule_5_the_highest_card_banks_ace_high_and_players_who_tie_draw_again(seats, cards, banker, rounds):
    draw = first_banker(seats, parse_cards(cards))
    assert draw.banker == banker
    assert rounds is None or drawn(draw) == rounds


def test_a_pack_too_small_to_draw_from_is_an_error():
    with pytest.raises(ValueError, match="2 people"):
        first_banker((0, 1), parse_cards("KC KD 9S"))


def test_rule_17_without_a_pontoon_the_cards_go_under_the_pack_in_the_order_of_collection():
    table = Table("9C 4C", "8D 8H", "QD 7D", bank="KS 6S", then="KC 2D 3D JD 5S", rest="AH 2H")
    table.play("0 twist", "1 split", "1 buy 100", "1 stick", "1 twist", "1 stick", "2 stick").bank("draw", "stay")
    bust, ones, twos = "9C 4C KC", "8D 2D JD", "8H 3D 5S"
    assert table.cards(1) == f"{ones} | {twos}"
    assert collected(table.round).pack == parse_cards(f"2H {bust} {ones} {twos} QD 7D KS 6S AH")
    table = Table("KC 9C", "9D 4D", "9H 4H", bank="KS 8S", then="QD QH", rest="2H")
    table.play("0 stick", "1 twist", "2 twist").bank("stay")
    assert collected(table.round).pack == parse_cards("2H 9D 4D QD 9H 4H QH KC 9C KS 8S"), "those that bust come first"


@pytest.mark.parametrize(
    ("hand", "bank", "then", "moves", "shuffles"),
    [
        ("KC 9C", "KS 8S", "", "stick", False),
        ("AC KC", "KS 8S", "", "", True),
        ("9C 8C", "AS KS", "", None, True),
        ("AC AD", "KS 8S", "KD 6D", "split, stick, stick", True),  # one after a split
        ("AC 9C", "KS 8S", "AD", "twist, stick", False),  # 21 of three cards
        ("AC AD", "KS 8S", "KC 5D 2C", "split, twist, twist, stick, stick", False),  # a third card: AC KC 2C 7S
    ],
)
def test_rule_17_after_any_pontoon_the_pack_is_shuffled_or_if_the_house_says_so(hand, bank, then, moves, shuffles):
    for always in (False, True):
        table = Table(hand, bank=bank, then=then, shuffle_every_deal=always)
        if moves is not None:
            table.play(*(f"0 {move}" for move in moves.split(", ") if move)).bank("stay")
        assert collected(table.round).shuffle is (shuffles or always)


@pytest.mark.parametrize(
    ("hands", "then", "moves", "banker"),
    [
        (["KC 9C", "AC KD"], "", "stick", 1),
        (["KC 9C", "AC KD", "AD QD"], "", "stick", 1),  # the first clockwise from the banker
        (["AC AD"], "KC 6D", "split, stick, stick", None),  # a split Pontoon does not take it
        (["KC 9C"], "", "stick", None),
    ],
)
def test_rule_18_an_unsplit_pontoon_takes_the_bank_and_otherwise_it_stays(hands, then, moves, banker):
    table = Table(*hands, bank="KS 8S", then=then).play(*(f"0 {move}" for move in moves.split(", "))).bank("stay")
    assert next_banker(table.round) == banker


def test_rule_18_with_a_bankers_pontoon_the_bank_stays_and_before_the_end_nothing_can_be_asked():
    assert next_banker(Table("AC KC", bank="AS KS").round) is None
    for ask in (collected, next_banker):
        with pytest.raises(ValueError, match="not over"):
            ask(Table("KC 9C").round)


def test_rule_22_a_bank_decides_that_draws_or_stays_and_not_with_a_pontoon_all_bust_or_no_card():
    assert banker_decided(Table("KC 9C", bank="KS 8S").play("0 stick").bank("stay").round)
    assert banker_decided(Table("KC 9C", bank="2S 3S", then="KD", rest="").play("0 stick").bank("draw").round)
    assert not banker_decided(Table("KC 9C", bank="AS KS").round)
    assert not banker_decided(Table("9C 4C", bank="KS 8S", then="KD").play("0 twist").round)
    assert not banker_decided(Table("KC 9C", bank="2S 3S", rest="").round)
