"""The open tables of a process together."""

from tables.closing import ClosedBy
from tests.tables.room import HOST


async def test_open_tables_are_counted_by_game(room):
    assert room.open_tables.by_game() == {"blackjack": 0}
    first, _ = await room.open(), await room.open()
    assert room.open_tables.by_game() == {"blackjack": 2}
    await first.close(HOST, ClosedBy.HOST)
    assert room.open_tables.by_game() == {"blackjack": 1}
