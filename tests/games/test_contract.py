"""What every game promises to the table that runs it, whatever its rules: see games.core.

A game is found by its line in cogs/extensions.py. The tests play random rounds, from the deal to the end, and
look at every position on the way.
"""

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, zip_longest
from random import Random
from typing import Any

import pytest
from cards_in import cards_in
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import IllegalAction, Pot
from tables.clock import Pace
from tables.game import Terms
from tools.world.games import GAMES as BOTS_GAMES
from tools.world.games import deal
from tools.world.games import found as games_of

FAR_TOO_LONG = 1000
"""Actions in one round; all games end well before."""


@dataclass(frozen=True)
class Game:
    name: str
    start: Callable[[Random], Any]
    """A random legal start, the same for the same Random: its Step."""
    parse: Callable[[str], Any]
    some_actions: Callable[[Random], list[Any]]
    """Actions of which some are illegal at any moment."""
    swap_unseen: Callable[[Any, Any, Random], Any]
    """The round with other cards where this seat (None: the public) may see none."""
    adapter: Any
    """The game as the table's driver sees it; the waiting times come from here."""

    def __str__(self):
        return self.name


def found(played):
    """The game, with what tests/games/<game>_table.py says of it: what is hidden, and what suits it better."""
    name = played.game.name
    own = import_module(f"{name}_table") if find_spec(f"{name}_table") else None
    start = getattr(own, "start_at_random", partial(deal, played))
    return Game(
        name,
        start,
        played.game.parse,
        getattr(own, "some_actions", partial(actions_of_a_round, start)),
        getattr(own, "with_unseen_swapped", partial(nobody_says, name)),
        played.game,
    )


def actions_of_a_round(start, random):
    """All that is legal at some moment of a random round."""
    round_, legal = start(random).round, {}
    while round_.to_act:
        seat = random.choice(sorted(round_.to_act))
        actions = list(round_.legal_actions(seat))
        legal.update(zip(map(str, actions), actions, strict=True))
        round_ = round_.apply(seat, random.choice(actions)).round
    return list(legal.values())


def nobody_says(name, *_):
    """The view can't say it: it is what is tested."""
    pytest.fail(f"say in with_unseen_swapped of tests/games/{name}_table.py which cards are hidden")


HIGH_CARD = next(games_of(["tests.high_card.high_card_spec"]))
"""The game that docs/add-a-game.md builds. Nothing here knows it."""
GAMES = [found(played) for played in (*BOTS_GAMES, HIGH_CARD)]


# Playing


def by_default(round_, seat, _random):
    return round_.default_action(seat)


def at_random(round_, seat, random):
    return random.choice(list(round_.legal_actions(seat)))


def play(game, random, choose):
    """Play a whole round: yield the step of its start, then (round before, seat, action, step) for each action."""
    begun = game.start(random)
    played = []
    step = begun
    while step.round.to_act:
        seat = random.choice(sorted(step.round.to_act))
        action = choose(step.round, seat, random)
        played.append((step.round, seat, action, step := step.round.apply(seat, action)))
        assert len(played) < FAR_TOO_LONG
    return begun, played


def rounds_of(begun, played):
    return [begun.round, *(step.round for *_, step in played)]


def everybody(begun, played):
    """All seats that appear in a round: those that act and those whose chips move."""
    steps = [begun, *(step for *_, step in played)]
    accounts = {account for step in steps for moved in step.transfers for account in (moved.payer, moved.payee)}
    acting = {seat for step in steps for seat in step.round.to_act}
    return sorted(acting | {account for account in accounts if not isinstance(account, Pot)})


def refuses(round_, seat, action):
    try:
        round_.apply(seat, action)
    except IllegalAction as refusal:
        return bool(str(refusal))
    return False


def is_untold(before, step):
    """Whether nobody but the player is told of it."""
    after = step.round
    same_sight = after.view(None) == before.view(None) and after.to_act == before.to_act
    return same_sight and not step.events and not step.transfers


pytestmark = pytest.mark.parametrize("game", GAMES, ids=str)


def at_any_seed(test):
    """Many rounds, each decided by one `seed`, with no claim about how long they take."""
    return settings(deadline=None)(given(seed=st.integers(0, 2**64))(test))


@at_any_seed
def test_random_play_ends_and_everyone_to_act_has_legal_actions_that_read_back_from_their_text(game, seed):
    begun, played = play(game, Random(seed), at_random)
    for round_ in rounds_of(begun, played):
        assert all(any(True for _ in round_.legal_actions(seat)) for seat in round_.to_act)
        for action in chain.from_iterable(round_.legal_actions(seat) for seat in round_.to_act):
            text = str(action)
            assert game.parse(text) == action
            assert text == text.strip()
            assert "\n" not in text


@pytest.mark.sampled
@at_any_seed
def test_the_default_is_legal_costs_its_player_nothing_and_plays_every_round_to_its_end(game, seed):
    begun, played = play(game, Random(seed), at_random)
    for round_ in rounds_of(begun, played):
        for seat in round_.to_act:
            default = round_.default_action(seat)
            assert default in list(round_.legal_actions(seat))
            assert all(moved.payer != seat for moved in round_.apply(seat, default).transfers)
    _, played = play(game, Random(seed), by_default)
    assert {moved.payer for *_, step in played for moved in step.transfers} <= set(Pot)


@pytest.mark.sampled
@at_any_seed
def test_the_round_accepts_exactly_the_legal_actions_and_refuses_the_rest_with_a_sentence(game, seed):
    begun, played = play(game, random := Random(seed), at_random)
    for round_ in rounds_of(begun, played):
        for seat in round_.to_act:
            legal = list(round_.legal_actions(seat))
            assert not any(refuses(round_, seat, action) for action in legal)
            assert all(refuses(round_, seat, a) for a in game.some_actions(random) if a not in legal)


@pytest.mark.sampled
@at_any_seed
def test_nobody_acts_visibly_out_of_turn_or_at_all_after_the_end(game, seed):
    begun, played = play(game, random := Random(seed), at_random)
    strangers = [-1, 99]
    for round_ in rounds_of(begun, played):
        for seat in {*everybody(begun, played), *strangers} - round_.to_act:
            legal = list(round_.legal_actions(seat))
            assert legal == [] or (round_.to_act and seat not in strangers)
            assert all(is_untold(round_, round_.apply(seat, action)) for action in legal)
            assert all(refuses(round_, seat, action) for action in game.some_actions(random) if action not in legal)
            with pytest.raises(IllegalAction):
                round_.default_action(seat)


@pytest.mark.sampled
@at_any_seed
def test_neither_an_action_nor_a_refusal_nor_a_look_changes_the_round_before_it(game, seed):
    _, played = play(game, random := Random(seed), at_random)
    for round_, seat, action, step in played:
        before = copy.deepcopy(round_)
        again = round_.apply(seat, action)
        for other in game.some_actions(random):
            refuses(round_, seat, other)
        round_.view(seat)
        assert round_ == before
        assert again == step


@pytest.mark.parametrize("text", ["", "no such move", "hit me", "💥", "bet", "7"])
def test_text_that_is_no_action_is_refused_with_a_sentence(game, text):
    with pytest.raises(IllegalAction) as refusal:
        game.parse(text)
    assert str(refusal.value)


@at_any_seed
def test_the_same_start_and_the_same_texts_give_an_equal_round(game, seed):
    begun, played = play(game, Random(seed), at_random)
    log = [(seat, str(action)) for _, seat, action, _ in played]
    step = game.start(Random(seed))
    assert step == begun
    for (seat, text), (*_, first) in zip(log, played, strict=True):
        step = step.round.apply(seat, game.parse(text))
        assert step == first
        assert [step.round.view(eyes) for eyes in (seat, None)] == [first.round.view(eyes) for eyes in (seat, None)]


@pytest.mark.sampled
@at_any_seed
def test_chips_move_in_whole_positive_amounts_and_the_middle_never_falls_below_zero(game, seed):
    begun, played = play(game, Random(seed), at_random)
    chips = Counter()
    put_in = Counter()
    for moved in chain.from_iterable(step.transfers for step in (begun, *(step for *_, step in played))):
        assert type(moved.amount) is int
        assert moved.amount > 0
        assert moved.why
        assert moved.why == moved.why.lower()
        chips[moved.payer] -= moved.amount
        chips[moved.payee] += moved.amount
        put_in[moved.payer] += moved.amount
        assert chips[Pot.MIDDLE] >= 0
    assert chips[Pot.MIDDLE] == 0
    assert sum(chips.values()) == 0
    assert all(chips[seat] >= -put_in[seat] for seat in everybody(begun, played))


def test_cards_that_the_public_does_not_see_are_among_those_that_change(game):
    random = Random(1)
    rounds = [round_ for _ in range(5) for round_ in rounds_of(*play(game, random, at_random))]
    hiding = [round_ for round_ in rounds if {*cards_in(round_)} - {*cards_in(round_.view(None))}]
    assert not hiding or any(game.swap_unseen(round_, None, random) != round_ for round_ in hiding)


@pytest.mark.sampled
@at_any_seed
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_its_legal_actions(game, seed):
    begun, played = play(game, random := Random(seed), at_random)
    for round_ in rounds_of(begun, played):
        for eyes in [*round_.to_act, None]:
            other = game.swap_unseen(round_, eyes, random)
            assert other.view(eyes) == round_.view(eyes)
            if eyes is not None:
                assert list(other.legal_actions(eyes)) == list(round_.legal_actions(eyes))
                assert other.default_action(eyes) == round_.default_action(eyes)


@pytest.mark.sampled
@at_any_seed
def test_hidden_cards_change_nothing_that_others_see_happen(game, seed):
    begun, played = play(game, random := Random(seed), at_random)
    for round_, seat, action, step in played:
        for eyes in [None, *(other for other in everybody(begun, played) if other != seat)]:
            other = game.swap_unseen(round_, eyes, random)
            if action in list(other.legal_actions(seat)):
                same_before(game, eyes, step, other.apply(seat, action))


def same_before(game, eyes, step, other):
    """Two steps are the same for `eyes`, as long as neither turns up a card and the round is not over."""
    is_end = not step.round.to_act and not other.round.to_act
    is_shown = is_end or [*cards_in(step.round.view(None))] != [*cards_in(other.round.view(None))]
    for one, two in zip_longest(step.events, other.events):
        if one != two:
            assert is_shown or shows_a_card(one) or shows_a_card(two), f"{one} instead of {two}"
            return
    if is_shown:
        return
    assert step.round.to_act == other.round.to_act
    assert step.transfers == other.transfers
    assert waiting(game, step.round) == waiting(game, other.round)
    if eyes is None and step.round.to_act:
        assert step.round.view(None) == other.round.view(None)


def shows_a_card(event):
    return any(True for _ in cards_in(event))


def waiting(game, round_):
    """How long the table waits for the players whose turn it is, and what it makes of their silence."""
    if not round_.to_act:
        return None
    terms = Terms(1, 100, None, Pace.NORMAL)
    return game.adapter.seconds(terms, round_), game.adapter.timeout_is_pass(round_)
