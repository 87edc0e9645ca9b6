import pytest

from tests.cogs.daily_deal.conftest import quick_house
from tests.cogs.tournament.cup import Cup

__all__ = ["quick_house"]


@pytest.fixture
def mia(house):
    """Who manages the server."""
    return house.guest("Mia", manages=True)


@pytest.fixture
def cup(house):
    """A tournament in the server's channel."""
    return Cup(house)
