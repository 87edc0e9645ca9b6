"""Five Hundred's house options, who sits with whom, and the moves as text."""

import pytest

from games import five_hundred as fh
from games.core import IllegalAction


def test_options_that_cannot_be_played_are_refused():
    impossible = {"players": (1, 7), "target": (249, 1001), "no_trick_points_at": (470, 0), "ante": (-1,)}
    for option, values in impossible.items():
        for value in values:
            with pytest.raises(IllegalAction):
                fh.Options(**{option: value})


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


def test_actions_are_written_as_they_are_read():
    texts = "look, bid 7H, bid 7H sans, bid misere, bid open-misere, bid blind-misere, pass, put 4S 5S 6C, nominate H"
    more = "nominate none, call AS, partner 3, alone, play JD, play JOKER, play JOKER H, claim, agree, play on"
    for text in f"{texts}, {more}".split(", "):
        assert str(fh.parse(text)) == text
    assert fh.parse("put 6C 4S 5S") == fh.parse("put 4S 5S 6C")


@pytest.mark.parametrize(
    "text", ["bid", "bid 5S", "bid 7X", "bid 7H sans kitty", "play", "play 1S", "partner x", "put x"]
)
def test_text_that_is_no_action_is_refused(text):
    with pytest.raises(IllegalAction, match="The bot can't read that"):
        fh.parse(text)
