"""Presses of four members through whole deals: no message, panel, request or log line shows a card too early."""

import json
import logging
import re
from random import Random

from games.five_hundred import Phase
from tests.cogs.five_hundred.offline_table import may_be_named, may_be_seen

CARD = re.compile(r"<:((?:10|[2-9JQKA])[SHDC]|JOKER)_v\d+:\d+>|\"name\": \"((?:10|[2-9JQKA])[SHDC]|JOKER)_v")
IS_PUBLIC = "### Five Hundred"
"""How every public message of a table begins, and no panel."""
LIBRARIES = ("discord", "aiosqlite", "asyncio", "simcord")
PRESSES = 130


def cards_in(text):
    return {one or other for one, other in CARD.findall(text)}


def known(table):
    """What each person may know at this moment; None is the public."""
    play = table.live.play
    if play is None:
        return {None: set()}
    public = may_be_seen(play.round, None)
    return {None: public} | {
        person: may_be_seen(play.round, seat) | may_be_named(play.round, seat)
        for seat, person in enumerate(play.setup.people)
    }


class Watch:
    """Everything that goes to Discord, compared with what its readers may know at that moment."""

    def __init__(self, match):
        self.match = match
        self.shown = 0
        """Cards seen on panels, so that the test knows that it looked at some."""
        self._sent = len(match.house.env.http_requests)

    async def look(self, before, presser):
        """Check that all sent since the last look shows only what could be known before or after `presser`'s press."""
        after = known(self.match.table)
        public = before[None] | after[None]
        mine = {person: public | before.get(person, set()) | cards for person, cards in after.items()}
        requests = self.match.house.env.http_requests
        for request in requests[self._sent :]:
            body = json.dumps(request.json or {}, ensure_ascii=False, default=str)
            if IS_PUBLIC in body:
                assert cards_in(body) <= public
            elif "@original" not in request.path:  # edited panels are checked below, each with its owner
                assert cards_in(body) <= mine.get(presser, public)
        self._sent = len(requests)
        assert cards_in(json.dumps(self.match.house.raw(self.match.table.message), default=str)) <= public
        for guest in self.match.people:
            shown = cards_in(json.dumps((await self.match.panel(guest)).raw, default=str))
            assert shown <= mine[guest.id]
            self.shown += len(shown)


async def press_something(match, random):
    """The player whose turn it is does something: bids low, discards the last cards, plays any bright card."""
    guest = match.turn
    panel = await match.panel(guest)
    deal = match.deal
    if deal.phase is Phase.AUCTION and not any(spoken.bid for spoken in deal.auction.spoken):
        await match.bids(guest, "6 tricks", "Spades")
    elif deal.phase is Phase.KITTY:
        await match.puts(guest, 3)
    elif deal.phase in (Phase.AUCTION, Phase.RAISE):
        await panel.press(
            random.choice([label for label in panel.buttons if label in ("Pass", "Keep my bid", "Look at my cards")])
        )
    elif "Leave it free" in panel.buttons:
        await panel.press("Leave it free")
    elif "Back" in panel.buttons:
        await panel.press(panel.buttons[0])
    else:
        await panel.press(random.choice(panel.bright))


async def test_nobody_is_sent_a_card_that_they_may_not_see(match_of, caplog):
    caplog.set_level(logging.DEBUG)
    for library in LIBRARIES:  # at this level discord.py logs everything it sends
        logging.getLogger(library).setLevel(logging.INFO)
    match, random = match_of(4), Random("eyes")
    table = await match.start()
    for guest in match.people:
        await match.panel(guest)
    watch = Watch(match)
    for _ in range(PRESSES):
        before = known(table)
        if table.live.is_playing:
            presser = match.turn.id
            await press_something(match, random)
        else:
            presser = match.people[0].id
            await match.ready()
        await watch.look(before, presser)
    assert watch.shown > PRESSES
    assert table.live.rounds >= 3
    logged = [record.getMessage() for record in caplog.records if "emoji" not in record.name]
    assert not [text for text in logged if cards_in(text) or re.search(r"\b(?:10|[2-9JQKA])[SHDC]\b|JOKER", text)]


async def test_a_joker_left_free_sends_nothing_to_the_channel_and_is_pressed_once(match_of, deals):
    deals.deal("JOKER AS AC AD AH KS KC KD KH QS")
    match = match_of(4)
    table = await match.start()
    await match.contract("8 tricks", "No trumps")
    await match.puts(match.ana, 3)
    await match.house.wait(12)
    await match.panel(match.ben)
    requests, shown, late = match.house.env.http_requests, match.house.raw(table.message), table.text
    sent = len(requests)
    ana = await match.panel(match.ana)
    again = ana.about_to_press("Leave it free")
    await ana.press("Leave it free")
    await again.press()
    await match.house.wait(1)
    assert match.house.raw(table.message) == shown
    assert not [request.path for request in requests[sent:] if str(table.message.id) in request.path]
    assert late.count("Ana, lead the first card") == 1
    assert "JOKER" in ana.bright
    await ana.press("AS")
    assert match.trick == "Ana AS"


async def test_everybody_looks_at_their_cards_when_they_want_and_nothing_is_sent_to_the_channel(match_of, deals):
    deals.deal("", "", "JOKER AH KH QH JH 10H 9H 8H 7H 6H")
    match = match_of(4)
    table = await match.start()
    cy = await match.panel(match.cy)
    assert "You may look at any time. Once you have, you can't bid Blind Misère any more." in cy.text
    assert cy.buttons == ["Look at my cards", "Points"]
    late = cy.about_to_press("Look at my cards")
    await match.passes(match.ana)
    requests, shown = match.house.env.http_requests, match.house.raw(table.message)
    sent = len(requests)
    await late.press()  # Ana has passed since, but may still look
    await match.house.wait(1)
    assert "JOKER AH KH QH JH 10H 9H 8H 7H 6H" in cy.text
    assert cy.buttons == ["Points"]
    assert match.house.raw(table.message) == shown
    assert not [request.path for request in requests[sent:] if str(table.message.id) in request.path]
    await late.press()
    await match.passes(match.ben)
    assert "Blind Misère 500" not in cy.buttons
    assert "Open Misère 500" in cy.buttons
    assert "at any time" not in cy.text


async def test_looking_at_an_earlier_deals_cards_does_not_turn_up_this_deals(match_of):
    match = match_of(4)
    table = await match.start()
    cy = await match.panel(match.cy)
    late = cy.about_to_press("Look at my cards")
    await match.passes(*match.people)
    await match.ready()
    assert table.live.rounds == 2
    await late.press()
    assert match.deal.auction.looked == frozenset()
    assert cy.buttons == ["Look at my cards", "Points"]


async def test_forced_cards_are_played_for_those_who_want_it_and_the_channel_does_not_see_the_switch(match_of, deals):
    deals.deal("AC KC QC JC 10C 9C 8C AH KH QH", "5C AS KS QS JD 10S 9S 8S 7S 6S", kitty="6C 7C 4D")
    match = match_of(4)
    table = await match.start()
    await match.contract("7 tricks", "No trumps", put="6C 7C 4D")
    ben = await match.panel(match.ben)
    await match.house.wait(2)
    requests, shown = match.house.env.http_requests, match.house.raw(table.message)
    sent = len(requests)
    await ben.press("Play forced cards: off")
    assert ben.buttons == ["Play forced cards: on"]
    assert "When you have only one legal card, it is played for you after a second." in ben.text
    await match.house.wait(1)
    assert match.house.raw(table.message) == shown
    assert not [request.path for request in requests[sent:] if str(table.message.id) in request.path]
    await match.press(match.ana, "AC")
    await match.house.wait(1.1)
    assert match.trick == "Ana AC · Ben 5C"
    await ben.press("Play forced cards: on")
    assert "after a second" not in ben.text
