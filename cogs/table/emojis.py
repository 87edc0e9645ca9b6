"""The card faces and the marks of games on Discord: uploaded once as the application's emojis, then looked up.

Screen readers read an emoji's name out: `king_of_spades`. A drawing that has changed has its version behind
(`king_of_spades_v2`), so it is uploaded again, and existing ones are found again at the next start. Older versions are
deleted when the new ones are complete; emojis of any other name are left alone. As long as a face isn't there, it is
text; one that Discord refuses is tried again, less and less often, and holds up no other. One process uploads for all;
the others find its emojis when it is done.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord

from cogs.app.process.shutdown import Tasks
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.requests import NOT_SOON, error_text
from cogs.table import faces as cards
from data.store.errors import growing_pauses
from data.store.locks import Locks, held

log = logging.getLogger(__name__)

_VERSIONED = re.compile(r"(\w+)_v([0-9]+)")
_EMOJI = re.compile(r"<:\w+:[0-9]+>")
WITHIN = 900.0
"""Seconds that one try may take, another process's included: who stands still may hold the faces for good."""

_REFUSALS = (discord.DiscordException, aiohttp.ClientError, OSError)

Face: TypeAlias = Hashable
"""What has an emoji: a card, None for one face down, or a mark of a game's own."""


@dataclass(frozen=True)
class EmojiSet:
    """Pictures in one style; `version` is raised when they change, so that Discord gets new ones.

    `name` is an emoji's name in version 1, `png` draws it (always the same bytes), and `plain` writes it in characters
    that every device has.
    """

    faces: tuple[Face, ...]
    version: int
    name: Callable[[Any], str]
    png: Callable[[Any], bytes]
    plain: Callable[[Any], str]

    def emoji_name(self, face: Face) -> str:
        """The name of `face`'s emoji on Discord: `ace_of_spades`, `won_flush`, and `won_flush_v2` drawn again."""
        return self.name(face) if self.version == 1 else f"{self.name(face)}_v{self.version}"


CARDS = EmojiSet(cards.FACES, cards.FACES_VERSION, cards.spoken_name, cards.face_png, cards.plain_text)
"""Every card and the back."""


def face_png(pictures: EmojiSet, face: Face) -> bytes:
    """The picture of `face`. It takes some 8 ms of computing."""
    return pictures.png(face)


class _Mentions(dict[Face, str]):
    """The emojis that are there, as messages write them; a face without one reads as plain characters."""

    def __init__(self, sets: Mapping[Face, EmojiSet]) -> None:
        super().__init__()
        self._sets = sets

    def __missing__(self, face: Face) -> str:
        return self._sets[face].plain(face)


class CardEmojis:
    """The faces that Discord has for one bot. `start` uploads them in the background; call `text` at any time."""

    def __init__(self) -> None:
        self._sets: dict[Face, EmojiSet] = {}
        self._versions: dict[str, int] = {}
        """Of each face, by its name in version 1."""
        self._there = _Mentions(self._sets)
        self.text: Callable[[Face], str] = self._there.__getitem__
        """How to write a face in a message: its emoji (`<:joker:123>`), or plain characters while there is none.

        A picture asks for a score of them, so this is the dictionary's own.
        """
        self._loading = Tasks("the card faces")
        self.offer(CARDS)

    def offer(self, pictures: EmojiSet) -> None:
        """Upload these to Discord too; call it before `start`."""
        self._sets.update((face, pictures) for face in pictures.faces)
        self._versions.update((pictures.name(face), pictures.version) for face in pictures.faces)

    @property
    def pictures(self) -> Mapping[Face, EmojiSet]:
        """Everything that has an emoji, and the set that draws it."""
        return self._sets

    def as_text(self, view: Layout) -> Layout:
        """`view` with plain characters in place of these emojis, in texts and on buttons."""
        plain = {mention: self._sets[face].plain(face) for face, mention in self._there.items()}
        return Layout(*(_as_text(part, plain) for part in view.to_components()))

    def start(self, client: discord.Client, locks: Locks) -> None:
        """Look up and upload in the background. Call it once `client` has logged in, such as in its `setup_hook`."""
        self._loading.start(self._keep_loading(client, locks))

    async def stop(self) -> None:
        """End a background upload; the next start uploads the rest."""
        await self._loading.end()

    async def _keep_loading(self, client: discord.Client, locks: Locks) -> None:
        for pause in growing_pauses(*NOT_SOON):
            if await self.load(client, locks):
                return
            await asyncio.sleep(pause)

    async def load(self, client: discord.Client, locks: Locks) -> bool:
        """Find the faces that are there, upload the missing ones one after the other, delete outdated ones.

        While another process does so, this waits for it.

        Returns whether all is as it should be; refusals by Discord or the network are one line in the log.
        """
        refused: list[Exception] = []
        try:
            if any(await self._look(client)):
                async with asyncio.timeout(WITHIN), held(locks, "the card faces"):
                    await self._complete(client, refused)
        except _REFUSALS as error:
            refused.append(error)
        if refused:
            log.warning(
                "%d of %d card faces are on Discord; cards without one are text, and are tried again later: %s",
                len(self._there),
                len(self._sets),
                error_text(refused[0]),
            )
        return not refused

    async def _look(self, client: discord.Client) -> tuple[list[Face], list[discord.Emoji]]:
        """Find the faces that are there. Returns those that are not, and the outdated emojis."""
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        found, missing = dict[Face, str](), []
        for face, pictures in self._sets.items():
            emoji = there.get(pictures.emoji_name(face))
            if emoji is None:
                missing.append(face)
            else:
                found[face] = str(emoji)
        self._there.clear()
        self._there.update(found)
        return missing, [emoji for name, emoji in there.items() if self._is_outdated(name)]

    async def _complete(self, client: discord.Client, refused: list[Exception]) -> None:
        """Upload what is missing now, and then delete what is outdated."""
        missing, outdated = await self._look(client)
        for face in missing:
            # Drawing takes milliseconds of computing, and players may be pressing buttons in the meantime.
            image, name = await asyncio.to_thread(face_png, self._sets[face], face), self._sets[face].emoji_name(face)
            try:
                self._there[face] = str(await client.create_application_emoji(name=name, image=image))
            except discord.HTTPException as error:  # only this picture's; without a connection all would fail
                refused.append(error)
        if refused:
            return
        for emoji in outdated:
            await emoji.delete()
        if missing or outdated:
            log.info("Card faces: %d uploaded, %d outdated ones deleted", len(missing), len(outdated))

    def _is_outdated(self, name: str) -> bool:
        """Whether an emoji is one of this project's, drawn by an older version."""
        found = _VERSIONED.fullmatch(name)
        first, version = (name, 1) if found is None else (found[1], int(found[2]))
        return version < self._versions.get(first, 0)


def _as_text(part: Component, plain: Mapping[str, str]) -> Component:
    changed = dict(part)
    if isinstance(content := part.get("content"), str):
        changed["content"] = _EMOJI.sub(lambda found: plain.get(found[0], found[0]), content)
    if isinstance(inner := part.get("components"), list):
        changed["components"] = [_as_text(each, plain) for each in inner]
    if isinstance(beside := part.get("accessory"), dict):
        changed["accessory"] = _as_text(beside, plain)
    emoji = part.get("emoji")
    if isinstance(emoji, dict) and (face := plain.get(f"<:{emoji['name']}:{emoji['id']}>")) is not None:
        del changed["emoji"]
        changed["label"] = f"{face} {part.get('label', '')}".strip()
    return changed
