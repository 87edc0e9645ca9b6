"""The numbers for Prometheus: counted as they are told, looked up when asked, and about nobody in particular."""

import asyncio
from types import SimpleNamespace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.app.process.metrics import Metrics, State
from cogs.app.process.metrics_sink import TABLE, PressOutcome, mark
from data.store.database import Load
from players.workers.process import NoAnswer, NobodyThinks


@pytest.fixture
def metrics():
    return Metrics()


class Over:
    """An interaction that is over: a press at a table of a game, or the command `/balance`."""

    def __init__(self, game, outcome=PressOutcome.ANSWERED):
        self.extras = {TABLE: SimpleNamespace(game=SimpleNamespace(name=game))}
        self.response = self.command = self
        self.qualified_name = "balance"
        mark(self, outcome)

    def is_done(self):
        return True


def samples(metrics):
    """Each number by its name and labels as Prometheus reads them."""
    return {
        (each.name, *each.labels.values()): each.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for each in family.samples
    }


def test_presses_and_commands_are_counted_by_what_became_of_them(metrics):
    metrics.pressed(Over("pontoon"))
    metrics.pressed(Over("pontoon"))
    metrics.pressed(Over("pontoon", PressOutcome.STALE))
    metrics.pressed(Over("", PressOutcome.REFUSED))
    metrics.commanded(Over("", PressOutcome.FAILED))
    found = samples(metrics)
    assert found["cardtables_presses_total", "pontoon", "answered"] == 2
    assert found["cardtables_presses_total", "pontoon", "stale"] == 1
    assert found["cardtables_presses_total", "none", "refused"] == 1
    assert found["cardtables_commands_total", "balance", "failed"] == 1


def test_times_fall_into_buckets_of_their_own_metrics(metrics):
    metrics.committed(0.004)
    metrics.committed(0.3)
    metrics.late(0.0)
    found = samples(metrics)
    assert found["cardtables_commit_seconds_count",] == 2
    assert found["cardtables_commit_seconds_bucket", "0.005"] == 1
    assert found["cardtables_commit_seconds_bucket", "0.5"] == 2
    assert found["cardtables_event_loop_lag_seconds_bucket", "0.001"] == 1
    assert found["process_resident_memory_bytes",] > 0
    assert samples(Metrics())["cardtables_commit_seconds_count",] == 0


async def test_an_answer_counts_in_the_context_of_its_press_and_only_the_first(metrics):
    async def press(answers):
        metrics.arrived()
        for _ in range(answers):
            metrics.acknowledged()

    await asyncio.gather(*(asyncio.create_task(press(answers)) for answers in (0, 1, 2)))
    metrics.acknowledged()  # of nothing that has come
    assert samples(metrics)["cardtables_acknowledgement_seconds_count",] == 2


def test_what_discord_sends_as_a_scope_makes_no_new_label(metrics):
    for scope in ("global", "user", "anything", "else"):
        metrics.too_many(scope)
    found = {labels[1]: value for labels, value in samples(metrics).items() if "too_many" in labels[0]}
    assert found == {"global": 1, "user": 1, "shared": 0, "other": 2}


async def test_thoughts_are_counted_by_what_became_of_them_and_timed_when_answered(metrics):
    async def think(question, seed):
        if isinstance(question, Exception):
            raise question
        return question, seed

    watched = metrics.thinking(think)
    assert await watched("?", b"7") == ("?", b"7")
    for error in (NobodyThinks("too much"), NoAnswer("it died"), NoAnswer("it died")):
        with pytest.raises(type(error)):
            await watched(error, b"7")
    found = samples(metrics)
    assert found["cardtables_thoughts_total", "answered"] == 1
    assert found["cardtables_thoughts_total", "refused"] == 1
    assert found["cardtables_thoughts_total", "failed"] == 2
    assert found["cardtables_thought_seconds_count",] == 1


def test_what_stands_somewhere_is_looked_up_each_time(metrics):
    tables = {"pontoon": 2}
    metrics.look_at(
        State(
            tables=lambda: tables,
            redraws=lambda: 7,
            left=lambda: 5,
            questions=lambda: 3,
            shards=lambda: {0: True, 1: False},
            waits=lambda: (1.5, 0.25),
            load=lambda: Load(retries=4, connections=2, waiting=1),
        )
    )
    found = samples(metrics)
    assert found["cardtables_live_tables", "pontoon"] == 2
    assert (found["cardtables_redraw_queue",], found["cardtables_messages_left",]) == (7, 5)
    assert found["cardtables_thoughts_waiting",] == 3
    assert (found["cardtables_oldest_press_seconds",], found["cardtables_oldest_write_seconds",]) == (1.5, 0.25)
    assert found["cardtables_database_retries_total",] == 4
    connections = (found["cardtables_database_connections", state] for state in ("used", "waited for"))
    assert tuple(connections) == (2, 1)
    assert (found["cardtables_shard_connected", "0"], found["cardtables_shard_connected", "1"]) == (1, 0)
    tables["blackjack"] = 1
    assert samples(metrics)["cardtables_live_tables", "blackjack"] == 1
