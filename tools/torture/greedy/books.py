"""The ring's chips, added up again from the rows of the ledger alone, and held against what the server allows.

Nothing here asks the code that keeps the limits. A round's chips, or a match's, count on the day on which its last chip
moved. The ledger doesn't say who at a table won from whom, so several members who play with the house may together win
as much as each of them might alone. Tables with a kitty, whose chips lie there for many rounds, are left to data.check;
only what members lose to house players there counts, since so much more may be won elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from data.people import is_house_player, is_member

DAY = 86_400
POT = 0
"""The round of a match's antes."""
ALLOWANCES = frozenset({"starting chips", "daily chips", "daily streak", "relief"})
BY_HAND = frozenset({"bank gave", "bank took", "bank set", "bank reset", "tournament prize"})
BANK_GAMES = frozenset({"blackjack", "pok_deng"})
"""The games in which members play against the house, with chances that the rules say."""
DEALS_TO_EARN = 2
"""What a match brings that is over after fewer deals counts as given."""
FORFEITED, RETURNED = "ante forfeited", "limit return"

Unit: TypeAlias = tuple[int, int]
"""A table and one of its rounds."""
Daily: TypeAlias = tuple[int, int]
"""A member and a UTC day, counted from 1970."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the ledger; members and house players are their numbers, 0 is the house, None a table."""

    number: int
    why: str
    chips: int
    payer: int | None
    payee: int | None
    table: int | None
    round: int | None
    actor: int | None
    at: float
    payee_after: int

    @property
    def day(self) -> int:
        """The UTC day, counted from 1970."""
        return int(self.at // DAY)

    @property
    def is_among_members(self) -> bool:
        """Whether one member pays another."""
        return is_member(self.payer) and is_member(self.payee)


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the server allows, in chips a day where nothing else is said; 0 is no limit."""

    house_winnings: int
    gifts: bool
    """Whether members may give each other chips."""
    tax: int
    """In percent of a gift."""
    among_members: int
    """What a member can give, and get, and lose to other members while they may not give yet."""
    rounds: int
    """Rounds that a giver must have played."""
    ante: int
    """The highest ante."""
    starting: int
    daily: int
    streak: int
    """The most percent that a streak adds to the daily chips."""
    relief: int
    relief_hours: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What isn't in the ledger; all by table."""

    games: Mapping[int, str] = field(default_factory=dict)
    deals: Mapping[int, int] = field(default_factory=dict)
    """How many deals a match has played to their end."""
    endings: Mapping[int, str | None] = field(default_factory=dict)
    """How a match that is over has ended; None for one that was played to its end."""
    too_new: frozenset[int] = frozenset()
    """The members whose accounts are too new to give or get chips."""
    stayed: frozenset[int] = frozenset()
    """The members who have agreed to leave no match, and were there all the time."""
    ahead: frozenset[tuple[int, int]] = frozenset()
    """(match, member): who has taken over from a house player that was ahead."""


@dataclass(slots=True)
class Books:
    """What has moved so far in one server, whose manager has the Discord id `manager`."""

    allowed: Allowed
    manager: int
    facts: Facts = field(default_factory=Facts)
    wrong: list[str] = field(default_factory=list)
    """What single rows have broken."""
    _nets: dict[Unit, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By unit: what each person, and the house, got there less what they paid."""
    _times: dict[Unit, float] = field(default_factory=dict)
    """By unit: when its latest chip moved."""
    _sales: Counter[Daily] = field(default_factory=Counter)
    """What banks sold to house players brought, less what banks bought from them cost."""
    _gave: Counter[Daily] = field(default_factory=Counter)
    _got: Counter[Daily] = field(default_factory=Counter)
    _unearned: Counter[Daily] = field(default_factory=Counter)
    """What members lost by leaving a match to somebody else, while it went on."""
    _chips: Counter[int] = field(default_factory=Counter)
    _forfeits: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By table: what each person got at the end as a forfeited ante."""
    _antes: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By table: what each person paid as antes."""
    _kitties: set[int] = field(default_factory=set)
    """The tables that have, or had, a kitty."""
    _allowances: dict[tuple[str, int], float] = field(default_factory=dict)
    """By reason and member: when an allowance was paid last."""
    _parted: list[tuple[float, int, int]] = field(default_factory=list)
    """(when, who, how much): what members have given away."""
    _taxes: dict[tuple[float, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By instant and giver: the gift and its tax."""

    def read(self, rows: Iterable[Row]) -> None:
        """Add further rows, in their order."""
        for row in rows:
            self._enter(row)

    def problems(self) -> list[str]:
        """Everything that the server doesn't allow."""
        measured = (text for part, most, text in self.measures() if part > most)
        return [*self.wrong, *measured, *self._untaxed(), *self._taken()]

    def measures(self) -> Iterator[tuple[int, int, str]]:
        """(chips, the most that is allowed, what they are), where there is a limit: the greedy want them to grow."""
        yield from self._measured_house()
        yield from self._measured_gifts()
        yield from self._measured_newcomers()

    # One row

    def _enter(self, row: Row) -> None:
        for person, chips in ((row.payer, -row.chips), (row.payee, row.chips)):
            if person is not None and is_member(person):
                self._chips[person] += chips
                if self._chips[person] < 0:
                    self.wrong.append(f"somebody owes {-self._chips[person]} chips")
        if row.payer == 0 and is_member(row.payee):
            self._from_the_house(row)
        if row.why == "bank sold":
            self._sold(row)
        elif row.why in ("gift", "gift tax"):
            self._given(row)
        elif row.is_among_members and (row.why == FORFEITED or self._takes_back(row)):
            self._left(row)
        elif row.table is not None and row.round is not None:
            self._at_a_table(row, row.table, row.round)

    def _at_a_table(self, row: Row, table: int, number: int) -> None:
        self._times[table, number] = row.at
        for person, chips in ((row.payer, -row.chips), (row.payee, row.chips)):
            if person is not None:
                self._nets[table, number][person] += chips
        if "kitty" in row.why:
            self._kitties.add(table)
        elif row.why == FORFEITED and row.payee is not None:
            self._forfeits[table][row.payee] += row.chips
        elif row.why == "ante" and row.payer is not None:
            self._ante(row, row.payer, self._antes[table])
        elif row.why == "antes won" and is_member(row.payee) and not self._antes[table][row.payee or 0]:
            self.wrong.append(f"somebody who paid no ante won {row.chips} chips of antes")

    def _ante(self, row: Row, payer: int, antes: Counter[int]) -> None:
        most, others = self.allowed.among_members, [who for who in antes if is_member(who) and who != payer]
        antes[payer] += row.chips
        if row.chips > self.allowed.ante:
            self.wrong.append(f"an ante of {row.chips} chips was paid, and the highest is {self.allowed.ante}")
        if others and is_member(payer) and 0 < most < row.chips and self._may_not_give(payer):
            self.wrong.append(f"a newcomer put in an ante of {row.chips} chips, and can lose {most} to members")

    def _from_the_house(self, row: Row) -> None:
        is_in_a_round = row.table is not None and row.round is not None
        if row.why in BY_HAND:
            if row.actor != self.manager:
                self.wrong.append(f"the house gave {row.chips} chips by hand, and no manager did that")
        elif row.why in ALLOWANCES:
            self._allowance(row, row.payee or 0)
        elif not is_in_a_round or self.facts.games.get(row.table or 0) not in BANK_GAMES:
            self.wrong.append(f"the house paid a member {row.chips} chips for “{row.why}”")

    def _allowance(self, row: Row, member: int) -> None:
        kept, before = self.allowed, self._allowances.get((row.why, member))
        most = {
            "starting chips": kept.starting,
            "daily chips": kept.daily,
            "daily streak": kept.daily * kept.streak // 100,
            "relief": kept.relief,
        }[row.why]
        if row.chips > most:
            self.wrong.append(f"{row.chips} chips were paid as {row.why}, and the most is {most}")
        if before is not None:
            if row.why == "starting chips":
                self.wrong.append("somebody got the starting chips twice")
            elif row.why.startswith("daily") and int(before // DAY) == row.day:
                self.wrong.append(f"somebody got {row.why} twice in a day")
            elif row.why == "relief" and row.at - before < kept.relief_hours * 3600:
                self.wrong.append("somebody got relief again too soon")
        if row.why == "relief":
            lying = sum(max(-net.get(member, 0), 0) for net in self._nets.values() if sum(net.values()) < 0)
            given = sum(chips for at, who, chips in self._parted_with() if who == member and at > row.at - DAY)
            if (had := row.payee_after - row.chips + lying + given) >= kept.relief:
                self.wrong.append(f"somebody who had or gave away {had} chips got relief of {row.chips}")
        self._allowances[row.why, member] = row.at

    def _sold(self, row: Row) -> None:
        if is_house_player(row.payer):
            self._sales[row.payee or 0, row.day] += row.chips
        elif is_house_player(row.payee):
            self._sales[row.payer or 0, row.day] -= row.chips
        else:
            self._given(row)

    def _given(self, row: Row) -> None:
        giver = row.payer or 0
        self._gave[giver, row.day] += row.chips
        self._parted.append((row.at, giver, row.chips))
        if row.why != "bank sold":
            self._taxes[row.at, giver][row.why] += row.chips
        if not row.payee:
            return
        self._got[row.payee, row.day] += row.chips
        told = f"{row.chips} chips went from one member to another for “{row.why}”"
        if not self.allowed.gifts:
            self.wrong.append(f"{told}, and gifts are off")
        if self.rounds_of(giver) < self.allowed.rounds:
            self.wrong.append(f"{told} after {self.rounds_of(giver)} of {self.allowed.rounds} rounds among members")
        if self.facts.too_new & {giver, row.payee}:
            self.wrong.append(f"{told}, and the account of one of them is too new")

    def _takes_back(self, row: Row) -> bool:
        """Whether it gives back what was won an instant before, when somebody left a match to somebody else."""
        return row.why == RETURNED and any(at == row.at and who == row.payee for at, who, _ in self._parted)

    def _left(self, row: Row) -> None:
        """Somebody has left a match to somebody else, and the ante goes to the others, or back."""
        payer, payee, chips = row.payer or 0, row.payee or 0, row.chips
        if row.why == RETURNED:
            payer, payee, chips = payee, payer, -chips
        self._unearned[payer, row.day] += chips
        self._gave[payer, row.day] += chips
        self._got[payee, row.day] += chips
        self._parted.append((row.at, payer, chips))
        if payer in self.facts.stayed:
            self.wrong.append(f"somebody forfeited {chips} chips of a match, and had not agreed to leave")

    # What follows from all rows

    def rounds_of(self, member: int) -> int:
        """The rounds for chips that somebody has been in, and the deals of matches with antes of two members or more.

        Those with house players don't count.
        """
        rounds = 0
        for (table, number), net in self._nets.items():
            if member not in net or any(map(is_house_player, net)):
                continue
            others = [other for other in net if is_member(other) and other != member]
            if number == POT:
                rounds += self.facts.deals.get(table, 0) if others else 0
            else:
                rounds += bool(others) or self.facts.games.get(table) in BANK_GAMES
        return rounds

    def _may_not_give(self, member: int) -> bool:
        """Whether it is certain that somebody is still a newcomer."""
        return member in self.facts.too_new or self.rounds_of(member) < self.allowed.rounds

    def _day(self, unit: Unit) -> int:
        return int(self._times[unit] // DAY)

    def _won_without_play(self) -> Iterator[tuple[Unit, int, int]]:
        """(match, member, chips): what members have won from others without play at its end, below 0 what they lost."""
        for table, ending in self.facts.endings.items():
            net = self._nets.get((table, POT))
            if net is None:
                continue
            is_without = ending is not None or self.facts.deals.get(table, 0) < DEALS_TO_EARN
            won = net if is_without else self._forfeits[table]
            free = {who: min(chips, net[who]) for who, chips in won.items() if min(chips, net[who]) > 0}
            left = sum(chips for who, chips in free.items() if is_member(who))
            from_house = sum(max(-chips, 0) for who, chips in net.items() if is_house_player(who))
            for who in filter(is_member, free):
                yield (table, POT), who, max(free[who] - from_house, 0)
            for who in sorted(net, key=lambda who: (is_member(who), net[who])):
                lost = min(max(-net[who], 0), left)
                left -= lost
                if lost and is_member(who):
                    yield (table, POT), who, -lost

    def _parted_with(self) -> Iterator[tuple[float, int, int]]:
        yield from self._parted
        yield from ((self._times[unit], who, -chips) for unit, who, chips in self._won_without_play() if chips < 0)

    def _untaxed(self) -> Iterator[str]:
        share = self.allowed.tax if self.allowed.gifts else 0
        for paid in self._taxes.values():
            amount = paid["gift"] + paid["gift tax"]
            if paid["gift tax"] != -(-amount * share // 100):
                yield f"a gift of {amount} chips was taxed by {paid['gift tax']}, and the tax is {share} percent"

    def _taken(self) -> Iterator[str]:
        """What is taken from somebody, or from the house, by the way in which people come to a match and leave it."""
        for table, ending in self.facts.endings.items():
            net, stayed = self._nets[table, POT], self.facts.stayed
            lost = [-chips for who, chips in net.items() if (who in stayed or is_house_player(who)) and chips < 0]
            if ending is not None and lost:
                yield f"{lost[0]} chips were lost by the early end of a match, by somebody who had not agreed to leave"
            if ending == "void":
                yield "a match is void, and no manager wanted that"
        for table, who in self.facts.ahead:
            if self._antes[table][who]:
                yield "somebody has taken over from a house player whose side was ahead, with an ante"

    def _with_house(self) -> Iterator[tuple[Unit, Counter[int]]]:
        """What was played with house players."""
        for unit, net in self._nets.items():
            if unit[0] not in self._kitties and any(map(is_house_player, net)):
                yield unit, net

    def _measured_house(self) -> Iterator[tuple[int, int, str]]:
        if not (most := self.allowed.house_winnings):
            return
        won: Counter[Daily] = Counter(self._sales)
        for unit, net in self._with_house():
            for who, chips in net.items():
                if is_member(who):
                    won[who, self._day(unit)] += chips
        for unit, net in self._nets.items():
            if unit[0] in self._kitties and any(map(is_house_player, net)):
                lost = {(who, self._day(unit)): chips for who, chips in net.items() if is_member(who) and chips < 0}
                won.update(lost)
        for day in sorted({day for _, day in won}):
            for circle in self._circles(day):
                chips, together = sum(won[who, day] for who in circle), most * len(circle)
                told = "one member" if len(circle) == 1 else f"{len(circle)} members together"
                yield chips, together, f"{chips} chips of house players in a day for {told}; {together} are allowed"

    def _circles(self, day: int) -> list[set[int]]:
        """The members who have met at tables with house players in a day, directly or by others."""
        groups = [{who for who in net if is_member(who)} for unit, net in self._with_house() if self._day(unit) == day]
        found: list[set[int]] = []
        for group in [*groups, *({who} for who, sold in self._sales if sold == day)]:
            touched = [circle for circle in found if circle & group]
            found = [circle for circle in found if not circle & group]
            found.append(group.union(*touched))
        return found

    def _measured_gifts(self) -> Iterator[tuple[int, int, str]]:
        kept, gave, got, unearned = self.allowed, self._gave.copy(), self._got.copy(), self._unearned.copy()
        for unit, who, chips in self._won_without_play():
            day = self._day(unit)
            gave[who, day] += max(-chips, 0)
            unearned[who, day] += max(-chips, 0)
            got[who, day] += max(chips, 0)
        for (who, _), chips in unearned.items():
            if not kept.gifts:
                yield chips, 0, f"{chips} chips went from one member to others without play, and gifts are off"
            elif self._may_not_give(who):
                yield chips, 0, f"{chips} chips went without play from a member who may not give chips yet"
        if most := kept.among_members:
            for chips in gave.values():
                yield chips, most, f"{chips} chips given away by a member in a day; {most} are allowed"
            for chips in got.values():
                yield chips, most, f"{chips} chips for a member in a day; {most} are allowed"

    def _measured_newcomers(self) -> Iterator[tuple[int, int, str]]:
        if not (most := self.allowed.among_members):
            return
        lost: Counter[Daily] = Counter(self._gave)
        lost.subtract(self._got)
        for unit, net in self._nets.items():
            is_over = not sum(net.values()) and unit[0] not in self._kitties
            if is_over and 0 not in net and not any(map(is_house_player, net)):
                lost.subtract({(who, self._day(unit)): chips for who, chips in net.items()})
        for (who, _), chips in lost.items():
            if self._may_not_give(who):
                yield chips, most, f"{chips} chips lost to members in a day by a newcomer; {most} are allowed"
