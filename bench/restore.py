"""How long a fresh bot takes to bring many live tables back, and what each weighs in memory."""

from __future__ import annotations

import gc
import sqlite3
import time
import tracemalloc
from pathlib import Path

from bench.wire import Wire
from cogs.app import App
from cogs.blackjack.cog import BlackjackFace
from data.store import Store

_COPIES = {
    "tables": "id",
    "rounds": "table_id",
    "moves": "table_id",
    "shuffles": "table_id",
}


async def multiply(store: Store, wanted: int) -> None:
    """Copy the live tables, all in the middle of a round, until there are `wanted` of them."""

    def work(db: sqlite3.Connection) -> None:
        live = [row[0] for row in db.execute("SELECT id FROM tables WHERE closed_at IS NULL ORDER BY id")]
        step = db.execute("SELECT MAX(id) FROM tables").fetchone()[0]
        copies = [(table, table + step * (n // len(live))) for n, table in enumerate(live * -(-wanted // len(live)))]
        for name, key in _COPIES.items():
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            if key != "id":
                columns = [column for column in columns if column != "id"]
            kept = ", ".join(columns)
            taken = ", ".join("?" if column == key else column for column in columns)
            db.executemany(
                f"INSERT INTO {name} ({kept}) SELECT {taken} FROM {name} WHERE {key} = ?",
                [(copy, table) for table, copy in copies[len(live) : wanted]],
            )

    await store.write(work)


async def restore(path: Path, wire: Wire) -> tuple[int, float]:
    """Bring back every live table of the file. Returns how many there are and the seconds it took."""
    store = await Store.open(path)
    try:
        app = await _fresh(store, wire)
        gc.collect()
        began = time.perf_counter()
        count = await app.floor.resume()
        seconds = time.perf_counter() - began
        app.floor.stop()
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
        count = await app.floor.resume()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        app.floor.stop()
    finally:
        await store.close()
    return (after - before) / count


async def _fresh(store: Store, wire: Wire) -> App:
    app = App(store, entropy=lambda: bytes(32))
    await app._async_setup_hook()
    wire.carry(app)
    app.presses.offer(BlackjackFace(app.economy, app.card_emojis.text))
    return app
