"""What a deal scored is explained: slams, half values, trick points, misères, points that a house rule withholds."""

import pytest

from cogs.five_hundred.finished_deal import FinishedDeal, is_moment
from cogs.five_hundred.wording import AS_TEXT
from games.five_hundred import Bid, Contract, DealResult, Options
from i18n.words import ENGLISH

NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"]


def finished(tricks, bid=None, *, by=0, partner=None, before=None, **options):
    """A deal with these tricks by seat."""
    options = Options(players=len(tricks), **options)
    contract = None if bid is None else Contract(by, Bid.parse(bid), partner)
    result = DealResult(contract, tricks)
    gained = result.points(options, before or (0,) * options.sides)
    return FinishedDeal(1, options, result, gained, NAMES.__getitem__, ENGLISH)


@pytest.mark.parametrize(
    ("deal", "contract", "defence"),
    [
        (finished((6, 1, 2, 1), "8C"), "Ana made **8♣** (8 tricks) · +260", "Ben & Dee +20 for 2 tricks"),
        (finished((7, 0, 3, 0), "7D"), "Ana made **7♦** (10 tricks) · slam, 250 instead of 180", ""),
        (finished((7, 0, 3, 0), "8C"), "Ana made **8♣** (10 tricks) · +260", ""),
        (finished((7, 0, 3, 0), "7D", slam_bonus=False), "Ana made **7♦** (10 tricks) · +180", ""),
        (finished((4, 2, 3, 1), "9N"), "Ana lost **9NT** (only 7 of 9 tricks) · −420", "Ben & Dee +30 for 3 tricks"),
        (finished((0, 6, 0, 4), "misere"), "Ana made **Misère** · +250", ""),
        (finished((1, 2, 0, 0), "misere"), "Ana lost **Misère** · −250", ""),
        (finished((0, 0, 0, 0)), "Everyone passed. The cards were thrown in, and nobody scored.", ""),
        (
            finished((5, 1, 0, 3, 1), "8D", partner=3),
            "Ana with Dee made **8♦** (8 tricks) · +140 each",
            "Ben +10 for 1 trick · Eve +10 for 1 trick",
        ),
        (
            finished((5, 0, 0, 5, 0), "7D", partner=3),
            "Ana with Dee made **7♦** (10 tricks) · slam, 250 instead of 180 · +125 each",
            "",
        ),
        (
            finished((4, 1, 0, 3, 2), "8D", partner=3, five_full_value=True),
            "Ana with Dee lost **8♦** (only 7 of 8 tricks) · −280 each",
            "Ben +10 for 1 trick · Eve +20 for 2 tricks",
        ),
        (
            finished((6, 3, 1), "6S", before=(0, 490, 0), no_trick_points_at=480),
            "Ana made **6♠** (6 tricks) · +40",
            "Ben: no trick points at 480 or more · Cy +10 for 1 trick",
        ),
    ],
)
def test_a_deal_says_why_it_scored_what_it_did(deal, contract, defence):
    assert deal.contract().replace(AS_TEXT, "") == contract
    assert deal.defence() == defence


@pytest.mark.parametrize(
    ("deal", "begins"),
    [
        (finished((7, 0, 3, 0), "7D"), "### ✨ Ana made "),
        (finished((0, 6, 0, 4), "open-misere"), "### ✨ Ana made "),
        (finished((1, 0, 0, 0), "misere"), "### Ana lost "),
        (finished((0, 0, 0, 0)), "Everyone passed. "),
    ],
)
def test_a_deal_begins_large_and_slams_and_misères_that_were_made_are_moments(deal, begins):
    assert deal.text().startswith(begins)
    assert is_moment(deal.result, deal.options) == ("✨" in begins)


def test_points_are_said_by_side():
    assert finished((4, 2, 3, 1), "9N").points() == "Ana & Cy −420 and Ben & Dee +30"
