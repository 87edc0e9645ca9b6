"""Five Hundred's rules 20-25: how much a deal is worth, when the match is over, who gets the antes."""

from random import Random

import pytest
from five_hundred_table import finished, start_at_random

from games import five_hundred as fh


def result(bid, *tricks, seat=0, partner=None):
    return fh.DealResult(fh.Contract(seat, fh.Bid.parse(bid), partner), tricks)


def points(made, before=None, **options):
    options = fh.Options(players=len(made.tricks), **options)
    return made.points(options, before or (0,) * options.sides)


def match(*deals, points=None, **options):
    """The score after `deals`, starting from `points`."""
    players = len(deals[0].tricks)
    score = fh.Score.new(fh.Options(players=players, **options))
    if points:
        score = fh.Score(score.options, points)
    for deal in deals:
        score = score.after(deal)
    return score


# Rules 20-23.


@pytest.mark.parametrize(
    ("bid", "ours", "expected"),
    [
        ("6S", 6, (40, 40)),
        ("6S", 10, (250, 0)),
        ("8S", 10, (250, 0)),
        ("8C", 10, (260, 0)),
        ("8H", 9, (300, 10)),
        ("8H", 8, (300, 20)),
        ("9N", 7, (-420, 30)),
        ("10H", 10, (500, 0)),
        ("10N", 9, (-520, 10)),
        ("6S", 0, (-40, 100)),
        ("6N", 5, (-120, 50)),
        ("7D sans", 7, (180, 30)),
    ],
)
def test_a_contract_scores_its_value_and_each_trick_of_the_others_scores_ten(bid, ours, expected):
    assert points(result(bid, ours - ours // 2, 10 - ours, ours // 2, 0)) == expected


PAIRS, FULL, NO_SLAM = {"six_teams": fh.SixTeams.PAIRS}, {"five_full_value": True}, {"slam_bonus": False}


@pytest.mark.parametrize(
    ("bid", "tricks", "contractor", "partner", "options", "expected"),
    [
        # Rule 23: a misère scores its value or loses it, and the others nothing.
        ("misere", (0, 4, 0, 6), 0, None, {}, (250, 0)),
        ("misere", (1, 2, 0, 0), 0, None, {}, (-250, 0)),
        ("open-misere", (0, 10, 0, 0), 0, None, {}, (500, 0)),
        ("open-misere", (1, 0, 0, 0), 0, None, {}, (-500, 0)),
        ("blind-misere sans", (0, 10, 0, 0), 0, None, {}, (500, 0)),
        ("blind-misere", (1, 9, 0, 0), 0, None, {}, (-500, 0)),
        ("6S", (10, 0, 0, 0), 0, None, NO_SLAM, (40, 0)),
        ("7H", (1, 4, 1, 4), 3, None, {}, (20, 200)),
        # Two and three: each defender scores their own tricks.
        ("6H", (6, 4), 0, None, {}, (100, 40)),
        ("6H", (10, 0), 0, None, {}, (250, 0)),
        ("6H", (6, 3, 1), 0, None, {}, (100, 30, 10)),
        ("6H", (2, 3, 5), 1, None, {}, (20, -100, 50)),
        ("misere", (0, 6, 4), 0, None, {}, (250, 0, 0)),
        # Five: contractor and partner score half the value each, alone the whole; a slam is shared too.
        ("6H", (3, 2, 3, 1, 1), 0, 2, {}, (50, 20, 50, 10, 10)),
        ("6H", (3, 2, 2, 1, 2), 0, 2, {}, (-50, 20, -50, 10, 20)),
        ("6H", (6, 1, 1, 1, 1), 0, None, {}, (100, 10, 10, 10, 10)),
        ("6H", (5, 2, 1, 1, 1), 0, None, {}, (-100, 20, 10, 10, 10)),
        ("misere", (0, 4, 3, 2, 1), 0, None, {}, (250, 0, 0, 0, 0)),
        ("6S", (6, 0, 4, 0, 0), 0, 2, {}, (125, 0, 125, 0, 0)),
        ("6H", (3, 2, 3, 1, 1), 0, 2, FULL, (100, 20, 100, 10, 10)),
        # Six: two teams of three, or three pairs of which each defending one scores its own tricks.
        ("7S", (3, 1, 2, 1, 2, 1), 0, None, {}, (140, 30)),
        ("7S", (4, 1, 0, 3, 1, 1), 0, None, PAIRS, (140, 20, 10)),
    ],
)
def test_miseres_house_options_and_other_numbers_of_players(bid, tricks, contractor, partner, options, expected):
    assert points(result(bid, *tricks, seat=contractor, partner=partner), **options) == expected


def test_a_deal_that_was_thrown_in_scores_nothing():
    thrown_in = fh.DealResult(None, (0, 0, 0, 0))
    assert points(thrown_in) == (0, 0)
    assert not thrown_in.made(fh.Options())
    assert match(thrown_in, points=(490, -490)).points == (490, -490)


@pytest.mark.parametrize(
    ("option", "before", "gained"),
    [(None, 499, 30), (490, 489, 30), (490, 490, 0), (490, 500, 0), (480, 479, 30), (480, 480, 0)],
)
def test_house_option_a_side_near_the_target_scores_nothing_for_tricks(option, before, gained):
    made = result("7S", 4, 2, 3, 1)
    assert points(made, (0, before), no_trick_points_at=option) == (140, gained)
    assert points(made, (before, 0), no_trick_points_at=option) == (140, 30)


# Rules 24 and 25.

SIX_SPADES, LOST_SIX = ("6S", 6, 4, 0, 0), ("6S", 5, 5, 0, 0)
SEVEN_SPADES = ("7S", 4, 2, 3, 1)
OF_FIVE = ("6H", 3, 2, 3, 1, 1)
FREE = {"must_win_contract": False}


@pytest.mark.parametrize(
    ("before", "deal", "who", "options", "after", "winners"),
    [
        # Rule 24: tricks carry a side past 500, but only a contract of its own wins.
        ((0, 490), SEVEN_SPADES, {}, {}, (140, 520), ()),
        ((430, 0), ("6C", 6, 4, 0, 0), {}, {}, (490, 40), ()),
        ((490, 40), SIX_SPADES, {}, {}, (530, 80), (0,)),
        ((510, 0), SIX_SPADES, {}, {}, (550, 40), (0,)),
        ((560, 0), LOST_SIX, {}, {}, (520, 50), ()),
        # Rule 25: at -500 a side loses, and the best other score wins.
        ((-480, 100), LOST_SIX, {}, {}, (-520, 150), (1,)),
        ((-460, 0), LOST_SIX, {}, {}, (-500, 50), (1,)),
        ((-450, 0), LOST_SIX, {}, {}, (-490, 50), ()),
        ((-480, 100, 80), ("6S", 5, 2, 3), {}, {}, (-520, 120, 110), (1,)),
        ((-480, 90, 100), ("6S", 5, 2, 3), {}, {}, (-520, 110, 130), (2,)),
        ((-480, 110, 100), ("6S", 5, 2, 3), {}, {}, (-520, 130, 130), (1, 2)),
        (
            *((-300, -250, 10, 20, 30), ("10N", 5, 2, 1, 1, 1), {"partner": 1}, {}),
            *((-560, -510, 20, 30, 40), (4,)),
        ),
        # Of contractor and partner the higher score wins, and in a tie the contractor.
        ((460, 0, 450, 0, 0), OF_FIVE, {"seat": 2, "partner": 0}, {}, (510, 20, 500, 10, 10), (0,)),
        ((450, 0, 460, 0, 0), OF_FIVE, {"seat": 2, "partner": 0}, {}, (500, 20, 510, 10, 10), (2,)),
        ((450, 0, 450, 0, 0), OF_FIVE, {"seat": 2, "partner": 0}, {}, (500, 20, 500, 10, 10), (2,)),
        ((450, 0, 400, 0, 0), OF_FIVE, {"seat": 2, "partner": 0}, {}, (500, 20, 450, 10, 10), (0,)),
        # House options: the target, and trick points that win, of which a tie between defenders is played on.
        ((0, 0), ("6S", 10, 0, 0, 0), {}, {"target": 250}, (250, 0), (0,)),
        ((0, 0), ("6S", 10, 0, 0, 0), {}, {"target": 260}, (250, 0), ()),
        ((0, 490), SEVEN_SPADES, {}, FREE, (140, 520), (1,)),
        ((400, 490), SEVEN_SPADES, {}, FREE, (540, 520), (0,)),
        ((0, 400), ("7S", 4, 3, 2, 1), {}, FREE, (-140, 440), ()),
        ((0, 490, 490), ("6H", 6, 2, 2), {}, FREE, (100, 510, 510), ()),
        ((0, 490, 500), ("6H", 6, 2, 2), {}, FREE, (100, 510, 520), (2,)),
    ],
)
def test_rules_24_and_25_the_end_of_a_match(before, deal, who, options, after, winners):
    score = match(result(*deal, **who), points=before, **options)
    assert (score.points, score.winners, score.is_over) == (after, winners, bool(winners))


def test_no_deal_counts_after_the_end_of_the_match():
    score = match(result("10H", 10, 0, 0, 0))
    assert score.winners == (0,)
    with pytest.raises(ValueError, match="the match is over"):
        score.after(result(*SIX_SPADES))


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
