"""Everything that a server can set, in one place: name, meaning, values, default, effect on the return.

The panel of /settings, the open commands, the small print of the tables and the check of a change all read it here.
What each server has set is in tables/settings/servers.py.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core import IllegalAction, Phrase
from i18n.words import Words
from tables.settings.general import CHIPS, TABLES
from tables.settings.house_players import HOUSE_PLAYERS
from tables.settings.kinds import Games, Setting, Span, Value
from tables.settings.managers import MANAGERS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group:
    """Settings that are shown together."""

    key: str
    title: Phrase
    settings: tuple[Setting, ...]


def _as_it_is(_options: Any, minimum: int) -> int:
    return minimum


def _anything(_options: Any, _minimum: int = 0, _maximum: int = 0) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameSettings(Group):
    """What can be set about one game; `key` is its name.

    `options` makes the house options from JSON values by name; the others have their defaults. `verify` raises
    IllegalAction when nobody could play at a table with these options and limits in chips, `verify_new` when no new
    table may have these options. `usual` are the limits, in chips, of a table whose opener names none; None in a game
    without bets. `smallest` is what the smallest bet takes from a balance at a table with these options and this
    minimum. `without_transfers` are the values that apply where members may not give each other chips.
    """

    options: Callable[[Mapping[str, Value]], Any]
    verify: Callable[[Any, int, int], object] = _anything
    verify_new: Callable[[Any], object] = _anything
    usual: tuple[int, int] | None = None
    smallest: Callable[[Any, int], int] = _as_it_is
    without_transfers: Mapping[str, Value] = field(default_factory=dict)

    @property
    def house_options(self) -> Iterator[Setting]:
        """The settings that are fields of the game's Options."""
        return (setting for setting in self.settings if not isinstance(setting, Span))

    def notes(self, options: Any, words: Words) -> tuple[str, ...]:
        """What a table's small print says about `options`: all that differs from the default, and a little more."""
        return _notes(self, options, words)


@functools.lru_cache(1_000)
def _notes(game: GameSettings, options: Any, words: Words) -> tuple[str, ...]:
    values = options.to_json()
    found: list[str] = []
    for setting in game.house_options:
        value = values[setting.option]
        note = setting.usual if value == setting.default else setting.note
        if note is not None and setting.where(values):
            found.append(words.said(note, value=setting.said(value, words)))
    return tuple(found)


class Schema:
    """All settings, by key, in the order in which they are shown."""

    def __init__(self, games: Iterable[GameSettings] = ()) -> None:
        self.games: dict[str, GameSettings] = {}
        self.groups: dict[str, Group] = {}
        self.settings: dict[str, Setting] = {}
        self._add(Group(key="chips", title=Phrase("Chips"), settings=CHIPS))
        self._add(Group(key="tables", title=Phrase("Tables"), settings=(self._games(), *TABLES)))
        self._add(Group(key="house", title=Phrase("House players and hints"), settings=HOUSE_PLAYERS))
        self._add(Group(key="managers", title=Phrase("Managers"), settings=MANAGERS))
        for game in games:
            self.offer(game)

    def offer(self, game: GameSettings) -> None:
        """Let servers set what can be set about `game`."""
        self.games[game.key] = game
        self._add(game)

    def group(self, key: str) -> Group:
        """The group with this key. Raises IllegalAction."""
        if key not in self.groups:
            raise IllegalAction("There is no such setting.")
        return self.groups[key]

    def setting(self, key: str) -> Setting:
        """The setting with this key. Raises IllegalAction."""
        if key not in self.settings:
            raise IllegalAction("There is no such setting.")
        return self.settings[key]

    def group_with(self, setting: Setting) -> Group:
        """The group in which `setting` is shown."""
        return next(group for group in self.groups.values() if setting in group.settings)

    def _games(self) -> Games:
        return Games(
            key="games_off",
            title=Phrase("Games"),
            meaning=Phrase(
                "Which games can be played here; where one is switched off, rounds and matches in play are finished and"
                " its tables close."
            ),
            default=[],
            games=lambda: {key: game.title for key, game in self.games.items()},
        )

    def _add(self, group: Group) -> None:
        self.groups[group.key] = group
        self.settings.update((setting.key, setting) for setting in group.settings)
