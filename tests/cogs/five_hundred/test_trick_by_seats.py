"""The trick at a table of Five Hundred: a line for each seat, who led, and who wins."""

from tests.cogs.five_hundred.test_five_hundred_play import four

__all__ = ["four"]

WEAK = "JOKER AH KH QH JH 10H 9H 8H 7D 5D"


async def test_every_seat_keeps_its_line_and_a_full_trick_stays_until_the_next_card_lies(four):
    ana = await four.leads()
    assert four.rows == ["▫️ Ana ◀", "▫️ Ben", "▫️ Cy", "▫️ Dee"]
    await ana.press("QH")
    assert four.rows == ["QH Ana · led 👑", "▫️ Ben ◀", "▫️ Cy", "▫️ Dee"]
    for guest in four.people[1:]:
        await four.press(guest, (await four.panel(guest)).bright[-1])
    full = ["QH Ana · led 👑 ◀", "5C Ben", "4D Cy", "4H Dee"]
    assert four.rows == full
    await ana.press("JOKER")
    assert four.rows == ["JOKER Ana · led 👑", "▫️ Ben ◀", "▫️ Cy", "▫️ Dee"]


async def test_the_crown_goes_to_whoever_wins_so_far(match_of, deals):
    deals.deal(f"{WEAK}, AD KD QD JD 10D 9D 8D 6D 4D AS")
    four = match_of(4)
    await four.leads("7 tricks")
    await four.plays("Ana 5D, Ben KD")
    assert four.rows[:2] == ["5D Ana · led", "KD Ben 👑"]


async def test_the_panel_at_a_public_table_leaves_the_trick_to_the_table(four):
    ana, ben = await four.leads(), await four.panel(four.ben)
    await ana.press("QH")
    assert "QH" in four.table.text
    assert "QH" not in ben.text
    assert "Ana plays" not in ben.text + ana.text
