"""Letters in pictures: every script of the bot's languages, in the right font, and joined as it wants."""

import pytest
from PIL import Image, ImageDraw, ImageFont, features

from cogs.table.letters import SCRIPTS, Lettering, font_of

SIZE = 40


@pytest.fixture
def letters():
    return Lettering(ImageFont.load_default(SIZE))


def drawn(letters, text, anchor="ls"):
    """The box of what was written, and the picture."""
    image = Image.new("L", (600, 200))
    letters.write(ImageDraw.Draw(image), (300, 100), text, "white", anchor)
    return image.getbbox(), image.tobytes()


def test_each_script_has_a_font_that_has_its_letters():
    for block, font in SCRIPTS.items():
        known = ImageFont.truetype(font, SIZE)
        first_letter = next(chr(code) for code in block if chr(code).isalpha())
        assert known.getmask(first_letter).getbbox() != known.getmask("\U0010fffd").getbbox()


@pytest.mark.parametrize("text", ["চিপস", "ચિપ્સ", "चिप्स", "ชิป"])
def test_texts_in_two_scripts_are_as_wide_as_their_parts(letters, text):
    assert font_of(text[0]) is not None
    assert letters.length(f"{text} 12") == letters.length(text) + letters.length(" 12")


def test_letters_are_joined():
    assert features.check("raqm")
    known = ImageFont.truetype(font_of("ক"), SIZE)
    assert known.getlength("ক্ষ") < known.getlength("ক") + known.getlength("ষ")


def test_a_text_stands_where_its_anchor_says(letters):
    (left, _, right, below), _ = drawn(letters, "HচH", "ms")
    assert abs((left + right) / 2 - 300) < 4
    assert abs(below - 100) < 4
    (left, above, _, _), _ = drawn(letters, "HচH", "la")
    assert abs(left - 300) < 6
    assert above >= 100
