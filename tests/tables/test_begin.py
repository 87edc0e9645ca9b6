"""Presses between rounds; one that completes the bets is one transaction with the round that begins, or none."""

import pytest

from data.ledger.ledger import InsufficientChips
from games.core import IllegalAction
from tables.draft import StaleClick, Unasked
from tables.events import Arrange, Leave
from tables.lobby import Leaving
from tests.tables.room import ANA, BEN, CY, GUILD


@pytest.fixture
async def live(room):
    """Both have a seat; an earlier bet has salted the shuffle."""
    live = await room.open()
    await room.sit(live, ANA, BEN)
    await room.bet(live, ANA, 100)
    return live


async def rows(room, live):
    """What the ledger says of a table: why, how much, in which round, by whom."""
    found = "SELECT why, amount, round, actor FROM ledger WHERE guild = ? AND table_id = ? ORDER BY id"
    return [
        tuple(row) for row in await room.store.read(lambda db: db.execute(found, (GUILD, live.table.id)).fetchall())
    ]


async def test_the_last_bet_and_the_deal_are_written_together(room, live):
    room.deal("5S 6D", "10S 9D", dealer="9H")
    before = (await room.saved(live)).version
    await room.bet(live, BEN, 50)
    saved = await room.saved(live)
    assert live.table.is_playing
    assert saved.version == before + 1
    assert saved.running is not None
    assert await rows(room, live) == [("bet", 100, 1, ANA), ("bet", 50, 1, BEN)]


async def test_payments_of_the_deal_itself_are_nobodys_deed(room, live):
    room.deal("AS KD", "AC KH", dealer="9H")
    await room.bet(live, BEN, 50)
    assert live.table.play.is_over
    placed, settled = (await rows(room, live))[:2], (await rows(room, live))[2:]
    assert [actor for *_, actor in placed] == [ANA, BEN]
    assert [(why, round_number, actor) for why, _, round_number, actor in settled] == [
        ("stake back", 1, None),
        ("win", 1, None),
    ] * 2
    assert await room.balances(ANA, BEN) == [1150, 1075]


async def test_a_last_bet_that_cannot_be_paid_begins_nothing(room, live):
    await room.spends(BEN, left=20)
    before = await room.saved(live)
    with pytest.raises(InsufficientChips):
        await room.bet(live, BEN, 50)
    assert not live.table.is_playing
    assert await room.saved(live) == before


async def test_a_failed_deal_leaves_the_last_bet_until_it_is_returned(room, live, monkeypatch):
    def fail(*_):
        raise IllegalAction("no cards")

    monkeypatch.setattr(live.table.game, "start", fail)
    await room.bet(live, BEN, 50)
    assert live.table.was_voided
    assert await room.balances(ANA, BEN) == [1000, 1000]
    assert [why for why, *_ in await rows(room, live)] == ["bet", "bet", "bet back", "bet back"]


async def test_leaving_that_has_come_to_mean_more_is_asked_about_first(room, live):
    room.deal("5S 6D", "10S 9D", dealer="9H")
    assert live.table.leaving(ANA) is Leaving.FREE
    await room.bet(live, BEN, 50)
    with pytest.raises(Unasked):
        await live.do(Leave(ANA, agreed=Leaving.FREE))
    assert not live.table.lobby.leaving
    await live.do(Leave(ANA, agreed=Leaving.PLAYED))
    assert live.table.lobby.leaving == {ANA}


async def test_a_bet_during_a_round_is_refused_whatever_question_it_answers(room, live):
    room.deal("5S 6D", "10S 9D", dealer="9H")
    await room.bet(live, BEN, 50)
    with pytest.raises(StaleClick):
        await room.bet(live, CY, 100)
    assert live.table.lobby.bets == ()
    assert await room.balances(CY) == [1000]


async def test_a_quiet_press_draws_the_table_only_for_somebody_who_was_away(room, live):
    await live.do(Arrange(ANA, lambda lobby: lobby.missed_turn(ANA).missed_turn(ANA)))
    drawn = []
    live.on_change = lambda: drawn.append("again")
    for _ in range(2):
        await live.do(Arrange(ANA, lambda lobby: lobby, quietly=True))
    assert drawn == ["again"]
