"""A table as it stands on the disk, read back whole: its row, its shuffles, and the round it was in.

However many tables are asked for, it takes three queries: the tables with everything that each has one of, the moves,
and the balances beside the last results; one more for what these rounds achieved, when tables come back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import IntEnum

from data.people import house_player_in_sql
from data.shards import ALL, Shards
from data.store.database import Database, SqlRow
from data.store.store import moment
from data.tables.achievements import UNSHOWN, Earned
from data.tables.ratings import Unrated


class MadeBy(IntEnum):
    """Who made a move; only what people pressed themselves counts as played by hand."""

    PERSON = 0
    CLOCK = 1
    """Nobody: time ran out, or the house chose, for a player of its own or for somebody who was away."""
    BOT = 2
    """The bot, in the place of somebody who had no choice or had left it to the bot; whether they are there is open."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move as the log keeps it: the action's text, and who made it."""

    round: int
    seat: int
    action: str
    made_by: MadeBy = MadeBy.PERSON


@dataclass(frozen=True, slots=True)
class SavedShuffle:
    """A seed with its commitment, the salt once it has one, and when it was revealed (None while it is secret)."""

    seed: bytes
    commitment: str
    salt: str | None
    created_at: datetime
    revealed_at: datetime | None


@dataclass(frozen=True, slots=True)
class RunningRound:
    """A round that has not ended: the rules' version and the setup it started from, and the moves since, in order."""

    rules: int
    setup: str
    started_at: datetime
    moves: tuple[MoveRow, ...]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table on the disk.

    Attributes:
        round: The number of the last round that began, 0 before the first.
        version: Raised by every commit.
        shuffle: The one in use; of a closed table its last.
        running: The round being played, None between rounds.
    """

    id: int
    guild: int
    channel: int
    message: int | None
    posted_at: datetime | None
    game: str
    host: int
    options: str
    minimum: int
    maximum: int
    pace: str
    lobby: str
    round: int
    version: int
    deadline: datetime | None
    opened_at: datetime
    closed_at: datetime | None
    shuffle: SavedShuffle
    running: RunningRound | None
    mention: int | None = None
    """The message that mentions whoever is waited for."""
    balances: Mapping[int, int] = field(default_factory=dict)
    """The balances of members who won or lost something in the last round or match, by Discord id."""
    house: str = "{}"
    """What was agreed about the house."""
    earned: tuple[Earned, ...] = ()
    """What the last round brought people for the first time; only of a table that comes back."""
    unrated: Unrated | None = None
    """Why a match that was won here changed nobody's rating."""


SEEN_BY = "(t.host = ? OR COALESCE(CAST(json_extract(t.house, '$.private') AS INTEGER), 0) <> 1)"
"""The condition that a member, the parameter, may know of table `t`: a private one is its host's alone."""
_OWN = (
    "id", "guild", "channel", "message", "posted_at", "game", "host", "options", "minimum", "maximum", "pace", "lobby",
    "round", "version", "deadline", "opened_at", "closed_at", "mention", "house",
)  # fmt: skip
"""What a table's own row says, by its columns."""
_TABLES = f"""
    SELECT {", ".join(f"t.{column}" for column in _OWN)},
        s.seed, s.commitment, s.salt, s.created_at, s.revealed_at, r.rules, r.setup, r.started_at, w.unrated
    FROM tables t
    JOIN shuffles s ON s.id = (SELECT MAX(id) FROM shuffles WHERE table_id = t.id)
    LEFT JOIN rounds r ON r.table_id = t.id AND r.ended_at IS NULL
    LEFT JOIN matches w ON w.table_id = t.id
    WHERE {{which}} ORDER BY t.id"""
# A CROSS JOIN keeps SQLite from beginning with all moves, results or players that there ever were: few tables are open.
_MOVES = """
    SELECT m.table_id, m.round, m.seat, m.action, m.clock
    FROM tables t
    CROSS JOIN rounds r ON r.table_id = t.id AND r.ended_at IS NULL
    CROSS JOIN moves m ON m.table_id = r.table_id AND m.round = r.round
    WHERE {which} ORDER BY m.table_id, m.round, m.version, m.n"""
_BALANCES = f"""
    SELECT t.id, a.owner, a.chips
    FROM tables t
    CROSS JOIN results x ON x.table_id = t.id AND x.round = t.round
    JOIN accounts a ON a.id = x.account AND NOT {house_player_in_sql("a.owner")}
    WHERE {{which}}"""
_AFTER_MATCH = f"""
    SELECT t.id, a.owner, a.chips
    FROM tables t
    CROSS JOIN matches m ON m.table_id = t.id AND m.ended_at IS NOT NULL
    CROSS JOIN match_players p ON p.table_id = t.id
    JOIN accounts a ON a.guild = t.guild AND a.kind = 'member' AND a.owner = p.person
        AND NOT {house_player_in_sql("a.owner")}
    WHERE {{which}}"""
_EARNED = f"""
    SELECT t.id, x.person, x.key, {UNSHOWN.format(person="x.person")}
    FROM tables t
    CROSS JOIN achievements x ON x.table_id = t.id AND x.round = t.round
    WHERE {{which}} ORDER BY x.person, x.key"""
_ONE = "t.id = ?"


def open_in(shards: Shards) -> str:
    """The condition that table `t` is open, in a server of `shards`."""
    return f"t.closed_at IS NULL AND {shards.in_sql('t.guild')}"


def load_open(db: Database, shards: Shards = ALL) -> list[SavedTable]:
    """Every open table of the servers of `shards`, oldest first."""
    which = open_in(shards)
    earned: defaultdict[int, list[Earned]] = defaultdict(list)
    for table, person, key, unshown in db.execute(_EARNED.format(which=which)):
        earned[table].append(Earned(person, key, bool(unshown)))
    return [replace(saved, earned=tuple(earned[saved.id])) for saved in _load(db, which, ())]


def load(db: Database, table: int) -> SavedTable | None:
    """The table with this number, open or closed; None when there never was one."""
    return next(iter(_load(db, _ONE, (table,))), None)


def _load(db: Database, which: str, parameters: tuple[int, ...]) -> list[SavedTable]:
    moves: defaultdict[int, list[MoveRow]] = defaultdict(list)
    for table, number, seat, action, made_by in db.execute(_MOVES.format(which=which), parameters):
        moves[table].append(MoveRow(number, seat, action, MadeBy(made_by)))
    balances: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for query in (_BALANCES, _AFTER_MATCH):
        for table, owner, chips in db.execute(query.format(which=which), parameters):
            balances[table][owner] = chips
    return [_saved(row, moves, balances) for row in db.execute(_TABLES.format(which=which), parameters)]


def _saved(
    row: SqlRow, moves: defaultdict[int, list[MoveRow]], balances: defaultdict[int, dict[int, int]]
) -> SavedTable:
    own = dict(zip(_OWN, row, strict=False))
    seed, commitment, salt, created_at, revealed_at, rules, setup, started_at, unrated = row[len(_OWN) :]
    for time in ("posted_at", "deadline", "opened_at", "closed_at"):
        own[time] = _moment(own[time])
    return SavedTable(
        **own,
        shuffle=SavedShuffle(seed, commitment, salt, moment(created_at), _moment(revealed_at)),
        running=None if setup is None else RunningRound(rules, setup, moment(started_at), tuple(moves[own["id"]])),
        balances=balances[own["id"]],
        unrated=None if unrated is None else Unrated(unrated),
    )


def _moment(at: float | None) -> datetime | None:
    return None if at is None else moment(at)
