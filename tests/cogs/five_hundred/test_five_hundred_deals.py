"""A deal of Five Hundred on Discord: what everybody sees, and what each player alone sees and presses."""

import pytest

from tests.cogs.shown import ROW, walk

ANA = "JOKER JC JS AC KC QC AH KH 9D 7S"
BEN = "10C 9C 8C AD KD QD JD 10D QH JH"
CY = "7C 6C 5C AS KS QS 10S 9S 8S 10H"
DEE = "9H 8H 7H 6H 5H 8D 7D 6D 5D 6S"
KITTY = "4D 4H 5S"

LOWEST = ["6♠ 40", "6♣ 60", "6♦ 80", "6♥ 100", "6NT 120"]
BELOW = ["Pass", "Higher…"]
RARE = ["Open Misère 500", "Sans kitty: off", "Back"]


@pytest.fixture
def four(match_of, deals):
    deals.deal(f"{ANA}, {BEN}, {CY}, {DEE} kitty {KITTY}")
    return match_of(4)


async def test_a_hand_stays_face_down_until_its_owner_looks(four):
    await four.start("Deal my cards face down")
    ben = await four.panel(four.ben)
    assert "look any time, then no Blind Misère" in ben.text
    assert ben.rows == [["Look at my cards"]]
    ana = await four.panel(four.ana)
    assert ana.rows == [["Look at my cards", "Pass"], ["Sans kitty: off", "Blind Misère 500"]]
    assert "JOKER" not in ana.text
    await ana.press("Look at my cards")
    assert "## JOKER AH KH AC KC QC JC 9D JS 7S" in ana.text
    assert "Blind Misère 500" not in ana.buttons


async def test_the_lowest_bid_in_each_suit_is_made_with_one_press_and_sans_kitty_with_the_switch(four):
    table = await four.start()
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    assert ana.buttons == [*LOWEST, *BELOW]
    await ana.press("6♦ 80")
    assert table.line("Bids") == "Bids  Ana 6♦"
    assert "▶ Ben · Bid or pass · ⏳ in 60 s" in table.text
    assert ben.buttons == ["6♥ 100", "6NT 120", "7♠ 140", "7♣ 160", "7♦ 180", *BELOW]
    await four.plays("Ben Higher…, Ben Sans kitty: off, Ben Back")
    assert "Sans kitty is on: you won't pick up the kitty." in ben.text
    await ben.press("6NT 120")
    assert table.line("Bids") == "Bids  Ana 6♦ · Ben 6NT sans"


async def test_a_higher_bid_is_chosen_and_then_made(four):
    table = await four.start()
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    await four.plays("Ana Higher…")
    assert "Bid higher" in ana.text
    assert ana.choices("Choose a bid")[:5] == ["7♠ 140", "7♣ 160", "7♦ 180", "7♥ 200", "7NT 220"]
    assert ana.buttons == RARE
    await ana.choose("Choose a bid", "8♥ 300")
    assert ana.buttons == ["Bid 8♥ 300", *RARE]
    assert "Bids" not in table.text
    await ana.choose("Choose a bid", "9NT 420")
    assert ana.buttons == ["Bid 9NT 420", *RARE]
    await ana.press("Back")
    assert ana.buttons == [*LOWEST, *BELOW]
    await four.plays("Ana Higher…")
    await ana.choose("Choose a bid", "10♥ 500")
    await ana.press("Bid 10♥ 500")
    assert table.line("Bids") == "Bids  Ana 10♥"
    assert ben.buttons == ["10NT 520", *BELOW]
    await ben.press("Higher…")
    assert ben.buttons == RARE[1:], "nothing else is above that"


async def test_one_button_is_blue_and_it_says_why_in_the_first_deal(four):
    await four.start()
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    assert ana.main == ["6♣ 60"], "the joker, both bowers, the ace, the king and the queen"
    assert "wins or loses. Blue by rule of thumb" in ana.text
    await ana.press("6♣ 60")
    assert ben.main == ["6♦ 80"]
    assert "Bids  Ana 6♣" in ben.text
    await ben.press("Pass")
    assert "Bids" not in ben.text
    assert (await four.panel(four.dee)).main == []


async def test_whoever_lets_the_last_pass_to_the_clock_reads_that_at_the_table_and_in_the_hand(match_of):
    two = match_of(2)
    table = await two.start()
    ben = await two.panel(two.ben)
    await two.plays("Ana Pass, 61 s")
    assert "all passed, no score\n-# Ben ran out of time\n" in table.text
    assert ben.text == "## In points: 0\nno cards until the next deal\n-# Ben ran out of time"


async def test_a_misere_must_be_confirmed(four):
    table = await four.start()
    await four.bids(four.ana, "7 tricks", "Spades")
    ben = await four.panel(four.ben)
    await four.plays("Ben Higher…, Ben Misère 250")
    assert "Misère? alone, no trumps, no tricks" in ben.text
    assert "You score 250 points if you do, and lose 250 if you don't." in ben.text
    assert "-500" not in ben.text
    assert ben.buttons == ["Bid Misère", "Back"]
    await ben.press("Back")
    assert "Misère 250" in ben.buttons
    assert "Ben" not in table.line("Bids")
    await ben.press("Misère 250")
    await ben.press("Bid Misère")
    assert table.line("Bids") == "Bids  Ana 7♠ · Ben Misère"


async def test_the_winner_of_the_bidding_may_raise_takes_the_kitty_and_marks_three_cards(four):
    table = await four.start("Ask me to raise my bid")
    await four.bids(four.ana, "7 tricks", "Clubs")
    await four.plays("others Pass")
    assert "▶ Ana · keep or raise?" in table.text
    ana = await four.panel(four.ana)
    assert "keep or raise?" in ana.text
    await ana.press("8♣ 260")
    assert "Ana plays 8 clubs" in table.text
    assert table.line("-# Bids") == "-# Bids  Ana 7♣ · Ana 8♣"
    assert "Ana · Choose 3 cards to discard · ⏳ in 60 s" in table.text
    assert ana.buttons == [*ANA.split(), "4H", "4D", "5S"]
    assert [len(row["components"]) for row in walk(ana.raw) if row["type"] == ROW] == [5, 5, 3, 1]
    assert "The kitty is the last row." in ana.text
    assert "Choose 3 cards to discard" in ana.text
    await four.plays("Ana 4D, Ana 4H")
    assert ana.marked == ["4H", "4D"]
    assert ana.buttons[-1] == "5S"
    forged = await four.ana.forges(table.message, f"b:{table.number}:{table.live.table.question_id}:mark:XX")
    assert forged.said == "unreadable, press a button"
    await four.plays("Ana 4H, Ana 7S, Ana 5S, Ana KH")
    assert ana.marked == ["KH", "7S", "4D", "5S"]
    assert ana.buttons[-1] == "5S", "four are too many"
    await four.plays("Ana KH, Ana Discard 4♦ 7♠ 5♠")
    assert "▶ Ana · Lead a card · ⏳ in 30 s" in table.text
    assert "-# Ana picked up the kitty and discarded three cards" in table.text
    ben = await four.panel(four.ben)
    for _ in range(6):
        assert "-# You discarded 4D 7S 5S" in ana.text
        await four.play_card()
    assert "discarded" not in ben.text
    assert "4D" not in ben.text + table.text


async def test_one_press_plays_a_card_and_a_wrong_one_is_explained(four):
    table = await four.start()
    await four.contract("8 tricks", "Clubs", put="4D 4H 5S")
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    assert "clubs are trumps" in ana.text
    assert ana.bright == ANA.split()
    assert "not your turn yet, wait here" in ben.text
    assert ben.buttons == []
    await ana.press("AC")
    assert four.trick == "Ana AC"
    assert "▶ Ben · Play a card · ⏳ in 30 s" in table.text
    assert ben.bright == ["10C", "9C", "8C"]
    assert ben.buttons[10:] == ["Claim"]
    before = ben.raw
    assert (await ben.press("AD")).said == "You must follow clubs."
    assert ben.raw == before
    await four.plays("Ben 8C, Cy 5C, Dee 6S")
    assert "Ana & Cy  0 · 1 trick" in table.text
    trick = "Ana AC · Ben 8C · Cy 5C · Dee 6S"
    assert four.trick == trick
    assert "▶ Ana won the trick and leads · ⏳ in 30 s" in table.text
    assert (await table.plays("Gus Last trick")).said == f"Ana won the trick: {trick}."
    dee = await four.panel(four.dee)
    assert "Last trick" in dee.buttons
    before = dee.raw
    await ana.press("KC")
    assert "-# Trick 2 · clubs to follow" in table.text
    assert four.trick == "Ana KC"
    await ben.press("9C")
    assert dee.raw == before, "Discord isn't asked for what nobody sees"


async def test_the_left_bower_is_named_when_it_must_follow(match_of, deals):
    deals.deal("10C 9C 8C AD KD QD JD 10D QH JH, JS AH KH 9D 7S 9H 8H 7H 6H 5H")
    four = match_of(4)
    ana, ben = await four.leads(suit="Clubs"), await four.panel(four.ben)
    await ana.press("10C")
    assert ben.bright == ["JS"]
    assert (await ben.press("7S")).said == "You must follow clubs; JS counts as clubs."
