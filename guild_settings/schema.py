"""Everything that a server can set, in one place: name, meaning, values, default, effect on the return.

The panel of /settings, the open commands, the small print of the tables and the check of a change all read it here.
What a server has set is in guild_settings/servers.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games import blackjack, five_hundred, pok_deng, pontoon
from games.core import Phrase
from guild_settings.general import CHIPS, MOST_CHIPS, TABLES
from guild_settings.kinds import Channels, Choice, Role, Setting, Span, Switch, Value, Whole
from i18n.words import Words
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.house_settings import BLACKJACK, POK_DENG, PONTOON
from tables.options import Options

__all__ = [
    "GAMES",
    "GROUPS",
    "MOST_CHIPS",
    "SETTINGS",
    "Channels",
    "Choice",
    "GameSettings",
    "Group",
    "Role",
    "Setting",
    "Span",
    "Switch",
    "Whole",
    "notes",
]


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that are shown together."""

    key: str
    title: Phrase
    settings: tuple[Setting, ...]


class GameSettings(Group):
    """What can be set about one game; `key` is its name."""

    usual: tuple[int, int] = (0, 0)
    """The limits of a table whose opener names none, in chips."""
    has_bets = True
    """Whether tables have limits for bets."""

    def options(self, values: Mapping[str, Value]) -> Any:
        """The house options with these JSON values, the others being the default. Raises IllegalAction."""
        raise NotImplementedError

    def verify(self, options: Any, minimum: int, maximum: int) -> None:
        """Raise IllegalAction when nothing could be bet at a table with these options and limits."""

    @property
    def house_options(self) -> Iterator[Setting]:
        """Those that are fields of the game's Options."""
        return (setting for setting in self.settings if not isinstance(setting, Span))


class _Blackjack(GameSettings):
    usual = (10, 500)

    def options(self, values: Mapping[str, Value]) -> blackjack.Options:
        return blackjack.Options.from_json(values)

    def verify(self, options: blackjack.Options, minimum: int, maximum: int) -> None:
        blackjack.verify_limits(options, minimum, maximum)


class _PokDeng(GameSettings):
    usual = (10, 500)

    def options(self, values: Mapping[str, Value]) -> pok_deng.Options:
        return pok_deng.Options.from_json(values)

    def verify(self, options: pok_deng.Options, minimum: int, maximum: int) -> None:
        options.pair_limits(minimum, maximum)


class _Pontoon(GameSettings):
    usual = (10, 100)

    def options(self, values: Mapping[str, Value]) -> pontoon.Options:
        return pontoon.Options.from_json(values)

    def verify(self, options: pontoon.Options, minimum: int, maximum: int) -> None:
        options.kitty_limits(minimum, maximum)


class _FiveHundred(GameSettings):
    has_bets = False

    def options(self, values: Mapping[str, Value]) -> five_hundred.Options:
        return five_hundred.Options.from_json(values)


_GAMES: tuple[GameSettings, ...] = (
    _Blackjack("blackjack", Phrase("Blackjack"), BLACKJACK),
    _PokDeng("pok_deng", Phrase("Pok Deng"), POK_DENG),
    _Pontoon("pontoon", Phrase("Pontoon"), PONTOON),
    _FiveHundred("five_hundred", Phrase("Five Hundred"), FIVE_HUNDRED),
)

GAMES: Mapping[str, GameSettings] = {game.key: game for game in _GAMES}
GROUPS: Mapping[str, Group] = {
    group.key: group
    for group in (Group("chips", Phrase("Chips"), CHIPS), Group("tables", Phrase("Tables"), TABLES), *_GAMES)
}
SETTINGS: Mapping[str, Setting] = {setting.key: setting for group in GROUPS.values() for setting in group.settings}


def notes(game: str, options: Options, words: Words) -> list[str]:
    """What the small print of a table says of `options`: all that differs from the default, and a little more."""
    values = options.to_json()
    found: list[str] = []
    for setting in GAMES[game].house_options:
        value = values[setting.option]
        note = setting.usual if value == setting.default else setting.note
        if note is not None and setting.where(values):
            found.append(words.said(note, value=setting.said(value, words)))
    return found
