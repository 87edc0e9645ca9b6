"""What a table's shuffle decides at Five Hundred: the cards of a deal, and before the first one seats and dealer."""

from __future__ import annotations

from games.cards import Card
from games.core import Seat
from games.fair.shoe import shuffled
from games.five_hundred import pack
from tables.modes import Shuffle


def mixed(players: int, shuffle: Shuffle) -> tuple[Card, ...]:
    """The shuffled pack for a deal between so many players; every deal has a shuffle of its own."""
    return shuffled(pack(players), shuffle.seed, shuffle.salt)


def drawn_seats(people: tuple[int, ...], shuffle: Shuffle) -> tuple[int, ...]:
    """Who sits where when seats are drawn; the salt gets the word "seats" at its end."""
    return shuffled(people, shuffle.seed, f"{shuffle.salt} seats")


def first_dealer(players: int, shuffle: Shuffle) -> Seat:
    """Who deals first (rule 3); the salt gets the word "dealer" at its end."""
    return shuffled(range(players), shuffle.seed, f"{shuffle.salt} dealer")[0]
