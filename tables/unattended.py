"""How a table comes to its next round, and what it does by itself: it deals, acts in time, and moves for the house.

What people ask of it is in tables/table.py. This file knows no Discord and no game.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Self

from data.ledger.flows import ANY, Allowed
from data.ledger.ledger import ChipsStandStill, InsufficientChips
from data.ledger.limits import TransferRefused
from data.store import write_log
from data.tables.saved import MadeBy, SavedTable
from games.core import IllegalAction, Seat
from games.values import replace
from tables.change import deal, is_only_dealt, play_on
from tables.clock import EARLY, Timers
from tables.closing import ClosedBy, Halt
from tables.draft import Draft, StaleClick
from tables.game import AnyGame
from tables.house_chips import PRACTICE_STAKES
from tables.house_turns import HouseTurns, move_for_house
from tables.lobby import Lobby
from tables.services import Services
from tables.state import TableState
from tables.terms import Shuffle
from tables.writer import Writer

BEGIN_ATTEMPTS = 5
"""How often a round is started again when somebody's chips were spent elsewhere just then, before the next window."""


class Unattended(TableState):
    """A live table, but for what people ask of it."""

    def __init__(self, saved: SavedTable, game: AnyGame, services: Services) -> None:
        super().__init__(saved, game)
        self._services = services
        me: Self = weakref.proxy(self)
        """What belongs to a table doesn't keep it: when nobody else does, it is freed."""
        self._timers = Timers(
            time_up=lambda: me._spawn(partial(me._time_up, me.question_id)),
            half_time=lambda: me._call_awaited(),
            wake_up=lambda: me._spawn(me._woken),
            forced=lambda: me._spawn(partial(me._make_forced, me.question_id)),
        )
        self._house = HouseTurns(
            me,
            services,
            play=lambda question_id, moves: me._play_house(question_id, moves),
            change=lambda: me._let_house_act(),
            spawn=lambda work: me._spawn(work),
        )
        self._writer = Writer(me, services, self._timers, self._house)
        self._tasks: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Let no timer ring any more, even during a write; the table stays on the disk as it is."""
        self._timers.stop()
        self._house.stop()

    @property
    def ends_at(self) -> datetime | None:
        """When the table ends unless somebody does something there."""
        return self._writer.ends_at

    # Towards the next round

    async def _rearrange(
        self, lobby: Lobby, actor_id: int | None, salt: str | None = None, *, stops_at_halt: bool = False
    ) -> None:
        """Adopt `lobby` with what follows from it. What would begin a round in a halted server doesn't.

        With `stops_at_halt` it is refused there: IllegalAction.
        """
        lobby = self.promising(lobby, self._services.is_served)
        goes_on = self.is_playing and not self.is_cut_off(lobby)
        if goes_on and (lobby.bets != self.lobby.bets or lobby.payments):
            raise StaleClick  # chips are taken only between rounds; these bets would be free
        salt = None if self.is_playing or self.terms.house.salt else salt  # the cards are already dealt, or known
        if lobby.promised_seats and not self.is_playing:
            lobby = lobby.with_promises_kept()
        lobby = self.game.after_change(self.terms, lobby, Shuffle(self.seed, self.salt or salt or ""))
        if stops_at_halt and (halt := self._halt) is not None and self._leads_to_round(lobby):
            raise halt.refusal
        draft = Draft(lobby, self.play, salt=salt, actor_id=actor_id)
        if self.is_cut_off(lobby):
            await self._writer.cut_off(lobby, actor_id)
        elif self.is_playing and self.is_paused(self.lobby) and not self.is_paused(lobby):
            await self._writer.go_on(draft)  # the table no longer waits for those who are away now
        elif lobby != self.lobby:
            if await self._begin_with(draft):
                return
            await self._writer.write(draft)
        await self._begin_if_complete()

    @property
    def _halt(self) -> Halt | None:
        return self._services.halt(self.guild)

    def _leads_to_round(self, lobby: Lobby) -> bool:
        """Whether `lobby` has bets for the next round that the present one has not, or begins that round."""
        if self.is_playing:
            return False
        was, becomes = self.lobby.staked(), lobby.staked()
        has_bet = any(chips > was.get(person, 0) for person, chips in becomes.items())
        return has_bet or (self._is_complete(lobby) and not self._is_complete(self.lobby))

    async def _begin_if_complete(self) -> None:
        if self._halt is None and self._is_complete(self.lobby):
            await self._writer.or_refund(self._begin)

    async def _begin_at_once(self) -> None:
        """Begin a round that is complete and waits for nothing, not even for a clock: its beginning didn't happen."""
        if not self.is_closed and self.game.window(self.terms, self.lobby) is None:
            await self._begin_if_complete()

    def _is_complete(self, lobby: Lobby) -> bool:
        game, terms = self.game, self.terms
        return not self.is_playing and game.can_begin(terms, lobby) and game.is_complete(terms, lobby)

    async def _begin_with(self, draft: Draft) -> bool:
        """Write `draft` and the round that it completes in one transaction, where nothing else happens between the two.

        Returns False, and nothing has changed, where something does, or where that fails: written one after the other
        they show what is wrong.
        """
        # A round that brings its own salt might end the shuffle that it salts.
        is_salted = draft.salt is None or self.salt is not None
        if not is_salted or self._writer.may_be_behind or not self._is_complete(draft.lobby) or self._halt is not None:
            return False
        if not is_only_dealt(self, draft.lobby):
            return False
        try:
            begun = deal(self, draft.lobby, {}, lying=draft.lobby, actor_id=draft.actor_id)
            begun = play_on(self, begun, frozenset(), self._services.entropy)
        except Exception:
            return False
        try:
            await self._writer.write(begun)
        except (InsufficientChips, ChipsStandStill):
            return False
        return True

    async def _begin(self) -> None:
        """Deal the next round with the placed bets, unless something that is settled first prevents it."""
        shuffle = self.shuffle
        for _ in range(BEGIN_ATTEMPTS):
            purses, allowed_now = await self._purses(), await self._allowed()
            lobby = self.game.before_round(self.terms, self.lobby, purses, shuffle)
            if not self.game.can_begin(self.terms, lobby):
                await self._writer.write(Draft(lobby, self.play))
                return
            try:
                await self._writer.go_on(deal(self, lobby, purses, lying=self.lobby, allowed=allowed_now))
            except (InsufficientChips, ChipsStandStill):  # chips were spent elsewhere, or none can move just now
                continue
            except TransferRefused:
                if (unpaid := self.game.after_sale_refused(self.terms, self.lobby)) == self.lobby:
                    raise
                await self._writer.write(Draft(unpaid, self.play))
                continue
            return
        self._writer.restart_clock()

    async def _purses(self) -> dict[int, int]:
        """How many chips everybody seated has, if the game asks."""
        if not self.game.asks_purses:
            return {}
        people = [person for person in self.lobby.seats if person is not None]
        if self.terms.house.practice:
            return dict.fromkeys(people, PRACTICE_STAKES * self.terms.maximum)
        return await self._services.tables.balances(self.guild, people)

    async def _allowed(self) -> Allowed:
        """What members may still win from the house players here today, and newcomers lose to others."""
        limits, now = self._services.limits(self.guild), self._services.now()
        is_limited = limits.among_members or (limits.from_house and self.lobby.house_players)
        if not self.terms.house.moves_chips or not self.game.asks_purses or not is_limited:
            return ANY
        people = [person for person in self.lobby.seats if person is not None]
        return await self._services.tables.allowed(self.guild, people, limits, now)

    # House players

    async def _play_house(self, question_id: str, moves: Mapping[Seat, str]) -> None:
        """Make the `moves` of house players, which answer `question_id`."""
        async with self._writer:
            seats, play = self.house_seats, self.play
            if self._timers.is_stopped or play is None or question_id != self.question_id or not seats:
                return
            draft = Draft(self._writer.lobby_now(is_touched=False), replace(play, events=()))
            answers = {seat: moves[seat] for seat in seats & moves.keys()}
            draft = move_for_house(draft, answers, self.game.parse)
            await self._writer.or_refund(partial(self._writer.go_on, draft))
        self.on_change()

    async def _let_house_act(self) -> None:
        """Let a house player do something between two rounds, if one wants to."""
        async with self._writer:
            if self.is_closed or self.is_playing or self._timers.is_stopped:
                return
            purses, winnable = await self._purses(), (await self._allowed()).from_house
            wanted = self.game.house_change(self.terms, self.lobby, purses, winnable)
            if wanted is None:
                return
            try:
                await self._rearrange(wanted.change(self._writer.lobby_now(is_touched=False)), actor_id=wanted.person)
            except (IllegalAction, InsufficientChips, ChipsStandStill, TransferRefused) as error:
                self._services.failed(self, error)
                return
        self._house.again()
        self.on_change()

    # The clock

    async def _time_up(self, question_id: str) -> None:
        """Act for those who have not answered, begin the round, or close a table where nobody plays."""
        async with self._writer:
            if self.is_closed or not self._timers.is_time_up or question_id != self.question_id:
                return
            lobby = self._writer.lobby_now(is_touched=False)
            if self.waits_for_one(lobby):
                await self._writer.or_refund(self._end_by_itself)
            elif self.play is not None and self.is_playing:
                draft = Draft(lobby, replace(self.play, events=()))
                await self._writer.or_refund(partial(self._writer.go_on, draft, late=self.play.to_act))
            elif self.game.window(self.terms, lobby) is None:
                await self._writer.shut(None, ClosedBy.IDLE)
            elif self.game.can_begin(self.terms, lobby):
                self.lobby = lobby  # the deal writes it
                await self._begin_or_wait()
            else:
                await self._writer.or_refund(partial(self._end_window, lobby))
        self.on_change()

    async def _begin_or_wait(self) -> None:
        if (halt := self._halt) is None:
            await self._writer.or_refund(self._begin)
        elif halt.lasts and not self.is_kept:
            await self._writer.shut(None, ClosedBy.BLOCKED)
        else:
            self._writer.restart_clock()

    async def _end_window(self, lobby: Lobby) -> None:
        after = self.game.after_window(self.terms, lobby, await self._purses())
        if self._halt is not None and self._leads_to_round(after):
            await self._begin_or_wait()
            return
        try:
            await self._writer.write(Draft(after, self.play))
        except TransferRefused:
            await self._writer.write(Draft(self.game.after_sale_refused(self.terms, lobby), self.play))
        except (InsufficientChips, ChipsStandStill):  # they were spent elsewhere, or none can move just now
            self._writer.restart_clock()
            return
        if self.lobby.closing:
            await self._writer.shut(None)
            return
        await self._begin_if_complete()

    async def _woken(self) -> None:
        """Count the time during which somebody kept others waiting, or end an abandoned table."""
        async with self._writer:
            if self.is_closed or self._timers.is_stopped:
                return
            match, ends_at, before = self.game.match, self.ends_at, self.lobby
            if ends_at is not None and self._services.now() >= ends_at - EARLY:
                await self._writer.or_refund(self._end_by_itself)
            else:
                await self._writer.write(Draft(self._writer.lobby_now(is_touched=False), self.play))
            has_changed = self.is_closed or (match is not None and match.gone(self.lobby) != match.gone(before))
        if has_changed:
            self.on_change()

    async def _end_by_itself(self) -> None:
        if self.is_kept or self.is_playing:
            await self._writer.end_kept(None)
        else:
            await self._writer.shut(None, ClosedBy.IDLE)

    async def _make_forced(self, question_id: str) -> None:
        """Make the moves that were left to the bot: neither a missed turn nor a sign that somebody is there.

        Whoever can't pay for theirs makes the clock's instead.
        """
        async with self._writer:
            while not self._timers.is_stopped and question_id == self.question_id:
                play, forced = self.play, self.forced_move()
                if play is None or forced is None:
                    break
                seat, action = forced
                draft = Draft(self._writer.lobby_now(is_touched=False), play, actor_id=play.setup.user_id_in(seat))
                try:
                    await self._writer.go_on(draft.move(seat, action, MadeBy.BOT))
                except InsufficientChips:
                    await self._writer.go_on(draft.move(seat, play.round.default_action(seat), MadeBy.BOT))
        self.on_change()

    def _call_awaited(self) -> None:
        if people := self.awaited:
            self.on_call(people)

    def _spawn(self, work: Callable[[], Coroutine[object, None, None]]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._for_nobody(work))
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
            self._services.failed(self, error)
