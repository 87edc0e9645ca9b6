"""The road of a Pok Deng shoe: a row of marks for each Player, oldest left. As emojis, as text, as a picture.

Everything looks like a casino's screen. A blue ring is a win, a grey disc a loss, two green bars a tie: none relies on
its colour; a flush has an outer ring, a pair a yellow dot with a dark rim. As an emoji a mark is a white tile, so that
a row of them is a row of the screen. In the picture of the whole shoe the rounds are numbered, and the shoe continues
in a second band when the first is full, so that a phone shows the marks large enough.

Everything is drawn four times as large and scaled down; Latin letters are Pillow's own. This file knows nothing of
Discord but the size of an emoji; cogs/table/emojis.py uploads the marks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from cogs.table.emojis import EmojiSet
from cogs.table.letters import Lettering
from games.core import Phrase
from games.pok_deng import Mark, Result, parse_marks
from i18n.words import Words

MARKS_VERSION = 1
"""Raise this when a mark looks different, so that Discord gets the new pictures."""

MARKS = tuple(Mark(result, flush, pair) for result in Result for flush in (False, True) for pair in (False, True))
"""All twelve."""

MarkText = Callable[[Mark], str]
"""How a renderer writes a mark into a message."""

_NAMES = {Result.WIN: "won", Result.LOSE: "lost", Result.TIE: "tie"}
_SIGNS = {
    (Result.WIN, False): "○",
    (Result.LOSE, False): "●",
    (Result.TIE, False): "=",
    (Result.WIN, True): "◎",
    (Result.LOSE, True): "◉",
    (Result.TIE, True): "≡",
}


def mark_name(mark: Mark) -> str:
    """The name of its emoji, which screen readers read out: `lost`, `won_flush_pair`."""
    return "_".join([_NAMES[mark.result], *(["flush"] if mark.flush else []), *(["pair"] if mark.pair else [])])


def plain_mark(mark: Mark) -> str:
    """A mark in characters that every device has; it takes two places, the second for the dot of a pair."""
    return _SIGNS[mark.result, mark.flush] + ("·" if mark.pair else " ")


def legend(words: Words, mark: MarkText) -> str:
    """What the marks mean."""
    won, lost, tie, flush, pair = (mark(sample).strip() for _, sample in _SAMPLES)
    return words(
        "{won} won · {lost} lost · {tie} tie · {flush} with a flush · {pair} with a pair",
        won=won,
        lost=lost,
        tie=tie,
        flush=flush,
        pair=pair,
    )


# The pictures. Lengths are pixels of the finished ones.

CELL = 34
"""The distance from one mark to the next."""
COLUMNS = 15
"""Rounds in a band; two bands hold a shoe of eight decks."""
EMOJI = 128
"""Width and height of an emoji, Discord's largest."""

_LEFT, _HEAD, _GAP, _LEGEND = 44, 22, 14, 40
_OVERSAMPLING = 4
_BACKGROUND, _PAPER, _GRID, _EDGE, _TEXT, _PALE = "#f2f3f5", "#ffffff", "#d5d8dd", "#868b94", "#1e1f22", "#5c626c"
_WON, _LOST, _TIE, _DOT = "#1559d6", "#5c626c", "#0b7a43", "#ffd23e"
_SAMPLES = (
    (Phrase("won"), Mark(Result.WIN, flush=False, pair=False)),
    (Phrase("lost"), Mark(Result.LOSE, flush=False, pair=False)),
    (Phrase("tie"), Mark(Result.TIE, flush=False, pair=False)),
    (Phrase("flush"), Mark(Result.WIN, flush=True, pair=False)),
    (Phrase("pair"), Mark(Result.WIN, flush=False, pair=True)),
)


def mark_png(mark: Mark) -> bytes:
    """The picture of one mark: a PNG of EMOJI x EMOJI pixels. The same bytes each time."""
    brush = _Brush(EMOJI, EMOJI)
    brush.box(0, 0, EMOJI, EMOJI, fill=_PAPER, outline=_GRID, line=4)
    brush.mark(EMOJI / 2, EMOJI / 2, mark, EMOJI)
    return brush.png().getvalue()


async def road_png(roads: Sequence[str], words: Words) -> BytesIO:
    """The picture of `roads`, the marks of each Player as text, at least one; drawn off the event loop."""
    return await asyncio.to_thread(_draw, [parse_marks(text) for text in roads], words)


def _draw(roads: Sequence[Sequence[Mark]], words: Words) -> BytesIO:
    rounds = max(len(road) for road in roads)
    band = _HEAD + len(roads) * CELL
    bands = -(-rounds // COLUMNS)
    brush = _Brush(_LEFT + COLUMNS * CELL + _GAP, bands * (band + _GAP) + _LEGEND)
    for number in range(bands):
        first = number * COLUMNS
        columns = [road[first : first + COLUMNS] for road in roads]
        _draw_band(brush, number * (band + _GAP), first, rounds, columns, words)
    middle = bands * (band + _GAP) + (_LEGEND - _GAP) / 2
    for number, (word, mark) in enumerate(_SAMPLES):
        x = _LEFT + (number * COLUMNS // len(_SAMPLES) + 0.5) * CELL
        brush.mark(x, middle, mark, CELL)
        brush.text(x + CELL * 0.6, middle, words.said(word), 15, _TEXT, anchor="lm")
    return brush.png()


def _draw_band(
    brush: _Brush, top: float, first: int, rounds: int, roads: Sequence[Sequence[Mark]], words: Words
) -> None:
    bottom = top + _HEAD + len(roads) * CELL
    for column in range(min(COLUMNS, rounds - first)):
        x = _LEFT + column * CELL
        brush.text(x + CELL / 2, top + _HEAD / 2 + 2, str(first + column + 1), 12, _PALE)
    brush.box(_LEFT, top + _HEAD, _LEFT + COLUMNS * CELL, bottom, fill=_PAPER)
    for row, road in enumerate(roads):
        y = top + _HEAD + row * CELL
        brush.text(_LEFT / 2, y + CELL / 2, words("P{number}", number=row + 1), 17, _TEXT)
        for column in range(COLUMNS):
            x = _LEFT + column * CELL
            brush.box(x, y, x + CELL, y + CELL, outline=_GRID)
        for column, mark in enumerate(road):
            brush.mark(_LEFT + (column + 0.5) * CELL, y + CELL / 2, mark, CELL)
    brush.box(_LEFT, top + _HEAD, _LEFT + COLUMNS * CELL, bottom, outline=_EDGE)


class _Brush:
    """A picture in the making, with its size in pixels when it is finished."""

    def __init__(self, width: float, height: float) -> None:
        self._image = Image.new("RGB", (round(width) * _OVERSAMPLING, round(height) * _OVERSAMPLING), _BACKGROUND)
        self._brush = ImageDraw.Draw(self._image)

    def text(self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "mm") -> None:
        _lettering(size).write(self._brush, (x * _OVERSAMPLING, y * _OVERSAMPLING), text, colour, anchor)

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        *,
        fill: str | None = None,
        outline: str | None = None,
        line: float = 1,
    ) -> None:
        corners = [edge * _OVERSAMPLING for edge in (left, top, right, bottom)]
        self._brush.rectangle(corners, fill, outline, round(line * _OVERSAMPLING))

    def mark(self, x: float, y: float, mark: Mark, unit: float) -> None:
        """One round of one Player in a cell of `unit` pixels around `x` and `y`."""
        x, y, unit = x * _OVERSAMPLING, y * _OVERSAMPLING, unit * _OVERSAMPLING
        size, line = unit * 0.25, unit * 0.09
        match mark.result:
            case Result.WIN:
                self._brush.circle((x, y), size, outline=_WON, width=round(line))
            case Result.LOSE:
                self._brush.circle((x, y), size, fill=_LOST)
            case Result.TIE:
                for bar in (y - line * 1.8, y + line * 0.6):
                    self._brush.rectangle((x - size, bar, x + size, bar + line * 1.2), fill=_TIE)
        if mark.flush:
            self._brush.circle((x, y), unit * 0.42, outline=_TEXT, width=round(line * 0.6))
        if mark.pair:
            where = (x + unit * 0.28, y - unit * 0.28)
            self._brush.circle(where, unit * 0.14, fill=_DOT, outline=_TEXT, width=round(line * 0.4))

    def png(self) -> BytesIO:
        """The finished picture, as a file."""
        size = (self._image.width // _OVERSAMPLING, self._image.height // _OVERSAMPLING)
        file = BytesIO()
        self._image.resize(size, Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
        file.seek(0)
        return file


@cache
def _lettering(size: float) -> Lettering:
    base = ImageFont.load_default(size * _OVERSAMPLING)
    if not isinstance(base, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType")
    return Lettering(base)


EMOJIS = EmojiSet(MARKS, MARKS_VERSION, mark_name, mark_png, plain_mark)
"""The marks, for uploading to Discord."""
