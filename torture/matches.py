"""Matches of Five Hundred on the disk, told again from their deals: the score, who has won, whose the antes are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence

from games.five_hundred import Deal, Options, Score, ante_shares, write
from torture.claims import Violation

_MATCHES = """
    SELECT m.table_id, m.guild, m.outcome, t.options FROM matches m JOIN tables t ON t.id = m.table_id
    ORDER BY m.table_id"""
_DEALS = "SELECT round, points, record FROM match_deals WHERE table_id = ? ORDER BY deal"
# Who sat there last; what was paid for those before them has gone back to them.
_PLAYERS = """
    SELECT p.person, p.won FROM match_players p
    WHERE p.table_id = ? AND p.since = (
        SELECT MAX(q.since) FROM match_players q WHERE q.table_id = p.table_id AND q.seat = p.seat)
    ORDER BY p.seat"""


def antes(db: sqlite3.Connection, deals: Mapping[tuple[int, int], Deal]) -> Iterator[tuple[int, int, int, int]]:
    """What every player is down by their matches, as (server, table, person, chips); what nobody has won lies there.

    `deals` are the deals that are over by table and round, as the rules tell them. Raises Violation when the rows of a
    match say anything else than they do.
    """
    for table, guild, outcome, text in db.execute(_MATCHES).fetchall():
        options = Options.from_json(json.loads(text))
        score = _score(options, db.execute(_DEALS, (table,)).fetchall(), table, deals)
        players = db.execute(_PLAYERS, (table,)).fetchall()
        if score.is_over != (outcome == "won"):
            raise Violation(f"match {table} has the winners {score.winners} and is {outcome or 'running'}")
        for seat, (_, won) in enumerate(players):
            if score.is_over and bool(won) != (options.side_of(seat) in score.winners):
                raise Violation(f"match {table} was won by the sides {score.winners}, seat {seat} has won: {won}")
        if outcome == "abandoned" or not options.ante:
            continue
        shares = ante_shares(score) if score.is_over else (0,) * len(players)
        for (person, _), share in zip(players, shares, strict=True):
            yield guild, table, person, options.ante - share


def _score(
    options: Options, rows: Sequence[tuple[int, str, str]], table: int, deals: Mapping[tuple[int, int], Deal]
) -> Score:
    score = Score.new(options)
    for number, points, record in rows:
        deal = deals[table, number]
        assert deal.result is not None
        after = score.after(deal.result)
        gained = [new - old for new, old in zip(after.points, score.points, strict=True)]
        if json.loads(points) != gained or record != write(deal):
            raise Violation(f"round {number} of table {table} brought {gained}; match {table} has {points}: {record}")
        score = after
    return score
