"""Live tables and their action logs: what a restart needs to continue from where it was.

A table's row says where it is and how it is played; `lobby` is what stands between rounds. A running round is its setup
and the moves made in it; a restart comes back to it by playing them again. Options, lobby and setup are the driver's
own text; this file neither reads nor changes them, and knows no game.

Everything that one action changes goes into one `Change` and is committed at once, guarded by the table's version.
The newest shuffle of a table is the one in use; the ones before it are revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from data.ledger import flows
from data.ledger.flows import Allowed, Flow
from data.ledger.holds import held_in_round, lying_in_round, refuse_lying
from data.ledger.ledger import Account, Posting, balance_of, post, refuse_any, refuse_less
from data.ledger.limits import NO_LIMITS, TransferLimits, allowed, count_sales, verify_flows, verify_payments
from data.ledger.reasons import LedgerReason
from data.people import is_house_player, table_of
from data.shards import ALL, Shards
from data.store import write_log
from data.store.database import Database, Deferred
from data.store.sql import marks, must_change, refuse, with_rows
from data.store.store import Verbs, seconds
from data.tables import achievements, daily
from data.tables.achievements import Earned
from data.tables.matches import MatchChange, MatchEnd, keep_match
from data.tables.ratings import Unrated
from data.tables.results import RoundResult, ask_balances, keep
from data.tables.saved import MoveRow, SavedTable, load, load_open


class StaleTable(Exception):
    """The table has moved on from the version that a change was made for, or is closed; nothing was written."""

    def __init__(self, table: int, version: int) -> None:
        super().__init__(f"Table {table} is not at version {version} any more.")
        self.table = table
        self.version = version


class StrandedChips(Exception):
    """A round can't end, or a table close, while `chips` of it lie in the table's account; nothing was written."""

    def __init__(self, table: int, chips: int) -> None:
        super().__init__(f"{chips:,} chips would be left behind at table {table}.")
        self.table = table
        self.chips = chips


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table about to open: Discord ids, limits in chips, the driver's texts, and the first shuffle's secret."""

    guild: int
    channel: int
    game: str
    host: int
    options: str
    minimum: int
    maximum: int
    pace: str
    lobby: str
    seed: bytes
    commitment: str
    house: str = "{}"
    salt: str | None = None
    """Of a shuffle that is the same at other tables."""
    daily: int = 0
    """The day whose daily deal its host begins here; 0 for none."""
    withheld: bool = False  # see data/tables/withheld.py


@dataclass(frozen=True, slots=True)
class RoundStart:
    """A round that begins: the version of the game's rules, and all that a replay starts from."""

    rules: int
    setup: str


@dataclass(frozen=True, slots=True)
class Written:
    """What only the transaction knows: the `balances` after a round or a match that ended, by Discord id.

    `earned` is what people have achieved for the first time, `unrated` why a match that was won changed no rating.
    """

    balances: Mapping[int, int] = field(default_factory=dict)
    earned: tuple[Earned, ...] = ()
    unrated: Unrated | None = None


NewSeed: TypeAlias = tuple[bytes, str]
"""A seed and its published commitment."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one action changes at the table `table`, which was at `version` when it was decided.

    Attributes:
        lobby: The lobby's new text; None leaves it.
        round: The number of the round that ran last then; 0 before the first.
        options: The game's options from now on, a text of the driver's; None leaves them. No round may run then.
        deadline: When the clock acts next; None means that no clock runs, so it is said with every change.
        started: A round begins; it gets the next number.
        moves: Moves of the running round, the one just started included, in order.
        ended: The running round is over.
        results: What it brought everybody whose chips moved in it.
        earned: What people have achieved in it, by the rules of their game.
        voided: The running round is over and did not count.
        closed: The table closes for good. Its seed is revealed.
        dealt: The cards of the round that is over, a text of the driver's.
        salt: Salts the shuffle in use, unless it is salted already.
        new_seed: The shuffle in use is revealed, and one with this seed takes its place.
        new_salt: Its salt, where no press will give it one.
        postings: The chips that move, all at this table's server.
        must_keep: What accounts must have left after them.
        purses_back: Accounts of house players of this table; what they hold after the postings goes to the house.
        limits: What the server allows; the sales of banks among the postings count against it.
        flows: Who has won what from whom.
        back: What of it goes back, because it is above those limits; the postings return it.
        match: What is added to the rows of the match that is played here.
    """

    table: int
    guild: int
    version: int
    round: int
    lobby: str | None = None
    options: str | None = None
    deadline: datetime | None = None
    started: RoundStart | None = None
    moves: tuple[MoveRow, ...] = ()
    ended: bool = False
    results: tuple[RoundResult, ...] = ()
    earned: tuple[Earned, ...] = ()
    voided: bool = False
    closed: bool = False
    dealt: str | None = None
    salt: str | None = None
    new_seed: NewSeed | None = None
    new_salt: str | None = None
    postings: tuple[Posting, ...] = ()
    must_keep: tuple[tuple[Account, int], ...] = ()
    purses_back: tuple[Account, ...] = ()
    limits: TransferLimits = NO_LIMITS
    flows: tuple[Flow, ...] = ()
    back: tuple[Flow, ...] = ()
    match: MatchChange | None = None

    def __post_init__(self) -> None:
        if self.salt is not None and self.new_seed is not None:
            raise ValueError("a change salts the shuffle in use or replaces it, not both")
        if any(move.round != self.moves[0].round for move in self.moves):
            raise ValueError("all moves of a change are of one round")
        if (self.results or self.earned) and not self.ended:
            raise ValueError("only a round that ends has results")
        for posting in self.postings:
            if posting.payer.guild != self.guild:
                raise ValueError("a change posts at its table's server only")
        for account in self.purses_back:
            is_of_server = account == Account.member(self.guild, account.owner)
            if not (is_of_server and is_house_player(account.owner) and table_of(account.owner) == self.table):
                raise ValueError("only a house player of this table gives its purse back")


class Tables(Verbs):
    """The tables of every server."""

    async def create(self, new: NewTable, now: datetime) -> SavedTable:
        """Open a table at version 0 with its first shuffle, and return it as saved.

        Raises BegunBefore when its host has begun the daily deal elsewhere.
        """

        def work(db: Database) -> SavedTable | None:
            at = seconds(now)
            row = (
                new.guild, new.channel, new.game, new.host, new.options,
                new.minimum, new.maximum, new.pace, new.lobby, at, new.house, int(new.withheld),
            )  # fmt: skip
            table: int = db.execute(_CREATE, row).fetchall()[0][0]
            db.execute(_SHUFFLE, (table, new.seed, new.commitment, new.salt, at))
            if new.daily:
                daily.begin(db, new.daily, new.host, new.guild, table)
            return load(db, table)

        saved = await self._store.write(work, new.guild)
        assert saved is not None  # it was inserted a line above
        return saved

    async def commit(self, change: Change, now: datetime) -> Written:
        """Write all of `change`, or nothing. Afterwards the table is at `change.version + 1`.

        Returns:
            What the round or the match that ends has left; nothing when none does.

        Raises:
            StaleTable: The table isn't at `change.version`, or is closed.
            TransferRefused: A sale or an ante is more than the server allows.
            LimitsChanged: Other chips should go back than the change says.
            InsufficientChips: A posting asks more than is there, or leaves too little.
            AlreadyPosted: A posting was made before.
            StrandedChips: A round would end, or the table close, over chips in the table's account.
            ValueError: A round would start while one runs, end while none does, or outlive its table, or a move
                belongs to another round: a bug in the caller.
        """
        return await self._store.write_blind(lambda db: _commit(db, change, now), change.guild)

    async def posted(self, guild: int, table: int, message: int, at: datetime, *, channel: int | None = None) -> None:
        """Remember where a table's public message is and when it was posted, and in which channel if in another.

        The version stays.
        """
        row = (channel, message, seconds(at), table)
        moved = "UPDATE tables SET channel = COALESCE(?, channel), message = ?, posted_at = ? WHERE id = ?"
        with write_log.unrelated():
            await self._store.write(lambda db: db.execute(moved, row), guild)

    async def called(self, guild: int, table: int, mention: int | None) -> None:
        """Remember the message that mentions whoever is awaited, None when there is none. The version stays."""
        called = "UPDATE tables SET mention = ? WHERE id = ?"
        with write_log.unrelated():
            await self._store.write(lambda db: db.execute(called, (mention, table)), guild)

    async def get(self, table: int) -> SavedTable | None:
        """The table with this number, open or closed; None when there never was one."""
        return await self._store.read(lambda db: load(db, table))

    async def balances(self, guild: int, people: Iterable[int]) -> dict[int, int]:
        """The chips of each of `people`, 0 for somebody without an account."""
        known = dict.fromkeys(people, 0)
        found = await self._store.find(_CHIPS.format(marks(known)), (guild, *known)) if known else []
        return {**known, **dict(found)}

    async def allowed(self, guild: int, people: Sequence[int], limits: TransferLimits, now: datetime) -> Allowed:
        """What `people` may still win from house players and lose to others today, by the server's `limits`."""
        return await self._store.read(lambda db: allowed(db, guild, people, limits, now))

    async def in_round(self, guild: int, table: int, number: int) -> tuple[dict[int, int], int]:
        """What each member put into a round and has not got back, and the chips of that round that lie at the table."""
        return await self._store.read(
            lambda db: (held_in_round(db, guild, table, number), lying_in_round(db, guild, table, number))
        )

    async def live(self, shards: Shards = ALL) -> list[SavedTable]:
        """Every open table of every server of `shards`, oldest first."""
        return await self._store.read(lambda db: load_open(db, shards))


_CHIPS = "SELECT owner, chips FROM accounts WHERE guild = ? AND kind = 'member' AND owner IN ({})"
_CREATE = """
    INSERT INTO tables (guild, channel, game, host, options, minimum, maximum, pace, lobby, opened_at, house, withheld)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING id"""
_SHUFFLE = "INSERT INTO shuffles (table_id, seed, commitment, salt, created_at) VALUES (?, ?, ?, ?, ?)"
_REVEAL = "UPDATE shuffles SET revealed_at = ? WHERE table_id = ? AND revealed_at IS NULL"
_ADVANCE = """
    UPDATE tables SET version = version + 1, deadline = ?, lobby = COALESCE(?, lobby), options = COALESCE(?, options),
        round = round + ?
    WHERE id = ? AND guild = ? AND version = ? AND round = ? AND closed_at IS NULL"""
_RUNNING = "SELECT round FROM rounds WHERE table_id = ? AND ended_at IS NULL"
_START = f"""
    INSERT INTO rounds (table_id, round, rules, setup, started_at, shuffle)
    SELECT ?1, ?2, ?3, ?4, ?5, id FROM shuffles
    WHERE table_id = ?1 AND revealed_at IS NULL AND NOT EXISTS ({_RUNNING.replace("?", "?1")})"""
_MOVES = """
    INSERT INTO moves (table_id, version, n, round, seat, action, clock, at)
    {moves} SELECT r.table_id, ?, v.n, r.round, v.seat, v.action, v.clock, ?
    FROM v JOIN rounds r ON r.table_id = ? AND r.round = ? AND r.ended_at IS NULL"""
_END = "UPDATE rounds SET ended_at = ?, void = ?, dealt = ? WHERE table_id = ? AND ended_at IS NULL"
_SALT = "UPDATE shuffles SET salt = ? WHERE table_id = ? AND revealed_at IS NULL AND salt IS NULL"
_CLOSE = "UPDATE tables SET closed_at = ? WHERE id = ?"


def _commit(db: Database, change: Change, now: datetime) -> Deferred[Written]:
    """Bring the table to its next version, with the round that starts, its moves, and all that comes of them."""
    balances: Deferred[Mapping[int, int]] = dict
    earned: Deferred[tuple[Earned, ...]] = tuple
    of_match = MatchEnd()
    at, table, current = seconds(now), change.table, change.round + (change.started is not None)
    deadline = None if change.deadline is None else seconds(change.deadline)
    state = (deadline, change.lobby, change.options, current - change.round)
    expected = (table, change.guild, change.version, change.round)
    must_change(db, _ADVANCE, (*state, *expected), lambda: StaleTable(table, change.version))
    if (start := change.started) is not None:
        begins = (table, current, start.rules, start.setup, at)
        must_change(db, _START, begins, lambda: ValueError(f"table {table} starts a round while one runs"))
    if change.moves:
        moves, made = with_rows(
            [
                {"n": n, "seat": each.seat, "action": each.action, "clock": each.made_by}
                for n, each in enumerate(change.moves)
            ]
        )
        must_change(
            db,
            _MOVES.format(moves=moves),
            (*made, change.version, at, table, change.moves[0].round),
            lambda: ValueError(f"table {table} has a move of a round that it isn't playing"),
        )
    if change.salt is not None:
        db.execute(_SALT, (change.salt, table))
    if change.new_seed is not None:
        db.execute(_REVEAL, (at, table))
        db.execute(_SHUFFLE, (table, *change.new_seed, change.new_salt, at))
    if change.postings or change.flows or change.must_keep or change.purses_back:
        _pay(db, change, now)
    if change.match is not None:
        of_match = keep_match(db, table, change.guild, current, change.match, change.limits, now)
    if change.ended or change.voided:
        balances = _end_round(db, change, current, at)
    if change.options is not None:
        _refuse_while_running(db, change, "takes other options")
    if change.closed:
        _close(db, change, current, at)
        if change.postings:  # what lay at the table is back
            balances = ask_balances(db, table, current)
    if change.ended:
        earned = achievements.keep(db, change.guild, table, current, change.earned, at)
    return lambda: Written({**of_match.balances, **balances()}, earned(), of_match.unrated)


def _refuse_while_running(db: Database, change: Change, does: str) -> None:
    refuse(db, _RUNNING, (change.table,), lambda _: ValueError(f"table {change.table} {does} while a round runs"))


def _pay(db: Database, change: Change, now: datetime) -> None:
    """Post what the change costs, within the server's limits, which it counts against, and see that enough is left."""
    players = () if change.match is None else tuple(person for _, person in change.match.players)
    verify_payments(db, change.postings, players, change.limits, now)
    if change.flows:
        verify_flows(db, change.guild, change.flows, change.back, change.limits, now)
    post(db, change.postings, now)
    count_sales(db, change.postings, change.limits, now)
    if change.flows:
        flows.count(db, change.guild, change.flows, change.back, seconds(now))
    for account, chips in change.must_keep:
        refuse_less(db, account, chips)
    purses = [(account, balance_of(db, account) or 0) for account in dict.fromkeys(change.purses_back)]
    post(db, (_purse_back(change, account, chips) for account, chips in purses if chips), now)


def _purse_back(change: Change, account: Account, chips: int) -> Posting:
    key = f"table:{change.table}:{change.version}:purse:{account.owner}"
    house = Account.house(change.guild)
    return Posting(key, account, house, chips, LedgerReason.HOUSE_PURSE_BACK, change.table)


def _end_round(db: Database, change: Change, current: int, at: float) -> Deferred[Mapping[int, int]]:
    """End the running round: the balances that it has left."""
    end = (at, int(change.voided), change.dealt, change.table)
    must_change(db, _END, end, lambda: ValueError(f"table {change.table} ends a round while none runs"))
    refuse_lying(db, change.guild, change.table, current, lambda chips: StrandedChips(change.table, chips))
    return keep(db, change.guild, change.table, current, change.results, at)


def _close(db: Database, change: Change, current: int, at: float) -> None:
    _refuse_while_running(db, change, "closes")
    account = Account.table(change.guild, change.table)
    refuse_any(db, account, lambda chips: StrandedChips(change.table, chips))
    db.execute(_REVEAL, (at, change.table))
    db.execute(_CLOSE, (at, change.table))
    if not current:
        daily.take_back(db, change.table)
