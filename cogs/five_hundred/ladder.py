"""`/fivehundred ladder`: the players of a server by their rating, with the asker's own place.

A rating is shown as the skill that somebody has almost certainly, on a scale where a newcomer has 1,000, with its
uncertainty. People who have left the server are not listed, as in `/top`.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies.components import Layout
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words, shared_words
from cogs.chips.boards import MOST_ASKED_ABOUT, SHOWN
from cogs.five_hundred.wording import AMBER
from cogs.table.parts import layout, lines, small
from data.people import Person
from data.tables.ratings import MOST_A_DAY, Ratings, Skill
from i18n.words import Words

NEWCOMER = 1_000
SCALE = 30
"""What one of openskill's points is on the ladder."""
SETTLED = 5
"""Matches before which a rating is provisional."""


class Ladder:
    """Answers the command; it asks Discord who is still there."""

    def __init__(self, app: App) -> None:
        self._ratings = Ratings(app.store)
        self._members = MembersHere()

    async def show(self, interaction: discord.Interaction[App]) -> None:
        """Answer a command with the ladder, for everyone to see."""
        guild = interaction.guild
        assert guild is not None  # the command is for servers only
        rated = await self._ratings.ladder(guild.id, MOST_ASKED_ABOUT + len(self._members.gone(guild.id)))
        if not rated:
            words = own_words(interaction)
            await whisper(
                interaction,
                words("No ratings here yet. Win a match without house players to get one."),
            )
            return
        words = shared_words(interaction)
        await interaction.response.defer(thinking=True)
        try:
            view = await self._view(rated, guild, interaction.user.id, words)
        except TimeoutError:
            view = layout(AMBER, [words("Discord doesn't say who is here right now. Try again in a minute.")])
        await interaction.edit_original_response(view=view)

    async def _view(self, rated: Sequence[tuple[int, Skill]], guild: discord.Guild, asker: int, words: Words) -> Layout:
        gone = self._members.gone(guild.id)
        people = [person for person, _ in rated if person not in gone][:MOST_ASKED_ABOUT]
        first = await self._members.first_here(guild, people, SHOWN)
        gone = self._members.gone(guild.id) - {asker}
        left = [skill.ordinal for person, skill in rated if person in gone]
        skills = dict(rated)
        rows = [_row(place, person, skills[person], words) for place, person in enumerate(first, 1)]
        own, above, of = await self._ratings.place(guild.id, asker)
        if own is not None and asker not in first:
            place = above + 1 - sum(other >= own.ordinal for other in left)
            rows += ["…", _row(place, asker, own, words)]
        count = words.counted("{count} players", of - len(left))
        counts = words.counted(
            "A won match counts if it had three deals or more, at least half of them not passed out, and no "
            "house player or new member. Against the same opponents, only the first {count} a day count, each "
            "less than the last in a season.",
            MOST_A_DAY,
        )
        about = words.counted("± is how uncertain a rating is, and ? means fewer than {count} matches.", SETTLED)
        return layout(
            AMBER, [words("### Five Hundred ladder"), lines(*rows), lines(small(count, about), small(counts))]
        )


def _row(place: int, person: int, skill: Skill, words: Words) -> str:
    rating = NEWCOMER + round(SCALE * skill.ordinal)
    params = {
        "place": place,
        "person": Person(person),
        "rating": f"{words.chips(rating)}{'?' if skill.matches < SETTLED else ''}",
        "uncertainty": round(SCALE * skill.sigma),
        "matches": words.counted("{count} matches", skill.matches),
    }
    return words("{place}. {person} **{rating}** ± {uncertainty} · {matches}", **params)
