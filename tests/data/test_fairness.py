"""Which round was dealt from which shuffle, and what people learn of a shuffle while it is secret and afterwards."""

from dataclasses import replace
from datetime import timedelta

import pytest
from small_bank import change, step
from small_server import ANN, BLACKJACK, BOB, COMMITMENT, DEAL, GUILD, NOON, OTHER_GUILD, SEED

from data.tables.daily import GRACE, today
from data.tables.fairness import DealtRound, Fairness

SECOND = (b"2" * 32, "22" * 32)


@pytest.fixture
def fairness(store):
    return Fairness(store)


async def two_shuffles(tables):
    """Rounds 1 and 2 from the first shuffle, the second of them void; round 3 runs, from the second."""
    table = await step(tables, await tables.create(BLACKJACK, NOON), salt="77")
    table = await step(tables, table, started=DEAL)
    table = await step(tables, table, ended=True, dealt="the cards of round 1")
    table = await step(tables, table, started=DEAL)
    table = await step(tables, table, voided=True, new_seed=SECOND)
    return await step(tables, table, started=DEAL)


async def test_a_shuffle_knows_its_rounds_and_the_cards_dealt_in_them(tables, fairness):
    await two_shuffles(tables)
    second, first = await fairness.latest(GUILD, 1, 10, NOON)
    assert (first.commitment, first.salt, first.seed, first.first, first.last) == (COMMITMENT, "77", SEED, 1, 2)
    assert await fairness.rounds(first) == [
        DealtRound(1, void=False, dealt="the cards of round 1"),
        DealtRound(2, void=True, dealt=None),
    ]
    assert (second.commitment, second.first, second.last) == (SECOND[1], 3, 3)


async def test_neither_seed_nor_cards_of_a_shuffle_in_use_are_ever_read(tables, fairness):
    table = await two_shuffles(tables)
    second = (await fairness.latest(GUILD, 1, 1, NOON))[0]
    assert second.seed is None
    with pytest.raises(ValueError, match="nobody's to list"):
        await fairness.rounds(second)
    table = await step(tables, table, ended=True, dealt="the cards of round 3")
    assert (await fairness.latest(GUILD, 1, 1, NOON))[0].seed is None
    await tables.commit(change(table, closed=True), NOON)
    shown = (await fairness.latest(GUILD, 1, 1, NOON))[0]
    assert shown.seed == SECOND[0]
    assert await fairness.rounds(shown) == [DealtRound(3, void=False, dealt="the cards of round 3")]


async def test_a_shuffle_is_found_by_the_text_that_the_table_showed_but_in_no_other_server(tables, fairness):
    await two_shuffles(tables)
    assert (await fairness.named(GUILD, COMMITMENT[:8], BOB, NOON)).commitment == COMMITMENT
    assert (await fairness.named(GUILD, SECOND[1], BOB, NOON)).commitment == SECOND[1]
    for guild, text in ((GUILD, "%"), (OTHER_GUILD, COMMITMENT)):
        assert await fairness.named(guild, text, BOB, NOON) is None
    assert await fairness.latest(OTHER_GUILD, 1, 10, NOON) == []
    assert await fairness.last_of(OTHER_GUILD, BLACKJACK.channel, ANN, NOON) is None


async def test_the_channels_table_with_the_latest_shuffle_is_found_and_a_private_one_by_its_host(tables, fairness):
    async def latest(person):
        found = await fairness.last_of(GUILD, BLACKJACK.channel, person, NOON)
        return found and found.table

    assert await latest(ANN) is None
    await tables.create(BLACKJACK, NOON)
    assert await latest(ANN) is None
    other = await tables.create(BLACKJACK, NOON)
    await tables.commit(change(other, closed=True), NOON)
    assert await latest(BOB) == other.id
    private = await tables.create(replace(BLACKJACK, house='{"private":true}'), NOON)
    await tables.commit(change(private, closed=True), NOON)
    assert (await latest(ANN), await latest(BOB)) == (private.id, other.id)
    assert [(await fairness.named(GUILD, COMMITMENT, who, NOON)).table for who in (ANN, BOB)] == [
        private.id, other.id,
    ]  # fmt: skip


async def test_the_seed_of_the_daily_deal_is_secret_until_its_results_are_posted(tables, fairness):
    saved = await tables.create(replace(BLACKJACK, host=ANN, house=f'{{"daily":{today(NOON)}}}'), NOON)
    await tables.commit(change(saved, closed=True), NOON)
    posted = NOON.replace(hour=0) + timedelta(days=1) + GRACE
    for at, is_shown in ((NOON, False), (posted - timedelta(seconds=1), False), (posted, True)):
        (shuffle,) = await fairness.latest(GUILD, saved.id, 9, at)
        assert (shuffle.seed is not None) is is_shown
        assert (await fairness.last_of(GUILD, BLACKJACK.channel, ANN, at) is not None) is is_shown
