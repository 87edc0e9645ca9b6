"""Five Hundred in play on Discord: claims, the joker, misères, a called partner, and late or wrong presses."""

import pytest

from cogs.table.parts import GOLD
from tests.cogs.five_hundred.house import HEARTS

NO_TRUMPS = "JOKER AS AC AD AH KS KC KD KH QS"
LOW = "4D 5S 6S 7S 5C 6C 5D 6D 5H 6H"


async def test_a_claim_must_be_confirmed_and_all_others_answer_it(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    assert (await four.ben.press("Claim", table)).said == "It's Ana's turn."
    ana = await four.panel(four.ana)
    await ana.press("Claim")
    assert "Claim the remaining tricks? Everyone sees your cards." in ana.text
    await ana.press("Back")
    assert four.deal.phase.value == "play"
    await ana.press("Claim")
    await ana.press("Claim them")
    assert "Waiting for Ben, Cy, and Dee to answer your claim." in ana.text
    assert "Ana claims all remaining tricks." in table.text
    assert "If everyone agrees, the deal ends and the 10 tricks that are left are theirs." in table.text
    assert table.text.count("claims") == 1
    assert "JOKER" in table.text
    assert "▶ Ana" not in table.text
    assert "▶" in table.text
    assert "Ben, Cy, and Dee, agree or play on" in table.text
    assert table.buttons[:3] == ["Agree", "Play on", "My hand"]
    await four.ben.press("Agree", table)
    assert "Cy and Dee, agree or play on" in table.text
    ben = await four.panel(four.ben)
    assert "Ana claims all remaining tricks." in ben.text
    assert "Waiting for Cy and Dee to answer it." in ben.text
    cy = await four.panel(four.cy)
    assert cy.buttons == ["Agree", "Play on"]
    await cy.press("Play on")
    assert "-# Cy would rather play on" in table.text
    assert "Claim" not in ana.buttons
    await ana.press("JOKER")
    assert four.trick == "Ana JOKER"


async def test_an_agreed_claim_stands_in_the_result_and_the_cards_go(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    ana = await four.panel(four.ana)
    await ana.press("Claim")
    await ana.press("Claim them")
    for guest in (four.ben, four.cy, four.dee):
        assert four.deal.view(None).claimed == four.deal.view(0).hand
        await guest.press("Agree", table)
    assert "Ana claimed the remaining tricks, and everyone agreed." in table.text
    assert four.deal.view(None).claimed == ()


async def test_the_claim_on_an_older_message_asks_the_contractor_privately(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    asked = await four.ana.press("Claim", table)
    assert asked.result.response.ephemeral
    assert asked.buttons == ["Claim them", "Back"]
    assert four.deal.phase.value == "play"


async def test_a_contractor_without_trumps_may_nominate_the_jokers_suit(match_of, deals):
    deals.deal(NO_TRUMPS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "No trumps")
    await four.puts(four.ana, 3)
    ana = await four.panel(four.ana)
    assert "You hold the joker" in ana.text
    assert ana.buttons == ["Hearts", "Diamonds", "Clubs", "Spades", "Leave it free"]
    assert "joker" not in table.text.lower()
    await ana.press("Spades")
    assert "-# the joker is one of the spades" in table.text
    assert "no trumps; the joker is one of the spades" in ana.text
    await ana.press("JOKER")
    assert four.trick == "Ana JOKER"


async def test_a_free_joker_names_a_suit_that_has_not_been_led(match_of, deals):
    deals.deal(NO_TRUMPS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "No trumps")
    await four.puts(four.ana, 3)
    ana = await four.panel(four.ana)
    await ana.press("Leave it free")
    assert "joker" not in table.text.lower()
    await ana.press("AS")
    for _ in range(3):
        await four.play_card()
    await ana.press("JOKER")
    assert "Name the suit that the others must follow." in ana.text
    assert ana.buttons[:4] == ["Hearts", "Diamonds", "Clubs", "Back"]
    await ana.press("Back")
    assert "KS" in ana.bright
    await ana.press("JOKER")
    await ana.press("Diamonds")
    assert table.line("-# Trick 2") == "-# Trick 2 · Ana · diamonds to follow"


async def test_in_open_misere_the_hand_is_shown_after_the_first_trick_and_the_partner_sits_out(match_of, deals):
    deals.deal(LOW)
    four = match_of(4)
    table = await four.start()
    ana = await four.panel(four.ana)
    await ana.press("Look at my cards")
    await ana.press("Sans kitty: off")
    await ana.press("Open Misère 500")
    assert "Open Misère sans kitty?" in ana.text
    await ana.press("Yes, bid Open Misère")
    await four.passes(four.ben, four.cy, four.dee)
    await ana.press("Keep my bid")
    assert "Ana plays Open Misère sans kitty · no trumps · Cy sits out" in table.text
    cy = await four.panel(four.cy)
    assert "Your partner plays this misère alone. Your cards are laid down." in cy.text
    await ana.press("4D")
    assert "open hand" not in table.text
    await four.play_card()
    await four.play_card()
    assert "-# The open hand of Ana:\n## 6H 5H 6C 5C 6D 5D 7S 6S 5S" in table.text
    assert "## 6H 5H 6C 5C 6D 5D 7S 6S 5S" in cy.text
    assert "Ana plays Open Misère sans kitty · 1 of 10 tricks played, none won" in cy.text
    assert (await four.cy.press("My hand", table)).buttons == []
    while four.turn is not four.ana:
        await four.play_card()
    await ana.press("Claim")
    await ana.press("Claim them")
    assert "Ana claims to lose every remaining trick.\n-# If everyone agrees, the misère is made." in table.text
    assert table.text.count("## 6H 5H 6C 5C 6D 5D 7S 6S 5S") == 1
    for guest in (four.ben, four.dee):
        await guest.press("Agree", table)
    assert "Ana offered to lose the remaining tricks, and everyone agreed." in table.text


async def test_a_blind_misere_is_bid_before_looking(match_of, deals):
    deals.deal(LOW)
    four = match_of(4)
    table = await four.start()
    ana = await four.panel(four.ana)
    await ana.press("Blind Misère 500")
    assert "haven't seen your cards" in ana.text
    await ana.press("Yes, bid Blind Misère")
    assert table.line("Bids") == "Bids  Ana Blind Misère"
    assert "4D" in ana.text


async def test_with_five_the_contractor_calls_a_card_and_its_holder_is_secret_until_it_is_played(match_of, deals):
    deals.deal(HEARTS, "AS KS QS JS 10S 9S 8S 7S 6S 5S")
    five = match_of(5)
    table = await five.start()
    await five.bids(five.ana, "8 tricks", "Hearts")
    await five.passes(*five.people[1:])
    await five.press(five.ana, "Keep my bid")
    await five.puts(five.ana, 3)
    ana = await five.panel(five.ana)
    assert "Call a card" in ana.text
    assert ana.buttons == ["Play alone"]
    await ana.choose("Suit", "Diamonds")
    assert "JD" not in ana.choices("Card")
    await ana.choose("Suit", "Spades")
    await ana.choose("Card", "AS")
    assert ana.buttons == ["Call AS", "Play alone"]
    await ana.press("Call AS")
    assert "Ana plays 8 hearts · with whoever holds AS" in table.text
    ben, cy = await five.panel(five.ben), await five.panel(five.cy)
    assert "You hold AS: you are the partner of Ana, and nobody else knows." in ben.text
    assert "partner of" not in cy.text + ana.text + table.text
    assert "tricks: 0 (needs 8), the others 0" in cy.text
    await ana.press("JOKER")
    assert "Ben" not in table.line("Ana plays")
    await five.press(five.ben, "AS")
    assert "Ana plays 8 hearts with Ben" in table.text
    assert "partner of" not in ben.text


async def test_with_five_a_player_can_be_chosen_where_the_server_plays_so(match_of, deals):
    deals.deal(HEARTS)
    five = match_of(5)
    await five.house.sets({"five_hundred.five_partner": "player"})
    table = await five.start()
    assert "the contractor chooses a player" in table.text
    await five.bids(five.ana, "8 tricks", "Hearts")
    await five.passes(*five.people[1:])
    await five.press(five.ana, "Keep my bid")
    await five.puts(five.ana, 3)
    ana = await five.panel(five.ana)
    assert "3 Cy" in ana.text
    await ana.press("Seat 3")
    assert "Ana plays 8 hearts with Cy" in table.text


async def test_a_late_press_shows_the_panel_as_it_is_now_and_plays_nothing(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    ana = await four.panel(four.ana)
    late = ana.about_to_press("JH")
    again = ana.about_to_press("AH")
    await ana.press("JOKER")
    await late.press()
    await again.press()
    assert [str(played.card) for played in four.deal.play.tricks[0].cards] == ["JOKER"]
    assert "It's not your turn yet." in ana.text


async def test_two_presses_at_once_play_one_card(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    ana = await four.panel(four.ana)
    await four.house.at_once(ana.about_to_press("JOKER"), ana.about_to_press("JH"))
    assert [str(played.card) for played in four.deal.play.tricks[0].cards] == ["JOKER"]


async def test_nobody_plays_from_somebody_elses_panel(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    ana = await four.panel(four.ana)
    before = four.deal
    assert (await ana.about_to_press("JOKER", by=four.ben).press()).said == "It's Ana's turn."
    gus = four.house.guest("Gus")
    assert (await ana.about_to_press("JOKER", by=gus).press()).said == "It's Ana's turn."
    assert four.deal == before
    assert "You're not playing in this match." in (await gus.press("My hand", table)).said


async def test_a_restart_loses_half_made_choices_and_nothing_else(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    await four.start()
    await four.contract("8 tricks", "Hearts")
    ana = await four.panel(four.ana)
    for card in ana.buttons[-3:]:
        await ana.press(card)
    await four.house.restart()
    await ana.press("JOKER")
    assert ana.marked == ["JOKER"]
    await ana.press("JOKER")
    await four.puts(four.ana, 3)
    assert ana.bright == HEARTS.split()


async def test_a_bid_that_its_bidder_keeps_is_shown_as_kept_and_not_as_a_pass(match_of, deals):
    deals.deal(NO_TRUMPS)
    four = match_of(4)
    table = await four.start()
    await four.bids(four.ana, "8 tricks", "No trumps")
    await four.passes(four.ben, four.cy, four.dee)
    ana = await four.panel(four.ana)
    assert "Pass" not in ana.buttons
    await ana.press("Keep my bid")
    assert "-# Ana keeps 8 no trumps" in table.text
    assert "Ana passes" not in table.text
    assert table.line("Ana plays") == "Ana plays 8 no trumps"


async def test_a_contractor_who_plays_their_own_called_card_is_publicly_alone(match_of, deals):
    deals.deal("JOKER AS AH KH QH 10H 9H 8H 7H 6H")
    five = match_of(5)
    table = await five.start()
    await five.bids(five.ana, "8 tricks", "Hearts")
    await five.passes(*five.people[1:])
    await five.press(five.ana, "Keep my bid")
    await five.puts(five.ana, 3)
    ana = await five.panel(five.ana)
    await ana.choose("Suit", "Spades")
    await ana.choose("Card", "AS")
    await ana.press("Call AS")
    assert table.line("Ana plays") == "Ana plays 8 hearts · with whoever holds AS"
    assert "AS is your own card: you play alone, and nobody else knows." in ana.text
    await ana.press("AS")
    assert table.line("Ana plays") == "Ana plays 8 hearts · alone: AS was their own"
    assert "### Ana plays alone against everyone!" in table.text


async def test_with_a_single_round_of_bidding_nobody_is_asked_to_raise(match_of):
    four = match_of(4)
    await four.house.sets({"five_hundred.single_round_bidding": True})
    table = await four.start()
    await four.bids(four.ana, "6 tricks", "Spades")
    await four.passes(four.ben, four.cy, four.dee)
    assert "Waiting for Ana to pick up the kitty and discard three" in table.text


async def test_the_trick_that_decides_a_contract_has_a_golden_line_of_its_own(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("8 tricks", "Hearts")
    await four.puts(four.ana, 3)
    for trick in range(1, 10):
        for _ in four.people:
            await four.play_card()
        said = {8: "### 8 hearts made!"}.get(trick, "")
        assert [line for line in table.text.splitlines() if line.endswith("!")] == ([said] if said else [])
        assert (table.accent == GOLD) is bool(said)
    await four.play_card()


@pytest.mark.thorough
async def test_one_trick_before_a_slam_everyone_reads_so(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    await four.contract("6 tricks", "Hearts")
    await four.puts(four.ana, 3)
    for _ in range(9):
        assert "slam" not in table.text
        for _ in four.people:
            await four.play_card()
    assert "### One more trick makes a slam!" in table.text
    await four.play_card()
    assert "makes a slam" not in table.text


@pytest.mark.thorough
async def test_a_lost_contract_and_a_last_trick_that_decides_are_told(match_of, deals):
    deals.deal("JOKER AH KH QH 7H 6H 5S 6S 4D 5D", "JH JD 10H 9H 8H 10S 9S 8S 7S 7D", kitty="5C 6C 7C")
    four = match_of(4)
    table = await four.start()
    await four.contract("10 tricks", "Hearts", put="5C 6C 7C")
    moments = []
    while table.live.is_playing:
        await four.play_card()
        moments += [(table.line("Ben & Dee"), line) for line in table.text.splitlines() if line.endswith("!")]
    assert moments == [("Ben & Dee  0 · 1 trick", "### 10 hearts lost!")]
