"""A tournament's announcement and what its buttons do: sign up, name a partner, check in, withdraw, look at it.

Every press is checked in the transaction that it leads to, so one that comes too late changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout, link_button
from cogs.app.replies.edits import LIVES
from cogs.app.replies.permissions import manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route, chosen
from cogs.table.parts import GOLD, bold, crowd, layout, lines
from cogs.tournament.course import Course
from cogs.tournament.wording import (
    channel_gone,
    how_text,
    name_of,
    percent,
    rules_text,
    stage_text,
    standing_text,
    why_over,
)
from data.people import Person
from data.tables.tournament_rows import Player, Stage, Tournament
from data.tables.tournaments import TooLate, TooMany, Tournaments
from games.core import Button, Counted, IllegalAction
from i18n.words import Words
from tables.tournament.agreed import MOST, Agreed
from tables.tournament.plan import System

MOST_IN_ROUND_ROBIN = 16
"""Entrants, as everybody meets everybody."""
NAMED = 24
"""Of those who have signed up, in the announcement."""
FIRST = 5
"""Of the standings, in the announcement."""
_VERBS = "signup|withdraw|leave|checkin|mine|standings|rules|partner|anyone"


def most_people(agreed: Agreed) -> int:
    """How many can take part."""
    if agreed.system is not System.ROUND_ROBIN:
        return MOST
    return MOST_IN_ROUND_ROBIN * (2 if agreed.pairs else 1)


def channel_of(app: App, of: Tournament) -> discord.TextChannel | None:
    """Where a tournament takes place; None when that channel is gone."""
    guild = app.get_guild(of.guild)
    channel = None if guild is None else guild.get_channel(of.channel)
    return channel if isinstance(channel, discord.TextChannel) else None


def entry_button(verb: str, number: int, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Component:
    """A button for what somebody does with tournament `number`; `_VERBS` are the verbs."""
    return components.button(f"tournament:{verb}:{number}", label, style)


def check_in_button(number: int, words: Words) -> Component:
    """The button to check in."""
    return entry_button("checkin", number, words("Check in"), ButtonStyle.success)


def own_button(number: int, words: Words) -> Component:
    """The button to what somebody has to do with a tournament: their place, partner and table."""
    return entry_button("mine", number, words("My tournament"))


def announcement(course: Course, words: Words, *, may: bool) -> Layout:
    """What everybody sees of a tournament; `may` says whether the bot may make its threads."""
    of, agreed = course.of, course.agreed
    head = lines(
        f"### 🏆 {name_of(of)}",
        how_text(agreed, course.rounds, words),
        words.counted("Prize: **{count}** chips", of.prize) if of.prize else "",
        why_over(course, words),
    )
    number = of.id
    rules, mine = entry_button("rules", number, words("Rules")), own_button(number, words)
    sign_up = entry_button("signup", number, words("Sign up"), ButtonStyle.primary)
    match of.stage:
        case Stage.SIGN_UP:
            sections, buttons = [_start(course, words), _signed_up(course, words)], [sign_up, mine, rules]
        case Stage.CHECK_IN:
            sections = [_start(course, words), _signed_up(course, words)]
            buttons = [check_in_button(number, words), sign_up, mine, rules]
        case Stage.ROUNDS | Stage.OVER:
            sections, buttons = [_so_far(course, words)], [mine, rules]
            if of.stage is Stage.ROUNDS and not may:
                sections.append(
                    words(
                        "The next table opens once the bot has the permissions Create Private Threads and Send "
                        "Messages in Threads here."
                    )
                )
        case _:
            sections, buttons = [words("This tournament was cancelled. Nobody has won or lost anything.")], [rules]
    return layout(GOLD, [head, *sections], [buttons])


def _start(course: Course, words: Words) -> str:
    at = round(course.of.starts_at.timestamp())
    return words("Start: {when}, {at}", when=f"<t:{at}:R>", at=f"<t:{at}:f>")


def _signed_up(course: Course, words: Words) -> str:
    players = course.players
    if not players:
        return words("Nobody has signed up yet.")
    here = sum(player.is_here for player in players)
    count = words.counted("**{count} players** have signed up", len(players))
    checked = words.counted("{count} have checked in", here) if course.of.stage is Stage.CHECK_IN else ""
    return lines(count, checked, crowd([words.person(player.person) for player in players], words, NAMED))


def _so_far(course: Course, words: Words) -> str:
    of, rows = course.of, [row for row in course.tables if row.round == course.of.round]
    over = sum(row.deals is not None for row in rows)
    standing = [standing_text(course, each, {}, words) for each in course.standing]
    state = bold(stage_text(course, words))
    if of.stage is Stage.ROUNDS and not over:
        mine = words("{button} leads to yours.", button=Button("My tournament"))
        state = lines(state, f"{words.counted('{count} tables play the same cards.', len(rows))} {mine}")
    return lines(state, crowd(standing, words, FIRST, "\n"))


class Entries:
    """The buttons of all tournaments."""

    def __init__(self, app: App, tournaments: Tournaments, changed: Callable[[int], None]) -> None:
        """`changed` is told of a tournament that its announcement is out of date."""
        self._app = app
        self._tournaments = tournaments
        self.changed = changed
        self.route: Route[App] = Route(
            "tournament", rf"(?P<verb>{_VERBS}):(?P<number>[0-9]{{1,18}})", self._pressed, "tournament {number}, {verb}"
        )

    async def _pressed(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        of = await self.of(interaction, int(found["number"]))
        person, words, verb = interaction.user.id, own_words(interaction), found["verb"]
        match verb:
            case "rules":
                await show(interaction, layout(GOLD, [rules_text(of, Agreed.from_json(of.plan), words)]))
                return
            case "leave":
                text = words(
                    "**Withdraw from {name}?** You are out from the next round on, and can't come back.",
                    name=name_of(of),
                )
                sure = entry_button("withdraw", of.id, words("Withdraw"), ButtonStyle.danger)
                await show(interaction, layout(GOLD, [text], [[sure]]))
                return
            case "signup":
                players = await self._tournaments.players(of.id)
                partner = next((player.partner for player in players if player.person == person), None)
                await self._sign_up(of, person, partner)
            case "anyone":
                await self._sign_up(of, person, None)
            case "partner":
                await self._sign_up(of, person, _chosen_partner(interaction))
            case "checkin":
                await self._check_in(of, person)
            case "withdraw":
                await self._tournaments.withdraw(of, person)
        if verb not in ("mine", "standings"):  # the latter is on messages of older versions
            self.changed(of.id)
        await self.show(interaction, of, has_left=verb == "withdraw")

    async def show(self, interaction: discord.Interaction[App], of: Tournament, *, has_left: bool = False) -> None:
        """Show somebody, who may just have withdrawn, how they stand in a tournament, and what they can do."""
        now = await self._tournaments.get(of.id)
        assert now is not None
        course = await Course.read(self._tournaments, now)
        words = own_words(interaction)
        view = self._own(course, interaction.user.id, words, has_left=has_left)
        is_gone = now.stage.is_open and channel_of(self._app, now) is None
        if is_gone:
            view = Layout(*view.to_components(), components.text(channel_gone(now, words)))
        if now.stage.is_open and manages(interaction):
            buttons = [components.button(f"tournamentend:{now.id}", words("Cancel the tournament…"))]
            if is_gone:
                buttons.insert(0, components.button(f"tournamentmove:{now.id}", words("Bring it here")))
            if course.is_correctable:
                buttons.insert(0, components.button(f"tournamentscore:{now.id}", words("Correct a score…")))
            view = Layout(*view.to_components(), components.row(*buttons))
        left, is_before = min(now.starts_at - self._app.now(), LIVES), now.stage in (Stage.SIGN_UP, Stage.CHECK_IN)
        seconds = left.total_seconds() if is_before else 0.0
        await show(interaction, view, goes_after=seconds if seconds > 0 else None)  # later it offers what is over

    async def of(self, interaction: discord.Interaction[App], number: int) -> Tournament:
        """The tournament with this number, of this server. Raises IllegalAction."""
        of = await self._tournaments.get(number)
        if of is None or of.guild != interaction.guild_id:
            raise IllegalAction("There is no such tournament in this server.")
        return of

    async def _sign_up(self, of: Tournament, person: int, partner: int | None) -> None:
        if partner == person:
            raise IllegalAction("Choose someone else as your partner.")
        most = most_people(Agreed.from_json(of.plan))
        try:
            await self._tournaments.sign_up(of, person, partner, most, self._app.now())
        except TooLate:
            raise IllegalAction("Sign-up is closed: the tournament has begun, or was cancelled.") from None
        except TooMany:
            raise IllegalAction.saying(Counted("All {count} places are taken.", most)) from None

    async def _check_in(self, of: Tournament, person: int) -> None:
        try:
            is_in = await self._tournaments.check_in(of, person)
        except TooLate:
            raise IllegalAction("Nobody can check in now.") from None
        if not is_in:
            raise IllegalAction("You haven't signed up. Press {button} first.", button=Button("Sign up"))

    def _place(self, course: Course, person: int, words: Words) -> str:
        """Where somebody stands, once a round is over."""
        own = next((each for each in course.standing if person in course.people[each.entrant]), None)
        if own is None:
            return ""
        rounds = [
            words("Round {round}: {percent}", round=number, percent=percent(score, words))
            for number, score in enumerate(own.rounds, 1)
            if score is not None
        ]
        place = words(
            "Place **{place}** of {count} with {percent}",
            place=own.place,
            count=len(course.people),
            percent=percent(own.score, words),
        )
        return lines(place, *rounds)

    def _own(self, course: Course, person: int, words: Words, *, has_left: bool) -> Layout:
        of = course.of
        player = next((each for each in course.players if each.person == person), None)
        number, buttons, is_before = of.id, [], of.stage in (Stage.SIGN_UP, Stage.CHECK_IN)
        text = [f"### {name_of(of)}", bold(stage_text(course, words)), why_over(course, words)]
        if is_before:
            text.append(_start(course, words))
        if player is None:
            text.append(words("You have withdrawn.") if has_left else words("You haven't signed up."))
            if is_before:
                buttons.append(entry_button("signup", number, words("Sign up"), ButtonStyle.primary))
            return layout(GOLD, [lines(*text)], [buttons])
        rows: list[list[Component]] = []
        if is_before:
            text.append(self._before(course, player, words))
            if course.agreed.pairs:
                rows.append([components.user_select(f"tournament:partner:{number}", words("Name a partner"))])
                if player.partner is not None:
                    buttons.append(entry_button("anyone", number, words("Any partner")))
            if of.stage is Stage.CHECK_IN and not player.is_here:
                buttons.insert(0, check_in_button(number, words))
        else:
            text += [self._place(course, person, words), self._seat(course, player, words)]
            if (row := course.table_of(person)) is not None and row.table is not None:
                live = self._app.open_tables.find(row.table)
                if live is not None and player.gone_from is None:
                    link = self._app.presses.view_of(live.table).link
                    buttons.append(link_button(link, words("Go to your table: {number}", number=row.number)))
        is_playing = of.stage is Stage.ROUNDS and player.entrant is not None and player.gone_from is None
        if is_before or is_playing:
            buttons.append(entry_button("leave" if is_playing else "withdraw", number, words("Withdraw")))
        return layout(GOLD, [lines(*text)], [*rows, buttons])

    def _before(self, course: Course, player: Player, words: Words) -> str:
        """What somebody has said before the start."""
        state = words("You have signed up.")
        if course.of.stage is Stage.CHECK_IN:
            state = words("You're checked in.") if player.is_here else words("You haven't checked in yet.")
        if not course.agreed.pairs:
            return state
        asking = [each.person for each in course.players if each.partner == player.person]
        if player.partner in asking:
            partner = words("Your partner is {person}.", person=Person(player.partner))
        elif player.partner is not None:
            partner = words("You have named {person}, who has to name you too.", person=Person(player.partner))
        elif asking:
            people = words.people(asking)
            partner = words("{people} would like to play with you. To accept, choose them below.", people=people)
        else:
            partner = words("You'll get a partner who has none yet.")
        return lines(state, partner)

    def _seat(self, course: Course, player: Player, words: Words) -> str:
        if course.of.stage is Stage.CANCELLED:
            return ""
        if player.entrant is None:
            return words("You didn't check in on time, so you don't play.")
        if player.gone_from is not None:
            return words("You have withdrawn.")
        if not course.agreed.pairs:
            return ""
        for partner in course.people[player.entrant]:
            if partner != player.person:
                return words("Your partner is {person}.", person=Person(partner))
        return words("A house player is your partner.")


def _chosen_partner(interaction: discord.Interaction[App]) -> int | None:
    """Whom somebody has chosen; None when nobody. Raises IllegalAction for a bot."""
    values = chosen(interaction)
    if not values or not values[0].isdecimal():
        return None
    data: Any = interaction.data
    users = data.get("resolved", {}).get("users", {})
    if users.get(values[0], {}).get("bot"):
        raise IllegalAction("{person} is a bot. House players join by themselves.", person=Person(int(values[0])))
    return int(values[0])
