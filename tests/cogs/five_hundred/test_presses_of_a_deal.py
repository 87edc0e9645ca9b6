"""How many presses a deal takes: none that isn't a bid, a card or a discard, and none for a card without a choice."""

from collections import Counter

import pytest

from games.five_hundred import Phase
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.panel import Panel


@pytest.fixture
def counted(calls_of):
    """Presses by the person who made them, once it is called."""
    presses = calls_of(Panel, "press")
    return lambda: Counter(panel.guest.house.names[panel.guest.id] for (panel, _label), _ in presses)


async def test_a_contractor_presses_14_times_and_a_defender_10(match_of, deals, counted):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    panels = [await four.panel(guest) for guest in four.people]
    assert "## JOKER AH KH QH JH 10H 9H 8H 7H JD" in panels[0].text, "cards lie open"
    assert "Blind Misère 500" not in panels[0].buttons
    await four.contract("6 tricks", "Hearts")
    assert four.deal.phase is Phase.KITTY
    assert "Dee passes · Ana keeps 6 hearts" in table.text
    await four.puts(four.ana, 3)
    while table.live.table.is_playing and len(four.deal.hands[four.deal.play.turn]) > 1:
        await four.play_card()
    await four.house.wait(6)
    assert not table.live.table.is_playing, "the last trick plays itself"
    assert counted() == {"Ana": 14, "Ben": 10, "Cy": 10, "Dee": 10}


async def test_more_has_the_personal_switches_and_only_those_that_change_something(match_of):
    four = match_of(4)
    await four.house.sets({"five_hundred.allow_blind_misere": False, "five_hundred.raise_own_bid_after_passes": False})
    table = await four.start()
    more = await (await table.plays("Ana More…")).into("My settings…")
    assert [label for label in more.left if label.endswith(": off")][:1] == ["Play forced cards: off"]
