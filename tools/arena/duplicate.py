"""Two matches of Five Hundred with the same cards, in which the players change seats, and beginners to play against."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import NamedTuple, TypeAlias

from games import five_hundred as fh
from games.core import Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.moves import Action, MakeBid, Play, Say
from games.five_hundred.tricks import CardOrder
from players import choice
from players.choice import Choice
from players.five_hundred import Level, Question
from players.five_hundred.legal import bids, plays
from players.five_hundred.rules_of_thumb import Beginner, RulesOfThumb


@dataclass(frozen=True, slots=True)
class Newcomer(Beginner):
    """Somebody in their first week, who plays the highest card when it can win and else the lowest.

    A timid one bids six on five trumps and no more, a bold one two tricks more than it has trumps.
    """

    is_bold: bool = False

    def bid(self, source: Random) -> Action:
        """The lowest bid in the longest suit, whoever has bid."""
        hand = self.view.hand or ()
        trumps = {suit: sum(CardOrder(suit).suit_of(card) is suit for card in hand) for suit in SUITS}
        suit = max(SUITS, key=lambda suit: trumps[suit])
        most = trumps[suit] + 2 if self.is_bold else 6 * (trumps[suit] >= 5)
        found = next((bid for bid in bids(self.view, self.seat) if bid.call.trump is suit and not bid.sans), None)
        return MakeBid(found) if found and found.call.tricks <= most else Say.PASS

    def play(self, usual: Play) -> Play:
        """The highest card, a trump as low as may be where the suit led is out, or else the lowest."""
        order, trick = self.view.order, self.view.trick
        legal = sorted(plays(self.view), key=lambda play: self.use(play.card))
        if trick is None:
            return legal[-1]
        wins = [play for play in legal if order.beats(play.card, order.best(trick).card)]
        follows = order.suit_of(legal[0].card) is order.suit_led(trick)
        return (wins[-1] if follows else wins[0]) if wins else legal[0]


Player: TypeAlias = Callable[[fh.FiveHundredView, Seat, fh.Score], choice.Question]
"""What makes a question of all that a seat knows."""
Decided: TypeAlias = Callable[[fh.Deal, Seat, Choice, float], None]
"""Hears who has chosen what in a deal, and how many seconds of one core that took."""

PLAYERS: Mapping[str, Player] = {
    "strong": Question,
    "usual": partial(Question, level=Level.USUAL),
    "easy": partial(Question, level=Level.EASY),
    "sound": RulesOfThumb,
    "timid": Newcomer,
    "bold": partial(Newcomer, is_bold=True),
}

LONGEST = 60
"""Deals after which a match is given up, half won by both."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: `ours` against `theirs`, names in PLAYERS. `effort` is ours; `seed` decides everything."""

    options: fh.Options
    ours: str
    theirs: str
    effort: float
    seed: int


def add_terms(parser: ArgumentParser, against: str) -> None:
    """Let a command line say who plays whom, `against` whom unless it does, and how."""
    parser.add_argument("--player", choices=PLAYERS, default="strong", help="who is measured, default strong")
    parser.add_argument("--against", choices=PLAYERS, default=against, help=f"whom they play with, default {against}")
    parser.add_argument("--effort", type=float, default=0.1, help="0 to 1, how much is thought; default 0.1")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default one for each core")
    parser.add_argument("--seed", type=int, default=1, help="decides the cards and the players' chances")


def terms_of(asked: Namespace, players: int) -> Terms:
    """The terms for so many players that a command line has asked for."""
    return Terms(fh.Options(players=players), asked.player, asked.against, asked.effort, asked.seed)


@dataclass(frozen=True, slots=True)
class Contracted:
    """A deal that was played: whether the contract was ours, and made, and the points that our sides got. Where both
    players are the same one, all contracts are ours.

    `gain` is by how many points a side of ours got more than one of theirs, on average; `value` is what the contract
    brought its side, below 0 when it was lost. `said` is how likely its contractor took it to be made, at the bid.
    """

    call: fh.Call
    is_ours: bool
    is_made: bool
    value: int
    gain: float
    said: float | None


class Decision(NamedTuple):
    """How many seconds of one core one of ours took, and in which phase."""

    took: float
    phase: str


@dataclass(slots=True)
class Pair:
    """How two matches went: the share of them that we won, and what was played."""

    won: float = 0.0
    given_up: int = 0
    thrown_in: int = 0
    deals: list[Contracted] = field(default_factory=list)
    times: list[Decision] = field(default_factory=list)


def our_seats(options: fh.Options, number: int) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """Where we sit in the two matches of pair `number`: in the second, where the others sat in the first.

    Partners sit together. Where each side is alone, it is one of three and then two, or two of five and then three.
    """
    sides = options.sides
    ours = {(number + step) % sides for step in range(0, 2 * (sides // 2), 2)}
    first = frozenset(seat for seat in options.seats if options.side_of(seat) in ours)
    return first, frozenset(options.seats) - first


def play_pair(terms: Terms, number: int) -> Pair:
    """Play pair `number`. Raises IllegalAction when a player doesn't keep to the rules."""
    pair = Pair()
    for half, ours in enumerate(our_seats(terms.options, number)):
        _play_match(terms, f"{terms.seed} {number}", f"{half}", ours, pair)
    return pair


def _play_match(terms: Terms, cards: str, half: str, ours: frozenset[Seat], pair: Pair) -> None:
    options = terms.options
    score, dealer = fh.Score.new(options), Random(cards).randrange(options.players)
    for number in range(LONGEST):
        deck = list(fh.pack(options.players))
        Random(f"{cards} {number}").shuffle(deck)
        said = dict[str, float | None]()
        deal, source = fh.start(options, dealer, tuple(deck)).round, Random(f"{cards} {half} {number}")
        result = play_out(terms, deal, score, ours, source, partial(_decided, ours, pair, said))
        _note(terms, result, score, ours, pair, said)
        score, dealer = score.after(result), options.next_dealer(dealer)
        if score.is_over:
            winners = [side for side in score.winners if options.members(side)[0] in ours]
            pair.won += len(winners) / len(score.winners) / 2
            return
    pair.given_up += 1
    pair.won += 0.25


def play_out(
    terms: Terms, deal: fh.Deal, score: fh.Score, ours: frozenset[Seat], source: Random, decided: Decided
) -> fh.DealResult:
    """Play the deal out, with us in the seats `ours`; `decided` hears of each decision, before it is carried out."""
    while (result := deal.result) is None:
        seat = min(deal.to_act)
        action: fh.Action | None = deal.forced(seat)
        if action is None:
            question = PLAYERS[terms.ours if seat in ours else terms.theirs](deal.view(seat), seat, score)
            began = time.process_time()
            choice = question.answer(Random(source.random()), terms.effort)
            decided(deal, seat, choice, time.process_time() - began)
            action = fh.parse(choice.action)
        deal = deal.apply(seat, action).round
    return result


def _decided(
    ours: frozenset[Seat],
    pair: Pair,
    said: dict[str, float | None],
    deal: fh.Deal,
    seat: Seat,
    choice: Choice,
    took: float,
) -> None:
    """`said` becomes how likely each bid was taken to be made."""
    said[choice.action] = choice.options[0].made
    if seat in ours:
        pair.times.append(Decision(took, deal.phase.value))


def _note(
    terms: Terms,
    result: fh.DealResult,
    score: fh.Score,
    ours: frozenset[Seat],
    pair: Pair,
    said: dict[str, float | None],
) -> None:
    options, contract = terms.options, result.contract
    if contract is None:
        pair.thrown_in += 1
        return
    points = result.points(options, score.points)
    our_sides = {options.side_of(seat) for seat in ours}
    mine = [points[side] for side in our_sides]
    others = [points[side] for side in range(options.sides) if side not in our_sides]
    gain = sum(mine) / len(mine) - sum(others) / len(others)
    value, made = result.value(options), result.made(options)
    is_ours = contract.seat in ours or terms.ours == terms.theirs
    pair.deals.append(Contracted(contract.bid.call, is_ours, made, value, gain, said.get(str(MakeBid(contract.bid)))))
