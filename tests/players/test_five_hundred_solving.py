"""The solver as it is asked: side by side, with a limit, and of its own source."""

import numpy as np
import pytest

from games.cards import Suit
from games.five_hundred.tricks import CardOrder
from players.five_hundred import solving
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import layout
from players.five_hundred.positions import friends, picked

pytestmark = pytest.mark.skipif(not solving.can_solve(), reason="there is no C compiler, so nothing is solved")

DEALS = 4
SIDES = np.array([0b0101, 0b1010, 0b0101, 0b1010])
"""Who plays with each seat, as sets."""


def ends(random, trump, held):
    """The last cards of deals of four, whoever leads."""
    cards = layout(4, CardOrder(trump))
    dealt = [random.permutation(cards.bits) for _ in range(DEALS)]
    hands = [[deal[seat * held : (seat + 1) * held].sum() for deal in dealt] for seat in range(4)]
    contractor = random.integers(4, size=DEALS)
    return Lanes(
        layout=cards,
        playing=(0, 1, 2, 3),
        hands=np.array(hands),
        friends=friends(4, SIDES[contractor]),
        contractor=contractor,
        turn=random.integers(4, size=DEALS),
        out=np.zeros(DEALS, np.int64),
        led=np.zeros(DEALS, np.int64),
        won=np.zeros((4, DEALS), np.int64),
        left=held,
    )


def test_the_options_of_a_world_are_solved_side_by_side():
    state = ends(np.random.default_rng(1), Suit.HEARTS, 5)
    twice = picked(state, np.tile(state.index, 2))
    assert solving.solved(twice, 2, 1_000_000).tolist() == 2 * solving.solved(state, 1, 1_000_000).tolist()


def test_it_says_where_it_gave_up():
    state = ends(np.random.default_rng(1), Suit.HEARTS, 8)
    whole, some = solving.solved(state, 1, 10_000_000), solving.solved(state, 1, 60_000)
    assert (solving.solved(state, 1, 100) == -1).all()
    assert all(found in (-1, known) for found, known in zip(some.tolist(), whole.tolist(), strict=True))


def test_without_a_compiler_nothing_is_built(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", str(tmp_path / "no-such-compiler"))
    assert not solving.build(compiled=tmp_path / "solver.compiled")
    assert not list(tmp_path.iterdir())


def test_a_solver_of_an_older_source_is_not_used(tmp_path, monkeypatch):
    older = tmp_path / "solver.c"
    older.write_text(solving.SOURCE.read_text() + "\n")
    assert solving.build(older, tmp_path / "solver.compiled")
    monkeypatch.setattr(solving, "COMPILED", tmp_path / "solver.compiled")
    solving._library.cache_clear()
    try:
        assert not solving.can_solve()
    finally:
        monkeypatch.undo()
        solving._library.cache_clear()


def test_the_same_deals_take_the_same_search_whatever_was_solved_before():
    random = np.random.default_rng(2)
    state, other = (ends(random, Suit.SPADES, 9) for _ in range(2))
    limits = [*range(20_000, 400_000, 20_000)]
    first = [solving.solved(state, 1, most).tolist() for most in limits]
    solving.solved(other, 1, 3_000_000)
    assert [solving.solved(state, 1, most).tolist() for most in limits] == first
