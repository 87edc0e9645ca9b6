"""Make the puzzles of `/daily`: `python -m tools.puzzles` writes tables/five_hundred/puzzles.txt anew.

Players by rules of thumb play deal after deal, every fourth one a misère that somebody bold has bid. In each, the exact
solver looks for positions in which one card is right, or two equal ones, of at least three, with all cards open. The
contract becomes the one that hangs on this card. Whoever plays any cards solves a puzzle once in five times at most,
and of two players by rules of thumb, who see one hand and one of whom counts the cards that have gone, at most one
does. How often players who think but solve nothing find it, who see one hand as well, tells how hard it is.

The seed decides all of it. What was found in each deal is written to a file of its own at once, and a run that was
stopped goes on from there. A deal whose search fails is told and written down as looked at, and the next one follows.
tests/tables/five_hundred/test_puzzles.py proves each puzzle by trying every card.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain, count, groupby, islice, product, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from games import five_hundred as fh
from games.cards import Card
from games.core import IllegalAction, Seat
from games.five_hundred import Bid, Contract, Deal, DealResult, Phase, Play, Score
from games.five_hundred.packs import HAND
from players.five_hundred import Question, solving
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.five_hundred.rules_of_thumb.bidding import misere_safety
from players.five_hundred.thinking import Decision
from tables.five_hundred.puzzles import IN_A_WEEK, WEEKS, Puzzle, Task, Way, attempted, read_puzzle, side_of, turn
from tools.arena.duels import as_it_lies

log = logging.getLogger(__name__)

DEALS = 4_000
FILE = Path(__file__).parents[1] / "tables/five_hundred/puzzles.txt"
_ABOUT = """\
The puzzles of /daily, three for each week, as `python -m tools.puzzles` made them: deals as in docs/match-file.md up to
where the puzzle begins, with seats from 0, and every way it can go. A number stands for that many cards of the way
before. Rules of thumb are tried twice, with and without counting the cards that have gone.
"""
_OPTIONS = fh.Options(players=4)
_CARDS = {False: range(4, 7), True: range(4, 8)}
"""The cards in the hand that plays first, in contracts for tricks and in misères."""
_MOST_RIGHT = 2
_MOST_WAYS = 40
_LUCKIEST = 1 / 5
_POSITIONS = 20_000_000
"""So many positions the solver may look at for one answer, about a second."""
_TRIES = 8
_EFFORT = 0.02
_MISERE_EACH = 4
_MISERE = fh.MakeBid(Bid.parse("misere"))
_DARED = 0.5
"""So safe is a hand at least with which one is bid here, so that more is open."""


class Weighed(NamedTuple):
    """A card, whether the side that plays it still gets what it wants, and the tricks of the contract's side."""

    play: Play
    is_right: bool
    tricks: int


class Unsolved(Exception):
    """The solver found no answer."""


def plays_of(deal: Deal) -> list[Play]:
    """The cards that may be played, in the order of the rules."""
    return [action for action in deal.legal_actions(turn(deal)) if isinstance(action, Play)]


def is_decided(deal: Deal) -> bool:
    """Whether no card changes any more what becomes of the contract."""
    contract = deal.contract
    if deal.phase is Phase.OVER or contract is None:
        return True
    won, call = deal.view(None).tricks_won, contract.bid.call
    taken = DealResult(contract, won).taken(deal.options)
    return not call.is_misere and (taken >= call.tricks or taken + HAND - sum(won) < call.tricks)


def weighed(deal: Deal) -> list[Weighed]:
    """The cards of whoever's turn it is, the best first; of cards that bring as much the lowest."""
    seat, contract = turn(deal), deal.contract
    assert contract is not None
    plays = sorted(plays_of(deal), key=lambda play: deal.order.low_to_high(deal.hands[seat]).index(play.card))
    state = as_it_lies(deal, seat, contract, len(plays))
    cards, attack = state.layout, contract.side(deal.options)
    state.play(np.array([cards.bit[play.card] for play in plays]), np.array([cards.number(p.named) for p in plays]))
    after = solving.solved(state, len(plays), _POSITIONS) if state.left else np.zeros(len(plays), np.int64)
    if (after < 0).any():
        raise Unsolved
    taken = map(int, state.won[sorted(attack)].sum(axis=0) + after)
    found = [
        Weighed(play, _makes(deal, tricks) is (seat in attack), tricks)
        for play, tricks in zip(plays, taken, strict=True)
    ]
    return sorted(found, key=lambda each: (not each.is_right, -each.tricks if seat in attack else each.tricks))


def _makes(deal: Deal, tricks: int) -> bool:
    contract = deal.contract
    assert contract is not None
    return DealResult(contract, tuple(tricks * (seat == contract.seat) for seat in deal.options.seats)).made(_OPTIONS)


def ways(deal: Deal, side: frozenset[Seat], *, whole: bool) -> Iterator[Way]:
    """Every way a puzzle of `side` can go, as long as no card has lost it; then one, at both sides' best, or nothing
    unless they are to be `whole`. They part where some cards lose it and others don't.
    """
    if is_decided(deal):
        yield Way((), is_solved=True)
        return
    seat, plays = turn(deal), plays_of(deal)
    choices = weighed(deal) if len(plays) > 1 else [Weighed(plays[0], is_right=seat in side, tricks=0)]
    if seat in side and not choices[-1].is_right:
        choices.sort(key=lambda each: plays.index(each.play))
    else:
        choices = choices[:1]
    for choice in choices:
        after = deal.apply(seat, choice.play).round
        if choice.is_right or seat not in side:
            yield from (Way((choice.play, *way.plays), way.is_solved) for way in ways(after, side, whole=whole))
        else:
            yield Way((choice.play, *(_best(after) if whole else ())), is_solved=False)


def _best(deal: Deal) -> Iterator[Play]:
    while not is_decided(deal):
        plays = plays_of(deal)
        play = weighed(deal)[0].play if len(plays) > 1 else plays[0]
        yield play
        deal = deal.apply(turn(deal), play).round


def is_run(deal: Deal, cards: Sequence[Card]) -> bool:
    """Whether these cards of whoever's turn it is do just the same: nobody holds or has played one between them."""
    order, seat = deal.order, turn(deal)
    suits, heights = {order.suit_of(card) for card in cards}, [order.height(card) for card in cards]
    trick = deal.view(None).trick
    others = [card for at, hand in enumerate(deal.hands) if at != seat for card in hand]
    others += [played.card for played in trick.cards] if trick else []
    between = (each for each in others if order.suit_of(each) in suits)
    return (
        len(suits) == 1
        and len(set(cards)) == len(cards)
        and not any(min(heights) < order.height(each) < max(heights) for each in between)
    )


def luck(puzzle: Puzzle, choices: tuple[int, ...] = ()) -> float:
    """How likely it is solved by whoever plays any cards."""
    attempt = attempted(puzzle, choices)
    if attempt.is_over:
        return float(attempt.is_solved)
    numbers = range(len(attempt.plays))
    return sum(luck(puzzle, (*choices, number)) for number in numbers) / len(numbers)


def solves(puzzle: Puzzle, card: Callable[[Deal], Play]) -> bool:
    """Whether a player solves it who sees what the seat sees whose turn it is."""
    choices: tuple[int, ...] = ()
    while not (attempt := attempted(puzzle, choices)).is_over:
        choices += (attempt.plays.index(card(attempt.deal)),)
    return attempt.is_solved


def by_thumb(deal: Deal, *, forgets: bool) -> Play:
    """What a player by rules of thumb plays."""
    play = RulesOfThumb(deal.view(turn(deal)), turn(deal), Score.new(_OPTIONS), forgets=forgets).card()
    assert isinstance(play, Play), "a suit is given to the joker before the first lead"
    return play


def _thought(deal: Deal, chance: Random) -> Play:
    seat = turn(deal)
    question = Question(deal.view(seat), seat, Score.new(_OPTIONS))
    options = Decision(question, Random(chance.random()), _EFFORT, solves=False).choice().options
    return next(play for each in options if isinstance(play := fh.parse(each.action), Play))


class Found(NamedTuple):
    """A puzzle as it is written, and what it is chosen by: how many tries of players who think found it."""

    deal: int
    text: str
    found: int
    luck: float


def played(seed: str, number: int) -> Deal:
    """A deal of players by rules of thumb at its end, every fourth one a misère."""
    is_misere, score = not number % _MISERE_EACH, Score.new(_OPTIONS)
    for at in count():
        deck = list(fh.pack(_OPTIONS.players))
        Random(f"{seed} {number} {at}").shuffle(deck)
        deal = fh.start(_OPTIONS, number % _OPTIONS.players, tuple(deck)).round
        while deal.result is None and (deal.contract is None or deal.contract.bid.call.is_misere is is_misere):
            seat = min(deal.to_act)
            action = deal.forced(seat) or RulesOfThumb(deal.view(seat), seat, score).action()
            if is_misere and deal.phase is fh.Phase.AUCTION and _dares(deal, seat):
                action = _MISERE
            deal = deal.apply(seat, action).round
        if deal.result is not None and deal.contract is not None:
            return deal
    raise AssertionError("decks don't run out")


def _dares(deal: Deal, seat: Seat) -> bool:
    """Whether somebody bold would bid a misère."""
    view = deal.view(seat)
    return not view.is_face_down and _MISERE in deal.legal_actions(seat) and misere_safety(view, seat) >= _DARED


def found_in(seed: str, number: int) -> list[Found]:
    """The puzzles in a deal, of each task the hardest by luck; none where the search failed."""
    try:
        return list(_found_in(seed, number))
    except Exception:
        log.exception("the search in deal %s failed", number)
        return []


def _found_in(seed: str, number: int) -> Iterator[Found]:
    end = played(seed, number)
    record = fh.read(fh.write(end))
    deal, found = replace(record, moves=()).deal(), list[tuple[float, int, Puzzle]]()
    for step, (seat, action) in enumerate(record.moves):
        if isinstance(action, Play) and (puzzle := _begun(deal, record, step)) and luck(puzzle) <= _LUCKIEST:
            found.append((luck(puzzle), step, puzzle))
        deal = deal.apply(seat, action).round
    done, source = set[Task](), Random(f"{seed} try {number}")
    for chance, step, puzzle in sorted(found, key=lambda each: each[:2]):
        if puzzle.task in done:
            continue
        thumb = sum(solves(puzzle, partial(by_thumb, forgets=forgets)) for forgets in (False, True))
        if thumb < 2:
            done.add(puzzle.task)
            puzzle = Puzzle(puzzle.deal, tuple(ways(puzzle.deal, puzzle.side, whole=True)))
            tries = sum(solves(puzzle, partial(_thought, chance=source)) for _ in range(_TRIES))
            told = f"found: {thumb} of 2 by rules of thumb, {tries} of {_TRIES} by thinking ones"
            yield Found(number, "\n".join([told, *_written(end, step, record, puzzle)]), tries, chance)


def _begun(deal: Deal, record: fh.Record, step: int) -> Puzzle | None:
    """The puzzle that begins with `deal`, with ways that aren't whole; None where it is too easy, too long or lost."""
    seat, contract = turn(deal), deal.contract
    assert contract is not None
    call = contract.bid.call
    if len(deal.hands[seat]) not in _CARDS[call.is_misere] or len(plays_of(deal)) <= _MOST_RIGHT:
        return None
    attacks, found = seat in contract.side(_OPTIONS), weighed(deal)
    best = (max if attacks and not call.is_misere else min)(each.tricks for each in found)
    right = [each.play.card for each in found if (each.is_right if call.is_misere else each.tricks == best)]
    if not 0 < len(right) <= _MOST_RIGHT or len(right) == len(found) or not is_run(deal, right):
        return None
    try:
        begun = deal if call.is_misere else _tight(record, step, contract, best if attacks else best + 1)
    except IllegalAction:
        return None
    found_ways = tuple(islice(ways(begun, side_of(begun, seat), whole=False), _MOST_WAYS + 1))
    return Puzzle(begun, found_ways) if len(found_ways) <= _MOST_WAYS else None


def _tight(record: fh.Record, step: int, contract: Contract, needed: int) -> Deal:
    """The deal before `step` under a contract for so many tricks. Raises IllegalAction where it couldn't be bid."""
    call = contract.bid.call
    bid = next((Bid(each) for each in fh.CALLS if (each.tricks, each.trump) == (needed, call.trump)), None)
    if bid is None or needed < call.tricks:
        raise IllegalAction("There is no such bid.")
    at = max(at for at, (_, action) in enumerate(record.moves) if isinstance(action, fh.MakeBid))
    moves = (*record.moves[:at], (contract.seat, fh.MakeBid(bid)), *record.moves[at + 1 : step])
    return replace(record, moves=moves).deal()


def _written(end: Deal, step: int, record: fh.Record, puzzle: Puzzle) -> Iterator[str]:
    """The record up to `step`, under the puzzle's contract, and the ways."""
    bid = next(spoken.bid for spoken in reversed(end.auction.spoken) if spoken.bid)
    left = sum(isinstance(action, Play) for _, action in record.moves[:step])
    for line in fh.write(end).splitlines():
        name, _, value = line.partition(": ")
        if name == "bids":
            yield f"bids: {value.replace(str(bid), str(puzzle.contract.bid))}"
        elif name.startswith("trick"):
            cards = value.partition(";")[0].split(", ")[:left]
            left -= len(cards)
            if cards:
                yield f"{name}: {', '.join(cards)}"
        elif name not in ("claim", "result"):
            yield line
    before: tuple[Play, ...] = ()
    for way in puzzle.ways:
        same = next((at for at, (one, other) in enumerate(zip(before, way.plays, strict=False)) if one != other), 0)
        cards = [str(play).removeprefix("play ").replace(" ", ":") for play in way.plays[same:]]
        yield " ".join(["solved" if way.is_solved else "lost", str(same), *cards])
        before = way.plays


# Choosing.


def kind(found: Found) -> str:
    """What is to be done, under which contract."""
    puzzle = read_puzzle(found.text)
    call = puzzle.contract.bid.call
    return f"{puzzle.task} {call.is_misere} {call.trump}"


def chosen(seed: str, found: Sequence[Found]) -> list[Found]:
    """The puzzles of all weeks in order: of all kinds, in each week an easy, a middling and a hard one."""
    kinds = {each: kind(each) for each in found}
    queues = [list(same) for _, same in groupby(sorted(found, key=kinds.__getitem__), kinds.__getitem__)]
    in_turn = (each for each in chain.from_iterable(zip_longest(*queues)) if each)
    best = sorted(islice(in_turn, WEEKS * IN_A_WEEK), key=lambda each: (-each.found, -each.luck, each.deal))
    easy, *harder = (best[WEEKS * part : WEEKS * (part + 1)] for part in range(IN_A_WEEK))
    chance, weeks = Random(seed), [[each] for each in easy]
    chance.shuffle(weeks)
    for week, rest in product(weeks, harder):
        chance.shuffle(rest)
        rest.sort(key=lambda each: sum(each.deal == one.deal or kinds[each] == kinds[one] for one in week))
        week.append(rest.pop(0))
    return list(chain.from_iterable(weeks))


# Running.


def search(seed: str, deals: int, path: Path, processes: int) -> list[Found]:
    """What is in the first `deals`: what `path` has already, and then one after the other, each added there."""
    looked_at = dict[int, list[Found]]()
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            number, found = json.loads(line)
            looked_at[number] = [Found(*each) for each in found]

    def keep(number: int, found: list[Found]) -> None:
        looked_at[number] = found
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([number, found])}\n")

    while rest := [number for number in range(deals) if number not in looked_at]:
        with ProcessPoolExecutor(processes) as pool:
            try:
                for number, found in zip(rest, pool.map(partial(found_in, seed), rest), strict=True):
                    keep(number, found)
            except BrokenProcessPool:
                died = next(number for number in rest if number not in looked_at)
                log.warning("a process died; deal %s is left out", died)
                keep(died, [])
    return [each for number in range(deals) for each in looked_at[number]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, choose and write; 1 when too few were found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1", help="decides everything; default 1")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"to search; default {DEALS:,}, half an hour")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default one for each core")
    parser.add_argument("--file", type=Path, default=FILE, help="what to write")
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO)
    if not solving.can_solve():
        print("The solver has not been compiled: python -m players.five_hundred.solving", file=sys.stderr)
        return 1
    found = search(asked.seed, asked.deals, Path("puzzles.found"), asked.processes)
    if len(found) < WEEKS * IN_A_WEEK:
        print(f"{len(found)} puzzles were found in {asked.deals} deals: more deals are needed.", file=sys.stderr)
        return 1
    puzzles = [each.text for each in chosen(asked.seed, found)]
    asked.file.write_text("\n\n".join([_ABOUT.strip(), *puzzles]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
