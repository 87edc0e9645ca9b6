"""The program that makes puzzles: what it finds, that nothing stops it, and that it goes on where it was."""

import json
import os

import pytest

from players.five_hundred import solving
from tables.five_hundred.puzzles import read_puzzle, texts
from tools import puzzles
from tools.puzzles import Found, chosen, found_in, kind, search

pytestmark = pytest.mark.skipif(not solving.can_solve(), reason="the solver has not been compiled")

A_DEAL = 1
"""The number of one in which there is a puzzle that was chosen."""


def failing(*numbers, how):
    """`played`, but not for these deals; the others end early."""

    def played(_played, _seed, number):
        if number in numbers:
            how()
        raise ZeroDivisionError

    return played


def test_it_finds_in_a_deal_what_stands_in_the_file():
    found = found_in("1", A_DEAL)
    assert [each.deal for each in found] == [A_DEAL]
    assert found[0].text in texts()


def test_a_search_that_fails_is_told_and_finds_nothing(fails_at, caplog):
    fails_at(puzzles, "weighed", ValueError("math domain error"))
    assert found_in("1", A_DEAL) == []
    assert "the search in deal 1 failed" in caplog.text
    assert "math domain error" in caplog.text


def test_neither_a_failure_nor_a_process_that_dies_stops_it_and_no_deal_is_searched_twice(tmp_path, instead_of):
    path = tmp_path / "found"
    before = Found(0, "a puzzle", 8, 0.1)
    path.write_text(f"{json.dumps([0, [before]])}\n", encoding="utf-8")
    instead_of(puzzles, "played", failing(2, how=lambda: os._exit(1)))
    assert search("1", 4, path, 1) == [before]
    looked_at = [line.split(",")[0] for line in path.read_text().splitlines()]
    assert looked_at == ["[0", "[1", "[2", "[3"]
    instead_of(puzzles, "played", failing(0, 1, 2, 3, how=lambda: pytest.fail("it was searched before")))
    assert search("1", 4, path, 1) == [before]


def test_the_same_are_chosen_for_a_seed_and_each_week_has_different_ones():
    found = [Found(number // 2, text, number % 9, 1 / (number + 1)) for number, text in enumerate(texts())]
    weeks = chosen("1", found)
    assert weeks == chosen("1", found)
    assert weeks != chosen("2", found)
    assert len({each.text for each in weeks}) == len(found)
    for easy, middling, hard in zip(weeks[::3], weeks[1::3], weeks[2::3], strict=True):
        assert easy.found >= middling.found >= hard.found


def test_most_weeks_have_puzzles_of_three_kinds_none_from_the_same_deal():
    puzzles_by_week = [texts()[first : first + 3] for first in range(0, len(texts()), 3)]
    kinds = [len({kind(Found(0, text, 0, 0)) for text in week}) for week in puzzles_by_week]
    assert sum(each == 3 for each in kinds) > 0.9 * len(kinds)
    for week in puzzles_by_week:
        assert len({read_puzzle(text).deal.dealt for text in week}) == 3
