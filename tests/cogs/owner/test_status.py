"""`/owner status`: how the process is doing, for the owner alone."""

import re

import pytest

from cogs import VERSION
from cogs.app.process.heartbeat import resident_bytes
from cogs.owner.owner_commands import commit_of, database_version
from data.store.sqlite.migrate import migrations
from players.workers.thinkers import Thinkers

COMMIT = "0123456789abcdef0123456789abcdef01234567"


async def test_the_panel_counts_what_goes_on(house, olga, ana, ben):
    table = await ana.opens()
    await ben.opens("pontoon")
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    house.app.thinkers = Thinkers(2)
    answer = await olga.command("owner status")
    lines = answer.said.splitlines()
    assert answer.result.response.ephemeral
    assert lines[:2] == ["### Status", "rounds begin as usual"]
    version = next(line for line in lines if line.startswith(f"Version {VERSION}, commit "))
    assert version.endswith(f"database version {len(migrations())}")
    assert "up 0 d 0 h 0 min" in lines
    assert "Servers: 1" in lines
    assert f"[Invite the bot]({house.app.invitation})" in lines
    assert any(line.startswith("- Shard 0: ") for line in lines)
    assert "Rounds in play: 1" in lines
    assert "tables to redraw: 0" in lines
    assert "thinkers: 0, waiting: 0" in lines
    tables = lines.index("Open tables: 2")
    # A line right below a list may be drawn as part of it, so the list comes last in its part.
    assert lines[tables:][:4] == ["Open tables: 2", "- Blackjack: 1", "- Pontoon: 1", version]
    await house.app.thinkers.close()


async def test_presses_and_commands_of_the_last_minute_are_counted(house, olga):
    async def counted():
        said = (await olga.command("owner status")).said
        return int(re.search("presses in a minute: (\\d+)", said)[1])

    ana = house.guest("Ana")
    await house.wait(120)
    quiet = await counted()
    table = await ana.opens()
    await table.plays("Ana Sit, Ana Rules")
    assert await counted() > quiet
    await house.wait(60)
    assert await counted() == quiet


async def test_it_says_how_long_the_process_is_up(house, olga):
    await house.wait(2 * 86400 + 3 * 3600 + 4 * 60)
    assert "up 2 d 3 h 4 min" in (await olga.command("owner status")).said
    held = resident_bytes()
    assert held is None or held > 10 * 2**20, "no process can do with less memory"


async def test_the_database_version_is_that_of_an_open_database(store):
    assert await store.read(lambda db: db.execute("PRAGMA user_version").fetchone()) == (database_version(),)


@pytest.mark.parametrize(
    "files",
    [
        {"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{COMMIT}\n"},
        {
            "HEAD": "ref: refs/heads/main\n",
            "packed-refs": f"# pack-refs with: peeled\n{COMMIT[::-1]} refs/heads/other\n{COMMIT} refs/heads/main\n",
        },
        {"HEAD": f"{COMMIT}\n"},
    ],
    ids=["a branch", "a packed branch", "itself"],
)
def test_the_commit_that_was_checked_out_is_found_where_there_is_a_clone(tmp_path, files):
    assert commit_of(tmp_path) is None
    for name, text in files.items():
        path = tmp_path / ".git" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert commit_of(tmp_path) == COMMIT[:10]
