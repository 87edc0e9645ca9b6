"""A round that is over, played again move by move from what is on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from data.tables.finished import FinishedRound
from data.tables.saved import MadeBy, SavedTable
from games.core import IllegalAction, Seat
from tables.clock import Pace
from tables.game import AnyGame, Terms
from tables.modes import Shuffle, mode_of
from tables.round_in_play import AnyRound, Setup


@dataclass(frozen=True, slots=True)
class Moment:
    """The round before a move: what `seat` did there, and who made that move."""

    round: AnyRound
    seat: Seat
    action: str
    made_by: MadeBy


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """All moves of a round, with what it was played with."""

    setup: Setup
    moments: tuple[Moment, ...]


def play_again(game: AnyGame, saved: SavedTable, finished: FinishedRound | None) -> ReplayedRound:
    """The round as it was played. Raises IllegalAction when it comes out differently now, or isn't kept."""
    if finished is None:
        raise IllegalAction("This round has been over for too long: the coach can't play it again.")
    options, mode = game.read_options(saved.options), mode_of(saved.house)
    terms = Terms(saved.minimum, saved.maximum, options, Pace(saved.pace), mode)
    setup, shuffle = Setup.from_json(finished.setup), Shuffle(finished.seed, finished.salt)
    try:
        moments = tuple(_moments(game, terms, setup, shuffle, finished))
    except (IllegalAction, ValueError, KeyError, IndexError) as error:
        raise IllegalAction("This deal was played by older rules, so it can't be replayed.") from error
    return ReplayedRound(setup, moments)


def _moments(game: AnyGame, terms: Terms, setup: Setup, shuffle: Shuffle, finished: FinishedRound) -> Iterator[Moment]:
    """Raises ValueError unless the cards are those that were dealt: a table's options can change between rounds."""
    if finished.rules != game.rules:
        raise ValueError(f"the round was played under rules {finished.rules}")
    playing = game.start(terms, setup, shuffle).round
    for move in finished.moves:
        yield Moment(playing, move.seat, move.action, move.made_by)
        playing = playing.apply(move.seat, game.parse(move.action)).round
    if playing.to_act or game.dealt(terms, setup, shuffle, playing) != finished.dealt:
        raise ValueError("the round comes out differently")
