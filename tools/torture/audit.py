"""What the file says after a kill, and whether it can be true.

Every round on the disk is played again from its seed, its setup and its moves with the rules alone, without the driver
or the ledger. From that follows what every account must hold: a member the starting and daily chips, and what each
round has won or lost them so far, less their bets on the next one; a table those bets and the pot of its running
round.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType

from data.check import open_for_check, problems
from data.ledger.allowances import DailyTerms
from data.ledger.reasons import PURSES, LedgerReason, in_sql
from data.people import house_player_in_sql, is_house_player, was_forgotten
from data.store.database import Database
from data.store.where import Where
from data.tables.saved import MadeBy, load_open
from games.core import IllegalAction, Pot, Transfer
from games.five_hundred import Deal
from tables.clock import Pace
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import Shuffle, mode_of
from tables.round_in_play import RoundInPlay, Setup
from tables.settings.servers import ServerSettings
from tables.table import Table
from tools.torture import house_books
from tools.torture.claims import Claim, Violation
from tools.torture.matches import antes, given_away
from tools.torture.people import PLAYED

Holding = tuple[int, str, int]
"""An account: server, kind, owner."""


@dataclass(slots=True)
class Found:
    """What is on the disk: what was done, the open tables, and how much of everything there is."""

    done: Counter[Claim]
    asked: dict[str, str] = field(default_factory=dict)
    """The question at which each table continues; a table that was only waiting to close has none."""
    begun_under: dict[str, int] = field(default_factory=dict)
    """The number of the rules of each running round, by table."""
    begins: set[str] = field(default_factory=set)
    """The tables where a round has nobody and no clock to wait for: it begins at the next start, if not before."""
    auctioned: set[Claim] = field(default_factory=set)
    """The winning bids for a bank, as they were made."""
    secret: set[tuple[int, str]] = field(default_factory=set)
    """The shuffles in use, by table and commitment."""
    lobbies: dict[int, Lobby] = field(default_factory=dict)
    """The lobbies of the open tables."""
    games: dict[int, str] = field(default_factory=dict)
    """The games of the open tables."""
    rounds: int = 0
    with_house: int = 0
    """The rounds in which a house player had a seat."""
    tables: int = 0
    rows: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """A replayed round: the round in play, and what its transfers left in which account."""

    play: RoundInPlay
    ended: bool
    void: bool
    rules: int
    moves: tuple[Claim, ...]
    """The moves that people made, in the words of the journal."""
    nets: Counter[Holding]
    is_practice: bool


class Auditor:
    """Looks at one file after each kill. It remembers the replays of rounds that have ended."""

    def __init__(self, where: Where, options: Mapping[tuple[str, str], str] = MappingProxyType({})) -> None:
        """`options` are those of the deals (`Claims.options`); a deal that is not among them has the table's."""
        self._where = where
        self._options = options
        self._ended: dict[tuple[int, int], Told] = {}

    def look(self) -> Found:
        """What is on the disk now. Raises Violation when it can't be right."""
        with closing(open_for_check(self._where)) as db:
            for problem in problems(db):
                raise Violation(f"data.check: {problem}")
            return self._read(db)

    def forget(self) -> None:
        """Replay everything at the next look."""
        self._ended.clear()

    def _read(self, db: Database) -> Found:
        found = Found(Counter(_done(db)))
        due = Counter[Holding]()
        running: dict[int, tuple[int, RoundInPlay]] = {}
        for told, table, number in self._rounds(db):
            due.update(told.nets)
            found.done.update(told.moves)
            found.rounds += 1
            found.with_house += told.play.setup.has_house_players
            if not told.ended:
                running[table] = (number, told.play)
                found.begun_under[str(table)] = told.rules
            elif not told.play.is_over and not told.void:
                raise Violation(f"round {number} of table {table} ended before its moves did")
        self._read_tables(db, found, running, due)
        if running:
            raise Violation(f"rounds run at tables that are closed: {sorted(running)}")
        self._read_payments(db, found, due)
        _hold_against(db, due)
        house_books.verify(db, found.lobbies)
        house_books.verify_winnings(
            db, {key: told.play for key, told in self._ended.items() if not (told.void or told.is_practice)}
        )
        found.secret = set(db.execute("SELECT table_id, commitment FROM shuffles WHERE revealed_at IS NULL"))
        found.tables, found.rows = (
            db.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in ("tables", "ledger")
        )
        return found

    @staticmethod
    def _read_tables(
        db: Database, found: Found, running: dict[int, tuple[int, RoundInPlay]], due: Counter[Holding]
    ) -> None:
        """Take the rounds of open tables out of `running`, and count the bets at the other tables."""
        for saved in load_open(db):
            table = Table.of(saved, PLAYED[saved.game].game)
            lobby = found.lobbies[saved.id] = table.lobby
            found.games[saved.id] = saved.game
            number, play = running.pop(saved.id, (saved.round, None))
            if play is not None or not lobby.closing:
                found.asked[str(saved.id)] = f"{number}.{'b' if play is None else play.asked_at}"
            if play is not None:
                if play.is_over:
                    raise Violation(f"round {number} of table {saved.id} is over and has not ended")
                continue
            if _waits_for_nothing(table):
                found.begins.add(str(saved.id))
            for person, chips in {} if table.terms.mode.is_practice else lobby.staked().items():
                _move(due, (saved.guild, "member", person), (saved.guild, "table", saved.id), chips)

    def _read_payments(self, db: Database, found: Found, due: Counter[Holding]) -> None:
        """Count what moved outside rounds: gifts by the house and by people, sales, orders, antes."""
        for guild, person, chips in _given(db):
            _move(due, (guild, "house", 0), (guild, "member", person), chips)
        for _, _, guild, giver, receiver, kept, tax in db.execute(_GIFTS):
            _move(due, (guild, "member", giver), (guild, "member", receiver), kept)
            _move(due, (guild, "member", giver), (guild, "house", 0), tax)
        for guild, table, buyer, seller, chips, actor in db.execute(_SALES):
            _move(due, (guild, "member", buyer), (guild, "member", seller), chips)
            if is_house_player(actor if actor is not None else buyer):
                continue  # nobody has asked it to
            if actor is None:
                found.auctioned.add(("bid", table, buyer, chips))
            else:
                found.done["sale", table, buyer, seller, chips] += 1
        for guild, person, before, after in db.execute(_ORDERS):
            _move(due, (guild, "house", 0), (guild, "member", person), after - before)
        for guild, payer, payee, chips in given_away(db):
            _move(due, (guild, "member", payer), (guild, "member", payee), chips)
        for guild, table, person, chips in antes(db, self._deals()):
            due[guild, "member", person] -= chips
            due[guild, "table", table] += chips
        for guild, payer_kind, payer, payee_kind, payee, chips in db.execute(_FOR_HOUSE_PLAYERS):
            _move(due, (guild, payer_kind, payer), (guild, payee_kind, payee), chips)
        for guild, kind, owner in [holding for holding in due if holding[1] == "member" and was_forgotten(holding[2])]:
            _move(due, (guild, kind, owner), (guild, "house", 0), due[guild, kind, owner])

    def _deals(self) -> dict[tuple[int, int], Deal]:
        """The deals of matches that are over and count, by table and round."""
        return {
            key: told.play.round
            for key, told in self._ended.items()
            if isinstance(told.play.round, Deal) and not told.void
        }

    def _rounds(self, db: Database) -> Iterator[tuple[Told, int, int]]:
        for row in db.execute(_ROUNDS):
            _, table, number, ended_at, void, rules, _, game = row[:8]
            if void and rules < type(PLAYED[game].game).rules:
                continue  # it began under rules that no longer exist
            told = self._ended.get((table, number))
            if told is None:
                moves = db.execute(_MOVES, (table, number)).fetchall()
                told = _retold(row, moves, self._options)
                if ended_at is not None:
                    self._ended[table, number] = told
            yield told, table, number


# A round's shuffle is the newest one from before it began.
_ROUNDS = """
    SELECT t.guild, r.table_id, r.round, r.ended_at, r.void, r.rules, r.setup, t.game, t.options, t.minimum, t.maximum,
        t.pace, t.house, s.seed, s.salt
    FROM rounds r JOIN tables t ON t.id = r.table_id
    JOIN shuffles s ON s.id = (
        SELECT MAX(id) FROM shuffles WHERE table_id = r.table_id AND created_at < r.started_at)
    ORDER BY r.table_id, r.round"""
# No rule says what people pay each other between rounds; `claims` compares it with what they said.
_SALES = """
    SELECT l.guild, l.table_id, p.owner, q.owner, l.amount, l.actor FROM ledger l
    JOIN accounts p ON p.id = l.payer AND p.kind = 'member' JOIN accounts q ON q.id = l.payee AND q.kind = 'member'
    WHERE l.why = 'bank sold'"""
# Nor what house players bring along; `data.check` knows who may get it.
_FOR_HOUSE_PLAYERS = f"""
    SELECT l.guild, p.kind, p.owner, q.kind, q.owner, l.amount FROM ledger l
    JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    WHERE l.why IN {in_sql(*PURSES, LedgerReason.PRACTICE_RETURN, LedgerReason.LIMIT_RETURN)}"""
_GIFTS = """
    SELECT 'gift', l.key, l.guild, p.owner, q.owner, l.amount, COALESCE(x.amount, 0) FROM ledger l
    JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    LEFT JOIN ledger x ON x.key = l.key || ':tax' WHERE l.why = 'gift'"""
_ORDERS = """
    SELECT l.guild, a.owner, CASE WHEN a.id = l.payer THEN l.payer_after + l.amount ELSE l.payee_after - l.amount END,
        CASE WHEN a.id = l.payer THEN l.payer_after ELSE l.payee_after END
    FROM ledger l JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.kind = 'member' WHERE l.key LIKE 'order:%'"""
_GIVEN = """
    SELECT 'given', l.key, l.guild, a.owner, CASE WHEN a.id = l.payer THEN -l.amount ELSE l.amount END
    FROM ledger l JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.kind = 'member'
    WHERE l.why IN ('bank gave', 'bank took')"""
_SET = """
    SELECT 'set', l.key, l.guild, a.owner, CASE WHEN a.id = l.payer THEN l.payer_after ELSE l.payee_after END
    FROM ledger l JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.kind = 'member'
    WHERE l.why IN ('bank set', 'bank reset')"""
_MOVES = "SELECT seat, action, clock FROM moves WHERE table_id = ? AND round = ? ORDER BY version, n"


def _retold(
    row: tuple[object, ...], moves: list[tuple[int, str, int]], dealt_with: Mapping[tuple[str, str], str]
) -> Told:
    """One round, played with the rules alone."""
    guild, table, number, ended_at, void, rules, setup_text, name, *agreed, pace, house, seed, salt = row
    options, minimum, maximum = agreed
    game = PLAYED[str(name)].game
    assert isinstance(guild, int) and isinstance(table, int) and isinstance(seed, bytes)  # noqa: PT018 - one row
    assert isinstance(minimum, int) and isinstance(maximum, int)  # noqa: PT018 - one row
    assert isinstance(number, int) and isinstance(rules, int)  # noqa: PT018 - one row
    setup = Setup.from_json(str(setup_text))
    options = dealt_with.get((seed.hex(), json.dumps(setup.body)), options)
    mode = mode_of(str(house))
    terms = Terms(minimum, maximum, game.read_options(str(options)), Pace(pace), mode)
    try:
        step = game.start(terms, setup, Shuffle(seed, str(salt or "")))
        play, transfers = RoundInPlay.begin(number, setup, step), [*step.transfers]
        people: list[Claim] = []
        for seat, action, made_by in moves:
            if made_by == MadeBy.PERSON:
                person = setup.user_id_in(seat)
                people.append(("move", table, play.question_id_of(person), person, action))
            step = play.round.apply(seat, game.parse(action))
            play = play.then(seat, step, MadeBy(made_by))
            transfers += step.transfers
    except IllegalAction as error:
        raise Violation(f"round {number} of table {table} can't be played again: {error}") from error
    moves_nothing = void or mode.is_practice
    nets = Counter[Holding]() if moves_nothing else _sums(guild, table, setup, transfers)
    is_over, made = ended_at is not None, tuple(people)
    return Told(play, is_over, bool(void), rules, made, nets, mode.is_practice)


def _waits_for_nothing(table: Table) -> bool:
    game, terms, lobby = table.game, table.terms, table.lobby
    has_clock = game.window(terms, lobby) is not None
    return not has_clock and game.can_begin(terms, lobby) and game.is_complete(terms, lobby)


def _sums(guild: int, table: int, setup: Setup, transfers: list[Transfer]) -> Counter[Holding]:
    def holding(account: int | Pot) -> Holding:
        if account is Pot.HOUSE:
            return guild, "house", 0
        if account is Pot.MIDDLE:
            return guild, "table", table
        return guild, "member", setup.user_id_in(account)

    sums = Counter[Holding]()
    for transfer in transfers:
        _move(sums, holding(transfer.payer), holding(transfer.payee), transfer.amount)
    return sums


def _done(db: Database) -> Iterator[Claim]:
    """What people did that is in no round, in the words of the journal."""
    yield from db.execute(
        "SELECT 'bet', l.table_id, l.round, a.owner, l.amount FROM ledger l JOIN accounts a ON a.id = l.payer"
        " WHERE l.why = 'bet' AND l.key LIKE 'table:%' AND a.kind = 'member' AND l.actor = a.owner"
        f" AND NOT {house_player_in_sql('a.owner')}"
    )
    for rows in (_GIFTS, _GIVEN, _SET):
        yield from db.execute(rows)
    for (key,) in db.execute("SELECT key FROM ledger WHERE key LIKE 'start:%' OR key LIKE 'daily:%'"):
        kind, guild, person, *day = key.split(":")
        yield (kind, int(guild), int(person), *day)


def _given(db: Database) -> Iterator[tuple[int, int, int]]:
    settings, claims = ServerSettings(), frozenset(_done(db))
    daily = DailyTerms(settings.daily_chips, settings.streak_bonus, settings.streak_days)
    for claim in claims:
        match claim:
            case ("start", int(guild), int(person)):
                yield guild, person, settings.starting_chips
            case ("daily", int(guild), int(person), str(day)):
                last, days = date.fromisoformat(day), 1
                while ("daily", guild, person, str(last - timedelta(days=days))) in claims:
                    days += 1
                yield guild, person, settings.daily_chips + daily.bonus(days)


def _move(sums: Counter[Holding], payer: Holding, payee: Holding, chips: int) -> None:
    sums[payer] -= chips
    sums[payee] += chips


def _hold_against(db: Database, due: Counter[Holding]) -> None:
    rows = db.execute("SELECT guild, kind, owner, chips FROM accounts").fetchall()
    there = {(guild, kind, owner): chips for guild, kind, owner, chips in rows}
    for holding in there.keys() | due.keys():
        if there.get(holding, 0) != due[holding]:
            guild, kind, owner = holding
            raise Violation(
                f"{kind} {owner} of server {guild} has {there.get(holding, 0)} chips;"
                f" the rounds on the disk make it {due[holding]}"
            )
