"""Hidden means hidden: nothing sent to anybody shows a card that they may not see, or depends on one."""

from random import Random

import pytest

from cogs.five_hundred import wording
from games.five_hundred import CallKind, FivePartner, Options, Phase
from tables.five_hundred.match_state import with_state
from tests.cogs.five_hundred.offline_table import Paper, cards_in, cards_of, may_be_named, may_be_seen
from tests.games.five_hundred_table import with_unseen_swapped

DEALS = 60
"""For each number of players; somebody looks at every other move."""
BY_CALL = [
    Options(players=2),
    Options(players=3),
    Options(),
    Options(players=5),
    Options(players=5, five_partner=FivePartner.PLAYER),
    Options(players=6),
]


@pytest.fixture(autouse=True)
def bids_without_signs(monkeypatch):
    """A short bid, 8♥, looks like a card in characters; here it is 8 of hearts."""
    for suit in wording.BID_SIGNS:
        monkeypatch.setitem(wording.BID_SIGNS, suit, f" of {suit.name}")


def look(paper, person):
    """A picture for `person` (None: the public) shows only what they may see, and doesn't change with unseen cards."""
    deal, setup = paper.table.play.round, paper.table.play.setup
    seat = None if person is None else setup.seat_of(person)
    picture = paper.pictures(person)
    shown = cards_in(picture) - may_be_named(deal, seat)
    assert shown <= may_be_seen(deal, seat), picture
    with paper.with_round(with_unseen_swapped(deal, seat, paper.random)):
        assert paper.pictures(person) == picture
    return len(shown)


@pytest.mark.sampled
@pytest.mark.parametrize("options", BY_CALL, ids=lambda options: f"{options.players} {options.five_partner.value}")
def test_no_picture_shows_or_gives_away_a_card_that_its_reader_may_not_see(options):
    random, seen, deals, played = Random(f"hidden {options}"), 0, 0, set()
    while deals < DEALS:
        paper = Paper(random, options)
        while not paper.is_over:
            paper.begin()
            while paper.table.is_playing:
                if random.random() < 0.5:
                    seen += look(paper, random.choice((None, *paper.people)))
                played.add(paper.table.play.round.phase)
                if (play := paper.table.play.round.play) is not None:
                    played.add(play.bid.call.kind)
                paper.move()
            deals += 1
    assert seen > 20 * DEALS
    assert played >= {Phase.AUCTION, Phase.KITTY, Phase.PLAY, Phase.CLAIM, CallKind.OPEN, CallKind.TRICKS}


def test_nobody_sees_a_hand_before_its_owner_looks_not_even_the_owner():
    random, unseen = Random(4), 0
    for _ in range(60):
        paper = Paper(random, Options())
        paper.becomes(lobby=with_state(paper.table.lobby, face_down=tuple(paper.people)))
        paper.begin()
        while paper.table.play.round.phase is Phase.AUCTION:
            deal = paper.table.play.round
            for seat, person in enumerate(paper.people):
                if deal.auction.is_face_down(seat):
                    unseen += 1
                    assert cards_in(paper.pictures(person)) == set()
            paper.move()
    assert unseen > 200


def test_a_stranger_sees_no_card_of_a_panel():
    paper = Paper(Random(1), Options(players=3))
    paper.begin()
    while paper.table.is_playing:
        assert cards_in(paper.pictures(999)) == set()
        paper.move()


def test_the_standing_of_a_match_holds_no_card_during_a_deal():
    paper = Paper(Random(2), Options(players=4))
    while not paper.is_over:
        paper.begin()
        while paper.table.is_playing:
            state = paper.table.lobby.game_state
            assert cards_of(paper.table.lobby.to_json()) - cards_of(f"{state.last} {state.earlier}") == set()
            paper.move()


def test_a_deal_keeps_its_cards_out_of_the_log():
    paper = Paper(Random(3), Options(players=5))
    paper.begin()
    while paper.table.play.round.phase is Phase.AUCTION:
        paper.move()
    bids = {str(spoken.bid) for spoken in paper.table.play.round.auction.spoken}  # some look like cards
    assert cards_of(repr(paper.table.play)) - bids == set()
