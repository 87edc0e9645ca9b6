"""Everything that a server can set, in one place: name, meaning, values, default, effect on the return.

The panel of /settings, the open commands and the check of a change all read it here.
The rows that belong to no single game are in tables/settings/general.py, those of a game in
tables/<game>/<game>_settings.py; what each server has set is in tables/settings/servers.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.core import IllegalAction, Phrase
from tables.settings.evening import ClubEvening
from tables.settings.general import ChipSettings, HouseSettings, ManagerSettings, TableSettings
from tables.settings.kinds import MOST_CHIPS, Games, Setting, SettingOf, Span, Value, Whole

FIRST = "first"
"""The key of the group of what to change first."""
_CHANGED_FIRST = ("channels", "language", "daily_chips", "limits", "house_players")
"""A row's name of each; those of games are there once for each game."""
ANY_BET = (1, MOST_CHIPS)
"""The limits of tables where a server hasn't set any, in chips."""


def rows(declared: type) -> tuple[Setting, ...]:
    """The settings that are rows of this class, in their order."""
    return tuple(row for row in vars(declared).values() if isinstance(row, SettingOf))


def bet_limits(minimum: int, maximum: int) -> Span:
    """The row for the limits that tables of a game with bets must keep; those of most tables, in chips."""
    return Span(
        "Limits",
        "Minimum and maximum bet of a new table.",
        default=[*ANY_BET],
        least=1,
        most=MOST_CHIPS,
        usual=(minimum, maximum),
        at_opening=True,
    )


def table_limit(name: str) -> Whole:
    """The row for a limit in chips that is the table's unless it is set."""
    return Whole(name, least=1, named={None: Phrase("the table's limit")})


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """Rules with a name: JSON values of house options, by option."""

    title: Phrase
    values: Mapping[str, Value]

    def has(self, setting: Setting, value: Value) -> bool:
        """Whether `setting` has this value by these rules; not where they leave it open."""
        return setting.option in self.values and self.values[setting.option] == value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group:
    """Settings that are shown together. All `presets`, by key, name the same ones; the first is the usual one."""

    key: str
    title: Phrase
    settings: tuple[Setting, ...]
    presets: Mapping[str, Preset] = field(default_factory=dict)

    def preset_of(self, value_of: Callable[[Setting], Value]) -> Preset | None:
        """The preset from which the fewest values differ; of equals the first. None where there are none."""

        def fits(preset: Preset) -> int:
            return sum(preset.has(setting, value_of(setting)) for setting in self.settings)

        return max(self.presets.values(), key=fits, default=None)


def _anything(_options: Any, _minimum: int = 0, _maximum: int = 0) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameSettings(Group):
    """What can be set about one game; `key` is its name, and `settings` its rows.

    `options` makes the house options from JSON values by name; the others have their defaults. `verify` raises
    IllegalAction when nobody could play at a table with these options and limits in chips, `verify_new` when no new
    table may have these options. `smallest` is what the smallest bet takes from a balance at a table with these options
    and this minimum. `without_transfers` are the values that apply where members may not give each other chips.
    """

    options: Callable[[Mapping[str, Value]], Any]
    verify: Callable[[Any, int, int], object] = _anything
    verify_new: Callable[[Any], object] = _anything
    smallest: Callable[[Any, int], int] = lambda _options, minimum: minimum
    without_transfers: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Give each row its name on the disk, and a house option the default that it has in the rules.

        A table keeps what belongs to a preset from its opening on.
        """
        usual = self.options({}).to_json()
        agreed = {option for preset in self.presets.values() for option in preset.values}
        named = (
            replace(
                row,
                key=f"{self.key}.{row.key}",
                default=row.default if isinstance(row, Span) else usual[row.key],
                at_opening=row.at_opening or row.key in agreed,
            )
            for row in self.settings
        )
        object.__setattr__(self, "settings", tuple(named))

    @property
    def usual(self) -> tuple[int, int] | None:
        """The limits, in chips, of a table whose opener names none; None in a game without bets."""
        return next((row.usual for row in self.settings if isinstance(row, Span)), None)

    @property
    def house_options(self) -> Iterator[Setting]:
        """The settings that are fields of the game's Options."""
        return (setting for setting in self.settings if not isinstance(setting, Span))


class Schema:
    """All settings, by key, in the order in which they are shown."""

    def __init__(self, games: Iterable[GameSettings] = ()) -> None:
        self.games: dict[str, GameSettings] = {}
        self.groups: dict[str, Group] = {}
        self.settings: dict[str, Setting] = {}
        self._titles: dict[str, Phrase] = {}
        self._add(Group(key="chips", title=Phrase("Chips"), settings=rows(ChipSettings)))
        of_tables = (
            replace(row, games=self._titles) if isinstance(row, Games | ClubEvening) else row
            for row in rows(TableSettings)
        )
        self._add(Group(key="tables", title=Phrase("Tables"), settings=tuple(of_tables)))
        self._add(Group(key="house", title=Phrase("House players and hints"), settings=rows(HouseSettings)))
        self._add(Group(key="managers", title=Phrase("Managers"), settings=rows(ManagerSettings)))
        for game in games:
            self.offer(game)

    def offer(self, game: GameSettings) -> None:
        """Let servers set what can be set about `game`."""
        self.games[game.key] = game
        self._titles[game.key] = game.title
        self._add(game)

    @property
    def first(self) -> Group:
        """What to change first, each of which is also in a group of its own."""
        settings = (
            setting
            for name in _CHANGED_FIRST
            for setting in self.settings.values()
            if name in (setting.key, setting.option)
        )
        return Group(key=FIRST, title=Phrase("Most important"), settings=tuple(settings))

    def group(self, key: str) -> Group:
        """The group with this key. Raises IllegalAction."""
        if key == FIRST:
            return self.first
        if key not in self.groups:
            raise IllegalAction("There is no such setting.")
        return self.groups[key]

    def setting(self, key: str) -> Setting:
        """The setting with this key. Raises IllegalAction."""
        if key not in self.settings:
            raise IllegalAction("There is no such setting.")
        return self.settings[key]

    def group_with(self, setting: Setting) -> Group:
        """The group of its own in which `setting` is shown."""
        return next(group for group in self.groups.values() if setting in group.settings)

    def _add(self, group: Group) -> None:
        self.groups[group.key] = group
        self.settings.update((setting.key, setting) for setting in group.settings)
