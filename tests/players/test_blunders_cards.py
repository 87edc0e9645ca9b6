"""Cards that a player must not play. In a misère of four, seat 2 lies down.

Each position of blunders.txt is a claim, the contract of seat 0 (sans kitty) with the tricks so far, the cards that are
blunders or the only one to play, and the hands by seat; who has none named gets any cards.
"""

from pathlib import Path

import pytest

from tests.players.blunders import always, by_each_player, never, table

POSITIONS = Path(__file__).with_name("blunders.txt").read_text(encoding="utf-8")


def positions():
    """Of each heading `make test` tries the first position."""
    for block in POSITIONS.strip().split("\n\n"):
        claim, played, *hands = [line for line in block.split("\n") if not line.startswith("#")]
        marks = [] if block.startswith("#") else [pytest.mark.thorough]
        yield pytest.param(played, " ".join(hands), id=claim, marks=marks)


def reached(played, hands):
    """The table of a position."""
    contract, _, tricks = played.partition(": ")
    bid, *more = contract.split(", ")
    dealt = {seat: hand for seat, hand in enumerate(hands.split(" | ")) if hand != "-"}
    players = {"players": int(more.pop(0).split()[0])} if more and more[0].endswith("players") else {}
    found = table(dealt, **players).contract(f"{bid} sans").play(*more)
    for trick in filter(None, tricks.split(", ")):
        found.trick(*trick.split())
    return found


@by_each_player
@pytest.mark.parametrize(("played", "hands"), [*positions()])
def test_no_card_is_a_blunder(player, played, hands):
    played, cards = played.split(" -> ")
    position = reached(played, hands)
    if cards.startswith("not "):
        never(player, position, *(f"play {card}" for card in cards.split()[1:]))
    else:
        always(player, position, cards)


@pytest.mark.sampled
@by_each_player
@pytest.mark.parametrize("bid", ["misere", "open-misere"])
@pytest.mark.parametrize(
    ("hand", "kitty", "card"),
    [
        ("5H QD JD 10D 6D 5D AS 8S 6S 5S", "7H QS JOKER", "JOKER"),
        ("AS 4H 5H 6H 5D 6D 4D 5C 6C 7C", "KC QD 5S", "AS"),
    ],
)
def test_the_contractor_of_a_misere_puts_the_joker_and_an_unguarded_ace_aside(player, bid, hand, kitty, card):
    position = table({0: hand}, kitty=kitty).play(f"0 bid {bid}", "1 pass", "2 pass", "3 pass", "0 pass")
    always(player, position, card)
