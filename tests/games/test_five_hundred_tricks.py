"""Five Hundred's rules 1, 2, 14 and 17-19: suits, bowers, the joker, who may play what, and who wins.

The last part plays 100,000 random tricks and compares them with a second, naive reading of the same rules.
"""

from itertools import pairwise
from random import Random

import pytest
from five_hundred_table import Table, deal_at_random, options_at_random

from games import five_hundred as fh
from games.cards import JOKER, Card, Suit, parse_cards
from games.core import IllegalAction

S, C, D, H = Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS
CLUBS, HEARTS, NO_TRUMPS, MISERE = (
    fh.CardOrder(C),
    fh.CardOrder(H),
    fh.CardOrder(None),
    fh.CardOrder(None, is_misere=True),
)


def trick(cards, named=None):
    return fh.Trick(tuple(fh.Played(seat, card) for seat, card in enumerate(parse_cards(cards))), named)


def winning_card(order, cards, named=None):
    return cards.split()[order.winner(trick(cards, named))]


def refusal(order, hand, card, cards, named=None):
    with pytest.raises(IllegalAction) as refused:
        order.verify_follow(parse_cards(hand), Card.parse(card), None, trick(cards, named))
    return str(refused.value)


# Suits and who wins.


@pytest.mark.parametrize(
    ("trump", "high_to_low"),
    [
        (C, "JOKER JC JS AC KC QC 12C 11C 10C 9C 8C 7C 6C 5C 4C 3C 2C"),
        (S, "JOKER JS JC AS KS QS 12S 11S 10S 9S 8S 7S 6S 5S 4S 3S 2S"),
        (H, "JOKER JH JD AH KH QH 13H 12H 11H 10H 9H 8H 7H 6H 5H 4H 3H 2H"),
        (D, "JOKER JD JH AD KD QD 13D 12D 11D 10D 9D 8D 7D 6D 5D 4D 3D 2D"),
    ],
)
def test_rule_1_trumps_are_joker_right_bower_left_bower_and_down(trump, high_to_low):
    order = fh.CardOrder(trump)
    cards = high_to_low.split()
    for higher, lower in pairwise(cards):
        assert winning_card(order, f"{lower} {higher}") == higher
        assert winning_card(order, f"{higher} {lower}") == higher
    assert {order.suit_of(card) for card in parse_cards(high_to_low)} == {trump}


def test_the_order_outside_trumps_has_13_12_and_11_between_the_jack_and_the_ten():
    cards = [str(card) for card in parse_cards("AH KH QH JH 13H 12H 11H 10H 9H 2H")]
    for order in (CLUBS, NO_TRUMPS, MISERE):
        for higher, lower in pairwise(cards):
            assert winning_card(order, f"{lower} {higher}") == higher


@pytest.mark.parametrize("order", [NO_TRUMPS, MISERE])
def test_rule_2_without_trumps_there_are_no_bowers(order):
    assert winning_card(order, "JS JC QS") == "QS"
    assert order.suit_of(Card.parse("JC")) is C
    assert order.suit_of(JOKER) is None


def test_clubs_trump_jack_of_spades_is_a_club_and_jacks_of_the_other_colour_are_not():
    assert CLUBS.suit_of(Card.parse("JS")) is C
    assert CLUBS.suit_of(Card.parse("JH")) is H
    assert CLUBS.suit_of(Card.parse("JD")) is D


def test_rule_14_the_highest_trump_wins_else_the_highest_of_the_suit_led():
    assert winning_card(CLUBS, "AS KS 2C") == "2C"
    assert winning_card(CLUBS, "AS 2C 3C") == "3C"
    assert winning_card(CLUBS, "2S AH AD") == "2S"
    assert winning_card(CLUBS, "AS JS KS") == "JS"
    assert winning_card(NO_TRUMPS, "2S AH AD 3S") == "3S"


def test_rule_18_a_free_joker_beats_every_card_in_any_trick():
    assert winning_card(NO_TRUMPS, "AS JOKER KS") == "JOKER"
    assert winning_card(MISERE, "JOKER AH KH", named=H) == "JOKER"


def test_rule_17_a_nominated_joker_is_the_highest_of_its_suit_and_nothing_on_another():
    hearts_joker = fh.CardOrder(None, joker=H)
    assert winning_card(hearts_joker, "AH JOKER KH") == "JOKER"
    assert winning_card(hearts_joker, "2S JOKER AH") == "2S"
    assert winning_card(hearts_joker, "JOKER AH AS") == "JOKER"


# Following.


def test_when_clubs_are_led_the_jack_of_spades_must_be_played_if_it_is_the_only_club():
    assert refusal(CLUBS, "JS AS KH", "AS", "2C") == "You must follow clubs; your JS is a club."
    CLUBS.verify_follow(parse_cards("JS AS KH"), Card.parse("JS"), None, trick("2C"))


def test_the_jack_of_spades_does_not_follow_spades_when_clubs_are_trumps():
    assert refusal(CLUBS, "JS AS KH", "JS", "2S") == "You must follow spades; your JS is a club."
    CLUBS.verify_follow(parse_cards("JS AH KH"), Card.parse("AH"), None, trick("2S"))


def test_the_joker_follows_trumps():
    assert refusal(CLUBS, "JOKER AS", "AS", "2C") == "You must follow clubs; your JOKER is a club."
    assert refusal(CLUBS, "JOKER AS", "JOKER", "2S") == "You must follow spades; your JOKER is a club."


def test_a_player_who_must_simply_follow_is_told_only_that():
    assert refusal(CLUBS, "AC JS AH", "AH", "2C") == "You must follow clubs."
    assert refusal(CLUBS, "AH JS AD", "JS", "2H") == "You must follow hearts."
    assert refusal(NO_TRUMPS, "AH AD", "AD", "2H") == "You must follow hearts."


@pytest.mark.parametrize("order", [CLUBS, NO_TRUMPS, MISERE])
def test_a_player_who_cannot_follow_may_play_anything(order):
    for card in parse_cards("AH KD"):
        order.verify_follow(parse_cards("AH KD"), card, None, trick("2S"))


@pytest.mark.parametrize("order", [NO_TRUMPS, MISERE])
def test_rule_18a_when_hearts_are_led_a_holder_of_hearts_may_not_play_the_joker(order):
    assert refusal(order, "2H JOKER AS", "JOKER", "3H") == (
        "You must follow hearts. You may play the joker only when you have none."
    )


def test_rule_18b_in_a_misere_a_void_holder_must_play_the_joker():
    assert (
        refusal(MISERE, "AS JOKER 2D", "AS", "3H") == "In a misère, if you can't follow suit you must play the joker."
    )
    MISERE.verify_follow(parse_cards("AS JOKER 2D"), JOKER, None, trick("3H"))


def test_rule_18b_in_no_trumps_a_void_holder_may_keep_the_joker():
    for card in parse_cards("AS JOKER 2D"):
        NO_TRUMPS.verify_follow(parse_cards("AS JOKER 2D"), card, None, trick("3H"))


def test_rule_17_a_nominated_joker_must_follow_its_suit_and_only_that():
    spades_joker = fh.CardOrder(None, is_misere=True, joker=S)
    assert refusal(spades_joker, "JOKER AH", "AH", "3S") == "You must follow spades; your JOKER is a spade."
    assert refusal(spades_joker, "JOKER AH", "JOKER", "3H") == "You must follow hearts; your JOKER is a spade."
    spades_joker.verify_follow(parse_cards("JOKER AH"), Card.parse("AH"), None, trick("3D"))


def test_rule_18c_the_others_follow_the_suit_that_a_leading_joker_names():
    assert refusal(NO_TRUMPS, "AH AS", "AS", "JOKER", named=H) == "You must follow hearts."


def test_nobody_names_a_suit_on_anothers_lead():
    with pytest.raises(IllegalAction, match="A suit is named only when the joker leads"):
        NO_TRUMPS.verify_follow(parse_cards("JOKER AH"), JOKER, S, trick("3D"))


# Leading the joker.


def lead(order, hand, card, named, *before):
    order.verify_lead(parse_cards(hand), Card.parse(card), named, [trick(cards) for cards in before])


def test_rule_18c_a_leading_joker_names_a_suit_that_has_not_been_led():
    for named in (S, C, D):
        lead(NO_TRUMPS, "JOKER AH", "JOKER", named, "2H 3H")
    with pytest.raises(IllegalAction, match="can't name hearts: they have already been led"):
        lead(NO_TRUMPS, "JOKER AH", "JOKER", H, "2H 3H")
    with pytest.raises(IllegalAction, match="Name the suit"):
        lead(NO_TRUMPS, "JOKER AH", "JOKER", None, "2H 3H")


def test_rule_18c_the_suit_named_counts_as_led_from_then_on():
    table = Table({0: "JOKER AH KH QH JH AC AD AS KS KC"}).contract("6N")
    table.play("0 play JOKER C")
    while table.turn != 0:
        table.play(f"{table.turn}")
    order = table.deal.order
    with pytest.raises(IllegalAction, match="can't name clubs"):
        order.verify_lead(parse_cards("JOKER AH"), JOKER, C, table.deal.play.tricks)
    order.verify_lead(parse_cards("JOKER AH"), JOKER, H, table.deal.play.tricks)


def test_rule_18d_once_all_suits_have_been_led_the_joker_leads_only_the_last_trick_and_names_none():
    every_suit = ("2H 3H", "2S 3S", "2D 3D", "2C 3C")
    with pytest.raises(IllegalAction, match="All four suits have been led; the joker may now be led only to the last"):
        lead(NO_TRUMPS, "JOKER AH", "JOKER", None, *every_suit)
    with pytest.raises(IllegalAction, match="All four suits have been led; the joker leads without naming one"):
        lead(NO_TRUMPS, "JOKER", "JOKER", H, *every_suit)
    lead(NO_TRUMPS, "JOKER", "JOKER", None, *every_suit)
    assert winning_card(NO_TRUMPS, "JOKER AH AS") == "JOKER"
    NO_TRUMPS.verify_follow(parse_cards("AS"), Card.parse("AS"), None, trick("JOKER"))


def test_rule_18d_a_void_holder_may_still_play_it():
    NO_TRUMPS.verify_follow(parse_cards("JOKER AS"), JOKER, None, trick("2H"))


def test_house_option_the_joker_leads_only_the_last_trick():
    order = fh.CardOrder(None, joker_last=True)
    with pytest.raises(IllegalAction, match="At this table the joker may be led only to the last trick"):
        lead(order, "JOKER AH", "JOKER", S)
    lead(order, "JOKER", "JOKER", S, "2H 3H")
    lead(fh.CardOrder(None, joker=S, joker_last=True), "JOKER AH", "JOKER", None)
    lead(fh.CardOrder(H, joker_last=True), "JOKER AH", "JOKER", None)


@pytest.mark.parametrize("order", [CLUBS, fh.CardOrder(None, joker=S)])
def test_a_joker_with_a_suit_names_none(order):
    lead(order, "JOKER AH", "JOKER", None)
    with pytest.raises(IllegalAction, match="Only a joker that belongs to no suit names one"):
        lead(order, "JOKER AH", "JOKER", S)
    with pytest.raises(IllegalAction, match="Only a joker that belongs to no suit names one"):
        lead(order, "JOKER AH", "AH", H)


# How a hand is sorted


def test_a_hand_is_sorted_trumps_first_with_the_left_bower_among_them():
    held = CLUBS.as_held(parse_cards("7D 5S AH JS 9C AD JOKER QH JC AC"))
    assert " ".join(map(str, held)) == "JOKER JC JS AC 9C AH QH AD 7D 5S"


def test_trumps_are_never_among_the_lowest_cards_and_a_free_joker_is_the_highest():
    assert " ".join(map(str, CLUBS.low_to_high(parse_cards("JOKER JS 2C AH 3D 3S AC")))) == "3S 3D AH 2C AC JS JOKER"
    assert " ".join(map(str, MISERE.low_to_high(parse_cards("JOKER AS 2C")))) == "2C AS JOKER"


# The same rules again, naively, over 100,000 random tricks


NAIVE_RANKS = ("A", "K", "Q", "J", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2")


class Naive:
    """Rules 1, 2, 14 and 17-19 again, over card texts: every suit is a list, the highest card first."""

    def __init__(self, trump, joker, is_misere, joker_last):
        self.misere, self.joker_last = is_misere, joker_last
        mate = {"S": "C", "C": "S", "D": "H", "H": "D"}
        self.suits = {}
        for suit in "SCDH":
            plain = [f"{rank}{suit}" for rank in NAIVE_RANKS]
            if suit == trump:
                plain.remove(f"J{suit}")
                plain = ["JOKER", f"J{suit}", f"J{mate[suit]}", *plain]
            elif trump and suit == mate[trump]:
                plain.remove(f"J{suit}")
            elif suit == joker:
                plain = ["JOKER", *plain]
            self.suits[suit] = plain
        self.trumps = self.suits.get(trump, [])
        self.suit = {card: suit for suit, cards in self.suits.items() for card in cards}
        self.free = "JOKER" not in self.suit

    def may_follow(self, card, hand, led):
        can_follow = any(self.suit.get(other) == led for other in hand)
        if self.free and card == "JOKER":
            return not can_follow
        if can_follow:
            return self.suit[card] == led
        return not (self.misere and self.free and "JOKER" in hand)

    def may_lead(self, card, named, hand, led):
        if not (self.free and card == "JOKER"):
            return named is None
        if len(hand) > 1 and (self.joker_last or len(led) == 4):
            return False
        return named is None if len(led) == 4 else named is not None and named not in led

    def winner(self, cards, led):
        if self.free and "JOKER" in cards:
            return "JOKER"
        return next(card for card in [*self.trumps, *self.suits[led]] if card in cards)


def orders_of(call):
    """Every suit, or none, of a joker in a contract of `call`, with each form of the rule about its lead."""
    jokers = [None] if call.trump else [None, S, C, D, H]
    return [(joker, last) for joker in jokers for last in (False, True)]


def letter(suit):
    return None if suit is None else suit.value


TRICKS_EACH = 100_000 // (5 * len(fh.CALLS)) + 1


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_legal_cards_and_winners_match_the_naive_reading_in_every_contract(players):
    random = Random(players)
    text = {id(card): str(card) for card in fh.pack(players)}
    options = fh.Options(players=players)
    for call in fh.CALLS:
        played = 0
        while played < TRICKS_EACH:
            joker, last = random.choice(orders_of(call))
            order = fh.CardOrder.of(call, joker, joker_last=last)
            naive = Naive(letter(call.trump), letter(joker), call.is_misere, last)
            sitting_out = len(options.partners(0)) if call.is_misere else 0
            deck = list(fh.pack(players))
            random.shuffle(deck)
            seats = players - sitting_out
            hands = [deck[10 * seat : 10 * seat + 10] for seat in range(seats)]
            leader, tricks, led = 0, [], set()
            while hands[0]:
                leader = compare_trick(order, naive, random, hands, leader, tricks, led, text)
                played += 1


def compare_trick(order, naive, random, hands, leader, tricks, led, text):
    """Play one random trick and compare every choice; returns the seat that won it."""
    hand = hands[leader]
    texts = [text[id(card)] for card in hand]
    leads = [(card, None) for card in hand] + [(JOKER, suit) for suit in Suit if "JOKER" in texts]
    legal = [lead for lead in leads if leads_legally(order, hand, *lead, tricks)]
    expected = [(card, named) for card, named in leads if naive.may_lead(text[id(card)], letter(named), texts, led)]
    assert legal == expected
    card, named = random.choice(legal)
    on_table = [(leader, card)]
    hand.remove(card)
    suit = letter(named) or naive.suit.get(text[id(card)])
    for step in range(1, len(hands)):
        seat = (leader + step) % len(hands)
        hand = hands[seat]
        texts = [text[id(card)] for card in hand]
        legal = order.following(hand, order.suit_led(fh.Trick((fh.Played(leader, card),), named)))
        assert list(legal) == [other for other in hand if naive.may_follow(text[id(other)], texts, suit)]
        on_table.append((seat, random.choice(legal)))
        hand.remove(on_table[-1][1])
    done = fh.Trick(tuple(fh.Played(*played) for played in on_table), named)
    winner = order.winner(done)
    cards = {text[id(card)]: seat for seat, card in on_table}
    assert winner == cards[naive.winner(cards, suit)]
    tricks.append(done)
    led |= {suit} - {None}
    return winner


def leads_legally(order, hand, card, named, tricks):
    try:
        order.verify_lead(hand, card, named, tricks)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_whole_deal_offers_exactly_what_the_naive_reading_allows(players):
    for seed in range(30):
        random = Random(seed)
        deal = deal_at_random(random, options_at_random(random, players)).round
        call = fh.Bid(random.choice([call for call in fh.CALLS if call.kind in (fh.Kind.TRICKS, fh.Kind.OPEN)]))
        if call.call.is_misere and not deal.options.has_open_misere:
            continue
        action = fh.MakeBid(call)
        while deal.phase is not fh.Phase.PLAY:
            seat = min(deal.to_act)
            deal = deal.apply(seat, action if action in deal.legal_actions(seat) else deal.default_action(seat)).round
        while deal.to_act:
            compare_choices(deal)
            (seat,) = deal.to_act
            plays = [action for action in deal.legal_actions(seat) if isinstance(action, fh.Play)]
            deal = deal.apply(seat, random.choice(plays)).round


def compare_choices(deal):
    play, (seat,) = deal.play, deal.to_act
    call = play.bid.call
    naive = Naive(letter(call.trump), None, call.is_misere, deal.options.joker_lead_last_trick_only)
    hand = [str(card) for card in deal.hands[seat]]
    led = [trick.named.value if trick.named else naive.suit.get(str(trick.cards[0].card)) for trick in play.tricks]
    if play.trick:
        expected = {f"play {card}" for card in hand if naive.may_follow(card, hand, led[-1])}
    else:
        expected = {f"play {card}" for card in hand if naive.may_lead(card, None, hand, set(led) - {None})}
        if "JOKER" in hand:
            suits = [suit for suit in "SCDH" if naive.may_lead("JOKER", suit, hand, set(led) - {None})]
            expected |= {f"play JOKER {suit}" for suit in suits}
    assert {str(action) for action in deal.legal_actions(seat) if isinstance(action, fh.Play)} == expected
