"""The best play on Blackjack's rules page is what games.blackjack.basic_strategy plays, hand by hand."""

import pytest

from cogs.blackjack.rules_pages import best_play
from games.blackjack import Hand, Move, Options
from games.blackjack.basic_strategy import choose
from games.blackjack.dealer import VALUES
from i18n.words import ENGLISH

MOVES = {"H": "hit", "S": "stand", "D": "double", "d": "double", "R": "surrender", "r": "surrender", "P": "split"}
LATER = {"H": "hit", "S": "stand", "D": "hit", "d": "stand", "R": "hit", "r": "stand"}


def looked_up(chart, hand, dealer):
    """The chart's letter for a hand against a card of the dealer."""
    head, *rows = chart.split("```")[1].strip("\n").splitlines()
    column = head.split().index({1: "A", 10: "T"}.get(dealer, str(dealer)))
    table = {name: entries for name, *entries in (row.split() for row in rows)}
    return next(entries for name, entries in table.items() if hand in names(name))[column]


def names(name):
    """All hands of a row: `13-15` is 13, 14 and 15; `A2-A3` is A2 and A3."""
    if name == "17+":
        return ["17", "18", "19", "20"]
    prefix = "A" if name[0] == "A" and "," not in name else ""
    first, _, last = name.replace("A", "").partition("-") if prefix else name.partition("-")
    return [name] if "," in name else [f"{prefix}{number}" for number in range(int(first), int(last or first) + 1)]


def called(cards):
    """The row in which somebody looks up these cards."""
    pips = [card.rank.pips for card in cards]
    best, soft = Hand(tuple(cards), 10).total
    if len(cards) == 2 and pips[0] == pips[1] and pips[0] not in (4, 5, 10):
        return f"{pips[0]},{pips[0]}".replace("1", "A")
    return f"A{best - 11}" if soft else str(best)


@pytest.mark.parametrize(
    "options",
    [Options(), Options(surrender_vs_ten=True), Options(dealer_hits_soft_17=True)],
    ids=["", "ten", "soft 17"],
)
def test_the_page_is_right_about_every_two_cards(options):
    chart, _ = best_play(options, ENGLISH)
    for first in VALUES:
        for second in VALUES:
            hand = Hand((first, second), 10)
            if hand.total.best < 21:
                for shown in VALUES:
                    entry = looked_up(chart, called(hand.cards), shown.rank.pips)
                    assert choose(options, hand, shown) is Move(MOVES[entry]), (hand.cards, shown)


def test_the_page_is_right_about_three_cards():
    chart, _ = best_play(Options(), ENGLISH)
    for cards in [(a, b, c) for a in VALUES for b in VALUES for c in VALUES]:
        hand = Hand(cards, 10)
        if hand.total.best < 21:
            for shown in VALUES:
                assert choose(Options(), hand, shown) is Move(LATER[looked_up(chart, called(cards), shown.rank.pips)])


def test_the_page_is_right_about_two_aces_and_soft_18():
    rows = best_play(Options(), ENGLISH)[0].splitlines()
    assert "      2 3 4 5 6 7 8 9 T A" in rows
    assert "A,A   P P P P P P P P P H" in rows
    assert "A7    S d d d d S S H H H" in rows


def test_only_letters_that_occur_are_explained():
    assert "`r`" not in best_play(Options(), ENGLISH)[1]
    assert "`r` surrender, or stand if you can't" in best_play(Options(surrender_vs_ten=True), ENGLISH)[1]
