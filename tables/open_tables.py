"""All live tables of the process: opened, found by their number, brought back after a restart.

Knows no Discord; whatever shows a table subscribes to `began`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import AsyncExitStack, suppress
from functools import partial

from data.guild.forget_member import Departure
from data.shards import ALL, Shards
from data.store.errors import StoreError
from data.store.uncancellable import uncancellable
from data.tables.saved import SavedTable
from data.tables.tables import NewTable
from games.core import IllegalAction, Phrase
from games.fair.shoe import commitment
from tables.draft import TableClosed
from tables.driver import LiveTable
from tables.events import Forgotten, HaltOver, Leave
from tables.game import AnyGame, Terms
from tables.lobby import Lobby
from tables.modes import Shuffle
from tables.services import Services
from tables.subscribers import Subscribers
from tables.table import Table

log = logging.getLogger(__name__)


class OpenTables:
    """The open tables of all servers of the process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._games: dict[str, AnyGame] = {}
        self._tables: dict[int, LiveTable] = {}
        self._by_guild: defaultdict[int, dict[int, LiveTable]] = defaultdict(dict)
        self.opening = asyncio.Lock()
        """Held while somebody's tables are counted and one more is opened."""
        self.began: Subscribers[LiveTable, SavedTable] = Subscribers()
        """A table has been opened or brought back."""
        self.over: Subscribers[int] = Subscribers()
        """An organised table has just closed, by its number."""

    def offer(self, game: AnyGame) -> None:
        """Let tables of `game` be opened and brought back."""
        self._games[game.name] = game

    def title(self, name: str) -> Phrase | str:
        """The name that people have for the game `name`; a game that is no longer offered keeps `name`."""
        game = self._games.get(name)
        return name if game is None else game.title

    def find(self, number: int) -> LiveTable | None:
        """The open table with this number, or None."""
        return self._tables.get(number)

    def by_game(self) -> Mapping[str, int]:
        """How many tables of each game are open; 0 too for those that are offered."""
        counts = Counter(dict.fromkeys(self._games, 0))
        counts.update(live.table.game.name for live in self._tables.values())
        return counts

    def __len__(self) -> int:
        return len(self._tables)

    def in_guild(self, guild: int) -> Iterator[LiveTable]:
        """The open tables of one server, oldest first."""
        return iter([*self._by_guild.get(guild, {}).values()])

    def tables(self, guild: int) -> list[Table]:
        """The same as they are now."""
        return [live.table for live in self.in_guild(guild)]

    def public(self, guild: int) -> list[Table]:
        """Those of them that everybody sees."""
        return [table for table in self.tables(guild) if not table.terms.mode.private]

    def instead_of(self, guild: int, number: int, after: int) -> LiveTable | None:
        """The latest open table of a server, later than `after`, that was opened in the place of table `number`."""
        lives = [live for live in self.in_guild(guild) if live.table.lobby.instead_of == number]
        found = [live for live in lives if live.table.id > after]
        return found[-1] if found else None

    async def renew(self, guild: int) -> None:
        """The house options of a server may have changed: its tables adopt them as soon as they can."""
        await asyncio.gather(*(live.server_changed() for live in self.in_guild(guild)))

    async def halt_is_over(self, guild: int | None = None) -> None:
        """Rounds begin again, in one server or in all."""
        lives = [*self._tables.values()] if guild is None else self.in_guild(guild)
        await asyncio.gather(*(live.do(HaltOver()) for live in lives))

    @property
    def rounds_in_play(self) -> int:
        """In how many tables a round is being played."""
        return sum(live.table.play is not None and not live.table.play.is_over for live in self._tables.values())

    @uncancellable
    async def open(
        self,
        game: AnyGame,
        *,
        guild: int,
        channel: int,
        host: int,
        terms: Terms,
        instead_of: int = 0,
        shuffle: Shuffle | None = None,
    ) -> LiveTable:
        """A new table with nobody at it, and with a fresh shuffle whose hash is published, or this first `shuffle`.

        Where the mode decides it, it has that; where the table is organised, what is known of its cards is withheld
        (data/tables/withheld.py).
        `instead_of` is the number of a closed table in whose place it opens. Raises IllegalAction in a halted server
        and BegunBefore when the host has begun the daily deal of these terms.
        """
        if (halt := self._services.halt(guild)) is not None:
            raise halt.refusal
        mode = terms.mode
        shuffle = mode.shuffle_of(1) or shuffle
        seed = self._services.entropy() if shuffle is None else shuffle.seed
        new = NewTable(
            guild=guild,
            channel=channel,
            game=game.name,
            host=host,
            options=game.write_options(terms.options),
            minimum=terms.minimum,
            maximum=terms.maximum,
            pace=terms.pace.value,
            lobby=Lobby(seats=(None,) * game.seats(terms.options), instead_of=instead_of).to_json(),
            seed=seed,
            commitment=commitment(seed),
            house=mode.to_json(),
            salt=None if shuffle is None else shuffle.salt,
            daily=mode.day,
            withheld=mode.is_organised,
        )
        saved = await self._services.tables.create(new, self._services.now())
        return await self._bring(saved, game)

    async def resume(self, shards: Shards = ALL) -> int:
        """Bring back every table of the servers of `shards` that is open on the disk. Returns how many.

        A table of a game that is not offered stays on the disk unchanged, until the game is offered again. So does a
        table that can't be read; it must not stop the others.
        """
        count = 0
        for saved in await self._services.tables.live(shards):
            await asyncio.sleep(0)  # others act in between
            game = self._games.get(saved.game)
            if game is None:
                log.warning("table %s plays %s, which is not offered here; it waits", saved.id, saved.game)
                continue
            try:
                await self._bring(saved, game)
            except StoreError:
                raise
            except Exception:
                log.exception("table %s can't be brought back; it stays on disk as it is", saved.id)
                if (live := self._take_out(saved.id)) is not None:
                    live.stop()
                    live.on_drop()
                continue
            count += 1
        return count

    async def _bring(self, saved: SavedTable, game: AnyGame) -> LiveTable:
        live = LiveTable(saved, game, self._services)
        live.ended.subscribe(partial(self._forget, saved.id))
        self._tables[saved.id] = self._by_guild[saved.guild][saved.id] = live
        await self.began.tell(live, saved)
        await live.resume(saved)
        return live

    def _take_out(self, number: int) -> LiveTable | None:
        live = self._tables.pop(number, None)
        if live is not None:
            guild = live.table.guild
            del self._by_guild[guild][number]
            if not self._by_guild[guild]:
                del self._by_guild[guild]
        return live

    async def _forget(self, number: int) -> None:
        live = self._take_out(number)
        if live is not None and live.table.terms.mode.is_organised:
            await self.over.tell(number)

    async def leave_all(self, guild: int, user_id: int) -> None:
        """Give up all seats and bets of `user_id` in a server; the clock plays their running rounds to the end."""
        for live in self.in_guild(guild):
            if live.table.is_at(user_id) and user_id not in live.table.lobby.leaving:
                with suppress(IllegalAction, TableClosed):  # they have just left it
                    await live.do(Leave(user_id))

    @uncancellable
    async def forget(
        self, guild: int, user_id: int, write: Callable[[Collection[int]], Awaitable[Departure]]
    ) -> Departure:
        """Forget `user_id`, who has left all tables, with the transaction that `write` makes.

        Tables keep people in memory and write them again with their next change. So all of the server stand still
        between that transaction and the moment when they have forgotten them too. A match that is kept for weeks
        continues without them, even in the middle of a deal: `write` is told at which tables, and the clock plays their
        seat until somebody else takes it.

        `opening` is held during this. Raises IllegalAction when they are still at a table, and
        whatever `write` raises; then nothing has changed.
        """
        async with AsyncExitStack() as locks:
            for live in sorted(self.in_guild(guild), key=lambda live: live.table.id):
                await locks.enter_async_context(live.lock)
            lives = list(self.in_guild(guild))
            tables = [live.table for live in lives]
            played_on = [table.id for table in tables if table.goes_on_without(user_id)]
            for table in tables:
                if table.id not in played_on and table.is_at(user_id):
                    raise IllegalAction(
                        "The round at table {table} isn't over. It's being played for you; try again when it ends.",
                        table=str(table.id),
                    )
            departure = await write(played_on)
            for live in lives:
                live.forget(user_id, departure)
        for live in lives:
            live.on_change()
            await live.do(Forgotten())
        return departure

    async def drop(self, guild: int) -> None:
        """Keep no table of a server in memory any more; deleting what is on the disk is somebody else's task."""
        for live in self.in_guild(guild):
            async with live.lock:
                live.drop()
            self._take_out(live.table.id)
            live.on_drop()

    def stop(self) -> None:
        """Let no clock ring any more. The tables stay on the disk and come back with the next start."""
        for live in self._tables.values():
            live.stop()
