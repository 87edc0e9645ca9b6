"""A change of a table in the making, and the ways in which one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from data.ledger.flows import ANY, Allowed, Flow
from data.ledger.ledger import Posting
from data.tables.achievements import Earned
from data.tables.results import RoundResult
from data.tables.saved import MadeBy, MoveRow
from games.core import IllegalAction, Seat, Transfer
from tables.lobby import Lobby
from tables.round_in_play import RoundInPlay


class StaleClick(Exception):
    """The button belongs to a moment that is over; whoever pressed it is shown the table as it is now."""


class ReadAnew(StaleClick):
    """The table was behind the disk, where what was wanted may be done already: whoever pressed is shown that."""


class TableClosed(Exception):
    """The table is closed; nothing at it can be changed any more."""


class Begun(IllegalAction):
    """A match has begun, and nobody ends it alone."""


class NeedsConfirmation(Exception):
    """Leaving would mean more than the person has agreed to; they have to be asked first."""


FRESH = b""
"""Stands for 32 bytes that nobody can foresee, which are drawn when the draft is about to be written."""


class Draft(Struct, frozen=True):
    """A change in the making; the table writes and adopts it."""

    lobby: Lobby
    play: RoundInPlay | None
    moves: tuple[MoveRow, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Those of the moves, not of the deal."""
    postings: tuple[Posting, ...] = ()
    """Those beyond the difference between the two lobbies."""
    began: bool = False
    ended: bool = False
    results: tuple[RoundResult, ...] = ()
    """The results of the round that ended."""
    earned: tuple[Earned, ...] = ()
    """What people have achieved in it."""
    voided: bool = False
    could_not_go_on: bool = False
    """The round is void, and nobody in it has asked for that."""
    closed: bool = False
    options: Any = None
    """The house options from now on; None leaves them."""
    dealt: str | None = None
    """The cards of the round that ended."""
    salt: str | None = None
    fresh_seed: bytes | None = None
    """The seed of the next shuffle, or FRESH; None where there is none."""
    actor_id: int | None = None
    reason: str | None = None
    """The actor's reason, for the ledger and the match."""
    allowed: Allowed = ANY
    """What people may still win and lose today, as far as is known."""
    flows: tuple[Flow, ...] = ()
    """Who has won what from whom."""
    back: tuple[Flow, ...] = ()
    """What of it goes back."""

    def move(self, seat: Seat, action: object, made_by: MadeBy) -> Draft:
        """The draft in which one more move is played. Raises IllegalAction."""
        play = running(self.play)
        step = play.round.apply(seat, action)
        return replace(
            self,
            play=play.then(seat, step, made_by),
            moves=(*self.moves, MoveRow(play.number, seat, str(action), made_by)),
            transfers=self.transfers + step.transfers,
        )

    def ends(
        self, nets: Mapping[int, int], from_house: Mapping[int, int] | None, achieved: Mapping[int, tuple[str, ...]]
    ) -> Draft:
        """The draft in which the round is over: each person has won or lost `nets` chips.

        Of them so many came `from_house` players, None when none was dealt in. `achieved` are the keys of what people
        have achieved in it.
        """
        results = (
            RoundResult(person, net, None if from_house is None else from_house.get(person, 0))
            for person, net in nets.items()
        )
        earned = (Earned(user_id, key) for user_id, keys in achieved.items() for key in keys)
        return replace(self, ended=True, results=tuple(results), earned=tuple(earned))


def running(play: RoundInPlay | None) -> RoundInPlay:
    """`play`, where the caller knows that there is one."""
    assert play is not None
    return play
