import pytest

from tests.cogs.daily_deal.conftest import quick_house
from tests.cogs.tournament.cup import Cup

__all__ = ["quick_house"]


@pytest.fixture
def cup(house):
    """A tournament in the server's channel."""
    house.env.settle_timeout = 300.0  # of the machine's own seconds, for what all tables do in ten of theirs
    return Cup(house)
