"""A table of Five Hundred: the public message, the panel of one person, and the message of a private table.

Pure functions of the table. running_deal.py draws a deal, between_deals.py all else.
"""

from __future__ import annotations

from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.coach.hints import NO_HINT, Hint
from cogs.five_hundred.absent import has_left, left_panel, replaced_by
from cogs.five_hundred.between_deals import (
    afterwards,
    controls,
    ended,
    finale,
    invitation,
    last_trick,
    own_result,
)
from cogs.five_hundred.finished_deal import is_moment, result_of
from cogs.five_hundred.own_hand import Chosen
from cogs.five_hundred.running_deal import DealPicture, HandPanel, PrivateDeal
from cogs.five_hundred.wording import AMBER, daily_heading, seat_holder
from cogs.table.faces import CardText
from cogs.table.house import house_notes
from cogs.table.parts import (
    GOLD,
    closed,
    closing,
    farewell,
    heading,
    in_one_message,
    layout,
    lines,
    pace,
    promise,
    review_button,
    small,
    tint,
    too_late,
)
from games.core import Button
from i18n.words import Words
from tables.five_hundred.match_state import MatchState
from tables.table import Table

DAILY_RESULT = "dailyresult"
"""What comes before the day in the address of a daily deal's result."""


def draw(table: Table, words: Words, cards: CardText, *, adds: bool = False, reader: int | None = None) -> Layout:
    """The public message of `table`: cards as emojis, as far as there is room.

    `adds`: a house player can come. `reader` is whoever reads it alone.
    """

    def drawn(cards: CardText) -> Layout:
        state = MatchState.of(table.lobby)
        if table.is_playing and not table.is_closed:
            deal = DealPicture(table, words, cards)
            return layout(GOLD if deal.moment() else AMBER, deal.sections(top(table, words)), deal.controls())
        own, net = own_result(table, reader, words)
        colour = tint(net, accent(table))
        told = [top(table, words), own, finale(table, words)]
        if table.is_closed:
            is_said = state.is_over or (table.terms.mode.is_duplicate and state.deal)
            told += [ended(table, words, reader), "" if is_said else farewell(table, words)]
            return layout(colour, told, [_afterwards(table, words)])
        if state.is_over:
            told.append(ended(table, words, reader))
        else:
            told.append(lines(ended(table, words, reader), last_trick(table, words, cards)))
            told.append(lines(invitation(table, words), promise(table, words)))
        return layout(colour, told, controls(table, words, adds=adds))

    return in_one_message(drawn, cards)


def draw_panel(
    table: Table, user_id: int, words: Words, cards: CardText, choice: Chosen, hint: Hint = NO_HINT
) -> Layout:
    """The panel of `user_id`, at any moment of the table."""
    if table.is_closed:
        return layout(AMBER, [closed(words)], [])
    if has_left(table, user_id):
        text, way_back = left_panel(table, words)
        return layout(AMBER, [text], [way_back])
    play = table.play
    seat = play.setup.seat_of(user_id) if play is not None else None
    if play is None or seat is None or play.is_over:
        own, net = own_result(table, user_id, words)
        return layout(tint(net, AMBER), [lines(own, _outside(table, user_id, words))])
    panel = HandPanel(table, seat, words, cards, choice, hint)
    return layout(AMBER, panel.sections(), panel.controls())


def _outside(table: Table, user_id: int, words: Words) -> str:
    if user_id not in table.lobby.seats:
        return replaced_by(table, user_id, words) or words("You're watching.")
    if MatchState.of(table.lobby).is_over:
        return words("This match is over. Press {rematch} at its table to play again.", rematch=Button("Rematch"))
    return lines(words("No cards right now. They will appear here with the next deal."), too_late(table, words))


def draw_private(
    table: Table,
    user_id: int,
    words: Words,
    cards: CardText,
    choice: Chosen,
    hint: Hint = NO_HINT,
    *,
    adds: bool = False,
) -> Layout:
    """The message of a private table for `user_id`, its host: cards as emojis, as far as there is room."""
    seat = table.play.setup.seat_of(user_id) if table.play is not None and table.is_playing else None
    if seat is None:
        return draw(table, words, cards, adds=adds, reader=user_id)

    def drawn(cards: CardText) -> Layout:
        return PrivateDeal(HandPanel(table, seat, words, cards, choice, hint)).view(top(table, words))

    return in_one_message(drawn, cards)


# Around it


def top(table: Table, words: Words) -> str:
    """The match and its deal, what it is played to and for, how fast, and who deals."""
    state, options, playing = MatchState.of(table.lobby), table.terms.options, table.is_playing
    mode = table.terms.mode
    if mode.day:
        return lines(daily_heading(mode.day, words), small(words("One deal, alone against the house")))
    match = words("### {game} · match {match}", game=table.game.title, match=str(table.id))
    name = heading(table, words) if mode.title else match
    deal = table.lobby.counted + playing if mode.deals else 0 if state.is_over else state.deal + playing
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


def accent(table: Table) -> int:
    """The colour of the table: gold for a slam, a misère that was made, and the end of a match that somebody won."""
    state, last = MatchState.of(table.lobby), MatchState.of(table.lobby).last
    if table.is_playing:
        return AMBER
    is_great = last is not None and is_moment(result_of(last), table.terms.options)
    return GOLD if is_great or state.winners else AMBER


def _afterwards(table: Table, words: Words) -> list[Component]:
    """The buttons of a closed table."""
    state, day = MatchState.of(table.lobby), table.terms.mode.day
    if day:
        return [daily_result_button(day, words), review_button(table.id, state.deal, words)] if state.deal else []
    return afterwards(table, words)


def daily_result_button(day: int, words: Words, *, stands_out: bool = True) -> Component:
    """The button that shows what the deal of a day brought its reader, beside all others."""
    style = ButtonStyle.primary if stands_out else ButtonStyle.secondary
    return components.button(f"{DAILY_RESULT}:{day}", words("Result"), style)
