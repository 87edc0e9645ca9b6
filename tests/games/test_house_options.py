"""Every house option of every game changes how some round is played, the rules name it, and it can be stored.

Those that matter only between two rounds are in BETWEEN_ROUNDS of tests/games/<game>_table.py.
"""

import json
import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from cards_in import cards_in

from games.core import IllegalAction
from tools.world.games import GAMES, deal, found, options_at_random

ROOT = Path(__file__).parents[2]
HIGH_CARD = next(found(["tests.high_card.high_card_spec"]))
OPTIONS = [(played, row.option) for played in (*GAMES, HIGH_CARD) for row in played.settings.house_options]
ROUNDS = 300
"""Pairs of rounds, one with each value, in one of which at least an option makes a difference."""


def own(game):
    """What the game's own file says of it."""
    return import_module(f"{game}_table")


def start_as_a_table(played, random, options):
    return deal(replace(played, options=lambda _: options), random)


def pairs(played, option, random):
    """A round, and the one that there would be if this option were another; some options allow no round."""
    start = getattr(own(played.game.name), "start_at_random", partial(start_as_a_table, played))
    for _ in range(ROUNDS):
        one, other, seed = *(options_at_random(played.settings, random) for _ in range(2)), random.random()
        with suppress(IllegalAction, ValueError):
            two = replace(one, **{option: getattr(other, option)})
            yield [start(Random(seed), options=options) for options in (one, two)]


def known(step):
    """What a step leads to, but for the options, which a round or a view may hold."""
    round_ = step.round
    seats = sorted(round_.to_act)
    legal = [list(map(str, round_.legal_actions(seat))) for seat in seats]
    cards = [list(cards_in(round_.view(seat))) for seat in (*seats, None)]
    return seats, legal, cards, step.events, step.transfers


def differ(one, two, random):
    """Whether two rounds become different while the same is done in both."""
    while known(one) == known(two) and one.round.to_act:
        seat = random.choice(sorted(one.round.to_act))
        action = random.choice(list(one.round.legal_actions(seat)))
        one, two = (step.round.apply(seat, action) for step in (one, two))
    return known(one) != known(two)


def make_a_difference(played, option, random):
    return any(differ(*rounds, random) for rounds in pairs(played, option, random))


every_option = pytest.mark.parametrize(
    ("played", "option"), OPTIONS, ids=[f"{played.game.name}-{option}" for played, option in OPTIONS]
)


@every_option
def test_every_option_makes_a_difference_in_some_round(played, option):
    if option not in getattr(own(played.game.name), "BETWEEN_ROUNDS", ()):
        assert make_a_difference(played, option, Random(1)), f"{option} changes no round of {played.game.name}"


@every_option
def test_the_rules_name_every_option(played, option):
    game = played.game.name
    numbered, pages = ROOT / "docs" / "rules" / f"{game.replace('_', '-')}.md", (*ROOT.glob(f"*/{game}/rules.md"),)
    text = "".join(path.read_text(encoding="utf-8") for path in (numbered, *pages) if path.exists())
    assert re.search(rf"`{option}`|\[(?:not )?{option}\b|[{{=]{option}\}}", text), f"no rules name {option}"


@pytest.mark.parametrize("played", [*GAMES, HIGH_CARD], ids=lambda played: played.game.name)
def test_options_read_back_from_plain_json_and_those_left_out_are_the_default(played):
    usual, random = played.settings.options({}), Random(1)
    for options in (usual, *(options_at_random(played.settings, random) for _ in range(100))):
        assert type(usual).from_json(json.loads(json.dumps(options.to_json()))) == options
    assert type(usual).from_json({}) == type(usual)() == usual
