"""Daily chips: once a day of UTC for everybody, whatever else goes on."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

from small_bank import ANN, BLACKJACK, DAILY, GUILD, NOON, bets, damage, fund, later

from data.ledger.allowances import Allowances
from data.store.store import Store


async def test_daily_chips_are_paid_once_a_day_even_with_twenty_claims_at_once(store, chips):
    claims = await asyncio.gather(*(Allowances(store).claim_daily(GUILD, ANN, DAILY, NOON) for _ in range(20)))
    assert sum(claim.paid for claim in claims) == 200
    assert {claim.balance for claim in claims} == {200}
    assert {claim.next_at for claim in claims} == {datetime(2026, 3, 15, tzinfo=UTC)}
    assert damage(store) == []


async def test_the_day_is_counted_in_utc_whatever_the_time_zone(allowances):
    late = datetime(2026, 3, 14, 23, 59, 59, tzinfo=UTC)
    assert (await allowances.claim_daily(GUILD, ANN, DAILY, late)).paid
    same_day_in_auckland = late.astimezone(timezone(timedelta(hours=13)))
    assert not (await allowances.claim_daily(GUILD, ANN, DAILY, same_day_in_auckland)).paid
    midnight = late + timedelta(seconds=1)
    claim = await allowances.claim_daily(GUILD, ANN, DAILY, midnight)
    assert (claim.paid, claim.balance, claim.next_at) == (200, 400, datetime(2026, 3, 16, tzinfo=UTC))


async def test_a_claim_survives_a_restart(database):
    first = await Store.open(database)
    assert (await Allowances(first).claim_daily(GUILD, ANN, DAILY, NOON)).paid
    await first.close()
    second = await Store.open(database)
    assert not (await Allowances(second).claim_daily(GUILD, ANN, DAILY, later(60))).paid
    await second.close()


async def test_somebody_with_chips_at_stake_may_collect_daily_chips(chips, tables, allowances):
    table = (await tables.create(BLACKJACK, NOON)).id
    await fund(chips, ann=100)
    await chips.post([bets(ANN, table, 100, 1)], NOON)
    claim = await allowances.claim_daily(GUILD, ANN, DAILY, NOON)
    assert (claim.paid, claim.balance) == (200, 200)
