"""How house players think here: at random, and in no time, but the answer may come late, be illegal, or never come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from games.core import Phrase, Seat
from games.five_hundred import Phase, Say
from games.five_hundred.bids import SUITS
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.moves import Action as FiveHundredAction
from games.five_hundred.moves import MakeBid, Nominate, Put
from games.five_hundred.packs import KITTY
from games.pontoon import Action, Move, PontoonView
from players import five_hundred, pontoon
from players.choice import Choice, Option, Question
from players.five_hundred import legal
from players.pontoon.legal import moves
from players.workers.process import NoAnswer

LATEST = 4.0
"""Seconds of the fast time; house players act after two at most."""
SELDOM = 0.02
"""How often nobody answers, and how often the answer is most likely illegal."""
_FIRST = 4
"""Of so many moves one is chosen, which leaves out the high bids that end a match at once."""


async def think(question: Question, seed: bytes) -> Choice:
    """Any of the moves that are possible. The same seed gives the same answer. Raises NoAnswer."""
    random = Random(seed)
    await asyncio.sleep(random.uniform(0, LATEST))
    if random.random() < SELDOM:
        raise NoAnswer("nobody knows")
    is_wrong = random.random() < SELDOM
    match question:
        case five_hundred.Question(view, seat):
            if is_wrong:
                return _said([str(Say.AGREE)])
            return _said([random.choice(_some(view.phase, [str(each) for each in legal_actions(view, seat)]))])
        case pontoon.Question(view, seat):
            if is_wrong:
                return _said([str(Action(Move.SPLIT))])
            return _said(random.sample(possible := _moves(view, seat, random), len(possible)))
    raise LookupError(f"nobody plays {type(question)}")


def legal_actions(view: FiveHundredView, seat: Seat) -> Iterator[FiveHundredAction]:
    """All that `seat`, who is to act and has this view, may do."""
    match view.phase:
        case Phase.AUCTION | Phase.RAISE:
            if view.is_face_down:
                yield Say.LOOK
            yield Say.PASS
            yield from map(MakeBid, legal.bids(view, seat))
        case Phase.KITTY:
            yield from map(Put, map(frozenset, combinations(view.hand or (), KITTY)))
        case Phase.CALL:
            yield from legal.calls(view, seat)
        case Phase.PLAY:
            yield from map(Nominate, (*SUITS, None) if legal.may_nominate(view, seat) else ())
            yield from legal.plays(view)
            if legal.may_claim(view, seat):
                yield Say.CLAIM
        case Phase.CLAIM:
            yield from (Say.AGREE, Say.PLAY_ON)


def _some(phase: Phase, possible: Sequence[str]) -> Sequence[str]:
    return possible if phase is Phase.CALL else possible[:_FIRST]


def _moves(view: PontoonView, seat: int, random: Random) -> list[str]:
    return [str(Action(move, random.randint(*limits))) for move, limits in moves(view, seat).items()]


def _said(actions: Sequence[str]) -> Choice:
    return Choice(tuple(Option(action, 0.0) for action in actions), Phrase("At random."))
