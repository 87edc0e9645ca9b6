"""Looks for a story by which a ring gets chips that the server doesn't allow it, and tells the shortest.

Every second story follows one plan alone, each in its turn. The others mix plans and whatever else people can do, and
are greedy: what has brought chips is done again, at once in the same story, and as the beginning of later ones.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from rich.progress import Progress

from tools.torture.greedy.choices import Lessons, Taste
from tools.torture.greedy.setups import PLANS, a_setup, an_opening
from tools.torture.greedy.steps import Step
from tools.torture.greedy.telling import RING, Manner, Told, tell

LONGEST = 90
"""Steps in a story."""
KEPT = 4
"""Stories that others begin with, for each limit."""
FROM_THE_BEGINNING = 0.6
"""How often a story begins with nothing that others have found."""
AS_IT_WAS = 0.5
"""How often one begins with exactly what another has found."""


class Search:
    """A greedy look for a story in which something is wrong; the same `seed` looks in the same places."""

    def __init__(self, seed: int, manner: Manner = RING) -> None:
        self._random = Random(seed)
        self._manner = manner
        self._best: dict[str, list[tuple[float, int, Told]]] = {}
        """By limit: the stories that have come nearest to it, with the number of their steps until then."""
        self._lessons = Lessons()
        self.stories = 0
        self.steps = 0

    def go(self, goes_on: Callable[[], bool], most: int = LONGEST) -> Told | None:
        """Tell stories of up to `most` steps while it `goes_on`. Returns the first in which something is wrong."""
        while goes_on():
            told = self._one(most)
            self.stories += 1
            self.steps += len(told.steps)
            if told.wrong:
                return told
            self._keep(told)
        return None

    def _keep(self, told: Told) -> None:
        for kind, (part, steps) in told.reached.items():
            others = [each for each in self._best.get(kind, []) if each[2].steps[: each[1]] != told.steps[: each[1]]]
            self._best[kind] = sorted([*others, (part, steps, told)], key=lambda each: (-each[0], each[1]))[:KEPT]

    def _one(self, most: int) -> Told:
        seed, (turn, is_mixed) = self._random.getrandbits(60), divmod(self.stories, 2)
        if self._manner.begins is not None:
            setup, first = self._manner.begins(Random(seed))
            return tell(setup, first, seed, len(first) + most, self._lessons, manner=self._manner)
        if not is_mixed and self._manner is RING:
            plan = PLANS[turn % len(PLANS)]
            setup = a_setup(Random(seed), plan)
            first = an_opening(Random(seed), setup, [plan.game] if plan.opens else [])
            return tell(setup, first, seed, most, self._lessons, plan, self._manner)
        if not self._best or self._random.random() < FROM_THE_BEGINNING:
            setup, games = a_setup(Random(seed)), Taste(seed).games
            most = most if games else most // 2
            first = an_opening(Random(seed), setup, games)
            return tell(setup, first, seed, most, self._lessons, manner=self._manner)
        _, steps, parent = self._random.choice(self._best[self._random.choice(list(self._best))])
        first = varied(Random(seed), parent.steps[:steps])
        return tell(parent.setup, first, seed, len(first) + most // 2, self._lessons, manner=self._manner)


def varied(random: Random, steps: Sequence[Step]) -> list[Step]:
    """The same steps, but for some that are left out, done twice, or at once with what comes after them."""
    if not steps or random.random() < AS_IT_WAS:
        return list(steps)
    at, size = random.randrange(len(steps)), random.randint(1, 8)
    some = list(steps[at : at + size])
    other = random.choice(([], some * 2, [replace(step, at_once=not step.at_once) for step in some]))
    return [*steps[:at], *other, *steps[at + size :]]


def shortest(told: Told, goes_on: Callable[[], bool] = lambda: True, manner: Manner = RING) -> Told:
    """The story without every step that it doesn't need for what is wrong at its end."""
    size = max(len(told.steps) // 2, 1)
    while goes_on():
        at = 0
        while at < len(told.steps) and goes_on():
            less = tell(told.setup, [*told.steps[:at], *told.steps[at + size :]], manner=manner)
            if less.kind == told.kind and len(less.steps) < len(told.steps):
                told = less
            else:
                at += size
        if size == 1:
            break
        size //= 2
    return told


def main(seed: int, seconds: float, manner: Manner = RING) -> int:
    """Search for so many seconds of the processor's time, print what was found, and return the exit status."""
    logging.getLogger().addHandler(logging.NullHandler())
    began = time.process_time()
    search = Search(seed, manner)
    with Progress(disable=not sys.stdout.isatty()) as progress:
        looking = progress.add_task("Seconds of a core", total=seconds)

        def goes_on() -> bool:
            progress.update(looking, completed=time.process_time() - began)
            return not progress.finished

        told = search.go(goes_on)
    took = time.process_time() - began
    print(f"Seed {seed}: {search.stories:,} stories, {search.steps:,} steps, {took:.0f} seconds of a core")
    if told is None:
        print("Nothing was wrong, and nobody has got a chip that the server doesn't allow.")
        return 0
    ends = time.process_time() + seconds / 2
    print(shortest(told, lambda: time.process_time() < ends, manner))
    return 1
