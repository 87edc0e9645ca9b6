"""The driver: one table of any game, from the first seat to the last returned chip.

Everything goes one way. Under the table's lock a change is worked out on frozen values; then it is written, with the
chips it moves, in one transaction; only then is it adopted, and only then is anybody told. A process that dies at any
await leaves the state before the change or the state after it, and the table continues from there.

This file has what people do at a table, and what happens when time is up. What is known of the table is in
tables/state.py, what follows from a change in tables/change.py, and tables/writer.py writes it. This file knows no
Discord and no game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime

from data.ledger.ledger import Account, ChipsStandStill, InsufficientChips, balance_of
from data.people import was_forgotten
from data.store import deeds
from data.store.whole import whole
from data.tables.tables import SavedTable, StaleTable
from games.core import Seat
from games.values import replace
from tables.change import deal, is_only_dealt, play_on
from tables.clock import EARLY
from tables.closing import ClosedBy
from tables.draft import Draft, running
from tables.game import AnyGame, Shuffle
from tables.lobby import Lobby
from tables.round_in_play import is_about, not_asked
from tables.services import Services
from tables.state import StaleClick, TableClosed, TableState
from tables.timers import Timers
from tables.writer import Writer

__all__ = ["StaleClick", "Table", "TableClosed"]

ATTEMPTS = 5
"""How often a round is started again when somebody's chips were spent elsewhere just then, before the next window."""


class Table(TableState):
    """One live table. Every method that changes it takes the lock, writes, and then adopts."""

    def __init__(self, saved: SavedTable, game: AnyGame, services: Services) -> None:
        super().__init__(saved, game)
        self._services = services
        self._timers = Timers(
            time_up=lambda: self._spawn(self._time_up(self.question_id)),
            half_time=self._call_awaited,
            wake_up=lambda: self._spawn(self._woken()),
            forced=lambda: self._spawn(self._make_forced(self.question_id)),
        )
        self._writer = Writer(self, services, self._timers)
        self._tasks: set[asyncio.Task[None]] = set()

    def standing_still(self) -> asyncio.Lock:
        """The lock under which only its holder changes anything here."""
        return self._writer.lock

    def stop(self) -> None:
        """Let no timer ring any more, even during a write; the table stays on the disk as it is."""
        self._timers.stop()

    @property
    def ends_at(self) -> datetime | None:
        """When the table ends unless somebody does something there."""
        return self._writer.ends_at

    async def resume(self, saved: SavedTable) -> None:
        """Replay the saved moves and give everybody their full time. A round that can't be replayed is void."""
        async with self._writer.lock:
            await self._writer.come_back(saved)

    # Between rounds

    @whole
    async def arrange(
        self,
        user_id: int,
        change: Callable[[Lobby], Lobby],
        *,
        question_id: str | None = None,
        salt: str | None = None,
        quietly: bool = False,
    ) -> None:
        """Change the lobby on behalf of `user_id`, with the chips that this takes or gives back.

        `change` is pure and raises IllegalAction to refuse. `question_id` is the question that the person saw, None
        when any moment will do. `salt` goes into the present shuffle unless it has one. The round begins when nobody is
        left to wait for. A `quietly` made change is nobody else's business: the table isn't drawn again.

        Raises IllegalAction, StaleClick, TableClosed, InsufficientChips; then nothing has changed.
        """
        async with self._writer.alone():
            self._verify_open(question_id)
            before, was_away = self.question_id, self.lobby.is_away(user_id)
            lobby = self._counted(is_touched=True)
            await self._rearrange(change(lobby.present(user_id)), actor_id=user_id, salt=salt)
            is_quiet = quietly and self.question_id == before and not was_away
        if not is_quiet:
            self.on_change()

    async def _rearrange(self, lobby: Lobby, actor_id: int, salt: str | None = None) -> None:
        if self.is_playing and (lobby.bets != self.lobby.bets or lobby.dues):
            raise StaleClick  # chips are taken only between rounds; these bets would be free
        salt = None if self.is_playing else salt  # the cards are already dealt
        lobby = self.game.after_change(self.terms, lobby, Shuffle(self.seed, self.salt or salt or ""))
        draft = Draft(lobby, self.play, salt=salt, actor_id=actor_id)
        if self.game.is_cut_off(lobby):
            await self._writer.cut_off(lobby, actor_id)
        elif self.is_playing and self.is_paused(self.lobby) and not self.is_paused(lobby):
            await self._go_on(draft)  # the table no longer waits for those who are away now
        elif lobby != self.lobby:
            if await self._begin_with(draft):
                return
            await self._writer.write(draft)
        await self._begin_if_complete()

    async def _begin_if_complete(self) -> None:
        if self._is_complete(self.lobby):
            await self._writer.surely(self._begin)

    def _is_complete(self, lobby: Lobby) -> bool:
        """Whether nobody is left to wait for before the next round."""
        game, terms = self.game, self.terms
        return not self.is_playing and game.can_begin(terms, lobby) and game.is_complete(terms, lobby)

    async def _begin_with(self, draft: Draft) -> bool:
        """Write `draft` and the round that it completes in one transaction, where nothing else happens between the two.

        Returns False, and nothing has changed, where something does, or where that fails: written one after the other
        they show what is wrong.
        """
        # A round that brings its own salt might end the shuffle that it salts.
        is_salted = draft.salt is None or self.salt is not None
        if not is_salted or self._writer.may_be_behind or not self._is_complete(draft.lobby):
            return False
        if not is_only_dealt(self, draft.lobby):
            return False
        try:
            begun = deal(self, draft.lobby, {}, lying=draft.lobby, actor_id=draft.actor_id)
            play_on(self, begun, frozenset(), self._services.entropy)
        except Exception:
            return False
        try:
            await self._writer.write(begun)
        except (InsufficientChips, ChipsStandStill):
            return False
        return True

    @whole
    async def leave(self, user_id: int) -> None:
        """Give up seat and bets. The clock plays a running round for `user_id` to its end."""
        async with self._writer.alone():
            self._verify_open(None)
            lobby = self._counted(is_touched=True)
            if self.is_in_round(user_id) and self.play is not None:
                lobby = self.game.after_change(self.terms, lobby.leave_after_round(user_id), self.shuffle)
                if self.game.is_cut_off(lobby):
                    await self._writer.cut_off(lobby, user_id)
                else:
                    await self._go_on(Draft(lobby, self.play, actor_id=user_id))
            else:
                await self._rearrange(lobby.leave(user_id), actor_id=user_id)
        self.on_change()

    @whole
    async def remove(self, user_id: int, actor_id: int) -> None:
        """Remove `user_id` from a table that is kept, as a manager of the server may."""
        async with self._writer.alone():
            self._verify_open(None)
            lobby = self._counted(is_touched=True)
            await self._rearrange(self.game.after_removal(lobby, user_id), actor_id=actor_id)
        self.on_change()

    @whole
    async def close(self, actor_id: int, why: ClosedBy | None = None) -> None:
        """Close the table: at once, returning all bets, or after the running round. `why`, unless somebody wants it."""
        async with self._writer.alone():
            self._verify_open(None)
            why = why or (ClosedBy.HOST if actor_id == self.host else ClosedBy.MANAGER)
            if self.is_playing:
                await self._go_on(Draft(replace(self.lobby, closing=True, closed_by=why), self.play, actor_id=actor_id))
            else:
                await self._writer.shut(actor_id, why)
        self.on_change()

    @whole
    async def void(self, actor_id: int, reason: str | None = None) -> None:
        """Close the table at once and return all chips there; a running round does not count.

        A process that dies in between leaves a table that has refunded its round, and closes at the next start. A table
        that is kept ends in one step, with its `reason`.
        """
        async with self._writer.alone():
            self._verify_open(None)
            if self.game.outlives_idle(self.lobby):
                await self._writer.end_kept(actor_id, reason)
            else:
                if self.is_playing:
                    await self._writer.refund(replace(self.lobby, closing=True, closed_by=ClosedBy.VOID), actor_id)
                await self._writer.shut(actor_id, ClosedBy.MANAGER)
        self.on_change()

    @whole
    async def renew(self) -> None:
        """The server may want other house options: adopt them as soon as nothing is played under the old ones."""
        async with self._writer.alone():
            self._writer.may_be_behind = True
            self._writer.set_wake()
            try:
                is_changed = not self.is_closed and await self._writer.catch_up()
            except StaleTable:
                raise
            except Exception as error:
                self._services.failed(self, error)
                return
        if is_changed:
            self.on_change()

    # A round

    @whole
    async def act(self, user_id: int, question_id: str, text: str) -> None:
        """Play the move `text` for `user_id`, who saw the question `question_id`: in turn, or silently at any time.

        Raises like `arrange`.

        `question_id` is the public's question or their own. A silent move shows nowhere, not even by the table being
        drawn again.
        """
        async with self._writer.alone():
            self._verify_open(None)
            play, was_away = self.play, self.lobby.is_away(user_id)
            if play is None or play.is_over or not is_about(question_id, self.question_id):
                raise StaleClick
            seat, action = play.setup.seat_of(user_id), self.game.parse(text)
            if seat is None or (seat not in play.to_act and action not in play.round.legal_actions(seat)):
                if seat in play.answered:
                    raise StaleClick
                raise not_asked(play)
            if question_id not in (self.question_id, self.question_id_of(user_id)):
                raise StaleClick
            draft = Draft(self.lobby, play, actor_id=user_id)
            draft.move(self.rounds, seat, action, by_clock=False)
            is_silent = running(draft.play).steps == play.steps and not was_away
            draft.lobby = self._counted(is_touched=not is_silent)
            if not is_silent:
                draft.lobby = self.game.after_answer(draft.lobby.present(user_id), user_id)
            await self._go_on(draft)
        if not is_silent:
            self.on_change()

    async def _begin(self) -> None:
        """Deal the next round with the placed bets, unless something that is settled first prevents it."""
        shuffle = self.shuffle
        for _ in range(ATTEMPTS):
            purses = await self._purses()
            lobby = self.game.before_round(self.terms, self.lobby, purses, shuffle)
            if not self.game.can_begin(self.terms, lobby):
                await self._writer.write(Draft(lobby, self.play))
                return
            try:
                await self._go_on(deal(self, lobby, purses, lying=self.lobby))
            except (InsufficientChips, ChipsStandStill):  # chips were spent elsewhere, or none can move just now
                continue
            return
        self._writer.rewind()

    async def _purses(self) -> dict[int, int]:
        """How many chips everybody seated has, if the game asks."""
        if not self.game.asks_purses:
            return {}
        accounts = {user_id: Account.member(self.guild, user_id) for user_id in self.lobby.seats if user_id is not None}
        return await self._services.store.read(
            lambda db: {who: balance_of(db, at) or 0 for who, at in accounts.items()}
        )

    async def _go_on(self, draft: Draft, late: frozenset[Seat] = frozenset()) -> None:
        """Play for everybody who is late or away, end the round when it is over, and write the result."""
        play_on(self, draft, late, self._services.entropy)
        await self._writer.write(draft)
        if draft.ended and draft.lobby.closing:
            await self._writer.shut(draft.actor_id)

    @whole
    async def play_for_forgotten(self) -> None:
        """Somebody was forgotten in the middle of a round that continues: play for them if it is their turn."""
        async with self._writer.alone():
            if self.is_closed or not any(map(was_forgotten, self.people_asked)):
                return
            await self._writer.surely(self._go_on_as_it_is)
        self.on_change()

    async def _go_on_as_it_is(self) -> None:
        await self._go_on(Draft(self.lobby, self.play))

    # The clock

    async def _time_up(self, question_id: str) -> None:
        """Act for those who have not answered, begin the round, or close a table where nobody plays."""
        deeds.of_nobody()
        with suppress(StaleClick):
            await self._act_when_due(question_id)

    async def _act_when_due(self, question_id: str) -> None:
        async with self._writer.alone():
            if self.is_closed or not self._timers.is_time_up or question_id != self.question_id:
                return
            self.lobby = self._counted(is_touched=False)
            if self.play is not None and self.is_playing:
                await self._writer.surely(self._play_for_late)
            elif self.game.window(self.terms, self.lobby) is None:
                await self._writer.shut(None, ClosedBy.IDLE)
            elif self.game.can_begin(self.terms, self.lobby):
                await self._writer.surely(self._begin)
            else:
                await self._writer.surely(self._end_window)
        self.on_change()

    async def _play_for_late(self) -> None:
        play = running(self.play)
        await self._go_on(Draft(self.lobby, replace(play, events=())), late=play.to_act)

    async def _end_window(self) -> None:
        await self._writer.write_after_window()
        await self._begin_if_complete()

    async def _woken(self) -> None:
        """Count the time during which somebody kept others waiting, or end an abandoned table."""
        deeds.of_nobody()
        with suppress(StaleClick):
            await self._count_or_end()

    async def _count_or_end(self) -> None:
        async with self._writer.alone():
            if self.is_closed or self._timers.is_stopped:
                return
            gone, ends_at = self.game.gone(self.lobby), self.ends_at
            if ends_at is not None and self._services.now() >= ends_at - EARLY:
                await self._writer.surely(self._end_by_itself)
            else:
                await self._writer.write(Draft(self._counted(is_touched=False), self.play))
            has_changed = self.is_closed or self.game.gone(self.lobby) != gone
        if has_changed:
            self.on_change()

    async def _end_by_itself(self) -> None:
        if self.game.outlives_idle(self.lobby):
            await self._writer.end_kept(None)
        else:
            await self._writer.shut(None, ClosedBy.IDLE)

    async def _make_forced(self, question_id: str) -> None:
        """Make somebody's only legal move as theirs: neither a missed turn nor a sign that they are there."""
        deeds.of_nobody()
        with suppress(StaleClick):
            await self._move_forced(question_id)

    async def _move_forced(self, question_id: str) -> None:
        async with self._writer.alone():
            play, forced = self.play, self.forced_move()
            if self._timers.is_stopped or play is None or forced is None or question_id != self.question_id:
                return
            seat, action = forced
            draft = Draft(self._counted(is_touched=False), play, actor_id=play.setup.user_id_in(seat))
            draft.move(self.rounds, seat, action, by_clock=False)
            await self._go_on(draft)
        self.on_change()

    def _call_awaited(self) -> None:
        if people := self.awaited:
            self.on_call(people)

    def _spawn(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._services.failed(self, error)

    # Small parts

    def _verify_open(self, question_id: str | None) -> None:
        if self.is_closed:
            raise TableClosed
        if question_id is not None and question_id != self.question_id:
            raise StaleClick

    def _counted(self, *, is_touched: bool) -> Lobby:
        """The lobby with the time counted during which somebody kept others waiting; for the lock's holder only."""
        return self.with_time_counted(self._services.now(), is_touched=is_touched)
