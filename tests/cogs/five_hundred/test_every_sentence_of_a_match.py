"""Nothing of Five Hundred reaches Discord that can't be translated: matches in a language of brackets."""

import pytest

from tests.cogs.five_hundred.test_five_hundred_deals import ANA, BEN, CY, DEE, KITTY

pytestmark = pytest.mark.usefixtures("every_text")


@pytest.fixture
def four(match_of, deals):
    deals.deal(ANA, BEN, CY, DEE, kitty=KITTY)
    return match_of(4)


ANSWERS = ("Pass", "Keep my bid", "Leave it free", "Play alone", "Spades", "Agree")


async def play(match, moves):
    """Whoever's turn it is gives the first answer on the panel, or plays the first legal card."""
    for _ in range(moves):
        if not match.table.live.is_playing:
            return
        panel = await match.panel(match.turn)
        answer = next((label for label in ANSWERS if label in panel.buttons), None)
        if answer is not None:
            await panel.press(answer)
        elif "to discard" in panel.text:
            await match.puts(match.turn, 3)
        elif panel.bright:
            await panel.press(panel.bright[0])


async def all_press(match, label, *guests):
    for guest in guests or match.people:
        await guest.press(label, match.table)


async def test_a_deal_played_to_the_end_and_the_next(four):
    table = await four.sit_down()
    await four.ana.press("Rules", table)
    for label in ("Random seats: off", "Random seats: on"):
        await four.ana.press(label, table)
    await four.ben.press("Start", table)
    await four.ana.press("Start", table)
    for guest in four.people:
        await four.panel(guest)
    await four.bids(four.ana, "7 tricks", "Spades")
    ben = await four.panel(four.ben)
    for label in ("Look at my cards", "Points", "Higher…", "Back", "Misère 250", "Back", "Sans kitty: off", "Pass"):
        await ben.press(label)
    await four.passes(four.cy, four.dee)
    await four.press(four.ana, "Keep my bid")
    await four.house.wait(31)
    await four.puts(four.ana, "4D 4H 5S")
    await play(four, 4)
    await four.ben.press("Last trick", table)
    await four.press(four.ben, (await four.panel(four.ben)).buttons[0])
    await play(four, 40)
    assert not table.live.is_playing
    for label in ("Scores", "Deal record", "My hand"):
        if label in table.buttons:
            await four.cy.press(label, table)
    await all_press(four, "Ready")
    await four.ana.command("fivehundred scores")
    await four.ana.command("table list")


@pytest.mark.thorough
async def test_a_misere_a_claim_and_the_answers_to_it(four):
    table = await four.start()
    await four.bids(four.ana, "7 tricks", "Clubs")
    ben = await four.panel(four.ben)
    for label in ("Look at my cards", "Open Misère 500", "Yes, bid Open Misère"):
        await ben.press(label)
    await play(four, 10)
    for guest in (four.ben, four.ana):
        for _ in range(3):
            await guest.press("Claim", table)
        panel = await four.panel(guest)
        if "Claim them" in panel.buttons:
            await panel.press("Claim them")
    for guest in (four.ana, four.dee):
        panel = await four.panel(guest)
        for label in ("Play on", "Agree"):
            if label in panel.buttons:
                await panel.press(label)
    await play(four, 40)


@pytest.mark.thorough
async def test_an_accepted_claim(four):
    table = await four.start()
    await four.contract("8 tricks", "Clubs", put="4D 4H 5S")
    await four.ben.press("Claim", table)
    await four.ana.press("Claim", table)
    ana = await four.panel(four.ana)
    if "Claim them" in ana.buttons:
        await ana.press("Claim them")
    for guest in (four.ben, four.cy, four.dee):
        panel = await four.panel(guest)
        if "Agree" in panel.buttons:
            await panel.press("Agree")


@pytest.mark.thorough
async def test_the_joker_without_trumps(four):
    await four.start()
    await four.contract("8 tricks", "No trumps", put="4D 4H 5S")
    panel = await four.panel(four.ana)
    await panel.press("Leave it free")
    if "JOKER" in panel.bright:
        await panel.press("JOKER")
        await panel.press("Hearts") if "Hearts" in panel.buttons else None
    await play(four, 8)


async def test_blind_misere(four):
    await four.start()
    ana = await four.panel(four.ana)
    for label in ("Blind Misère 500", "Yes, bid Blind Misère"):
        await ana.press(label)
    await play(four, 9)


async def test_pauses_leavers_and_ends(four):
    table = await four.start(ante=50)
    await four.ana.press("Pause", table)
    await all_press(four, "Yes", four.ben, four.cy)
    await four.dee.press("No", table) if "No" in table.buttons else None
    await four.ana.press("Pause", table) if "Pause" in table.buttons else None
    for guest in (four.ben, four.cy, four.dee):
        if "Yes" in table.buttons:
            await guest.press("Yes", table)
    for guest in four.people:
        if "Continue" in table.buttons:
            await guest.press("Continue", table)
    eve = four.house.guest("Eve")
    for label in ("Leave", "End match", "Replace a player", "Close table", "Sit"):
        for guest in (four.dee, eve):
            if label in table.buttons:
                answer = await guest.press(label, table)
                for button in ("Stay", "Keep it open", "No"):
                    if answer.result.response is not None and answer.result.response.ephemeral:
                        await answer.press(button) if button in answer.buttons else None
    await four.ana.command("fivehundred scores")
    await four.ana.command("fivehundred resume", match=table.number)
    await four.ana.command("table close", table=table.number)


@pytest.mark.sampled
@pytest.mark.parametrize("people", [2, 3, 5, 6])
async def test_matches_with_other_numbers_of_players(match_of, people):
    match = match_of(people)
    await match.start()
    await match.bids(match.people[0], "6 tricks", "Spades")
    await match.passes(*match.people[1:])
    await match.press(match.people[0], "Keep my bid")
    await match.puts(match.people[0], 3)
    await play(match, 1 + 2 * people)
