"""Regular posts in the database: each is taken once, by whoever is first."""

import asyncio

import pytest
from small_server import GUILD, OTHER_GUILD

from data.guild.posts import Post, Posts

DAY = 20_000


@pytest.fixture
def posts(store):
    return Posts(store)


@pytest.mark.parametrize("post", Post)
async def test_a_post_is_sent_once_by_whoever_takes_it(posts, post):
    assert await asyncio.gather(*(posts.take(GUILD, post, DAY) for _ in range(3))) == [True, False, False]
    assert await posts.take(OTHER_GUILD, post, DAY)
    assert await posts.take(GUILD, post, DAY + 1)
    assert not await posts.take(GUILD, post, DAY)


async def test_posts_of_one_kind_do_not_count_for_another(posts):
    assert await posts.take(GUILD, Post.DAY, DAY)
    assert await posts.take(GUILD, Post.WEEK, DAY)
    assert await posts.take(OTHER_GUILD, Post.WEEK, DAY)
    assert await posts.take(OTHER_GUILD, Post.DAY, DAY)
    assert not await posts.take(GUILD, Post.WEEK, DAY)
    assert not await posts.take(OTHER_GUILD, Post.DAY, DAY)
