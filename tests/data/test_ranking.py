"""Who is first: by balances and chips at open tables together, by what tables brought, by matches won."""

from dataclasses import replace
from datetime import timedelta

import pytest
from small_bank import bets, fund, gets, pays, play, step
from small_match import FIRST_WINS, begun, dealt, three_matches, thrown_in
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.ledger.ledger import Account
from data.ledger.ranking import BoardQuery, Leaderboard, Place, Ranking, Standing
from data.tables.matches import Ending, MatchChange, MatchOutcome
from data.tables.results import Record, Results
from data.tables.tables import RoundResult

MONDAY = NOON.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=NOON.weekday())


@pytest.fixture
def ranking(store):
    return Ranking(store)


def named(board):
    return [(standing.user_id, standing.score) for standing in board.first]


async def richest(ranking, limit=10):
    return named(await ranking.by_chips(BoardQuery(GUILD, ANN, limit)))


async def place(ranking, person):
    """Their place, of how many, and their chips."""
    found = (await ranking.by_chips(BoardQuery(GUILD, person, 1))).asker
    return found and (found.place, found.of, found.standing.score)


async def test_members_rank_by_their_chips_and_ties_by_the_age_of_the_account(chips, store, ranking):
    assert await ranking.by_chips(BoardQuery(GUILD, ANN, 10)) == Leaderboard((), None)
    await fund(chips, ann=50, bob=70, cy=70)
    await chips.open_member(OTHER_GUILD, ANN, 10_000, NOON)
    assert await richest(ranking) == [(BOB, 70), (CY, 70), (ANN, 50)]
    assert await richest(ranking, 1) == [(BOB, 70)]
    assert [await place(ranking, person) for person in (BOB, CY, ANN)] == [(1, 3, 70), (2, 3, 70), (3, 3, 50)]
    await store.write(lambda db: db.execute("UPDATE accounts SET owner = -1 WHERE owner = ?", (BOB,)))
    assert await richest(ranking) == [(CY, 70), (ANN, 50)], "who was forgotten has no place"
    assert [await place(ranking, person) for person in (ANN, BOB)] == [(2, 2, 50), None]


async def test_a_bet_makes_nobody_poorer_until_it_is_lost_and_the_round_is_over(chips, tables, ranking):
    await fund(chips, ann=100, bob=90, cy=10)
    one, two = await tables.create(BLACKJACK, NOON), await tables.create(BLACKJACK, NOON)
    one = await step(tables, one, postings=(bets(ANN, one.id, 60, 1), bets(BOB, one.id, 20, 1)))
    await step(tables, two, postings=(bets(ANN, two.id, 40, 1),))
    assert await richest(ranking) == [(ANN, 100), (BOB, 90), (CY, 10)]
    one = await step(tables, one, started=DEAL)
    assert await place(ranking, ANN) == (1, 3, 100)
    lost = pays(Account.table(GUILD, one.id), HOUSE, 60, "lose", round=1)
    results = RoundResult(ANN, -60), RoundResult(BOB, 0)
    one = await step(tables, one, ended=True, results=results, postings=(lost, gets(BOB, one.id, 20, 1)))
    assert await place(ranking, ANN) == (2, 3, 40)
    await step(tables, one, postings=(bets(BOB, one.id, 90, 2),))
    assert await richest(ranking) == [(BOB, 90), (ANN, 40), (CY, 10)]


async def test_antes_count_during_the_match(chips, tables, ranking):
    await fund(chips, ann=100, bob=90)
    table = await tables.create(BLACKJACK, NOON)
    ante = bets(ANN, table.id, 30, 0), bets(BOB, table.id, 30, 0)
    table = await step(tables, table, postings=ante, match=MatchChange(starts=True, players=((0, ANN), (1, BOB))))
    assert await richest(ranking) == [(ANN, 100), (BOB, 90)]
    won = (gets(BOB, table.id, 60, 0),)
    await step(tables, table, postings=won, match=MatchChange(outcome=MatchOutcome.WON, winners=(1,)))
    assert await richest(ranking) == [(BOB, 120), (ANN, 70)]


# By what the tables brought


@pytest.fixture
async def plays(chips, tables):
    """`await plays("pontoon", NOON, {ANN: 30})` is a round of Pontoon that ends then."""
    await fund(chips, ann=1000, bob=1000, cy=1000)

    async def plays(game, at, nets):
        await play(tables, await tables.create(replace(BLACKJACK, game=game), NOON), nets, at=at)

    return plays


async def by_net(ranking, game=None, week_at=None, asker=ANN):
    return await ranking.by_net(BoardQuery(GUILD, asker, 10), game, week_at)


async def test_a_game_ranks_by_what_was_won_in_it_in_how_many_rounds_and_keeps_a_record(plays, store, ranking):
    for game, nets in (
        ("blackjack", {ANN: -20, BOB: 40}), ("blackjack", {ANN: 50, CY: 30}), ("pontoon", {ANN: -50, BOB: 10}),
        ("blackjack", {CY: 0}),
    ):  # fmt: skip
        await plays(game, NOON, nets)
    board = await by_net(ranking, "blackjack")
    assert board.first == (Standing(BOB, 40, 1), Standing(ANN, 30, 2), Standing(CY, 30, 2))
    assert board.asker == Place(2, 3, Standing(ANN, 30, 2))
    assert named(await by_net(ranking, "pontoon")) == [(BOB, 10), (ANN, -50)]
    assert (await by_net(ranking, "pontoon", asker=CY)).asker is None
    assert named(await by_net(ranking)) == [(BOB, 50), (CY, 30), (ANN, -20)]
    assert await Results(store).records(GUILD, ANN) == [
        Record("blackjack", rounds=2, won=1, lost=1, tied=0, net=30, biggest=50),
        Record("pontoon", rounds=1, won=0, lost=1, tied=0, net=-50, biggest=0),
    ]
    assert [record.tied for record in await Results(store).records(GUILD, CY)] == [1]
    await Departures(store).forget(GUILD, BOB, NOON)
    for board in (await by_net(ranking, "blackjack"), await by_net(ranking, "blackjack", NOON)):
        assert named(board) == [(ANN, 30), (CY, 30)], "who was forgotten is on no board"
        assert board.asker == Place(1, 2, Standing(ANN, 30, 2))


async def test_a_week_counts_from_monday_midnight_in_utc(plays, ranking):
    sunday = MONDAY - timedelta(seconds=1)
    await plays("blackjack", sunday, {ANN: 40, BOB: -10})
    assert named(await by_net(ranking, "blackjack", sunday)) == [(ANN, 40), (BOB, -10)]
    assert named(await by_net(ranking, "blackjack", MONDAY)) == []
    await plays("blackjack", MONDAY, {ANN: -30})
    await plays("pontoon", MONDAY + timedelta(days=6), {ANN: 5})
    assert (await by_net(ranking, "blackjack", MONDAY)).first == (Standing(ANN, -30, 1),)
    assert (await by_net(ranking, None, MONDAY)).first == (Standing(ANN, -25, 2),)
    assert named(await by_net(ranking, "blackjack")) == [(ANN, 10), (BOB, -10)]
    assert named(await by_net(ranking, None, MONDAY + timedelta(days=7))) == []


async def test_a_clock_that_was_set_back_spoils_no_week(plays, ranking):
    for day, net in ((0, 40), (-1, 20), (1, -10)):
        await plays("blackjack", MONDAY + timedelta(days=day), {ANN: net})
    assert (await by_net(ranking, "blackjack", MONDAY)).first == (Standing(ANN, 30, 2),)


# By matches


async def test_matches_rank_by_those_that_were_won_and_not_those_in_which_everyone_passed(chips, tables, ranking):
    await three_matches(chips, tables)
    saved = await dealt(tables, await begun(tables, (ANN, BOB), chips=0), thrown_in(1))
    await step(tables, saved, match=MatchChange(**FIRST_WINS, ending=Ending.DEFAULT))
    board = await ranking.by_matches(BoardQuery(GUILD, CY, 10), None)
    assert board.first == (Standing(ANN, 1, 1), Standing(CY, 0, 1))
    assert board.asker == Place(2, 2, Standing(CY, 0, 1))
    assert (await ranking.by_matches(BoardQuery(GUILD, ANN, 10), NOON)).first == board.first
    assert (await ranking.by_matches(BoardQuery(GUILD, ANN, 10), NOON + timedelta(days=7))).first == ()
    assert (await ranking.by_matches(BoardQuery(OTHER_GUILD, ANN, 10), None)).first == ()
