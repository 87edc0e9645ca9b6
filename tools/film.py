"""Take all pictures of the documents from today's screens: `python -m tools.film`. It takes a minute, and Chromium.

Ana and Ben play a round of Blackjack, and what everybody sees of their table after each move is a frame. Then four play
Five Hundred, up to a trick in which Ana is the last to play. They do so in a simulated Discord, each time with the same
cards. What the screens said is kept beside the pictures, and a test compares it with what they say now.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image
from playwright.async_api import ViewportSize, async_playwright
from simcord import ChannelHandle, Env, InteractionResult, MemberActor
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.results import to_discord_message

from cogs.app.bot import App
from cogs.blackjack import picture as table_picture
from cogs.table.press import Press
from data.store.store import Store
from games.five_hundred import Options, Score
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tables.events import Act
from tables.round_in_play import RoundInPlay
from tools.playground.windows import open_windows
from tools.playground.world import simulated

DOCS = Path(__file__).parents[1] / "docs"
FILM, MATCH = "round.webp", "five-hundred.png"
SAID = DOCS / "pictures.json"
"""What the screens said when the pictures were taken, by picture."""
SEED = bytes([10]) * 32
SEATED = ("Ana", "Ben", "Cy", "Dee")
DRAWN = 2.0
"""Seconds until a table is drawn."""
WINDOW: ViewportSize = {"width": 390, "height": 1600}
"""In pixels of the page, two of a picture each: a phone's width, and room for the whole table."""
SHOWN, SHOWN_LAST = 1600, 5000
"""Milliseconds of a frame."""
IS_DRAWN = "(revisions, page = simcordPreview) => page.ready && page.publishedRevision >= revisions[page.contextId]"
"""Whether a window shows what was published last, in its fonts."""
BOX = """(ids) => {
  const [first, last] = [ids[0], ids.at(-1)].map((id) =>
    document.querySelector(`[data-message-id="${id}"] .components-v2`).getBoundingClientRect());
  return {x: first.x, y: first.y, width: innerWidth - first.x, height: last.bottom - first.y};
}"""
"""Where the boxes of some messages are, from the left edge of the first one."""


@dataclass
class Story:
    """People who play in a simulated Discord, where `members` are by their names."""

    env: Env
    app: App
    channel: ChannelHandle
    members: Mapping[str, MemberActor]

    async def scenes(self) -> AsyncIterator[tuple[str, Sequence[Any], list[str]]]:
        """Each picture, or frame of one: its name, the messages in it, as Discord keeps them, and their lines."""
        with self.env._bot_scope():
            await self.app.servers.change(self.app.guilds[0].id, {"pace": "relaxed"}, 0, self.app.now())
        # A press's number would deal other cards, and what is seen of a dealer who draws slowly is never the same.
        with patch.object(Press, "salt", "film"), patch.object(table_picture, "MOST_STAGES", 0):
            async for picture, *messages in self._played():
                yield picture, messages, [line for message in messages for line in said(message).splitlines()]

    async def _played(self) -> AsyncIterator[Any]:
        await self.members["Ana"].slash(self.channel, "blackjack open")
        await self._press("Ben", "Join")
        for name in ("Ana", "Ben"):
            yield FILM, await self._drawn()
            await self.members[name].submit_modal(await self._press(name, "Bet…"), {"main": "50", "pair": ""})
        before = ""
        while "Same" not in before:
            if (now := said(table := await self._drawn())) != before:
                yield FILM, table
            elif "your turn" in now:
                await self._moves(lambda play, seat: play.round.default_action(seat))
            before = now
        await self.members["Ana"].slash(self.channel, "fivehundred open")
        for name in SEATED:
            await self._press(name, "Join")
        await self._press("Ana", "Start")
        panel: Any = (await self._press("Ana", "My hand")).response
        start, shown = Score(Options(), (0, 0)), list[Any]()
        played = re.compile(r"^:\w+: [A-Z]", re.MULTILINE)
        while not shown or "Play a card" not in said(shown[1]) or len(played.findall(said(shown[0]))) < 3:
            await self._moves(lambda play, seat: RulesOfThumb(play.round.view(seat), seat, start).action())
            shown = [await self._drawn(), self.env.backend.get_message(self.channel.id, panel.id)]
        yield MATCH, *shown

    async def _drawn(self) -> Any:
        """The newest table that everybody sees, once it shows what there is."""
        await self.env.advance_time(DRAWN)
        messages = self.env.backend.messages[self.channel.id].values()
        tables = (each for each in messages if each.components and not each.flags & EPHEMERAL_FLAG)
        return max(tables, key=lambda each: each.id)

    async def _press(self, name: str, label: str) -> InteractionResult:
        """Press a button of the table, and once more where that brings the introduction to its game."""
        message, press = to_discord_message(self.env, await self._drawn()), self.members[name].click
        answer = await press(message, label=label)
        is_new = answer.response is not None and "Your first time" in said(answer.response)
        return await press(message, label=label) if is_new else answer

    async def _moves(self, chosen: Callable[[RoundInPlay, int], object]) -> None:
        """Let somebody who has to play, if anybody has, make the `chosen` move."""
        *_, live = self.app.open_tables.in_guild(self.app.guilds[0].id)
        if (play := live.table.play) is not None and play.to_act:
            who = play.setup.user_id_in(seat := min(play.to_act))
            with self.env._bot_scope():
                await live.do(Act(who, live.table.question_id_of(who), str(chosen(play, seat))))
            await self.env.settle()


def said(message: Any) -> str:
    """The texts and buttons of a message, without numbers that are others each time."""
    parts = re.findall(r'"(?:content|label)": ("(?:[^"\\]|\\.)*")', json.dumps(message.components))
    text = re.sub(r"<t:\d+:R>|<(@|/[\w -]+:)\d+>", r"\1", "\n".join(map(json.loads, parts)))
    return re.sub(r"<a?:(\w+):\d+>", r":\1:", text)


async def take(folder: str) -> None:
    """Play the story, take the pictures, and keep what they say."""
    store = await Store.open(Path(folder) / "film.sqlite3")
    app = App(store, entropy=lambda: SEED)
    fonts: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(DOCS.parent / "tests" / "fonts.conf")}
    frames: list[Image.Image] = []
    told: dict[str, list[list[str]]] = {FILM: [], MATCH: []}
    async with simulated(app) as world, open_windows(world) as address, async_playwright() as playwright:
        world.env.settle_timeout = 2 * DRAWN
        chromium = shutil.which("chromium")
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"], env=fonts)
        page = await browser.new_page(viewport=WINDOW, device_scale_factor=2)
        await page.goto(f"{address}/ana")
        async for picture, messages, lines in Story(world.env, app, world.preview.channel, world.members).scenes():
            await world.publish()
            await page.clock.set_fixed_time(world.env.now())
            revisions = {view.id: view.revision for view in world.preview._pages.values()}
            await page.wait_for_function(IS_DRAWN, arg=revisions, polling=100)
            clip = await page.evaluate(BOX, [str(message.id) for message in messages])
            frames.append(Image.open(io.BytesIO(await page.screenshot(clip=clip))).convert("RGB"))
            told[picture].append(lines)
        await browser.close()
    await store.close()
    film(frames[:-1], DOCS / FILM)
    frames[-1].save(DOCS / MATCH, optimize=True)
    SAID.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def film(frames: Sequence[Image.Image], file: Path) -> None:
    """Write them as one moving picture."""
    size = frames[0].width, max(frame.height for frame in frames)
    paper = [Image.new("RGB", size, frames[0].getpixel((0, 0))) for _ in frames]
    for sheet, frame in zip(paper, frames, strict=True):
        sheet.paste(frame)
    how = {"duration": [SHOWN] * (len(paper) - 1) + [SHOWN_LAST], "loop": 0, "quality": 70, "method": 6}
    paper[0].save(file, "WEBP", save_all=True, append_images=paper[1:], **how)


def main() -> None:
    """Take them all."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(take(folder))


if __name__ == "__main__":
    main()
