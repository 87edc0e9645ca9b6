"""Regular posts in the database: each is taken once, by whoever is first."""

import asyncio

import pytest
from small_server import GUILD, OTHER_GUILD

from data.guild.posts import Posts

DAY = 20_000


@pytest.fixture
def posts(store):
    return Posts(store)


async def test_a_post_is_sent_once_by_whoever_takes_it(posts):
    assert await asyncio.gather(*(posts.take(GUILD, DAY) for _ in range(3))) == [True, False, False]
    assert await posts.take(OTHER_GUILD, DAY)
    assert await posts.take(GUILD, DAY + 1)
    assert not await posts.take(GUILD, DAY)
