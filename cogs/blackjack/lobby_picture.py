"""A Blackjack table between two rounds: the bets, who has none yet, and the buttons."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.answers.components import Component
from cogs.table.parts import button, crowd, lines, mark, more_button, small, soon
from i18n.words import Words
from tables.blackjack.adapter import can_deal_now
from tables.blackjack.state import BlackjackState
from tables.lobby import Lobby
from tables.table import Table


def invitation(table: Table, words: Words) -> str:
    """What to do, and until when."""
    if can_deal_now(table.lobby):
        return words("**All bets are in.** The cards come {when}; a free seat is open.", when=soon(table.deadline))
    if table.lobby.bets:
        return words("**Place your bets.** Betting closes {when}.", when=soon(table.deadline))
    return words("**Place your bets.** The first bet starts the clock.")


def betting(lobby: Lobby, words: Words, named: int | None) -> str:
    """Seats and the bets on them; of a crowd only the first `named`."""
    rows = []
    for seat, user_id in enumerate(lobby.seats):
        bets = {bet.kind: bet.chips for bet in lobby.bets if bet.box == seat and bet.user_id == user_id}
        if user_id is not None:
            main = f"**{words.chips(bets['main'])}**" if "main" in bets else "–"
            pair = words("pair {chips}", chips=bets["pair"]) if "pair" in bets else ""
            rows.append(f"{mark(seat)} <@{user_id}>  " + " · ".join(filter(None, [main, pair])))
    for seat in range(len(lobby.seats)):
        behind = [
            f"{words.person(bet.user_id)} {words.chips(bet.chips)}"
            for bet in lobby.bets
            if bet.box == seat and bet.kind == "behind"
        ]
        if behind:
            rows.append(small(words("behind {seat}: {bets}", seat=seat + 1, bets=crowd(behind, words, named))))
    return lines(*rows, _late(lobby, words), _last_round(lobby, words, named))


def controls(table: Table, words: Words) -> Iterator[list[Component]]:
    """The buttons between rounds."""
    lobby = table.lobby
    has_room, has_people = None in lobby.seats, any(user_id is not None for user_id in lobby.seats)
    deals = can_deal_now(lobby)
    row = [
        button(table, words("Deal now"), "deal", main=True) if deals else None,
        button(table, words("Sit"), "sit") if has_room else None,
        button(table, words("Bet"), "bet", main=not deals),
        button(table, words("Same again"), "again", main=not deals) if lobby.last else None,
        button(table, words("Bet behind"), "behind") if has_people else None,
        more_button(table, words),
    ]
    yield [item for item in row if item is not None]


def _late(lobby: Lobby, words: Words) -> str:
    """Who has no bet yet while others have, and what that costs."""
    bettors = {bet.user_id for bet in lobby.bets}
    late = [user_id for user_id in lobby.seats if user_id is not None and user_id not in bettors]
    if not bettors or not late:
        return ""
    return small(words("No bet yet: {people}. Without one you lose the seat.", people=words.people(late)))


def _last_round(lobby: Lobby, words: Words, named: int | None) -> str:
    """The last round, in one line."""
    if not lobby.nets:
        return ""
    dealer = BlackjackState.of(lobby).dealer
    nets = [f"{words.person(user_id)} {words.signed(net)}" for user_id, net in lobby.nets.items()]
    return small(words("last round: dealer {total}", total=dealer) if dealer else "", crowd(nets, words, named, " · "))
