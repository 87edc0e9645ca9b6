"""Whoever is told that nothing was written can rely on it; deeds of others don't count."""

import asyncio

import pytest
from small_bank import GUILD, HOUSE, NOON, fund, member, pays

from data.ledger.chips import Chips
from data.ledger.ledger import InsufficientChips
from data.store import write_log


@pytest.fixture
def account():
    return write_log.begin()


async def test_a_change_is_a_deed_once_it_is_on_the_disk(store, account):
    await Chips(store).post([pays(HOUSE, member(5), 100)], NOON)
    assert account.count == 1


async def test_reads_refusals_and_writes_that_change_nothing_are_no_deeds(store, account):
    await Chips(store).balance(GUILD, 5)
    await store.write(lambda db: db.execute("DELETE FROM meta WHERE key = 'no such'"))
    with pytest.raises(InsufficientChips):
        await Chips(store).post([pays(member(5), HOUSE, 100)], NOON)
    assert account.count == 0


async def test_starting_chips_are_counted_apart(store, account):
    await Chips(store).open_member(GUILD, 5, 1000, NOON)
    assert (account.count, account.starting_chips) == (0, True)


async def test_deeds_of_tasks_started_for_somebody_are_theirs(store, account):
    await asyncio.gather(*(Chips(store).post([pays(HOUSE, member(5), 1)], NOON) for _ in range(3)))
    assert account.count == 3


async def test_what_others_do_at_the_same_time_does_not_count(store, account):
    async def somebody_else():
        write_log.begin()
        await fund(Chips(store), ann=100)

    async def clock():
        write_log.detached()
        await fund(Chips(store), bob=100)

    await asyncio.gather(somebody_else(), clock())
    with write_log.unrelated():
        await fund(Chips(store), cy=100)
    assert account.count == 0
