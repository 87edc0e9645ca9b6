"""What an upgrade changes for a server: defaults of settings that it hasn't set, and settings that are new."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.core import IllegalAction
from tables.settings.kinds import Setting
from tables.settings.schema import Group, Schema
from tables.settings.servers import ServerSettings

FIRST: Mapping[str, Any] = json.loads(Path(__file__).with_name("first_defaults.json").read_text(encoding="utf-8"))
"""What the defaults were before databases kept them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting that a server has otherwise since an upgrade; `before` is None for one that is new to it.

    `after` is its value there: what is new may have been set by the upgrade, from settings that are gone.
    """

    group: Group
    setting: Setting
    before: tuple[Any] | None
    after: Any


def defaults(schema: Schema) -> dict[str, Any]:
    """The default of each setting as JSON, by key."""
    found: dict[str, Any] = json.loads(json.dumps({key: setting.default for key, setting in schema.settings.items()}))
    return found


def differences(
    schema: Schema, settings: ServerSettings, before: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[Difference]:
    """What is otherwise in a server with these settings since the defaults were `before`, and not as they are `now`.

    What has no effect there is left out, and so are games that are new or switched off.
    """
    for group in schema.groups.values():
        is_known = any(setting.key in before for setting in group.settings)
        for setting in group.settings if is_known and settings.plays(group.key) else ():
            key = setting.key
            is_same = key in before and before[key] == now[key]
            if is_same or not setting.applies(settings) or (key in before and key in settings.values):
                continue
            earlier = (before[key],) if _is_readable(setting, before) else None
            yield Difference(group, setting, earlier, settings.value_of(setting))


def _is_readable(setting: Setting, before: Mapping[str, Any]) -> bool:
    """Whether there is an earlier default, and the setting still knows such a value."""
    try:
        setting.check(before.get(setting.key))
    except IllegalAction:
        return False
    return setting.key in before
