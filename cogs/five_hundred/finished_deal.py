"""A finished deal of Five Hundred in words, wherever it is told: at the table, in the record and in lists of deals.

A table keeps its last deal, and a match has a row for each; both become a `FinishedDeal`. That knows a deal by its
result and by the points that it brought each side, so it can explain deals of any age.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cogs.five_hundred.wording import Person, agreed_claim_text, short_bid, side_text, tricks_of
from cogs.table.parts import dotted, lines, small
from data.tables.matches import DealRow, MatchRow
from games.core import Seat
from games.five_hundred import Bid, Contract, DealResult, Options
from games.five_hundred.packs import HAND
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
    return lambda seat: words.person(people[seat])


def points_before(deals: Iterable[DealRow], deal: int, options: Options) -> tuple[int, ...]:
    """The score of each side before that deal, from all `deals` of its match."""
    earlier = [row.points for row in deals if row.deal < deal]
    return tuple(sum(points[side] for points in earlier) for side in range(options.sides))


def result_of(deal: LastDeal | DealRow) -> DealResult:
    """The result of a deal, as its table keeps it or its row."""
    if deal.contractor is None or deal.bid is None:
        return DealResult(None, deal.tricks)
    return DealResult(Contract(deal.contractor, Bid.parse(deal.bid), deal.partner), deal.tricks)


def is_moment(result: DealResult, options: Options) -> bool:
    """Whether people will talk about it: a slam, or a misère that was made."""
    if result.contract is None or not result.made(options):
        return False
    return result.contract.bid.call.is_misere or result.is_slam(options)


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """Deal `number` with the points that it brought each side; `person` names the player of a seat.

    `claimer` is the seat whose claim ended it, where that is known.
    """

    number: int
    options: Options
    result: DealResult
    gained: tuple[int, ...]
    person: Person
    words: Words
    claimer: Seat | None = None

    @classmethod
    def last_of(cls, state: MatchState, options: Options, person: Person, words: Words) -> FinishedDeal | None:
        """The last deal of a match as it is kept at the table; None before there is one."""
        last = state.last
        if last is None:
            return None
        return cls(state.deal, options, result_of(last), last.gained, person, words, last.claimer)

    @classmethod
    def of_row(cls, match: MatchRow, row: DealRow, options: Options, words: Words) -> FinishedDeal:
        """Any deal of a match, from its row."""
        return cls(row.deal, options, result_of(row), row.points, player_in(match, row.deal, words), words)

    # Whole

    def text(self) -> str:
        """All that the table says of it."""
        moment = self.moment()
        return lines(
            f"### ✨ {moment}" if moment else "",
            self.words("Deal {deal}: {result}", deal=self.number, result=self.contract()),
            small(self.defence()),
            small(self._claim()),
        )

    def row(self) -> str:
        """The deal in one line: who made or lost what, and what each side scored."""
        words = self.words
        if self.result.contract is None:
            return words("**Deal {deal}**: everyone passed", deal=self.number)
        return words("**Deal {deal}**: {what} · {points}", deal=self.number, what=self.in_short(), points=self.points())

    def label(self) -> str:
        """The deal where there is room for its contract alone."""
        contract, words = self.result.contract, self.words
        if contract is None:
            return words("Deal {deal}: everyone passed", deal=self.number)
        params = {"deal": self.number, "bid": short_bid(contract.bid, words)}
        if self.result.made(self.options):
            return words("Deal {deal}: {bid} made", **params)
        return words("Deal {deal}: {bid} lost", **params)

    # In parts

    def moment(self) -> str:
        """A slam or a misère that was made, in a few words; nothing for any other deal."""
        contract, words = self.result.contract, self.words
        if contract is None or not is_moment(self.result, self.options):
            return ""
        who, bid = self._contractors(contract), short_bid(contract.bid, words)
        if contract.bid.call.is_misere:
            return words("{who}: {bid}, and not one trick!", who=who, bid=bid)
        return words("{who}: a slam in {bid}!", who=who, bid=bid)

    def contract(self) -> str:
        """Who made or lost what, how, and what that is worth."""
        contract, words, options = self.result.contract, self.words, self.options
        if contract is None:
            return words("Everyone passed. The cards were thrown in, and nobody scored.")
        params = {
            "who": self._contractors(contract),
            "bid": short_bid(contract.bid, words),
            "tricks": self._tricks(contract),
            "points": self._worth(contract),
        }
        if contract.bid.call.is_misere and self.result.made(options):
            return words("{who} made **{bid}** without winning a trick: {points}.", **params)
        if contract.bid.call.is_misere:
            return words("{who} lost **{bid}** by winning a trick: {points}.", **params)
        if self.result.made(options):
            return words("{who} made **{bid}** ({tricks}): {points}.", **params)
        return words("{who} lost **{bid}** ({tricks}): {points}.", **params)

    def in_short(self) -> str:
        """Who made or lost what, for a list; nothing when all passed."""
        contract, words = self.result.contract, self.words
        if contract is None:
            return ""
        taken = self.result.taken(self.options)
        params = {
            "who": self._contractors(contract),
            "bid": short_bid(contract.bid, words),
            "tricks": words.counted("{count} tricks", taken),
        }
        is_misere, is_made = contract.bid.call.is_misere, self.result.made(self.options)
        if is_misere:
            return words("{who} made {bid}", **params) if is_made else words("{who} lost {bid}", **params)
        if is_made:
            return words("{who} made {bid} ({tricks})", **params)
        return words("{who} lost {bid} ({tricks})", **params)

    def defence(self) -> str:
        """What the others scored for their tricks; nothing in a misère, or when all passed."""
        contract = self.result.contract
        if contract is None or contract.bid.call.is_misere:
            return ""
        return dotted(*self._others(contract))

    def points(self) -> str:
        """What each side that scored anything has got: @Ana & @Cy +250, @Ben & @Dee -100."""
        scored = [side for side in range(self.options.sides) if self.gained[side]]
        return self.words.listed(f"{self._side(side)} {self.words.signed(self.gained[side])}" for side in scored)

    def _claim(self) -> str:
        """Whose claim ended the deal, if one did."""
        contract = self.result.contract
        if contract is None or self.claimer is None:
            return ""
        return agreed_claim_text(contract.bid, self.person(self.claimer), self.words)

    def _contractors(self, contract: Contract) -> str:
        if contract.partner is None:
            return self.person(contract.seat)
        return self.words(
            "{person} with {partner}", person=self.person(contract.seat), partner=self.person(contract.partner)
        )

    def _tricks(self, contract: Contract) -> str:
        taken, words = self.result.taken(self.options), self.words
        if taken == HAND:
            return words("all ten tricks")
        if taken == 0:
            return words("not a single trick")
        if taken < contract.bid.call.tricks:
            return words.counted("only {taken} of {count} tricks", contract.bid.call.tricks, taken=taken)
        return words.counted("{count} tricks", taken)

    def _worth(self, contract: Contract) -> str:
        """The contract's points, and why they are not simply its value."""
        result, options, words = self.result, self.options, self.words
        value, own = result.value(options), contract.bid.call.value
        params = {"points": words.signed(value), "value": own, "each": words.signed(value // 2)}
        match result.is_raised(options), contract.partner is not None:
            case True, False:
                return words("slam, {slam} instead of {value}", slam=SLAM, **params)
            case True, True if result.is_shared(options):
                return words("slam, {slam} instead of {value}, half of it each: {each}", slam=SLAM, **params)
            case True, True:
                return words("slam, {slam} each instead of {value}", slam=SLAM, **params)
            case False, True if result.is_shared(options):
                return words("{points}, half of it each: {each}", **params)
            case False, True:
                return words("{points} each", **params)
        return words.signed(value)

    def _others(self, contract: Contract) -> Iterator[str]:
        options, words = self.options, self.words
        ours = {options.side_of(seat) for seat in contract.side(options)}
        for side in range(options.sides):
            tricks = tricks_of(options, side, self.result.tricks)
            if side in ours or not tricks:
                continue
            params = {
                "who": self._side(side),
                "points": words.signed(self.gained[side]),
                "most": options.no_trick_points_at,
            }
            if self.gained[side]:
                yield words.counted("{who} {points} for {count} tricks", tricks, **params)
            else:
                yield words("{who}: no trick points at {most} or more", **params)

    def _side(self, side: int) -> str:
        return side_text(self.options, side, self.person)
