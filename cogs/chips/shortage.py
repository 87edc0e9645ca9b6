"""What somebody gets who has too few chips for what they pressed: in place of the form, what helps, with buttons.

A game calls `is_short` before it opens a form or takes a seat; a bet is tried at once, and only when it is refused does
`unless_short` ask. The message's buttons carry what was wanted and how many
chips it takes; they collect the daily chips or relief at once, and the message then says what to press again. Whoever
asks for these by command reads the same about what they got.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Component, Layout, soon
from cogs.app.replies.errors import report
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.chips.daily import daily_text, relief_text, relief_way
from cogs.chips.economy import Economy
from cogs.chips.me import at_tables_texts
from cogs.table.parts import layout, lines
from data.ledger.ledger import InsufficientChips
from games.core import IllegalAction
from i18n.words import Words

ACCENT = 0xE67E22


class Wanted(Enum):
    """What took more chips than somebody has; the value stands in addresses."""

    BET = "bet"
    SIT = "sit"
    ANTE = "ante"
    OPEN = "open"


async def is_short(
    interaction: discord.Interaction, economy: Economy, needed: int, wanted: Wanted = Wanted.BET, *, lying: int = 0
) -> bool:
    """Whether somebody has fewer than `needed` chips, those `lying` in bets that would be replaced included.

    If so, they have been told in private what helps, and the press is answered. A newcomer has the starting chips then.
    """
    guild, user_id = interaction.guild_id or 0, interaction.user.id
    if await economy.balance(guild, user_id) + lying >= needed:
        return False
    view = await _view(economy, guild, user_id, needed, wanted, own_words(interaction))
    await interaction.response.send_message(view=view, ephemeral=True)
    return True


async def unless_short(bet: Callable[[], Awaitable[None]], says_short: Callable[[], Awaitable[bool]]) -> None:
    """Bet; with too few chips, `says_short` says what helps, or that a newcomer has the starting chips by now."""
    try:
        await bet()
    except InsufficientChips:
        if not await says_short():
            await bet()


async def _view(
    economy: Economy, guild: int, user_id: int, needed: int, wanted: Wanted, words: Words, news: str = ""
) -> Layout:
    """What somebody has, what is needed, and what helps; `news` is what they have just collected."""
    balance = await economy.balance(guild, user_id)
    if balance >= needed:
        again = words("Run the command again.") if wanted is Wanted.OPEN else words("Now press the button again.")
        return layout(ACCENT, [lines(news, again)])
    at_tables = await economy.chips.at_tables(guild, user_id)
    has = [
        words.counted("You have {count} chips; you need {needed}.", balance, needed=needed),
        *at_tables_texts(at_tables, words),
    ]
    buttons, others = await _ways(economy, guild, user_id, f"{wanted.value}:{needed}", words)
    if economy.servers.of(guild).allows_gifts:
        others.append(words("- A friend can give you some with **/chips give**."))
    others.append(words("- **/play** shows the other tables; one may have lower limits."))
    heading = words("### Not enough chips")
    return layout(ACCENT, [lines(heading, news, " ".join(has)), lines(*others)], [buttons] if buttons else [])


async def _ways(
    economy: Economy, guild: int, user_id: int, about: str, words: Words
) -> tuple[list[Component], list[str]]:
    """The buttons for what can be had at once, and sentences about what comes later."""
    buttons, later = [], []
    if economy.servers.of(guild).daily_chips:
        if (when := await economy.next_daily(guild, user_id)) is None:
            buttons.append(HELP.button(f"daily:{about}", words("Daily chips"), discord.ButtonStyle.primary))
        else:
            later.append(words("- Your next daily chips: {when}", when=soon(when)))
    relief, relief_later = relief_way(
        await economy.relief(guild, user_id), words, partial(HELP.button, f"relief:{about}")
    )
    return buttons + relief, later + relief_later


async def _answer(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    """Collect what the button says, and show what there is now."""
    economy, words = interaction.client.economy, own_words(interaction)
    guild, user_id = interaction.guild_id or 0, interaction.user.id
    if not is_private(interaction):
        raise IllegalAction("Run the command again.")
    await interaction.response.defer()
    if match["way"] == "daily":
        news = daily_text(await economy.daily(guild, user_id), words)
    else:
        news = relief_text(await economy.claim_relief(guild, user_id), words)
    view = await _view(economy, guild, user_id, int(match["needed"]), Wanted(match["wanted"]), words, news)
    await report(interaction, news, view)


HELP = Route(
    "help",
    rf"(?P<way>daily|relief):(?P<wanted>{'|'.join(wanted.value for wanted in Wanted)}):(?P<needed>[0-9]{{1,18}})",
    _answer,
    "{way} chips",
)
"""Collecting what helps somebody who had too few chips."""
