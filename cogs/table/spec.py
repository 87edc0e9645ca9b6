"""A game, declared once: everything the bot must know about it. docs/add-a-game.md goes through it step by step."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from discord.ext import commands

from cogs.app.replies.components import Component, Layout
from cogs.table.emojis import EmojiSet
from cogs.table.guide import Primer
from cogs.table.press import Handler, Press
from cogs.table.replay import Replay, Replayed
from cogs.table.rules_text import RulesWriter
from data.tables.saved import SavedTable
from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.draft import StaleClick, TableClosed
from tables.driver import LiveTable
from tables.events import Arrange
from tables.game import AnyGame, Terms
from tables.lobby import Lobby
from tables.settings.schema import GameSettings
from tables.table import Table

Picture: TypeAlias = Callable[[Table, Words, int], Layout]
"""Draws the public message of a table; the number is how many pictures of the last round's reveal have been shown."""
Panel: TypeAlias = Callable[[Table, int, Words], Layout | None]
"""Draws what one person, by Discord id, may see and do alone."""

Stages: TypeAlias = Callable[[Table], int]
"""In how many pictures the round that is just over is revealed, before its results."""

More: TypeAlias = Callable[[Press], Sequence[Component]]
"""The buttons behind More…, at a table as it is now, for the person who pressed."""


async def _none_is_kept(_saved: SavedTable, _number: int, _person: int) -> Replay:
    raise IllegalAction("The bot doesn't know this game.")


SEED_OF_A_SHOE = "The seed is shown when the shoe is over: after the round in which the cut card comes out."
"""When the bot shows the seed of a game with a shoe."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a game's practice table gets going: `sit` seats a member, `start` begins the first deal.

    `options` are its options for a number of players, and for shooting or not, where they are said. `players` is for
    how many it is best; None for as many as there are seats.
    """

    sit: Callable[[Lobby, int], Lobby]
    start: Callable[[Lobby], Lobby]
    options: Callable[[int | None, bool | None], Mapping[str, object]]
    players: int | None = None

    async def begin(self, live: LiveTable, user_id: int, number: int | None) -> None:
        """Begin the first deal at a practice table, unless somebody was quicker or is missing.

        The `number` of the message that shows the table, or of the press that leads to it, salts the first shuffle:
        Discord gives it after the seed was fixed, like the press that starts the play at other tables.
        """
        if number is not None:
            with suppress(IllegalAction, StaleClick, TableClosed):
                await live.do(Arrange(user_id, self.start, salt=str(number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """One game.

    `cog` has its slash commands. A person's panel `shows_chips` while they can stake some. `private` draws a private
    table with its host's hand; without it the game has no such tables. `seed_is_shown` says in an English sentence
    when the seed of its shuffle is shown. A finished round is revealed in as many pictures as `stages` says before its
    results; without it, these are shown at once. `more` are its own buttons behind More…, `of_table` and `switches`
    those of the groups there. A game that `plays_matches` has no chips in its rounds: who is best at it says the
    number of matches they won. `buttons` (including selects) and `forms` say what each does, by the verb in its
    address. `primer` is for those who come to it for the first time, instead of what a button of `entrances` does;
    `practice` for those who practise it with house players. `ante` is what a seat takes at a table with some terms,
    for those who can't afford their own. `replayed` plays a round that is over again, for the coach to look at.
    """

    adapter: AnyGame
    settings: GameSettings
    cog: commands.GroupCog
    seed_is_shown: str
    rules: RulesWriter
    draw: Picture
    panel: Panel = lambda _table, _person, _words: None
    shows_chips: Callable[[Table, int], bool] = lambda _table, _person: False
    private: Panel = lambda _table, _person, _words: None
    more: More = lambda _press: ()
    of_table: More = lambda _press: ()
    switches: More = lambda _press: ()
    stages: Stages | None = None
    plays_matches: bool = False
    buttons: Mapping[str, Handler]
    forms: Mapping[str, Handler] = field(default_factory=dict)
    emojis: EmojiSet | None = None
    primer: Primer | None = None
    entrances: Container[str] = ()
    practice: Start | None = None
    ante: Callable[[Terms], int] = lambda _terms: 0
    replayed: Replayed = _none_is_kept

    @property
    def key(self) -> str:
        """Its name in the database and in settings."""
        return self.adapter.name

    @property
    def title(self) -> Phrase:
        """Its name for people."""
        return self.adapter.title

    @property
    def command(self) -> str:
        """The group of its slash commands, such as `pokdeng` for `/pokdeng open`."""
        assert self.cog.app_command is not None
        return self.cog.app_command.name
