"""Several processes that share a bot: whose servers are whose, what is done once, and how many requests each makes."""

from tools.mutants.bug import Bug

APP = ("tests/cogs/test_shards.py",)
DATA = ("tests/data/test_shards.py",)
SERVING = ("tests/data/test_serving.py",)
LOCKS = ("tests/data/test_locks.py",)
SYNC = ("tests/cogs/app/test_sync.py",)
EMOJIS = ("tests/cogs/table/test_emojis.py",)

BUGS = (
    Bug(
        "A process brings back the tables of another one",
        "cogs/app/bot.py",
        "await self.open_tables.resume(self.served)",
        "await self.open_tables.resume()",
        APP,
    ),
    Bug(
        "A process brings its tables back while another one still has them",
        "cogs/app/bot.py",
        "        await serve(self.store, self.served)\n",
        "",
        APP,
    ),
    Bug(
        "A process takes the servers of another one for left",
        "cogs/forget_guild.py",
        "Removed(app.store, app.served)",
        "Removed(app.store)",
        APP,
    ),
    Bug(
        "A process deletes the servers that another one has left",
        "data/guild/forget_guild.py",
        'f"SELECT guild FROM guilds_left WHERE deleting = 1 AND {mine}"',
        '"SELECT guild FROM guilds_left WHERE deleting = 1"',
        DATA,
    ),
    Bug(
        "Two processes serve one shard",
        "data/serving.py",
        '        await store.locks.take(f"shard {shard} of {shards.count}")\n',
        "        pass\n",
        SERVING,
    ),
    Bug(
        "The number of shards changes while others go by it",
        "data/serving.py",
        "        return True\n    await store.locks.let_go(DIVISION)\n    return False",
        "        await store.locks.let_go(DIVISION)\n        return True\n    await store.locks.let_go(DIVISION)\n"
        "    return False",
        SERVING,
    ),
    Bug(
        "Of processes that start at once with a new number of shards the second waits until the first has ended",
        "data/serving.py",
        "            if await _division(store) != shards.count:",
        "            if True:",
        SERVING,
    ),
    Bug(
        "Somebody who shares a lock comes in while it is held alone",
        "data/store/sqlite/locks.py",
        "(shared and holders.shared)",
        "shared",
        LOCKS,
    ),
    Bug(
        "All processes that start at once tell Discord the commands",
        "cogs/app/sync.py",
        '    async with held(store.locks, "the list of commands"):\n',
        "    if True:\n",
        SYNC,
    ),
    Bug(
        "Two processes upload the same card faces",
        "cogs/table/emojis.py",
        '                async with held(locks, "the card faces"):\n',
        "                if True:\n",
        EMOJIS,
    ),
    Bug(
        "Each process makes as many requests as the whole bot may",
        "cogs/table/line.py",
        "1 / (A_SECOND * share)",
        "1 / A_SECOND",
        ("tests/cogs/table/test_line.py",),
    ),
    Bug(
        "Answers to presses go past the proxy that keeps Discord's limits",
        "bot.py",
        "        discord.http.Route.BASE = env.api_url",
        "        pass",
        ("tests/test_many_servers.py",),
    ),
    Bug(
        "A table that a proxy has given up on is not drawn again",
        "cogs/app/replies/patience.py",
        " or error.status == TOO_LONG",
        "",
        ("tests/cogs/test_failures.py",),
    ),
)
