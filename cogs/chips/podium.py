"""The first three of a leaderboard on a podium: one PNG, readable on a phone, in the dark theme and in the light one.

Letters are those of a font that matplotlib brings along, because the one inside Pillow has none but Latin letters, and
for more scripts those of cogs/table. A name that they can't write is left out; the list under the picture has it.
Everything is drawn twice as large and scaled down.
"""

from __future__ import annotations

import asyncio
import io
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import discord
from PIL import Image, ImageDraw, ImageFont

from cogs.app.replies import components
from cogs.app.replies.components import Attached, Component
from cogs.table.letters import JOINERS, Lettering, font_of
from i18n.words import Words

WIDTH, HEIGHT = 720, 256
"""Pixels; phones show it about half as wide."""
KEPT = 32
"""Pictures that are remembered, for whoever looks at the same board again."""
_OVERSAMPLING = 2
_BACK, _TEXT, _INK = "#1e1f22", "#f2f3f5", "#1e1f22"
_LARGE, _SMALL = 34, 20  # pixels: the largest and the smallest letters of a name
_SCORE, _LEAST = 30, 12  # the same of a score, which is never cut
_ELLIPSIS = "…"
_GAP, _MARGIN = 12, 20  # pixels between the steps and around the picture


@dataclass(frozen=True, slots=True)
class _Step:
    """Where a step of the podium stands from the left, its height and colour, and the size of its number in pixels."""

    column: int
    height: int
    colour: str
    number: int


_STEPS = (_Step(1, 190, "#f1c40f", 92), _Step(0, 142, "#c3c9d1", 76), _Step(2, 110, "#cd8544", 54))
"""Of the first, the second and the third."""
ON_PODIUM = len(_STEPS)
_FILE = "podium.png"


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody on the podium: what they are called, and their chips or matches as people read them."""

    name: str
    score: str


class Podiums:
    """Draws podiums off the event loop, one after the other, and remembers the last ones."""

    def __init__(self) -> None:
        self._drawing = asyncio.Lock()
        self._drawn: OrderedDict[tuple[Winner, ...], bytes] = OrderedDict()

    async def shown(self, winners: tuple[Winner, ...], words: Words) -> tuple[discord.File, Component]:
        """The file of the picture of one to three `winners`, and the component that shows it, described in words."""
        description = " · ".join(
            words("{rank}. {name}: {score}", rank=rank, name=winner.name, score=winner.score)
            for rank, winner in enumerate(winners, 1)
        )
        png = await self.picture(winners)
        file = Attached(io.BytesIO(png), _FILE, description=description[: components.LONGEST_DESCRIPTION])
        return file, components.picture(_FILE, description)

    async def picture(self, winners: tuple[Winner, ...]) -> bytes:
        """A PNG of one to three `winners`, the first first."""
        async with self._drawing:
            if winners not in self._drawn:
                self._drawn[winners] = await asyncio.to_thread(draw, winners)
            self._drawn.move_to_end(winners)
            if len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
            return self._drawn[winners]


def draw(winners: tuple[Winner, ...]) -> bytes:
    """Draw one to three `winners`. Takes some hundredths of a second of a processor; not for the event loop."""
    image = Image.new("RGB", (WIDTH * _OVERSAMPLING, HEIGHT * _OVERSAMPLING), _BACK)
    brush = ImageDraw.Draw(image)
    for place, (winner, step) in enumerate(zip(winners, _STEPS, strict=False), 1):
        _draw_step(brush, place, winner, step)
    file = io.BytesIO()
    image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_step(brush: ImageDraw.ImageDraw, place: int, winner: Winner, step: _Step) -> None:
    width = (WIDTH - 2 * _MARGIN - 2 * _GAP) // 3
    left = _MARGIN + step.column * (width + _GAP)
    top, middle = HEIGHT - step.height, _scaled(left + width // 2)
    box = [_scaled(side) for side in (left, top, left + width, HEIGHT)]
    brush.rounded_rectangle(box, _scaled(14), step.colour, corners=(True, True, False, False))
    _lettering(step.number).write(brush, (middle, _scaled(top + 20 + step.height * 0.58)), str(place), _INK, "mm")
    score, letters = fitted(winner.score, width - 16, _SCORE, _LEAST)
    letters.write(brush, (middle, _scaled(top + 10)), score, _INK, "ma")
    if can_write(winner.name):
        name, letters = fitted(winner.name, width, _LARGE, _SMALL)
        letters.write(brush, (middle, _scaled(top - 14)), name, _TEXT, "ms")


def can_write(name: str) -> bool:
    """Whether there are fonts for all letters of `name`, and they stand from left to right."""
    return bool(name.strip()) and all(map(_can_write, name))


def _can_write(letter: str) -> bool:
    if font_of(letter) is not None or letter in JOINERS:
        return True
    return (
        ord(letter) in _letters()
        and letter.isprintable()
        and unicodedata.bidirectional(letter) not in ("R", "AL", "AN")
        and not unicodedata.combining(letter)
    )


def fitted(text: str, width: int, size: int, least: int) -> tuple[str, Lettering]:
    """`text` in letters of at most `size` that fit into `width` pixels, cut where even the `least` are too wide."""
    while size > least and _lettering(size).length(text) > _scaled(width):
        size -= 2
    letters = _lettering(size)
    if letters.length(text) <= _scaled(width):
        return text, letters
    while text and letters.length(f"{text.rstrip()}{_ELLIPSIS}") > _scaled(width):
        text = text[:-1]
    return f"{text.rstrip()}{_ELLIPSIS}", letters


@cache
def _lettering(size: int) -> Lettering:
    return Lettering(ImageFont.truetype(_path(), size * _OVERSAMPLING))


@cache
def _letters() -> frozenset[int]:
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(str(_path())).get_charmap())


@cache
def _path() -> Path:
    from matplotlib import get_data_path  # takes a while to load, so the thread that draws the first picture does it

    return Path(get_data_path(), "fonts", "ttf", "DejaVuSans-Bold.ttf")


def _scaled(pixels: float) -> float:
    return pixels * _OVERSAMPLING
