"""What a message is made of, as Discord's API describes it: containers, texts, rows of buttons and selects,
and files.

Messages are built as the JSON that is sent. A table is drawn at every press, and its controls are found by their
addresses, so discord.ui's objects, which wait to be called back, would only be thrown away. Forms are discord.ui's,
which forgets one when the process ends; Discord does not, and sends it to the next process. So no form is answered by
its own object: every form that is sent, known or not, goes to its route (cogs/app/router.py).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias, cast

import discord
from discord import ButtonStyle, ChannelType, ComponentType, PartialEmoji, ui

Component: TypeAlias = dict[str, object]
"""One component, with the names of Discord's API."""

LONGEST_LABEL = 80
"""Characters. Discord refuses messages with longer labels, and other languages need more characters than English."""
LONGEST_DESCRIPTION = 1_024
"""Characters of what is said of a picture."""
LONGEST_TITLE, LONGEST_FIELD, LONGEST_HINT = 45, 45, 100
"""Characters of a form's title, of the name of a field, and of what is said below that name."""
_OPEN_SECONDS = 900.0
"""How long a form can be filled in: as long as its interaction could answer anything."""

MOST_BYTES = 9_500_000
"""The largest size of a file, so that it stays below Discord's 10 MB with everything around it."""

_TEXT, _ROW = ComponentType.text_display.value, ComponentType.action_row.value
_CONTAINER, _SECTION = ComponentType.container.value, ComponentType.section.value
_SEPARATOR, _BUTTON = ComponentType.separator.value, ComponentType.button.value
_GALLERY = ComponentType.media_gallery.value
_INPUT = ComponentType.text_input.value
_SELECT, _CHANNELS = ComponentType.select.value, ComponentType.channel_select.value
_ROLES, _USERS = ComponentType.role_select.value, ComponentType.user_select.value


_EMPTY = vars(ui.LayoutView(timeout=None))
"""What discord.py sets in a view. One that waits for presses needs its own number, future and items; ours never wait,
and making these for every picture would take longer than the rest of it."""


class Layout(ui.LayoutView):
    """A message of these components, for discord.py to send; it holds nothing that discord.py would keep."""

    def __init__(self, *components: Component) -> None:
        vars(self).update(_EMPTY)
        self._sent = list(components)

    def is_finished(self) -> bool:
        """Always true; otherwise discord.py keeps a private message with a timer for 15 minutes."""
        return True

    def to_components(self) -> list[Component]:
        """What is sent."""
        return self._sent

    def has_components_v2(self) -> bool:
        """Whether the components are the whole message, which they are."""
        return True

    def content_length(self) -> int:
        """The number of characters in all texts."""
        return _length(self._sent)


class Buttons(ui.View):
    """Buttons below a message of plain text."""

    def __init__(self, *buttons: Component) -> None:
        super().__init__(timeout=None)
        self.stop()
        self._sent = [row(*buttons)]

    def to_components(self) -> list[Component]:
        """What is sent."""
        return self._sent


def _length(components: Iterable[Component]) -> int:
    length = 0
    for component in components:
        if component["type"] == _TEXT:
            length += len(str(component["content"]))
        elif component["type"] in (_CONTAINER, _SECTION) and isinstance(component["components"], list):
            length += _length(component["components"])
    return length


def text(content: str, number: int | None = None) -> Component:
    """A text in Markdown; its `number` finds it again in the message."""
    return {"type": _TEXT, "content": content} | ({} if number is None else {"id": number})


def soon(moment: datetime | None) -> str:
    """A moment as each reader's own Discord counts down to it."""
    return f"<t:{round(moment.timestamp())}:R>" if moment is not None else ""


def separator() -> Component:
    """A line."""
    return {"type": _SEPARATOR, "divider": True, "spacing": 1}


def container(accent: int | None, parts: list[Component]) -> Component:
    """A box with the colour `accent`, 0xRRGGBB, at its left edge."""
    return {"type": _CONTAINER, "accent_color": accent, "spoiler": False, "components": parts}


def picture(filename: str, description: str) -> Component:
    """A picture that is attached to the message as `filename`; `description` is for people who can't see it."""
    item = {"media": {"url": f"attachment://{filename}"}, "description": description[:LONGEST_DESCRIPTION]}
    return {"type": _GALLERY, "items": [item]}


def section(content: str, control: Component) -> Component:
    """A text in Markdown with a button beside it."""
    return {"type": _SECTION, "components": [text(content)], "accessory": control}


def row(*controls: Component) -> Component:
    """Up to five buttons, or a select."""
    return {"type": _ROW, "components": list(controls)}


def button(
    address: str, label: str | None, style: ButtonStyle = ButtonStyle.secondary, *, emoji: Component | None = None
) -> Component:
    """A button that leads to `address`, with a text, an emoji or both."""
    made: Component = {"type": _BUTTON, "style": style.value, "disabled": False}
    if label is not None:
        made["label"] = label[:LONGEST_LABEL]
    made["custom_id"] = address
    if emoji is not None:
        made["emoji"] = emoji
    return made


def link_button(address: str, label: str) -> Component:
    """A button that leads to a web address, such as a message of Discord's."""
    return {"type": _BUTTON, "style": ButtonStyle.link.value, "label": label[:LONGEST_LABEL], "url": address}


@functools.cache
def emoji(mention: str) -> Component | None:
    """The application's emoji for the mention `<:name:id>`; None when `mention` is any other text."""
    found = PartialEmoji.from_str(mention)
    return None if found.id is None else {"id": str(found.id), "name": found.name}


def option(label: str, value: str, *, is_chosen: bool = False) -> Component:
    """An option of a select of texts."""
    return {"label": label, "value": value, "default": is_chosen}


def select(address: str, options: Sequence[Component], placeholder: str, most: int = 1) -> Component:
    """A select of `options`, of which up to `most` may be chosen."""
    return _choosing(_SELECT, address, placeholder, most, is_required=True) | {"options": list(options)}


def channel_select(address: str, kinds: Iterable[ChannelType], placeholder: str, most: int) -> Component:
    """A select of up to `most` of the server's channels."""
    made = _choosing(_CHANNELS, address, placeholder, most, is_required=False)
    return made | {"channel_types": [kind.value for kind in kinds]}


def role_select(address: str, placeholder: str) -> Component:
    """A select of one of the server's roles."""
    return _choosing(_ROLES, address, placeholder, 1, is_required=False)


def user_select(address: str, placeholder: str) -> Component:
    """A select of one of the server's members."""
    return _choosing(_USERS, address, placeholder, 1, is_required=False)


def _choosing(kind: int, address: str, placeholder: str, most: int, *, is_required: bool) -> Component:
    return {
        "type": kind,
        "custom_id": address,
        "min_values": 1,
        "max_values": most,
        "disabled": False,
        "required": is_required,
        "placeholder": placeholder,
    }


def parts_of(components: Iterable[Component]) -> Iterator[Component]:
    """These components and all that is in them, from the first to the last."""
    for component in components:
        yield component
        inside, beside = component.get("components"), component.get("accessory")
        yield from parts_of(inside if isinstance(inside, list) else ())
        yield from parts_of([beside] if isinstance(beside, dict) else ())


class Attached(discord.File):
    """A file announced as Discord's description wants: with its number as text, where discord.py writes a number."""

    def to_dict(self, index: int) -> dict[str, object]:
        """The announcement of the file with this number."""
        return {**super().to_dict(index), "id": str(index)}


class Form(ui.Modal):
    """A form that is answered where its address, `custom_id`, leads."""

    def __init__(self, custom_id: str, title: str, *fields: ui.Label[ui.Modal]) -> None:
        super().__init__(title=shortened(title, LONGEST_TITLE), custom_id=custom_id, timeout=_OPEN_SECONDS)
        for field in fields:
            field.text = shortened(field.text, LONGEST_FIELD)
            field.description = shortened(field.description or "", LONGEST_HINT) or None
            self.add_item(field)
        self._sent = super().to_dict()
        self.clear_items()  # each of them refers to the form
        self.stop()  # otherwise discord.py keeps it until it is filled in, or for 15 minutes
        self.opened = 0
        """How often it was."""

    async def open(self, interaction: discord.Interaction) -> None:
        """Ask for it, and keep it: if it is refused, whoever filled it in gets it once more."""
        OPENED.pop(next(iter(OPENED)) if len(OPENED) >= MOST_OPENED else None, None)
        self.opened += 1
        OPENED[interaction.user.id, self.custom_id] = self
        await interaction.response.send_modal(self)

    def refill(self, values: Mapping[str, Sequence[str]]) -> None:
        """Have these values in the fields the next time."""
        for label in cast("list[Component]", self._sent["components"]):
            field = cast(Component, label["component"])
            typed = values.get(str(field["custom_id"]), ())
            if field["type"] == _INPUT:
                field["value"] = "".join(typed)
            for each in cast("list[Component]", field.get("options", ())):
                each["default"] = each["value"] in typed

    def to_dict(self) -> dict[str, object]:
        """What is sent."""
        return self._sent

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        """Do nothing: the form's route serves forms of this process and of earlier ones alike."""


OPENED: dict[tuple[int, str] | None, Form] = {}
"""The latest forms that are open or were refused, by the person and their address."""
MOST_OPENED = 1_000


def shortened(text: str, most: int) -> str:
    """`text`, cut to at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
