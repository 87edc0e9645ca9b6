"""A match of Five Hundred between two deals: seats, score, the last deal's result, and what the table waits for.

During a deal, too, this file draws the heading, the score, and what all have been asked to agree on.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.answers.components import Component
from cogs.five_hundred.absent import absent_text, ending_buttons, ends_text, left_text
from cogs.five_hundred.wording import Person, bid_text, side_text, taken_text
from cogs.table.parts import button, lines, mark, more_button, small, soon
from data.tables.matches import Ending
from games.five_hundred import Bid, Contract, Options, Result
from i18n.words import Words
from tables.five_hundred.match_state import (
    MatchState,
    Proposal,
    ProposalKind,
    Stage,
    awaited_to_agree,
    awaited_to_go_on,
    side_left,
    stage_of,
    there,
    vacated,
    winning_seats,
)
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.table import Table

_WAITING = (Stage.PAUSED, Stage.VACANT)
"""In these, everybody sees the buttons to an end; otherwise they are behind More…."""


def seat_holder(table: Table, words: Words) -> Person:
    """The player in each seat: of the running deal, otherwise of the match."""
    if table.is_playing and table.play is not None:
        setup = table.play.setup
        return lambda seat: words.person(setup.user_id_in(seat))
    players = MatchState.of(table.lobby).players or table.lobby.seats
    return lambda seat: words.person(players[seat] or 0)


# The head


def top(table: Table, words: Words) -> str:
    """The match and its deal, its options, who deals and the promise about the shuffle."""
    state, options, playing = MatchState.of(table.lobby), table.terms.options, table.is_playing
    name = words("### {game} · match {match}", game=table.game.title, match=str(table.id))
    deal = state.deal + playing
    dealer = words("deal by {person}", person=seat_holder(table, words)(state.dealer)) if state.players else ""
    return lines(
        name + (words(" · deal {deal}", deal=deal) if deal else ""),
        small(
            words("to {target}", target=options.target),
            words.counted("ante {count} chip", "ante {count} chips", options.ante) if options.ante else "",
            *FIVE_HUNDRED.notes(options, words),
            dealer if playing else "",
            words("shuffle {mark}", mark=table.commitment[:8]),
        ),
        small(words("The table closes after this deal.")) if table.lobby.closing else "",
        words("The last deal could not go on. The same dealer deals again.") if table.was_voided else "",
    )


def score(who: str, points: int, words: Words) -> str:
    """A side and its points."""
    return f"{who}  **{words.chips(points)}**"


def scores_button(table: Table, words: Words) -> list[Component]:
    """The button to the deals so far, once there is one."""
    return [button(table, words("Scores"), "scores")] if MatchState.of(table.lobby).deal else []


# Between deals


def ended(table: Table, words: Words) -> str:
    """The score, and the last deal's result."""
    state, options = MatchState.of(table.lobby), table.terms.options
    if not state.players:
        return ""
    person, last = seat_holder(table, words), state.last
    rows = []
    for side in range(options.sides):
        gained = last.gained[side] if last is not None else 0
        row = score(side_text(options, side, person), state.points[side], words)
        rows.append(row + (f"  ({words.signed(gained)})" if gained else ""))
    return lines(_brought(state, options, person, words), *rows, _winners(table, state, person, words))


def _brought(state: MatchState, options: Options, person: Person, words: Words) -> str:
    last = state.last
    if last is None:
        return ""
    if last.contractor is None:
        return words("Deal {deal}: all passed, and the cards were thrown in.", deal=state.deal)
    who = person(last.contractor)
    if last.partner is not None:
        who = words("{person} with {partner}", person=who, partner=person(last.partner))
    bid = Bid.parse(last.bid)
    taken = Result(Contract(last.contractor, bid, last.partner), last.tricks).taken(options)
    said = {"deal": state.deal, "who": who, "bid": bid_text(bid, words), "tricks": taken_text(bid, taken, words)}
    if last.made:
        return words("Deal {deal}: {who} made **{bid}**: {tricks}.", **said)
    return words("Deal {deal}: {who} lost **{bid}**: {tricks}.", **said)


def _winners(table: Table, state: MatchState, person: Person, words: Words) -> str:
    options: Options = table.terms.options
    if state.abandoned:
        text = words("**The match has ended without a winner.**")
        return lines(text, small(_why_ended(state, words), _antes_back(table, state, words)))
    if not state.winners:
        return ""
    seats = winning_seats(table.lobby, options)
    who = words.listed(map(person, seats))
    chips = options.ante * options.players
    antes = words.counted("The antes were {count} chip.", "The antes were {count} chips.", chips) if chips else ""
    if state.ending == Ending.DEFAULT.value:
        won = words("**{who} wins the match by default.**", who=who)
        several = words("**{who} win the match by default.**", who=who)
        return lines(won if len(seats) == 1 else several, small(words("Nobody else was still there."), antes))
    won = words("**{who} wins the match.**", who=who)
    several = words("**{who} win the match.**", who=who)
    return lines(won if len(seats) == 1 else several, small(antes))


def _why_ended(state: MatchState, words: Words) -> str:
    match state.ending:
        case Ending.AGREED.value:
            return words("Everyone who was there agreed.")
        case Ending.LEFT.value:
            return words("Everyone had left.")
        case Ending.VOID.value:
            return words("Somebody who manages the server has declared it void.")
        case Ending.IDLE.value:
            return words("Nobody had done anything for too long, so it ended by itself.")
        case _:
            return ""


def _antes_back(table: Table, state: MatchState, words: Words) -> str:
    if not table.terms.options.ante:
        return ""
    here = there(table.lobby)
    if state.ending == Ending.AGREED.value and here and len(here) < len(state.players):
        return words("Who was not there has forfeited the ante to the other sides.")
    return words("The antes are back with their owners.")


def unbegun(table: Table, words: Words) -> str:
    """Why a table closed without ever beginning a match."""
    state = MatchState.of(table.lobby)
    if state.players or state.ending != Ending.IDLE.value:
        return ""
    return words("**This match did not begin in time, so its table has closed.**")


def invitation(table: Table, words: Words) -> str:
    """What the table waits for, for whom, and until when."""
    stage = stage_of(table.lobby)
    return lines(
        _seats(table, words) if stage is Stage.GATHERING else "",
        _awaited(table, stage, words),
        agreement_text(table, words),
    )


def _seats(table: Table, words: Words) -> str:
    lobby, options = table.lobby, table.terms.options

    def holder(seat: int) -> str:
        user_id = lobby.seats[seat]
        if user_id is None:
            return f"{mark(seat)} {words('free')}"
        return f"{mark(seat)} <@{user_id}>{' ✓' if user_id in lobby.ready else ''}"

    return lines(*(side_text(options, side, holder) for side in range(options.sides)))


def _awaited(table: Table, stage: Stage, words: Words) -> str:
    lobby, state, when = table.lobby, MatchState.of(table.lobby), soon(table.deadline)
    match stage:
        case Stage.GATHERING:
            return _gathering(table, words)
        case Stage.BETWEEN:
            ready = [f"<@{user_id}>" for user_id in lobby.seats if user_id in lobby.ready]
            return lines(
                words("**The next deal** comes {when}, or when everybody is ready.", when=when),
                small(words("Ready: {people}", people=words.listed(ready))) if ready else "",
            )
        case Stage.PAUSED:
            return pause_text(table, words)
        case Stage.VACANT:
            text = words("**The match waits.** Somebody else takes the seat when all others agree. No clock runs.")
            return lines(text, left_text(table, words), pause_text(table, words) if state.paused else "")
        case Stage.OVER | Stage.DEAL:
            return ""


def _gathering(table: Table, words: Words) -> str:
    lobby, options = table.lobby, table.terms.options
    rows = []
    if None in lobby.seats:
        rows.append(words("**Take a seat.** This match is for {players} people.", players=options.players))
    else:
        rows.append(
            words("**Press Ready.** The match starts when all are, or when <@{host}> starts it.", host=str(table.host))
        )
    if MatchState.of(lobby).random:
        rows.append(small(words("The seats are drawn when the match starts.")))
    elif options.sides < options.players and None in lobby.seats:
        rows.append(small(words("Partners stand in one line. Press a seat's number to pick it.")))
    if options.ante:
        text = words.counted(
            "Everybody puts in {count} chip; the winners share it all.",
            "Everybody puts in {count} chips; the winners share it all.",
            options.ante,
        )
        rows.append(small(text))
    return lines(*rows)


def pause_text(table: Table, words: Words) -> str:
    """That there is no time limit, and for whom the match waits."""
    waits = words.people(awaited_to_go_on(table.lobby))
    text = words(
        "**Paused.** No clock runs. The match goes on when all have pressed Go on. Awaited: {people}", people=waits
    )
    return lines(text, ends_text(table, words))


def controls(table: Table, words: Words) -> Iterator[list[Component]]:
    """The buttons between deals, those that the table waits for first."""
    lobby, stage, state = table.lobby, stage_of(table.lobby), MatchState.of(table.lobby)
    yield agreement_buttons(table, words)
    if stage is Stage.GATHERING and table.terms.options.sides < len(lobby.seats) and not state.random:
        yield _stage_buttons(table, stage, words)
        seats = [_seat_button(table, seat, words) for seat, user_id in enumerate(lobby.seats) if user_id is None]
        yield [*seats, more_button(table, words)]
        return
    ending = ending_buttons(table, words) if stage in _WAITING else []
    yield [*_stage_buttons(table, stage, words), *ending, more_button(table, words)]


def more_buttons(table: Table, words: Words) -> list[Component]:
    """The rarely pressed buttons of a match: the scores, the last deal, a pause, the end."""
    deal, stage = MatchState.of(table.lobby).deal, stage_of(table.lobby)
    record = [button(table, words("Deal record"), "record", str(deal))] if deal and not table.is_playing else []
    may_pause = table.is_playing or stage is Stage.BETWEEN
    return [
        *scores_button(table, words),
        *record,
        *(pause_button(table, words) if may_pause else []),
        *(ending_buttons(table, words) if stage is Stage.BETWEEN else []),
    ]


def _stage_buttons(table: Table, stage: Stage, words: Words) -> list[Component]:
    lobby, state = table.lobby, MatchState.of(table.lobby)
    match stage:
        case Stage.GATHERING:
            drawn = words("Random seats: on") if state.random else words("Random seats: off")
            is_full = None not in lobby.seats
            row = [button(table, words("Ready"), "ready", main=True)] if is_full else []
            row += (
                [button(table, words("Start"), "start")] if is_full else [button(table, words("Sit"), "sit", main=True)]
            )
            if len(lobby.seats) > 2:  # two players face each other wherever they sit
                row.append(button(table, drawn, "draw", "off" if state.random else "on"))
            return row
        case Stage.BETWEEN:
            return [button(table, words("Ready"), "ready", main=True)]
        case Stage.PAUSED:
            return [button(table, words("Go on"), "on", main=True)]
        case Stage.VACANT:
            row = [_seat_button(table, seat, words, main=True) for seat in vacated(lobby)]
            return row + ([button(table, words("Go on"), "on")] if state.paused else [])
        case Stage.OVER | Stage.DEAL:
            return []


def _seat_button(table: Table, seat: int, words: Words, *, main: bool = False) -> Component:
    return button(table, words("Seat {seat}", seat=seat + 1), "seat", str(seat), main=main)


# Agreements


def _is_open(table: Table) -> bool:
    return MatchState.of(table.lobby).proposal is not None


def agreement_text(table: Table, words: Words) -> str:
    """Absent players, what somebody has asked of all, and whose answers are missing; in a pause, for whom it waits."""
    state = MatchState.of(table.lobby)
    proposal = state.proposal
    paused = lines(pause_text(table, words) if state.paused and table.is_playing else "", absent_text(table, words))
    if proposal is None:
        return paused
    waits = words.people(awaited_to_agree(table.lobby))
    question = lines(f"**{_proposed(proposal, words)}**", small(_forfeits(table, proposal, words)))
    return lines(paused, question, small(words("Awaited: {people}", people=waits)))


def _forfeits(table: Table, proposal: Proposal, words: Words) -> str:
    here = there(table.lobby)
    out = [user_id for user_id in MatchState.of(table.lobby).players if user_id not in here]
    if proposal.what is not ProposalKind.END or not table.terms.options.ante or not out or not here:
        return ""
    return words("Then these forfeit their antes to the other sides: {people}", people=words.people(out))


def _proposed(proposal: Proposal, words: Words) -> str:
    by = words.person(proposal.by)
    match proposal.what:
        case ProposalKind.PAUSE:
            return words("{person} asks for a pause. Do you agree?", person=by)
        case ProposalKind.END:
            return words("{person} asks to end the match without a winner. Do you agree?", person=by)
        case ProposalKind.SEAT:
            return words(
                "{person} would play on in seat {seat}. Do you agree?", person=by, seat=(proposal.about or 0) + 1
            )
        case ProposalKind.GONE:
            return words(
                "{person} would give away the seat of {other}, who is gone. Do you agree?",
                person=by,
                other=words.person(proposal.about or 0),
            )


def agreement_buttons(table: Table, words: Words) -> list[Component]:
    """The answers to what somebody has asked of all; in a paused deal, the buttons to continue or to end."""
    proposal = MatchState.of(table.lobby).proposal
    if proposal is not None and _is_open(table):
        yes = button(table, words("Yes"), "yes", proposal.key, main=True)
        return [yes, button(table, words("No"), "no", proposal.key)]
    if table.is_playing and MatchState.of(table.lobby).paused:
        return [button(table, words("Go on"), "on", main=True), *ending_buttons(table, words)]
    if table.is_playing and side_left(table.lobby, table.terms.options) is not None:
        return ending_buttons(table, words)
    return []


def pause_button(table: Table, words: Words) -> list[Component]:
    """The button to ask for a pause, unless the match is paused or something else is being asked."""
    if _is_open(table) or MatchState.of(table.lobby).paused:
        return []
    return [button(table, words("Pause"), "pause")]
