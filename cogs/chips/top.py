"""`/chips top`: the leaderboards of a server, with the first three on a podium and the asker's own place.

Below it everybody can choose another board: the asker in the same message, all others in a private one of their own.
People who have left are not listed. The bot knows that only of those it has asked Discord about, so a place far below
the list may still count some who have left.
"""

from __future__ import annotations

import io
import re

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Attached, Component, Layout
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words, shared_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Handler, Route, choice
from cogs.chips.attendance import Attendance
from cogs.chips.boards import CHIPS, ON_PODIUM, Board, Wording
from cogs.chips.podium import Podiums
from cogs.table.parts import GOLD, lines, small
from data.ledger.ranking import BoardQuery, Leaderboard, Standing
from games.core import IllegalAction
from i18n.words import Words

SHOWN = 10
MOST_ASKED_ABOUT = 200
"""The most people whom one command looks up, however many have left."""
_FILE = "podium.png"
_CHOOSING = "choose"
"""Stands in an address for a board that is chosen from the list."""


class Top:
    """Answers `/chips top` and the presses on its answers."""

    def __init__(self, attendance: Attendance) -> None:
        self._attendance = attendance
        self._podiums = Podiums()
        self.route = boards_route(self._turn)

    async def show(self, interaction: discord.Interaction[App], board: Board) -> None:
        """Answer a command with a board, for everybody to see."""
        app, guild = interaction.client, interaction.guild
        assert guild is not None  # the command is for servers only
        if board == Board(CHIPS, is_weekly=False):
            known = await app.ranking.by_chips(BoardQuery(guild.id, interaction.user.id, 1))
            if not known.first:
                await whisper(interaction, own_words(interaction)("Nobody has played here yet."))
                return
        await interaction.response.defer(thinking=True)
        await self._put(interaction, guild, board, shared_words(interaction))

    async def _turn(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        """Show another board: in place where it is the asker's own, otherwise in private."""
        guild = interaction.guild
        assert guild is not None  # the router lets no other press through
        about = choice(interaction) if match["about"] == _CHOOSING else match["about"]
        if about != CHIPS and about not in interaction.client.games:
            raise IllegalAction("There is no such leaderboard.")
        board = Board(about, match["when"] == "week")
        if is_private(interaction) or int(match["asker"]) == interaction.user.id:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        is_public = int(match["asker"]) == interaction.user.id and not is_private(interaction)
        await self._put(interaction, guild, board, shared_words(interaction) if is_public else own_words(interaction))

    async def _put(
        self, interaction: discord.Interaction[App], guild: discord.Guild, board: Board, words: Words
    ) -> None:
        """Fill the answer that was promised."""
        app, asker = interaction.client, interaction.user.id
        limit = MOST_ASKED_ABOUT + len(self._attendance.gone(guild.id))
        leaderboard = await board.read(app, BoardQuery(guild.id, asker, limit), app.now())
        wording = board.wording(app, words)
        files: list[discord.File] = []
        picture: list[Component] = []
        try:
            here = await self._here(leaderboard, guild)
        except TimeoutError:
            text = words("Discord doesn't say who is here right now. Try again in a minute.")
        else:
            text = self._text(leaderboard, here, guild.id, asker, wording)
            files, picture = await self._podium(here, guild.id, wording)
        view = Layout(
            components.container(
                GOLD,
                [
                    components.text(wording.title()),
                    *picture,
                    components.text(text),
                    components.text(small(wording.note())),
                    *_controls(self.route, app, board, asker, words),
                ],
            )
        )
        await interaction.edit_original_response(view=view, attachments=files)

    async def _here(self, leaderboard: Leaderboard, guild: discord.Guild) -> list[Standing]:
        """The first who are still in the server. Raises TimeoutError when Discord doesn't say."""
        gone = self._attendance.gone(guild.id)
        standings = {each.user_id: each for each in leaderboard.first if each.user_id not in gone}
        people = list(standings)[:MOST_ASKED_ABOUT]
        return [standings[user_id] for user_id in await self._attendance.first_here(guild, people, SHOWN)]

    def _text(self, leaderboard: Leaderboard, here: list[Standing], guild: int, asker: int, wording: Wording) -> str:
        """The list, and below it the asker's own place."""
        if not here:
            return wording.nobody()
        rows = [wording.row(rank, standing) for rank, standing in enumerate(here, 1)]
        own = leaderboard.asker
        if own is not None and all(asker != standing.user_id for standing in here):
            left, score = self._attendance.gone(guild), own.standing.score
            above = sum(
                each.user_id in left and (-each.score, each.user_id) < (-score, asker) for each in leaderboard.first
            )
            on_board = sum(each.user_id in left for each in leaderboard.first)
            rows.append(wording.own(own.place - above, own.of - on_board, own))
        return lines(*rows)

    async def _podium(
        self, here: list[Standing], guild: int, wording: Wording
    ) -> tuple[list[discord.File], list[Component]]:
        """The file of the picture and the component that shows it; nothing when nobody has won anything."""
        best = [standing for standing in here[:ON_PODIUM] if standing.score > 0]
        if not best:
            return [], []
        winners = tuple(wording.winner(self._attendance.name(guild, each.user_id), each) for each in best)
        words = wording.words
        description = " · ".join(
            words("{rank}. {name}: {score}", rank=rank, name=winner.name, score=winner.score)
            for rank, winner in enumerate(winners, 1)
        )
        png = await self._podiums.picture(winners)
        file = Attached(io.BytesIO(png), _FILE, description=description[: components.LONGEST_DESCRIPTION])
        return [file], [components.picture(_FILE, description)]


def boards_route(turn: Handler[App]) -> Route[App]:
    """Leads to another board; the number is whose message it is."""
    return Route("top", r"(?P<about>[a-z_]{1,40}):(?P<when>all|week):(?P<asker>[0-9]{1,19})", turn, "/chips top")


def _controls(route: Route[App], app: App, board: Board, asker: int, words: Words) -> list[Component]:
    """The list of boards, and the two times."""
    when = "week" if board.is_weekly else "all"
    titles = {CHIPS: words("All games"), **{name: words.said(game.title) for name, game in app.games.items()}}
    options = [components.option(title, name, is_chosen=name == board.about) for name, title in titles.items()]
    times = {"all": words("All time"), "week": words("This week")}
    buttons = [
        route.button(
            f"{board.about}:{time}:{asker}", label, ButtonStyle.primary if time == when else ButtonStyle.secondary
        )
        for time, label in times.items()
    ]
    return [
        components.row(route.select(f"{_CHOOSING}:{when}:{asker}", options, words("Choose a leaderboard"))),
        components.row(*buttons),
    ]
