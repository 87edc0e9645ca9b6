"""What the players of a match of Five Hundred have been asked to agree on, and the buttons to answer."""

from __future__ import annotations

from cogs.app.replies.components import Component
from cogs.five_hundred.absent import absent_text, ends_text, way_out_buttons
from cogs.table.parts import button, lines, small
from games.core import Button
from i18n.words import Words
from tables.five_hundred.match_state import (
    MatchState,
    Proposal,
    ProposalKind,
    awaited_to_agree,
    awaited_to_go_on,
    there,
)
from tables.table import Table


def agreement_text(table: Table, words: Words) -> str:
    """Absent players, what somebody has asked of all, and whose answers are missing; in a pause, for whom it waits."""
    state = MatchState.of(table.lobby)
    proposal = state.proposal
    paused = lines(pause_text(table, words) if state.paused and table.is_playing else "", absent_text(table, words))
    if proposal is None:
        return paused
    waits = words.people(awaited_to_agree(table.lobby))
    question = lines(f"**{_proposed(proposal, words)}**", small(_forfeits(table, proposal, words)))
    return lines(paused, question, small(words("Waiting for {people}", people=waits)))


def _forfeits(table: Table, proposal: Proposal, words: Words) -> str:
    here = there(table.lobby)
    out = [user_id for user_id in MatchState.of(table.lobby).players if user_id not in here]
    if proposal.what is not ProposalKind.END or not table.terms.options.ante or not out or not here:
        return ""
    return words("The antes of {people} then go to the other sides.", people=words.people(out))


def _proposed(proposal: Proposal, words: Words) -> str:
    by = words.person(proposal.by)
    match proposal.what:
        case ProposalKind.PAUSE:
            return words("{person} asks for a pause. Do you agree?", person=by)
        case ProposalKind.END:
            return words("{person} asks to end the match without a winner. Do you agree?", person=by)
        case ProposalKind.SEAT:
            return words(
                "{person} asks to take over seat {seat}. Do you agree?", person=by, seat=(proposal.about or 0) + 1
            )
        case ProposalKind.GONE:
            return words(
                "{person} asks to replace {other}, who hasn't come back. Do you agree?",
                person=by,
                other=words.person(proposal.about or 0),
            )


def agreement_buttons(table: Table, words: Words) -> list[Component]:
    """The answers to what somebody has asked of all; in a paused deal, the buttons to continue or to end."""
    proposal = MatchState.of(table.lobby).proposal
    if proposal is not None:
        yes = button(table, words("Yes"), "yes", proposal.key, main=True)
        return [yes, button(table, words("No"), "no", proposal.key)]
    if table.is_playing and MatchState.of(table.lobby).paused:
        return [button(table, words("Continue"), "on", main=True), *way_out_buttons(table, words)]
    return way_out_buttons(table, words) if table.is_playing else []


def pause_text(table: Table, words: Words) -> str:
    """That there is no time limit, and for whom the match waits."""
    waits = words.people(awaited_to_go_on(table.lobby))
    text = words(
        "**Paused**, no time limit. Waiting for {people} to press {button}", people=waits, button=Button("Continue")
    )
    return lines(text, ends_text(table, words))
