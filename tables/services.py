"""What every table needs from the house: its rows, the time, chance, and what its server has set."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from data.ledger.limits import NO_LIMITS, TransferLimits
from data.tables.tables import Tables
from players.choice import Think
from tables.halt import Halt
from tables.modes import USUAL
from tables.table import Table, Wanted


@dataclass(frozen=True, slots=True)
class Paces:
    """How long the bot waits, where people see that it does."""

    message: timedelta = timedelta(seconds=1)
    """The least time from a request that has arrived to the next about the same message."""
    house: float = 1.0
    """Seconds before which no house player acts; up to one more passes by chance."""
    watch: float = 12.0
    """Seconds for which a single member watches house players at most, between two things that they do themselves."""
    card: float = 0.5
    """Seconds; where one member practises, whatever the house does takes as long as its game says in cards."""
    stage: timedelta = timedelta(seconds=1.6)
    """How long each stage of a finished round is shown before the next."""
    stages: timedelta = timedelta(seconds=5)
    """How long all stages together take at most; many of them are shown for a shorter time each."""


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the house."""

    tables: Tables
    now: Callable[[], datetime]
    """The present, aware, UTC."""
    entropy: Callable[[], bytes]
    """32 bytes nobody can foresee."""
    failed: Callable[[Table, Exception], None]
    """Told of what went wrong where no person waited for an answer."""
    wanted: Callable[[Table], Wanted] = lambda table: Wanted(table.terms.options)
    """What a table's server has set."""
    limits: Callable[[int], TransferLimits] = lambda _guild: NO_LIMITS
    """What a server allows its members to pay each other, lose, and win from house players."""
    think: Think | None = None
    """Answers a question of a house player, with 32 bytes of chance; without it they make the clock's moves."""
    halt: Callable[[int], Halt | None] = lambda _guild: None
    """Why no new round begins in a server; None while rounds begin."""
    closed: Callable[[Table, int | None, str | None], None] = lambda _table, _actor_id, _reason: None
    """Told once when it is known that a table closes, now or after its round: by whom, and for which reason."""
    house_slowness: Callable[[int], float] = lambda _person: 1.0
    """How many times as long as usual house players take where this person practises."""
    house_level: Callable[[int], str] = lambda _person: USUAL
    """How well house players play where this person practises alone."""
    blocked: Callable[[], Collection[int]] = frozenset
    """The people whom the bot's owner lets play no more."""
    paces: Paces = Paces()
