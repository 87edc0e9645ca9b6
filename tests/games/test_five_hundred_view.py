"""What a careful person would remember of a deal stands in the view of their seat."""

from five_hundred_table import Table

HANDS = {
    0: "JOKER JS JC AS KS QS 10S 9S 8S 7S",
    1: "AH KH QH JH 10H 9H 8H 7H 6H 5H",
    2: "AD KD QD JD 10D 9D 8D 7D 6D 5D",
    3: "AC KC QC 10C 9C 8C 7C 6C 5C 4D",
}
KITTY = "6S 5S 4H"


def text(trick):
    return " ".join(str(played.card) for played in trick.cards)


def test_all_tricks_stay_in_the_view():
    table = Table(HANDS, KITTY).contract("7S", KITTY).trick("JS", "5H")
    assert table.view.last_trick is None
    table.trick("5D", "4D").trick("JC", "6H", "6D", "5C").trick("AS", "7H")
    for eyes in (0, 1, None):
        view = table.deal.view(eyes)
        assert [text(trick) for trick in view.tricks] == ["JS 5H 5D 4D", "JC 6H 6D 5C"]
        assert view.last_trick == view.tricks[-1]
        assert text(view.trick) == "AS 7H"


def test_only_the_contractor_sees_that_the_joker_was_left_free():
    table = Table(HANDS, KITTY).contract("6N", KITTY).play("0 nominate none")
    assert [table.deal.view(eyes).has_nominated for eyes in (0, 1, 2, 3, None)] == [True, *[False] * 4]


def test_every_bid_stays_in_the_view_as_it_was_said():
    table = Table(HANDS, KITTY).play("0 bid 6S sans", "1 bid 7H", "2 pass", "3 pass", "0 bid 7N", "1 pass", "0 bid 8S")
    said = " ".join(f"{spoken.seat}:{spoken.bid}" for spoken in table.deal.view(3).bids)
    assert said == "0:6S sans 1:7H 2:None 3:None 0:7N 1:None 0:8S"
