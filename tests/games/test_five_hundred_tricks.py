"""Five Hundred's rules 1, 2, 14 and 17-19 again, naively: who may play what and who wins, in 100,000 random tricks.

With known cards these rules are vectors. How a hand is sorted is here as well.
"""

from random import Random

import pytest
from five_hundred_table import Table, deal_at_random, options_at_random

from games import five_hundred as fh
from games.cards import JOKER, Card, Suit, parse_cards

S, C, D, H = Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS
CLUBS, NO_TRUMPS, MISERE = fh.CardOrder(C), fh.CardOrder(None), fh.CardOrder(None, is_misere=True)


def test_nobody_names_a_suit_on_anothers_lead():
    led = fh.Trick((fh.Played(0, Card.parse("3D")),), None)
    assert "can't read that" in str(NO_TRUMPS.why_not_follow(parse_cards("JOKER AH"), JOKER, S, led))


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
