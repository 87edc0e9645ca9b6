"""Five Hundred's rules 1, 2, 14 and 17-19: suits, bowers, the joker, who may play what, and who wins.

The last part plays 100,000 random tricks and compares them with a second, naive reading of the same rules.
"""

from itertools import pairwise
from random import Random

import pytest
from five_hundred_table import Table, deal_at_random, options_at_random

from games import five_hundred as fh
from games.cards import JOKER, Card, Suit, parse_cards

S, C, D, H = Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS
CLUBS, NO_TRUMPS, MISERE = fh.CardOrder(C), fh.CardOrder(None), fh.CardOrder(None, is_misere=True)
JOKER_OF_HEARTS, JOKER_OF_SPADES = fh.CardOrder(None, joker=H), fh.CardOrder(None, is_misere=True, joker=S)


def trick(cards, named=None):
    return fh.Trick(tuple(fh.Played(seat, card) for seat, card in enumerate(parse_cards(cards))), named)


def winning_card(order, cards, named=None):
    return cards.split()[order.winner(trick(cards, named))]


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


@pytest.mark.parametrize(
    ("order", "suits"),
    [
        (CLUBS, "JS:C JC:C JH:H JD:D AS:S JOKER:C"),
        (NO_TRUMPS, "JS:S JC:C JOKER:None"),  # rule 2: there are no bowers
        (MISERE, "JS:S JC:C JOKER:None"),
        (JOKER_OF_HEARTS, "JH:H JD:D JOKER:H"),
    ],
)
def test_rules_1_2_and_17_to_which_suit_jacks_and_joker_belong(order, suits):
    for text in suits.split():
        card, _, suit = text.partition(":")
        assert str(order.suit_of(Card.parse(card))) == suit, card


@pytest.mark.parametrize(
    ("order", "cards", "winner"),
    [
        # Rule 14: the highest trump wins, else the highest of the suit led.
        (CLUBS, "AS KS 2C", "2C"),
        (CLUBS, "AS 2C 3C", "3C"),
        (CLUBS, "2S AH AD", "2S"),
        (CLUBS, "AS JS KS", "JS"),
        (NO_TRUMPS, "2S AH AD 3S", "3S"),
        (NO_TRUMPS, "JS JC QS", "QS"),
        # Rule 18: a free joker beats every card in any trick.
        (NO_TRUMPS, "AS JOKER KS", "JOKER"),
        (NO_TRUMPS, "JOKER AH AS", "JOKER"),
        (MISERE, "JOKER AH KH", "JOKER"),
        # Rule 17: a nominated one is the highest of its suit and nothing on another.
        (JOKER_OF_HEARTS, "AH JOKER KH", "JOKER"),
        (JOKER_OF_HEARTS, "2S JOKER AH", "2S"),
        (JOKER_OF_HEARTS, "JOKER AH AS", "JOKER"),
    ],
)
def test_rules_14_17_and_18_who_wins_a_trick(order, cards, winner):
    assert winning_card(order, cards, named=H if cards.startswith("JOKER") and order is MISERE else None) == winner


# Following.

NOT_THE_JOKER = "You must follow hearts. You may play the joker only when you have none."
THE_JOKER = "In a misère, if you can't follow suit you must play the joker."


@pytest.mark.parametrize(
    ("order", "led", "hand", "may", "refused", "sentence"),
    [
        (CLUBS, "2C", "JS AS KH", "JS", "AS", "You must follow clubs; JS counts as clubs."),
        (CLUBS, "2S", "JS AS KH", "AS", "JS", "You must follow spades; JS counts as clubs."),
        (CLUBS, "2S", "JS AH KH", "JS AH KH", None, None),
        (CLUBS, "2C", "JOKER AS", "JOKER", "AS", "You must follow clubs; JOKER counts as clubs."),
        (CLUBS, "2S", "JOKER AS", "AS", "JOKER", "You must follow spades; JOKER counts as clubs."),
        (CLUBS, "2C", "AC JS AH", "AC JS", "AH", "You must follow clubs."),
        (CLUBS, "2H", "AH JS AD", "AH", "JS", "You must follow hearts."),
        (NO_TRUMPS, "2H", "AH AD", "AH", "AD", "You must follow hearts."),
        *((order, "2S", "AH KD", "AH KD", None, None) for order in (CLUBS, NO_TRUMPS, MISERE)),
        # Rule 18 a: only a void holder may play the joker; 18 b: in a misère they must.
        *((order, "3H", "2H JOKER AS", "2H", "JOKER", NOT_THE_JOKER) for order in (NO_TRUMPS, MISERE)),
        (MISERE, "3H", "AS JOKER 2D", "JOKER", "AS", THE_JOKER),
        (NO_TRUMPS, "3H", "AS JOKER 2D", "AS JOKER 2D", None, None),
        # Rule 17: a nominated joker must follow its suit and only that.
        (JOKER_OF_SPADES, "3S", "JOKER AH", "JOKER", "AH", "You must follow spades; JOKER counts as spades."),
        (JOKER_OF_SPADES, "3H", "JOKER AH", "AH", "JOKER", "You must follow hearts; JOKER counts as spades."),
        (JOKER_OF_SPADES, "3D", "JOKER AH", "JOKER AH", None, None),
        # Rule 18 c: the others follow the suit that a leading joker names.
        (NO_TRUMPS, "JOKER", "AH AS", "AH", "AS", "You must follow hearts."),
    ],
)
def test_rules_14_17_and_18_what_follows(order, led, hand, may, refused, sentence):
    on_table = trick(led, H if led == "JOKER" else None)
    for card in parse_cards(may):
        assert order.why_not_follow(parse_cards(hand), card, None, on_table) is None
    if refused:
        assert str(order.why_not_follow(parse_cards(hand), Card.parse(refused), None, on_table)) == sentence


def test_nobody_names_a_suit_on_anothers_lead():
    assert "can't read that" in str(NO_TRUMPS.why_not_follow(parse_cards("JOKER AH"), JOKER, S, trick("3D")))


# Leading the joker.

EVERY_SUIT = "2H 3H, 2S 3S, 2D 3D, 2C 3C"
LAST_ONLY = "All four suits have been led; the joker may now be led only to the last"
NO_SUIT, HOUSE_LAST = "can't read that", "At this table the joker may be led only to the"


@pytest.mark.parametrize(
    ("order", "hand", "card", "named", "before", "refusal"),
    [
        # Rule 18 c: a leading joker names a suit that has not been led.
        *((NO_TRUMPS, "JOKER AH", "JOKER", named, "2H 3H", None) for named in (S, C, D)),
        (NO_TRUMPS, "JOKER AH", "JOKER", H, "2H 3H", "can't name hearts: they have already been led"),
        (NO_TRUMPS, "JOKER AH", "JOKER", None, "2H 3H", "Name the suit"),
        # Rule 18 d: once all suits have been led it leads only the last trick, and names none.
        (NO_TRUMPS, "JOKER AH", "JOKER", None, EVERY_SUIT, LAST_ONLY),
        (NO_TRUMPS, "JOKER", "JOKER", H, EVERY_SUIT, NO_SUIT),
        (NO_TRUMPS, "JOKER", "JOKER", None, EVERY_SUIT, None),
        # House option: the joker leads only the last trick.
        (fh.CardOrder(None, joker_last=True), "JOKER AH", "JOKER", S, "", HOUSE_LAST),
        (fh.CardOrder(None, joker_last=True), "JOKER", "JOKER", S, "2H 3H", None),
        (fh.CardOrder(None, joker=S, joker_last=True), "JOKER AH", "JOKER", None, "", None),
        (fh.CardOrder(H, joker_last=True), "JOKER AH", "JOKER", None, "", None),
        # A joker with a suit names none.
        *((order, "JOKER AH", "JOKER", None, "", None) for order in (CLUBS, JOKER_OF_SPADES)),
        *((order, "JOKER AH", card, S, "", NO_SUIT) for order in (CLUBS, JOKER_OF_SPADES) for card in ("JOKER", "AH")),
    ],
)
def test_rule_18_what_a_joker_may_lead(order, hand, card, named, before, refusal):
    tricks = [trick(cards) for cards in before.split(", ") if cards]
    assert (refusal or "None") in str(order.why_not_lead(parse_cards(hand), Card.parse(card), named, tricks))


def test_rule_18c_the_suit_named_counts_as_led_from_then_on():
    table = Table({0: "JOKER AH KH QH JH AC AD AS KS KC"}).contract("6N")
    table.play("0 play JOKER C")
    while table.turn != 0:
        table.play(f"{table.turn}")
    order = table.deal.order
    assert "can't name clubs" in str(order.why_not_lead(parse_cards("JOKER AH"), JOKER, C, table.deal.play.tricks))
    assert order.why_not_lead(parse_cards("JOKER AH"), JOKER, H, table.deal.play.tricks) is None


# How a hand is sorted


def test_a_hand_is_sorted_trumps_first_with_the_left_bower_and_from_low_to_high_trumps_last():
    held = CLUBS.as_held(parse_cards("7D 5S AH JS 9C AD JOKER QH JC AC"))
    assert " ".join(map(str, held)) == "JOKER JC JS AC 9C AH QH AD 7D 5S"
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
    return order.why_not_lead(hand, card, named, tricks) is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_whole_deal_offers_exactly_what_the_naive_reading_allows(players):
    for seed in range(30):
        random = Random(seed)
        deal = deal_at_random(random, options_at_random(random, players)).round
        call = fh.Bid(random.choice([call for call in fh.CALLS if call.kind in (fh.CallKind.TRICKS, fh.CallKind.OPEN)]))
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
