"""`/owner status`: how this process is doing, in figures."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from cogs import VERSION
from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.table.parts import layout, lines
from i18n.words import Words

ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "data" / "migrations"
MOST_SHARDS = 40
"""The most shards that are listed one by one."""
LONGEST_COMMIT = 10
"""Characters."""


def status_view(app: App, started_at: datetime, drain: str, words: Words) -> Layout:
    """The panel. `drain` says whether rounds begin."""
    return layout(None, [words("### Status"), _process(app, started_at, words), _load(app, words), drain])


def _process(app: App, started_at: datetime, words: Words) -> str:
    memory, up = resident_bytes(), app.now() - started_at
    return lines(
        words(
            "Version {version}, commit {commit}, database version {database}",
            version=VERSION,
            commit=commit_of(ROOT) or words("unknown"),
            database=str(database_version()),
        ),
        words("Up for {days} d {hours} h {minutes} min", days=up.days, **_hours(up)),
        words("Memory: {mb} MB", mb=memory // 2**20) if memory is not None else "",
        words("Servers: {count}", count=len(app.guilds)),
        *_shards(app, words),
    )


def _hours(span: timedelta) -> dict[str, int]:
    return {"hours": span.seconds // 3600, "minutes": span.seconds // 60 % 60}


def _shards(app: App, words: Words) -> Iterator[str]:
    for number, shard in list(app.shards.items())[:MOST_SHARDS]:
        name = str(number)
        if shard.is_closed() or not math.isfinite(shard.latency):
            yield words("- Shard {shard}: not connected", shard=name)
        else:
            yield words("- Shard {shard}: {ms} ms", shard=name, ms=round(shard.latency * 1000))


def _load(app: App, words: Words) -> str:
    titles = {key: words.said(game.title) for key, game in app.games.items()}
    thinking, tables = app.thinkers, app.open_tables.by_game()
    return lines(
        words("Rounds in play: {count}", count=app.open_tables.rounds_in_play),
        words("Presses and commands in the last minute: {count}", count=app.shutdown.arrivals.total(time.monotonic())),
        words("Tables waiting to be redrawn: {count}", count=app.redraws),
        words(
            "Processes that think for house players: {count}, questions waiting: {waiting}",
            count=len(thinking.pids),
            waiting=thinking.waiting,
        )
        if thinking is not None
        else "",
        words("Open tables: {count}", count=sum(tables.values())),
        *(words("- {game}: {count}", game=titles[game], count=count) for game, count in tables.items() if count),
    )


def database_version() -> int:
    """The version to which an open database has been brought: the number of the last migration."""
    return max(int(file.name.partition("_")[0]) for file in MIGRATIONS.glob("*.sql"))


def resident_bytes() -> int | None:
    """The memory that the process holds; None where the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):  # there is such a file under Linux alone
        return None


def commit_of(folder: Path) -> str | None:
    """The commit that a clone in `folder` is at, shortened; None where that can't be read."""
    git = folder / ".git"
    try:
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head[:LONGEST_COMMIT]
        if (git / name).is_file():
            return (git / name).read_text(encoding="utf-8").strip()[:LONGEST_COMMIT]
        packed = (line.split(" ") for line in (git / "packed-refs").read_text(encoding="utf-8").splitlines())
        return next((first[:LONGEST_COMMIT] for first, *rest in packed if rest == [name]), None)
    except OSError:
        return None
