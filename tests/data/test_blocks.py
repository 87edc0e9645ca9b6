"""What the bot's owner has blocked and announces: on the disk, for every process, until it is taken back."""

from datetime import timedelta

import pytest
from small_bank import ANN, BOB, GUILD, NOON, OTHER_GUILD, damage

from data.guild.announcement import Announcement, Announcements
from data.guild.blocks import Block, BlockKind, Blocks
from data.guild.forget_guild import KEPT, Removed
from data.guild.forget_member import Departures

OWNER = 900


@pytest.fixture
def blocks(store):
    return Blocks(store)


@pytest.fixture
def another(store):
    """The blocks as another process holds them."""
    return Blocks(store)


def block(number, kind=BlockKind.PERSON, reason="spam"):
    return Block(kind, number, reason, OWNER, NOON)


async def test_a_person_and_a_server_with_the_same_number_are_blocked_apart(blocks):
    await blocks.add(block(5))
    assert 5 in blocks.people
    assert 5 not in blocks.servers
    await blocks.add(block(5, BlockKind.SERVER))
    assert 5 in blocks.servers
    assert await blocks.remove(BlockKind.PERSON, 5)
    assert 5 not in blocks.people
    assert 5 in blocks.servers


async def test_a_block_is_listed_with_who_made_it_and_why(blocks):
    await blocks.add(block(ANN))
    later = Block(BlockKind.SERVER, GUILD, "raids", OWNER, NOON + timedelta(hours=1))
    await blocks.add(later)
    assert await blocks.listed() == [later, block(ANN)]


async def test_who_is_blocked_twice_is_blocked_once_for_the_latest_reason(blocks):
    await blocks.add(block(ANN))
    await blocks.add(block(ANN, reason="worse"))
    assert [each.reason for each in await blocks.listed()] == ["worse"]


async def test_what_is_not_blocked_cannot_be_unblocked(blocks):
    assert not await blocks.remove(BlockKind.PERSON, ANN)


async def test_another_process_learns_of_blocks_and_of_their_end_when_it_reads_them(blocks, another):
    await blocks.add(block(ANN))
    await blocks.add(block(GUILD, BlockKind.SERVER))
    assert ANN not in another.people
    assert await another.read() == frozenset()
    assert ANN in another.people
    assert GUILD in another.servers
    await blocks.remove(BlockKind.SERVER, GUILD)
    assert await another.read() == {GUILD}
    assert GUILD not in another.servers


async def test_a_block_stays_when_the_person_is_forgotten_and_the_server_is_left(blocks, store, chips):
    for guild in (GUILD, OTHER_GUILD):
        await chips.open_member(guild, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 1000, NOON)
    await blocks.add(block(ANN))
    await blocks.add(block(GUILD, BlockKind.SERVER))
    await Departures(store).forget(GUILD, ANN, NOON)
    removed = Removed(store)
    await removed.left(GUILD, NOON)
    assert await removed.due(NOON + KEPT) == [GUILD]
    while await removed.delete_some(GUILD):
        pass
    await blocks.read()
    assert ANN in blocks.people
    assert GUILD in blocks.servers
    assert damage(store) == []


def said(text="The bot restarts tonight.", hours=24):
    return Announcement(text, OWNER, NOON + timedelta(hours=hours))


async def test_an_announcement_is_shown_until_its_end(store):
    here = Announcements(store)
    assert here.shown_at(NOON) is None
    await here.say(said())
    assert here.shown_at(NOON + timedelta(hours=24, seconds=-1)) == said()
    assert here.shown_at(NOON + timedelta(hours=24)) is None


async def test_every_process_reads_the_latest_announcement(store):
    here, there = Announcements(store), Announcements(store)
    await here.say(said())
    assert there.shown_at(NOON) is None
    await there.read()
    assert there.shown_at(NOON) == said()
    await here.say(said("Never mind."))
    await there.read()
    assert there.shown_at(NOON) == said("Never mind.")
    await there.take_back()
    assert there.shown_at(NOON) is None
    await here.read()
    assert here.shown_at(NOON) is None
