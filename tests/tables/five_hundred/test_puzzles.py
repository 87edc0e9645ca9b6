"""The puzzles that come with the bot: each is proven by the solver, and in turn by trying every card.

`make test` tries every card of an eighth of them: that the solver finds the same is test_five_hundred_exact.py.
"""

import re
from functools import cache
from itertools import product

import pytest

from games.core import IllegalAction
from games.five_hundred import BadRecord, DealResult, Score
from games.five_hundred.bids import SUITS
from games.five_hundred.tricks import Played, Trick
from players.five_hundred import solving
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tables.five_hundred.puzzles import IN_A_WEEK, WEEKS, Task, attempted, puzzle_of, read_puzzle, texts, turn
from tests.players.every_card import EveryCard
from tools.puzzles import is_decided, plays_of, weighed

PARTS = 8
WEEK = 2_970


@cache
def puzzles():
    return [read_puzzle(text) for text in texts()]


def forks(puzzle, choices=()):
    """Every place where somebody who solves a puzzle is asked: the choices until then, and the attempt."""
    attempt = attempted(puzzle, choices)
    if not attempt.is_over:
        yield choices, attempt
        for number in range(len(attempt.plays)):
            yield from forks(puzzle, (*choices, number))


def tries_every_card(puzzle):
    """Tells whether the puzzle's side still gets what it wants of the contract after a card, without the solver."""
    begins, contract = puzzle.deal.view(None), puzzle.contract
    seats = tuple(seat for seat in begins.options.seats if seat not in begins.laid_down)
    attackers = contract.side(begins.options) - begins.laid_down
    every, order = EveryCard(begins.order, seats, attackers), begins.order

    def keeps(deal, play):
        view = deal.view(None)
        before, named = (view.trick.cards, view.trick.named) if view.trick else ((), play.named)
        led = frozenset(order.suit_led(trick) for trick in view.tricks) if order.trump is None else frozenset()
        won = sum(view.tricks_won[seat] for seat in attackers)
        trick = Trick((*before, Played(turn(deal), play.card)), named)
        made = every.takes_after(deal.hands, trick, led, contract.bid.call.tricks - won)
        return made is (puzzle.task is Task.MAKE)

    return lambda deal, plays: {play for play in plays if keeps(deal, play)}


def solves(puzzle):
    """The same by the solver, where there is one."""
    if not solving.can_solve():
        return tries_every_card(puzzle)
    return lambda deal, plays: {each.play for each in weighed(deal) if each.is_right and each.play in plays}


def is_won(puzzle, deal):
    """Whether the puzzle's side has what it wants of the contract, by the tricks that are taken."""
    result = DealResult(puzzle.contract, deal.view(None).tricks_won)
    return result.made(deal.options) is (puzzle.task is Task.MAKE)


def by_thumb(puzzle, forgets):
    """Whether a player by rules of thumb solves it, who sees one hand."""
    choices = ()
    while not (attempt := attempted(puzzle, choices)).is_over:
        deal = attempt.deal
        seat = turn(deal)
        card = RulesOfThumb(deal.view(seat), seat, Score.new(deal.options), forgets=forgets).card()
        choices += (attempt.plays.index(card),)
    return attempt.is_solved


def is_run(deal, cards):
    """Whether cards of one hand do just the same: nobody else holds or has played to the trick one between them."""
    order, trick = deal.order, deal.view(None).trick
    others = [card for hand in deal.hands for card in hand if card not in deal.hands[turn(deal)]]
    others += [played.card for played in trick.cards] if trick else []
    first, *rest = order.low_to_high(cards)
    same = [order.suit_of(card) is order.suit_of(first) for card in rest]
    between = [
        card
        for card in others
        if rest
        and order.suit_of(card) is order.suit_of(first)
        and order.height(first) < order.height(card) < order.height(rest[-1])
    ]
    return all(same) and not between


@pytest.mark.sampled
@pytest.mark.parametrize("part", range(PARTS))
def test_trying_every_card_proves_each_answer_that_is_given(part):
    assert sum(proven(puzzle, tries_every_card) for puzzle in puzzles()[part::PARTS]) > 2 * len(texts()) / PARTS


def test_the_solver_proves_each_answer_that_is_given():
    assert sum(proven(puzzle, solves) for puzzle in puzzles()) > 2 * len(texts())


def proven(puzzle, by):
    """How many places of a puzzle have the answers that are right there."""
    right_of, places = by(puzzle), [*forks(puzzle)]
    for choices, attempt in places:
        deal = attempt.deal
        right = right_of(deal, attempt.plays)
        after = [attempted(puzzle, (*choices, number)) for number in range(len(attempt.plays))]
        assert {play for play, each in zip(attempt.plays, after, strict=True) if each.lost_by is None} == right
        assert turn(deal) in puzzle.side
        assert sorted(map(str, attempt.plays)) == sorted(map(str, plays_of(deal)))
        assert 0 < len(right) < len(attempt.plays)
        for each in after:
            if each.is_over:
                assert is_decided(each.deal)
                assert is_won(puzzle, each.deal) is each.is_solved
    return len(places)


def test_each_has_one_right_card_to_begin_with_or_equal_ones_and_rules_of_thumb_do_not_always_find_it():
    for puzzle in puzzles():
        (_, first), *_ = forks(puzzle)
        tries = enumerate(first.plays)
        right = [play.card for number, play in tries if attempted(puzzle, (number,)).lost_by is None]
        assert len(right) <= 2 < len(first.plays)
        assert is_run(first.deal, right)
        assert not all(by_thumb(puzzle, forgets) for forgets in (False, True))


def test_they_are_of_all_kinds():
    calls = [(puzzle.task, puzzle.contract.bid.call) for puzzle in puzzles()]
    kinds = {(task, "misère" if call.is_misere else call.trump) for task, call in calls}
    assert kinds >= {*product((Task.MAKE, Task.DEFEAT), (*SUITS, None)), (Task.CATCH, "misère")}
    assert len({str(puzzle.deal.dealt) for puzzle in puzzles()}) > 0.8 * len(puzzles())


def test_each_week_goes_from_easy_to_hard_by_how_often_players_who_think_find_it():
    found = [int(re.search(r"([0-9]) of 8 by thinking", text)[1]) for text in texts()]
    weeks = [found[first : first + IN_A_WEEK] for first in range(0, len(found), IN_A_WEEK)]
    assert weeks == [sorted(week, reverse=True) for week in weeks]
    easy, _, hard = (sum(tries) / WEEKS for tries in zip(*weeks, strict=True))
    assert easy > 6 > 2 > hard


def test_there_are_three_a_week_for_two_years_and_then_they_begin_again():
    assert len(texts()) == WEEKS * IN_A_WEEK == 312
    seen = [puzzle_of(week, number) for week in range(WEEK, WEEK + WEEKS) for number in (1, 2, 3)]
    assert len({str(puzzle.deal) for puzzle in seen}) == 312
    assert puzzle_of(WEEK + WEEKS, 2) == puzzle_of(WEEK, 2)
    for number in (0, 4):
        with pytest.raises(IndexError):
            puzzle_of(WEEK, number)


def test_choices_that_do_not_fit_are_refused():
    puzzle = puzzle_of(WEEK, IN_A_WEEK)
    with pytest.raises(IllegalAction):
        attempted(puzzle, (15,))
    choices = next(choices for choices, attempt in forks(puzzle) if choices)
    lost = next(number for number in range(9) if attempted(puzzle, (number,)).lost_by)
    assert attempted(puzzle, (lost,)).plays == ()
    assert attempted(puzzle, choices[:1]).plays


def test_what_was_not_written_by_the_program_is_no_puzzle():
    text = texts()[0]
    for broken in (text.replace("dealer: ", "dealer: x"), text.replace("lost 0", "lost x", 1), ""):
        with pytest.raises((BadRecord, ValueError)):
            read_puzzle(broken)
