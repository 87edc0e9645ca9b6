"""Positions in which a card player must not blunder, reached by the rules from a deal with known cards."""

from dataclasses import replace
from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Level, Question
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tests.games.five_hundred_table import Table

PLAYERS = [Question, RulesOfThumb]
SEEDS = 20
EFFORT = 0.1
"""The least that house players take."""
by_each_player = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)


def table(hands, **options):
    """A table at which seat 0 bids first; the hand is seen from the beginning."""
    return Table(hands, **{"allow_blind_misere": False, "misere_needs_seven": False, **options})


def chosen(player, table):
    """All that `player` does in the position of `table`, by a source of chance each, at two levels in turn."""
    deal, seat = table.deal, table.turn
    questions = [player(deal.view(seat), seat, fh.Score.new(deal.options))] * 2
    if player is Question:
        questions[1] = replace(questions[1], level=Level.USUAL)
    return {questions[seed % 2].answer(Random(seed), EFFORT).action for seed in range(SEEDS)}


def never(player, table, *blunders):
    """Hold that `player` does nothing that begins with one of `blunders`, all of which are legal."""
    legal = [str(action) for action in table.deal.legal_actions(table.turn)]
    for blunder in blunders:
        assert any(action.startswith(blunder) for action in legal), f"{blunder} isn't legal"
    assert [action for action in chosen(player, table) if action.startswith(blunders)] == []


def always(player, table, word):
    """Hold that all that `player` does has `word` in it."""
    assert [action for action in chosen(player, table) if word not in action.split()] == []
