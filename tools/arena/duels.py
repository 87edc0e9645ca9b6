"""Five Hundred: deals whose cards are played twice under the same contract, first with ours as its contractors and then
with theirs, and what each card cost on the cards as they really lay. Only the play differs, so small differences show.

The discard and the auction, which both halves share, are looked at in every deal with a kitty: all 286 discards of a
contractor among four take 2 s on average, the slowest 8. Among five and six the solver often leaves some unanswered.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from random import Random
from statistics import fmean

import numpy as np
from msgspec.structs import replace
from rich.progress import track

from games import five_hundred as fh
from games.cards import Card
from games.core import Seat
from games.five_hundred.five_hundred_view import Phase
from games.five_hundred.moves import Play, Put
from games.five_hundred.packs import KITTY
from games.five_hundred.play import TrickPlay
from games.five_hundred.score import Contract
from players.choice import Choice
from players.five_hundred import solving
from players.five_hundred.contracts import called_by_habit
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits
from players.five_hundred.positions import friends, lanes, repeated
from players.five_hundred.rules_of_thumb.kitty import put_aside
from players.five_hundred.worlds import Worlds
from tools.arena.duplicate import PLAYERS, Terms, add_terms, play_out, terms_of
from tools.arena.figures import mean, percent, points, share
from tools.bench.report import table

_SOLVED_FROM = {False: 9, True: 10}
"""With so many cards in hand a decision is looked at, in contracts for tricks and in misères."""
_POSITIONS = 2_000_000
"""So many positions the solver may look at for one decision."""
_POSITIONS_OF_DISCARDS = 60_000_000
"""The same before the first lead, for all discards together; for each of them a twentieth."""
_FEWEST = 6
"""Tricks that a contract for tricks is for."""


@dataclass(slots=True)
class Duel:
    """One deal played twice: by how many points and tricks a side of ours did better than one of theirs, how often the
    contract was made by ours and by theirs, and what each card and the discard cost, by phase: `lost` of ours and of
    theirs. `bid` are the points that the auction of ours cost, see `lost_at_bid`.
    """

    call: fh.Call
    gain: float = 0.0
    tricks: float = 0.0
    made: list[bool] = field(default_factory=list)
    lost: tuple[dict[str, list[int]], dict[str, list[int]]] = field(default_factory=lambda: ({}, {}))
    times: list[float] = field(default_factory=list)
    bid: int | None = None


def play_duel(terms: Terms, number: int) -> Duel | None:
    """Play deal `number`; None when it was thrown in."""
    options, score = terms.options, fh.Score.new(terms.options)
    deck = list(fh.pack(options.players))
    Random(f"{terms.seed} duel {number}").shuffle(deck)
    deal = fh.start(options, number % options.players, tuple(deck)).round
    bidding, with_kitty, puts = Random(f"{terms.seed} {number}"), deal, list[Put]()
    while deal.result is None and deal.phase is not Phase.PLAY:
        seat, chance, is_kitty = min(deal.to_act), bidding.random(), deal.phase is Phase.KITTY
        actions = [
            fh.parse(PLAYERS[who](deal.view(seat), seat, score).answer(Random(chance), terms.effort).action)
            for who in ((terms.ours, terms.theirs) if is_kitty else (terms.ours,))
        ]
        if is_kitty:
            with_kitty, puts = deal, [action for action in actions if isinstance(action, Put)]
        deal = deal.apply(seat, actions[0]).round
    if deal.result is not None:
        return None
    contract = deal.contract
    assert contract is not None
    duel = Duel(contract.bid.call)
    if puts and solving.can_solve():
        duel.bid = lost_at_bid(with_kitty)
        for lost, told in zip(duel.lost, lost_at_discard(with_kitty, puts), strict=True):
            lost.update({phase: [tricks] for phase, tricks in told})
    attackers = contract.side(options)
    for half, ours in enumerate((attackers, frozenset(options.seats) - attackers)):
        source = Random(f"{terms.seed} {number} {half}")
        result = play_out(terms, deal, score, ours, source, partial(_decided, ours, duel))
        brought = result.points(options, score.points)
        attack = {options.side_of(seat) for seat in attackers}
        mine = fmean(brought[side] for side in attack)
        others = fmean(brought[side] for side in range(options.sides) if side not in attack)
        taken = sum(result.tricks[seat] for seat in attackers)
        sign = 1 if half == 0 else -1
        duel.gain += sign * (mine - others) / 2
        duel.tricks += sign * taken
        duel.made.append(result.made(options))
    return duel


def _decided(ours: frozenset[Seat], duel: Duel, deal: fh.Deal, seat: Seat, choice: Choice, took: float) -> None:
    is_ours = seat in ours
    if is_ours:
        duel.times.append(took)
    for phase, lost in lost_by_card(deal, seat, fh.parse(choice.action)):
        duel.lost[0 if is_ours else 1].setdefault(phase, []).append(lost)


def lost_by_card(deal: fh.Deal, seat: Seat, action: fh.Action) -> Iterator[tuple[str, int]]:
    """The tricks that a card cost on the cards as they lie, in a misère the contract; nothing when it isn't known."""
    view, contract = deal.view(seat), deal.contract
    is_misere = view.order.is_misere
    if not isinstance(action, Play) or contract is None or not solving.can_solve():
        return
    if len(view.hand or ()) > _SOLVED_FROM[is_misere] or (is_misere and view.tricks_won[contract.seat]):
        return
    plays = [each for each in deal.legal_actions(seat) if isinstance(each, Play)]
    state = as_it_lies(deal, seat, contract, len(plays))
    cards = state.layout
    state.play(
        np.array([cards.bit[each.card] for each in plays]), np.array([cards.number(each.named) for each in plays])
    )
    before = state.won.copy()
    taken = solving.solved(state, len(plays), _POSITIONS)
    if (taken < 0).any():
        return
    attackers = state.friends[state.contractor, state.index]
    for other in range(len(before)):
        taken += np.where((attackers >> other) & 1, before[other], 0)
    if is_misere:
        taken = np.minimum(taken, 1)
    attacks = bool((int(attackers[0]) >> seat) & 1)
    phase = "misère" if is_misere else "lead" if view.trick is None else "follow"
    yield from _told(phase, taken, plays.index(action), attacks is not is_misere)


def _told(phase: str, taken: Bits, chosen: int, wants_tricks: bool) -> Iterator[tuple[str, int]]:
    """What number `chosen` costs of choices after which the contractor's side has `taken` so much."""
    best = taken.max() if wants_tricks else taken.min()
    lost = abs(int(best) - int(taken[chosen]))
    yield phase, lost
    if taken.max() != taken.min():
        yield f"{phase}, choice", lost


def lost_at_discard(deal: fh.Deal, puts: Sequence[Put]) -> Iterator[list[tuple[str, int]]]:
    """What each of `puts` costs the contractor of `deal`, who holds the kitty, on the cards as they lie, against the
    best of all discards: tricks, in a misère the contract. Nothing when it isn't known; a discard for which the solver
    finds no answer is none to be measured against.
    """
    contract = deal.contract
    assert contract is not None
    chosen = [put.cards for put in puts]
    others = [cards for cards in map(frozenset, combinations(deal.hands[contract.seat], KITTY)) if cards not in chosen]
    taken = _taken_without(deal, contract, [*chosen, *others])
    is_known, is_misere = taken >= 0, contract.bid.call.is_misere
    for at in range(len(chosen)):
        place = int(is_known[:at].sum())
        yield [*_told("discard", taken[is_known], place, not is_misere)] if is_known[at] else []


def lost_at_bid(deal: fh.Deal) -> int | None:
    """The points that the auction cost the contractor of `deal`, who holds the kitty, on the cards as they lie.

    In each denomination the rules of thumb discard and the solver plays. What is missed is the best contract for tricks
    that is made so, 0 as for a pass where none is; what is had is what the contract that was bid brings so. None for a
    misère, which this says nothing about, and when the solver finds no answer.
    """
    contract = deal.contract
    assert contract is not None
    if contract.bid.call.is_misere:
        return None
    tricks = {}
    for six in (call for call in fh.CALLS if call.tricks == _FEWEST):
        instead = Contract(contract.seat, fh.Bid(six))
        would_be = replace(deal, play=TrickPlay(deal.options, instead.seat, instead.bid))
        put = put_aside(would_be.view(instead.seat))
        tricks[six.trump] = int(_taken_without(would_be, instead, [put.cards])[0])
    if min(tricks.values()) < 0:
        return None
    best = max((call.value for call in fh.CALLS if call.tricks and tricks[call.trump] >= call.tricks), default=0)
    taken = tuple(tricks[contract.bid.call.trump] if seat == contract.seat else 0 for seat in deal.options.seats)
    return best - fh.DealResult(contract, taken).value(deal.options)


def _taken_without(deal: fh.Deal, contract: Contract, discards: Sequence[Collection[Card]]) -> Bits:
    """What the contractor's side takes after each of `discards`, in a misère 1 where it is caught; -1 where it isn't
    known. A contractor among five calls by habit.
    """
    state = as_it_lies(deal, contract.seat, contract, len(discards))
    aside = np.array([state.layout.mask(cards) for cards in discards])
    state.hands[contract.seat] &= ~aside
    state.in_play &= ~aside
    state.out = state.out | aside
    together = called_by_habit(deal.options, state.layout, state.contractor, state.hands)
    state.friends = friends(deal.options.players, together)
    return solving.solved(state, len(discards), _POSITIONS_OF_DISCARDS)


def as_it_lies(deal: fh.Deal, seat: Seat, contract: Contract, times: int) -> Lanes:
    """The position on the table `times` over, with everybody's real cards."""
    knowledge = Knowledge(deal.view(seat), seat)
    owner = np.full(len(knowledge.cards), -1, np.int64)
    for at, card in enumerate(knowledge.cards):
        holder = next((pile for pile, hand in enumerate(deal.hands) if card in hand), knowledge.aside)
        if card not in knowledge.played:
            owner[at] = holder
    return repeated(lanes(knowledge, Worlds(owner[:, None]), knowledge.layout, contract), times)


# Telling.

PHASES = ("discard", "lead", "follow", "misère")
_MS = 1000


def report(terms: Terms, duels: Sequence[Duel]) -> str:
    """All tables: the deals, what cards cost, and what the auctions cost, in which only ours bid."""
    times = [_MS * took for duel in duels for took in duel.times]
    bids = [duel.bid for duel in duels if duel.bid is not None]
    made = [percent(share(sum(duel.made[who] for duel in duels), len(duels))) for who in (0, 1)]
    deals = (
        str(terms.options.players),
        str(len(duels)),
        points(mean([duel.gain for duel in duels])),
        points(mean([duel.tricks for duel in duels]), 2),
        *made,
        f"{fmean(times):.0f}" if times else "-",
        f"{max(times, default=0):.0f}",
    )
    return "\n\n".join(
        [
            f"{terms.ours} against {terms.theirs} with equal contracts, effort {terms.effort:g}; seed {terms.seed}",
            table(("players", "deals", "points a deal", "tricks", "made", "theirs", "ms", "slowest"), [deals]),
            table(
                ("tricks lost a card", terms.ours, terms.theirs, "with a choice", terms.theirs),
                [(phase, *_costs(duels, phase), *_costs(duels, f"{phase}, choice")) for phase in PHASES],
            ),
            table(
                ("points lost an auction", terms.ours, terms.theirs),
                [("bid", f"{points(mean(bids))} ({len(bids)})", "-")],
            ),
        ]
    )


def _costs(duels: Sequence[Duel], phase: str) -> Iterator[str]:
    for who in (0, 1):
        lost = list(chain.from_iterable(duel.lost[who].get(phase, ()) for duel in duels))
        yield f"{points(mean(lost), 3)} ({len(lost)})"


def main(arguments: Sequence[str]) -> int:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena duels", description="Measure the play of the cards.")
    parser.add_argument("--players", type=int, default=4, help="at a table; default 4")
    parser.add_argument("--deals", type=int, default=200, help="default 200")
    add_terms(parser, "usual")
    asked = parser.parse_args(arguments)
    terms = terms_of(asked, asked.players)
    with ProcessPoolExecutor(asked.processes) as pool:
        played = track(pool.map(partial(play_duel, terms), range(asked.deals)), "Deals", total=asked.deals)
        duels = [duel for duel in played if duel is not None]
    print(report(terms, duels))
    return 0
