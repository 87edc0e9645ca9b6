"""Start the same bot on a simulated Discord in a local browser page. No token, no network."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import secrets
import signal
import sys
from pathlib import Path

from cogs.app.bot import App
from cogs.app.process import logs
from data.store.errors import StoreError
from data.store.store import Store
from players.workers.thinkers import Thinkers, usual_processes

try:
    import simcord

    from tools.playground.windows import open_windows
    from tools.playground.world import Aside, simulated
except ModuleNotFoundError as missing:
    sys.exit(
        f"The playground needs {missing.name}; install it with `pip install -r requirements-play.txt`, or use make."
    )

DATABASE = Path("data/playground.sqlite3")
TICK_SECONDS = 0.25


async def run() -> None:
    """Serve until SIGINT or SIGTERM. Raises StoreError, and as `simulated`."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its loop
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    store, thinkers = await Store.open(DATABASE), Thinkers(usual_processes())
    try:
        aside = Aside(thinkers.answer)
        app = App(store, entropy=lambda: secrets.token_bytes(32), think=aside.answer, on_thread=aside.on_thread)
        async with simulated(app, aside) as world, open_windows(world) as address:
            print(f"The playground is at {address} - open it in your browser.", flush=True)
            while not stop.is_set() and app.failure is None:
                async with world.turn:
                    await world.catch_up()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), TICK_SECONDS)
        if app.failure is not None:
            raise app.failure
    finally:
        await thinkers.close()
        await store.close()


def main() -> int:
    """Start, or say in one sentence why that failed. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=f"{__doc__} It prints the page's address, keeps its chips in {DATABASE}, and ends with Ctrl+C."
    )
    parser.parse_args()
    logs.set_up(logging.WARNING)
    try:
        asyncio.run(run())
    except (StoreError, simcord.SetupError) as error:
        print(error, file=sys.stderr)
        return 1
    except TimeoutError:
        print("The bot did not start in time; this machine is too busy, try again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
