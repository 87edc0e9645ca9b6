"""Somebody is forgotten while they play: it continues without them, and the books account for their chips."""

import pytest

from data.guild.forget_member import Departures
from data.ledger.reasons import LedgerReason
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchStage, stage_of, vacated
from tables.forgetting import forget, leave_all
from tests.tables.five_hundred.match_room import GUS, match_state
from tests.tables.room import ANA, BEN, CY, GUILD


async def forgotten(hall, person, *, dies=False):
    """`person` leaves everything and is forgotten; returns their stand-in number. With `dies` the bot dies then."""
    await leave_all(hall.open_tables, GUILD, person)
    departures = Departures(hall.room.store)
    departure = await forget(
        hall.open_tables,
        GUILD,
        person,
        lambda played_on: departures.forget(GUILD, person, hall.room.clock.now(), played_on=played_on),
    )
    if not dies:
        await departures.erase()
    return departure.stand_in


async def test_in_the_middle_of_a_deal_the_clock_plays_the_seat_until_somebody_takes_it(hall):
    table = await hall.started(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    assert table.lobby.seats == (ANA, stand_in, CY)
    assert table.play.setup.people == (ANA, stand_in, CY)
    while table.is_playing:
        assert table.play.people_to_act <= {ANA, CY}
        await hall.move(table)
    assert vacated(table.lobby) == {1: stand_in}
    assert await hall.room.balances(stand_in, BEN) == [0, None]


async def test_a_bot_that_dies_right_then_comes_back_to_a_deal_without_their_id(hall):
    table = await hall.started(players=3)
    stand_in = await forgotten(hall, BEN, dies=True)
    hall.open_tables.stop()
    next_process = hall.room.another_floor(FiveHundredGame())
    await next_process.resume()
    assert next_process.find(table.id).play.setup.people == (ANA, stand_in, CY)
    next_process.stop()


async def test_in_a_paused_deal_it_is_played_too_and_the_pause_continues(hall):
    table = await hall.started(players=3)
    while table.play.people_to_act != {BEN}:
        await hall.move(table)
    await hall.all_agree(table, ANA, match.ask_pause)
    stand_in = await forgotten(hall, BEN)
    assert match_state(table).paused
    assert table.deadline is None
    assert table.play.people_to_act <= {ANA, CY}
    asked = table.question_id
    table = await hall.again(table)
    assert (table.question_id, table.lobby.seats) == (asked, (ANA, stand_in, CY))
    await hall.all_say(table, match.go_on, ANA, CY)
    await hall.play_out(table)
    assert stage_of(table.lobby) is MatchStage.VACANT


@pytest.mark.thorough
async def test_somebody_new_takes_the_seat_of_a_forgotten_player_and_the_others_get_the_ante(hall):
    table = await hall.after_a_deal(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    await hall.all_agree(table, GUS, match.ask_seat, 1)
    assert match_state(table).players == (ANA, GUS, CY)
    (row, _deals) = await hall.row(table)
    assert [(player.seat, player.user_id) for player in row.players] == [(0, ANA), (1, stand_in), (1, GUS), (2, CY)]
    assert await hall.room.balances(stand_in, BEN, ANA, CY, GUS) == [0, None, 975, 975, 950]
    forfeited = "SELECT COUNT(*) FROM ledger WHERE why = ? AND round = 0"
    rows = await hall.room.store.read(lambda db: db.execute(forfeited, (LedgerReason.ANTE_FORFEITED,)).fetchone())
    assert rows == (2,)
    await hall.play_match(table)


async def test_a_match_without_them_can_end_and_another_process_never_knew_them(hall):
    table = await hall.after_a_deal(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    table = await hall.again(table)
    assert str(BEN) not in str(table.lobby)
    await hall.all_agree(table, ANA, match.ask_end)
    assert await hall.room.balances(ANA, CY, stand_in) == [1025, 1025, 0]


async def test_whoever_was_to_take_a_house_players_seat_gets_none_once_they_are_forgotten(hall):
    table = await hall.open(players=2)
    await hall.says(table, ANA, match.sit)
    await table.arrange(ANA, lambda lobby: lobby.add_house_player(table.id))
    await hall.says(table, ANA, match.ready)
    await hall.says(table, BEN, match.sit)
    assert list(table.lobby.promised_seats.values()) == [BEN]
    await forgotten(hall, BEN)
    assert table.lobby.promised_seats == {}
    assert table.is_playing


async def test_the_ante_that_a_void_match_returns_to_a_forgotten_player_is_the_houses(hall):
    table = await hall.started(players=3, ante=50)
    stand_in = await forgotten(hall, BEN)
    await table.void_match(GUS, "wrong room")
    assert await hall.room.balances(ANA, CY, stand_in) == [1000, 1000, 0]
