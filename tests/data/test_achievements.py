"""What members have achieved: kept once, with the round or the gift that brought it, and gone with the member."""

from datetime import timedelta

import pytest
from small_bank import (
    ANN,
    BLACKJACK,
    BOB,
    CY,
    GUILD,
    HOUSE,
    NOON,
    OTHER_GUILD,
    bets,
    change,
    damage,
    fund,
    gets,
    later,
    on_sqlite,
    pays,
    step,
)
from small_bank import member as account

from data.guild.forget_member import Departures
from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import Account
from data.tables.achievements import GIFT, HUNDRED_ROUNDS, LAST_CHIPS, Achieved, Achievements
from data.tables.tables import Earned, Result, RoundStart, Written

DEAL = RoundStart(1, "{}")


@pytest.fixture
def achievements(store):
    return Achievements(store)


async def keys(achievements, person):
    return [each.key for each in await achievements.of(GUILD, person)]


async def play(tables, table, number, *, stake=50, net=0, earned=(), at=NOON):
    """A round in which Ann stakes some chips and wins or loses `net`. What is new, and the table after it."""
    table = await step(tables, table, started=DEAL, postings=(bets(ANN, table.id, stake, number),))
    lot, postings = Account.table(GUILD, table.id), []
    if net < 0:
        postings.append(pays(lot, HOUSE, -net, "lost", round=number))
    if stake + net > 0:
        postings.append(gets(ANN, table.id, stake + min(net, 0), number))
    if net > 0:
        postings.append(pays(HOUSE, account(ANN), net, "won", table=table.id, round=number))
    about = {"results": (Result(ANN, net),), "earned": tuple(earned), "postings": tuple(postings)}
    written = await tables.commit(change(table, ended=True, **about), at)
    return written.earned, await tables.get(table.id)


async def test_it_is_kept_once_with_its_moment_table_and_round(chips, tables, store, achievements):
    await fund(chips, ann=1000, bob=1000)
    table = await tables.create(BLACKJACK, NOON)
    split = Earned(ANN, "split")
    new, table = await play(tables, table, 1, earned=[split, Earned(BOB, "split")], at=later(1))
    assert new == (split, Earned(BOB, "split"))
    new, table = await play(tables, table, 2, earned=[split, Earned(ANN, "pair")], at=later(2))
    assert new == (Earned(ANN, "pair"),)
    assert await achievements.of(GUILD, ANN) == [
        Achieved("pair", later(2), table.id, "blackjack", 2, is_new=True),
        Achieved("split", later(1), table.id, "blackjack", 1, is_new=True),
    ]
    assert await achievements.of(OTHER_GUILD, ANN) == []
    assert damage(store) == []


async def test_it_is_new_until_the_member_has_seen_it(chips, tables, achievements):
    await fund(chips, ann=1000)
    table = await tables.create(BLACKJACK, NOON)
    _, table = await play(tables, table, 1, earned=[Earned(ANN, "split"), Earned(BOB, "split")])
    told = await achievements.of(GUILD, ANN)
    _, table = await play(tables, table, 2, earned=[Earned(ANN, "pair")], at=later(1))
    await achievements.see(GUILD, ANN, told)
    assert [(each.key, each.is_new) for each in await achievements.of(GUILD, ANN)] == [("pair", True), ("split", False)]
    assert [each.is_new for each in await achievements.of(GUILD, BOB)] == [True]


async def test_only_a_round_that_ends_brings_anything(tables):
    table = await tables.create(BLACKJACK, NOON)
    with pytest.raises(ValueError, match="only a round that ends"):
        change(table, earned=(Earned(ANN, "split"),))
    table = await step(tables, table, started=DEAL)
    assert await tables.commit(change(table, voided=True), NOON) == Written()


async def test_somebody_who_was_forgotten_achieves_nothing_more(chips, tables, achievements):
    await fund(chips, ann=1000)
    table = await tables.create(BLACKJACK, NOON)
    new, _ = await play(tables, table, 1, earned=[Earned(-3, "split")])
    assert new == ()


async def test_a_win_with_the_last_chips_is_told_by_the_ledger(chips, tables, achievements):
    await fund(chips, ann=100)
    table = await tables.create(BLACKJACK, NOON)
    for number, (stake, net) in enumerate([(99, 99), (199, -150), (49, 0)], 1):
        new, table = await play(tables, table, number, stake=stake, net=net)
        assert new == (), "chips were left, or nothing was won"
    new, table = await play(tables, table, 4, stake=49, net=10)
    assert new == (Earned(ANN, LAST_CHIPS),)
    new, table = await play(tables, table, 5, stake=59, net=10)
    assert new == ()


async def test_last_chips_that_were_taken_back_before_the_cards_count_for_nothing(chips, tables):
    await fund(chips, ann=100)
    table = await tables.create(BLACKJACK, NOON)
    before = NOON - timedelta(minutes=1)
    lobby = (bets(ANN, table.id, 100, 1), gets(ANN, table.id, 90, 1))
    await tables.commit(change(table, postings=lobby), before)
    table = await step(tables, await tables.get(table.id), started=DEAL)
    won = (gets(ANN, table.id, 10, 1), pays(HOUSE, account(ANN), 10, "won", table=table.id, round=1))
    written = await tables.commit(change(table, ended=True, results=(Result(ANN, 10),), postings=won), later(1))
    assert written.earned == ()


async def test_the_hundredth_round_counts_all_games_together(chips, tables, store, achievements):
    await fund(chips, ann=1000)
    table = await tables.create(BLACKJACK, NOON)
    _, table = await play(tables, table, 1)
    await store.write(lambda db: db.execute("UPDATE records SET rounds = 49"))
    await store.write(
        lambda db: db.execute("INSERT INTO records SELECT account, 'pontoon', 0, 49, 0, 0, 0, 0, 0, 0, 0 FROM records")
    )
    new, table = await play(tables, table, 2)
    assert new == ()
    new, table = await play(tables, table, 3)
    assert new == (Earned(ANN, HUNDRED_ROUNDS),)
    new, table = await play(tables, table, 4)
    assert new == ()


async def test_a_gift_to_a_member_without_any_chips_is_remembered(chips, tables, store, achievements):
    await fund(chips, ann=1000, bob=50)
    gifts = Gifts(store)
    await gifts.give(Gift("gift:1", GUILD, ANN, BOB, 10), NOON)
    assert await keys(achievements, ANN) == [], "Bob had 50"
    table = await tables.create(BLACKJACK, NOON)
    table = await step(tables, table, postings=(bets(BOB, table.id, 60, 1),))
    await gifts.give(Gift("gift:2", GUILD, ANN, BOB, 10), NOON)
    assert await keys(achievements, ANN) == [], "Bob's chips are at a table"
    await gifts.give(Gift("gift:3", GUILD, ANN, CY, 10), later(3))
    assert await achievements.of(GUILD, ANN) == [Achieved(GIFT, later(3), None, None, None, is_new=True)]
    assert await keys(achievements, CY) == []


async def test_a_new_member_who_gets_starting_chips_was_not_broke(store, achievements):
    await Gifts(store).give(Gift("gift:1", GUILD, ANN, BOB, 10, starting=100), NOON)
    assert await keys(achievements, ANN) == []


async def test_a_forgotten_member_takes_them_along(chips, tables, store, achievements):
    await fund(chips, ann=1000)
    table = await tables.create(BLACKJACK, NOON)
    await play(tables, table, 1, earned=[Earned(ANN, "split"), Earned(BOB, "split")])
    await Departures(store).forget(GUILD, ANN, NOON)
    assert await keys(achievements, ANN) == []
    assert await keys(achievements, BOB) == ["split"]
    assert damage(store) == []


@on_sqlite
async def test_the_last_chips_are_looked_for_among_the_rows_of_one_round(store):
    from data.tables import achievements as sql

    about = {"guild": GUILD, "table": 1, "round": 1, "at": 1.0, "rounds": 100}
    steps = await store.read(lambda db: [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql._BY_ROWS}", about)])
    assert "SEARCH l USING INDEX ledger_of_round (table_id=? AND round=?)" in steps
    assert not any("SCAN" in step for step in steps if "k" not in step.split() and "CONSTANT" not in step), steps
