"""`/daily`: the daily chips and, for whoever has too few for the smallest bet even so, relief behind a button.

What people read of both stands here too, for those who collect them beside what they have too few chips for.

The command is in cogs/daily_deal/daily_deal_commands.py. cogs/chips/economy.py says what this server gives;
data/ledger/allowances.py pays it, once a day, and counts the streak. The settings are in tables/settings/general.py.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Component, soon
from cogs.app.replies.errors import report
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.table.parts import layout, lines
from data.ledger.allowances import LONGEST_STREAK, Daily, Relief
from games.core import IllegalAction
from i18n.words import Words

ACCENT = 0xF1C40F


async def collect(
    interaction: discord.Interaction[App],
    offer: Callable[[discord.Interaction[App], bool], Awaitable[tuple[str, list[Component]]]],
) -> None:
    """Pay the daily chips, once per UTC day, whatever is at tables, and offer relief to whoever is still broke.

    `offer` says what stands beside them: a text, and buttons, of which one may stand out.
    """
    await interaction.response.defer(ephemeral=True, thinking=True)
    economy, words = interaction.client.economy, own_words(interaction)
    guild, user_id = interaction.guild_id or 0, interaction.user.id
    if economy.servers.of(guild).daily_chips:
        text = daily_text(await economy.daily(guild, user_id), words)
    else:
        await economy.balance(guild, user_id)  # a newcomer gets the starting chips
        text = words("This server gives no daily chips.")
    buttons, later = relief_way(await economy.relief(guild, user_id), words, partial(RELIEF.button, "now"))
    text = lines(text, *later)
    beside, further = await offer(interaction, not buttons)
    await report(interaction, lines(text, beside), layout(ACCENT, [text, beside], [[*buttons, *further]]))


async def _relieve(interaction: discord.Interaction[App], _match: re.Match[str]) -> None:
    """Pay relief, once in some hours, to somebody who is broke."""
    if not is_private(interaction):
        raise IllegalAction("Run the command again.")
    await interaction.response.defer()
    relief = await interaction.client.economy.claim_relief(interaction.guild_id or 0, interaction.user.id)
    text = relief_text(relief, own_words(interaction))
    await report(interaction, text, layout(ACCENT, [text]))


RELIEF = Route("relief", "now", _relieve, "relief")
"""Asking for relief."""


def relief_way(
    relief: Relief | None, words: Words, button: Callable[[str, discord.ButtonStyle], Component]
) -> tuple[list[Component], list[str]]:
    """For somebody who is broke: the button that brings relief now, or a line that says when there is some."""
    if relief is None or not relief.is_broke:
        return [], []
    if relief.next_at is not None:
        return [], [words("- Your next relief: {when}", when=soon(relief.next_at))]
    return [button(words.counted("Relief: {count} chips", relief.chips), discord.ButtonStyle.primary)], []


def daily_text(daily: Daily, words: Words) -> str:
    """What was collected, for how many days in a row, and what comes next."""
    when = soon(daily.next_at)
    if not daily.paid:
        first = words.counted("You've already collected today's chips. You have **{count}** chips.", daily.balance)
    else:
        first = words.counted(
            "You collected **{count}** daily chips and now have **{balance}**.", daily.paid, balance=daily.balance
        )
    return lines(first, _streak(daily, words), words("+{chips} · {when}", when=when, chips=daily.next_chips))


def _streak(daily: Daily, words: Words) -> str:
    """How many days in a row there were; the first one is no streak."""
    if daily.days < 2:
        return ""
    if daily.days > LONGEST_STREAK:
        return words.counted("🔥 More than {count} days in a row", LONGEST_STREAK)
    return words.counted("🔥 {count} days in a row", daily.days)


def relief_text(relief: Relief, words: Words) -> str:
    """What was paid, or why nothing was."""
    if relief.paid:
        return words.counted(
            "You got **{count}** relief chips and now have **{balance}**. Your next relief: {when}",
            relief.paid,
            balance=relief.balance,
            when=soon(relief.next_at),
        )
    if not relief.is_broke:
        return words.counted(
            "Relief is for members with fewer than {count} chips. You have {had}, counting chips at tables and what "
            "you gave away today and yesterday.",
            relief.below,
            had=relief.had,
        )
    return words("You can't get relief again yet. ⏳ {when}", when=soon(relief.next_at))
