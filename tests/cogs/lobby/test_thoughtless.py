"""House players for whom nobody thinks: they are played automatically, and the log says so as far as it matters."""

import logging

import pytest

from players.workers.process import NoAnswer
from players.workers.thinkers import Thinkers
from tests.cogs.conftest import SETTLE_SECONDS

pytestmark = pytest.mark.paces(house=SETTLE_SECONDS + 1.0, card=SETTLE_SECONDS + 1.0)

LINE = "is played automatically"


@pytest.fixture
def start_with(house, make_app):
    """Starts the bot again with another way to think."""
    return lambda think: house.env.restart_bot(make_app(think=think))


async def practise(house):
    """Ana opens a practice table, and the others bid until it is her turn."""
    ana = house.guest("Ana")
    await ana.command("fivehundred practice")
    await house.wait(20)
    table = house.app.open_tables.find(1).table
    assert table.people_asked == {ana.id}
    assert table.play.steps > 0


async def test_where_the_owner_wants_no_processes_they_are_played_without_a_word(house, start_with, caplog):
    async with Thinkers(0) as nobody:
        await start_with(nobody.answer)
        await practise(house)
    assert LINE not in "".join(each.getMessage() for each in caplog.records if each.levelno > logging.DEBUG)


async def test_when_thinking_fails_they_are_played_and_the_log_says_why(house, start_with, caplog):
    async def think(_question, _seed):
        raise NoAnswer("there was no answer in 4 seconds")

    await start_with(think)
    await practise(house)
    assert f"table 1: a house player {LINE}: there was no answer in 4 seconds" in caplog.text
