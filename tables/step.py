"""What happens at a table, and when: `step` and `due` decide it, and change nothing themselves.

No clock, no chance, no lock, no task, no Discord and no database is here: the same table, event and facts always have
the same outcome. tables/driver.py carries out the outcome; tables/change.py has what follows from a draft.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from data.ledger.ledger import ChipsStandStill, InsufficientChips
from data.ledger.limits import DayLimitReached, TransferRefused
from data.people import Person, house_player, was_forgotten
from data.tables.saved import MadeBy
from games.core import IllegalAction, Seat
from tables import events
from tables.change import deal, is_only_dealt, play_on, settle_between, setup_of, voiding, with_options
from tables.clock import EARLY
from tables.draft import Draft, NeedsConfirmation, StaleClick, TableClosed, running
from tables.events import NOTHING, Event, Facts, FollowUp, Instead, Needs, Outcome
from tables.lobby import ClosedBy, Leaving, Lobby
from tables.modes import Shuffle
from tables.round_in_play import not_asked
from tables.table import Table

BEGIN_ATTEMPTS = 5
"""How often a round is started again when somebody's chips were spent elsewhere just then, before the next window."""
_SECOND = timedelta(seconds=1)
UNPAID = (InsufficientChips, ChipsStandStill)
"""Chips were spent elsewhere, or none can move just now."""


def step(table: Table, event: Event | FollowUp, facts: Facts) -> Outcome | Needs:
    """What comes of `event` at `table`, or which further facts that depends on.

    Raises IllegalAction, StaleClick, TableClosed, NeedsConfirmation or Begun to refuse what somebody wants.
    """
    return _OUTCOMES[type(event)](table, event, facts)


def due(table: Table, uptime: float, now: Callable[[], datetime]) -> tuple[float, Event] | None:
    """The seconds until `table` acts by itself, 0 or fewer when it is time, and what happens then; None for never.

    What people wait for is measured by `uptime`, the loop's own clock; what is counted and outlives a process by `now`,
    the date.
    """
    if table.is_closed:
        return None
    clock, match = table.clock, table.game.match
    found: list[tuple[float, Event]] = []
    if clock.ends is not None:
        found.append((clock.ends - uptime, events.TimeUp()))
    if clock.half is not None:
        found.append((clock.half - uptime, events.HalfTime()))
    if clock.forced is not None:
        found.append((clock.forced - uptime, events.Forced()))
    if match is not None:
        counts, ends, present = match.next_count_at(table.terms, table.lobby, table.delaying), table.ends_at, now()
        if counts is not None:
            found.append(((counts - present) / _SECOND, events.Count()))
        if ends is not None:
            found.append((0.0 if present >= ends - EARLY else (ends - present) / _SECOND, events.Abandoned()))
    return min(found, key=itemgetter(0), default=None)


# What people do


def _act(table: Table, event: events.Act, facts: Facts) -> Outcome:
    _verify_open(table, facts, user_id=event.user_id)
    user_id, question_id, play = event.user_id, event.question_id, table.play
    is_about_it = f"{question_id}.".startswith(f"{table.question_id}.")  # somebody's own one begins like it
    if play is None or play.is_over or not is_about_it:
        raise StaleClick
    seat, action = play.setup.seat_of(user_id), table.game.parse(event.text)
    if seat is None or (seat not in play.to_act and play.round.why_not(seat, action)):
        if seat in play.answered:
            raise StaleClick
        raise not_asked(play)
    if question_id not in (table.question_id, table.question_id_of(user_id)):
        raise StaleClick
    if table.is_paused(table.lobby):
        raise IllegalAction("The match is paused. It continues when everyone is back.")
    draft = Draft(table.lobby, play, actor_id=user_id).move(seat, action, MadeBy.PERSON)
    is_silent = running(draft.play).steps == play.steps and not table.lobby.is_away(user_id)
    lobby = table.lobby_at(facts.now, is_touched=not is_silent)
    if not is_silent:
        lobby = lobby.present(user_id)
        if table.game.match is not None:
            lobby = table.game.match.after_answer(lobby, user_id)
    return _played_on(table, replace(draft, lobby=lobby), facts, redraws=not is_silent)


def _arrange(table: Table, event: events.Arrange, facts: Facts) -> Outcome | Needs:
    _verify_open(table, facts, event.question_id, event.user_id)
    lobby = event.change(table.lobby_at(facts.now, is_touched=True).present(event.user_id))
    _verify_course(table, lobby)
    outcome = _rearranged(table, lobby, event.user_id, facts, by=event)
    if isinstance(outcome, Needs):
        return outcome
    play = table.play if outcome.draft is None else outcome.draft.play
    is_hidden = event.quietly and play is table.play and not table.lobby.is_away(event.user_id)
    return outcome if outcome.redraws is not is_hidden else replace(outcome, redraws=not is_hidden)


def _rearranged(
    table: Table, lobby: Lobby, actor_id: int | None, facts: Facts, by: events.Arrange | None = None
) -> Outcome | Needs:
    """The outcome of `lobby` and of what follows from it. What would begin a round in a halted server doesn't.

    Where it is arranged `by` somebody, that is refused there.
    """
    lobby = table.drop_unserved_waiters(lobby, facts.may_sit)
    goes_on = table.is_playing and not table.is_cut_off(lobby)
    if goes_on and (lobby.bets != table.lobby.bets or lobby.payments):
        raise StaleClick  # chips are taken only between rounds; these bets would be free
    salt = None if by is None or table.is_playing or table.terms.mode.salt else by.salt  # dealt already, or known
    if lobby.promised_seats and not table.is_playing:
        lobby = lobby.with_promises_kept()
    lobby = table.game.after_change(table.terms, lobby, Shuffle(table.seed, table.salt or salt or ""))
    if by is not None and facts.halt is not None and _leads_to_round(table, lobby):
        raise facts.halt.refusal
    draft = Draft(lobby, table.play, salt=salt, actor_id=actor_id)
    if table.is_cut_off(lobby):
        return _cut_off(table, lobby, actor_id, facts, events.BeginIfComplete())
    if table.is_playing and table.is_paused(table.lobby) and not table.is_paused(lobby):
        outcome = _played_on(table, draft, facts)  # the table no longer waits for those who are away now
        return replace(outcome, then=outcome.then or events.BeginIfComplete())
    if lobby == table.lobby:
        return _begin_if_complete(table, events.BeginIfComplete(), facts)
    completes = _is_complete(table, lobby)
    alone = events.WriteAlone(draft, completes, stops_waiting=by is not None)
    begun = _begun_with(table, draft, facts) if completes else None
    if begun is None:
        return _write_alone(table, alone, facts)
    return replace(begun, instead=((UNPAID, lambda _: alone),))


def _begun_with(table: Table, draft: Draft, facts: Facts) -> Outcome | None:
    """`draft` together with the round that it completes, where nothing else happens between the two.

    None where something does, or where the rules fail at the deal: then that is written alone, and the round is void.
    """
    is_salted = draft.salt is None or table.salt is not None  # else the round might end the shuffle that it salts
    if not is_salted or table.wanted is not None or facts.halt is not None:
        return None
    if not is_only_dealt(table, draft.lobby):
        return None
    try:
        setup = setup_of(table, draft.lobby, {})
        dealt = table.game.start(table.terms, setup, table.shuffle)
    except Exception:  # a fault of the rules is none of the press: `_begin` meets it, and all bets go back
        return None
    return _played_on(table, deal(table, draft.lobby, setup, dealt, lying=draft.lobby, actor_id=draft.actor_id), facts)


def _write_alone(table: Table, event: events.WriteAlone, facts: Facts) -> Outcome:
    draft = event.draft
    unpaid: Instead = ((InsufficientChips, DayLimitReached), _stop_waiting_for)
    instead = (unpaid,) if event.stops_waiting else ()
    return _written(table, draft, facts, events.BeginIfComplete() if event.completes else None, instead)


def _stop_waiting_for(error: InsufficientChips | DayLimitReached) -> events.StopWaiting:
    return events.StopWaiting(error.person if isinstance(error, DayLimitReached) else error.account.owner, error)


def _stop_waiting(table: Table, event: events.StopWaiting, facts: Facts) -> Outcome:
    lobby = table.drop_unserved_waiters(table.lobby, lambda person: person != event.user_id)
    if lobby == table.lobby:
        raise event.error
    return replace(_written(table, Draft(lobby, table.play), facts), error=event.error)


def _leave(table: Table, event: events.Leave, facts: Facts) -> Outcome | Needs:
    _verify_open(table, facts)
    if event.agreed is not None and table.leaving(event.user_id) not in (Leaving.FREE, event.agreed):
        raise NeedsConfirmation
    return _left(table, event.user_id, event.user_id, facts)


def _left(table: Table, user_id: int, actor_id: int, facts: Facts) -> Outcome | Needs:
    lobby = table.lobby_at(facts.now, is_touched=True)
    if table.terms.mode.keeps_seats:
        if user_id not in lobby.seats:
            raise IllegalAction("You aren't at this table.")
        lobby = lobby.left_to_house(user_id)
        if table.is_playing:
            return _played_on(table, Draft(lobby, table.play, actor_id=actor_id), facts)
    elif table.is_in_round(user_id):
        lobby = table.game.after_change(table.terms, lobby.leave_after_round(user_id), table.shuffle)
        if table.is_cut_off(lobby):
            return _cut_off(table, lobby, actor_id, facts)
        return _played_on(table, Draft(lobby, table.play, actor_id=actor_id), facts)
    else:
        lobby = table.game.after_leaving(lobby, user_id)
    return _rearranged(table, lobby, actor_id, facts)


def _remove(table: Table, event: events.Remove, facts: Facts) -> Outcome | Needs:
    _verify_open(table, facts)
    table.verify_may_change_players()
    match = table.game.match if table.is_kept else None
    if match is not None and not event.is_manager:
        raise IllegalAction("This match has begun. Only a manager of this server can remove someone from it.")
    if not table.is_at(event.user_id):
        raise IllegalAction("{person} isn't at this table.", person=Person(event.user_id))
    if match is not None:
        lobby = match.after_removal(table.lobby_at(facts.now, is_touched=True), event.user_id)
        return _rearranged(table, lobby, event.actor_id, facts)
    if event.user_id in table.lobby.leaving:
        raise IllegalAction("{person} will leave when this round is over.", person=Person(event.user_id))
    return _left(table, event.user_id, event.actor_id, facts)


def _close(table: Table, event: events.Close, facts: Facts) -> Outcome:
    _verify_open(table, facts)
    table.verify_not_begun()
    if table.lobby.closing or not event.only_if(table):
        return NOTHING
    why = event.why or (ClosedBy.HOST if event.actor_id == table.host else ClosedBy.MANAGER)
    return _closing(table, event.actor_id, why, facts)


def _closing(table: Table, actor_id: int | None, why: ClosedBy, facts: Facts) -> Outcome:
    if not table.is_playing:
        return _shut(table, events.Shut(actor_id, why), facts)
    lobby = replace(table.lobby, closing=True, closed_by=why)
    return _played_on(table, Draft(lobby, table.play, actor_id=actor_id), facts)


def _void(table: Table, event: events.Void, facts: Facts) -> Outcome | Needs:
    _verify_open(table, facts)
    if table.is_kept:
        return _end_kept(table, event.actor_id, event.reason, facts)
    if event.is_of_match:
        raise StaleClick
    if not table.is_playing:
        return _shut(table, events.Shut(event.actor_id, ClosedBy.MANAGER), facts)
    lobby = replace(table.lobby, closing=True, closed_by=ClosedBy.VOID)
    return _cut_off(table, lobby, event.actor_id, facts, could_not_go_on=True)


def _seat_entrants(table: Table, event: events.SeatEntrants, facts: Facts) -> Outcome | Needs:
    _verify_open(table, facts)
    if any(table.lobby.seats):
        return NOTHING
    seats = tuple(
        house_player(table.id, seat) if person is None else person for seat, person in enumerate(event.people)
    )
    lobby = replace(table.lobby_at(facts.now, is_touched=True), seats=seats)
    return _rearranged(table, event.start(lobby), None, facts)


def _hold(table: Table, event: events.Hold, facts: Facts) -> Outcome:
    _verify_open(table, facts)
    if not any(table.lobby.seats):
        return NOTHING
    draft = Draft(event.change(table.lobby_at(facts.now, is_touched=True)), table.play)
    return _played_on(table, draft, facts) if table.is_playing else _written(table, draft, facts)


# What the server and the process do


def _server_changed(table: Table, event: events.ServerChanged, facts: Facts) -> Outcome:
    if table.is_closed:
        return NOTHING
    wanted = event.wanted
    is_own = table.terms.mode.is_duplicate or wanted.options == table.terms.options
    table = replace(table, untouched=wanted.untouched, wanted=None if is_own else wanted.options)
    if wanted.is_switched_off and not (table.lobby.closing or table.is_kept):
        return replace(_closing(table, None, ClosedBy.SWITCHED_OFF, facts), table=table)
    outcome = _written(table, Draft(table.lobby, table.play), facts)
    if outcome.draft is None or outcome.draft.options is None:
        return Outcome(table=table, redraws=False)
    return replace(outcome, table=table)


def _halt_over(table: Table, _: events.HaltOver, facts: Facts) -> Outcome | Needs:
    """Begin what waits for nothing, not even for a clock: its beginning didn't happen."""
    if table.is_closed or table.game.window(table.terms, table.lobby) is not None:
        return NOTHING
    return _begin_if_complete(table, events.BeginIfComplete(), facts)


def _resumed(table: Table, event: events.Resumed, facts: Facts) -> Outcome:
    if table.lobby.closing and not table.is_playing:  # the process died between the round's end and the closing
        return _shut(table, events.Shut(None), facts)
    table = table.restarted(facts.now, facts.uptime, event.ran_until)
    return Outcome(table=table, redraws=False)


def _forgotten(table: Table, _: events.Forgotten, facts: Facts) -> Outcome:
    if table.is_closed or not any(map(was_forgotten, table.people_asked)):
        return NOTHING
    return _played_on(table, Draft(table.lobby, table.play), facts)


# What the clock does


def _time_up(table: Table, _: events.TimeUp, facts: Facts) -> Outcome | Needs:
    lobby = table.lobby_at(facts.now, is_touched=False)
    if table.waits_for_one(lobby):
        return _abandoned(table, events.Abandoned(), facts)
    if table.play is not None and table.is_playing:
        draft = Draft(lobby, replace(table.play, events=()))
        return _played_on(table, draft, facts, late=table.play.to_act)
    if table.game.window(table.terms, lobby) is None:
        return Outcome(then=events.Shut(None, ClosedBy.IDLE))
    if not table.game.can_begin(table.terms, lobby):
        return _end_window(table, events.EndWindow(), facts)
    return _held_up(table, facts) if facts.halt is not None else _begin(table, events.Begin(counts=True), facts)


def _held_up(table: Table, facts: Facts) -> Outcome:
    """A round would begin in a halted server: the table waits, or closes where the halt has no end."""
    assert facts.halt is not None
    lasts = facts.halt.lasts and not table.is_kept
    return Outcome(then=events.Shut(None, ClosedBy.BLOCKED) if lasts else events.StartClock())


def _half_time(table: Table, _: events.HalfTime, __: Facts) -> Outcome:
    return Outcome(table=replace(table, clock=replace(table.clock, half=None)), calls=table.awaited, redraws=False)


def _count(table: Table, _: events.Count, facts: Facts) -> Outcome:
    outcome = _written(table, Draft(table.lobby_at(facts.now, is_touched=False), table.play), facts)
    match, draft = table.game.match, outcome.draft
    is_seen = match is not None and draft is not None and match.gone(draft.lobby) != match.gone(table.lobby)
    return replace(outcome, redraws=is_seen)


def _abandoned(table: Table, _: events.Abandoned, facts: Facts) -> Outcome | Needs:
    if table.is_kept or table.is_playing:
        return _end_kept(table, None, None, facts)
    return _shut(table, events.Shut(None, ClosedBy.IDLE), facts)


def _forced(table: Table, event: events.Forced, facts: Facts) -> Outcome:
    play, forced = table.play, table.forced_move()
    if play is None or forced is None:
        return Outcome(table=replace(table, clock=replace(table.clock, forced=None, forced_at="")), redraws=False)
    seat, action = forced
    lobby = table.lobby_at(facts.now, is_touched=False)
    action = action if event.can_pay else play.round.default_action(seat)
    draft = Draft(lobby, play, actor_id=play.setup.user_id_in(seat)).move(seat, action, MadeBy.BOT)
    unpaid: Instead = ((InsufficientChips,), lambda _: events.Forced(can_pay=False))
    return replace(_played_on(table, draft, facts), instead=(unpaid,) if event.can_pay else ())


# What house players do


def _house_moves(table: Table, event: events.HouseMoves, facts: Facts) -> Outcome:
    seats, play = table.house_seats, table.play
    if play is None or event.question_id != table.question_id or not seats:
        return NOTHING
    draft = Draft(table.lobby_at(facts.now, is_touched=False), replace(play, events=()))
    for seat in sorted(seats & event.moves.keys()):
        now = running(draft.play)
        if now.asked_at != play.asked_at or seat not in now.to_act:
            break
        try:
            draft = draft.move(seat, table.game.parse(event.moves[seat]), MadeBy.CLOCK)
        except IllegalAction:
            draft = draft.move(seat, now.round.default_action(seat), MadeBy.CLOCK)
    return _played_on(table, draft, facts)


def _house_acts(table: Table, _: events.HouseActs, facts: Facts) -> Outcome | Needs:
    if table.is_closed or table.is_playing:
        return NOTHING
    if (purses := _purses(table, facts)) is None:
        return Needs(purses=True)
    wanted = table.game.house_change(table.terms, table.lobby, purses, facts.at_deal.from_house)
    if wanted is None:
        return NOTHING
    return _rearranged(table, wanted.change(table.lobby_at(facts.now, is_touched=False)), wanted.person, facts)


# Towards the next round


def _begin_if_complete(table: Table, _: events.BeginIfComplete, facts: Facts) -> Outcome | Needs:
    if facts.halt is not None or not _is_complete(table, table.lobby):
        return NOTHING
    return _begin(table, events.Begin(), facts)


def _begin(table: Table, event: events.Begin, facts: Facts) -> Outcome | Needs:
    if event.tries > BEGIN_ATTEMPTS:
        return Outcome(table=table.restarted(facts.now, facts.uptime))
    if (purses := _purses(table, facts)) is None:
        return Needs(purses=True)
    game, lobby = table.game, table.lobby_at(facts.now, is_touched=False) if event.counts else table.lobby
    lobby = game.before_round(table.terms, lobby, purses, table.shuffle)
    if not game.can_begin(table.terms, lobby):
        return _written(table, Draft(lobby, table.play), facts)
    setup = setup_of(table, lobby, purses, facts.at_deal)
    draft = deal(table, lobby, setup, game.start(table.terms, setup, table.shuffle), lying=table.lobby)
    again = replace(event, tries=event.tries + 1)
    unpaid: Instead = (UNPAID, lambda _: again)
    refused: Instead = ((TransferRefused,), lambda error: events.SaleRefused(error, again))
    return replace(_played_on(table, draft, facts), instead=(unpaid, refused))


def _sale_refused(table: Table, event: events.SaleRefused, facts: Facts) -> Outcome:
    lobby = table.game.after_sale_refused(table.terms, table.lobby)
    if lobby == table.lobby:
        raise event.error
    return _written(table, Draft(lobby, table.play), facts, event.begin)


def _end_window(table: Table, event: events.EndWindow, facts: Facts) -> Outcome | Needs:
    lobby = table.lobby_at(facts.now, is_touched=False)
    if event.is_refused:
        after = table.game.after_sale_refused(table.terms, lobby)
    elif (purses := _purses(table, facts)) is None:
        return Needs(purses=True)
    else:
        after = table.game.after_window(table.terms, lobby, purses)
        if facts.halt is not None and _leads_to_round(table, after):
            return _held_up(table, facts)
    refused: Instead = ((TransferRefused,), lambda _: events.EndWindow(is_refused=True))
    unpaid: Instead = (UNPAID, lambda _: events.StartClock())
    then = events.Shut(None) if after.closing else events.BeginIfComplete()
    return _written(table, Draft(after, table.play), facts, then, (unpaid,) if event.is_refused else (refused, unpaid))


def _purses(table: Table, facts: Facts) -> Mapping[int, int] | None:
    """How many chips everybody seated has, if the game asks; None while that must be read."""
    if not table.game.asks_purses:
        return {}
    people = (person for person in table.lobby.seats if person is not None)
    purses = table.terms.mode.purses(people, table.terms.maximum)
    return facts.purses if purses is None else purses


def _leads_to_round(table: Table, lobby: Lobby) -> bool:
    """Whether `lobby` has bets for the next round that the present one has not, or begins that round."""
    if table.is_playing:
        return False
    was, becomes = table.lobby.staked(), lobby.staked()
    has_bet = any(chips > was.get(person, 0) for person, chips in becomes.items())
    return has_bet or (_is_complete(table, lobby) and not _is_complete(table, table.lobby))


def _is_complete(table: Table, lobby: Lobby) -> bool:
    game, terms = table.game, table.terms
    return not table.is_playing and game.can_begin(terms, lobby) and game.is_complete(terms, lobby)


# How a round goes on, how one ends that does not count, and how a table closes


def _played_on(
    table: Table, draft: Draft, facts: Facts, late: frozenset[Seat] = frozenset(), *, redraws: bool = True
) -> Outcome:
    """`draft` once everybody who is late or away has been played for, and its round has ended if it is over."""
    lobby = table.drop_unserved_waiters(draft.lobby, facts.may_sit)
    if lobby is not draft.lobby or facts.allowed is not draft.allowed:
        draft = replace(draft, lobby=lobby, allowed=facts.allowed)
    draft = play_on(table, draft, late)
    is_over = draft.play is None or draft.play.is_over
    then = events.Shut(draft.actor_id) if is_over and draft.lobby.closing else None
    return _written(table, draft, facts, then, redraws=redraws)


def _written(
    table: Table,
    draft: Draft,
    facts: Facts,
    then: FollowUp | None = None,
    instead: tuple[Instead, ...] = (),
    *,
    redraws: bool = True,
) -> Outcome:
    """The outcome of writing `draft`, with what goes with whatever is written."""
    if facts.allowed is not draft.allowed:
        draft = replace(draft, allowed=facts.allowed)
    if table.game.match is not None:
        draft = settle_between(table, table.game.match, draft)
    if table.wanted is not None:
        draft = with_options(table, draft)
    return Outcome(draft, then=then, instead=instead, redraws=redraws)


def _cut_off(
    table: Table,
    lobby: Lobby,
    actor_id: int | None,
    facts: Facts,
    then: FollowUp | None = None,
    *,
    could_not_go_on: bool = False,
) -> Outcome | Needs:
    """The running round is void: its chips are returned, and what outlasts it stays as in `lobby`.

    It `could_not_go_on` when something has failed, or somebody who isn't in it has stopped it.
    """
    if table.is_running_on_disk and facts.in_round is None:
        return Needs(in_round=True)
    seed = table.next_seed(table.rounds + 1)
    draft = Draft(
        _without_round(table, lobby), None, fresh_seed=seed, actor_id=actor_id, could_not_go_on=could_not_go_on
    )
    then = events.Shut(actor_id) if draft.lobby.closing else then
    return _written(table, voiding(table, draft, facts.in_round), facts, then)


def _give_up(table: Table, _: events.GiveUp, facts: Facts) -> Outcome | Needs:
    return _cut_off(table, table.lobby, None, facts, could_not_go_on=True)


def _end_kept(table: Table, actor_id: int | None, reason: str | None, facts: Facts) -> Outcome | Needs:
    """The table closes together with its round and what outlasts its rounds, in one step."""
    if table.is_running_on_disk and facts.in_round is None:
        return Needs(in_round=True)
    lobby = _without_round(table, table.lobby) if table.is_playing else table.lobby
    lobby = _before_close(table, lobby, by_itself=actor_id is None)
    lobby = replace(lobby, closing=False, closed_by=ClosedBy.IDLE if actor_id is None else ClosedBy.VOID)
    draft = Draft(lobby, None if table.is_playing else table.play, closed=True, actor_id=actor_id, reason=reason)
    return _written(table, voiding(table, draft, facts.in_round), facts)


def _shut(table: Table, event: events.Shut, facts: Facts) -> Outcome:
    lobby = _before_close(table, table.lobby, by_itself=event.why is ClosedBy.IDLE)
    lobby = replace(lobby, closing=False, closed_by=lobby.closed_by or event.why)
    return _written(table, Draft(lobby, table.play, closed=True, actor_id=event.actor_id), facts)


def _without_round(table: Table, lobby: Lobby) -> Lobby:
    match = table.game.match
    return lobby.round_void() if match is None else match.after_void(table.terms, lobby)


def _before_close(table: Table, lobby: Lobby, *, by_itself: bool) -> Lobby:
    match = table.game.match
    if match is None:
        return replace(lobby, bets=())
    return match.before_close(table.terms, lobby, by_itself=by_itself)


# Refusals


def _verify_open(table: Table, facts: Facts, question_id: str | None = None, user_id: int | None = None) -> None:
    """Raise unless the table is open, `question_id` is its question, and the bot's owner lets `user_id` play."""
    if table.is_closed:
        raise TableClosed
    if question_id is not None and question_id != table.question_id:
        raise StaleClick
    if user_id is not None and user_id in facts.blocked:
        raise IllegalAction("The bot's operator has blocked you.")


def _verify_course(table: Table, lobby: Lobby) -> None:
    """Raise IllegalAction where `lobby` changes who plays, or for how long, where nobody decides that."""
    match = table.game.match
    if match is None or not table.terms.mode.keeps_seats:
        return
    is_same = lobby.seats == table.lobby.seats and not lobby.promised_seats
    if not (is_same and match.leaves_lineup_unchanged(table.lobby, lobby)):
        table.verify_may_change_players()


_OUTCOMES: Mapping[type, Callable[[Table, Any, Facts], Outcome | Needs]] = {
    events.Act: _act,
    events.Arrange: _arrange,
    events.Leave: _leave,
    events.Remove: _remove,
    events.Close: _close,
    events.Void: _void,
    events.SeatEntrants: _seat_entrants,
    events.Hold: _hold,
    events.ServerChanged: _server_changed,
    events.HaltOver: _halt_over,
    events.Resumed: _resumed,
    events.Forgotten: _forgotten,
    events.TimeUp: _time_up,
    events.HalfTime: _half_time,
    events.Count: _count,
    events.Abandoned: _abandoned,
    events.Forced: _forced,
    events.HouseMoves: _house_moves,
    events.HouseActs: _house_acts,
    events.Begin: _begin,
    events.SaleRefused: _sale_refused,
    events.BeginIfComplete: _begin_if_complete,
    events.WriteAlone: _write_alone,
    events.EndWindow: _end_window,
    events.StartClock: lambda table, _, facts: Outcome(table=table.restarted(facts.now, facts.uptime)),
    events.Shut: _shut,
    events.StopWaiting: _stop_waiting,
    events.GiveUp: _give_up,
}
