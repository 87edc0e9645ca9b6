"""From the address of a button, a select or a form to what it does: each kind of address is declared once, as a Route.

A control is nothing but its address, Discord's custom_id. So it works after a restart as before, and nothing of the
message around it is kept. Anybody can put an address on any message, so private things are shown only to whoever
presses.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

import discord
from discord import ButtonStyle, InteractionType, app_commands

from cogs.app.replies import components
from cogs.app.replies.components import OPENED, Component, parts_of
from cogs.app.replies.errors import REFUSED_FORM, explain
from games.core import IllegalAction
from i18n.words import Words

ClientT_contra = TypeVar("ClientT_contra", bound=discord.Client, contravariant=True)
"""The bot, of which handlers may want more than any bot has."""
Handler: TypeAlias = Callable[[discord.Interaction[ClientT_contra], re.Match[str]], Awaitable[None]]
"""Does what an address says, and answers."""

_SHOWN = "shown"
"""Under what name the data of a press has the components of the message that it was on."""
_READ = frozenset({"id", "flags", "type", "content"})
"""What discord.py gets of that message: what is read of it, and what it insists on."""

BEYOND = 2**63
"""No number of Discord's or of the database is as large."""


@dataclass(frozen=True)
class Route(Generic[ClientT_contra]):
    """One kind of address: `name`, a colon, and what matches `parts`; and what is done about it.

    Whatever the handler raises is explained to the person. A fault is logged with `about`, filled with the parts, and
    they are told how they stand.
    """

    name: str
    parts: str
    handler: Handler[ClientT_contra]
    about: str
    is_form: bool = False
    stands: Callable[[discord.Interaction, re.Match[str], Words], str] = lambda _interaction, _match, _words: ""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of a whole address."""
        return re.compile(f"{self.name}:{self.parts}")

    def button(
        self,
        parts: object,
        label: str | None,
        style: ButtonStyle = ButtonStyle.secondary,
        *,
        emoji: Component | None = None,
    ) -> Component:
        """A button that leads there, with a text, an emoji or both."""
        return components.button(f"{self.name}:{parts}", label, style, emoji=emoji)

    def select(self, parts: object, options: Sequence[Component], placeholder: str, most: int = 1) -> Component:
        """A select of `options`, of which up to `most` may be chosen."""
        return components.select(f"{self.name}:{parts}", options, placeholder, most)


class Router(Generic[ClientT_contra]):
    """Brings every press, choice and form to its route."""

    def __init__(self) -> None:
        self._controls: dict[str, Route[ClientT_contra]] = {}
        self._forms: dict[str, Route[ClientT_contra]] = {}
        self.register(Route(REFUSED_FORM, r"(?P<form>.+)", _open_again, "a form once more"))

    def register(self, *routes: Route[ClientT_contra]) -> None:
        """Accept presses for these routes."""
        for route in routes:
            (self._forms if route.is_form else self._controls)[route.name] = route

    def find(self, address: str, *, is_form: bool = False) -> tuple[Route[ClientT_contra], re.Match[str]] | None:
        """Where `address` leads, and its parts; None when it leads nowhere."""
        route = (self._forms if is_form else self._controls).get(address.partition(":")[0])
        match = route.pattern.fullmatch(address) if route is not None else None
        return None if route is None or match is None else (route, match)

    async def dispatch(self, interaction: discord.Interaction[ClientT_contra]) -> None:
        """Do what was pressed, chosen or sent."""
        data: Any = interaction.data
        found = self.find(data["custom_id"], is_form=interaction.type is InteractionType.modal_submit)
        if found is None:
            return
        route, match = found
        parts = match.groupdict(default="")
        form = OPENED.pop((interaction.user.id, data["custom_id"]), None) if route.is_form else None
        try:
            _verify(interaction, parts)
            await route.handler(interaction, match)
        except Exception as error:  # all that the handler raises ends up here
            about = route.about.format(**parts)
            if form is not None:
                form.refill(filled(interaction))
            await explain(interaction, error, about, lambda words: route.stands(interaction, match, words), form)


async def _open_again(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Open a refused form once more, as it was filled in."""
    if (form := OPENED.get((interaction.user.id, match["form"]))) is None:
        raise IllegalAction("The bot can't read that. Run the command again.")
    await form.open(interaction)


def _verify(interaction: discord.Interaction[Any], parts: Mapping[str, str]) -> None:
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    if any(part.isdecimal() and int(part) >= BEYOND for part in parts.values()):
        raise IllegalAction("The bot can't read that. Run the command again.")


def without_message(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """`parse`, discord.py's for the event of a press, which makes objects of all that the message around it shows.

    Nobody reads these, nor who has sent the message and in answer to what. `shown_on` has what it shows.
    """

    def parse_press(event: dict[str, Any]) -> None:
        if (message := event.get("message")) is not None:
            read = {name: message[name] for name in _READ & message.keys()} | {"components": []}
            event = event | {"message": read, "data": event["data"] | {_SHOWN: message.get("components", [])}}
        parse(event)

    return parse_press


def shown_on(interaction: discord.Interaction[Any]) -> Iterator[Component]:
    """All parts of the message that somebody has pressed on, from the first to the last."""
    data: Any = interaction.data
    return parts_of(data.get(_SHOWN, ()))


def chosen(interaction: discord.Interaction) -> tuple[str, ...]:
    """The values chosen in a select."""
    data: Any = interaction.data
    return texts(data.get("values"))


def choice(interaction: discord.Interaction) -> str:
    """The value chosen in a select for one; empty when nothing was sent."""
    return next(iter(chosen(interaction)), "")


def filled(interaction: discord.Interaction) -> Mapping[str, tuple[str, ...]]:
    """The values filled into a form, by field."""
    data: Any = interaction.data
    return dict(_fields(data.get("components") or ()))


def texts(values: object) -> tuple[str, ...]:
    """The chosen or typed values in whatever Discord sent: only text counts, and invalid characters are marked."""
    found = values if isinstance(values, list) else [values]
    return tuple(value.encode(errors="replace").decode() for value in found if isinstance(value, str))


def _fields(sent: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for component in sent:
        if "custom_id" in component:
            yield component["custom_id"], texts(component.get("values", component.get("value")))
        inside = component.get("component")
        yield from _fields([*(component.get("components") or ()), *([] if inside is None else [inside])])
