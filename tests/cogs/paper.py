"""A table on paper: the real game, lobby, round and pictures without Discord or a disk, for thousands of rounds."""

import json
from contextlib import contextmanager
from datetime import UTC, datetime

from msgspec.structs import replace

from data.tables import saved
from tables.clock import Pace
from tables.game import Terms
from tables.lobby import Lobby
from tables.table import Table

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def table_of(game, options, seats, *, minimum=0, maximum=0):
    """A table of the first person in `seats`, in play or not."""
    shuffle = saved.SavedShuffle(b"\1" * 32, "0" * 64, None, NOW, None)
    host = next((person for person in seats if person is not None), 901)
    row = saved.SavedTable(
        777, 1, 2, None, None, game.name, host, game.write_options(options), minimum, maximum, "normal",
        Lobby(tuple(seats)).to_json(), 0, 0, None, NOW, None, shuffle, None,
    )  # fmt: skip
    return Table.of(row, game)


class Paper:
    """A table between people who make random legal moves; `random` decides all of it.

    `public(table)` and `panel(table, person)` draw what everybody and what one person is sent.
    """

    def __init__(self, random, game, options, seats, *, public, panel, minimum=0, maximum=0):
        self.random, self.game, self._public, self._panel = random, game, public, panel
        self.terms = Terms(minimum, maximum, options, Pace.NORMAL)
        self.people = [person for person in seats if person is not None]
        self.table = table_of(game, options, seats, minimum=minimum, maximum=maximum)

    def pictures(self, eyes):
        """What this person is sent, as text: the panel, or for None the public message."""
        view = self._public(self.table) if eyes is None else self._panel(self.table, eyes)
        return json.dumps(view.to_components(), ensure_ascii=False)

    def becomes(self, **changes):
        """The table from now on, with these fields."""
        self.table = replace(self.table, **changes)

    @contextmanager
    def with_round(self, round_):
        """Until then another round is on the table."""
        table = self.table
        self.becomes(play=replace(table.play, round=round_))
        yield
        self.table = table


def card_in_brackets(card):
    """How pictures show a card here."""
    return "[back]" if card is None else f"[{card}]"
