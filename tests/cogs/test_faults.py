"""The bot's own faults: its disk fails, or its rules do. Nothing is half done, and everybody is told the truth."""

import logging
import resource

import discord
import pytest

import games.blackjack
from cogs.blackjack import picture
from games.blackjack import Blackjack
from tests.failing_disk import fails_to_sync

pytestmark = pytest.mark.usefixtures("as_users_have_it")

STOPS = "The bot can't write to its disk and is stopping. No chips have moved. Please tell the bot's operator."
NO_CHIPS_MOVED = "failed, no chips moved"
NOT_GONE_ON = "last round void"


def faults(caplog):
    return [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]


# The disk


class Disk:
    """The disk under the database, as full as the test wants: no file of this process may grow beyond its log."""

    def __init__(self, house):
        self._house = house
        self._limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(self):
        log = self._house.app.store.where
        size = log.with_name(f"{log.name}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, self._limits[1]))

    def make_room(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, self._limits)


@pytest.fixture
def disk(house, own_disk):
    disk = Disk(house)
    yield disk
    disk.make_room()


async def test_of_an_event_at_which_the_disk_is_full_the_log_has_one_line(house, disk, caplog):
    disk.fill()
    house.expects_faults = True
    removal = house.app.get_cog("RemovalCog")
    await house.app._run_event(lambda: removal.on_guild_remove(discord.Object(1)), "on_guild_remove")
    assert [(line.levelname, line.exc_info) for line in caplog.records] == [("CRITICAL", None)]


async def test_a_full_disk_is_reported_and_stops_the_bot_and_nothing_is_written(house, ana, ben, table, disk, restart):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    presses = ana.about_to_press("Double", table), ben.about_to_press("Sit", table)
    disk.fill()
    assert [answer.said for answer in await house.at_once(*presses)] == [STOPS, STOPS]
    assert (
        str(house.app.failure)
        == f"The disk that holds the database {house.app.store.where} fails or is full (disk I/O error)."
    )
    await house.wait(2)
    assert house.app.is_closed()
    house.expects_faults = True
    disk.make_room()
    await restart()
    assert table.line("Ana ") == "5S 6D = 11 · Ana 100"
    assert await ana.chips() == 900
    await ana.press("Double", table)
    assert table.line("Ana ") == "5S 6D 2C = 13, doubled · Ana -200 · now 800 chips"
    assert await ana.chips() == 800


async def test_a_bet_on_a_full_disk_stays_in_the_purse(house, ana, table, disk, restart):
    form = await ana.press("Bet", table)
    disk.fill()
    assert (await form.fill(main="100", pair="")).said == STOPS
    disk.make_room()
    house.expects_faults = True
    await restart()
    assert await ana.chips() == 1000
    assert "place your bets: dealt when all have bet" in table.text


async def test_a_table_that_cannot_be_written_is_not_opened(house, ana, disk):
    await ana.command("balance")
    disk.fill()
    assert (await ana.command("blackjack open")).said == STOPS
    disk.make_room()
    house.expects_faults = True


@pytest.mark.usefixtures("own_disk")
async def test_a_bet_that_was_committed_before_the_disk_failed_is_confirmed(house, ana, ben, table, restart):
    await ben.press("Sit", table)
    form = await ana.press("Bet", table)
    await house.app.store.write(fails_to_sync)
    assert (await form.fill(main="100", pair="")).said == (
        "It worked, but the bot's disk has failed and the bot is stopping. Please tell the bot's operator."
    )
    house.expects_faults = True
    await restart()
    assert "2 Ana 100" in table.text
    assert await ana.chips() == 900


@pytest.mark.usefixtures("own_disk")
async def test_the_bot_claims_nothing_when_it_cannot_know(house, ana, table, tmp_path):
    form = await ana.press("Bet", table)
    path = house.app.store.where

    def fails_for_good(db):
        fails_to_sync()
        path.rename(tmp_path / "away")

    await house.app.store.write(fails_for_good)
    assert (await form.fill(main="100", pair="")).said == (
        "The bot's disk has failed and the bot is stopping. It isn't known yet whether that went through: "
        "check when the bot is back. Please tell the bot's operator."
    )
    house.expects_faults = True
    await house.wait(2)
    (tmp_path / "away").rename(path)


async def test_a_clock_that_runs_out_on_a_full_disk_stops_the_bot_and_runs_again_later(
    house, ana, table, disk, restart
):
    house.deal("10S 6D v 9H then 10D")
    await ana.bets(100, table)
    disk.fill()
    await house.wait(32)
    assert house.app.is_closed()
    house.expects_faults = True
    disk.make_room()
    await restart()
    assert "Ana, it's your turn · ⏳ in 30 s" in table.text
    await house.wait(31)
    assert table.line("Ana ") == "10S 6D = 16 · Ana -100 · now 900 chips"


# The rules


async def test_a_fault_in_a_move_moves_nothing_and_one_that_lasts_ends_with_the_clock_that_refunds_everybody(
    house, ana, ben, people, table, fails_at, caplog
):
    for guest in people:
        await guest.press("Sit", table)
    house.deal("5S 6D, 10S 9D v 9H then 2C 10D")
    await table.plays("Ana bets 100 pair 10, Ben bets 50")
    with fails_at(Blackjack, "apply"):
        assert (await ana.press("Hit", table)).said == NO_CHIPS_MOVED
    assert [line for line in faults(caplog) if "table 1" in line] == ["table 1, move: RuntimeError failed"]
    house.expects_faults = True
    assert "5S 6D = 11" in table.line("Ana ")
    assert await ana.chips() == 890
    await ana.press("Hit", table)
    assert "5S 6D 2C = 13" in table.line("Ana ")
    with fails_at(Blackjack, "apply"):
        assert (await ana.press("Hit", table)).said == NO_CHIPS_MOVED
        await house.wait(31)
    assert NOT_GONE_ON in table.text
    assert [await ana.chips(), await ben.chips()] == [1000, 1000]
    house.deal("10S 9D, 10S 9D v 9H then 9D")
    for guest in people:
        await guest.bets(100, table)
    for guest in people:
        await guest.press("Stand", table)
    assert [await ana.chips(), await ben.chips()] == [1100, 1100]


async def test_a_fault_when_the_last_bet_or_the_clock_begins_the_round_refunds_everybody(
    house, ana, ben, fails_at, caplog
):
    table = await ana.opens(seats=2)
    await ben.press("Sit", table)
    with fails_at(games.blackjack, "start"):
        for last in (lambda: ben.bets(50, table), lambda: house.wait(21)):
            await ana.bets(100, table)
            await last()
            assert NOT_GONE_ON in table.text
            assert [await ana.chips(), await ben.chips()] == [1000, 1000]
    house.expects_faults = True
    assert any("table 1" in line for line in faults(caplog))
    await table.plays("Ana bets 100, Ben bets 50")
    assert "Dealer" in table.text


async def test_a_fault_in_the_adapter_at_the_end_of_a_round_moves_nothing_until_the_clock_refunds(
    house, ana, table, fails_at
):
    house.deal("10S 9D v 9H then 8D")
    await ana.bets(100, table)
    fails_at(type(table.live.table.game), "after_round")
    assert (await ana.press("Stand", table)).said == NO_CHIPS_MOVED
    assert await ana.chips() == 900
    await house.wait(31)
    house.expects_faults = True
    assert NOT_GONE_ON in table.text
    assert await ana.chips() == 1000


async def test_a_fault_in_the_picture_does_not_undo_the_move(house, ana, table, fails_at):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    with fails_at(picture, "draw"):
        assert (await ana.press("Hit", table)).said == ""
    house.expects_faults = True
    assert table.line("Ana ") == "5S 6D = 11 · Ana 100"
    await ana.press("Hit", table)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
