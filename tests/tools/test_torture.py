"""Five kills with every test run, and proof that the torture notices what it looks for."""

import hashlib
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from cogs.extensions import GAMES as EXTENSIONS
from data.ledger.ledger import Account, Posting, post
from data.ledger.reasons import LedgerReason
from data.store.store import Store
from data.tables.tables import NewTable, Tables
from games.blackjack import Options
from games.five_hundred import Options as FiveHundredOptions
from games.five_hundred import SixTeams
from games.pontoon import Options as PontoonOptions
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.lobby import Lobby
from tables.open_tables import OpenTables
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.services import Services
from tables.terms import Terms
from tools.torture.__main__ import main
from tools.torture.audit import Auditor, Found
from tools.torture.claims import Claims, Violation
from tools.torture.games import GAMES, deal, found
from tools.torture.matches import given_away, won_shares
from tools.torture.runs import Torture, asked_in, verify_resumed, verify_seeds
from tools.torture.watch import LATE, LOOKS, LostClock, Watch

STAND = '["move", 7, "3.0.0", 0, "stand"]'
STOOD = ("move", 7, "3.0.0", 0, "stand")
SEED = bytes(range(32))
TODAY = datetime(2030, 1, 1, tzinfo=UTC)
PROMISED = hashlib.sha256(SEED).hexdigest()


def heard(*lines):
    claims = Claims()
    for line in lines:
        claims.hear(line)
    return claims


@pytest.fixture(scope="module")
def tortured(tmp_path_factory):
    path = tmp_path_factory.mktemp("torture") / "torture.sqlite3"
    torture = Torture(path, seed=3)
    while torture.found is None or not any(claim[0] == "move" for claim in torture.found.done):
        torture.kill_once()
    torture.finish()
    return torture, path


@pytest.mark.thorough
def test_five_kills_lose_nothing(capsys):
    assert main(["--runs", "5", "--seed", "5"]) == 0
    assert "5 kills" in capsys.readouterr().out


@pytest.mark.thorough
def test_ten_kills_of_two_processes_on_a_server_lose_nothing(capsys):
    assert main(["--pair", "--runs", "10", "--seed", "5"]) == 0
    assert "10 kills" in capsys.readouterr().out


@pytest.mark.thorough
def test_two_losses_of_power_lose_nothing(capsys):
    assert main(["--power", "2", "--seed", "5"]) == 0
    assert "2 cuts" in capsys.readouterr().out


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
        ("UPDATE tables SET closed_at = NULL WHERE id = (SELECT MAX(id) FROM tables)", "data.check"),
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


def test_acknowledged_deeds_must_be_there():
    with pytest.raises(Violation, match="acknowledged 1 times and is on the disk 0 times"):
        heard(f'["try", 1, {STAND}]', '["did", 1]').settle(Counter())


def test_refused_deeds_must_not_be_there():
    with pytest.raises(Violation, match="on the disk 1 times and was done 0 times"):
        heard(f'["try", 1, {STAND}]', '["refused", 1]').settle(Counter([STOOD]))


def test_deeds_under_way_may_be_there_and_then_count():
    claims = heard(f'["try", 1, {STAND}]')
    claims.settle(Counter([STOOD]))
    assert claims.in_flight_done == 1
    with pytest.raises(Violation):
        claims.settle(Counter())


def test_a_fault_of_the_driver_ends_the_torture():
    with pytest.raises(Violation, match="the driver failed: table 7"):
        heard('["failed", "table 7: KeyError"]')


def test_a_question_answered_by_two_presses_is_noticed():
    claims = heard(f'["try", 1, {STAND}]', f'["try", 2, {STAND}]', '["did", 1]', '["did", 2]')
    with pytest.raises(Violation, match="acknowledged 2 times and is on the disk 1 times"):
        claims.settle(Counter([STOOD]))


@pytest.mark.parametrize("paid", [("gift", "g", 1, 5, 6, 9, 0), ("gift", "g", 1, 5, 6, 10, 1), ("sale", 7, 5, 6, 9)])
def test_a_different_amount_from_the_one_pressed_is_noticed(paid):
    claims = heard(
        '["try", 1, ["gift", "g", 1, 5, 6, 10, 0]]', '["did", 1]', '["try", 2, ["sale", 7, 5, 6, 10]]', '["did", 2]'
    )
    said = {("gift", "g", 1, 5, 6, 10, 0), ("sale", 7, 5, 6, 10)}
    with pytest.raises(Violation, match=r"acknowledged 1 times|was done 0 times"):
        claims.settle(Counter({claim for claim in said if claim[0] != paid[0]} | {paid}))


def test_a_seed_shown_while_its_cards_are_still_dealt_is_noticed():
    shown = {(7, PROMISED): SEED.hex()}
    verify_seeds(dict(shown), Found(Counter()))
    with pytest.raises(Violation, match="shown while its shuffle is in use"):
        verify_seeds(dict(shown), Found(Counter(), secret={(7, PROMISED)}))
    with pytest.raises(Violation, match="promised"):
        verify_seeds({(7, PROMISED): bytes(32).hex()}, Found(Counter()))


@pytest.mark.parametrize(
    ("options", "winners", "makers", "shares"),
    [
        (FiveHundredOptions(players=2, ante=7), (1,), (0,), [0, 14]),
        (FiveHundredOptions(players=3, ante=7), (0, 2), (2, 0), [10, 0, 11]),
        (FiveHundredOptions(players=4, ante=7), (1,), (0, 3, 1), [0, 14, 0, 14]),
        (FiveHundredOptions(players=5, ante=7), (0, 1), (3,), [18, 17, 0, 0, 0]),
        (FiveHundredOptions(players=6, ante=7), (1,), (5, 1), [0, 14, 0, 14, 0, 14]),
        (FiveHundredOptions(players=6, ante=7, six_teams=SixTeams.PAIRS), (2,), (5,), [0, 0, 21, 0, 0, 21]),
    ],
)
def test_the_winning_side_shares_the_antes_and_its_latest_maker_gets_the_remainder(options, winners, makers, shares):
    assert won_shares(options, winners, makers) == shares


@pytest.fixture
def forfeits():
    """A ledger of forfeited antes of 7: whom person 5 paid how much when their seat was given away."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(
            "CREATE TABLE accounts (id, kind, owner); CREATE TABLE tables (id, options);"
            "CREATE TABLE ledger (id INTEGER PRIMARY KEY, guild, table_id, round, key, payer, payee, amount, why);"
            "INSERT INTO tables VALUES (9, '{\"ante\": 7}')"
        )
        db.executemany("INSERT INTO accounts VALUES (?, 'member', ?)", [(person, person) for person in (5, 6, 7)])

        def forfeits(*paid):
            rows = [(f"table:9:3:{index}", payee, chips) for index, (payee, chips) in enumerate(paid)]
            db.executemany("INSERT INTO ledger VALUES (NULL, 1, 9, 0, ?, 5, ?, ?, 'ante forfeited')", rows)
            return list(given_away(db))

        yield forfeits


def test_an_ante_is_forfeited_in_even_parts(forfeits):
    assert forfeits((6, 4), (7, 3)) == [(1, 5, 6, 4), (1, 5, 7, 3)]


@pytest.mark.parametrize("paid", [[(6, 5), (7, 2)], [(6, 4), (7, 4)], [(6, 3)], [(6, 4), (6, 3)]])
def test_an_ante_that_is_forfeited_in_other_parts_is_noticed(forfeits, paid):
    with pytest.raises(Violation, match="forfeited an ante of 7"):
        forfeits(*paid)


@pytest.fixture
async def waiting(tmp_path):
    """A waiting table, a time that the test moves, and a watch on its clock."""
    moment = [TODAY]
    store = await Store.open(tmp_path / "bot.sqlite3")
    open_tables = OpenTables(Services(Tables(store), lambda: moment[0], lambda: SEED, lambda _table, _error: None))
    game = BlackjackGame()
    open_tables.offer(game)
    table = await open_tables.open(game, guild=1, channel=1, host=5, terms=Terms(10, 100, Options(), Pace.NORMAL))
    watch = Watch(lambda: open_tables.in_guild(1), lambda: moment[0])

    def pass_time(seconds):
        moment[0] += timedelta(seconds=seconds)

    yield table, watch, pass_time
    open_tables.stop()
    await store.close()


def look_long(watch):
    for _ in range(LOOKS + 1):
        watch.look()


async def test_a_table_that_does_nothing_when_its_deadline_passes_is_noticed(waiting):
    _, watch, pass_time = waiting
    pass_time(Pace.NORMAL.times.idle + LATE.total_seconds() - 1)
    look_long(watch)
    pass_time(2)
    with pytest.raises(LostClock, match="should have acted"):
        look_long(watch)


async def test_a_table_that_waits_without_a_deadline_is_noticed(waiting):
    table, watch, _ = waiting
    table.deadline = None
    with pytest.raises(LostClock, match="has no deadline"):
        look_long(watch)


async def test_a_table_is_left_alone_until_its_clock_has_acted(waiting):
    table, watch, pass_time = waiting
    watch.leave_alone([table])
    assert not watch.is_alone(table)  # it waits for ten minutes
    pass_time(Pace.NORMAL.times.idle - 60)
    watch.leave_alone([table])
    assert watch.is_alone(table)
    table.deadline += timedelta(seconds=20)
    watch.look()
    assert not watch.is_alone(table)


@pytest.fixture
async def before_a_deal(tmp_path):
    """What is found of a Pontoon table whose process died after the host's Start and before the deal, as table 1."""
    path = tmp_path / "bot.sqlite3"
    game, terms = PontoonGame(), Terms(10, 100, PontoonOptions(), Pace.NORMAL)
    lobby = bank.start(Lobby((None,) * game.seats(terms.options)).sit(5).sit(6))
    options = game.write_options(terms.options)
    new = NewTable(1, 1, game.name, 5, options, 10, 100, terms.pace.value, lobby.to_json(), SEED, PROMISED)
    store = await Store.open(path)
    await Tables(store).create(new, TODAY)
    await store.close()
    return Auditor(path).look()


@pytest.mark.parametrize("resumed", ["0.b", "1.0", "1.2"])
async def test_a_deal_that_only_had_to_begin_may_have_begun_at_the_start(before_a_deal, resumed):
    verify_resumed({"1": resumed}, asked_in(before_a_deal, 0), before_a_deal)


@pytest.mark.parametrize("resumed", ["1.b", "2.0"])
async def test_a_deal_that_is_over_at_the_start_is_noticed(before_a_deal, resumed):
    with pytest.raises(Violation, match="came back at"):
        verify_resumed({"1": resumed}, asked_in(before_a_deal, 0), before_a_deal)


async def test_a_deal_that_begins_at_the_start_by_itself_is_noticed(before_a_deal):
    with pytest.raises(Violation, match="came back at"):
        verify_resumed({"1": "1.0"}, {"1": "0.b"}, replace(before_a_deal, begins=set()))


@pytest.fixture
async def with_house(tmp_path):
    """The database of a Pontoon table at which somebody sits with a house player."""
    path = tmp_path / "bot.sqlite3"
    store = await Store.open(path)
    services = Services(Tables(store), lambda: TODAY, lambda: SEED, lambda _table, _error: None)
    open_tables, game = OpenTables(services), PontoonGame()
    terms = Terms(10, 100, PontoonOptions(), Pace.NORMAL)
    table = await open_tables.open(game, guild=1, channel=1, host=5, terms=terms)
    await table.arrange(5, lambda lobby: lobby.sit(5).add_house_player(table.id))
    open_tables.stop()
    await store.close()
    return path, table.lobby.house_players[0]


async def test_what_a_house_player_has_is_what_it_has_brought(with_house):
    path, _ = with_house
    assert Auditor(path).look().lobbies


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (LedgerReason.HOUSE_PURSE, "brought 300 chips to table 1, which should be 2000"),
        ("win", "2300 chips; the round"),
    ],
)
async def test_chips_that_a_house_player_should_not_have_are_noticed(with_house, why, told):
    path, player = with_house
    paid = Posting("paid", Account.house(1), Account.member(1, player), 300, why, 1)
    with closing(sqlite3.connect(path)) as db, db:
        post(db, (paid,), TODAY)
    with pytest.raises(Violation, match=told):
        Auditor(path).look()


@pytest.mark.parametrize(
    ("tampering", "told"),
    [
        ("UPDATE tables SET house = json_set(house, '$.practice', json('true'))", "practice, and 2000 chips moved"),
        ("UPDATE tables SET lobby = json_set(lobby, '$.seats[1]', NULL)", "is at no table and has 2000 chips"),
    ],
)
async def test_chips_of_house_players_in_the_wrong_place_are_noticed(with_house, tampering, told):
    path, _ = with_house
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(tampering)
    with pytest.raises(Violation, match=told):
        Auditor(path).look()


def test_every_game_in_the_line_is_tortured():
    assert [played.game.name for played in GAMES] == [extension.split(".")[1] for extension in EXTENSIONS]


def test_a_game_of_which_the_torture_knows_nothing_has_random_options_bets_and_rounds():
    (high_card,) = found(["tests.high_card.spec"])
    rounds = [deal(high_card, Random(seed)).round for seed in range(50)]
    assert {round_.options.tie_returns for round_ in rounds} == {True, False}
    assert {len(round_.bets) for round_ in rounds} == {1, 2, 3, 4, 5, 6}
    assert all(10 <= chips <= 100 for round_ in rounds for chips in round_.bets)
