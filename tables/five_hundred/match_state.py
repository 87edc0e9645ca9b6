"""What a match of Five Hundred is between two deals: who plays where, the score, who deals, what it waits for, and who
may not do what.

A match stays at one table from its first deal to its end, and its number is the table's. All of it is read from the
lobby; its `game_state` is a `MatchState`. Nothing in here is secret. No discord here.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from data.people import is_member
from data.tables.matches import Ending
from games.core import Button, IllegalAction, Phrase, Seat
from games.five_hundred import Options, Score
from tables.lobby import GameState, Lobby

DEALS_ON_THE_SHEET = 5


class ProposalKind(Enum):
    """What one person may ask of all others."""

    PAUSE = "pause"
    """Stop the clock, even in the middle of a deal."""
    END = "end"
    """End the match without a winner."""
    SEAT = "seat"
    """Let somebody new take a free seat."""
    GONE = "gone"
    """Declare that somebody who doesn't come back is gone for good."""


class Proposal(Struct, frozen=True):
    """`by` has asked for `what`; `agreed` have said yes.

    `about` is the seat that `by` would take, or the person who would be gone; otherwise None.
    """

    what: ProposalKind
    by: int
    about: int | None = None
    agreed: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The key that an answer names, so that a yes to one thing is never a yes to another; letters and digits."""
        return f"{self.what.value} {self.by} {'' if self.about is None else self.about}".rstrip()


class LastDeal(Struct, frozen=True):
    """The result of the last deal; `contractor` is None when it was thrown in.

    `contractor` and `partner` (with five players, found or chosen) are seats, `bid` is the bid's text, `tricks` are by
    seat, `gained` are points by side. The house has `played_for` members in these seats; those in `away` have made
    fewer of their moves themselves than were made for them. `claimer` is the seat whose claim ended the deal; None when
    it was played out.
    """

    contractor: Seat | None
    partner: Seat | None
    bid: str
    made: bool
    tricks: tuple[int, ...]
    gained: tuple[int, ...]
    played_for: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    claimer: Seat | None = None


class Replacement(Struct, frozen=True):
    """`new` has taken over `seat` from `old`, after `deal` finished deals."""

    seat: Seat
    old: int
    new: int
    deal: int


class Wait(Struct, frozen=True):
    """The others have waited in vain for `person` since `since` (seconds since 1970), for `seconds` in all.

    Only time in which somebody was there to wait counts.
    """

    person: int
    since: float
    seconds: float


class Habit(Enum):
    """What players may want otherwise than most, for all of a match; the value names who does in its state."""

    FACE_DOWN = "face_down"  # cards are dealt face down, so that Blind Misère can be bid
    RAISES = "raises"  # asked whether to raise one's own bid when it has won
    PLAYS_FORCED = "plays_forced"  # the bot plays any card that is the only legal one


class MatchState(GameState, frozen=True):
    """What a match keeps from deal to deal; people by Discord id, points by side.

    `random`: the seats are drawn when the match starts; `started`: the host doesn't wait for everybody to be ready.
    `players` are the players of the match by seat, each with an ante in it, empty before it starts; somebody who has
    left for good stays among them until somebody else takes their seat. `deal` counts the finished deals, `dealing`
    says that one is running. `dealer` deals it, or the next one. `winners` are the sides that have won, `makers` the
    makers of contracts, latest first (`games.five_hundred.Score`). `earlier` are the deals before the `last` one that
    the score sheet still shows, the latest last. `abandoned`: ended without a winner; `ending` is the value of an
    `Ending`, "" for a match that is running or was played to its end; `stayed` are the seats of those who were
    there when it ended before its last deal, wherever they go afterwards. While `paused` no clock runs, and `back`
    are those who want to continue; `rests` says that all had agreed to the pause.

    `waits` and `gone` are counted up to `counted` (absence.py): for whom the others wait, and for whom so long that
    they are gone. A manager of the server has `removed` these players, once the deal is over. `touched` is when
    somebody last pressed anything that counts; both moments are seconds since 1970. `windows` counts the finished
    windows before the next deal.

    `plays_forced`, `face_down` and `raises` are the players with these habits. `invited` are those of the match of
    which this is the rematch, by seat. `replaced` says who has taken whose seat, the latest last. With `substitutes`
    the house plays for members who are away or have left, so that the match goes on without them; at the end of a deal
    `played_for` and `away` are those of a `LastDeal`. Everyone has put in an `ante` of so many chips. A match of a
    tournament `runs_by_itself`: nobody is waited for longer than a turn, and each deal counts by itself.
    `missed_deals` names who was away in a deal, once for each; None in a match that began when nobody counted that.
    """

    random: bool = False
    started: bool = False
    players: tuple[int, ...] = ()
    deal: int = 0
    dealing: bool = False
    dealer: Seat = 0
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    makers: tuple[Seat, ...] = ()
    last: LastDeal | None = None
    earlier: tuple[LastDeal, ...] = ()
    abandoned: bool = False
    ending: str = ""
    stayed: tuple[Seat, ...] = ()
    paused: bool = False
    rests: bool = False
    back: tuple[int, ...] = ()
    proposal: Proposal | None = None
    waits: tuple[Wait, ...] = ()
    gone: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    counted: float = 0.0
    touched: float = 0.0
    windows: int = 0
    plays_forced: tuple[int, ...] = ()
    face_down: tuple[int, ...] = ()
    raises: tuple[int, ...] = ()
    invited: tuple[int, ...] = ()
    replaced: tuple[Replacement, ...] = ()
    substitutes: bool = False
    played_for: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    missed_deals: tuple[int, ...] | None = None
    ante: int = 0
    runs_by_itself: bool = False

    def with_habit(self, habit: Habit) -> tuple[int, ...]:
        """The players with this habit."""
        people: tuple[int, ...] = getattr(self, habit.value)
        return people

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, with a winner or without."""
        return self.abandoned or bool(self.winners)

    def score(self, options: Options) -> Score:
        """The score, from which the rules count on; where each deal counts by itself, that of before the first one."""
        is_new = not self.players or self.runs_by_itself
        return Score.new(options) if is_new else Score(options, self.points, self.winners, self.makers)


def with_state(lobby: Lobby, **changes: Any) -> Lobby:
    """`lobby` with these parts of its state changed."""
    return replace(lobby, game_state=replace(MatchState.of(lobby), **changes))


def still_invited(lobby: Lobby) -> list[int]:
    """The players of the match before this rematch who have no seat yet."""
    state = MatchState.of(lobby)
    invited = () if state.players else state.invited
    return [player for player in invited if is_member(player) and player not in lobby.seats]


# What the match waits for


class MatchStage(Enum):
    """What comes between a match and its next deal."""

    GATHERING = "gathering"
    """People take seats; no deal has begun."""
    DEAL = "deal"
    """A deal is running, perhaps paused."""
    BETWEEN = "between"
    """The next deal begins when all are ready, or when the window is over and somebody is."""
    PAUSED = "paused"
    """No clock runs until everyone has pressed Continue."""
    VACANT = "vacant"
    """Somebody has left for good; no clock runs until the seat is taken."""
    OVER = "over"
    """The result stays visible."""


def stage_of(lobby: Lobby) -> MatchStage:
    """What the table waits for."""
    state = MatchState.of(lobby)
    if state.is_over:
        return MatchStage.OVER
    if state.dealing:
        return MatchStage.DEAL
    if not state.players:
        return MatchStage.GATHERING
    if None in lobby.seats and not state.substitutes:
        return MatchStage.VACANT
    return MatchStage.PAUSED if state.paused else MatchStage.BETWEEN


# Who is there


def staying(lobby: Lobby) -> list[int]:
    """Everybody seated who is not about to leave for good, in the order of the seats."""
    return [user_id for user_id in lobby.seats if user_id is not None and user_id not in lobby.leaving]


def present(lobby: Lobby) -> list[int]:
    """Those of them who are not away."""
    return [user_id for user_id in staying(lobby) if not lobby.is_away(user_id)]


def members_staying(lobby: Lobby) -> list[int]:
    """The members among those who stay; house players never keep anybody waiting."""
    return [user_id for user_id in staying(lobby) if is_member(user_id)]


def members_present(lobby: Lobby) -> list[int]:
    """The members among those who are not away."""
    return [user_id for user_id in present(lobby) if is_member(user_id)]


def there(lobby: Lobby) -> list[int]:
    """Those of them who are not gone."""
    gone = MatchState.of(lobby).gone
    return [user_id for user_id in staying(lobby) if user_id not in gone]


def mostly_away(state: MatchState) -> frozenset[Seat]:
    """The seats of those who were away in more than half of the deals since they began to play."""
    since, missed = {each.seat: each.deal for each in state.replaced}, state.missed_deals or ()
    return frozenset(
        seat for seat, who in enumerate(state.players) if 2 * missed.count(who) > state.deal - since.get(seat, 0)
    )


def seats_there(lobby: Lobby) -> list[Seat]:
    """The seats of those who are there."""
    here = there(lobby)
    return [seat for seat, user_id in enumerate(lobby.seats) if user_id in here]


def winning_seats(lobby: Lobby, options: Options) -> list[Seat]:
    """The winners of the match; for a side that has won by default, those of it who were still there."""
    state = MatchState.of(lobby)
    won = [seat for seat in options.seats if options.side_of(seat) in state.winners]
    if state.ending != Ending.DEFAULT.value:
        return won
    stayed = state.stayed or seats_there(lobby)  # a match that ended under an older version doesn't say
    return [seat for seat in won if seat in stayed]


def side_left(lobby: Lobby, options: Options) -> int | None:
    """The one side of a match that is still there; None when several are, or none is.

    Players who left in the middle of a deal may still come back until it is over.
    """
    sides = {options.side_of(seat) for seat in seats_there(lobby)}
    if MatchState.of(lobby).dealing:
        may_come_back = {user_id for user_id in lobby.leaving if is_member(user_id)}
        sides |= {options.side_of(seat) for seat, user_id in enumerate(lobby.seats) if user_id in may_come_back}
    return sides.pop() if len(sides) == 1 else None


def vacated(lobby: Lobby) -> dict[Seat, int]:
    """The free seats of a match, and who left each of them."""
    players = MatchState.of(lobby).players
    return {seat: player for seat, player in enumerate(players) if lobby.seats[seat] is None}


def awaited_to_go_on(lobby: Lobby) -> list[int]:
    """The players for whom a paused match waits."""
    state = MatchState.of(lobby)
    return [user_id for user_id in members_staying(lobby) if user_id not in state.back] if state.paused else []


def awaited_to_agree(lobby: Lobby) -> list[int]:
    """The players whose answers to the proposal are missing: not the asker, and not the one it is about.

    A pause needs the consent of those who are not away; anything that can't be undone needs that of all who are not
    gone.
    """
    proposal = MatchState.of(lobby).proposal
    if proposal is None:
        return []
    silent = {proposal.by, *proposal.agreed, *([proposal.about] if proposal.what is ProposalKind.GONE else [])}
    agreeing = present(lobby) if proposal.what is ProposalKind.PAUSE else there(lobby)
    return [user_id for user_id in agreeing if is_member(user_id) and user_id not in silent]


_INSTEAD = {
    MatchStage.GATHERING: Phrase("The match hasn't started."),
    MatchStage.DEAL: Phrase("A deal is being played. Wait until it is over."),
    MatchStage.BETWEEN: Phrase("Wait for the next deal."),
    MatchStage.PAUSED: Phrase("The match is paused. Press {button} first.", button=Button("Continue")),
    MatchStage.VACANT: Phrase("There's an empty seat. The match continues when it's filled."),
    MatchStage.OVER: Phrase("This match is over. Open a new one with /fivehundred open."),
}


def instead(lobby: Lobby) -> IllegalAction:
    """The refusal that says what to do first."""
    return IllegalAction.saying(_INSTEAD[stage_of(lobby)])


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
        raise IllegalAction(
            "You were away for too long. First take your turn, or press {ready} or {resume}.",
            ready=Button("Ready"),
            resume=Button("Continue"),
        )


def verify_not_removed(lobby: Lobby, user_id: int) -> None:
    """Raise IllegalAction for somebody whom a manager of the server has removed."""
    if user_id in MatchState.of(lobby).removed:
        raise IllegalAction("A manager of this server has removed you from this match.")


def open_proposal(lobby: Lobby, key: str) -> Proposal:
    """The open proposal with this key. Raises IllegalAction when it is not open any more."""
    proposal = MatchState.of(lobby).proposal
    if proposal is None or proposal.key != key:
        raise IllegalAction("That has been decided already.")
    return proposal
