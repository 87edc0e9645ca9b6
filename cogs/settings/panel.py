"""The picture of a server's settings: a group of them for everybody to read, with controls for managers.

A pure function of the settings and the latest changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from cogs.app.replies.components import Component, Layout, option, soon
from cogs.settings.controls import setting_button, setting_channel, setting_channels, setting_role, setting_select
from cogs.table.parts import layout, lines, small
from data.people import Person
from i18n.words import Words
from tables.settings.kinds import Channel, Channels, Choice, Games, Role, Setting, Switch, Value
from tables.settings.schema import Group, Schema
from tables.settings.servers import ServerSettings

GREY = 0x7F8C8D
LATEST = 5
"""The most changes that the panel lists."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Somebody, by Discord id, changed a setting; values are JSON."""

    setting: Setting
    actor_id: int
    at: datetime
    before: Value
    after: Value


def reading(settings: ServerSettings, schema: Schema, group: Group, words: Words) -> Layout:
    """One group, to be read, and the controls that lead to the others."""
    hint = small(words("Managers of this server change these with **/settings set**."))
    return layout(GREY, [_listed(settings, group, words), hint], [[_groups("look", schema, group, words)]])


def panel(
    settings: ServerSettings,
    schema: Schema,
    group: Group,
    setting: Setting | None,
    changes: Iterable[Changed],
    words: Words,
    *,
    has_permission: bool,
    is_log_unwritable: bool,
) -> Layout:
    """One group, to be changed; `setting` is open. `has_permission` says whether the reader has Manage Server.

    `is_log_unwritable` says that the bot can't write in the server's log channel.
    """
    rows: list[list[Component]] = [[_groups("group", schema, group, words)], [_settings(group, setting, words)]]
    texts = [_unwritable(settings.log_channel, words)] if is_log_unwritable else []
    texts.append(_listed(settings, group, words))
    if setting is not None:
        texts.append(_explained(settings, setting, words))
        if has_permission or not setting.guarded:
            rows += _controls(settings, setting, words)
    return layout(GREY, [*texts, lines(*_changes_texts(changes, words))], rows)


# The text


def _unwritable(channel: int, words: Words) -> str:
    return words(
        "⚠ The bot can't write in the log channel {channel}, so nothing is logged there. Give it View Channel and Send "
        "Messages, or choose another channel.",
        channel=f"<#{channel}>",
    )


def _listed(settings: ServerSettings, group: Group, words: Words) -> str:
    """The settings that have an effect as things are."""
    rows = [
        words(
            "{setting}: **{value}**",
            setting=setting.title,
            value=setting.briefly(settings.value_of(setting), words),
        )
        for setting in group.settings
        if setting.applies(settings)
    ]
    return lines(words("### Settings · {group}", group=group.title), *rows)


def _explained(settings: ServerSettings, setting: Setting, words: Words) -> str:
    return lines(
        words("**{setting}**: {value}", setting=setting.title, value=setting.said(settings.value_of(setting), words)),
        words.said(setting.meaning),
        "" if setting.effect is None else words.said(setting.effect),
        small(
            words("default: {value}", value=setting.said(setting.default, words)),
            words("for tables opened from now on") if setting.at_opening else "",
            words("only for members with Manage Server to change") if setting.guarded else "",
            "" if setting.applies(settings) else words("no effect with the other settings as they are"),
        ),
    )


def _changes_texts(changes: Iterable[Changed], words: Words) -> Iterator[str]:
    for change in changes:
        yield small(
            words(
                "{person} changed {setting} from {before} to {after} {when}",
                person=Person(change.actor_id),
                setting=change.setting.title,
                before=change.setting.briefly(change.before, words),
                after=change.setting.briefly(change.after, words),
                when=soon(change.at),
            )
        )


# The controls


def _groups(verb: str, schema: Schema, shown: Group, words: Words) -> Component:
    options = [option(words.said(group.title), group.key, is_chosen=group is shown) for group in schema.groups.values()]
    return setting_select(verb, "groups", options, words("Choose a group"))


def _settings(group: Group, shown: Setting | None, words: Words) -> Component:
    options = [option(words.said(setting.title), setting.key, is_chosen=setting is shown) for setting in group.settings]
    return setting_select("pick", group.key, options, words("Choose a setting to change"))


def _controls(settings: ServerSettings, setting: Setting, words: Words) -> Iterator[list[Component]]:
    value, key = settings.value_of(setting), setting.key
    default = [setting_button("default", key, words("Default"))] if value != setting.default else []
    match setting:
        case Switch():
            on = setting_button("on", key, words("On"), main=not value)
            off = setting_button("off", key, words("Off"), main=bool(value))
            yield [on, off, *default]
            return
        case Choice():
            options = [
                option(setting.said(choice, words), str(number), is_chosen=choice == value)
                for number, choice in enumerate(setting.choices)
            ]
            yield [setting_select("choose", key, options, words.said(setting.title))]
        case Games():
            options = [
                option(words.said(title), name, is_chosen=name not in value) for name, title in setting.games.items()
            ]
            yield [setting_select("games", key, options, words("Which games?"), len(options))]
        case Channels():
            yield [setting_channels(key, setting.most, words("Which channels?"))]
        case Channel():
            yield [setting_channel(key, words("Which channel?"))]
        case Role():
            yield [setting_role(key, words("Which role?"))]
        case _:
            yield [setting_button("ask", key, words("Change"), main=True), *default]
            return
    if default:
        yield default
