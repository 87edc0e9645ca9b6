"""The solver: with all hands open it finds what trying every card finds, and says so where it gives up."""

from copy import deepcopy

import numpy as np
import pytest

from games.cards import Suit
from games.five_hundred.tricks import CardOrder
from players.five_hundred import solving
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import NO_SUIT, layout
from players.five_hundred.positions import friends, picked

pytestmark = pytest.mark.skipif(not solving.can_solve(), reason="there is no C compiler, so nothing is solved")

DEALS = 4
HELD = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}
ORDERS = {
    "no trumps": CardOrder(None),
    "spades": CardOrder(Suit.SPADES),
    "hearts": CardOrder(Suit.HEARTS),
    "a misère": CardOrder(None, is_misere=True),
    "no trumps, the joker last": CardOrder(None, joker_last=True),
    "a misère, the joker last": CardOrder(None, is_misere=True, joker_last=True),
}
PARTNERS = {4: ((0, 2), (1, 3)), 5: ((0, 3),), 6: ((0, 2, 4), (1, 3, 5))}


def ends(random, players, order, held):
    """The last cards of deals, whoever leads: the joker as likely to be held as not, and some suits already led."""
    cards = layout(players, order)
    idle = 2 if order.is_misere and players == 4 else None
    seats = tuple(seat for seat in range(players) if seat != idle)
    hands = np.zeros((players, DEALS), np.int64)
    for deal in range(DEALS):
        dealt = random.permutation(cards.bits)
        for at, seat in enumerate(seats):
            hands[seat, deal] = dealt[at * held : (at + 1) * held].sum()
    together = [1 << seat for seat in range(players)]
    for group in () if order.is_misere else PARTNERS.get(players, ()):
        for seat in group:
            together[seat] = sum(1 << each for each in group)
    contractor = random.choice(seats, DEALS)
    return Lanes(
        layout=cards,
        playing=seats,
        hands=hands,
        friends=friends(players, np.array(together)[contractor]),
        contractor=contractor,
        turn=random.choice(seats, DEALS),
        out=np.zeros(DEALS, np.int64),
        led=random.integers(0, 16, DEALS) if cards.joker else np.zeros(DEALS, np.int64),
        won=np.zeros((players, DEALS), np.int64),
        left=held,
    )


def tried(state):
    """What the contractor's side takes of one deal when every card is tried; in a misère 1 once it is caught."""
    attackers = int(state.friends[state.contractor[0], 0])
    is_misere = state.layout.order.is_misere
    if is_misere and state.won[state.contractor[0], 0]:
        return 1
    if not state.left:
        return sum(int(won[0]) for seat, won in enumerate(state.won) if attackers >> seat & 1)
    found = []
    for card in state.layout.cards(int(state.legal(state.hand())[0])):
        bit = state.layout.bit[card]
        for named in names(state, bit):
            after = deepcopy(state)
            after.play(np.array([bit]), np.array([named]))
            found.append(tried(after))
    attacks = bool(attackers >> int(state.turn[0]) & 1)
    return max(found) if attacks is not is_misere else min(found)


def names(state, bit):
    if state.count or bit != state.layout.joker:
        return [NO_SUIT]
    return [suit for suit in range(4) if not int(state.led[0]) >> suit & 1] or [NO_SUIT]


@pytest.mark.parametrize(
    "players", [*(pytest.param(players, marks=pytest.mark.thorough) for players in (2, 4)), 3, 5, 6]
)
@pytest.mark.parametrize("order", ORDERS.values(), ids=list(ORDERS))
def test_it_finds_what_trying_every_card_finds(players, order):
    state = ends(np.random.default_rng(players), players, order, HELD[players])
    found = solving.solved(state, 1, 1_000_000)
    assert found.tolist() == [tried(picked(state, np.array([deal]))) for deal in range(DEALS)]


def test_the_options_of_a_world_are_solved_side_by_side():
    state = ends(np.random.default_rng(1), 4, ORDERS["hearts"], 5)
    twice = picked(state, np.tile(state.index, 2))
    assert solving.solved(twice, 2, 1_000_000).tolist() == 2 * solving.solved(state, 1, 1_000_000).tolist()


def test_it_says_where_it_gave_up():
    state = ends(np.random.default_rng(1), 4, ORDERS["hearts"], 8)
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
    state, other = (ends(random, 4, ORDERS["spades"], 9) for _ in range(2))
    limits = [*range(20_000, 400_000, 20_000)]
    first = [solving.solved(state, 1, most).tolist() for most in limits]
    solving.solved(other, 1, 3_000_000)
    assert [solving.solved(state, 1, most).tolist() for most in limits] == first
