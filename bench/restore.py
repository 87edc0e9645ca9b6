"""How long a fresh bot takes to bring many live tables back, and what each weighs in memory."""

from __future__ import annotations

import gc
import sqlite3
import time
import tracemalloc
from pathlib import Path
from random import Random

from bench.wire import GUILD, Wire
from cogs.app import App
from cogs.blackjack.spec import spec
from data.store.store import Store
from data.tables.saved import SavedTable, load_open
from games.shoe import commitment
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.game import Setup, Shuffle, Terms
from tables.round_in_play import RoundInPlay

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

    Each copy has cards of its own, and as many moves that are legal with them as there were, or up to the last.
    """

    def work(db: sqlite3.Connection) -> None:
        live = load_open(db)
        for n in range(wanted - len(live)):
            _copy(db, live[n % len(live)], random)

    await store.write(work)


def _copy(db: sqlite3.Connection, saved: SavedTable, random: Random) -> None:
    assert saved.running is not None
    terms = Terms(saved.minimum, saved.maximum, _GAME.read_options(saved.options), Pace(saved.pace))
    setup, salt = Setup.from_json(saved.running.setup), saved.shuffle.salt or ""
    play: RoundInPlay | None = None
    while play is None or play.is_over:  # dealt nothing but blackjacks
        seed = random.randbytes(32)
        play = RoundInPlay.begin(setup, _GAME.start(terms, setup, Shuffle(seed, salt)))
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


async def restore(path: Path, wire: Wire) -> tuple[int, float]:
    """Bring back every live table of the file. Returns how many there are and the seconds it took.

    Raises RuntimeError when one did not come back in the middle of its round.
    """
    store = await Store.open(path)
    try:
        app = await _fresh(store, wire)
        gc.collect()
        began = time.perf_counter()
        count = await app.open_tables.resume()
        seconds = time.perf_counter() - began
        app.open_tables.stop()
        if lost := sum(not table.is_playing for table in app.open_tables.in_guild(GUILD)):
            raise RuntimeError(f"{lost} of {count} rounds did not come back")
    finally:
        await store.close()
    return count, seconds


async def weigh(path: Path, wire: Wire) -> float:
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


async def _fresh(store: Store, wire: Wire) -> App:
    app = App(store, entropy=lambda: bytes(32))
    await app._async_setup_hook()
    wire.carry(app)
    app.offer(spec(app))
    return app
