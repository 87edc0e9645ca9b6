"""The ledger's reasons for moving chips stay readable: old rows have them too, and nothing rewrites those rows."""

import pytest
from small_bank import ANN, HOUSE, NOON, member, pays

from data.ledger.audit import Audit, Filter
from data.ledger.reasons import LedgerReason, in_sql

ON_DISK = (
    "starting chips", "daily chips", "daily streak", "relief", "gift", "gift tax", "bank gave", "bank took", "bank set",
    "bank reset", "left",
    "bet", "bet back", "left lying", "round void", "bank sold", "ante", "ante back", "antes won", "ante forfeited",
    "house purse", "house purse back", "practice return", "limit return",
)  # fmt: skip


def test_every_reason_keeps_its_words():
    assert [reason.value for reason in LedgerReason] == list(ON_DISK)


@pytest.mark.parametrize("why", [LedgerReason.BANK_GAVE, "a word of some game"])
async def test_a_reason_and_a_games_own_word_are_written_as_text(store, chips, why):
    await chips.post([pays(HOUSE, member(ANN), 5, why)], NOON)
    found = await store.read(lambda db: db.execute("SELECT why, typeof(why) FROM ledger").fetchall())
    assert found == [(str(why), "text")]
    (row,) = (await Audit(store).older(Filter(HOUSE.guild), None, 1)).rows
    assert row.why == why


def test_reasons_in_sql_are_written_out():
    assert in_sql(LedgerReason.GIFT, LedgerReason.BANK_SOLD) == "('gift', 'bank sold')"
