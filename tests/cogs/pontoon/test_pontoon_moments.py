"""What is rare in a deal of Pontoon has a line of its own, and the table is gold while the results show."""

import pytest

from cogs.table.parts import GOLD
from tests.cogs.pontoon.house import a_deal, dry, finish

pytestmark = pytest.mark.usefixtures("generous")


def moments(table):
    """The headings below the table's name."""
    return [line.removeprefix("### ") for line in table.text.splitlines() if line.startswith("### ")][1:]


@pytest.mark.parametrize(
    ("cards", "stay", "moment", "ben", "ana"),
    [
        (
            "2C 3D, 8H 9C, 10H KD, 7S KH v 10S 7C then 2D 3C 4H", "Pay 18 and up",
            "Five-card trick: Ben", "2C 3D 2D 3C 4H · Ben +20 · five-card trick pays 2:1", 990,
        ),
        (
            "10C 9D, 8H 9C, AC KD, 7S KH v AS JC", None,
            "banker's pontoon Ana, all pay double", "10C 9D · Ben -20 · the banker's pontoon takes double", 1080,
        ),
        (
            "10C 9D, 8H 9C, 10H 8D, 7S KH v 10S KC", "Pay 21 and up",
            "Ana beats everyone", "10C 9D · Ben -10 · the banker's 20 beats 19", 1040,
        ),
    ],
)  # fmt: skip
async def test_what_is_rare_is_told_in_gold(five, cards, stay, moment, ben, ana):
    table = await a_deal(five, cards)
    for guest in five.people[1:]:
        panel = await five.panel(guest)
        while table.live.table.is_playing and (left := [each for each in ("Stick", "Twist") if each in panel.buttons]):
            await panel.press(left[0])
    if stay is not None:
        await table.plays(f"Ana {stay}")
    assert moments(table) == [moment]
    assert table.accent == GOLD
    assert f"2 {ben}" in table.text
    assert await five.ana.chips() == ana


async def test_an_ordinary_deal_has_no_moment_and_its_colour_stays(five):
    table = await a_deal(five)
    usual = table.accent
    await finish(five, table)
    assert moments(table) == []
    assert table.accent == usual != GOLD


async def test_the_whole_kitty_won(five):
    table = await dry(five)
    assert moments(table) == ["Whole kitty won: Ben"]
    assert "Kitty 0 (-100)" in (await table.plays("Ben Last deal")).said


async def test_a_shoot_bet_that_leaves_something_in_the_kitty_is_no_moment(five):
    table = await a_deal(five, shoot=True)
    await five.plays("Ben Shoot 10, Cy Don't shoot, Dee Don't shoot, Eve Don't shoot")
    await finish(five, table)
    assert moments(table) == []
    assert "Kitty 90 (-10)" in table.text


@pytest.mark.thorough
async def test_three_deals_won_in_a_row_are_told(five, packs):
    for number in (2, 3):
        packs.deal("10C 9D, 8H 9C, 10H KD, 7S KH v 10S 7C", number=number)
    table = await a_deal(five)
    await five.house.sets({"pontoon.shuffle_every_deal": True})
    for _ in range(2):
        await finish(five, table)
        assert "on a streak" not in table.text
        await five.table.plays("all Ready, 21 s")
        await five.plays("others Minimum 10")
    await finish(five, table)
    assert "Ben on a streak of 3" in table.text
    assert "Cy has won" not in table.text
