"""The solver is exact: of any open hands it says what trying every card by the rules says, whoever leads."""

import numpy as np
import pytest

from games.cards import Suit, parse_cards
from games.five_hundred.bids import SUITS
from games.five_hundred.tricks import CardOrder
from players.five_hundred import solving
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import layout
from players.five_hundred.positions import friends
from tests.players.every_card import EveryCard

pytestmark = pytest.mark.skipif(not solving.can_solve(), reason="there is no C compiler, so nothing is solved")

MISERES = [CardOrder(None, is_misere=True), CardOrder(None, is_misere=True, joker=Suit.HEARTS)]
TRICKS = [*map(CardOrder, SUITS), CardOrder(None), CardOrder(None, joker=Suit.CLUBS)]
PARTNERS = {4: [((0, 2), (1, 3))], 5: [(), ((0, 3),)], 6: [((0, 2, 4), (1, 3, 5)), ((0, 3), (1, 4), (2, 5))]}


def solved(order, seats, hands, contractor, together, led=frozenset()):
    """What the solver says of one deal, by who leads, all asked at once: they share what it remembers."""
    cards, players, size = layout(len(hands), order), len(hands), len(seats)
    state = Lanes(
        layout=cards,
        playing=seats,
        hands=np.array([[cards.mask(hand)] * size for hand in hands]),
        friends=friends(players, np.full(size, together[contractor])),
        contractor=np.full(size, contractor),
        turn=np.array(seats),
        out=np.zeros(size, np.int64),
        led=np.full(size, sum(1 << cards.number(suit) for suit in led)),
        won=np.zeros((players, size), np.int64),
        left=len(hands[contractor]),
    )
    return solving.solved(state, size, 100_000_000).tolist()


def tried(order, seats, hands, contractor, together, led=frozenset()):
    """The same by trying every card."""
    attackers = {contractor} if order.is_misere else {seat for seat in seats if together[contractor] >> seat & 1}
    every = EveryCard(order, seats, attackers)
    return [every.taken(hands, leader, led) for leader in seats]


def at_random(random, held, most_players):
    """A position of hands with 2 to `held` cards, a third of them misères, whose contractor has one suit if it can be.

    So there are long runs of equal cards, with others' cards between them once some have been played.
    """
    players, held, is_misere = (
        random.integers(2, most_players + 1),
        random.integers(2, held + 1),
        random.random() < 0.33,
    )
    order = (MISERES if is_misere else TRICKS)[random.integers(2 if is_misere else len(TRICKS))]
    order = CardOrder(order.trump, order.is_misere, order.joker, joker_last=bool(random.random() < 0.2))
    contractor, groups = int(random.integers(players)), [()] if is_misere else PARTNERS.get(players, [()])
    idle = (contractor + 2) % 4 if is_misere and players == 4 else None
    seats, cards = tuple(seat for seat in range(players) if seat != idle), layout(players, order)
    pool = random.permutation(cards.bits).tolist()
    if is_misere:
        suit = random.integers(4)
        pool.sort(key=lambda bit: cards.suit_at[bit.bit_length() - 1] != suit)
    taken = iter(pool)
    card_of = {bit: card for card, bit in cards.bit.items()}
    first = sorted(seats, key=contractor.__ne__)
    hand_of = {seat: tuple(card_of[next(taken)] for _ in range(held)) for seat in first}
    hands = tuple(hand_of.get(seat, ()) for seat in range(players))
    led = frozenset(suit for suit in SUITS if cards.joker and random.random() < 0.4)
    sides = groups[random.integers(len(groups))]
    together = [
        next((sum(1 << s for s in side) for side in sides if seat in side), 1 << seat) for seat in range(players)
    ]
    return order, seats, hands, contractor, together, led


def differing(seed, positions, held, most_players=6):
    """The positions of which the solver says something else."""
    random = np.random.default_rng(seed)
    drawn = [at_random(random, held, most_players) for _ in range(positions)]
    return [position for position in drawn if solved(*position) != tried(*position)]


@pytest.mark.parametrize(
    "hands",
    [
        ("JC JD 6H KH QS AS", "6D 7D 8D 10D KD QH", "", "5H 7H 8H 9H 10H JH"),  # a run that was cut
        ("8H AH 7D 7S 9H 10D", "", "5S 9C QS 6C KD 7H", "4D 9D 5D 6D JD AD"),  # taken for another leader's position
    ],
)
def test_it_finds_that_nobody_catches_a_misere(hands):
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    position = MISERES[0], seats, tuple(map(parse_cards, hands)), 3, [1, 2, 4, 8]
    assert solved(*position) == tried(*position)
    assert solved(*position)[0] == 0


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 71))])
def test_it_says_what_trying_every_card_says(seed):
    assert differing(seed, 20, 4) == []


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(20))
def test_it_says_so_of_up_to_six_cards_in_each_hand(seed):
    assert differing(seed, 4, 6, most_players=4) == []
