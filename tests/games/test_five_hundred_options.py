"""Five Hundred's house options: which can be played, what the rules say about them, and who sits with whom."""

import pytest

from games import five_hundred as fh
from games.core import IllegalAction


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 7},
        {"target": 249},
        {"target": 1001},
        {"no_trick_points_at": 470},
        {"no_trick_points_at": 0},
        {"ante": -1},
    ],
)
def test_options_that_cannot_be_played_are_refused(options):
    with pytest.raises(IllegalAction):
        fh.Options(**options)


def test_the_options_of_the_rules_are_the_default():
    assert fh.Options().to_json() == {
        "players": 4,
        "target": 500,
        "allow_misere": True,
        "misere_needs_seven": True,
        "allow_open_misere": True,
        "allow_blind_misere": True,
        "sans_kitty": True,
        "joker_lead_last_trick_only": False,
        "raise_own_bid_after_passes": True,
        "no_trick_points_at": None,
        "single_round_bidding": False,
        "must_win_contract": True,
        "slam_bonus": True,
        "five_partner": "card",
        "five_full_value": False,
        "six_teams": "teams",
        "ante": 0,
        "highest_ante": 1000,
    }


def test_options_read_back_from_json():
    options = fh.Options(
        players=6,
        target=250,
        no_trick_points_at=480,
        five_partner=fh.FivePartner.PLAYER,
        six_teams=fh.SixTeams.PAIRS,
        ante=50,
    )
    assert fh.Options.from_json(options.to_json()) == options
    assert fh.Options.from_json({"players": 3}) == fh.Options(players=3)


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({"players": 2}, [(0,), (1,)]),
        ({"players": 3}, [(0,), (1,), (2,)]),
        ({"players": 4}, [(0, 2), (1, 3)]),
        ({"players": 5}, [(0,), (1,), (2,), (3,), (4,)]),
        ({"players": 6}, [(0, 2, 4), (1, 3, 5)]),
        ({"players": 6, "six_teams": fh.SixTeams.PAIRS}, [(0, 3), (1, 4), (2, 5)]),
    ],
)
def test_partners_sit_opposite_or_alternate(options, sides):
    options = fh.Options(**options)
    assert [options.members(side) for side in range(options.sides)] == sides
    assert all(options.side_of(seat) == side for side, seats in enumerate(sides) for seat in seats)
