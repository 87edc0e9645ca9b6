"""What a table is, in memory as on the disk: what it believes, what has been written, and until when it waits.

A change that was worked out elsewhere is written, with the chips it moves, in one transaction, and only then
believed. This file knows no Discord and no game.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from data.guild.forget_member import Departure
from data.guild.traces import rewritten
from data.ledger.gifts import TransferRefused
from data.ledger.ledger import Account, Posting
from data.tables.matches import MatchChange
from data.tables.tables import Change, RoundStart, SavedTable
from games.core import Seat
from games.shoe import commitment
from tables.accounts import TableAccounts
from tables.clock import Pace, Timer
from tables.draft import Draft, running
from tables.game import AnyGame, Finished, Setup, Shuffle, Terms
from tables.lobby import Lobby
from tables.round_in_play import RoundInPlay, own_question, question
from tables.services import Services


class StaleClick(Exception):
    """The button belongs to a moment that is over; whoever pressed it is shown the table as it is now."""


class TableClosed(Exception):
    """The table is closed; nothing at it can be changed any more."""


@dataclass(frozen=True, slots=True)
class NextClock:
    """The clock after a change: the one that `goes_on`, or a new one of so many seconds, None for none."""

    goes_on: bool
    seconds: float | None
    deadline: datetime | None
    """When people read that it rings."""


class TableState(ABC):
    """All that is known of one table. `Table` changes it, one change at a time."""

    def __init__(self, saved: SavedTable, game: AnyGame, services: Services) -> None:
        self.id = saved.id
        self.guild = saved.guild
        self.game = game
        self.deadline: datetime | None = None
        self.is_closed = False
        self.was_voided = False
        """The last round could not go on and everybody got their chips back."""
        self.on_change: Callable[[], None] = _nothing
        self.on_end: Callable[[], None] = _nothing
        """The table is closed for good."""
        self.on_drop: Callable[[], None] = _nothing
        """The table is not there any more, and there is nothing to show."""
        self.on_call: Callable[[frozenset[int]], None] = _nobody
        """People are to be told that the table waits for them."""
        self.on_away: Callable[[frozenset[int]], None] = _nobody
        """People are played for from now on, until they press something."""
        self._is_stopped = False
        self._may_be_behind = True
        """The server may want other house options than the table has."""
        self.take(saved)
        self._services = services
        self._lock = asyncio.Lock()
        self._accounts = TableAccounts(saved.guild, saved.id)
        self._timer = Timer(self._ring)
        self._half_time = Timer(self._call)
        self._opened_at = saved.opened_at
        self._wake = Timer(self._wake_up)
        """For what comes at its time though no clock runs for anybody."""
        self._forced = Timer(self._ring_forced)
        self._forced_at = ""
        """The question whose only answer is to be given by the bot; empty when there is none."""
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, saved: SavedTable) -> None:
        """Believe what is on the disk, but for the round that runs there."""
        self.channel = saved.channel
        self.host = saved.host
        self.terms = Terms(saved.minimum, saved.maximum, self.game.read_options(saved.options), Pace(saved.pace))
        self.lobby = Lobby.from_json(saved.lobby, self.game.state)
        self.play: RoundInPlay | None = None
        """The running round, or the last one while its results are shown."""
        self.rounds = saved.round
        """How many rounds have begun."""
        self.seed, self.salt = saved.shuffle.seed, saved.shuffle.salt
        self._version = saved.version
        self._is_running_on_disk = saved.running is not None

    # What anybody may ask

    @property
    def is_playing(self) -> bool:
        """Whether a round is running."""
        return self.play is not None and not self.play.is_over

    @property
    def question_id(self) -> str:
        """The address of the open question; a button that carries another one is stale."""
        return question(self.rounds, self.play)

    def question_id_of(self, person: int) -> str:
        """The address of the open question on what `person` alone sees.

        It changes with each move of theirs that nobody else is told of, and the public's does not: nobody can read
        from that one that there was such a move.
        """
        return own_question(self.rounds, self.play, person)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed of the present shuffle, to be shown before anybody bets."""
        return commitment(self.seed)

    @property
    def _shuffle(self) -> Shuffle:
        return Shuffle(self.seed, self.salt or "")

    def is_in_round(self, person: int) -> bool:
        """Whether `person` takes part in the running round."""
        return self.is_playing and self.play is not None and person in self.play.setup.people

    # Who is forgotten

    def standing_still(self) -> asyncio.Lock:
        """The lock under which nothing changes here but by who holds it."""
        return self._lock

    def forget(self, person: int, departure: Departure) -> None:
        """Adopt what `departure` has written; only who holds the lock may."""
        stand_in = departure.stand_in
        if self.id in departure.lobbies:
            self.lobby = Lobby.from_json(departure.lobbies[self.id], self.game.state)
        if self.play is not None:
            setup = Setup.from_json(rewritten(self.play.setup.to_json(), person, stand_in))
            self.play = replace(self.play, setup=setup)
        self.host = stand_in if self.host == person else self.host

    # The clock

    def stop(self) -> None:
        """Let no timer ring any more, whatever is being written yet; the table stays on disk as it is."""
        self._is_stopped = True
        self._timer.set(None)
        self._half_time.set(None)
        self._wake.set(None)
        self._forced.set(None)

    def is_paused(self, lobby: Lobby) -> bool:
        """Whether no clock runs in `lobby`. A table that is to close after its round doesn't wait for anybody."""
        return self.game.is_paused(lobby) and not lobby.closing

    def _is_played_for(self, draft: Draft, seat: Seat) -> bool:
        """Whether nobody waits for `seat`: in a pause only when who sat there was forgotten, and never comes back."""
        person = running(draft.play).setup.person_in(seat)
        return person < 0 or (draft.lobby.is_away(person) and not self.is_paused(draft.lobby))

    def _seconds(self, lobby: Lobby, play: RoundInPlay | None) -> float | None:
        """How long the time is that begins now; None when no clock runs."""
        if self.is_paused(lobby):
            return None
        if play is not None and not play.is_over:
            return self.game.seconds(self.terms, play.round)
        window = self.game.window(self.terms, lobby)
        if window is not None:
            return window.seconds
        return None if self.game.outlives_idle(lobby) else self.terms.pace.times.idle

    def _in(self, seconds: float | None) -> datetime | None:
        return None if seconds is None else self._services.now() + timedelta(seconds=seconds)

    def _rewind(self) -> None:
        """The time begins anew."""
        seconds = self._seconds(self.lobby, self.play)
        self._arm(seconds, self._in(seconds))

    def _arm(self, seconds: float | None, deadline: datetime | None) -> None:
        """Ring after `seconds`, which people read as `deadline`."""
        self.deadline = deadline
        if self._is_stopped:
            return
        self._timer.set(seconds)
        times = self.terms.pace.times
        half = None if seconds is None else seconds / 2
        calls = (self.is_playing or times.calls_at_once) and times.calls
        is_long = half is not None and half > times.turn / 4  # who may follow has a few seconds, and nobody is called
        self._half_time.set(half if calls and is_long else None)

    @abstractmethod
    def _ring(self) -> None:
        """Time is up."""

    @abstractmethod
    def _wake_up(self) -> None:
        """Time has to be counted, or the table ends by itself."""

    def _people_asked(self) -> frozenset[int]:
        return self.play.people_to_act() if self.play is not None and self.is_playing else frozenset()

    def _counted(self, *, is_touched: bool) -> Lobby:
        """The lobby with the time counted in which somebody was waited for; only who holds the lock may ask."""
        people, now = self._people_asked(), self._services.now()
        return self.game.with_time_counted(self.terms, self.lobby, people, now, is_touched=is_touched)

    @property
    def ends_at(self) -> datetime | None:
        """When the table ends by itself unless somebody does something there."""
        return self.game.ends_at(self.lobby, self._opened_at, self._services.untouched(self))

    def _set_wake(self) -> None:
        counts = self.game.next_count_at(self.terms, self.lobby, self._people_asked())
        moments = [moment for moment in (counts, self.ends_at) if moment is not None]
        is_awaited = bool(moments) and not self.is_closed
        self._wake.set((min(moments) - self._services.now()) / timedelta(seconds=1) if is_awaited else None)

    @property
    def awaited(self) -> frozenset[int]:
        """For whom the table waits by name."""
        if self.is_playing and not self.is_paused(self.lobby):
            return self._people_asked()
        return frozenset() if self.is_closed else self.game.awaited(self.lobby)

    @abstractmethod
    def _ring_forced(self) -> None:
        """The only move that is left is to be made."""

    @abstractmethod
    def _await_forced(self) -> None:
        """The table has changed: somebody may have only one move left."""

    def _call(self) -> None:
        if people := self.awaited:
            self.on_call(people)

    def _call_at_once(self, question_id: str, before: Lobby, awaited: frozenset[int], actor: int | None) -> None:
        """Call those whom the table waits for since this change, and tell those who have just become away."""
        times = self.terms.pace.times
        new = self.awaited - {actor} - (awaited if question_id == self.question_id else frozenset())
        waits = not self._forced_at  # who has only one move left is not needed for it
        if new and waits and times.calls and (times.calls_at_once or self.is_paused(self.lobby)):
            self.on_call(new)
        seated = [person for person in self.lobby.seats if person is not None and person not in self.lobby.leaving]
        away = frozenset(who for who in seated if self.lobby.is_away(who) and not before.is_away(who))
        if away and times.calls and self.game.outlives_idle(self.lobby):
            self.on_away(away)

    def _spawn(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._services.failed(self, error)

    # The house options

    def _takes_options(self, draft: Draft) -> bool:
        """Let `draft` bring the house options that the server wants. False when others hold for what is going on."""
        if draft.play is not None and not draft.play.is_over:
            return False
        options = self._services.options(self)
        if options == self.terms.options:
            return True
        lobby = self.game.with_options(self.terms, draft.lobby, options)
        if lobby is None:
            return False
        draft.lobby, draft.options = lobby, options
        if self.game.options_need_shuffle(self.terms.options, options):
            draft.fresh_seed = draft.fresh_seed or self._services.entropy()
        return True

    # Writing, then believing

    async def _write(self, draft: Draft) -> None:
        """Write `draft` with its chips in one transaction, then adopt it. Raising, it changes nothing."""
        catches_up = self._may_be_behind and not draft.closed and self._takes_options(draft)
        clock = self._clock_after(draft)
        await self._services.tables.commit(self._change(draft, clock), self._services.now())
        self._may_be_behind = self._may_be_behind and not catches_up
        self._adopt(draft, clock)

    def _clock_after(self, draft: Draft) -> NextClock:
        """A question or a wait that goes on keeps its clock."""
        question_id = question(self.rounds + draft.began, draft.play)
        before, after = (self.game.window(self.terms, lobby) for lobby in (self.lobby, draft.lobby))
        waits_on = before is not None and after is not None and before.what == after.what
        is_paused = self.is_paused(self.lobby) or self.is_paused(draft.lobby)
        goes_on = question_id == self.question_id and not is_paused and (self.is_playing or waits_on)
        seconds = self._seconds(draft.lobby, draft.play)
        return NextClock(goes_on, seconds, self.deadline if goes_on else self._in(seconds))

    def _change(self, draft: Draft, clock: NextClock) -> Change:
        """`draft` as the disk takes it."""
        return Change(
            table=self.id,
            guild=self.guild,
            version=self._version,
            lobby=draft.lobby.to_json() if draft.lobby != self.lobby else None,
            options=None if draft.options is None else self.game.write_options(draft.options),
            deadline=clock.deadline,
            started=RoundStart(self.game.rules, draft.play.setup.to_json()) if draft.began and draft.play else None,
            moves=tuple(draft.moves),
            ended=draft.ended,
            results=draft.results,
            voided=draft.voided,
            closed=draft.closed,
            dealt=draft.dealt,
            salt=draft.salt if self.salt is None and draft.fresh_seed is None else None,
            new_seed=None if draft.fresh_seed is None else (draft.fresh_seed, commitment(draft.fresh_seed)),
            postings=self._postings(draft),
            spares=tuple((Account.member(self.guild, spare.person), spare.chips) for spare in draft.lobby.spares),
            limits=self._services.limits(self.guild),
            match=self._match_rows(draft),
        )

    def _postings(self, draft: Draft) -> tuple[Posting, ...]:
        lying = None if draft.began or self._is_running_on_disk else self.lobby
        payments = enumerate(draft.all_payments(self._accounts, lying, self.rounds))
        return tuple(
            payment.posting(f"table:{self.id}:{self._version}:{index}", self.id, number, draft.actor, draft.reason)
            for index, (payment, number) in payments
        )

    def _adopt(self, draft: Draft, clock: NextClock) -> None:
        """Believe what has been written."""
        was, asked_before, awaited = self.lobby, self.question_id, self.awaited
        self._version += 1
        self.rounds += draft.began
        self._is_running_on_disk = (self._is_running_on_disk or draft.began) and not (draft.ended or draft.voided)
        self.lobby, self.play = replace(draft.lobby, dues=(), spares=()), draft.play
        self.is_closed = draft.closed
        if draft.closed:
            self.on_end()
        if draft.options is not None:
            self.terms = replace(self.terms, options=draft.options)
        self.was_voided = self.was_voided and not draft.began
        self.salt = self.salt or draft.salt
        if draft.fresh_seed is not None:
            self.seed, self.salt = draft.fresh_seed, None
        if not clock.goes_on:
            self._arm(clock.seconds, clock.deadline)
        self._set_wake()
        self._await_forced()
        self._call_at_once(asked_before, was, awaited, draft.actor)

    def _match_rows(self, draft: Draft) -> MatchChange | None:
        ended = Finished(draft.play.setup, draft.play.round) if draft.ended and draft.play else None
        rows = self.game.match_rows(self.terms, self.lobby, draft.lobby, ended)
        if rows is None or not draft.closed or rows.outcome is None:
            return rows
        return replace(rows, ended_by=draft.actor, reason=draft.reason)

    async def _write_after_window(self) -> None:
        """Write what follows when time runs out between rounds, or what does when the server lets nobody pay it."""
        try:
            await self._write(Draft(self.game.after_window(self.terms, self.lobby), self.play))
        except TransferRefused:
            await self._write(Draft(self.game.after_sale_refused(self.terms, self.lobby), self.play))


def _nothing() -> None:
    pass


def _nobody(people: frozenset[int]) -> None:
    pass
