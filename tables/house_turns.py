"""When house players act, and how what they thought becomes a move.

They act like people: a second or two after they are asked, the faster the longer only one member has waited for them,
and faster still where one practises. Their thinking is done elsewhere (`Services.think`), from nothing but what their
seat may see; when it fails, the clock's move is as good. Knows no Discord and no game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial

from data.ledger.ledger import ChipsStandStill, InsufficientChips
from data.ledger.limits import TransferRefused
from data.people import is_house_player, is_member
from games.core import IllegalAction, Seat
from players.choice import Choice, Question, Think
from players.workers.process import NoAnswer
from tables.draft import StaleClick
from tables.events import HouseActs, HouseMoves
from tables.modes import EASY, STRONG
from tables.round_in_play import RoundInPlay
from tables.services import Services
from tables.table import Table

TRIES, PAUSE = 20, 3.0
"""So often the house is asked where it must decide alike however busy the machine is, and seconds between two tries."""


class HouseTurns:
    """Lets the house players of one table act; `follow` is called after every change of the table."""

    def __init__(
        self,
        now: Callable[[], Table],
        services: Services,
        *,
        do: Callable[[HouseMoves | HouseActs], Awaitable[None]],
        spawn: Callable[[Callable[[], Coroutine[object, None, None]]], asyncio.Task[None]],
    ) -> None:
        """`now` is the table as it is; `do` carries out what house players want, unless nothing rings any more."""
        self._now = now
        self._services = services
        self._do = do
        self._spawn = spawn
        self._question: tuple[str, frozenset[Seat]] | None = None
        self._task: asyncio.Task[None] | None = None
        self._watched = 0.0
        """Seconds for which the only member here has waited since they last had something to do."""

    def stop(self) -> None:
        """Let nobody act any more."""
        self._question = None
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    def follow(self) -> None:
        """The table has changed: think about what is asked now, unless that has begun already."""
        table = self._now()
        question = (table.question_id, table.house_seats)
        may_change = table.game.has_house_players and not (table.is_closed or table.is_playing)
        if question[1]:
            if question != self._question:
                self.stop()
                self._question = question
                self._task = self._spawn(partial(self._take_turn, *question, self._soon()))
        elif may_change and table.house_may_play(table.lobby) and table.lobby.house_players:
            if self._question != (table.question_id, frozenset()) or self._task is None or self._task.done():
                self.stop()
                self._question = (table.question_id, frozenset())
                self._task = self._spawn(partial(self._arrange, self._soon()))
        elif self._question is not None:
            self.stop()
            self._watched = 0.0

    def again(self) -> None:
        """Somebody has acted, and may have to do more."""
        self._question = self._task = None
        self.follow()

    async def _take_turn(self, question_id: str, seats: frozenset[Seat], acts_at: float) -> None:
        play = self._now().play
        if play is None:
            return
        order = sorted(seats)
        moves = await asyncio.gather(*(self._thought(play, seat) for seat in order))
        await _until(acts_at)
        with suppress(StaleClick):
            await self._do(HouseMoves(question_id, dict(zip(order, moves, strict=True))))
        if self._question == (question_id, seats):  # a silent move leaves the question open
            self.again()

    async def _arrange(self, acts_at: float) -> None:
        await _until(acts_at)
        before = self._now().version
        try:
            await self._do(HouseActs())
        except (IllegalAction, InsufficientChips, ChipsStandStill, TransferRefused) as error:
            self._services.failed(self._now(), error)
            return
        if self._now().version != before:
            self.again()

    async def _thought(self, play: RoundInPlay, seat: Seat) -> str:
        """The text of the move of `seat`."""
        table = self._now()
        game, terms, lobby = table.game, table.terms, table.lobby
        try:
            person = play.setup.user_id_in(seat)
            question = game.question(terms, lobby, play.setup, play.round, seat, self._level(person))
            thinks = is_house_player(person) or game.thinks_for_members
            if thinks and question is not None and self._services.think is not None:
                choice = await self._choice(self._services.think, question, play.steps, seat)
                return choice.action
        except Exception as error:
            self._services.failed(table, error)
        return str(play.round.default_action(seat))

    async def _choice(self, think: Think, question: Question, steps: int, seat: Seat) -> Choice:
        if not self._now().terms.mode.is_duplicate:
            return await think(question, self._services.entropy())
        return await patiently(think, question, self._now().shuffle.chance(seat, steps))

    def _level(self, person: int) -> str:
        """How well the house plays for `person`; nobody gets chips of members by letting it play."""
        table, mode = self._now(), self._now().terms.mode
        if not (is_house_player(person) or mode.keeps_seats):
            return EASY if table.game.purse(table.terms) and mode.uses_chips else STRONG
        if table.waits_for_one(table.lobby) and not mode.is_duplicate:
            return self._services.house_level(self._one())
        return mode.level

    def _one(self) -> int:
        table = self._now()
        return next((person for person in table.lobby.seats if person and is_member(person)), table.host)

    def _soon(self) -> float:
        """When somebody acts who is asked now, by the loop's clock."""
        table, now, paces = self._now(), asyncio.get_running_loop().time(), self._services.paces
        cards = table.game.house_waits(table.play.round) if table.is_playing and table.play else 1
        if table.waits_for_one(table.lobby):
            return now + paces.card * self._services.house_slowness(self._one()) * cards
        pause = paces.house + self._services.entropy()[0] / 255
        if not cards and not any(map(is_member, table.people_asked)):
            return now
        if sum(map(is_member, filter(None, table.lobby.seats))) == 1:
            pause *= max(1 - self._watched / paces.watch, 0)
            self._watched += pause
        return now + pause


async def patiently(think: Think, question: Question, seed: bytes) -> Choice:
    """What `think` answers when it has time, which is the same then. Raises NoAnswer after many tries."""
    for _ in range(TRIES - 1):
        try:
            return await think(question, seed)
        except NoAnswer:
            await asyncio.sleep(PAUSE)
    return await think(question, seed)


async def _until(moment: float) -> None:
    await asyncio.sleep(max(moment - asyncio.get_running_loop().time(), 0.0))
