"""Gifts: the tax, the daily limit, and that two at once can't exceed the limit or the purse."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from small_bank import (
    ANN,
    BLACKJACK,
    BOB,
    CY,
    GUILD,
    HOUSE,
    NOON,
    bets,
    damage,
    everything,
    fund,
    gets,
    later,
    member,
    on_sqlite,
    pays,
    step,
)

from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import Account, AlreadyPosted, BadAmount, InsufficientChips, balance_of
from data.ledger.limits import (
    _GIVEN,
    _RECEIVED,
    CapReached,
    ReceiverCapReached,
    TooFewRounds,
    Transfer,
    TransferLimits,
)
from data.ledger.reasons import LedgerReason
from data.people import house_player
from data.tables.matches import DealRow, MatchChange
from data.tables.tables import Result, RoundStart

GIFT = Gift("gift:1", GUILD, ANN, BOB, 100, starting=1000)


@pytest.fixture
def gifts(store):
    return Gifts(store)


async def balances(store, *accounts):
    return await store.read(lambda db: [balance_of(db, account) for account in accounts])


async def test_a_gift_moves_chips_and_both_get_their_starting_chips_first(store, gifts):
    assert await gifts.give(GIFT, NOON) == 900
    assert await balances(store, member(ANN), member(BOB), HOUSE) == [900, 1100, -2000]
    assert damage(store) == []


async def test_the_tax_comes_out_of_the_gift_and_goes_to_the_house(store, gifts):
    assert await gifts.give(replace(GIFT, tax=10), NOON) == 900
    assert await balances(store, member(ANN), member(BOB), HOUSE) == [900, 1090, -1990]
    assert damage(store) == []


async def test_a_gift_is_made_once(store, gifts):
    await gifts.give(GIFT, NOON)
    before = await everything(store)
    with pytest.raises(AlreadyPosted):
        await gifts.give(replace(GIFT, limits=TransferLimits(given=50)), NOON)
    assert await everything(store) == before


async def test_a_gift_larger_than_the_purse_is_refused(store, gifts, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    before = await everything(store)
    with pytest.raises(InsufficientChips):
        await gifts.give(replace(GIFT, amount=1001), NOON)
    # The tax counts towards what is needed, although it is taken second.
    with pytest.raises(InsufficientChips):
        await gifts.give(replace(GIFT, amount=1050, tax=105), NOON)
    assert await everything(store) == before


async def test_a_tax_that_leaves_nothing_is_refused(store, gifts):
    with pytest.raises(BadAmount):
        await gifts.give(replace(GIFT, amount=1, tax=1), NOON)
    assert await balances(store, member(ANN)) == [None]


async def test_the_daily_limit_counts_gifts_with_their_tax_and_nothing_else(store, gifts, chips, tables):
    await fund(chips, ann=1000)
    await gifts.give(replace(GIFT, amount=60, tax=6, limits=TransferLimits(given=100)), NOON)
    with pytest.raises(CapReached) as refused:
        await gifts.give(replace(GIFT, key="gift:2", amount=41, limits=TransferLimits(given=100)), NOON)
    assert (refused.value.cap, refused.value.given) == (100, 60)
    await gifts.give(replace(GIFT, key="gift:3", amount=40, limits=TransferLimits(given=100)), NOON)
    with pytest.raises(CapReached):
        await gifts.give(replace(GIFT, key="gift:4", amount=1, receiver=CY, limits=TransferLimits(given=100)), NOON)
    # What others give counts for them.
    await gifts.give(replace(GIFT, key="gift:5", giver=BOB, receiver=ANN, limits=TransferLimits(given=100)), NOON)


async def test_a_new_day_begins_at_midnight_utc(store, gifts):
    midnight = datetime(2026, 3, 15, tzinfo=UTC)
    gift = replace(GIFT, limits=TransferLimits(given=100))
    await gifts.give(gift, midnight - timedelta(seconds=1))
    with pytest.raises(CapReached):
        await gifts.give(replace(gift, key="gift:2"), midnight - timedelta(seconds=0.5))
    await gifts.give(replace(gift, key="gift:3"), midnight)


async def test_many_gifts_at_once_cannot_exceed_the_limit(store, gifts):
    many = [
        gifts.give(replace(GIFT, key=f"gift:{n}", amount=30, limits=TransferLimits(given=100)), NOON) for n in range(10)
    ]
    done = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(each, int) for each in done) == 3
    assert sum(isinstance(each, CapReached) for each in done) == 7
    assert await balances(store, member(ANN), member(BOB)) == [910, 1090]


async def test_many_gifts_at_once_cannot_spend_the_same_chips(store, gifts, chips):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    many = [gifts.give(replace(GIFT, key=f"gift:{n}", amount=300), NOON) for n in range(10)]
    done = await asyncio.gather(*many, return_exceptions=True)
    assert sorted(each for each in done if isinstance(each, int)) == [100, 400, 700]
    assert sum(isinstance(each, InsufficientChips) for each in done) == 7
    assert damage(store) == []


@on_sqlite
@pytest.mark.parametrize(("sql", "index"), [(_GIVEN, "ledger_given"), (_RECEIVED, "ledger_received")])
async def test_the_daily_limits_are_read_from_indexes_of_their_own(store, sql, index):
    plan = await store.read(lambda db: db.execute(f"EXPLAIN QUERY PLAN {sql}", (1, "member", 1, 0)).fetchall())
    assert any(index in step[-1] for step in plan)


async def test_a_receiver_gets_no_more_from_all_givers_together_than_the_day_allows(store, gifts, chips):
    await fund(chips, ann=1000, bob=1000)
    gift = replace(GIFT, receiver=CY, limits=TransferLimits(received=100), starting=0)
    await gifts.give(replace(gift, amount=70, tax=10), NOON)
    with pytest.raises(ReceiverCapReached) as refused:
        await gifts.give(replace(gift, key="gift:2", giver=BOB, amount=41), NOON)
    assert (refused.value.receiver, refused.value.cap, refused.value.received) == (CY, 100, 60)
    await gifts.give(replace(gift, key="gift:3", giver=BOB, amount=40), NOON)
    with pytest.raises(ReceiverCapReached):
        await gifts.give(replace(gift, key="gift:4", amount=1), NOON)
    # What Cy gives away makes no room, and every day has its own limit.
    await gifts.give(replace(gift, key="gift:5", giver=CY, receiver=ANN, amount=50), NOON)
    with pytest.raises(ReceiverCapReached):
        await gifts.give(replace(gift, key="gift:6", amount=1), NOON)
    await gifts.give(replace(gift, key="gift:7", amount=100), NOON + timedelta(days=1))
    assert damage(store) == []


async def test_the_tax_is_given_away_and_not_received(store, gifts, chips):
    await fund(chips, ann=1000)
    gift = replace(GIFT, amount=100, tax=10, limits=TransferLimits(given=100, received=90), starting=0)
    too_much = replace(gift, amount=101, limits=TransferLimits(given=100))
    with pytest.raises(CapReached):
        await gifts.verify(too_much.transfer(), too_much.limits, NOON)
    with pytest.raises(CapReached) as refused:
        await gifts.give(too_much, NOON)
    assert refused.value.given == 0
    await gifts.verify(gift.transfer(), gift.limits, NOON)
    await gifts.give(gift, NOON)
    with pytest.raises(CapReached) as refused:
        await gifts.give(replace(gift, key="gift:2", amount=1, tax=0, receiver=CY), NOON)
    assert refused.value.given == 100
    with pytest.raises(ReceiverCapReached) as full:
        await gifts.give(replace(gift, key="gift:3", amount=1, tax=0, limits=TransferLimits(received=90)), NOON)
    assert full.value.received == 90


async def test_the_same_gift_again_is_noticed_whatever_its_tax(gifts):
    taxed = replace(GIFT, amount=100, tax=10)
    await gifts.give(taxed, NOON)
    assert await gifts.was_given(replace(taxed, key="gift:2"), NOON - timedelta(minutes=1))
    assert not await gifts.was_given(replace(taxed, key="gift:2", amount=90, tax=9), NOON - timedelta(minutes=1))
    assert not await gifts.was_given(replace(taxed, key="gift:2"), NOON)


async def test_many_givers_at_once_cannot_exceed_the_receivers_limit(store, gifts, chips):
    givers = [member(ANN + 100 + n) for n in range(10)]
    await chips.post([pays(HOUSE, giver, 1000) for giver in givers], NOON)
    many = [
        gifts.give(Gift(f"gift:{n}", GUILD, giver.owner, BOB, 30, limits=TransferLimits(received=100)), NOON)
        for n, giver in enumerate(givers)
    ]
    done = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(each, int) for each in done) == 3
    assert sum(isinstance(each, ReceiverCapReached) for each in done) == 7
    assert await balances(store, member(BOB)) == [90]


async def plays(tables, rounds, *people, void=False):
    """A table of its own, with so many rounds in which all these people won or lost something."""
    table = await tables.create(BLACKJACK, NOON)
    for number in range(1, rounds + 1):
        bet = tuple(bets(person, table.id, 5, number) for person in people)
        back = tuple(gets(person, table.id, 5, number) for person in people)
        table = await step(tables, table, started=RoundStart(1, "{}"), postings=bet)
        results = () if void else tuple(Result(person, 0) for person in people)
        table = await step(tables, table, ended=not void, voided=void, postings=back, results=results)


async def test_somebody_who_has_played_too_little_here_may_get_but_not_give(store, gifts, chips, tables):
    await fund(chips, ann=1000, bob=1000)
    gift = replace(GIFT, limits=TransferLimits(rounds=3), starting=0)
    await plays(tables, 2, ANN)
    await plays(tables, 5, BOB)
    await plays(tables, 4, ANN, void=True)
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(gift, NOON)
    assert (refused.value.needed, refused.value.played) == (3, 2)
    await gifts.give(replace(gift, giver=BOB, receiver=ANN), NOON)
    await plays(tables, 1, ANN)
    await gifts.give(replace(gift, key="gift:2"), NOON)


async def three_deals(tables, *, ante, other=BOB):
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
        table = await step(tables, table, started=RoundStart(1, "{}"))
        row = DealRow(deal, 0, None, None, None, None, (0, 0), (0, 0), "")
        players = ((1, CY),) if deal == 1 else ()
        table = await step(tables, table, ended=True, match=MatchChange(players=players, since=2, deal=row))


async def test_rounds_and_deals_with_house_players_dont_count(gifts, chips, tables):
    await fund(chips, ann=1000, bob=1000, cy=1000)
    await three_deals(tables, ante=10, other=house_player(1, 0))
    table = await tables.create(BLACKJACK, NOON)
    table = await step(tables, table, started=RoundStart(1, "{}"), postings=(bets(ANN, table.id, 5, 1),))
    back = (gets(ANN, table.id, 5, 1),)
    await step(tables, table, ended=True, postings=back, results=(Result(ANN, 0, from_house=0),))
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(replace(GIFT, limits=TransferLimits(rounds=2), starting=0), NOON)
    assert refused.value.played == 0


async def test_deals_of_a_match_with_an_ante_count_as_rounds(store, gifts, chips, tables):
    await fund(chips, ann=1000, bob=1000, cy=1000)
    gift = replace(GIFT, limits=TransferLimits(rounds=2), starting=0)
    await three_deals(tables, ante=0)
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(gift, NOON)
    assert refused.value.played == 0
    await three_deals(tables, ante=10)
    await gifts.give(gift, NOON)  # Ann played all three
    await gifts.give(replace(gift, key="gift:2", giver=CY, receiver=ANN), NOON)  # Cy the last two
    with pytest.raises(TooFewRounds) as refused:
        await gifts.give(replace(gift, key="gift:3", giver=BOB, receiver=ANN), NOON)
    assert refused.value.played == 1


async def test_the_sale_of_a_bank_counts_as_a_gift_on_both_sides(store, gifts, chips, tables):
    await fund(chips, ann=1000, bob=1000, cy=1000)
    table = await tables.create(replace(BLACKJACK, game="pontoon"), NOON)
    limits = TransferLimits(given=100, received=150)

    def sale(price, seller=BOB, buyer=ANN):
        return (pays(member(buyer), member(seller), price, LedgerReason.BANK_SOLD, table=table.id, round=1),)

    with pytest.raises(CapReached):
        await step(tables, table, postings=sale(101), limits=limits)
    table = await step(tables, table, postings=sale(60), limits=limits)
    assert table.version == 1, "the refused sale has changed nothing"
    with pytest.raises(CapReached) as refused:
        await gifts.give(replace(GIFT, amount=41, limits=limits), NOON)
    assert refused.value.given == 60
    await gifts.give(replace(GIFT, amount=40, limits=limits), NOON)
    with pytest.raises(ReceiverCapReached) as full:
        await step(tables, table, postings=sale(51, buyer=CY), limits=limits)
    assert full.value.received == 100
    await step(tables, table, postings=sale(50, buyer=CY), limits=limits)
    assert damage(store) == []


async def test_the_limits_can_be_asked_about_beforehand(store, gifts, chips):
    await fund(chips, ann=1000)
    await gifts.give(replace(GIFT, amount=60), NOON)
    await gifts.verify(Transfer(GUILD, ANN, BOB, 40, 40), TransferLimits(given=100, received=100), NOON)
    with pytest.raises(CapReached):
        await gifts.verify(Transfer(GUILD, ANN, BOB, 41, 41), TransferLimits(given=100), NOON)
    with pytest.raises(ReceiverCapReached):
        await gifts.verify(Transfer(GUILD, CY, BOB, 41, 41), TransferLimits(received=100), NOON)


async def test_a_members_gifts_are_found_from_both_sides_without_sales_of_banks(gifts, chips, tables):
    await fund(chips, ann=1000, bob=1000)
    await gifts.give(Gift("one", GUILD, ANN, BOB, 100, tax=10), NOON)
    await gifts.give(Gift("two", GUILD, BOB, ANN, 30), later(1))
    table = await tables.create(BLACKJACK, NOON)
    await chips.post([pays(member(ANN), member(BOB), 5, "bank sold", table=table.id, round=1)], later(2))
    assert [(gift.net, gift.after) for gift in await gifts.of(GUILD, ANN)] == [(-90, 910), (-10, 900), (30, 930)]
    assert [(gift.net, gift.after) for gift in await gifts.of(GUILD, BOB)] == [(90, 1090), (-30, 1060)]
    assert [gift.at for gift in await gifts.of(GUILD, BOB)] == [NOON, later(1)]
