"""A finished deal of Five Hundred in words, wherever it is told: at the table, in the record and in lists of deals.

A table keeps its last deal, and a match has a row for each; both become the same `FinishedDeal`, so a deal reads alike
at its table and years later. It knows a deal by its result, by the points that it brought each side, and by the claim
that ended it, so it can explain deals of any age.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.five_hundred.claim import agreed_claim_text
from cogs.five_hundred.wording import Person, contractors_text, short_bid, side_text, tricks_of
from cogs.table.parts import joined, lines, small
from data.tables.matches import DealRow, MatchRow
from games.core import IllegalAction, Seat
from games.five_hundred import Bid, Contract, DealResult, Options, claimer
from games.five_hundred.score import SLAM
from i18n.words import Words
from tables.five_hundred.match_state import LastDeal, MatchState


def options_of(saved: str) -> Options:
    """The options that a match's table was opened with."""
    return Options.from_json(json.loads(saved))


def seated(match: MatchRow, deal: int) -> dict[int, int]:
    """Who played in each seat in that deal, as Discord ids."""
    return {player.seat: player.user_id for player in match.players if player.since <= deal}


def player_in(match: MatchRow, deal: int, words: Words) -> Person:
    """The player of each seat in that deal."""
    people = seated(match, deal)
    return lambda seat: words.name(people[seat])


def points_before(deals: Iterable[DealRow], deal: int, options: Options) -> tuple[int, ...]:
    """The score of each side before that deal, from all `deals` of its match."""
    earlier = [row.points for row in deals if row.deal < deal]
    return tuple(sum(points[side] for points in earlier) for side in range(options.sides))


def deal_row(match: MatchRow, deals: Sequence[DealRow], deal: int) -> DealRow:
    """That one of all finished `deals` of a match. Raises IllegalAction when there is none such."""
    row = next((row for row in deals if row.deal == deal), None)
    if row is None:
        raise IllegalAction(
            "Match {match} has no finished deal {deal}; {count} are finished so far.",
            match=str(match.table),
            deal=deal,
            count=len(deals),
        )
    return row


def result_of(deal: LastDeal | DealRow) -> DealResult:
    """The result of a deal, as its table keeps it or its row."""
    if deal.contractor is None or deal.bid is None:
        return DealResult(None, deal.tricks)
    return DealResult(Contract(deal.contractor, Bid.parse(deal.bid), deal.partner), deal.tricks)


def is_moment(result: DealResult, options: Options) -> bool:
    """Whether people will talk about it: a slam or a misère that was made."""
    if result.contract is None or not result.made(options):
        return False
    return result.contract.bid.call.is_misere or result.is_slam(options)


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """Deal `number` with the points that it brought each side; `person` names the player of a seat.

    `claimer` is the seat whose claim ended it, if one did.
    """

    number: int
    options: Options
    result: DealResult
    gained: tuple[int, ...]
    person: Person
    words: Words
    claimer: Seat | None = None

    @classmethod
    def last_of(cls, state: MatchState, options: Options, words: Words) -> FinishedDeal | None:
        """The last deal of a match as it is kept at the table; None before there is one."""
        last, people = state.last, list(state.players)
        if last is None:
            return None
        for change in reversed(state.replaced):
            if change.deal == state.deal:
                people[change.seat] = change.old
        return cls(
            number=state.deal,
            options=options,
            result=result_of(last),
            gained=last.gained,
            person=lambda seat: words.name(people[seat]),
            words=words,
            claimer=last.claimer,
        )

    @classmethod
    def of_row(cls, match: MatchRow, row: DealRow, options: Options, words: Words) -> FinishedDeal:
        """Any deal of a match, from its row."""
        person = player_in(match, row.deal, words)
        return cls(row.deal, options, result_of(row), row.points, person, words, claimer(row.record))

    # Whole

    def text(self) -> str:
        """All that is said of it at its table and in its record."""
        mark = "✨ " if is_moment(self.result, self.options) else ""
        return lines(
            self.contract() if self.result.contract is None else f"### {mark}{self.contract()}",
            small(self.defence()),
            small(self.claim()),
        )

    def row(self) -> str:
        """The deal in one line: who made or lost what, and what each side scored."""
        words = self.words
        if self.result.contract is None:
            return self.label()
        return joined(words("Deal {deal}: {result}", deal=self.number, result=self.in_short()), self.points())

    def label(self) -> str:
        """The deal where there is room for its contract and what it scored alone."""
        contract, words = self.result.contract, self.words
        if contract is None:
            return words("Deal {deal}: everyone passed", deal=self.number)
        scored = words.signed(self.gained[self.options.side_of(contract.seat)])
        return words("Deal {deal}: {result}", deal=self.number, result=f"{short_bid(contract.bid, words)} {scored}")

    # In parts

    def contract(self) -> str:
        """Who made or lost what, and what that is worth."""
        contract = self.result.contract
        if contract is None:
            return self.words("Everyone passed. The cards were thrown in, and nobody scored.")
        return joined(self.in_short(), *self._worth(contract))

    def in_short(self) -> str:
        """Who made or lost what; nothing when all passed."""
        contract, words = self.result.contract, self.words
        if contract is None:
            return ""
        about = {"who": contractors_text(contract, self.person, words), "bid": short_bid(contract.bid, words)}
        is_made = self.result.made(self.options)
        text = words("{who} made **{bid}**", **about) if is_made else words("{who} lost **{bid}**", **about)
        return text if contract.bid.call.is_misere else f"{text} ({self._tricks(contract)})"

    def defence(self) -> str:
        """What the others scored for their tricks; nothing in a misère, or when all passed."""
        contract = self.result.contract
        if contract is None or contract.bid.call.is_misere:
            return ""
        return joined(*self._others(contract))

    def points(self) -> str:
        """What each side that scored anything has got: @Ana & @Cy +250, @Ben & @Dee -100."""
        options, words, gained = self.options, self.words, self.gained
        scored = [side for side in range(options.sides) if gained[side]]
        return words.listed(f"{side_text(options, side, self.person)} {words.signed(gained[side])}" for side in scored)

    def claim(self) -> str:
        """Whose claim ended the deal, if one did."""
        contract = self.result.contract
        if contract is None or self.claimer is None:
            return ""
        return agreed_claim_text(contract.bid, self.person(self.claimer), self.words)

    def _tricks(self, contract: Contract) -> str:
        taken, words = self.result.taken(self.options), self.words
        if taken < contract.bid.call.tricks:
            return words.counted("only {taken} of {count} tricks", contract.bid.call.tricks, taken=taken)
        return words.counted("{count} tricks", taken)

    def _worth(self, contract: Contract) -> Iterator[str]:
        """The contract's points, or what each of two partners gets, and why that is not simply its value."""
        result, options, words = self.result, self.options, self.words
        value = result.value(options)
        if result.is_raised(options):
            yield words("slam, {slam} instead of {value}", slam=SLAM, value=contract.bid.call.value)
        elif contract.partner is None:
            yield words.signed(value)
        if contract.partner is not None:
            yield words("{points} each", points=words.signed(value // 2 if result.is_shared(options) else value))

    def _others(self, contract: Contract) -> Iterator[str]:
        options, words = self.options, self.words
        ours = {options.side_of(seat) for seat in contract.side(options)}
        for side in range(options.sides):
            tricks = tricks_of(options, side, self.result.tricks)
            if side in ours or not tricks:
                continue
            params = {
                "who": side_text(options, side, self.person),
                "points": words.signed(self.gained[side]),
                "most": options.no_trick_points_at,
            }
            if self.gained[side]:
                yield words.counted("{who} {points} for {count} tricks", tricks, **params)
            else:
                yield words("{who}: no trick points at {most} or more", **params)
