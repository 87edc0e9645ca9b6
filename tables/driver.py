"""The driver: carries out what happens at one table of any game, from the first seat to the last returned chip.

Everything goes one way. Under the table's lock `step` works out what comes of an event, on frozen values; then it is
written, with the chips it moves, in one transaction; only then is it adopted, and only then is anybody told. A process
that dies at any await leaves the state before the change or the state after it, and the table continues from there.

Nobody else changes a table. What it does by itself is decided when its one timer rings (`due`). This file knows
no Discord and no game.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Self

from msgspec.structs import replace

from data.guild.forget_member import Departure
from data.ledger.flows import ANY, Allowed, LimitsChanged
from data.store import write_log
from data.store.errors import StoreError
from data.store.uncancellable import uncancellable
from data.tables.saved import SavedTable
from data.tables.tables import StaleTable
from tables.change import called, clock_continues, gone_away, rows_of
from tables.draft import FRESH, Draft, ReadAnew, StaleClick
from tables.events import NOTHING, Event, Facts, FollowUp, GiveUp, HaltOver, Needs, Outcome, Resumed, ServerChanged
from tables.game import AnyGame
from tables.house_turns import HouseTurns
from tables.services import Services
from tables.step import due, step
from tables.subscribers import Subscribers
from tables.table import Table

WRITE_ATTEMPTS = 20
"""How often a change is worked out again when what people may win and lose today has just become another number."""
AGAIN_AFTER = 5.0
"""Seconds until what was due is tried again when the bot has failed at it."""


class TooManyChanges(Exception):
    """The limits of what people may win and lose today changed at every attempt to write."""


class LiveTable:
    """One table that people play at: `table` is what it is now, and `do` the only thing that changes it."""

    def __init__(self, saved: SavedTable, game: AnyGame, services: Services) -> None:
        self.table = Table.of(saved, game)
        self.lock = asyncio.Lock()
        """Only its holder changes the table."""
        self.on_change: Callable[[], None] = _nobody
        self.ended: Subscribers[[]] = Subscribers()
        """The table is closed for good."""
        self.on_drop: Callable[[], None] = _nobody
        """Called when the table no longer exists, and there is nothing to show."""
        self.on_call: Callable[[frozenset[int]], None] = _nobody
        """Told whom to tell that the table waits for them."""
        self.on_away: Callable[[frozenset[int]], None] = _nobody
        """Told for whom the clock plays from now on, until they press something."""
        self._services = services
        self._loop = asyncio.get_running_loop()
        me: Self = weakref.proxy(self)
        """What belongs to a table doesn't keep it: when nobody else does, it is freed."""
        self._ring = lambda: me._spawn(me._do_unasked)
        self._timer: asyncio.TimerHandle | None = None
        self._house = HouseTurns(
            lambda: me.table,
            services,
            do=lambda event: me._do_unasked(event),
            spawn=lambda work: me._spawn(work),
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    def tell_nobody(self) -> None:
        """Whoever follows the table has been told all: it is closed for good, and shown so, or no longer exists."""
        self.on_change = self.on_drop = self.on_call = self.on_away = _nobody

    def stop(self) -> None:
        """Let nothing ring any more, even during a write; the table stays on the disk as it is."""
        self._is_stopped = True
        self._set_timer()
        self._house.stop()

    # What happens

    @uncancellable
    async def do(self, event: Event) -> None:
        """Carry out what comes of `event`, and of what follows from it.

        Raises IllegalAction, StaleClick, TableClosed, InsufficientChips, TransferRefused; then nothing has changed,
        except that somebody who can't pay for a seat waits for it no longer. A table that finds itself behind the disk
        is read again from there, and ReadAnew raised: the event was decided on a table that no longer exists.
        """
        async with self.lock:
            await self._carry_out(event)

    async def _do_unasked(self, event: Event | None = None) -> None:
        """Carry out `event`, or else what is due now, which nobody has asked for: not once the table is stopped."""
        async with self.lock:
            if not self._is_stopped:
                await self._carry_out(event or self._due_now(), again_after=0.0 if event else AGAIN_AFTER)

    async def _carry_out(self, event: Event | None, again_after: float = 0.0) -> None:
        try:
            await self._run(event)
            again_after = 0.0
        except StaleTable as error:
            self._services.failed(self.table, error)
            await self._read_anew()
            raise ReadAnew from error
        finally:
            self._set_timer(again_after)

    async def resume(self, saved: SavedTable) -> None:
        """Replay the saved moves and give everybody their full time. A round that can't be replayed is void."""
        async with self.lock:
            await self._come_back(saved)

    async def server_changed(self) -> None:
        """Adopt what the server has set, as soon as nothing is played under what was set before."""
        try:
            await self.do(ServerChanged(self._services.wanted(self.table)))
        except StaleClick:
            pass  # it was read again, with what the server has set
        except Exception as error:
            self._services.failed(self.table, error)

    # What only the holder of the lock does

    def forget(self, user_id: int, departure: Departure) -> None:
        """Adopt what `departure` has written, which forgot `user_id`."""
        self.table = self.table.without(user_id, departure)

    def drop(self) -> None:
        """The table no longer exists."""
        self.stop()
        self.table = replace(self.table, is_closed=True)

    def moved(self, channel: int) -> None:
        """What is shown of it is in another channel now."""
        self.table = replace(self.table, channel=channel)

    async def _run(self, event: Event | FollowUp | None) -> None:
        redraws = False
        try:
            while event is not None:
                try:
                    outcome = await self._once(event)
                except (StoreError, StaleTable):
                    raise
                except Exception as error:
                    if not event.refunds:
                        raise
                    self._services.failed(self.table, error)
                    outcome = Outcome(then=GiveUp())
                redraws = redraws or outcome.redraws
                if outcome.error is not None:
                    raise outcome.error
                event = outcome.then
        finally:
            if redraws:
                self.on_change()

    async def _once(self, event: Event | FollowUp) -> Outcome:
        """Carry out what comes of one thing. If it raises, nothing has changed.

        What people may win and lose today is known for certain only when it is written. Where it isn't what was
        assumed, all is worked out again for the true numbers.
        """
        services = self._services
        facts = Facts(services.now(), self._loop.time(), services.halt(self.table.guild), services.blocked())
        for _ in range(WRITE_ATTEMPTS):
            while isinstance(outcome := step(self.table, event, facts), Needs):
                facts = await self._read(outcome, facts)
            if outcome.table is not None:
                self.table = replace(outcome.table, channel=self.table.channel)
            try:
                if outcome.draft is not None:
                    await self._write(outcome.draft, facts)
            except LimitsChanged as changed:
                facts = replace(facts, allowed=changed.allowed)
                continue
            except Exception as error:
                then = next((then(error) for errors, then in outcome.instead if isinstance(error, errors)), None)
                if then is None:
                    raise
                return replace(NOTHING, then=then)
            if outcome.calls:
                self.on_call(outcome.calls)
            return outcome
        raise TooManyChanges

    async def _read(self, needs: Needs, facts: Facts) -> Facts:
        table, tables = self.table, self._services.tables
        if needs.in_round:
            return replace(facts, in_round=await tables.in_round(table.guild, table.id, table.rounds))
        people = [person for person in table.lobby.seats if person is not None]
        purses = await tables.balances(table.guild, people)
        return replace(facts, purses=purses, at_deal=await self._allowed(people))

    async def _allowed(self, people: list[int]) -> Allowed:
        """What members may still win from the house players here today, and newcomers lose to others."""
        table, services = self.table, self._services
        limits = services.limits(table.guild)
        is_limited = limits.among_members or (limits.from_house and table.lobby.house_players)
        if not table.terms.mode.uses_chips or not is_limited:
            return ANY
        return await services.tables.allowed(table.guild, people, limits, services.now())

    async def _write(self, draft: Draft, facts: Facts) -> None:
        """Write `draft`, adopt it, and tell those concerned."""
        before, services = self.table, self._services
        if draft.fresh_seed == FRESH:
            draft = replace(draft, fresh_seed=services.entropy())
        seconds, acts_at = None, before.acts_at
        if starts_clock := not clock_continues(before, draft):
            seconds = before.seconds(draft.lobby, draft.play)
            acts_at = None if seconds is None else facts.now + timedelta(seconds=seconds)
        written = await services.tables.commit(rows_of(before, draft, acts_at, services.limits), facts.now)
        table = self.table.after(draft, written).ticking(self._loop.time(), seconds, acts_at, starts=starts_clock)
        self.table = table
        if draft.closed:
            await self.ended.tell()
        if table.lobby.closed_by and not before.lobby.closed_by:
            services.closed(table, draft.actor_id, draft.reason)
        if table.game.has_house_players:
            self._house.follow()
        if table.terms.pace.times.calls:
            if people := called(before, table, draft.actor_id):
                self.on_call(people)
            if table.is_kept and (people := gone_away(before, table)):
                self.on_away(people)

    async def _read_anew(self) -> None:
        saved = await self._services.tables.get(self.table.id)
        if saved is None or saved.closed_at is not None:
            self.drop()
            await self.ended.tell()
        else:
            self.table = Table.of(saved, self.table.game)
            await self._come_back(saved)
        self.on_change()

    async def _come_back(self, saved: SavedTable) -> None:
        event: Event | FollowUp = Resumed(saved.deadline)
        if saved.running is not None:
            try:
                self.table = self.table.replayed(saved.running)
            except Exception as error:
                self._services.failed(self.table, error)
                event = GiveUp()
        await self._run(event)
        if not self.table.is_closed:
            self._house.follow()
            await self._run(ServerChanged(self._services.wanted(self.table)))
            await self._run(HaltOver())
        self._set_timer()

    # What the table does by itself

    def _due_now(self) -> Event | None:
        found = due(self.table, self._loop.time(), self._services.now)
        return None if found is None or found[0] > 0 else found[1]

    def _set_timer(self, least: float = 0.0) -> None:
        if self._timer is not None:
            self._timer.cancel()
        found = None if self._is_stopped else due(self.table, self._loop.time(), self._services.now)
        self._timer = None if found is None else self._loop.call_later(max(found[0], least), self._ring)

    def _spawn(self, work: Callable[[], Coroutine[object, None, None]]) -> asyncio.Task[None]:
        task = self._loop.create_task(self._for_nobody(work))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def _for_nobody(self, work: Callable[[], Coroutine[object, None, None]]) -> None:
        """Do `work`, which nobody has asked for; what is too late is dropped."""
        write_log.detached()
        with suppress(StaleClick):
            await work()

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._services.failed(self.table, error)


def _nobody(*_people: frozenset[int]) -> None:
    """Is told nothing."""
