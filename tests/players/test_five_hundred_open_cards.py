"""Hands that lie open: what each card brings is what trying every card finds, and puzzles are where that decides."""

from random import Random

import pytest

from games.core import IllegalAction
from games.five_hundred import Play, read
from games.values import replace
from players.five_hundred import solving
from players.five_hundred.open_cards import OpenQuestion
from tables.five_hundred.puzzles import Puzzle, Task, attempted, found_in, is_decided, plays_of, turn
from tests.cogs.daily_deal.puzzle_deals import CATCH, DEFEAT_SPADES, MAKE_HEARTS, MAKE_NO_TRUMPS

pytestmark = pytest.mark.skipif(not solving.can_solve(), reason="there is no C compiler, so nothing is solved")

RECORDS = {"hearts": MAKE_HEARTS, "no trumps": MAKE_NO_TRUMPS, "spades": DEFEAT_SPADES, "a misère": CATCH}


async def think(question, seed):
    return question.answer(Random(seed), 0.1)


def taken(deal):
    """The tricks of the contractor's side when every card is tried."""
    contract = deal.contract
    side = contract.side(deal.options)
    if not deal.to_act:
        return sum(deal.view(None).tricks_won[seat] for seat in side)
    best = max if turn(deal) in side else min
    return best(taken(deal.apply(turn(deal), play).round) for play in plays_of(deal))


def positions(record, cards):
    """The deal before each card of whoever has so many left."""
    deal = replace(record, moves=()).deal()
    for seat, action in record.moves:
        if isinstance(action, Play) and len(deal.hands[seat]) == cards:
            yield deal
        deal = deal.apply(seat, action).round


@pytest.mark.parametrize("name", ["hearts", "no trumps", "spades"])
def test_each_card_brings_what_trying_every_card_finds(name):
    for deal in positions(read(RECORDS[name]), 3):
        options = OpenQuestion(deal).answer(Random(0), 1.0).options
        found = {option.action: option.tricks for option in options}
        assert found == {str(play): taken(deal.apply(turn(deal), play).round) for play in plays_of(deal)}


@pytest.mark.parametrize(
    ("name", "task"),
    [("hearts", Task.MAKE), ("no trumps", Task.MAKE), ("spades", Task.DEFEAT), ("a misère", Task.CATCH)],
)
async def test_a_puzzle_can_be_solved_and_lost_at_its_first_card(name, task):
    record = read(RECORDS[name])
    found = await found_in(record, think)
    puzzle = Puzzle(record, found.step)
    assert (found.task, puzzle.task) == (task, task)
    tried = [await attempted(puzzle, (number,), think) for number in range(len(plays_of(puzzle.deal)))]
    right = [each for each in tried if each.lost_by is None]
    assert 0 < len(right) <= 2 < len(tried)
    for lost in tried:
        if lost.lost_by is not None:
            assert lost.lost_by[0] == puzzle.first
            assert is_decided(lost.deal)
            assert not lost.is_solved
    assert not any(each.is_solved for each in right)
    with pytest.raises(IllegalAction):
        await attempted(puzzle, (15,), think)


async def solved_by_luck(puzzle, choices=()):
    """How likely it is solved by whoever plays any cards."""
    attempt = await attempted(puzzle, choices, think)
    if attempt.lost_by is not None or attempt.is_solved:
        return float(attempt.is_solved)
    numbers = range(len(attempt.plays))
    return sum([await solved_by_luck(puzzle, (*choices, number)) for number in numbers]) / len(numbers)


@pytest.mark.thorough
async def test_luck_seldom_solves_one():
    record = read(MAKE_NO_TRUMPS)
    puzzle = Puzzle(record, (await found_in(record, think)).step)
    assert 0 < await solved_by_luck(puzzle) < 0.2


async def test_a_deal_of_other_numbers_of_players_holds_none():
    record = read(MAKE_HEARTS)
    assert await found_in(replace(record, options=replace(record.options, players=3)), think) is None
