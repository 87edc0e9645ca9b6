"""How a match ends, and who gets the antes then: payments between people and the table's pot.

Whoever has left or is gone forfeits the ante to the players of the other sides who are still there; whoever was removed
gets it back, so that nobody wins chips by removing somebody. Nobody wins any by staying away: who was mostly away gets
the own ante back at most, and the rest goes back to those who lost theirs. No discord here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from data.ledger.flows import Flow, passed
from data.ledger.reasons import LedgerReason
from data.people import is_house_player
from data.tables.matches import Ending
from games.core import Pot, Seat, Transfer
from games.five_hundred import Options, forfeit_shares
from tables.five_hundred.match_state import MatchState, mostly_away, seats_there, with_state
from tables.lobby import Lobby

DEALS_TO_EARN = 2
"""What a match brings that is over after fewer deals counts as given."""
_NOTHING_OPEN = {"paused": False, "rests": False, "back": (), "proposal": None}


def abandoned(lobby: Lobby, options: Options, ending: Ending) -> Lobby:
    """The match has ended without a winner, and everybody gets their ante back."""
    back = _from_pot(((player, options.ante) for player in MatchState.of(lobby).players), LedgerReason.ANTE_BACK)
    return with_state(_over(lobby, options, back), abandoned=True, ending=ending.value)


def played(lobby: Lobby, options: Options) -> Lobby:
    """The match was to have so many deals, and its table closes."""
    return replace(with_state(_over(lobby, options, ()), abandoned=True), closing=True)


def agreed(lobby: Lobby, options: Options) -> Lobby:
    """The match has ended because all who are there agreed; whoever is not there has forfeited the ante."""
    return with_state(_by_those_there(lobby, options), abandoned=True, ending=Ending.AGREED.value)


def by_default(lobby: Lobby, options: Options, side: int) -> Lobby:
    """The match is won by `side`, the only one still there."""
    return with_state(_by_those_there(lobby, options), winners=(side,), ending=Ending.DEFAULT.value)


def won(lobby: Lobby, options: Options, shares: Iterable[int]) -> Lobby:
    """The match is won in play, and each seat has its share of the antes."""
    paid = _with_losses_back(lobby, options, shares)
    back = _from_pot(((player, share) for player, share in paid if share <= options.ante), LedgerReason.ANTE_BACK)
    more = _from_pot(((player, share) for player, share in paid if share > options.ante), LedgerReason.ANTES_WON)
    return _over(lobby, options, (*back, *more))


def ante_of(user_id: int, options: Options) -> Iterator[Transfer]:
    """The ante of somebody who begins to play."""
    if options.ante:
        yield Transfer(user_id, Pot.MIDDLE, options.ante, LedgerReason.ANTE)


def forfeited(lobby: Lobby, options: Options, seat: Seat) -> Iterator[Transfer]:
    """The ante of whoever left `seat`, for the players of the other sides: those who are there, or else all of them.

    It goes back where all of these were mostly away.
    """
    state, side = MatchState.of(lobby), options.side_of(seat)
    players, away = state.players, mostly_away(state)
    others = [other for other in options.seats if options.side_of(other) != side]
    getting = [other for other in others if other in seats_there(lobby)] or others
    getting = [other for other in getting if other not in away]
    yield from _from_pot([(players[seat], options.ante)], LedgerReason.ANTE_BACK)
    if not getting or players[seat] in state.removed:
        return
    each, rest = divmod(options.ante, len(getting))
    for index, other in enumerate(getting):
        if chips := each + (index < rest):
            yield Transfer(players[seat], players[other], chips, LedgerReason.ANTE_FORFEITED)


def flows(before: Lobby, after: Lobby) -> Iterator[Flow]:
    """Who wins what from whom by this change: the antes of those who are replaced, and of the losers at the end.

    Without play nobody wins anything but gifts: by a forfeit, or by a match that is over too soon.
    """
    state, old = MatchState.of(after), MatchState.of(before)
    for paid in after.payments:
        if isinstance(paid.payer, int) and isinstance(paid.payee, int):
            yield Flow(paid.payer, paid.payee, paid.amount, unearned=True)
    if state.is_over and not old.is_over:
        is_unearned = bool(state.ending) or state.deal < DEALS_TO_EARN
        beside_house = any(map(is_house_player, (*state.players, *(each.old for each in state.replaced))))
        for payer, payee, chips in passed(after.nets):
            yield Flow(payer, payee, chips, is_unearned, beside_house)


def _by_those_there(lobby: Lobby, options: Options) -> Lobby:
    """The match is over, and its antes go to those who are there: their own, and what others have forfeited."""
    stayed, state = seats_there(lobby), MatchState.of(lobby)
    removed = [seat for seat, player in enumerate(state.players) if player in state.removed]
    shares = _with_losses_back(lobby, options, forfeit_shares(options, stayed, removed))
    back = _from_pot(((player, min(share, options.ante)) for player, share in shares), LedgerReason.ANTE_BACK)
    more = _from_pot(((player, share - options.ante) for player, share in shares), LedgerReason.ANTE_FORFEITED)
    return with_state(_over(lobby, options, (*back, *more)), stayed=tuple(stayed))


def _with_losses_back(lobby: Lobby, options: Options, shares: Iterable[int]) -> list[tuple[int, int]]:
    """What each player gets of the antes that are shared so, by seat; nobody who was mostly away wins any."""
    state, ante, shared = MatchState.of(lobby), options.ante, list(shares)
    away = mostly_away(state)
    kept = [min(share, ante) if seat in away else share for seat, share in enumerate(shared)]
    losers = [seat for seat, share in enumerate(shared) if share < ante]
    each, rest = divmod(sum(shared) - sum(kept), max(len(losers), 1))
    for index, seat in enumerate(losers):
        kept[seat] += each + (index < rest)
    return list(zip(state.players, kept, strict=True))


def _from_pot(payees: Iterable[tuple[int, int]], why: LedgerReason) -> Iterator[Transfer]:
    return (Transfer(Pot.MIDDLE, user_id, chips, why) for user_id, chips in payees if chips > 0)


def _over(lobby: Lobby, options: Options, payments: Iterable[Transfer]) -> Lobby:
    """The match is over: its pot is paid out, and everyone's net is what they got from it less their ante.

    Nobody takes over a house player's seat any more.
    """
    paid = tuple(payments)
    nets = dict.fromkeys(MatchState.of(lobby).players, -options.ante)
    for payment in paid:
        if isinstance(payment.payee, int):
            nets[payment.payee] += payment.amount
    nets = {player: net for player, net in nets.items() if net}
    over = replace(lobby, payments=(*lobby.payments, *paid), ready=frozenset(), promised_seats={}, nets=nets)
    return with_state(over, **_NOTHING_OPEN)
