"""`python -m tools.bench.restore`: how long a fresh bot takes to bring many live tables back, and what they weigh.

Some tables of Blackjack in the middle of a round are copied, each with cards and moves of its own, until there are
enough. A fresh bot brings them all back, without Discord's part; then again under tracemalloc.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from random import Random

from cogs.app.bot import App
from cogs.app.process.collector import Collector
from cogs.blackjack.blackjack_spec import spec
from data.store.database import Database
from data.store.store import Store
from data.tables.saved import SavedTable, load_open
from games.fair.shoe import commitment
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.modes import Shuffle
from tables.round_in_play import RoundInPlay, Setup
from tables.table import Table
from tools.bench.blackjack import BlackjackTables
from tools.bench.report import table
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import GUILD, FakeDiscord

_GAME = BlackjackGame()
_TABLE = """
    INSERT INTO tables (guild, channel, message, posted_at, game, host, options, minimum, maximum, pace, lobby, round,
        version, deadline, opened_at)
    SELECT guild, channel, message, posted_at, game, host, options, minimum, maximum, pace, lobby, round,
        version, deadline, opened_at FROM tables WHERE id = ? RETURNING id"""
_SHUFFLE = "INSERT INTO shuffles (table_id, seed, commitment, salt, created_at) VALUES (?, ?, ?, ?, 0)"
_ROUND = "INSERT INTO rounds (table_id, round, rules, setup, started_at) VALUES (?, ?, ?, ?, 0)"
_MOVE = "INSERT INTO moves (table_id, version, n, round, seat, action, clock, at) VALUES (?, ?, 0, ?, ?, ?, 0, 0)"


async def multiply(store: Store, wanted: int, random: Random) -> None:
    """Copy the live tables, all in the middle of a round, until there are `wanted` of them.

    Each copy has cards of its own, and as many legal moves as the original, or fewer if its round is over sooner.
    """

    def work(db: Database) -> None:
        live = load_open(db)
        for n in range(wanted - len(live)):
            _copy(db, live[n % len(live)], random)

    await store.write(work)


def _copy(db: Database, saved: SavedTable, random: Random) -> None:
    assert saved.running is not None
    terms = Table.of(saved, _GAME).terms
    setup, salt = Setup.from_json(saved.running.setup), saved.shuffle.salt or ""
    play: RoundInPlay | None = None
    while play is None or play.is_over:  # when everybody was dealt a blackjack
        seed = random.randbytes(32)
        play = RoundInPlay.begin(saved.round, setup, _GAME.start(terms, setup, Shuffle(seed, salt)))
    (table,) = db.execute(_TABLE, (saved.id,)).fetchall()[0]
    db.execute(_SHUFFLE, (table, seed, commitment(seed), salt))
    db.execute(_ROUND, (table, saved.round, saved.running.rules, saved.running.setup))
    for version in range(len(saved.running.moves)):
        seat = min(play.to_act)
        move = random.choice(list(play.round.legal_actions(seat)))
        after = play.then(seat, play.round.apply(seat, move))
        if after.is_over:
            break
        db.execute(_MOVE, (table, version, saved.round, seat, str(move)))
        play = after


async def restore(path: Path, wire: FakeDiscord) -> tuple[int, float]:
    """Bring back every live table of the file. Returns how many there are and the seconds it took.

    Raises RuntimeError when one did not come back in the middle of its round.
    """
    store = await Store.open(path)
    try:
        app = await _fresh(store, wire)
        gc.collect()
        began = time.perf_counter()
        with Collector().waiting():
            count = await app.open_tables.resume()
        seconds = time.perf_counter() - began
        app.open_tables.stop()
        if lost := sum(not table.is_playing for table in app.open_tables.tables(GUILD)):
            raise RuntimeError(f"{lost} of {count} rounds did not come back")
    finally:
        gc.unfreeze()
        await store.close()
    return count, seconds


async def weigh(path: Path, wire: FakeDiscord) -> float:
    """The bytes that Python holds for each live table, with its message and its timers: tracemalloc's count."""
    store = await Store.open(path)
    try:
        app = await _fresh(store, wire)
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        count = await app.open_tables.resume()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        app.open_tables.stop()
    finally:
        await store.close()
    return (after - before) / count


async def _fresh(store: Store, wire: FakeDiscord) -> App:
    app = App(store, entropy=lambda: bytes(32))
    await app._async_setup_hook()
    wire.carry(app)
    await app.offer(spec(app))
    return app


async def prepare(path: Path, tables: int, originals: int = 100) -> None:
    """Make a database of live tables."""
    wire, random = FakeDiscord(), Random(1)
    async with running(path, wire, random) as app:
        await BlackjackTables(app, wire, random).open(min(tables, originals))
        app.open_tables.stop()
        app.presses.stop()
        await multiply(app.store, tables, random)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.restore", description="Bring many live tables back.")
    parser.add_argument("--tables", type=int, default=10_000, help="live tables, default 10000")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=StillLoop) as runner:
        path = Path(folder) / "restore.sqlite3"
        runner.run(prepare(path, args.tables))
        count, seconds = runner.run(restore(path, FakeDiscord()))
        weight = runner.run(weigh(path, FakeDiscord()))
    row = (f"{count:,}", f"{seconds:.2f}", f"{seconds / count * 1000:.2f}", f"{weight / 1024:.1f}")
    print(table(("live tables brought back", "seconds", "ms each", "KiB each"), [row]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
