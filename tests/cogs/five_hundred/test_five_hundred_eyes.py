"""Presses of four members through whole deals: no message, panel, request or log line shows a card too early."""

import re
from contextlib import asynccontextmanager
from random import Random

from cogs.app.replies.requests import FADES_AFTER
from games.five_hundred import Phase
from tests.cogs.eyes import Watch
from tests.cogs.five_hundred.offline_table import may_be_named, may_be_seen
from tests.cogs.shown import SHORT

CARD = re.compile(r"<:(\w+_of_\w+|joker):\d+>|\"name\": \"(\w+_of_\w+|joker)\"")
PRESSES = 130


def cards_in(text):
    return {SHORT[one or other] for one, other in CARD.findall(text)}


def known(table):
    """What each person may know at this moment; None is the public."""
    play = table.live.table.play
    if play is None:
        return {None: set()}
    return {None: may_be_seen(play.round, None)} | {
        person: may_be_seen(play.round, seat) | may_be_named(play.round, seat)
        for seat, person in enumerate(play.setup.people)
    }


async def press_something(match, random):
    """The player whose turn it is does something: bids low, discards the last cards, plays any bright card."""
    guest, deal = match.turn, match.deal
    panel = await match.panel(guest)
    if match.table.live.table.forced_move() is not None:
        await match.play_card()
    elif deal.phase is Phase.AUCTION and not any(spoken.bid for spoken in deal.auction.spoken):
        await match.bids(guest, "6 tricks", "Spades")
    elif deal.phase is Phase.KITTY:
        await match.puts(guest, 3)
    elif deal.phase in (Phase.AUCTION, Phase.RAISE):
        labels = [label for label in panel.buttons if label in ("Pass", "Keep my bid", "Look at my cards")]
        await panel.press(random.choice(labels))
    elif "Leave it free" in panel.buttons:
        await panel.press("Leave it free")
    elif "Back" in panel.buttons:
        await panel.press(panel.buttons[0])
    else:
        await panel.press(random.choice(panel.bright))


async def test_nobody_is_sent_a_card_that_they_may_not_see(match_of, caplog):
    match, random = match_of(4), Random("eyes")
    table = await match.start("Deal my cards face down", "Ask me to raise my bid")
    await match.house.wait(FADES_AFTER)
    watch = Watch(match.house, table, "### Five Hundred", lambda: known(table), cards_in, caplog)
    for _ in range(PRESSES):
        before, presser = known(table), match.people[0].id
        if table.live.table.is_playing:
            presser = match.turn.id
            await press_something(match, random)
        else:
            await match.table.plays("all Ready")
        watch.look(before, presser, {guest.id: await match.panel(guest) for guest in match.people})
    assert watch.shown > PRESSES
    assert table.live.table.rounds >= 3
    assert not [text for text in watch.logged() if re.search(r"\b(?:10|[2-9JQKA])[SHDC]\b|JOKER", text)]


@asynccontextmanager
async def unseen(match):
    """Until then, and a second longer, nothing happens in the channel."""
    house, message = match.house, match.table.message
    shown, sent = house.raw(message), len(house.env.http_requests)
    yield
    await house.wait(1)
    assert house.raw(message) == shown
    assert not [request.path for request in house.env.http_requests[sent:] if str(message.id) in request.path]


async def test_a_joker_left_free_sends_nothing_to_the_channel_and_is_pressed_once(match_of, deals):
    deals.deal("JOKER AS AC AD AH KS KC KD KH QS")
    match = match_of(4)
    ana = await match.leads(suit="No trumps")
    await match.house.wait(12)
    again = ana.about_to_press("Leave it free")
    async with unseen(match):
        await ana.press("Leave it free")
        await again.press()
    assert match.table.text.count("Ana · Lead a card") == 1
    assert "JOKER" in ana.bright
    await ana.press("AS")
    assert match.trick == "Ana AS"


async def test_everybody_looks_at_their_cards_when_they_want_and_nothing_is_sent_to_the_channel(match_of, deals):
    deals.deal("-, -, JOKER AH KH QH JH 10H 9H 8H 7H 6H")
    match = match_of(4)
    await match.start("Deal my cards face down")
    cy = await match.panel(match.cy)
    assert "look any time, then no Blind Misère" in cy.text
    late = cy.about_to_press("Look at my cards")
    await match.plays("Ana Pass")
    async with unseen(match):
        await late.press()  # Ana has passed since, but may still look
    assert "JOKER AH KH QH JH 10H 9H 8H 7H 6H" in cy.text
    assert cy.buttons == []
    await late.press()
    await match.plays("Ben Pass")
    assert "Blind Misère 500" not in cy.buttons
    await cy.press("Higher…")
    assert "Open Misère 500" in cy.buttons
    assert "look any time" not in cy.text


async def test_looking_at_an_earlier_deals_cards_does_not_turn_up_this_deals(match_of):
    match = match_of(4)
    table = await match.start("Deal my cards face down")
    cy = await match.panel(match.cy)
    late = cy.about_to_press("Look at my cards")
    await match.plays("all Pass")
    await match.table.plays("all Ready")
    assert table.live.table.rounds == 2
    await late.press()
    assert match.deal.auction.looked == frozenset()
    assert cy.buttons == ["Look at my cards"]


async def test_forced_cards_are_played_for_those_who_want_it_and_the_channel_does_not_see_the_switch(match_of, deals):
    deals.deal("AC KC QC JC 10C 9C 8C AH KH QH, 5C AS KS QS JD 10S 9S 8S 7S 6S kitty 6C 7C 4D")
    match = match_of(4)
    await match.start()
    await match.contract("7 tricks", "No trumps", put="6C 7C 4D")
    await match.house.wait(2)
    async with unseen(match):
        await match.ben.press("Play forced cards: off", match.table)
    await match.plays("Ana AC, 1.1 s")
    assert match.trick == "Ana AC · Ben 5C"
