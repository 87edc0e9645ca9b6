"""How random people bet at Pok Deng."""

from __future__ import annotations

from random import Random

from games.pok_deng import SPOTS, Options
from tables.game import Terms
from tables.lobby import Lobby
from tables.pok_deng import pok_deng_adapter as adapter


def options(random: Random) -> Options:
    """One deck or two, so that many shoes are played to the cut card."""
    return Options(decks=random.choice((1, 2)), cut_card_depth=random.randint(13, 40))


def bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """On one to four of the ten bets, or the same again; half of the people then press Ready."""
    if lobby.last.get(person) and random.random() < 0.3:
        lobby = adapter.bet_again(terms, lobby, person)
    else:
        spots = random.sample(SPOTS, random.randint(1, 4))
        lobby = adapter.bet(terms, lobby, person, {spot: random.randint(10, 60) for spot in spots})
    return lobby.get_ready(person) if random.random() < 0.5 else lobby
