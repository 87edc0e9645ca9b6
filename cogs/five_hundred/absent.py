"""Who is absent from a table of Five Hundred, since when, and what follows: for everybody, and for those who left."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies.components import Component, soon
from cogs.table.parts import button, joined, lines, mark, small
from data.people import was_forgotten
from i18n.words import Words
from tables.five_hundred import absence
from tables.five_hundred.match_state import MatchState, awaited_to_go_on, side_left, vacated
from tables.lobby import Leaving, Lobby
from tables.table import Table


def absent_text(table: Table, words: Words) -> str:
    """Every seated player who is away, gone, waited for in a pause, about to leave, or has just replaced another."""
    if table.has_ended:
        return ""
    state, rows = MatchState.of(table.lobby), [*_rows(table, words)]
    if state.substitutes:
        rows += (
            f"{_left(user_id, seat, words)} {_until_taken(seat, words)}"
            for seat, user_id in vacated(table.lobby).items()
        )
    rows += (
        words(
            "{new} has replaced {old} in seat {seat}.",
            new=words.person(change.new),
            old=words.person(change.old),
            seat=change.seat + 1,
        )
        for change in state.replaced
        if change.deal == state.deal
    )
    return lines(*map(small, rows))


def replaced_by(table: Table, user_id: int, words: Words) -> str:
    """Who has the seat of `user_id` now, for a player who was replaced; nothing for anybody else."""
    own = [change for change in MatchState.of(table.lobby).replaced if change.old == user_id]
    if not own:
        return ""
    person, seat = words.person(own[-1].new), own[-1].seat + 1
    return words("{person} has replaced you in seat {seat} of this match.", person=person, seat=seat)


def _rows(table: Table, words: Words) -> Iterator[str]:
    lobby, state = table.lobby, MatchState.of(table.lobby)
    waited = absence.waited_for(lobby, ()) if state.paused else []

    for user_id in filter(None, lobby.seats):
        person = words.person(user_id)
        away = words("{person} is away and is played automatically.", person=person)
        if was_forgotten(user_id):
            yield _until_taken(lobby.seats.index(user_id), words)
        elif state.substitutes and user_id in lobby.leaving:
            yield words("{person} has left. The house plays for them until they come back.", person=person)
        elif state.substitutes and lobby.is_away(user_id) and user_id not in state.gone:
            yield joined(away, _since(state, user_id), replaceable_text(table, user_id, words))
        elif user_id in lobby.leaving:
            yield words("{person} has left and is played automatically until this deal is over.", person=person)
        elif user_id in state.gone:
            yield joined(
                words("{person} hasn't come back. The others can replace them.", person=person), _since(state, user_id)
            )
        elif user_id in waited:
            waits = words("Waiting for {people}", people=person)
            yield joined(waits, _since(state, user_id), replaceable_text(table, user_id, words))
        elif lobby.is_away(user_id):
            yield joined(away, _since(state, user_id), replaceable_text(table, user_id, words))
        if user_id in state.removed and user_id not in lobby.leaving:
            yield words(
                "{person} will leave when this deal is over: a manager of this server has removed them.",
                person=person,
            )


def _since(state: MatchState, user_id: int) -> str:
    return f"🕒 {soon(absence.since(state, user_id))}"


def _until_taken(seat: int, words: Words) -> str:
    return words("Seat {seat} is played automatically until someone takes it.", seat=seat + 1)


def _left(user_id: int, seat: int, words: Words) -> str:
    return words("{person} has left seat {seat}.", person=words.name(user_id), seat=mark(seat))


def replaceable_text(table: Table, user_id: int, words: Words) -> str:
    """From when `user_id`, who is away, can be replaced; nothing while that isn't counted."""
    if user_id not in absence.waited_for(table.lobby, ()):
        return ""
    when = soon(absence.gone_at(MatchState.of(table.lobby), user_id, table.terms.pace))
    return words("Can be replaced: {when}", when=when)


def left_text(table: Table, words: Words) -> str:
    """The free seats, and who left them."""
    return lines(*(_left(user_id, seat, words) for seat, user_id in vacated(table.lobby).items()))


def ends_text(table: Table, words: Words) -> str:
    """When an abandoned match ends."""
    ends = (
        words("If nobody presses anything, the match ends and the antes are returned.")
        if table.terms.options.ante
        else words("If nobody presses anything, the match ends.")
    )
    return small(f"{ends} ⏳ {soon(table.ends_at)}")


def way_out_buttons(table: Table, words: Words) -> list[Component]:
    """The buttons for a match that can't continue as it is: to win by default, and to replace somebody who is gone."""
    state = MatchState.of(table.lobby)
    if state.proposal is not None:
        return []
    can_take = side_left(table.lobby, table.terms.options) is not None
    return [
        *([button(table, words("Take the match"), "take", main=True)] if can_take else []),
        *([_replace_button(table, words)] if state.gone and missing(table.lobby) else []),
    ]


def ending_buttons(table: Table, words: Words) -> list[Component]:
    """The rarely pressed ones: to end the match, and to replace somebody who may still come back in time."""
    state = MatchState.of(table.lobby)
    if state.proposal is not None:
        return []
    can_take = side_left(table.lobby, table.terms.options) is not None
    return [
        *([] if can_take else [button(table, words("End match"), "end")]),
        *([_replace_button(table, words)] if missing(table.lobby) and not state.gone else []),
    ]


def _replace_button(table: Table, words: Words) -> Component:
    return button(table, words("Replace a player"), "gone")


def missing(lobby: Lobby) -> list[int]:
    """The players of the match who are away, gone, or not back since the pause."""
    awaited = awaited_to_go_on(lobby)
    gone = MatchState.of(lobby).gone
    people = [user_id for user_id in lobby.seats if user_id is not None and user_id not in lobby.leaving]
    return [user_id for user_id in people if lobby.is_away(user_id) or user_id in awaited or user_id in gone]


# The panel of somebody who has left


def has_left(table: Table, user_id: int) -> bool:
    """Whether `user_id` has left the match and may still come back."""
    lobby = table.lobby
    is_out = user_id in lobby.leaving or user_id in vacated(lobby).values()
    return is_out and table.is_kept and user_id not in MatchState.of(lobby).removed


def left_panel(table: Table, words: Words) -> tuple[str, list[Component]]:
    """What such a person is told, and the button to come back."""
    text = words("You have left this match. You can come back until someone takes your seat.")
    return text, [come_back_button(table, words, main=True)]


def come_back_button(table: Table, words: Words, *, main: bool = False) -> Component:
    """The button with which somebody who has left takes the own seat again."""
    return button(table, words("Come back"), "sit", main=main)


def forfeit_text(table: Table, user_id: int, words: Words) -> str:
    """What `user_id` would lose by leaving."""
    if table.leaving(user_id) is Leaving.ENDS:
        return words("Nobody else is here. If you leave, the match ends and all antes are returned.")
    ante = table.terms.options.ante
    if not ante:
        return ""
    return words.counted(
        "You forfeit your ante of {count} chips to the other sides unless you come back in time. Anything over "
        "this server's gift limits is returned to you.",
        ante,
    )
