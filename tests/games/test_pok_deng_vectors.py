"""Pok Deng's rules on known cards: the rows of tests/vectors/pok_deng.txt."""

from itertools import pairwise

from pok_deng_table import Table
from test_vectors import vectors

from games.cards import parse_cards
from games.fair.shoe import Shoe
from games.pok_deng import Bet, BetKind, Hand, Line, Options, Reason, Result, Value, start
from games.pok_deng.settle import Verdict


def hands(_options, cards, value, suited, name):
    hand = Hand.of(*parse_cards(cards))
    assert (str(hand.value), " ".join(map(str, hand.terms))) == (value, name or suited)
    assert (hand.flush, hand.pair) == ("flush" in suited, "pair" in suited)
    assert hand.has_pattern is bool(suited or name)
    assert str(hand.value.combination) == (name or "None")


def order(_options, values):
    best_first = sorted(Value, reverse=True)
    assert " ".join(map(str, best_first)) == values
    assert all(better > worse and better >= worse and not worse >= better for better, worse in pairwise(best_first))
    assert [value.tenths for value in best_first] == [round(10 * float(each)) for each in values.split()]


def bets(_options, player, ours, banker, theirs, result, reason, back):
    word, _, odds = result.removesuffix(":1").partition(" ")
    table = Table(player, banker)
    assert (str(table.round.hands[0].value), str(table.round.banker.value)) == (ours, theirs)
    assert table.round.view(None).verdicts[0] == Verdict(Result(word), int(odds or 0), Reason(reason))
    assert (table.staked(), table.back()) == (200, int(back))
    assert table.round.lines == (Line(0, 0, BetKind.MAIN, Result(word), int(odds or 0), 100, 200, int(back)),)


def pairs(_options, stake, player, banker, back):
    table = Table(player, banker, Bet(0, 0, pair=int(stake)))
    assert (table.staked(), table.back()) == (int(stake), int(back))
    ends = (Result.WIN, 11) if int(back) else (Result.LOSE, 1)
    assert table.round.lines == (Line(0, 0, BetKind.PAIR, *ends, int(stake), int(stake), int(back)),)


def opening(_options, card, burned):
    shoe = Shoe.stacked(parse_cards(card) + parse_cards("KD") * 60)
    round_ = start(Options(), [Bet(0, 0, 10)], shoe, opening=True).round
    assert (str(round_.opening), round_.burned) == (card, int(burned) + 1)  # and the card that every round burns
    assert round_.shoe.dealt == 1 + int(burned) + 1 + 12


@vectors("pok_deng", hands, order, bets, pairs, opening)
def test_pok_deng_by_its_rules(row):
    row.check()
