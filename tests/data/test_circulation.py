"""How many chips there are in all servers together."""

from datetime import UTC, datetime

from data.ledger.books import circulating
from data.ledger.chips import Chips

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def test_without_members_there_are_none(store):
    assert await circulating(store) == 0


async def test_all_chips_of_all_servers_count_as_far_as_the_house_has_paid_them_out(store):
    chips = Chips(store)
    await chips.open_member(1, 7, 1_000, NOON)
    await chips.open_member(1, 8, 1_000, NOON)
    await chips.open_member(2, 7, 500, NOON)
    assert await circulating(store) == 2_500
