"""Live tables: one change is one transaction, guarded by the version, and all of it comes back after a restart."""

import asyncio
from dataclasses import replace

import pytest
from small_bank import bets, change, everything, fund, gets, later, member, nothing_done, opened, pays, step
from small_server import ANN, BLACKJACK, BOB, COMMITMENT, GUILD, HOUSE, NOON, OTHER_GUILD, SEED

from data.ledger.ledger import Account, AlreadyPosted, InsufficientChips
from data.tables.achievements import Earned
from data.tables.fairness import Fairness
from data.tables.results import RoundResult
from data.tables.saved import MadeBy, MoveRow, RunningRound, SavedShuffle, SavedTable
from data.tables.tables import Change, RoundStart, StaleTable, StrandedChips, Tables

PLAYED = RoundStart(rules=3, setup='{"seats": [1]}')
HIT, STAND = MoveRow(1, 0, "hit"), MoveRow(1, 0, "stand", MadeBy.CLOCK)
NEW_SEED = (b"\x01" * 32, "ab" * 32)


async def test_a_new_table_is_as_ordered(tables):
    saved = await tables.create(BLACKJACK, NOON)
    assert saved == SavedTable(
        id=1, guild=GUILD, channel=BLACKJACK.channel, message=None, posted_at=None, game="blackjack", host=ANN,
        options='{"decks": 8}', minimum=10, maximum=500, pace="normal", lobby="{}", round=0, version=0, deadline=None,
        opened_at=NOON, closed_at=None, shuffle=SavedShuffle(SEED, COMMITMENT, None, NOON, None), running=None,
    )  # fmt: skip
    assert await tables.get(1) == saved
    assert await tables.get(2) is None


async def test_all_of_a_running_table_comes_back_after_a_restart(database):
    async with opened(database) as store:
        tables = Tables(store)
        table = await tables.create(BLACKJACK, NOON)
        await tables.posted(table.guild, table.id, 2**62 + 77, later(1))
        table = await step(tables, table, lobby='{"seats": 1}', salt="123", deadline=later(2))
        table = await step(tables, table, started=PLAYED)
        table = await step(tables, table, moves=(HIT, HIT), deadline=later(3))
        await tables.commit(change(table, moves=(HIT, STAND), deadline=later(4)), later(4))

    async with opened(database) as store:
        (back,) = await Tables(store).live()
    assert (back.message, back.posted_at) == (2**62 + 77, later(1))
    assert (back.version, back.round, back.lobby, back.deadline) == (4, 1, '{"seats": 1}', later(4))
    assert back.shuffle == SavedShuffle(SEED, COMMITMENT, "123", NOON, None)
    assert back.running == RunningRound(3, '{"seats": [1]}', NOON, (HIT, HIT, HIT, STAND))


async def test_only_moves_of_running_rounds_come_back_in_order_and_each_to_its_table(tables):
    one, two = await tables.create(BLACKJACK, NOON), await tables.create(BLACKJACK, NOON)
    one = await step(tables, one, started=PLAYED, moves=(HIT,), ended=True)
    one = await step(tables, one, started=PLAYED)
    two = await step(tables, two, started=PLAYED, moves=(HIT, STAND))
    for n in range(12):  # past 9, so that an order by text would show
        one = await step(tables, one, moves=(MoveRow(2, n, f"bid {n}"),))
    closed = await step(tables, await tables.create(BLACKJACK, NOON), closed=True)

    live = await tables.live()
    assert [saved.id for saved in live] == [one.id, two.id]
    assert closed.closed_at == NOON
    assert [move.action for move in live[0].running.moves] == [f"bid {n}" for n in range(12)]
    assert live[1].running.moves == (HIT, STAND)


async def test_a_commit_raises_the_version_by_one_and_a_round_starts_and_ends_or_is_void(tables, store):
    table = await step(tables, await tables.create(BLACKJACK, NOON), lobby="[1]", deadline=later(1))
    assert (table.version, table.lobby, table.deadline) == (1, "[1]", later(1))
    table = await step(tables, table, started=PLAYED)
    assert (table.version, table.lobby, table.deadline) == (2, "[1]", None), "the lobby stays, the clock is off"
    assert (table.round, table.running.moves) == (1, ())
    table = await step(tables, table, moves=(STAND,), ended=True)
    assert (table.round, table.running) == (1, None)
    table = await step(tables, table, started=PLAYED, ended=True)
    assert (table.round, table.running) == (2, None), "a round may be over as it is dealt"
    table = await step(tables, await step(tables, table, started=PLAYED), voided=True)
    assert table.running is None
    assert await store.read(lambda db: db.execute("SELECT void FROM rounds").fetchall()) == [(0,), (0,), (1,)]
    await tables.posted(table.guild, table.id, BOB, later(1))
    assert (await step(tables, table)).message == BOB, "a message may be posted without making any click stale"


async def test_the_end_of_a_round_stores_its_results(store, chips, tables):
    table = await tables.create(BLACKJACK, NOON)
    await fund(chips, ann=100, bob=100)
    table = await step(tables, table, started=PLAYED, postings=(bets(ANN, table.id, 50, 1), bets(BOB, table.id, 20, 1)))
    over = {"ended": True, "results": (RoundResult(ANN, 30), RoundResult(BOB, -20))}
    paid = (gets(ANN, table.id, 70, 1), pays(member(ANN), HOUSE, 200))
    with pytest.raises(InsufficientChips):
        await tables.commit(change(table, **over, postings=paid), NOON)
    assert (await everything(store))["results"] == []

    lost = pays(Account.table(GUILD, table.id), HOUSE, 20, "lost", round=1)
    won = pays(HOUSE, member(ANN), 30, "won", table=table.id, round=1)
    await step(tables, table, **over, postings=(gets(ANN, table.id, 50, 1), lost, won))
    rows = await store.read(lambda db: db.execute(_RESULTS).fetchall())
    assert rows == [(table.id, 1, ANN, 30), (table.id, 1, BOB, -20)]


_RESULTS = "SELECT r.table_id, r.round, a.owner, r.net FROM results r JOIN accounts a ON a.id = r.account ORDER BY 3"


async def test_a_seed_is_salted_once_and_revealed_when_the_next_takes_its_place(tables, store):
    table = await step(tables, await tables.create(BLACKJACK, NOON), salt="first bet")
    table = await step(tables, table, salt="second bet")
    assert table.shuffle.salt == "first bet"
    await tables.commit(change(table, new_seed=NEW_SEED), later(5))
    table = await tables.get(table.id)
    assert table.shuffle == SavedShuffle(*NEW_SEED, None, later(5), None)
    table = await step(tables, table, salt="third bet")
    new, old = await Fairness(store).latest(GUILD, table.id, 2, NOON)
    assert (new.commitment, new.salt, new.seed) == (table.shuffle.commitment, "third bet", None)
    assert (old.commitment, old.salt, old.seed) == (COMMITMENT, "first bet", SEED)


async def test_closing_reveals_the_seed_and_takes_the_table_out_of_play(tables):
    table = await step(tables, await tables.create(BLACKJACK, NOON), salt="1", closed=True)
    assert (table.closed_at, table.shuffle.revealed_at) == (NOON, NOON)
    assert await tables.live() == []
    with pytest.raises(StaleTable):
        await tables.commit(change(table), NOON)


async def test_no_table_number_is_given_out_twice(store, tables):
    first = await tables.create(BLACKJACK, NOON)

    def purge(db):
        db.execute("DELETE FROM shuffles")
        db.execute("DELETE FROM tables")

    await store.write(purge)
    assert (await tables.create(BLACKJACK, NOON)).id == first.id + 1


# One change, one transaction


async def test_of_twenty_clicks_on_one_version_one_counts_and_older_ones_are_refused(store, tables):
    table = await step(tables, await tables.create(BLACKJACK, NOON), started=PLAYED)
    clicks = [tables.commit(change(table, moves=(HIT,)), NOON) for _ in range(20)]
    done = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(each, StaleTable) for each in done) == 19
    assert len((await tables.get(table.id)).running.moves) == 1
    now = change(await tables.get(table.id))
    for wrong in (replace(now, version=0), replace(now, guild=OTHER_GUILD), Change(99, GUILD, 0, 0)):
        async with nothing_done(store, StaleTable) as stale:
            await tables.commit(wrong, NOON)
        assert (stale.value.table, stale.value.version) == (wrong.table, wrong.version)


def whole(saved, *postings):
    """A change with everything in it."""
    what = {"lobby": "[2]", "deadline": later(9), "started": PLAYED, "moves": (HIT, STAND), "new_seed": NEW_SEED}
    return change(saved, **what, postings=postings, ended=True)


async def test_a_commit_whose_chips_are_refused_changes_nothing(store, chips, tables):
    table = await tables.create(BLACKJACK, NOON)
    await fund(chips, ann=100, bob=10)
    used = pays(HOUSE, member(ANN), 1)
    await chips.post([used], NOON)

    async with nothing_done(store, InsufficientChips) as refused:
        await tables.commit(whole(table, bets(ANN, table.id, 50, 1), bets(BOB, table.id, 50, 1)), NOON)
    assert refused.value.account == member(BOB)
    async with nothing_done(store, AlreadyPosted):
        await tables.commit(whole(table, bets(ANN, table.id, 50, 1), used), NOON)

    back = bets(ANN, table.id, 50, 1), gets(ANN, table.id, 50, 1)
    await tables.commit(whole(table, *back), NOON)
    assert (await tables.get(table.id)).version == 1


async def test_no_chips_are_left_behind_by_a_round_or_a_table(store, chips, tables):
    table = await tables.create(BLACKJACK, NOON)
    await fund(chips, ann=100)
    table = await step(tables, table, started=PLAYED, postings=(bets(ANN, table.id, 50, 1),))
    for end in ({"ended": True}, {"voided": True}, {"ended": True, "closed": True}):
        async with nothing_done(store, StrandedChips) as refused:
            await tables.commit(change(table, **end), NOON)
        assert (refused.value.table, refused.value.chips) == (table.id, 50)

    back, next_bet = gets(ANN, table.id, 50, 1), bets(ANN, table.id, 20, 2)
    table = await step(tables, table, ended=True, postings=(back, next_bet))
    with pytest.raises(StrandedChips):
        await tables.commit(change(table, closed=True), NOON)
    await step(tables, table, closed=True, postings=(gets(ANN, table.id, 20, 2),))
    assert await chips.balance(GUILD, ANN) == 100


async def test_a_refusal_behind_what_people_have_achieved_is_nobody_elses(store, chips, tables):
    await fund(chips, ann=100, bob=100)
    table = await tables.create(BLACKJACK, NOON)
    table = await step(tables, table, started=PLAYED, postings=(bets(ANN, table.id, 40, 1), bets(ANN, table.id, 20, 2)))
    earned = (Earned(ANN, "x"), Earned(BOB, "y"))
    strands = change(table, ended=True, closed=True, postings=(gets(ANN, table.id, 40, 1),), earned=earned)
    asked = [chips.post([pays(member(BOB), HOUSE, 5)], NOON) for _ in range(2)]
    asked[1:1] = [tables.commit(strands, NOON), tables.commit(strands, NOON)]
    said = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in said] == [type(None), StrandedChips, StrandedChips, type(None)]
    assert await chips.balance(GUILD, BOB) == 90


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("running", "wrong", "said"),
    [
        (True, {"started": PLAYED}, "starts a round while one runs"),
        (False, {"ended": True}, "ends a round while none runs"),
        (False, {"voided": True}, "ends a round while none runs"),
        (False, {"moves": (HIT,)}, "a round that it isn't playing"),
        (True, {"moves": (replace(HIT, round=2),)}, "a round that it isn't playing"),
        (True, {"closed": True}, "closes while a round runs"),
    ],
)
async def test_a_change_that_makes_no_sense_is_refused_and_nothing_happens(store, tables, running, wrong, said):
    table = await tables.create(BLACKJACK, NOON)
    table = await step(tables, table, started=PLAYED, ended=not running)
    async with nothing_done(store, ValueError, said):
        await tables.commit(change(table, **wrong), NOON)


def test_a_change_that_contradicts_itself_is_refused():
    elsewhere = pays(Account.house(OTHER_GUILD), Account.member(OTHER_GUILD, ANN), 5)
    for wrong, said in (
        ({"voided": True, "results": (RoundResult(ANN, 5),)}, "only a round that ends has results"),
        ({"postings": (elsewhere,)}, "its table's server only"),
        ({"salt": "1", "new_seed": NEW_SEED}, "not both"),
    ):
        with pytest.raises(ValueError, match=said):
            Change(1, GUILD, 0, 0, **wrong)
