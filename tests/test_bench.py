"""The benchmark in small: that it runs to its end, and that it would not count a press which changed nothing."""

from random import Random

import pytest

from bench import storm
from bench.__main__ import main
from bench.circle import Circle
from bench.crowd import Crowd
from bench.house import PLAYERS, House, start
from bench.quartet import Quartet
from bench.wire import Wire
from data.store.store import Store


def test_a_small_benchmark_compares_and_restores(capsys):
    sizes = "--tables 1 3 --pairs 1 --presses 12 --in-flight 2 --restore 8"
    assert main(sizes.split()) == 0
    told = capsys.readouterr().out
    assert told.count("ratio") == 4 * 3
    assert "8 live tables came back" in told


@pytest.fixture
async def house(tmp_path):
    store, wire = await Store.open(tmp_path / "bench.sqlite3"), Wire()
    app = await start(store, wire, Random(1))
    yield House(app, wire, Random(1))
    app.open_tables.stop()
    app.presses.stop()
    await store.close()


async def test_every_press_is_on_the_disk(house):
    await house.open_tables(2)

    for press in range(20):
        await house.press(press % 2)

    moves, bets = await house.app.store.read(
        lambda db: (
            db.execute("SELECT COUNT(*) FROM moves WHERE clock = 0").fetchone()[0],
            db.execute("SELECT COUNT(*) FROM ledger WHERE why = 'bet'").fetchone()[0],
        )
    )
    assert moves + bets == 20 + 2 * 3  # the first bets were placed before anybody pressed


async def test_every_press_on_a_panel_of_pontoon_moves_or_is_ready(house):
    circle = Circle(house.app, house._wire, Random(1))
    await circle.open_tables(2)

    for press in range(60):
        await circle.press(press % 2)

    moves = await house.app.store.read(
        lambda db: db.execute("SELECT COUNT(*) FROM moves WHERE clock = 0").fetchone()[0]
    )
    rounds = sum(table.rounds for table in circle.tables)
    assert rounds > 4
    assert moves + PLAYERS * (rounds - 2) <= 60 <= moves + PLAYERS * rounds


async def test_every_press_at_five_hundred_plays_a_card(house):
    quartet = Quartet(house.app, house._wire, Random(1))
    await quartet.open_tables(2)
    played = "SELECT COUNT(*) FROM moves WHERE action LIKE 'play %'"
    before = await house.app.store.read(lambda db: db.execute(played).fetchone()[0])

    for press in range(100):
        await quartet.press(press % 2)

    assert await house.app.store.read(lambda db: db.execute(played).fetchone()[0]) >= before + 100
    assert sum(table.rounds for table in quartet.tables) >= 4


async def test_every_press_at_pok_deng_bets_or_deals(house):
    crowd = Crowd(house.app, house._wire, Random(1))
    await crowd.open_tables(2)

    for press in range(2 * 9):  # of each table: three are ready, which deals, three bet again, three are ready
        await crowd.press(press % 2)

    assert [table.rounds for table in crowd.tables] == [3, 3]
    bets, lying = await house.app.store.read(
        lambda db: (
            db.execute("SELECT COUNT(*) FROM ledger WHERE why = 'bet'").fetchone()[0],
            db.execute("SELECT SUM(chips) FROM accounts WHERE kind = 'table'").fetchone()[0],
        )
    )
    assert (bets, lying) == (2 * 3 * 3, 0)


async def test_a_press_that_changes_nothing_ends_the_benchmark(house):
    await house.open_tables(1)
    before = house._messages[0]
    await house.press(0)
    house._messages[0] = before

    with pytest.raises(RuntimeError, match="changed nothing"):
        await house.press(0)


def test_a_restart_with_live_tables_draws_them_all_and_is_not_refused(capsys):
    assert storm.main(["--tables", "10"]) == 0
    assert "10 live tables: 10 requests answered, 0 refused with 429" in capsys.readouterr().out
