"""Letters in pictures, in every script of the bot's languages.

A picture has one font for Latin letters, its base. Bengali, Devanagari, Gujarati and Thai letters come from the Noto
fonts in fonts/, so that they look the same on every machine. A text is divided into runs of one font each; within a
run Pillow joins the letters as the script wants it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

FONTS = Path(__file__).parent / "fonts"
SCRIPTS = {
    range(0x0900, 0x0980): FONTS / "NotoSansDevanagari-Regular.ttf",
    range(0x0980, 0x0A00): FONTS / "NotoSansBengali-Regular.ttf",
    range(0x0A80, 0x0B00): FONTS / "NotoSansGujarati-Regular.ttf",
    range(0x0E00, 0x0E80): FONTS / "NotoSansThai-Regular.ttf",
}
"""The blocks of Unicode that have a font here."""
JOINERS = "\u200c\u200d"
"""They have no shape of their own, and belong to the letter before them."""


def font_of(letter: str) -> Path | None:
    """The font for a letter; None where the picture's own has it."""
    return next((font for block, font in SCRIPTS.items() if ord(letter) in block), None)


class Lettering:
    """Texts in one size; `base` is the font for what has none here."""

    def __init__(self, base: ImageFont.FreeTypeFont) -> None:
        self._base = base

    def length(self, text: str) -> float:
        """How wide a text is, in pixels."""
        return sum(font.getlength(run) for font, run in self._runs(text))

    def write(
        self, brush: ImageDraw.ImageDraw, place: tuple[float, float], text: str, colour: str, anchor: str
    ) -> None:
        """Write at `place`, in pixels. `anchor` is one of Pillow's: l or m, then a, m or s."""
        across, down = place
        above, below = self._base.getmetrics()
        across -= self.length(text) / 2 if anchor[0] == "m" else 0
        down += {"a": above, "m": (above - below) / 2, "s": 0}[anchor[1]]
        for font, run in self._runs(text):
            brush.text((across, down), run, colour, font, anchor="ls")
            across += font.getlength(run)

    def _runs(self, text: str) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
        fonts: list[Path | None] = []
        for letter in text:
            fonts.append(fonts[-1] if letter in JOINERS and fonts else font_of(letter))
        for font, run in itertools.groupby(zip(fonts, text, strict=True), key=lambda pair: pair[0]):
            letters = "".join(letter for _, letter in run)
            yield self._base if font is None else _loaded(font, self._base.size), letters


@cache
def _loaded(font: Path, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font, size)
