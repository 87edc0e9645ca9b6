"""What statements read: none of the bot's reads rows of other servers than the one that it is about.

Each is explained where it is first run by whichever test. SQLite keeps no statistics here, so its plan on an empty
database is that on one of half a million tables.
"""

import re
import sys
from pathlib import Path

from data.store.sqlite.migrate import MIGRATIONS

DATA = Path(__file__).parents[1] / "data"
TABLES = set(re.findall(r"CREATE TABLE (\w+)", "".join(file.read_text() for file in MIGRATIONS.glob("*.sql"))))

OF_ALL_SERVERS = {
    "check.py examine": "everything is checked",
    "shards.py servers_in": "the start says how many servers there are",
    "tables/saved.py load_open": "the start brings all open tables back",
    "tables/ratings.py Ratings.catch_up": "the start brings ratings back that an upgrade has changed",
    "guild/settings.py Settings.all": "the start reads all settings",
    "guild/evenings.py Evenings.all": "every quarter of an hour, over the evenings of a day",
    "guild/forget_guild.py Removed.compare": "the start looks for servers that the bot was removed from",
    "ledger/history.py History.keep_long_curves": "once a day, beside the bot",
    "guild/forget_member.py Departures.forget_digests": "once a day, over those who left in the last 30 days",
    "tables/daily.py DailyDeals.standing": "one's place among all who have played the deal of a day",
    "tables/puzzles.py Puzzles.finish": "along the key, over what is too old, which is there once a week",
    "tables/puzzles.py Puzzles.solved": "how many of all have solved a puzzle of this week",
    "tables/tournaments.py Tournaments.under_way": "every few seconds, along an index of the few that go on",
    "tables/old_moves.py OldMoves.delete": "once a day, along an index of what is due",
}
"""Who in data/ rightly reads rows of all servers, and when."""
FEW_ROWS = {"meta", "blocks", "guilds_left", "erasures", "kept_tries", "resets", "processes", "daily_deals"}
"""Tables that are large nowhere: what is under way, and what belongs to no server."""
OF_ONE = (
    "guild",
    "id",
    "rowid",
    "table_id",
    "account",
    "payer",
    "payee",
    "person",
    "season",
    "shuffle",
    "tournament",
    "key",
)
"""Columns of which one value is one server's, or one person's."""

EXPLAINED = {"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}

_NAMED = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:main\.)?(\w+)(?:\s+(?:AS\s+)?(\w+))?")
_STEP = re.compile(r"(SCAN|SEARCH) (\w+)(.*)")
_ONE_OF = re.compile(rf"[(\s](?:{'|'.join(OF_ONE)})=\?")


def wide(sql, steps):
    """Those of `steps`, SQLite's plan for `sql`, that read rows of more than one server.

    A step that neither scans nor says how it searches takes one row: the one with the largest number.
    """
    derived = set(re.findall(r"\)\s+(?:AS\s+)?(\w+)", sql))
    named = {name: table for table, alias in _NAMED.findall(sql) for name in (table, alias) if table in TABLES}
    return [
        step
        for step in steps
        if (found := _STEP.fullmatch(step))
        and named.get(found[2], "meta") not in FEW_ROWS
        and not (found[2] in derived and (not found[3] or "AUTOMATIC" in found[3]))  # what a subquery has found
        and (found[1] == "SCAN" or "AUTOMATIC" in found[3] or (found[3] and not _ONE_OF.search(found[3])))
    ]


class Explaining:
    """A connection, each of whose new statements is explained."""

    def __init__(self, db, statements):
        self._db = db
        self._statements = statements

    @property
    def __class__(self):
        return type(self._db)

    def __getattr__(self, name):
        return getattr(self._db, name)

    def execute(self, sql, parameters=()):
        self._statements.meet(self._db, sql, parameters)
        return self._db.execute(sql, parameters)

    def executemany(self, sql, parameters):
        many = list(parameters)
        for first in many[:1]:
            self._statements.meet(self._db, sql, first)
        return self._db.executemany(sql, many)


class Statements:
    """All statements of the bot that a process of the tests has run."""

    def __init__(self):
        self.known = {}
        """What each was run with first, and by whom."""
        self.wide = []
        """Those that read rows of other servers, with what says so."""

    def meet(self, db, sql, parameters):
        """Explain a statement that is new, if the bot has asked for it."""
        if sql in self.known or not (askers := _askers()):
            return
        self.known[sql] = parameters, askers
        if askers.isdisjoint(OF_ALL_SERVERS) and sql.split()[0] in EXPLAINED:
            steps = [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)]
            if found := wide(sql, steps):
                self.wide.append((sorted(askers), sql, found))


def _askers():
    """The functions of data/ that are under way, such as `check.py examine`; none when somebody else asks."""
    frame, askers = sys._getframe(3), set()
    if not frame.f_code.co_filename.startswith(str(DATA)):
        return askers
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(DATA):
            asker, _, _ = frame.f_code.co_qualname.partition(".<locals>")
            askers.add(f"{path.relative_to(DATA)} {asker}")
        frame = frame.f_back
    return askers
