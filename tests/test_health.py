"""What a bot says on HEALTH_PORT: to those who watch it, to those who shouldn't, and when it isn't well."""

import asyncio
import io
import socket

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests import bot_process
from tests.bot_process import PATIENCE, assert_one_sentence, ended, happens, said, stopped
from tests.fake_discord import PRESS, FakeDiscord, TakingDiscord, as_json
from tests.test_bot import SETTINGS

start_bot, port = bot_process.start_bot, bot_process.port

COMMAND = {key: value for key, value in PRESS.items() if key != "message"} | {
    "id": "801", "type": 2, "data": {"id": "1", "name": "no such", "type": 1},
}  # fmt: skip
EXPECTED = {
    ("cardtables_presses_total", "none", "stale"),
    ("cardtables_commands_total", "unknown", "refused"),
}
"""What becomes of these two, and what is counted while somebody asks for the first time."""
ON_A_BUSY_MACHINE = f"""
from cogs.app.process import health
health.LATE = {PATIENCE}
health.Probe.seconds.__defaults__ = ({PATIENCE},)
"""
"""How long the event loop and the database take is another test's business."""


class Busy(TakingDiscord):
    """It has had too many requests for emojis."""

    async def _requested(self, request):
        if request.match_info["path"].endswith("/emojis"):
            return as_json({"message": "slow down", "retry_after": 0}, status=429, **{"X-RateLimit-Scope": "shared"})
        return await super()._requested(request)


@pytest.fixture
def start(start_bot, env_file, port):
    """Starts a bot that is watched on `port`."""
    env_file(*SETTINGS, f"HEALTH_PORT={port}")
    return lambda discord: start_bot(discord, before=ON_A_BUSY_MACHINE)


@pytest.fixture
async def http(port):
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        yield session


async def asked(http, path, status):
    """What is answered there, with this status; JSON is read."""
    async with http.get(path) as answer:
        assert answer.status == status, await answer.text()
        return await (answer.json() if answer.content_type == "application/json" else answer.text())


async def numbers(http):
    """Each number by its name and labels, as Prometheus reads them."""
    text = await asked(http, "/metrics", 200)
    return {
        (each.name, *each.labels.values()): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


@pytest.mark.thorough
async def test_a_bot_is_healthy_while_it_is_connected(start, http, port):
    async with FakeDiscord(shards=2) as discord:
        bot = await start(discord)
        await happens(discord.is_connected)
        await said(bot, "ready as")
        assert sorted(discord.identified) == [[0, 2], [1, 2]], "as many sessions as Discord asks for"
        found = await asked(http, "/healthz", 200)
        assert (found["healthy"], found["shards"]) == (True, {"0": True, "1": True})
        assert found["database_seconds"] >= 0
        assert found["event_loop_lag_seconds"] >= 0
        with pytest.raises(ConnectionRefusedError):  # only this machine can ask
            await asyncio.open_connection("127.0.0.2", port)
        await stopped(bot)


@pytest.mark.thorough
async def test_a_bot_that_has_lost_the_gateway_is_not_healthy(start, http):
    async with FakeDiscord() as discord:
        bot = await start(discord)
        await said(bot, "ready as")
        await asked(http, "/healthz", 200)
        discord.fails_once.add("gateway")
        await discord.socket.close(code=1000)
        await said(bot, "Attempting a reconnect for shard ID 0")
        found = await asked(http, "/healthz", 503)
        assert (found["healthy"], found["shards"]) == (False, {"0": False})
        assert (await numbers(http))["cardtables_shard_connected", "0"] == 0
        await stopped(bot)


async def test_a_bot_that_waits_for_discord_is_not_healthy_and_says_so(start, http):
    async with FakeDiscord() as discord:
        pass
    bot = await start(discord)
    await said(bot, "Discord can't be reached")
    found = await asked(http, "/healthz", 503)
    assert (found["healthy"], found["shards"]) == (False, {})
    assert found["database_seconds"] is not None
    await stopped(bot)


STALLS = """
import asyncio
from cogs.app.replies.readers import ReaderLanguages
from cogs.app.process import health

async def never(*_):
    await asyncio.Event().wait()

ReaderLanguages.note_locale = never
health.UNANSWERED = 0.1
"""


async def test_a_bot_that_gets_presses_and_answers_none_is_not_healthy_and_its_numbers_say_for_how_long(
    start_bot, start, http
):
    async with FakeDiscord(events=[("INTERACTION_CREATE", PRESS)]) as discord:
        bot = await start_bot(discord, before=ON_A_BUSY_MACHINE + STALLS)
        await said(bot, "ready as")
        async with asyncio.timeout(PATIENCE):
            while (await numbers(http))["cardtables_oldest_press_seconds",] < 0.1:
                pass
        found = await asked(http, "/healthz", 503)
        assert found["unanswered_seconds"] >= 0.1
        assert found["database_seconds"] is not None
        assert all(found["shards"].values())
        bot.kill()


@pytest.mark.thorough
async def test_what_the_bot_does_is_in_its_metrics(start, http):
    async with Busy(events=[("INTERACTION_CREATE", PRESS), ("INTERACTION_CREATE", COMMAND)]) as discord:
        bot = await start(discord)
        await said(bot, "ready as")
        async with asyncio.timeout(PATIENCE):
            while not {*(found := await numbers(http))} >= EXPECTED:
                pass
        assert found["cardtables_shard_connected", "0"] == 1
        assert found["cardtables_live_tables", "blackjack"] == 0
        assert found["cardtables_redraw_queue",] == found["cardtables_thoughts_waiting",] == 0
        assert found["cardtables_acknowledgement_seconds_count",] == 2
        assert found["cardtables_commit_seconds_count",] >= 1
        assert found["cardtables_too_many_requests_total", "shared"] >= 1
        await stopped(bot)


@pytest.mark.thorough
async def test_a_port_in_use_is_reported(start, port):
    with socket.create_server(("127.0.0.1", port)):
        async with FakeDiscord() as discord:
            status, _, stderr = await ended(await start(discord))
    sentence = f"HEALTH_PORT {port} can't be used: Address already in use. Choose another port."
    assert_one_sentence(status, stderr, sentence)


@pytest.mark.thorough
async def test_whatever_else_is_asked_gets_a_plain_answer(start, http, port):
    async with FakeDiscord() as discord:
        bot = await start(discord)
        await said(bot, "ready as")
        for path in ("/", "/metrics/../../etc/passwd"):
            assert await asked(http, path, 404) == "404: Not Found"
        async with http.post("/metrics", data=io.BytesIO(b"x" * 5_000_000)) as answer:
            assert answer.status == 405
        for request in (
            b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
            b"\x16\x03\x01 is no HTTP\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
            writer.close()
            assert line.decode().split(" ", 1)[1].strip() == "400 Bad Request"
        await asked(http, "/healthz", 200)
        await stopped(bot)


@pytest.mark.thorough
async def test_without_a_port_nothing_of_it_is_loaded(start_bot, folder, env_file):
    env_file(*SETTINGS)
    async with FakeDiscord() as discord:
        bot = await start_bot(discord, "-X", "importtime")
        await happens(discord.is_connected)
        stderr = await stopped(bot)
    assert "| cogs.app.bot" in stderr.replace("|   ", "| ")
    assert "prometheus" not in stderr
