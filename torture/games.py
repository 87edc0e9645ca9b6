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
from cogs.pontoon import bank
from cogs.pontoon.game import PontoonGame
from cogs.pontoon_standing import Stage, banker_of, best_bid, offer_of, stage_of, stirred
from cogs.table.game import Game, Terms
from cogs.table.lobby import Lobby
from games.blackjack import BlackjackPays
from games.blackjack import Options as BlackjackOptions
from games.core import IllegalAction
from games.pok_deng import SPOTS
from games.pok_deng import Options as PokDengOptions
from games.pontoon import Options as PontoonOptions


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


def pontoon_options(random: Random) -> PontoonOptions:
    """Shoot or not; small kitties, so that they run dry."""
    return PontoonOptions(shoot=random.random() < 0.6, kitty_min=5, kitty_max=40)


def pontoon_bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """Whoever sits: the start, a kitty, a bid, or something about the bank; most often to be ready."""
    lobby = stirred(lobby)
    if person not in lobby.seats:
        raise IllegalAction("Take a seat first.")
    banker, price = banker_of(lobby), random.randint(1, 40)
    match stage_of(terms, lobby):
        case Stage.START:
            return bank.start(lobby)
        case Stage.KITTY if banker == person:
            return bank.put_up(terms, lobby, person, price)
        case Stage.AUCTION:
            best = best_bid(lobby)
            return bank.bid(lobby, person, price + (best.chips if best is not None else 0))
        case Stage.OFFERED | Stage.FREE:
            return random.choice((bank.take, bank.decline))(terms, lobby, person)
    offered = offer_of(lobby)
    if offered is not None and banker is not None and random.random() < 0.5:
        return bank.buy(lobby, person, banker, offered.price)
    if banker == person and random.random() < 0.3:
        if random.random() < 0.2:
            return bank.give_up(terms, lobby, person)
        return bank.offer(terms, lobby, person, None, price)
    return bank.ready(terms, lobby, person)


GAMES = (
    Played(blackjack.BlackjackGame(), blackjack_options, blackjack_bet),
    Played(pok_deng.PokDengGame(), pok_deng_options, pok_deng_bet),
    Played(PontoonGame(), pontoon_options, pontoon_bet),
)
