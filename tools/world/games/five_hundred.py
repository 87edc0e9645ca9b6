"""How random people play matches of Five Hundred."""

from __future__ import annotations

from random import Random
from typing import Any

from games.core import IllegalAction
from games.five_hundred import Options
from tables.five_hundred import match
from tables.five_hundred.match_state import MatchState, awaited_to_agree, side_left, vacated
from tables.game import Terms
from tables.lobby import Lobby


def options(random: Random) -> Options:
    """Few players, so that deals are short; with or without an ante."""
    return Options(
        players=random.choice((2, 2, 3, 4, 5)), target=random.choice((250, 500)), ante=random.choice((0, 7, 20))
    )


def sit(lobby: Lobby, person: int) -> Lobby:
    """Take a seat, that of a house player too, or ask for one that somebody has left."""
    free = vacated(lobby)
    if free and not lobby.house_players and person not in (*lobby.seats, *free.values()):
        return match.ask_seat(lobby, person, min(free))
    return match.sit(lobby, person)


def bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
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


def choose(random: Random, terms: Terms, moves: list[Any]) -> Any:
    """Most often one of the first moves: the low bids, so that a match isn't lost by its first contract.

    Matches for few points are meant to be: somebody bids the highest, and the others share the antes.
    """
    if terms.options.target == 250 and random.random() < 0.5:
        return moves[-1]
    return random.choice(moves[:4] if random.random() < 0.95 else moves)
