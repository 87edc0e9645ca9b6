"""A match of Five Hundred as the table's driver sees it: from the moment when all are ready to its end, and its rows.

Nobody loses a seat for being away: partners depend on each other, so the clock plays for them, and when nobody is left
who presses anything, the match is paused instead of dealing on. One of a tournament runs by itself. No discord here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from msgspec.structs import replace

from data.ledger.flows import Flow
from data.people import Person, is_member
from data.tables.matches import DealRow, Ending, MatchChange, MatchOutcome
from data.tables.ratings import Standing
from games.core import IllegalAction, Seat
from games.five_hundred import Deal, DealResult, Options, write
from tables.five_hundred import absence, ends, seats
from tables.five_hundred import match as matches
from tables.five_hundred.match_state import (
    LastDeal,
    MatchStage,
    MatchState,
    ProposalKind,
    members_present,
    members_staying,
    stage_of,
    there,
    winning_seats,
    with_state,
)
from tables.game import Match, Terms
from tables.lobby import Leaving, Lobby
from tables.round_in_play import Finished


class FiveHundredMatch(Match):
    """A match, from the moment when all are ready until a side has won, or all agree to end it."""

    def is_under_way(self, lobby: Lobby) -> bool:
        """A match that has begun waits for weeks."""
        state = MatchState.of(lobby)
        return bool(state.players) and not state.is_over

    def is_over(self, lobby: Lobby) -> bool:
        """Whether the match is over."""
        return MatchState.of(lobby).is_over

    def is_paused(self, lobby: Lobby) -> bool:
        """Whether the match is paused, as it is while a seat is free."""
        return MatchState.of(lobby).paused

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Whether the match has ended in the middle of a deal."""
        state = MatchState.of(lobby)
        return state.is_over and state.dealing

    def ends_at(self, lobby: Lobby, opened_at: datetime, untouched: timedelta) -> datetime | None:
        """A match that nobody touches ends, and so does one that doesn't begin for a day."""
        match stage_of(lobby):
            case MatchStage.OVER:
                return None
            case MatchStage.GATHERING:
                return opened_at + absence.UNBEGUN
            case _ if MatchState.of(lobby).runs_by_itself:
                return None
            case _:
                return absence.moment(MatchState.of(lobby).touched) + untouched

    # While the others wait for somebody

    def awaited(self, lobby: Lobby) -> frozenset[int]:
        """Players who haven't pressed Ready for the next deal, or Continue once somebody else has."""
        if MatchState.of(lobby).runs_by_itself:
            return frozenset()
        if stage_of(lobby) is MatchStage.BETWEEN:
            return frozenset(members_staying(lobby)) - lobby.ready
        return frozenset(absence.waited_for(lobby, ())) if MatchState.of(lobby).paused else frozenset()

    def gone(self, lobby: Lobby) -> frozenset[int]:
        """The players whose seats can be given away."""
        return frozenset(MatchState.of(lobby).gone)

    def next_count_at(self, terms: Terms, lobby: Lobby, awaited: Collection[int]) -> datetime | None:
        """When somebody may become gone."""
        return absence.next_count_at(lobby, awaited, terms.pace)

    def with_time_counted(
        self, terms: Terms, lobby: Lobby, awaited: Collection[int], now: datetime, *, is_touched: bool
    ) -> Lobby:
        """How long the others have waited for each player, and when the match was last touched."""
        return absence.with_time_counted(lobby, awaited, terms.pace, now, is_touched=is_touched)

    def after_answer(self, lobby: Lobby, user_id: int) -> Lobby:
        """Their waiting time is forgotten; whoever had left is back."""
        return absence.after_answer(seats.back_in_seat(lobby, user_id), user_id)

    def after_missed(self, lobby: Lobby) -> Lobby:
        """Where the house plays for the others, nobody who is away is played for while nobody is there."""
        state = MatchState.of(lobby)
        waits = state.substitutes and not state.runs_by_itself and not members_present(lobby)
        return matches.paused(lobby) if waits else lobby

    def with_absence(self, lobby: Lobby, played_for: Collection[Seat], away: Collection[Seat]) -> Lobby:
        """The record of the deal says for whom the house has played, and who was away."""
        state = MatchState.of(lobby)
        house, missed = played_for if state.substitutes else (), [state.players[seat] for seat in sorted(away)]
        return with_state(
            lobby,
            played_for=tuple(sorted(house)),
            away=tuple(sorted(away)),
            missed_deals=None if state.missed_deals is None else (*state.missed_deals, *missed),
        )

    # Seats

    def leaves_lineup_unchanged(self, before: Lobby, after: Lobby) -> bool:
        """Whether nothing is proposed, nobody pauses, draws seats or starts it, and nobody wins by default."""
        old, new = MatchState.of(before), MatchState.of(after)
        is_same = (new.started, new.random, new.is_over) == (old.started, old.random, old.is_over)
        return is_same and new.proposal is None and not new.paused

    def leaving(self, lobby: Lobby, user_id: int) -> Leaving:
        """Whoever leaves a match that has begun forfeits it, unless nobody else is there. Raises IllegalAction for
        somebody who isn't in it.
        """
        if not self.is_under_way(lobby) or user_id in lobby.promised_seats.values():
            return Leaving.FREE
        if user_id not in lobby.seats:
            raise IllegalAction("You aren't at this table.")
        return Leaving.ENDS if set(there(lobby)) <= {user_id} else Leaving.FORFEITS

    def after_removal(self, lobby: Lobby, user_id: int) -> Lobby:
        """Their seat becomes free when the deal is over."""
        if user_id in MatchState.of(lobby).removed:
            raise IllegalAction("{person} has been removed already.", person=Person(user_id))
        lobby = with_state(lobby, removed=tuple({*MatchState.of(lobby).removed, user_id}))
        if user_id in lobby.promised_seats.values():
            return lobby.without_promise(user_id)
        goes_at_once = user_id in lobby.seats and stage_of(lobby) is not MatchStage.DEAL
        return lobby.leave(user_id) if goes_at_once else lobby

    def drop_unserved_waiters(self, lobby: Lobby, may_sit: Callable[[int], bool]) -> Lobby:
        """Nobody else is proposed for a free seat."""
        proposal = MatchState.of(lobby).proposal
        is_off = proposal is not None and proposal.what is ProposalKind.SEAT and not may_sit(proposal.by)
        return with_state(lobby, proposal=None) if is_off else lobby

    def may_take_over(self, lobby: Lobby) -> bool:
        """Where there is an ante, only between deals, and for nobody who is ahead; in a tournament for nobody."""
        try:
            seats.take_over(lobby, 0)
        except IllegalAction:
            return False
        return not MatchState.of(lobby).runs_by_itself

    # Its rows, and its end

    def flows(self, before: Lobby, after: Lobby) -> tuple[Flow, ...]:
        """The antes that somebody wins."""
        return tuple(ends.flows(before, after))

    def rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """Who plays since when, the finished deal, and how the match ended."""
        if before == after:
            return None
        old, new = MatchState.of(before), MatchState.of(after)
        outcome: MatchOutcome | None = None
        winners: tuple[int, ...] = ()
        if new.is_over and not old.is_over:
            outcome = MatchOutcome.ABANDONED if new.abandoned else MatchOutcome.WON
            winners = tuple(winning_seats(after, terms.options))
        change = MatchChange(
            starts=not old.players and bool(new.players),
            players=tuple(
                (seat, who) for seat, who in enumerate(new.players) if old.players[seat : seat + 1] != (who,)
            ),
            since=new.deal + 1,
            deal=None if ended is None else _row(ended, old.score(terms.options).points, new.last),
            outcome=outcome,
            winners=winners,
            standing=standing(after, terms.options) if winners else (),
            ending=Ending(new.ending) if outcome is not None and new.ending else None,
            daily=_of_member(ended, after) if ended is not None and terms.mode.day else None,
        )
        return None if change == MatchChange(since=change.since) else change

    def after_void(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The match remains, and the same dealer deals again; where the cards are fixed, the next one the next."""
        lobby = replace(lobby, ready=frozenset(), counted=lobby.counted + 1)
        lobby = with_state(lobby, dealing=False)
        if terms.mode.is_duplicate:
            lobby = with_state(lobby, dealer=terms.options.next_dealer(MatchState.of(lobby).dealer))
        return ends.played(lobby, terms.options) if was_last(terms, lobby) else lobby

    def with_end_proposed(self, lobby: Lobby, host: int) -> Lobby:
        """The players are asked to end the match."""
        return matches.with_end_proposed(lobby, host)

    def before_close(self, terms: Terms, lobby: Lobby, *, by_itself: bool) -> Lobby:
        """A running match ends here without a winner, and the antes are returned."""
        if not self.is_under_way(lobby):
            return lobby
        return ends.abandoned(lobby, terms.options, Ending.IDLE if by_itself else Ending.VOID)


def was_last(terms: Terms, lobby: Lobby) -> bool:
    """Whether the match was to have so many deals, and no more."""
    return 0 < terms.mode.deals <= lobby.counted


def standing(lobby: Lobby, options: Options) -> Standing:
    """How a match that was won counts for the ratings of its players: seat, side, and the place of the side.

    Empty when a player is no member. Whoever had left a side that won by default is not rated; the other sides share
    the second place then.
    """
    state, winners = MatchState.of(lobby), winning_seats(lobby, options)
    if not all(map(is_member, state.players)):
        return ()
    others = [state.points[side] for side in range(options.sides) if side not in state.winners]

    def place(side: int) -> int:
        if side in state.winners:
            return 1
        if state.ending == Ending.DEFAULT.value:
            return 2
        return 2 + sum(points > state.points[side] for points in others)

    sides = ((seat, options.side_of(seat)) for seat in options.seats)
    return tuple((seat, side, place(side)) for seat, side in sides if side not in state.winners or seat in winners)


def _of_member(ended: Finished, after: Lobby) -> int | None:
    """What a daily deal brought its member; None where they have left, or have been forgotten."""
    members = [seat for seat, who in enumerate(ended.setup.people) if is_member(who) and who in after.seats]
    result: DealResult = ended.round.result
    return result.swing(ended.round.options, members[0]) if members else None


def _row(ended: Finished, before: tuple[int, ...], last: LastDeal | None) -> DealRow:
    deal: Deal = ended.round
    result = deal.result
    assert result is not None
    contract, options = result.contract, deal.options
    return DealRow(
        deal=ended.setup.body["deal"],
        dealer=ended.setup.body["dealer"],
        contractor=contract.seat if contract else None,
        partner=contract.partner if contract else None,
        bid=str(contract.bid) if contract else None,
        made=result.made(options) if contract else None,
        tricks=result.tricks,
        points=result.points(options, before),
        record=write(deal),
        substitutes=last.played_for if last is not None else (),
        away=last.away if last is not None else (),
    )
