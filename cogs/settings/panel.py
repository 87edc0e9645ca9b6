"""The picture of a server's settings: a group of them for everybody to read, with controls for managers.

A pure function of the settings and the latest changes. An address of its buttons, selects and forms is a verb, which
says what to do, and the setting or group that it is about. settings_commands.py does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout, option, soon
from cogs.table.parts import bold, joined, layout, lines, small
from data.guild.settings import SettingChange
from data.people import Person
from games.core import Phrase
from i18n.words import Words
from tables.settings.kinds import Channel, Channels, Choice, Games, Role, Setting, Switch
from tables.settings.schema import FIRST, Group, Schema
from tables.settings.servers import ServerSettings

_ABOUT = r"(?P<verb>[a-z]{1,10}):(?P<key>[a-z0-9_.]{1,60})"
CONTROL, FORM = f"[bscr]:{_ABOUT}", f"f:{_ABOUT}"
"""The part of an address after `settings:`, for both kinds of buttons and selects, and for forms."""
_ON_FIRST = f"{FIRST}."
"""What comes before a setting's key where it is changed among what to change first."""
TEXT_CHANNELS = [discord.ChannelType.text, discord.ChannelType.news]
CHANNELS = [*TEXT_CHANNELS, discord.ChannelType.voice, discord.ChannelType.stage_voice, discord.ChannelType.forum]


@dataclass(frozen=True, slots=True)
class SettingPress:
    """Somebody pressed, chose or sent something: `values` were chosen, `fields` filled in.

    `about` is a group's key, or that of a setting as `address_of` gives it.
    """

    interaction: discord.Interaction
    verb: str
    about: str
    values: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]]

    @property
    def key(self) -> str:
        """The key of the setting."""
        return self.about.removeprefix(_ON_FIRST)

    def group_of(self, setting: Setting, schema: Schema) -> Group:
        """The group in which `setting` is open."""
        return schema.first if self.about.partition(".")[0] == FIRST else schema.group_with(setting)


def address_of(setting: Setting, group: Group) -> str:
    """How an address names `setting` where it is open in `group`."""
    return f"{_ON_FIRST}{setting.key}" if group.key == FIRST else setting.key


def setting_button(verb: str, key: str, label: str, *, main: bool = False) -> Component:
    """A button; the main ones stand out."""
    return components.button(f"settings:b:{verb}:{key}", label, ButtonStyle.primary if main else ButtonStyle.secondary)


def setting_select(verb: str, key: str, options: Sequence[Component], placeholder: str, most: int = 1) -> Component:
    """A select of texts, of which up to `most` may be chosen."""
    return components.select(f"settings:s:{verb}:{key}", options, placeholder, most)


GREY = 0x7F8C8D
LATEST = 5
"""The most changes that the panel lists."""


def reading(settings: ServerSettings, schema: Schema, group: Group, words: Words) -> Layout:
    """One group, to be read, and the controls that lead to the others."""
    hint = small(words("Only managers of this server can change these."))
    return layout(GREY, [_listed(settings, schema, group, words), hint], [[_groups("look", schema, group, words)]])


def panel(
    settings: ServerSettings,
    schema: Schema,
    group: Group,
    setting: Setting | None,
    changes: Iterable[SettingChange],
    words: Words,
    *,
    has_permission: bool,
    is_log_unwritable: bool,
) -> Layout:
    """One group, to be changed; `setting` is open. `has_permission` says whether the reader has Manage Server.

    `is_log_unwritable` says that the bot can't write in the server's log channel.
    """
    options = [
        option(_title(schema, group, each, words), each.key, is_chosen=each is setting) for each in group.settings
    ]
    label = words("More rules…") if group.presets else words("Choose a setting to change")
    chosen = setting_select("pick", group.key, options, label)
    rows: list[list[Component]] = [[_groups("group", schema, group, words)], [chosen]]
    if group.presets:
        presets = group.presets.items()
        rows.insert(1, [setting_button("preset", f"{group.key}.{key}", words.said(of.title)) for key, of in presets])
    texts = [f"⚠ {words.said(unwritable(settings.log_channel))}"] if is_log_unwritable else []
    texts.append(_listed(settings, schema, group, words))
    if setting is not None:
        texts.append(_explained(settings, setting, words))
        if has_permission or not setting.guarded:
            rows += _controls(settings, setting, address_of(setting, group), words)
    return layout(GREY, [*texts, lines(*_changes_texts(changes, schema, words))], rows)


# The text


def unwritable(channel: int) -> Phrase:
    """Why nothing is written in a channel."""
    return Phrase(
        "The bot can't write in {channel}. Give it View Channel and Send Messages there, or choose another channel.",
        channel=f"<#{channel}>",
    )


def _title(schema: Schema, group: Group, setting: Setting, words: Words) -> str:
    """The name of `setting`, after that of its game where `group` has the same setting of several."""
    own, title = schema.group_with(setting), words.said(setting.title)
    return joined(words.said(own.title), title) if group.key == FIRST and own.key in schema.games else title


def _listed(settings: ServerSettings, schema: Schema, group: Group, words: Words) -> str:
    """The settings that have an effect as things are; those that a preset has by its name."""
    preset = group.preset_of(settings.value_of)
    shown = [] if preset is None else [(words("Rules"), words.said(preset.title))]
    shown += [
        (_title(schema, group, setting, words), setting.briefly(settings.value_of(setting), words))
        for setting in group.settings
        if setting.applies(settings) and not (preset and preset.has(setting, settings.value_of(setting)))
    ]
    rows = (words("{option}: {value}", option=option, value=bold(value)) for option, value in shown)
    return lines(words("### Settings · {group}", group=group.title), *rows)


def _explained(settings: ServerSettings, setting: Setting, words: Words) -> str:
    return lines(
        words(
            "{option}: {value}",
            option=bold(words.said(setting.title)),
            value=setting.said(settings.value_of(setting), words),
        ),
        *(words.said(said) for said in (setting.meaning, setting.effect) if said is not None),
        small(
            words("default: {value}", value=setting.said(setting.default, words)),
            words("for tables opened from now on") if setting.at_opening else "",
            words("only for members with Manage Server to change") if setting.guarded else "",
            "" if setting.applies(settings) else words("no effect with the current settings"),
        ),
    )


def _changes_texts(changes: Iterable[SettingChange], schema: Schema, words: Words) -> Iterator[str]:
    for change in changes:
        if (setting := schema.settings.get(change.name)) is not None:
            text = words(
                "{person} changed {setting} from {before} to {after} · {when}",
                person=Person(change.actor_id),
                setting=setting.title,
                before=setting.briefly(setting.saved(change.before), words),
                after=setting.briefly(setting.saved(change.after), words),
                when=soon(change.at),
            )
            yield small(text)


# The controls


def _groups(verb: str, schema: Schema, selected: Group, words: Words) -> Component:
    options = [
        option(words.said(group.title), group.key, is_chosen=group.key == selected.key)
        for group in (schema.first, *schema.groups.values())
    ]
    return setting_select(verb, "groups", options, words("Choose a group"))


def _controls(settings: ServerSettings, setting: Setting, key: str, words: Words) -> Iterator[list[Component]]:
    value, title = settings.value_of(setting), words.said(setting.title)
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
            yield [setting_select("choose", key, options, title)]
        case Games():
            games = setting.games.items()
            options = [option(words.said(game), name, is_chosen=name not in value) for name, game in games]
            yield [setting_select("games", key, options, title, len(options))]
        case Channels():
            yield [components.channel_select(f"settings:c:channels:{key}", CHANNELS, title, setting.most)]
        case Channel():
            yield [components.channel_select(f"settings:c:channel:{key}", TEXT_CHANNELS, title, 1)]
        case Role():
            yield [components.role_select(f"settings:r:role:{key}", title)]
        case _:
            yield [setting_button("ask", key, words("Change…"), main=True), *default]
            return
    if default:
        yield default
