"""Hidden means hidden: nothing sent to anybody shows a card that they may not see yet, or depends on one."""

from random import Random

import pytest

from tables.pontoon.bank_state import with_state
from tests.cogs.pontoon.offline_table import Paper, cards_in, may_be_seen
from tests.games.pontoon_table import with_unseen_swapped

DEALS = 600
"""Of each kind; everybody looks at one move of each deal, because looking at all of them would take minutes."""


def drawn(table):
    return (
        {card for row in table.lobby.game_state.draw for _, card in row} if not table.lobby.game_state.deal else set()
    )


def look(paper, person):
    """A picture for `person` (None: the public) shows only what they may see, and doesn't change with unseen cards."""
    round_, setup = paper.table.play.round, paper.table.play.setup
    seat = None if person is None else setup.seat_of(person)
    picture = paper.pictures(person)
    assert cards_in(picture) <= may_be_seen(round_, seat) | drawn(paper.table)
    with paper.with_round(with_unseen_swapped(round_, seat, paper.random)):
        assert paper.pictures(person) == picture
    return cards_in(picture)


@pytest.mark.thorough
@pytest.mark.parametrize("shoot", [False, True], ids=["Pontoon", "Shoot"])
def test_no_picture_shows_or_gives_away_a_card_that_its_reader_may_not_see(shoot):
    random, seen, deals = Random(f"hidden {shoot}"), 0, 0
    while deals < DEALS:
        paper = Paper(random, random.randint(2, 8), shoot=shoot, chips=random.choice((200, 2000)))
        while paper.begin() and random.random() < 0.95:
            deals += 1
            while paper.table.is_playing:
                seen += len(look(paper, random.choice((None, *paper.people))))
                paper.move()
    assert seen > DEALS


def test_strangers_and_people_who_arrive_during_a_deal_see_no_card_on_their_panel():
    paper = Paper(Random(1), 4)
    assert paper.begin()
    free = paper.table.lobby.seats.index(None)
    paper.becomes(lobby=paper.table.lobby.sit(999))
    assert paper.table.lobby.seats[free] == 999
    for stranger in (999, 1000):
        assert cards_in(paper.pictures(stranger)) == set()


def test_between_two_deals_nothing_gives_away_the_order_of_the_pack():
    random = Random(2)
    for _ in range(60):
        paper = Paper(random, 5)
        if not paper.begin():
            continue
        while paper.table.is_playing:
            paper.move()
        lobby = paper.table.lobby
        pictures = [paper.pictures(eyes) for eyes in (None, *paper.people)]
        pack = lobby.game_state.pack.split()
        paper.becomes(lobby=with_state(lobby, pack=" ".join(sorted(pack))))
        assert [paper.pictures(eyes) for eyes in (None, *paper.people)] == pictures
        assert " ".join(pack[:2] or ["none"]) not in repr(with_state(lobby, pack=""))
