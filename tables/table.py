"""The driver: one table of any game, from the first seat to the last returned chip.

Everything goes one way. Under the table's lock a change is worked out on frozen values; then it is written, with the
chips it moves, in one transaction; only then is it adopted, and only then is anybody told. A process that dies at any
await leaves the state before the change or the state after it, and the table continues from there.

This file has what people do at a table; what it does by itself is in tables/unattended.py. What is known of it is in
tables/state.py, what follows from a change in tables/change.py, and tables/writer.py writes it. This file knows no
Discord and no game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from data.ledger.ledger import InsufficientChips
from data.ledger.limits import DayLimitReached
from data.people import Person, house_player, was_forgotten
from data.store.uncancellable import uncancellable
from data.tables.saved import MadeBy, SavedTable
from data.tables.tables import StaleTable
from games.core import IllegalAction
from games.values import replace
from tables.closing import ClosedBy
from tables.draft import Begun, Draft, StaleClick, TableClosed, Unasked, running
from tables.lobby import Leaving, Lobby
from tables.round_in_play import not_asked
from tables.unattended import Unattended

__all__ = ["Begun", "StaleClick", "Table", "TableClosed", "Unasked"]


class Table(Unattended):
    """One live table. Every method that changes it takes the lock, writes, and then adopts.

    What it inherits is in two files: `TableState` is what is known of it, `Unattended` what it does by itself. `async
    with self._writer` takes the lock, and reads the table again where it turns out to be behind the disk.
    """

    def standing_still(self) -> asyncio.Lock:
        """The lock under which only its holder changes anything here."""
        return self._writer.lock

    async def resume(self, saved: SavedTable) -> None:
        """Replay the saved moves and give everybody their full time. A round that can't be replayed is void.

        The server may have switched the game off in the meantime.
        """
        async with self._writer.lock:
            await self._writer.come_back(saved)
            is_ending = await self._end_if_switched_off()
            await self._begin_at_once()
        if is_ending:
            self.on_change()

    # Between rounds

    @uncancellable
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
        left to wait for; in a halted server, what leads to a round is refused. A `quietly` made change is nobody
        else's business: the table isn't drawn again.

        Raises IllegalAction, StaleClick, TableClosed, InsufficientChips, TransferRefused; then nothing has changed,
        except that somebody who can't pay for a seat waits for it no longer.
        """
        async with self._writer:
            self._verify_open(question_id, user_id)
            before, was_away = self.question_id, self.lobby.is_away(user_id)
            lobby = change(self._writer.lobby_now(is_touched=True).present(user_id))
            self._verify_course(lobby)
            try:
                await self._rearrange(lobby, actor_id=user_id, salt=salt, stops_at_halt=True)
            except (InsufficientChips, DayLimitReached) as error:
                await self._stop_waiting(error.person if isinstance(error, DayLimitReached) else error.account.owner)
                raise
            is_quiet = quietly and self.question_id == before and not was_away
        if not is_quiet:
            self.on_change()

    def _verify_course(self, lobby: Lobby) -> None:
        """Raise IllegalAction where `lobby` changes who plays at the table of a tournament, or for how long."""
        match = self.game.match
        if match is None or not self.terms.house.tournament:
            return
        is_same = lobby.seats == self.lobby.seats and not lobby.promised_seats
        if not (is_same and match.keeps_course(self.lobby, lobby)):
            self.verify_no_tournament()

    @uncancellable
    async def convene(self, people: Sequence[int | None], start: Callable[[Lobby], Lobby]) -> None:
        """Seat `people` of a tournament in their seats, where None is a house player, and `start` their match.

        Where somebody has a seat already, nothing changes: it has begun.
        """
        async with self._writer:
            self._verify_open()
            if any(self.lobby.seats):
                return
            seats = tuple(
                house_player(self.id, seat) if person is None else person for seat, person in enumerate(people)
            )
            lobby = replace(self._writer.lobby_now(is_touched=True), seats=seats)
            await self._rearrange(start(lobby), actor_id=None)
        self.on_change()

    @uncancellable
    async def hold(self, change: Callable[[Lobby], Lobby]) -> None:
        """Stop the clock of a tournament's table that has begun, or let it run again, as `change` says."""
        async with self._writer:
            self._verify_open()
            if not any(self.lobby.seats):
                return
            draft = Draft(change(self._writer.lobby_now(is_touched=True)), self.play)
            await (self._writer.go_on(draft) if self.is_playing else self._writer.write(draft))
        self.on_change()

    async def _stop_waiting(self, user_id: int) -> None:
        """`user_id` can't pay for the seat that they wait for, if they do."""
        lobby = self.promising(self.lobby, lambda person: person != user_id)
        if lobby != self.lobby:
            await self._writer.write(Draft(lobby, self.play))
            self.on_change()

    @uncancellable
    async def leave(self, user_id: int, *, agreed: Leaving | None = None) -> None:
        """Give up seat and bets. The clock plays a running round for `user_id` to its end.

        At the table of a tournament the house plays for them until they are back, and the seat stays theirs.

        `agreed` is what they know that leaving means; None when they were asked about all tables at once.

        Raises Unasked when it means more now; then nothing has changed.
        """
        async with self._writer:
            self._verify_open()
            if agreed is not None and self.leaving(user_id) not in (Leaving.FREE, agreed):
                raise Unasked
            await self._leave(user_id, user_id)
        self.on_change()

    async def _leave(self, user_id: int, actor_id: int) -> None:
        lobby = self._writer.lobby_now(is_touched=True)
        if self.terms.house.tournament:
            if user_id not in lobby.seats:
                raise IllegalAction("You aren't at this table.")
            lobby = lobby.left_to_house(user_id)
            if self.is_playing:
                await self._writer.go_on(Draft(lobby, self.play, actor_id=actor_id))
            else:
                await self._rearrange(lobby, actor_id=actor_id)
        elif self.is_in_round(user_id) and self.play is not None:
            lobby = self.game.after_change(self.terms, lobby.leave_after_round(user_id), self.shuffle)
            if self.is_cut_off(lobby):
                await self._writer.cut_off(lobby, actor_id)
            else:
                await self._writer.go_on(Draft(lobby, self.play, actor_id=actor_id))
        else:
            await self._rearrange(lobby.leave(user_id), actor_id=actor_id)

    @uncancellable
    async def remove(self, user_id: int, actor_id: int, *, is_manager: bool) -> None:
        """Remove `user_id`, as the host may, and from a table that is kept only a manager of the server."""
        async with self._writer:
            self._verify_open()
            self.verify_no_tournament()
            match = self.game.match if self.is_kept else None
            if match is not None and not is_manager:
                raise IllegalAction("This match has begun. Only a manager of this server can remove someone from it.")
            if not self.is_at(user_id):
                raise IllegalAction("{person} isn't at this table.", person=Person(user_id))
            if match is not None:
                lobby = match.after_removal(self._writer.lobby_now(is_touched=True), user_id)
                await self._rearrange(lobby, actor_id=actor_id)
            else:
                if user_id in self.lobby.leaving:
                    raise IllegalAction("{person} leaves when this round is over.", person=Person(user_id))
                await self._leave(user_id, actor_id)
        self.on_change()

    @uncancellable
    async def close(
        self, actor_id: int, why: ClosedBy | None = None, only_if: Callable[[Table], bool] = lambda _: True
    ) -> None:
        """Close the table: at once, returning all bets, or after the running round. `why`, unless somebody wants it.

        `only_if` looks at it when nobody else can change it any more. Raises Begun for a table that is kept.
        """
        async with self._writer:
            self._verify_open()
            self.verify_not_begun()
            if self.lobby.closing or not only_if(self):
                return
            await self._close(actor_id, why or (ClosedBy.HOST if actor_id == self.host else ClosedBy.MANAGER))
        self.on_change()

    async def _close(self, actor_id: int | None, why: ClosedBy) -> None:
        if self.is_playing:
            lobby = replace(self.lobby, closing=True, closed_by=why)
            await self._writer.go_on(Draft(lobby, self.play, actor_id=actor_id))
        else:
            await self._writer.shut(actor_id, why)

    @uncancellable
    async def void(self, actor_id: int, reason: str | None = None) -> None:
        """Close the table at once and return all chips there; a running round does not count.

        A process that dies in between leaves a table that has refunded its round, and closes at the next start. A table
        that is kept ends in one step, with its `reason`.
        """
        async with self._writer:
            self._verify_open()
            if self.is_kept:
                await self._writer.end_kept(actor_id, reason)
            else:
                if self.is_playing:
                    lobby = replace(self.lobby, closing=True, closed_by=ClosedBy.VOID)
                    await self._writer.cut_off(lobby, actor_id, could_not_go_on=True)
                await self._writer.shut(actor_id, ClosedBy.MANAGER)
        self.on_change()

    @uncancellable
    async def void_match(self, actor_id: int, reason: str) -> None:
        """Close a table that is kept, at once, and return all antes. Raises StaleClick when its match is over."""
        async with self._writer:
            self._verify_open()
            if not self.is_kept:
                raise StaleClick
            await self._writer.end_kept(actor_id, reason)
        self.on_change()

    @uncancellable
    async def renew(self) -> None:
        """The server may want other house options: adopt them as soon as nothing is played under the old ones.

        Or it has switched the game off: close the table after the running round.
        """
        async with self._writer:
            self._writer.server_changed()
            try:
                is_changed = not self.is_closed and (await self._end_if_switched_off() or await self._writer.catch_up())
            except StaleTable:
                raise
            except Exception as error:
                self._services.failed(self, error)
                return
        if is_changed:
            self.on_change()

    async def _end_if_switched_off(self) -> bool:
        """Close a table of a game that is switched off, after its running round; a match in progress is played on.

        Returns whether it closes.
        """
        is_closing = self.is_closed or self.lobby.closing or self.is_kept
        if is_closing or not self._services.is_switched_off(self):
            return False
        await self._close(None, ClosedBy.SWITCHED_OFF)
        return True

    @uncancellable
    async def halt_is_over(self) -> None:
        """Rounds begin again in this server: begin the one that would have begun and that no clock begins."""
        async with self._writer:
            before = self.rounds
            await self._begin_at_once()
        if self.rounds != before:
            self.on_change()

    # A round

    @uncancellable
    async def act(self, user_id: int, question_id: str, text: str) -> None:
        """Play the move `text` for `user_id`, who saw the question `question_id`: in turn, or silently at any time.

        Raises like `arrange`.

        `question_id` is the public's question or their own. A silent move shows nowhere, not even by the table being
        drawn again.
        """
        async with self._writer:
            self._verify_open(None, user_id)
            play, was_away = self.play, self.lobby.is_away(user_id)
            is_about_it = f"{question_id}.".startswith(f"{self.question_id}.")  # somebody's own one begins like it
            if play is None or play.is_over or not is_about_it:
                raise StaleClick
            seat, action = play.setup.seat_of(user_id), self.game.parse(text)
            if seat is None or (seat not in play.to_act and action not in play.round.legal_actions(seat)):
                if seat in play.answered:
                    raise StaleClick
                raise not_asked(play)
            if question_id != self.question_id and question_id != self.question_id_of(user_id):
                raise StaleClick
            if self.is_paused(self.lobby):
                raise IllegalAction("The match is paused. It continues when everyone is back.")
            draft = Draft(self.lobby, play, actor_id=user_id).move(seat, action, MadeBy.PERSON)
            is_silent = running(draft.play).steps == play.steps and not was_away
            lobby = self._writer.lobby_now(is_touched=not is_silent)
            if not is_silent:
                lobby = lobby.present(user_id)
                if self.game.match is not None:
                    lobby = self.game.match.after_answer(lobby, user_id)
            await self._writer.go_on(replace(draft, lobby=lobby))
        if not is_silent:
            self.on_change()

    @uncancellable
    async def play_for_forgotten(self) -> None:
        """Somebody was forgotten in the middle of a round that continues: play for them if it is their turn."""
        async with self._writer:
            if self.is_closed or not any(map(was_forgotten, self.people_asked)):
                return
            await self._writer.or_refund(lambda: self._writer.go_on(Draft(self.lobby, self.play)))
        self.on_change()

    # Small parts

    def _verify_open(self, question_id: str | None = None, user_id: int | None = None) -> None:
        """Raise unless the table is open, `question_id` is its question, and the bot's owner lets `user_id` play."""
        if self.is_closed:
            raise TableClosed
        if question_id is not None and question_id != self.question_id:
            raise StaleClick
        if user_id is not None and not self._services.is_served(user_id):
            raise IllegalAction("Whoever runs the bot has blocked you.")
