"""From deal to deal at Pontoon: the first bank, the next one, and the pack that stays unshuffled."""

import pytest
from pontoon_table import Table

from games.cards import parse_cards
from games.pontoon import banker_decided, collected, first_banker, next_banker


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
