"""The moves of old rounds are deleted, and nothing else: chips, results, cards and records stay."""

import itertools
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from small_bank import PowerCut, after_reads, after_writes, bets, damage, everything, fund, gets, pays, step
from small_evening import moves
from small_match import three_matches
from small_server import ANN, BLACKJACK, BOB, GUILD, NOON, OTHER_GUILD

from data.guild.export import Export, file_of
from data.guild.forget_guild import Removed
from data.guild.forget_member import Departures
from data.ledger.ledger import Account
from data.shards import Shards
from data.store.store import Slices, Store
from data.tables.fairness import Fairness
from data.tables.matches import Matches
from data.tables.old_moves import OldMoves
from data.tables.tables import RoundResult, RoundStart

OLD, CUT, YOUNG = NOON - timedelta(days=401), NOON - timedelta(days=400), NOON - timedelta(days=399)
SETUP = {"people": [ANN, BOB], "body": {"bets": [[0, 0, 100]]}, "sat_out": [5], "winnable": [[ANN, 7]]}
PLAYED = RoundStart(1, json.dumps(SETUP))
DEALT_IN = json.dumps({"people": [ANN, BOB]}, separators=(",", ":"))


@pytest.fixture
def old(store):
    return OldMoves(store)


@pytest.fixture
def round_by_round(store):
    """Each transaction has time for one round, and each read finds two."""
    store.slices = Slices(seconds=0, found=2)
    return store.slices


async def played(tables, saved, ended_at, **ends):
    """A round of three moves in two commits, which began a minute before it ended."""
    number = saved.round + 1
    saved = await step(tables, saved, ended_at - timedelta(minutes=1), started=PLAYED)
    saved = await step(tables, saved, ended_at, moves=moves(number, "hit", "stand"))
    return await step(tables, saved, ended_at, moves=moves(number, "stand"), **({"ended": True} | ends))


async def a_past(tables, chips):
    """An open table with an old round, a void one, a young one, and one that runs since long ago."""
    await fund(chips, ann=1000, bob=1000)
    saved = await tables.create(BLACKJACK, OLD)
    won = (
        bets(ANN, saved.id, 50, 1),
        gets(ANN, saved.id, 50, 1),
        pays(Account.house(GUILD), Account.member(GUILD, ANN), 30, "won", table=saved.id, round=1),
    )
    saved = await played(
        tables, saved, OLD, postings=won, results=(RoundResult(ANN, 30),), dealt="the cards of round 1"
    )
    saved = await played(tables, saved, OLD, ended=False, voided=True)
    saved = await played(tables, saved, YOUNG, dealt="the cards of round 3", new_seed=(b"2" * 32, "22" * 32))
    saved = await step(tables, saved, OLD, started=PLAYED)
    return await step(tables, saved, OLD, moves=moves(4, "hit"))


async def rounds_with_moves(store):
    """The tables and rounds that have any."""
    sql = "SELECT DISTINCT table_id, round FROM moves ORDER BY 1, 2"
    return await store.read(lambda db: db.execute(sql).fetchall())


async def rounds(store):
    sql = "SELECT table_id, round, moves_kept, setup FROM rounds ORDER BY 1, 2"
    return await store.read(lambda db: db.execute(sql).fetchall())


async def test_the_moves_of_old_rounds_go_and_those_of_young_and_running_ones_stay(store, chips, tables, old):
    saved = await a_past(tables, chips)
    assert await old.delete(CUT) == 2
    assert await rounds_with_moves(store) == [(1, 3), (1, 4)]
    whole = json.dumps(SETUP)
    assert await rounds(store) == [(1, 1, 0, DEALT_IN), (1, 2, 0, DEALT_IN), (1, 3, 1, whole), (1, 4, 1, whole)]
    assert await tables.get(saved.id) == saved, "the round that runs can be played again"


async def test_nothing_else_changes_and_a_second_time_there_is_nothing_to_do(store, chips, tables, old):
    await a_past(tables, chips)
    await three_matches(chips, tables)
    before = await everything(store)
    assert await old.delete(NOON + timedelta(days=1)) > 5
    after = await everything(store)
    assert {name for name in before if after[name] != before[name]} == {"rounds", "moves"}
    assert await old.delete(NOON + timedelta(days=1)) == 0
    assert await everything(store) == after


async def test_a_round_goes_when_it_has_been_over_for_long_enough_however_long_ago_it_began(store, tables, old):
    saved = await step(tables, await tables.create(BLACKJACK, OLD), OLD, started=PLAYED)
    saved = await step(tables, saved, OLD, moves=moves(1, "hit"))
    await step(tables, saved, CUT, moves=moves(1, "stand"), ended=True)
    assert await old.delete(CUT) == 0
    assert await old.delete(CUT + timedelta(seconds=1)) == 1


async def test_all_due_rounds_are_found_though_many_ended_at_once(store, tables, old, round_by_round):
    for guild in (GUILD, OTHER_GUILD, GUILD):
        saved = await tables.create(replace(BLACKJACK, guild=guild), OLD)
        for _ in range(3):
            saved = await played(tables, saved, OLD)
        await step(tables, saved, OLD, closed=True)
    assert await old.delete(CUT) == 9
    assert await rounds_with_moves(store) == []


async def test_the_rounds_of_servers_that_another_process_serves_stay(store, tables, old, round_by_round):
    theirs = GUILD + 2**22
    for guild in (theirs, theirs, GUILD, theirs, GUILD):
        await played(tables, await tables.create(replace(BLACKJACK, guild=guild), OLD), OLD)
    assert await old.delete(CUT, Shards(2, (0,))) == 2
    assert await rounds_with_moves(store) == [(1, 1), (2, 1), (4, 1)]
    assert await old.delete(CUT, Shards(2, (1,))) == 3


async def test_a_power_cut_at_any_moment_leaves_whole_rounds_and_the_rest_goes_later(
    store, chips, tables, monkeypatch, round_by_round
):
    saved = await a_past(tables, chips)
    for _ in range(3):
        await played(tables, await tables.create(BLACKJACK, OLD), OLD)
    path, cuts = store.where, 0
    while True:
        with monkeypatch.context() as patch:
            after_writes(store, patch, cut)
            try:
                await OldMoves(store).delete(CUT)
                break
            except PowerCut:
                cuts += 1
        await store.close()
        store = await Store.open(path)
        store.slices = round_by_round
        assert damage(store) == []
        kept = {(table, number) for table, number, is_kept, _ in await rounds(store) if is_kept}
        assert kept == set(await rounds_with_moves(store))
    assert cuts == 5
    assert await rounds_with_moves(store) == [(saved.id, 3), (saved.id, 4)]
    await store.close()


async def cut(_n):
    raise PowerCut


async def test_others_write_between_two_slices(store, tables, old, monkeypatch, round_by_round):
    saved = await tables.create(BLACKJACK, OLD)
    for _ in range(4):
        saved = await played(tables, saved, OLD)
    left = []

    async def count(_n):
        left.append(len(await rounds_with_moves(store)))

    after_writes(store, monkeypatch, count)
    await old.delete(CUT)
    assert left == [3, 2, 1, 0]


async def test_somebody_who_is_forgotten_at_the_same_time_is_named_nowhere(store, tables, old, monkeypatch):
    saved = await tables.create(BLACKJACK, OLD)
    for _ in range(2):
        saved = await played(tables, saved, OLD)
    departures = Departures(store)

    async def then_somebody_is_forgotten(_found):
        monkeypatch.undo()
        await departures.forget(GUILD, ANN, NOON)
        await departures.erase()

    after_reads(store, monkeypatch, then_somebody_is_forgotten)
    assert await old.delete(CUT) == 2
    assert [setup for *_, setup in await rounds(store) if str(ANN) in setup] == []


async def test_somebody_can_be_forgotten_whose_rounds_lose_their_moves_meanwhile(store, tables, old, monkeypatch):
    await played(tables, await tables.create(BLACKJACK, OLD), OLD)
    departures, found = Departures(store), itertools.count()
    await departures.forget(GUILD, ANN, NOON)

    async def then_the_moves_go(rows):
        if rows and not next(found):
            assert await old.delete(CUT) == 1

    after_reads(store, monkeypatch, then_the_moves_go)
    await departures.erase()
    ((*_, is_kept, setup),) = await rounds(store)
    assert (is_kept, str(ANN) in setup, str(BOB) in setup) == (0, False, True)


async def test_a_servers_data_can_go_at_the_same_time(store, tables, old, monkeypatch):
    await played(tables, await tables.create(BLACKJACK, OLD), OLD)
    removed = Removed(store)
    await removed.left(GUILD, OLD)
    assert await removed.due(NOON) == [GUILD]

    async def then_all_of_it_goes(_found):
        monkeypatch.undo()
        while await removed.delete_some(GUILD):
            pass

    after_reads(store, monkeypatch, then_all_of_it_goes)
    assert await old.delete(CUT) == 0
    assert await rounds(store) == []


# What can be asked afterwards


async def test_the_cards_of_a_shuffle_matches_and_the_records_of_their_deals_are_told_as_before(
    store, chips, tables, old
):
    await a_past(tables, chips)
    matches, fairness, tables_of = Matches(store), Fairness(store), await three_matches(chips, tables)

    async def told():
        shuffles = await fairness.latest(GUILD, 1, 9, NOON)
        return shuffles, await fairness.rounds(shuffles[1]), [await matches.match(GUILD, each.id) for each in tables_of]

    before = await told()
    assert [each.dealt for each in before[1]] == ["the cards of round 1", None, "the cards of round 3"]
    assert await old.delete(NOON + timedelta(days=1)) == 9
    assert await told() == before


async def test_what_somebody_gets_about_themselves_says_which_moves_are_no_longer_kept(store, chips, tables, old):
    await a_past(tables, chips)
    await old.delete(CUT)
    held = json.loads(file_of(await Export(store).collect(GUILD, ANN, NOON), 10**6, {}).content)
    assert [(row["round"], row["moves_kept"]) for row in held["rounds"]] == [
        (1, False), (2, False), (3, True), (4, True),
    ]  # fmt: skip
    assert [(row["round"], row["move"]) for row in held["moves"]] == [
        (3, "hit"), (3, "stand"), (3, "stand"), (4, "hit"),
    ]  # fmt: skip
    assert [(row["round"], row["chips"]) for row in held["results"]] == [(1, 30)]
