"""For whom a match of Five Hundred waits, since when, and who is gone for good: decided by the time that was counted.

What counts is time in which somebody waited for a person's turn, Ready or Continue. It is counted whenever the table
changes, and often enough in between that a process that dies loses next to nothing; time in which there was no process
to take a press does not count. No discord here.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from tables.clock import Pace
from tables.five_hundred.match_state import (
    MatchStage,
    MatchState,
    Wait,
    awaited_to_go_on,
    members_staying,
    stage_of,
    with_state,
)
from tables.lobby import Lobby

GONE_AFTER = timedelta(minutes=10)
GONE_AFTER_WITH_ANTE = timedelta(minutes=5)
"""Where chips are at stake nobody keeps the others waiting for as long."""
GONE_AFTER_SLOW = timedelta(hours=72)
"""At a slow pace, and after a pause that all agreed to, because nobody watches the table then."""
UNBEGUN = timedelta(days=1)
"""How long people may gather for a match after its table was opened."""
_SLICES = 10
"""At most one part in so many of the limit is counted at once: what has not been counted is lost with the process."""
_LATE = timedelta(seconds=1)
"""A timer may ring this much too early or too late."""


def longest_wait(state: MatchState, pace: Pace) -> timedelta:
    """How long the others wait for somebody before that person is gone."""
    if pace is Pace.SLOW or (state.paused and state.rests):
        return GONE_AFTER_SLOW
    return GONE_AFTER if not state.ante or state.missed_deals is None else GONE_AFTER_WITH_ANTE


def waited_for(lobby: Lobby, awaited: Collection[int]) -> list[int]:
    """The people for whom somebody waits; `awaited` are those whose turn it is in the running deal."""
    state, people = MatchState.of(lobby), members_staying(lobby)
    if state.is_over or not state.players or state.runs_by_itself:
        return []
    if state.paused:
        missing = awaited_to_go_on(lobby)
        return missing if any(user_id not in missing for user_id in people) else []
    if stage_of(lobby) is MatchStage.DEAL:
        away = [user_id for user_id in people if lobby.is_away(user_id)] if lobby.missed else []
        return [user_id for user_id in people if user_id in awaited or (user_id in away and len(away) < len(people))]
    if not lobby.ready:
        return []
    return [user_id for user_id in people if user_id not in lobby.ready]


def with_time_counted(lobby: Lobby, awaited: Collection[int], pace: Pace, now: datetime, *, is_touched: bool) -> Lobby:
    """`lobby` with the time counted since the last count; whoever kept the others waiting did so that long.

    `is_touched` says that somebody presses something that counts.
    """
    state, at = MatchState.of(lobby), now.timestamp()
    if state.is_over:
        return lobby
    limit = longest_wait(state, pace)
    begun = state.counted or at
    passed = min(max(at - begun, 0.0), (limit / _SLICES + _LATE).total_seconds())
    waits = {wait.person: wait for wait in state.waits if wait.person in lobby.seats}
    for user_id in waited_for(lobby, awaited):
        wait = waits.get(user_id, Wait(user_id, at - passed, 0.0))
        waits[user_id] = replace(wait, seconds=wait.seconds + passed)
    enough = (limit - _LATE).total_seconds()
    gone = tuple(wait.person for wait in waits.values() if wait.seconds >= enough)
    touched = at if is_touched else state.touched
    return with_state(lobby, waits=tuple(waits.values()), gone=gone, counted=at, touched=touched)


def after_answer(lobby: Lobby, user_id: int) -> Lobby:
    """`user_id` has taken a turn, pressed Ready or Continue, or come back: their waiting time is forgotten."""
    state = MatchState.of(lobby)
    if all(wait.person != user_id for wait in state.waits):
        return lobby
    waits = tuple(wait for wait in state.waits if wait.person != user_id)
    return with_state(lobby, waits=waits, gone=tuple(gone for gone in state.gone if gone != user_id))


def next_count_at(lobby: Lobby, awaited: Collection[int], pace: Pace) -> datetime | None:
    """When time must be counted again, at the latest; None when nobody the others wait for can still become gone."""
    state = MatchState.of(lobby)
    waiting = [user_id for user_id in waited_for(lobby, awaited) if user_id not in state.gone]
    if not waiting:
        return None
    limit = longest_wait(state, pace)
    left = min(limit - _waited(state, user_id) for user_id in waiting)
    return moment(state.counted) + max(min(limit / _SLICES, left), _LATE)


def gone_at(state: MatchState, user_id: int, pace: Pace) -> datetime:
    """When `user_id`, for whom the others wait, will be gone."""
    return moment(state.counted) + longest_wait(state, pace) - _waited(state, user_id)


def since(state: MatchState, user_id: int) -> datetime:
    """Since when the others have waited for `user_id`."""
    return moment(next((wait.since for wait in state.waits if wait.person == user_id), state.counted))


def moment(seconds: float) -> datetime:
    """The time for seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC)


def _waited(state: MatchState, user_id: int) -> timedelta:
    return timedelta(seconds=next((wait.seconds for wait in state.waits if wait.person == user_id), 0.0))
