"""What was special in some matches of Five Hundred: at most one thing of each kind, each in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from cogs.five_hundred.finished_deal import FinishedDeal, options_of, result_of, seated
from data.tables.matches import DealRow, MatchOutcome, MatchRow
from games.core import Seat
from i18n.words import Words

LEAST_COMEBACK = 100
"""Points that a side must have been behind."""
LEAST_RUN = 3
"""Contracts in a row."""

Played: TypeAlias = tuple[MatchRow, Sequence[DealRow]]


class Moment(NamedTuple):
    """Something special: whom it names, and the sentence."""

    people: frozenset[int]
    text: str


@dataclass(frozen=True, slots=True)
class Won:
    """A match that was played to its end and won by one side: `winners` by `margin` points.

    `behind` is the most by which they were behind after any deal.
    """

    match: MatchRow
    winners: tuple[int, ...]
    margin: int
    behind: int


def moments(matches: Sequence[Played], words: Words) -> list[Moment]:
    """What is told of `matches`, which are in the order in which they ended."""
    won = [each for match, deals in matches if (each := _won(match, deals)) is not None]
    return [*_comeback(won, words), *_closest(won, words), *_run(matches, words), *_contracts(matches, words)]


def _won(match: MatchRow, deals: Sequence[DealRow]) -> Won | None:
    options = options_of(match.options)
    winners = {player.seat: player.user_id for player in match.players if player.won}
    sides = {options.side_of(seat) for seat in winners}
    if match.outcome is not MatchOutcome.WON or match.ending is not None or len(sides) != 1:
        return None
    (side,) = sides
    scores, leads = [0] * options.sides, []
    for deal in deals:
        scores = [had + gained for had, gained in zip(scores, deal.points, strict=True)]
        leads.append(scores[side] - max(points for other, points in enumerate(scores) if other != side))
    return Won(match, tuple(winners[seat] for seat in sorted(winners)), leads[-1], -min(leads)) if leads else None


def _comeback(won: Sequence[Won], words: Words) -> Iterator[Moment]:
    best = max(won, key=lambda each: each.behind, default=None)
    if best is not None and best.behind >= LEAST_COMEBACK:
        yield Moment(
            frozenset(best.winners),
            words.counted(
                "**Comeback:** {people} won match {match} after they were {count} points behind.",
                best.behind,
                people=words.people(best.winners),
                match=str(best.match.table),
            ),
        )


def _closest(won: Sequence[Won], words: Words) -> Iterator[Moment]:
    """The closest of several matches; a single one would be called so whatever its end."""
    best = min((each for each in won if each.margin > 0), key=lambda each: each.margin, default=None)
    if best is not None and len(won) > 1:
        yield Moment(
            frozenset(best.winners),
            words.counted(
                "**Closest match:** {people} won match {match} by {count} points.",
                best.margin,
                people=words.people(best.winners),
                match=str(best.match.table),
            ),
        )


def _run(matches: Sequence[Played], words: Words) -> Iterator[Moment]:
    best = max((run for match, deals in matches for run in _runs(match, deals)), key=lambda run: run[0], default=None)
    if best is not None and best[0] >= LEAST_RUN:
        count, person, match = best
        yield Moment(
            frozenset({person}),
            words.counted(
                "**Longest run:** {person} made {count} contracts in a row in match {match}.",
                count,
                person=words.person(person),
                match=str(match.table),
            ),
        )


def _runs(match: MatchRow, deals: Sequence[DealRow]) -> Iterator[tuple[int, int, MatchRow]]:
    """How many contracts in a row each contractor has made after each of theirs, with their id."""
    running: dict[int, int] = {}
    for contractor, deal in _played_by_members(deals):
        person = seated(match, deal.deal)[contractor]
        running[person] = running.get(person, 0) + 1 if deal.made else 0
        yield running[person], person, match


def _played_by_members(deals: Sequence[DealRow]) -> Iterator[tuple[Seat, DealRow]]:
    """Those with a contract, and whose it was, but for those in which the house played for the contractor."""
    for deal in deals:
        if deal.contractor is not None and deal.contractor not in deal.substitutes:
            yield deal.contractor, deal


def _contracts(matches: Sequence[Played], words: Words) -> Iterator[Moment]:
    """The most valuable contract that was made, and a misère: rather one that was made, then the most valuable."""
    made, miseres = [], []
    for match, deals in matches:
        for _, deal in _played_by_members(deals):
            contract = result_of(deal).contract
            if contract is not None and contract.bid.call.is_misere:
                miseres.append((bool(deal.made), contract.bid.call.value, match, deal))
            elif contract is not None and deal.made:
                made.append((contract.bid.sans, contract.bid.call.value, match, deal))
    if made:
        _, _, match, deal = max(made, key=lambda each: (each[1], each[0]))
        text = words(
            "**Best contract:** {result}, in match {match}.", result=_short(match, deal, words), match=str(match.table)
        )
        yield Moment(_contractors(match, deal), text)
    if miseres:
        _, _, match, deal = max(miseres, key=lambda each: each[:2])
        text = words(
            "**Misère of the week:** {result}, in match {match}.",
            result=_short(match, deal, words),
            match=str(match.table),
        )
        yield Moment(_contractors(match, deal), text)


def _short(match: MatchRow, deal: DealRow, words: Words) -> str:
    return FinishedDeal.of_row(match, deal, options_of(match.options), words).in_short()


def _contractors(match: MatchRow, deal: DealRow) -> frozenset[int]:
    people = seated(match, deal.deal)
    return frozenset(people[seat] for seat in (deal.contractor, deal.partner) if seat is not None)
