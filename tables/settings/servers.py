"""How each server wants to play: chips, who may do what, and the house options of every game.

A server's settings are one frozen value, read once at the start and replaced when a manager changes them; reading them
costs nothing. On the disk they are JSON by name: a row's own name, or `game.option`. tables/settings/schema.py has the
rows.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from data.guild.settings import SettingChange, Settings
from data.ledger.limits import TransferLimits
from data.shards import ALL, Shards
from data.store.uncancellable import uncancellable
from games.core import Counted, IllegalAction, Phrase
from tables.settings.general import ChipSettings, HouseSettings, ManagerSettings, Openers, TableSettings
from tables.settings.kinds import Setting, within
from tables.settings.schema import ANY_BET, GameSettings, Schema
from tables.subscribers import Subscribers


@dataclass(frozen=True)
class ServerSettings(ChipSettings, TableSettings, HouseSettings, ManagerSettings):
    """Everything one server has set; what it hasn't is the default. Each general setting is an attribute."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """Everything that differs from the default, as JSON values by the setting's key."""

    def limits_of(self, game: str) -> tuple[int, int]:
        """The lowest and the highest bet that a table of `game` may have here, in chips."""
        least, most = self.values.get(f"{game}.limits", ANY_BET)
        return least, most

    def options_of(self, game: GameSettings) -> Mapping[str, Any]:
        """The house options of `game` that differ from its defaults, as JSON values by name.

        Where nobody may give chips, no bank is sold.
        """
        set_here = {row.option: self.values[row.key] for row in game.house_options if row.key in self.values}
        return {**set_here, **game.without_transfers} if not self.allows_gifts else set_here

    def plays(self, game: str) -> bool:
        """Whether the game with this name may be played here."""
        return game not in self.games_off

    def verify_plays(self, game: GameSettings) -> None:
        """Raise IllegalAction when `game` is switched off."""
        if not self.plays(game.key):
            raise IllegalAction("{game} is switched off in this server.", game=game.title)

    @property
    def transfer_limits(self) -> TransferLimits:
        """How much members may pay each other, lose, and win from house players."""
        days, rounds = self.givers
        return TransferLimits(
            among_members=self.between_members,
            rounds=rounds,
            days=days,
            gifts=self.allows_gifts,
            from_house=self.house_winnings,
        )

    def value_of(self, setting: Setting) -> Any:
        """The JSON value of a setting, or its default."""
        return self.values.get(setting.key, setting.default)


class Servers:
    """The settings of all servers of the process, in memory."""

    def __init__(self, settings: Settings, schema: Schema) -> None:
        """`schema` must hold all games when the settings are loaded."""
        self.schema = schema
        self._settings = settings
        self._lock = asyncio.Lock()
        self._saved: dict[int, dict[str, str]] = {}
        self._read: dict[int, ServerSettings] = {}
        self.changed: Subscribers[int, Sequence[SettingChange]] = Subscribers()
        """What has been set differently in a server is written, and applies."""

    async def load(self, shards: Shards = ALL) -> None:
        """Read those of the servers of `shards` from the disk, once, at the start."""
        self._saved = await self._settings.all(shards)
        self._read = {guild: self._read_from(saved) for guild, saved in self._saved.items()}

    def _read_from(self, saved: Mapping[str, str]) -> ServerSettings:
        """What `data.guild.settings` stores as JSON by name; settings that no longer exist are left out."""
        return ServerSettings({name: json.loads(text) for name, text in saved.items() if name in self.schema.settings})

    def removed(self) -> dict[int, list[str]]:
        """By server: the names of what it has set that no longer exists."""
        known = self.schema.settings.keys()
        return {guild: sorted(saved.keys() - known) for guild, saved in self._saved.items() if saved.keys() - known}

    @uncancellable
    async def forget_removed(self) -> None:
        """Delete what no longer exists."""
        async with self._lock:
            for guild, names in self.removed().items():
                await self._settings.delete(guild, names)
                for name in names:
                    self._saved.get(guild, {}).pop(name, None)  # the server may have been forgotten meanwhile

    def forget(self, guild: int) -> None:
        """A server is back to its defaults, because its settings are being deleted."""
        self._saved.pop(guild, None)
        self._read.pop(guild, None)

    def of(self, guild: int) -> ServerSettings:
        """The settings of one server."""
        return self._read.get(guild, _DEFAULTS)

    async def log(self, guild: int, limit: int) -> list[SettingChange]:
        """The latest `limit` changes in a server, newest first."""
        return await self._settings.log(guild, limit)

    @uncancellable
    async def change(self, guild: int, values: Mapping[str, Any], actor_id: int, now: datetime) -> ServerSettings:
        """Set `values` by name, None for the default; written, logged, and only then adopted. Returns the new settings.

        Raises IllegalAction when a setting doesn't take its value, or contradicts another; then nothing has changed.
        """
        for name, value in values.items():
            setting = self.schema.setting(name)
            if value is not None:
                setting.check(value)
        texts = {name: self._text(name, value) for name, value in values.items()}
        async with self._lock:
            before = self._saved.get(guild, {})
            saved = {name: text for name, text in {**before, **texts}.items() if text is not None}
            read = self._read_from(saved)
            self._verify_together(read)
            await self._settings.change(guild, texts, actor_id, now)
            self._saved[guild], self._read[guild] = saved, read
        changes = [SettingChange(name, before.get(name), text, actor_id, now) for name, text in texts.items()]
        await self.changed.tell(guild, [change for change in changes if change.before != change.after])
        return read

    def _text(self, name: str, value: Any) -> str | None:
        """A value as it is saved; defaults are not."""
        return None if value is None or value == self.schema.settings[name].default else json.dumps(value)

    def _verify_together(self, settings: ServerSettings) -> None:
        """Raise IllegalAction when settings contradict each other so that no table of a game could be opened."""
        if settings.openers is Openers.ROLE and not settings.opener_role:
            raise IllegalAction("Choose the role that opens tables first.")
        for game in self.schema.games.values():
            verify_terms(settings, game, settings.options_of(game), None, None)


def verify_terms(
    settings: ServerSettings, game: GameSettings, values: Mapping[str, Any], minimum: int | None, maximum: int | None
) -> tuple[Any, int, int]:
    """The options and limits of a table of `game` with these option values. Raises IllegalAction.

    Limits that are None become the usual ones, as far as the server allows them.
    """
    options = game.options(values)
    game.verify_new(options)
    if game.usual is None:
        return options, 0, 0
    low, high = _limits_in(game, game.usual, *settings.limits_of(game.key), minimum, maximum)
    game.verify(options, low, high)
    return options, low, high


def smallest_bets(settings: ServerSettings, schema: Schema) -> list[int]:
    """What the smallest bet takes at a table of each game with bets whose opener names no limits, in chips.

    Games that are switched off don't count.
    """
    found = []
    for game in schema.games.values():
        if game.usual is not None and settings.plays(game.key):
            options, minimum, _ = verify_terms(settings, game, settings.options_of(game), None, None)
            found.append(game.smallest(options, minimum))
    return found


def house_options(settings: ServerSettings, game: GameSettings, options: Any, minimum: int, maximum: int) -> Any:
    """The new options of a table that has `options` and these limits in chips.

    Options that a table keeps from its opening on stay. So do all of them where the server's options can't be played
    with the table's seats or limits.
    """
    wanted, mine = settings.options_of(game), options.to_json()
    values = {
        setting.option: mine[setting.option] if setting.at_opening else wanted.get(setting.option, setting.default)
        for setting in game.house_options
    }
    try:
        renewed = game.options(values)
        game.verify(renewed, minimum, maximum)
    except IllegalAction:
        return options
    return renewed


def _limits_in(
    game: GameSettings, usual: tuple[int, int], least: int, most: int, minimum: int | None, maximum: int | None
) -> tuple[int, int]:
    low, high = within(usual, least, most)
    low, high = low if minimum is None else minimum, high if maximum is None else maximum
    if low > high:
        raise IllegalAction(
            "{setting}: the minimum, {minimum}, is above the maximum, {maximum}.",
            setting=Phrase("Bets"),
            minimum=low,
            maximum=high,
        )
    if low < least or high > most:
        raise IllegalAction.saying(
            Counted(
                "{game} tables here take bets from {minimum} to {count} chips.",
                most,
                game=game.title,
                minimum=least,
            )
        )
    return low, high


_DEFAULTS = ServerSettings()
