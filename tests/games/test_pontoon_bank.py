"""From deal to deal at Pontoon: the first bank, the next one, and the pack that stays unshuffled."""

import pytest
from pontoon_table import Table

from games.cards import parse_cards
from games.pontoon import banker_decided, collected, first_banker, next_banker


def drawn(draw):
    return [[(seat, str(card)) for seat, card in cards] for cards in draw.rounds]


def test_rule_5_the_highest_card_banks():
    draw = first_banker((3, 1, 4), parse_cards("10C QD 9S"))
    assert draw.banker == 1
    assert drawn(draw) == [[(3, "10C"), (1, "QD"), (4, "9S")]]


@pytest.mark.parametrize(("cards", "banker"), [("KC AD", 1), ("QC KD", 1), ("JC QD", 1), ("10C JD", 1), ("3C 2D", 0)])
def test_rule_5_the_ace_is_high_then_king_to_two(cards, banker):
    assert first_banker((0, 1), parse_cards(cards)).banker == banker


def test_rule_5_players_who_tie_draw_again_until_one_is_highest():
    draw = first_banker((0, 1, 2), parse_cards("KC KD 9S 5C 5D 7C QD"))
    assert draw.banker == 1
    assert drawn(draw) == [[(0, "KC"), (1, "KD"), (2, "9S")], [(0, "5C"), (1, "5D")], [(0, "7C"), (1, "QD")]]


def test_a_pack_too_small_to_draw_from_is_an_error():
    with pytest.raises(ValueError, match="2 people"):
        first_banker((0, 1), parse_cards("KC KD 9S"))


def test_rule_17_without_a_pontoon_the_cards_go_under_the_pack_in_the_order_of_collection():
    table = Table("9C 4C", "8D 8H", "QD 7D", bank="KS 6S", then="KC 2D 3D JD 5S", rest="AH 2H")
    table.play("0 twist", "1 split", "1 buy 100", "1 stick", "1 twist", "1 stick", "2 stick").bank("draw", "stay")
    after = collected(table.round)
    bust, ones, twos = "9C 4C KC", "8D 2D JD", "8H 3D 5S"
    assert table.cards(1) == f"{ones} | {twos}"
    assert table.round.table.bank.cards == parse_cards("KS 6S AH")
    assert after.pack == parse_cards(f"2H {bust} {ones} {twos} QD 7D KS 6S AH")
    assert not after.shuffle


def test_rule_17_hands_that_bust_are_collected_first_in_the_order_in_which_they_bust():
    table = Table("KC 9C", "9D 4D", "9H 4H", bank="KS 8S", then="QD QH", rest="2H")
    table.play("0 stick", "1 twist", "2 twist").bank("stay")
    assert collected(table.round).pack == parse_cards("2H 9D 4D QD 9H 4H QH KC 9C KS 8S")


@pytest.mark.parametrize(
    ("hand", "bank", "moves"),
    [("AC KC", "KS 8S", ()), ("9C 8C", "AS KS", None), ("AC AD", "KS 8S", ("split", "stick", "stick"))],
    ids=["a player's", "the banker's", "one after a split"],
)
def test_rule_17_after_any_pontoon_the_pack_is_shuffled(hand, bank, moves):
    table = Table(hand, bank=bank, then="KD 6D")
    if moves is not None:
        table.play(*(f"0 {move}" for move in moves)).bank("stay")
    assert collected(table.round).shuffle


def test_rule_17_a_21_of_three_cards_is_no_pontoon():
    table = Table("AC 9C", bank="KS 8S", then="AD").play("0 twist", "0 stick").bank("stay")
    assert not collected(table.round).shuffle


def test_rule_17_a_hand_that_took_a_third_card_is_no_pontoon():
    table = Table("AC AD", bank="KS 8S", then="KC 5D 2C").play("0 split", "0 twist", "0 twist", "0 stick", "0 stick")
    table.bank("stay")
    assert table.cards() == "AC KC 2C 7S | AD 5D"
    assert not collected(table.round).shuffle


def test_rule_18_an_unsplit_pontoon_takes_the_bank():
    assert next_banker(Table("KC 9C", "AC KD").play("0 stick").bank("stay").round) == 1


def test_rule_18_of_several_the_first_clockwise_from_the_banker():
    assert next_banker(Table("KC 9C", "AC KD", "AD QD").play("0 stick").bank("stay").round) == 1


def test_rule_18_a_split_pontoon_does_not():
    table = Table("AC AD", bank="KS 8S", then="KC 6D").play("0 split", "0 stick", "0 stick").bank("stay")
    assert next_banker(table.round) is None


def test_rule_18_without_a_pontoon_the_bank_stays():
    assert next_banker(Table("KC 9C").play("0 stick").bank("stay").round) is None


def test_rule_18_with_a_bankers_pontoon_the_bank_stays():
    assert next_banker(Table("AC KC", bank="AS KS").round) is None


def test_before_the_end_there_is_nothing_to_collect():
    table = Table("KC 9C")
    for ask in (collected, next_banker):
        with pytest.raises(ValueError, match="not over"):
            ask(table.round)


def test_house_option_shuffle_every_deal():
    table = Table("KC 9C", bank="KS 8S", shuffle_every_deal=True).play("0 stick").bank("stay")
    assert collected(table.round).shuffle


# Rule 22: whether the bank had anything to decide.


def test_a_bank_that_draws_or_stays_decides():
    assert banker_decided(Table("KC 9C", bank="KS 8S").play("0 stick").bank("stay").round)
    assert banker_decided(Table("KC 9C", bank="2S 3S", then="KD", rest="").play("0 stick").bank("draw").round)


def test_a_bank_with_a_pontoon_with_every_player_bust_or_without_a_card_decides_nothing():
    assert not banker_decided(Table("KC 9C", bank="AS KS").round)
    assert not banker_decided(Table("9C 4C", bank="KS 8S", then="KD").play("0 twist").round)
    assert not banker_decided(Table("KC 9C", bank="2S 3S", rest="").round)
