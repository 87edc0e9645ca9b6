"""Chips at tables: whose they are, and until when."""

from small_bank import ANN, BLACKJACK, BOB, GUILD, HOUSE, NOON, OTHER_GUILD, bets, damage, fund, gets, pays, step

from data.ledger.holds import held_in_round, lying_in_round
from data.ledger.ledger import Account
from data.tables.tables import Result, RoundStart


async def test_chips_at_open_tables_count_as_held_until_their_round_is_over(chips, tables, store):
    one, two = await tables.create(BLACKJACK, NOON), await tables.create(BLACKJACK, NOON)
    await fund(chips, ann=100, bob=100)
    assert await chips.at_tables(GUILD, ANN) == []

    one = await step(tables, one, postings=(bets(ANN, one.id, 30, 1), bets(BOB, one.id, 20, 1)))
    two = await step(tables, two, postings=(bets(ANN, two.id, 5, 1),))
    assert await chips.at_tables(GUILD, ANN) == [(one.id, 30), (two.id, 5)]
    assert await chips.at_tables(GUILD, BOB) == [(one.id, 20)]

    doubled = (bets(ANN, one.id, 30, 1),)
    one = await step(tables, one, started=RoundStart(1, "{}"), postings=doubled)
    assert await chips.at_tables(GUILD, ANN) == [(one.id, 60), (two.id, 5)]

    lost = pays(Account.table(GUILD, one.id), HOUSE, 60, "lost", round=1)
    results = Result(ANN, -60), Result(BOB, 0)
    one = await step(tables, one, ended=True, results=results, postings=(lost, gets(BOB, one.id, 20, 1)))
    assert await chips.at_tables(GUILD, ANN) == [(two.id, 5)], "lost chips are no longer held"
    assert await chips.at_tables(GUILD, BOB) == []

    await step(tables, one, postings=(bets(BOB, one.id, 10, 2),))
    assert await chips.at_tables(GUILD, BOB) == [(one.id, 10)]
    assert await chips.at_tables(OTHER_GUILD, BOB) == []
    assert damage(store) == []


async def test_chips_held_in_a_round_can_be_returned(chips, tables, store):
    table = await tables.create(BLACKJACK, NOON)
    await fund(chips, ann=100, bob=100)
    playing = await step(
        tables,
        table,
        started=RoundStart(1, "{}"),
        postings=(bets(ANN, table.id, 30, 1), bets(BOB, table.id, 20, 1), bets(ANN, table.id, 10, 1)),
    )
    await step(tables, playing, postings=(pays(Account.table(GUILD, table.id), HOUSE, 20, "lost", round=1),))

    held = await store.read(lambda db: held_in_round(db, GUILD, table.id, 1))
    lying = await store.read(lambda db: lying_in_round(db, GUILD, table.id, 1))
    assert held == {ANN: 40, BOB: 20}
    assert lying == 40, "the house has the rest"
    assert await store.read(lambda db: held_in_round(db, GUILD, table.id, 2)) == {}
    assert await store.read(lambda db: lying_in_round(db, GUILD, table.id, 2)) == 0

    from_house = pays(HOUSE, Account.table(GUILD, table.id), sum(held.values()) - lying, "round void", round=1)
    back = tuple(gets(user, table.id, held[user], 1) for user in held)
    voided = await step(tables, await tables.get(table.id), voided=True, postings=(from_house, *back))
    assert voided.running is None
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB)] == [100, 100]
    assert damage(store) == []
