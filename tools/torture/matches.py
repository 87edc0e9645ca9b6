"""Matches of Five Hundred on the disk, worked out again from their deals: score, winners, and who gets the antes.

How antes are shared is worked out here independently, from who sits opposite whom, and not by the code that pays them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from data.store.database import Database
from games.five_hundred import Deal, Options, Score, SixTeams, write
from tables.five_hundred.match_state import MatchState
from tables.lobby import Lobby
from tables.modes import mode_of
from tools.torture.claims import Violation

_MATCHES = """
    SELECT m.table_id, m.guild, m.outcome, m.ending, t.options, t.lobby, t.house
    FROM matches m JOIN tables t ON t.id = m.table_id ORDER BY m.table_id"""
_MAKERS = "SELECT contractor FROM match_deals WHERE table_id = ? AND made = 1 ORDER BY deal DESC"
_DEALS = "SELECT round, points, record FROM match_deals WHERE table_id = ? ORDER BY deal"
# The last player in each seat; what earlier ones had paid has gone back to them.
_PLAYERS = """
    SELECT p.person, p.won FROM match_players p
    WHERE p.table_id = ? AND p.since = (
        SELECT MAX(q.since) FROM match_players q WHERE q.table_id = p.table_id AND q.seat = p.seat)
    ORDER BY p.seat"""


_AWAY = """
    SELECT p.seat, COUNT(*), SUM((SELECT COUNT(*) FROM json_each(d.away) s WHERE CAST(s.value AS BIGINT) = p.seat))
    FROM match_players p JOIN match_deals d ON d.table_id = p.table_id AND d.deal >= p.since
    WHERE p.table_id = ? AND p.since = (
        SELECT MAX(q.since) FROM match_players q WHERE q.table_id = p.table_id AND q.seat = p.seat)
    GROUP BY p.seat"""
# What a player forfeited whose seat went to somebody new, in the order of payment.
_GIVEN_AWAY = """
    SELECT l.guild, l.table_id, l.key, p.owner, q.owner, l.amount, CAST(json_extract(t.options, '$.ante') AS BIGINT)
    FROM ledger l
    JOIN tables t ON t.id = l.table_id
    JOIN accounts p ON p.id = l.payer AND p.kind = 'member' JOIN accounts q ON q.id = l.payee AND q.kind = 'member'
    WHERE l.why = 'ante forfeited' AND l.round = 0 ORDER BY l.id"""


def given_away(db: Database) -> Iterator[tuple[int, int, int, int]]:
    """Payments when seats were given away, as (server, payer, payee, chips): each a whole ante in even parts."""
    paid: dict[tuple[int, str, int, int], list[tuple[int, int]]] = {}
    for guild, table, key, payer, payee, chips, ante in db.execute(_GIVEN_AWAY):
        version = key.rpartition(":")[0]
        paid.setdefault((table, version, payer, ante), []).append((payee, chips))
        yield guild, payer, payee, chips
    for (table, _, payer, ante), parts in paid.items():
        people, chips = {payee for payee, _ in parts}, [part for _, part in parts]
        if sum(chips) != ante or max(chips) - min(chips) > 1 or payer in people or len(people) < len(parts):
            raise Violation(f"{payer} forfeited an ante of {ante} at match {table}, and it was paid as {parts}")


def antes(db: Database, deals: Mapping[tuple[int, int], Deal]) -> Iterator[tuple[int, int, int, int]]:
    """What every player has put into their matches on balance, as (server, table, person, chips).

    Antes that nobody has won are at the table.

    `deals` are the deals that are over by table and round, as the rules give them. Who was present when a match ended
    before its last deal is in the table's last lobby. Raises Violation when the rows of a match contradict that.
    """
    for table, guild, outcome, ending, text, lobby, house in db.execute(_MATCHES).fetchall():
        rows = db.execute(_DEALS, (table,)).fetchall()
        # A match keeps the options it began with; its table may have others when it is over.
        options = deals[table, rows[0][0]].options if rows else Options.from_json(json.loads(text))
        score = _score(options, rows, table, deals)
        players = db.execute(_PLAYERS, (table,)).fetchall()
        if score.is_over != (outcome == "won" and ending is None):
            raise Violation(f"match {table} has the winners {score.winners} and is {outcome or 'running'} ({ending})")
        for seat, (_, won) in enumerate(players):
            if score.is_over and bool(won) != (_side(options, seat) in score.winners):
                raise Violation(f"match {table} was won by the sides {score.winners}, seat {seat} has won: {won}")
        there = _there(Lobby.from_json(lobby, MatchState))
        if ending == "default" and [seat for seat, (_, won) in enumerate(players) if won] != there:
            raise Violation(f"match {table} was won by default by {players}, while {there} were there")
        if not options.ante or mode_of(house).is_practice or (outcome == "abandoned" and ending != "agreed"):
            continue
        makers = [seat for (seat,) in db.execute(_MAKERS, (table,))]
        shares = won_shares(options, score.winners, makers) if score.is_over else [0] * len(players)
        if ending in ("agreed", "default"):
            shares = left_shares(options, there)
        shares = _without_the_away(options, shares, db.execute(_AWAY, (table,)).fetchall())
        for (person, _), share in zip(players, shares, strict=True):
            yield guild, table, person, options.ante - share


def _without_the_away(options: Options, shares: list[int], away: Sequence[tuple[int, int, int]]) -> list[int]:
    """`shares` in which who missed most deals wins nothing; `away` are (seat, deals of its player, those missed)."""
    losers, left = [seat for seat, share in enumerate(shares) if share < options.ante], 0
    for seat, dealt, missed in away:
        if missed > dealt - missed:
            left += max(shares[seat] - options.ante, 0)
            shares[seat] = min(shares[seat], options.ante)
    for chip in range(left):
        shares[losers[chip % len(losers)]] += 1
    return shares


def won_shares(options: Options, winners: Sequence[int], makers: Sequence[int]) -> list[int]:
    """What each seat gets of all antes when the sides `winners` have won; `makers` made contracts, latest first.

    The winners share evenly. The remainder goes to the latest maker among them, or else to the first winner.
    """
    happy = [seat for seat in range(options.players) if _side(options, seat) in winners]
    together = options.ante * options.players
    left_over = next((seat for seat in makers if seat in happy), happy[0])
    even = together // len(happy)
    shares = [even if seat in happy else 0 for seat in range(options.players)]
    shares[left_over] += together - even * len(happy)
    return shares


def left_shares(options: Options, there: Sequence[int]) -> list[int]:
    """What each seat gets when a match ends early: absent players leave their antes to present ones of other sides.

    Several antes with the same heirs are shared together, and the first heir gets the remainder. When nobody of another
    side is present, those who are share everything; when nobody is present at all, everybody keeps their own.
    """
    seats = range(options.players)
    shares = [options.ante if seat in there or not there else 0 for seat in seats]
    heirs: dict[tuple[int, ...], int] = {}
    for seat in seats if there else ():
        if seat not in there:
            opposite = tuple(other for other in there if _side(options, other) != _side(options, seat))
            heirs[opposite or tuple(there)] = heirs.get(opposite or tuple(there), 0) + options.ante
    for who, chips in heirs.items():
        for chip in range(chips):
            shares[who[chip % len(who)]] += 1
    return shares


def _there(lobby: Lobby) -> list[int]:
    state = MatchState.of(lobby)
    if state.stayed:
        return list(state.stayed)
    absent = {None, *lobby.leaving, *state.gone}
    return [seat for seat, person in enumerate(lobby.seats) if person not in absent]


def _side(options: Options, seat: int) -> int:
    """Four play two against two, six three against three or in pairs, alternating; others play for themselves."""
    if options.players == 4:
        return seat % 2
    if options.players == 6:
        return seat % (2 if options.six_teams is SixTeams.TEAMS else 3)
    return seat


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
