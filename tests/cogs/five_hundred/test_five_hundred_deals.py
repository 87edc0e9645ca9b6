"""A deal of Five Hundred on Discord: what everybody sees, and what each player alone sees and presses."""

import pytest

from games.cards import pack52
from tests.cogs.shown import walk

ANA = "JOKER JC JS AC KC QC AH KH 9D 7S"
BEN = "10C 9C 8C AD KD QD JD 10D QH JH"
CY = "7C 6C 5C AS KS QS 10S 9S 8S 10H"
DEE = "9H 8H 7H 6H 5H 8D 7D 6D 5D 6S"
KITTY = "4D 4H 5S"


@pytest.fixture
def four(match_of, deals):
    deals.deal(ANA, BEN, CY, DEE, kitty=KITTY)
    return match_of(4)


async def test_a_hand_stays_face_down_until_its_owner_looks(four):
    await four.start()
    ben = await four.panel(four.ben)
    assert "Your cards lie face down." in ben.text
    assert ben.buttons == ["Look at my cards"]
    ana = await four.panel(four.ana)
    assert ana.buttons == ["Look at my cards", "Blind misère", "Pass", "Sans kitty: off"]
    assert "JOKER" not in ana.text
    await ana.press("Look at my cards")
    assert "## JOKER AH KH AC KC QC JC 9D JS 7S" in ana.text
    assert "Blind misère" not in ana.buttons


async def test_a_bid_is_chosen_from_two_lists_that_offer_only_higher_bids(four):
    table = await four.start()
    ana = await four.panel(four.ana)
    await ana.press("Look at my cards")
    assert ana.buttons == ["Pass", "Open misère", "Sans kitty: off"]
    assert ana.choices("Tricks") == ["6 tricks", "7 tricks", "8 tricks", "9 tricks", "10 tricks"]
    assert ana.choices("In") == ["Spades", "Clubs", "Diamonds", "Hearts", "No trumps"]
    await ana.choose("Tricks", "7 tricks")
    assert ana.buttons == ["Pass", "Open misère", "Sans kitty: off"]
    await ana.choose("In", "Diamonds")
    assert ana.buttons == ["Bid 7 diamonds", "Pass", "Open misère", "Sans kitty: off"]
    await ana.press("Bid 7 diamonds")
    assert table.line("Bids") == "Bids  Ana 7♦"
    assert "▶ Ben, bid or pass · time runs out in 60 s" in table.text
    ben = await four.panel(four.ben)
    await ben.press("Look at my cards")
    assert ben.buttons == ["Pass", "Misère", "Open misère", "Sans kitty: off"]
    await ben.choose("Tricks", "7 tricks")
    assert ben.choices("In") == ["Hearts", "No trumps"]
    await ben.choose("In", "No trumps")
    await ben.press("Sans kitty: off")
    assert ben.buttons[0] == "Bid 7 no trumps sans kitty"
    await ben.press("Bid 7 no trumps sans kitty")
    assert table.line("Bids") == "Bids  Ana 7♦ · Ben 7NT sans"


async def test_a_misere_must_be_confirmed(four):
    table = await four.start()
    await four.bids(four.ana, "7 tricks", "Spades")
    ben = await four.panel(four.ben)
    await ben.press("Look at my cards")
    await ben.press("Misère")
    assert "Misère? You play alone, without trumps, to lose every trick." in ben.text
    assert "It is worth 250 points, won or lost." in ben.text
    assert ben.buttons == ["Yes, bid misère", "Back"]
    await ben.press("Back")
    assert "Misère" in ben.buttons
    assert "Ben" not in table.line("Bids")
    await ben.press("Misère")
    await ben.press("Yes, bid misère")
    assert table.line("Bids") == "Bids  Ana 7♠ · Ben Misère"


async def test_the_winner_of_the_bidding_may_raise_and_then_takes_the_kitty(four):
    table = await four.start()
    await four.bids(four.ana, "7 tricks", "Clubs")
    await four.passes(four.ben, four.cy, four.dee)
    assert "▶ Ana, keep your bid or raise it" in table.text
    ana = await four.panel(four.ana)
    assert "Keep your bid, or raise it once before you see the kitty." in ana.text
    await ana.choose("Tricks", "8 tricks")
    await ana.choose("In", "Clubs")
    await ana.press("Bid 8 clubs")
    assert "Ana plays 8 clubs" in table.text
    assert table.line("-# Bids") == "-# Bids  Ana 7♣ · Ana 8♣"
    assert "takes the kitty and puts three cards aside" in table.text
    assert ana.buttons == [*ANA.split(), "4H", "4D", "5S"]


async def test_the_contractor_marks_three_cards_and_may_change_their_mind(four):
    table = await four.start()
    await four.contract("8 tricks", "Clubs")
    ana = await four.panel(four.ana)
    assert "Choose 3 cards to put aside." in ana.text
    for card in ("4D", "4H", "7S"):
        assert "Put these three aside" not in ana.buttons
        await ana.press(card)
    assert ana.marked == ["7S", "4H", "4D"]
    assert "Three cards are chosen." in (await ana.press("5S")).said
    await ana.press("7S")
    assert "Choose 1 card to put aside." in ana.text
    await ana.press("5S")
    await ana.press("Put these three aside")
    assert ana.bright == ANA.split()
    assert "▶ Ana leads · time runs out in 30 s" in table.text
    assert "-# Ana took the kitty and put three cards aside" in table.text


async def test_the_kitty_is_marked_and_the_contractor_alone_can_still_read_the_discard(four):
    table = await four.start()
    await four.contract("8 tricks", "Clubs")
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    rows = [row["components"] for row in walk(ana.raw) if row["type"] == 1]
    assert [len(row) for row in rows] == [5, 5, 3]
    assert "From the kitty, in the last row: 4H 4D 5S" in ana.text
    await four.puts(four.ana, "4D 5S 7S")
    assert "kitty" not in ana.text
    assert "-# Put aside: 4D 7S 5S" in ana.text
    for _ in range(5):
        await four.play_card()
    assert "-# Put aside: 4D 7S 5S" in ana.text
    assert "aside" not in ben.text
    assert "4D" not in ben.text + table.text


async def test_one_press_plays_a_card_and_a_wrong_one_is_explained(four):
    table = await four.start()
    await four.contract("8 tricks", "Clubs", put="4D 4H 5S")
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    assert "clubs are trumps" in ana.text
    assert ana.bright == ["JOKER", "JC", "JS", "AC", "KC", "QC", "AH", "KH", "9D", "7S"]
    assert "Others play." in ben.text
    assert ben.buttons == ["Play forced cards: off"]
    await ana.press("AC")
    assert table.line("Trick 1") == "Trick 1 · Ana AC"
    assert "▶ Ben, play a card · time runs out in 30 s" in table.text
    assert ben.bright == ["10C", "9C", "8C"]
    assert len(ben.buttons) == 12
    before = ben.raw
    assert (await ben.press("AD")).said == "You must follow clubs."
    assert ben.raw == before
    await ben.press("8C")
    await four.press(four.cy, "5C")
    await four.press(four.dee, "6S")
    assert "Ana & Cy  0 · 1 trick" in table.text
    assert "-# Last trick: Ana AC · Ben 8C · Cy 5C · Dee 6S" in table.text
    assert (
        await four.dee.press("Last trick", table)
    ).said == "Last trick: Ana AC · Ben 8C · Cy 5C · Dee 6S. Ana won it."
    assert "Trick 2" in table.text


async def test_the_left_bower_is_named_when_it_must_follow(match_of, deals):
    deals.deal("10C 9C 8C AD KD QD JD 10D QH JH", "JS AH KH 9D 7S 9H 8H 7H 6H 5H")
    four = match_of(4)
    await four.start()
    await four.contract("8 tricks", "Clubs")
    await four.puts(four.ana, 3)
    await four.press(four.ana, "10C")
    ben = await four.panel(four.ben)
    assert ben.bright == ["JS"]
    assert (await ben.press("7S")).said == "You must follow clubs; your JS is a club."


async def test_no_panel_shows_another_players_card(four):
    await four.start()
    await four.contract("8 tricks", "Clubs", put="4D 4H 5S")
    panels = [await four.panel(guest) for guest in four.people]
    held = [{str(card) for card in hand} for hand in four.deal.hands]
    held[0] |= {str(card) for card in four.deal.discards}
    every = {str(card) for card in pack52()}
    for panel, hand in zip(panels, held, strict=True):
        assert {card for card in every if f":{card}_v" in str(panel.raw)} <= hand
        assert {card for card in every if f"'{card}_v" in str(panel.raw)} <= hand
    assert not {card for card in every if f"{card}_v" in str(four.house.raw(four.table.message))}
