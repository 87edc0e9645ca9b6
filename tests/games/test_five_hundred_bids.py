"""Five Hundred's packs, deal and bidding (rules 3-11), and the look that ends Blind Misère."""

from random import Random

import pytest
from five_hundred_table import Table

from games import five_hundred as fh
from games.cards import Rank, Suit
from games.five_hundred.packs import Dealt, deal, stacked

LADDER = (
    "6S 6C 6D 6H 6N 7S 7C 7D 7H 7N MISERE 8S 8C 8D 8H 8N 9S 9C 9D 9H 9N 10S 10C 10D OPEN-MISERE/BLIND-MISERE 10H 10N"
)
VALUES = {
    6: (40, 60, 80, 100, 120),
    7: (140, 160, 180, 200, 220),
    8: (240, 260, 280, 300, 320),
    9: (340, 360, 380, 400, 420),
    10: (440, 460, 480, 500, 520),
}


def bids(seat, table):
    """The calls that `seat` may bid when taking the kitty."""
    return [text.removeprefix("bid ") for text in table.may(seat, "bid ") if "sans" not in text]


# Packs and the deal.


@pytest.mark.parametrize(("players", "cards"), [(2, 33), (3, 33), (4, 43), (5, 53), (6, 63)])
def test_packs_of_33_33_43_53_and_63_cards(players, cards):
    assert len(fh.pack(players)) == len(set(fh.pack(players))) == cards


def test_the_cards_in_each_pack():
    def in_suit(players, suit):
        return {str(card.rank) for card in fh.pack(players) if card.suit is suit}

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


def test_the_dealers_left_gets_the_first_cards():
    deck = fh.pack(3)
    hands, _ = deal(3, 0, deck)
    assert set(deck[:3]) <= set(hands[1])


@pytest.mark.parametrize("dealer", [0, 1])
def test_two_players_a_third_hand_is_dealt_and_nobody_sees_it(dealer):
    table = Table({2: "AS KS QS JS 10S 9S 8S 7S AH KH"}, players=2, dealer=dealer, allow_blind_misere=False)
    assert len(table.deal.hands) == 3
    assert table.view.counts == (10, 10)
    assert table.deal.to_act <= {0, 1}
    assert table.deal.view(2).hand is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_stacked_deck_deals_the_hands_it_was_stacked_with(players):
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
        stacked(4, 0, Dealt((), ()))


# The ladder.


def test_rule_7_the_calls_rank_as_the_ladder_says():
    steps = [step.lower().split("/") for step in LADDER.replace("MISERE", "misere").split()]
    assert [[str(call).lower() for call in fh.CALLS if call.rank == rank] for rank in range(27)] == steps


def test_every_call_has_its_value():
    for call in fh.CALLS:
        if call.kind is fh.Kind.TRICKS:
            assert call.value == VALUES[call.tricks]["SCDHN".index(call.text[-1])]
    assert {call.text: call.value for call in fh.CALLS if call.is_misere} == {
        "misere": 250,
        "open-misere": 500,
        "blind-misere": 500,
    }


def test_calls_have_names_in_words():
    assert [str(fh.Bid.parse(text).title) for text in ("8C", "10N", "open-misere", "7H sans")] == [
        "8 clubs",
        "10 no trumps",
        "Open Misère",
        "7 hearts sans kitty",
    ]


def test_rule_7_each_bid_must_rank_higher_than_the_last():
    table = Table(allow_blind_misere=False).play("0 bid 7D")
    assert table.refuses("1 bid 7D") == "7 diamonds doesn't rank above 7 diamonds."
    assert table.refuses("1 bid 6N") == "6 no trumps doesn't rank above 7 diamonds."
    assert bids(1, table)[:3] == ["7H", "7N", "misere"]


def test_seven_no_trumps_then_misere_then_eight_spades():
    table = Table().play("0 bid 7N", "1 bid misere", "2 bid 8S")
    assert table.deal.auction.standing.seat == 2


def test_rule_8_misere_over_six_no_trumps_is_refused():
    assert Table().play("0 bid 6N").refuses("1 bid misere") == ("Misère can be bid only after someone has bid a 7.")
    assert Table().refuses("0 bid misere") == "Misère can be bid only after someone has bid a 7."


def test_rule_8_misere_over_eight_or_over_misere_is_refused():
    assert Table().play("0 bid 7S", "1 bid 8S").refuses("2 bid misere") == "Misère doesn't rank above 8 spades."
    assert Table().play("0 bid 7S", "1 bid misere").refuses("2 bid misere") == "Misère doesn't rank above Misère."


@pytest.mark.parametrize("options", [{"players": 3}, {"misere_needs_seven": False}])
def test_three_players_or_the_house_option_need_no_seven_for_misere(options):
    table = Table(**options).play("0 bid misere")
    assert table.refuses("1 bid 7N") == "7 no trumps doesn't rank above Misère."
    table.play("1 bid 8S")


def test_two_players_need_a_seven_for_misere():
    assert "7" in Table(players=2).refuses("0 bid misere")


def test_rule_8_open_and_blind_misere_may_be_bid_first():
    Table().play("0 bid open-misere")
    Table().play("0 bid blind-misere")


def test_ten_diamonds_over_open_misere_is_refused_and_ten_hearts_is_legal():
    table = Table().play("0 bid open-misere")
    assert table.refuses("1 bid 10D") == "10 diamonds doesn't rank above Open Misère."
    assert bids(1, table) == ["10H", "10N"]


def test_blind_misere_over_open_misere_is_refused_and_the_other_way_round():
    assert "doesn't rank above Open Misère" in Table().play("0 bid open-misere").refuses("1 bid blind-misere")
    assert "doesn't rank above Blind Misère" in Table().play("0 bid blind-misere").refuses("1 bid open-misere")


def test_rule_6_any_bid_may_be_made_sans_kitty_and_ranks_the_same():
    table = Table().play("0 bid 7H sans")
    assert table.refuses("1 bid 7H") == "7 hearts doesn't rank above 7 hearts."
    table.play("1 bid 7N", "2 bid misere sans", "3 bid blind-misere sans")


@pytest.mark.parametrize(
    ("option", "bid", "sentence"),
    [
        ("allow_misere", "misere", "Misère isn't played at this table."),
        ("allow_open_misere", "open-misere", "Open Misère isn't played at this table."),
        ("allow_blind_misere", "blind-misere", "Blind Misère isn't played at this table."),
        ("sans_kitty", "8H sans", "At this table the contractor always takes the kitty."),
    ],
)
def test_bids_that_the_house_does_not_allow_are_refused(option, bid, sentence):
    assert Table(**{option: False}).play("0 bid 7S").refuses(f"1 bid {bid}") == sentence
    Table().play("0 bid 7S", f"1 bid {bid}")


@pytest.mark.parametrize(("bid", "name"), [("misere", "Misère"), ("open-misere", "Open"), ("blind-misere", "Blind")])
def test_house_option_without_misere_there_is_none_of_any_kind_and_no_hand_is_face_down(bid, name):
    table = Table(allow_misere=False).play("0 bid 7S")
    assert table.refuses(f"1 bid {bid}").startswith(name)
    assert not [text for text in table.may(1) if "misere" in text]
    assert table.hand(2) is not None
    assert table.refuses("2 look") == "You see your cards already."


# The auction.


def test_rule_5_bids_go_round_from_the_dealers_left_and_skip_players_who_have_passed():
    table = Table(dealer=1).play("2 bid 6S", "3 pass", "0 bid 6C", "1 pass", "2 bid 6D", "0 bid 6H")
    assert table.turn == 2
    assert table.refuses("3 bid 10N") == "It isn't your turn."


def test_rule_9_when_all_pass_the_cards_are_thrown_in():
    table = Table().play("0 pass", "1 pass", "2 pass", "3 pass")
    assert table.deal.phase is fh.Phase.OVER
    assert table.deal.result == fh.DealResult(None, (0, 0, 0, 0))
    assert table.events[-1] == fh.DealOver(table.deal.result)
    assert table.scored() == (0, 0)
    assert table.deal.options.next_dealer(3) == 0


def test_the_last_player_may_still_bid_after_three_passes():
    table = Table().play("0 pass", "1 pass", "2 pass", "3 bid 6S")
    assert table.deal.phase is fh.Phase.RAISE
    assert table.turn == 3


def test_rule_10_the_last_bid_stands_and_its_bidder_may_raise_it_once():
    table = Table().play("0 bid 6S", "1 pass", "2 pass", "3 pass")
    assert (table.deal.phase, table.turn) == (fh.Phase.RAISE, 0)
    assert table.view.contract is None
    assert table.view.counts == (10, 10, 10, 10)
    assert table.refuses("0 bid 6S") == "6 spades doesn't rank above 6 spades."
    table.play("0 bid 8H")
    assert table.deal.phase is fh.Phase.KITTY
    assert table.view.contract == fh.Contract(0, fh.Bid.parse("8H"))


def test_rule_10_a_bid_that_is_not_raised_stands():
    table = Table().play("0 bid 6S", "1 pass", "2 pass", "3 pass", "0 pass")
    assert table.view.contract == fh.Contract(0, fh.Bid.parse("6S"))
    assert fh.Kept(0, fh.Bid.parse("6S")) in table.events
    assert fh.Passed(0) not in table.events
    assert [spoken.seat for spoken in table.view.bids] == [0, 1, 2, 3]


def test_the_bidder_of_ten_no_trumps_is_not_asked_to_raise():
    table = Table().play("0 bid 10N", "1 pass", "2 pass", "3 pass")
    assert table.deal.phase is fh.Phase.KITTY


def test_house_option_without_a_raise_the_last_bid_is_the_contract():
    table = Table(raise_own_bid_after_passes=False).play("0 bid 6S", "1 pass", "2 pass", "3 pass")
    assert table.deal.phase is fh.Phase.KITTY


def test_house_option_in_a_single_round_everybody_bids_or_passes_once():
    table = Table(single_round_bidding=True).play("0 bid 6S", "1 bid 6C", "2 pass")
    assert table.refuses("3 bid 6S") == "6 spades doesn't rank above 6 clubs."
    table.play("3 bid 6D")
    assert (table.deal.phase, table.turn) == (fh.Phase.KITTY, 3), "nobody raises after their one bid"
    assert Table(single_round_bidding=True).play("0 pass", "1 pass", "2 pass", "3 pass").deal.phase is fh.Phase.OVER


# Looking at one's cards


def test_rule_11_a_hand_is_hidden_until_its_owner_looks_which_ends_the_right_to_bid_blind_misere():
    table = Table({0: "JOKER AH KH QH JH 10H 9H 8H 7H 6H"})
    assert table.hand(0) is None
    assert table.deal.view(0).is_face_down
    assert "bid blind-misere" in table.may(0)
    table.play("0 look")
    assert table.hand(0) == "JOKER AH KH QH JH 10H 9H 8H 7H 6H"
    assert table.refuses("0 bid blind-misere") == (
        "You have looked at your cards, so you can't bid Blind Misère any more."
    )
    assert table.refuses("0 look") == "You see your cards already."
    assert table.hand(1) is None


def test_rule_11_everybody_may_look_at_any_time_and_nobody_else_is_told():
    table = Table({2: "JOKER AH KH QH JH 10H 9H 8H 7H 6H"}).play("0 bid 6S")
    assert table.may(2) == ["look"]
    public, others, said = table.view, [table.deal.view(seat) for seat in (0, 1, 3)], list(table.events)
    table.play("2 look")
    assert table.hand(2) == "JOKER AH KH QH JH 10H 9H 8H 7H 6H"
    assert (table.view, [table.deal.view(seat) for seat in (0, 1, 3)]) == (public, others)
    assert (table.events, table.turn) == (said, 1)
    assert table.may(2) == []
    assert table.refuses("2 look") == "You see your cards already."
    assert table.refuses("2 pass") == "It isn't your turn."
    table.play("1 pass")
    assert "bid blind-misere" not in table.may(2)
    assert "bid open-misere" in table.may(2)


def test_only_players_have_cards_to_look_at_and_only_while_they_are_face_down():
    table = Table(players=2)
    assert table.refuses("2 look") == "It isn't your turn."  # the dead hand
    assert table.refuses("-1 look") == "It isn't your turn."
    table = Table().contract("7S")
    assert [table.refuses(f"{seat} look") for seat in range(4)] == ["You see your cards already."] * 4
    table = Table().play("0 pass", "1 pass", "2 pass", "3 pass")
    assert table.refuses("1 look") == "You see your cards already."


def test_rule_11_a_look_lasts_through_the_auction():
    table = Table().play("0 look", "0 bid 6S", "1 bid 6C", "2 pass", "3 pass")
    assert table.hand(0) is not None
    assert "bid blind-misere" not in table.may(0)
    assert "bid blind-misere" in Table().play("0 bid 6S", "1 bid 6C", "2 pass", "3 pass").may(0)


def test_somebody_who_can_no_longer_bid_blind_misere_sees_the_hand_without_a_look():
    assert Table(allow_blind_misere=False).hand(3) is not None
    table = Table().play("0 pass")
    assert table.hand(0) is not None
    assert table.hand(2) is None
    table.play("1 bid open-misere")
    assert all(table.hand(seat) for seat in range(4))


def test_bids_made_without_looking_are_marked_as_such():
    table = Table().play("0 bid 6S", "1 look", "1 bid 6C", "2 bid open-misere", "3 pass")
    assert [(spoken.seat, spoken.unseen) for spoken in table.view.bids] == [
        (0, True),
        (1, False),
        (2, True),
        (3, False),  # nobody can bid Blind Misère over Open Misère, so seat 3 saw the hand
    ]


def test_the_clock_passes_and_never_looks_or_bids():
    table = Table().play("0 bid 6S", "1", "2", "3", "0")
    assert table.view.contract == fh.Contract(0, fh.Bid.parse("6S"))
    assert table.deal.auction.looked == frozenset()
