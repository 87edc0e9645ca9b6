"""What a table believes, and the only way in which that changes: first written, then adopted, then told.

Whoever changes a table holds its lock. A change is worked out as a `Draft`, written with the chips that it moves in one
transaction, and only then does the table's state become another value. This file knows no Discord and no game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from types import TracebackType

from data.ledger.flows import LimitsChanged
from data.store.errors import StoreError
from data.tables.saved import SavedTable
from data.tables.tables import StaleTable
from games.core import Seat
from games.values import replace
from tables.change import keeps_clock, play_on, rows_of, settle_between
from tables.clock import Timers
from tables.closing import ClosedBy
from tables.draft import Draft, StaleClick
from tables.game import Match
from tables.house_turns import HouseTurns
from tables.lobby import Lobby
from tables.services import Services
from tables.state import TableState

LEAST_AFTER_START = 3600.0
"""A table that waits for its one member stays open for so long after a start, at the least."""
WRITE_ATTEMPTS = 20
"""How often a change is worked out again when what people may win and lose today has just become another number."""


class TooManyChanges(Exception):
    """What people may win and lose today was another number each time that a change was written."""


class Writer:
    """Writes the changes of one table; all methods are for the holder of its lock.

    In `async with` nothing else changes the table. A table that finds itself behind the disk is read again from there,
    and StaleClick raised, because the request was decided on a table that no longer exists.
    """

    def __init__(self, table: TableState, services: Services, timers: Timers, house: HouseTurns) -> None:
        self._table = table
        self._services = services
        self._timers = timers
        self._house = house
        self.lock = asyncio.Lock()
        self.may_be_behind = True
        """The server may want other house options than the table has."""

    async def __aenter__(self) -> None:
        await self.lock.acquire()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if isinstance(error, StaleTable):
                self._services.failed(self._table, error)
                await self._read_anew()
                raise StaleClick from error
        finally:
            self.lock.release()

    async def go_on(self, draft: Draft, late: frozenset[Seat] = frozenset()) -> None:
        """Play for everybody who is late or away, end the round when it is over, and write the result."""
        table = self._table
        lobby = table.promising(draft.lobby, self._services.is_served)
        draft = draft if lobby is draft.lobby else replace(draft, lobby=lobby)
        await self.write(draft, lambda draft: play_on(table, draft, late, self._services.entropy))
        if not table.is_playing and table.lobby.closing:
            await self.shut(draft.actor_id)

    async def write(self, draft: Draft, follow_up: Callable[[Draft], Draft] | None = None) -> None:
        """Write `draft`, with what `follow_up` adds, with its chips in one transaction, then adopt it.

        What people may win and lose today is known for certain only in the transaction. Where it isn't what was
        assumed, all is worked out again for the true numbers. If it raises, nothing has changed.
        """
        for _ in range(WRITE_ATTEMPTS):
            made = draft if follow_up is None else follow_up(draft)
            if self._table.game.match is not None:
                made = settle_between(self._table, self._table.game.match, made)
            try:
                await self._write(made)
            except LimitsChanged as changed:
                draft = replace(draft, allowed=changed.allowed)
            else:
                return
        raise TooManyChanges

    async def _write(self, draft: Draft) -> None:
        """Write `draft`, adopt it, and tell those concerned."""
        table, services, now = self._table, self._services, self._services.now()
        caught_up = self._with_options(draft) if self.may_be_behind and not draft.closed else None
        draft = draft if caught_up is None else caught_up
        seconds, deadline = None, table.acts_at
        if starts_clock := not keeps_clock(table, draft):
            seconds = table.seconds(draft.lobby, draft.play)
            deadline = None if seconds is None else now + timedelta(seconds=seconds)
        written = await services.tables.commit(rows_of(table, draft, deadline, services.limits), now)
        self.may_be_behind = self.may_be_behind and caught_up is None
        was, question_id, calls = table.lobby, table.question_id, table.terms.pace.times.calls
        awaited = table.awaited if calls else frozenset()
        table.adopt(draft, written, deadline)
        if draft.closed:
            table.on_end()
        if table.lobby.closed_by and not was.closed_by:
            services.closed(table, draft.actor_id, draft.reason)
        if starts_clock:
            self._give_time(seconds)
        if table.game.match is not None:
            self._set_for_match(table.game.match)
        self._set_forced()
        if table.game.has_house_players:
            self._house.follow()
        if calls:
            self._call(draft.actor_id, since=awaited if question_id == table.question_id else frozenset())
            if table.is_kept:
                self._tell_away(was)

    async def or_refund(self, work: Callable[[], Coroutine[object, None, None]]) -> None:
        """Do something that nobody could try again; if the bot fails at it, everybody is refunded."""
        try:
            await work()
        except (StoreError, StaleTable):
            raise
        except Exception as error:
            self._services.failed(self._table, error)
            await self._give_up()

    # The house options

    def server_changed(self) -> None:
        """The server may want other house options, or another time after which a table that is kept ends."""
        self.may_be_behind = True
        if (match := self._table.game.match) is not None:
            self._set_for_match(match)

    async def catch_up(self) -> bool:
        """Adopt the present house options, if possible. Returns whether they were different."""
        draft = self._with_options(Draft(self._table.lobby, self._table.play))
        if draft is None or draft.options is None:
            return False
        await self.write(draft)
        return True

    def _with_options(self, draft: Draft) -> Draft | None:
        """`draft` with the house options that the server wants. None when others apply to what is going on."""
        if draft.play is not None and not draft.play.is_over:
            return None
        game, terms = self._table.game, self._table.terms
        options = terms.options if terms.house.is_duplicate else self._services.options(self._table)
        if options == terms.options:
            return draft
        lobby = game.with_options(terms, draft.lobby, options)
        if lobby is None:
            return None
        seed = draft.fresh_seed
        if seed is None and game.options_need_shuffle(terms.options, options):
            seed = self._services.entropy()
        return replace(draft, lobby=lobby, options=options, fresh_seed=seed)

    # How a round ends that does not count, and how a table closes: the chips are returned

    async def cut_off(self, lobby: Lobby, actor_id: int | None, *, could_not_go_on: bool = False) -> None:
        """Void the running round: its chips are returned, and what outlasts it stays as in `lobby`.

        It `could_not_go_on` when something has failed, or somebody who isn't in it has stopped it.
        """
        lobby = self._without_round(lobby)
        seed = self._table.next_seed(self._table.rounds + 1, self._services.entropy)
        draft = Draft(lobby, None, fresh_seed=seed, actor_id=actor_id, could_not_go_on=could_not_go_on)
        await self.write(await self._voiding(draft))

    async def _voiding(self, draft: Draft) -> Draft:
        """`draft` with which the round that runs on the disk, if any does, is over and does not count."""
        table = self._table
        if not table.is_running_on_disk:
            return draft
        put_in, left = await self._services.tables.in_round(table.guild, table.id, table.rounds)
        return replace(draft, voided=True, postings=tuple(table.accounts.for_void(table.rounds, put_in, left)))

    async def end_kept(self, actor_id: int | None, reason: str | None = None) -> None:
        """Close a table together with its round and what outlasts its rounds, in one step."""
        table = self._table
        lobby = self._without_round(table.lobby) if table.is_playing else table.lobby
        why = ClosedBy.IDLE if actor_id is None else ClosedBy.VOID
        lobby = self._before_close(lobby, by_itself=actor_id is None)
        lobby = replace(lobby, closing=False, closed_by=why)
        draft = Draft(lobby, None if table.is_playing else table.play, closed=True, actor_id=actor_id, reason=reason)
        await self.write(await self._voiding(draft))
        self._timers.stop()

    async def shut(self, actor_id: int | None, why: ClosedBy = ClosedBy.UNKNOWN) -> None:
        """Close the table between two rounds. What was said when it began to close counts before `why`."""
        table = self._table
        lobby = self._before_close(table.lobby, by_itself=why is ClosedBy.IDLE)
        lobby = replace(lobby, closing=False, closed_by=lobby.closed_by or why)
        await self.write(Draft(lobby, table.play, closed=True, actor_id=actor_id))
        self._timers.stop()

    def _without_round(self, lobby: Lobby) -> Lobby:
        match = self._table.game.match
        return lobby.round_void() if match is None else match.after_void(self._table.terms, lobby)

    def _before_close(self, lobby: Lobby, *, by_itself: bool) -> Lobby:
        match = self._table.game.match
        if match is None:
            return replace(lobby, bets=())
        return match.before_close(self._table.terms, lobby, by_itself=by_itself)

    async def _give_up(self) -> None:
        """Return all chips at the table, and shuffle (blackjack rule 20, pok deng rule 18)."""
        await self.cut_off(self._table.lobby, None, could_not_go_on=True)
        if self._table.lobby.closing:
            await self.shut(None)

    # A table that comes back

    async def come_back(self, saved: SavedTable) -> None:
        """Replay the saved moves and give everybody their full time. A round that can't be replayed is void."""
        table = self._table
        if saved.running is not None:
            try:
                table.replay(saved.running)
            except Exception as error:
                self._services.failed(table, error)
                await self._give_up()
                return
        if table.lobby.closing and not table.is_playing:  # the process died between the round's end and the closing
            await self.shut(None)
            return
        if table.game.match is not None:
            self._set_for_match(table.game.match)
        self._set_forced()
        self._house.follow()
        self.restart_clock(saved.deadline)
        await self.catch_up()

    async def _read_anew(self) -> None:
        saved = await self._services.tables.get(self._table.id)
        if saved is None or saved.closed_at is not None:
            self._table.is_closed = True
            self._timers.stop()
            self._table.on_end()
        else:
            self._table.take(saved)
            await self.come_back(saved)
        self._table.on_change()

    # The clock, and who is called

    def restart_clock(self, ran_until: datetime | None = None) -> None:
        """Start the clock again: everybody has their full time.

        A table that waits for its one member ends when it would have, `ran_until` then, unless that is too soon for
        somebody who could press nothing while there was no process.
        """
        table, now = self._table, self._services.now()
        seconds = table.seconds(table.lobby, table.play)
        if seconds is not None and ran_until is not None and table.waits_for_one(table.lobby):
            seconds = min(seconds, max((ran_until - now).total_seconds(), LEAST_AFTER_START))
        table.acts_at = None if seconds is None else now + timedelta(seconds=seconds)
        self._give_time(seconds)

    def _give_time(self, seconds: float | None) -> None:
        table, times = self._table, self._table.terms.pace.times
        is_long = seconds is not None and seconds > times.turn / 2  # following takes only seconds, so nobody is called
        self._timers.give(seconds, calls=is_long and times.calls and (table.is_playing or times.calls_at_once))

    def lobby_now(self, *, is_touched: bool) -> Lobby:
        """The lobby with the time counted during which somebody kept others waiting."""
        table = self._table
        if (match := table.game.match) is None:
            return table.lobby
        now = self._services.now()
        return match.with_time_counted(table.terms, table.lobby, table.delaying, now, is_touched=is_touched)

    @property
    def ends_at(self) -> datetime | None:
        """When the table ends unless somebody does something there."""
        table = self._table
        if (match := table.game.match) is None:
            return None
        return match.ends_at(table.lobby, table.opened_at, self._services.untouched(table))

    def _set_for_match(self, match: Match) -> None:
        """Wake up when time must be counted again, or when the table ends."""
        table = self._table
        counts = match.next_count_at(table.terms, table.lobby, table.delaying)
        moments = [moment for moment in (counts, self.ends_at) if moment is not None]
        is_awaited = bool(moments) and not table.is_closed
        self._timers.wake_after((min(moments) - self._services.now()) / timedelta(seconds=1) if is_awaited else None)

    def _set_forced(self) -> None:
        table = self._table
        is_forced = table.forced_move() is not None and not self._timers.is_stopped
        self._timers.force(table.question_id if is_forced else "", table.game.forced_after)

    def _call(self, actor_id: int | None, since: frozenset[int]) -> None:
        """Call those for whom the table waits now, except `actor_id` and those it already waited for (`since`)."""
        table, times = self._table, self._table.terms.pace.times
        new = table.awaited - {actor_id} - since
        waits = not self._timers.forced_at  # the bot makes a forced move without its player
        if new and waits and (times.calls_at_once or table.is_paused(table.lobby)):
            table.on_call(new)

    def _tell_away(self, before: Lobby) -> None:
        table, lobby = self._table, self._table.lobby
        seated = [user_id for user_id in lobby.seats if user_id is not None and user_id not in lobby.leaving]
        away = frozenset(who for who in seated if lobby.is_away(who) and not before.is_away(who))
        if away:
            table.on_away(away)
