"""`/owner`: how the bot is doing, how it comes to an end, whom it doesn't serve, and what it announces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

from cogs import VERSION
from cogs.app.bot import App
from cogs.app.process.heartbeat import resident_bytes
from cogs.app.replies.permissions import Reason, clean
from cogs.app.replies.readers import own_words
from cogs.owner import blocking
from cogs.owner.announcing import LONGEST, MOST_HOURS, USUAL_HOURS, Announcing
from cogs.owner.blocking import number_in
from cogs.owner.emptying import MOST_MINUTES, Emptying, ends_by
from cogs.owner.owners import Owners
from cogs.table.parts import bold, layout, lines
from data.guild.blocks import BlockKind
from data.processes import Process
from i18n.words import Words
from tables.settings.amounts import verify_range

ROOT = Path(__file__).parents[2]
MIGRATIONS = ROOT / "data" / "migrations"
MOST_SHARDS = 40
"""The most shards that are listed one by one."""
LONGEST_COMMIT = 10
"""Characters."""


def _other(process: Process, words: Words) -> str:
    about = {"name": process.name, "shards": process.shards, "version": process.version}
    if process.waits:
        return words("- {name}: waits for shards {shards}; version {version}", **about)
    doing = words(
        "- {name}: shards {shards}; version {version}; open tables: {tables}; rounds in play: {rounds}; memory: {mb}"
        " MB; {ms} ms late at worst",
        **about,
        tables=process.tables,
        rounds=process.rounds,
        mb=words("unknown") if process.memory is None else process.memory // 2**20,
        ms=round(process.lag * 1000),
    )
    return doing if process.ends_at is None else f"{doing}. {ends_by(process.ends_at, words)}"


def _process(app: App, started_at: datetime, words: Words) -> str:
    memory, uptime = resident_bytes(), app.now() - started_at
    minutes = uptime.seconds // 60
    return lines(
        words(
            "Version {version}, commit {commit}, database version {database}",
            version=VERSION,
            commit=commit_of(ROOT) or words("unknown"),
            database=str(database_version()),
        ),
        words("Up for {days} d {hours} h {minutes} min", days=uptime.days, hours=minutes // 60, minutes=minutes % 60),
        words("Memory: {mb} MB", mb=memory // 2**20) if memory is not None else "",
        words("Servers: {count}", count=len(app.guilds)),
        words("[Invite the bot]({link})", link=app.invitation),
        *_shards(app, words),
    )


def _shards(app: App, words: Words) -> Iterator[str]:
    for number, shard in list(app.shards.items())[:MOST_SHARDS]:
        name = str(number)
        if shard.is_closed() or not math.isfinite(shard.latency):
            yield words("- Shard {shard}: not connected", shard=name)
        else:
            yield words("- Shard {shard}: {ms} ms", shard=name, ms=round(shard.latency * 1000))


def _load(app: App, words: Words) -> str:
    titles = {key: words.said(game.title) for key, game in app.games.items()}
    thinking, tables = app.thinkers, app.open_tables.by_game()
    return lines(
        words("Rounds in play: {count}", count=app.open_tables.rounds_in_play),
        words("Presses and commands in the last minute: {count}", count=app.shutdown.arrivals),
        words("Tables waiting to be redrawn: {count}", count=len(app.edit_queue)),
        words(
            "Processes that think for house players: {count}, questions waiting: {waiting}",
            count=len(thinking.pids),
            waiting=thinking.waiting,
        )
        if thinking is not None
        else "",
        words("Open tables: {count}", count=sum(tables.values())),
        *(words("- {game}: {count}", game=titles[game], count=count) for game, count in tables.items() if count),
    )


def database_version() -> int:
    """The version to which an open database has been brought: the number of the last migration."""
    return max(int(file.name.partition("_")[0]) for file in MIGRATIONS.glob("*.sql"))


def commit_of(folder: Path) -> str | None:
    """The commit that a clone in `folder` is at, shortened; None where that can't be read."""
    git = folder / ".git"
    try:
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head[:LONGEST_COMMIT]
        if (git / name).is_file():
            return (git / name).read_text(encoding="utf-8").strip()[:LONGEST_COMMIT]
        packed = (line.split(" ") for line in (git / "packed-refs").read_text(encoding="utf-8").splitlines())
        return next((first[:LONGEST_COMMIT] for first, *rest in packed if rest == [name]), None)
    except OSError:
        return None


USUAL_MINUTES = 10
KINDS = [
    app_commands.Choice(name="a person", value=BlockKind.PERSON.value),
    app_commands.Choice(name="a server", value=BlockKind.SERVER.value),
]
ID = app_commands.Range[str, 1, 30]


@app_commands.guild_only()
class OwnerCog(commands.GroupCog, group_name="owner", group_description="Run the bot"):
    """Discord shows these commands in the owners' server; whoever else gets at them is refused here."""

    def __init__(self, app: App, owners: Owners) -> None:
        super().__init__()
        self._app = app
        self._owners = owners
        self._started_at = app.now()
        self.emptying = Emptying(app, owners)
        self.announcing = Announcing(owners)

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Refuse everyone but the owners."""
        await self._owners.verify(interaction)
        return True

    async def cog_unload(self) -> None:
        """End nothing any more; the process does already."""
        self.emptying.stop()

    @app_commands.command(name="status", description="Show how the bot is doing")
    async def status(self, interaction: discord.Interaction[App]) -> None:
        """A private panel."""
        words = own_words(interaction)
        others = await self._app.heartbeat.others()
        own = _load(self._app, words), _process(self._app, self._started_at, words)
        parts = [lines(words("### Status"), bold(self.emptying.state(words))), *own]
        if others:
            parts.append(
                lines(words("Other processes: {count}", count=len(others)), *(_other(each, words) for each in others))
            )
        await interaction.response.send_message(view=layout(None, parts), ephemeral=True)

    @app_commands.command(name="drain", description="Begin no new rounds, and end the process after those in play")
    @app_commands.describe(
        minutes="After how many minutes it ends in any case (default: 10)",
        process="Which process (default: the one that has this server)",
    )
    async def drain(
        self,
        interaction: discord.Interaction[App],
        minutes: int = USUAL_MINUTES,
        process: ID | None = None,
    ) -> None:
        """Say what would happen, and ask."""
        await self.emptying.ask(interaction, verify_range(minutes, 0, MOST_MINUTES), process)

    @drain.autocomplete("process")
    async def _name_processes(
        self, interaction: discord.Interaction[App], current: str
    ) -> list[app_commands.Choice[str]]:
        await self._owners.verify(interaction)
        return await self.emptying.choices(current)

    @app_commands.command(name="block", description="Stop serving a person or a server")
    @app_commands.describe(
        kind="What is blocked", number="Its Discord ID", reason="Why (only the bot's owners see it, with your name)"
    )
    @app_commands.rename(number="id")
    @app_commands.choices(kind=KINDS)
    async def block(self, interaction: discord.Interaction[App], kind: str, number: ID, reason: Reason) -> None:
        """From now on."""
        await blocking.block(interaction, self._owners, BlockKind(kind), number_in(number), clean(reason))

    @app_commands.command(name="unblock", description="Serve a person or a server again")
    @app_commands.describe(kind="What is blocked", number="Its Discord ID")
    @app_commands.rename(number="id")
    @app_commands.choices(kind=KINDS)
    async def unblock(self, interaction: discord.Interaction[App], kind: str, number: ID) -> None:
        """From now on."""
        await blocking.unblock(interaction, BlockKind(kind), number_in(number))

    @app_commands.command(name="blocks", description="Show who is blocked, and why")
    async def blocks(self, interaction: discord.Interaction[App]) -> None:
        """A private list."""
        await blocking.show(interaction)

    @app_commands.command(name="announce", description="Show a line at every table for a while, or what is shown now")
    @app_commands.describe(
        text="The line (if left out, you see what is announced and can take it back)",
        hours="For how many hours it is shown (default: 24)",
    )
    async def announce(
        self,
        interaction: discord.Interaction[App],
        text: app_commands.Range[str, 1, LONGEST] | None = None,
        hours: int = USUAL_HOURS,
    ) -> None:
        """Announce it, or show what is announced."""
        if text is None:
            await self.announcing.show(interaction)
        else:
            await self.announcing.say(interaction, text, verify_range(hours, 1, MOST_HOURS))


async def setup(app: App) -> None:
    """Add the commands to the owners' server, with the buttons of their panels."""
    if app.owner_guild is not None:
        cog = OwnerCog(app, Owners(app))
        app.router.register(cog.emptying.answers, cog.announcing.answers)
        await app.add_cog(cog, guild=discord.Object(app.owner_guild))
