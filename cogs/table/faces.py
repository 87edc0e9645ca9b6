"""Cards as people see them: as text, and as faces that this file alone draws, without pictures or fonts of the system.

A renderer gets a `CardText`, the emojis' or `plain_text`, and calls it for every card; None is a card face down.

On Discord an emoji is a square, 22 pixels high in a line of text and 33 in a heading, so a face is no small copy of a
real card: it fills the whole square, with the rank as high as that allows and one suit beside it. At 22 pixels such a
rank is 18 high; over the suit it would be 10. Each suit has a colour of its own (black spades, red hearts, green clubs,
blue diamonds), chosen to differ in lightness and hue for the red-green blind; the letter and the shape never rely on
it. The light card with its grey edge stands out on Discord's dark theme and on the white one.

Everything is drawn four times as large and scaled down. The letters are those of the font inside Pillow.
This file knows nothing of Discord but the size of an emoji; cogs/table/emojis.py uploads the faces.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.cards import JOKER, Card, Rank, Suit

FACES_VERSION = 1
"""Raise this when a face looks different, so that Discord gets the new pictures."""

SIZE = 128
"""Width and height of a face in pixels, Discord's largest for an emoji."""

CardText = Callable[[Card | None], str]
"""How a renderer writes a card, or None for one face down, into a message."""

FACES: tuple[Card | None, ...] = (
    *(Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER),
    JOKER,
    None,
)
"""Every card of every pack, and the back."""

Point = tuple[float, float]

_OVERSAMPLING = 4
_PAPER, _EDGE = "#ffffff", "#868b94"
_INK = {Suit.SPADES: "#15171c", Suit.HEARTS: "#e0161c", Suit.CLUBS: "#006f45", Suit.DIAMONDS: "#1559d6"}
_VIOLET = "#6f2da8"  # the joker and the back: no suit's colour

_SIGN = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}

Box = tuple[int, int, int, int]

# Boxes in pixels of the finished face: left, top, right, bottom. Those of rank and suit go by the letters of the rank.
_CARD = (0, 0, 128, 128)
_RANK = {1: (9, 12, 71, 116), 2: (7, 12, 82, 116)}
_SUIT = {1: (72, 35, 122, 93), 2: (84, 41, 124, 87)}
_BACK = (10, 10, 118, 118)


def plain_text(card: Card | None) -> str:
    """A card in characters that every device has: `A♠`, `10♥`, `🃏` for the joker, `▮` face down."""
    if card is None:
        return "▮"
    return "🃏" if card.suit is None else f"{card.rank.text}{_SIGN[card.suit]}"


def spoken_name(card: Card | None) -> str:
    """A card as a screen reader reads its emoji out: `king_of_spades`, `joker`, `face_down`."""
    if card is None:
        return "face_down"
    return "joker" if card.suit is None else f"{card.rank.name}_of_{card.suit.name}".lower()


def face_png(card: Card | None) -> bytes:
    """The picture of a card, or of the back: a PNG of SIZE x SIZE pixels, clear around the card.

    The same bytes each time. It takes some 8 ms of computing.
    """
    image = _blank()
    if card is None:
        _draw_back(image)
    elif card.suit is None:
        _print(image, "JK", [_STAR], _VIOLET)
    else:
        _print(image, card.rank.text, _SHAPES[card.suit], _INK[card.suit])
    out = BytesIO()
    image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _blank() -> Image.Image:
    """An empty card, still in the large size."""
    image = Image.new("RGBA", (SIZE * _OVERSAMPLING, SIZE * _OVERSAMPLING))
    left, top, right, bottom = _scaled(_CARD)
    ImageDraw.Draw(image).rounded_rectangle(
        (left, top, right - 1, bottom - 1),
        radius=14 * _OVERSAMPLING,
        fill=_PAPER,
        outline=_EDGE,
        width=3 * _OVERSAMPLING,
    )
    return image


def _draw_back(image: Image.Image) -> None:
    """A violet field with a lattice: dark where faces are light, so that nobody takes it for a card."""
    left, top, right, bottom = _scaled(_BACK)
    ImageDraw.Draw(image).rounded_rectangle((left, top, right, bottom), radius=7 * _OVERSAMPLING, fill=_VIOLET)
    lattice = Image.new("L", (right - left, bottom - top))
    for half in range(-2, 3):
        shift = half * lattice.width / 2
        for ends in ((0, lattice.height), (lattice.height, 0)):
            line = (shift, ends[0], shift + lattice.width, ends[1])
            ImageDraw.Draw(lattice).line(line, fill=255, width=6 * _OVERSAMPLING)
    image.paste(_PAPER, (left, top), lattice)


def _print(image: Image.Image, rank: str, suit: list[list[Point]], ink: str) -> None:
    _write(image, _RANK[len(rank)], rank, ink)
    for shape in suit:
        _fill(image, _SUIT[len(rank)], shape, ink)


def _scaled(box: Box) -> Box:
    left, top, right, bottom = (side * _OVERSAMPLING for side in box)
    return left, top, right, bottom


def _write(image: Image.Image, box: Box, text: str, ink: str) -> None:
    """Fill `box` with `text`: always its full height, with wide letters pressed together."""
    left, top, right, bottom = _scaled(box)
    glyphs = [_glyph(letter) for letter in text]
    gap = 8 * _OVERSAMPLING
    row = Image.new("L", (sum(g.width for g in glyphs) + gap * (len(glyphs) - 1), max(g.height for g in glyphs)))
    x = 0
    for glyph in glyphs:
        row.paste(glyph, (x, 0))
        x += glyph.width + gap
    height = bottom - top
    width = min(right - left, round(row.width * height / row.height))
    image.paste(ink, ((left + right - width) // 2, top), row.resize((width, height), Image.Resampling.LANCZOS))


@cache
def _glyph(letter: str) -> Image.Image:
    """A mask of `letter`, cut to its ink. The stroke makes it bold, but leaves the openings of 6, 8 and 9 open."""
    font, stroke = ImageFont.load_default(100 * _OVERSAMPLING), 3 * _OVERSAMPLING
    left, top, right, bottom = (round(side) for side in font.getbbox(letter, stroke_width=stroke))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), letter, fill=255, font=font, stroke_width=stroke)
    return mask.crop(mask.getbbox())


def _fill(image: Image.Image, box: Box, shape: list[Point], ink: str) -> None:
    """Fill `shape`, given in `box` with x and y from -1 to 1, y downwards."""
    left, top, right, bottom = _scaled(box)
    points = [((left + right + x * (right - left)) / 2, (top + bottom + y * (bottom - top)) / 2) for x, y in shape]
    ImageDraw.Draw(image).polygon(points, fill=ink)


def _circle(x: float, y: float, across: float, down: float) -> list[Point]:
    turns = [math.tau * i / 90 for i in range(90)]
    return [(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns]


def _heart() -> list[Point]:
    turns = [math.tau * i / 180 for i in range(180)]
    curve = [13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t) for t in turns]
    return [(math.sin(t) ** 3, (2.5 - y) / 14.5) for t, y in zip(turns, curve, strict=True)]


_FOOT = [(-0.18, -0.3), (0.18, -0.3), (0.12, 0.4), (0.42, 1), (-0.42, 1), (-0.12, 0.4)]
_STAR = [
    (r * math.sin(math.tau * i / 10), 0.1 - r * math.cos(math.tau * i / 10)) for i, r in enumerate((1.1, 0.46) * 5)
]
_SHAPES: dict[Suit, list[list[Point]]] = {
    Suit.SPADES: [[(x, -y * 0.84 - 0.16) for x, y in _heart()], _FOOT],  # a heart upside down
    Suit.HEARTS: [_heart()],
    Suit.CLUBS: [_circle(0, -0.55, 0.4, 0.47), *(_circle(x, 0.2, 0.41, 0.46) for x in (-0.57, 0.57)), _FOOT],
    Suit.DIAMONDS: [[(0, -1.05), (0.85, 0), (0, 1.05), (-0.85, 0)]],
}
