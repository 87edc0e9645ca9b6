"""Five Hundred's matches: deals in a row, random ones to the end, and who gets the antes. The rest is vectors."""

from random import Random

import pytest
from five_hundred_table import finished, start_at_random

from games import five_hundred as fh


def result(bid, *tricks, seat=0):
    return fh.DealResult(fh.Contract(seat, fh.Bid.parse(bid)), tricks)


def match(*deals, points=None, **options):
    """The score after `deals`, starting from `points`."""
    players = len(deals[0].tricks)
    score = fh.Score.new(fh.Options(players=players, **options))
    if points:
        score = fh.Score(score.options, points)
    for deal in deals:
        score = score.after(deal)
    return score


def test_a_deal_that_was_thrown_in_scores_nothing():
    thrown_in = fh.DealResult(None, (0, 0, 0, 0))
    assert not thrown_in.made(fh.Options())
    assert match(thrown_in, points=(490, -490)).points == (490, -490)


def test_no_deal_counts_after_the_end_of_the_match():
    score = match(result("10H", 10, 0, 0, 0))
    assert score.winners == (0,)
    with pytest.raises(ValueError, match="the match is over"):
        score.after(result("6S", 6, 4, 0, 0))


def test_points_add_up_over_deals_and_the_makers_are_remembered_latest_first():
    score = match(result("10D", 4, 6, 0, 0), result("6S", 0, 6, 4, 0, seat=3), result("8H", 8, 2, 0, 0))
    assert score.points == (-480 + 40 + 300, 60 + 40 + 20)
    assert score.makers == (0, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_match_of_random_deals_ends_with_the_rightful_winner(players):
    random = Random(players)
    score = fh.Score.new(fh.Options(players=players, ante=10))
    dealer = 0
    for _ in range(500):
        deal = finished(random, start_at_random(random, score.options, dealer))
        score, before = score.after(deal.result), score
        dealer = score.options.next_dealer(dealer)
        if score.is_over:
            break
        assert all(points > -500 for points in score.points)
    assert all(points > -500 for points in before.points)
    (winner, *_) = score.winners
    if min(score.points) > -500:
        assert score.points[winner] >= 500
        assert deal.result.made(score.options)
    assert sum(fh.ante_shares(score)) == 10 * players


# The ante.


def test_the_winning_side_shares_all_antes():
    score = match(result("10H", 10, 0, 0, 0), ante=25)
    assert fh.ante_shares(score) == (50, 0, 50, 0)
    assert fh.ante_shares(match(result("10H", 0, 10, 0, seat=1), ante=25)) == (0, 75, 0)
    with pytest.raises(ValueError, match="nobody has won"):
        fh.ante_shares(fh.Score.new(fh.Options(ante=5)))


@pytest.mark.parametrize(
    ("ante", "makers", "shares"),
    [
        (25, (2, 1, 0), (0, 37, 38)),  # a remainder goes to the winner who made the last contract
        (5, (0, 2, 1), (0, 7, 8)),  # and stays with the winners if a loser made the last one
        (5, (), (0, 8, 7)),  # or goes to the first of them
    ],
)
def test_a_remainder_of_the_antes(ante, makers, shares):
    score = fh.Score(fh.Options(players=3, ante=ante), (-500, 100, 100), (1, 2), makers)
    assert fh.ante_shares(score) == shares


def test_sharing_the_antes_neither_loses_nor_makes_a_chip():
    for players in range(2, 7):
        for winners in ((0,), (1,), (0, 1)):
            options = fh.Options(players=players, ante=7)
            assert sum(fh.ante_shares(fh.Score(options, (0,) * options.sides, winners))) == 7 * players


@pytest.mark.parametrize(
    ("options", "there", "excused", "shares"),
    [
        ({"players": 2}, [0], [], (202, 0)),
        ({"players": 3}, [0, 2], [], (152, 0, 151)),
        ({"players": 4}, [0, 1, 2], [], (152, 101, 151, 0)),
        ({"players": 4}, [0, 1], [], (202, 202, 0, 0)),
        ({"players": 4}, [0, 2], [], (202, 0, 202, 0)),
        ({"players": 4}, [0], [], (404, 0, 0, 0)),
        ({"players": 4}, [0, 1, 2], [3], (101, 101, 101, 101)),
        ({"players": 4}, [0, 1], [2], (202, 101, 101, 0)),
        ({"players": 5}, [0, 1, 4], [], (169, 168, 0, 0, 168)),
        ({"players": 6}, [0, 1, 2, 3, 4], [], (135, 101, 135, 101, 134, 0)),
        ({"players": 6, "six_teams": fh.SixTeams.PAIRS}, [0, 1, 2, 3, 4], [], (127, 126, 101, 126, 126, 0)),
        ({"players": 4}, [], [], (101, 101, 101, 101)),
    ],
)
def test_a_forfeited_ante_goes_to_the_other_sides_and_to_the_own_side_where_no_other_is_there(
    options, there, excused, shares
):
    assert fh.forfeit_shares(fh.Options(**options, ante=101), there, excused) == shares
    assert sum(shares) == 101 * len(shares)
