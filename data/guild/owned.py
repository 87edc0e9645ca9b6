"""What belongs to a server, and where in it a Discord id stands: one list, which a test compares with the schema.

By it data/guild/forget_guild.py deletes all of a server, data/check.py looks past what is being deleted, and
data/guild/forget_member.py and data/guild/personal_data.py let it name somebody no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Forgetting(Enum):
    """What becomes of rows that name somebody who is forgotten."""

    DELETED = "deleted"
    AT_ONCE = "at once"
    """The number that stands for them takes the place of their id, in the transaction that forgets them."""
    LATER = "later"
    """The same, beside the bot."""
    OTHERWISE = "otherwise"
    """Statements of their own say it."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A table whose rows belong to a server: that in the column `by`, or the one of the table or the account there.

    `ids` are the columns that are somebody's Discord id, and `texts` those in whose text ids may stand.
    """

    table: str
    by: str = "guild"
    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    forgetting: Forgetting = Forgetting.AT_ONCE

    def among(self, guilds: str) -> str:
        """The condition of rows of those servers that meet the condition `guilds` on `guild`."""
        return _AMONG[self.by].format(guilds)

    @property
    def guild(self) -> str:
        """The server of one row, in SQL."""
        return _GUILD_OF[self.by]

    def forget(self) -> Iterator[str]:
        """The statements after which no row of `:guild` names `:person`."""
        for column in self.ids:
            change = f"UPDATE {self.table} SET {column} = :stand_in"
            if self.forgetting is Forgetting.DELETED:
                change = f"DELETE FROM {self.table}"
            yield f"{change} WHERE guild = :guild AND {column} = :person"
        for column in self.texts:
            change = f"UPDATE {self.table} SET {column} = REPLACE({column}, :text, :number)"
            yield f"{change} WHERE guild = :guild AND INSTR({column}, :text) > 0"


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

OWNED = (
    Owned("achievements", ids=("person",), forgetting=Forgetting.DELETED),
    Owned("mistakes", ids=("person",), forgetting=Forgetting.DELETED),
    Owned("openings", ids=("person",), forgetting=Forgetting.DELETED),
    Owned("daily_posts"),
    Owned("daily_entries", ids=("person",), forgetting=Forgetting.DELETED),
    Owned("kept_tries"),
    Owned("evenings"),
    Owned("puzzle_tries", ids=("person",), forgetting=Forgetting.DELETED),
    Owned("introductions", ids=("person",), forgetting=Forgetting.DELETED),
    Owned("resets", ids=("actor",), texts=("reason",)),
    Owned("tournament_corrections", ids=("actor",), texts=("reason",)),
    Owned("tournament_tables"),
    Owned("tournament_players", ids=("person", "partner"), forgetting=Forgetting.OTHERWISE),
    Owned("tournaments", ids=("host", "ended_by"), texts=("name", "why")),
    Owned("season_winners", ids=("person",)),
    Owned("seasons", ids=("actor",), texts=("name",)),
    Owned("ratings", ids=("person",)),
    Owned("match_deals", by="table_id"),
    Owned("match_players", by="table_id", ids=("person",), forgetting=Forgetting.OTHERWISE),
    Owned("matches", ids=("ended_by",), texts=("reason",), forgetting=Forgetting.LATER),
    Owned("results", by="table_id"),
    Owned("curves", by="account"),
    Owned("records", by="account"),
    Owned("house_days", by="account"),
    Owned("flows"),
    Owned("moves", by="table_id"),
    Owned("rounds", by="table_id", texts=("setup",), forgetting=Forgetting.OTHERWISE),
    Owned("ledger", ids=("actor",), texts=("key", "reason"), forgetting=Forgetting.OTHERWISE),
    Owned("shuffles", by="table_id"),
    Owned("accounts", ids=("owner",), forgetting=Forgetting.OTHERWISE),
    Owned("tables", ids=("host",), texts=("lobby",), forgetting=Forgetting.OTHERWISE),
    Owned("settings"),
    Owned("settings_log", ids=("actor",), forgetting=Forgetting.LATER),
    Owned("audits", ids=("actor",), texts=("reason",), forgetting=Forgetting.LATER),
    Owned("departed"),
    Owned("erasures", ids=("person",), forgetting=Forgetting.OTHERWISE),
)
"""Tables that refer to others come first."""
OF_ALL_SERVERS = ("languages", "switches")
"""What a `person` has in no server alone."""
