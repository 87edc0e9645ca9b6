"""Gifts: the tax, the day's limit, and that two at once can't pass either the limit or the purse."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from small_bank import ANN, BOB, CY, GUILD, HOUSE, NOON, damage, everything, fund, member

from data.gifts import _GIVEN, CapReached, Gift, Gifts
from data.ledger import AlreadyPosted, BadAmount, InsufficientChips, balance_of

GIFT = Gift("gift:1", GUILD, ANN, BOB, 100, starting=1000)


@pytest.fixture
def gifts(store):
    return Gifts(store)


async def balances(store, *accounts):
    return await store.read(lambda db: [balance_of(db, account) for account in accounts])


async def test_a_gift_goes_from_one_to_the_other_who_both_begin_with_their_chips(store, gifts):
    assert await gifts.give(GIFT, NOON) == 900
    assert await balances(store, member(ANN), member(BOB), HOUSE) == [900, 1100, -2000]
    assert damage(store) == []


async def test_the_tax_comes_out_of_the_gift_and_goes_to_the_house(store, gifts):
    assert await gifts.give(replace(GIFT, tax=10), NOON) == 900
    assert await balances(store, member(ANN), member(BOB), HOUSE) == [900, 1090, -1990]
    assert damage(store) == []


async def test_a_gift_is_made_once(store, gifts):
    await gifts.give(GIFT, NOON)
    before = await everything(store)
    with pytest.raises(AlreadyPosted):
        await gifts.give(replace(GIFT, cap=50), NOON)
    assert await everything(store) == before


async def test_more_than_one_has_is_not_given(store, gifts, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    before = await everything(store)
    with pytest.raises(InsufficientChips):
        await gifts.give(replace(GIFT, amount=1001), NOON)
    # The tax is part of what is needed, though it is taken second.
    with pytest.raises(InsufficientChips):
        await gifts.give(replace(GIFT, amount=1050, tax=105), NOON)
    assert await everything(store) == before


async def test_a_tax_that_leaves_nothing_is_refused(store, gifts):
    with pytest.raises(BadAmount):
        await gifts.give(replace(GIFT, amount=1, tax=1), NOON)
    assert await balances(store, member(ANN)) == [None]


async def test_the_days_limit_counts_gifts_and_their_tax_and_nothing_else(store, gifts, chips, tables):
    await fund(chips, ann=1000)
    await gifts.give(replace(GIFT, amount=60, tax=6, cap=100), NOON)
    with pytest.raises(CapReached) as refused:
        await gifts.give(replace(GIFT, key="gift:2", amount=41, cap=100), NOON)
    assert (refused.value.cap, refused.value.given) == (100, 60)
    await gifts.give(replace(GIFT, key="gift:3", amount=40, cap=100), NOON)
    with pytest.raises(CapReached):
        await gifts.give(replace(GIFT, key="gift:4", amount=1, receiver=CY, cap=100), NOON)
    # What others give is theirs.
    await gifts.give(replace(GIFT, key="gift:5", giver=BOB, receiver=ANN, cap=100), NOON)


async def test_a_new_day_begins_at_midnight_utc(store, gifts):
    midnight = datetime(2026, 3, 15, tzinfo=UTC)
    gift = replace(GIFT, cap=100)
    await gifts.give(gift, midnight - timedelta(seconds=1))
    with pytest.raises(CapReached):
        await gifts.give(replace(gift, key="gift:2"), midnight - timedelta(seconds=0.5))
    await gifts.give(replace(gift, key="gift:3"), midnight)


async def test_many_at_once_can_not_pass_the_limit(store, gifts):
    many = [gifts.give(replace(GIFT, key=f"gift:{n}", amount=30, cap=100), NOON) for n in range(10)]
    done = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(each, int) for each in done) == 3
    assert sum(isinstance(each, CapReached) for each in done) == 7
    assert await balances(store, member(ANN), member(BOB)) == [910, 1090]


async def test_many_at_once_can_not_spend_the_same_chips(store, gifts, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    many = [gifts.give(replace(GIFT, key=f"gift:{n}", amount=300), NOON) for n in range(10)]
    done = await asyncio.gather(*many, return_exceptions=True)
    assert sorted(each for each in done if isinstance(each, int)) == [100, 400, 700]
    assert sum(isinstance(each, InsufficientChips) for each in done) == 7
    assert damage(store) == []


async def test_the_days_limit_is_read_from_its_own_index(store):
    plan = await store.read(lambda db: db.execute(f"EXPLAIN QUERY PLAN {_GIVEN}", (1, "member", 1, 0)).fetchall())
    assert any("ledger_gifts" in step[-1] for step in plan)
