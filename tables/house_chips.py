"""What goes back after a round, or a match, because it is above what a server lets people win and lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from data.ledger.flows import Allowed, Flow, returned
from data.ledger.reasons import LedgerReason
from data.people import is_house_player
from games.core import Transfer
from tables.lobby import Back, Lobby
from tables.round_in_play import Setup


def transfers_back(setup: Setup, back: Iterable[Flow]) -> Iterator[Transfer]:
    """What goes back after a round, between its seats."""
    for flow in back:
        yield Transfer(setup.people.index(flow.payer), setup.people.index(flow.payee), flow.chips, _why(flow))


def won_from_house(setup: Setup, flows: Iterable[Flow], back: Iterable[Flow]) -> dict[int, int] | None:
    """What each member has won from house players in a round, once `back` has gone back.

    None when no house player was in it.
    """
    if not setup.has_house_players:
        return None
    won: Counter[int] = Counter()
    for flow in (*flows, *back):
        if flow.is_with_house:
            won[flow.payee] += flow.chips
            won[flow.payer] -= flow.chips
    return won


def within_limits(lobby: Lobby, flows: Sequence[Flow], allowed: Allowed) -> tuple[Lobby, tuple[Flow, ...]]:
    """`lobby` in which what of `flows` is above the limits is paid back with its other payments; and what that is."""
    back = returned(flows, allowed)
    lobby = replace(lobby, back=summed(back))
    for flow in back:
        change = {flow.payee: flow.chips, flow.payer: -flow.chips}
        nets = {who: after for who, net in lobby.nets.items() if (after := net + change.get(who, 0))}
        lobby = replace(lobby, payments=tuple(_with_back(lobby.payments, flow)), nets=nets)
    return lobby, back


def summed(back: Iterable[Flow]) -> tuple[Back, ...]:
    """What people are told of what went back."""
    chips = Counter[tuple[int, int, str]]()
    for flow in back:
        why = "members" if flow.unearned or not flow.is_with_house else "beside house players"
        chips[flow.payer, flow.payee, why] += flow.chips
    return tuple(Back(payer, payee, amount, why) for (payer, payee, why), amount in chips.items())


def _with_back(payments: Iterable[Transfer], flow: Flow) -> Iterator[Transfer]:
    """`payments` and what goes back, or instead of one that would be paid and returned only what stays of it."""
    left = flow.chips
    for payment in payments:
        less = min(left, payment.amount) if (payment.payer, payment.payee) == (flow.payee, flow.payer) else 0
        left -= less
        if payment.amount > less:
            yield replace(payment, amount=payment.amount - less)
    if left:
        yield Transfer(flow.payer, flow.payee, left, _why(flow))


def _why(flow: Flow) -> LedgerReason:
    of_house = is_house_player(flow.payer) or is_house_player(flow.payee)
    return LedgerReason.PRACTICE_RETURN if of_house else LedgerReason.LIMIT_RETURN
