"""What a deal's end is worth: points exactly as the rules give them, and chances that make sense."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from games import five_hundred as fh
from players.five_hundred import equity
from tests.games.five_hundred_table import options_at_random


def a_result(random, options):
    """A contract that was played, and how the tricks fell."""
    call = random.choice(fh.CALLS)
    seat = random.choice(options.seats)
    others = [other for other in options.seats if other != seat]
    partner = random.choice([None, *others]) if options.players == 5 and not call.is_misere else None
    winners = [random.choice([seat, seat, *options.seats]) for _ in range(10)]
    contract = fh.Contract(seat, fh.Bid(call), partner)
    return fh.DealResult(contract, tuple(winners.count(other) for other in options.seats))


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(1, 6))
def test_points_and_winners_are_those_of_the_rules(seed):
    random = Random(seed)
    for _ in range(600):
        options = replace(
            options_at_random(random),
            no_trick_points_at=random.choice([None, 480, 490]),
            must_win_contract=random.random() < 0.5,
            slam_bonus=random.random() < 0.5,
            five_full_value=random.random() < 0.5,
        )
        score = fh.Score(options, tuple(10 * random.randint(-49, 49) for _ in range(options.sides)))
        result = a_result(random, options)
        call, together = result.contract.bid.call, sum(1 << seat for seat in result.contract.side(options))
        ends = equity.ended(options, score.points, call, np.array([together]), np.array(result.tricks)[:, None])
        assert tuple(ends.points[:, 0]) == result.points(options, score.points)
        assert ends.made[0] == result.made(options)
        after = score.after(result)
        chances = [equity.chances(options, score.points, ends, side)[0] for side in range(options.sides)]
        assert sum(chances) == pytest.approx(1, abs=0.25 if options.sides > 2 else 1e-6)
        for side in range(options.sides):
            if len(after.winners) == 1 and after.points.count(max(after.points)) == 1:
                assert chances[side] == (side in after.winners)
            elif not after.winners:
                assert 0 < chances[side] < 1


def standing(own, other):
    """The chance of a side with `own` points against one with `other`, four playing to 500."""
    return float(equity.standing(fh.Options(), np.array([[own], [other]]), 0)[0])


def test_equal_scores_are_an_even_match_and_points_help():
    assert standing(0, 0) == pytest.approx(0.5)
    assert standing(460, 460) == pytest.approx(0.5)
    chances = [standing(own, 200) for own in range(-480, 500, 20)]
    assert chances == sorted(chances)


def test_being_close_to_the_end_on_either_side_matters():
    assert standing(-480, 0) < 0.3
    assert standing(0, 480) < 0.3
    assert standing(480, 0) - standing(380, 0) < standing(180, 0) - standing(80, 0)  # 20 points more win nothing


def test_a_contract_whose_tricks_are_known_in_shares_is_made():
    """Seven tricks of a side are 6.999… where partners have parts of them."""
    parts = np.array([number / 7 for number in range(1, 50)])
    shares = np.stack([parts / (parts + 1 / 3) * 7, 3 * parts, (1 / 3) / (parts + 1 / 3) * 7, 3 - 3 * parts])
    assert (shares[0] + shares[2] < 7).any()
    seven = next(call for call in fh.CALLS if call.tricks == 7)
    ends = equity.ended(fh.Options(), (0, 0), seven, np.full(parts.shape, 0b0101), shares)
    assert ends.made.all()


@pytest.mark.parametrize(
    ("players", "points", "won"),
    [
        (4, (460, 180), 66), (4, (470, 20), 74), (4, (420, 180), 64), (4, (400, 0), 76), (4, (200, 0), 61),
        (3, (420, 180, 180), 63), (3, (460, 20, 20), 69), (3, (400, 300, 0), 54),
        (5, (420, 180, 180, 180, 180), 54), (5, (200, 0, 0, 0, 0), 37),
    ],
)  # fmt: skip
def test_a_lead_is_worth_about_what_matches_from_there_came_to(players, points, won):
    """The share of matches won by `sound` against itself, which a few hundred from each score tell to 4 to 9 in 100."""
    said = equity.standing(fh.Options(players=players), np.array(points)[:, None], 0)
    assert 100 * float(said[0]) == pytest.approx(won, abs=5)
