"""Five Hundred: misères with hands that look safe, whether or not anybody would bid them: how often they are made, how
often that was said at the bid, and what each card cost on the cards as they lay. Matches have too few of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, count
from random import Random

from rich.progress import track

from games import five_hundred as fh
from games.core import Seat
from games.five_hundred.view import Phase
from players.five_hundred import Question
from players.five_hundred.rules_of_thumb.bidding import misere_safety
from tools.arena.duels import lost_by_card
from tools.arena.duplicate import PLAYERS, Terms, add_terms, terms_of
from tools.arena.figures import mean, percent, points, share
from tools.bench.report import table

_SAFE = 0.75
"""How safe a hand must look without its worst card, see `misere_safety`: as safe as for house players to bid it."""
_NAMES = {fh.CallKind.MISERE: "Misère", fh.CallKind.OPEN: "Open Misère"}
"""The misères that are played, as they are called in the table."""
_SAY_CHANCES = ("strong", "usual", "easy", "silent")
"""Players who say how likely a bid is made."""


@dataclass(slots=True)
class Tried:
    """A misère that was played: what was said of it, and what the cards of the contractor and of the others lost."""

    call: fh.Call
    said: float = 0.0
    is_made: bool = False
    own: list[int] = field(default_factory=list)
    against: list[int] = field(default_factory=list)


def try_hand(terms: Terms, number: int) -> list[Tried]:
    """Play both misères with hand `number`: our player is the contractor, theirs are all others."""
    options = terms.options
    for again in count():
        deck = list(fh.pack(options.players))
        Random(f"{terms.seed} misere {number} {again}").shuffle(deck)
        deal = fh.start(options, number % options.players, tuple(deck)).round
        seat = min(deal.to_act)
        deal = deal.apply(seat, fh.Say.LOOK).round if deal.view(seat).is_face_down else deal
        if misere_safety(deal.view(seat), seat) >= _SAFE:
            break
    miseres = [call for call in fh.CALLS if call.kind in _NAMES]
    return [_tried(terms, deal, seat, call, f"{terms.seed} {number}") for call in miseres]


def _tried(terms: Terms, deal: fh.Deal, seat: Seat, call: fh.Call, chances: str) -> Tried:
    score, source, bid = fh.Score.new(terms.options), Random(chances), fh.MakeBid(fh.Bid(call))
    asked = PLAYERS[terms.ours](deal.view(seat), seat, score)
    assert isinstance(asked, Question), "as all of _SAY_CHANCES are"
    told = replace(asked, done=bid).answer(Random(source.random()), terms.effort)
    tried = Tried(call, next(option.made or 0.0 for option in told.options if option.action == str(bid)))
    deal = deal.apply(seat, bid).round
    while deal.phase is Phase.AUCTION:
        deal = deal.apply(min(deal.to_act), fh.Say.PASS).round
    while (result := deal.result) is None:
        turn = min(deal.to_act)
        action: fh.Action | None = deal.forced(turn)
        if action is None:
            who = terms.ours if turn == seat else terms.theirs
            question = PLAYERS[who](deal.view(turn), turn, score)
            action = fh.parse(question.answer(Random(source.random()), terms.effort).action)
            lost = [tricks for phase, tricks in lost_by_card(deal, turn, action) if phase == "misère"]
            (tried.own if turn == seat else tried.against).extend(lost)
        deal = deal.apply(turn, action).round
    tried.is_made = result.made(terms.options)
    return tried


def _rows(terms: Terms, tried: Sequence[Tried]) -> Iterator[Sequence[str]]:
    for kind in _NAMES:
        of_kind = [each for each in tried if each.call.kind is kind]
        own = list(chain.from_iterable(each.own for each in of_kind))
        against = list(chain.from_iterable(each.against for each in of_kind))
        yield (
            f"{terms.options.players}: {_NAMES[kind]}",
            str(len(of_kind)),
            percent(mean([each.said for each in of_kind])),
            percent(share(sum(each.is_made for each in of_kind), len(of_kind))),
            *(f"{points(mean([100 * card for card in cards]), 1)} % ({len(cards)})" for cards in (own, against)),
        )


def main(arguments: Sequence[str]) -> int:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena miseres", description="Measure misères.")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5], help="at a table; default 3 4 5")
    parser.add_argument("--hands", type=int, default=100, help="for each number of players, default 100")
    add_terms(parser, "strong")
    asked = parser.parse_args(arguments)
    if asked.player not in _SAY_CHANCES:
        parser.error(f"{asked.player} says no chances; ask one of {', '.join(_SAY_CHANCES)}")
    rows = list[Sequence[str]]()
    with ProcessPoolExecutor(asked.processes) as pool:
        for players in asked.players:
            terms = terms_of(asked, players)
            terms = replace(terms, options=replace(terms.options, misere_needs_seven=False, allow_blind_misere=False))
            work = pool.map(partial(try_hand, terms), range(asked.hands))
            tried = track(work, f"{players} players", total=asked.hands)
            rows += _rows(terms, list(chain.from_iterable(tried)))
    print(f"{asked.player}, effort {asked.effort:g}, against {asked.against}; seed {asked.seed}; ± at 95 %\n")
    print(table(("misères", "hands", "said", "made", "lost by a card of their own", "of the others'"), rows))
    return 0
