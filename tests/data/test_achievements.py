"""What members have achieved: kept once, with the round or the gift that brought it, and gone with the member."""

from dataclasses import replace
from datetime import timedelta

import pytest
from small_bank import bets, change, fund, gets, later, member, pays, play, step
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.languages import UNSHOWN_ACHIEVEMENTS, Languages
from data.ledger.gifts import Gift, Gifts
from data.tables.achievements import GIFT, HUNDRED_ROUNDS, LAST_CHIPS, Achieved, Achievements
from data.tables.tables import Earned, RoundResult, Written

SPLIT, PAIR = Earned(ANN, "split"), Earned(ANN, "pair")


@pytest.fixture
def achievements(store):
    return Achievements(store)


@pytest.fixture
async def table(chips, tables):
    """Ann and Bob have 1,000 chips each."""
    await fund(chips, ann=1000, bob=1000)
    return await tables.create(BLACKJACK, NOON)


async def keys(achievements, person):
    return [each.key for each in await achievements.of(GUILD, person)]


async def test_it_is_kept_once_and_new_until_the_member_has_seen_it_and_leaves_with_them(
    tables, store, achievements, table
):
    bobs = Earned(BOB, "split")
    written, table = await play(tables, table, {ANN: 0}, earned=(SPLIT, bobs, Earned(-3, "split")), at=later(1))
    assert written.earned == (SPLIT, bobs), "who was forgotten achieves nothing more"
    await achievements.see(GUILD, ANN, await achievements.of(GUILD, ANN))
    written, table = await play(tables, table, {ANN: 0}, earned=(SPLIT, PAIR), at=later(2))
    assert written.earned == (PAIR,)
    assert await achievements.of(GUILD, ANN) == [
        Achieved("pair", later(2), table.id, "blackjack", 2, is_new=True),
        Achieved("split", later(1), table.id, "blackjack", 1, is_new=False),
    ]
    assert [each.is_new for each in await achievements.of(GUILD, BOB)] == [True]
    assert await achievements.of(OTHER_GUILD, ANN) == []
    await Departures(store).forget(GUILD, ANN, NOON)
    assert (await keys(achievements, ANN), await keys(achievements, BOB)) == ([], ["split"])


async def test_a_table_that_comes_back_knows_what_its_last_round_brought_and_who_wants_none_shown(tables, store, table):
    await Languages(store).switch(OTHER_GUILD, BOB, UNSHOWN_ACHIEVEMENTS, NOON, on=True)
    bobs = Earned(BOB, "pair")
    written, table = await play(tables, table, {ANN: 0}, earned=(SPLIT, bobs), at=later(1))
    both = (SPLIT, replace(bobs, unshown=True))
    assert written.earned == both
    (back,) = await tables.live()
    assert back.earned == both
    await Languages(store).switch(GUILD, BOB, UNSHOWN_ACHIEVEMENTS, NOON, on=False)
    assert [saved.earned for saved in await tables.live()] == [(SPLIT, bobs)]
    await play(tables, table, {ANN: 0}, at=later(2))
    assert [saved.earned for saved in await tables.live()] == [()]


async def test_only_a_round_that_ends_brings_anything(tables, table):
    with pytest.raises(ValueError, match="only a round that ends"):
        change(table, earned=(SPLIT,))
    table = await step(tables, table, started=DEAL)
    assert await tables.commit(change(table, voided=True), NOON) == Written()


async def test_a_win_with_the_last_chips_is_told_by_the_ledger(chips, tables):
    await fund(chips, ann=100)
    table = await tables.create(BLACKJACK, NOON)
    for stake, net in ((99, 99), (199, -150), (49, 0)):
        written, table = await play(tables, table, {ANN: net}, stake=stake)
        assert written.earned == (), "chips were left, or nothing was won"
    written, table = await play(tables, table, {ANN: 10}, stake=49)
    assert written.earned == (Earned(ANN, LAST_CHIPS),)
    written, table = await play(tables, table, {ANN: 10}, stake=59)
    assert written.earned == ()


async def test_last_chips_that_were_taken_back_before_the_cards_count_for_nothing(chips, tables):
    await fund(chips, ann=100)
    table = await tables.create(BLACKJACK, NOON)
    lobby = (bets(ANN, table.id, 100, 1), gets(ANN, table.id, 90, 1))
    await tables.commit(change(table, postings=lobby), NOON - timedelta(minutes=1))
    table = await step(tables, await tables.get(table.id), started=DEAL)
    won = (gets(ANN, table.id, 10, 1), pays(HOUSE, member(ANN), 10, "won", table=table.id, round=1))
    written = await tables.commit(change(table, ended=True, results=(RoundResult(ANN, 10),), postings=won), later(1))
    assert written.earned == ()


async def test_the_hundredth_round_counts_all_games_together(tables, store, table, wrong_books):
    _, table = await play(tables, table, {ANN: 0})
    more = "INSERT INTO records SELECT account, 'pontoon', 0, 49, 0, 0, 0, 0, 0, 0, 0 FROM records"
    for sql in ("UPDATE records SET rounds = 49", more):
        await store.write(lambda db, sql=sql: db.execute(sql))
    for earned in ((), (Earned(ANN, HUNDRED_ROUNDS),), ()):
        written, table = await play(tables, table, {ANN: 0})
        assert written.earned == earned


async def test_a_gift_to_a_member_without_any_chips_is_remembered(tables, store, achievements, table):
    gifts = Gifts(store)
    await gifts.give(Gift("gift:0", GUILD, ANN, CY + 1, 10, starting=100), NOON)
    await gifts.give(Gift("gift:1", GUILD, ANN, BOB, 10), NOON)
    assert await keys(achievements, ANN) == [], "both had some, the first one from the start"
    await step(tables, table, postings=(bets(BOB, table.id, 1010, 1),))
    await gifts.give(Gift("gift:2", GUILD, ANN, BOB, 10), NOON)
    assert await keys(achievements, ANN) == [], "Bob's chips are at a table"
    await gifts.give(Gift("gift:3", GUILD, ANN, CY, 10), later(3))
    assert await achievements.of(GUILD, ANN) == [Achieved(GIFT, later(3), None, None, None, is_new=True)]
    assert await keys(achievements, CY) == []
