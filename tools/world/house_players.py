"""How house players think here: at random, and in no time, but the answer may come late, be illegal, or never come."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from games.core import Phrase
from games.five_hundred import Phase, Say
from games.pontoon import Action, Move, PontoonView
from players import five_hundred, pontoon
from players.choice import Choice, Option, Question
from players.pontoon.legal import moves
from players.workers.process import NoAnswer
from tools.arena.duplicate import legal_actions

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


def _some(phase: Phase, possible: Sequence[str]) -> Sequence[str]:
    return possible if phase is Phase.CALL else possible[:_FIRST]


def _moves(view: PontoonView, seat: int, random: Random) -> list[str]:
    return [str(Action(move, random.randint(*limits))) for move, limits in moves(view, seat).items()]


def _said(actions: Sequence[str]) -> Choice:
    return Choice(tuple(Option(action, 0.0) for action in actions), Phrase("At random."))
