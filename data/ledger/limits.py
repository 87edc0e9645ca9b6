"""What a server allows its members to give, lose and win in a UTC day, and how much of that they still may.

It is read in the transaction that moves the chips, after they have moved or before, so no two at once can pass it.
Whoever has worked out a table's change asked for the limits some time ago; here they are what they are now, and
whatever is written counts towards them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from data.ledger import flows
from data.ledger.flows import TAXES, Allowed, Flow, LimitsChanged, day_of, returned
from data.ledger.holds import POT_ROUND
from data.ledger.house_wins import count_sale, won_from_house
from data.ledger.ledger import Posting
from data.ledger.reasons import LedgerReason
from data.people import house_player_in_sql, is_house_player, is_member, made_at, member_in_sql
from data.store.database import Database
from data.store.sql import marks
from data.store.store import seconds


class TransferRefused(Exception):
    """What a server allows is used up, or not earned yet; nothing has moved."""


class GiftsOff(TransferRefused):
    """Members may not give each other chips."""


class AccountTooNew(TransferRefused):
    """The Discord account of `person` isn't `days` days old."""

    def __init__(self, person: int, days: int) -> None:
        super().__init__(f"The account {person} is not {days} days old.")
        self.person = person
        self.days = days


class TooFewRounds(TransferRefused):
    """The giver has `played` rounds in this server, and gives chips only after `needed`."""

    def __init__(self, needed: int, played: int) -> None:
        super().__init__(f"{played:,} of {needed:,} rounds are played.")
        self.needed = needed
        self.played = played


class DayLimitReached(TransferRefused):
    """Between the Discord id `person` and other members `left` more chips may pass in this UTC day, and `most` in all.

    It holds for what they give, for what they get, and, while they may not give yet, for what they lose.
    """

    def __init__(self, person: int, most: int, left: int) -> None:
        super().__init__(f"{left:,} of {most:,} chips may still pass between members today.")
        self.person = person
        self.most = most
        self.left = left


class HouseCapReached(TransferRefused):
    """The Discord id `person` may win `left` more chips from house players in this UTC day, and `cap` in all."""

    def __init__(self, person: int, cap: int, left: int) -> None:
        super().__init__(f"{left:,} of {cap:,} chips may still be won from house players today.")
        self.person = person
        self.cap = cap
        self.left = left


@dataclass(frozen=True, slots=True)
class TransferLimits:
    """What a server allows; 0 is no limit.

    Attributes:
        among_members: The chips that one member may give to others per UTC day, taxes included, and get without them.
            Somebody who hasn't played the rounds, or whose account isn't that old, may lose as many to other members.
        rounds: What a giver must have played there: rounds for chips, without house players.
        days: How old the Discord accounts of both must be.
        gifts: Whether members may give each other chips at all.
        from_house: What one may win from house players per UTC day.
    """

    among_members: int = 0
    rounds: int = 0
    days: int = 0
    gifts: bool = True
    from_house: int = 0

    def is_too_new(self, person: int, now: datetime) -> bool:
        """Whether somebody's Discord account is not old enough to give or get chips."""
        return bool(self.days) and made_at(person) > now - timedelta(days=self.days)

    def verify_people(self, giver: int, receiver: int, now: datetime) -> None:
        """Raise TransferRefused when this giver may give this receiver nothing, however few chips."""
        if not self.gifts:
            raise GiftsOff
        for person in (giver, receiver):
            if self.is_too_new(person, now):
                raise AccountTooNew(person, self.days)


NO_LIMITS = TransferLimits()


# A gift, or the sale of a bank


def verify_gift(db: Database, guild: int, gift: Flow, limits: TransferLimits, now: datetime, *, tax: int = 0) -> None:
    """Raise TransferRefused when a gift, or the price of a bank, is more than `limits` allow.

    Neither it nor the `tax` that the giver pays besides may count yet.
    """
    limits.verify_people(gift.payer, gift.payee, now)
    verify_giver(db, guild, gift.payer, limits, now)
    if most := limits.among_members:
        passed = _passed(db, guild, (gift.payer, gift.payee), seconds(now))
        given = gift.payer, gift.chips + tax, passed[gift.payer].given
        got = gift.payee, gift.chips, passed[gift.payee].got
        for person, chips, before in (given, got):
            if chips > most - before:
                raise DayLimitReached(person, most, max(most - before, 0))


def verify_giver(db: Database, guild: int, person: int, limits: TransferLimits, now: datetime) -> None:
    """Raise TransferRefused when somebody may not give chips yet."""
    if limits.is_too_new(person, now):
        raise AccountTooNew(person, limits.days)
    if limits.rounds and (played := _played(db, guild, [person], limits.rounds)[person]) < limits.rounds:
        raise TooFewRounds(limits.rounds, played)


# What somebody may still win and lose


def allowed(
    db: Database, guild: int, people: Collection[int], limits: TransferLimits, now: datetime, *, as_gifts: bool = False
) -> Allowed:
    """What these members may still win and lose today; with `as_gifts`, also what they may give and get."""
    people, at, most = [person for person in people if is_member(person)], seconds(now), limits.among_members
    won = won_from_house(db, guild, people, at) if limits.from_house else {}
    from_house = {person: max(limits.from_house - chips, 0) for person, chips in won.items()}
    new = _new(db, guild, people, limits, now) if most or as_gifts else frozenset()
    passed = _passed(db, guild, people if as_gifts else new, at) if most else {}
    losable = {person: max(most - passed[person].lost, 0) for person in new if most}
    if not as_gifts:
        return Allowed(from_house, losable)
    given = {person: max(most - each.given, 0) for person, each in passed.items()} | dict.fromkeys(new, 0)
    got = {person: max(most - each.got, 0) for person, each in passed.items()}
    nothing = [person for person in people if not limits.gifts or limits.is_too_new(person, now)]
    return Allowed(from_house, losable, given | dict.fromkeys(nothing, 0), got | dict.fromkeys(nothing, 0))


def newcomer(
    db: Database, guild: int, person: int, limits: TransferLimits, now: datetime
) -> tuple[TransferRefused, DayLimitReached] | None:
    """Why somebody may not give chips yet, and what they may lose to others today; None for who may, or any number."""
    if is_house_player(person) or not (most := limits.among_members):
        return None
    try:
        verify_giver(db, guild, person, limits, now)
    except TransferRefused as why:
        lost = _passed(db, guild, [person], seconds(now))[person].lost
        return why, DayLimitReached(person, most, max(most - lost, 0))
    return None


def _new(db: Database, guild: int, people: Collection[int], limits: TransferLimits, now: datetime) -> frozenset[int]:
    """Those of `people` who may not give chips yet."""
    young = {person for person in people if limits.is_too_new(person, now)}
    others = [person for person in people if person not in young]
    played = _played(db, guild, others, limits.rounds) if limits.rounds and others else {}
    return frozenset(young | {person for person, rounds in played.items() if rounds < limits.rounds})


class _Passed(NamedTuple):
    """What somebody has `lost` to other members in a day (below 0: won), and of it given, with taxes, and got."""

    lost: int = 0
    given: int = 0
    got: int = 0


def _passed(db: Database, guild: int, people: Collection[int], at: float) -> dict[int, _Passed]:
    """What has passed between each of `people` and other members in the day of `at`."""
    found = db.execute(_PASSED.format(marks(people)), (day_of(at), guild, *people)).fetchall() if people else ()
    return dict.fromkeys(people, _Passed()) | {person: _Passed(*chips) for person, *chips in found}


def _played(db: Database, guild: int, people: Collection[int], most: int) -> dict[int, int]:
    """The rounds and deals that each has played themselves for chips, without house players; up to about `most`."""
    found = dict(db.execute(_PLAYED.format(marks(people)), (most, guild, *people)).fetchall())
    return {person: found.get(person, 0) for person in people}


_DEALS = f"""
    SELECT 1 FROM match_players p
    JOIN matches m ON m.table_id = p.table_id AND m.guild = {{guild}}
    JOIN match_deals d ON d.table_id = p.table_id AND d.deal >= p.since
    WHERE p.person = {{person}} AND NOT EXISTS (
        SELECT 1 FROM json_each(d.away) s WHERE CAST(s.value AS BIGINT) = p.seat
    ) AND NOT EXISTS (
        SELECT 1 FROM match_players q
        WHERE q.table_id = p.table_id AND (
            {house_player_in_sql("q.person")}
            OR q.seat = p.seat AND q.since > p.since AND q.since <= d.deal))"""
"""A row for each deal that somebody has played themselves, from its first to its last card, without house players."""
_PASSED = f"""
    SELECT a.owner, SUM(CASE WHEN f.payer = a.id THEN f.chips ELSE -f.chips END),
        SUM(CASE WHEN f.payer = a.id THEN f.unearned ELSE 0 END) + {TAXES},
        SUM(CASE WHEN f.payee = a.id THEN f.unearned ELSE 0 END)
    FROM accounts a JOIN flows f ON f.day = ? AND (f.payer = a.id OR f.payee = a.id)
    WHERE a.guild = ? AND a.kind = 'member' AND a.owner IN ({{}})
    GROUP BY a.id, a.owner, f.day"""
_PLAYED = f"""
    SELECT a.owner,
        (SELECT COALESCE(SUM(d.rounds), 0) FROM records d WHERE d.account = a.id AND d.with_house = 0)
        + (SELECT COUNT(*) FROM ({_DEALS.format(guild="a.guild", person="a.owner")} AND EXISTS (
            SELECT 1 FROM ledger l
            WHERE l.table_id = p.table_id AND l.round = {POT_ROUND} AND l.why = '{LedgerReason.ANTE}')
            LIMIT ?) r)
    FROM accounts a WHERE a.guild = ? AND a.kind = 'member' AND a.owner IN ({{}})"""
_PLAYED_AT_ALL = f"""
    SELECT (SELECT COALESCE(SUM(d.rounds), 0) FROM accounts a JOIN records d ON d.account = a.id AND d.with_house = 0
            WHERE a.guild = ?1 AND a.kind = 'member' AND a.owner = ?2)
        + (SELECT COUNT(*) FROM ({_DEALS.format(guild="?1", person="?2")} LIMIT ?3) r)"""


def is_new(db: Database, guild: int, person: int, limits: TransferLimits, now: datetime) -> bool:
    """Whether somebody couldn't give chips yet even if deals without an ante counted for that."""
    if limits.is_too_new(person, now):
        return True
    played = db.execute(_PLAYED_AT_ALL, (guild, person, limits.rounds)).fetchone()[0] if limits.rounds else 0
    return bool(played < limits.rounds)


def verify_flows(
    db: Database, guild: int, won: Sequence[Flow], back: tuple[Flow, ...], limits: TransferLimits, now: datetime
) -> None:
    """Raise LimitsChanged when other chips of what was `won` should go `back`. None of it may count yet."""
    people = sorted({person for flow in won for person in (flow.payer, flow.payee)})
    still_allowed = allowed(db, guild, people, limits, now, as_gifts=any(flow.unearned for flow in won))
    if returned(won, still_allowed) != back:
        raise LimitsChanged(still_allowed)


def verify_payments(
    db: Database, postings: Iterable[Posting], players: Collection[int], limits: TransferLimits, now: datetime
) -> None:
    """Raise TransferRefused when an ante, or the price of a bank that house players buy, is more than is allowed.

    `players` begin to play in a match with this change.
    """
    for posting in postings:
        payer, payee, guild = posting.payer.owner, posting.payee.owner, posting.payer.guild
        if posting.why == LedgerReason.ANTE and _plays_members(db, posting.table, players, payer):
            found = newcomer(db, guild, payer, limits, now)
            if found is not None and posting.amount > found[1].left:
                raise found[1]
        elif posting.why == LedgerReason.BANK_SOLD and is_house_player(payer) and limits.from_house:
            left = max(limits.from_house - won_from_house(db, guild, [payee], seconds(now))[payee], 0)
            if posting.amount > left:
                raise HouseCapReached(payee, limits.from_house, left)


def _plays_members(db: Database, table: int | None, players: Iterable[int], person: int) -> bool:
    """Whether other members play in the match at a table; what house players win is the house's."""
    if any(is_member(who) and who != person for who in players):
        return True
    return db.execute(_OTHER_MEMBERS, (table, person)).fetchone() is not None


_OTHER_MEMBERS = f"""
    SELECT 1 FROM match_players p WHERE p.table_id = ? AND p.person <> ? AND {member_in_sql("p.person")} LIMIT 1"""


def count_sales(db: Database, postings: Iterable[Posting], limits: TransferLimits, now: datetime) -> None:
    """Let the sales of banks among `postings`, which are made, count. Raises TransferRefused for one among members."""
    for sale in postings:
        if sale.why == LedgerReason.BANK_SOLD:
            count_sale(db, sale, seconds(now))
            flow = Flow(sale.payer.owner, sale.payee.owner, sale.amount, unearned=True)
            if flow.is_among_members:
                verify_gift(db, sale.payer.guild, flow, limits, now)
                flows.count(db, sale.payer.guild, (flow,), (), seconds(now))
