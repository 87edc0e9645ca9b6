"""`/tournament`: managers announce one; everybody looks at those of the server, where managers correct scores or cancel
one.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import LONGEST_REASON, clean, on_one_line, verify_manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route, filled
from cogs.lobby.opening import verify_age, verify_place
from cogs.table.parts import GOLD, layout, lines
from cogs.tournament.course import Course
from cogs.tournament.director import Director, check_in_time
from cogs.tournament.entry import Entries, channel_of, entry_button
from cogs.tournament.posts import Posts
from cogs.tournament.wording import how_text, name_of, stage_text, why_over
from data.people import Person
from data.tables.tournament_rows import Correction, NewTournament
from data.tables.tournaments import TooLate, TooMany, Tournaments
from games.core import Counted, IllegalAction
from i18n.words import Words
from tables.clock import Pace
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.settings.amounts import verify_range, whole_number
from tables.settings.general import HousePlayers
from tables.settings.kinds import MOST_CHIPS
from tables.tournament.agreed import Agreed, seating_of
from tables.tournament.plan import System

LONGEST_NAME = 60
_SOONEST, _LATEST = timedelta(minutes=5), timedelta(days=30)
_WAIT = re.compile(r"(?:in )?([0-9]{1,4}(?:[.,][0-9])?) ?(m|min|minutes?|h|hours?|d|days?)", re.ASCII)
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_SHOWN = 5
"""Tournaments in the list."""
_MOST_OPTIONS = 25
"""Of a select: the latest rounds."""


@app_commands.guild_only()
class TournamentCog(commands.GroupCog, group_name="tournament", group_description="Tournaments"):
    """`/tournament`."""

    def __init__(self, app: App, tournaments: Tournaments, posts: Posts, director: Director, entries: Entries) -> None:
        super().__init__()
        self._app = app
        self._posts = posts
        self._tournaments = tournaments
        self._director = director
        self._entries = entries
        number, score = r"(?P<number>[0-9]{1,18})", "tournament {number}, a score"
        self.routes: tuple[Route[App], ...] = (
            Route("tournamentscore", number, self._corrects, score),
            Route("tournamentscore", number, self._corrected, score, is_form=True),
            Route("tournamentmove", number, self._moved, "tournament {number}, moved"),
            Route("tournamentend", number, self._cancels, "tournament {number}, cancelled"),
            Route("tournamentend", number, self._cancelled, "tournament {number}, cancelled", is_form=True),
        )

    @app_commands.command(name="open", description="Announce a tournament (managers)")
    @app_commands.describe(
        name="Tournament name",
        start="Time until the start: 30m, 2h or 3d",
        players="Pairs who stay together, or single players",
        system="Who meets whom",
        rounds="Rounds of a Swiss tournament (default: 4)",
        deals="Deals in each round (default: 4)",
        pace="Pace (default: normal)",
        prize="Chips the house pays to the first three places (default: 0)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        name: app_commands.Range[str, 1, LONGEST_NAME],
        start: app_commands.Range[str, 1, 40],
        players: Literal["pairs", "single players"] = "pairs",
        system: Literal["Swiss", "round robin", "knock-out"] = "Swiss",
        rounds: int = 4,
        deals: int = 4,
        pace: Literal["quick", "normal", "relaxed", "slow"] = "normal",
        prize: int = 0,
    ) -> None:
        """Announce it where the command was given."""
        verify_manages(interaction)
        app, guild, now = self._app, interaction.guild_id or 0, self._app.now()
        settings = app.servers.of(guild)
        if not settings.tournaments:
            raise IllegalAction("Tournaments are switched off in this server.")
        if settings.house_players is HousePlayers.OFF:
            raise IllegalAction("House players are switched off in this server.")
        settings.verify_plays(FIVE_HUNDRED)
        self._verify_here(interaction)
        title = on_one_line(name)
        if not title:
            raise IllegalAction("Give the tournament a name.")
        agreed = Agreed(
            game=FIVE_HUNDRED.key,
            pairs=players == "pairs",
            system=System(system.lower().replace("-", "_").replace(" ", "_")),
            rounds=verify_range(rounds, 1, 12),
            deals=verify_range(deals, 2, 8),
            pace=Pace(pace),
        )
        starts_at = now + waiting(own_words(interaction).typed(start))
        new = NewTournament(
            guild,
            interaction.channel_id or 0,
            title,
            agreed.to_json(),
            verify_range(prize, 0, MOST_CHIPS),
            interaction.user.id,
            app.entropy(),
            starts_at,
        )
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            of = await self._tournaments.announce(new, now)
        except TooMany:
            raise IllegalAction(
                "This server has three open tournaments. Wait until one is over, or cancel it."
            ) from None
        await self._director.go_on(of.id)
        self._director.look_soon()
        shown = await self._tournaments.get(of.id)
        if shown is None or shown.message is None:
            await self._director.cancel(of)
            raise IllegalAction(
                "Discord didn't show the announcement, so there is no tournament. Try again in a minute."
            )
        await report(interaction, own_words(interaction)("Tournament {name} is announced.", name=name_of(of)))

    @app_commands.command(name="show", description="Show this server's tournaments, and how you stand in them")
    async def show(self, interaction: discord.Interaction[App]) -> None:
        """The only open one, or a list."""
        found = await self._tournaments.of_guild(interaction.guild_id or 0, _SHOWN)
        if not found:
            raise IllegalAction("This server has had no tournament yet. Managers announce one with /tournament open.")
        if sum(of.stage.is_open for of in found) == 1 or len(found) == 1:
            await self._entries.show(interaction, found[0])
            return
        words, sections, buttons = own_words(interaction), [], []
        for of in found:
            course = await Course.read(self._tournaments, of)
            how, why = how_text(course.agreed, course.rounds, words), why_over(course, words)
            sections.append(lines(f"### {name_of(of)}", how, stage_text(course, words), why))
            buttons.append(entry_button("mine", of.id, of.name))
        await show(interaction, layout(GOLD, sections, [buttons]))

    def _verify_here(self, interaction: discord.Interaction[App]) -> None:
        """Raise IllegalAction where a tournament can't take place."""
        settings = self._app.servers.of(interaction.guild_id or 0)
        verify_place(interaction, settings)
        verify_age(interaction, settings)
        if not isinstance(interaction.channel, discord.TextChannel):
            raise IllegalAction("Announce a tournament in a text channel: its tables are threads of that channel.")
        may = interaction.app_permissions
        if not (may.view_channel and may.send_messages and may.create_private_threads and may.send_messages_in_threads):
            raise IllegalAction(
                "The bot needs the permissions View Channel, Send Messages, Create Private Threads and Send Messages "
                "in Threads here."
            )

    async def _moved(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Let a tournament whose channel is gone continue here."""
        verify_manages(interaction)
        of, words = await self._entries.of(interaction, int(found["number"])), own_words(interaction)
        if channel_of(self._app, of) is not None:
            raise IllegalAction("Nothing has changed.")
        self._verify_here(interaction)
        earliest = self._app.now() + check_in_time(Agreed.from_json(of.plan).pace)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tournaments.move(of, interaction.channel_id or 0, earliest)
        self._director.look_soon()
        await report(interaction, words("Tournament {name} is announced.", name=name_of(of)))

    async def _cancels(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        course, words = await self._decided(interaction, found), own_words(interaction)
        form = components.Form(f"tournamentend:{course.of.id}", words("Cancel the tournament"), _why(words))
        await form.open(interaction)

    async def _cancelled(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        of, why = (await self._decided(interaction, found)).of, clean(_filled(interaction, "reason"))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._director.cancel(of, interaction.user.id, why)
        await report(interaction, own_words(interaction)("{name} is cancelled.", name=name_of(of)))

    async def _corrects(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Ask whose score of which round becomes what, and why."""
        course, words = await self._correctable(interaction, found), own_words(interaction)
        rounds = [discord.SelectOption(label=str(number)) for number in range(len(course.played), 0, -1)]
        fields: tuple[tuple[str, ui.Item[ui.Modal]], ...] = (
            (words("Whose score to change (pairs share one)"), ui.UserSelect(custom_id="member")),
            (words("In which round"), ui.Select(custom_id="round", options=rounds[:_MOST_OPTIONS])),
            (words("The score, from 0 to 100 percent"), ui.TextInput(custom_id="percent", max_length=3)),
        )
        labels = [ui.Label(text=text, component=field) for text, field in fields]
        form = components.Form(f"tournamentscore:{course.of.id}", words("Correct a score"), *labels, _why(words))
        await form.open(interaction)

    async def _corrected(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Let it take the place of the score that was made."""
        course, words = await self._correctable(interaction, found), own_words(interaction)
        member, number = (whole_number(_filled(interaction, name)) or 0 for name in ("member", "round"))
        percent = verify_range(whole_number(words.typed(_filled(interaction, "percent"))), 0, 100)
        entrant = course.entrant_of(member)
        seatings = [seating_of(row.seating) for row in course.tables if row.round == number]
        if entrant is None or not any(entrant in seating for seating in seatings):
            raise IllegalAction("{person} didn't play in round {round}.", person=Person(member), round=number)
        correction = Correction(number, entrant, percent, interaction.user.id, clean(_filled(interaction, "reason")))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tournaments.correct(course.of, correction, self._app.now())
        self._entries.changed(course.of.id)
        await self._posts.tell_correction(course, correction)
        about = {"person": Person(member), "number": percent, "round": number}
        await report(interaction, words("{person}'s score in round {round} is now {number}%.", **about))

    async def _correctable(self, interaction: discord.Interaction[App], found: re.Match[str]) -> Course:
        """The tournament of a press, if the presser may correct its scores now. Raises as `_decided`."""
        course = await self._decided(interaction, found)
        if not course.is_correctable:
            raise TooLate
        return course

    async def _decided(self, interaction: discord.Interaction[App], found: re.Match[str]) -> Course:
        """The tournament of a press, if the presser may decide about it: once it has begun, nobody who takes part.

        Raises TooLate, IllegalAction or NotAManager.
        """
        verify_manages(interaction)
        course = await Course.read(self._tournaments, await self._entries.of(interaction, int(found["number"])))
        if not course.of.stage.is_open:
            raise TooLate
        if course.entrant_of(interaction.user.id) is not None:
            raise IllegalAction("You take part in this tournament, so another manager has to do that.")
        return course


def _why(words: Words) -> ui.Label[ui.Modal]:
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="reason", max_length=LONGEST_REASON)
    return ui.Label(text=words("Reason (everyone sees it)"), component=field)


def _filled(interaction: discord.Interaction[App], name: str) -> str:
    """What somebody has put into the field `name` of a form."""
    return "".join(filled(interaction).get(name, ())[:1])


def waiting(text: str) -> timedelta:
    """How long `text` says. Raises IllegalAction when it says nothing like it, or too little or too much."""
    found = _WAIT.fullmatch(text.strip().lower())
    if found is None:
        raise IllegalAction("Type how long it is until the start, such as 30m, 2h or 3d.")
    wait = timedelta(**{_UNITS[found[2][0]]: float(found[1].replace(",", "."))})
    if not _SOONEST <= wait <= _LATEST:
        raise IllegalAction.saying(
            Counted("It can start in 5 minutes at the earliest, and in {count} days at the latest.", _LATEST.days)
        )
    return wait


async def setup(app: App) -> None:
    """Offer tournaments."""
    tournaments = Tournaments(app.store)
    posts = Posts(app, tournaments)
    director = Director(app, tournaments, posts)
    entries = Entries(app, tournaments, posts.redraw)
    cog = TournamentCog(app, tournaments, posts, director, entries)
    app.router.register(entries.route, *cog.routes)
    app.open_tables.over.subscribe(director.look_soon)
    for each in (posts, director, cog):
        await app.add_cog(each)
