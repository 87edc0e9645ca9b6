import pytest

from tests.cogs.evening.club import Club


@pytest.fixture
async def club(house):
    """A server whose club evening begins in two hours."""
    club = Club(house)
    await club.is_set()
    return club
