"""What is posted of a tournament: its announcement, the call to check in, its threads, and the standings of each round.

The announcement is kept up to date. Only those who signed up are mentioned: once to check in, and at their tables.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

import discord
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.events import Event, NoEvent, create, end, start
from cogs.app.members_here import MembersHere
from cogs.app.replies import components, edits
from cogs.app.replies.components import Layout
from cogs.app.replies.requests import Outcome, tried
from cogs.table.parts import GOLD, layout, lines, small
from cogs.table.sending import Sending
from cogs.tournament.course import Course
from cogs.tournament.entry import announcement, channel_of, check_in_button, own_button
from cogs.tournament.picture import Pictures, Row
from cogs.tournament.wording import correction_text, first_text, how_text, name_of, percent, prize_text, why_over
from data.tables.tournament_rows import Correction, Stage, Tournament
from data.tables.tournaments import Tournaments
from i18n.words import Words
from tables.tournament.agreed import lasts

log = logging.getLogger(__name__)

ARCHIVED_AFTER: Final = 1_440
"""Minutes after the last message until Discord puts a thread away."""
_REDRAWN_EVERY = timedelta(seconds=3)
"""So that many who sign up are one edit."""
_CORRECTED = 5
"""The latest corrections are said."""
_ASKED_ABOUT = 100
"""The best, whose names are looked up for the picture."""


class Posts(commands.Cog):
    """The messages of the tournaments of this process."""

    def __init__(self, app: App, tournaments: Tournaments) -> None:
        self._app = app
        self._tournaments = tournaments
        self._members, self._pictures = MembersHere(), Pictures()
        self._announcements: dict[int, Sending] = {}
        """By tournament."""
        self.called: dict[int, int] = {}
        """The messages that call people to new threads, by thread."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The announcements may have fallen behind while the bot was away."""
        for of in await self._tournaments.under_way(self._app.served):
            self.redraw(of.id)

    def redraw(self, number: int) -> None:
        """Show the latest state of a tournament in its announcement soon."""
        sending = self._announcements.setdefault(number, Sending(_REDRAWN_EVERY))
        about = f"tournament {number}: its announcement is not drawn"
        self._app.turns.keep(sending, (number, "tournament"), lambda: self._draw(number), about)

    async def _draw(self, number: int) -> None:
        of = await self._tournaments.get(number)
        if of is None or of.message is None:
            return
        course = await Course.read(self._tournaments, of)
        await edits.edit(self._app, of.channel, of.message, self._announcement(course))
        if not of.called or of.stage is not Stage.CHECK_IN:
            return
        if all(player.is_here for player in course.players):
            await self.take_back_call(of)
        else:
            call = edits.edit(self._app, of.channel, of.called, self._call(course))
            await tried(call, f"tournament {number}: its call stays as it was")

    async def announce(self, course: Course) -> bool:
        """Post the announcement, and remember it. Returns whether that was possible."""
        of = course.of
        message = await self._post(of, self._announcement(course), once=f"{of.id}announced{of.channel % 100_000}")
        if message is not None:
            await self._tournaments.keep(of, message=message)
        return message is not None

    async def call(self, course: Course) -> bool:
        """Call everybody who has signed up to check in. Returns whether that was possible."""
        of = course.of
        message = await self._post(of, self._call(course), calls=True, once=f"{of.id}called{of.channel % 100_000}")
        if message is not None:
            await self._tournaments.keep(of, called=message)
            self.redraw(of.id)
        return message is not None

    def _call(self, course: Course) -> Layout:
        of, words = course.of, self._words_of(course.of)
        text = lines(
            words("### {name}: check in", name=name_of(of)),
            words("Start: {when}. Check in before that, or you don't play.", when=components.soon(of.starts_at)),
            small(words.people([player.person for player in course.players if not player.is_here])),
        )
        return layout(GOLD, [text], [[check_in_button(of.id, words)]])

    async def take_back_call(self, of: Tournament) -> None:
        """Nobody is to check in any more: delete the call. Unless Discord doesn't answer it isn't tried again."""
        assert of.called
        if not (await self._delete(of, of.called)).may_have_arrived:
            await self._tournaments.keep(of, called=0)

    async def _delete(self, of: Tournament, message: int) -> Outcome:
        there = self._app.get_partial_messageable(of.channel, guild_id=of.guild)
        outcome, _ = await tried(
            there.get_partial_message(message).delete(), f"tournament {of.id}: a message is not deleted"
        )
        return outcome

    async def tell_cancelled(self, course: Course) -> None:
        """Tell those who had signed up why there is no tournament; where nobody had, the announcement goes."""
        of, words = course.of, self._words_of(course.of)
        people = words.people([player.person for player in course.players if player.gone_from is None])
        if people:
            self.redraw(of.id)
            text = lines(words("{name} is cancelled.", name=name_of(of)), why_over(course, words), small(people))
            await self._post(of, layout(GOLD, [text]), calls=True, once=f"{of.id}cancelled")
        elif of.message is not None:
            await self._delete(of, of.message)
        await self._tournaments.keep(of, told=of.round)

    async def tell_correction(self, course: Course, correction: Correction) -> None:
        """Tell everybody what a manager has corrected; the next standings have it, too."""
        of, words = course.of, self._words_of(course.of)
        text = correction_text(course, correction, words)
        await self._post(of, layout(GOLD, [text]), once=f"{of.id}corrected{of.changes}")

    async def event(self, course: Course) -> None:
        """Make Discord's event of it, where the bot may."""
        of, words, guild = course.of, self._words_of(course.of), self._app.get_guild(course.of.guild)
        if guild is None:
            return
        how = how_text(course.agreed, 0, words)
        event = Event(of.name, how, of.channel, of.starts_at, of.starts_at + lasts(course.agreed))
        try:
            number = await create(guild, event, self._app.now())
        except NoEvent as error:
            log.info("tournament %s has no event: %s", of.id, error)
            if error.is_passing:
                return
            number = 0
        await self._tournaments.keep(of, event=number)

    async def follow_event(self, of: Tournament, *, is_over: bool) -> None:
        """Let the event have begun, or be over."""
        guild = self._app.get_guild(of.guild)
        if of.event and guild is not None:
            await (end if is_over else start)(guild, of.event)

    def title_of(self, course: Course, number: int) -> str:
        """What stands above table `number` of the running round."""
        words = self._words_of(course.of)
        return words(
            "{name} · round {round} · table {number}", name=course.of.name, round=course.of.round, number=number
        )

    async def thread(self, course: Course, title: str, people: Sequence[int]) -> int | None:
        """A thread for these people, who are mentioned in it; None while there can be none."""
        of, words = course.of, self._words_of(course.of)
        channel = channel_of(self._app, of)
        if channel is None or not self._may(of):
            return None
        _, made = await tried(
            channel.create_thread(
                name=title[:100],
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=ARCHIVED_AFTER,
            ),
            f"tournament {of.id}: there is no thread",
        )
        if made is None:
            return None
        text = words("{people}: your table is here. The cards are the same at all tables.", people=words.people(people))
        called = await self._post(of, layout(GOLD, [text]), channel=made.id, calls=True, once=str(made.id))
        if called is not None:
            self.called[made.id] = called
        return made.id

    async def tell_standings(self, course: Course, number: int) -> None:
        """Post how all stand after round `number`. What can't be posted is left out."""
        of, words = course.of, self._words_of(course.of)
        await self._tournaments.keep(of, told=number)
        try:
            view, files = await self.standings(course, number, words)
            await self._post(of, view, files=files, once=f"{of.id}round{number}")
        except Exception:
            log.exception("the standings of tournament %s can't be shown", of.id)
        self.redraw(of.id)

    async def standings(self, course: Course, number: int, words: Words) -> tuple[Layout, list[discord.File]]:
        """How all stand after round `number`: who is first, and a picture with everybody below it."""
        of, standing = course.of, await asyncio.to_thread(course.standings, number)
        people = [person for each in standing for person in course.people[each.entrant]][:_ASKED_ABOUT]
        guild = self._app.get_guild(of.guild)
        if guild is not None:
            with suppress(TimeoutError):
                await self._members.of(guild, people)
        rows = [
            Row(
                str(each.place),
                tuple(self._members.name(of.guild, person) for person in course.people[each.entrant]),
                "" if each.rounds[-1] is None else percent(each.rounds[-1], words),
                percent(each.score, words),
            )
            for each in standing
        ]
        is_last = of.stage is Stage.OVER and number == of.round
        heading = (
            words("### {name}: the end", name=name_of(of))
            if is_last
            else words("### {name}: after round {round}", name=name_of(of), round=number)
        )
        paid = await self._tournaments.paid(of.id) if is_last else {}
        first = components.text(lines(heading, first_text(course, standing, paid, words)))
        last = lines(prize_text(of, paid, words) if is_last else "", why_over(course, words))
        file, picture = await self._pictures.shown(of.name, rows, words)
        parts = [first, picture, *([components.text(last)] if last else [])]
        corrected = [correction_text(course, each, words) for each in course.corrections if each.round <= number]
        if corrected:
            parts.append(components.text(small(*corrected[-_CORRECTED:])))
        parts.append(components.row(own_button(of.id, words)))
        return Layout(components.container(GOLD, parts)), [file]

    async def _post(
        self,
        of: Tournament,
        view: Layout,
        *,
        channel: int | None = None,
        once: str,
        calls: bool = False,
        files: Sequence[discord.File] = (),
    ) -> int | None:
        """The number of a new message, None when Discord refused it; of all that are the same `once` it makes one."""
        may = self._permissions(of)
        if channel is None and not (may.view_channel and may.send_messages):
            return None  # a refusal that is asked for counts
        there = self._app.get_partial_messageable(channel or of.channel, guild_id=of.guild)
        mentions = discord.AllowedMentions(everyone=False, users=calls, roles=False)
        post = there.send(view=view, files=list(files), allowed_mentions=mentions, nonce=once)
        _, sent = await tried(post, f"tournament {of.id}: a post is missing")
        return None if sent is None else sent.id

    def _announcement(self, course: Course) -> Layout:
        return announcement(course, self._words_of(course.of), may=self._may(course.of))

    def _may(self, of: Tournament) -> bool:
        """Whether the bot may make threads there, as far as it knows."""
        may = self._permissions(of)
        return may.create_private_threads and may.send_messages_in_threads

    def _permissions(self, of: Tournament) -> discord.Permissions:
        """The bot's in its channel; none where that is gone."""
        channel = channel_of(self._app, of)
        return discord.Permissions() if channel is None else channel.permissions_for(channel.guild.me)

    def _words_of(self, of: Tournament) -> Words:
        return self._app.readers.words_in(of.guild)
