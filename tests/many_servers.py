"""A PostgreSQL database of many servers, made by the server itself, and how it would run a statement there."""

import re
from contextlib import closing

import psycopg

from data.store.postgres.connection import PostgresDatabase, connect, statement
from tests.plans import FEW_ROWS, OF_ONE

_OF_TABLES = "generate_series(1, :servers) s, generate_series(1, :tables) t"
_OF_MEMBERS = "generate_series(1, :servers) s, generate_series(1, LEAST(:tables, 5)) m"
"""A server has as many members as tables, each the host of one; of some of them it has what else there is."""
_G, _T, _P = "s::bigint << 22", "(s - 1) * :tables + t", "1150000000000000000 + s * 100 + {}"
_A = "(s - 1) * (:tables + 1) + 1"
"""The account of a house; behind it are those of its members."""
_HOST = _P.format("t")
_ROWS = {
    "accounts (id, guild, kind, owner, chips)": (
        f"SELECT {_A}, {_G}, 'house', 0, -20000 FROM generate_series(1, :servers) s"
        f" UNION ALL SELECT {_A} + t, {_G}, 'member', {_HOST}, 1000 FROM {_OF_TABLES}"
    ),
    "tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round, version, opened_at,"
    " closed_at)": (
        f"SELECT {_T}, {_G}, 5, 'blackjack', {_HOST}, '{{}}', 10, 500, 'normal', '[' || {_HOST} || ']', 3, 20,"
        f" 1.78e9 + t * 1000, CASE WHEN t > 1 THEN 1.78e9 + t * 1000 + 500 END FROM {_OF_TABLES}"
    ),
    "shuffles (id, table_id, seed, commitment, created_at, revealed_at)": (
        "SELECT id, id, '\\x00', id, opened_at, closed_at FROM tables"
    ),
    "rounds (table_id, round, rules, setup, started_at, ended_at, shuffle)": (
        "SELECT id, r, 2, '{\"people\": [' || host || ']}', opened_at,"
        " CASE WHEN r < 3 OR closed_at > 0 THEN opened_at + r END, id FROM tables, generate_series(1, 3) r"
    ),
    "moves (table_id, version, n, round, seat, action, clock, at)": (
        "SELECT table_id, round * 4, 0, round, 0, 'hit', 0, started_at FROM rounds"
    ),
    "ledger (guild, key, payer, payee, amount, why, table_id, round, actor, at, payer_after, payee_after)": (
        f"SELECT {_G}, concat_ws(':', s, t, w), {_A} + s % 2 * t, {_A} + (s + 1) % 2 * t, 10, w, {_T}, 1, {_HOST},"
        f" 1.78e9 + t, 0, 0 FROM {_OF_TABLES}, unnest(ARRAY['win', 'gift', 'relief']) w"
    ),
    "results (table_id, round, account, net)": (f"SELECT {_T}, 1, {_A} + t, 10 FROM {_OF_TABLES}"),
    "matches (table_id, guild, started_at, ended_at, outcome)": (
        f"SELECT {_T}, {_G}, 1.78e9, 1.78e9 + t, 'won' FROM {_OF_TABLES} WHERE t % 4 = 0"
    ),
    "match_players (table_id, seat, since, person)": (
        "SELECT table_id, seat, 1, CASE WHEN seat < 3 THEN 1150000000000000000 + (guild >> 22) * 100 + 1"
        " + (table_id + seat) % :tables ELSE -1000000000000000 - seat END FROM matches, generate_series(0, 3) seat"
    ),
    "match_deals (table_id, deal, round, dealer, tricks, points, record, ended_at)": (
        "SELECT table_id, d, d, 0, '[]', '[]', '', ended_at FROM matches, generate_series(1, 3) d"
    ),
    "daily_posts (guild, day)": f"SELECT {_G}, 20000 FROM generate_series(1, :servers) s",
    "evenings (guild, starts, ends, channel, since)": (
        f"SELECT {_G}, 1780000000, 1780010800, 7, (SELECT MAX(id) - 9 FROM tables) FROM generate_series(1, :servers) s"
    ),
    "flows (guild, day, payer, payee, chips)": (
        f"SELECT {_G}, 20000 + d, {_A} + m, {_A} + 1 + m % :tables, 5 FROM {_OF_MEMBERS}, generate_series(1, 2) d"
    ),
    **{
        f"{table} (account, {columns})": f"SELECT {_A} + m, {values} FROM {_OF_MEMBERS}"
        for table, columns, values in (
            ("records", "game, rounds, won, lost, net, biggest", "'blackjack', 10, 5, 5, 0, 10"),
            ("house_days", "day, won", "20000, 5"),
            ("curves", "last_row, points", "1, '[]'"),
        )
    },
    **{
        f"{table} (guild, person, {columns})": f"SELECT {_G}, {_P.format('m')}, {values} FROM {_OF_MEMBERS}"
        for table, columns, values in (
            ("achievements", "key, at, table_id, round", "'split', 1, (s - 1) * :tables + m, 1"),
            ("mistakes", "table_id, deal, lesson, points, at", "(s - 1) * :tables + m, 1, '', 0, 1"),
            ("daily_entries", "day, table_id, points", "20000, (s - 1) * :tables + m, m"),
            ("openings", "game", "''"),
            ("introductions", "game, at", "'blackjack', 1"),
            ("ratings", "mu, sigma, matches", "25, 8, 1"),
        )
    },
    **{
        f"{table} (person, {columns})": f"SELECT {_P.format('m')}, {values} FROM {_OF_MEMBERS}"
        for table, columns, values in (("languages", "language, at", "'de', 1"), ("switches", "name, at", "'quick', 1"))
    },
    **{
        f"{table} (guild, {columns})": f"SELECT {_G}, {values} FROM {_OF_MEMBERS}"
        for table, columns, values in (
            ("settings", "name, value", "m, '1'"),
            ("settings_log", "name, actor, at", f"m, {_P.format('m')}, 1"),
            ("audits", "actor, reason, at", f"{_P.format('m')}, 'asked', 1"),
            ("departed", "digest, left_at", "m, 1"),
            ("seasons", "name, key, started_at, ended_at", "m, concat_ws(':', s, m), 1, 2"),
        )
    },
    "tournaments (guild, channel, name, plan, prize, host, chance, created_at, starts_at, stage)": (
        f"SELECT {_G}, 5, 'Cup', '', 0, {_P.format('m')}, '\\x00', 1, 1, 'over' FROM {_OF_MEMBERS}"
    ),
    "tournament_players (tournament, guild, person, signed_at)": (
        "SELECT id, guild, 1150000000000000000 + (guild >> 22) * 100 + p, 1 FROM tournaments, generate_series(1, 4) p"
    ),
    "tournament_tables (tournament, guild, round, number, seating)": (
        "SELECT id, guild, r, 1, '[]' FROM tournaments, generate_series(1, 3) r"
    ),
    "tournament_corrections (tournament, guild, round, entrant, percent, actor, reason, at)": (
        "SELECT id, guild, 1, 1, 60, host, 'late', 1 FROM tournaments"
    ),
    "puzzle_tries (week, number, person, guild, solved, at)": (
        f"SELECT 2900, 1, {_P.format('m')}, {_G}, 1, 1 FROM {_OF_MEMBERS}"
    ),
    "season_winners (season, guild, place, person, chips)": (
        "SELECT id, guild, p, 1150000000000000000 + (guild >> 22) * 100 + p, 9 FROM seasons, generate_series(1, 3) p"
    ),
}
"""By table and columns, the rows of so many servers."""


def fill(url, servers, tables):
    """Let there be so many servers, each with so many tables, in an empty database that PostgreSQL then knows well."""
    with closing(connect(url.text)) as connection:
        db = PostgresDatabase(connection, "")
        db.execute("SET session_replication_role = replica")
        db.execute("SET work_mem = '64MB'")
        for columns, rows in _ROWS.items():
            db.execute(
                f"INSERT INTO {columns} {rows.replace(':servers', str(servers)).replace(':tables', str(tables))}"
            )
        db.execute("ANALYZE")


def empty(url):
    """Take all of them away again, at once."""
    with closing(connect(url.text)) as connection:
        connection.execute("SET session_replication_role = replica")  # nothing forbids it then
        connection.execute(f"TRUNCATE {', '.join(columns.partition(' ')[0] for columns in _ROWS)} CASCADE")


_ALONG_ONE = re.compile(rf"\((?:{'|'.join(OF_ONE)}) = ")
"""How a condition of an index begins that finds the rows of one server or person."""


def wide_on_server(connection, sql, parameters):
    """The steps of PostgreSQL's plan that read rows of more than one server."""
    known = statement(sql)
    try:
        ((plan,),) = connection.execute(
            f"EXPLAIN (FORMAT JSON) {known.sql}", known.arguments(parameters) or None
        ).fetchall()
    except psycopg.errors.UndefinedTable:
        if "temp." in sql:
            return []
        raise
    return [*_wide(plan[0]["Plan"], None)]


def _wide(step, above):
    kind, table = step["Node Type"], step.get("Relation Name")
    along = step.get("Index Cond", "")
    if "Index" in kind:
        # The first row along an index, say the one with the largest number.
        is_one = above == "Limit" and "Filter" not in step
        if not is_one and not _ALONG_ONE.search(f"({along}") and table not in FEW_ROWS:
            yield f"{kind} on {table or step.get('Index Name')} along {along}"
    elif kind == "Seq Scan" and table not in FEW_ROWS:
        yield f"{kind} on {table}"
    for inner in step.get("Plans", ()):
        yield from _wide(inner, kind)
