"""The road of a Pok Deng shoe: marks that differ without colour, pictures of them, the whole shoe on a phone."""

import asyncio
import threading
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from cogs.pok_deng import road
from cogs.pok_deng.road import CELL, COLUMNS, EMOJI, MARKS, legend, mark_name, mark_png, plain_mark, road_png
from games.pok_deng import Mark, parse_marks
from i18n.words import ENGLISH, Words

GREY = {mark: Image.open(BytesIO(mark_png(mark))).convert("L").resize((22, 22)) for mark in MARKS}
"""The size at which Discord shows an emoji in a line, without colour."""
WHOLE_SHOE = "WLTWfLfTfWpLpTpWbLbTb" + "WL" * 8
"""Twenty-eight rounds: as many as eight decks give."""


def draw(*roads):
    return Image.open(asyncio.run(road_png(roads, ENGLISH)))


def cell(picture, row, column):
    """What is drawn in one place of the first band, without the grid's lines and their blur."""
    left, top = 44 + column * CELL, 22 + row * CELL
    return picture.crop((left + 4, top + 4, left + CELL - 4, top + CELL - 4))


def difference(one, other):
    """How far apart two grey pictures are: the difference in grey levels, added up over all pixels."""
    histogram = ImageChops.difference(one, other).histogram()
    return sum(level * count for level, count in enumerate(histogram))


def test_there_are_twelve_marks_as_text_and_with_names_for_discord_and_screen_readers():
    assert {str(mark) for mark in MARKS} == {result + pattern for result in "WLT" for pattern in ("", "f", "p", "b")}
    assert "".join(map(plain_mark, parse_marks("WLTWfLfTfWpLpTpWbLbTb"))) == "○ ● = ◎ ◉ ≡ ○·●·=·◎·◉·≡·"
    assert legend(ENGLISH, plain_mark) == "○ won · ● lost · = tie · ◎ with a flush · ○· with a pair"
    names = [mark_name(mark) for mark in MARKS]
    assert len(set(names)) == 12
    assert {"won", "lost_flush", "tie_pair", "won_flush_pair"} <= set(names)


@pytest.mark.parametrize("mark", MARKS, ids=str)
def test_an_emoji_is_small_the_same_each_time_and_told_apart_from_all_others_without_colour(mark):
    assert Image.open(BytesIO(mark_png(mark))).size == (EMOJI, EMOJI)
    assert len(mark_png(mark)) < 256 * 1024
    assert mark_png(mark) == mark_png(mark)
    nearest = min(difference(GREY[mark], GREY[other]) for other in MARKS if other != mark)
    assert nearest > 3_000  # as if a dozen pixels of 484 turned from white to black


def test_the_colours_are_those_of_the_rules():
    def strongest(mark):
        picture = Image.open(BytesIO(mark_png(Mark.parse(mark)))).convert("RGB")
        counts = sorted(picture.getcolors(EMOJI * EMOJI), reverse=True)
        return [colour for count, colour in counts if count > 100][:6]

    blue, green, grey, yellow = (0x15, 0x59, 0xD6), (0x0B, 0x7A, 0x43), (0x5C, 0x62, 0x6C), (0xFF, 0xD2, 0x3E)
    assert blue in strongest("W")
    assert green in strongest("T")
    assert grey in strongest("L")
    assert yellow in strongest("Lp")
    assert yellow not in strongest("L")


def test_every_mark_of_a_whole_shoe_is_in_its_place():
    picture = draw(WHOLE_SHOE, "W" * 28, *["L" * 28] * 3)
    assert picture.size == (44 + COLUMNS * CELL + 14, 2 * (22 + 5 * CELL + 14) + 40)
    won, lost = cell(picture, 1, 0), cell(picture, 2, 0)
    assert cell(picture, 0, 0) == won == cell(picture, 1, 14)
    assert cell(picture, 0, 1) == lost == cell(picture, 4, 14)
    assert len({cell(picture, 0, column).tobytes() for column in range(12)}) == 12


def test_the_picture_grows_with_the_shoe_and_keeps_its_earlier_marks():
    before, after = draw(*["WLf"] * 5), draw(*["WLfTb"] * 5)
    assert before.size == after.size
    for row in range(5):
        assert cell(before, row, 1) == cell(after, row, 1)
        assert cell(before, row, 2) != cell(after, row, 2)
    assert draw(*["W" * 15] * 5).height < draw(*["W" * 16] * 5).height


def test_a_phone_shows_a_whole_shoe_without_scrolling():
    picture = draw(*[WHOLE_SHOE] * 5)
    width = 330  # what Discord gives a picture on a phone 360 wide
    assert picture.height * width / picture.width < 300
    assert CELL * width / picture.width >= 19  # as large as a letter of the text


def test_the_picture_is_in_the_readers_language():
    class Other(Words):
        def __call__(self, template, context="", /, **params):
            return template[::-1]

    english, other = (Image.open(asyncio.run(road_png(["W"] * 5, words))) for words in (ENGLISH, Other()))
    assert english.tobytes() != other.tobytes()


def test_the_event_loop_keeps_running_while_the_picture_is_drawn(instead_of):
    threads = []

    def noting_where(draw, *about):
        threads.append(threading.current_thread())
        return draw(*about)

    instead_of(road, "_draw", noting_where)
    asyncio.run(road_png(["W"] * 5, ENGLISH))
    assert threads != [threading.main_thread()]
