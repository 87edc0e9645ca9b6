"""The pictures of Five Hundred at their fullest, and where emojis fail."""

from cogs.five_hundred.match_table import draw_panel
from cogs.five_hundred.own_hand import Chosen
from cogs.table.faces import plain_text
from games.five_hundred import Phase
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.limits import verify_fits
from tests.cogs.shown import BUTTON, walk

SUITS = ("Spades", "Clubs", "Diamonds", "Hearts", "No trumps")


async def fits(six):
    """The table and everybody's panel are within Discord's limits."""
    for shown in (six.house.raw(six.table.message), *[(await six.panel(guest)).raw for guest in six.people]):
        verify_fits(shown)


async def test_discord_accepts_the_fullest_table_and_panels(match_of, deals):
    deals.deal(HEARTS)
    six = match_of(6)
    table = await six.start(ante=10)
    for tricks in ("6 tricks", "7 tricks"):
        for suit in SUITS:
            await six.bids(six.turn, tricks, suit)
            await fits(six)
    while six.deal.phase in (Phase.AUCTION, Phase.RAISE):
        await six.declines(six.turn)
    await fits(six)
    await six.puts(six.turn, 3)
    await table.plays("Ana Pause")
    for _ in range(11):
        await six.play_card()
        await fits(six)
    while table.live.table.is_playing:
        await six.play_card()
    page = await table.plays("Ana Deal record")
    for _ in range(4):
        verify_fits(six.house.raw(page.result.response))
        await page.press("▶")


async def test_where_emojis_fail_buttons_show_cards_as_text(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    await four.leads()
    view = draw_panel(four.table.live.table, four.ana.id, ENGLISH, plain_text, Chosen())
    labels = [part["label"] for part in walk(view.to_components()) if part["type"] == BUTTON]
    assert labels == ["🃏", "J♥", "J♦", "A♥", "K♥", "Q♥", "10♥", "9♥", "8♥", "7♥", "Claim"]
