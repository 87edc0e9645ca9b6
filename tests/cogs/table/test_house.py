"""The small print about house players."""

from dataclasses import replace

from cogs.table.house import house_notes
from data.ledger import house_wins
from data.ledger.limits import TransferLimits
from games.pontoon import Options
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.events import Arrange
from tables.game import Terms
from tables.modes import FOR_CHIPS, Practice
from tables.pontoon import bank
from tables.pontoon.bank_state import after_press
from tables.pontoon.pontoon_adapter import PontoonGame
from tests.tables.room import ANA, BEN, GUILD


async def opened(room, mode=FOR_CHIPS):
    room.open_tables = room.another_floor(PontoonGame())
    live = await room.open(Terms(10, 100, Options(), Pace.NORMAL, mode), PontoonGame())
    await live.do(Arrange(ANA, lambda lobby: lobby.sit(ANA), salt="salt"))
    return live


async def test_most_tables_say_nothing_and_one_for_practice_that_no_chips_are_played_for(room):
    assert house_notes((await opened(room)).table, ENGLISH) == ""
    assert "without chips" in house_notes((await opened(room, Practice())).table, ENGLISH)


async def test_the_table_says_who_takes_over_from_whom(room):
    live = await opened(room)
    while None in live.table.lobby.seats:
        await live.do(Arrange(ANA, lambda lobby: after_press(lobby).add_house_player(live.table.id)))
    assert live.table.is_playing
    giver = live.table.lobby.house_players[0]
    await live.do(Arrange(BEN, lambda lobby: lobby.sit(BEN)))
    assert f"<@{BEN}> will take over from {ENGLISH.person(giver)}" in house_notes(live.table, ENGLISH)


async def test_the_table_names_those_whose_winnings_go_back(room):
    room.services = replace(room.services, limits=lambda _guild: TransferLimits(from_house=1))
    live = await opened(room)
    at = room.clock.now().timestamp()
    await room.store.write(lambda db: house_wins.count(db, GUILD, ANA, 1, at))
    await live.do(Arrange(ANA, lambda lobby: lobby.add_house_player(live.table.id)))
    await live.do(Arrange(ANA, lambda lobby: bank.start(after_press(lobby))))
    assert live.table.is_playing
    assert f"<@{ANA}>: you've reached today's limit" in house_notes(live.table, ENGLISH)
