"""`python -m tools.arena`: duplicate matches, and the figures with their intervals."""

from random import Random

import pytest

from games import five_hundred as fh
from tools.arena import duplicate, five_hundred
from tools.arena.__main__ import main
from tools.arena.figures import mean, share

pytestmark = pytest.mark.thorough

FEW = ["--players", "4", "3", "--matches", "6", "--processes", "1", "--player", "sound", "--against", "random"]


def terms(players=4, ours="sound", theirs="random"):
    return duplicate.Terms(fh.Options(players=players), ours, theirs, 0.1, 1)


def without_times(pair):
    return pair.won, pair.thrown_in, pair.deals


@pytest.mark.parametrize("players", range(2, 7))
def test_in_the_second_match_everyone_sits_where_the_others_sat(players):
    options = fh.Options(players=players)
    for number in range(10):
        first, second = duplicate.our_seats(options, number)
        assert first | second == set(options.seats)
        assert not first & second
        assert len(first) in (players // 2, (players + 1) // 2)
        assert all(set(options.partners(seat)) <= first for seat in first)


def test_over_the_pairs_every_seat_is_ours_as_often():
    options = fh.Options(players=5)
    first = [seat for number in range(5) for seat in duplicate.our_seats(options, number)[0]]
    assert {first.count(seat) for seat in options.seats} == {2}


@pytest.mark.parametrize("players", range(2, 7))
def test_both_matches_have_the_same_cards_so_that_players_who_are_alike_win_half_of_each_pair(players):
    pairs = [duplicate.play_pair(terms(players, theirs="sound"), number) for number in range(4)]
    assert [pair.won for pair in pairs] == [0.5] * 4
    assert all(sum(deal.gain for deal in pair.deals) == pytest.approx(0) for pair in pairs)


def test_the_same_seed_gives_the_same_matches():
    one, other = (duplicate.play_pair(terms(), 1) for _ in range(2))
    assert without_times(one) == without_times(other)
    assert without_times(one) != without_times(duplicate.play_pair(terms(), 2))


def test_who_knows_the_game_beats_who_plays_at_random():
    pairs = [duplicate.play_pair(terms(), number) for number in range(10)]
    assert sum(pair.won for pair in pairs) > 9


def test_intervals_hold_the_true_mean_and_share_19_times_in_20():
    random, held = Random(1), [0, 0]
    for _ in range(400):
        means = mean([random.gauss(3, 2) for _ in range(100)])
        shares = share(sum(random.random() < 0.7 for _ in range(100)), 100)
        held[0] += abs(means.value - 3) < means.within
        held[1] += abs(shares.value - 0.7) < shares.within
    assert all(0.92 < count / 400 < 0.98 for count in held)


def test_nothing_has_no_mean_and_no_share():
    assert mean([]) is None
    assert share(0, 0) is None


def test_the_program_prints_what_was_won_bid_made_and_lost(capsys):
    assert main(["five_hundred", *FEW]) == 0
    out, err = capsys.readouterr()
    assert "4 players, 6 of 6 matches" in err
    for words in ("won", "points a deal", "made", "slowest", "4: suits", "3: no trumps", "4: sound", "3: random"):
        assert words in out


def test_the_first_game_is_played_where_none_is_named(capsys):
    assert main(FEW) == 0
    assert "points a deal" in capsys.readouterr().out


def test_what_is_told_adds_up():
    result = five_hundred.measure(terms(), 6, 1)
    ours = [deal for deal in result.deals if deal.is_ours]
    theirs = [deal for deal in result.deals if not deal.is_ours]
    assert ours
    assert theirs
    assert all((deal.value > 0) == deal.is_made for deal in result.deals)
    assert all(deal.is_ours == (deal.gain > 0) for deal in result.deals if deal.is_made)
