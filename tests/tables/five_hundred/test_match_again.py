"""A match comes back after a restart in every phase of a deal and between deals, card for card and chip for chip."""

from dataclasses import replace

import pytest

from games.five_hundred import Phase, Say
from tables import driver
from tables.events import NOTHING, Act, BeginIfComplete, Leave
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import Habit, MatchStage, stage_of
from tables.modes import Shuffle
from tables.step import step
from tests.tables.five_hundred.match_room import CY, GUS
from tests.tables.room import ANA, BEN, GUILD


def state(live):
    """All that a match is, except the time that is left."""
    table = live.table
    play = table.play if table.is_playing else None
    return table.lobby, play, table.rounds, table.question_id, table.shuffle, table.terms, table.channel


async def comes_back(hall, live):
    """Another process has the same match, and can play it to its end."""
    before, balances = state(live), await hall.room.balances(ANA, BEN, CY, GUS)
    again = await hall.again(live)
    assert state(again) == before
    assert (again.table.deadline is None) == (live.table.deadline is None)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == balances
    return again


IN_EVERY_DEAL = (Phase.AUCTION, Phase.RAISE, Phase.KITTY, Phase.PLAY, Phase.CLAIM)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "phase"), [(5, Phase.CALL), *((players, phase) for players in (2, 4, 5) for phase in IN_EVERY_DEAL)]
)
async def test_in_every_phase_of_a_deal(hall, players, phase):
    live = await hall.started(players=players, target=250, ante=100, habits=[Habit.RAISES])
    if phase is Phase.CLAIM:
        await hall.until(live, Phase.PLAY)
        (asked,) = live.table.play.people_to_act
        await live.do(Act(asked, live.table.question_id, Say.CLAIM.value))
    await hall.until(live, phase)
    again = await comes_back(hall, live)
    assert again.table.play.round.phase is phase
    await hall.play_match(again)


async def test_a_deal_that_an_earlier_version_began_goes_on_by_its_rules(hall):
    """Its cards lie face down until somebody looks, and the winner of the bidding is asked."""
    live = await hall.started(players=4)
    setup = replace(live.table.play.setup, body={"deal": 1, "dealer": 3})
    auction = FiveHundredGame().start(live.table.terms, setup, Shuffle(bytes(32), "salt")).round.auction
    assert (auction.looked, auction.keeping) == (frozenset(), frozenset())
    assert live.table.play.round.auction.looked == live.table.play.round.auction.keeping == frozenset(range(4))


@pytest.mark.thorough
async def test_with_every_bid_of_the_auction_and_every_trick(hall):
    live = await hall.started(players=4)
    while live.table.is_playing:
        live = await comes_back(hall, live)
        await hall.move(live)


async def test_while_the_seats_fill_between_two_deals_and_while_somebody_asks_for_a_free_seat(hall):
    live = await hall.open(players=3, ante=100)
    await hall.says(live, ANA, match.take_seat, 2)
    await hall.says(live, ANA, match.ready)
    live = await comes_back(hall, live)
    assert live.table.lobby.seats == (None, None, ANA)
    await hall.all_say(live, match.sit, BEN, CY)
    await hall.all_say(live, match.ready, BEN, CY)
    await hall.play_out(live)
    await hall.says(live, BEN, match.ready)
    live = await comes_back(hall, live)
    assert (live.table.play, stage_of(live.table.lobby)) == (None, MatchStage.BETWEEN)
    await hall.room.pass_time(live, 41)
    assert live.table.rounds == 2
    await hall.play_out(live)
    await live.do(Leave(BEN))
    await hall.says(live, GUS, match.ask_seat, 0)
    await hall.agrees(live, ANA)
    live = await comes_back(hall, live)
    await hall.agrees(live, CY)
    assert live.table.lobby.seats == (GUS, CY, ANA)
    assert await hall.room.chips.at_tables(GUILD, GUS) == [(live.table.id, 100)]


@pytest.mark.thorough
async def test_in_a_paused_deal_that_one_player_is_back_for_and_when_the_match_is_over(hall):
    live = await hall.started(players=2, target=250, ante=100)
    await hall.until(live, Phase.PLAY)
    await hall.says(live, ANA, match.ask_pause)
    live = await comes_back(hall, live)
    await hall.agrees(live, BEN)
    await hall.says(live, BEN, match.go_on)
    live = await comes_back(hall, live)
    await hall.says(live, ANA, match.go_on)
    assert live.table.deadline is not None
    await hall.play_match(live)
    live = await comes_back(hall, live)
    assert stage_of(live.table.lobby) is MatchStage.OVER
    await hall.room.pass_time(live, 601)
    assert live.table.is_closed


async def test_a_match_that_has_begun_without_a_deal_is_dealt(hall, monkeypatch):
    live = await hall.open(players=2, ante=100)

    def dies(table, event, facts):
        return NOTHING if isinstance(event, BeginIfComplete) else step(table, event, facts)

    with monkeypatch.context() as patches:
        patches.setattr(driver, "step", dies)
        for verb in (match.sit, match.ready):
            await hall.all_say(live, verb, ANA, BEN)
    assert not live.table.is_playing
    assert await hall.room.balances(ANA, BEN) == [900, 900]
    again = await comes_back(hall, live)
    await hall.room.pass_time(again, 41)
    assert again.table.is_playing
    assert await hall.room.balances(ANA, BEN) == [900, 900]


async def test_the_channel_of_a_match_is_kept(hall):
    live = await hall.started(players=2)
    await hall.room.services.tables.posted(live.table.guild, live.table.id, 77, hall.room.clock.now(), channel=88)
    assert (await hall.again(live)).table.channel == 88
    await hall.room.services.tables.posted(live.table.guild, live.table.id, 78, hall.room.clock.now())
    saved = await hall.room.saved(live)
    assert (saved.channel, saved.message) == (88, 78)
