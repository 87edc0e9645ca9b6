"""`/top`: the leaderboards of a server, with the first three on a podium and the asker's own place, and its seasons.

Below it everybody can choose another board: the asker in the same message, all others in a private one of their own.
People who have left are not listed. The bot knows that only of those it has asked Discord about, so a place far below
the list may still count some who have left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.members_here import MembersHere
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.readers import own_words, shared_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route, choice
from cogs.chips.podium import ON_PODIUM, Podiums, Winner
from cogs.chips.seasons import hall_texts
from cogs.table.parts import GOLD, joined, lines, small
from data.ledger.ranking import BoardQuery, Leaderboard, Place, Ranking, Standing
from data.ledger.seasons import Seasons
from data.people import Person
from games.core import IllegalAction, Phrase
from i18n.words import Words

CHIPS = "chips"
"""The board of all games together: the chips that members have, or what they won this week."""


class Ranks(Enum):
    """What a board ranks, as its title says it."""

    CHIPS_HELD = Phrase("Most chips")
    """The chips that members have, now."""
    CHIPS_WON = Phrase("Chips won")
    """What members won or lost at the tables."""
    MATCHES_WON = Phrase("Matches won")


_COUNTS = {
    (Ranks.CHIPS_HELD, False): Phrase("Includes chips at tables. People who left the server aren't listed."),
    (Ranks.CHIPS_WON, False): Phrase(
        "Net chips of all rounds, without gifts and rounds with house players. "
        "People who left the server aren't listed."
    ),
    (Ranks.CHIPS_WON, True): Phrase(
        "Net chips since Monday, 00:00 UTC, without gifts and rounds with house players. "
        "People who left the server aren't listed."
    ),
    (Ranks.MATCHES_WON, False): Phrase(
        "Matches that were played to the end, without those with house players. "
        "People who left the server aren't listed."
    ),
    (Ranks.MATCHES_WON, True): Phrase(
        "Matches since Monday, 00:00 UTC, without those with house players. People who left the server aren't listed."
    ),
}
"""What counts, of all time or of this week."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as somebody asked for it: `about` is `CHIPS` or a game's name, of this week or of all time."""

    about: str
    is_weekly: bool

    def ranks(self, app: App) -> Ranks:
        """What it ranks."""
        if self.about != CHIPS and app.games[self.about].plays_matches:
            return Ranks.MATCHES_WON
        return Ranks.CHIPS_WON if self.about != CHIPS or self.is_weekly else Ranks.CHIPS_HELD

    async def read(self, app: App, query: BoardQuery, now: datetime) -> Leaderboard:
        """The first members on it, and where the asker stands."""
        ranking, week_at = Ranking(app.store), now if self.is_weekly else None
        match self.ranks(app):
            case Ranks.CHIPS_HELD:
                return await ranking.by_chips(query)
            case Ranks.CHIPS_WON:
                return await ranking.by_net(query, None if self.about == CHIPS else self.about, week_at)
            case Ranks.MATCHES_WON:
                return await ranking.by_matches(query, week_at)


@dataclass(frozen=True)
class BoardWording:
    """The sentences of one board; `game` is a game's name, empty for all games together."""

    words: Words
    ranks: Ranks
    game: str = ""
    is_weekly: bool = False

    def title(self) -> str:
        """What the board is about."""
        week = self.words("This week") if self.is_weekly else ""
        return f"### 🏆 {joined(self.game, self.words.said(self.ranks.value), week)}"

    def note(self) -> str:
        """What counts."""
        return self.words.said(_COUNTS[self.ranks, self.is_weekly])

    def score(self, standing: Standing) -> str:
        """Somebody's chips or matches, as a number; chips won with their sign."""
        write = self.words.signed if self.ranks is Ranks.CHIPS_WON else self.words.chips
        return write(standing.score)

    def row(self, rank: int, standing: Standing) -> str:
        """A line of the list."""
        words, who, score = self.words, Person(standing.user_id), self.score(standing)
        match self.ranks:
            case Ranks.CHIPS_HELD:
                return words("{rank}. {person} **{chips}**", rank=rank, person=who, chips=score)
            case Ranks.CHIPS_WON:
                return words.counted(
                    "{rank}. {person} **{net}** in {count} rounds", standing.rounds, rank=rank, person=who, net=score
                )
            case Ranks.MATCHES_WON:
                return words.counted(
                    "{rank}. {person} won **{won}** of {count} matches",
                    standing.rounds,
                    rank=rank,
                    person=who,
                    won=score,
                )

    def own(self, rank: int, of: int, place: Place) -> str:
        """Where somebody stands who is not in the list."""
        return self.words(
            "{person} is number {rank} of {count}, with **{score}**.",
            person=Person(place.standing.user_id),
            rank=rank,
            count=of,
            score=self.score(place.standing),
        )


SHOWN = 10
MOST_ASKED_ABOUT = 200
"""The most people whom one command looks up, however many have left."""
_CHOOSING = "choose"
"""Stands in an address for a board that is chosen from the list."""


class Top:
    """Answers `/top` and the presses on its answers."""

    def __init__(self, members: MembersHere) -> None:
        self._members = members
        self._podiums = Podiums()
        self._waiting: set[int] = set()
        """Those who wait for a board, which takes a while in a large server."""
        board = r"(?P<about>[a-z_]{1,40}):(?P<when>all|week):(?P<asker>[0-9]{1,19})"
        self._boards: Route[App] = Route("top", board, self._turn, "/top")
        """Another board; the number is whose message it is."""
        season = r"(?P<way>latest|newer|older):(?P<season>[0-9]{1,18}):(?P<asker>[0-9]{1,19})"
        self._seasons: Route[App] = Route("seasons", season, self._turn_season, "/top, seasons")
        """The last season that is over, or the one after or before another; the last number is whose message it is."""
        self.routes = (self._boards, self._seasons)

    async def show(self, interaction: discord.Interaction[App], board: Board) -> None:
        """Answer a command with a board, for everybody to see."""
        app, guild = interaction.client, interaction.guild
        assert guild is not None  # the command is for servers only
        if board == Board(CHIPS, is_weekly=False) and not await Ranking(app.store).has_anybody(guild.id):
            words = own_words(interaction)
            parts = [components.text(words("Nobody is on this board yet. Play, and you could be the first."))]
            parts += self._controls(app, board, interaction.user.id, words)
            await interaction.response.send_message(view=Layout(components.container(GOLD, parts)), ephemeral=True)
            return
        with self._alone(interaction.user.id):
            await interaction.response.defer(thinking=True)
            await self._put(interaction, guild, board, shared_words(interaction))

    @contextmanager
    def _alone(self, person: int) -> Iterator[None]:
        """While somebody gets a board. Raises IllegalAction where they wait for one already."""
        if person in self._waiting:
            raise IllegalAction("Your last leaderboard is still on its way. Wait a moment before the next one.")
        self._waiting.add(person)
        try:
            yield
        finally:
            self._waiting.discard(person)

    async def _turn(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        """Show another board: in place where it is the asker's own, otherwise in private."""
        guild = interaction.guild
        assert guild is not None  # the router lets no other press through
        about = choice(interaction) if match["about"] == _CHOOSING else match["about"]
        if about != CHIPS and about not in interaction.client.games:
            raise IllegalAction("The bot can't read that. Run the command again.")
        board = Board(about, match["when"] == "week")
        is_public = _is_askers(interaction, match)
        is_new = not (is_public or is_private(interaction))
        words = shared_words(interaction) if is_public else own_words(interaction)
        with self._alone(interaction.user.id):
            await interaction.response.defer(ephemeral=is_new, thinking=is_new)
            await self._put(interaction, guild, board, words)

    async def _turn_season(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        """Show who had the most chips when a season ended, where another board would be shown."""
        app = interaction.client
        hall = await Seasons(app.store).hall(interaction.guild_id or 0, match["way"], int(match["season"]))
        is_public, asker = _is_askers(interaction, match), int(match["asker"])
        words = shared_words(interaction) if is_public else own_words(interaction)
        pages, shown = [], 0 if hall.shown is None else hall.shown.id
        if hall.has_newer:
            pages.append(self._seasons.button(f"newer:{shown}:{asker}", words("Newer")))
        if hall.has_older:
            pages.append(self._seasons.button(f"older:{shown}:{asker}", words("Older")))
        parts = [*(components.text(text) for text in hall_texts(hall, words))]
        parts += [components.row(*pages)] if pages else []
        parts += self._controls(app, None, asker, words)
        view = Layout(components.container(GOLD, parts))
        if is_public or is_private(interaction):
            await interaction.response.edit_message(view=view, attachments=[])
        else:
            await interaction.response.send_message(view=view, ephemeral=True)

    async def _put(
        self, interaction: discord.Interaction[App], guild: discord.Guild, board: Board, words: Words
    ) -> None:
        """Fill the answer that was promised."""
        app, asker = interaction.client, interaction.user.id
        limit = MOST_ASKED_ABOUT + len(self._members.gone(guild.id))
        leaderboard = await board.read(app, BoardQuery(guild.id, asker, limit), app.now())
        game = "" if board.about == CHIPS else words.said(app.games[board.about].title)
        wording = BoardWording(words, board.ranks(app), game, board.is_weekly)
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
                    *self._controls(app, board, asker, words),
                ],
            )
        )
        await interaction.edit_original_response(view=view, attachments=files)

    async def _here(self, leaderboard: Leaderboard, guild: discord.Guild) -> list[Standing]:
        """The first who are still in the server. Raises TimeoutError when Discord doesn't say."""
        gone = self._members.gone(guild.id)
        standings = {each.user_id: each for each in leaderboard.first if each.user_id not in gone}
        people = list(standings)[:MOST_ASKED_ABOUT]
        return [standings[user_id] for user_id in await self._members.first_here(guild, people, SHOWN)]

    def _text(
        self, leaderboard: Leaderboard, here: list[Standing], guild: int, asker: int, wording: BoardWording
    ) -> str:
        """The list, and below it the asker's own place."""
        if not here:
            return wording.words("Nobody is on this board yet. Play, and you could be the first.")
        rows = [wording.row(rank, standing) for rank, standing in enumerate(here, 1)]
        own = leaderboard.asker
        if own is not None and all(asker != standing.user_id for standing in here):
            left, score = self._members.gone(guild), own.standing.score
            above = sum(
                each.user_id in left and (-each.score, each.user_id) < (-score, asker) for each in leaderboard.first
            )
            on_board = sum(each.user_id in left for each in leaderboard.first)
            rows.append(wording.own(own.place - above, own.of - on_board, own))
        return lines(*rows)

    async def _podium(
        self, here: list[Standing], guild: int, wording: BoardWording
    ) -> tuple[list[discord.File], list[Component]]:
        """The file of the picture and the component that shows it; nothing when nobody has won anything."""
        best = [standing for standing in here[:ON_PODIUM] if standing.score > 0]
        if not best:
            return [], []
        winners = tuple(Winner(self._members.name(guild, each.user_id), wording.score(each)) for each in best)
        file, picture = await self._podiums.shown(winners, wording.words)
        return [file], [picture]

    def _controls(self, app: App, board: Board | None, asker: int, words: Words) -> list[Component]:
        """The list of boards, the two times, and the seasons, which are shown when there is no `board`."""
        about = CHIPS if board is None else board.about
        when = "week" if board is not None and board.is_weekly else "all"
        titles = {CHIPS: words("All games"), **{name: words.said(game.title) for name, game in app.games.items()}}
        options = [
            components.option(title, name, is_chosen=board is not None and name == about)
            for name, title in titles.items()
        ]
        tabs = (
            (self._boards, f"{about}:all:{asker}", words("All time"), board is not None and not board.is_weekly),
            (self._boards, f"{about}:week:{asker}", words("This week"), board is not None and board.is_weekly),
            (self._seasons, f"latest:0:{asker}", words("Seasons"), board is None),
        )
        buttons = [
            route.button(address, label, ButtonStyle.primary if is_chosen else ButtonStyle.secondary)
            for route, address, label, is_chosen in tabs
        ]
        return [
            components.row(self._boards.select(f"{_CHOOSING}:{when}:{asker}", options, words("Choose a leaderboard"))),
            components.row(*buttons),
        ]


def _is_askers(interaction: discord.Interaction[App], match: re.Match[str]) -> bool:
    """Whether whoever asked has pressed below what everybody sees."""
    return match["asker"] == str(interaction.user.id) and not is_private(interaction)
