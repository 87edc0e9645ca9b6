"""A table's change in the making, before it is written and adopted."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from data.ledger.flows import ANY, Allowed, Flow
from data.ledger.ledger import Account, Posting
from data.ledger.reasons import LedgerReason
from data.tables.tables import Earned, MoveRow, Result
from games.core import Seat, Transfer
from games.values import replace
from tables.accounts import TableAccounts, is_forgotten
from tables.lobby import Lobby
from tables.round_in_play import RoundInPlay


@dataclass(slots=True)
class Draft:
    """A change in the making; the table writes and adopts it."""

    lobby: Lobby
    play: RoundInPlay | None
    moves: list[MoveRow] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    """Those of the moves, not of the deal."""
    postings: list[Posting] = field(default_factory=list)
    """Those beyond the difference between the two lobbies."""
    began: bool = False
    ended: bool = False
    results: tuple[Result, ...] = ()
    """The results of the round that ended."""
    earned: tuple[Earned, ...] = ()
    """What people have achieved in it."""
    voided: bool = False
    could_not_go_on: bool = False
    """The round is void, and nobody in it has asked for that."""
    closed: bool = False
    options: Any = None
    """The house options from now on; None leaves them."""
    dealt: str | None = None
    """The cards of the round that ended."""
    salt: str | None = None
    fresh_seed: bytes | None = None
    actor_id: int | None = None
    reason: str | None = None
    """The actor's reason, for the ledger and the match."""
    allowed: Allowed = ANY
    """What people may still win and lose today, as far as is known."""
    flows: tuple[Flow, ...] = ()
    """Who has won what from whom."""
    back: tuple[Flow, ...] = ()
    """What of it goes back."""

    def within(self, allowed: Allowed) -> Draft:
        """A copy, to be worked out for other numbers; this one stays as it is."""
        return dataclasses.replace(
            self,
            allowed=allowed,
            moves=[*self.moves],
            transfers=[*self.transfers],
            postings=[*self.postings],
        )

    def move(self, round_number: int, seat: Seat, action: object, *, by_clock: bool) -> None:
        """Play one move. Raises IllegalAction, and then the draft is unchanged."""
        play = running(self.play)
        step = play.round.apply(seat, action)
        self.play = play.then(seat, step, same_breath=by_clock)
        self.moves.append(MoveRow(round_number, seat, str(action), clock=by_clock))
        self.transfers += step.transfers

    def end(
        self,
        nets: Mapping[int, int],
        from_house: Mapping[int, int] | None,
        achieved: Mapping[int, tuple[str, ...]],
    ) -> None:
        """The round is over: each person has won or lost `nets` chips.

        Of them so many came `from_house` players, None when none was dealt in. `achieved` are the keys of what people
        have achieved in it.
        """
        self.ended = True
        self.results = tuple(
            Result(person, net, None if from_house is None else from_house.get(person, 0))
            for person, net in nets.items()
        )
        self.earned = tuple(Earned(user_id, key) for user_id, keys in achieved.items() for key in keys)

    def all_postings(self, accounts: TableAccounts, lying: Lobby | None, rounds: int) -> Iterator[Posting]:
        """All that this change moves, when `rounds` have begun before it.

        `lying` is the lobby whose bets are at the table, None when a round runs or begins with this change: then its
        bets are in the round, and bets in the new lobby are for the round after it. Whatever remains of chips that went
        to somebody who was forgotten is handed on to the house.
        """
        left: dict[Account, int] = {}
        number = rounds
        for posting in self._asked_for(accounts, lying, rounds):
            yield posting
            number = posting.round or 0
            for account, chips in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                if is_forgotten(account):
                    left[account] = left.get(account, 0) + chips
        yield from (accounts.hand_on(number, account, chips) for account, chips in left.items() if chips > 0)

    def _asked_for(self, accounts: TableAccounts, lying: Lobby | None, rounds: int) -> Iterator[Posting]:
        number = rounds + (self.began or lying is not None)
        yield from self.postings
        if lying is None:
            if self.lobby.bets:
                no_bets = replace(self.lobby, bets=())
                yield from accounts.for_bets(number + 1, no_bets, self.lobby, LedgerReason.LEFT_LYING)
        elif lying.bets != self.lobby.bets:
            yield from accounts.for_bets(number, lying, self.lobby)
        if self.lobby.payments:
            yield from accounts.for_lobby(number, self.lobby.payments)


def running(play: RoundInPlay | None) -> RoundInPlay:
    """`play`, where the caller knows that there is one."""
    assert play is not None
    return play
