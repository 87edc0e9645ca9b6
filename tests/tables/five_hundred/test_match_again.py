"""A match comes back after a restart, in its channel, and by the rules that it began with."""

from msgspec.structs import replace

from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.modes import Shuffle


async def test_a_deal_that_an_earlier_version_began_goes_on_by_its_rules(hall):
    """Its cards lie face down until somebody looks, and the winner of the bidding is asked."""
    live = await hall.started(players=4)
    setup = replace(live.table.play.setup, body={"deal": 1, "dealer": 3})
    auction = FiveHundredGame().start(live.table.terms, setup, Shuffle(bytes(32), "salt")).round.auction
    assert (auction.looked, auction.keeping) == (frozenset(), frozenset())
    assert live.table.play.round.auction.looked == live.table.play.round.auction.keeping == frozenset(range(4))


async def test_the_channel_of_a_match_is_kept(hall):
    live = await hall.started(players=2)
    await hall.room.services.tables.posted(live.table.guild, live.table.id, 77, hall.room.clock.now(), channel=88)
    assert (await hall.again(live)).table.channel == 88
    await hall.room.services.tables.posted(live.table.guild, live.table.id, 78, hall.room.clock.now())
    saved = await hall.room.saved(live)
    assert (saved.channel, saved.message) == (88, 78)
