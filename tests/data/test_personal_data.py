"""Remaining traces of a forgotten member in old rows are erased slice by slice, and to the end after a power cut."""

from dataclasses import replace
from datetime import timedelta

import pytest
from small_bank import (
    PowerCut,
    Purses,
    after_reads,
    after_writes,
    change,
    damage,
    everything,
    fund,
    later,
    member,
    pays,
    step,
)
from small_server import ANN, BLACKJACK, BOB, DAILY, GUILD, NOON, OTHER_GUILD
from test_departures import a_year, lobby_of, people_are, places_of

from data.guild.forget_member import Departures
from data.guild.settings import Settings
from data.ledger.allowances import Allowances
from data.ledger.bank import Bank, BankOrder
from data.ledger.ledger import Account
from data.store.store import Slices, Store
from data.tables.matches import Ending, MatchChange, MatchOutcome


@pytest.fixture
def row_by_row(store):
    """Each transaction changes one row."""
    store.slices = Slices(1)
    return store.slices


async def many_traces(store, chips, tables):
    """Ann appears in old rows of every table that has any, and plays a match with an ante."""
    await a_year(store, chips, tables)
    match = await tables.create(BLACKJACK, NOON)
    antes = tuple(pays(member(who), Account.table(GUILD, match.id), 25, "ante", round=0) for who in (ANN, BOB))
    await step(tables, match, match=MatchChange(starts=True, players=((0, ANN), (1, BOB))), postings=antes)
    match = await step(
        tables, await tables.create(BLACKJACK, NOON), match=MatchChange(starts=True, players=((0, BOB), (1, ANN)))
    )
    ended = MatchChange(outcome=MatchOutcome.ABANDONED, ending=Ending.VOID, ended_by=ANN, reason=f"as <@{ANN}> said")
    match = await step(tables, match, match=ended, lobby=lobby_of(nets=[[ANN, 50]]))
    await tables.commit(change(match, closed=True), NOON)


async def erased_until(store, n, monkeypatch):
    """Erase up to the n-th transaction; then the power is cut."""

    async def cut(count):
        if count == n:
            raise PowerCut

    with monkeypatch.context() as patch:
        after_writes(store, patch, cut)
        await Departures(store).erase()


@pytest.mark.thorough
async def test_a_power_cut_at_any_moment_loses_nothing_and_the_next_start_erases_the_rest(
    store, chips, tables, monkeypatch, row_by_row
):
    await many_traces(store, chips, tables)
    elsewhere = [(table, row) for table, row in await places_of(store, ANN) if OTHER_GUILD in row]
    path, departure, cuts = store.where, await Departures(store).forget(GUILD, ANN, NOON), 0
    while True:
        assert await Purses(store).balance(GUILD, ANN) is None
        assert await Purses(store).balance(GUILD, departure.stand_in) == 0
        assert damage(store) == []
        before = await everything(store)
        await store.close()
        store = await Store.open(path)
        store.slices = row_by_row
        try:
            await erased_until(store, 1, monkeypatch)
        except PowerCut:
            cuts += 1
            assert await everything(store) != before
        else:
            break
    assert cuts > 12
    assert await places_of(store, ANN) == elsewhere
    await store.close()


async def test_somebody_who_is_back_before_all_is_erased_keeps_their_new_rows(
    store, chips, tables, monkeypatch, row_by_row
):
    await many_traces(store, chips, tables)
    departure, tomorrow = await Departures(store).forget(GUILD, ANN, NOON), NOON + timedelta(days=1)

    async def come_back(n):
        if n == 3:
            assert await chips.open_member(GUILD, ANN, 1000, later(1)) == 0
            assert (await Allowances(store).claim_daily(GUILD, ANN, DAILY, tomorrow)).paid
            await Bank(store).give(BankOrder("bank:9", GUILD, ANN, "hello again", later(2)), ANN, 5)
            await tables.create(replace(BLACKJACK, host=ANN), NOON)

    with monkeypatch.context() as patch:
        after_writes(store, patch, come_back)
        await Departures(store).erase()
    assert not (await Allowances(store).claim_daily(GUILD, ANN, DAILY, tomorrow)).paid
    rows = [row for _, row in await places_of(store, ANN) if GUILD in row]
    assert len(rows) == 4, "the account, the daily chips, the gift to themselves, and the table"
    assert not any(departure.stand_in in row for row in rows)


async def test_somebody_forgotten_twice_before_all_is_erased_is_two_people_in_the_rows(
    store, chips, tables, monkeypatch, row_by_row
):
    await many_traces(store, chips, tables)
    first = await Departures(store).forget(GUILD, ANN, NOON)
    with pytest.raises(PowerCut):
        await erased_until(store, 2, monkeypatch)
    await Bank(store).give(BankOrder("bank:9", GUILD, BOB, "hello again", later(2)), ANN, 5)
    await Settings(store).change(GUILD, {"daily_chips": "70"}, ANN, NOON)
    second = await Departures(store).forget(GUILD, ANN, later(3))
    assert (first.chips, second.chips) == (1220, 5)
    await Departures(store).erase()
    assert [table for table, row in await places_of(store, ANN) if GUILD in row] == []
    log = await Settings(store).log(GUILD, 5)
    assert [change.actor_id for change in log] == [second.stand_in, first.stand_in]


async def test_others_write_while_somebody_is_erased(store, chips, tables, monkeypatch):
    store.slices = Slices(7, seconds=60)
    await fund(chips, bob=5)
    for n in range(60):
        await Bank(store).give(BankOrder(f"many:{n}", GUILD, ANN, "because", later(n)), BOB, 1)
    await Departures(store).forget(GUILD, ANN, NOON)
    left = []

    async def count(_n):
        await chips.post([pays(Account.house(GUILD), member(BOB), 1)], NOON)
        left.append(
            await store.read(lambda db: db.execute("SELECT COUNT(*) FROM ledger WHERE actor = ?", (ANN,)).fetchone()[0])
        )

    after_writes(store, monkeypatch, count)
    await Departures(store).erase()
    assert left == [53, 46, 39, 32, 25, 18, 11, 4, 0, 0]


async def test_what_others_have_changed_since_it_was_found_is_erased_all_the_same(store, chips, tables, monkeypatch):
    await many_traces(store, chips, tables)
    await Departures(store).forget(GUILD, ANN, NOON)

    async def then_the_setups_change(_found):
        await store.write(lambda db: db.execute("UPDATE rounds SET setup = REPLACE(setup, '{}', '{\"bet\":{}}')"))

    after_reads(store, monkeypatch, then_the_setups_change)
    await Departures(store).erase()
    (setup,) = await store.read(lambda db: db.execute("SELECT setup FROM rounds").fetchone())
    assert "bet" in setup
    assert str(ANN) not in setup


async def test_a_row_that_is_another_servers_by_now_keeps_its_people(store, tables, monkeypatch):
    here = await step(tables, await tables.create(BLACKJACK, NOON), started=people_are(ANN))
    await step(tables, here, ended=True)
    await Departures(store).forget(GUILD, ANN, NOON)

    async def then_the_row_changes_hands(found):
        if found:
            await store.write(lambda db: db.execute("UPDATE tables SET guild = ?", (OTHER_GUILD,)))

    after_reads(store, monkeypatch, then_the_row_changes_hands)
    await Departures(store).erase()
    (setup,) = await store.read(lambda db: db.execute("SELECT setup FROM rounds").fetchone())
    assert str(ANN) in setup
