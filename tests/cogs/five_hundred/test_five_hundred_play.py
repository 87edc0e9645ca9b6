"""Five Hundred in play on Discord: claims, the joker, misères, a called partner, and late or wrong presses."""

import pytest

from cogs.table.parts import GOLD
from tests.cogs.five_hundred.house import HEARTS

NO_TRUMPS = "JOKER AS AC AD AH KS KC KD KH QS"
LOW = "4D 5S 6S 7S 5C 6C 5D 6D 5H 6H"
OPEN_HAND = "## 6H 5H 6C 5C 6D 5D 7S 6S 5S"


@pytest.fixture
def four(match_of, deals):
    deals.deal(HEARTS)
    return match_of(4)


@pytest.fixture
async def ana(four):
    """Her panel: she plays 8 hearts with all ten tricks in her hand, and leads."""
    return await four.leads()


def cards(match):
    """The cards of the first trick."""
    return [str(played.card) for played in match.deal.play.tricks[0].cards]


def shouts(table):
    return [line for line in table.text.splitlines() if line.endswith("!")]


async def test_a_claim_must_be_confirmed_and_all_others_answer_it(four, ana):
    table = four.table
    assert (await table.plays("Ben Claim")).said == "Ana is to act"
    await ana.press("Claim")
    assert "Claim the remaining tricks? Everyone sees your cards." in ana.text
    await ana.press("Back")
    assert four.deal.phase.value == "play"
    await four.plays("Ana Claim, Ana Claim")
    assert "Waiting for Ben, Cy, and Dee" in ana.text
    assert "Ana claims the rest" in table.text
    assert "If everyone agrees, the deal ends and the claimer wins the last 10 tricks." in table.text
    assert table.text.count("claims") == 1
    assert "JOKER" in table.text
    assert "▶ Ana" not in table.text
    assert "▶ Ben, Cy, and Dee · Agree or play on" in table.text
    assert table.buttons[:3] == ["Agree", "Play on", "My hand"]
    await table.plays("Ben Agree")
    assert "Cy and Dee · Agree or play on" in table.text
    ben, cy = await four.panel(four.ben), await four.panel(four.cy)
    assert "Ana claims the rest" in ben.text
    assert "Waiting for Cy and Dee" in ben.text
    assert cy.buttons == ["Agree", "Play on"]
    await cy.press("Play on")
    assert "-# Cy would rather play on" in table.text
    assert "Claim" not in ana.buttons
    await ana.press("JOKER")
    assert four.trick == "Ana JOKER"


async def test_an_agreed_claim_stands_in_the_result_and_the_cards_go(four, ana):
    asked = await four.table.plays("Ana Claim")  # as on an older message
    assert asked.result.response.ephemeral
    assert asked.buttons == ["Claim", "Back"]
    assert four.deal.phase.value == "play"
    await asked.press("Claim")
    for name in ("Ben", "Cy", "Dee"):
        assert four.deal.view(None).claimed == four.deal.view(0).hand
        await four.table.plays(f"{name} Agree")
    assert "Ana claimed the rest, all agreed" in four.table.text
    assert four.deal.view(None).claimed == ()


async def test_a_contractor_without_trumps_may_nominate_the_jokers_suit(match_of, deals):
    deals.deal(NO_TRUMPS)
    four = match_of(4)
    ana = await four.leads(suit="No trumps")
    assert "You hold the joker" in ana.text
    assert ana.buttons == ["♥ hearts", "♦ diamonds", "♣ clubs", "♠ spades", "Leave it free"]
    assert "joker" not in four.table.text.lower()
    await ana.press("♠ spades")
    assert "-# joker is of spades" in four.table.text
    assert "no trumps · joker is of spades" in ana.text
    await ana.press("JOKER")
    assert four.trick == "Ana JOKER"


async def test_a_free_joker_names_a_suit_that_has_not_been_led(match_of, deals):
    deals.deal(NO_TRUMPS)
    four = match_of(4)
    ana = await four.leads(suit="No trumps")
    await ana.press("Leave it free")
    assert "joker" not in four.table.text.lower()
    await ana.press("AS")
    for _ in range(3):
        await four.play_card()
    await ana.press("JOKER")
    assert "name the suit to follow" in ana.text
    assert ana.buttons[:4] == ["♥ hearts", "♦ diamonds", "♣ clubs", "Back"]
    await ana.press("Back")
    assert "KS" in ana.bright
    await four.plays("Ana JOKER, Ana ♦ diamonds")
    assert four.table.line("-# Trick 2") == "-# Trick 2 · diamonds to follow"


async def test_in_open_misere_the_hand_is_shown_after_the_first_trick_and_the_partner_sits_out(match_of, deals):
    deals.deal(LOW)
    four = match_of(4)
    table = await four.start()
    ana, cy = await four.panel(four.ana), await four.panel(four.cy)
    await four.plays("Ana Higher…, Ana Sans kitty: off, Ana Open Misère 500")
    assert "Open Misère sans kitty?" in ana.text
    assert "lose 500 if you don't.\nAt -500 or less, your side loses the match." in ana.text
    await ana.press("Bid Open Misère")
    await four.plays("Ben Pass, Cy Pass, Dee Pass")
    assert "Ana plays Open Misère sans kitty · 0 won: one trick loses 500\n-# no trumps · Cy sits out" in table.text
    assert "Your partner plays this misère alone. Your cards are laid down." in cy.text
    await ana.press("4D")
    assert "open hand" not in table.text
    await four.play_card()
    await four.play_card()
    assert f"-# The open hand of Ana:\n{OPEN_HAND}" in table.text
    assert OPEN_HAND not in cy.text  # the table has it
    assert [row.split()[1] for row in four.rows] == ["Ana", "Ben", "Dee"]
    assert cy.buttons == ["Last trick"]
    while four.turn is not four.ana:
        await four.play_card()
    await four.plays("Ana Claim, Ana Claim")
    assert "Ana claims to lose every remaining trick.\n-# If everyone agrees, the misère is made." in table.text
    assert table.text.count(OPEN_HAND) == 1
    await table.plays("Ben Agree, Dee Agree")
    assert "Ana offered to lose the remaining tricks, and everyone agreed." in table.text


async def test_a_blind_misere_is_bid_before_looking(match_of, deals):
    deals.deal(LOW)
    four = match_of(4)
    table = await four.start("Deal my cards face down")
    ana = await four.panel(four.ana)
    await ana.press("Blind Misère 500")
    assert "Blind Misère? alone, no trumps, no tricks" in ana.text
    await ana.press("Bid Blind Misère")
    assert table.line("Bids") == "Bids  Ana Blind Misère"
    assert "4D" in ana.text


async def test_with_five_the_contractor_calls_a_card_and_its_holder_is_secret_until_it_is_played(match_of, deals):
    deals.deal(f"{HEARTS}, AS KS QS JS 10S 9S 8S 7S 6S 5S")
    five = match_of(5)
    ana = await five.leads()
    table = five.table
    assert "Call a card" in ana.text
    assert ana.buttons == ["Play alone"]
    await ana.choose("Suit", "♦ diamonds")
    assert "JD" not in ana.choices("Card")
    await ana.choose("Suit", "♠ spades")
    await ana.choose("Card", "AS")
    assert ana.buttons == ["Call AS", "Play alone"]
    await ana.press("Call AS")
    assert "Ana plays 8 hearts · with the holder of AS" in table.text
    ben, cy = await five.panel(five.ben), await five.panel(five.cy)
    assert "You hold AS: you are the partner of Ana, and nobody else knows." in ben.text
    assert "partner of" not in cy.text + ana.text + table.text
    assert table.line("Ana plays").endswith("tricks: 0 of 8, 10 to play")
    await ana.press("JOKER")
    assert "Ben" not in table.line("Ana plays")
    await ben.press("AS")
    assert "Ana with Ben plays 8 hearts" in table.text
    assert "partner of" not in ben.text


async def test_a_contractor_who_plays_their_own_called_card_is_publicly_alone(match_of, deals):
    deals.deal("JOKER AS AH KH QH 10H 9H 8H 7H 6H")
    five = match_of(5)
    ana = await five.leads()
    await ana.choose("Suit", "♠ spades")
    await ana.choose("Card", "AS")
    await ana.press("Call AS")
    standing = "tricks: 0 of 8, 10 to play"
    assert five.table.line("Ana plays") == f"Ana plays 8 hearts · with the holder of AS · {standing}"
    assert "AS is your own card: you play alone, and nobody else knows.\n-# You discarded " in ana.text
    await ana.press("AS")
    assert five.table.line("Ana plays") == "Ana plays 8 hearts · alone: AS was their own · tricks: 0 of 8, 10 to play"
    assert "### Ana plays alone against everyone!" in five.table.text


async def test_with_five_a_player_can_be_chosen_where_the_server_plays_so(match_of, deals):
    deals.deal(HEARTS)
    five = match_of(5)
    await five.house.sets({"five_hundred.five_partner": "player"})
    ana = await five.leads()
    assert five.table.live.table.terms.options.five_partner.value == "player"
    assert "3 Cy" in ana.text
    await ana.press("Seat 3")
    assert "Ana with Cy plays 8 hearts" in five.table.text


async def test_late_double_and_foreign_presses_play_one_card_of_its_owner(four, ana):
    before, gus = four.deal, four.house.guest("Gus")
    for other in (four.ben, gus):
        assert (await ana.about_to_press("JOKER", by=other).press()).said == "Ana is to act"
    assert four.deal == before
    assert "You're watching." in (await four.table.plays("Gus My hand")).said
    late, again = ana.about_to_press("QH"), ana.about_to_press("AH")
    await four.house.at_once(ana.about_to_press("JOKER"), ana.about_to_press("JH"))
    assert cards(four) == ["JOKER"]
    await late.press()
    await again.press()
    assert cards(four) == ["JOKER"]
    assert "not your turn yet, wait here" in ana.text


async def test_a_restart_loses_half_made_choices_and_nothing_else(four):
    await four.start()
    await four.contract("8 tricks", "Hearts")
    ana = await four.panel(four.ana)
    for card in ana.buttons[-2:]:
        await ana.press(card)
    await four.house.restart()
    await ana.press("JOKER")
    assert ana.marked == ["JOKER"]
    await ana.press("JOKER")
    await four.puts(four.ana, 3)
    assert ana.bright == HEARTS.split()


@pytest.mark.parametrize("habits", [(), ("Ask me to raise my bid",)])
async def test_the_winner_of_the_bidding_keeps_the_bid_and_is_asked_only_where_they_want_it(four, habits):
    table = await four.start(*habits)
    await four.bids(four.ana, "8 tricks", "Hearts")
    await four.plays("Ben Pass, Cy Pass, Dee Pass")
    if habits:
        assert "Pass" not in (await four.panel(four.ana)).buttons
        await four.plays("Ana Keep my bid")
    assert "Ana keeps 8 hearts" in table.text
    assert "Ana passes" not in table.text
    assert table.line("Ana plays") == "Ana plays 8 hearts · tricks: 0 of 8, 10 to play"
    assert "Ana · Choose 3 cards to discard" in table.text


async def test_the_trick_that_decides_a_contract_and_the_one_before_a_slam_have_a_golden_line(four):
    await four.leads("6 tricks")
    for trick in range(1, 10):
        for _ in four.people:
            await four.play_card()
        standing = f"tricks: {trick} of 6, {10 - trick} to play{' ✓' * (trick >= 6)}"
        assert four.table.line("Ana plays") == f"Ana plays 6 hearts · {standing}"
        said = ["### 6 hearts made!"] if trick == 6 else []
        assert shouts(four.table) == said
        assert (four.table.accent == GOLD) is bool(said)
    shown = str([request.json for request in four.house.env.http_requests])
    assert "### One more trick makes a slam!" in shown, "for a second: the last card plays itself"


@pytest.mark.thorough
async def test_a_lost_contract_and_a_last_trick_that_decides_are_told(match_of, deals):
    deals.deal("JOKER AH KH QH 7H 6H 5S 6S 4D 5D, JH JD 10H 9H 8H 10S 9S 8S 7S 7D kitty 5C 6C 7C")
    four = match_of(4)
    table = await four.start()
    await four.contract("10 tricks", "Hearts", put="5C 6C 7C")
    moments = []
    while table.live.table.is_playing:
        await four.play_card()
        moments += [(table.line("Ben & Dee"), line) for line in shouts(table)]
    assert moments == [("Ben & Dee  0 · 1 trick", "### 10 hearts lost!")]
