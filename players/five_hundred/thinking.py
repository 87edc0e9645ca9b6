"""From a question to a choice: which options there are, in how many worlds to weigh them, and what is best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random

import numpy as np
from msgspec.structs import replace

from games.core import Phrase
from games.five_hundred.bids import SUITS, Bid, Call
from games.five_hundred.five_hundred_view import Phase
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put, Say
from games.five_hundred.tricks import CardOrder
from players.choice import UNNOTICED, Choice, Option
from players.five_hundred import Question, claims, discarding, evidence, legal, playing
from players.five_hundred import five_hundred_reasons as reasons
from players.five_hundred.bidding import Bidding
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.five_hundred.rules_of_thumb.claims import loses_all
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.weighing import SURE, ActionT, WeighedOption, by_value, chosen_first
from players.five_hundred.worlds import Worlds, drawn, resampled

_BIDDING = 700
"""Worlds to bid in, at full effort."""
_LANES = 20_000
"""Deals to play out for any other decision."""
_MOST, _FEWEST = 1500, 120
"""Worlds for one decision."""
_POSITIONS, _FEWEST_POSITIONS = 800_000, 200_000
"""So many positions the solver looks at for one card at full effort and in any misère, whose playouts tell little, and
at the least effort.
"""
_CLAIM = 200
"""Worlds at least in which a claim is looked at."""
_FIRST = 0.25
"""The share of the deals in which all options are tried; the best of them are tried in the rest."""
_DRAWN = 4
"""So many worlds are drawn for each one that is used, so that unlikely ones can be left out."""
_LEAD_PRIOR, _SOLVED_LEAD_PRIOR = 0.03, 0.01
"""What the quick policy's playouts may be wrong by about a lead, which needs a plan, as a chance to win the match, and
what worlds that were solved, since who solves them sees all cards.
"""
_BID_PRIOR, _RAISE_PRIOR = 0.01, 0.04
"""The same about a bid, which tells a partner more than the figures know, and about a raise of the partner's suit."""
_SHORTER_SUIT = 10.0
"""Points that a bid in a shorter suit must bring more on average: people bid the suit they have."""
_SURE_OF_SOLVED = 1.0
"""So many standard errors are enough where worlds were solved, which have a plan, and are few."""


class Decision:
    """One decision of one seat; whoever has to tell how hard it is may decide without that it `solves`."""

    def __init__(self, question: Question, source: Random, effort: float, *, solves: bool = True) -> None:
        self.view, self.seat, self.done = question.view, question.seat, question.done
        self.score, self.before, self.effort, self.solves = question.score, question.score.points, effort, solves
        self.knowledge = Knowledge(self.view, self.seat, question.conventions)
        self.random = np.random.default_rng(source.getrandbits(64))

    def choice(self) -> Choice:
        """What to do. Raises ValueError where there is nothing to decide."""
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
                return self._answer_claim()
            case _:
                return self._play()

    @cached_property
    def _by_thumb(self) -> RulesOfThumb:
        """What a good player would do here without playing anything out."""
        return RulesOfThumb(self.view, self.seat, self.score, self.knowledge.conventions)

    def _worlds(self, size: float) -> Worlds:
        count = min(max(int(size), _FEWEST), _MOST)
        worlds, weight = drawn(self.knowledge, self.random, _DRAWN * count)
        fits = evidence.weights(self.knowledge, worlds)
        return resampled(worlds, weight + fits, self.random, count)

    # Before the first lead.

    def _bid(self) -> Choice:
        bidding = Bidding(self.knowledge, self._worlds(_BIDDING * self.effort), self.before)
        habit = self._by_thumb.action()
        calls = [call for call in bidding.candidates() if not bidding.is_signal(call) or _said(call) == habit]
        done = self.done.bid.call if isinstance(self.done, MakeBid) and not self.done.bid.sans else None
        if done is not None and done not in calls:
            calls.append(done)
        bias = _RAISE_PRIOR if isinstance(habit, MakeBid) and bidding.raises(habit.bid.call) else _BID_PRIOR
        weighed = chosen_first(((_said(call), bidding.weighed(call)) for call in calls), habit, bias)
        if isinstance(weighed[0][0], MakeBid) and not bidding.raises(weighed[0][0].bid.call):
            weighed = self._longer_suit_first(weighed)
        standing = bidding.auction.standing
        match weighed[0][0]:
            case MakeBid() as bid:
                reason = reasons.for_bid(self.knowledge, bid, bidding.value_of((self.seat, bid.bid.call)))
            case _ if self.view.phase is Phase.RAISE and standing:
                reason = reasons.for_keep(standing.bid)
            case _:
                likeliest = done or bidding.likeliest()
                how = (Bid(likeliest), bidding.value_of((self.seat, likeliest))) if likeliest else None
                reason = reasons.for_pass(self.knowledge, weighed, how)
        return _choice(weighed, reason)

    def _longer_suit_first(self, weighed: list[tuple[Action, WeighedOption]]) -> list[tuple[Action, WeighedOption]]:
        """The same, but with the best bid in a longer suit first, unless that of a shorter one is clearly better."""
        bid, enough = weighed[0][0], weighed[0][1].points.mean() - _SHORTER_SUIT
        for place, (other, value) in enumerate(weighed):
            if self._trumps(other) > self._trumps(bid) > 0 and value.points.mean() > enough:
                return [weighed[place], *weighed[:place], *weighed[place + 1 :]]
        return weighed

    def _trumps(self, action: Action) -> int:
        """How many trumps the hand has in a bid of a suit."""
        trump = action.bid.call.trump if isinstance(action, MakeBid) else None
        suit_of = CardOrder(trump).suit_of
        return 0 if trump is None else sum(suit_of(card) is trump for card in self.view.hand or ())

    def _put(self) -> Choice:
        also = [put for put in (self.done, self._by_thumb.action()) if isinstance(put, Put)]
        puts = list(dict.fromkeys([*discarding.puts(self.knowledge), *also]))
        weighed = self._in_two_rounds(puts, discarding.weighed_puts)
        return _choice(weighed, reasons.for_put(self.knowledge, weighed[0][0]))

    def _call(self) -> Choice:
        calls = [*discarding.calls(self.knowledge)]
        if isinstance(self.done, CallCard | ChoosePartner) and self.done not in calls:
            calls.append(self.done)
        weighed = self._in_two_rounds(calls, discarding.weighed_calls)
        return _choice(weighed, reasons.for_partner(self.knowledge, weighed[0][0]))

    def _in_two_rounds(
        self,
        options: Sequence[ActionT],
        weigh: Callable[[Knowledge, Worlds, tuple[int, ...], Sequence[ActionT]], list[WeighedOption]],
    ) -> list[tuple[ActionT, WeighedOption]]:
        """What to do of `options` first: all are tried in a few worlds, the best of these in many."""
        lanes, habit = _LANES * self.effort, self._by_thumb.action()
        first = self._worlds(lanes * _FIRST / len(options))
        tried = by_value(zip(options, weigh(self.knowledge, first, self.before, options), strict=True))
        best = [action for action, _ in tried[: max(4, len(options) // 6)]]
        best += [action for action in options if action in (self.done, habit) and action not in best]
        worlds = self._worlds(lanes * (1 - _FIRST) / len(best))
        return chosen_first(zip(best, weigh(self.knowledge, worlds, self.before, best), strict=True), habit)

    # Play.

    def _play(self) -> Choice:
        order, cards = self.knowledge.order, self.knowledge.layout
        plays = sorted(legal.plays(self.view), key=lambda play: (cards.bit[play.card], cards.number(play.named)))
        contractor = playing.the_contract(self.knowledge).seat
        if self.seat != contractor and loses_all(SeatView(self.view, self.seat)):
            return self._all_equal(plays, claims.granted(self.knowledge, self._worlds(0), self.before, contractor))
        may_nominate = legal.may_nominate(self.view, self.seat)
        worlds = self._worlds(_LANES * self.effort / len(plays) / (3 if may_nominate else 1))
        effort = 1.0 if order.is_misere else self.effort
        positions = int(max(_POSITIONS * effort, _FEWEST_POSITIONS)) if self.solves and not may_nominate else 0
        telling, found = playing.weighed(self.knowledge, worlds, self.before, order, plays, positions)
        weighed: list[tuple[Action, WeighedOption]] = list(zip(plays, found, strict=True))
        habit: Action = self._by_thumb.card()
        if claims.is_due(self.view, self.seat):
            habit = Say.CLAIM
            claim = claims.granted(self.knowledge, telling, self.before, self.seat)
            weighed.insert(0, (Say.CLAIM, claim))
        if may_nominate:
            weighed += [(Nominate(suit), self._nominated(worlds, replace(order, joker=suit))) for suit in SUITS]
        prior, sure = (_LEAD_PRIOR, SURE) if telling is worlds else (_SOLVED_LEAD_PRIOR, _SURE_OF_SOLVED)
        weighed = chosen_first(weighed, habit, prior if self.view.trick is None else UNNOTICED, sure)
        return _choice(weighed, reasons.for_play(self.knowledge, weighed))

    def _all_equal(self, plays: Sequence[Play], end: WeighedOption) -> Choice:
        """What good players usually do where all comes to the same `end`."""
        habit, value = self._by_thumb.card(), float(end.chance.mean())
        found = sorted(plays, key=lambda play: play != habit)
        return Choice(
            tuple(Option(str(play), value, is_equal=True) for play in found), reasons.for_nothing(self.knowledge)
        )

    def _nominated(self, worlds: Worlds, order: CardOrder) -> WeighedOption:
        """What the best lead brings when the joker belongs to a suit."""
        plays = [Play(card) for card in self.view.hand or ()]
        _, found = playing.weighed(self.knowledge, worlds, self.before, order, plays)
        return max(found, key=lambda outcome: float(outcome.chance.mean()))

    def _answer_claim(self) -> Choice:
        claim = self.view.claim
        assert claim is not None, "asked for only when somebody claims"
        worlds = self._worlds(max(_LANES * self.effort / 4, _CLAIM))
        play_on = claims.played_on(self.knowledge, worlds, self.before, claim.seat)
        grant = claims.granted(self.knowledge, worlds, self.before, claim.seat)
        ways: list[tuple[Action, WeighedOption]] = [(Say.AGREE, grant), (Say.PLAY_ON, play_on)]
        if claims.agrees(play_on, grant):
            return _choice(ways, Phrase("The remaining tricks fall as claimed, however the cards lie."))
        return _choice(ways[::-1], Phrase("It isn't certain that the remaining tricks fall as claimed."))


def _said(call: Call | None) -> Action:
    return MakeBid(Bid(call)) if call else Say.PASS


def _choice(weighed: Sequence[tuple[Action, WeighedOption]], reason: Phrase) -> Choice:
    chosen = weighed[0][1]
    return Choice(tuple(outcome.option(str(action), chosen) for action, outcome in weighed), reason)
