"""The road of a Pok Deng shoe as a picture, in the style of a casino's screen: a row for each Player, oldest left.

A blue ring is a win, a grey disc a loss, a green bar a tie, so that none rests on colour; a flush has an outer ring, a
pair a yellow dot with a dark rim. Drawn four times as large and scaled down; the letters are Pillow's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.pok_deng import Mark, Result, parse_marks

CELL = 30
"""Pixels from one mark to the next."""
LABEL = 40
COLUMNS = 16
"""At least this many places; the picture grows with the shoe."""

_OVERSAMPLING = 4
_BACKGROUND, _GRID, _TEXT = "#ffffff", "#d5d8dd", "#2b2d31"
_WON, _LOST, _TIE, _DOT = "#1559d6", "#5c626c", "#0b7a43", "#ffd23e"


async def road_png(roads: Sequence[str]) -> BytesIO:
    """The picture of `roads`, the marks of each Player as text; drawn off the event loop."""
    marks = [parse_marks(text) for text in roads]
    return await asyncio.to_thread(_draw, marks)


def _draw(roads: Sequence[Sequence[Mark]]) -> BytesIO:
    columns = max([COLUMNS, *(len(road) for road in roads)])
    unit = CELL * _OVERSAMPLING
    left = LABEL * _OVERSAMPLING
    image = Image.new("RGB", (left + columns * unit, len(roads) * unit), _BACKGROUND)
    brush = ImageDraw.Draw(image)
    font = ImageFont.load_default(unit * 0.45)
    for row, road in enumerate(roads):
        top = row * unit
        brush.text((left / 2, top + unit / 2), f"P{row + 1}", _TEXT, font, anchor="mm")
        for column in range(columns):
            box = (left + column * unit, top, left + (column + 1) * unit, top + unit)
            brush.rectangle(box, outline=_GRID, width=_OVERSAMPLING)
        for column, mark in enumerate(road):
            _put(brush, left + (column + 0.5) * unit, top + unit / 2, mark)
    small = image.resize((image.width // _OVERSAMPLING, image.height // _OVERSAMPLING), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.save(file, "PNG", optimize=True)
    file.seek(0)
    return file


def _put(brush: ImageDraw.ImageDraw, x: float, y: float, mark: Mark) -> None:
    unit = CELL * _OVERSAMPLING
    size, line = unit * 0.24, unit * 0.09
    match mark.result:
        case Result.WIN:
            brush.circle((x, y), size, outline=_WON, width=round(line))
        case Result.LOSE:
            brush.circle((x, y), size, fill=_LOST)
        case Result.TIE:
            brush.rectangle((x - size, y - line, x + size, y + line), fill=_TIE)
    if mark.flush:
        brush.circle((x, y), unit * 0.42, outline=_TEXT, width=round(line * 0.6))
    if mark.pair:
        brush.circle((x + size, y - size), unit * 0.13, fill=_DOT, outline=_TEXT, width=_OVERSAMPLING)
