"""What people do in one server reads no rows of others: along which indexes all statements of an evening run."""

import sqlite3
from contextlib import closing

import pytest

from data.check import open_for_check

SMALL = {"erasures", "sqlite_master"}
"""Tables with few rows: of those who are just being forgotten, and of what the database is made of."""
NO_TABLES = ("ROWS", ":")
"""How the steps end that read lists in the statement itself, or in a cell."""


@pytest.fixture
async def statements(house, monkeypatch):
    """All that the bot asks its database from now on."""
    found = []
    connect = sqlite3.connect

    def listened_to(*where, **how):
        connection = connect(*where, **how)
        connection.set_trace_callback(found.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", listened_to)
    for ask in (house.app.store.write, house.app.store.read):
        await ask(lambda db: db.set_trace_callback(found.append))
    yield found
    for ask in (house.app.store.write, house.app.store.read):
        await ask(lambda db: db.set_trace_callback(None))


def steps_of(db, statement):
    readable = statement.replace("Inf", "9e999")  # which SQLite writes but doesn't read
    return [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {readable}")]


async def test_no_statement_for_one_server_or_person_reads_the_rows_of_all(house, ana, ben, statements):
    table = await ana.opens()
    for guest in (ana, ben):
        await guest.press("Sit", table)
    house.deal("10S 9D", "10S 9D", dealer="10H", then="8C")
    for guest in (ana, ben):
        await guest.bets(50, table)
    for guest in (ana, ben):
        await guest.press("Stand", table)
    boss = house.guest("Boss", manages=True)
    for tab in ("History", "Graph", "Results"):
        await boss.looks(tab)
    for command in COMMANDS:
        await boss.command(command, **({"reason": "asked"} if command == "bank audit" else {}))
    await boss.my_data("As a file")
    await (await ben.my_data("Delete…")).press("Delete my data")
    asked = {text for text in statements if text.lstrip()[:6].upper() in ("SELECT", "UPDATE", "DELETE")}
    assert len(asked) > 100
    with closing(open_for_check(house.app.store.where)) as db:
        read_whole = {text: whole for text in asked if (whole := scanned(steps_of(db, text)))}
    assert read_whole == {}


def scanned(steps):
    """The tables of which such a plan reads every row; what a part of the statement has found is none."""
    made = {step.split()[1] for step in steps if step.startswith(("CO-ROUTINE", "MATERIALIZE"))}
    read = {step.split()[1] for step in steps if step.startswith("SCAN") and not step.endswith(NO_TABLES)}
    return read - made - SMALL


COMMANDS = (
    "balance",
    "daily",
    "top",
    "chips me",
    "achievements",
    "bank audit",
    "play",
)
