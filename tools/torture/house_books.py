"""What the file says about house players after a kill: purses, winnings, practice, and for whom the house played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from data.ledger.reasons import LedgerReason
from data.people import house_player_in_sql, is_house_player, is_member, table_of
from data.store.database import Database
from games.pontoon import Pontoon
from tables.lobby import Lobby
from tables.pontoon.pontoon_adapter import PURSE_STAKES
from tables.round_in_play import RoundInPlay
from tools.torture.claims import Violation

_HOLDERS = f"SELECT owner, chips FROM accounts WHERE kind = 'member' AND chips <> 0 AND {house_player_in_sql('owner')}"
_WRONG = (
    (
        "house player {1} brought {2} chips to table {0}, which should be {3}",
        "SELECT * FROM (SELECT t.id, p.owner, l.amount, CASE t.game"
        f" WHEN 'pontoon' THEN {PURSE_STAKES} * t.maximum"
        " ELSE CAST(json_extract(t.options, '$.ante') AS BIGINT) END AS due"
        " FROM ledger l JOIN tables t ON t.id = l.table_id JOIN accounts p ON p.id = l.payee"
        f" WHERE l.why = '{LedgerReason.HOUSE_PURSE}') p WHERE amount <> due",
    ),
    (
        "table {0} is for practice, and {1} chips moved there",
        "SELECT t.id, l.amount FROM ledger l JOIN tables t ON t.id = l.table_id"
        " WHERE CAST(json_extract(t.house, '$.practice') AS INTEGER) = 1",
    ),
    (
        "table {0} is for practice, and its round {1} is among the results",
        "SELECT t.id, r.round FROM results r JOIN tables t ON t.id = r.table_id"
        " WHERE CAST(json_extract(t.house, '$.practice') AS INTEGER) = 1",
    ),
    (
        "round {1} of table {0} says that the house played for seat {2}, for which no clock has moved",
        "SELECT d.table_id, d.round, s.value FROM match_deals d JOIN tables t ON t.id = d.table_id"
        " CROSS JOIN json_each(d.substitutes) s"
        " WHERE CAST(json_extract(t.house, '$.substitutes') AS INTEGER) = 0 OR NOT EXISTS ("
        " SELECT 1 FROM moves m WHERE m.table_id = d.table_id AND m.round = d.round"
        " AND m.seat = CAST(s.value AS BIGINT) AND m.clock = 1)",
    ),
)
MOST_WON = 60
"""Chips that a member may win from house players in a day."""
_TOO_MUCH = f"SELECT a.owner, d.won FROM house_days d JOIN accounts a ON a.id = d.account WHERE d.won > {MOST_WON}"
_RESULTS = """
    SELECT r.table_id, r.round, a.owner, r.from_house FROM results r JOIN accounts a ON a.id = r.account"""
_RETURNS = f"""
    SELECT l.table_id, l.round, a.owner, CASE WHEN a.id = l.payer THEN l.amount ELSE -l.amount END
    FROM ledger l JOIN accounts a ON a.id IN (l.payer, l.payee) WHERE l.why = '{LedgerReason.PRACTICE_RETURN}'"""


def verify(db: Database, lobbies: Mapping[int, Lobby]) -> None:
    """House players bring the right purse and have chips only at their open tables, practice moves nothing.

    Raises Violation.
    """
    for told, sql in _WRONG:
        for row in db.execute(sql):
            raise Violation(told.format(*row))
    for person, chips in db.execute(_HOLDERS):
        lobby = lobbies.get(table_of(person))
        if lobby is None or person not in lobby.seats:
            raise Violation(f"house player {person} is at no table and has {chips} chips")


def verify_winnings(db: Database, rounds: Mapping[tuple[int, int], RoundInPlay]) -> None:
    """What members have won from house players is what the rules say, less what went back, up to a day's most.

    `rounds` are those that are over and count, by table and number. Raises Violation.
    """
    kept = {(table, number, person): won for table, number, person, won in db.execute(_RESULTS)}
    back = Counter[tuple[int, int, int]]()
    for table, number, person, chips in db.execute(_RETURNS):
        back[table, number, person] += chips
    for (table, number), play in rounds.items():
        won = _won(play) if isinstance(play.round, Pontoon) else {}
        for person in [person for person in play.setup.people if person is not None and is_member(person)]:
            at, full, apart = (table, number, person), won.get(person, 0), _shot_by_others(play)
            noted = full - back[at] if play.setup.has_house_players else None
            if at in kept and not _agrees(kept[at], noted, apart):
                raise Violation(f"round {number} of table {table} says that {person} won {kept[at]} of {noted} chips")
            if back[at] != full and not 0 <= back[at] <= full + apart and back[at]:
                raise Violation(f"{person} returned {back[at]} of {full} chips after round {number} at {table}")
    for person, won_today in db.execute(_TOO_MUCH):
        raise Violation(f"{person} has won {won_today} chips from house players in a day, and may win {MOST_WON}")


def _agrees(kept: int | None, noted: int | None, apart: int) -> bool:
    """Whether a result is what was `noted`, give or take what people won `apart` from the banker."""
    return kept == noted if kept is None or noted is None else abs(kept - noted) <= apart


def _shot_by_others(play: RoundInPlay) -> int:
    """The chips won of shoot bets that were in the kitty from hands that had bust, and never the banker's."""
    if not isinstance(play.round, Pontoon):
        return 0
    kitty: int = play.setup.body["kitty"]
    return max(sum(max(line.shot_net, 0) for line in play.round.lines) - kitty, 0)


def _won(play: RoundInPlay) -> dict[int, int]:
    """The chips that members won from house players, if all that is won is won from the banker or by them."""
    setup, banker = play.setup, play.setup.body["banker"]
    nets = {setup.user_id_in(seat): net for seat, net in play.nets.items() if seat != banker}
    holder = setup.user_id_in(banker)
    if is_house_player(holder):
        return {person: net for person, net in nets.items() if not is_house_player(person)}
    return {holder: -sum(net for person, net in nets.items() if is_house_player(person))}
