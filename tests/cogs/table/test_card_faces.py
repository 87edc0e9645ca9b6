"""The drawn cards: pictures that Discord accepts and that a person can read in a line of text."""

from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from cogs.table.faces import FACES, SIZE, face_png, plain_text
from games.cards import Card, Rank, Suit, pack52, parse_cards
from tests.cogs.chips.test_graph_picture import contrast

INLINE = 22
"""Pixels: how high Discord shows an emoji in a line of text."""

DARK, LIGHT = (0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF)


# How somebody without green receptors sees linear red, green and blue (Machado, Oliveira, Fernandes 2009).
DEUTERANOPIA = (0.367322, 0.860646, -0.227968, 0, 0.280085, 0.672501, 0.047413, 0, -0.01182, 0.04294, 0.968881, 0)


@cache
def files() -> dict[Card | None, bytes]:
    return {face: face_png(face) for face in FACES}


@cache
def pictures() -> dict[Card | None, Image.Image]:
    return {face: Image.open(BytesIO(file)) for face, file in files().items()}


def inline(face: Card | None, background: tuple[int, int, int] = DARK) -> Image.Image:
    """The card as it appears in a line of a message."""
    picture = pictures()[face].resize((INLINE, INLINE), Image.Resampling.LANCZOS)
    line = Image.new("RGB", picture.size, background)
    line.paste(picture, mask=picture)
    return line


def as_the_colour_blind_see_it(image: Image.Image) -> Image.Image:
    linear = image.point([round(255 * (i / 255) ** 2.2) for i in range(256)] * 3).convert("RGB", DEUTERANOPIA)
    return linear.point([round(255 * (i / 255) ** (1 / 2.2)) for i in range(256)] * 3)


def pixels_apart(one: Image.Image, other: Image.Image) -> int:
    """How many of the 484 pixels visibly differ in lightness alone (by at least a third of black to white)."""
    return sum(ImageChops.difference(one.convert("L"), other.convert("L")).histogram()[85:])


def ink(suit: Suit) -> tuple[int, int, int]:
    """The suit's colour: the most common one on a card after the paper's."""
    colours = pictures()[Card(Rank.ACE, suit)].getcolors(SIZE * SIZE)
    drawn = [(count, colour[:3]) for count, colour in colours if colour[3] == 255 and colour[:3] != LIGHT]
    return max(drawn)[1]


def test_there_is_a_face_for_every_card_of_every_pack_and_a_back_that_discord_accepts() -> None:
    of_five_hundred = parse_cards("11S 12S 11H 12H 13H 11C 12C 11D 12D 13D JOKER")
    assert {*pack52(), *of_five_hundred, None} <= set(FACES)
    assert len(set(FACES)) == len(FACES)
    kinds = {(picture.format, picture.mode, picture.size) for picture in pictures().values()}
    assert kinds == {("PNG", "RGBA", (128, 128))}
    assert max(map(len, files().values())) < 256 * 1024


def test_the_same_card_is_drawn_the_same_each_time() -> None:
    for face in (*parse_cards("AS 10H QC 13D JOKER"), None):
        assert face_png(face) == files()[face]


def test_the_corners_around_every_card_are_clear() -> None:
    corners = ((0, 0), (SIZE - 1, 0), (0, SIZE - 1), (SIZE - 1, SIZE - 1))
    painted = [face for face, picture in pictures().items() if any(picture.getpixel(corner)[3] for corner in corners)]
    assert painted == []


def test_a_rank_is_three_quarters_as_high_as_its_line_of_text() -> None:
    for card in parse_cards("AS 10H QC 2D JOKER"):
        left = pictures()[card].convert("L").crop((8, 8, SIZE // 2, SIZE - 8))
        is_inked = [left.crop((0, row, left.width, row + 1)).getextrema()[0] < 128 for row in range(left.height)]
        top = is_inked.index(True)
        assert is_inked.index(False, top) - top >= 0.75 * SIZE


@pytest.mark.parametrize("suit", Suit)
def test_two_ranks_are_told_apart_in_a_line_of_text_without_colour(suit: Suit) -> None:
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    drawn = {rank: inline(Card(rank, suit)) for rank in ranks}
    apart = {(a, b): pixels_apart(drawn[a], drawn[b]) for a, b in combinations(ranks, 2)}
    assert {pair: pixels for pair, pixels in apart.items() if pixels < 6} == {}


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.JOKER])
def test_two_suits_are_told_apart_in_a_line_of_text_by_the_colour_blind(rank: Rank) -> None:
    drawn = {suit: as_the_colour_blind_see_it(inline(Card(rank, suit))) for suit in Suit}
    for a, b in combinations(Suit, 2):
        difference = ImageChops.difference(drawn[a], drawn[b])
        seen = max(sum(band.histogram()[40:]) for band in difference.split())
        assert seen >= 60, (a, b)


def test_a_card_face_down_is_not_mistaken_for_one_face_up() -> None:
    back = inline(None)
    alike = [face for face in FACES if face is not None and pixels_apart(back, inline(face)) <= 100]
    assert alike == []


def test_the_ink_stands_out_on_the_card_and_its_outline_on_both_of_discords_themes() -> None:
    for suit in Suit:
        assert contrast(ink(suit), LIGHT) >= 4.5
    for face, picture in pictures().items():
        edge, paper = (picture.getpixel((SIZE // 2, height))[:3] for height in (1, 6))
        assert contrast(edge, LIGHT) >= 3, face
        assert contrast(paper, DARK) >= 4.5, face


def test_a_card_can_be_written_in_plain_text_that_is_different_for_every_face() -> None:
    assert [plain_text(card) for card in parse_cards("AS 10H QC 13D JOKER")] == ["A♠", "10♥", "Q♣", "13♦", "🃏"]
    assert plain_text(None) == "▮"
    assert len({plain_text(face) for face in FACES}) == len(FACES)
