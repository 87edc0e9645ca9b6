"""A match around its deals: who sits where, its start, a pause, a seat that changes hands, an early end.

Every change is a pure function of the lobby and refuses with the player's sentence. What needs everybody's consent
waits in the match's state as a proposal; `resolved` carries it out once no answer is missing. Nobody ends a match alone
once it has begun; whoever has left or is gone forfeits the ante to the other sides. Antes go along as dues between
people and the table's pot. No discord here.
"""

from __future__ import annotations

from games.core import IllegalAction, Seat
from games.five_hundred import Score
from games.values import replace
from i18n.words import Person
from tables.five_hundred import ends, shuffles
from tables.five_hundred.absence import after_answer
from tables.five_hundred.match_state import (
    Ending,
    MatchState,
    Proposal,
    ProposalKind,
    Stage,
    awaited_to_agree,
    awaited_to_go_on,
    present,
    side_left,
    stage_of,
    staying,
    there,
    vacated,
    with_state,
)
from tables.game import Shuffle, Terms
from tables.lobby import Lobby

# Before the match


def sit(lobby: Lobby, person: int) -> Lobby:
    """Take the first free seat, or come back to the seat just left. A newcomer to a match asks with `ask_seat`."""
    _verify_not_removed(lobby, person)
    if person in lobby.leaving:
        return after_answer(lobby.sit(person), person)
    if stage_of(lobby) is Stage.GATHERING:
        return lobby.sit(person)
    own = [seat for seat, player in vacated(lobby).items() if player == person]
    if stage_of(lobby) is Stage.VACANT and own:
        back = (*MatchState.of(lobby).back, person)
        return with_state(after_answer(_without(_seated(lobby, person, own[0]), ProposalKind.SEAT), person), back=back)
    if person in lobby.seats:
        raise IllegalAction("You have seat {seat} already.", seat=lobby.seats.index(person) + 1)
    if stage_of(lobby) is Stage.VACANT:
        raise IllegalAction("The others have to agree. Ask them for the seat.")
    raise _running_or_over(lobby)


def take_seat(lobby: Lobby, person: int, seat: Seat) -> Lobby:
    """Take the free seat `seat`, or change to it: people choose partners by where they sit."""
    if stage_of(lobby) is not Stage.GATHERING:
        raise _running_or_over(lobby)
    if not 0 <= seat < len(lobby.seats):
        raise IllegalAction("There is no such seat.")
    if lobby.seats[seat] == person:
        raise IllegalAction("You have seat {seat} already.", seat=seat + 1)
    if (other := lobby.seats[seat]) is not None:
        raise IllegalAction("{person} has seat {seat}.", person=Person(other), seat=seat + 1)
    standing = replace(lobby, seats=tuple(None if player == person else player for player in lobby.seats))
    return replace(_seated(standing, person, seat), ready=frozenset())


def draw_seats(lobby: Lobby, drawn: bool) -> Lobby:
    """Let the shuffle decide who sits where when the match starts, or leave people where they sit."""
    if stage_of(lobby) is not Stage.GATHERING:
        raise _running_or_over(lobby)
    return with_state(replace(lobby, ready=frozenset()), random=drawn)


def start(lobby: Lobby) -> Lobby:
    """Start the match with the seated players, ready or not."""
    if stage_of(lobby) is not Stage.GATHERING:
        raise _running_or_over(lobby)
    if None in lobby.seats:
        raise IllegalAction("The match starts when all {seats} seats are taken.", seats=len(lobby.seats))
    return with_state(lobby, started=True)


def ready(lobby: Lobby, person: int) -> Lobby:
    """`person` is ready: for the match, or for its next deal."""
    _verify_seated(lobby, person)
    if stage_of(lobby) not in (Stage.GATHERING, Stage.BETWEEN):
        raise _instead(lobby)
    return after_answer(replace(lobby, ready=lobby.ready | {person}), person)


# A pause


def ask_pause(lobby: Lobby, person: int) -> Lobby:
    """Ask to stop the clock until everybody is back, between deals or in the middle of one."""
    _verify_seated(lobby, person)
    if stage_of(lobby) not in (Stage.DEAL, Stage.BETWEEN):
        raise _instead(lobby)
    if MatchState.of(lobby).paused:
        raise IllegalAction("The match is paused already.")
    return _propose(lobby, Proposal(ProposalKind.PAUSE, person))


def go_on(lobby: Lobby, person: int) -> Lobby:
    """`person` is back; the match continues when everybody is."""
    _verify_seated(lobby, person)
    standing = MatchState.of(lobby)
    if not standing.paused:
        raise IllegalAction("The match is not paused.")
    if person not in awaited_to_go_on(lobby):
        raise IllegalAction("You are back already. The others have to press it too.")
    return with_state(after_answer(lobby, person), back=(*standing.back, person))


# A personal switch


def play_forced(lobby: Lobby, person: int, on: bool) -> Lobby:
    """Let the bot play the only legal card for `person` during all of this match; or don't."""
    _verify_seated(lobby, person)
    others = tuple(other for other in MatchState.of(lobby).plays_forced if other != person)
    return with_state(lobby, plays_forced=(*others, person) if on else others)


# A seat changes hands, and an early end


def ask_seat(lobby: Lobby, person: int, seat: Seat) -> Lobby:
    """Somebody new asks for a seat whose player has left for good."""
    _verify_not_removed(lobby, person)
    if person in lobby.seats or person in vacated(lobby).values():
        raise IllegalAction("You play in this match.")
    if stage_of(lobby) is not Stage.VACANT or seat not in vacated(lobby):
        raise IllegalAction("That seat is not free.")
    if not there(lobby):
        raise IllegalAction("Nobody is there to agree.")
    return _propose(lobby, Proposal(ProposalKind.SEAT, person, seat))


def ask_gone(lobby: Lobby, person: int, about: int) -> Lobby:
    """Ask to give away the seat of `about`, who is gone: it becomes free."""
    _verify_seated(lobby, person)
    if about == person:
        raise IllegalAction("To leave for good, press Leave.")
    if about not in lobby.seats:
        raise IllegalAction("{person} is not at this table.", person=Person(about))
    if not (stage_of(lobby) in (Stage.BETWEEN, Stage.VACANT) or MatchState.of(lobby).paused):
        raise _instead(lobby)
    if about not in MatchState.of(lobby).gone:
        raise IllegalAction("{person} is not gone yet.", person=Person(about))
    return _propose(lobby, Proposal(ProposalKind.GONE, person, about))


def ask_end(lobby: Lobby, person: int) -> Lobby:
    """Ask to end the match without a winner."""
    _verify_seated(lobby, person)
    _verify_there(lobby, person)
    return with_end_proposed(lobby, person)


def with_end_proposed(lobby: Lobby, host: int) -> Lobby:
    """The same for the table's host, who may not be playing in it."""
    if stage_of(lobby) in (Stage.GATHERING, Stage.OVER):
        raise _instead(lobby)
    return _propose(lobby, Proposal(ProposalKind.END, host))


def take(terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """Win the match by default: the side of `person` is the only one that is still there."""
    _verify_seated(lobby, person)
    if stage_of(lobby) in (Stage.GATHERING, Stage.OVER):
        raise _instead(lobby)
    _verify_there(lobby, person)
    side = side_left(lobby, terms.options)
    if side is None:
        raise IllegalAction("The other side is still there.")
    return ends.by_default(lobby, terms.options, side)


def after_removal(lobby: Lobby, person: int) -> Lobby:
    """A manager of the server removes `person`: at once, or when the running deal is over."""
    lobby = with_state(lobby, removed=tuple({*MatchState.of(lobby).removed, person}))
    return lobby if stage_of(lobby) is Stage.DEAL else lobby.leave(person)


def agree(lobby: Lobby, person: int, key: str) -> Lobby:
    """Agree to a proposal; `key` is that of the proposal that `person` has seen."""
    proposal = _open_proposal(lobby, key)
    _verify_seated(lobby, person)
    _verify_there(lobby, person)
    if person not in awaited_to_agree(lobby):
        raise IllegalAction("This is for others to decide.")
    return with_state(lobby, proposal=replace(proposal, agreed=(*proposal.agreed, person)))


def refuse(lobby: Lobby, person: int, key: str) -> Lobby:
    """Refuse a proposal, or withdraw one's own: it is off."""
    proposal = _open_proposal(lobby, key)
    if person != proposal.by:
        _verify_seated(lobby, person)
        _verify_there(lobby, person)
    return with_state(lobby, proposal=None)


def window_missed(lobby: Lobby) -> Lobby:
    """Players who weren't ready in time for the next deal have missed a turn; the others wait for one more window."""
    waiting = [person for person in present(lobby) if person not in lobby.ready]
    for person in waiting:
        lobby = lobby.missed_turn(person)
    return with_state(lobby, windows=MatchState.of(lobby).windows + 1)


# Automatic consequences


def after_change(terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
    """`lobby` after everything for which no answer is missing: the start, agreed proposals, the end of a pause."""
    if stage_of(lobby) is not Stage.GATHERING:
        return resolved(terms, lobby)
    return _begun(terms, lobby, shuffle) if _can_start(lobby) else lobby


def resolved(terms: Terms, lobby: Lobby) -> Lobby:
    """The same for a match that has begun. It is paused while a seat is free, and over when everybody has left."""
    if any(
        sitting not in (None, player) for sitting, player in zip(lobby.seats, MatchState.of(lobby).players, strict=True)
    ):
        raise IllegalAction("The others have to agree. Ask them for the seat.")
    if stage_of(lobby) is Stage.OVER:
        return lobby
    if stage_of(lobby) is Stage.DEAL and None in lobby.seats:
        raise _instead(lobby)
    lobby = _carried_out(terms, lobby)
    match stage_of(lobby):
        case Stage.VACANT if not staying(lobby):
            return ends.abandoned(lobby, terms.options, Ending.LEFT)
        case Stage.VACANT if not MatchState.of(lobby).paused:
            return paused(lobby)
        case Stage.PAUSED if not awaited_to_go_on(lobby):
            return with_state(replace(lobby, ready=frozenset(staying(lobby))), paused=False, back=())
        case Stage.DEAL if MatchState.of(lobby).paused and not awaited_to_go_on(lobby):
            return with_state(lobby, paused=False, back=())
        case _:
            return lobby


def _can_start(lobby: Lobby) -> bool:
    if None in lobby.seats:
        return False
    return MatchState.of(lobby).started or set(lobby.seats) <= lobby.ready


def _begun(terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
    """The drawn seats, a random first dealer (rule 3), and an ante from everybody."""
    players = tuple(staying(lobby))
    if MatchState.of(lobby).random:
        players = shuffles.drawn_seats(players, shuffle)
    dealer = shuffles.first_dealer(len(players), shuffle)
    dues = (due for player in players for due in ends.ante_of(player, terms.options))
    begun = replace(lobby, seats=players, ready=frozenset(players), dues=(*lobby.dues, *dues))
    return with_state(begun, started=True, players=players, dealer=dealer, points=Score.new(terms.options).points)


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
            return _given_away(done, proposal.about)
        case ProposalKind.SEAT:
            assert proposal.about is not None
            if proposal.about not in vacated(lobby) or not proposal.agreed:
                return done
            return _replaced(terms, done, proposal)


def paused(lobby: Lobby) -> Lobby:
    """No clock runs until everybody has pressed Go on."""
    return with_state(replace(lobby, ready=frozenset()), paused=True, rests=False, back=(), proposal=None)


def _given_away(lobby: Lobby, person: int) -> Lobby:
    """The seat of somebody who is gone becomes free, in a deal after its end; somebody who came back keeps it."""
    if person not in MatchState.of(lobby).gone:
        return lobby
    return lobby.leave_after_round(person) if stage_of(lobby) is Stage.DEAL else lobby.leave(person)


def _replaced(terms: Terms, lobby: Lobby, agreed: Proposal) -> Lobby:
    """Somebody new takes a free seat, with an ante of their own; whoever left it has forfeited theirs."""
    standing, person, options = MatchState.of(lobby), agreed.by, terms.options
    assert agreed.about is not None
    dues = (*lobby.dues, *ends.ante_of(person, options), *ends.forfeited(lobby, options, agreed.about))
    taken = _seated(replace(lobby, dues=dues), person, agreed.about)
    players = (*standing.players[: agreed.about], person, *standing.players[agreed.about + 1 :])
    return with_state(taken, players=players, back=tuple({*standing.back, *agreed.agreed, person}))


# Small parts


def _instead(lobby: Lobby) -> IllegalAction:
    """The refusal that says what to do first."""
    match stage_of(lobby):
        case Stage.GATHERING:
            return IllegalAction("The match has not started.")
        case Stage.DEAL:
            return IllegalAction("A deal is being played. Wait until it is over.")
        case Stage.BETWEEN:
            return IllegalAction("Wait for the next deal.")
        case Stage.PAUSED:
            return IllegalAction("The match is paused. Press Go on first.")
        case Stage.VACANT:
            return IllegalAction("A seat is free. Somebody has to take it first.")
        case Stage.OVER:
            return IllegalAction("This match is over. Open another one with /fivehundred open.")


def _running_or_over(lobby: Lobby) -> IllegalAction:
    if stage_of(lobby) is Stage.OVER:
        return _instead(lobby)
    return IllegalAction("This match has started already.")


def _verify_seated(lobby: Lobby, person: int) -> None:
    if person not in lobby.seats:
        raise IllegalAction("Only those who play in this match can do that.")


def _verify_there(lobby: Lobby, person: int) -> None:
    if person in MatchState.of(lobby).gone:
        raise IllegalAction("You were gone for too long. First take your turn, or press Ready or Go on.")


def _verify_not_removed(lobby: Lobby, person: int) -> None:
    if person in MatchState.of(lobby).removed:
        raise IllegalAction("You were removed from this match by somebody who manages the server.")


def _open_proposal(lobby: Lobby, key: str) -> Proposal:
    proposal = MatchState.of(lobby).proposal
    if proposal is None or proposal.key != key:
        raise IllegalAction("That is settled already.")
    return proposal


def _propose(lobby: Lobby, proposal: Proposal) -> Lobby:
    if (other := MatchState.of(lobby).proposal) is not None:
        raise IllegalAction("{person} has asked for something. Answer that first.", person=Person(other.by))
    return with_state(lobby, proposal=proposal)


def _seated(lobby: Lobby, person: int, seat: Seat) -> Lobby:
    return replace(lobby, seats=(*lobby.seats[:seat], person, *lobby.seats[seat + 1 :]))


def _without(lobby: Lobby, what: ProposalKind) -> Lobby:
    """`lobby` without a proposal of that kind."""
    proposal = MatchState.of(lobby).proposal
    return with_state(lobby, proposal=None) if proposal is not None and proposal.what is what else lobby
