"""What a setting of a server is: its name, what it means, which values it takes, and how to show and read them.

A setting is a row of a class, such as `relief = Switch("Relief", "Members with too few chips ...", default=True)`, and
each of that class's values has it as an attribute. Values are plain JSON until somebody reads them there. Nothing here
knows a server, Discord or the disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, overload

from games.core import Counted, IllegalAction, Phrase
from i18n.words import Words
from tables.settings.amounts import verify_range, whole_number

Value: TypeAlias = Any
"""The JSON value of a setting."""
T = TypeVar("T")

MOST_CHIPS = 1_000_000
"""The highest limit that a table can have, and the most chips that the house gives anybody at once."""


@dataclass(frozen=True)
class SettingOf(Generic[T]):
    """One setting, read as a T. `check` raises IllegalAction for a value that it doesn't take.

    `name` and `sense` are English: its title, and one sentence that says what it means, unless the title does.
    `key` is its name on the disk: that of its row, or `game.option`. `effect` is a sentence about what follows, such as
    the return where that is known. The `default` of a house option is that of the rules. `at_opening` marks options
    that a table keeps from its opening on, so that a change applies to new tables only. `applies` says whether the
    setting has an effect with what else the server has set. A `guarded` setting is changed only by members with
    Manage Server, by no other manager.
    """

    name: str
    sense: str = ""
    _: KW_ONLY
    key: str = ""
    default: Value = None
    effect: Phrase | None = None
    at_opening: bool = False
    applies: Callable[[Any], bool] = lambda _settings: True
    guarded: bool = False

    def __set_name__(self, owner: type, name: str) -> None:
        object.__setattr__(self, "key", name)

    @overload
    def __get__(self, settings: None, owner: type) -> Self: ...
    @overload
    def __get__(self, settings: object, owner: type) -> T: ...
    def __get__(self, settings: Any, owner: type) -> Self | T:
        """What this is in `settings`, which keeps it; without settings the row itself."""
        if settings is None:
            return self
        value: T = self.parsed(settings.values.get(self.key, self.default))
        vars(settings)[self.key] = value
        return value

    @property
    def title(self) -> Phrase:
        """What people read for its name."""
        return Phrase.written(self.name)

    @property
    def meaning(self) -> Phrase | None:
        """What it means, for people; None where the title says it."""
        return Phrase.written(self.sense) if self.sense else None

    @property
    def option(self) -> str:
        """A house option's name in its game's Options."""
        return self.key.partition(".")[2]

    def check(self, value: Value) -> None:
        """Raise IllegalAction unless this is one of its values."""
        raise NotImplementedError  # each kind has its own

    def said(self, value: Value, words: Words) -> str:
        """`value` as people read it."""
        raise NotImplementedError  # each kind has its own

    def briefly(self, value: Value, words: Words) -> str:
        """`value` where there is little room."""
        return self.said(value, words)

    def saved(self, text: str | None) -> Value:
        """The value that is saved as this JSON; None is the default."""
        return self.default if text is None else json.loads(text)

    def parsed(self, value: Value) -> T:
        """`value` as those read it who go by it: nothing that can be changed."""
        if isinstance(value, list):
            value = tuple(value)
        read: T = value
        return read


Setting: TypeAlias = SettingOf[Any]


@dataclass(frozen=True)
class Switch(SettingOf[bool]):
    """On or off."""

    def check(self, value: Value) -> None:
        """True or False."""
        if not isinstance(value, bool):
            raise unreadable(self)

    def said(self, value: Value, words: Words) -> str:
        """As one word."""
        return words("on") if value else words("off")


@dataclass(frozen=True)
class Whole(SettingOf[int]):
    """A whole number from `least` to `most`, of chips if nothing else; `named` gives names to some, such as None.

    `unit` is how a number reads with its unit, where the title does not give it: 7 days.
    """

    _: KW_ONLY
    least: int = 0
    most: int = MOST_CHIPS
    unit: Callable[[int], Phrase] | None = None
    named: Mapping[int | None, Phrase] = field(default_factory=dict)

    def check(self, value: Value) -> None:
        """A number in the range, or None where that has a name."""
        if value is None and None in self.named:
            return
        verify_range(value if _is_whole(value) else None, self.least, self.most)

    def said(self, value: Value, words: Words) -> str:
        """The number, or its name."""
        name = self.named.get(value)
        if name is not None:
            return words.said(name)
        return words.chips(value) if self.unit is None else words.said(self.unit(value))

    def read(self, text: str) -> int:
        """The value of what somebody typed. Raises IllegalAction."""
        return verify_range(whole_number(text), self.least, self.most)


@dataclass(frozen=True)
class Span(SettingOf[Any]):
    """Two numbers from `least` to `most`, the lower and the upper limit of something that is `usual` unless said."""

    fields: ClassVar = (Phrase("Lowest"), Phrase("Highest"))
    _: KW_ONLY
    least: int
    most: int
    usual: tuple[int, int] | None = None

    def check(self, value: Value) -> None:
        """Two numbers in the range, in order."""
        low, high = self._numbers(value)
        if not self.least <= low <= high <= self.most:
            raise IllegalAction(
                "Type two whole numbers from {least} to {most}, the lower one first, for example 10 and 500.",
                least=self.least,
                most=self.most,
            )

    def _numbers(self, value: Value) -> tuple[int, int]:
        if not isinstance(value, list | tuple) or len(value) != 2 or not all(map(_is_whole, value)):
            raise unreadable(self)
        return value[0], value[1]

    def said(self, value: Value, words: Words) -> str:
        """What a table opens with, and what is allowed beyond that."""
        limits, usual = [*value], within(self.usual or value, *value)
        said, usually = (words("{minimum} to {maximum}", minimum=low, maximum=high) for low, high in (limits, usual))
        if usual == limits:
            return said
        return words("{usual} (a host can choose {limits})", usual=usually, limits=said)

    def read(self, low: str, high: str) -> list[int]:
        """The value of what somebody typed. Raises IllegalAction."""
        numbers = [whole_number(text) for text in (low, high)]
        value = [-1 if number is None else number for number in numbers]
        self.check(value)
        return value


@dataclass(frozen=True)
class Givers(Span):
    """Who may give chips: the days that an account is old, and the rounds that its member has played."""

    fields: ClassVar = (Phrase("Days"), Phrase("Rounds"))

    def check(self, value: Value) -> None:
        """Two numbers in the range."""
        for number in self._numbers(value):
            verify_range(number, self.least, self.most)

    def said(self, value: Value, words: Words) -> str:
        """Those that are needed, or everyone."""
        days, rounds = value
        needed = [words.counted("{count} days", days)] if days else []
        needed += [words.counted("{count} rounds", rounds)] if rounds else []
        return words.listed(needed) or words("everyone")


@dataclass(frozen=True)
class Choice(SettingOf[T]):
    """One of a few values, each with its name; a name that is no phrase is the same in all languages.

    `parse` makes of the value what it is read as, such as an enum's.
    """

    _: KW_ONLY
    choices: Mapping[str | int | None, Phrase | str]
    parse: Callable[[Value], T] = lambda value: value

    def check(self, value: Value) -> None:
        """One of them."""
        if isinstance(value, bool | float | list | dict) or value not in self.choices:
            raise unreadable(self)

    def said(self, value: Value, words: Words) -> str:
        """Its name."""
        name = self.choices[value]
        return name if isinstance(name, str) else words.said(name)

    def parsed(self, value: Value) -> T:
        """An enum's member, where that is what it is."""
        return self.parse(value)


@dataclass(frozen=True)
class Channels(SettingOf[tuple[int, ...]]):
    """Some channels of the server, by Discord id; none means all of them."""

    _: KW_ONLY
    most: int = 25
    shown: int = 3

    def check(self, value: Value) -> None:
        """Only so many ids, and none of them twice."""
        if not isinstance(value, list | tuple) or not all(map(_is_whole, value)):
            raise unreadable(self)
        if len(value) > self.most or len({*value}) < len(value):
            raise IllegalAction.saying(Counted("Choose up to {count} channels.", self.most))

    def said(self, value: Value, words: Words) -> str:
        """As Discord shows channels."""
        return words.listed(f"<#{channel}>" for channel in value) or words("all channels")

    def briefly(self, value: Value, words: Words) -> str:
        """A few by name, many by their count."""
        many = len(value) > self.shown
        return words.counted("{count} channels", len(value)) if many else self.said(value, words)


@dataclass(frozen=True)
class Games(SettingOf[tuple[str, ...]]):
    """Which of the `games`, titles by name, are played; the value has those that are not."""

    _: KW_ONLY
    games: Mapping[str, Phrase] = field(default_factory=dict)

    def check(self, value: Value) -> None:
        """Only games that there are, none of them twice, and not all."""
        is_list = isinstance(value, list | tuple)
        if not is_list or not all(isinstance(name, str) and name in self.games for name in value):
            raise unreadable(self)
        if len({*value}) < len(value) or len(value) == len(self.games):
            raise IllegalAction("Choose at least one game.")

    def said(self, value: Value, words: Words) -> str:
        """The games that are played."""
        return games_played(self.games, value, words)


@dataclass(frozen=True)
class _Id(SettingOf[int]):
    """One thing of the server, by Discord id; 0 is none."""

    def check(self, value: Value) -> None:
        """An id, or 0."""
        if not _is_whole(value) or value < 0:
            raise unreadable(self)


class Role(_Id):
    """One role of the server, by Discord id; 0 is none."""

    def said(self, value: Value, words: Words) -> str:
        """As Discord shows roles."""
        return f"<@&{value}>" if value else words("none", "role")


class Channel(_Id):
    """One text channel of the server, by Discord id; 0 is none."""

    def said(self, value: Value, words: Words) -> str:
        """As Discord shows channels."""
        return f"<#{value}>" if value else words("none", "channel")


def within(limits: Iterable[int], least: int, most: int) -> list[int]:
    """These limits as far as they lie from `least` to `most`."""
    return [min(max(limit, least), most) for limit in limits]


def _is_whole(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def games_played(games: Mapping[str, Phrase], off: Sequence[str], words: Words) -> str:
    """Those of `games` that are not `off`."""
    played = [words.said(title) for name, title in games.items() if name not in off]
    return words.listed(played) if len(played) < len(games) else words("all games")


def unreadable(setting: Setting) -> IllegalAction:
    """What is raised for a value that `setting` doesn't take."""
    return IllegalAction("{setting} can't be set to that.", setting=setting.title)
