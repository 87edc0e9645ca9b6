"""What people do in one server reads no rows of others, on a PostgreSQL with many servers.

On SQLite every test looks at that (tests/plans.py). PostgreSQL decides by what its tables hold, so what an evening asks
of SQLite is explained there: a statement is one text for both.
"""

from contextlib import closing

import pytest

from data.guild.owned import OWNED
from data.store.postgres.connection import connect
from tests.many_servers import empty, fill, wide_on_server
from tests.plans import OF_ALL_SERVERS


@pytest.fixture
def asked(explained, monkeypatch):
    """The statements that the bot runs from now on, what each was run with first, and who asked."""
    monkeypatch.setattr(explained, "known", {})
    return explained.known


@pytest.mark.parametrize(("servers", "tables"), [(1_000, 8), pytest.param(20_000, 25, marks=pytest.mark.thorough)])
async def test_no_statement_for_one_server_or_person_reads_the_rows_of_all(
    house, ana, ben, asked, servers, tables, new_database
):
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit")
    house.deal("10S 9D, 10S 9D v 10H then 8C")
    await table.plays("Ana bets 50, Ben bets 50, Ana Stand, Ben Stand")
    boss = house.guest("Boss", manages=True)
    for tab in ("History", "Graph", "Results"):
        await boss.looks(tab)
    for command in COMMANDS:
        await boss.command(command, **({"reason": "asked"} if command == "bank audit" else {}))
    await boss.my_data("As a file")
    await (await ben.my_data("Delete…")).press("Delete my data")
    assert len(asked) > 100
    asked |= {sql: ((ana.member.guild.id,), set()) for sql in DELETIONS}
    url = new_database("postgres")
    fill(url, servers, tables)
    with closing(connect(url.text)) as server:
        found = {
            sql: wide
            for sql, (parameters, askers) in asked.items()
            if askers.isdisjoint(OF_ALL_SERVERS) and (wide := wide_on_server(server, sql, as_of_many(parameters)))
        }
    empty(url)
    assert found == {}


def as_of_many(parameters):
    """The parameters as they are where many rows have been written."""
    return parameters | {"last": 2**40} if isinstance(parameters, dict) and "last" in parameters else parameters


DELETIONS = [f"SELECT 1 FROM {owned.table} WHERE {owned.among('guild = ?')}" for owned in OWNED]
"""How the rows of a server are found whose data goes."""
COMMANDS = (
    "balance",
    "daily",
    "top",
    "achievements",
    "bank audit",
    "fair verify",
    "fivehundred matches",
    "fivehundred ladder",
    "settings",
    "play",
)
