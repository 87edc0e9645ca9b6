"""What can happen at a table, what follows from it under the same lock, and what is known when it is decided.

Frozen values. An event comes from outside: from a person, from a clock, from whoever thinks for the house, or from the
server. A follow-up only ever comes from an `Outcome`, and is decided on the table as it was written before. This file
knows no Discord and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from data.ledger.flows import ANY, Allowed
from games.core import Seat
from tables.draft import Draft
from tables.halt import Halt
from tables.lobby import ClosedBy, Leaving, Lobby
from tables.table import Table, Wanted


class _Change(Struct, frozen=True):
    """Something that may change a table."""

    refunds: ClassVar[bool] = False
    """Whether nobody could do it again: when the bot fails at it, everybody gets their chips back."""


class _Unattended(_Change, frozen=True):
    """Something that nobody at the table has asked for."""

    refunds: ClassVar[bool] = True


# What people do


class Act(_Change, frozen=True):
    """`user_id`, who saw the question `question_id`, the public's or their own, plays the move `text`.

    In turn, or silently at any time; a silent move shows nowhere, not even by the table being drawn again.
    """

    user_id: int
    question_id: str
    text: str


class Arrange(_Change, frozen=True):
    """`user_id` changes the lobby, with the chips that this takes or gives back.

    `change` is pure and raises IllegalAction to refuse. `question_id` is the question that the person saw, None when
    any moment will do. `salt` goes into the present shuffle unless it has one. The round begins when nobody is left to
    wait for; in a halted server, what leads to a round is refused. A change made `quietly` is nobody else's business:
    the table isn't drawn again.
    """

    user_id: int
    change: Callable[[Lobby], Lobby]
    question_id: str | None = None
    salt: str | None = None
    quietly: bool = False


class Leave(_Change, frozen=True):
    """`user_id` gives up seat and bets. The clock plays a running round for them to its end.

    Where the mode keeps seats, the house plays for them until they are back, and the seat stays theirs. `agreed` is
    what they know that leaving means; None when they were asked about all tables at once. When it means more now,
    NeedsConfirmation is raised.
    """

    user_id: int
    agreed: Leaving | None = None


class Remove(_Change, frozen=True):
    """`actor_id` removes `user_id`, as the host may, and from a table that is kept only a manager of the server."""

    user_id: int
    actor_id: int
    is_manager: bool


class Close(_Change, frozen=True):
    """The table closes: at once, returning all bets, or after the running round.

    `why`, unless somebody wants it; `only_if` looks at the table when nobody else can change it any more. Begun is
    raised for a table that is kept.
    """

    actor_id: int
    why: ClosedBy | None = None
    only_if: Callable[[Table], bool] = lambda _: True


class Void(_Change, frozen=True):
    """The table closes at once and returns all chips there; a running round does not count.

    A process that dies in between leaves a table that has refunded its round, and closes at the next start. A table
    that is kept ends in one step, with its `reason`. `is_of_match` refuses any other: its match is over.
    """

    actor_id: int
    reason: str | None = None
    is_of_match: bool = False


class SeatEntrants(_Change, frozen=True):
    """`people` sit down in their seats, where None is a house player, and `start` begins their match.

    Where somebody has a seat already, nothing changes: it has begun.
    """

    people: Sequence[int | None]
    start: Callable[[Lobby], Lobby]


class Hold(_Change, frozen=True):
    """The clock of a table that has begun and runs by itself stops, or goes on, as `change` says."""

    change: Callable[[Lobby], Lobby]


# What the server, the process and the clock do


class ServerChanged(_Change, frozen=True):
    """The server may have set something else."""

    wanted: Wanted


class HaltOver(_Unattended, frozen=True):
    """Rounds begin again: the one that would have begun and that no clock begins."""


class Resumed(_Change, frozen=True):
    """The table has come back; everybody gets their full time.

    One that waits for its one member ends when it would have, `ran_until` then, unless that is too soon for somebody
    who could press nothing while there was no process.
    """

    ran_until: datetime | None


class Forgotten(_Unattended, frozen=True):
    """Somebody was forgotten in the middle of a round that continues: the clock plays for them."""


class TimeUp(_Unattended, frozen=True):
    """The clock acts for those who have not answered, begins the round, or closes a table where nobody plays."""


class HalfTime(_Unattended, frozen=True):
    """Those are called for whom the table waits."""


class Count(_Unattended, frozen=True):
    """The time counts during which somebody kept others waiting."""


class Abandoned(_Unattended, frozen=True):
    """Nobody has done anything for so long that the table ends."""


class Forced(_Unattended, frozen=True):
    """The bot makes a move that was left to it: neither a missed turn nor a sign that somebody is there.

    Whoever can't pay for theirs makes the clock's instead.
    """

    can_pay: bool = True


class HouseMoves(_Unattended, frozen=True):
    """House players have thought about the question `question_id`; `moves` are their answers by seat."""

    question_id: str
    moves: Mapping[Seat, str]


class HouseActs(_Change, frozen=True):
    """A house player does something between two rounds, if one wants to."""


Event: TypeAlias = (
    Act | Arrange | Leave | Remove | Close | Void | SeatEntrants | Hold | ServerChanged | HaltOver | Resumed | Forgotten
    | TimeUp | HalfTime | Count | Abandoned | Forced | HouseMoves | HouseActs
)  # fmt: skip


# What follows


class Begin(_Unattended, frozen=True):
    """The next round is dealt with the placed bets, unless something that is settled first prevents it.

    It is the try with this number; after some the table waits once more. With `counts` time is counted, too.
    """

    tries: int = 1
    counts: bool = False


class SaleRefused(_Unattended, frozen=True):
    """The server forbids what the deal makes somebody pay; it goes on without."""

    error: Exception
    begin: Begin


class BeginIfComplete(_Unattended, frozen=True):
    """The round begins that has nobody left to wait for."""


class WriteAlone(_Change, frozen=True):
    """`draft` is written without the round that it `completes`, which could not be written with it."""

    draft: Draft
    completes: bool
    stops_waiting: bool


class EndWindow(_Unattended, frozen=True):
    """A wait is over with which no round begins; what it makes somebody pay the server `is_refused`."""

    is_refused: bool = False


class StartClock(_Unattended, frozen=True):
    """Everybody gets their full time again."""


class Shut(_Change, frozen=True):
    """The table closes between two rounds. What was said when it began to close counts before `why`."""

    actor_id: int | None
    why: ClosedBy = ClosedBy.UNKNOWN


class StopWaiting(_Change, frozen=True):
    """`user_id` can't pay for the seat that they wait for, and hears the `error` of that."""

    user_id: int
    error: Exception


class GiveUp(_Change, frozen=True):
    """All chips at the table are returned, and the cards shuffled (blackjack rule 20, pok deng rule 18)."""


FollowUp: TypeAlias = (
    Begin | SaleRefused | BeginIfComplete | WriteAlone | EndWindow | StartClock | Shut | StopWaiting | GiveUp
)


# What is known, and what comes of it


class Facts(Struct, frozen=True):
    """What a table is told from outside when something is decided."""

    now: datetime
    """The present, aware, UTC."""
    uptime: float
    """The same moment in seconds of the loop's own clock."""
    halt: Halt | None
    """Why no round begins; None while rounds begin."""
    blocked: Collection[int]
    """The people whom the bot's owner lets play no more."""
    purses: Mapping[int, int] | None = None
    """How many chips everybody seated has; None as long as nothing needs it."""
    at_deal: Allowed = ANY
    """What members may win and lose today as it is written into a deal; read together with the purses."""
    in_round: tuple[Mapping[int, int], int] | None = None
    """What people have put into the running round, and how much of it is left; None as long as nothing needs it."""
    allowed: Allowed = ANY
    """What people may win and lose today, as far as a refused transaction has said."""

    def may_sit(self, person: int) -> bool:
        """Whether the bot's owner lets somebody play."""
        return person not in self.blocked


class Needs(Struct, frozen=True):
    """Facts that something can't be decided without."""

    purses: bool = False
    in_round: bool = False


Instead: TypeAlias = tuple[tuple[type[Exception], ...], Callable[[Any], "Event | FollowUp"]]
"""Errors of a transaction that has written nothing, and what happens then."""


class Outcome(Struct, frozen=True):
    """What comes of something that has happened."""

    draft: Draft | None = None
    """What is written, with its chips; None for nothing."""
    table: Table | None = None
    """The table with what changes of it and is never written, such as its clock."""
    then: FollowUp | None = None
    """What follows once that is written."""
    instead: tuple[Instead, ...] = ()
    error: Exception | None = None
    """What the person hears although something was written."""
    calls: frozenset[int] = frozenset()
    """Whom the table calls, beside those for whom it comes to wait."""
    redraws: bool = True
    """Whether there is something to see."""


NOTHING = Outcome(redraws=False)
"""It was too late for that, or there is nothing to do."""
