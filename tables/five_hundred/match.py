"""A match around its deals: who sits where, its start, a pause, what its people ask each other for, an early end.

Every change is a pure function of the lobby and refuses with the player's sentence. What needs everybody's consent
waits in the match's state as a proposal; `resolved` carries it out once no answer is missing (seats.py: whose seat it
is then). Nobody ends a match alone once it has begun; whoever has left or is gone forfeits the ante to the other sides.
Antes go along as payments between people and the table's pot. No discord here.
"""

from __future__ import annotations

from msgspec.structs import replace

from data.people import Person, is_house_player
from data.tables.matches import Ending
from games.core import Button, Counted, IllegalAction, Phrase, Seat
from games.five_hundred import Score
from tables.five_hundred import ends, seats, shuffles
from tables.five_hundred.absence import after_answer
from tables.five_hundred.match_state import (
    Habit,
    MatchStage,
    MatchState,
    Proposal,
    ProposalKind,
    awaited_to_agree,
    awaited_to_go_on,
    instead,
    members_present,
    members_staying,
    open_proposal,
    running_or_over,
    side_left,
    stage_of,
    staying,
    there,
    vacated,
    verify_not_removed,
    verify_seated,
    verify_there,
    with_state,
)
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import Shuffle

# Before the match


def sit(lobby: Lobby, user_id: int) -> Lobby:
    """Take the first free seat, or come back to the seat just left. A newcomer to a match asks with `ask_seat`."""
    verify_not_removed(lobby, user_id)
    if user_id in lobby.leaving:
        return after_answer(lobby.sit(user_id), user_id)
    if stage_of(lobby) is MatchStage.GATHERING:
        return _sit_as_before(lobby, user_id)
    if stage_of(lobby) is not MatchStage.OVER and user_id in vacated(lobby).values():
        back = (*MatchState.of(lobby).back, user_id)
        return with_state(after_answer(seats.back_in_seat(lobby, user_id), user_id), back=back)
    if user_id in lobby.seats:
        raise IllegalAction("You have seat {seat} already.", seat=lobby.seats.index(user_id) + 1)
    if stage_of(lobby) is not MatchStage.OVER and lobby.house_players:
        return seats.take_over(lobby, user_id)
    if stage_of(lobby) is not MatchStage.OVER and vacated(lobby):
        raise IllegalAction("The others have to agree. Press the seat's button to ask them.")
    raise running_or_over(lobby)


def invite(lobby: Lobby, user_id: int, players: tuple[int, ...]) -> Lobby:
    """`user_id` wants a rematch of `players`, by seat: whoever of them sits down gets their seat again."""
    if stage_of(lobby) is not MatchStage.GATHERING:
        raise running_or_over(lobby)
    return _sit_as_before(with_state(lobby, invited=players), user_id)


def _sit_as_before(lobby: Lobby, user_id: int) -> Lobby:
    invited = MatchState.of(lobby).invited
    seat = invited.index(user_id) if user_id in invited else None
    if seat is None or user_id in lobby.seats or lobby.seats[seat] is not None:
        return lobby.sit(user_id)
    return seats.seated(lobby, user_id, seat)


def take_seat(lobby: Lobby, user_id: int, seat: Seat) -> Lobby:
    """Take the free seat `seat`, or change to it: people choose partners by that. A house player makes room."""
    if stage_of(lobby) is not MatchStage.GATHERING:
        raise running_or_over(lobby)
    if not 0 <= seat < len(lobby.seats):
        raise IllegalAction("The bot can't read that. Press a button on the table's message.")
    if lobby.seats[seat] == user_id:
        raise IllegalAction("You have seat {seat} already.", seat=seat + 1)
    other = lobby.seats[seat]
    if other is not None and not is_house_player(other):
        raise IllegalAction("{person} has seat {seat}.", person=Person(other), seat=seat + 1)
    state = replace(lobby, seats=tuple(other if player == user_id else player for player in lobby.seats))
    return replace(seats.seated(state, user_id, seat), ready=frozenset())


def draw_seats(lobby: Lobby, drawn: bool) -> Lobby:
    """Let the shuffle decide who sits where when the match starts, or leave people where they sit."""
    if stage_of(lobby) is not MatchStage.GATHERING:
        raise running_or_over(lobby)
    return with_state(replace(lobby, ready=frozenset()), random=drawn)


def start(lobby: Lobby) -> Lobby:
    """Start the match with the seated players, ready or not."""
    if stage_of(lobby) is not MatchStage.GATHERING:
        raise running_or_over(lobby)
    if None in lobby.seats:
        raise IllegalAction.saying(Counted("The match can start when all {count} seats are taken.", len(lobby.seats)))
    return with_state(lobby, started=True)


def ready(lobby: Lobby, user_id: int) -> Lobby:
    """`user_id` is ready: for the match, or for its next deal."""
    verify_seated(lobby, user_id)
    if stage_of(lobby) not in (MatchStage.GATHERING, MatchStage.BETWEEN):
        raise instead(lobby)
    return after_answer(replace(lobby, ready=lobby.ready | {user_id}), user_id)


# A pause


def ask_pause(lobby: Lobby, user_id: int) -> Lobby:
    """Ask to stop the clock until everybody is back, between deals or in the middle of one."""
    verify_seated(lobby, user_id)
    if stage_of(lobby) not in (MatchStage.DEAL, MatchStage.BETWEEN):
        raise instead(lobby)
    if MatchState.of(lobby).paused:
        raise IllegalAction("That has been decided already.")
    return _propose(lobby, Proposal(ProposalKind.PAUSE, user_id))


def go_on(lobby: Lobby, user_id: int) -> Lobby:
    """`user_id` is back; the match continues when everybody is."""
    verify_seated(lobby, user_id)
    state = MatchState.of(lobby)
    if not state.paused:
        raise IllegalAction("That has been decided already.")
    if user_id not in awaited_to_go_on(lobby):
        raise IllegalAction("You're back already. The others have to press {button} too.", button=Button("Continue"))
    return with_state(after_answer(lobby, user_id), back=(*state.back, user_id))


def back(lobby: Lobby, user_id: int) -> Lobby:
    """`user_id`, who was away, is there again: a paused match has one player fewer to wait for."""
    return go_on(lobby, user_id) if user_id in awaited_to_go_on(lobby) else lobby


# Personal switches


def change_habit(lobby: Lobby, user_id: int, habit: Habit, on: bool) -> Lobby:
    """Let `user_id` have this habit during all of this match, or not any more."""
    verify_seated(lobby, user_id)
    others = tuple(other for other in MatchState.of(lobby).with_habit(habit) if other != user_id)
    return with_state(lobby, **{habit.value: (*others, user_id) if on else others})


# A seat for somebody new, and an early end


def ask_seat(lobby: Lobby, user_id: int, seat: Seat) -> Lobby:
    """Somebody new asks for a seat whose player has left for good."""
    verify_not_removed(lobby, user_id)
    if user_id in lobby.seats or user_id in vacated(lobby).values():
        raise IllegalAction("You play in this match.")
    if stage_of(lobby) not in (MatchStage.VACANT, MatchStage.BETWEEN, MatchStage.PAUSED) or seat not in vacated(lobby):
        raise IllegalAction("That seat isn't free.")
    if not there(lobby):
        raise IllegalAction("Nobody is here to agree.")
    return _propose(lobby, Proposal(ProposalKind.SEAT, user_id, seat))


def ask_gone(lobby: Lobby, user_id: int, about: int) -> Lobby:
    """Ask to give away the seat of `about`, who is gone: it becomes free."""
    verify_seated(lobby, user_id)
    if about == user_id:
        raise IllegalAction("To leave for good, press {leave}.", leave=Phrase("Leave"))
    if about not in lobby.seats:
        raise IllegalAction("{person} isn't at this table.", person=Person(about))
    if not (stage_of(lobby) in (MatchStage.BETWEEN, MatchStage.VACANT) or MatchState.of(lobby).paused):
        raise instead(lobby)
    if about not in MatchState.of(lobby).gone:
        raise IllegalAction("{person} can't be replaced yet.", person=Person(about))
    return _propose(lobby, Proposal(ProposalKind.GONE, user_id, about))


def ask_end(lobby: Lobby, user_id: int) -> Lobby:
    """Ask to end the match without a winner."""
    verify_seated(lobby, user_id)
    verify_there(lobby, user_id)
    return with_end_proposed(lobby, user_id)


def with_end_proposed(lobby: Lobby, host: int) -> Lobby:
    """The same for the table's host, who may not be playing in it."""
    if stage_of(lobby) in (MatchStage.GATHERING, MatchStage.OVER):
        raise instead(lobby)
    return _propose(lobby, Proposal(ProposalKind.END, host))


def take(terms: Terms, lobby: Lobby, user_id: int) -> Lobby:
    """Win the match by default: the side of `user_id` is the only one that is still there."""
    verify_seated(lobby, user_id)
    if stage_of(lobby) in (MatchStage.GATHERING, MatchStage.OVER):
        raise instead(lobby)
    verify_there(lobby, user_id)
    side = side_left(lobby, terms.options)
    if side is None:
        raise IllegalAction("The other side is still here.")
    return ends.by_default(lobby, terms.options, side)


def agree(lobby: Lobby, user_id: int, key: str) -> Lobby:
    """Agree to a proposal; `key` is that of the proposal that `user_id` has seen."""
    proposal = open_proposal(lobby, key)
    verify_seated(lobby, user_id)
    verify_there(lobby, user_id)
    if user_id not in awaited_to_agree(lobby):
        raise IllegalAction("It isn't your turn.")
    return with_state(lobby, proposal=replace(proposal, agreed=(*proposal.agreed, user_id)))


def refuse(lobby: Lobby, user_id: int, key: str) -> Lobby:
    """Refuse a proposal, or withdraw one's own: it is off."""
    proposal = open_proposal(lobby, key)
    if user_id != proposal.by:
        verify_seated(lobby, user_id)
        verify_there(lobby, user_id)
    return with_state(lobby, proposal=None)


def window_missed(lobby: Lobby) -> Lobby:
    """Players who weren't ready in time for the next deal have missed a turn; the others wait for one more window."""
    waiting = [user_id for user_id in members_present(lobby) if user_id not in lobby.ready]
    for user_id in waiting:
        lobby = lobby.missed_turn(user_id)
    return with_state(lobby, windows=MatchState.of(lobby).windows + 1)


def _propose(lobby: Lobby, proposal: Proposal) -> Lobby:
    if (other := MatchState.of(lobby).proposal) is not None:
        raise IllegalAction("{person}'s question comes first: agree or refuse.", person=Person(other.by))
    return with_state(lobby, proposal=proposal)


# Automatic consequences


def after_change(terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
    """`lobby` after everything for which no answer is missing: the start, agreed proposals, the end of a pause."""
    if stage_of(lobby) is not MatchStage.GATHERING:
        return resolved(terms, lobby)
    members = members_staying(lobby)
    if None in lobby.seats or not (members or terms.mode.runs_by_itself):
        return lobby
    can_start = MatchState.of(lobby).started or set(members) <= lobby.ready
    return _begun(terms, lobby, shuffle) if can_start else lobby


def resolved(terms: Terms, lobby: Lobby) -> Lobby:
    """The same for a match that has begun. It is paused while a seat is free, and over when everybody has left.

    One that runs by itself is neither.
    """
    if stage_of(lobby) is not MatchStage.OVER:
        lobby = seats.with_members_for_house_players(terms, lobby)
    if any(
        sitting not in (None, player) for sitting, player in zip(lobby.seats, MatchState.of(lobby).players, strict=True)
    ):
        raise IllegalAction("The others have to agree. Press the seat's button to ask them.")
    if stage_of(lobby) is MatchStage.OVER or MatchState.of(lobby).runs_by_itself:
        return lobby
    if stage_of(lobby) is MatchStage.DEAL and None in lobby.seats and not MatchState.of(lobby).substitutes:
        raise instead(lobby)
    lobby = _carried_out(terms, lobby)
    match stage_of(lobby):
        case MatchStage.VACANT | MatchStage.BETWEEN | MatchStage.PAUSED if not members_staying(lobby):
            return ends.abandoned(lobby, terms.options, Ending.LEFT)
        case MatchStage.VACANT if not MatchState.of(lobby).paused:
            return paused(lobby)
        case MatchStage.PAUSED if not awaited_to_go_on(lobby):
            return with_state(replace(lobby, ready=frozenset(staying(lobby))), paused=False, back=())
        case MatchStage.DEAL if MatchState.of(lobby).paused and not awaited_to_go_on(lobby):
            return with_state(lobby, paused=False, back=())
        case _:
            return lobby


def _begun(terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
    """The drawn seats, a random first dealer (rule 3), and an ante from everybody.

    Raises IllegalAction when the server no longer wants so high an ante.
    """
    terms.options.verify_ante()
    players = tuple(staying(lobby))
    if MatchState.of(lobby).random:
        players = shuffles.drawn_seats(players, shuffle)
    dealer = shuffles.first_dealer(len(players), shuffle)
    antes = (ante for player in players for ante in ends.ante_of(player, terms.options))
    begun = replace(lobby, seats=players, ready=frozenset(players), payments=(*lobby.payments, *antes))
    return with_state(
        begun,
        started=True,
        players=players,
        dealer=dealer,
        points=Score.new(terms.options).points,
        substitutes=terms.mode.substitutes,
        runs_by_itself=terms.mode.runs_by_itself,
        ante=terms.options.ante,
        missed_deals=(),
    )


def _carried_out(terms: Terms, lobby: Lobby) -> Lobby:
    """A proposal, carried out when all agree; off when that isn't possible any more."""
    proposal = MatchState.of(lobby).proposal
    if proposal is None or awaited_to_agree(lobby):
        return lobby
    done = with_state(lobby, proposal=None)
    match proposal.what:
        case ProposalKind.PAUSE:
            return with_state(paused(done), rests=True)
        case ProposalKind.END:
            return ends.agreed(done, terms.options)
        case ProposalKind.GONE:
            assert proposal.about is not None
            return seats.given_away(done, proposal.about)
        case ProposalKind.SEAT:
            assert proposal.about is not None
            if proposal.about not in vacated(lobby) or not proposal.agreed:
                return done
            return seats.replaced(terms, done, proposal)


def held(lobby: Lobby, *, is_held: bool) -> Lobby:
    """No clock runs, or each runs again, in a match that runs by itself."""
    return with_state(lobby, paused=is_held)


def paused(lobby: Lobby) -> Lobby:
    """No clock runs until everyone has pressed Continue."""
    return with_state(replace(lobby, ready=frozenset()), paused=True, rests=False, back=(), proposal=None)
