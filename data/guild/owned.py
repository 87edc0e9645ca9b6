"""What belongs to a server and to a person: one declaration, which a test compares with the schema.

By it the file of a person is made (data/guild/export.py), they are forgotten (data/guild/forget_member.py, and in old
rows data/guild/personal_data.py), all of a server is deleted (data/guild/forget_guild.py), and data/check.py looks past
what is being deleted. A new column about people is added here alone: to the columns that are `shown`, and to `ids`,
`texts` or `json` if somebody's Discord id may stand in it. How texts of the ledger change is in personal_data.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from data.ledger.house_wins import HOUSE_PLAYED
from data.people import house_player_in_sql
from data.store.database import number_of_row

HERE = "guild = :guild"
_MEMBER = f"{HERE} AND kind = 'member'"
ME = f"(SELECT id FROM accounts WHERE {_MEMBER} AND owner = :person)"
"""The account of `:person` in the server `:guild`."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A table whose rows belong to a server: that in the column `by`, or the one of the table or the account there.

    `ids` are the columns that are somebody's Discord id, `texts` those in whose text ids may stand, and `json` one
    whose JSON names people. When somebody is forgotten, the number that stands for them takes the place of their id, or
    the row is `deleted`: within that transaction where it meets `at_once`, beside the bot where it meets `later`.
    The ledger and `erasures` have neither but statements in data/guild/personal_data.py. `parts` are what people read
    of it in their file: by name the query of the rows after `:after`, in the order of their own numbers.
    """

    table: str
    by: str = "guild"
    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    json: str = ""
    at_once: str = HERE
    later: str = ""
    deleted: bool = False
    parts: Mapping[str, str] = field(default_factory=dict)

    def shown(self, part: str, columns: str, whose: str = "person", *, rows: str = "", beside: str = "") -> Owned:
        """The same with a part of a person's file: `columns` of the table, called x, and of tables `beside` it.

        It has the rows with the person's id in the column `whose`, or those of their account, if `rows` doesn't say it.
        """
        number = f"x.{number_of_row(self.table)}"
        sql = f"""
            SELECT {number} AS _row, {columns} FROM {self.table} x {beside}
            WHERE {rows or _MINE[self.by].format(whose)} AND {number} > :after ORDER BY {number} LIMIT :slice"""
        return replace(self, parts={**self.parts, part: sql})

    def among(self, guilds: str) -> str:
        """The condition of rows of those servers that meet the condition `guilds` on `guild`."""
        return _AMONG[self.by].format(guilds)

    @property
    def guild(self) -> str:
        """The server of one row, in SQL."""
        return _GUILD_OF[self.by]

    def forget(self, rows: str) -> Iterator[str]:
        """The statements after which none of `rows` names `:person`, but for its `json`."""
        for column in self.ids:
            change = f"DELETE FROM {self.table}" if self.deleted else f"UPDATE {self.table} SET {column} = :stand_in"
            yield f"{change} WHERE {rows} AND {column} = :person"
        for column in self.texts:
            change = f"UPDATE {self.table} SET {column} = REPLACE({column}, :text, :number)"
            yield f"{change} WHERE {rows} AND INSTR({column}, :text) > 0"


_AMONG = {
    "guild": "{0}",
    "table_id": "table_id IN (SELECT id FROM main.tables WHERE {0})",
    "account": "account IN (SELECT id FROM main.accounts WHERE {0})",
}
_GUILD_OF = {
    "guild": "guild",
    "table_id": "(SELECT guild FROM main.tables WHERE id = table_id)",
    "account": "(SELECT guild FROM main.accounts WHERE id = account)",
}
_MINE = {"guild": f"x.{HERE} AND x.{{0}} = :person", "account": f"x.account = {ME}", "person": "x.person = :person"}

_TABLE = "LEFT JOIN tables t ON t.id = x.table_id"
_WITH_HOUSE_PLAYERS = f"""EXISTS (
    SELECT 1 FROM json_each(x.setup, '$.people') p
    WHERE {house_player_in_sql("CAST(p.value AS BIGINT)")}) AS with_house_players"""
_SEATS = "SELECT CAST(s.value AS BIGINT) FROM json_each({0}) s"
_HOUSE_PLAYED_FOR_ME = f"""
    p.person = :person AND p.seat IN ({_SEATS.format("x.substitutes")})
    AND NOT EXISTS (
        SELECT 1 FROM match_players q
        WHERE q.table_id = p.table_id AND q.seat = p.seat AND q.since > p.since AND q.since <= x.deal)"""
_MY_SEATS = """
    JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round JOIN tables t ON t.id = x.table_id
    CROSS JOIN json_each(r.setup, '$.people') seat"""

OWNED = (
    Owned("achievements", ids=("person",), deleted=True).shown(
        "achievements",
        'x.key AS achievement, x.at, x.table_id AS "table", t.game AS game, x.round AS round',
        beside=_TABLE,
    ),
    Owned("mistakes", ids=("person",), deleted=True).shown(
        "mistakes_at_five_hundred", """table_id AS "table", deal, NULLIF(lesson, '') AS lesson, points, at"""
    ),
    Owned("openings", ids=("person",), deleted=True).shown(
        "called_when_tables_open", "CASE game WHEN '' THEN 'any' ELSE game END AS game, called_at"
    ),
    Owned("daily_posts"),
    Owned("daily_entries", ids=("person",), deleted=True).shown(
        "daily_deals", """DATE(day * 86400, 'unixepoch') AS day, table_id AS "table", points"""
    ),
    Owned("kept_tries"),
    Owned("evenings"),
    Owned("puzzle_tries", ids=("person",), deleted=True).shown(
        "puzzles_tried",
        "DATE((week * 7 - 3) * 86400, 'unixepoch') AS week_from, number AS puzzle, solved AS solved_at_first_try, at",
    ),
    Owned("introductions", ids=("person",), deleted=True).shown("introduced_to", "game, NULLIF(at, 0) AS at"),
    Owned("resets", ids=("actor",), texts=("reason",)),
    Owned("tournament_corrections", ids=("actor",), texts=("reason",)).shown(
        "tournament_results_corrected", "tournament, round, percent, reason, at", "actor"
    ),
    Owned("tournament_tables"),
    Owned("tournament_players", ids=("person", "partner")).shown(
        "tournaments",
        "t.name AS tournament, x.signed_at, x.is_here AS checked_in, x.partner IS NOT NULL AS chose_a_partner,"
        " x.entrant, x.gone_from AS withdrew_before_round",
        beside="JOIN tournaments t ON t.id = x.tournament",
    ),
    Owned("tournaments", ids=("host", "ended_by"), texts=("name", "why"))
    .shown("tournaments_announced", "name AS tournament, created_at", "host")
    .shown("tournaments_cancelled", "name AS tournament, ended_at, why", "ended_by"),
    Owned("season_winners", ids=("person",)).shown(
        "seasons_among_the_best",
        "s.name AS season, x.place AS place, x.chips AS chips, s.ended_at AS ended_at",
        beside="JOIN seasons s ON s.id = x.season",
    ),
    Owned("seasons", ids=("actor",), texts=("name",)).shown("seasons_started", "name AS season, started_at", "actor"),
    Owned("ratings", ids=("person",)).shown("five_hundred_rating", "mu, sigma, matches"),
    Owned("match_deals", by="table_id").shown(
        "deals_the_house_played_for_you",
        f"""x.table_id AS "table", x.deal AS deal, x.ended_at,
            p.seat IN ({_SEATS.format("x.away")}) AS most_moves""",
        beside=f"""
            JOIN match_players p ON p.table_id = x.table_id AND p.since <= x.deal
            JOIN matches m ON m.table_id = p.table_id AND m.{HERE}""",
        rows=_HOUSE_PLAYED_FOR_ME,
    ),
    Owned(
        "match_players",
        by="table_id",
        ids=("person",),
        at_once=f"table_id IN (SELECT table_id FROM matches WHERE {HERE} AND ended_at IS NULL)",
        later="TRUE",
    ).shown(
        "matches",
        f"""x.table_id AS "table", x.seat + 1 AS seat, x.since AS since_deal, x.won AS won, x.place AS place,
            m.started_at, m.ended_at, m.outcome, m.ending, {HOUSE_PLAYED.format("x.table_id")} AS with_house_players,
            m.unrated AS not_rated_because""",
        beside="JOIN matches m ON m.table_id = x.table_id",
        rows=f"m.{HERE} AND x.person = :person",
    ),
    Owned("matches", ids=("ended_by",), texts=("reason",), at_once="", later="TRUE").shown(
        "matches_ended", 'table_id AS "table", ended_at, ending, reason', "ended_by"
    ),
    Owned("results", by="table_id").shown(
        "results",
        """x.table_id AS "table", t.game AS game, x.round AS round, r.ended_at AS at, x.net AS chips,
            x.from_house AS chips_from_house_players""",
        beside=f"{_TABLE} JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round",
        rows=f"x.account = {ME}",
    ),
    Owned("curves", by="account"),
    Owned("records", by="account").shown(
        "records",
        """game, with_house AS with_house_players, rounds, won, lost, net AS chips, biggest AS biggest_win,
            week_rounds AS rounds_in_last_week, week_net AS chips_in_last_week""",
    ),
    Owned("house_days", by="account").shown(
        "last_day_with_house_players", "DATE(day * 86400, 'unixepoch') AS day, won AS chips_from_house_players"
    ),
    Owned("flows").shown(
        "chips_between_members",
        f"""DATE(x.day * 86400, 'unixepoch') AS day,
            CASE WHEN x.payer = {ME} THEN 'to a member' ELSE 'from a member' END AS direction, x.chips,
            x.unearned AS chips_without_play""",
        rows=f"(x.payer = {ME} OR x.payee = {ME})",
    ),
    Owned("moves", by="table_id").shown(
        "moves",
        'x.table_id AS "table", x.round AS round, x.action AS move, x.clock AS by_the_clock, x.at',
        beside=_MY_SEATS,
        rows=f"t.{HERE} AND INSTR(r.setup, :person) > 0 AND CAST(seat.value AS BIGINT) = :person AND x.seat = seat.key",
    ),
    Owned(
        "rounds",
        by="table_id",
        json="setup",
        at_once=f"ended_at IS NULL AND table_id IN (SELECT id FROM tables WHERE {HERE} AND closed_at IS NULL)",
        later="ended_at IS NOT NULL",
    ).shown(
        "rounds",
        f"""x.table_id AS "table", t.game AS game, x.round AS round, x.started_at, x.ended_at, x.void AS void,
            x.moves_kept AS moves_kept, {_WITH_HOUSE_PLAYERS}""",
        beside="JOIN tables t ON t.id = x.table_id",
        rows=f"t.{HERE} AND INSTR(x.setup, :person) > 0",
    ),
    Owned("ledger", ids=("actor",), texts=("key", "reason"), at_once="").shown(
        "moved_for_others",
        'at, why, amount AS chips, table_id AS "table", round, reason',
        rows=f"x.{HERE} AND x.actor = :person AND COALESCE({ME} NOT IN (x.payer, x.payee), TRUE)",
    ),
    Owned("shuffles", by="table_id"),
    Owned("accounts", ids=("owner",), at_once=_MEMBER).shown("balance", "chips", rows=f"x.id = {ME}"),
    Owned(
        "tables",
        ids=("host",),
        json="lobby",
        at_once=f"{HERE} AND closed_at IS NULL",
        later="closed_at IS NOT NULL",
    )
    .shown("tables_opened", 'id AS "table", game, opened_at, closed_at', "host")
    .shown(
        "tables_that_remember_you",
        'id AS "table", game, opened_at, closed_at',
        rows=f"x.{HERE} AND INSTR(x.lobby, :person) > 0",
    ),
    Owned("settings"),
    Owned("settings_log", ids=("actor",), at_once="", later="TRUE").shown(
        "settings_changed", "at, name, before, after", "actor"
    ),
    Owned("audits", ids=("actor",), texts=("reason",), at_once="", later="TRUE").shown("audits", "at, reason", "actor"),
    Owned("departed"),
    Owned("erasures", ids=("person",), at_once=""),
)
"""Tables that refer to others come first."""
OF_ALL_SERVERS = (
    Owned("languages", by="person", ids=("person",), at_once="TRUE", deleted=True).shown(
        "language", "language, at AS chosen_at"
    ),
    Owned("switches", by="person", ids=("person",), at_once="TRUE", deleted=True).shown(
        "switches", "name, at AS switched_at"
    ),
)
"""What a `person` has in no server alone."""
