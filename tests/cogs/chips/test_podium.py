"""The picture of a podium: its steps in the metals' colours, and names in every script that its font can write."""

import io

import pytest
from PIL import Image

from cogs.chips import podium
from cogs.chips.podium import _STEPS, HEIGHT, KEPT, WIDTH, Podiums, Winner, can_write, draw

ANA, BEN, CY = Winner("Ana", "1,200"), Winner("Ben", "900"), Winner("Cy", "30")
GOLD, SILVER, BRONZE = (step.colour for step in _STEPS)


def colours(png):
    """The most frequent colours of the left, the middle and the right third, from the bottom line, as hex."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    thirds = [image.getpixel((WIDTH * third // 6, HEIGHT - 2)) for third in (1, 3, 5)]
    return ["#{:02x}{:02x}{:02x}".format(*pixel) for pixel in thirds]


def near(found, wanted):
    """Whether two colours look the same; the picture keeps only 64."""
    pairs = zip(bytes.fromhex(found[1:]), bytes.fromhex(wanted[1:]), strict=True)
    return all(abs(one - other) <= 8 for one, other in pairs)


def test_gold_stands_in_the_middle_silver_to_the_left_and_bronze_to_the_right():
    found = colours(draw((ANA, BEN, CY)))
    assert all(map(near, found, (SILVER, GOLD, BRONZE))), found
    one, two = colours(draw((ANA,))), colours(draw((ANA, BEN)))
    assert near(one[1], GOLD)
    assert one[0] == one[2] == two[2], "with fewer winners their steps are missing"
    assert near(two[0], SILVER)


def test_names_are_written_in_the_scripts_of_the_font():
    for name in ("Ana", "Zoë", "Настя", "Ελένη", "x_X-123 & co", "সৌম্য", "પ્રીતિ", "क्षितिज", "สมชาย"):
        assert can_write(name)


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["", "  ", "小明", "نور", "דנה", "🪙 Ana", "A\u0338na", "A\u202ena", "A\x00"])
def test_a_name_that_would_come_out_as_boxes_or_backwards_is_left_out(name):
    assert not can_write(name)
    assert draw((Winner(name, "5"),)) == draw((Winner("", "5"),))


def test_a_long_name_is_cut_and_stays_on_its_own_step():
    def silver_and_bronze(png):
        image = Image.open(io.BytesIO(png)).convert("RGB")
        return [image.crop(box).tobytes() for box in ((0, 0, 240, 100), (480, 0, WIDTH, 100))]

    wide, short = (draw((Winner(name, "1,000,000,000,000,000"),)) for name in ("W" * 32, "W"))
    assert silver_and_bronze(wide) == silver_and_bronze(short)


async def test_the_last_pictures_are_remembered_and_no_more(calls_of):
    drawn, podiums = calls_of(podium, "draw"), Podiums()
    for number in range(KEPT + 1):
        await podiums.picture((Winner("Ana", str(number)),))
    assert len(drawn) == KEPT + 1
    await podiums.picture((Winner("Ana", str(KEPT)),))
    assert len(drawn) == KEPT + 1
    await podiums.picture((Winner("Ana", "0"),))
    assert len(drawn) == KEPT + 2
