"""Chips at tables with house players: what everybody has for practice, and the most that a member may win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from data.ledger.reasons import LedgerReason
from games.core import Account, Seat, Transfer
from tables.game import Setup

PRACTICE_STAKES = 20
"""Everybody at a table for practice has so many times the highest bet, anew in each round."""


def practice_purses(people: Iterable[int], maximum: int) -> dict[int, int]:
    """What everybody has to play with in a round for practice, in chips that are none."""
    return dict.fromkeys(people, PRACTICE_STAKES * maximum)


def returned(setup: Setup, flows: Collection[tuple[Seat, Seat, int]]) -> Iterator[Transfer]:
    """What goes back because a member may win no more from house players today.

    `flows` are (member, house player, chips that the member won from them, below 0 when lost). Whoever had reached the
    limit before the round (`setup.winnable`) plays without risk: all that passed between them goes back. Whoever
    reaches it in this round gives back what is above it.
    """
    for seat in dict.fromkeys(member for member, _, _ in flows):
        left = setup.winnable.get(setup.user_id_in(seat))
        own = [(house, chips) for member, house, chips in flows if member == seat and chips]
        if left is None:
            continue
        above = max(sum(chips for _, chips in own) - left, 0)
        for house, chips in own:
            if left <= 0:
                payer, payee = (seat, house) if chips > 0 else (house, seat)
                yield Transfer(payer, payee, abs(chips), LedgerReason.PRACTICE_RETURN)
            elif back := min(max(chips, 0), above):
                above -= back
                yield Transfer(seat, house, back, LedgerReason.PRACTICE_RETURN)


def won_from_house(
    setup: Setup, flows: Collection[tuple[Seat, Seat, int]], back: Iterable[Transfer]
) -> dict[int, int] | None:
    """What each member has won from house players in a round, once `back` has gone back, as `returned` says.

    None when no house player was in it.
    """
    if not setup.has_house_players:
        return None
    won: Counter[Account] = Counter()
    for member, _, chips in flows:
        won[member] += chips
    for transfer in back:
        won[transfer.payer] -= transfer.amount
        won[transfer.payee] += transfer.amount
    return {setup.user_id_in(member): won[member] for member, _, _ in flows}
