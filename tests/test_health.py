"""What a bot says on HEALTH_PORT: to those who watch it, to those who shouldn't, and when it isn't well."""

import asyncio
import io
import re
import signal
import socket

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests import test_bot
from tests.fake_discord import TOKEN, FakeDiscord, _json
from tests.test_bot import PATIENCE, PRESS, assert_one_sentence, ended, said

start_bot = test_bot.start_bot

COMMAND = {key: value for key, value in PRESS.items() if key != "message"} | {
    "id": "801", "type": 2, "data": {"id": "1", "name": "no such", "type": 1},
}  # fmt: skip


EXPECTED = {
    ("cardtables_presses_total", "none", "stale"),
    ("cardtables_commands_total", "unknown", "refused"),
    ("cardtables_chips_in_circulation",),
}
"""What becomes of these two, and what is counted while somebody asks for the first time."""


class TakingDiscord(FakeDiscord):
    """Takes every answer, and has had too many requests for emojis."""

    async def _request(self, request):
        path = request.match_info["path"]
        if path == "applications/105/emojis":
            return _json({"message": "slow down", "retry_after": 0}, status=429, **{"X-RateLimit-Scope": "shared"})
        answered = re.fullmatch(r"interactions/(\d+)/.*/callback", path)
        if answered is None:
            return await super()._request(request)
        return _json({"interaction": {"id": answered[1], "type": 3}})


@pytest.fixture
def port():
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


ON_A_BUSY_MACHINE = f"""
import sys
sys.path.insert(0, {str(test_bot.BOT.parent)!r})
from cogs.app.process import health
health.LATE = {PATIENCE}
health.Probe.seconds.__defaults__ = ({PATIENCE},)
"""
"""How long the event loop and the database take is another test's business."""


@pytest.fixture
def watched(env_file, port, monkeypatch):
    """The settings of a bot that is watched on `port`."""
    monkeypatch.setattr(test_bot, "LAUNCH", ON_A_BUSY_MACHINE + test_bot.LAUNCH)
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", f"HEALTH_PORT={port}", "THINKERS=0")


@pytest.fixture
async def http(port):
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        yield session


async def asked(http, path, status):
    """What is answered there, with this status; JSON is read."""
    async with http.get(path) as answer:
        assert answer.status == status, await answer.text()
        return await (answer.json() if answer.content_type == "application/json" else answer.text())


async def stopped(bot):
    bot.send_signal(signal.SIGTERM)
    status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr) == (0, False), stderr


async def numbers(http):
    """Each number by its name and labels, as Prometheus reads them."""
    text = await asked(http, "/metrics", 200)
    return {
        (each.name, *each.labels.values()): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


@pytest.mark.thorough
async def test_a_connected_bot_is_healthy(start_bot, folder, watched, http):
    async with FakeDiscord(shards=2) as discord:
        bot = await start_bot(discord)
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        await said(bot, "ready as")
        found = await asked(http, "/healthz", 200)
        assert found["healthy"] is True
        assert found["shards"] == {"0": True, "1": True}
        assert found["database_seconds"] >= 0
        assert found["event_loop_lag_seconds"] >= 0
        await stopped(bot)


async def test_a_bot_that_waits_for_discord_is_not_healthy_and_says_so(start_bot, folder, watched, http):
    async with FakeDiscord() as discord:
        pass
    bot = await start_bot(discord)
    await said(bot, "Discord can't be reached")
    found = await asked(http, "/healthz", 503)
    assert (found["healthy"], found["shards"]) == (False, {})
    assert found["database_seconds"] is not None
    await stopped(bot)


@pytest.mark.thorough
async def test_a_bot_that_has_lost_the_gateway_is_not_healthy(start_bot, folder, watched, http):
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        await said(bot, "ready as")
        await asked(http, "/healthz", 200)
        await discord.socket.close(code=1000)
        await said(bot, "Attempting a reconnect for shard ID 0")
        found = await asked(http, "/healthz", 503)
        assert (found["healthy"], found["shards"]) == (False, {"0": False})
        assert (await numbers(http))["cardtables_shard_connected", "0"] == 0
        await stopped(bot)


@pytest.mark.thorough
async def test_what_the_bot_does_is_in_its_metrics(start_bot, folder, watched, http):
    async with TakingDiscord(events=[("INTERACTION_CREATE", PRESS), ("INTERACTION_CREATE", COMMAND)]) as discord:
        bot = await start_bot(discord)
        await said(bot, "ready as")
        async with asyncio.timeout(PATIENCE):
            while not {*(found := await numbers(http))} >= EXPECTED:
                pass
        assert found["cardtables_shard_connected", "0"] == 1
        assert found["cardtables_live_tables", "blackjack"] == found["cardtables_chips_in_circulation",] == 0
        assert found["cardtables_redraw_queue",] == found["cardtables_thoughts_waiting",] == 0
        assert found["cardtables_acknowledgement_seconds_count",] == 2
        assert found["cardtables_commit_seconds_count",] >= 1
        assert found["cardtables_too_many_requests_total", "shared"] >= 1
        await stopped(bot)


@pytest.mark.thorough
async def test_a_port_in_use_is_reported(start_bot, folder, watched, port):
    with socket.create_server(("127.0.0.1", port)):
        async with FakeDiscord() as discord:
            status, _, stderr = await ended(await start_bot(discord))
    said = f"HEALTH_PORT {port} can't be used: Address already in use. Choose another port."
    assert_one_sentence(status, stderr, said)


async def raw(port, request):
    """The first line that is answered to these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    line = await asyncio.wait_for(reader.readline(), PATIENCE)
    writer.close()
    return line.decode().split(" ", 1)[1].strip()


@pytest.mark.thorough
async def test_whatever_else_is_asked_gets_a_plain_answer(start_bot, folder, watched, http, port):
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        await said(bot, "ready as")
        assert await asked(http, "/", 404) == "404: Not Found"
        assert await asked(http, "/metrics/../../etc/passwd", 404) == "404: Not Found"
        async with http.post("/metrics", data=io.BytesIO(b"x" * 5_000_000)) as answer:
            assert answer.status == 405
        assert await raw(port, b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n") == "400 Bad Request"
        assert await raw(port, b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n") == "400 Bad Request"
        assert await raw(port, b"\x16\x03\x01 is no HTTP\r\n\r\n") == "400 Bad Request"
        await asked(http, "/healthz", 200)
        await stopped(bot)


@pytest.mark.thorough
async def test_only_this_machine_can_ask(start_bot, folder, watched, port):
    async with FakeDiscord() as discord:
        bot = await start_bot(discord)
        await said(bot, "ready as")
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.2", port)
        await stopped(bot)


@pytest.mark.thorough
async def test_without_a_port_nobody_is_answered_and_nothing_of_it_is_loaded(start_bot, folder, env_file, port):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with FakeDiscord() as discord:
        bot = await start_bot(discord, "-X", "importtime")
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        _, _, stderr = await ended(bot)
    assert "| cogs.app.bot" in stderr.replace("|   ", "| ")
    assert "prometheus" not in stderr
