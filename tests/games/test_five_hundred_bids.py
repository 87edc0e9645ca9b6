"""Five Hundred's packs, deal and bidding (rules 3-11), and the look that ends Blind Misère."""

from random import Random

import pytest
from five_hundred_table import Table

from games import five_hundred as fh
from games.cards import Rank, Suit
from games.five_hundred import five_hundred_events as ev
from games.five_hundred.packs import DealtHands, deal, stacked


def spoken(told, **options):
    """A table at which that was said, such as "0 bid 7S, 1 pass"."""
    return Table(**options).play(*filter(None, told.split(", ")))


# Packs and the deal.


def test_packs_of_33_33_43_53_and_63_cards_and_the_cards_in_each():
    def in_suit(players, suit):
        return {str(card.rank) for card in fh.pack(players) if card.suit is suit}

    assert [len(set(fh.pack(players))) for players in range(2, 7)] == [33, 33, 43, 53, 63]
    court = {"A", "K", "Q", "J", "10", "9", "8", "7"}
    full = court | {"6", "5", "4", "3", "2"}
    for suit in Suit:
        red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        assert in_suit(2, suit) == in_suit(3, suit) == court
        assert in_suit(4, suit) == court | {"6", "5"} | ({"4"} if red else set())
        assert in_suit(5, suit) == full
        assert in_suit(6, suit) == full | {"11", "12"} | ({"13"} if red else set())
    assert all([card.rank for card in fh.pack(players)].count(Rank.JOKER) == 1 for players in range(2, 7))


def test_rule_4_three_to_each_one_to_the_kitty_four_to_each_one_to_the_kitty_three_to_each_one_to_the_kitty():
    deck = fh.pack(4)
    hands, kitty = deal(4, 3, deck)
    assert set(hands[0]) == {*deck[0:3], *deck[13:17], *deck[30:33]}
    assert set(hands[3]) == {*deck[9:12], *deck[25:29], *deck[39:42]}
    assert set(kitty) == {deck[12], deck[29], deck[42]}
    assert set(deck[:3]) <= set(deal(4, 0, deck)[0][1]), "the dealer's left gets the first cards"


def test_two_players_a_third_hand_is_dealt_and_nobody_sees_it():
    for dealer in (0, 1):
        table = Table({2: "AS KS QS JS 10S 9S 8S 7S AH KH"}, players=2, dealer=dealer, allow_blind_misere=False)
        assert (len(table.deal.hands), table.view.counts) == (3, (10, 10))
        assert table.deal.to_act <= {0, 1}
        assert table.deal.view(2).hand is None


def test_a_stacked_deck_deals_the_hands_it_was_stacked_with():
    for players in range(2, 7):
        for dealer in range(players):
            deck = list(fh.pack(players))
            Random(dealer).shuffle(deck)
            dealt = deal(players, dealer, deck)
            assert deal(players, dealer, stacked(players, dealer, dealt)) == dealt


def test_a_deck_that_is_not_the_pack_is_refused():
    for deck in (fh.pack(5), fh.pack(4)[:-1], (*fh.pack(4)[:-1], fh.pack(4)[0])):
        with pytest.raises(ValueError, match="not the pack for 4 players"):
            fh.start(fh.Options(), 0, deck)
    with pytest.raises(ValueError, match="seat 4 can't deal"):
        fh.start(fh.Options(), 4, fh.pack(4))
    with pytest.raises(ValueError, match="not the hands of 4 players"):
        stacked(4, 0, DealtHands((), ()))


# What can be said.


def test_every_call_has_a_name_in_words():
    titles = [str(fh.Bid.parse(text).title) for text in ("8C", "10N", "open-misere", "7H sans")]
    assert titles == ["8 clubs", "10 no trumps", "Open Misère", "7 hearts sans kitty"]


@pytest.mark.parametrize(("bid", "name"), [("misere", "Misère"), ("open-misere", "Open"), ("blind-misere", "Blind")])
def test_house_option_without_misere_there_is_none_of_any_kind_and_no_hand_is_face_down(bid, name):
    table = Table(allow_misere=False).play("0 bid 7S")
    assert table.refuses(f"1 bid {bid}").startswith(name)
    assert not [text for text in table.may(1) if "misere" in text]
    assert table.hand(2) is not None
    assert table.refuses("2 look") == "You see your cards already."


# The auction.


def test_rule_10_the_last_bid_stands_and_its_bidder_may_raise_it_once():
    table = spoken("0 bid 6S, 1 pass, 2 pass, 3 pass")
    assert (table.deal.phase, table.turn, table.view.contract) == (fh.Phase.RAISE, 0, None)
    assert table.view.counts == (10, 10, 10, 10)
    table.play("0 bid 8H")
    assert (table.deal.phase, table.view.contract) == (fh.Phase.KITTY, fh.Contract(0, fh.Bid.parse("8H")))
    table = spoken("0 bid 6S, 1 pass, 2 pass, 3 pass, 0 pass")
    assert table.view.contract == fh.Contract(0, fh.Bid.parse("6S"))
    assert ev.Kept(0, fh.Bid.parse("6S")) in table.events
    assert ev.Passed(0) not in table.events
    assert [said.seat for said in table.view.bids] == [0, 1, 2, 3]


# Looking at one's cards


BEST = "JOKER AH KH QH JH 10H 9H 8H 7H 6H"


def test_rule_11_a_hand_is_hidden_until_its_owner_looks_which_ends_the_right_to_bid_blind_misere():
    table = Table({0: BEST})
    assert (table.hand(0), table.deal.view(0).is_face_down) == (None, True)
    assert "bid blind-misere" in table.may(0)
    table.play("0 look")
    assert (table.hand(0), table.hand(1)) == (BEST, None)
    assert table.refuses("0 look") == "You see your cards already."
    assert table.refuses("0 bid blind-misere") == (
        "You have looked at your cards, so you can't bid Blind Misère any more."
    )
    table.play("0 bid 6S", "1 bid 6C", "2 pass", "3 pass")
    assert table.hand(0) == BEST, "a look lasts through the auction"
    assert "bid blind-misere" not in table.may(0)
    assert "bid blind-misere" in spoken("0 bid 6S, 1 bid 6C, 2 pass, 3 pass").may(0)
    raising = spoken("0 bid 6S, 1 pass, 2 pass, 3 pass")
    assert [raising.hand(seat) is None for seat in range(4)] == [True, False, False, False]


def test_rule_11_everybody_may_look_at_any_time_and_nobody_else_is_told():
    table = Table({2: BEST}).play("0 bid 6S")
    assert table.may(2) == ["look"]
    public, others, said = table.view, [table.deal.view(seat) for seat in (0, 1, 3)], list(table.events)
    table.play("2 look")
    assert (table.hand(2), table.may(2)) == (BEST, [])
    assert (table.view, [table.deal.view(seat) for seat in (0, 1, 3)]) == (public, others)
    assert (table.events, table.turn) == (said, 1)
    assert table.refuses("2 pass") == "It isn't your turn."
    table.play("1 pass")
    assert "bid blind-misere" not in table.may(2)
    assert "bid open-misere" in table.may(2)


def test_only_players_have_cards_to_look_at_and_only_while_they_are_face_down():
    two = Table(players=2)
    assert [two.refuses(f"{seat} look") for seat in (2, -1)] == ["It isn't your turn."] * 2  # 2 is the dead hand
    for table in (Table().contract("7S"), spoken("0 pass, 1 pass, 2 pass, 3 pass")):
        assert [table.refuses(f"{seat} look") for seat in range(4)] == ["You see your cards already."] * 4


def test_somebody_who_can_no_longer_bid_blind_misere_sees_the_hand_without_a_look():
    assert Table(allow_blind_misere=False).hand(3) is not None
    table = Table().play("0 pass")
    assert table.hand(0) is not None
    assert table.hand(2) is None
    table.play("1 bid open-misere")
    assert all(table.hand(seat) for seat in range(4))


def test_bids_made_without_looking_are_marked_as_such():
    table = Table().play("0 bid 6S", "1 look", "1 bid 6C", "2 bid open-misere", "3 pass")
    assert [(said.seat, said.unseen) for said in table.view.bids] == [
        (0, True),
        (1, False),
        (2, True),
        (3, False),  # nobody can bid Blind Misère over Open Misère, so seat 3 saw the hand
    ]


def test_the_clock_passes_and_never_looks_or_bids():
    table = Table().play("0 bid 6S", "1", "2", "3", "0")
    assert table.view.contract == fh.Contract(0, fh.Bid.parse("6S"))
    assert table.deal.auction.looked == frozenset()


def test_every_bid_stays_in_the_view_as_it_was_said():
    table = spoken("0 bid 6S sans, 1 bid 7H, 2 pass, 3 pass, 0 bid 7N, 1 pass, 0 bid 8S")
    said = " ".join(f"{each.seat}:{each.bid}" for each in table.deal.view(3).bids)
    assert said == "0:6S sans 1:7H 2:None 3:None 0:7N 1:None 0:8S"
