"""The server of the database is restarted, or can't be reached for a while: the bot stays, and nothing is lost."""

import math

import psycopg
import pytest

pytestmark = [
    pytest.mark.usefixtures("as_users_have_it"),
    pytest.mark.parametrize("kind", ["postgres"], indirect=True),
]

ONE_MOMENT = "database away"
SECONDS = 5
"""Between two tries to reach the server; SimCord never comes to rest while one soon follows the other."""


class Server:
    """The server of the bot's database, as far as this database is concerned."""

    def __init__(self, house):
        self._house, self._url = house, house.app.store.where

    def goes(self):
        """End every session, and let none begin."""
        self._run(f"ALTER DATABASE {self._url.name} ALLOW_CONNECTIONS false")
        self._run(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{self._url.name}'")

    async def comes_back(self):
        self.lets_all_in()
        await self._house.wait(SECONDS)
        assert not self._house.app.store.is_away

    def lets_all_in(self):
        self._run(f"ALTER DATABASE {self._url.name} ALLOW_CONNECTIONS true")

    def _run(self, statement):
        with psycopg.connect(self._url.beside("postgres").text, autocommit=True) as connection:
            connection.execute(statement)


@pytest.fixture
def server(house, instead_of, monkeypatch):
    """The server of the bot's database. SimCord is told that its absence is waited for."""
    server, locks = Server(house), house.app.store._backend.locks

    async def waits(reached, seconds=math.inf):
        if locks.is_away and math.isinf(seconds):
            return await house.env.external_wait(reached(seconds), reason="the database is away")
        return await reached(seconds)

    instead_of(locks, "reached", waits)
    monkeypatch.setattr("data.store.postgres.backend.PATIENCE_FOR_A_PERSON", 0.0)
    monkeypatch.setattr("data.store.postgres.locks._FIRST_PAUSE", SECONDS)
    monkeypatch.setattr("data.store.postgres.locks._LONGEST_PAUSE", SECONDS)
    yield server
    server.lets_all_in()


async def test_whoever_presses_while_the_database_is_away_is_told_and_plays_on_when_it_is_back(
    house, ana, ben, table, server
):
    house.deal("5S 6D v 9H then 2C 10D 7C")
    await ana.bets(100, table)
    server.goes()
    assert (await ana.press("Hit", table)).said == ONE_MOMENT
    assert (await ana.press("Hit", table)).said == ONE_MOMENT
    assert (await ben.command("balance")).said == ONE_MOMENT
    assert table.line("Ana ") == "5S 6D = 11 · Ana 100"
    await server.comes_back()
    await ana.press("Hit", table)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    await ana.press("Stand", table)
    assert await ana.chips() == 900
    assert house.app.failure is None


async def test_a_clock_that_runs_out_meanwhile_acts_once_the_database_is_back(house, ana, table, server):
    house.deal("10S 9D v 9H then 10D")
    await ana.bets(100, table)
    server.goes()
    await house.wait(31)
    assert table.line("Ana ") == "10S 9D = 19 · Ana 100"
    await server.comes_back()
    await house.wait(2)
    assert table.line("Ana ") == "10S 9D = 19 · Ana 0 · now 1,000 chips"
    assert house.app.failure is None
