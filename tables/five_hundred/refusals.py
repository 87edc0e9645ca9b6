"""Who may not do what in a match, and why: the sentences that players read. No discord here."""

from __future__ import annotations

from games.core import IllegalAction
from tables.five_hundred.match_state import MatchStage, MatchState, Proposal, stage_of
from tables.lobby import Lobby


def instead(lobby: Lobby) -> IllegalAction:
    """The refusal that says what to do first."""
    match stage_of(lobby):
        case MatchStage.GATHERING:
            return IllegalAction("The match hasn't started.")
        case MatchStage.DEAL:
            return IllegalAction("A deal is being played. Wait until it is over.")
        case MatchStage.BETWEEN:
            return IllegalAction("Wait for the next deal.")
        case MatchStage.PAUSED:
            return IllegalAction("The match is paused. Press Continue first.")
        case MatchStage.VACANT:
            return IllegalAction("A seat is free. Someone has to take it first.")
        case MatchStage.OVER:
            return IllegalAction("This match is over. Open a new one with /fivehundred open.")


def running_or_over(lobby: Lobby) -> IllegalAction:
    """The refusal for somebody who comes too late."""
    if stage_of(lobby) is MatchStage.OVER:
        return instead(lobby)
    return IllegalAction("This match has started already.")


def verify_seated(lobby: Lobby, user_id: int) -> None:
    """Raise IllegalAction for somebody without a seat."""
    if user_id not in lobby.seats:
        raise IllegalAction("Only this match's players can do that.")


def verify_there(lobby: Lobby, user_id: int) -> None:
    """Raise IllegalAction for somebody who is gone."""
    if user_id in MatchState.of(lobby).gone:
        raise IllegalAction("You were away for too long. First take your turn, or press Ready or Continue.")


def verify_not_removed(lobby: Lobby, user_id: int) -> None:
    """Raise IllegalAction for somebody whom a manager of the server has removed."""
    if user_id in MatchState.of(lobby).removed:
        raise IllegalAction("Someone who manages the server has removed you from this match.")


def open_proposal(lobby: Lobby, key: str) -> Proposal:
    """The open proposal with this key. Raises IllegalAction when it is not open any more."""
    proposal = MatchState.of(lobby).proposal
    if proposal is None or proposal.key != key:
        raise IllegalAction("That has been decided already.")
    return proposal
