"""Who has what from whom in a day: what is above the limits goes back, and what stays is counted."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from small_bank import bets, fund, member, pays, step
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON

from data.ledger.flows import Allowed, Flow, LimitsChanged, passed, returned
from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import Account
from data.ledger.limits import AccountTooNew, DayLimitReached, GiftsOff, TransferLimits, allowed
from data.ledger.reasons import LedgerReason
from data.people import house_player, made_at
from data.tables.matches import MatchChange
from data.tables.tables import RoundResult

BISCUIT = house_player(1, 0)
NEW = TransferLimits(rounds=20, among_members=100)
"""Nobody has played so many rounds, so everybody may lose that much a day."""


# What goes back


@pytest.mark.parametrize(
    ("flows", "limits", "back"),
    [
        ([Flow(ANN, BOB, 700), Flow(BISCUIT, ANN, 900), Flow(BOB, CY, 400, unearned=True)], Allowed(), ()),
        ([Flow(ANN, BOB, 700)], Allowed(among_members={ANN: 500}), (Flow(BOB, ANN, 200),)),
        ([Flow(CY, ANN, 300), Flow(ANN, BOB, 700)], Allowed(among_members={ANN: 500}), ()),
        ([Flow(BOB, ANN, 700)], Allowed(among_members={ANN: 500}), (Flow(ANN, BOB, 200),)),
        ([Flow(ANN, BOB, 7), Flow(CY, ANN, 9), Flow(BOB, CY, 5)], Allowed(among_members={ANN: 0}),
         (Flow(BOB, ANN, 7), Flow(ANN, CY, 9))),
        ([Flow(ANN, BOB, 300), Flow(BOB, CY, 400)], Allowed(among_members={ANN: 50, BOB: 100}),
         (Flow(BOB, ANN, 250), Flow(CY, BOB, 250))),
        ([Flow(ANN, BOB, 300), Flow(BOB, CY, 400)], Allowed(among_members={BOB: 100, ANN: 50}),
         (Flow(BOB, ANN, 250), Flow(CY, BOB, 250))),
        ([Flow(ANN, BISCUIT, 700)], Allowed(from_house={ANN: 500}, among_members={ANN: 0}), ()),
        ([Flow(BOB, ANN, 700, beside_house=True)], Allowed(from_house={ANN: 500, BOB: 500}),
         (Flow(ANN, BOB, 200, beside_house=True),)),
    ],
    ids=["without limits nothing", "what is above what somebody may lose", "what others have lost to them counts first",
         "they win no more than that either", "whoever has lost the day's most plays without risk and without gain",
         "what goes back to one newcomer never makes another lose more", "in whichever order they are",
         "any number is lost to house players", "a match beside house players brings no more than the day's most"],
)  # fmt: skip
def test_what_goes_back(flows, limits, back):
    assert returned(flows, limits) == back


def test_what_is_won_without_play_is_only_what_may_be_given_and_got():
    flows = [Flow(ANN, BOB, 700, unearned=True), Flow(ANN, CY, 300, unearned=True)]
    assert [flow.chips for flow in returned(flows, Allowed(given={ANN: 800}, received={BOB: 600}))] == [100, 100]
    assert [flow.chips for flow in returned(flows, Allowed(given={ANN: 0}))] == [700, 300]


def test_losers_pay_winners_in_the_order_of_their_seats():
    assert list(passed({ANN: -5, BOB: 3, CY: 2})) == [(ANN, BOB, 3), (ANN, CY, 2)]
    assert list(passed({ANN: -5, BOB: 8, CY: -3})) == [(ANN, BOB, 5), (CY, BOB, 3)]


# In the transaction


async def day_of(store, at=NOON):
    rows = """
        SELECT p.owner, q.owner, f.chips, f.unearned FROM flows f
        JOIN accounts p ON p.id = f.payer JOIN accounts q ON q.id = f.payee WHERE f.day = ? ORDER BY 1, 2"""
    day = int(at.timestamp() // 86400)
    return [tuple(row) for row in await store.read(lambda db: db.execute(rows, (day,)).fetchall())]


class Evening:
    """A table of Pontoon at which Bob holds the bank."""

    def __init__(self, tables, saved):
        self.tables, self.saved = tables, saved

    async def loses(self, chips, *, back=0, limits=NEW, at=NOON):
        """A round in which Ann loses so many chips to Bob, of which some go `back`."""
        table, number = self.saved, self.saved.round + 1
        staked = tuple(bets(person, table.id, chips, number) for person in (ANN, BOB))
        table = self.saved = await step(self.tables, table, started=DEAL, postings=staked)
        won = [pays(Account.table(GUILD, table.id), member(BOB), 2 * chips, "win", round=number)]
        won += [pays(member(BOB), member(ANN), back, "back", table=table.id, round=number)] if back else []
        net = chips - back
        self.saved = await step(
            self.tables, table, ended=True, postings=tuple(won),
            results=(RoundResult(ANN, -net), RoundResult(BOB, net)),
            flows=(Flow(ANN, BOB, chips),), back=(Flow(BOB, ANN, back),) if back else (), limits=limits,
        )  # fmt: skip


@pytest.fixture
async def evening(chips, tables):
    await fund(chips, ann=1000, bob=1000, cy=1000)
    return Evening(tables, await tables.create(replace(BLACKJACK, game="pontoon"), NOON))


async def test_a_round_counts_in_the_day_of_both_without_what_goes_back_and_is_refused_for_other_numbers(
    store, evening
):
    await evening.loses(50)
    await evening.loses(30)
    assert await day_of(store) == [(ANN, BOB, 80, 0)]
    with pytest.raises(LimitsChanged) as changed:
        await evening.loses(40)
    assert changed.value.allowed == Allowed(among_members={ANN: 20, BOB: 180})
    assert await day_of(store) == [(ANN, BOB, 80, 0)]


async def test_what_goes_back_does_not_count(store, evening):
    await evening.loses(80)
    await evening.loses(40, back=20)
    assert await day_of(store) == [(ANN, BOB, 100, 0)]


async def test_an_ante_that_somebody_may_not_lose_today_is_refused(store, evening, tables, wrong_books):
    await evening.loses(40)

    async def begins(other, chips):
        table = await tables.create(BLACKJACK, NOON)
        ante = (pays(member(ANN), Account.table(GUILD, table.id), chips, LedgerReason.ANTE, round=0),)
        starts = MatchChange(starts=True, players=((0, ANN), (1, other)))
        await step(tables, table, postings=ante, limits=NEW, match=starts)

    with pytest.raises(DayLimitReached) as refused:
        await begins(BOB, 61)
    assert (refused.value.most, refused.value.left) == (100, 60)
    await begins(BISCUIT, 61)
    await begins(BOB, 60)


async def test_a_new_day_begins_at_midnight(store, evening):
    people = (ANN, BOB)
    await evening.loses(40)
    before, after = (
        NOON.replace(hour=23, minute=59, second=59),
        (NOON + timedelta(days=1)).replace(hour=0, minute=0, second=0),
    )
    assert (await store.read(lambda db: allowed(db, GUILD, people, NEW, before))).among_members == {ANN: 60, BOB: 140}
    assert (await store.read(lambda db: allowed(db, GUILD, people, NEW, after))).among_members == {ANN: 100, BOB: 100}


async def test_what_is_won_without_play_counts_as_given_and_received(store, evening, chips):
    limits = TransferLimits(among_members=100)
    table = evening.saved
    flow = (Flow(ANN, BOB, 70, unearned=True),)
    paid = (pays(member(ANN), member(BOB), 70, LedgerReason.ANTE_FORFEITED, table=table.id, round=0),)
    await step(evening.tables, table, postings=paid, flows=flow, limits=limits)
    gifts = Gifts(store)
    with pytest.raises(DayLimitReached) as refused:
        await gifts.give(Gift("gift:1", GUILD, ANN, CY, 31, limits=limits), NOON)
    assert (refused.value.person, refused.value.left) == (ANN, 30)
    await gifts.give(Gift("gift:2", GUILD, ANN, CY, 30, limits=limits), NOON)
    assert await day_of(store) == [(ANN, BOB, 70, 70), (ANN, CY, 30, 30)]


async def test_a_gift_without_its_tax_and_the_sale_of_a_bank_count_as_had_without_play(store, evening):
    await Gifts(store).give(Gift("gift:1", GUILD, ANN, BOB, 100, tax=10), NOON)
    assert await day_of(store) == [(ANN, BOB, 90, 90)]
    sold = (pays(member(ANN), member(BOB), 70, LedgerReason.BANK_SOLD, table=evening.saved.id, round=1),)
    await step(evening.tables, evening.saved, postings=sold)
    assert await day_of(store) == [(ANN, BOB, 160, 160)]


async def test_where_gifts_are_off_nothing_is_won_without_play(store, evening):
    limits = TransferLimits(gifts=False)
    found = await store.read(lambda db: allowed(db, GUILD, (ANN, BOB), limits, NOON, as_gifts=True))
    assert (found.given, found.received) == ({ANN: 0, BOB: 0}, {ANN: 0, BOB: 0})
    with pytest.raises(GiftsOff):
        await Gifts(store).verify(GUILD, Flow(ANN, BOB, 1), limits, NOON)


async def test_an_account_that_is_too_new_gives_and_gets_nothing(store, evening):
    made = datetime(2026, 3, 1, tzinfo=UTC)
    young = int((made - datetime(2015, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)) << 22
    assert made_at(young) == made
    limits = TransferLimits(days=30, among_members=100)
    for giver, receiver in ((young, 1), (1, young)):
        with pytest.raises(AccountTooNew):
            await Gifts(store).verify(GUILD, Flow(giver, receiver, 1), limits, NOON)
    found = await store.read(lambda db: allowed(db, GUILD, (young, 1), limits, NOON, as_gifts=True))
    assert found == Allowed(among_members={young: 100}, given={young: 0, 1: 100}, received={young: 0, 1: 100})
    later = made + timedelta(days=30)
    assert (await store.read(lambda db: allowed(db, GUILD, (young,), limits, later))).among_members == {}


async def test_who_has_played_too_few_rounds_gives_nothing_without_play_and_may_get_some(store, evening):
    limits = TransferLimits(rounds=3, among_members=100)
    found = await store.read(lambda db: allowed(db, GUILD, (ANN,), limits, NOON, as_gifts=True))
    assert found == Allowed(among_members={ANN: 100}, given={ANN: 0}, received={ANN: 100})


async def test_who_has_played_enough_rounds_may_lose_any_number(store, evening):
    await evening.loses(10)
    limits = TransferLimits(rounds=1, among_members=100)
    assert (await store.read(lambda db: allowed(db, GUILD, (ANN, CY), limits, NOON))).among_members == {CY: 100}


async def test_two_tables_at_once_bring_one_days_most_from_house_players(store, evening, tables):
    limits = TransferLimits(from_house=100)

    async def at_a_table():
        table = await tables.create(replace(BLACKJACK, game="pontoon"), NOON)
        biscuit = house_player(table.id, 0)
        purse = (pays(HOUSE, member(biscuit), 500, LedgerReason.HOUSE_PURSE, table=table.id),)
        table = await step(tables, table, started=DEAL, postings=purse)
        return table, biscuit

    async def wins(table, biscuit):
        paid = (pays(member(biscuit), member(ANN), 80, "win", table=table.id, round=1),)
        results = (RoundResult(ANN, 80, from_house=80), RoundResult(biscuit, -80))
        flows = (Flow(biscuit, ANN, 80),)
        await step(tables, table, ended=True, postings=paid, results=results, flows=flows, limits=limits)

    first, second = await at_a_table(), await at_a_table()
    await wins(*first)
    with pytest.raises(LimitsChanged) as changed:
        await wins(*second)
    assert changed.value.allowed.from_house == {ANN: 20}
