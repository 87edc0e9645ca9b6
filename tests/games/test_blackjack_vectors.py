"""Blackjack's rules on known cards: the rows of tests/vectors/blackjack.txt."""

from blackjack_table import Table
from test_vectors import vectors

from games.blackjack import Bet, is_blackjack, total
from games.cards import parse_cards


def played(options, cards, moves, *bets):
    """The table after the moves, which are seat 0's where no seat is named."""
    texts = [move if move[0].isdecimal() else f"0 {move}" for move in moves.split(", ") if move]
    return Table(cards, *bets, **options).play(*texts)


def hands(_options, cards, worth):
    held = parse_cards(cards)
    best, soft = total(held)
    assert ("blackjack" if is_blackjack(held) else f"{'soft ' if soft else ''}{best}") == worth
    assert not is_blackjack(held) or (best, soft) == (21, True)


def rounds(options, cards, moves, ends, pair="0"):
    assert played(options, cards, moves, Bet(0, 0, 100, int(pair))).ends() == ends


def pairs(options, pair, cards, moves, ends):
    rounds(options, cards, moves, ends, pair)


def clock(options, cards, moves):
    table, done = played(options, cards, ""), []
    while not table.over:
        done.append(str(table.round.default_action(0)))
        table.play("0")
    assert (", ".join(done), table.staked(0)) == (moves, 100)


def refused(options, cards, moves, move, sentence):
    assert played(options, cards, moves).refuses(f"0 {move}") == sentence


def behind(options, cards, pair, moves, ends):
    table = played(options, cards, moves, Bet(0, 0, 100), Bet(7, 0, 40, int(pair)))
    assert table.over
    assert f"{table.back(7)} for {table.staked(7)}" == ends


@vectors("blackjack", hands, rounds, pairs, clock, refused, behind)
def test_blackjack_by_its_rules(row):
    row.check()
