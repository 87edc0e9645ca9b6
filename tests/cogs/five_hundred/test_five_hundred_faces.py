"""The pictures of Five Hundred at their fullest, and where emojis fail."""

from cogs.five_hundred import panel as five_hundred_panel
from cogs.five_hundred.choice import Chosen
from cogs.table.faces import plain_text
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.shown import walk

MOST_PARTS, MOST_TEXT = 40, 4_000


def parts_and_text(components):
    parts = list(walk(components))
    return len(parts), sum(len(part.get("content", "")) for part in parts)


async def fits(six):
    """The table and everybody's panel are within Discord's limits."""
    panels = [await six.panel(guest) for guest in six.people]
    for shown in (six.house.raw(six.table.message), *(panel.raw for panel in panels)):
        parts, text = parts_and_text(shown)
        assert parts <= MOST_PARTS
        assert text <= MOST_TEXT


async def test_discord_accepts_the_fullest_table_and_panels(match_of, deals):
    deals.deal(HEARTS)
    six = match_of(6)
    table = await six.start(ante=10)
    for tricks in ("6 tricks", "7 tricks"):
        for suit in ("Spades", "Clubs", "Diamonds", "Hearts", "No trumps"):
            await six.bids(six.turn, tricks, suit)
            await fits(six)
    while six.deal.phase.value in ("auction", "raise"):
        await six.declines(six.turn)
    await fits(six)
    await six.puts(six.turn, 3)
    await six.ana.press("Pause", table)
    for _ in range(11):
        await six.play_card()
        await fits(six)


ROW = ["Claim"]
"""The buttons below the cards."""


async def test_where_emojis_fail_buttons_show_cards_as_text(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    view = five_hundred_panel.draw(table.live, four.ana.id, ENGLISH, plain_text, Chosen())
    labels = [part["label"] for part in walk(view.to_components()) if part["type"] == 2]
    assert labels == ["🃏", "J♥", "J♦", "A♥", "K♥", "Q♥", "10♥", "9♥", "8♥", "7♥", *ROW]
