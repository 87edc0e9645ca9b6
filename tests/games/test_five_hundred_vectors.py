"""Five Hundred's rules on known cards, bids and tricks: the rows of tests/vectors/five_hundred.txt."""

from itertools import groupby, pairwise

from five_hundred_table import Table
from test_vectors import vectors

from games import five_hundred as fh
from games.cards import Card, Suit, parse_cards


def order_of(contract, **options):
    """The order of cards in a contract such as `6N joker H`."""
    bid, _, joker = contract.partition(" joker ")
    return fh.CardOrder.of(fh.Bid.parse(bid).call, Suit(joker) if joker else None, **options)


def trick(text):
    """Cards played by seats 0, 1 and so on; the first may be `JOKER as H`."""
    lead, named, others = text.partition(" as ")
    suit, _, others = others.partition(" ")
    cards = parse_cards(f"{lead} {others}")
    return fh.Trick(tuple(fh.Played(seat, card) for seat, card in enumerate(cards)), Suit(suit) if named else None)


def winner(order, text):
    played = trick(text)
    return played.cards[order.winner(played)].card


def suit(_options, contract, cards):
    order, cards = order_of(contract), parse_cards(cards)
    for higher, lower in pairwise(cards):
        assert winner(order, f"{lower} {higher}") == winner(order, f"{higher} {lower}") == higher
    assert {order.suit_of(card) for card in cards} == {cards[-1].suit}


def belong(_options, contract, suits):
    order = order_of(contract)
    for card, _, suit_ in (text.partition(":") for text in suits.split()):
        assert str(order.suit_of(Card.parse(card)) or "none") == suit_, card


def tricks(_options, contract, cards, wins):
    assert winner(order_of(contract), cards) == Card.parse(wins)


def following(_options, contract, led, hand, cards, refused_):
    order, hand, may, on_table = order_of(contract), parse_cards(hand), parse_cards(cards), trick(led)
    why = {card: order.why_not_follow(hand, card, None, on_table) for card in hand}
    assert [card for card in hand if why[card] is None] == [*may]
    card, _, sentence = refused_.partition(": ")
    assert not card or str(why[Card.parse(card)]) == sentence
    assert bool(card) == (len(may) < len(hand))


def leading(options, contract, before, hand, card, answer):
    order = order_of(contract, joker_last=options.get("joker_lead_last_trick_only", False))
    led = [trick(cards) for cards in before.split(", ") if cards]
    lead, _, named = card.partition(" as ")
    why = order.why_not_lead(parse_cards(hand), Card.parse(lead), Suit(named) if named else None, led)
    assert why is None if answer == "may" else answer in str(why)


def ladder(_options, calls):
    ranks = ["|".join(call.text for call in rank) for _, rank in groupby(fh.CALLS, lambda call: call.rank)]
    assert " ".join(ranks) == calls
    assert [call.rank for call in fh.CALLS] == sorted(call.rank for call in fh.CALLS)


def values(_options, calls, points):
    assert [fh.Bid.parse(call).call.value for call in calls.split()] == [int(each) for each in points.split()]


def spoken(options, said):
    return Table(**options).play(*filter(None, said.split(", ")))


def refused(options, said, move, sentence):
    assert spoken(options, said).refuses(move) == sentence


def auction(options, said, phase, turn):
    table = spoken(options, said)
    assert table.deal.phase is fh.Phase(phase)
    assert table.deal.to_act == {int(seat) for seat in turn.split()}
    bids = [text.split(" bid ") for text in said.split(", ") if " bid " in text]
    standing = table.deal.auction.standing
    assert (standing and [str(standing.seat), str(standing.bid)]) == (bids[-1] if bids else None)


def result(contract, tricks_):
    """The end of a deal with a contract such as `0 with 2 6H`."""
    seat, _, bid = contract.partition(" ")
    partner, bid = bid.removeprefix("with ").split(" ") if bid.startswith("with ") else (None, bid)
    partner = None if partner is None else int(partner)
    return fh.DealResult(fh.Contract(int(seat), fh.Bid.parse(bid), partner), numbers(tricks_))


def numbers(text):
    return tuple(map(int, text.split()))


def scores(options, contract, tricks_, points):
    options, ended = fh.Options.from_json(options), result(contract, tricks_)
    assert len(ended.tricks) == options.players
    assert ended.points(options, (0,) * options.sides) == numbers(points)


def ends(options, before, contract, tricks_, after, winners):
    score = fh.Score(fh.Options.from_json(options), numbers(before)).after(result(contract, tricks_))
    assert (score.points, score.winners) == (numbers(after), numbers(winners))
    assert score.is_over is bool(winners)


@vectors("five_hundred", suit, belong, tricks, following, leading, ladder, values, refused, auction, scores, ends)
def test_five_hundred_by_its_rules(row):
    row.check()
