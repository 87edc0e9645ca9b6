"""The daily deal: one deal of four players by the rules' own options, the same for everybody, alone with the house.

The shuffle is that of the day, the member has seat 1, and house players decide alike in the same position. So what
differs is what the member does, and the house can play the deal in their seat as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from games.core import Seat
from games.five_hundred import Action, Deal, Options, Record, parse, write
from players.choice import Think
from tables.clock import Pace
from tables.five_hundred import shuffles
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.game import Terms
from tables.house_turns import patiently
from tables.lobby import Lobby
from tables.modes import STRONG, Daily, Shuffle
from tables.round_in_play import RoundInPlay, Setup

MEMBER: Seat = 0
"""The member's seat."""
_SEATS = range(4)


def shuffle_of(day: int, seed: bytes) -> Shuffle:
    """The shuffle of a day, whose seed is drawn before that day begins."""
    return Shuffle(seed, f"daily deal {day}")


def terms_of(day: int) -> Terms:
    """What is agreed at every table of the daily deal."""
    options = Options(players=len(_SEATS))
    return Terms(0, 0, options, Pace.NORMAL, Daily(private=True, level=STRONG, daily=day))


async def as_the_house_plays(shuffle: Shuffle, terms: Terms, think: Think) -> str:
    """The record of the deal with the house in all seats. Raises what `think` raises."""
    game, lobby = FiveHundredGame(), Lobby(seats=(None,) * len(_SEATS))
    body = {"deal": 1, "dealer": shuffles.first_dealer(len(_SEATS), shuffle), "keeping": [MEMBER], "looked": [*_SEATS]}
    setup = Setup(people=tuple(seat + 1 for seat in _SEATS), body=body)
    play = RoundInPlay.begin(1, setup, game.start(terms, setup, shuffle))
    while not play.is_over:
        asked, steps = play, play.steps
        for seat in sorted(asked.to_act):
            question = game.question(terms, lobby, setup, _deal(asked), seat, terms.mode.level)
            assert question is not None
            choice = await patiently(think, question, shuffle.chance(seat, steps))
            if seat in play.to_act:
                play = play.then(seat, play.round.apply(seat, parse(choice.action)))
    return write(_deal(play))


def _deal(play: RoundInPlay) -> Deal:
    assert isinstance(play.round, Deal)
    return play.round


def swing_of(record: Record) -> int:
    """What the deal brought the member's side, less what it brought the other one. Raises ValueError before its end."""
    result = record.deal().result
    if result is None:
        raise ValueError("only a deal that is over has brought anything")
    return result.swing(record.options, MEMBER)


def first_difference(own: Record, house: Record) -> tuple[Sequence[tuple[Seat, Action]], Action, Action] | None:
    """Where the member first did something else than the house in the same position: the moves before, and both.

    None where they never did, or others moved differently before, as a house player does that nobody could think for.
    """
    pairs = list(zip(own.moves, house.moves, strict=False))
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    if same == len(pairs):
        return None
    (seat, done), (other, instead) = pairs[same]
    return (own.moves[:same], done, instead) if seat == other == MEMBER else None
