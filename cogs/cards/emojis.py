"""The card faces and the marks of the road on Discord: uploaded once as the application's emojis, then looked up.

An emoji's name carries the card or mark and the version of the drawing (`10H_v1`), so changed faces are uploaded anew
and what is already there is found again at the next start. Older versions are deleted when the new ones are complete;
emojis of any other name are nobody's business here. Until a face is there it is text; one that Discord refuses is
tried again, later each time, and keeps no other away.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TypeAlias

import aiohttp
import discord

from cogs.cards import faces as cards
from cogs.cards import road
from games.cards import Card
from games.pok_deng import Mark

log = logging.getLogger(__name__)

_VERSIONED = re.compile(r"(\w+)_v([0-9]+)")
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 60.0, 3600.0
"""Before what Discord refused is tried again; each wait is twice as long as the one before."""

_REFUSALS = (discord.DiscordException, aiohttp.ClientError, OSError)

Face: TypeAlias = Card | Mark | None
"""What has an emoji; None is a card face down."""

FACES: tuple[Face, ...] = (*cards.FACES, *road.MARKS)
"""Everything that has one."""


def emoji_name(face: Face, version: int | None = None) -> str:
    """What the emoji of `face` is called on Discord: `AS_v1`, `JOKER_v1`, `BACK_v1`, `won_flush_v1`."""
    if isinstance(face, Mark):
        return f"{road.mark_name(face)}_v{version or road.MARKS_VERSION}"
    return f"{face or 'BACK'}_v{version or cards.FACES_VERSION}"


def face_png(face: Face) -> bytes:
    """The picture of `face`, the same bytes each time. It takes some 8 ms of computing."""
    return road.mark_png(face) if isinstance(face, Mark) else cards.face_png(face)


def plain_text(face: Face) -> str:
    """`face` in characters that every device has."""
    return road.plain_mark(face) if isinstance(face, Mark) else cards.plain_text(face)


_VERSIONS = {stem: int(version) for stem, version in (emoji_name(face).rsplit("_v") for face in FACES)}


class CardEmojis:
    """The faces that Discord has for one bot. `start` brings them there in the background; ask `text` at any time."""

    def __init__(self) -> None:
        self._there: dict[Face, str] = {}
        self._loading: asyncio.Task[None] | None = None

    def text(self, face: Face) -> str:
        """How to write a face into a message: its emoji (`<:AS_v1:123>`), or `plain_text` while there is none."""
        return self._there.get(face) or plain_text(face)

    def start(self, client: discord.Client) -> None:
        """Look up and upload in the background. Call it once `client` has logged in, such as in its `setup_hook`."""
        self._loading = asyncio.create_task(self._keep_loading(client), name="card faces")

    async def stop(self) -> None:
        """End a background upload; what is not uploaded yet is left to the next start."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)

    async def _keep_loading(self, client: discord.Client) -> None:
        wait = _FIRST_WAIT_SECONDS
        try:
            while not await self.load(client):
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT_SECONDS)
        except Exception:
            # Nobody awaits the background: a bug in here would go unseen.
            log.exception("The card faces failed; cards without one are text until the next start")

    async def load(self, client: discord.Client) -> bool:
        """Find the faces that are there, upload the missing ones one after the other, delete outdated ones.

        Returns whether all is as it should be; what Discord or the network refuses is one line in the log.
        """
        refused: list[Exception] = []
        try:
            await self._load(client, refused)
        except _REFUSALS as error:
            refused.append(error)
        if refused:
            log.warning(
                "%d of %d card faces are on Discord; cards without one are text, and are tried again later: %s",
                len(self._there),
                len(FACES),
                refused[0],
            )
        return not refused

    async def _load(self, client: discord.Client, refused: list[Exception]) -> None:
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        self._there = {face: str(there[name]) for face in FACES if (name := emoji_name(face)) in there}
        missing = [face for face in FACES if face not in self._there]
        for face in missing:
            # Drawing takes milliseconds of computing; players may be pressing buttons meanwhile.
            image = await asyncio.to_thread(face_png, face)
            try:
                self._there[face] = str(await client.create_application_emoji(name=emoji_name(face), image=image))
            except discord.HTTPException as error:  # of this picture; without a connection no other would go either
                refused.append(error)
        if refused:
            return
        outdated = [emoji for name, emoji in there.items() if _is_outdated(name)]
        for emoji in outdated:
            await emoji.delete()
        if missing or outdated:
            log.info("Card faces: %d uploaded, %d outdated ones deleted", len(missing), len(outdated))


def _is_outdated(name: str) -> bool:
    """Whether an emoji is one of this project's, drawn by an older version."""
    found = _VERSIONED.fullmatch(name)
    return found is not None and int(found[2]) < _VERSIONS.get(found[1], 0)
