"""A server in which no round begins for now: rounds in play end, everything else stays ready, and nothing is lost."""

import asyncio
from dataclasses import replace

import pytest

from games.core import IllegalAction
from games.pontoon import Options
from tables.clock import Pace
from tables.events import Arrange, Leave
from tables.five_hundred import match
from tables.game import Terms
from tables.halt import BLOCKED, RESTARTING
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.pontoon.bank_state import after_press
from tests.tables.room import ANA, BEN, CY, GUILD, HOST

WINDOW = 21
"""Seconds; bets are closed by then."""
LATER = "The bot is about to restart. Try again in a minute."


@pytest.fixture
def halt(room):
    """`halt()`: no round begins from now on; `halt(None)`: they do again."""
    halts = []
    room.services = replace(room.services, halt=lambda guild: halts[-1] if halts and guild == GUILD else None)
    room.open_tables = room.another_floor()
    return lambda halted=RESTARTING: halts.append(halted)


@pytest.fixture
async def live(room, halt):
    """Both have a seat, and Ana has bet."""
    live = await room.open()
    await room.sit(live, ANA, BEN)
    await room.bet(live, ANA, 100)
    return live


async def test_a_bet_is_refused_and_costs_nothing_and_one_may_be_lowered_or_taken_back(room, live, halt):
    halt()
    before = await room.saved(live)
    for person, chips in ((BEN, 50), (ANA, 110)):
        with pytest.raises(IllegalAction, match=LATER):
            await room.bet(live, person, chips)
    assert await room.saved(live) == before
    await room.bet(live, ANA, 40)
    assert (live.table.lobby.staked(), await room.balances(ANA, BEN)) == ({ANA: 40}, [960, 1000])
    await live.do(Arrange(ANA, lambda lobby: replace(lobby, bets=())))
    await room.sit(live, CY)
    assert live.table.lobby.seats[:3] == (ANA, BEN, CY)
    assert await room.balances(ANA) == [1000]


async def test_no_table_is_opened(room, live, halt):
    halt()
    with pytest.raises(IllegalAction, match=LATER):
        await room.open()
    table = live.table
    elsewhere = await room.open_tables.open(table.game, guild=GUILD + 1, channel=5, host=CY, terms=table.terms)
    assert elsewhere.table.guild == GUILD + 1


async def test_when_bets_close_they_stay_and_the_round_begins_once_that_is_possible_again(room, live, halt):
    room.deal("10S 9D", dealer="9H", then="8C")
    halt()
    for _ in range(3):
        closes = live.table.deadline
        await room.pass_time(live, WINDOW)
        assert live.table.deadline > closes
    assert (live.table.is_playing, live.table.lobby.staked(), room.faults) == (False, {ANA: 100}, [])
    halt(None)
    await room.open_tables.halt_is_over()
    assert not live.table.is_playing  # Ben still has time to bet
    await room.pass_time(live, WINDOW)
    assert live.table.is_playing


async def test_no_round_begins_when_the_last_leaves_who_has_not_bet_and_bets_are_dealt_after_a_restart(
    room, live, halt
):
    room.deal("10S 9D", dealer="9H", then="8C")
    halt()
    await live.do(Leave(BEN))
    lobby = live.table.lobby
    assert (lobby.seats[:2], live.table.is_playing, lobby.staked()) == ((ANA, None), False, {ANA: 100})
    room.open_tables.stop()
    halt(None)
    room.open_tables = room.another_floor()
    await room.open_tables.resume()
    again = room.open_tables.find(live.table.id)
    await room.pass_time(again, WINDOW)
    assert again.table.is_playing


@pytest.fixture
async def gathered(room, halt, packs):
    """A table of Pontoon with eight seats; three people sit there, and its first deal waits for the host."""
    packs.draw("AS 2S 3S 4S")
    packs.deal("10C 9D", "8H 9C", bank="10S 7C")
    room.open_tables = room.another_floor(PontoonGame())
    live = await room.open(Terms(10, 100, Options(), Pace.NORMAL), PontoonGame())
    for person in (ANA, BEN, CY):
        await live.do(Arrange(person, lambda lobby, person=person: after_press(lobby).sit(person), salt="salt"))
    return live


async def test_a_press_that_starts_a_deal_is_refused(room, gathered, halt):
    halt()
    with pytest.raises(IllegalAction, match=LATER):
        await gathered.do(Arrange(HOST, bank.start))
    assert not gathered.table.is_playing
    halt(None)
    await gathered.do(Arrange(HOST, bank.start))
    assert gathered.table.is_playing


@pytest.fixture
async def cut_short(gathered, halt):
    """The host has started the first deal, and before it began no round could begin any more. No clock will."""

    def started(lobby):
        asyncio.get_running_loop().call_soon(halt)  # while the start is being written
        return bank.start(lobby)

    await gathered.do(Arrange(HOST, started))
    assert not gathered.table.is_playing
    return gathered


async def test_a_deal_that_was_cut_short_begins_with_the_next_start(room, cut_short, halt):
    room.open_tables.stop()
    halt(None)
    room.open_tables = room.another_floor(PontoonGame())
    await room.open_tables.resume()
    assert room.open_tables.find(cut_short.table.id).table.is_playing


async def test_a_deal_that_was_cut_short_begins_when_the_halt_is_over(room, cut_short, halt):
    halt(None)
    await room.open_tables.halt_is_over(GUILD + 1)
    assert not cut_short.table.is_playing
    await room.open_tables.halt_is_over(GUILD)
    assert cut_short.table.is_playing


async def test_a_match_in_a_blocked_server_is_kept_although_its_clock_rings(room, halt, hall):
    live = await hall.started(players=2)
    await hall.play_out(live)
    await hall.says(live, ANA, match.ready)
    halt(BLOCKED)
    await room.pass_time(live, WINDOW * 2)
    assert not live.table.is_closed
    assert not live.table.is_playing
    assert live.table.is_kept
