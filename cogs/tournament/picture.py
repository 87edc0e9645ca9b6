"""The standings of a tournament as a table: one PNG, readable on a phone, the best on top."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from PIL import Image, ImageDraw

from cogs.app.replies import components
from cogs.app.replies.components import Attached, Component
from cogs.chips.podium import can_write, fitted
from i18n.words import Words

WIDTH, LINE, MARGIN = 540, 46, 14
"""Pixels; phones show it about half as wide."""
MOST_ROWS = 24
_PLACE, _TOTAL, _ROUND = 48, 104, 96
_BACK, _STRIPE, _TEXT, _DIM, _GOLD = "#1e1f22", "#26272b", "#f2f3f5", "#b5bac1", "#f0c45a"
_OVERSAMPLING = 2
_FILE = "standings.png"


@dataclass(frozen=True, slots=True)
class Row:
    """A line: the place, what its people are called, the score of the latest round, and of all."""

    place: str
    names: tuple[str, ...]
    latest: str
    score: str

    @property
    def name(self) -> str:
        """All names that can be written."""
        return " & ".join(name for name in self.names if can_write(name)) or "—"


class Pictures:
    """Draws standings off the event loop, one after the other."""

    def __init__(self) -> None:
        self._drawing = asyncio.Lock()

    async def shown(self, title: str, rows: Sequence[Row], words: Words) -> tuple[discord.File, Component]:
        """The file of the picture of the first `rows`, and the component that shows it, described in words."""
        shown = rows[:MOST_ROWS]
        described = " · ".join(
            words("{rank}. {name}: {score}", rank=row.place, name=row.name, score=row.score) for row in shown
        )
        async with self._drawing:
            png = await asyncio.to_thread(draw, tuple(shown))
        file = Attached(io.BytesIO(png), _FILE, description=described[: components.LONGEST_DESCRIPTION] or title)
        return file, components.picture(_FILE, described or title)


def draw(rows: Sequence[Row]) -> bytes:
    """Draw the standings. Takes some hundredths of a second of a processor; not for the event loop."""
    height = LINE * max(len(rows), 1) + 2 * MARGIN
    image = Image.new("RGB", (WIDTH * _OVERSAMPLING, height * _OVERSAMPLING), _BACK)
    brush = ImageDraw.Draw(image)
    for number, row in enumerate(rows):
        _draw_row(brush, row, MARGIN + number * LINE, striped=number % 2 == 1)
    file = io.BytesIO()
    image.resize((WIDTH, height), Image.Resampling.LANCZOS).quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_row(brush: ImageDraw.ImageDraw, row: Row, top: int, *, striped: bool) -> None:
    if striped:
        box = [side * _OVERSAMPLING for side in (MARGIN, top, WIDTH - MARGIN, top + LINE)]
        brush.rectangle(box, _STRIPE)
    middle, right = top + LINE // 2, WIDTH - 2 * MARGIN
    _write(brush, row.score, right, middle, _TOTAL, _GOLD, is_right=True)
    right -= _TOTAL
    _write(brush, row.latest, right, middle, _ROUND, _DIM, is_right=True)
    right -= _ROUND
    _write(brush, row.place, MARGIN + _PLACE - 12, middle, _PLACE, _DIM, is_right=True)
    left = MARGIN + _PLACE
    _write(brush, row.name, left, middle, right - left, _TEXT, is_right=False)


def _write(
    brush: ImageDraw.ImageDraw, text: str, across: int, down: int, width: int, colour: str, *, is_right: bool
) -> None:
    """Write `text` to the right of `across`, or to the left of it."""
    shown, letters = fitted(text, width - 8, 28, 20)
    left = across * _OVERSAMPLING - (letters.length(shown) if is_right else 0)
    letters.write(brush, (left, down * _OVERSAMPLING), shown, colour, "lm")
