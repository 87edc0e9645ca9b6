"""The Pontoon table at its fullest stays within Discord's limits, in public and on every panel."""

from random import Random

import pytest
from msgspec.structs import replace

from cogs.pontoon import last_deal, pontoon_table
from cogs.table.faces import spoken_name
from games.cards import pack52
from games.pontoon import Phase
from games.pontoon.boxes import End, Hand
from games.pontoon.moves import Turn
from i18n.words import ENGLISH
from tables.pontoon.bank_state import BankAuction, BankOffer, LastDeal, with_state
from tests.cogs.limits import verify_fits
from tests.cogs.pontoon.offline_table import Paper
from tests.cogs.shown import ROW, walk

LONGEST_ID = 10**18


def emoji(card):
    """As long as an emoji of the application gets."""
    return f"<:{spoken_name(card)}:1234567890123456789>"


def fullest(phase):
    """Eight people with 18-digit ids; each player has four hands of five cards, with buys and shoot bets on each."""
    paper = Paper(Random(8), 8, shoot=True, chips=10**9, maximum=10**6)
    assert paper.begin()
    table, pack = paper.table, iter(pack52() * 4)
    hand = [
        Hand(tuple(next(pack) for _ in range(5)), 10**6, (2 * 10**6,) * 3, 10**6, frozenset({4}), end=End.STUCK)
        for _ in range(28)
    ]
    boxes = tuple(
        replace(box, hands=tuple(hand[4 * index : 4 * index + 4]))
        for index, box in enumerate(table.play.round.table.boxes)
    )
    round_ = table.play.round
    turn = None if phase is Phase.OVER else Turn(boxes[0].seat, 0)
    bank = replace(round_.table.bank, cards=tuple(pack52()[:5]))
    round_ = replace(round_, table=replace(round_.table, boxes=boxes, bank=bank), phase=phase, turn=turn)
    longest = {person: LONGEST_ID + person for person in paper.people}
    setup = replace(table.play.setup, people=tuple(person and longest[person] for person in table.play.setup.people))
    last = LastDeal.of(setup, round_) if phase is Phase.OVER else None
    lobby = replace(
        table.lobby,
        seats=tuple(longest.get(person) for person in table.lobby.seats),
        nets=dict.fromkeys(longest.values(), -(10**6)),
    )
    lobby = with_state(lobby, last=last, banker=longest[lobby.game_state.banker])
    return replace(table, play=replace(table.play, round=round_, setup=setup), lobby=lobby)


@pytest.mark.parametrize("phase", [Phase.STAKES, Phase.SHOOT, Phase.PLAY, Phase.OVER])
def test_the_fullest_table_stays_within_discords_limits(phase):
    table = fullest(phase)
    views = [pontoon_table.draw(table, ENGLISH, emoji)]
    views += [last_deal.last_deal(table, 1, ENGLISH, emoji)]
    views += [pontoon_table.draw_panel(table, person, ENGLISH, emoji) for person in (*table.play.setup.people, 1)]
    for view in views:
        verify_fits(view.to_components())
    void = pontoon_table.draw(replace(table, was_voided=True), ENGLISH, emoji).to_components()
    assert "The last round was void. Everyone got their chips back." in str(void)
    if phase is not Phase.OVER:
        assert "Hand 4" in str(views[3].to_components()) + str(views[2].to_components())


@pytest.mark.parametrize("stage", ["start", "kitty", "deal", "offer", "auction", "free"])
def test_every_row_of_buttons_between_deals_has_at_most_five(stage):
    paper = Paper(Random(3), 5, shoot=True)
    changes = {
        "start": {},
        "kitty": {},
        "deal": {"pack": "AS"},
        "offer": {"offer": BankOffer(None, 10**6)},
        "auction": {"auction": BankAuction(paper.people[0])},
        "free": {"banker": None, "refused": paper.people},
    }
    if stage != "start":
        paper.begin()
        paper.becomes(play=None, lobby=with_state(paper.table.lobby, **changes[stage]))
    components = pontoon_table.draw(paper.table, ENGLISH, emoji).to_components()
    verify_fits(components)
    assert any(part["type"] == ROW for part in walk(components))
