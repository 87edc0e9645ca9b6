"""Chips: what a posting may be, what the ledger refuses, and that chips are neither made nor lost."""

import asyncio
from datetime import datetime
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_bank import (
    ANN,
    BLACKJACK,
    BOB,
    CY,
    GUILD,
    HOUSE,
    NOON,
    OTHER_GUILD,
    REFUSED,
    bets,
    damage,
    everything,
    fund,
    gets,
    later,
    member,
    on_postgres,
    on_sqlite,
    pays,
    step,
)

from data.ledger.books import circulating
from data.ledger.chips import Chips
from data.ledger.ledger import MAX_AMOUNT, Account, AlreadyPosted, BadAmount, Cause, InsufficientChips, post
from data.store.store import Store
from data.tables.tables import RoundStart, Tables

# What a posting may be


@pytest.mark.parametrize(
    "amount",
    [
        0,
        -1,
        -5,
        1.0,
        0.5,
        float("nan"),
        float("inf"),
        True,
        False,
        "5",
        "５",
        None,
        Fraction(3, 2),
        MAX_AMOUNT + 1,
        2**63,
    ],
    ids=repr,
)
def test_only_positive_whole_amounts_within_bounds_are_accepted(amount):
    with pytest.raises(BadAmount, match="whole number from 1 to"):
        pays(HOUSE, member(ANN), amount)


async def test_the_smallest_and_the_largest_amount_are_posted(chips, store):
    await chips.post([pays(HOUSE, member(ANN), MAX_AMOUNT), pays(member(ANN), HOUSE, 1)], NOON)
    assert await chips.balance(GUILD, ANN) == MAX_AMOUNT - 1
    assert damage(store) == []


NOT_MET = r"CHECK|violates check"


@pytest.mark.parametrize("amount", [0, -1, MAX_AMOUNT + 1])
async def test_the_database_itself_refuses_such_an_amount(store, chips, amount):
    await refuses_amount(store, chips, amount)


@on_sqlite
@pytest.mark.parametrize("amount", [1.5, "many"])
async def test_a_file_refuses_what_is_no_whole_number(store, chips, amount):
    """On a server there is no place for anything else in such a column."""
    await refuses_amount(store, chips, amount)
    with pytest.raises(REFUSED, match=NOT_MET):
        await store.write(lambda db: db.execute("UPDATE accounts SET chips = ? WHERE owner = ?", (amount, ANN)))


async def refuses_amount(store, chips, amount):
    await fund(chips, ann=10, bob=10)

    def by_hand(db):
        db.execute(
            "INSERT INTO ledger (guild, key, payer, payee, amount, why, at, payer_after, payee_after)"
            " SELECT guild, 'by hand', payer, payee, ?, why, at, 0, 0 FROM ledger LIMIT 1",
            (amount,),
        )

    with pytest.raises(REFUSED, match=NOT_MET):
        await store.write(by_hand)


async def test_the_database_itself_refuses_a_member_below_0(store, chips):
    await fund(chips, ann=10)
    with pytest.raises(REFUSED, match=NOT_MET):
        await store.write(lambda db: db.execute("UPDATE accounts SET chips = -1 WHERE owner = ?", (ANN,)))


def test_a_posting_to_oneself_is_refused():
    with pytest.raises(ValueError, match="to itself"):
        pays(member(ANN), member(ANN), 5)


def test_a_posting_to_another_server_is_refused():
    with pytest.raises(ValueError, match="one server to another"):
        pays(member(ANN), Account.member(OTHER_GUILD, ANN), 5)


@pytest.mark.parametrize("about", [{}, {"table": 8, "round": 1}, {"table": 7}])
def test_a_posting_with_a_tables_account_names_that_table_and_the_round(about):
    about = {"table": None, **about}
    with pytest.raises(ValueError, match="names that table and the round"):
        pays(member(ANN), Account.table(GUILD, 7), 5, **about)


def test_a_posting_in_a_round_names_its_table():
    with pytest.raises(ValueError, match="names its table"):
        pays(HOUSE, member(ANN), 5, round=1)


async def test_a_time_without_a_zone_is_refused(chips):
    with pytest.raises(ValueError, match="no time zone"):
        await chips.post([pays(HOUSE, member(ANN), 5)], datetime(2026, 3, 14))  # noqa: DTZ001 - the mistake in question


# What the ledger stores


async def test_a_row_says_who_paid_whom_what_why_where_when_and_the_balances_after(store, chips, tables):
    table = (await tables.create(BLACKJACK, NOON)).id
    await fund(chips, ann=100)
    bet = pays(member(ANN), Account.table(GUILD, table), 30, "bet", round=1, actor_id=BOB, key="table:1:0:0")
    await chips.post([bet], later(5))
    row = await store.read(
        lambda db: db.execute(
            "SELECT l.guild, l.key, p.owner, q.owner, l.amount, l.why, l.table_id, l.round, l.actor, l.at,"
            " l.payer_after, l.payee_after FROM ledger l JOIN accounts p ON p.id = l.payer"
            " JOIN accounts q ON q.id = l.payee ORDER BY l.id DESC LIMIT 1"
        ).fetchone()
    )
    assert row == (GUILD, "table:1:0:0", ANN, table, 30, "bet", table, 1, BOB, later(5).timestamp(), 70, 30)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE ledger SET amount = amount + 1",
        "UPDATE ledger SET why = 'something else'",
        "DELETE FROM ledger",
        "INSERT INTO ledger SELECT * FROM ledger WHERE TRUE ON CONFLICT (id) DO UPDATE SET amount = ledger.amount + 1",
    ],
)
async def test_a_row_of_the_ledger_is_never_changed_or_deleted(store, chips, sql):
    await refuses(store, chips, sql)


@on_sqlite
@pytest.mark.parametrize(
    "sql",
    [
        "INSERT OR REPLACE INTO ledger SELECT * FROM ledger",
        "REPLACE INTO ledger (guild, key, payer, payee, amount, why, at, payer_after, payee_after)"
        " SELECT guild, key, payer, payee, 1, why, at, 1, 1 FROM ledger",
    ],
)
async def test_a_row_of_the_ledger_in_a_file_is_never_replaced(store, chips, sql):
    await refuses(store, chips, sql)


@on_postgres
async def test_the_ledger_on_a_server_is_never_emptied(store, chips):
    await refuses(store, chips, "TRUNCATE ledger")


async def refuses(store, chips, sql):
    await fund(chips, ann=100)
    before = await everything(store)
    with pytest.raises(REFUSED, match="append-only"):
        await store.write(lambda db: db.execute(sql))
    assert await everything(store) == before


async def test_a_key_that_was_used_is_refused_and_moves_nothing_again(store, chips):
    await fund(chips, ann=100)
    pay = pays(member(ANN), member(BOB), 40, key="interaction:5")
    await chips.post([pay], NOON)
    before = await everything(store)
    with pytest.raises(AlreadyPosted) as refused:
        await chips.post([pays(member(ANN), member(CY), 1), pay], NOON)
    assert refused.value.key == "interaction:5"
    assert await everything(store) == before


async def test_a_repeated_posting_is_recognized_even_when_the_chips_are_gone(chips):
    await fund(chips, ann=100)
    pay = pays(member(ANN), member(BOB), 100)
    await chips.post([pay], NOON)
    with pytest.raises(AlreadyPosted):
        await chips.post([pay], NOON)


async def test_an_overdraft_says_how_much_there_is_and_how_much_was_needed(store, chips):
    await fund(chips, ann=100)
    before = await everything(store)
    with pytest.raises(InsufficientChips) as refused:
        await chips.post([pays(member(ANN), member(BOB), 60), pays(member(ANN), member(BOB), 41)], NOON)
    assert (refused.value.account, refused.value.balance, refused.value.needed) == (member(ANN), 40, 41)
    assert await everything(store) == before, "the first of the two is undone with the second"


async def test_a_key_that_two_postings_at_once_share_is_refused(store, chips):
    before = await everything(store)
    with pytest.raises(AlreadyPosted) as refused:
        await chips.post([pays(HOUSE, member(ANN), 10, key=key) for key in ("a", "b", "b", "c")], NOON)
    assert refused.value.key == "b"
    assert await everything(store) == before


async def test_chips_that_come_in_can_be_paid_on_at_once(store, chips):
    await chips.post(
        [pays(HOUSE, member(ANN), 10), pays(member(ANN), member(BOB), 7), pays(member(BOB), member(CY), 6)], NOON
    )
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB, CY)] == [3, 1, 6]
    after = await store.read(lambda db: db.execute("SELECT payer_after, payee_after FROM ledger").fetchall())
    assert after == [(-10, 10), (3, 7), (1, 6)]


@on_sqlite
async def test_a_balance_that_many_postings_change_is_written_once(store, chips):
    await fund(chips, ann=100, bob=100)
    statements = []
    await store.write(lambda db: db.set_trace_callback(statements.append))
    await chips.post([pays(member(user), HOUSE, 5) for user in (ANN, BOB, ANN, BOB, ANN)], NOON)
    await store.write(lambda db: db.set_trace_callback(None))
    written = [statement.split()[:2] for statement in statements]
    assert written.count(["UPDATE", "accounts"]) == 3
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB)] == [85, 90]


async def test_a_stranger_has_nothing_to_pay_with(chips):
    with pytest.raises(InsufficientChips) as refused:
        await chips.post([pays(member(CY), HOUSE, 1)], NOON)
    assert refused.value.balance == 0
    assert await chips.balance(GUILD, CY) is None


async def test_a_table_pays_no_more_than_it_holds(chips, tables):
    table = (await tables.create(BLACKJACK, NOON)).id
    await fund(chips, ann=100)
    await chips.post([bets(ANN, table, 50, 1)], NOON)
    with pytest.raises(InsufficientChips):
        await chips.post([gets(ANN, table, 51, 1)], NOON)


async def test_the_house_may_owe(chips, store):
    await fund(chips, ann=100)
    house = await store.read(lambda db: db.execute("SELECT chips FROM accounts WHERE kind = 'house'").fetchone())
    assert house == (-100,)


async def test_of_fifty_at_once_exactly_the_affordable_ones_are_paid(store, chips):
    await fund(chips, ann=1000)

    async def spend(n):
        try:
            await chips.post([pays(member(ANN), member(BOB), 30, key=f"click:{n}")], NOON)
        except InsufficientChips:
            return 0
        return 30

    spent = await asyncio.gather(*(spend(n) for n in range(50)))
    assert sorted(spent) == [0] * 17 + [30] * 33
    assert (await chips.balance(GUILD, ANN), await chips.balance(GUILD, BOB)) == (10, 990)
    assert damage(store) == []


async def test_servers_have_chips_of_their_own(chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(OTHER_GUILD, ANN, 50, NOON)
    assert (await chips.balance(GUILD, ANN), await chips.balance(OTHER_GUILD, ANN)) == (1000, 50)


# First contact


async def test_a_first_contact_is_paid_once_and_only_once(store, chips):
    assert await asyncio.gather(*(chips.open_member(GUILD, ANN, 1000, NOON) for _ in range(20))) == [1000] * 20
    await chips.post([pays(member(ANN), HOUSE, 1000)], NOON)
    assert await chips.open_member(GUILD, ANN, 1000, later(60)) == 0
    assert damage(store) == []


async def test_somebody_who_was_given_chips_before_gets_the_starting_chips_too(chips):
    await fund(chips, ann=5)
    assert await chips.open_member(GUILD, ANN, 1000, NOON) == 1005


async def test_without_starting_chips_the_account_is_empty(chips):
    assert await chips.balance(GUILD, ANN) is None
    assert await chips.open_member(GUILD, ANN, 0, NOON) == 0
    assert await chips.balance(GUILD, ANN) == 0


async def test_starting_chips_below_0_are_refused(chips):
    with pytest.raises(BadAmount):
        await chips.open_member(GUILD, ANN, -1, NOON)


# Chips are neither made nor lost

USERS = st.sampled_from([ANN, BOB, CY])
ACCOUNTS = st.one_of(st.just(HOUSE), st.builds(member, USERS), st.just(Account.table(GUILD, 1)))
MOVES = st.tuples(ACCOUNTS, ACCOUNTS, st.integers(1, 300), st.integers(0, 25)).filter(lambda move: move[0] != move[1])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(MOVES, max_size=4), max_size=12))
def test_whatever_is_posted_every_promise_about_chips_holds(kind, batches, tmp_path_factory, postgres):
    where = tmp_path_factory.mktemp("bank") / "bot.sqlite3" if kind == "sqlite" else postgres.new()

    async def play():
        store = await Store.open(where)
        try:
            table = await Tables(store).create(BLACKJACK, NOON)
            await step(Tables(store), table, started=RoundStart(1, "{}"))
            expected = {}
            for batch in batches:
                postings = [pays(a, b, n, key=f"random:{key}", table=1, round=1) for a, b, n, key in batch]
                try:
                    await store.write(lambda db, postings=postings: post(db, postings, NOON))
                except (InsufficientChips, AlreadyPosted):
                    continue
                for posting in postings:
                    expected[posting.payer] = expected.get(posting.payer, 0) - posting.amount
                    expected[posting.payee] = expected.get(posting.payee, 0) + posting.amount
            for user in (ANN, BOB, CY):
                assert (await Chips(store).balance(GUILD, user) or 0) == expected.get(member(user), 0)
            assert damage(store) == []
        finally:
            await store.close()

    asyncio.run(play())
    if kind == "postgres":
        postgres.give_back(where)


async def test_a_command_gives_and_takes_chips_once_for_each_key(store, chips):
    prize = Cause("raffle:1", "raffle prize", NOON, actor_id=BOB, reason="the feast")
    assert await chips.give(GUILD, ANN, 50, prize) == 50
    with pytest.raises(AlreadyPosted):
        await chips.give(GUILD, ANN, 50, prize)
    assert await chips.take(GUILD, ANN, 20, Cause("ticket:1", "raffle ticket", NOON)) == 30
    with pytest.raises(InsufficientChips):
        await chips.take(GUILD, ANN, 31, Cause("ticket:2", "raffle ticket", NOON))
    assert await chips.balance(GUILD, ANN) == 30


async def test_all_chips_of_all_servers_are_counted_as_far_as_the_house_has_paid_them_out(store, chips):
    assert await circulating(store) == 0
    for guild, user, starting in ((GUILD, ANN, 1_000), (GUILD, BOB, 1_000), (OTHER_GUILD, ANN, 500)):
        await chips.open_member(guild, user, starting, NOON)
    assert await circulating(store) == 2_500
