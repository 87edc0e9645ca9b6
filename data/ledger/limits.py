"""What a server allows its members to give, lose and win in a UTC day, and how much of that they still may.

It is read in the transaction that moves the chips, after they have moved or before, so no two at once can pass it.
Whoever has worked out a table's change asked for the limits some time ago; here they are what they are now, and
whatever is written counts towards them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from data.ledger import flows
from data.ledger.flows import Allowed, Flow, LimitsChanged, day_of, returned
from data.ledger.holds import POT_ROUND
from data.ledger.house_wins import count_sale, won_from_house
from data.ledger.ledger import Account, Posting
from data.ledger.reasons import GIVEN, RECEIVED, LedgerReason, in_sql
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


class CapReached(TransferRefused):
    """The giver may give away `cap` chips per UTC day and has given `given`."""

    def __init__(self, cap: int, given: int) -> None:
        super().__init__(f"{given:,} of {cap:,} chips are given away today.")
        self.cap = cap
        self.given = given


class ReceiverCapReached(TransferRefused):
    """The Discord id `receiver` may get `cap` chips per UTC day from all others and has got `received`."""

    def __init__(self, receiver: int, cap: int, received: int) -> None:
        super().__init__(f"{received:,} of {cap:,} chips are received today.")
        self.receiver = receiver
        self.cap = cap
        self.received = received


class HouseCapReached(TransferRefused):
    """The Discord id `person` may win `left` more chips from house players in this UTC day, and `cap` in all."""

    def __init__(self, person: int, cap: int, left: int) -> None:
        super().__init__(f"{left:,} of {cap:,} chips may still be won from house players today.")
        self.person = person
        self.cap = cap
        self.left = left


class AnteTooHigh(TransferRefused):
    """The Discord id `person` may lose `left` more chips to members in this UTC day, and `cap` in all."""

    def __init__(self, person: int, cap: int, left: int) -> None:
        super().__init__(f"{left:,} of {cap:,} chips may still be lost to members today.")
        self.person = person
        self.cap = cap
        self.left = left


@dataclass(frozen=True, slots=True)
class TransferLimits:
    """What a server allows; 0 is no limit.

    Attributes:
        given: The chips that one member may give away per UTC day, taxes included.
        received: Those that one may get.
        rounds: What a giver must have played there: rounds for chips, without house players.
        days: How old the Discord accounts of both must be.
        gifts: Whether members may give each other chips at all.
        lost: What somebody who hasn't played those rounds, or whose account isn't that old, may lose to other members
            per UTC day.
        from_house: What one may win from house players per UTC day.
    """

    given: int = 0
    received: int = 0
    rounds: int = 0
    days: int = 0
    gifts: bool = True
    lost: int = 0
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


@dataclass(frozen=True, slots=True)
class GiftTransfer:
    """`paid` chips of the Discord id `giver`, of which `kept` reach the `receiver`."""

    guild: int
    giver: int
    receiver: int
    paid: int
    kept: int


# A gift, or the sale of a bank


def verify_transfer(
    db: Database, transfer: GiftTransfer, limits: TransferLimits, now: datetime, *, is_made: bool
) -> None:
    """Raise TransferRefused when a transfer is more than `limits` allow; `is_made` says that its rows are there."""
    limits.verify_people(transfer.giver, transfer.receiver, now)
    guild, giver = transfer.guild, transfer.giver
    if limits.rounds and (played := _played(db, guild, [giver], limits.rounds)[giver]) < limits.rounds:
        raise TooFewRounds(limits.rounds, played)
    if limits.given:
        given = _given(db, guild, giver, now) - (transfer.paid if is_made else 0)
        if given + transfer.paid > limits.given:
            raise CapReached(limits.given, given)
    if limits.received:
        received = _received(db, guild, transfer.receiver, now) - (transfer.kept if is_made else 0)
        if received + transfer.kept > limits.received:
            raise ReceiverCapReached(transfer.receiver, limits.received, received)


def verify_sold_to_house(db: Database, guild: int, seller: int, chips: int, limits: TransferLimits, at: float) -> None:
    """Raise HouseCapReached when a sale of so many `chips` to a house player brings more than the day's most."""
    if limits.from_house:
        left = max(limits.from_house - won_from_house(db, guild, [seller], at)[seller], 0)
        if chips > left:
            raise HouseCapReached(seller, limits.from_house, left)


def given_since(db: Database, giver: Account, since: datetime) -> int:
    """What a member has given away since then, taxes and the prices of banks included.

    What others won from them without play counts for the whole of its day.
    """
    first = day_of(seconds(since))
    unearned = db.execute(_UNEARNED.format("payer"), (giver.guild, giver.owner, first)).fetchone()
    return _sum(db, _GIVEN, giver, since) + int(unearned[0])


def _given(db: Database, guild: int, giver: int, now: datetime) -> int:
    return given_since(db, Account.member(guild, giver), _midnight(now))


def _received(db: Database, guild: int, receiver: int, now: datetime) -> int:
    midnight = _midnight(now)
    unearned = db.execute(_UNEARNED.format("payee"), (guild, receiver, day_of(seconds(midnight)))).fetchone()
    return _sum(db, _RECEIVED, Account.member(guild, receiver), midnight) + int(unearned[0])


def _midnight(now: datetime) -> datetime:
    return datetime.combine(now.astimezone(UTC).date(), time(), UTC)


def _sum(db: Database, sql: str, account: Account, since: datetime) -> int:
    row = db.execute(sql, (account.guild, account.kind.value, account.owner, seconds(since))).fetchone()
    return int(row[0])


_AMONG_MEMBERS = f"NOT EXISTS (SELECT 1 FROM accounts o WHERE o.id = {{0}} AND {house_player_in_sql('o.owner')})"
_GIVEN = f"""
    SELECT COALESCE(SUM(l.amount), 0) FROM accounts a
    JOIN ledger l ON l.payer = a.id AND l.why IN {in_sql(*GIVEN)} AND l.at >= ?4 AND {_AMONG_MEMBERS.format("l.payee")}
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3"""
_RECEIVED = f"""
    SELECT COALESCE(SUM(l.amount), 0) FROM accounts a
    JOIN ledger l ON l.payee = a.id AND l.why IN {in_sql(*RECEIVED)} AND ?4 <= l.at
        AND {_AMONG_MEMBERS.format("l.payer")}
    WHERE a.guild = ?1 AND a.kind = ?2 AND a.owner = ?3"""
_UNEARNED = """
    SELECT COALESCE(SUM(f.unearned), 0) FROM accounts a JOIN flows f ON f.{0} = a.id AND f.day >= ?3
    WHERE a.guild = ?1 AND a.kind = 'member' AND a.owner = ?2"""


# What somebody may still win and lose


def allowed(
    db: Database, guild: int, people: Collection[int], limits: TransferLimits, now: datetime, *, as_gifts: bool = False
) -> Allowed:
    """What these members may still win and lose today; with `as_gifts`, also what they may give and get."""
    people, at = [person for person in people if is_member(person)], seconds(now)
    won = won_from_house(db, guild, people, at) if limits.from_house else {}
    from_house = {person: max(limits.from_house - chips, 0) for person, chips in won.items()}
    new = _new(db, guild, people, limits, now) if limits.lost or as_gifts else frozenset()
    lost = _lost(db, guild, new, at) if limits.lost and new else {}
    among_members = {person: max(limits.lost - lost.get(person, 0), 0) for person in (new if limits.lost else ())}
    given, received = {}, {}
    for person in people if as_gifts else ():
        if not limits.gifts or person in new:
            given[person] = 0
        elif limits.given:
            given[person] = max(limits.given - _given(db, guild, person, now), 0)
        if not limits.gifts or limits.is_too_new(person, now):
            received[person] = 0
        elif limits.received:
            received[person] = max(limits.received - _received(db, guild, person, now), 0)
    return Allowed(from_house, among_members, given, received)


def allowed_for(db: Database, guild: int, flows: Iterable[Flow], limits: TransferLimits, now: datetime) -> Allowed:
    """What those may still win and lose today between whom `flows` pass."""
    passing = tuple(flows)
    people = sorted({person for flow in passing for person in (flow.payer, flow.payee)})
    return allowed(db, guild, people, limits, now, as_gifts=any(flow.unearned for flow in passing))


def verify_ante(db: Database, guild: int, person: int, chips: int, limits: TransferLimits, now: datetime) -> None:
    """Raise AnteTooHigh when somebody who may lose only so much to members today puts in more."""
    if is_house_player(person) or not limits.lost:
        return
    left = allowed(db, guild, [person], limits, now).among_members.get(person, chips)
    if chips > left:
        raise AnteTooHigh(person, limits.lost, left)


def _new(db: Database, guild: int, people: Collection[int], limits: TransferLimits, now: datetime) -> frozenset[int]:
    """Those of `people` who may not give chips yet."""
    young = {person for person in people if limits.is_too_new(person, now)}
    others = [person for person in people if person not in young]
    played = _played(db, guild, others, limits.rounds) if limits.rounds and others else {}
    return frozenset(young | {person for person, rounds in played.items() if rounds < limits.rounds})


def _lost(db: Database, guild: int, people: Collection[int], at: float) -> dict[int, int]:
    """What each of `people` has lost to other members in the day of `at`; below 0 when they have won."""
    return dict(db.execute(_LOST.format(marks(people)), (day_of(at), guild, *people)).fetchall())


def _played(db: Database, guild: int, people: Collection[int], most: int) -> dict[int, int]:
    """The rounds and deals that each has played for chips and without house players, counted up to about `most`."""
    found = dict(db.execute(_PLAYED.format(marks(people)), (most, guild, *people)).fetchall())
    return {person: found.get(person, 0) for person in people}


_LOST = """
    SELECT a.owner, SUM(CASE WHEN f.payer = a.id THEN f.chips ELSE -f.chips END)
    FROM accounts a JOIN flows f ON f.day = ? AND (f.payer = a.id OR f.payee = a.id)
    WHERE a.guild = ? AND a.kind = 'member' AND a.owner IN ({})
    GROUP BY a.owner"""
_PLAYED = f"""
    SELECT a.owner,
        (SELECT COALESCE(SUM(d.rounds), 0) FROM records d WHERE d.account = a.id AND d.with_house = 0)
        + (SELECT COUNT(*) FROM (
            SELECT 1 FROM match_players p
            JOIN matches m ON m.table_id = p.table_id AND m.guild = a.guild
            JOIN match_deals d ON d.table_id = p.table_id AND d.deal >= p.since
            WHERE p.person = a.owner AND EXISTS (
                SELECT 1 FROM ledger l
                WHERE l.table_id = p.table_id AND l.round = {POT_ROUND} AND l.why = '{LedgerReason.ANTE}'
            ) AND NOT EXISTS (
                SELECT 1 FROM match_players q
                WHERE q.table_id = p.table_id AND (
                    {house_player_in_sql("q.person")}
                    OR q.seat = p.seat AND q.since > p.since AND q.since <= d.deal))
            LIMIT ?) r)
    FROM accounts a WHERE a.guild = ? AND a.kind = 'member' AND a.owner IN ({{}})"""


def verify_flows(
    db: Database, guild: int, won: Sequence[Flow], back: tuple[Flow, ...], limits: TransferLimits, now: datetime
) -> None:
    """Raise LimitsChanged when other chips of what was `won` should go `back`. None of it may count yet."""
    still_allowed = allowed_for(db, guild, won, limits, now)
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
            verify_ante(db, guild, payer, posting.amount, limits, now)
        elif posting.why == LedgerReason.BANK_SOLD and is_house_player(payer):
            verify_sold_to_house(db, guild, payee, posting.amount, limits, seconds(now))


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
            flow = Flow(sale.payer.owner, sale.payee.owner, sale.amount)
            if flow.is_among_members:
                transfer = GiftTransfer(sale.payer.guild, flow.payer, flow.payee, flow.chips, flow.chips)
                verify_transfer(db, transfer, limits, now, is_made=True)
                flows.count(db, sale.payer.guild, (flow,), (), seconds(now))
