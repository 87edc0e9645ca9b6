"""What a deal of Five Hundred brought and how a match ended, as everybody reads it between deals, and the moments of a
deal that deserve a line of their own: a partner found, a contract decided, all on the last trick.
"""

from __future__ import annotations

from collections.abc import Iterable

from cogs.five_hundred.finished_deal import FinishedDeal, is_moment, result_of
from cogs.five_hundred.match_picture import seat_holder
from cogs.five_hundred.score_sheet import ScoreSheet
from cogs.five_hundred.wording import AMBER, Person, bid_text, short_bid, side_text, trick_text, unrated_text
from cogs.table.faces import CardText
from cogs.table.parts import GOLD, dotted, lines, small, too_late
from cogs.table.totals import achieved, totals
from data.tables.matches import Ending
from games.core import Phrase
from games.five_hundred import Bid, Contract, DealResult, FiveHundredView, Options, Phase
from games.five_hundred import events as ev
from games.five_hundred.packs import HAND
from games.five_hundred.score import OUT_THE_BACK_DOOR, SLAM
from i18n.words import Words
from tables.five_hundred.match_state import MatchState, mostly_away, there, winning_seats
from tables.table import Table

# A deal


def ended(table: Table, words: Words, reader: int | None = None) -> str:
    """The last deal's result, and the score sheet after it; `reader` is whoever reads it alone."""
    state, options = MatchState.of(table.lobby), table.terms.options
    if not state.players:
        return ""
    person, seat = seat_holder(table, words), state.players.index(reader) if reader in state.players else None
    deal = FinishedDeal.last_of(state, options, words)
    sheet = "" if table.terms.mode.day else ScoreSheet(state, options, words, seat).text(person)
    brought = "" if state.winners or state.abandoned else achieved(table, words)
    return lines(deal.text() if deal is not None else "", brought, sheet, too_late(table, words))


def accent(table: Table) -> int:
    """The colour of the table: gold for a slam, a misère that was made, and the end of a match that somebody won."""
    state, last = MatchState.of(table.lobby), MatchState.of(table.lobby).last
    if table.is_playing:
        return AMBER
    is_great = last is not None and is_moment(result_of(last), table.terms.options)
    return GOLD if is_great or state.winners else AMBER


def last_trick(table: Table, words: Words, cards: CardText) -> str:
    """The trick that ended the last deal, as long as this process remembers it."""
    view: FiveHundredView | None = table.play.round.view(None) if table.play is not None else None
    if table.play is None or view is None or view.last_trick is None:
        return ""
    setup = table.play.setup
    trick = trick_text(view.last_trick, lambda seat: words.person(setup.user_id_in(seat)), cards, words)
    return small(words("Last trick: {cards}", cards=trick))


# The end of a match


def finale(table: Table, words: Words) -> str:
    """How the match ended, and what that brought everyone; nothing while it lasts."""
    state, person = MatchState.of(table.lobby), seat_holder(table, words)
    if table.terms.mode.is_duplicate and not state.ending:
        return ""
    if state.abandoned:
        text = words("**The match has ended without a winner.**")
        antes = _antes_back(table, state, words), _away(table, state, words)
        why = _WHY_ENDED.get(state.ending)
        return lines(text, small(words.said(why) if why else "", *antes), totals(table, words))
    return _won(table, state, person, words) if state.winners else ""


def _won(table: Table, state: MatchState, person: Person, words: Words) -> str:
    seats = winning_seats(table.lobby, table.terms.options)
    return lines(
        words.counted("### 🏆 {who} win the match", len(seats), who=" & ".join(map(person, seats))),
        _why_won(table, state, person, words),
        small(_best_contract(state, words), words.counted("{count} deals", state.deal)),
        small(unrated_text(table.unrated, words)),
        small(_away(table, state, words)),
        totals(table, words),
    )


def _why_won(table: Table, state: MatchState, person: Person, words: Words) -> str:
    """What made them win, and by how much."""
    options: Options = table.terms.options
    if state.ending == Ending.DEFAULT.value:
        gone = " & ".join(person(seat) for seat in options.seats if seat not in state.stayed)
        if not state.stayed:  # a match that ended under an older version doesn't say who stayed
            return words("Nobody else was still there.")
        return words("{people} had left, or stayed away for too long.", people=gone)
    out = [side for side in range(options.sides) if state.points[side] <= OUT_THE_BACK_DOOR]
    others = [points for side, points in enumerate(state.points) if side not in state.winners]
    best = max(points for side, points in enumerate(state.points) if side in state.winners)
    margin = words.counted("Won by {count} points.", best - max(others)) if others else ""
    if out:
        losers = " & ".join(side_text(options, side, person) for side in out)
        how = words("{people} fell to {lowest} or less.", people=losers, lowest=OUT_THE_BACK_DOOR)
    else:
        how = words.counted("They reached {count} points.", options.target)
    return f"{how} {margin}"


def _best_contract(state: MatchState, words: Words) -> str:
    best = state.best
    if best is None:
        return ""
    return words(
        "Best contract: {bid} by {person} in deal {deal}, {points}",
        bid=short_bid(Bid.parse(best.bid), words),
        person=words.person(best.person),
        deal=best.deal,
        points=words.signed(best.points),
    )


_WHY_ENDED = {
    Ending.AGREED.value: Phrase("Everyone who was there agreed."),
    Ending.LEFT.value: Phrase("Everyone had left."),
    Ending.VOID.value: Phrase("A manager of this server declared it void."),
    Ending.IDLE.value: Phrase("Nobody played for a while."),
}


def _antes_back(table: Table, state: MatchState, words: Words) -> str:
    if not table.terms.options.ante:
        return ""
    here = there(table.lobby)
    if state.ending == Ending.AGREED.value and here and len(here) < len(state.players):
        return words("Players who weren't there forfeited their antes to the other sides.")
    return words("Everyone got their ante back.")


def _away(table: Table, state: MatchState, words: Words) -> str:
    """Who could win no more than the ante; nothing where nobody put one in, or everybody was there."""
    away = [words.person(player) for seat, player in enumerate(state.players) if seat in mostly_away(state)]
    if not table.terms.options.ante or not away:
        return ""
    rule = words("Anyone who was away for more than half of the deals wins no more than their ante.")
    return dotted(words.listed(away), rule)


def moment(view: FiveHundredView, events: Iterable[object], person: Person, words: Words) -> str:
    """What just happened at a great moment, as a heading; nothing at any other. `view` is the public's."""
    contract = view.contract
    if contract is None or view.phase is not Phase.PLAY:
        return ""
    told = [text for event in events if (text := _told(event, view, contract, person, words))]
    return f"### {told[-1]}" if told else ""


def _told(event: object, view: FiveHundredView, contract: Contract, person: Person, words: Words) -> str:
    match event:
        case ev.PartnerKnown(partner):
            return words("{partner} is the partner of {person}!", partner=person(partner), person=person(contract.seat))
        case ev.WentAlone(seat):
            return words("{person} plays alone against everyone!", person=person(seat))
        case ev.HandShown(seat):
            return words("{person} shows their hand!", person=person(seat))
        case ev.TrickWon(winner) if view.partner_is_known:
            return _decided(view, contract, winner, words)
        case _:
            return ""


def _decided(view: FiveHundredView, contract: Contract, winner: int, words: Words) -> str:
    """What the trick that `winner` has just won means for the contract."""
    call, played = contract.bid.call, sum(view.tricks_won)
    won = DealResult(contract, view.tricks_won).taken(view.options)
    is_ours = winner in contract.side(view.options)
    bid = bid_text(contract.bid, words)
    if not call.is_misere:
        if won == played == HAND - 1 and view.options.slam_bonus and call.value < SLAM:
            return words("One more trick makes a slam!")
        if is_ours and won == call.tricks:
            return words("{bid} made!", bid=bid)
        if not is_ours and played - won == HAND - call.tricks + 1:
            return words("{bid} lost!", bid=bid)
    if played == HAND - 1 and (call.is_misere or won == call.tricks - 1):
        return words("The last trick decides!")
    return ""
