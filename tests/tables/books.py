"""A table without a loop and without a database: what tables/driver.py does, and books in memory.

Time passes only where a test moves it.
"""

import dataclasses
from collections import Counter
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from data.guild.forget_member import Departure
from data.guild.personal_data import rewritten
from data.ledger.flows import ANY, LimitsChanged, returned
from data.ledger.ledger import Account, AccountKind, ChipsStandStill, InsufficientChips, TooFewLeft
from data.ledger.limits import NO_LIMITS, DayLimitReached
from data.ledger.reasons import LedgerReason
from data.people import is_house_player, left
from data.tables.saved import RunningRound, SavedShuffle, SavedTable
from data.tables.tables import StaleTable, Written
from games.fair.shoe import commitment
from tables.change import clock_continues, rows_of
from tables.draft import FRESH
from tables.driver import WRITE_ATTEMPTS, TooManyChanges
from tables.events import NOTHING, Facts, GiveUp, HaltOver, Needs, Outcome, Resumed, ServerChanged
from tables.five_hundred.match_state import MatchState
from tables.lobby import Lobby
from tables.modes import Shuffle
from tables.pontoon.bank_state import BankState, Why
from tables.round_in_play import RulesChanged
from tables.step import due, step
from tables.table import Table, Wanted
from tests.tables.room import CHANNEL, GUILD, HOST

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
HOUSE = Account.house(GUILD)


class Books:
    """A server's chips and the rows of one table, as data/ledger and data/tables keep them."""

    def __init__(self, game, terms, shuffle, now, host=HOST):
        self.saved = SavedTable(
            id=1,
            guild=GUILD,
            channel=CHANNEL,
            message=None,
            posted_at=None,
            game=game.name,
            host=host,
            options=game.write_options(terms.options),
            minimum=terms.minimum,
            maximum=terms.maximum,
            pace=terms.pace.value,
            lobby=Lobby((None,) * game.seats(terms.options)).to_json(),
            round=0,
            version=0,
            deadline=None,
            opened_at=now,
            closed_at=None,
            shuffle=SavedShuffle(shuffle.seed, commitment(shuffle.seed), shuffle.salt or None, now, None),
            running=None,
            house=terms.mode.to_json(),
        )
        self.own = Account.table(GUILD, self.saved.id)
        self.chips = Counter()
        self.put_in = Counter()
        """By round and account: what it has put into the table's account and has not got back."""
        self.last = None
        """What was written last."""
        self.stands_still = False
        self.forbidden = ()
        """What nobody may pay any more today, as it is called in the ledger."""
        self.allowed = ANY

    def gives(self, person, chips):
        """The house gives a member chips, or takes them if they are fewer than 0."""
        self.chips[Account.member(GUILD, person)] += chips
        self.chips[HOUSE] -= chips

    def in_round(self, number):
        """What members have put into a round, and what of the round lies at the table."""
        of_round = {account: chips for (which, account), chips in self.put_in.items() if which == number and chips}
        held = {account.owner: chips for account, chips in of_round.items() if account.kind is AccountKind.MEMBER}
        return held, sum(of_round.values())

    def commit(self, change, now):
        """Write all of `change`, or nothing."""
        saved, running, shuffle = self.saved, self.saved.running, self.saved.shuffle
        if saved.closed_at is not None or (change.version, change.round) != (saved.version, saved.round):
            raise StaleTable(change.table, change.version)
        chips, put_in = self._paid(change)
        if change.started is not None:
            assert running is None, "a round starts while one runs"
            running = RunningRound(change.started.rules, change.started.setup, now, ())
        if change.moves:
            running = dataclasses.replace(running, moves=(*running.moves, *change.moves))
        number = saved.round + (change.started is not None)
        if is_over := change.ended or change.voided:
            assert running is not None, "a round ends while none runs"
            assert not sum(left for (of, _), left in put_in.items() if of == number), "a round ends over its chips"
            running, put_in = None, Counter({where: left for where, left in put_in.items() if where[0] != number})
        if change.closed or change.options is not None:
            assert running is None, "a round outlasts its table, or the options that it began with"
        assert not (change.closed and chips[self.own]), "a table closes over chips"
        if change.salt is not None and shuffle.salt is None:
            shuffle = dataclasses.replace(shuffle, salt=change.salt)
        if change.new_seed is not None:
            shuffle = SavedShuffle(*change.new_seed, change.new_salt, now, None)
        people = [result.user_id for result in change.results if not is_house_player(result.user_id)]
        written = Written({person: chips[Account.member(GUILD, person)] for person in people})
        self.chips, self.put_in, self.last = chips, put_in, change
        self.saved = dataclasses.replace(
            saved,
            version=saved.version + 1,
            round=number,
            deadline=change.deadline,
            lobby=change.lobby or saved.lobby,
            options=change.options or saved.options,
            running=running,
            shuffle=shuffle,
            balances=written.balances if is_over else saved.balances,
            closed_at=now if change.closed else None,
        )
        return written

    def forgets(self, person, number):
        """What they have is the house's, and whatever is kept of them is of the number that stands in."""
        saved, running, own = self.saved, self.saved.running, Account.member(GUILD, person)
        self.gives(person, -self.chips[own])
        them = {own: Account.member(GUILD, number)}
        self.put_in = Counter({(of, them.get(who, who)): chips for (of, who), chips in self.put_in.items()})
        self.saved = dataclasses.replace(
            saved,
            lobby=rewritten(saved.lobby, person, number),
            running=running and dataclasses.replace(running, setup=rewritten(running.setup, person, number)),
            host=number if saved.host == person else saved.host,
            balances={who: chips for who, chips in saved.balances.items() if who != person},
        )

    def _paid(self, change):
        """The chips after `change`, and what everybody has put into the rounds; or the ledger's refusal."""
        if self.stands_still and change.postings:
            raise ChipsStandStill(GUILD)
        for posting in change.postings:
            if posting.why in self.forbidden:
                raise DayLimitReached(posting.payer.owner, 0, 0)
        if change.flows and returned(change.flows, self.allowed) != change.back:
            raise LimitsChanged(self.allowed)
        chips, put_in = self.chips.copy(), self.put_in.copy()
        for posting in change.postings:
            payer, payee, amount = posting.payer, posting.payee, posting.amount
            if payer != HOUSE and chips[payer] < amount:
                raise InsufficientChips(payer, chips[payer], amount)
            chips[payer] -= amount
            chips[payee] += amount
            put_in[posting.round, payer] += amount if payee == self.own else 0
            put_in[posting.round, payee] -= amount if payer == self.own else 0
        for account, least in change.must_keep:
            if chips[account] < least:
                raise TooFewLeft(account, chips[account], least)
        for account in change.purses_back:
            chips[HOUSE] += chips.pop(account, 0)
        return chips, put_in


class Desk:
    """One table of `game`: `table` is what it is now, and `does` what happens there next, as its driver does it."""

    halt, blocked, is_switched_off, forgotten = None, frozenset(), False, 0
    options = None
    """The house options that the server wants, None for those of the table."""

    def __init__(self, game, terms, random, host=HOST, shuffle=None):
        self.game, self.random, self.uptime, self.faults = game, random, 30.0, []
        shuffle = shuffle or terms.mode.shuffle_of(1) or Shuffle(random.randbytes(32), "")
        self.books = Books(game, terms, shuffle, self.now(), host)
        self.comes_back()

    def now(self):
        """The date."""
        return BEGINS + timedelta(seconds=self.uptime)

    def dies(self):
        """Whether the process ends now, in the middle of something."""
        return False

    def does(self, event):
        """Carry out `event` and what follows from it, unless the process dies in between. Raises what refuses it."""
        while event is not None:
            try:
                outcome = self.once(event)
            except Exception as error:
                if not event.refunds:
                    raise
                self.faults.append(error)
                outcome = Outcome(then=GiveUp())
            if outcome.error is not None:
                raise outcome.error
            event = outcome.then
            if event is not None and self.dies():
                self.comes_back()
                return

    def once(self, event):
        """What comes of one thing, which is written and adopted."""
        facts = Facts(self.now(), self.uptime, self.halt, self.blocked)
        for _ in range(WRITE_ATTEMPTS):
            while isinstance(outcome := step(self.table, event, facts), Needs):
                facts = self._read(outcome, facts)
            if outcome.table is not None:
                self.table = outcome.table
            try:
                if outcome.draft is not None:
                    self._write(outcome.draft, facts)
            except LimitsChanged as changed:
                facts = replace(facts, allowed=changed.allowed)
            except Exception as error:
                then = next((then(error) for errors, then in outcome.instead if isinstance(error, errors)), None)
                if then is None:
                    raise
                return replace(NOTHING, then=then)
            else:
                return outcome
        raise TooManyChanges

    def _read(self, needs, facts):
        books, table = self.books, self.table
        if needs.in_round:
            return replace(facts, in_round=books.in_round(table.rounds))
        purses = {person: books.chips[Account.member(GUILD, person)] for person in table.lobby.seats if person}
        return replace(facts, purses=purses, at_deal=books.allowed if table.terms.mode.uses_chips else ANY)

    def _write(self, draft, facts):
        before = self.table
        if draft.fresh_seed == FRESH:
            draft = replace(draft, fresh_seed=self.random.randbytes(32))
        seconds, acts_at = None, before.acts_at
        if starts := not clock_continues(before, draft):
            seconds = before.seconds(draft.lobby, draft.play)
            acts_at = None if seconds is None else facts.now + timedelta(seconds=seconds)
        written = self.books.commit(rows_of(before, draft, acts_at, lambda _: NO_LIMITS), facts.now)
        self.table = before.after(draft, written).ticking(self.uptime, seconds, acts_at, starts=starts)

    def comes_back(self):
        """Another process finds the table on the disk."""
        saved, event = self.books.saved, Resumed(self.books.saved.deadline)
        self.table = Table.of(saved, self.game)
        if saved.running is not None:
            try:
                self.table = self.table.replayed(saved.running)
            except RulesChanged as error:
                self.faults.append(error)
                event = GiveUp()
        self.does(event)
        if not self.table.is_closed:
            self.does(ServerChanged(self.wanted()))
            self.does(HaltOver())

    def forgets(self, person):
        """Somebody is forgotten who isn't there, or for whom a match goes on."""
        self.forgotten += 1
        number = left(self.forgotten)
        self.books.forgets(person, number)
        self.table = self.table.without(person, Departure(number, 0, {self.table.id: self.books.saved.lobby}))

    def wanted(self):
        """What the server wants of the table."""
        return Wanted(self.options or self.table.terms.options, is_switched_off=self.is_switched_off)

    def due(self):
        """In how many seconds the table acts by itself, and how; None for never."""
        return due(self.table, self.uptime, self.now)

    def rings(self):
        """What is due next happens, at its moment. Whether anything is."""
        if (found := self.due()) is None:
            return False
        self.uptime += max(found[0], 0)
        self.does(found[1])
        return True


class Model:
    """Knows no card and no rule, only whose the chips are.

    A member's chips move only by what a round, a match or the sale of a bank is said to have brought, as each change
    says that is on the disk.
    """

    def __init__(self, game, worth):
        self.game = game
        self.worth = worth
        """What members would have if the running round were void, and no bet lay at the table."""
        self.lobby = Lobby(())

    def sees(self, terms, change, lobby):
        """A change is on the disk, with what it has brought people, and perhaps another `lobby`."""
        if terms.mode.uses_chips:
            for result in change.results:
                self._moves(result.user_id, result.net)
            if lobby is not None:
                self._moved_besides(self.lobby, lobby, change.postings)
        self.lobby = lobby or self.lobby

    def _moves(self, person, chips):
        if person in self.worth:
            self.worth[person] += chips

    def _moved_besides(self, before, after, postings):
        """By a change of the lobby, and in no round: the price of a bank, and what antes have brought everybody."""
        if self.game.state is BankState:
            moved = BankState.of(after).moved
            if moved is not None and moved != BankState.of(before).moved and moved.why in (Why.SOLD, Why.AUCTIONED):
                self._moves(moved.before, moved.chips)
                self._moves(moved.to, -moved.chips)
        elif self.game.match is not None and not self.game.match.is_over(after):
            for forfeit in postings:
                if forfeit.why == LedgerReason.ANTE_FORFEITED:  # somebody else has taken the seat
                    self._moves(forfeit.payer.owner, -forfeit.amount)
                    self._moves(forfeit.payee.owner, forfeit.amount)
        elif self.game.match is not None and not self.game.match.is_over(before):
            for person, net in after.nets.items():
                self._moves(person, net)

    def lying(self, table):
        """What everybody has lying at the table for the next round, and for longer than a round."""
        if not table.terms.mode.uses_chips or table.is_closed:
            return Counter()
        lying = Counter(table.lobby.staked())
        if table.game.match is not None and not (state := MatchState.of(table.lobby)).is_over:
            lying.update(dict.fromkeys(state.players, state.ante))
        return lying

    def purses(self, table):
        """What everybody has."""
        purses, lying, play = dict(self.worth), self.lying(table), table.play
        for person in purses:
            purses[person] -= lying[person]
        if table.is_playing and not table.is_closed and table.terms.mode.uses_chips:
            for seat, net in play.nets.items():
                if (person := play.setup.people[seat]) in purses:
                    purses[person] += net
        return purses
