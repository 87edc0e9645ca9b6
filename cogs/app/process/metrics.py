"""The numbers behind `/metrics`, for Prometheus. No label names a server or a person.

What happens is counted when it happens; what stands somewhere, like the number of tables, is looked up when somebody
asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from cogs.app.process.metrics_sink import MetricsSink, command_of, game_of, outcome_of
from data.store.database import Load
from players.choice import Choice, Question, Think
from players.workers.process import NoAnswer, NobodyThinks

SCOPES = frozenset({"user", "global", "shared"})
"""How Discord says that it counts requests; anything else that it sends counts as `OTHER`."""
OTHER = "other"
NO_TABLE = "none"
"""The game of presses that are at no table."""

_ACKNOWLEDGED = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 5)
_COMMITTED = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_THOUGHT = (0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5, 10)
_LATE = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
# seconds, all of them

_came: ContextVar[float | None] = ContextVar("came", default=None)


@dataclass(frozen=True, slots=True)
class State:
    """Where to look up what stands somewhere."""

    tables: Callable[[], Mapping[str, int]]
    """Live tables by game."""
    redraws: Callable[[], int]
    """Pictures that wait in the line."""
    left: Callable[[], int]
    """Messages that Discord refuses to change."""
    questions: Callable[[], int]
    """Questions of house players and the coach that wait."""
    shards: Callable[[], Mapping[int, bool]]
    """The shards of this process, and whether each is connected."""
    waits: Callable[[], tuple[float, float]]
    """Seconds that somebody has waited for an answer, and the database, at the longest just now."""
    load: Callable[[], Load]
    """How much the database has to do."""
    backup: Callable[[], float | None] = lambda: None
    """Seconds since the last backup, infinitely many without any; None where nobody asks for that."""

    def collect(self) -> Iterator[Metric]:
        """All of it, for Prometheus."""
        tables = GaugeMetricFamily("cardtables_live_tables", "Open tables by game", labels=("game",))
        for game, count in self.tables().items():
            tables.add_metric((game,), count)
        shards = GaugeMetricFamily("cardtables_shard_connected", "1 for a connected shard, else 0", labels=("shard",))
        for shard, is_connected in self.shards().items():
            shards.add_metric((str(shard),), is_connected)
        yield from (tables, shards)
        yield GaugeMetricFamily("cardtables_redraw_queue", "Pictures that wait in line", self.redraws())
        yield GaugeMetricFamily("cardtables_messages_left", "Messages that Discord refuses to change", self.left())
        yield GaugeMetricFamily("cardtables_thoughts_waiting", "Questions that wait for a process", self.questions())
        press, write = self.waits()
        yield GaugeMetricFamily("cardtables_oldest_press_seconds", "How long someone has waited for an answer", press)
        yield GaugeMetricFamily("cardtables_oldest_write_seconds", "How long the database has been waited for", write)
        load = self.load()
        yield CounterMetricFamily("cardtables_database_retries", "Transactions that were begun again", load.retries)
        connections = GaugeMetricFamily(
            "cardtables_database_connections",
            "Connections in use, and transactions that wait for one",
            labels=("state",),
        )
        connections.add_metric(("used",), load.connections)
        connections.add_metric(("waited for",), load.waiting)
        yield connections
        age = self.backup()
        if age is not None:
            yield GaugeMetricFamily("cardtables_backup_age_seconds", "Since the last backup of the database", age)


class Metrics(MetricsSink):
    """Counts what it is told."""

    def __init__(self) -> None:
        disable_created_metrics()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)

        def counter(name: str, about: str, *labels: str) -> Counter:
            return Counter(f"cardtables_{name}", about, labels, registry=self._registry)

        def histogram(name: str, about: str, buckets: tuple[float, ...]) -> Histogram:
            return Histogram(f"cardtables_{name}_seconds", about, buckets=buckets, registry=self._registry)

        # `labels` checks and locks; what it returns stays the same.
        self._presses = cache(counter("presses", "Presses, choices and forms", "game", "outcome").labels)
        self._commands = cache(counter("commands", "Commands", "command", "outcome").labels)
        self._refusals = counter("too_many_requests", "429s from Discord by how it counts", "scope")
        self._thoughts = counter("thoughts", "Questions of house players and the coach", "outcome")
        for scope in (*SCOPES, OTHER):
            self._refusals.labels(scope)
        for outcome in ("answered", "refused", "failed", "cancelled"):
            self._thoughts.labels(outcome)
        self._thought = histogram("thought", "From a question to its answer", _THOUGHT)
        self._acknowledged = histogram("acknowledgement", "From a press or command to its first answer", _ACKNOWLEDGED)
        self._committed = histogram("commit", "From asking for a write until it is on the disk", _COMMITTED)
        self._late = histogram("event_loop_lag", "How late the event loop comes to what is due", _LATE)

    def look_at(self, state: State) -> None:
        """Look there too whenever somebody asks."""
        self._registry.register(state)

    def text(self) -> bytes:
        """All numbers, in Prometheus' own format."""
        return generate_latest(self._registry)

    def arrived(self) -> None:
        """See `MetricsSink`."""
        _came.set(time.perf_counter())

    def acknowledged(self) -> None:
        """See `MetricsSink`."""
        came = _came.get()
        if came is not None:
            _came.set(None)
            self._acknowledged.observe(time.perf_counter() - came)

    def pressed(self, interaction: discord.Interaction) -> None:
        """See `MetricsSink`."""
        self._presses(game_of(interaction) or NO_TABLE, outcome_of(interaction)).inc()

    def commanded(self, interaction: discord.Interaction) -> None:
        """See `MetricsSink`."""
        self._commands(command_of(interaction), outcome_of(interaction)).inc()

    def committed(self, seconds: float) -> None:
        """See `MetricsSink`."""
        self._committed.observe(seconds)

    def too_many(self, scope: str) -> None:
        """See `MetricsSink`."""
        self._refusals.labels(scope if scope in SCOPES else OTHER).inc()

    def late(self, seconds: float) -> None:
        """See `MetricsSink`."""
        self._late.observe(seconds)

    def thinking(self, think: Think) -> Think:
        """See `MetricsSink`."""

        async def watched(question: Question, seed: bytes) -> Choice:
            began, outcome = time.perf_counter(), "cancelled"
            try:
                choice = await think(question, seed)
                outcome = "answered"
                self._thought.observe(time.perf_counter() - began)
            except NobodyThinks:
                outcome = "refused"
                raise
            except NoAnswer:
                outcome = "failed"
                raise
            finally:
                self._thoughts.labels(outcome).inc()
            return choice

        return watched
