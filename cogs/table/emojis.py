"""The card faces and the marks of games on Discord: uploaded once as the application's emojis, then looked up.

An emoji's name carries the card or mark and the version of the drawing (`10H_v1`), so changed faces are uploaded again
and existing ones are found again at the next start. Older versions are deleted when the new ones are complete; emojis
of any other name are left alone. As long as a face isn't there, it is text; one that Discord refuses is tried again,
less and less often, and holds up no other. One process uploads for all; the others find its emojis when it is done.
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

from cogs.table import faces as cards
from data.store.locks import Locks, held
from games.cards import Card

log = logging.getLogger(__name__)

_VERSIONED = re.compile(r"(\w+)_v([0-9]+)")
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 60.0, 3600.0
"""The wait before something that Discord refused is tried again; each wait is twice as long as the one before."""

_REFUSALS = (discord.DiscordException, aiohttp.ClientError, OSError)

Face: TypeAlias = Hashable
"""What has an emoji: a card, None for one face down, or a mark of a game's own."""


@dataclass(frozen=True)
class EmojiSet:
    """Pictures in one style; `version` is raised when they change, so that Discord gets new ones.

    `name` is an emoji's name without its version, `png` draws it (always the same bytes), and `plain` writes it in
    characters that every device has.
    """

    faces: tuple[Face, ...]
    version: int
    name: Callable[[Any], str]
    png: Callable[[Any], bytes]
    plain: Callable[[Any], str]

    def emoji_name(self, face: Face) -> str:
        """The name of `face`'s emoji on Discord: `AS_v1`, `won_flush_v1`."""
        return f"{self.name(face)}_v{self.version}"


def _card_name(card: Card | None) -> str:
    return str(card or "BACK")


CARDS = EmojiSet(cards.FACES, cards.FACES_VERSION, _card_name, cards.face_png, cards.plain_text)
"""Every card and the back."""


def face_png(pictures: EmojiSet, face: Face) -> bytes:
    """The picture of `face`. It takes some 8 ms of computing."""
    return pictures.png(face)


class CardEmojis:
    """The faces that Discord has for one bot. `start` uploads them in the background; call `text` at any time."""

    def __init__(self) -> None:
        self._sets: dict[Face, EmojiSet] = {}
        self._versions: dict[str, int] = {}
        """Of each face, by its name without the version."""
        self._there: dict[Face, str] = {}
        self._loading: asyncio.Task[None] | None = None
        self.offer(CARDS)

    def offer(self, pictures: EmojiSet) -> None:
        """Upload these to Discord too; call it before `start`."""
        self._sets.update((face, pictures) for face in pictures.faces)
        self._versions.update((pictures.name(face), pictures.version) for face in pictures.faces)

    @property
    def pictures(self) -> Mapping[Face, EmojiSet]:
        """Everything that has an emoji, and the set that draws it."""
        return self._sets

    def text(self, face: Face) -> str:
        """How to write a face in a message: its emoji (`<:AS_v1:123>`), or plain characters while there is none."""
        try:
            return self._there[face]
        except KeyError:
            return self._sets[face].plain(face)

    def start(self, client: discord.Client, locks: Locks) -> None:
        """Look up and upload in the background. Call it once `client` has logged in, such as in its `setup_hook`."""
        self._loading = asyncio.create_task(self._keep_loading(client, locks), name="card faces")

    async def stop(self) -> None:
        """End a background upload; the next start uploads the rest."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)

    async def _keep_loading(self, client: discord.Client, locks: Locks) -> None:
        wait = _FIRST_WAIT_SECONDS
        try:
            while not await self.load(client, locks):
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT_SECONDS)
        except Exception:
            # Nobody awaits the background task: a bug in here would go unnoticed.
            log.exception("The card faces failed; cards without one are text until the next start")

    async def load(self, client: discord.Client, locks: Locks) -> bool:
        """Find the faces that are there, upload the missing ones one after the other, delete outdated ones.

        While another process does so, this waits for it.

        Returns whether all is as it should be; refusals by Discord or the network are one line in the log.
        """
        refused: list[Exception] = []
        try:
            if any(await self._look(client)):
                async with held(locks, "the card faces"):
                    await self._complete(client, refused)
        except _REFUSALS as error:
            refused.append(error)
        if refused:
            log.warning(
                "%d of %d card faces are on Discord; cards without one are text, and are tried again later: %s",
                len(self._there),
                len(self._sets),
                refused[0],
            )
        return not refused

    async def _look(self, client: discord.Client) -> tuple[list[Face], list[discord.Emoji]]:
        """Find the faces that are there. Returns those that are not, and the outdated emojis."""
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        names = {face: pictures.emoji_name(face) for face, pictures in self._sets.items()}
        self._there = {face: str(there[name]) for face, name in names.items() if name in there}
        missing = [face for face in names if face not in self._there]
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
        if found is None:
            return False
        return int(found[2]) < self._versions.get(found[1], 0)
