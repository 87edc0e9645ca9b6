"""Who had what from whom in a UTC day: gifts, sales of a bank, stakes and antes among members, in one account.

A `Flow` is what one person wins from another, in persons' numbers. What is above what they may still win and lose today
goes back: `returned` says what, as a pure function, so that whoever works a change out and the transaction that writes
it come to the same. What stays is added to the day, in one transaction with what it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from data.ledger.reasons import GIVEN, LedgerReason, in_sql
from data.people import is_house_player
from data.store.database import Database

_DAY = 24 * 60 * 60
TAXES = f"""COALESCE((
    SELECT SUM(l.amount) FROM ledger l
    WHERE l.payer = a.id AND l.why IN {in_sql(*GIVEN)} AND l.why = '{LedgerReason.GIFT_TAX}'
        AND l.at >= {_DAY} * f.day AND l.at < {_DAY} * (f.day + 1)), 0)"""
"""What the account `a` paid as taxes on its gifts of a day, where SQL groups flows `f` by both."""


def day_of(at: float) -> int:
    """The number of the UTC day in which a time of the database lies."""
    return int(at // _DAY)


@dataclass(frozen=True, slots=True)
class Flow:
    """`chips`, at least 1, that the `payee` has from the `payer`.

    What is `unearned` is a gift, the price of a bank, or won without play, which counts as a gift. What is won
    `beside_house` players counts as won from them, whoever paid it.
    """

    payer: int
    payee: int
    chips: int
    unearned: bool = False
    beside_house: bool = False

    @property
    def is_with_house(self) -> bool:
        """Whether it counts as won from house players, or lost to them."""
        return self.beside_house or is_house_player(self.payer) or is_house_player(self.payee)

    @property
    def is_among_members(self) -> bool:
        """Whether no house player pays or is paid."""
        return not is_house_player(self.payer) and not is_house_player(self.payee)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The chips that people may still win and lose today; whoever isn't named may any number.

    Attributes:
        from_house: What they may win from house players.
        among_members: What somebody who may not give chips yet may lose to members, and as much win from them.
        given: What they may give away.
        received: What they may get as gifts.
    """

    from_house: Mapping[int, int] = field(default_factory=dict)
    among_members: Mapping[int, int] = field(default_factory=dict)
    given: Mapping[int, int] = field(default_factory=dict)
    received: Mapping[int, int] = field(default_factory=dict)


ANY = Allowed()


class LimitsChanged(Exception):
    """A change was worked out for other numbers than those that are `allowed` now; nothing was written."""

    def __init__(self, allowed: Allowed) -> None:
        super().__init__("Members may win or lose other amounts than a change assumed.")
        self.allowed = allowed


def returned(flows: Sequence[Flow], allowed: Allowed) -> tuple[Flow, ...]:
    """What of `flows` goes back, from whoever won it to whoever paid it.

    Of what was won without play, all that is no longer allowed as a gift. From house players, what is above the day's
    most; whoever had it before plays with them without risk. Whoever may lose only so much to members can't win more
    from them either, or several tables at once would be a bet that can only be won.
    """
    given, received = dict(allowed.given), dict(allowed.received)
    stays = [_as_gift(flow, given, received) if flow.unearned else flow.chips for flow in flows]
    is_settled = False
    while not is_settled:
        before = list(stays)
        for person, most in allowed.from_house.items():
            _clip(flows, stays, person, most, with_house=True)
        for person, most in allowed.among_members.items():
            _clip(flows, stays, person, most, with_house=False)
        is_settled = stays == before
    return tuple(
        replace(flow, payer=flow.payee, payee=flow.payer, chips=flow.chips - chips)
        for flow, chips in zip(flows, stays, strict=True)
        if chips < flow.chips
    )


def _as_gift(flow: Flow, given: dict[int, int], received: dict[int, int]) -> int:
    """How many of its chips may be given; so many fewer may be given after that."""
    if not flow.is_among_members:
        return flow.chips
    sides = ((given, flow.payer), (received, flow.payee))
    chips = min([flow.chips, *(left[person] for left, person in sides if person in left)])
    for left, person in sides:
        if person in left:
            left[person] -= chips
    return chips


def _clip(flows: Sequence[Flow], stays: list[int], person: int, most: int, *, with_house: bool) -> None:
    """Take from `stays` what `person` would win, or among members lose, above `most`."""
    meant = [
        (index, each)
        for index, each in enumerate(flows)
        if (each.is_with_house if with_house else each.is_among_members)
    ]
    won = [index for index, flow in meant if flow.payee == person]
    lost = [index for index, flow in meant if flow.payer == person]
    net = sum(stays[index] for index in won) - sum(stays[index] for index in lost)
    if most <= 0:
        for index in (*won, *lost):
            stays[index] = 0
    elif net > most:
        _take(stays, won, net - most)
    elif -net > most and not with_house:
        _take(stays, lost, -net - most)


def _take(stays: list[int], indexes: Iterable[int], chips: int) -> None:
    for index in indexes:
        less = min(chips, stays[index])
        stays[index] -= less
        chips -= less


def passed(nets: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Who pays whom how much where people have put chips together, and each has won or lost so much of them."""
    winners = [[person, net] for person, net in nets.items() if net > 0]
    for loser, net in nets.items():
        owed = -net
        while owed > 0:
            winner, open_still = winners[0]
            chips = min(owed, open_still)
            yield loser, winner, chips
            owed, winners[0][1] = owed - chips, open_still - chips
            if not winners[0][1]:
                winners.pop(0)


def count(db: Database, guild: int, flows: Iterable[Flow], back: Iterable[Flow], at: float) -> None:
    """Let what `flows` have brought members of other members count, less what went `back`."""
    chips, unearned = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    less = (replace(flow, payer=flow.payee, payee=flow.payer, chips=-flow.chips) for flow in back)
    for flow in (*flows, *less):
        chips[flow.payer, flow.payee] += flow.chips if flow.is_among_members else 0
        unearned[flow.payer, flow.payee] += flow.chips if flow.unearned else 0
    rows = [(guild, day_of(at), *pair, stays, unearned[pair]) for pair, stays in chips.items() if stays]
    db.executemany(_COUNT, rows)


_COUNT = """
    INSERT INTO flows (guild, day, payer, payee, chips, unearned)
    SELECT ?1, ?2, payer.id, payee.id, ?5, ?6
    FROM accounts payer JOIN accounts payee ON payee.guild = ?1 AND payee.kind = 'member' AND payee.owner = ?4
    WHERE payer.guild = ?1 AND payer.kind = 'member' AND payer.owner = ?3
    ON CONFLICT (payer, day, payee)
    DO UPDATE SET chips = flows.chips + excluded.chips, unearned = flows.unearned + excluded.unearned"""


@dataclass(frozen=True, slots=True)
class DayBetween:
    """The chips that `payee` had from `payer` in a UTC day, its number counted from 1970; `unearned` without play."""

    day: int
    payer: int
    payee: int
    chips: int
    unearned: int


def between(db: Database, guild: int, one: int, other: int, limit: int) -> list[DayBetween]:
    """What two members had from each other, the latest day first: at most so many lines."""
    rows = db.execute(_BETWEEN, {"guild": guild, "one": one, "other": other, "limit": limit})
    return [DayBetween(*row) for row in rows.fetchall()]


_BETWEEN = """
    SELECT f.day, payer.owner, payee.owner, f.chips, f.unearned
    FROM accounts one JOIN accounts other ON other.guild = one.guild AND other.kind = 'member' AND other.owner = :other
    JOIN flows f ON (f.payer = one.id AND f.payee = other.id) OR (f.payer = other.id AND f.payee = one.id)
    JOIN accounts payer ON payer.id = f.payer JOIN accounts payee ON payee.id = f.payee
    WHERE one.guild = :guild AND one.kind = 'member' AND one.owner = :one
    ORDER BY f.day DESC, f.payer LIMIT :limit"""
