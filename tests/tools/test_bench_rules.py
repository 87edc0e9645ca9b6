"""The comparison of the rules' speed: taking turns, in processor time, and with a note where a peer is missing."""

import tomllib
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest

from tools.bench.rules import CONTESTS, Contest, Peer, contest, measure, table
from tools.torture.games import GAMES, found

pytestmark = pytest.mark.thorough

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


HIGH_CARD = contest(next(found(["tests.high_card.spec"])))
"""Of a game that this knows nothing of."""


@pytest.mark.parametrize("contest", [*CONTESTS, HIGH_CARD], ids=lambda contest: contest.game)
def test_the_rules_play_their_rounds_to_the_end(contest):
    contest.make(Random(1))(30)


def test_every_game_in_the_line_is_measured():
    titles = [played.game.title.template for played in GAMES]
    assert [contest.game.partition(",")[0] for contest in CONTESTS] == titles
    assert HIGH_CARD.game == "High Card, at random"


def test_blocks_alternate_and_the_ratio_is_of_processor_time(monkeypatch):
    played, now = [], [0.0]
    monkeypatch.setattr("time.process_time", lambda: now[0])

    def work(name, seconds):
        def play(rounds):
            played.append((name, rounds))
            now[0] += seconds

        return play

    peer = Peer("pytest", version("pytest"), lambda: work("theirs", 2.0))
    row = measure(Contest("counting", lambda _: work("ours", 0.5), 100, peer), 3, Random(1))

    assert played == [("ours", 100), ("theirs", 100)] * 3
    assert (row.rate, row.peer_rate, row.ratio) == (200, 50, 4)
    assert str(row).split() == ["counting", "200/s", "pytest", version("pytest"), "50/s", "ratio", "4.00"]


@pytest.mark.parametrize("peer", [Peer("no-such-package", "1.0", list), Peer("pytest", "0.0", list)], ids=str)
def test_a_missing_peer_or_one_of_another_version_is_named_and_not_compared(peer):
    (row,) = table(pairs=1, contests=[Contest("counting", lambda _: lambda rounds: sum(range(rounds)), 9_999, peer)])
    assert (row.missing, row.peer_rate, row.ratio) == (str(peer), None, None)
    assert f"{peer} is not installed: make bench installs it" in str(row)


def test_the_peers_are_the_pinned_ones():
    pinned = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]["dev"]
    peers = [f"{contest.peer.package}=={contest.peer.version}" for contest in CONTESTS if contest.peer]
    assert len(peers) > 1
    assert set(peers) <= set(pinned)
