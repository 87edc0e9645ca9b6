"""A backup is made while people play; later the bot starts from it, and its tables continue from there."""

import shutil

import pytest

from data.backup.sqlite import back_up
from tests.cogs.blackjack.story import STEPS, Story

pytestmark = pytest.mark.usefixtures("as_users_have_it")

SAVED_AT = STEPS.index("in_the_middle_of_a_hand")


async def told(story, steps):
    for step in steps:
        await getattr(story, step)()


@pytest.fixture
def put_back(house, make_app, open_store):
    """`await put_back(copy)`: stop the bot, put `copy` in the place of its database, and start it again."""

    async def put_back(copy):
        left = house.app.store
        await house.app.close()
        await left.close()
        aside = left.where.parent / "aside"
        aside.mkdir()
        for file in left.where.parent.glob(f"{left.where.name}*"):
            shutil.move(file, aside)
        shutil.copy(copy, left.where)
        await house.env.restart_bot(make_app(await open_store(left.where)))

    return put_back


async def test_tables_continue_from_a_backup(house, put_back, tmp_path):
    story = Story(house)
    await told(story, STEPS[: SAVED_AT + 1])
    purses = [await guest.chips() for guest in story.people]
    copy = back_up(house.app.store.where, tmp_path / "copy.sqlite3", house.env.now()).path
    await told(story, STEPS[SAVED_AT + 1 : STEPS.index("results_shown") + 1])
    assert [await guest.chips() for guest in story.people] != purses
    result = story.table.text

    await put_back(copy)
    assert [await guest.chips() for guest in story.people] == purses
    await told(story, STEPS[SAVED_AT + 1 : STEPS.index("results_shown") + 1])
    assert story.table.text == result
    await told(story, STEPS[STEPS.index("results_shown") + 1 :])
    assert house.app.open_tables.find(story.table.number) is None
