"""Where matches of Five Hundred are played without Discord."""

import pytest

from tests.tables.five_hundred.match_room import MatchRoom


@pytest.fixture
def hall(room):
    return MatchRoom(room)
