"""What the bank does: exact whatever happens at the same time, recorded with who and why, and done once."""

import asyncio
import itertools
from dataclasses import replace

import pytest
from damaged import allow, refuse
from small_bank import (
    ANN,
    BLACKJACK,
    BOB,
    CY,
    DAILY,
    GUILD,
    HOUSE,
    NOON,
    OTHER_GUILD,
    REFUSED,
    bets,
    damage,
    everything,
    fund,
    later,
    member,
    pays,
)

from data.guild.forget_member import Departures
from data.ledger.allowances import Allowances
from data.ledger.bank import BalanceChange, Bank, BankOrder, ChipsAtTables, Extent, Reset
from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import Account, AlreadyPosted, ChipsStandStill, InsufficientChips, balance_of
from data.store.store import Store

BOSS = 2**62 + 99
ORDER = BankOrder("bank:1", GUILD, BOSS, "for the feast", NOON, starting=1000)


@pytest.fixture
def bank(store):
    return Bank(store)


def order(number, **about):
    return replace(ORDER, key=f"bank:{number}", **about)


async def rows(store, *columns):
    return await store.read(lambda db: db.execute(f"SELECT {', '.join(columns)} FROM ledger ORDER BY id").fetchall())


async def purse(store, account):
    return await store.read(lambda db: balance_of(db, account))


async def test_giving_pays_from_the_house_and_writes_who_why_and_the_balances(store, bank):
    assert await bank.give(ORDER, ANN, 250) == BalanceChange(1000, 1250)
    assert (await rows(store, "why", "amount", "actor", "reason", "payer_after", "payee_after"))[1:] == [
        ("bank gave", 250, BOSS, "for the feast", -1250, 1250)
    ]
    assert damage(store) == []


async def test_taking_pays_the_house(store, bank):
    assert await bank.take(ORDER, ANN, 400) == BalanceChange(1000, 600)
    assert await purse(store, HOUSE) == -600
    assert (await rows(store, "why", "payer_after", "payee_after"))[-1] == ("bank took", 600, -600)


async def test_taking_more_than_the_purse_moves_nothing(store, bank, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    before = await everything(store)
    with pytest.raises(InsufficientChips) as refused:
        await bank.take(ORDER, ANN, 1001)
    assert (refused.value.balance, refused.value.needed) == (1000, 1001)
    assert await everything(store) == before


async def test_taking_all_leaves_nothing_and_taking_all_of_nothing_moves_nothing(store, bank):
    assert await bank.take(order(1), ANN, None) == BalanceChange(1000, 0)
    assert await bank.take(order(2), ANN, None) == BalanceChange(0, 0)
    assert len(await rows(store, "id")) == 2  # the starting chips and the first


async def test_setting_goes_up_and_down_and_is_silent_when_nothing_changes(store, bank):
    assert await bank.set(order(1), ANN, 5000) == BalanceChange(1000, 5000)
    assert await bank.set(order(2), ANN, 20) == BalanceChange(5000, 20)
    assert await bank.set(order(3), ANN, 20) == BalanceChange(20, 20)
    assert await bank.set(order(4), ANN, 0) == BalanceChange(20, 0)
    assert [why for (why,) in await rows(store, "why")] == ["starting chips", "bank set", "bank set", "bank set"]
    assert damage(store) == []


async def test_an_order_is_carried_out_once(store, bank):
    for verb, amount in ((bank.give, 10), (bank.take, None), (bank.set, 7)):
        mine = order(verb.__name__)
        await verb(mine, ANN, amount)
        before = await everything(store)
        with pytest.raises(AlreadyPosted):
            await verb(mine, ANN, amount)
        assert await everything(store) == before


async def test_a_balance_is_set_exactly_while_others_give(store, bank):
    gives = [bank.give(order(f"give {n}"), ANN, 1) for n in range(20)]
    sets = [bank.set(order(f"set {n}"), ANN, 500) for n in range(3)]
    done = await asyncio.gather(*gives[:10], sets[0], *gives[10:], *sets[1:])
    assert all(done[n].after == 500 for n in (10, 21, 22))
    assert await purse(store, member(ANN)) == 500
    assert damage(store) == []


async def test_two_managers_at_once_cannot_take_the_same_chips(store, bank, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    takes = [bank.take(order(n), ANN, 700) for n in range(2)]
    done = await asyncio.gather(*takes, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["BalanceChange", "InsufficientChips"]
    assert await purse(store, member(ANN)) == 300


async def test_a_reason_can_be_forgotten_and_never_rewritten(store, bank):
    await bank.give(ORDER, ANN, 1)
    rewrite = "UPDATE ledger SET reason = 'nothing' WHERE reason IS NOT NULL"
    with pytest.raises(REFUSED, match="never rewritten"):
        await store.write(lambda db: db.execute(rewrite))
    await store.write(lambda db: db.execute("UPDATE ledger SET reason = NULL"))
    assert {reason for (reason,) in await rows(store, "reason")} == {None}
    with pytest.raises(REFUSED, match="never rewritten"):
        await store.write(lambda db: db.execute("UPDATE ledger SET reason = 'nothing'"))


async def test_one_member_is_reset(store, bank, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 1000, NOON)
    await fund(chips, ann=4000)
    assert await bank.extent(GUILD, ANN) == Extent(1, 5000, 0, ())
    assert await bank.reset(ORDER, ANN) == Reset(1, 4000)
    assert await purse(store, member(ANN)) == 1000
    assert await purse(store, member(BOB)) == 1000
    assert (await rows(store, "why", "actor", "reason"))[-1] == ("bank reset", BOSS, "for the feast")


async def test_the_whole_server_is_reset_and_the_house_takes_the_difference(store, bank, chips):
    await fund(chips, ann=5000, bob=40)
    await chips.open_member(GUILD, CY, 1000, NOON)
    await chips.open_member(OTHER_GUILD, CY, 77, NOON)
    assert (await bank.extent(GUILD, None)).members == 3
    reset = await bank.reset(ORDER, None)
    assert [await purse(store, member(user)) for user in (ANN, BOB, CY)] == [1000] * 3
    assert await purse(store, HOUSE) == -3000
    assert await purse(store, Account.member(OTHER_GUILD, CY)) == 77
    # Ann and Bob had never got starting chips; they get them once, and never again.
    assert reset == Reset(2, 5000 + 40)
    assert await chips.open_member(GUILD, ANN, 1000, later(1)) == 1000
    assert damage(store) == []


async def test_nobody_is_reset_while_they_have_chips_at_a_table(store, bank, chips, tables):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 1000, NOON)
    table = await tables.create(BLACKJACK, NOON)
    await chips.post([bets(ANN, table.id, 300, 1)], NOON)
    assert await bank.extent(GUILD, ANN) == Extent(1, 700, 300, (table.id,))
    assert await bank.extent(GUILD, None) == Extent(2, 1700, 300, (table.id,))
    before = await everything(store)
    for user in (ANN, None):
        with pytest.raises(ChipsAtTables) as refused:
            await bank.reset(ORDER, user)
        assert refused.value.tables == (table.id,)
    assert await everything(store) == before
    assert await bank.reset(ORDER, BOB) == Reset(0, 0)


async def test_a_reset_is_done_once(store, bank, chips):
    await fund(chips, ann=10, bob=20)
    await bank.reset(ORDER, None)
    await fund(chips, ann=10)
    before = await everything(store)
    with pytest.raises(AlreadyPosted):
        await bank.reset(ORDER, None)
    assert await everything(store) == before


async def test_an_interrupted_reset_leaves_every_balance_unchanged(store, bank, chips, monkeypatch):
    monkeypatch.setattr("data.store.store.SLICE_SECONDS", 60)
    await fund(chips, ann=10, bob=20)
    before = await everything(store)
    await store.write(lambda db: refuse(db, "ledger", "NEW.key = 'bank:1:1'", "cut off"))
    with pytest.raises(REFUSED, match="cut off"):
        await bank.reset(ORDER, None)
    await store.write(lambda db: allow(db, "ledger"))
    assert await everything(store) == before


# A whole server, slice by slice


CROWD = range(ANN + 100, ANN + 107)
RICH = 5000


@pytest.fixture
async def crowd(chips, monkeypatch):
    """Seven rich members of a server, with a slice of two members to a transaction."""
    monkeypatch.setattr("data.store.store.SLICE_SECONDS", 60)
    monkeypatch.setattr("data.ledger.bank.SLICE", 2)
    await chips.post([pays(HOUSE, member(user), RICH) for user in CROWD], NOON)


def between_slices(store, monkeypatch, happens):
    """Await `happens(n)` after the n-th transaction from now on; its own transactions don't count."""
    write, count = store.write, itertools.count(1)

    async def watched(work, guild=None):
        result = await write(work, guild)
        with monkeypatch.context() as patch:
            patch.setattr(store, "write", write)
            await happens(next(count))
        return result

    monkeypatch.setattr(store, "write", watched)


async def purses(store):
    return [await purse(store, member(user)) for user in CROWD]


@pytest.mark.thorough
@pytest.mark.usefixtures("crowd")
async def test_on_a_slow_machine_a_slice_is_one_member_and_all_are_reset(store, bank, monkeypatch):
    monkeypatch.setattr("data.store.store.SLICE_SECONDS", 0)
    monkeypatch.setattr("data.ledger.bank.SLICE", 25)
    seen = []

    async def look(_n):
        seen.append((await purses(store)).count(1000))
        assert damage(store) == []

    between_slices(store, monkeypatch, look)
    assert await bank.reset(ORDER, None) == Reset(7, 7 * RICH)
    assert seen == [0, 1, 2, 3, 4, 5, 6, 7, 7]


async def test_nobody_can_gain_between_two_slices(store, bank, chips, tables, monkeypatch, crowd):
    first, last = CROWD[0], CROWD[-1]
    table = await tables.create(BLACKJACK, NOON)
    seen = []

    async def tricks(n):
        if n != 2:
            return
        assert [await purse(store, member(user)) for user in (first, last)] == [1000, RICH]
        for trick in (
            Gifts(store).give(Gift("gift", GUILD, last, first, RICH), NOON),
            chips.post([bets(last, table.id, RICH, 1)], NOON),
            Allowances(store).claim_daily(GUILD, first, DAILY, NOON),
            chips.open_member(GUILD, ANN, 1000, NOON),
            bank.give(order(2), first, 10),
            bank.reset(order(3), last),
            Departures(store).forget(GUILD, last, NOON),
        ):
            with pytest.raises(ChipsStandStill):
                await trick
            seen.append(await purses(store))
        assert await chips.open_member(OTHER_GUILD, ANN, 77, NOON) == 77, "another server"

    between_slices(store, monkeypatch, tricks)
    assert await bank.reset(ORDER, None) == Reset(7, 7 * (RICH - 1000 + 1000))
    assert len(seen) == 7
    assert all(balances == seen[0] for balances in seen)
    assert await purses(store) == [1000] * 7
    await Gifts(store).give(Gift("gift", GUILD, last, first, 1), NOON)
    assert damage(store) == []


class PowerCut(Exception):
    pass


@pytest.mark.sampled
@pytest.mark.parametrize("after", [1, 2, 3])
async def test_the_next_start_finishes_a_reset_that_was_interrupted_between_slices(
    store, bank, monkeypatch, crowd, after
):
    async def cut(n):
        if n == after + 1:
            raise PowerCut

    with monkeypatch.context() as patch:
        between_slices(store, patch, cut)
        with pytest.raises(PowerCut):
            await bank.reset(ORDER, None)
    assert set(await purses(store)) == {1000, RICH}
    assert damage(store) == []
    path = store.where
    await store.close()
    again = await Store.open(path)
    assert await Bank(again).finish_resets() == [GUILD]
    assert await purses(again) == [1000] * 7
    assert await Bank(again).finish_resets() == []
    assert await Bank(again).was_reset(ORDER)
    assert {(why, actor, reason) for why, actor, reason in (await rows(again, "why", "actor", "reason"))[-4:]} >= {
        ("bank reset", BOSS, "for the feast")
    }
    assert damage(again) == []
    await again.close()


async def test_the_same_order_or_the_next_one_finishes_an_interrupted_reset(store, bank, monkeypatch, crowd):
    async def cut(n):
        if n == 2:
            raise PowerCut

    for again, done in ((ORDER, Reset(7, 7 * RICH)), (order(9, starting=10), Reset(7, 7 * 990))):
        with monkeypatch.context() as patch:
            between_slices(store, patch, cut)
            with pytest.raises(PowerCut):
                await bank.reset(ORDER if again is ORDER else order(8), None)
        assert not await bank.was_reset(ORDER if again is ORDER else order(8))
        assert await bank.reset(again, None) == done
        for user in CROWD:
            await bank.set(order(f"{again.key}:{user}"), user, RICH)
    assert damage(store) == []


async def test_others_write_between_the_slices(store, bank, chips, crowd):
    resetting = asyncio.create_task(bank.reset(ORDER, None))
    written = 0
    while not resetting.done():
        await chips.open_member(OTHER_GUILD, ANN + written, 77, NOON)
        written += 1
    assert written > 1, "the first one had to wait for the whole reset"
    assert (await resetting).members == 7


async def test_one_transaction_resets_no_more_members_than_a_slice(store, bank, chips, monkeypatch, crowd):
    changed = []

    async def count(_n):
        before = sum(changed)
        resets = await store.read(
            lambda db: db.execute("SELECT COUNT(*) FROM ledger WHERE why = 'bank reset'").fetchone()[0]
        )
        changed.append(resets - before)

    between_slices(store, monkeypatch, count)
    await bank.reset(ORDER, None)
    assert changed == [0, 2, 2, 2, 1, 0]


async def test_a_forgotten_member_is_not_reset(store, bank, chips):
    await fund(chips, ann=10)
    await store.write(lambda db: db.execute("UPDATE accounts SET owner = -1 WHERE kind = 'member'"))
    assert await bank.extent(GUILD, None) == Extent(0, 0, 0, ())
    assert await bank.reset(ORDER, None) == Reset(0, 0)
