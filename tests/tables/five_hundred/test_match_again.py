"""A match comes back after a restart in every phase of a deal and between deals, card for card and chip for chip."""

from dataclasses import replace

import pytest

from games.five_hundred import Phase, Say
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import Habit, MatchStage, stage_of
from tables.terms import Shuffle
from tests.tables.five_hundred.match_room import CY, GUS
from tests.tables.room import ANA, BEN, GUILD


def state(table):
    """All that a match is, except the time that is left."""
    play = table.play if table.is_playing else None
    return table.lobby, play, table.rounds, table.question_id, table.seed, table.salt, table.terms, table.channel


async def comes_back(hall, table):
    """Another process has the same match, and can play it to its end."""
    before, balances = state(table), await hall.room.balances(ANA, BEN, CY, GUS)
    again = await hall.again(table)
    assert state(again) == before
    assert (again.deadline is None) == (table.deadline is None)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == balances
    return again


IN_EVERY_DEAL = (Phase.AUCTION, Phase.RAISE, Phase.KITTY, Phase.PLAY, Phase.CLAIM)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "phase"), [(5, Phase.CALL), *((players, phase) for players in (2, 4, 5) for phase in IN_EVERY_DEAL)]
)
async def test_in_every_phase_of_a_deal(hall, players, phase):
    table = await hall.started(players=players, target=250, ante=100, habits=[Habit.RAISES])
    if phase is Phase.CLAIM:
        await hall.until(table, Phase.PLAY)
        (asked,) = table.play.people_to_act
        await table.act(asked, table.question_id, Say.CLAIM.value)
    await hall.until(table, phase)
    again = await comes_back(hall, table)
    assert again.play.round.phase is phase
    await hall.play_match(again)


async def test_a_deal_that_an_earlier_version_began_goes_on_by_its_rules(hall):
    """Its cards lie face down until somebody looks, and the winner of the bidding is asked."""
    table = await hall.started(players=4)
    setup = replace(table.play.setup, body={"deal": 1, "dealer": 3})
    auction = FiveHundredGame().start(table.terms, setup, Shuffle(bytes(32), "salt")).round.auction
    assert (auction.looked, auction.keeping) == (frozenset(), frozenset())
    assert table.play.round.auction.looked == table.play.round.auction.keeping == frozenset(range(4))


@pytest.mark.thorough
async def test_with_every_bid_of_the_auction_and_every_trick(hall):
    table = await hall.started(players=4)
    while table.is_playing:
        table = await comes_back(hall, table)
        await hall.move(table)


async def test_while_the_seats_fill_between_two_deals_and_while_somebody_asks_for_a_free_seat(hall):
    table = await hall.open(players=3, ante=100)
    await hall.says(table, ANA, match.take_seat, 2)
    await hall.says(table, ANA, match.ready)
    table = await comes_back(hall, table)
    assert table.lobby.seats == (None, None, ANA)
    await hall.all_say(table, match.sit, BEN, CY)
    await hall.all_say(table, match.ready, BEN, CY)
    await hall.play_out(table)
    await hall.says(table, BEN, match.ready)
    table = await comes_back(hall, table)
    assert (table.play, stage_of(table.lobby)) == (None, MatchStage.BETWEEN)
    await hall.room.pass_time(table, 41)
    assert table.rounds == 2
    await hall.play_out(table)
    await table.leave(BEN)
    await hall.says(table, GUS, match.ask_seat, 0)
    await hall.agrees(table, ANA)
    table = await comes_back(hall, table)
    await hall.agrees(table, CY)
    assert table.lobby.seats == (GUS, CY, ANA)
    assert await hall.room.chips.at_tables(GUILD, GUS) == [(table.id, 100)]


@pytest.mark.thorough
async def test_in_a_paused_deal_that_one_player_is_back_for_and_when_the_match_is_over(hall):
    table = await hall.started(players=2, target=250, ante=100)
    await hall.until(table, Phase.PLAY)
    await hall.says(table, ANA, match.ask_pause)
    table = await comes_back(hall, table)
    await hall.agrees(table, BEN)
    await hall.says(table, BEN, match.go_on)
    table = await comes_back(hall, table)
    await hall.says(table, ANA, match.go_on)
    assert table.deadline is not None
    await hall.play_match(table)
    table = await comes_back(hall, table)
    assert stage_of(table.lobby) is MatchStage.OVER
    await hall.room.pass_time(table, 601)
    assert table.is_closed


async def test_a_match_that_has_begun_without_a_deal_is_dealt(hall, monkeypatch):
    table = await hall.open(players=2, ante=100)

    async def dies():
        pass

    monkeypatch.setattr(table, "_begin", dies)
    for verb in (match.sit, match.ready):
        await hall.all_say(table, verb, ANA, BEN)
    assert not table.is_playing
    assert await hall.room.balances(ANA, BEN) == [900, 900]
    again = await comes_back(hall, table)
    await hall.room.pass_time(again, 41)
    assert again.is_playing
    assert await hall.room.balances(ANA, BEN) == [900, 900]


async def test_the_channel_of_a_match_is_kept(hall):
    table = await hall.started(players=2)
    await hall.room.services.tables.posted(table.guild, table.id, 77, hall.room.clock.now(), channel=88)
    assert (await hall.again(table)).channel == 88
    await hall.room.services.tables.posted(table.guild, table.id, 78, hall.room.clock.now())
    saved = await hall.room.saved(table)
    assert (saved.channel, saved.message) == (88, 78)
