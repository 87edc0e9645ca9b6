"""How each server wants to play: chips, who may do what, and the house options of every game.

A server's settings are one frozen value, read once at start and replaced when somebody with Manage Server changes
them; reading them costs nothing. On the disk they are JSON by name: a field's own name, or `game.option`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import Enum
from typing import Any

from data.settings import Settings

MOST_CHIPS = 1_000_000
"""The highest limit that a table can have."""


class Transfers(Enum):
    """Whether members may give each other chips."""

    OFF = "off"
    ON = "on"
    TAXED = "taxed"
    """A part of what is given goes to the house."""


class Openers(Enum):
    """Who may open tables."""

    EVERYONE = "everyone"
    ROLE = "role"
    """Members with one role, and those with Manage Server."""
    MANAGERS = "managers"
    """Members with Manage Server."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The lowest and the highest bet that a table of one game may have here, in chips."""

    minimum: int = 1
    maximum: int = MOST_CHIPS

    def nearest(self, chips: int) -> int:
        """`chips`, or the limit that is passed."""
        return min(max(chips, self.minimum), self.maximum)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Everything one server has set, defaults filled in.

    Chips everywhere but `transfer_tax` (percent), `transfer_account_days` (days since the Discord account was made)
    and the two counts of open tables. `transfer_cap` is what one member can give away per UTC day, 0 for no cap.
    `channels` are the channels where tables may stand, none for all. `pace` is a `cogs.table.clock.Pace` value.
    """

    starting_chips: int = 1_000
    daily_chips: int = 200
    transfers: Transfers = Transfers.ON
    transfer_tax: int = 10
    transfer_cap: int = 0
    transfer_account_days: int = 0
    channels: tuple[int, ...] = ()
    openers: Openers = Openers.EVERYONE
    opener_role: int = 0
    adults_only: bool = False
    pace: str = "normal"
    mentions: bool = True
    tables_per_channel: int = 5
    tables_per_person: int = 3
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """By the game's name; `limits_of` fills in the default."""
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What differs from the default: by the game's name, JSON values by option, as its `Options.from_json` reads."""

    def limits_of(self, game: str) -> Limits:
        """The limits that tables of `game` must keep to."""
        return self.limits.get(game, Limits())

    def options_of(self, game: str) -> Mapping[str, Any]:
        """The house options of `game` that differ from its defaults."""
        return self.options.get(game, {})

    @classmethod
    def read(cls, saved: Mapping[str, str]) -> ServerSettings:
        """The settings that `data.settings` keeps as JSON by name."""
        known = {entry.name for entry in fields(cls)} - {"limits", "options"}
        own: dict[str, Any] = {}
        limits: dict[str, Limits] = {}
        options: dict[str, dict[str, Any]] = {}
        for name, text in saved.items():
            value, (game, _, option) = json.loads(text), name.partition(".")
            if name in known:
                own[name] = _READERS.get(name, _same)(value)
            elif option == "limits":
                limits[game] = Limits(*value)
            elif option:
                options.setdefault(game, {})[option] = value
        return cls(**own, limits=limits, options=options)


def _same(value: Any) -> Any:
    return value


_READERS = {"transfers": Transfers, "openers": Openers, "channels": tuple}


class Servers:
    """The settings of all servers, at hand."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()
        self._saved: dict[int, dict[str, str]] = {}
        self._read: dict[int, ServerSettings] = {}

    async def load(self) -> None:
        """Read them from the disk, once, at start."""
        self._saved = await self._settings.all()
        self._read = {guild: ServerSettings.read(saved) for guild, saved in self._saved.items()}

    def of(self, guild: int) -> ServerSettings:
        """The settings of one server."""
        return self._read.get(guild, _DEFAULTS)

    async def change(self, guild: int, values: Mapping[str, Any], actor: int, now: datetime) -> ServerSettings:
        """Set `values` by name, None for the default; written, logged, and only then believed. The new settings.

        Raises IllegalAction, TypeError or ValueError when they can't be read; nothing has changed then.
        """
        texts = {name: None if value is None else json.dumps(value) for name, value in values.items()}
        async with self._lock:
            saved = {name: text for name, text in {**self._saved.get(guild, {}), **texts}.items() if text is not None}
            read = ServerSettings.read(saved)
            await self._settings.change(guild, texts, actor, now)
            self._saved[guild], self._read[guild] = saved, read
        return read


_DEFAULTS = ServerSettings()
