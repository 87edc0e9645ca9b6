"""Gifts: the tax, the daily limit, and that two at once can't exceed the limit or the purse."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from small_bank import bets, fund, gets, later, member, nothing_done, pays, play, step
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON

from data.ledger.flows import Flow
from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import Account, AlreadyPosted, BadAmount, InsufficientChips, balance_of
from data.ledger.limits import DayLimitReached, TooFewRounds, TransferLimits
from data.ledger.reasons import LedgerReason
from data.people import house_player
from data.tables.matches import DealRow, MatchChange

GIFT = Gift("gift:1", GUILD, ANN, BOB, 100, starting=1000)
A_HUNDRED = TransferLimits(among_members=100)


@pytest.fixture
def gifts(store):
    return Gifts(store)


@pytest.fixture
async def rich(chips):
    await fund(chips, ann=1000, bob=1000, cy=1000)


async def balances(store, *accounts):
    return await store.read(lambda db: [balance_of(db, account) for account in accounts])


@pytest.mark.parametrize("tax", [0, 10])
async def test_a_gift_moves_chips_once_and_its_tax_to_the_house_after_both_got_their_starting_chips(store, gifts, tax):
    assert await gifts.give(replace(GIFT, tax=tax), NOON) == 900
    assert await balances(store, member(ANN), member(BOB), HOUSE) == [900, 1100 - tax, -2000 + tax]
    async with nothing_done(store, AlreadyPosted):
        await gifts.give(replace(GIFT, limits=TransferLimits(among_members=50)), NOON)


async def test_a_gift_larger_than_the_purse_and_a_tax_that_leaves_nothing_are_refused(store, gifts, chips):
    with pytest.raises(BadAmount):
        await gifts.give(replace(GIFT, amount=1, tax=1), NOON)
    assert await balances(store, member(ANN)) == [None]
    await chips.open_member(GUILD, ANN, 1000, NOON)
    for amount, tax in ((1001, 0), (1050, 105)):  # the tax is a part of it, although it is taken second
        async with nothing_done(store, InsufficientChips):
            await gifts.give(replace(GIFT, amount=amount, tax=tax), NOON)


async def test_the_daily_limit_counts_gifts_with_their_tax_and_nothing_else(gifts, rich):
    with pytest.raises(DayLimitReached) as refused:
        await gifts.give(replace(GIFT, amount=101, tax=11, limits=A_HUNDRED), NOON)
    assert (refused.value.person, refused.value.most, refused.value.left) == (ANN, 100, 100)
    await gifts.give(replace(GIFT, amount=60, tax=6, limits=A_HUNDRED), NOON)
    with pytest.raises(DayLimitReached) as refused:
        await gifts.give(replace(GIFT, key="gift:2", amount=41, limits=A_HUNDRED), NOON)
    assert (refused.value.person, refused.value.most, refused.value.left) == (ANN, 100, 40)
    await gifts.give(replace(GIFT, key="gift:3", amount=40, limits=A_HUNDRED), NOON)
    with pytest.raises(DayLimitReached):
        await gifts.give(replace(GIFT, key="gift:4", amount=1, receiver=CY, limits=A_HUNDRED), NOON)
    # What others give counts for them.
    await gifts.give(replace(GIFT, key="gift:5", giver=BOB, receiver=ANN, limits=A_HUNDRED), NOON)


GIVERS = [ANN + 100 + number for number in range(10)]


@pytest.mark.parametrize(
    ("amount", "limits", "givers", "refusal"),
    [(30, A_HUNDRED, [ANN] * 10, DayLimitReached), (300, TransferLimits(), [ANN] * 10, InsufficientChips),
     (30, A_HUNDRED, GIVERS, DayLimitReached)],
    ids=["the giver's limit", "the purse", "the receiver's limit"],
)  # fmt: skip
async def test_many_gifts_at_once_cannot_exceed(store, gifts, chips, amount, limits, givers, refusal):
    await chips.post([pays(HOUSE, member(giver), 1000) for giver in {*givers}], NOON)
    many = [
        gifts.give(Gift(f"gift:{n}", GUILD, giver, BOB, amount, limits=limits), NOON) for n, giver in enumerate(givers)
    ]
    done = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(each, int) for each in done) == 3
    assert sum(isinstance(each, refusal) for each in done) == 7
    assert await balances(store, member(BOB)) == [3 * amount]


async def test_a_receiver_gets_no_more_from_all_givers_together_than_the_day_allows(gifts, rich):
    gift = replace(GIFT, receiver=CY, limits=A_HUNDRED, starting=0)
    await gifts.give(replace(gift, amount=70, tax=10), NOON)
    with pytest.raises(DayLimitReached) as refused:
        await gifts.give(replace(gift, key="gift:2", giver=BOB, amount=41), NOON)
    assert (refused.value.person, refused.value.most, refused.value.left) == (CY, 100, 40)
    await gifts.give(replace(gift, key="gift:3", giver=BOB, amount=44, tax=4), NOON)
    # What Cy gives away makes no room, and every day has its own limit.
    await gifts.give(replace(gift, key="gift:5", giver=CY, receiver=ANN, amount=50), NOON)
    with pytest.raises(DayLimitReached):
        await gifts.give(replace(gift, key="gift:6", amount=1), NOON)
    await gifts.give(replace(gift, key="gift:7", amount=100), NOON + timedelta(days=1))


async def test_a_tax_counts_for_its_giver_and_for_nobody_else(gifts, rich):
    taxed = replace(GIFT, amount=100, tax=10, limits=A_HUNDRED, starting=0)
    await gifts.verify(GUILD, taxed.flow(), A_HUNDRED, NOON)
    await gifts.give(taxed, NOON)
    for more, person, left in ((Flow(ANN, CY, 1), ANN, 0), (Flow(CY, BOB, 11), BOB, 10)):
        with pytest.raises(DayLimitReached) as refused:
            await gifts.verify(GUILD, more, A_HUNDRED, NOON)
        assert (refused.value.person, refused.value.left) == (person, left)
    await gifts.verify(GUILD, Flow(ANN, CY, 100), A_HUNDRED, NOON + timedelta(days=1))


async def test_the_same_gift_again_is_noticed_whatever_its_tax(gifts):
    taxed, before = replace(GIFT, amount=100, tax=10), NOON - timedelta(minutes=1)
    await gifts.give(taxed, NOON)
    assert await gifts.was_given(replace(taxed, key="gift:2"), before)
    assert not await gifts.was_given(replace(taxed, key="gift:2", amount=90, tax=9), before)
    assert not await gifts.was_given(replace(taxed, key="gift:2"), NOON)


# Who has played enough


async def plays(tables, rounds, *people):
    """A table of its own, with so many rounds in which all these people won or lost something."""
    table = await tables.create(BLACKJACK, NOON)
    for _ in range(rounds):
        _, table = await play(tables, table, dict.fromkeys(people, 0), stake=5)


async def test_somebody_who_has_played_too_little_here_may_get_but_not_give(gifts, rich, tables):
    gift = replace(GIFT, limits=TransferLimits(rounds=3), starting=0)
    await plays(tables, 2, ANN)
    await plays(tables, 5, BOB)
    table = await tables.create(BLACKJACK, NOON)
    biscuit = house_player(table.id, 0)
    purse = (pays(HOUSE, member(biscuit), 100, LedgerReason.HOUSE_PURSE, table=table.id),)
    _, table = await play(tables, await step(tables, table, postings=purse), {ANN: 0, biscuit: 0}, stake=5)
    for _ in range(4):
        table = await step(tables, table, started=DEAL, postings=(bets(ANN, table.id, 5, table.round + 1),))
        table = await step(tables, table, voided=True, postings=(gets(ANN, table.id, 5, table.round),))
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(gift, NOON)
    assert (refused.value.needed, refused.value.played) == (3, 2), "neither void ones nor any with a house player"
    await gifts.give(replace(gift, giver=BOB, receiver=ANN), NOON)
    await plays(tables, 1, ANN)
    await gifts.give(replace(gift, key="gift:2"), NOON)


async def three_deals(tables, *, ante, other=BOB, away=()):
    """A match of Ann's, in which Cy takes Bob's seat after the first deal."""
    table = await tables.create(BLACKJACK, NOON)
    put_in = tuple(
        pays(member(who), Account.table(GUILD, table.id), ante, LedgerReason.ANTE, table=table.id, round=0)
        for who in (ANN, BOB, CY)
        if ante
    )
    starts = MatchChange(starts=True, players=((0, ANN), (1, other)))
    table = await step(tables, table, match=starts, postings=put_in)
    for deal in (1, 2, 3):
        table = await step(tables, table, started=DEAL)
        row = DealRow(deal, 0, None, None, None, None, (0, 0), (0, 0), "", away=away)
        players = ((1, CY),) if deal == 1 else ()
        table = await step(tables, table, ended=True, match=MatchChange(players=players, since=2, deal=row))


async def test_deals_of_a_match_with_an_ante_without_house_players_count_as_rounds(gifts, rich, tables, wrong_books):
    gift = replace(GIFT, limits=TransferLimits(rounds=2), starting=0)
    await three_deals(tables, ante=0)
    await three_deals(tables, ante=10, other=house_player(2, 0))
    await three_deals(tables, ante=10, away=(0, 1))
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(gift, NOON)
    assert refused.value.played == 0
    await three_deals(tables, ante=10)
    await gifts.give(gift, NOON)  # Ann played all three
    await gifts.give(replace(gift, key="gift:2", giver=CY, receiver=ANN), NOON)  # Cy the last two
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(replace(gift, key="gift:3", giver=BOB, receiver=ANN), NOON)
    assert refused.value.played == 1


# Sales of banks


async def test_the_sale_of_a_bank_counts_as_a_gift_on_both_sides(gifts, rich, tables):
    table = await tables.create(replace(BLACKJACK, game="pontoon"), NOON)
    limits = A_HUNDRED

    def sale(price, seller=BOB, buyer=ANN):
        return (pays(member(buyer), member(seller), price, LedgerReason.BANK_SOLD, table=table.id, round=1),)

    with pytest.raises(DayLimitReached):
        await step(tables, table, postings=sale(101), limits=limits)
    table = await step(tables, table, postings=sale(60), limits=limits)
    assert table.version == 1, "the refused sale has changed nothing"
    with pytest.raises(DayLimitReached) as refused:
        await gifts.give(replace(GIFT, amount=41, limits=limits), NOON)
    assert (refused.value.person, refused.value.left) == (ANN, 40)
    await gifts.give(replace(GIFT, amount=20, limits=limits), NOON)
    with pytest.raises(DayLimitReached) as full:
        await step(tables, table, postings=sale(21, buyer=CY), limits=limits)
    assert (full.value.person, full.value.left) == (BOB, 20)
    await step(tables, table, postings=sale(20, buyer=CY), limits=limits)


async def test_a_members_gifts_are_found_from_both_sides_without_sales_of_banks(
    gifts, rich, chips, tables, wrong_books
):
    await gifts.give(Gift("one", GUILD, ANN, BOB, 100, tax=10), NOON)
    await gifts.give(Gift("two", GUILD, BOB, ANN, 30), later(1))
    table = await tables.create(BLACKJACK, NOON)
    await chips.post([pays(member(ANN), member(BOB), 5, "bank sold", table=table.id, round=1)], later(2))
    assert [(gift.net, gift.after) for gift in await gifts.of(GUILD, ANN)] == [(-90, 910), (-10, 900), (30, 930)]
    found = [(gift.net, gift.after, gift.at) for gift in await gifts.of(GUILD, BOB)]
    assert found == [(90, 1090, NOON), (-30, 1060, later(1))]
