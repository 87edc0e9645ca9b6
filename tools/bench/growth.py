"""`python -m tools.bench.growth`: what a round of each game takes in the database, with its moves and without them.

Rounds are played as in `tools.bench`, through the bot: three people at Blackjack, Pok Deng and Pontoon, four at
Five Hundred, with ids as long as Discord's, and each game in a database of its own. Then the moves of all rounds are
deleted, as the bot does with old ones. What the database took when it was empty is left out. Bytes are those of whole
pages, indexes included. Tables, accounts and matches count too, divided by the rounds that were played there.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from pathlib import Path
from random import Random

from data.store.store import Store
from data.tables.old_moves import OldMoves
from tools.bench.__main__ import GAMES
from tools.bench.clock import StillLoop
from tools.bench.report import Machine, table
from tools.bench.tables import Tables, running
from tools.bench.wire import Wire

FIRST_PERSON = 5 * 10**17
"""As many digits as Discord's ids have."""
TABLES = 4
"""Tables where people play at once."""
_PRESSES = 20
"""Presses after which the finished rounds are counted."""
_FINISHED = "SELECT COUNT(*) FROM rounds WHERE ended_at IS NOT NULL"
_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
_BYTES = """
    SELECT m.tbl_name, SUM(s.pgsize), SUM(s.unused) FROM dbstat s JOIN sqlite_master m ON m.name = s.name
    GROUP BY m.tbl_name"""
_FREE = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"
OF_ROUNDS = ("ledger", "moves", "rounds", "results", "match_deals", "shuffles")
"""What has rows for each round, or for each shuffle."""
_OTHERS = "all others"


@dataclass(frozen=True, slots=True)
class Size:
    """What a database holds: the rows of each table, and its bytes.

    `gaps` are bytes of them that its pages have no use for, and `free` those of pages that nothing uses.
    """

    rows: Mapping[str, int]
    bytes: Mapping[str, int]
    gaps: int
    free: int

    def __sub__(self, empty: Size) -> Size:
        """What was added to an `empty` database."""
        rows = {name: count - empty.rows[name] for name, count in self.rows.items()}
        held = {name: size - empty.bytes[name] for name, size in self.bytes.items()}
        return Size(rows, held, self.gaps - empty.gaps, self.free - empty.free)


@dataclass(frozen=True, slots=True)
class Growth:
    """So many finished `rounds` of a game, with their moves and without."""

    game: str
    rounds: int
    whole: Size
    without: Size


def weigh(path: Path) -> Size:
    """The size of the database at `path`, which nobody has open."""
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute(_NAMES)]
        rows = {name: int(db.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]) for name in names}
        held = db.execute(_BYTES).fetchall()
        gaps = sum(unused for *_, unused in held)
        return Size(rows, {name: size for name, size, _ in held}, gaps, db.execute(_FREE).fetchone()[0])


async def play(path: Path, game: type[Tables], count: int, random: Random) -> int:
    """Play at some tables until at least `count` rounds are over. Returns how many are."""
    loop, wire = asyncio.get_running_loop(), Wire()
    assert isinstance(loop, StillLoop)
    async with running(path, wire, random) as app:
        loop.keep_what_runs()
        tables, finished = game(app, wire, random), 0
        await tables.open(TABLES)
        while finished < count:
            for _ in range(_PRESSES):
                await wire.ask(app, await tables.next_press(tables.next_index()))
                await loop.until_quiet()
                wire.take_in()
            finished = await app.store.read(lambda db: int(db.execute(_FINISHED).fetchone()[0]))
    return finished


async def delete_moves(path: Path) -> None:
    """Delete the moves of all rounds that are over, as the bot does; a new database is only made."""
    store = await Store.open(path)
    try:
        await OldMoves(store).delete(datetime.now(UTC) + timedelta(days=1))
    finally:
        await store.close()


def grown(path: Path, game: type[Tables], count: int, seed: int) -> Growth:
    """Measure one game in a database at `path`."""
    asyncio.run(delete_moves(path))
    empty = weigh(path)
    people: type[Tables] = type(game.__name__, (game,), {"first": FIRST_PERSON})
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        rounds = runner.run(play(path, people, count, Random(seed)))
    whole = weigh(path) - empty
    asyncio.run(delete_moves(path))
    return Growth(game.title, rounds, whole, weigh(path) - empty)


def report(games: Sequence[Growth]) -> str:
    """The rows and the bytes of a round, and its bytes without moves: a column for each game."""
    rows = [_parts(growth.whole.rows, growth.rounds) for growth in games]
    whole, without = ([_bytes(size(growth), growth.rounds) for growth in games] for size in (_WHOLE, _WITHOUT))
    names = [growth.game for growth in games]
    return "\n\n".join(
        [
            _printed(("rows a round", *names), rows, ".1f"),
            _printed(("bytes a round", *names), whole, ",.0f"),
            _printed(("bytes without its moves", *names), without, ",.0f"),
        ]
    )


_WHOLE, _WITHOUT = attrgetter("whole"), attrgetter("without")


def _bytes(size: Size, rounds: int) -> Mapping[str, float]:
    free = {"of it gaps in pages": size.gaps / rounds, "free pages": size.free / rounds}
    return {**_parts(size.bytes, rounds), **free}


def _parts(sizes: Mapping[str, int], rounds: int) -> Mapping[str, float]:
    """What one round has of each, of all others, and together."""
    others = sum(size for name, size in sizes.items() if name not in OF_ROUNDS)
    parts = {name: sizes[name] for name in OF_ROUNDS} | {_OTHERS: others, "together": sum(sizes.values())}
    return {name: size / rounds for name, size in parts.items()}


def _printed(headings: Sequence[str], columns: Sequence[Mapping[str, float]], form: str) -> str:
    return table(headings, [(name, *(format(column[name], form) for column in columns)) for name in columns[0]])


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.growth", description="Weigh a round of each game.")
    parser.add_argument("--rounds", type=int, default=300, help="rounds of each game, default 300")
    parser.add_argument("--seed", type=int, default=1, help="decides the moves and the cards")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        games = [grown(Path(folder) / f"{game.command}.sqlite3", game, args.rounds, args.seed) for game in GAMES]
        print(f"{report(games)}\n\n{machine}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
