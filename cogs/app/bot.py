"""The bot itself: its connections, its tables, and how it starts and stops. The same object runs in the playground."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import sync
from cogs.app.access import Access, Tree
from cogs.app.process.collector import Collector
from cogs.app.process.heartbeat import Heartbeat
from cogs.app.process.metrics_sink import MetricsSink
from cogs.app.process.sessions import Sessions
from cogs.app.process.shutdown import Shutdown
from cogs.app.replies.notices import UnpromptedNotices
from cogs.app.replies.readers import ReaderLanguages
from cogs.app.replies.requests import TOLD, TOO_MANY, fade_now, free_when_over
from cogs.app.router import Router, without_message
from cogs.app.schedule import Schedule, one_by_one
from cogs.app.sync import CommandList, CommandTexts
from cogs.chips.economy import Economy
from cogs.coach.hints import Hints
from cogs.coach.introductions import Welcome
from cogs.extensions import EXTENSIONS
from cogs.server_log.server_log import ServerLog
from cogs.table.calls import MessageContext
from cogs.table.edit_queue import EditQueue, Turns
from cogs.table.emojis import CardEmojis
from cogs.table.faces import CardText, plain_text
from cogs.table.presses import Presses
from cogs.table.spec import GameSpec
from data.guild.settings import Settings
from data.languages import CARDS_AS_TEXT
from data.ledger.allowances import Allowances
from data.ledger.audit import Audit
from data.ledger.bank import Bank
from data.ledger.chips import Chips
from data.ledger.gifts import Gifts
from data.shards import ALL, Shards, serve
from data.store.errors import StoreError
from data.store.store import Store
from data.tables.old_moves import KEPT
from data.tables.tables import StaleTable, Tables
from i18n.words import languages, preload
from players.choice import Think
from players.workers.process import NoAnswer, NobodyThinks
from players.workers.thinkers import Thinkers, answer_here
from tables.halt import RESTARTING
from tables.modes import was_seen_by
from tables.open_tables import OpenTables
from tables.round_in_play import RulesChanged
from tables.services import Paces, Services
from tables.settings.schema import Schema
from tables.settings.servers import Servers, house_options
from tables.subscribers import Subscribers
from tables.table import Table, Wanted

log = logging.getLogger(__name__)

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
LAST_WORDS_SECONDS = 1.0
"""Between a failure of the disk and the stop, for the answers that are still on their way."""


class Events:
    """What happens in the bot that several of its parts want to know."""

    def __init__(self) -> None:
        self.loaded: Subscribers[[]] = Subscribers()
        """What servers have set is read; their tables come back next."""
        self.opened: Subscribers[discord.Interaction[App], Table] = Subscribers()
        """Somebody has opened a table, and it has been shown."""
        self.forgotten: Subscribers[int, int] = Subscribers()
        """In a server, a person was forgotten."""


class App(Sessions):
    """A bot on an open store. `guilds` is the only intent it asks Discord for."""

    def __init__(
        self,
        store: Store,
        *,
        entropy: Callable[[], bytes],
        test_guild: int | None = None,
        owner_guild: int | None = None,
        support_url: str = "",
        collector: Collector | None = None,
        think: Think = answer_here,
        keep_moves: timedelta | None = KEPT,
        metrics: MetricsSink | None = None,
        shards: Shards | None = None,
        thinkers: Thinkers | None = None,
        on_thread: Callable[..., Awaitable[Any]] = asyncio.to_thread,
        end: Callable[[], None] = lambda: None,
        paces: Paces | None = None,
        parts: Sequence[str] = EXTENSIONS,
    ) -> None:
        """`entropy` gives 32 unforeseeable bytes; with `test_guild` the commands go only to that server, at once.

        `owner_guild` is the server in which the bot's owner runs it by commands. `support_url` is where people report
        problems, if the owner has such a place. `collector` collects the process's garbage, unless that is left to
        Python. `think` answers what house players and the coach have to decide, from a seed. `keep_moves` is how long
        the moves of a round are kept after its end; None is for ever. `metrics` is told what happens.
        The servers of `shards` are served; None stands for all of them, in as many shards as Discord advises.
        `thinkers` are the processes that think, if there are any. `on_thread` calls a function on a thread, for what is
        slow to draw. `end` ends the process as a signal does. `paces` say how it waits, `parts` what extensions it has.
        """
        self.metrics = metrics or MetricsSink()
        division: dict[str, Any] = {} if shards is None else {"shard_count": shards.count, "shard_ids": shards.ids}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            http_trace=self._listening(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            **division,
        )
        self.store = store
        self.served = ALL if shards is None else shards
        """The shards whose servers are this process's."""
        self.think = think = self.metrics.thinking(think)
        self.entropy = entropy
        store.on_failure, store.on_commit = self.stop_for, self.metrics.committed
        self.tables = Tables(store)
        self.games: dict[str, GameSpec] = {}
        """By name, in the order in which they are shown."""
        self.servers = Servers(Settings(store), Schema())
        self.readers = ReaderLanguages(self, store, self.servers)
        self.command_list = CommandList(self, store, test_guild, owner_guild)
        self.economy = Economy(Chips(store), Allowances(store), self.servers, self.now)
        self.bank = Bank(store)
        self.gifts = Gifts(store)
        self.audit = Audit(store)
        self.card_emojis = CardEmojis()
        self.edit_queue = EditQueue(self.served.share)
        self.turns = Turns(self.edit_queue, "a post of a server")
        """Pictures that wait in line."""
        self.shutdown = Shutdown()
        self.server_log = ServerLog(self, self.edit_queue, self.servers, self.readers)
        self.servers.changed.subscribe(self.server_log.changed)
        self.access = Access(store, self.shutdown, self.readers, self.metrics, self.now, self.command_list.mention)
        assert isinstance(self.tree, Tree)
        self.tree.access = self.access
        services = Services(
            tables=self.tables,
            now=self.now,
            entropy=entropy,
            failed=self._table_failed,
            wanted=self._wanted_at,
            limits=lambda guild: self.servers.of(guild).transfer_limits,
            think=think,
            halt=self.access.halt,
            closed=self.server_log.closed,
            house_slowness=self.readers.house_slowness,
            house_level=self.readers.house_level,
            blocked=lambda: self.access.blocks.people,
            paces=paces or Paces(),
        )
        self.open_tables = OpenTables(services)
        self.heartbeat = Heartbeat(
            store, self.served, self.open_tables, self.now, self.access.each_second, self.access.read
        )
        self.access.unblocked.subscribe(self.open_tables.halt_is_over)
        self.servers.changed.subscribe(self._settings_changed)
        self.schedule = Schedule()
        self.events = Events()
        self.hints = Hints(think, lambda guild: self.servers.of(guild).hints)
        """What the coach says at tables."""
        context = MessageContext(
            self,
            self.readers,
            self.tables,
            self.edit_queue,
            self.now,
            self.access.announcements,
            lambda guild: self.servers.of(guild).mentions,
            self.card_emojis,
            services.paces,
        )
        self.notices = UnpromptedNotices()
        """What the bot says in private of its own accord."""
        self.welcome = Welcome(self)
        introduce, purse = self.welcome.introduce, self.economy.balance
        self.presses = Presses(self.games, self.open_tables, context, purse, introduce)
        for forget in (self.presses.forget, self.readers.forget, self.hints.forget, self.welcome.forget):
            self.events.forgotten.subscribe(forget)
        self.router: Router[App] = Router()
        self.router.register(*self.presses.routes, *self.welcome.routes)
        parsers = self._connection.parsers  # there is no public way
        parsers["INTERACTION_CREATE"] = without_message(parsers["INTERACTION_CREATE"])
        self.support_url = support_url
        self.keep_moves = keep_moves
        self._collector = collector
        self.failure: StoreError | None = None
        """Why the bot stopped, if it was not told to."""
        self.end, self.on_thread, self.thinkers, self._parts = end, on_thread, thinkers, parts
        self.owner_guild = owner_guild
        self._stopping: asyncio.Task[None] | None = None

    def _listening(self) -> aiohttp.TraceConfig:
        """Hears Discord's answers to all requests; discord.py itself waits and tries again without telling anybody."""

        async def heard(_session: object, _context: object, request: aiohttp.TraceRequestEndParams) -> None:
            if request.response.status == TOO_MANY:
                headers = request.response.headers
                scope = headers.get("X-RateLimit-Scope", "global")
                self.metrics.too_many(scope)
                self.edit_queue.slow_down(float(headers.get("Retry-After", 1)) if scope == "global" else 0)
            elif request.response.ok and request.url.raw_path.endswith("/callback"):
                self.metrics.acknowledged()

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(heard)
        return trace

    def now(self) -> datetime:
        """The present, aware, UTC."""
        return discord.utils.utcnow()

    async def setup_hook(self) -> None:
        """Bring everything back before anybody hears of an event, once no other process serves these servers."""
        await asyncio.to_thread(preload, [*languages(), *(locale.value for locale in discord.Locale)])
        await self.load_commands()
        await serve(self.store, self.served, self.follow)
        self.heartbeat.waits = False
        await self.servers.load(self.served)
        await self.access.read()
        await self.events.loaded.tell()
        for guild in await self.bank.finish_resets(self.served):
            log.info("the reset of server %s is finished", guild)
        self.card_emojis.start(self, self.store.locks)
        with self._collector.waiting() if self._collector is not None else nullcontext():
            count = await self.open_tables.resume(self.served)
        log.info("%s open tables go on", count)
        self.presses.redraw_all()
        self.take_over()
        await self.command_list.start()

    async def add_cog(self, cog: commands.Cog, /, **how: Any) -> None:
        """Add a cog; the bot gets the events that its `intents` name, too, as it isn't connected yet."""
        self._connection._intents.value |= getattr(cog, "intents", discord.Intents.none()).value  # no public way
        await super().add_cog(cog, **how)

    async def offer(self, game: GameSpec) -> None:
        """Let tables of `game` be opened, brought back, set up and pressed on, and add its commands."""
        self.games[game.key] = game
        self.servers.schema.offer(game.settings)
        self.open_tables.offer(game.adapter)
        if game.emojis is not None:
            self.card_emojis.offer(game.emojis)
        await self.add_cog(game.cog)

    def games_in(self, guild: int) -> list[GameSpec]:
        """The games that a server hasn't switched off."""
        return [game for name, game in self.games.items() if self.servers.of(guild).plays(name)]

    def cards_for(self, user_id: int) -> CardText:
        """How cards are written in what only `user_id` reads."""
        return plain_text if self.readers.has_switched(user_id, CARDS_AS_TEXT) else self.card_emojis.text

    async def is_seen(self, table: int, person: int) -> bool:
        """Whether `person` may know of the table with this number, be it open, closed, or not there at all."""
        saved = await self.tables.get(table)
        return saved is None or was_seen_by(person, saved)

    @property
    def game_choices(self) -> list[app_commands.Choice[str]]:
        """The games offered so far, for a command that is about one of them."""
        return [app_commands.Choice(name=game.title.template, value=key) for key, game in self.games.items()]

    async def load_commands(self) -> None:
        """Build the commands, with what Discord shows of them in other languages; nothing is sent yet."""
        await self.tree.set_translator(CommandTexts())
        for extension in self._parts:
            if extension not in self.extensions:
                await self.load_extension(extension)

    async def on_interaction(self, interaction: discord.Interaction[App]) -> None:
        """Route buttons, selects and forms; discord.py itself brings commands to `Tree`."""
        if not self.is_asked(interaction):
            return
        free_when_over(interaction)
        if self._collector is not None:
            self._collector.pressed_at = time.monotonic()
        if interaction.type in PRESSES and await self.access.admits(interaction):
            if interaction.user.id in TOLD:
                fade_now(interaction)
            await self.router.dispatch(interaction)
            self.metrics.pressed(interaction)

    async def on_app_command_completion(self, interaction: discord.Interaction[App], _command: object) -> None:
        """Count a command that has ended without an error."""
        self.metrics.commanded(interaction)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show the tables of a server in its language, which wasn't known until now."""
        self.presses.redraw_in(guild.id)

    async def on_guild_update(self, _before: discord.Guild, after: discord.Guild) -> None:
        """Show the tables of a server in its language, which may have changed."""
        self.presses.redraw_in(after.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """A listener has failed. What the database did has been said already."""
        if not isinstance(sys.exc_info()[1], StoreError):
            await super().on_error(event_method, *args, **kwargs)

    async def on_ready(self) -> None:
        """Log it; the servers and their languages are known now. It may come when the bot ends already."""
        if self.is_closed():
            return
        async for guild in one_by_one(self.guilds):
            self.presses.redraw_in(guild.id)
        self.schedule.begin()
        log.info("ready as %s in %s servers. Invite me: %s", self.user, len(self.guilds), self.invitation)

    @property
    def invitation(self) -> str:
        """The link that invites the bot to a server; it has logged in."""
        assert self.application_id is not None
        return sync.invitation(self.application_id)

    def stop_for(self, error: StoreError) -> None:
        """The disk has failed. What is on it is complete; tell whoever is waiting for an answer, and stop."""
        if self.failure is None:
            self.failure = error
            log.critical("%s", error)
            self._stopping = self.loop.create_task(self._stop_soon())

    async def _stop_soon(self) -> None:
        await asyncio.sleep(LAST_WORDS_SECONDS)
        await self.close()

    async def _settings_changed(self, guild: int, _changes: object) -> None:
        """Let a server's tables adopt its settings and show them."""
        await self.open_tables.renew(guild)
        for table in self.open_tables.in_guild(guild):
            table.on_change()

    def _wanted_at(self, table: Table) -> Wanted:
        terms, name, settings = table.terms, table.game.name, self.servers.of(table.guild)
        options = house_options(settings, self.games[name].settings, terms.options, terms.minimum, terms.maximum)
        return Wanted(options, timedelta(days=settings.untouched_days), is_switched_off=not settings.plays(name))

    def _table_failed(self, table: Table, error: Exception) -> None:
        if isinstance(error, RulesChanged):
            log.warning("table %s: %s; round %s is void", table.id, error, table.rounds)
        elif isinstance(error, NoAnswer):
            level = logging.DEBUG if isinstance(error, NobodyThinks) else logging.WARNING
            log.log(level, "table %s: a house player is played automatically: %s", table.id, error)
        elif isinstance(error, StaleTable):
            log.warning("%s It is read again.", error)
        elif not isinstance(error, StoreError):  # a StoreError stops the bot, which logs it
            log.error("table %s: round %s failed", table.id, table.rounds, exc_info=error)

    async def finish(self, seconds: float) -> None:
        """Begin no round and let no clock ring any more; wait up to `seconds` until all is answered and shown."""
        self.shutdown.halt = RESTARTING
        self.open_tables.stop()
        log.info("the bot ends; %s answers are under way", self.shutdown.answers)
        if await self.shutdown.finish(self.presses.is_quiet, seconds):
            log.info("all answers have arrived")
        else:
            log.warning("the bot ends after %g seconds without all answers; the next start shows them", seconds)

    async def close(self) -> None:
        """Stop all clocks and leave Discord. The tables stay on the disk as they are; the store stays open."""
        self.schedule.stop()
        self.open_tables.stop()
        self.hints.stop()
        self.server_log.stop()
        self.turns.tasks.cancel()
        self.presses.stop()
        await self.card_emojis.stop()
        await self.command_list.stop()
        await self.shutdown.cut()
        await super().close()
