"""Somebody asks to be forgotten: their id is nowhere in that server any more, all chips are right, and nobody gains."""

import json
import sqlite3
import struct
from contextlib import closing
from datetime import timedelta

import pytest
from damaged import allow, refuse
from full_bank import fill
from small_bank import bets, change, damage, everything, fund, gets, later, member, nothing_done, opened, pays, step
from small_server import ANN, BLACKJACK, BOB, DAILY, GUILD, NOON, OTHER_GUILD, REFUSED, on_sqlite

from data.checks.findings import dialect_of
from data.guild.export import PARTS
from data.guild.forget_member import Departures, StillPlaying
from data.guild.introductions import Introductions
from data.guild.owned import OF_ALL_SERVERS, OWNED
from data.guild.personal_data import rewritten
from data.guild.settings import Settings
from data.languages import CARDS_AS_TEXT, Languages
from data.ledger.allowances import Allowances
from data.ledger.bank import Bank, BankOrder
from data.ledger.gifts import Gift, Gifts
from data.ledger.history import History
from data.ledger.ledger import Account
from data.ledger.seasons import SeasonChange
from data.store.sqlite.migrate import migrations
from data.tables.matches import MatchChange
from data.tables.tables import Earned, RoundResult, RoundStart
from data.tables.tournament_rows import Correction, NewTournament
from data.tables.tournaments import Tournaments

NOBODYS = """
    achievements: seen
    curves: account last_row points
    daily_deals: day seed commitment record
    daily_posts: guild day
    departed: guild digest left_at returned
    erasures: stand_in guild account last
    evenings: guild starts ends channel event since
    flows: guild
    guilds_left: guild left_at deleting
    kept_tries: guild digest what until
    match_deals: round dealer contractor partner bid made tricks points record
    match_players: side weight
    matches: rated
    meta: key value
    moves: version n
    processes: id name version shards started_at seen_at waits lag tables rounds memory ends_at asked
    receipts: process place number at
    records: week
    resets: guild key starting at behind changed to_house
    rounds: rules shuffle dealt
    seasons: key
    settings: guild name value
    shuffles: id table_id seed commitment salt created_at revealed_at
    tables: channel message posted_at mention options house minimum maximum pace round version deadline withheld
    tournaments: channel plan prize chance starts_at stage round told changes message called event
    tournament_tables: tournament guild round number seating table_id thread deals
    tournament_corrections: entrant
"""
"""The other columns, which say nothing about a person: the bot's own numbers, times, cards, seats, channels."""

NAMED = {
    f"{each.table}.{column}"
    for each in (*OWNED, *OF_ALL_SERVERS)
    for column in (*each.ids, *each.texts, each.json)
    if column
}
"""Those in which somebody's id may stand."""
OWNERS = {f"blocks.{column}" for column in ("kind", "number", "reason", "blocked_by", "at")}
"""They belong to no server: what the bot's owner has blocked stays blocked."""


class Whole(Departures):
    """Forgets people completely."""

    async def forget(self, *about, **more):
        departure = await super().forget(*about, **more)
        await self.erase()
        return departure


@pytest.fixture
def departures(store):
    return Whole(store)


def people_are(*people):
    return RoundStart(1, json.dumps({"people": people, "body": {}, "sat_out": []}))


async def a_tournament(store):
    """Ann has announced one under her id and plays in it with Bob; a correction was hers, and about her."""
    tournaments = Tournaments(store)
    new = NewTournament(GUILD, 5, f"<@{ANN}>'s cup", "", 0, ANN, b"chance", NOON)
    cup = await tournaments.announce(new, NOON)
    await tournaments.open_check_in(cup)
    for person, partner in ((ANN, BOB), (BOB, ANN)):
        await tournaments.sign_up(cup, person, partner, 9, NOON)
    await tournaments.begin(await tournaments.get(cup.id), {ANN: 1, BOB: 1}, ["[1]"])
    cup = await tournaments.get(cup.id)
    await tournaments.next_round(cup, {1: "[]"}, ["[1]"])
    await tournaments.correct(cup, Correction(1, 1, 60, ANN, f"{ANN} was late"), NOON)


def lobby_of(**parts):
    return json.dumps({"seats": [None], "last": [], **parts})


async def a_year(store, chips, tables):
    """Ann has left a trace in every table of the database, here and in another server."""
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 1000, NOON)
    await Allowances(store).claim_daily(GUILD, ANN, DAILY, NOON)
    await chips.open_member(OTHER_GUILD, ANN, 1000, NOON)
    await Gifts(store).give(Gift("gift:1", GUILD, ANN, BOB, 10, tax=1), NOON)
    await Bank(store).give(BankOrder("bank:1", GUILD, BOB, "she helped", NOON), ANN, 5)
    await Bank(store).give(BankOrder("bank:2", GUILD, ANN, "he helped", NOON), BOB, 5)
    await Bank(store).give(BankOrder("bank:3", GUILD, BOB, f"as <@{ANN}> said", NOON), BOB, 5)
    await Settings(store).change(GUILD, {"daily_chips": "100"}, ANN, NOON)
    await Settings(store).change(OTHER_GUILD, {"daily_chips": "100"}, ANN, NOON)
    await Bank(store).reset(BankOrder("season:1", GUILD, BOB, "New season", NOON, 1195), None, SeasonChange("Spring"))
    await Bank(store).reset(
        BankOrder("season:2", GUILD, ANN, "New season", NOON, 1195), None, SeasonChange(f"The season of {ANN}")
    )
    await a_tournament(store)
    for person in (ANN, BOB):
        await Languages(store).switch(GUILD, person, CARDS_AS_TEXT, NOON, on=True)
    for guild, person in ((GUILD, ANN), (GUILD, BOB), (OTHER_GUILD, ANN)):
        assert await Introductions(store).is_first(guild, person, "pontoon", NOON)
    await store.write(
        lambda db: db.executemany(
            "INSERT INTO audits (guild, actor, reason, at) VALUES (?, ?, ?, 1)",
            [(GUILD, ANN, "curious"), (GUILD, BOB, f"what has {ANN} done"), (OTHER_GUILD, ANN, "curious")],
        )
    )
    table = await tables.create(BLACKJACK, NOON)
    table = await step(tables, table, lobby=lobby_of(last=[[ANN, 0, "main", 50]]), postings=(bets(ANN, 1, 50, 1),))
    table = await step(tables, table, started=people_are(ANN, BOB))
    won = (pays(Account.house(GUILD), member(ANN), 50, "won", table=1, round=1), gets(ANN, 1, 50, 1))
    earned = (Earned(ANN, "split"),)
    await step(tables, table, ended=True, postings=won, results=(RoundResult(ANN, 50),), earned=earned)
    match = await tables.create(BLACKJACK, NOON)
    await step(tables, match, match=MatchChange(starts=True, players=((0, ANN), (1, BOB))))


async def columns(store):
    def work(db):
        return {
            f"{table}.{column}"
            for table, columns in dialect_of(db).columns(db).items()
            for column in columns
            if table not in ("sqlite_sequence", "schema_version") and column != "rowid"
        }

    return await store.read(work)


async def places_of(store, person):
    """Every cell that holds the id, as table, column and row."""
    return [
        (table, row)
        for table, rows in (await everything(store)).items()
        for row in rows
        if any(str(person) in str(cell) for cell in row)
    ]


def exported():
    """The columns that a person's file is made of."""
    read = set()

    def note(action, table, column, *_about):
        if action == sqlite3.SQLITE_READ:
            read.add(f"{table}.{column}")
        return sqlite3.SQLITE_OK

    with closing(sqlite3.connect(":memory:")) as db:
        for _, sql in migrations():
            db.executescript(sql)
        db.set_authorizer(note)
        for sql in PARTS.values():
            db.execute(sql, {"guild": GUILD, "person": ANN, "after": 0, "slice": 1})
    return read


async def test_of_every_column_it_is_declared_what_it_says_about_people(store):
    every = await columns(store)
    lines = [line.split(":") for line in NOBODYS.strip().splitlines()]
    nobodys = {f"{table.strip()}.{column}" for table, columns in lines for column in columns.split()} | OWNERS
    unknown = every - NAMED - exported() - nobodys
    assert not unknown, (
        f"Of {', '.join(sorted(unknown))} nobody knows what is about a person. In data/guild/owned.py add what is, in "
        "one line: to the columns that are shown, and if a Discord id may stand there, to ids, texts or json. Add the "
        "rest to NOBODYS in this file."
    )
    assert nobodys <= every - NAMED - exported()


async def test_a_forgotten_members_id_is_nowhere_in_that_server(store, chips, tables, departures):
    await a_year(store, chips, tables)
    elsewhere = [(table, row) for table, row in await places_of(store, ANN) if OTHER_GUILD in row]
    assert {table for table, row in await places_of(store, ANN) if GUILD in row} >= {"accounts", "ledger", "tables"}
    departure = await departures.forget(GUILD, ANN, NOON)
    assert departure.chips == 1000 + 200 - 10 + 5 + 50
    assert await places_of(store, ANN) == elsewhere
    assert elsewhere
    assert damage(store) == []
    assert await chips.balance(GUILD, ANN) is None
    assert await chips.balance(GUILD, departure.stand_in) == 0
    assert await chips.balance(OTHER_GUILD, ANN) == 1000
    players = (await everything(store))["match_players"]
    assert [row[3] for row in players] == [departure.stand_in, BOB]


async def holding(store, condition):
    """The columns in which a cell meets the condition."""

    def work(db):
        asked = f"SELECT 1 FROM {{0}} WHERE {condition} LIMIT 1"
        return {each for each in every if db.execute(asked.format(each.partition(".")[0], each)).fetchone()}

    every = await columns(store)
    return await store.read(work)


async def test_each_column_is_filled_and_those_with_an_id_name_somebody_until_they_are_forgotten(tmp_path):
    path, empty = tmp_path / "bot.sqlite3", {"curves", "processes", "receipts"}
    await fill(path)
    async with opened(path) as store:
        await store.write(lambda db: db.execute("DELETE FROM erasures"))
        filled = {each for each in await columns(store) if each.partition(".")[0] not in {*empty, "erasures"}}
        assert await holding(store, "{1} IS NOT NULL") >= filled, "full_bank.py puts something into each"
        assert await holding(store, f"INSTR({{1}}, {ANN}) > 0") == NAMED - {"erasures.person"}
        assert await holding(store, f"INSTR({{1}}, {BOB}) > 0") <= NAMED
        await Whole(store).forget(GUILD, ANN, NOON)
        assert [table for table, row in await places_of(store, ANN) if OTHER_GUILD not in row] == []
        assert damage(store) == []


def files_of(store):
    """The bytes of the database and of all files beside it."""
    return {file.name: file.read_bytes() for file in store.where.parent.glob(f"{store.where.name}*")}


def traces(store, person):
    """The files whose bytes hold the id, as text or as SQLite stores a number."""
    spellings = (str(person).encode(), struct.pack(">q", person))
    return [name for name, data in files_of(store).items() if any(spelling in data for spelling in spellings)]


@on_sqlite
async def test_no_file_has_a_byte_of_a_forgotten_members_id(store, chips, tables, departures):
    await a_year(store, chips, tables)
    for n in range(300):
        await Bank(store).give(BankOrder(f"many:{n}", GUILD, BOB, f"for {ANN}, whose number this is", later(n)), ANN, 1)
    assert len(traces(store, ANN)) >= 2
    for guild in (GUILD, OTHER_GUILD):
        await departures.forget(guild, ANN, NOON)
    assert traces(store, ANN) == []
    assert files_of(store)[f"{store.where.name}-wal"] == b""


@on_sqlite
async def test_the_log_is_emptied_once_its_last_reader_is_done(store, chips, departures):
    await fund(chips, ann=5)
    with closing(sqlite3.connect(store.where, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM accounts").fetchall()
        await departures.forget(GUILD, ANN, NOON)
        await fund(chips, bob=5)
        assert traces(store, ANN) != []
        other.execute("COMMIT")
    await chips.balance(GUILD, BOB)
    assert traces(store, ANN) == []


async def test_others_can_still_read_what_happened_without_the_name(store, chips, tables, departures):
    await a_year(store, chips, tables)
    before = await History(store).older(GUILD, BOB, None, 20)
    stand_in = (await departures.forget(GUILD, ANN, NOON)).stand_in
    after = await History(store).older(GUILD, BOB, None, 20)
    assert [entry.net for entry in after.rows] == [entry.net for entry in before.rows]
    assert stand_in in {entry.other.owner for entry in after.rows}
    log = await Settings(store).log(GUILD, 5)
    assert [(change.name, change.actor_id) for change in log] == [("daily_chips", stand_in)]


async def test_two_people_who_leave_stay_two_also_if_one_was_never_here(chips, departures):
    await fund(chips, ann=5)
    ann, bob = await departures.forget(GUILD, ANN, NOON), await departures.forget(GUILD, BOB, NOON)
    assert 0 > ann.stand_in != bob.stand_in < 0
    assert bob.chips == 0


async def test_nobody_is_forgotten_in_the_middle_of_a_round(store, chips, tables, departures):
    await fund(chips, ann=100)
    table = await step(tables, await tables.create(BLACKJACK, NOON), started=people_are(ANN, None))
    async with nothing_done(store, StillPlaying) as refused:
        await departures.forget(GUILD, ANN, NOON)
    assert refused.value.tables == (table.id,)
    await step(tables, table, ended=True)
    await departures.forget(GUILD, ANN, NOON)
    assert await places_of(store, ANN) == []


async def test_the_new_lobbies_of_open_tables_are_returned(store, tables, departures):
    open_table = await step(tables, await tables.create(BLACKJACK, NOON), lobby=lobby_of(nets=[[ANN, 50], [BOB, 7]]))
    closed = await step(tables, await tables.create(BLACKJACK, NOON), lobby=lobby_of(nets=[[ANN, 50]]))
    await tables.commit(change(closed, closed=True), NOON)
    departure = await departures.forget(GUILD, ANN, NOON)
    assert list(departure.lobbies) == [open_table.id]
    saved = await tables.get(open_table.id)
    assert saved.lobby == departure.lobbies[open_table.id]
    assert json.loads(saved.lobby)["nets"] == [[departure.stand_in, 50], [BOB, 7]]


async def test_a_failed_departure_changes_nothing(store, chips, tables, departures):
    await a_year(store, chips, tables)
    await store.write(lambda db: refuse(db, "departed"))
    async with nothing_done(store, REFUSED):
        await departures.forget(GUILD, ANN, NOON)
    await store.write(lambda db: allow(db, "departed"))


def test_only_the_id_is_rewritten():
    text = f'{{"{ANN}":[{ANN},"{ANN}",{ANN}0,"x{ANN}",true,1.5,null]}}'
    assert rewritten(text, ANN, -3) == f'{{"-3":[-3,"-3",{ANN}0,"x{ANN}",true,1.5,null]}}'


# People who come back


async def test_nobody_gets_starting_chips_twice_by_being_forgotten_in_between(store, chips, departures):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await departures.forget(GUILD, ANN, NOON)
    assert await chips.open_member(GUILD, ANN, 1000, later(5)) == 0
    assert await chips.open_member(GUILD, ANN, 1000, NOON + timedelta(days=400)) == 0
    await departures.forget_digests(NOON + timedelta(days=400))
    assert await chips.open_member(GUILD, ANN, 1000, NOON + timedelta(days=401)) == 0
    assert await chips.open_member(OTHER_GUILD, ANN, 1000, later(5)) == 1000
    assert await chips.open_member(GUILD, BOB, 1000, later(5)) == 1000


async def test_nobody_collects_daily_chips_twice_by_being_forgotten_in_between(allowances, departures):
    assert (await allowances.claim_daily(GUILD, ANN, DAILY, NOON)).paid
    await departures.forget(GUILD, ANN, later(1))
    assert not (await allowances.claim_daily(GUILD, ANN, DAILY, later(2))).paid
    tomorrow = NOON + timedelta(days=1)
    assert (await allowances.claim_daily(GUILD, ANN, DAILY, tomorrow)).paid
    await departures.forget(GUILD, ANN, tomorrow)
    assert not (await allowances.claim_daily(GUILD, ANN, DAILY, tomorrow)).paid


@on_sqlite
async def test_after_thirty_days_nothing_is_left_of_somebody_who_stays_away_in_any_file(store, chips, departures):
    for day in (-20, 0):  # they came back once, and left for good
        await chips.open_member(GUILD, ANN, 1000, NOON + timedelta(days=day))
        await departures.forget(GUILD, ANN, NOON + timedelta(days=day))
    await departures.forget(OTHER_GUILD, ANN, NOON)
    (_, one, *_), (_, other, *_) = (await everything(store))["departed"]
    assert one != other, "a digest says nothing without its key"
    assert (len(one), len(other)) == (64, 64)
    await departures.forget_digests(NOON + timedelta(days=30))
    assert len((await everything(store))["departed"]) == 2
    assert any(one.encode() in data for data in files_of(store).values())
    await departures.forget_digests(NOON + timedelta(days=30, seconds=1))
    assert (await everything(store))["departed"] == []
    assert not any(one.encode() in data for data in files_of(store).values())
    assert await chips.open_member(GUILD, ANN, 1000, NOON + timedelta(days=31)) == 1000
