"""A Blackjack table between two rounds: the bets, who has none yet, and the buttons."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies.components import Component
from cogs.blackjack.scene import dropped
from cogs.table.parts import button, crowd, joined, lines, mark, more_button, review_button, small, time_left
from i18n.words import Words
from tables.blackjack.blackjack_adapter import lowest_bet
from tables.blackjack.state import BlackjackState
from tables.lobby import Lobby
from tables.table import Table


def invitation(table: Table, words: Words) -> str:
    """Who has to do what, and until when."""
    if table.lobby.bets:
        return joined(words("**Place your bets**"), time_left(table))
    if table.lobby.nets and any(table.lobby.seats):
        people = words.listed(map(words.name, filter(None, table.lobby.seats)))
        return words("**Place your bets:** {people}", people=f"**{people}**")
    return words("**Place your bets.** A bet takes a seat. The cards are dealt when everyone seated has bet.")


def betting(table: Table, words: Words, named: int | None) -> str:
    """Seats and the bets on them, and the last round in short; of a crowd only the first `named`."""
    lobby = table.lobby
    return lines(
        seated(lobby, words, named), _late(lobby, words), _last_round(lobby, words, named), dropped(table, words)
    )


def seated(lobby: Lobby, words: Words, named: int | None) -> str:
    """Who sits where, with the bets on each seat and behind it."""
    rows = []
    for seat, user_id in enumerate(lobby.seats):
        if user_id is not None:
            bets = {bet.kind: bet.chips for bet in lobby.bets if bet.box == seat and bet.user_id == user_id}
            main = f"**{words.chips(bets['main'])}**" if "main" in bets else "–"
            pair = words("pair {chips}", chips=bets["pair"]) if "pair" in bets else ""
            rows.append(f"{mark(seat)} {words.name(user_id)} " + " · ".join(filter(None, [main, pair])))
        pairs = {bet.user_id: bet.chips for bet in lobby.bets if bet.box == seat and bet.kind == "behind pair"}
        behind = [
            f"{words.name(bet.user_id)} {behind_text(bet.chips, pairs.get(bet.user_id, 0), words)}"
            for bet in lobby.bets
            if bet.box == seat and bet.kind == "behind"
        ]
        if behind:
            rows.append(small(words("behind: {bets}", bets=crowd(behind, words, named))))
    return lines(*rows)


def behind_text(chips: int, pair: int, words: Words) -> str:
    """A bet behind a seat, and the Pair bet with it, if there is one."""
    return f"{words.chips(chips)} ({words('pair {chips}', chips=pair)})" if pair else words.chips(chips)


def controls(table: Table, words: Words) -> Iterator[list[Component]]:
    """The buttons between rounds: those that bet, then the others."""
    lobby, least = table.lobby, words("Bet {chips}", chips=lowest_bet(table.terms))
    same = words("Same")
    if len(lobby.last) == 1:
        ((one, *more),) = lobby.last.values()
        same = same if more else f"{same} {words.chips(one.chips)}"
    bets = [
        button(table, least, "minimum", main=not lobby.last),
        button(table, same, "again", main=True) if lobby.last else None,
        button(table, words("Bet…"), "bet"),
        button(table, "×2", "twice") if lobby.last or lobby.bets else None,
    ]
    others = [
        button(table, words("Join"), "sit") if None in lobby.seats else button(table, words("Bet behind…"), "behind"),
        *last_review_button(table, words),
        more_button(table, words),
    ]
    for row in (bets, others):
        yield [item for item in row if item is not None]


def last_review_button(table: Table, words: Words) -> list[Component]:
    """The button to one's own decisions in the last round, until the next one begins."""
    is_shown = BlackjackState.of(table.lobby).last is not None and not table.was_voided
    return [review_button(table.id, table.rounds, words)] if is_shown else []


def _late(lobby: Lobby, words: Words) -> str:
    """The players without a bet while others have one, and what that costs them."""
    bettors = {bet.user_id for bet in lobby.bets}
    late = [user_id for user_id in lobby.seats if user_id is not None and user_id not in bettors]
    if not bettors or not late:
        return ""
    return small(words("No bet yet: {people}. Without one you lose your seat.", people=words.people(late)))


def _last_round(lobby: Lobby, words: Words, named: int | None) -> str:
    if not lobby.nets:
        return ""
    dealer = BlackjackState.of(lobby).dealer
    nets = [f"{words.name(user_id)} {words.signed(net)}" for user_id, net in lobby.nets.items()]
    return small(words("last round: dealer {total}", total=dealer) if dealer else "", crowd(nets, words, named, " · "))
