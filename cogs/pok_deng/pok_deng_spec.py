"""Pok Deng, declared once, with its commands."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.lobby.opening import GameCog, PaceName, TableOrder, open_table
from cogs.pok_deng import picture, road, rules_pages
from cogs.pok_deng.forms import BetForms
from cogs.pok_deng.pok_deng_guide import PRIMER
from cogs.table.spec import SEED_OF_A_SHOE, GameSpec
from tables.pok_deng.pok_deng_adapter import PokDengGame
from tables.pok_deng.pok_deng_settings import POK_DENG
from tables.table import Table


class PokDengCog(GameCog, group_name="pokdeng", group_description="Play Pok Deng against the house"):
    """`/pokdeng open`."""

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.describe(
        minimum="Minimum bet in chips (default: 10 or this server's limit)",
        maximum="Maximum bet in chips (default: this server's limit)",
        pace="Pace (default: this server's)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: int | None = None,
        maximum: int | None = None,
        pace: PaceName | None = None,
    ) -> None:
        """Open a table with these limits, where anybody may bet."""
        await open_table(self.app, interaction, POK_DENG.key, TableOrder(minimum, maximum, pace))


def spec(app: App) -> GameSpec:
    """The game as this bot plays it. Everyone sees every hand, one after the other; a panel has one's own bets."""
    text = app.card_emojis.text

    def is_revealing(table: Table) -> bool:
        message = app.presses.view_of(table).message
        return message is not None and message.is_revealing

    forms = BetForms(app.economy, text, is_revealing)
    return GameSpec(
        adapter=PokDengGame(),
        settings=POK_DENG,
        cog=PokDengCog(app),
        seed_is_shown=SEED_OF_A_SHOE,
        rules=rules_pages.pages,
        draw=lambda table, words, stage: picture.draw(table, words, text, text, stage),
        panel=forms.panel,
        shows_chips=forms.is_choosing,
        more=picture.more,
        stages=lambda _table: picture.STAGES,
        buttons=forms.buttons,
        forms=forms.forms,
        primer=PRIMER,
        entrances=("mine", "bet"),
        emojis=road.EMOJIS,
    )


async def setup(app: App) -> None:
    """Offer Pok Deng tables and the commands that open them."""
    await app.offer(spec(app))
