"""The board for Grafana, and the alerts in the documents: all they ask for is among the bot's metrics."""

import itertools
import json
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.app.process.metrics import Metrics, State
from cogs.app.process.metrics_sink import PressOutcome
from data.store.database import Load
from tests.cogs.app.test_metrics import Over

ROOT = Path(__file__).parents[1]
BOARD = ROOT / "deploy" / "grafana.json"
NAME = re.compile(r"\b(?:cardtables|process)_\w+")
MATCHERS = re.compile(r"\b(?P<name>(?:cardtables|process)_\w+)\{(?P<labels>[^}]*)\}")
GROUPED = re.compile(r"\bby \((?P<labels>[^)]*)\)")
OF_PROMETHEUS = {"instance"}
"""Labels that Prometheus adds to everything that it reads."""
COLUMNS = 24


@pytest.fixture(scope="module")
def labels():
    """The labels of each metric of a bot at which everything has happened once."""
    metrics = Metrics()
    for outcome in PressOutcome:
        metrics.pressed(Over("blackjack", outcome))
        metrics.commanded(Over("", outcome))
    metrics.look_at(
        State(
            tables=lambda: {"blackjack": 1},
            redraws=lambda: 0,
            left=lambda: 0,
            questions=lambda: 0,
            shards=lambda: {0: True},
            waits=lambda: (0.0, 0.0),
            load=lambda: Load(0, 0, 0),
            backup=lambda: 60.0,
        )
    )
    families = list(text_string_to_metric_families(metrics.text().decode()))
    return {each.name: {*each.labels} for family in families for each in family.samples}


@pytest.fixture(scope="module")
def board():
    return json.loads(BOARD.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def queries(board):
    """What the board asks Prometheus for, and what stands in the documents to be asked for."""
    of_board = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    document = (ROOT / "docs" / "watch.md").read_text(encoding="utf-8")
    codes = re.findall(r"`([^`\n]+)`", document.replace(r"\|", "|"))  # as it is written within a table
    of_alerts = [code for code in codes if NAME.search(code)]
    assert len(of_board) >= 20
    assert len(of_alerts) >= 5
    return of_board + of_alerts


def test_every_metric_label_and_value_that_is_asked_for_is_there(queries, labels):
    assert {name for query in queries for name in NAME.findall(query)} - {*labels} == set()

    asked = {
        (match["name"], label)
        for query in queries
        for match in MATCHERS.finditer(query)
        for label in re.findall(r"(\w+)\s*(?:=|!=|=~|!~)\"", match["labels"])
    }
    assert ("cardtables_presses_total", "outcome") in asked
    assert {(name, label) for name, label in asked if label not in labels[name] | OF_PROMETHEUS} == set()
    grouped = {label for query in queries for found in GROUPED.finditer(query) for label in found["labels"].split(", ")}
    assert grouped - {"le"} - set().union(*labels.values()) == set()

    outcomes = {
        value
        for query in queries
        for values in re.findall(r"outcome!?=~?\"([^\"]+)\"", query)
        for value in values.split("|")
    }
    assert outcomes >= {"failed", "unanswered"}
    assert outcomes <= {*map(str, PressOutcome)}


def test_everything_that_the_bot_counts_is_on_the_board(board, labels):
    shown = {name for panel in board["panels"] for target in panel["targets"] for name in NAME.findall(target["expr"])}
    wanted = {name for name in labels if name.startswith("cardtables_") and not name.endswith(("_count", "_sum"))}
    assert wanted - shown == set()


def test_grafana_can_read_it_as_a_board_on_which_no_panel_lies_on_another(board):
    assert (board["title"], board["uid"]) == ("Card tables", "cardtables")
    assert board["schemaVersion"] >= 39
    assert "id" not in board  # Grafana gives it one
    ids = [panel["id"] for panel in board["panels"]]
    assert len({*ids}) == len(ids)
    assert {panel["type"] for panel in board["panels"]} == {"stat", "timeseries", "state-timeline"}
    assert all(panel["title"] and panel["targets"] for panel in board["panels"])

    places = [panel["gridPos"] for panel in board["panels"]]
    assert all(place["x"] >= 0 and place["x"] + place["w"] <= COLUMNS for place in places)
    assert not [
        (one, other)
        for one, other in itertools.combinations(places, 2)
        if one["x"] < other["x"] + other["w"]
        and other["x"] < one["x"] + one["w"]
        and one["y"] < other["y"] + other["h"]
        and other["y"] < one["y"] + one["h"]
    ]


def test_every_panel_asks_the_source_and_the_processes_that_are_chosen(board):
    chosen = {variable["name"] for variable in board["templating"]["list"]}
    assert chosen == {"datasource", "instance"}
    used = {*re.findall(r"\$\{?(\w+)", json.dumps(board))} - {"__all", "__rate_interval"}
    assert used == chosen
    assert all("$instance" in target["expr"] for panel in board["panels"] for target in panel["targets"])
    assert {panel["datasource"]["uid"] for panel in board["panels"]} == {"${datasource}"}
