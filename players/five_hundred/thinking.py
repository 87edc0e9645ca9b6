"""From a question to a choice: which options there are, how many worlds to weigh them in, and what is best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import numpy as np

from games.core import Phrase
from games.five_hundred.bids import Bid
from games.five_hundred.moves import Action, MakeBid, Put, Say
from games.five_hundred.view import Phase
from players.choice import Choice, Option
from players.five_hundred import discarding, legal, playing, said
from players.five_hundred.bidding import Bidding
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.question import Question
from players.five_hundred.weighing import Outcome
from players.five_hundred.worlds import Worlds, drawn, resampled

ActionT = TypeVar("ActionT")

_BID_WORLDS = 400
_PLAY_LANES = 12_000
_PUT_LANES = 9_000
_FEWEST = 24


class Thought:
    """One decision of one seat."""

    def __init__(self, question: Question, source: Random, effort: float) -> None:
        self.view, self.seat, self.done = question.view, question.seat, question.done
        self.before, self.effort = question.score.points, effort
        self.knowledge = Knowledge(self.view, self.seat)
        self.random = np.random.default_rng(source.getrandbits(64))

    def choice(self) -> Choice:
        """What to do."""
        if self.view.is_face_down:
            return Choice((Option(str(Say.LOOK), 0.5),), Phrase("Look at your cards before you bid."))
        if self.seat not in self.view.to_act:
            raise ValueError(f"seat {self.seat} has nothing to decide")
        match self.view.phase:
            case Phase.AUCTION | Phase.RAISE:
                return self._bid()
            case Phase.KITTY:
                return self._put()
            case Phase.CALL:
                return self._call()
            case Phase.CLAIM:
                return Choice((Option(str(Say.PLAY_ON), 0.5),), Phrase("It isn't certain."))
            case _:
                return self._play()

    def _worlds(self, size: int) -> Worlds:
        """That many worlds that agree with all that is known."""
        size = max(size, _FEWEST)
        worlds, weight = drawn(self.knowledge, self.random, 3 * size)
        return resampled(worlds, weight + said.weights(self.knowledge, worlds), self.random, size)

    def _bid(self) -> Choice:
        bidding = Bidding(self.knowledge, self._worlds(int(_BID_WORLDS * self.effort)), self.before)
        calls = list(bidding.candidates())
        if isinstance(self.done, MakeBid) and not self.done.bid.sans and self.done.bid.call not in calls:
            calls.append(self.done.bid.call)
        weighed: list[tuple[Action, Outcome]] = [
            (MakeBid(Bid(call)) if call else Say.PASS, bidding.weighed(call)) for call in calls
        ]
        return self._best(weighed)

    def _put(self) -> Choice:
        each = discarding.puts(self.knowledge)[:20]
        if isinstance(self.done, Put) and self.done not in each:
            each.append(self.done)
        worlds = self._worlds(int(_PUT_LANES * self.effort) // len(each))
        return self._best(
            list(zip(each, discarding.weighed_puts(self.knowledge, worlds, self.before, each), strict=True))
        )

    def _call(self) -> Choice:
        each = list(discarding.calls(self.knowledge))
        worlds = self._worlds(int(_PUT_LANES * self.effort) // len(each))
        return self._best(
            list(zip(each, discarding.weighed_calls(self.knowledge, worlds, self.before, each), strict=True))
        )

    def _play(self) -> Choice:
        order = self.knowledge.order
        plays = legal.plays(self.view)
        plays.sort(key=lambda play: self.knowledge.layout.bit[play.card])
        worlds = self._worlds(min(int(_PLAY_LANES * self.effort) // len(plays), 1000))
        return self._best(
            list(zip(plays, playing.weighed(self.knowledge, worlds, self.before, order, plays), strict=True))
        )

    def _best(self, weighed: Sequence[tuple[Action, Outcome]]) -> Choice:
        ordered = sorted(weighed, key=lambda each: -float(each[1].chance.mean()))
        best = ordered[0][1]
        options = tuple(outcome.option(str(action), best) for action, outcome in ordered)
        made = round(100 * float(best.made.mean()))
        return Choice(options, Phrase("The contract is made in {made} of 100 deals.", made=made))
