"""What a careful person would remember of a deal stands in the view of their seat."""

from five_hundred_table import Table

from games import five_hundred as fh

HANDS = {
    0: "JOKER JS JC AS KS QS 10S 9S 8S 7S",
    1: "AH KH QH JH 10H 9H 8H 7H 6H 5H",
    2: "AD KD QD JD 10D 9D 8D 7D 6D 5D",
    3: "AC KC QC 10C 9C 8C 7C 6C 5C 4D",
}
KITTY = "6S 5S 4H"


def at_the_table(bid="7S", put=KITTY):
    return Table(HANDS, KITTY).contract(bid, None if "sans" in bid else put)


def text(trick):
    return " ".join(str(played.card) for played in trick.cards)


def test_the_contractor_remembers_the_kitty_and_the_discards_and_nobody_else_knows_them():
    table = at_the_table(put="JC 5S 4H").trick("JS", "5H", "5D", "4D")
    assert set(map(str, table.deal.view(0).kitty)) == {"6S", "5S", "4H"}
    assert set(map(str, table.deal.view(0).discards)) == {"JC", "5S", "4H"}
    for eyes in (1, 2, 3, None):
        assert (table.deal.view(eyes).kitty, table.deal.view(eyes).discards) == ((), ())


def test_all_tricks_stay_in_the_view():
    table = at_the_table().trick("JS", "5H", "5D", "4D").trick("JC", "6H", "6D", "5C").trick("AS", "7H")
    for eyes in (0, 1, None):
        view = table.deal.view(eyes)
        assert [text(trick) for trick in view.tricks] == ["JS 5H 5D 4D", "JC 6H 6D 5C"]
        assert view.last_trick == view.tricks[-1]
        assert text(view.trick) == "AS 7H"


def test_before_the_first_trick_is_complete_there_is_no_last_one():
    assert at_the_table().trick("JS", "5H").view.last_trick is None


def test_a_refused_claim_is_remembered_until_the_trick_is_over():
    table = at_the_table().play("0 claim", "1 play on")
    assert table.view.refused == {0}
    assert table.trick("JS", "5H", "5D", "4D").view.refused == frozenset()


def test_only_the_contractor_sees_that_the_joker_was_left_free():
    table = at_the_table("6N").play("0 nominate none")
    assert table.deal.view(0).has_nominated
    assert not any(table.deal.view(eyes).has_nominated for eyes in (1, 2, 3, None))


def test_every_bid_stays_in_the_view_as_it_was_said():
    table = Table(HANDS, KITTY).play("0 bid 6S sans", "1 bid 7H", "2 pass", "3 pass", "0 bid 7N", "1 pass", "0 bid 8S")
    said = [(spoken.seat, str(spoken.bid)) for spoken in table.deal.view(3).bids]
    assert said == [(0, "6S sans"), (1, "7H"), (2, "None"), (3, "None"), (0, "7N"), (1, "None"), (0, "8S")]
    assert table.deal.phase is fh.Phase.KITTY
