"""Hundreds of presses by five members: no message, panel, request or log line shows a card too early."""

import re
from random import Random

import pytest

from tables.pontoon.bank_state import BankState
from tests.cogs.eyes import Watch
from tests.cogs.pontoon.offline_table import may_be_seen
from tests.cogs.shown import SHORT

CARD = re.compile(r"<:(\w+_of_\w+):\d+>|\b((?:10|[2-9JQKA])[SHDC])\b")
PRESSES = 150
FORMS = ("Stake", "Buy", "Other…")


def cards_in(text):
    return {other or SHORT[one] for one, other in CARD.findall(text)}


def known(table):
    """What each person may know at this moment; None is the public."""
    play = table.live.table.play
    public = {card for row in BankState.of(table.live.table.lobby).draw for _, card in row}
    if play is None:
        return {None: public}
    return {
        person: public | may_be_seen(play.round, None if person is None else play.setup.seat_of(person))
        for person in (None, *play.setup.people)
    }


async def press_something(five, random, presser):
    """On the panel during a deal, on the table between deals."""
    table, guest = five.table, next(guest for guest in five.people if guest.id == presser)
    if table.live.table.is_playing:
        panel = await five.panel(guest)
        await panel.press(random.choice([label for label in panel.buttons if label not in FORMS]))
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


@pytest.mark.sampled
@pytest.mark.usefixtures("generous")
@pytest.mark.parametrize("shoot", [True, False], ids=["Shoot", "Pontoon"])
async def test_nobody_is_sent_a_card_that_they_may_not_see(five, caplog, shoot):
    random = Random(f"eyes {shoot}")
    table = await five.sit_down(shoot=shoot)
    await five.start()
    watch = Watch(five.house, table, "### Pontoon", lambda: known(table), cards_in, caplog)
    for _ in range(PRESSES):
        before, playing = known(table), table.live.table.is_playing
        presser = min(table.live.table.play.people_to_act) if playing else random.choice(five.people).id
        await press_something(five, random, presser)
        watch.look(before, presser, five.panels)
    assert watch.shown > PRESSES
    assert table.live.table.rounds > 3
    assert not [text for text in watch.logged() if cards_in(text)]
