"""How the bot starts, waits, logs, and tells how it is."""

from tools.mutants.bug import Bug

BOT = ("tests/test_bot.py",)
COLLECTOR = ("tests/cogs/app/test_collector.py",)
FROZEN = ("tests/cogs/test_frozen.py",)
ENV = ("tests/test_env.py",)
HEALTH = ("tests/test_health.py",)
LOGS = ("tests/cogs/app/test_logs.py",)
OPENING = ("tests/cogs/app/test_opening.py",)
PLAYGROUND = ("tests/tools/test_playground_windows.py",)
SIGNS = ("tests/cogs/test_signs.py",)
WATCH = ("tests/cogs/app/test_watch.py",)

BUGS = (
    Bug(
        "The first words of a language are read while a press waits",
        "cogs/app/bot.py",
        "        await asyncio.to_thread(learn, [*languages(), *(locale.value for locale in discord.Locale)])\n",
        "",
        ("tests/cogs/test_first_words.py",),
    ),
    Bug(
        "Languages are read on the event loop",
        "cogs/app/bot.py",
        "await asyncio.to_thread(learn, [",
        "learn([",
        ("tests/cogs/test_first_words.py",),
    ),
    Bug(
        "The collector freezes whatever it looks at",
        "cogs/app/process/collector.py",
        "            if len(gc.get_objects()) > MOST:\n                gc.freeze()",
        "            gc.freeze()",
        COLLECTOR,
    ),
    Bug(
        "A press that was frozen stays in memory",
        "cogs/app/process/collector.py",
        "    interaction.response._parent = place",
        "    pass",
        FROZEN,
    ),
    Bug(
        "A command that was frozen stays in memory",
        "cogs/app/bot.py",
        "        free_when_over(interaction)\n",
        "        if interaction.type in PRESSES:\n            free_when_over(interaction)\n",
        FROZEN,
    ),
    Bug(
        "A command whose answer was looked for stays in memory",
        "cogs/app/replies/patience.py",
        "    interaction._original_response = None",
        "    pass",
        FROZEN,
    ),
    Bug(
        "A closed table keeps its message, and so itself, in memory",
        "cogs/table/presses.py",
        "        table.tell_nobody()\n",
        "",
        FROZEN,
    ),
    Bug(
        "A closed table stays in memory for its own timers",
        "tables/unattended.py",
        "me: Self = weakref.proxy(self)",
        "me = self",
        FROZEN,
    ),
    Bug(
        "A form that was frozen stays in memory",
        "cogs/table/forms.py",
        "        self.clear_items()",
        "        pass",
        FROZEN,
    ),
    Bug(
        "A refusal of the rules keeps what led to it in memory",
        "data/store/whole.py",
        "            del outcome, task",
        "            pass",
        FROZEN,
    ),
    Bug(
        "A second try to log in leaves the session of the first one open",
        "cogs/app/process/login.py",
        "        await bot.http.close()",
        "        pass",
        BOT,
    ),
    Bug(
        "A connection that is lost while commands are sent lets the bot start twice",
        "cogs/app/sync.py",
        "    except REFUSALS as error:\n        if not tree",
        "    except discord.HTTPException as error:\n        if not tree",
        BOT,
    ),
    Bug(
        "A bot that is told to stop while it connects again never ends",
        "bot.py",
        "        await asyncio.wait({running}, timeout=CANCELLED_EVERY)",
        "        await asyncio.wait({running})",
        BOT,
    ),
    Bug(
        "A second bot on a database waits for ever",
        "cogs/app/process/opening.py",
        "            if waited + pause > error.worth:\n                raise\n",
        "",
        OPENING,
    ),
    Bug(
        "In JSON the log has the tokens of interactions",
        "cogs/app/process/logs.py",
        "    handler.setFormatter(_Discreet(handler.formatter))",
        "    handler.setFormatter(handler.formatter if as_json else _Discreet(handler.formatter))",
        LOGS,
    ),
    Bug(
        "A bot whose database is silent is healthy",
        "cogs/app/process/health.py",
        "        return is_connected and self.database is not None and self.lag < LATE",
        "        return is_connected and self.lag < LATE",
        SIGNS,
    ),
    Bug(
        "A shard that has lost the gateway counts as connected",
        "cogs/app/process/health.py",
        "shard in shards and not shards[shard].is_closed()",
        "shard in shards",
        HEALTH,
    ),
    Bug(
        "The whole network can read the metrics",
        "cogs/app/process/health.py",
        'HOST = "127.0.0.1"',
        'HOST = "0.0.0.0"',
        HEALTH,
    ),
    Bug(
        "Each question about the health opens another read of the database",
        "cogs/app/process/health.py",
        "        if self._trying is None or self._trying.done():\n",
        "        if True:\n",
        SIGNS,
    ),
    Bug(
        "A press on a question that is over counts as answered",
        "cogs/table/presses.py",
        "        mark(press.interaction, Outcome.STALE)\n",
        "",
        WATCH,
    ),
    Bug(
        "A misspelt variable is ignored",
        "cogs/app/process/env.py",
        "        if near is not None and near not in values:\n",
        "        if False:\n",
        ENV,
    ),
    Bug(
        "A database is made on a disk that isn't mounted",
        "data/store/sqlite/migrate.py",
        "        path.parent.mkdir(exist_ok=True)",
        "        path.parent.mkdir(parents=True, exist_ok=True)",
        ("tests/data/test_store.py",),
    ),
    Bug(
        "Nobody is told that the database is new",
        "data/store/sqlite/migrate.py",
        "    if empty:\n        log.info(",
        "    if empty:\n        log.debug(",
        ("tests/data/test_store.py",),
    ),
    Bug(
        "A test server without the scope for commands doesn't say so",
        "cogs/app/sync.py",
        "        if where != EVERYWHERE and isinstance(error, discord.Forbidden):",
        "        if where == EVERYWHERE and isinstance(error, discord.Forbidden):",
        ("tests/cogs/app/test_sync.py",),
    ),
    Bug(
        "From its second start on the playground shows commands as numbers",
        "tools/playground/world.py",
        "            app.command_numbers = {command.name: command.id for command in await app.tree.sync()}\n",
        "            await app.tree.sync()\n",
        PLAYGROUND,
    ),
    Bug(
        "A member ends the playground for all from a window",
        "tools/playground/windows.py",
        "                if _kind(sent) == ENDING:\n",
        "                if False:\n",
        PLAYGROUND,
    ),
    Bug(
        "A picture that takes long to draw locks the playground's window",
        "tools/playground/world.py",
        "            aside.env, app.on_thread = env, aside.on_thread\n",
        "            aside.env = env\n",
        PLAYGROUND,
    ),
)
