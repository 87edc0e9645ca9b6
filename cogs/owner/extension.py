"""The extension for whoever runs the bot. The commands are in one server, if in any; what they say holds in all."""

import discord

from cogs.app.bot import App
from cogs.owner.cog import OwnerCog
from cogs.owner.owners import Owners


async def setup(app: App) -> None:
    """Add the commands to the owners' server, with the buttons of their panels."""
    if app.owner_guild is not None:
        cog = OwnerCog(app, Owners(app))
        app.router.offer(cog.emptying.answers, cog.announcing.answers)
        await app.add_cog(cog, guild=discord.Object(app.owner_guild))
