"""The tortured games, one line each, and how random people bet on them.

Moves need nothing here, because every round says which are legal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.blackjack import BlackjackPays
from games.blackjack import Options as BlackjackOptions
from games.core import IllegalAction, Round, Step
from games.five_hundred import Options as FiveHundredOptions
from games.pok_deng import SPOTS
from games.pok_deng import Options as PokDengOptions
from games.pontoon import Options as PontoonOptions
from guild_settings.schema import GameSettings
from tables.blackjack import adapter as blackjack
from tables.blackjack.settings import BLACKJACK
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState, awaited_to_agree, side_left, vacated
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.game import AnyGame, HouseTerms, Setup, Shuffle, Terms
from tables.lobby import Lobby
from tables.pok_deng import adapter as pok_deng
from tables.pok_deng.settings import POK_DENG
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.pontoon.bank_state import Stage, banker_of, best_bid, offer_of, stage_of, stirred
from tables.pontoon.settings import PONTOON


@dataclass(frozen=True, slots=True)
class Played:
    """A game, some of its options, a bet that a person might make, and how one takes a seat; both may be refused.

    In a game without bets, `bet` is what people do between two rounds.
    """

    game: AnyGame
    settings: GameSettings
    options: Callable[[Random], Any]
    bet: Callable[[Random, Terms, Lobby, int], Lobby]
    sit: Callable[[Lobby, int], Lobby] = Lobby.sit
    choose: Callable[[Random, Terms, list[Any]], Any] = lambda random, _terms, moves: random.choice(moves)
    """Chooses one of the legal moves."""
    add_house_player: Callable[[Lobby, int], Lobby] = Lobby.add_house_player
    """Gives a free seat at a table with this number to a house player."""


def house_terms(random: Random) -> HouseTerms:
    """What the house does at a table: for practice or for chips, most often with substitutes."""
    return HouseTerms(
        practice=random.random() < 0.25, substitutes=random.random() < 0.7, remembers=random.random() < 0.5
    )


def telling(game: AnyGame, tell: Callable[[str, str, str], None]) -> AnyGame:
    """`game`, which then reports each deal with `tell`: the seed, what else the round begins with, and the options.

    A server may change a table's options between two rounds, and the database stores only the present ones.
    """
    start = game.start

    def told(terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[Round[Any]]:
        tell(shuffle.seed.hex(), json.dumps(setup.body), game.write_options(terms.options))
        return start(terms, setup, shuffle)

    vars(game)["start"] = told
    return game


VOID_EVERY = 8
"""Every so many runs all running rounds are void, because the rules have another number from then on."""


def rules_in(game: AnyGame, run: int) -> int:
    """The number of the rules of `game` in a run; a round that began under another one is void."""
    return type(game).rules + run // VOID_EVERY


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
    """Press Deal now, or bet on one's own hand, behind others, or the same again; half of the bets with a Pair bet."""
    if blackjack.can_deal_now(lobby) and lobby.seat_of(person) is not None and random.random() < 0.7:
        return blackjack.deal_now(lobby, person)
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
    """On one to four of the ten bets, or the same again; half of the people then press Ready."""
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
    """For seated people: start, a kitty, a bid, or something about the bank; most often Ready."""
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
            return bank.bid(terms, lobby, person, price + (best.chips if best is not None else 0))
        case Stage.OFFERED | Stage.FREE:
            return random.choice((bank.take, bank.decline))(terms, lobby, person)
    offered = offer_of(lobby)
    if offered is not None and banker is not None and random.random() < 0.5:
        return bank.buy(terms, lobby, person, banker, offered.price)
    if banker == person and random.random() < 0.3:
        if random.random() < 0.2:
            return bank.give_up(terms, lobby, person)
        return bank.offer(terms, lobby, person, None, price)
    return bank.ready(terms, lobby, person)


def pontoon_house_player(lobby: Lobby, table: int) -> Lobby:
    """A house player sits down; the pack can be shuffled again, as after any press."""
    return stirred(lobby).add_house_player(table)


def five_hundred_options(random: Random) -> FiveHundredOptions:
    """Few players, so that deals are short; with or without an ante."""
    return FiveHundredOptions(
        players=random.choice((2, 2, 3, 4, 5)), target=random.choice((250, 500)), ante=random.choice((0, 7, 20))
    )


def five_hundred_sit(lobby: Lobby, person: int) -> Lobby:
    """Take a seat, that of a house player too, or ask for one that somebody has left."""
    free = vacated(lobby)
    if free and not lobby.house_players and person not in (*lobby.seats, *free.values()):
        return match.ask_seat(lobby, person, min(free))
    return match.sit(lobby, person)


def five_hundred_bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """For players: answer a question, get ready, continue; now and then something rarer."""
    if person not in lobby.seats:
        raise IllegalAction("Take a seat first.")
    if side_left(lobby, terms.options) is not None and random.random() < 0.2:
        return match.take(terms, lobby, person)
    others = [other for other in lobby.seats if other not in (None, person)]
    proposal = MatchState.of(lobby).proposal
    if proposal is not None and person in (*awaited_to_agree(lobby), proposal.by) and random.random() < 0.9:
        return (match.agree if random.random() < 0.7 else match.refuse)(lobby, person, proposal.key)
    if random.random() < 0.05:
        return random.choice((match.ask_pause, match.ask_end))(lobby, person)
    if random.random() < 0.1 and others:
        return match.ask_gone(lobby, person, random.choice(others) or 0)
    if MatchState.of(lobby).paused:
        return match.go_on(lobby, person)
    if not MatchState.of(lobby).players:
        if random.random() < 0.2:
            return match.take_seat(lobby, person, random.randrange(len(lobby.seats)))
        if random.random() < 0.1:
            return match.draw_seats(lobby, drawn=random.random() < 0.5)
        if random.random() < 0.2:
            return match.start(lobby)
    return match.ready(lobby, person)


def five_hundred_choose(random: Random, terms: Terms, moves: list[Any]) -> Any:
    """Most often one of the first moves: the low bids, so that a match isn't lost by its first contract.

    Matches for few points are meant to be: somebody bids the highest, and the others share the antes.
    """
    if terms.options.target == 250 and random.random() < 0.5:
        return moves[-1]
    return random.choice(moves[:4] if random.random() < 0.95 else moves)


GAMES = (
    Played(blackjack.BlackjackGame(), BLACKJACK, blackjack_options, blackjack_bet),
    Played(pok_deng.PokDengGame(), POK_DENG, pok_deng_options, pok_deng_bet),
    Played(PontoonGame(), PONTOON, pontoon_options, pontoon_bet, add_house_player=pontoon_house_player),
    Played(
        FiveHundredGame(),
        FIVE_HUNDRED,
        five_hundred_options,
        five_hundred_bet,
        five_hundred_sit,
        five_hundred_choose,
    ),
)
