"""A table of Blackjack, and where matches of Five Hundred are played, without Discord."""

import pytest

from tests.tables.five_hundred.match_room import MatchRoom


@pytest.fixture
async def live(room):
    """A table of Blackjack with nobody at it."""
    return await room.open()


@pytest.fixture
def hall(room):
    """Tables of Five Hundred; at the end nothing has failed unseen, and the books are right."""
    yield MatchRoom(room)
    room.sound()
