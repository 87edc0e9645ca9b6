"""A few kills, and proof that the torture notices what it looks for."""

import hashlib
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from aiohttp import ClientSession
from msgspec.structs import replace

from cogs.extensions import GAMES as EXTENSIONS
from data.ledger.ledger import Account, Posting, post
from data.ledger.reasons import LedgerReason
from games.pontoon import Options
from tables.clock import Pace
from tables.events import Arrange
from tables.game import Terms
from tables.pontoon.pontoon_adapter import PontoonGame
from tools.torture.__main__ import main
from tools.torture.audit import Auditor, Found
from tools.torture.claims import Claims, Violation
from tools.torture.players import FIRST_MESSAGE, Players
from tools.torture.runs import Torture, verify_seeds
from tools.torture.watch import LATE, LOOKS, LostClock, Watch
from tools.world.bot import opening
from tools.world.fake_discord import CHANNEL
from tools.world.games import GAMES, deal, found

TRY = '["try", 1, ["move", 7, "3.0.0", 0, "stand"]]'
TRY_AGAIN = TRY.replace("1", "2")
STOOD = ("move", 7, "3.0.0", 0, "stand")
SEED = bytes(range(32))
TODAY = datetime(2030, 1, 1, tzinfo=UTC)
TERMS = Terms(10, 100, Options(), Pace.NORMAL)
PROMISED = hashlib.sha256(SEED).hexdigest()


@pytest.fixture(scope="module")
def tortured(tmp_path_factory):
    path = tmp_path_factory.mktemp("torture") / "torture.sqlite3"
    torture = Torture(path, seed=3)
    while torture.found is None or not any(claim[0] == "move" for claim in torture.found.done):
        torture.kill_once()
    torture.finish()
    return torture, path


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("how", "told"),
    [(["--runs", "5"], "5 kills"), (["--chaos", "6"], "SQLite, 2 faults"), (["--power", "2"], "2 cuts")],
    ids=["five kills", "six faults of any kind on both databases", "two losses of power"],
)
def test_nothing_is_lost_by(capsys, how, told):
    assert main([*how, "--seed", "5"]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.thorough
def test_at_the_end_every_table_is_closed_and_empty(tortured):
    torture, path = tortured
    assert torture.found.lobbies == {}
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT COUNT(*) FROM accounts WHERE kind = 'table' AND chips <> 0").fetchone() == (0,)


@pytest.mark.parametrize(
    ("tampering", "told"),
    [
        ("UPDATE accounts SET chips = chips + 1 WHERE kind = 'house'", "data.check"),
        ("UPDATE moves SET clock = 1 WHERE rowid = (SELECT MAX(rowid) FROM moves WHERE clock = 0)", "acknowledged"),
        ("UPDATE shuffles SET salt = salt || 'x'", "table"),
    ],
)
def test_changes_behind_its_back_are_noticed(tortured, tmp_path, tampering, told):
    torture, path = tortured
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(tampering)
    with pytest.raises(Violation, match=told):
        Torture(copy, seed=3, claims=torture.claims).look()


# What was acknowledged


def heard(*lines):
    claims = Claims()
    for line in lines:
        claims.hear(line)
    return claims


SAID = ['["try", 1, ["gift", "g", 1, 5, 6, 10, 0]]', '["did", 1]', '["try", 2, ["sale", 7, 5, 6, 10]]', '["did", 2]']
GIFT, SALE = ("gift", "g", 1, 5, 6, 10, 0), ("sale", 7, 5, 6, 10)


@pytest.mark.parametrize(
    ("lines", "on_disk", "told"),
    [
        ([TRY, '["did", 1]'], [], "acknowledged 1 times and is on the disk 0 times"),
        ([TRY, '["refused", 1]'], [STOOD], "on the disk 1 times and was done 0 times"),
        ([TRY, TRY_AGAIN, '["did", 1]', '["did", 2]'], [STOOD], "acknowledged 2 times and is on the disk 1 times"),
        (SAID, [("gift", "g", 1, 5, 6, 9, 0), SALE], r"acknowledged 1 times|was done 0 times"),
        (SAID, [("gift", "g", 1, 5, 6, 10, 1), SALE], r"acknowledged 1 times|was done 0 times"),
        (SAID, [GIFT, ("sale", 7, 5, 6, 9)], r"acknowledged 1 times|was done 0 times"),
    ],
)
def test_what_is_on_the_disk_is_what_was_acknowledged(lines, on_disk, told):
    with pytest.raises(Violation, match=told):
        heard(*lines).settle(Counter(on_disk))


def test_deeds_under_way_may_be_there_and_then_count_and_a_fault_of_the_driver_ends_the_torture():
    claims = heard(TRY)
    claims.settle(Counter([STOOD]))
    assert claims.in_flight_done == 1
    with pytest.raises(Violation):
        claims.settle(Counter())
    with pytest.raises(Violation, match="the driver failed: table 7"):
        heard('["failed", "table 7: KeyError"]')


def test_a_seed_shown_while_its_cards_are_still_dealt_is_noticed():
    shown = {(7, PROMISED): SEED.hex()}
    verify_seeds(dict(shown), Found(Counter()))
    with pytest.raises(Violation, match="shown while its shuffle is in use"):
        verify_seeds(dict(shown), Found(Counter(), secret={(7, PROMISED)}))
    with pytest.raises(Violation, match="promised"):
        verify_seeds({(7, PROMISED): bytes(32).hex()}, Found(Counter()))


@pytest.fixture
async def with_house(tmp_path):
    """The database of a Pontoon table at which somebody sits with a house player."""
    path, game = tmp_path / "bot.sqlite3", PontoonGame()
    async with opening(path, game, Random(1), lambda: TODAY) as (_store, open_tables):
        live = await open_tables.open(game, guild=1, channel=1, host=5, terms=TERMS)
        await live.do(Arrange(5, lambda lobby: lobby.sit(5).add_house_player(live.table.id)))
    assert Auditor(path).look().lobbies
    return path, live.table.lobby.house_players[0]


@pytest.mark.parametrize(
    ("tampering", "told"),
    [
        (LedgerReason.HOUSE_PURSE, "brought 300 chips to table 1, which should be 2000"),
        ("win", "2300 chips; the round"),
        ("UPDATE tables SET house = json_set(house, '$.practice', json('true'))", "practice, and 2000 chips moved"),
        ("UPDATE tables SET lobby = json_set(lobby, '$.seats[1]', NULL)", "is at no table and has 2000 chips"),
    ],
)
async def test_chips_that_a_house_player_should_not_have_there_are_noticed(with_house, tampering, told):
    path, player = with_house
    with closing(sqlite3.connect(path)) as db, db:
        if tampering.startswith("UPDATE"):
            db.execute(tampering)
        else:
            post(db, (Posting("paid", Account.house(1), Account.member(1, player), 300, tampering, 1),), TODAY)
    with pytest.raises(Violation, match=told):
        Auditor(path).look()


async def test_a_table_whose_clock_does_not_act_is_noticed(tmp_path):
    moment, game = [TODAY], PontoonGame()
    async with opening(tmp_path / "bot.sqlite3", game, Random(1), lambda: moment[0]) as (_store, open_tables):
        live = await open_tables.open(game, guild=1, channel=1, host=5, terms=TERMS)
        watch = Watch(lambda: open_tables.in_guild(1), lambda: moment[0])

        def look_long():
            for _ in range(LOOKS + 1):
                watch.look()

        moment[0] += timedelta(seconds=Pace.NORMAL.times.idle + LATE.total_seconds() - 1)
        look_long()
        moment[0] += timedelta(seconds=2)
        with pytest.raises(LostClock, match="should have acted"):
            look_long()
        live.table = replace(live.table, acts_at=None)
        with pytest.raises(LostClock, match="has no deadline"):
            look_long()


@pytest.fixture
async def players(tmp_path):
    """The people of the chaos and their Discord, with the tables of a new database and what is asked there."""
    players = Players(Claims(), shards=1, seed=1)
    await players.prepare(tmp_path / "bot.sqlite3")
    return players, Auditor(tmp_path / "bot.sqlite3").look().asked


async def show(players, *questions):
    """The bot shows these questions at the first table, each in another process."""
    async with players.listening(), ClientSession(players.address) as bot:
        for question in questions:
            players.sessions[0] = [f"the one that shows {question}"]
            await players.opened(0)
            button = {"type": 2, "custom_id": f"b:1:{question}:sit"}
            await bot.patch(f"/channels/{CHANNEL}/messages/{FIRST_MESSAGE + 1}", json={"components": [button]})


async def test_what_discord_was_shown_must_be_in_the_database_and_is_never_taken_back(players):
    there, asked = players
    there.verify(asked)
    await show(there, "0.b")
    there.verify(asked)
    await show(there, "3.0")
    with pytest.raises(Violation, match=r"saw table 1 at 3\.0; the database is at 0\.b"):
        there.verify(asked)


async def test_a_table_that_a_second_process_shows_as_it_was_before_is_noticed(players):
    there, _ = players
    await show(there, "3.1", "3.b", "3.1")
    with pytest.raises(Violation, match=r"shown at 3\.b, and then again at 3\.1"):
        there.verify()


async def test_a_session_that_begins_beside_another_has_its_turn_when_that_one_is_over(players):
    there, _ = players
    there.sessions[0] = ["first"]
    await there.opened(0)
    there.sessions[0] = ["first", "second"]
    await there.opened(0)
    assert there.turns[0] == 1
    there.sessions[0] = ["second"]
    await there.closed(0, "first")
    assert there.turns[0] == 2


def test_every_game_in_the_line_is_tortured_also_one_of_which_the_torture_knows_nothing():
    assert [played.game.name for played in GAMES] == [extension.split(".")[1] for extension in EXTENSIONS]
    (high_card,) = found(["tests.high_card.high_card_spec"])
    rounds = [deal(high_card, Random(seed)).round for seed in range(50)]
    assert {round_.options.tie_returns for round_ in rounds} == {True, False}
    assert {len(round_.bets) for round_ in rounds} == {1, 2, 3, 4, 5, 6}
    assert all(10 <= chips <= 100 for round_ in rounds for chips in round_.bets)
