"""A match of Five Hundred while no deal is played: the last result, seats, what it waits for, its end."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies import components
from cogs.app.replies.components import Component
from cogs.five_hundred.absent import ends_text, left_text, way_out_buttons
from cogs.five_hundred.agreements import agreement_buttons, agreement_text, pause_text
from cogs.five_hundred.finished_deal import FinishedDeal
from cogs.five_hundred.replay_pages import replay_button
from cogs.five_hundred.score_sheet import ScoreSheet
from cogs.five_hundred.wording import seat_holder, side_text, trick_text, unrated_text, why_over
from cogs.table.faces import CardText
from cogs.table.house import add_button
from cogs.table.parts import (
    BUTTONS_IN_A_ROW,
    again_button,
    button,
    has_room,
    joined,
    lines,
    more_button,
    review_button,
    small,
    time_left,
    too_late,
    unready_text,
)
from cogs.table.totals import achieved, total, totals
from data.tables.matches import Ending
from games.core import Button
from games.five_hundred import FiveHundredView
from i18n.words import Words
from tables.clock import Pace
from tables.five_hundred.match_state import (
    MatchStage,
    MatchState,
    awaited_to_go_on,
    mostly_away,
    stage_of,
    still_invited,
    vacated,
    winning_seats,
)
from tables.table import Table

REMATCH = "rematch"
"""What comes before the number of a match in the address of a rematch."""
MAY_END = (MatchStage.BETWEEN, MatchStage.PAUSED, MatchStage.VACANT)
"""In these players may ask for the end of the match."""
_ON_A_PHONE = 4
"""How many buttons as short as Seat 1 stand side by side on a phone."""


# What the last deal brought


def ended(table: Table, words: Words, reader: int | None = None) -> str:
    """The last deal's result, and the score sheet after it; `reader` is whoever reads it alone."""
    state, options = MatchState.of(table.lobby), table.terms.options
    if not state.players:
        return ""
    person, seat = seat_holder(table, words), state.players.index(reader) if reader in state.players else None
    deal = FinishedDeal.last_of(state, options, words)
    sheet = "" if table.terms.mode.day else ScoreSheet(state, options, words, seat).text(person)
    brought = "" if state.winners or state.abandoned else achieved(table, words)
    return lines(deal.text() if deal is not None else "", too_late(table, words), brought, sheet)


def own_result(table: Table, user_id: int | None, words: Words) -> tuple[str, int]:
    """What the match, or else its last deal, brought `user_id`, large; above or below 0 for a win or a loss."""
    state, options = MatchState.of(table.lobby), table.terms.options
    if user_id not in state.players or state.last is None or (state.ending and not state.winners):
        return "", 0
    seat = state.players.index(user_id)
    if not state.winners:
        gained, side = state.last.gained, options.side_of(seat)
        net = gained[side] - (sum(gained) - gained[side] if table.terms.mode.day else 0)  # as the daily deal counts
        return f"## {words('**In points: {net}**', net=words.signed(net))}", net
    chips, balance = table.lobby.nets.get(user_id, 0), table.balances.get(user_id)
    in_chips = total(words, user_id, chips, balance) if chips else ""
    if seat in winning_seats(table.lobby, options):
        return lines(words("## You won the match"), in_chips), 1
    return lines(words("## You lost the match"), in_chips), -1


def last_trick(table: Table, words: Words, cards: CardText) -> str:
    """The trick that ended the last deal, as long as this process remembers it."""
    view: FiveHundredView | None = table.play.round.view(None) if table.play is not None else None
    if table.play is None or view is None or view.last_trick is None:
        return ""
    setup = table.play.setup
    trick = trick_text(view.last_trick, lambda seat: words.name(setup.user_id_in(seat)), cards, words)
    return small(words("Last trick: {cards}", cards=trick))


# What the table waits for


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
            return words("Seat {seat}", seat=seat + 1)
        return f"{words.name(user_id)}{' ✓' if user_id in lobby.ready else ''}"

    return lines(*(side_text(options, side, holder) for side in range(options.sides)))


def _awaited(table: Table, stage: MatchStage, words: Words) -> str:
    lobby = table.lobby
    match stage:
        case MatchStage.GATHERING:
            return "" if table.terms.mode.runs_by_itself else _gathering(table, words)
        case MatchStage.BETWEEN if MatchState.of(lobby).runs_by_itself:
            return joined(words("**The next deal** starts by itself."), time_left(table))
        case MatchStage.BETWEEN if table.waits_for_one(lobby):
            return ""
        case MatchStage.BETWEEN:
            ready = any(user_id in lobby.ready for user_id in lobby.seats)
            until = "" if ready and table.terms.pace is Pace.SLOW else time_left(table)
            then = words("If nobody is ready, the match pauses.")
            return lines(joined(unready_text(lobby, words), until), "" if ready else small(then))
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
                sit=Button("Join"),
            )
        )
    if free := lobby.seats.count(None):
        rows.append(words.counted("**Waiting for {count} players.** Press {sit} to join.", free, sit=Button("Join")))
    else:
        host = words("{host} can press {start} at once.", host=words.name(table.host), start=Button("Start"))
        rows.append(lines(unready_text(lobby, words), small(host) if table.host in lobby.seats else ""))
    if table.terms.pace is Pace.SLOW:
        rows.append(
            small(
                words("A slow match: everyone has a day for each turn, so it can last for weeks. Play when you like.")
            )
        )
    if MatchState.of(lobby).random:
        rows.append(small(words("The seats are drawn at random when the match starts.")))
    elif options.players == 5:
        text = words("The winner of the bidding can find a partner; the others play against them.")
        rows.append(small(text))
    elif options.sides == options.players:
        rows.append(small(words("Everyone plays alone.")))
    elif None in lobby.seats:
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
    way_out = way_out_buttons(table, words) if stage in MAY_END else []
    yield [*_stage_buttons(table, stage, words), *house, *way_out, *look_back(table, words), more_button(table, words)]


def look_back(table: Table, words: Words) -> list[Component]:
    """The buttons that show their presser the last deal again: what the coach thinks of it, and every trick."""
    state = MatchState.of(table.lobby)
    is_played = state.last is not None and state.last.contractor is not None
    replay = [replay_button(table.id, state.deal, words)] if is_played else []
    return [review_button(table.id, state.deal, words), *replay] if state.deal else []


def _stage_buttons(table: Table, stage: MatchStage, words: Words) -> list[Component]:
    lobby, state, empty = table.lobby, MatchState.of(table.lobby), vacated(table.lobby)
    stands_out = stage is MatchStage.VACANT and len(empty) == 1
    free = [_seat_button(table, seat, words, main=stands_out) for seat in empty]
    match stage:
        case MatchStage.GATHERING:
            is_full = None not in lobby.seats
            if not is_full:
                return [button(table, words("Join"), "sit", main=True)] if has_room(table) else []
            return [button(table, words("Ready"), "ready", main=True), button(table, words("Start"), "start")]
        case MatchStage.BETWEEN:
            label = words("Next deal") if table.waits_for_one(lobby) else words("Ready")
            return [button(table, label, "ready", main=True), *free]
        case MatchStage.PAUSED:
            return [button(table, words("Continue"), "on", main=True), *free]
        case MatchStage.VACANT:
            return [*free, *([button(table, words("Continue"), "on")] if state.paused else [])]
        case MatchStage.OVER:
            return [rematch_button(table, words)]
        case MatchStage.DEAL:
            return []


def afterwards(table: Table, words: Words) -> list[Component]:
    """The buttons of a closed table; the cards of a tournament are still secret."""
    if table.terms.mode.is_organised:
        return look_back(table, words)[:1]
    is_over = MatchState.of(table.lobby).is_over
    again = rematch_button(table, words) if is_over else again_button(table.id, words)
    return [again, *look_back(table, words)]


def rematch_button(table: Table, words: Words) -> Component:
    """The button that opens another match between the same people; it works on a closed table too."""
    return components.button(f"{REMATCH}:{table.id}", words("Rematch"))


def _seat_button(table: Table, seat: int, words: Words, *, main: bool = False) -> Component:
    return button(table, words("Seat {seat}", seat=seat + 1), "seat", str(seat), main=main)


# The end of a match


def finale(table: Table, words: Words) -> str:
    """How the match ended, and what that brought everyone; nothing while it lasts."""
    state = MatchState.of(table.lobby)
    if not state.is_over or (table.terms.mode.is_duplicate and not state.ending):
        return ""
    return lines(
        f"### {_outcome(table, state, words)}",
        totals(table, words),
        small(unrated_text(table.unrated, words)),
        small(_away(table, state, words)),
    )


def _outcome(table: Table, state: MatchState, words: Words) -> str:
    """In one sentence: who has won the match, where the antes are, and why it is over."""
    options, person, is_paid = table.terms.options, seat_holder(table, words), bool(table.lobby.nets)
    seats = winning_seats(table.lobby, options)
    why = why_over(state.ending, state.points, state.winners, options, person, words)
    if state.ending == Ending.DEFAULT.value:
        gone = " & ".join(person(seat) for seat in options.seats if seat not in seats)
        why = words("{people} had left, or stayed away for too long", people=gone)
    about = {"who": " & ".join(map(person, seats)), "why": why}
    if seats and is_paid:
        return words.counted("🏆 {who} win the match and share the antes: {why}", len(seats), **about)
    if seats:
        return words.counted("🏆 {who} win the match: {why}", len(seats), **about)
    if is_paid:
        return words("The match has no winner, and the players who were there share the antes: {why}", **about)
    if options.ante:
        return words("The match has no winner, and everyone got their ante back: {why}", **about)
    return words("The match has no winner: {why}", **about)


def _away(table: Table, state: MatchState, words: Words) -> str:
    """Who could win no more than the ante; nothing where nobody put one in, or everybody was there."""
    away = [words.person(player) for seat, player in enumerate(state.players) if seat in mostly_away(state)]
    if not table.terms.options.ante or not away:
        return ""
    rule = words("Anyone who was away for more than half of the deals wins no more than their ante.")
    return joined(words.listed(away), rule)
