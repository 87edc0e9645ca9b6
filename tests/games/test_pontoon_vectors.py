"""Pontoon's rules on known cards: the rows of tests/vectors/pontoon.txt."""

from pontoon_table import BANK, Table
from test_vectors import vectors

from games.cards import parse_cards
from games.pontoon import collected, first_banker, next_banker, totals, worth
from games.pontoon.hands import takes_more


def several(text):
    return text.split(", ") if text else []


def dealt(cards):
    """The two cards of a hand, and those that it draws."""
    first, second, *drawn = cards.split()
    return f"{first} {second}", " ".join(drawn)


def ranks(_options, rank, hands, worse):
    values = {worth(parse_cards(hand)) for hand in hands.split(" = ")}
    assert [value.kind.name.lower().replace("_", " ") for value in values] == [rank]
    assert not worse or min(values) > worth(parse_cards(worse))


def sums(_options, cards, counts, more):
    low, best = totals(parse_cards(cards))
    assert (f"{low}" if low == best else f"{low} or {best}") == counts
    assert takes_more(parse_cards(cards)) is {"more": True, "no more": False}[more]


def alone(options, cards, moves, bank="KS 8S", played="", kitty=0):
    """The table after one player's moves against the banker, and after the banker's."""
    hand, drawn = dealt(cards)
    banks, banks_drawn = dealt(bank)
    table = Table(hand, bank=banks, then=f"{drawn} {banks_drawn}", kitty=kitty, **options)
    table.play(*(f"0 {move}".removesuffix(" nothing") for move in several(moves)))
    return table.bank(*(move.replace("nothing", "") for move in several(played)))


def deals(options, cards, moves, bank, played, won, staked):
    table = alone(options, cards, moves, bank, played)
    assert table.over
    assert bank.startswith(table.bank_seen(None))
    lines = table.round.lines
    assert " ".join(f"{line.net:+}" for line in lines) == won
    assert " ".join(str(line.staked) for line in lines) == staked
    assert (table.net(), table.net(BANK)) == (sum(map(int, won.split())), -sum(map(int, won.split())))


def shoot(options, cards, moves, bank, played, won, kitty):
    table = alone(options, cards, moves, bank, played, kitty=200)
    assert table.over
    assert (table.net(), table.net(BANK), table.kitty) == (int(won), -int(won), int(kitty))
    assert table.line().shot_net == 200 - int(kitty)
    assert (table.step.transfers[-1].why, table.step.transfers[-1].amount) == ("kitty", int(kitty))


def may(options, cards, moves, hands, choices):
    table = alone(options, cards, moves)
    assert (table.cards(), table.may()) == (hands, choices)


def refused(options, cards, moves, move, sentence):
    assert alone(options, cards, moves).refuses(f"0 {move}") == sentence


def draw(_options, seats, cards, banker, rounds):
    drawn = first_banker(tuple(map(int, seats.split())), parse_cards(cards))
    assert drawn.banker == int(banker)
    assert ", ".join(" ".join(f"{seat}:{card}" for seat, card in each) for each in drawn.rounds) == rounds


def after(options, hands, drawn, moves, bank, banker, shuffled):
    table = Table(*hands.split(" | "), bank=bank, then=drawn, **options).play(*(f"0 {move}" for move in several(moves)))
    if not table.over:
        table.bank("stay")
    was = BANK if next_banker(table.round) is None else next_banker(table.round)
    assert (was, collected(table.round).shuffle) == (int(banker), {"shuffled": True, "not shuffled": False}[shuffled])


@vectors("pontoon", ranks, sums, deals, shoot, may, refused, draw, after)
def test_pontoon_by_its_rules(row):
    row.check()
