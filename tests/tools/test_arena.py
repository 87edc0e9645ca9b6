"""`python -m tools.arena`: matches and deals that are played twice with the same cards, and figures with intervals."""

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import five_hundred as fh
from games.pontoon import Limits, Phase, known
from players.five_hundred import solving
from players.pontoon.habits import BUY, STICK, TWIST, Trace, usual, usual_guess
from players.pontoon.holdings import FIVE_CARDS, holdings
from tests.games.five_hundred_table import Table
from tests.games.pontoon_table import start_at_random
from tools.arena import duels, duplicate, five_hundred, pontoon, pontoon_bank
from tools.arena.__main__ import main
from tools.arena.figures import mean, weighted
from tools.arena.pontoon_rules_of_thumb import sound

pytestmark = pytest.mark.thorough

FEW = ["--players", "4", "3", "--matches", "6", "--processes", "1", "--player", "sound", "--against", "timid"]
PONTOON = pontoon.Terms(2, Limits(10, 50), True, 1)


def terms(players=4, theirs="timid"):
    return duplicate.Terms(fh.Options(players=players), "sound", theirs, 0.1, 1)


@pytest.mark.parametrize("players", range(2, 7))
def test_players_who_are_alike_win_half_of_each_pair_as_both_have_the_same_seats_and_cards(players):
    options = fh.Options(players=players)
    for number in range(10):
        first, second = duplicate.our_seats(options, number)
        assert first | second == set(options.seats)
        assert not first & second
        assert all(set(options.partners(seat)) <= first for seat in first)
    pairs = [duplicate.play_pair(terms(players, theirs="sound"), number) for number in range(4)]
    assert [pair.won for pair in pairs] == [0.5] * 4
    assert all(sum(deal.gain for deal in pair.deals) == pytest.approx(0) for pair in pairs)
    assert all(deal.is_ours for pair in pairs for deal in pair.deals)


def test_who_knows_the_game_beats_a_beginner_and_a_seed_gives_the_same_matches():
    pairs = [duplicate.play_pair(terms(), number) for number in range(10)]
    assert sum(pair.won for pair in pairs) > 7
    again = duplicate.play_pair(terms(), 1)
    assert (again.won, again.thrown_in, again.deals) == (pairs[1].won, pairs[1].thrown_in, pairs[1].deals)
    result = five_hundred.measure(terms(), 6, 1)
    assert {deal.is_ours for deal in result.deals} == {True, False}
    assert all(deal.is_ours == (deal.gain > 0) for deal in result.deals if deal.is_made)


@pytest.mark.parametrize("game", [["five_hundred"], []])
def test_the_program_prints_what_was_won_bid_made_and_lost_in_the_first_game_unless_told(capsys, game):
    assert main([*game, *FEW]) == 0
    out, err = capsys.readouterr()
    assert "4 players, 6 of 6 matches" in err
    for words in ("won", "points a deal", "made", "slowest", "4: suits", "3: no trumps", "4: sound", "3: timid"):
        assert words in out


def test_contracts_are_told_by_what_was_said_of_them():
    said = {0.72: True, 0.78: False, 0.8: True, 1.0: True}
    deals = [duplicate.Contracted(fh.CALLS[5], True, made, 160, 0.0, of) for of, made in said.items()]
    told = five_hundred.report([five_hundred.Measured(terms(), [duplicate.Pair(deals=deals)])])
    rows = re.findall(r"4: said (\d+) to (\d+) +(\d+) .* (\d+) ± \d+ %  +0 ", told)
    assert rows == [("70", "80", "2", "50"), ("80", "90", "1", "100"), ("90", "100", "1", "100")]


# Pontoon


def test_the_command_says_how_close_to_the_best_they_are_and_what_they_win(capsys):
    few = ["--positions", "2", "--unseen", "7", "--deals", "8", "--players", "1", "--processes", "1"]
    assert main(["pontoon", *few]) == 0
    told = capsys.readouterr().out
    assert "of the best" in told
    rows = [line.split("  ")[0] for line in told.splitlines() if "player" in line or "banker" in line]
    assert rows[-4:] == ["player", "banker", "Shoot: player", "Shoot: banker"]
    assert told.count("- ace") == 2


def test_both_times_the_cards_are_the_same(instead_of):
    instead_of(pontoon, "_thought", lambda _thought, view, seat, _number: sound(view, seat))
    for is_banker, number in product((False, True), range(10)):
        played = pontoon.play_twice(PONTOON, is_banker, number)
        assert played.thinking == played.sound
        assert played.times


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_rules_of_thumb_and_usual_habits_make_legal_moves_only(seed):
    random = Random(seed)
    deal = start_at_random(random).round
    usually = random.random() < 0.5
    while deal.to_act:
        (seat,) = deal.to_act
        view = deal.view(seat)
        is_players = usually and deal.phase is not Phase.BANKER
        deal = deal.apply(seat, pontoon_bank.usually(view, seat, random) if is_players else sound(view, seat)).round


def test_habits_are_chances_and_legal():
    often = usual().often
    for twisted in (False, True):
        assert often[twisted].sum(axis=1) == pytest.approx(1, abs=0.002)
    assert not often[True][:, BUY].any()
    held = holdings()
    between = (held.size >= 2) & (held.size <= 4)
    assert not often[False][between & (held.best < 15), STICK].any()
    assert not often[False][between & (held.low == 21), TWIST].any()


@given(st.lists(st.lists(st.floats(-100, 100), min_size=2), min_size=1))
def test_a_whole_of_parts_is_weighed_like_all_its_values_where_each_has_its_share(parts):
    values = [value for part in parts for value in part]
    figure = weighted((len(part) / len(values), part) for part in parts)
    assert figure.value == pytest.approx(mean(values).value, abs=1e-6)


@pytest.mark.parametrize("number", range(8))
def test_the_first_card_of_a_player_who_thinks_is_of_the_kind_that_is_said(instead_of, number):
    firsts = []

    def watched(_thought, view, seat, _number):
        firsts.extend(known(view.box(seat).hands[0].cards)[:1])
        return sound(view, seat)

    instead_of(pontoon, "_thought", watched)
    pontoon.play_twice(PONTOON, False, number)
    assert firsts[0].rank.pips in pontoon.KINDS[pontoon.kind_of(number)]


def test_who_buys_and_sticks_is_thought_to_hold_something_good():
    def average(trace):
        guess = usual_guess(trace)
        return (guess.grade * guess.weight).sum() / guess.weight.sum()

    assert average(Trace(bought=2)) > average(Trace(bought=1)) > 17
    assert set(usual_guess(Trace(bought=2, twisted=(3,))).grade.tolist()) == {FIVE_CARDS}


def test_with_the_same_player_on_both_sides_a_duel_has_no_winner():
    played = [duels.play_duel(terms(theirs="sound"), number) for number in range(2, 6)]
    found = [duel for duel in played if duel is not None]
    assert found
    assert all((duel.gain, duel.tricks, duel.made[0]) == (0, 0, duel.made[1]) for duel in found)
    assert all(duel.lost[0].get("discard") == duel.lost[1].get("discard") for duel in found)


def test_the_program_prints_what_the_play_alone_brings_and_what_cards_cost(capsys):
    few = ["--deals", "3", "--processes", "1", "--player", "sound", "--against", "timid"]
    assert main(["duels", *few]) == 0
    out = capsys.readouterr().out
    for words in ("points a deal", "tricks", "made", "slowest", "discard", "lead", "follow", "misère"):
        assert words in out
    heading, _, auctions = out.splitlines()[-3:]
    assert heading.split() == ["points", "lost", "an", "auction", "sound", "timid"]
    assert (auctions.split()[0], auctions.split()[-1]) == ("bid", "-")


solved = pytest.mark.skipif(not solving.can_solve(), reason="there is no C compiler, so nothing is solved")

TEN_TRUMPS = {0: "JOKER JH JD AH KH QH 10H 9H 8H 7H", 1: "AS KS QS JS 10S 9S 8S AC AD KC"}
THE_LOWEST = {0: "4D 5D 6D 7D 4H 5H 6H 5C 6C 5S", 1: "8D 10D 7H 9H JH 7C 9C JC 7S 9S"}


def with_kitty(hands, kitty, bid):
    """Seat 0 has the contract `bid` and holds the kitty."""
    table = Table(hands, kitty, misere_needs_seven=False).play(f"0 bid {bid}")
    while table.deal.phase is not fh.Phase.KITTY:
        table.play(f"{table.turn} pass")
    return table.deal


@solved
@pytest.mark.parametrize(
    ("hands", "kitty", "bid", "put", "cost"),
    [
        (TEN_TRUMPS, "5S 6S 7S", "7H", "5S 6S 7S", 0),
        (TEN_TRUMPS, "5S 6S 7S", "7H", "JOKER 5S 6S", 1),
        (TEN_TRUMPS, "5S 6S 7S", "7H", "JOKER JH JD", 3),
        (THE_LOWEST, "JOKER AS AC", "misere", "JOKER AS AC", 0),
        (THE_LOWEST, "JOKER AS AC", "misere", "4D 4H 5C", 1),
    ],
)
def test_a_discard_costs_the_tricks_that_the_best_would_have_brought_and_a_misere_that_is_caught(
    hands, kitty, bid, put, cost
):
    deal = with_kitty(hands, kitty, bid)
    ((told, choice),) = duels.lost_at_discard(deal, [fh.parse(f"put {put}")])
    assert told == ("discard", cost)
    assert choice == ("discard, choice", cost)


@solved
@pytest.mark.parametrize(
    ("bid", "cost"), [("10H", 0), ("8H", 200), ("6H", 500 - 250), ("10S", 500 + 440), ("misere", None)]
)
def test_an_auction_costs_what_the_best_contract_for_tricks_is_worth_more_than_what_was_bid(bid, cost):
    assert duels.lost_at_bid(with_kitty(TEN_TRUMPS, "5S 6S 7S", bid)) == cost


@solved
def test_where_no_contract_could_be_made_the_auction_costs_as_much_as_a_pass_would_have_saved():
    low = {0: THE_LOWEST[0], 2: "8D 9D 10D 7H 8H 9H 7C 8C 6S 7S"}
    assert duels.lost_at_bid(with_kitty(low, "10H 9C 8S", "7S")) == 140


@solved
def test_both_are_asked_for_the_discard_and_who_throws_the_lowest_away_may_lose_more():
    duel = duels.play_duel(terms(theirs="timid"), 12)
    (ours,), (theirs,) = (lost["discard"] for lost in duel.lost)
    assert ours < theirs
