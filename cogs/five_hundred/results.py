"""What a deal of Five Hundred brought and how a match ended, as everybody reads it between deals."""

from __future__ import annotations

from cogs.cards.faces import CardText
from cogs.five_hundred.match_picture import score, seat_holder
from cogs.five_hundred.wording import Person, bid_text, side_text, taken_text, trick_text
from cogs.table.parts import lines, small
from data.tables.matches import Ending
from games.five_hundred import Bid, Contract, FiveHundredView, Options, Result
from i18n.words import Words
from tables.five_hundred.match_state import MatchState, there, winning_seats
from tables.table import Table


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


def last_trick(table: Table, words: Words, cards: CardText) -> str:
    """The trick that ended the last deal, as long as this process remembers it."""
    view: FiveHundredView | None = table.play.round.view(None) if table.play is not None else None
    if table.play is None or view is None or view.last_trick is None:
        return ""
    setup = table.play.setup
    trick = trick_text(view.last_trick, lambda seat: f"<@{setup.user_id_in(seat)}>", cards, words)
    return small(words("Last trick: {cards}", cards=trick))
