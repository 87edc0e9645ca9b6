"""Blackjack, declared once, with its commands."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.blackjack import picture, review, rules_pages
from cogs.blackjack.blackjack_guide import PRIMER
from cogs.blackjack.forms import BetForms
from cogs.coach.rounds import rounds_replayed
from cogs.lobby.opening import GameCog, PaceName, TableOrder, open_table
from cogs.table.spec import SEED_OF_A_SHOE, GameSpec
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.blackjack.blackjack_settings import BLACKJACK


class BlackjackCog(GameCog, group_name="blackjack", group_description="Play Blackjack against the house"):
    """`/blackjack open`."""

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.describe(
        minimum="Minimum bet in chips (default: 10 or this server's limit)",
        maximum="Maximum bet in chips (default: this server's limit)",
        seats="Players (default: this server's number)",
        pace="Pace (default: this server's)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: int | None = None,
        maximum: int | None = None,
        seats: int | None = None,
        pace: PaceName | None = None,
    ) -> None:
        """Open a table with these limits, with everyone's first bet still to come."""
        await open_table(self.app, interaction, BLACKJACK.key, TableOrder(minimum, maximum, pace, {"seats": seats}))


def spec(app: App) -> GameSpec:
    """The game as this bot plays it. Everyone sees everything, the dealer's cards one after the other."""
    game = BlackjackGame()
    forms, cards, coach = BetForms(app.economy), app.card_emojis.text, app.hints
    hint = coach.in_private(review.asking, picture.GREEN, lambda question, words: review.texts(question, words, cards))
    return GameSpec(
        adapter=game,
        settings=BLACKJACK,
        cog=BlackjackCog(app),
        seed_is_shown=SEED_OF_A_SHOE,
        rules=rules_pages.pages,
        draw=lambda table, words, stage: picture.draw(table, words, cards, stage, coach.offered(table, words)),
        more=lambda press: picture.more(press, coach.offered(press.table, press.words)),
        stages=picture.stages,
        buttons={**forms.buttons, **hint},
        forms=forms.forms,
        primer=PRIMER,
        entrances=("bet", "minimum", "behind"),
        replayed=rounds_replayed(app.store, game, review.TEXTS),
    )


async def setup(app: App) -> None:
    """Offer Blackjack tables and the commands that open them."""
    await app.offer(spec(app))
