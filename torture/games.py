"""The games that are tortured, one line each, and how somebody at random bets on them.

Moves need no word of the game: every round says which are legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from cogs.blackjack import game as blackjack
from cogs.pok_deng import game as pok_deng
from cogs.table.game import Game, Terms
from cogs.table.lobby import Lobby
from games.blackjack import BlackjackPays
from games.blackjack import Options as BlackjackOptions
from games.pok_deng import SPOTS
from games.pok_deng import Options as PokDengOptions


@dataclass(frozen=True, slots=True)
class Played:
    """A game, some of its options, and a bet that a person might make; the bet may be refused."""

    game: Game
    options: Callable[[Random], Any]
    bet: Callable[[Random, Terms, Lobby, int], Lobby]


def blackjack_options(random: Random) -> BlackjackOptions:
    """Small shoes, so that many of them are played to the cut card."""
    return BlackjackOptions(
        decks=random.choice((1, 1, 2)),
        seats=random.randint(2, 5),
        surrender_vs_ten=random.random() < 0.5,
        double_after_split=random.random() < 0.5,
        dealer_hits_soft_17=random.random() < 0.5,
        blackjack_pays=random.choice(list(BlackjackPays)),
    )


def blackjack_bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """On one's own hand, behind others, or the same again; half of them with a pair bet."""
    if lobby.last.get(person) and random.random() < 0.3:
        return blackjack.bet_again(terms, lobby, person)
    main, pair = 10 * random.randint(1, 8), random.choice((0, random.randint(1, 40)))
    boxes = [box for box, other in enumerate(lobby.seats) if other is not None]
    if lobby.seat_of(person) is None and boxes and random.random() < 0.4:
        behind = random.sample(boxes, random.randint(1, min(2, len(boxes))))
        return blackjack.bet_behind(terms, lobby, person, behind, main, pair)
    return blackjack.bet(terms, lobby, person, main, pair)


def pok_deng_options(random: Random) -> PokDengOptions:
    """One deck or two, so that many shoes are played to the cut card."""
    return PokDengOptions(decks=random.choice((1, 2)), cut_card_depth=random.randint(13, 40))


def pok_deng_bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """On one to four of the ten spots, or the same again; half of the people are ready then."""
    if lobby.last.get(person) and random.random() < 0.3:
        lobby = pok_deng.bet_again(terms, lobby, person)
    else:
        spots = random.sample(SPOTS, random.randint(1, 4))
        lobby = pok_deng.bet(terms, lobby, person, {spot: random.randint(10, 60) for spot in spots})
    return lobby.get_ready(person) if random.random() < 0.5 else lobby


GAMES = (
    Played(blackjack.BlackjackGame(), blackjack_options, blackjack_bet),
    Played(pok_deng.PokDengGame(), pok_deng_options, pok_deng_bet),
)
