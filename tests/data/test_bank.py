"""What the bank does: exact whatever happens at the same time, recorded with who and why, and done once."""

import asyncio
from dataclasses import replace

import pytest
from damaged import allow, refuse
from small_bank import PowerCut, after_writes, bets, damage, fund, later, member, nothing_done, opened, pays
from small_server import ANN, BLACKJACK, BOB, CY, DAILY, GUILD, HOUSE, NOON, OTHER_GUILD, REFUSED

from data.guild.forget_member import Departures
from data.ledger.allowances import Allowances
from data.ledger.bank import BalanceChange, Bank, BankOrder, ChipsAtTables, Extent, Reset
from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import AlreadyPosted, ChipsStandStill, InsufficientChips, balance_of
from data.store.store import Slices

BOSS = 2**62 + 99
ORDER = BankOrder("bank:1", GUILD, BOSS, "for the feast", NOON, starting=1000)


def order(number, **about):
    return replace(ORDER, key=f"bank:{number}", **about)


@pytest.fixture
def bank(store):
    """It resets two members in a transaction."""
    store.slices = Slices(2, seconds=60)
    return Bank(store)


async def rows(store, *columns):
    return await store.read(lambda db: db.execute(f"SELECT {', '.join(columns)} FROM ledger ORDER BY id").fetchall())


async def purses(store, *people):
    return await store.read(lambda db: [balance_of(db, member(person)) for person in people])


async def test_it_gives_takes_and_sets_and_writes_who_why_and_the_balances(store, bank):
    assert await bank.give(ORDER, ANN, 250) == BalanceChange(1000, 1250)
    assert await bank.take(order(2), ANN, 400) == BalanceChange(1250, 850)
    assert await bank.take(order(3), ANN, None) == BalanceChange(850, 0)
    assert await bank.take(order(4), ANN, None) == BalanceChange(0, 0)
    for number, (before, after) in enumerate([(0, 5000), (5000, 20), (20, 20), (20, 0)], 5):
        assert await bank.set(order(number), ANN, after) == BalanceChange(before, after)
    columns = ("why", "amount", "actor", "reason", "payer_after", "payee_after")
    assert (await rows(store, *columns))[:4] == [
        ("starting chips", 1000, ANN, None, -1000, 1000),
        ("bank gave", 250, BOSS, "for the feast", -1250, 1250),
        ("bank took", 400, BOSS, "for the feast", 850, -850),
        ("bank took", 850, BOSS, "for the feast", 0, 0),
    ]
    assert [why for (why,) in await rows(store, "why")][4:] == ["bank set"] * 3, "where nothing changes it is silent"


async def test_taking_more_than_the_purse_moves_nothing(store, bank, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    async with nothing_done(store, InsufficientChips) as refused:
        await bank.take(ORDER, ANN, 1001)
    assert (refused.value.balance, refused.value.needed) == (1000, 1001)


async def test_an_order_is_carried_out_once_whether_or_not_it_would_change_anything(store, bank):
    for verb, amounts in ((bank.give, [10]), (bank.take, [None]), (bank.set, [7]), (bank.reset, [])):
        mine = order(verb.__name__)
        await verb(mine, ANN, *amounts)
        for number in range(2):
            async with nothing_done(store, AlreadyPosted):
                await verb(mine, ANN, *amounts)
            await bank.give(order(f"{number} after {verb.__name__}"), ANN, 10)


async def test_managers_at_once_set_exactly_and_take_no_chip_twice(store, bank, chips):
    gives = [bank.give(order(f"give {n}"), ANN, 1) for n in range(20)]
    sets = [bank.set(order(f"set {n}"), ANN, 500) for n in range(3)]
    done = await asyncio.gather(*gives[:10], sets[0], *gives[10:], *sets[1:])
    assert all(done[n].after == 500 for n in (10, 21, 22))
    assert await purses(store, ANN) == [500]
    takes = [bank.take(order(n), ANN, 300) for n in range(2)]
    done = await asyncio.gather(*takes, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["BalanceChange", "InsufficientChips"]
    assert await purses(store, ANN) == [200]


async def test_a_reason_can_be_forgotten_and_never_rewritten(store, bank):
    await bank.give(ORDER, ANN, 1)
    rewrite = "UPDATE ledger SET reason = 'nothing' WHERE reason IS NOT NULL"
    with pytest.raises(REFUSED, match="never rewritten"):
        await store.write(lambda db: db.execute(rewrite))
    await store.write(lambda db: db.execute("UPDATE ledger SET reason = NULL"))
    with pytest.raises(REFUSED, match="never rewritten"):
        await store.write(lambda db: db.execute("UPDATE ledger SET reason = 'nothing'"))


# Resets


async def test_one_member_is_reset_or_the_whole_server_and_the_house_takes_the_difference(store, bank, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await fund(chips, ann=4000, bob=40, cy=5000)
    await chips.open_member(OTHER_GUILD, CY, 77, NOON)
    await store.write(
        lambda db: db.execute("UPDATE accounts SET owner = -1 WHERE owner = ? AND guild = ?", (CY, GUILD))
    )
    assert await bank.extent(GUILD, ANN) == Extent(1, 5000, 0, ())
    assert await bank.reset(ORDER, ANN) == Reset(1, 4000)
    assert (await rows(store, "why", "actor", "reason"))[-1] == ("bank reset", BOSS, "for the feast")
    assert await bank.extent(GUILD, None) == Extent(2, 1040, 0, ()), "nobody who was forgotten"
    # Bob had never got starting chips; he gets them once, and never again.
    assert await bank.reset(order(2), None) == Reset(1, 40)
    assert await chips.open_member(GUILD, BOB, 1000, later(1)) == 1000
    assert await purses(store, ANN, BOB, -1) == [1000, 1000, 5000]
    assert await chips.balance(OTHER_GUILD, CY) == 77
    assert await store.read(lambda db: balance_of(db, HOUSE)) == -7000


async def test_nobody_is_reset_while_they_have_chips_at_a_table(store, bank, chips, tables):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 1000, NOON)
    table = await tables.create(BLACKJACK, NOON)
    await chips.post([bets(ANN, table.id, 300, 1)], NOON)
    assert await bank.extent(GUILD, ANN) == Extent(1, 700, 300, (table.id,))
    assert await bank.extent(GUILD, None) == Extent(2, 1700, 300, (table.id,))
    for user in (ANN, None):
        async with nothing_done(store, ChipsAtTables) as refused:
            await bank.reset(ORDER, user)
        assert refused.value.tables == (table.id,)
    assert await bank.reset(ORDER, BOB) == Reset(0, 0)


async def test_an_interrupted_reset_leaves_every_balance_unchanged(store, bank, chips):
    await fund(chips, ann=10, bob=20)
    await store.write(lambda db: refuse(db, "ledger", "NEW.key = 'bank:1:1'", "cut off"))
    async with nothing_done(store, REFUSED, "cut off"):
        await bank.reset(ORDER, None)
    await store.write(lambda db: allow(db, "ledger"))


CROWD = range(ANN + 100, ANN + 107)
RICH = 5000


@pytest.fixture
async def crowd(chips):
    """Seven rich members of a server."""
    await chips.post([pays(HOUSE, member(user), RICH) for user in CROWD], NOON)


@pytest.mark.parametrize(
    ("seconds", "most", "reset"), [(60, 2, [0, 2, 4, 6, 7, 7]), (0, 25, [0, 1, 2, 3, 4, 5, 6, 7, 7])]
)
async def test_a_transaction_resets_no_more_than_a_slice_and_on_a_slow_machine_one(
    store, bank, monkeypatch, crowd, seconds, most, reset
):
    store.slices = Slices(most, seconds)
    seen = []

    async def look(_n):
        seen.append((await purses(store, *CROWD)).count(1000))
        assert damage(store) == []

    after_writes(store, monkeypatch, look)
    assert await bank.reset(ORDER, None) == Reset(7, 7 * RICH)
    assert seen == reset


async def test_nobody_can_gain_between_two_slices(store, bank, chips, tables, monkeypatch, crowd):
    first, last = CROWD[0], CROWD[-1]
    table = await tables.create(BLACKJACK, NOON)
    seen = []

    async def tricks(n):
        if n != 2:
            return
        assert await purses(store, first, last) == [1000, RICH]
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
            seen.append(await purses(store, *CROWD))
        assert await chips.open_member(OTHER_GUILD, ANN, 77, NOON) == 77, "another server"

    after_writes(store, monkeypatch, tricks)
    assert await bank.reset(ORDER, None) == Reset(7, 7 * RICH)
    assert len(seen) == 7
    assert all(balances == seen[0] for balances in seen)
    assert await purses(store, *CROWD) == [1000] * 7
    await Gifts(store).give(Gift("gift", GUILD, last, first, 1), NOON)


async def interrupted(bank, store, monkeypatch, reset, after):
    """The power is cut when so many slices are done."""

    async def cut(n):
        if n == after + 1:
            raise PowerCut

    with monkeypatch.context() as patch:
        after_writes(store, patch, cut)
        with pytest.raises(PowerCut):
            await bank.reset(reset, None)
    assert damage(store) == []


@pytest.mark.sampled
@pytest.mark.parametrize("after", [1, 2, 3])
async def test_the_next_start_finishes_a_reset_that_was_interrupted_between_slices(
    store, bank, monkeypatch, crowd, after
):
    await interrupted(bank, store, monkeypatch, ORDER, after)
    assert set(await purses(store, *CROWD)) == {1000, RICH}
    path = store.where
    await store.close()
    async with opened(path) as again:
        assert await Bank(again).finish_resets() == [GUILD]
        assert await purses(again, *CROWD) == [1000] * 7
        assert await Bank(again).finish_resets() == []
        assert await Bank(again).was_reset(ORDER)
        assert (await rows(again, "why", "actor", "reason"))[-1] == ("bank reset", BOSS, "for the feast")
        assert damage(again) == []


async def test_the_same_order_or_the_next_one_finishes_an_interrupted_reset(store, bank, monkeypatch, crowd):
    for began, again, done in (
        (ORDER, ORDER, Reset(7, 7 * RICH)), (order(8), order(9, starting=10), Reset(7, 7 * 990))
    ):  # fmt: skip
        await interrupted(bank, store, monkeypatch, began, 1)
        assert not await bank.was_reset(began)
        assert await bank.reset(again, None) == done
        for user in CROWD:
            await bank.set(order(f"{again.key}:{user}"), user, RICH)


async def test_who_waits_for_the_writer_goes_before_the_next_slice(store, bank, monkeypatch, crowd):
    waiting, written = [], []

    async def another(n):
        if n == 1:
            waiting.append(asyncio.create_task(store.write(lambda _db: written.append(n), OTHER_GUILD)))
        elif n == 2:
            await waiting[0]
            assert set(await purses(store, *CROWD)) == {1000, RICH}, "it had to wait for the whole reset"

    after_writes(store, monkeypatch, another)
    assert (await bank.reset(ORDER, None)).members == 7
    assert written == [1]
