"""Cards can be written as text and read back, and packs hold what they should."""

import copy
import pickle

import pytest

from games.cards import JOKER, Card, Rank, Suit, pack52, parse_cards


def test_every_card_is_written_rank_before_suit_and_reads_back_as_the_one_object_that_there_is():
    assert [str(Card(Rank.ACE, Suit.SPADES)), str(Card(Rank.TEN, Suit.HEARTS)), str(JOKER)] == ["AS", "10H", "JOKER"]
    for text in [f"{rank}{suit}" for rank in Rank if rank is not Rank.JOKER for suit in Suit] + ["JOKER"]:
        card = Card.parse(text)
        assert str(card) == text
        assert Card.parse(text) is Card(card.rank, card.suit) is card
        assert copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    assert Card.parse("AS") != Card.parse("AC")


@pytest.mark.parametrize("text", ["", "A", "S", "as", "1H", "14D", "AX", "SA", " AS", "10", "JOKERS", "A♠"])
def test_text_that_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="there is no card"):
        Card.parse(text)


def test_a_list_of_cards_is_read_in_order():
    assert parse_cards("AS 10H\nJOKER") == (Card(Rank.ACE, Suit.SPADES), Card(Rank.TEN, Suit.HEARTS), JOKER)
    with pytest.raises(ValueError, match="'10X'"):
        parse_cards("AS 10X")


def test_the_pack_of_52_holds_13_ranks_in_4_suits_once_each():
    pack = pack52()
    assert len(pack) == len(set(pack)) == 52
    for suit in Suit:
        assert " ".join(str(card.rank) for card in pack if card.suit is suit) == "2 3 4 5 6 7 8 9 10 J Q K A"


def test_the_long_pack_has_ranks_between_ten_and_jack_and_aces_count_one_and_face_cards_ten():
    order = [str(rank) for rank in Rank]
    assert order[order.index("10") :] == ["10", "11", "12", "13", "J", "Q", "K", "A", "JOKER"]
    assert [card.rank.pips for card in parse_cards("AS 2S 9D 10C JH QH KH")] == [1, 2, 9, 10, 10, 10, 10]
