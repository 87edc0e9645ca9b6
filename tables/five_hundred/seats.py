"""The seats of a match that has begun: left, given back, taken over from a house player, given to somebody new.

Whoever leaves has forfeited the ante once somebody new takes the seat; a house player whose seat a member takes over
gets it back. No discord here.
"""

from __future__ import annotations

from msgspec.structs import replace

from data.ledger.reasons import LedgerReason
from data.people import is_house_player
from games.core import IllegalAction, Pot, Seat, Transfer
from tables.five_hundred import ends
from tables.five_hundred.match_state import (
    MatchStage,
    MatchState,
    Proposal,
    ProposalKind,
    Replacement,
    stage_of,
    vacated,
    verify_not_removed,
    with_state,
)
from tables.game import Terms
from tables.lobby import Lobby


def take_over(lobby: Lobby, user_id: int) -> Lobby:
    """Take a house player's seat; where there is an ante none that is ahead, so that nobody gains by the moment."""
    state = MatchState.of(lobby)
    if not state.ante:
        return lobby.take_over(user_id)
    if stage_of(lobby) is MatchStage.DEAL:
        raise IllegalAction("There's an ante, so you can take over from a house player only between deals.")
    sides = len(state.points)
    ahead = [who for seat, who in enumerate(lobby.seats) if who and state.points[seat % sides] > min(state.points)]
    if set(lobby.house_players) <= set(ahead):
        raise IllegalAction("There's an ante, so nobody takes over from a house player whose side is ahead.")
    return lobby.take_over(user_id, kept=ahead)


def back_in_seat(lobby: Lobby, user_id: int) -> Lobby:
    """`user_id` has the own seat again, if it was about to be free, or was free while the house played there."""
    lobby = replace(lobby, leaving=lobby.leaving - {user_id})
    for seat, player in vacated(lobby).items():
        if player == user_id:
            verify_not_removed(lobby, user_id)
            return _without(seated(lobby, user_id, seat), ProposalKind.SEAT)
    return lobby


def with_members_for_house_players(terms: Terms, lobby: Lobby) -> Lobby:
    """Members who have sat down in a house player's seat play in its place from now on, with an ante of their own."""
    for seat, (sitting, player) in enumerate(zip(lobby.seats, MatchState.of(lobby).players, strict=True)):
        if sitting is not None and sitting != player and is_house_player(player):
            state, options = MatchState.of(lobby), terms.options
            back = [Transfer(Pot.MIDDLE, player, options.ante, LedgerReason.ANTE_BACK)] if options.ante else []
            lobby = replace(lobby, payments=(*lobby.payments, *ends.ante_of(sitting, options), *back))
            lobby = _playing(lobby, seat, sitting)
            lobby = with_state(lobby, back=(*state.back, sitting))
    return lobby


def given_away(lobby: Lobby, user_id: int) -> Lobby:
    """The seat of somebody who is gone becomes free, in a deal after its end; somebody who came back keeps it."""
    if user_id not in MatchState.of(lobby).gone:
        return lobby
    return lobby.leave_after_round(user_id) if stage_of(lobby) is MatchStage.DEAL else lobby.leave(user_id)


def replaced(terms: Terms, lobby: Lobby, agreed: Proposal) -> Lobby:
    """Somebody new takes a free seat, with an ante of their own; whoever left it has forfeited theirs."""
    state, user_id, options = MatchState.of(lobby), agreed.by, terms.options
    assert agreed.about is not None
    payments = (*lobby.payments, *ends.ante_of(user_id, options), *ends.forfeited(lobby, options, agreed.about))
    taken = seated(replace(lobby, payments=payments), user_id, agreed.about)
    back = tuple({*state.back, *agreed.agreed, user_id})
    return with_state(_playing(taken, agreed.about, user_id), back=back)


def seated(lobby: Lobby, user_id: int, seat: Seat) -> Lobby:
    """`user_id` sits in `seat`, and waits for no other."""
    seats = (*lobby.seats[:seat], user_id, *lobby.seats[seat + 1 :])
    return replace(lobby.without_promise(user_id), seats=seats)


def _playing(lobby: Lobby, seat: Seat, user_id: int) -> Lobby:
    """`user_id` plays in `seat` of the match from the next deal on, in the place of whoever played there."""
    state = MatchState.of(lobby)
    players = (*state.players[:seat], user_id, *state.players[seat + 1 :])
    replaced = (*state.replaced, Replacement(seat, state.players[seat], user_id, state.deal))
    return with_state(lobby, players=players, replaced=replaced)


def _without(lobby: Lobby, what: ProposalKind) -> Lobby:
    proposal = MatchState.of(lobby).proposal
    return with_state(lobby, proposal=None) if proposal is not None and proposal.what is what else lobby
