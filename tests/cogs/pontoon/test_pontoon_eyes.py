"""Hundreds of presses by five members: no message, panel, request or log line shows a card too early."""

import json
import logging
import re
from random import Random

import pytest

from tables.pontoon.bank_state import BankState
from tests.cogs.pontoon.offline_table import may_be_seen

CARD = re.compile(r"<:((?:10|[2-9JQKA])[SHDC])_v\d+:\d+>|\b((?:10|[2-9JQKA])[SHDC])\b")
PRESSES = 150
FORMS = ("Stake", "Buy", "Other…")
IS_PUBLIC = "### Pontoon"
"""How every public message of a table begins, and no panel."""
LIBRARIES = ("discord", "aiosqlite", "asyncio", "simcord")


def cards_in(text):
    return {one or other for one, other in CARD.findall(text)}


def known(table):
    """What each person may know at this moment; None is the public."""
    play = table.live.play
    public = {card for row in BankState.of(table.live.lobby).draw for _, card in row}
    if play is None:
        return {None: public}
    seats = {person: seat for seat, person in enumerate(play.setup.people) if person is not None}
    return {None: public | may_be_seen(play.round, None)} | {
        person: public | may_be_seen(play.round, seat) for person, seat in seats.items()
    }


class Watch:
    """Everything that goes to Discord, compared with what its readers may know at that moment."""

    def __init__(self, five):
        self.five = five
        self.shown = 0
        """Cards seen on panels, so that the test knows that it looked at some."""
        self._sent = len(five.house.env.http_requests)

    def look(self, before, presser):
        """Check that all sent since the last look shows only what could be known before or after `presser`'s press."""
        after = known(self.five.table)
        public = before[None] | after[None]
        mine = {person: public | before.get(person, set()) | cards for person, cards in after.items()}
        requests = self.five.house.env.http_requests
        for request in requests[self._sent :]:
            body = json.dumps(request.json or {}, ensure_ascii=False, default=str)
            if IS_PUBLIC in body:
                assert cards_in(body) <= public
            elif "@original" not in request.path:  # edited panels are checked below, each with its owner
                assert cards_in(body) <= mine.get(presser, public)
        self._sent = len(requests)
        assert cards_in(self.five.table.text) <= public
        for guest in self.five.people:
            panel = self.five.panels.get(guest.id)
            if panel is not None:
                assert cards_in(str(panel.raw)) <= mine.get(guest.id, public)
                self.shown += len(cards_in(str(panel.raw)))


async def press_something(five, random, presser):
    """On the panel during a deal, on the table between deals."""
    table, guest = five.table, next(guest for guest in five.people if guest.id == presser)
    if table.live.is_playing:
        panel = await five.panel(guest)
        labels = [label for label in panel.buttons if label not in FORMS]
        await panel.press(random.choice(labels))
        return
    labels = [label for label in table.buttons if label in ("Ready", "Kitty 100", "Take the bank", "No")]
    if labels:
        if (await guest.press(random.choice(labels), table)).said:
            await five.house.wait(11)  # until the refusal has gone
    elif "Bid" in table.buttons and "Kitty" in table.buttons:  # nobody has bid
        form = await guest.press("Bid", table)
        if form.result.modal is not None:  # the seller can't bid
            await form.fill(chips="10")
    else:
        await five.house.wait(31)


@pytest.mark.usefixtures("generous")
@pytest.mark.parametrize("shoot", [False, True], ids=["Pontoon", "Shoot"])
async def test_nobody_is_sent_a_card_that_they_may_not_see(five, caplog, shoot):
    caplog.set_level(logging.DEBUG)
    for library in LIBRARIES:  # at this level discord.py logs everything it sends
        logging.getLogger(library).setLevel(logging.INFO)
    random = Random(f"eyes {shoot}")
    table = await five.sit_down(shoot=shoot)
    await five.start()
    watch = Watch(five)
    for _ in range(PRESSES):
        before = known(table)
        playing = table.live.is_playing
        presser = min(table.live.play.people_to_act) if playing else random.choice(five.people).id
        await press_something(five, random, presser)
        watch.look(before, presser)
    assert watch.shown > PRESSES
    assert table.live.rounds > 3
    assert not [record for record in caplog.records if CARD.search(record.getMessage()) and "emoji" not in record.name]
