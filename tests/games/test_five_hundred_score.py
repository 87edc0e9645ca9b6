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


# Rules 20-23, four players: sides 0 (seats 0 and 2) and 1.


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


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("misere", (0, 4, 0, 6), (250, 0)),
        ("misere", (1, 2, 0, 0), (-250, 0)),
        ("open-misere", (0, 10, 0, 0), (500, 0)),
        ("open-misere", (1, 0, 0, 0), (-500, 0)),
        ("blind-misere sans", (0, 10, 0, 0), (500, 0)),
        ("blind-misere", (1, 9, 0, 0), (-500, 0)),
    ],
)
def test_rule_23_a_misere_scores_its_value_or_loses_it_and_the_others_nothing(bid, tricks, expected):
    assert points(result(bid, *tricks)) == expected


def test_house_option_without_a_slam_bonus_all_ten_tricks_are_worth_the_contract():
    assert points(result("6S", 10, 0, 0, 0), slam_bonus=False) == (40, 0)


def test_a_contract_of_the_other_side():
    assert points(result("7H", 1, 4, 1, 4, seat=3)) == (20, 200)


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


# Other numbers of players.


def test_three_players_each_defender_scores_their_own_tricks():
    assert points(result("6H", 6, 3, 1)) == (100, 30, 10)
    assert points(result("6H", 2, 3, 5, seat=1)) == (20, -100, 50)
    assert points(result("misere", 0, 6, 4)) == (250, 0, 0)


def test_two_players():
    assert points(result("6H", 6, 4)) == (100, 40)
    assert points(result("6H", 10, 0)) == (250, 0)


def test_five_players_contractor_and_partner_score_half_the_value_each_and_each_defender_their_tricks():
    assert points(result("6H", 3, 2, 3, 1, 1, partner=2)) == (50, 20, 50, 10, 10)
    assert points(result("6H", 3, 2, 2, 1, 2, partner=2)) == (-50, 20, -50, 10, 20)


def test_five_players_alone_the_whole_value():
    assert points(result("6H", 6, 1, 1, 1, 1)) == (100, 10, 10, 10, 10)
    assert points(result("6H", 5, 2, 1, 1, 1)) == (-100, 20, 10, 10, 10)
    assert points(result("misere", 0, 4, 3, 2, 1)) == (250, 0, 0, 0, 0)


def test_five_players_a_slam_is_shared_too():
    assert points(result("6S", 6, 0, 4, 0, 0, partner=2)) == (125, 0, 125, 0, 0)


def test_house_option_five_players_full_value_for_both():
    assert points(result("6H", 3, 2, 3, 1, 1, partner=2), five_full_value=True) == (100, 20, 100, 10, 10)


def test_six_players_in_two_teams_of_three():
    assert points(result("7S", 3, 1, 2, 1, 2, 1)) == (140, 30)


def test_six_players_in_three_pairs_each_defending_pair_scores_its_own_tricks():
    made = result("7S", 4, 1, 0, 3, 1, 1)
    assert points(made, six_teams=fh.SixTeams.PAIRS) == (140, 20, 10)


# Rules 24 and 25.


def test_rule_24_at_490_with_the_others_contract_and_three_tricks_520_and_no_win():
    score = match(result("7S", 4, 2, 3, 1), points=(0, 490))
    assert score.points == (140, 520)
    assert not score.is_over


def test_rule_24_at_430_six_clubs_made_490_no_win_then_six_spades_made_530_wins():
    score = match(result("6C", 6, 4, 0, 0), points=(430, 0))
    assert (score.points, score.winners) == ((490, 40), ())
    score = score.after(result("6S", 6, 4, 0, 0))
    assert (score.points, score.winners) == ((530, 80), (0,))


def test_rule_24_a_side_carried_past_500_by_tricks_wins_with_the_next_contract_it_makes():
    assert match(result("6S", 6, 4, 0, 0), points=(510, 0)).winners == (0,)
    assert match(result("6S", 5, 5, 0, 0), points=(560, 0)).winners == ()


def test_rule_25_at_minus_480_six_spades_lost_minus_520_loses():
    score = match(result("6S", 5, 5, 0, 0), points=(-480, 100))
    assert (score.points, score.winners) == ((-520, 150), (1,))


def test_rule_25_exactly_minus_500_loses_and_minus_490_does_not():
    assert match(result("6S", 5, 5, 0, 0), points=(-460, 0)).winners == (1,)
    assert match(result("6S", 5, 5, 0, 0), points=(-450, 0)).winners == ()


def test_rule_25_the_best_other_score_wins():
    lost = result("6S", 5, 2, 3)
    assert match(lost, points=(-480, 100, 80)).winners == (1,)
    assert match(lost, points=(-480, 90, 100)).winners == (2,)
    assert match(lost, points=(-480, 110, 100)).winners == (1, 2)


def test_rule_25_five_players_contractor_and_partner_may_go_out_together():
    lost = result("10N", 5, 2, 1, 1, 1, partner=1)
    assert match(lost, points=(-300, -250, 10, 20, 30)).winners == (4,)


def test_no_deal_counts_after_the_end_of_the_match():
    score = match(result("10H", 10, 0, 0, 0))
    assert score.winners == (0,)
    with pytest.raises(ValueError, match="the match is over"):
        score.after(result("6S", 6, 4, 0, 0))


@pytest.mark.parametrize(("target", "over"), [(250, True), (260, False)])
def test_the_target_is_the_houses(target, over):
    assert match(result("6S", 10, 0, 0, 0), target=target).is_over is over


def test_house_option_trick_points_may_win():
    free = {"must_win_contract": False}
    assert match(result("7S", 4, 2, 3, 1), points=(0, 490), **free).winners == (1,)
    assert match(result("7S", 4, 2, 3, 1), points=(400, 490), **free).winners == (0,)
    assert match(result("7S", 4, 3, 2, 1), points=(0, 400), **free).winners == ()


def test_house_option_trick_points_a_tie_between_defenders_is_played_on():
    deal = result("6H", 6, 2, 2)
    assert match(deal, points=(0, 490, 490), must_win_contract=False).winners == ()
    assert match(deal, points=(0, 490, 500), must_win_contract=False).winners == (2,)


def test_five_players_of_contractor_and_partner_the_higher_score_wins_and_in_a_tie_the_contractor():
    deal = result("6H", 3, 2, 3, 1, 1, seat=2, partner=0)
    assert match(deal, points=(460, 0, 450, 0, 0)).winners == (0,)
    assert match(deal, points=(450, 0, 460, 0, 0)).winners == (2,)
    assert match(deal, points=(450, 0, 450, 0, 0)).winners == (2,)
    assert match(deal, points=(450, 0, 400, 0, 0)).winners == (0,)


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


def test_a_remainder_goes_to_the_winner_who_made_the_last_contract():
    deals = (result("6S", 6, 2, 2), result("6S", 2, 6, 2, seat=1), result("6S", 2, 2, 6, seat=2))
    score = fh.Score(match(*deals, ante=25).options, (-500, 100, 100), (1, 2), match(*deals).makers)
    assert fh.ante_shares(score) == (0, 37, 38)


def test_a_remainder_stays_with_the_winners_even_if_a_loser_made_the_last_contract():
    score = fh.Score(fh.Options(players=3, ante=5), (-500, 100, 100), (1, 2), makers=(0, 2, 1))
    assert fh.ante_shares(score) == (0, 7, 8)


def test_a_remainder_without_a_contract_made_goes_to_the_first_winner():
    score = match(result("10N", 0, 5, 5), ante=5)
    assert score.winners == (1, 2)
    assert fh.ante_shares(score) == (0, 8, 7)


def test_sharing_the_antes_neither_loses_nor_makes_a_chip():
    for players in range(2, 7):
        for winners in ((0,), (1,), (0, 1)):
            options = fh.Options(players=players, ante=7)
            shares = fh.ante_shares(fh.Score(options, (0,) * options.sides, winners))
            assert sum(shares) == 7 * players


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


def test_nobody_gets_antes_before_the_end():
    with pytest.raises(ValueError, match="nobody has won"):
        fh.ante_shares(fh.Score.new(fh.Options(ante=5)))
