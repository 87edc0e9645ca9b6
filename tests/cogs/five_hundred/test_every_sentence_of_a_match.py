"""Nothing of Five Hundred reaches Discord that can't be translated: matches in a language of brackets."""

from datetime import timedelta

import pytest

from tests.cogs.five_hundred.test_five_hundred_deals import four

__all__ = ["four"]

pytestmark = pytest.mark.usefixtures("every_text")

ANSWERS = ("Pass", "Keep my bid", "Leave it free", "Play alone", "♠ spades", "Agree")


async def play(match, moves):
    """Whoever's turn it is gives the first answer on the panel, or plays the first legal card."""
    for _ in range(moves):
        if not match.table.live.table.is_playing:
            return
        panel = await match.panel(match.turn)
        answer = next((label for label in ANSWERS if label in panel.buttons), None)
        if answer is not None:
            await panel.press(answer)
        elif "to discard" in panel.text:
            await match.puts(match.turn, 3)
        elif panel.bright:
            await panel.press(panel.bright[0])


async def offered(shown, presses):
    """Those of `presses`, such as "Ana Yes, Ben No", whose buttons `shown` has at that moment."""
    for each in presses.split(", "):
        if each.partition(" ")[2] in shown.buttons:
            await shown.plays(each)


@pytest.mark.paces(message=timedelta(seconds=1))  # at once, SimCord would wait for itself
async def test_a_deal_played_to_the_end_and_the_next(four):
    table = await four.sit_down()
    await table.plays("Ana Rules, Ana Random seats: off, Ana Random seats: on, Ben Start, Ana Start")
    for guest in four.people:
        await four.panel(guest)
    await four.bids(four.ana, "7 tricks", "Spades")
    looks = ["Higher…", "Back", "Higher…", "Misère 250", "Back", "Sans kitty: off", "Back", "Pass"]
    await four.press(four.ben, *looks)
    await four.plays("Cy Pass, Dee Pass, 31 s")
    await four.puts(four.ana, "4D 4H 5S")
    await play(four, 4)
    await table.plays("Gus Last trick")
    await play(four, 40)
    assert not table.live.table.is_playing
    await offered(table, "Cy Scores, Cy Deal record, Cy My hand")
    replay = await (await four.cy.looks_back(f"deal:{table.number}:1:0")).press("Replay")
    await replay.press("▶")
    await four.table.plays("all Ready")
    await four.ana.command("fivehundred matches")
    await four.ana.command("play")


@pytest.mark.thorough
async def test_a_misere_a_claim_and_the_answers_to_it(four):
    await four.start()
    await four.bids(four.ana, "7 tricks", "Clubs")
    await four.press(four.ben, "Higher…", "Open Misère 500", "Bid Open Misère")
    await play(four, 10)
    for guest in (four.ben, four.ana):
        for _ in range(3):
            await guest.press("Claim", four.table)
        if "Back" in (await four.panel(guest)).buttons:
            await four.press(guest, "Claim")
    for guest in (four.ana, four.dee):
        for label in ("Play on", "Agree"):
            if label in (await four.panel(guest)).buttons:
                await four.press(guest, label)
    await play(four, 40)


@pytest.mark.thorough
async def test_an_accepted_claim(four):
    table = await four.start()
    await four.contract("8 tricks", "Clubs", put="4D 4H 5S")
    await table.plays("Ben Claim, Ana Claim")
    for guest, label in zip(four.people, ("Claim", "Agree", "Agree", "Agree"), strict=True):
        if label in (await four.panel(guest)).buttons:
            await four.press(guest, label)


@pytest.mark.thorough
async def test_the_joker_without_trumps(four):
    await four.start()
    await four.contract("8 tricks", "No trumps", put="4D 4H 5S")
    await four.press(four.ana, "Leave it free", "JOKER", "♥ hearts")
    await play(four, 8)


async def test_blind_misere(four):
    await four.start("Deal my cards face down")
    await four.press(four.ana, "Blind Misère 500", "Bid Blind Misère")
    await play(four, 9)


async def test_pauses_leavers_and_ends(four):
    table = await four.start(ante=50)
    await table.plays("Ana Pause, Ben Yes, Cy Yes, Dee No")
    await four.table.plays("Ana Pause, others Yes")
    for guest in four.people:
        await guest.press("Continue", table)
    for label in ("Leave", "End match", "Replace a player", "Close table", "Sit"):
        for name in ("Dee", "Eve"):
            if label in table.buttons:
                answer = await table.plays(f"{name} {label}")
                for button in ("Stay", "Back", "No"):
                    if answer.result.response is not None and button in answer.buttons:
                        await answer.press(button)
    await four.ana.command("fivehundred matches")
    await four.ana.looks_back(f"bring:{table.number}")
    await four.ana.command("table close", table=table.number)


@pytest.mark.sampled
@pytest.mark.parametrize("people", [2, 3, 5, 6])
async def test_matches_with_other_numbers_of_players(match_of, people):
    match = match_of(people)
    await match.leads("6 tricks", "Spades")
    await play(match, 1 + 2 * people)
