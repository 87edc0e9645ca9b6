"""The picture of a balance: small enough, the right way up, readable in both themes, and it says what it shows."""

import io
import random
from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image, ImageColor

from cogs.chips import graph
from data.ledger.curve import Curve
from i18n.words import ENGLISH, Words

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MOST_BYTES = 100_000


def drawn(points, words=ENGLISH, gifts=()):
    """The picture, as pixels and with its texts."""
    picture = graph.draw(points, gifts, NOW, words)
    assert len(picture.png) <= MOST_BYTES
    image = Image.open(io.BytesIO(picture.png))
    image.load()
    assert (image.format, image.size) == ("PNG", (800, 450))
    return image


def every_day(*balances):
    """One balance a day, the last one today."""
    return [(NOW - timedelta(days=len(balances) - 1 - n), chips) for n, chips in enumerate(balances)]


def curve_heights(image):
    """How far up the line's lowest and highest pixels are, for some columns from left to right; 0 is the bottom."""
    pixels, line = image.convert("RGB").load(), ImageColor.getrgb(graph._CURVE)
    found = {}
    for x in range(image.width):
        rows = [image.height - y for y in range(image.height) if pixels[x, y] == line]
        if rows:
            found[x] = (min(rows), max(rows))
    return [found[x] for x in sorted(found)]


def test_it_says_what_it_shows_in_the_readers_language():
    class Bracketed(Words):
        def __call__(self, template, **params):
            return f"⟦{super().__call__(template, **params)}⟧"

        def counted(self, template, count, **params):
            return f"⟦{super().counted(template, count, **params)}⟧"

    texts = drawn(every_day(1000, 1250, 40, 700)).text
    assert texts["Title"] == "You have 700 chips"
    assert texts["Description"] == "Your chips from 2026-11-18 to 2026-11-21: 700 now, highest 1,250, lowest 40"
    texts = drawn(every_day(500, 1000), Bracketed()).text
    assert texts["Title"] == "⟦You have 1,000 chips⟧"
    assert texts["Description"].startswith("⟦Your chips from ⟦2026-11-20⟧")


def colours(image):
    return {colour for _, colour in image.convert("RGB").getcolors(image.width * image.height)}


def test_gifts_have_colours_of_their_own_and_are_said_in_words():
    points = every_day(1000, 1500, 1100)
    got, gave = (ImageColor.getrgb(colour) for colour in (graph._GOT, graph._GAVE))
    assert not colours(drawn(points)) & {got, gave}
    gift = (points[1][0], 500, 1500)
    one = drawn(points, gifts=[gift])
    assert colours(one) & {got, gave} == {got}
    assert one.text["Description"].endswith("highest 1,500, lowest 1,000 · gifts received: 500")
    both = drawn(points, gifts=[gift, (points[2][0], -400, 1100)])
    assert colours(both) >= {got, gave}
    assert both.text["Description"].endswith("gifts received: 500 · gifts given: 400")


def test_nothing_reaches_its_edge_and_it_is_readable_on_any_background():
    image = drawn(every_day(1_000_000, 1_000_100, 1_000_050))
    assert image.convert("RGBA").getextrema()[3] == (255, 255), "it brings its own background"
    for colour in (graph._TEXT, graph._CURVE):
        assert contrast(ImageColor.getrgb(colour), ImageColor.getrgb(graph._BACK)) >= 4.5
    image = image.convert("RGB")
    back, margin = ImageColor.getrgb(graph._BACK), 10
    inner = (margin, margin, image.width - margin, image.height - margin)
    image.paste(back, inner)
    assert colours(image) == {back}


def test_the_line_goes_up_for_more_and_down_for_less():
    heights = curve_heights(drawn(every_day(500, 1000, 100, 100)))
    third = len(heights) // 3
    first, second, last = heights[third // 2], heights[third + third // 2], heights[-third // 2]
    assert last[1] < first[0] < second[0]
    assert max(high for _, high in heights) == second[1]


def test_a_balance_holds_until_it_changes_and_the_last_one_until_now():
    image = drawn([(NOW - timedelta(days=10), 100), (NOW - timedelta(days=9), 900)])
    heights = curve_heights(image)
    flat = [height for height in heights if height == heights[-1]]
    assert len(flat) > 0.8 * len(heights)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "points",
    [
        [(NOW, 0)],
        [(NOW - timedelta(seconds=5), 1000)],
        [(NOW + timedelta(minutes=1), 1000)],
        every_day(1000, 1000, 1000),
        every_day(10**15, 0, 10**15),
        [(NOW - timedelta(days=3650), 5), (NOW - timedelta(hours=1), 6)],
    ],
    ids=["nothing", "just now", "a clock that was set back", "no change", "very much", "ten years"],
)
def test_any_balance_can_be_drawn(points):
    assert len(curve_heights(drawn(points))) > 50


def test_the_wildest_hundred_thousand_balances_stay_small_and_quick():
    chance = random.Random(1)
    since = (NOW - timedelta(days=365)).timestamp()
    curve = Curve(since, NOW.timestamp(), graph.STRETCHES)
    for n in range(100_000):
        curve.add(since + n * 315, chance.randrange(10**6), None)
    points = curve.points()
    assert len(points) <= 4 * graph.STRETCHES
    drawn(points)


def contrast(one, other):
    """WCAG 2's contrast ratio of two colours: 4.5 for text, 3 for large text and for outlines."""

    def luminance(colour):
        red, green, blue = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
