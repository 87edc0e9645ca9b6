"""Somebody is forgotten while they play: it continues without them, and the books account for their chips."""

import pytest

from data.guild.forget_member import Departures
from data.ledger.reasons import LedgerReason
from tables.events import Arrange, Void
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchStage, stage_of, vacated
from tests.tables.five_hundred.match_room import GUS, match_state
from tests.tables.room import ANA, BEN, CY, GUILD


async def forgotten(hall, person, *, dies=False):
    """`person` leaves everything and is forgotten; returns their stand-in number. With `dies` the bot dies then."""
    await hall.open_tables.leave_all(GUILD, person)
    departures = Departures(hall.room.store)
    departure = await hall.open_tables.forget(
        GUILD,
        person,
        lambda played_on: departures.forget(GUILD, person, hall.room.clock.now(), played_on=played_on),
    )
    if not dies:
        await departures.erase()
    return departure.stand_in


async def test_in_the_middle_of_a_deal_the_clock_plays_the_seat_until_somebody_takes_it(hall):
    live = await hall.started(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    assert live.table.lobby.seats == (ANA, stand_in, CY)
    assert live.table.play.setup.people == (ANA, stand_in, CY)
    while live.table.is_playing:
        assert live.table.play.people_to_act <= {ANA, CY}
        await hall.move(live)
    assert vacated(live.table.lobby) == {1: stand_in}
    assert await hall.room.balances(stand_in, BEN) == [0, None]


async def test_a_bot_that_dies_right_then_comes_back_to_a_deal_without_their_id(hall):
    live = await hall.started(players=3)
    stand_in = await forgotten(hall, BEN, dies=True)
    hall.open_tables.stop()
    next_process = hall.room.another_floor(FiveHundredGame())
    await next_process.resume()
    assert next_process.find(live.table.id).table.play.setup.people == (ANA, stand_in, CY)
    next_process.stop()


async def test_in_a_paused_deal_it_is_played_too_and_the_pause_continues(hall):
    live = await hall.started(players=3)
    while live.table.play.people_to_act != {BEN}:
        await hall.move(live)
    await hall.all_agree(live, ANA, match.ask_pause)
    stand_in = await forgotten(hall, BEN)
    assert match_state(live).paused
    assert live.table.deadline is None
    assert live.table.play.people_to_act <= {ANA, CY}
    asked = live.table.question_id
    live = await hall.again(live)
    assert (live.table.question_id, live.table.lobby.seats) == (asked, (ANA, stand_in, CY))
    await hall.all_say(live, match.go_on, ANA, CY)
    await hall.play_out(live)
    assert stage_of(live.table.lobby) is MatchStage.VACANT


@pytest.mark.thorough
async def test_somebody_new_takes_the_seat_of_a_forgotten_player_and_the_others_get_the_ante(hall):
    live = await hall.after_a_deal(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    await hall.all_agree(live, GUS, match.ask_seat, 1)
    assert match_state(live).players == (ANA, GUS, CY)
    (row, _deals) = await hall.row(live)
    assert [(player.seat, player.user_id) for player in row.players] == [(0, ANA), (1, stand_in), (1, GUS), (2, CY)]
    assert await hall.room.balances(stand_in, BEN, ANA, CY, GUS) == [0, None, 975, 975, 950]
    forfeited = "SELECT COUNT(*) FROM ledger WHERE why = ? AND round = 0"
    rows = await hall.room.store.read(lambda db: db.execute(forfeited, (LedgerReason.ANTE_FORFEITED,)).fetchone())
    assert rows == (2,)
    await hall.play_match(live)


async def test_a_match_without_them_can_end_and_another_process_never_knew_them(hall):
    live = await hall.after_a_deal(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    live = await hall.again(live)
    assert str(BEN) not in str(live.table.lobby)
    await hall.all_agree(live, ANA, match.ask_end)
    assert await hall.room.balances(ANA, CY, stand_in) == [1025, 1025, 0]


async def test_whoever_was_to_take_a_house_players_seat_gets_none_once_they_are_forgotten(hall):
    live = await hall.open(players=2)
    await hall.says(live, ANA, match.sit)
    await live.do(Arrange(ANA, lambda lobby: lobby.add_house_player(live.table.id)))
    await hall.says(live, ANA, match.ready)
    await hall.says(live, BEN, match.sit)
    assert list(live.table.lobby.promised_seats.values()) == [BEN]
    await forgotten(hall, BEN)
    assert live.table.lobby.promised_seats == {}
    assert live.table.is_playing


async def test_the_ante_that_a_void_match_returns_to_a_forgotten_player_is_the_houses(hall):
    live = await hall.started(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    await live.do(Void(GUS, "wrong room", is_of_match=True))
    assert await hall.room.balances(ANA, CY, stand_in) == [1000, 1000, 0]
