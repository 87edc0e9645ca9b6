"""What is rare in a deal of Pontoon has a line of its own, and the table is gold while the results show."""

import pytest

from cogs.table.parts import GOLD
from tests.cogs.pontoon.house import a_deal, dont_shoot, dry, finish

pytestmark = pytest.mark.usefixtures("generous")


def colour(table):
    return table.house.raw(table.message)[0]["accent_color"]


def moments(table):
    """The headings below the table's name."""
    return [line.removeprefix("### ") for line in table.text.splitlines() if line.startswith("### ")][1:]


async def played(five, packs, *hands, bank, then="", stay=None, **options):
    """A deal in which everyone sticks, or twists where they can't, and Ana stays."""
    packs.deal(*hands, bank=bank, then=then)
    table = await five.sit_down(**options)
    await five.start()
    await five.stake()
    for guest in (five.ben, five.cy, five.dee, five.eve):
        panel = await five.panel(guest)
        while table.live.is_playing and (left := [each for each in ("Stick", "Twist") if each in panel.buttons]):
            await panel.press(left[0])
    if stay is not None:
        await five.ana.press(stay, table)
    assert not table.live.is_playing
    return table


async def test_an_ordinary_deal_has_no_moment_and_its_colour_stays(five, packs):
    table = await a_deal(five, packs)
    usual = colour(table)
    await finish(five, table)
    assert moments(table) == []
    assert colour(table) == usual != GOLD


async def test_a_pontoon_is_gold_until_the_next_deal(five, packs):
    hands = ("10C 9D", "8H 9C", "AS KD", "7S KH")
    table = await played(five, packs, *hands, bank="10S 7C", stay="Stay, pay 18")
    assert moments(table) == ["Pontoon: Dee"]
    assert colour(table) == GOLD
    await five.ben.press("Ready", table)
    await five.house.wait(21)
    assert table.live.is_playing
    assert colour(table) != GOLD


async def test_a_five_card_trick_that_wins(five, packs):
    hands = ("2C 3D", "8H 9C", "10H KD", "7S KH")
    table = await played(five, packs, *hands, bank="10S 7C", then="2D 3C 4H", stay="Stay, pay 18")
    assert moments(table) == ["Five-card trick: Ben"]
    assert "2 Ben  2C 3D 2D 3C 4H  five-card trick pays 2:1" in table.text


async def test_a_banker_with_a_pontoon_and_what_it_takes(five, packs):
    table = await played(five, packs, "10C 9D", "8H 9C", "AC KD", "7S KH", bank="AS JC")
    assert moments(table) == ["Pontoon for the banker, Ana: everyone pays double"]
    assert "2 Ben  10C 9D  the banker's pontoon takes double" in table.text


async def test_a_banker_who_wins_from_everyone(five, packs):
    hands = ("10C 9D", "8H 9C", "10H 8D", "7S KH")
    table = await played(five, packs, *hands, bank="10S KC", stay="Stay, pay 21")
    assert moments(table) == ["Ana beats everyone"]
    assert "2 Ben  10C 9D  the banker's 20 beats 19" in table.text


async def test_the_whole_kitty_won(five, packs):
    table = await dry(five, packs)
    assert moments(table) == ["Whole kitty won: Ben"]
    assert "The kitty lost 100 and holds 0." in table.text


async def test_a_shoot_bet_that_leaves_something_in_the_kitty_is_no_moment(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await five.press(five.ben, "Shoot 10")
    await dont_shoot(five, five.cy, five.dee, five.eve)
    await finish(five, table)
    assert moments(table) == []
    assert "The kitty lost 10 and holds 90." in table.text


@pytest.mark.thorough
async def test_three_deals_won_in_a_row_are_told(five, packs):
    for number in (1, 2, 3):
        packs.deal("10C 9D", "8H 9C", "10H KD", "7S KH", bank="10S 7C", number=number)
    table = await five.sit_down()
    await five.house.sets({"pontoon.shuffle_every_deal": True})
    await five.start()
    for _ in range(3):
        assert "in a row" not in table.text
        await five.stake()
        await finish(five, table)
        streak = table.text
        for guest in five.people:
            await guest.press("Ready", table)
        await five.house.wait(21)
    assert "Ben has won 3 deals in a row" in streak
    assert "Cy has won" not in streak
