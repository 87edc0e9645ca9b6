"""Who has most: purses and chips at open tables together, for the members of one server."""

import pytest
from small_bank import ANN, BLACKJACK, BOB, CY, GUILD, HOUSE, NOON, OTHER_GUILD, bets, damage, fund, gets, pays, step

from data.ledger.ledger import Account
from data.ledger.ranking import Leaderboard, Place, Ranking
from data.tables.matches import MatchChange, Outcome
from data.tables.tables import Result, RoundStart

DEAL = RoundStart(1, "{}")


@pytest.fixture
def ranking(store):
    return Ranking(store)


async def richest(ranking, limit=10):
    return list((await ranking.leaderboard(GUILD, ANN, limit)).richest)


async def test_members_rank_by_their_chips_and_ties_by_the_age_of_the_account(chips, ranking):
    await fund(chips, ann=50, bob=70, cy=70)
    await chips.open_member(OTHER_GUILD, ANN, 10_000, NOON)
    assert await richest(ranking) == [(BOB, 70), (CY, 70), (ANN, 50)]
    assert await richest(ranking, 1) == [(BOB, 70)]
    places = [(await ranking.leaderboard(GUILD, person, 1)).asker for person in (BOB, CY, ANN)]
    assert places == [Place(1, 3, 70), Place(2, 3, 70), Place(3, 3, 50)]


async def test_a_bet_makes_nobody_poorer_until_it_is_lost_and_the_round_is_over(chips, tables, store, ranking):
    await fund(chips, ann=100, bob=90, cy=10)
    one, two = await tables.create(BLACKJACK, NOON), await tables.create(BLACKJACK, NOON)
    one = await step(tables, one, postings=(bets(ANN, one.id, 60, 1), bets(BOB, one.id, 20, 1)))
    await step(tables, two, postings=(bets(ANN, two.id, 40, 1),))
    assert await richest(ranking) == [(ANN, 100), (BOB, 90), (CY, 10)]
    assert await richest(ranking, 1) == [(ANN, 100)]
    one = await step(tables, one, started=DEAL)
    assert (await ranking.leaderboard(GUILD, ANN, 1)).asker == Place(1, 3, 100)
    lost = pays(Account.table(GUILD, one.id), HOUSE, 60, "lose", round=1)
    results = Result(ANN, -60), Result(BOB, 0)
    one = await step(tables, one, ended=True, results=results, postings=(lost, gets(BOB, one.id, 20, 1)))
    assert await richest(ranking) == [(BOB, 90), (ANN, 40), (CY, 10)]
    assert (await ranking.leaderboard(GUILD, ANN, 1)).asker == Place(2, 3, 40)
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
    await step(tables, table, postings=won, match=MatchChange(outcome=Outcome.WON, winners=(1,)))
    assert await richest(ranking) == [(BOB, 120), (ANN, 70)]
    assert damage(store) == []


async def test_people_who_were_forgotten_or_never_played_have_no_place(chips, store, ranking):
    assert await ranking.leaderboard(GUILD, ANN, 10) == Leaderboard((), None)
    await fund(chips, ann=50, bob=70)
    await store.write(lambda db: db.execute("UPDATE accounts SET owner = -1 WHERE owner = ?", (BOB,)))
    assert await richest(ranking) == [(ANN, 50)]
    assert (await ranking.leaderboard(GUILD, ANN, 10)).asker == Place(1, 1, 50)
    assert (await ranking.leaderboard(GUILD, CY, 10)).asker is None
