"""The process that is killed: the bot's open tables on a file, with people at them, and no Discord.

`python -m tools.torture.child DATABASE SEED RUN` plays until it is killed; with `--finish` it plays every table to its
end, closes all and exits. With `--trace` it records what SQLite does to the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import traceback
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from cogs.chips.economy import Economy
from data.guild.forget_member import Departures
from data.guild.settings import Settings
from data.ledger.allowances import Allowances
from data.ledger.bank import Bank
from data.ledger.chips import Chips
from data.ledger.gifts import Gifts
from data.ledger.limits import TransferLimits
from data.people import is_house_player
from data.shards import ALL
from data.store.store import Store
from data.tables.fairness import Fairness
from data.tables.tables import Tables
from players.workers.process import NoAnswer
from tables.driver import LiveTable
from tables.events import Close, Void
from tables.open_tables import OpenTables
from tables.round_in_play import RulesChanged
from tables.services import Services
from tables.settings.schema import Schema
from tables.settings.servers import Servers, house_options
from tables.table import Table, Wanted
from tools.torture import disk
from tools.torture.finale import forget_somebody, play_match
from tools.torture.house_books import MOST_WON
from tools.torture.journal import Journal
from tools.torture.people import Guest, House
from tools.torture.trace import Trace
from tools.torture.watch import Watch
from tools.world.clocks import HastyLoop
from tools.world.games import GAMES, rules_in, telling
from tools.world.house_players import LATEST, think

FIRST_DAY = datetime(2030, 1, 1, 12, tzinfo=UTC)
GUILDS = (1, 2)
PEOPLE_IN_A_GUILD = 8
LARGE = 10**11
"""Discord's ids are larger than anything else, so that a forgotten one can be found in any text."""
CLOCKS_ACT = 2
"""Times at the end, one after the other: first as set at the start, then as the tables set them themselves."""
PAGES = 100
"""Pages of the log before they move into the database; SQLite's own 1,000 would never come in such a short life."""
_LONGEST_ROUND = 400  # decisions: more than any round has


async def play(path: Path, seed: int, run: int, journal: Journal, *, finish: bool) -> None:
    """Open the database, bring its tables back, and continue."""
    loop, random = asyncio.get_running_loop(), Random(f"{seed} {run}")
    assert isinstance(loop, HastyLoop)

    def now() -> datetime:
        """The fast time as a date. Each run begins at noon of the next day, as after a long absence of the bot."""
        return FIRST_DAY + timedelta(days=run, seconds=loop.time())

    def failed(table: Table, error: Exception) -> None:
        if isinstance(error, (RulesChanged, NoAnswer)):
            return  # the round is void, as `rules_in` intends, or nobody knows an answer, as `think` does
        journal.say("failed", f"table {table.id}: {_told(error)}")

    journal.say("alive")
    store = await Store.open(path)
    await store.write(lambda db: db.execute(f"PRAGMA wal_autocheckpoint = {PAGES}"))
    try:
        servers = Servers(Settings(store), Schema(played.settings for played in GAMES))
        await servers.load(ALL)

        def wanted(table: Table) -> Wanted:
            terms, game = table.terms, servers.schema.games[table.game.name]
            return Wanted(house_options(servers.of(table.guild), game, terms.options, terms.minimum, terms.maximum))

        services = Services(Tables(store), now, lambda: random.randbytes(32), failed, wanted)
        open_tables = OpenTables(
            replace(services, think=think, limits=lambda _guild: TransferLimits(from_house=MOST_WON))
        )
        servers.changed.subscribe(lambda guild, _changes: open_tables.renew(guild))
        for played in GAMES:
            played.game.rules = rules_in(played.game, run)
            open_tables.offer(telling(played.game, lambda *deal: journal.say("deals", *deal)))
        await _reported(journal, open_tables.resume(ALL))
        economy = Economy(Chips(store), Allowances(store), servers, now)
        watch = Watch(lambda: (live for guild in GUILDS for live in open_tables.in_guild(guild)), now)
        house = House(
            open_tables,
            economy,
            Gifts(store),
            Bank(store),
            Departures(store, ALL),
            servers,
            Fairness(store),
            now,
            journal,
            watch,
            GUILDS,
        )
        lives = [live for guild in GUILDS for live in open_tables.in_guild(guild)]
        journal.say("up", {live.table.id: live.table.question_id for live in lives})
        loop.begin()
        if finish:
            await _reported(journal, _play_out(house, lives, random))
            journal.say("finished")
        else:
            watch.leave_alone(live.table for live in lives if random.random() < 0.4)
            stays = [watch.stay(), *(guest.stay() for guest in _guests(house, random))]
            await asyncio.gather(*(_reported(journal, each) for each in stays))
    finally:
        await store.close()


def _guests(house: House, random: Random) -> Iterator[Guest]:
    for guild in house.guilds:
        for number in range(PEOPLE_IN_A_GUILD):
            yield Guest(house, guild, guild * LARGE + number, Random(random.getrandbits(64)))


async def _play_out(house: House, lives: Sequence[LiveTable], random: Random) -> None:
    for _ in range(CLOCKS_ACT):
        house.watch.leave_alone(live.table for live in lives)
        await house.watch.until_acted()
    fours = [guest for guest in _guests(house, random) if guest.guild == house.guilds[0]]
    lives = [*lives, await play_match(house, fours, random)]
    for live in lives:
        await _play_round(house, live, random)
        if not (table := live.table).is_closed:
            with house.journal.trying("close", table.id):
                await live.do(Void(table.host) if table.is_kept else Close(table.host))
            await _play_round(house, live, random)
    await forget_somebody(house, random.choice(fours))


async def _play_round(house: House, live: LiveTable, random: Random) -> None:
    """Play the running round to its end, unless it is paused; a table that closes doesn't pause."""
    for _ in range(_LONGEST_ROUND):
        table = live.table
        if not table.is_playing or table.play is None or table.is_paused(table.lobby):
            break
        people = sorted(person for person in table.play.people_to_act if not is_house_player(person))
        for person in people:
            await Guest(house, table.guild, person, random).decide(live)
        if not people:
            await asyncio.sleep(LATEST)


async def _reported(journal: Journal, work: Coroutine[Any, Any, Any]) -> None:
    """Let no fault pass unnoticed: the parent ends the whole run because of it."""
    try:
        await work
    except Exception as error:  # whatever it is, the parent must hear about it
        journal.say("failed", _told(error))
        raise


def _told(error: Exception) -> str:
    return "".join(traceback.format_exception(error)[-2:])[-2000:]


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m tools.torture.child")
    parser.add_argument("path", type=Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("run", type=int)
    parser.add_argument("--finish", action="store_true")
    parser.add_argument("--trace", type=Path, help="a file for what is said and done to the disk")
    parser.add_argument("--tries", type=int, help="how many times something is tried, before the process kills itself")
    arguments = parser.parse_args()
    trace = None if arguments.trace is None else Trace(arguments.trace)
    if trace is not None:
        disk.watch(trace.add)
    journal = Journal(trace, arguments.tries)
    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        runner.run(play(arguments.path, arguments.seed, arguments.run, journal, finish=arguments.finish))


if __name__ == "__main__":
    main()
