"""A match of Five Hundred between two deals: seats, and what the table waits for; results.py says what deals brought.

During a deal, too, this file draws the heading and what all have been asked to agree on.
"""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component
from cogs.five_hundred.absent import come_back_button, ending_buttons, ends_text, has_left, left_text, way_out_buttons
from cogs.five_hundred.agreements import agreement_buttons, agreement_text, pause_text
from cogs.five_hundred.wording import Person, daily_heading, side_text
from cogs.table.house import add_button, house_notes
from cogs.table.parts import (
    BUTTONS_IN_A_ROW,
    button,
    closing,
    dotted,
    has_room,
    heading,
    lines,
    mark,
    more_button,
    pace,
    review_button,
    small,
    switch_label,
    time_left,
)
from data.tables.matches import Ending
from games.core import Button
from games.five_hundred import FiveHundredView
from i18n.words import Words
from tables.clock import Pace
from tables.five_hundred.match_state import (
    Habit,
    MatchStage,
    MatchState,
    awaited_to_go_on,
    stage_of,
    still_invited,
    vacated,
)
from tables.table import Table

HABITS = {"facedown": Habit.FACE_DOWN, "raising": Habit.RAISES, "forced": Habit.PLAYS_FORCED}
"""The personal switches by what their addresses say."""
REMATCH = "rematch"
"""What comes before the number of a match in the address of a rematch."""
_MAY_END = (MatchStage.BETWEEN, MatchStage.PAUSED, MatchStage.VACANT)
"""In these players may ask for the end of the match."""
_ON_A_PHONE = 4
"""How many buttons as short as Seat 1 stand side by side on a phone."""


def seat_holder(table: Table, words: Words) -> Person:
    """The player in each seat: of the running deal, otherwise of the match."""
    if table.is_playing and table.play is not None:
        setup = table.play.setup
        return lambda seat: words.person(setup.user_id_in(seat))
    players = MatchState.of(table.lobby).players or table.lobby.seats
    return lambda seat: words.person(players[seat] or 0)


# The head


def top(table: Table, words: Words) -> str:
    """The match and its deal, what it is played to and for, how fast, and who deals."""
    state, options, playing = MatchState.of(table.lobby), table.terms.options, table.is_playing
    mode = table.terms.mode
    if mode.day:
        return lines(daily_heading(mode.day, words), small(words("One deal, alone against the house")))
    match = words("### {game} · match {match}", game=table.game.title, match=str(table.id))
    name = heading(table, words) if mode.title else match
    deal = (table.lobby.counted if mode.deals else state.deal) + playing
    number = words("deal {deal} of {deals}", deal=deal, deals=mode.deals)
    dealer = words("dealt by {person}", person=seat_holder(table, words)(state.dealer)) if state.players else ""
    return lines(
        f"{name} · {number if mode.deals else words('deal {deal}', deal=deal)}" if deal else name,
        small(
            "" if mode.deals else words.counted("to {count} points", options.target),
            words.counted("ante {count} chips", options.ante) if options.ante else "",
            pace(table.terms.pace, words),
            dealer if playing else "",
        ),
        house_notes(table, words),
        small(closing(table, words)) if table.lobby.closing else "",
        words("The last deal couldn't be finished, so it doesn't count.") if table.was_voided else "",
    )


# Between deals


def unbegun(table: Table, words: Words) -> str:
    """Why a table closed without ever beginning a match."""
    state = MatchState.of(table.lobby)
    if state.players or state.ending != Ending.IDLE.value:
        return ""
    return words("**This match didn't start in time, so its table has closed.**")


def invitation(table: Table, words: Words) -> str:
    """What the table waits for, for whom, and until when."""
    stage = stage_of(table.lobby)
    return lines(
        _seats(table, words) if stage is MatchStage.GATHERING else "",
        _awaited(table, stage, words),
        agreement_text(table, words),
    )


def _seats(table: Table, words: Words) -> str:
    lobby, options = table.lobby, table.terms.options

    def holder(seat: int) -> str:
        user_id = lobby.seats[seat]
        if user_id is None:
            return f"{mark(seat)} {words('free')}"
        return f"{mark(seat)} {words.person(user_id)}{' ✓' if user_id in lobby.ready else ''}"

    return lines(*(side_text(options, side, holder) for side in range(options.sides)))


def _awaited(table: Table, stage: MatchStage, words: Words) -> str:
    lobby = table.lobby
    match stage:
        case MatchStage.GATHERING:
            return "" if table.terms.mode.runs_by_itself else _gathering(table, words)
        case MatchStage.BETWEEN if MatchState.of(lobby).runs_by_itself:
            return dotted(words("**The next deal** starts by itself."), time_left(table))
        case MatchStage.BETWEEN if table.waits_for_one(lobby):
            return ""
        case MatchStage.BETWEEN:
            ready = [user_id for user_id in lobby.seats if user_id is not None and user_id in lobby.ready]
            until = "" if ready and table.terms.pace is Pace.SLOW else time_left(table)
            then = words("If nobody does, the match pauses.")
            return lines(
                dotted(words("**The next deal** starts once everyone is ready."), until),
                small(words("Ready: {people}", people=words.people(ready)) if ready else then),
            )
        case MatchStage.PAUSED:
            return pause_text(table, words)
        case MatchStage.VACANT:
            text = words(
                "**Waiting for a new player**, no time limit. Press the seat's button to ask for it. All players have "
                "to agree."
            )
            waits = awaited_to_go_on(lobby)
            missing = words(
                "Waiting for {people} to press {button}", people=words.people(waits), button=Button("Continue")
            )
            return lines(text, left_text(table, words), small(missing) if waits else "", ends_text(table, words))
        case MatchStage.OVER | MatchStage.DEAL:
            return ""


def _gathering(table: Table, words: Words) -> str:
    lobby, options = table.lobby, table.terms.options
    rows = []
    if invited := still_invited(lobby):
        rows.append(
            words(
                "**Rematch!** {people}, press {sit} to play again in the same seats.",
                people=words.people(invited),
                sit=Button("Sit"),
            )
        )
    if free := lobby.seats.count(None):
        rows.append(words.counted("**Waiting for {count} players.** Press {sit} to join.", free, sit=Button("Sit")))
    elif table.host not in table.lobby.seats:
        rows.append(words("**Press {ready}.** The match starts when everyone is ready.", ready=Button("Ready")))
    else:
        rows.append(
            words(
                "**Press {ready}.** The match starts when everyone is ready, or when <@{host}> presses {start}.",
                ready=Button("Ready"),
                host=str(table.host),
                start=Button("Start"),
            )
        )
    if table.terms.pace is Pace.SLOW:
        rows.append(
            small(
                words("A slow match: everyone has a day for each turn, so it can last for weeks. Play when you like.")
            )
        )
    if MatchState.of(lobby).random:
        rows.append(small(words("The seats are drawn at random when the match starts.")))
    elif options.sides < options.players and None in lobby.seats:
        rows.append(small(words("Partners are on the same line. Press a seat's button to choose it.")))
    if options.ante:
        text = words.counted("Everyone puts in {count} chips, and the winning side shares them.", options.ante)
        rows.append(small(text))
    return lines(*rows)


def controls(table: Table, words: Words, *, adds: bool) -> Iterator[list[Component]]:
    """The buttons between deals, those that the table waits for first. `adds`: a house player can come."""
    lobby, stage, state = table.lobby, stage_of(table.lobby), MatchState.of(table.lobby)
    if table.terms.mode.runs_by_itself:
        yield [button(table, words("Ready"), "ready")] if stage is MatchStage.BETWEEN else []
        yield [more_button(table, words)]
        return
    yield agreement_buttons(table, words)
    house = [add_button(table, words)] if adds else []
    if stage is MatchStage.GATHERING and table.terms.options.sides < len(lobby.seats) and not state.random:
        seats = [_seat_button(table, seat, words) for seat, user_id in enumerate(lobby.seats) if user_id is None]
        several = seats[-BUTTONS_IN_A_ROW:]  # the first of six is that of Sit
        row = [*_stage_buttons(table, stage, words), *several, *house, more_button(table, words)]
        yield row[:_ON_A_PHONE]
        yield row[_ON_A_PHONE:]
        return
    way_out = way_out_buttons(table, words) if stage in _MAY_END else []
    review = [review_button(table.id, state.deal, words)] if state.deal else []
    yield [*_stage_buttons(table, stage, words), *house, *way_out, *review, more_button(table, words)]


def more_buttons(table: Table, words: Words, person: int, *, manages: bool) -> list[Component]:
    """The rarely pressed buttons of a match for one person: the scores, the last deal; for players a pause, the end."""
    plays, runs_by_itself = person in table.lobby.seats, table.terms.mode.runs_by_itself
    state, stage = MatchState.of(table.lobby), stage_of(table.lobby)
    view: FiveHundredView | None = table.play.round.view(None) if table.play is not None and table.is_playing else None
    has_trick = view is not None and view.last_trick is not None
    may_end = stage in _MAY_END or (table.is_playing and state.paused)
    waits = may_end and plays and not runs_by_itself
    deal = str(state.deal) if state.deal else ""
    scores = [button(table, words("Scores"), "scores")] if deal else []
    record = [button(table, words("Deal record"), "record", deal)] if deal and not table.is_playing else []
    goes_on = (table.is_playing or stage is MatchStage.BETWEEN) and state.proposal is None and not state.paused
    may_pause = goes_on and plays and not (table.waits_for_one(table.lobby) or runs_by_itself)
    return [
        *([come_back_button(table, words)] if has_left(table, person) else []),
        *(_draw_button(table, words) if stage is MatchStage.GATHERING and manages and not runs_by_itself else []),
        *([button(table, words("Last trick"), "last")] if has_trick else []),
        *([] if runs_by_itself else [*scores, *record]),
        *([button(table, words("Pause"), "pause")] if may_pause else []),
        *(ending_buttons(table, words) if waits else []),
        button(table, words("Points"), "points"),
        *(_switches(table, person, words) if plays and stage is not MatchStage.OVER else []),
    ]


def _switches(table: Table, person: int, words: Words) -> Iterator[Component]:
    """The personal switches: each says what is so now, and changes it for all of the match."""
    state, options = MatchState.of(table.lobby), table.terms.options
    labels = {
        Habit.FACE_DOWN: words("Deal my cards face down"),
        Habit.RAISES: words("Ask me to raise my bid"),
        Habit.PLAYS_FORCED: words("Play forced cards"),
    }
    is_last = bool(table.terms.mode.day)  # these two are about later deals
    useless = {Habit.FACE_DOWN: is_last or not options.has_blind_misere, Habit.RAISES: is_last or not options.may_raise}
    for verb, habit in HABITS.items():
        if not useless.get(habit):
            is_on = person in state.with_habit(habit)
            yield button(table, switch_label(labels[habit], is_on, words), verb, "off" if is_on else "on")


def _draw_button(table: Table, words: Words) -> list[Component]:
    """The host's switch for drawn seats; two players face each other wherever they sit."""
    is_on = MatchState.of(table.lobby).random
    label = switch_label(words("Random seats"), is_on, words)
    return [button(table, label, "draw", "off" if is_on else "on")] if len(table.lobby.seats) > 2 else []


def _stage_buttons(table: Table, stage: MatchStage, words: Words) -> list[Component]:
    lobby, state = table.lobby, MatchState.of(table.lobby)
    match stage:
        case MatchStage.GATHERING:
            is_full = None not in lobby.seats
            sit = [button(table, words("Sit"), "sit", main=not is_full)] if has_room(table) else []
            if not is_full:
                return sit
            return [button(table, words("Ready"), "ready", main=True), *sit, button(table, words("Start"), "start")]
        case MatchStage.BETWEEN:
            free = [_seat_button(table, seat, words) for seat in vacated(lobby)]
            label = words("Next deal") if table.waits_for_one(lobby) else words("Ready")
            return [button(table, label, "ready", main=True), *free]
        case MatchStage.PAUSED:
            free = [_seat_button(table, seat, words) for seat in vacated(lobby)]
            return [button(table, words("Continue"), "on", main=True), *free]
        case MatchStage.VACANT:
            empty = vacated(lobby)
            row = [_seat_button(table, seat, words, main=len(empty) == 1) for seat in empty]
            return row + ([button(table, words("Continue"), "on")] if state.paused else [])
        case MatchStage.OVER:
            return [rematch_button(table, words)]
        case MatchStage.DEAL:
            return []


def rematch_button(table: Table, words: Words) -> Component:
    """The button that opens another match between the same people; it works on a closed table too."""
    return components.button(f"{REMATCH}:{table.id}", words("Rematch"), ButtonStyle.primary)


def _seat_button(table: Table, seat: int, words: Words, *, main: bool = False) -> Component:
    return button(table, words("Seat {seat}", seat=seat + 1), "seat", str(seat), main=main)
