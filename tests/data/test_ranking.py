"""Who is first: by balances and chips at open tables together, by what tables brought, by matches won."""

from dataclasses import replace
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
    member,
    on_sqlite,
    pays,
    step,
)
from small_match import FIRST_WINS, begun, dealt, three_matches, thrown_in

from data.guild.forget_member import Departures
from data.ledger import ranking as ranks
from data.ledger.ledger import Account
from data.ledger.ranking import BoardQuery, Leaderboard, Place, Ranking, Standing
from data.tables.matches import Ending, MatchChange, MatchOutcome
from data.tables.tables import Result, RoundStart

DEAL = RoundStart(1, "{}")


@pytest.fixture
def ranking(store):
    return Ranking(store)


async def richest(ranking, limit=10):
    return named(await ranking.by_chips(BoardQuery(GUILD, ANN, limit)))


def named(board):
    return [(standing.user_id, standing.score) for standing in board.first]


async def place(ranking, person):
    """Their place, of how many, and their chips."""
    found = (await ranking.by_chips(BoardQuery(GUILD, person, 1))).asker
    return found and (found.place, found.of, found.standing.score)


async def test_members_rank_by_their_chips_and_ties_by_the_age_of_the_account(chips, ranking):
    await fund(chips, ann=50, bob=70, cy=70)
    await chips.open_member(OTHER_GUILD, ANN, 10_000, NOON)
    assert await richest(ranking) == [(BOB, 70), (CY, 70), (ANN, 50)]
    assert await richest(ranking, 1) == [(BOB, 70)]
    assert [await place(ranking, person) for person in (BOB, CY, ANN)] == [(1, 3, 70), (2, 3, 70), (3, 3, 50)]


async def test_a_bet_makes_nobody_poorer_until_it_is_lost_and_the_round_is_over(chips, tables, store, ranking):
    await fund(chips, ann=100, bob=90, cy=10)
    one, two = await tables.create(BLACKJACK, NOON), await tables.create(BLACKJACK, NOON)
    one = await step(tables, one, postings=(bets(ANN, one.id, 60, 1), bets(BOB, one.id, 20, 1)))
    await step(tables, two, postings=(bets(ANN, two.id, 40, 1),))
    assert await richest(ranking) == [(ANN, 100), (BOB, 90), (CY, 10)]
    assert await richest(ranking, 1) == [(ANN, 100)]
    one = await step(tables, one, started=DEAL)
    assert await place(ranking, ANN) == (1, 3, 100)
    lost = pays(Account.table(GUILD, one.id), HOUSE, 60, "lose", round=1)
    results = Result(ANN, -60), Result(BOB, 0)
    one = await step(tables, one, ended=True, results=results, postings=(lost, gets(BOB, one.id, 20, 1)))
    assert await richest(ranking) == [(BOB, 90), (ANN, 40), (CY, 10)]
    assert await place(ranking, ANN) == (2, 3, 40)
    await step(tables, one, postings=(bets(BOB, one.id, 90, 2),))
    assert await richest(ranking) == [(BOB, 90), (ANN, 40), (CY, 10)]
    assert damage(store) == []


async def test_antes_count_during_the_match(chips, tables, store, ranking):
    await fund(chips, ann=100, bob=90)
    table = await tables.create(BLACKJACK, NOON)
    ante = bets(ANN, table.id, 30, 0), bets(BOB, table.id, 30, 0)
    table = await step(tables, table, postings=ante, match=MatchChange(starts=True, players=((0, ANN), (1, BOB))))
    assert await richest(ranking) == [(ANN, 100), (BOB, 90)]
    won = (gets(BOB, table.id, 60, 0),)
    await step(tables, table, postings=won, match=MatchChange(outcome=MatchOutcome.WON, winners=(1,)))
    assert await richest(ranking) == [(BOB, 120), (ANN, 70)]
    assert damage(store) == []


async def test_people_who_were_forgotten_or_never_played_have_no_place(chips, store, ranking):
    assert await ranking.by_chips(BoardQuery(GUILD, ANN, 10)) == Leaderboard((), None)
    await fund(chips, ann=50, bob=70)
    await store.write(lambda db: db.execute("UPDATE accounts SET owner = -1 WHERE owner = ?", (BOB,)))
    assert await richest(ranking) == [(ANN, 50)]
    assert await place(ranking, ANN) == (1, 1, 50)
    assert await place(ranking, CY) is None


# By what the tables brought

MONDAY = NOON.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=NOON.weekday())


async def play(tables, game, at, **nets):
    """A round of `game` that ends `at`; `ann=30` and so on are what it brings everybody."""
    who = {"ann": ANN, "bob": BOB, "cy": CY}
    table = await tables.create(replace(BLACKJACK, game=game), NOON)
    stakes = tuple(bets(who[name], table.id, 50, 1) for name in nets)
    table = await step(tables, table, started=DEAL, postings=stakes)
    back = [gets(who[name], table.id, 50 + min(net, 0), 1) for name, net in nets.items() if net > -50]
    lot = Account.table(GUILD, table.id)
    back += [pays(lot, HOUSE, -net, "lost", round=1) for net in nets.values() if net < 0]
    back += [
        pays(HOUSE, member(who[name]), net, "won", table=table.id, round=1) for name, net in nets.items() if net > 0
    ]
    results = tuple(Result(who[name], net) for name, net in nets.items())
    await tables.commit(change(table, ended=True, postings=tuple(back), results=results), at)


async def by_net(ranking, game=None, week_at=None, asker=ANN):
    return await ranking.by_net(BoardQuery(GUILD, asker, 10), game, week_at)


async def test_a_game_ranks_by_what_was_won_in_it_and_says_in_how_many_rounds(chips, tables, store, ranking):
    await fund(chips, ann=1000, bob=1000, cy=1000)
    await play(tables, "blackjack", NOON, ann=-20, bob=40)
    await play(tables, "blackjack", NOON, ann=50, cy=30)
    await play(tables, "pontoon", NOON, ann=-50, bob=10)
    board = await by_net(ranking, "blackjack")
    assert board.first == (Standing(BOB, 40, 1), Standing(ANN, 30, 2), Standing(CY, 30, 1))
    assert board.asker == Place(2, 3, Standing(ANN, 30, 2))
    assert named(await by_net(ranking, "pontoon")) == [(BOB, 10), (ANN, -50)]
    assert (await by_net(ranking, "pontoon", asker=CY)).asker is None
    assert named(await by_net(ranking)) == [(BOB, 50), (CY, 30), (ANN, -20)]
    assert named(await by_net(ranking, "pok_deng")) == []
    assert damage(store) == []


async def test_a_week_counts_from_monday_midnight_in_utc(chips, tables, store, ranking):
    await fund(chips, ann=1000, bob=1000)
    sunday = MONDAY - timedelta(seconds=1)
    await play(tables, "blackjack", sunday, ann=40, bob=-10)
    assert named(await by_net(ranking, "blackjack", sunday)) == [(ANN, 40), (BOB, -10)]
    assert named(await by_net(ranking, "blackjack", MONDAY)) == []
    await play(tables, "blackjack", MONDAY, ann=-30)
    await play(tables, "pontoon", MONDAY + timedelta(days=6), ann=5)
    assert (await by_net(ranking, "blackjack", MONDAY)).first == (Standing(ANN, -30, 1),)
    assert (await by_net(ranking, None, MONDAY)).first == (Standing(ANN, -25, 2),)
    assert named(await by_net(ranking, "blackjack")) == [(ANN, 10), (BOB, -10)]
    assert named(await by_net(ranking, None, MONDAY + timedelta(days=7))) == []
    assert damage(store) == []


async def test_a_clock_that_was_set_back_spoils_no_week(chips, tables, store, ranking):
    await fund(chips, ann=1000)
    await play(tables, "blackjack", MONDAY, ann=40)
    await play(tables, "blackjack", MONDAY - timedelta(days=1), ann=20)
    await play(tables, "blackjack", MONDAY + timedelta(days=1), ann=-10)
    assert (await by_net(ranking, "blackjack", MONDAY)).first == (Standing(ANN, 30, 2),)
    assert damage(store) == []


async def test_people_who_were_forgotten_are_on_no_board(chips, tables, store, ranking):
    await fund(chips, ann=1000, bob=1000)
    await play(tables, "blackjack", NOON, ann=10, bob=20)
    await Departures(store).forget(GUILD, BOB, NOON)
    for board in (await by_net(ranking, "blackjack"), await by_net(ranking, None, NOON)):
        assert named(board) == [(ANN, 10)]
        assert board.asker == Place(1, 1, Standing(ANN, 10, 1))
    assert damage(store) == []


# By matches


async def test_matches_rank_by_those_that_were_won(chips, tables, ranking):
    await three_matches(chips, tables)
    board = await ranking.by_matches(BoardQuery(GUILD, CY, 10), None)
    assert board.first == (Standing(ANN, 1, 1), Standing(CY, 0, 1))
    assert board.asker == Place(2, 2, Standing(CY, 0, 1))
    assert (await ranking.by_matches(BoardQuery(GUILD, ANN, 10), NOON)).first == board.first
    assert (await ranking.by_matches(BoardQuery(GUILD, ANN, 10), NOON + timedelta(days=7))).first == ()
    assert (await ranking.by_matches(BoardQuery(OTHER_GUILD, ANN, 10), None)).first == ()


async def test_a_match_in_which_everyone_passed_is_on_no_board(tables, ranking):
    saved = await begun(tables, (ANN, BOB), chips=0)
    saved = await dealt(tables, saved, thrown_in(1))
    await step(tables, saved, match=MatchChange(**FIRST_WINS, ending=Ending.DEFAULT))
    assert (await ranking.by_matches(BoardQuery(GUILD, ANN, 10), None)).first == ()


# What it costs

_RECORDS = "SEARCH r USING INDEX sqlite_autoindex_records_1"


@on_sqlite
@pytest.mark.parametrize(
    ("scores", "along"),
    [
        (ranks._NET[False, False], f"{_RECORDS} (account=? AND game=? AND with_house=?)"),
        (ranks._NET[False, True], f"{_RECORDS} (account=? AND game=? AND with_house=?)"),
        (ranks._NET[True, False], f"{_RECORDS} (account=?)"),
        (ranks._NET[True, True], f"{_RECORDS} (account=?)"),
        (ranks._MATCHES, "SEARCH m USING INDEX matches_of_guild (guild=? AND ended_at>?)"),
    ],
)
async def test_a_board_is_read_along_indexes_without_a_single_result(store, scores, along):
    about = {"guild": GUILD, "asker": ANN, "limit": 10, "game": "blackjack", "week": 1, "since": 0.0}

    def plan(db):
        sql = ranks._FIRST.format(scores=scores)
        return [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", about)]

    steps = await store.read(plan)
    assert any(step.startswith(along) for step in steps), steps
    assert not any("SCAN" in step for step in steps if "scores" not in step), steps
