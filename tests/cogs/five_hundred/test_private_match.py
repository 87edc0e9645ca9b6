"""A private match of Five Hundred: the table and its host's hand are one message, within all that Discord allows."""

import pytest

from tables.five_hundred import match
from tests.cogs.alone import Alone, opening_privately
from tests.cogs.five_hundred.house import HEARTS

ANA = "JOKER JC JS AC KC QC 10C 9C 8C 7C"


@pytest.fixture
async def alone(house, deals):
    with opening_privately():
        alone = Alone(house)
        deals.deal(f"{ANA}, {HEARTS.removeprefix('JOKER ') + ' AS'}")
        await alone.opens("fivehundred", players=2)
        await alone.arranges(alone.ben, lambda lobby: match.ready(lobby, alone.ben.id))
        await alone.press("Ready")
        yield alone


async def test_the_deal_and_the_hand_are_one_message(alone):
    assert "Ana  0\nBen  0" in alone.text
    assert alone.line("## ") == "## JOKER AC KC QC JC 10C 9C 8C 7C JS"
    assert alone.line("Bid or pass") == "Bid or pass · ⏳ in 60 s"
    assert "My hand" not in alone.buttons


async def test_there_is_room_for_every_bid(alone):
    await alone.press("Higher…")
    assert len(alone.parts) <= 40
    assert "Misère" not in alone.buttons
    assert "More…" in alone.buttons


async def test_the_kitty_the_discard_and_the_tricks_are_on_it(alone):
    await alone.press("6♣ 60")
    await alone.acts(alone.ben, "pass")
    assert len(alone.cards) == 13
    for card in ("7C", "8C", "9C"):
        await alone.presses(card)
    await alone.press("Discard 9♣ 8♣ 7♣")
    assert alone.line("Lead a card")
    await alone.presses("JOKER")
    assert alone.line("Ben · Play a card")
    assert alone.cards == []
    await alone.acts(alone.ben, str(next(iter(alone.live.table.play.round.legal_actions(1)))))
    assert "Ana  0 · 1 trick" in alone.text
    assert len(alone.cards) == 9


async def test_no_command_of_others_finds_the_match(alone, house):
    cy = house.guest("Cy")
    nothing = "no match played here"
    assert (await cy.command("fivehundred matches")).said == nothing
    assert "match 1" in (await alone.ana.command("fivehundred matches")).said.lower()
    said = "no match 1"
    assert (await cy.looks_back("bring:1")).said == said
    assert (await cy.looks_back("deal:1:1:0")).said == said
