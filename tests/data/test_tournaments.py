"""Tournaments in the database: each step once, and only from where it begins."""

from dataclasses import replace
from datetime import timedelta

import pytest
from small_server import ANN, BLACKJACK, BOB, DEAL, GUILD, NOON, OTHER_GUILD

from data.ledger.chips import Chips
from data.store.postgres.migrate import migrations as of_postgres
from data.store.sqlite.migrate import migrations as of_sqlite
from data.store.where import PostgresUrl
from data.tables.tables import Change
from data.tables.tournament_rows import Correction, NewTournament, Stage
from data.tables.tournaments import MOST_OPEN, TooLate, TooMany, Tournaments

CUP = NewTournament(GUILD, 5, "Cup", "{}", 100, BOB, b"chance", NOON + timedelta(hours=1))


@pytest.fixture
def tournaments(store):
    return Tournaments(store)


async def now(tournaments, cup):
    """The tournament as it is on the disk."""
    return await tournaments.get(cup.id)


async def in_rounds(tournaments):
    """A tournament whose first round has one table, with Ann and Bob."""
    cup = await tournaments.announce(CUP, NOON)
    await tournaments.open_check_in(cup)
    for person in (ANN, BOB):
        await tournaments.sign_up(cup, person, None, 9, NOON)
    await tournaments.begin(await now(tournaments, cup), {ANN: 1, BOB: 2}, ["[1,2]"])
    return await now(tournaments, cup)


async def test_a_server_has_so_many_open_ones_and_another_server_its_own(tournaments):
    for _ in range(MOST_OPEN):
        last = await tournaments.announce(CUP, NOON)
    with pytest.raises(TooMany):
        await tournaments.announce(CUP, NOON)
    await tournaments.cancel(last, NOON)
    await tournaments.announce(CUP, NOON)
    assert await tournaments.of_guild(OTHER_GUILD, 9) == []
    assert len(await tournaments.under_way()) == MOST_OPEN + 1  # that one was cancelled is still to be told
    await tournaments.keep(last, told=last.round)
    assert len(await tournaments.under_way()) == MOST_OPEN


async def test_whoever_signs_up_during_check_in_is_here_and_others_check_in(tournaments):
    cup = await tournaments.announce(CUP, NOON)
    await tournaments.sign_up(cup, ANN, None, 2, NOON)
    with pytest.raises(TooLate):
        await tournaments.check_in(cup, ANN)
    await tournaments.open_check_in(cup)
    await tournaments.sign_up(cup, BOB, ANN, 2, NOON + timedelta(seconds=1))
    assert [(each.person, each.is_here) for each in await tournaments.players(cup.id)] == [(ANN, False), (BOB, True)]
    assert await tournaments.check_in(cup, ANN)
    await tournaments.sign_up(cup, ANN, BOB, 2, NOON)  # naming a partner later takes nothing back
    assert all(each.is_here for each in await tournaments.players(cup.id))


@pytest.mark.parametrize("during_check_in", [False, True])
async def test_nobody_signs_up_beyond_the_last_place_or_after_the_start(tournaments, during_check_in):
    cup = await tournaments.announce(CUP, NOON)
    await tournaments.sign_up(cup, ANN, None, 1, NOON)
    if during_check_in:  # who isn't here yet holds a place, too
        await tournaments.open_check_in(cup)
    with pytest.raises(TooMany):
        await tournaments.sign_up(cup, BOB, None, 1, NOON)
    await tournaments.cancel(await now(tournaments, cup), NOON)
    with pytest.raises(TooLate):
        await tournaments.sign_up(cup, BOB, None, 9, NOON)


async def test_each_step_is_taken_once(tournaments):
    cup = await in_rounds(tournaments)
    with pytest.raises(TooLate):
        await tournaments.begin(cup, {}, [])
    await tournaments.next_round(cup, {1: "[[1,0]]"}, ["[1,2]"])
    with pytest.raises(TooLate):
        await tournaments.next_round(cup, {1: "[[9,9]]"}, ["[2,1]"])
    rows = [(each.round, each.seating, each.deals) for each in await tournaments.tables(cup.id)]
    assert rows == [(1, "[1,2]", "[[1,0]]"), (2, "[1,2]", None)]


async def test_the_end_pays_once_and_to_members_alone(store, tournaments):
    cup = await in_rounds(tournaments)
    prizes = {ANN: 60, -5: 40}
    await tournaments.finish(cup, {1: "[]"}, prizes, 1_000, NOON)
    with pytest.raises(TooLate):
        await tournaments.finish(cup, {1: "[]"}, prizes, 1_000, NOON)
    assert await Chips(store).balance(GUILD, ANN) == 1_060
    assert (await now(tournaments, cup)).stage is Stage.OVER
    rows = await store.find("SELECT amount, reason FROM ledger WHERE why = 'tournament prize'")
    assert rows == [(60, "Cup")]


async def test_withdrawing_takes_the_sign_up_back_and_later_counts_from_the_next_round_on(tournaments):
    cup = await tournaments.announce(CUP, NOON)
    await tournaments.sign_up(cup, ANN, None, 9, NOON)
    assert await tournaments.withdraw(cup, ANN)
    assert not await tournaments.withdraw(cup, ANN)
    assert await tournaments.players(cup.id) == []
    await tournaments.cancel(cup, NOON)
    cup = await in_rounds(tournaments)
    assert await tournaments.withdraw(cup, ANN)
    await tournaments.next_round(await now(tournaments, cup), {1: "[]"}, ["[1,2]"])
    assert not await tournaments.withdraw(cup, ANN)
    assert {each.person: each.gone_from for each in await tournaments.players(cup.id)} == {ANN: 2, BOB: None}


async def test_only_a_round_that_is_over_is_corrected_and_only_while_others_follow(tournaments):
    cup = await in_rounds(tournaments)
    correction = Correction(1, 1, 60, BOB, "late")
    with pytest.raises(TooLate):
        await tournaments.correct(cup, correction, NOON)
    await tournaments.next_round(cup, {1: "[]"}, ["[1,2]"])
    await tournaments.correct(cup, correction, NOON)
    assert await tournaments.corrections(cup.id) == [correction]
    await tournaments.finish(await now(tournaments, cup), {1: "[]"}, {}, 0, NOON)
    with pytest.raises(TooLate):
        await tournaments.correct(cup, correction, NOON)


async def test_whatever_somebody_does_between_reading_and_writing_is_not_lost(tournaments):
    cup = await in_rounds(tournaments)
    await tournaments.next_round(cup, {1: "[]"}, ["[1,2]"])
    read = await now(tournaments, cup)
    await tournaments.correct(read, Correction(1, 1, 60, BOB, "late"), NOON)
    with pytest.raises(TooLate):
        await tournaments.finish(read, {1: "[]"}, {ANN: 50}, 0, NOON)
    read = await now(tournaments, cup)
    await tournaments.withdraw(read, ANN)
    with pytest.raises(TooLate):
        await tournaments.next_round(read, {1: "[]"}, ["[1,2]"])
    await tournaments.finish(await now(tournaments, cup), {1: "[]"}, {}, 0, NOON)


async def test_the_cards_of_a_tournament_that_was_cancelled_may_be_read(store, tournaments, tables):
    cup = await in_rounds(tournaments)
    table = await tables.create(replace(BLACKJACK, withheld=True), NOON)
    await tournaments.keep_table(cup, 1, table=table.id)
    await tournaments.cancel(cup, NOON)
    assert await store.find("SELECT withheld FROM tables") == [(0,)]


async def test_of_open_tables_only_those_of_tournaments_for_chips_are_closed_and_their_round_is_void(store, tables):
    terms = {
        "chips": ("blackjack", '{"tournament":31,"title":"Cup","stack":1000}'),
        "named so": ("pontoon", '{"tournament":7,"title":"\\"tournament\\":0","stack":1000}'),
        "five hundred": ("five_hundred", '{"tournament":7,"title":"Cup","stack":0}'),
        "ordinary": ("blackjack", '{"tournament":0,"title":"","stack":0}'),
        "of long ago": ("blackjack", "{}"),
    }
    made = {}
    for name, (game, house) in terms.items():
        table = made[name] = (await tables.create(replace(BLACKJACK, game=game, house=house, withheld=True), NOON)).id
        await tables.commit(Change(table, GUILD, 0, 0, deadline=NOON, started=DEAL), NOON)
    of = of_postgres if isinstance(store.where, PostgresUrl) else of_sqlite
    (closing,) = [sql for _, sql in of() if "void = 1" in sql]
    for statement in filter(str.strip, closing.split(";")):
        await store.write(lambda db, statement=statement: db.execute(statement))
    closed = {name for name, table in made.items() if (await tables.get(table)).closed_at is not None}
    assert closed == {"chips", "named so"}
    void = await store.find("SELECT r.table_id FROM rounds r JOIN tables t ON t.id = r.table_id"
                            " WHERE r.void = 1 AND t.withheld = 0 AND t.deadline IS NULL ORDER BY 1")  # fmt: skip
    assert void == [(made["chips"],), (made["named so"],)]
    assert len(await tables.live()) == 3
