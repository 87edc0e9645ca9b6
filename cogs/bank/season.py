"""`/bank season`: starts a season of the server's chips. It says what that touches, and asks first.

The season before it ends with its ten best members, who are kept, and everyone gets the starting chips again; chips at
tables are given back before. The question is like that of `/bank reset`: its buttons carry the key under which it is
done once, and the name is read from the question itself. A process that dies on the way leaves tables that have given
everything back and nothing else changed; or a season that has begun, and a reset that the next start finishes.
"""

from __future__ import annotations

import logging
import re

import discord
from discord.utils import escape_markdown

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import verify_manages
from cogs.app.replies.readers import own_words, shared_words
from cogs.app.replies.requests import tried
from cogs.app.router import Route
from cogs.bank.reset import REASON, carry_out, extent_text, ordered, written_in
from cogs.chips.seasons import standings_view
from cogs.server_log import entries
from cogs.table.parts import GOLD, layout, lines, small
from data.ledger.seasons import PLACES, Running, Seasons
from games.core import Counted, IllegalAction
from i18n.words import Words

log = logging.getLogger(__name__)

LONGEST_NAME = 50
"""Characters."""


async def ask(interaction: discord.Interaction[App], name: str) -> None:
    """Answer the command with what a new season would touch, and the two buttons. Raises IllegalAction."""
    app, words, guild = interaction.client, own_words(interaction), interaction.guild_id or 0
    _verify_named(name)
    extent, hall = await app.bank.extent(guild, None), await Seasons(app.store).hall(guild)
    about = lines(
        words("### Start a season?"),
        _end_text(hall.running, words),
        extent_text(extent, None, app.servers.of(guild).starting_chips, words),
    )
    parts = [
        components.text(about),
        components.text(small(words("Season name:"))),
        components.text(name, REASON),
        components.row(
            ANSWERS.button(f"go:{interaction.id}", words("Start the season"), discord.ButtonStyle.danger),
            ANSWERS.button(f"back:{interaction.id}", words("Back")),
        ),
    ]
    await interaction.response.send_message(view=Layout(components.container(GOLD, parts)), ephemeral=True)


def _end_text(running: Running | None, words: Words) -> str:
    if running is None:
        return words.counted(
            "It's the first season here. The {count} members with the most chips now go on record.", PLACES
        )
    return words.counted(
        "The season **{name}** ends, and its {count} best members go on record.",
        PLACES,
        name=escape_markdown(running.name),
    )


async def _answer(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    """Answer by editing the question, then tell everyone who has won, and that all start over."""
    verify_manages(interaction)
    words, name = own_words(interaction), written_in(interaction)
    _verify_named(name)
    if match["verb"] == "back":
        await interaction.response.edit_message(view=layout(GOLD, [words("Nothing has changed.")]))
        return
    await interaction.response.defer()
    order = ordered(interaction, f"season:{match['key']}", shared_words(interaction)("New season: {name}", name=name))
    await carry_out(interaction.client, order, None, name)
    interaction.client.server_log.note(order.guild, entries.season_began(order, name))
    text = words.counted(
        "The season **{name}** has begun, and everyone has {count} chips. **/top** shows past winners.",
        order.starting,
        name=escape_markdown(name),
    )
    await report(interaction, text, layout(GOLD, [text]))
    hall = await Seasons(interaction.client.store).hall(order.guild)
    standings = standings_view(hall, order.starting, shared_words(interaction))
    await tried(interaction.followup.send(view=standings), "a season could not be told to everyone")


ANSWERS = Route("season", r"(?P<verb>go|back):(?P<key>[0-9]{1,20})", _answer, "/bank season")
"""Start the season, or don't."""


def _verify_named(name: str) -> None:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise IllegalAction.saying(Counted("A season's name has 1 to {count} characters.", LONGEST_NAME))
