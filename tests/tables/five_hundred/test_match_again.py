"""A match comes back after a restart: one that an earlier version began, or that has begun without a deal."""

from msgspec.structs import replace

from tables import driver
from tables.events import NOTHING, BeginIfComplete
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.modes import Shuffle
from tests.tables.room import ANA, BEN


async def test_a_deal_that_an_earlier_version_began_goes_on_by_its_rules(hall):
    """Its cards lie face down until somebody looks, and the winner of the bidding is asked."""
    live = await hall.started(players=4)
    setup = replace(live.table.play.setup, body={"deal": 1, "dealer": 3})
    auction = FiveHundredGame().start(live.table.terms, setup, Shuffle(bytes(32), "salt")).round.auction
    assert (auction.looked, auction.keeping) == (frozenset(), frozenset())
    assert live.table.play.round.auction.looked == live.table.play.round.auction.keeping == frozenset(range(4))


async def test_a_match_that_has_begun_without_a_deal_is_dealt(hall, instead_of):
    live = await hall.open(players=2, ante=100)

    def dies(step, table, event, facts):
        return NOTHING if isinstance(event, BeginIfComplete) else step(table, event, facts)

    with instead_of(driver, "step", dies):
        for verb in (match.sit, match.ready):
            await hall.all_say(live, verb, ANA, BEN)
    assert not live.table.is_playing
    assert await hall.room.balances(ANA, BEN) == [900, 900]
    again = await hall.again(live)
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
