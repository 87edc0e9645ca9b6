"""Chips: what a posting may be, what the ledger refuses, and that chips are neither made nor lost."""

import asyncio
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from itertools import product
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from small_bank import Purses, bets, damage, everything, fund, gets, later, member, nothing_done, opened, pays, step
from small_server import ANN, BLACKJACK, BOB, CY, DAILY, DEAL, GUILD, HOUSE, NOON, OTHER_GUILD, REFUSED, on_sqlite

from data.checks.findings import dialect_of
from data.guild.owned import OWNED
from data.ledger.allowances import Allowances
from data.ledger.audit import Audit, Filter
from data.ledger.ledger import MAX_AMOUNT, Account, AlreadyPosted, BadAmount, InsufficientChips, post
from data.ledger.reasons import LedgerReason, in_sql
from data.people import house_player
from data.store.store import Store
from data.tables.tables import RoundResult, Tables

# What a posting may be


@pytest.mark.parametrize(
    "amount",
    [0, -1, -5, 1.0, 0.5, float("nan"), float("inf"), True, "5", "５", None, Fraction(3, 2), MAX_AMOUNT + 1, 2**63],
    ids=repr,
)
def test_only_positive_whole_amounts_within_bounds_are_accepted(amount):
    with pytest.raises(BadAmount, match="whole number from 1 to"):
        pays(HOUSE, member(ANN), amount)


async def test_the_smallest_and_the_largest_amount_are_posted(chips):
    await chips.post([pays(HOUSE, member(ANN), MAX_AMOUNT), pays(member(ANN), HOUSE, 1)], NOON)
    assert await chips.balance(GUILD, ANN) == MAX_AMOUNT - 1


async def test_the_database_itself_refuses_such_an_amount_and_a_member_below_0(store, chips):
    await fund(chips, ann=10, bob=10)
    row = (
        "INSERT INTO ledger (guild, key, payer, payee, amount, why, at, payer_after, payee_after)"
        " SELECT guild, 'by hand', payer, payee, {}, why, at, 0, 0 FROM ledger LIMIT 1"
    )
    balance = "UPDATE accounts SET chips = {} WHERE kind = 'member'"
    wrong = [row.format(amount) for amount in (0, -1, MAX_AMOUNT + 1)] + [balance.format(-1)]
    if isinstance(store.where, Path):  # on a server there is no place for anything else in such a column
        wrong += [sql.format(amount) for sql in (row, balance) for amount in (1.5, "'many'")]
    for sql in wrong:
        with pytest.raises(REFUSED, match=r"CHECK|violates check"):
            await store.write(lambda db, sql=sql: db.execute(sql))


@pytest.mark.parametrize(
    ("payer", "payee", "about", "said"),
    [
        (member(ANN), member(ANN), {}, "to itself"),
        (member(ANN), Account.member(OTHER_GUILD, ANN), {}, "one server to another"),
        (member(ANN), Account.table(GUILD, 7), {"table": None}, "names that table and the round"),
        (member(ANN), Account.table(GUILD, 7), {"table": 8, "round": 1}, "names that table and the round"),
        (member(ANN), Account.table(GUILD, 7), {"table": 7}, "names that table and the round"),
        (HOUSE, member(ANN), {"round": 1}, "names its table"),
    ],
)
def test_a_posting_stays_in_its_server_and_names_its_table(payer, payee, about, said):
    with pytest.raises(ValueError, match=said):
        pays(payer, payee, 5, **about)


async def test_a_time_without_a_zone_is_refused(chips):
    with pytest.raises(ValueError, match="no time zone"):
        await chips.post([pays(HOUSE, member(ANN), 5)], datetime(2026, 3, 14))  # noqa: DTZ001 - the mistake in question


# What the ledger stores


async def test_a_row_says_who_paid_whom_what_why_where_when_and_the_balances_after(store, chips, tables):
    table = (await tables.create(BLACKJACK, NOON)).id
    await fund(chips, ann=100)
    bet = pays(member(ANN), Account.table(GUILD, table), 30, "bet", round=1, actor_id=CY, reason="for luck")
    assert None not in structs.astuple(bet), "it says all that one can say"
    changed = {"key": "table:1:0:0", "actor_id": BOB, "reason": "good luck"}
    keyed = bet.keyed(**changed)
    assert structs.asdict(keyed) == structs.asdict(bet) | changed
    await chips.post([keyed], later(5))
    rows = await store.find(
        "SELECT l.guild, l.key, p.owner, q.owner, l.amount, l.why, l.table_id, l.round, l.actor, l.reason, l.at,"
        " l.payer_after, l.payee_after FROM ledger l JOIN accounts p ON p.id = l.payer"
        " JOIN accounts q ON q.id = l.payee ORDER BY l.id"
    )
    where_when = (table, 1, BOB, "good luck", later(5).timestamp())
    assert rows[-1] == (GUILD, "table:1:0:0", ANN, table, 30, "bet", *where_when, 70, 30)


async def test_no_column_of_a_row_is_ever_changed_but_to_forget_somebody_and_no_row_deleted(store, chips, tables):
    table = (await tables.create(BLACKJACK, NOON)).id
    await fund(chips, ann=100)
    full = {"round": 1, "actor_id": BOB, "reason": "for luck"}
    await chips.post([pays(member(ANN), Account.table(GUILD, table), 30, "bet", **full)], NOON)
    before = await everything(store)
    names = (await store.read(lambda db: dialect_of(db).columns(db)))["ledger"] - {"rowid"}
    (ids,) = (each.ids for each in OWNED if each.table == "ledger")
    forgets = {("reason", "NULL", "NOT NULL"), *((column, "'-1'", "NOT NULL") for column in ids)}
    values = ("'5'", "'-1'", "NULL", f"'{house_player(1, 0)}'")
    for sql in (
        *(f"UPDATE ledger SET {column} = {value} WHERE {column} IS {was}"
          for column, value, was in {*product(names, values, ("NULL", "NOT NULL"))} - forgets),
        "DELETE FROM ledger", "TRUNCATE ledger", "REPLACE INTO ledger SELECT * FROM ledger",
        "INSERT INTO ledger SELECT * FROM ledger WHERE TRUE ON CONFLICT (id) DO UPDATE SET amount = 1",
        "UPDATE accounts SET owner = 77 WHERE kind = 'member'", "UPDATE accounts SET owner = -1 WHERE kind = 'table'",
        "UPDATE accounts SET guild = 77",
    ):  # fmt: skip
        with suppress(*REFUSED, sqlite3.OperationalError, psycopg.ProgrammingError):
            await store.write(lambda db, sql=sql: db.execute(sql))
        assert await everything(store) == before, sql


def test_every_reason_keeps_its_words():
    assert [reason.value for reason in LedgerReason] == [
        "starting chips", "daily chips", "daily streak", "relief", "gift", "gift tax", "bank gave", "bank took",
        "bank set", "bank reset", "left", "bet", "bet back", "left lying", "round void", "bank sold", "ante",
        "ante back", "antes won", "ante forfeited", "house purse", "house purse back", "practice return",
        "limit return", "tournament prize",
    ]  # fmt: skip
    assert in_sql(LedgerReason.GIFT, LedgerReason.BANK_SOLD) == "('gift', 'bank sold')"


@pytest.mark.parametrize("why", [LedgerReason.BANK_GAVE, "a word of some game"])
async def test_a_reason_and_a_games_own_word_are_written_as_text(store, chips, why):
    await chips.post([pays(HOUSE, member(ANN), 5, why)], NOON)
    found = await store.read(lambda db: db.execute("SELECT why, typeof(why) FROM ledger").fetchall())
    assert found == [(str(why), "text")]
    (row,) = (await Audit(store).older(Filter(HOUSE.guild), None, 1)).rows
    assert row.why == why


async def test_a_key_that_was_used_is_refused_and_moves_nothing_again(store, chips):
    await fund(chips, ann=100)
    pay = pays(member(ANN), member(BOB), 100, key="interaction:5")
    await chips.post([pay], NOON)  # so her chips are gone
    async with nothing_done(store, AlreadyPosted) as refused:
        await chips.post([pays(HOUSE, member(CY), 1), pay], NOON)
    assert refused.value.key == "interaction:5"
    async with nothing_done(store, AlreadyPosted) as refused:
        await chips.post([pays(HOUSE, member(ANN), 10, key=key) for key in ("a", "b", "b", "c")], NOON)
    assert refused.value.key == "b", "two at once share it"


async def test_an_overdraft_says_how_much_there_is_and_how_much_was_needed(store, chips):
    await fund(chips, ann=100)
    async with nothing_done(store, InsufficientChips) as refused:  # the first of the two is undone with the second
        await chips.post([pays(member(ANN), member(BOB), 60), pays(member(ANN), member(BOB), 41)], NOON)
    assert (refused.value.account, refused.value.balance, refused.value.needed) == (member(ANN), 40, 41)


async def test_chips_that_come_in_can_be_paid_on_at_once(store, chips):
    await chips.post(
        [pays(HOUSE, member(ANN), 10), pays(member(ANN), member(BOB), 7), pays(member(BOB), member(CY), 6)], NOON
    )
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB, CY)] == [3, 1, 6]
    after = await store.read(
        lambda db: db.execute("SELECT payer_after, payee_after FROM ledger ORDER BY id").fetchall()
    )
    assert after == [(-10, 10), (3, 7), (1, 6)]


@on_sqlite
async def test_a_balance_that_many_postings_change_is_written_once(store, chips):
    await fund(chips, ann=100, bob=100)
    statements = []
    await store.write(lambda db: db.set_trace_callback(statements.append))
    await chips.post([pays(member(user), HOUSE, 5) for user in (ANN, BOB, ANN, BOB, ANN)], NOON)
    await store.write(lambda db: db.set_trace_callback(None))
    written = [statement.split()[:3] for statement in statements if "accounts" in statement.split()[:3]]
    assert written == [["INSERT", "INTO", "accounts"], *[["UPDATE", "accounts", "SET"]] * 2]
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB)] == [85, 90]


async def test_a_stranger_has_nothing_to_pay_with_and_a_table_no_more_than_it_holds(chips, tables, store):
    with pytest.raises(InsufficientChips) as refused:
        await chips.post([pays(member(CY), HOUSE, 1)], NOON)
    assert refused.value.balance == 0
    assert await chips.balance(GUILD, CY) is None
    table = (await tables.create(BLACKJACK, NOON)).id
    await fund(chips, ann=100)
    await chips.post([bets(ANN, table, 50, 1)], NOON)
    with pytest.raises(InsufficientChips):
        await chips.post([gets(ANN, table, 51, 1)], NOON)
    house = await store.read(lambda db: db.execute("SELECT chips FROM accounts WHERE kind = 'house'").fetchone())
    assert house == (-100,), "the house may owe"


async def test_of_fifty_at_once_exactly_the_affordable_ones_are_paid(chips):
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


async def test_chips_at_open_tables_count_as_held_until_their_round_is_over(chips, tables):
    one, two = await tables.create(BLACKJACK, NOON), await tables.create(BLACKJACK, NOON)
    await fund(chips, ann=100, bob=100)
    assert await chips.at_tables(GUILD, ANN) == []
    one = await step(tables, one, postings=(bets(ANN, one.id, 30, 1), bets(BOB, one.id, 20, 1)))
    two = await step(tables, two, postings=(bets(ANN, two.id, 5, 1),))
    assert await chips.at_tables(GUILD, ANN) == [(one.id, 30), (two.id, 5)]
    assert await chips.at_tables(GUILD, BOB) == [(one.id, 20)]
    doubled = (bets(ANN, one.id, 30, 1),)
    one = await step(tables, one, started=DEAL, postings=doubled)
    assert await chips.at_tables(GUILD, ANN) == [(one.id, 60), (two.id, 5)]
    lost = pays(Account.table(GUILD, one.id), HOUSE, 60, "lost", round=1)
    results = RoundResult(ANN, -60), RoundResult(BOB, 0)
    one = await step(tables, one, ended=True, results=results, postings=(lost, gets(BOB, one.id, 20, 1)))
    assert await chips.at_tables(GUILD, ANN) == [(two.id, 5)], "lost chips are no longer held"
    assert await chips.at_tables(GUILD, BOB) == []
    await step(tables, one, postings=(bets(BOB, one.id, 10, 2),))
    assert await chips.at_tables(GUILD, BOB) == [(one.id, 10)]
    assert await chips.at_tables(OTHER_GUILD, BOB) == []


# First contact


async def test_a_first_contact_is_paid_once_and_only_once(chips):
    assert await asyncio.gather(*(chips.open_member(GUILD, ANN, 1000, NOON) for _ in range(20))) == [1000] * 20
    await chips.post([pays(member(ANN), HOUSE, 1000)], NOON)
    assert await chips.open_member(GUILD, ANN, 1000, later(60)) == 0


async def test_starting_chips_come_on_top_of_what_somebody_was_given_and_may_be_none_in_each_server(chips, store):
    await fund(chips, ann=5)
    assert await chips.open_member(GUILD, ANN, 1000, NOON) == 1005
    assert await chips.balance(GUILD, BOB) is None
    assert await chips.open_member(GUILD, BOB, 0, NOON) == 0
    assert await chips.balance(GUILD, BOB) == 0
    assert await chips.open_member(OTHER_GUILD, ANN, 50, NOON) == 50
    assert (await chips.balance(GUILD, ANN), await chips.balance(OTHER_GUILD, ANN)) == (1005, 50)
    with pytest.raises(BadAmount):
        await chips.open_member(GUILD, CY, -1, NOON)


# Daily chips: once a day of UTC for everybody


async def test_daily_chips_are_paid_once_a_day_even_with_twenty_claims_at_once_and_chips_at_stake(
    chips, tables, allowances
):
    await fund(chips, ann=100)
    await chips.post([bets(ANN, (await tables.create(BLACKJACK, NOON)).id, 100, 1)], NOON)
    claims = await asyncio.gather(*(allowances.claim_daily(GUILD, ANN, DAILY, NOON) for _ in range(20)))
    assert sum(claim.paid for claim in claims) == 200
    assert {claim.balance for claim in claims} == {200}
    assert {claim.next_at for claim in claims} == {datetime(2026, 3, 15, tzinfo=UTC)}


async def test_the_day_is_counted_in_utc_whatever_the_time_zone_and_after_a_restart(database):
    late = datetime(2026, 3, 14, 23, 59, 59, tzinfo=UTC)
    in_auckland = late.astimezone(timezone(timedelta(hours=13)))
    for at, paid in ((late, True), (in_auckland, False), (late + timedelta(seconds=1), True)):
        async with opened(database) as store:
            claim = await Allowances(store).claim_daily(GUILD, ANN, DAILY, at)
            assert bool(claim.paid) == paid
    assert (claim.balance, claim.next_at) == (400, datetime(2026, 3, 16, tzinfo=UTC))


# Chips are neither made nor lost

USERS = st.sampled_from([ANN, BOB, CY])
ACCOUNTS = st.one_of(st.just(HOUSE), st.builds(member, USERS), st.just(Account.table(GUILD, 1)))
MOVES = st.tuples(ACCOUNTS, ACCOUNTS, st.integers(1, 300), st.integers(0, 25)).filter(lambda move: move[0] != move[1])


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.thorough)])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(MOVES, max_size=4), max_size=12))
def test_whatever_is_posted_every_promise_about_chips_holds(kind, batches, tmp_path_factory, postgres):
    where = tmp_path_factory.mktemp("bank") / "bot.sqlite3" if kind == "sqlite" else postgres.new()

    async def play():
        store = await Store.open(where)
        try:
            table = await Tables(store).create(BLACKJACK, NOON)
            await step(Tables(store), table, started=DEAL)
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
                assert (await Purses(store).balance(GUILD, user) or 0) == expected.get(member(user), 0)
            assert damage(store) == []
        finally:
            await store.close()

    asyncio.run(play())
    if kind == "postgres":
        postgres.give_back(where)
