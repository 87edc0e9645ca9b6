"""Cards can be written as text and read back, and packs hold what they should."""

import copy
import pickle

import pytest

from games.cards import JOKER, Card, Rank, Suit, pack52, parse_cards


def test_a_card_is_written_rank_before_suit():
    assert str(Card(Rank.ACE, Suit.SPADES)) == "AS"
    assert str(Card(Rank.TEN, Suit.HEARTS)) == "10H"
    assert str(JOKER) == "JOKER"


def test_every_card_reads_back_as_the_same_object():
    for text in [f"{rank}{suit}" for rank in Rank if rank is not Rank.JOKER for suit in Suit] + ["JOKER"]:
        assert str(Card.parse(text)) == text
        assert Card.parse(text) is Card.parse(text)


@pytest.mark.parametrize("text", ["", "A", "S", "as", "1H", "14D", "AX", "SA", " AS", "10", "JOKERS", "A♠"])
def test_text_that_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="there is no card"):
        Card.parse(text)


def test_the_pack_of_52_holds_13_ranks_in_4_suits_once_each():
    pack = pack52()
    assert len(pack) == len(set(pack)) == 52
    assert {card.suit for card in pack} == set(Suit)
    for suit in Suit:
        ranks = " ".join(str(card.rank) for card in pack if card.suit is suit)
        assert ranks == "2 3 4 5 6 7 8 9 10 J Q K A"


def test_the_cards_of_a_new_pack_are_shared_with_those_read_from_text():
    assert all(Card.parse(str(card)) is card for card in pack52())


def test_the_extra_ranks_of_the_long_pack_are_between_ten_and_jack():
    order = [str(rank) for rank in Rank]
    assert order[order.index("10") :] == ["10", "11", "12", "13", "J", "Q", "K", "A", "JOKER"]


def test_aces_count_one_and_face_cards_ten():
    assert [card.rank.pips for card in parse_cards("AS 2S 9D 10C JH QH KH")] == [1, 2, 9, 10, 10, 10, 10]
    assert sum(card.rank.pips for card in pack52()) == 340


def test_a_list_of_cards_is_read_in_order():
    assert parse_cards("AS 10H\nJOKER") == (Card(Rank.ACE, Suit.SPADES), Card(Rank.TEN, Suit.HEARTS), JOKER)
    with pytest.raises(ValueError, match="'10X'"):
        parse_cards("AS 10X")


def test_there_is_one_object_for_each_card_also_after_copying():
    ace = Card.parse("AS")
    assert Card(Rank.ACE, Suit.SPADES) is ace
    assert pack52()[-1] is ace
    assert copy.deepcopy(ace) is ace
    assert pickle.loads(pickle.dumps(ace)) is ace
    assert Card(Rank.ACE, Suit.CLUBS) != ace
