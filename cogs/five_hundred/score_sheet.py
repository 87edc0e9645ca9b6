"""The score sheet of a match, as people keep it at a kitchen table: the last deals, a column for each side, the totals.

In code font, so that the columns stand below each other. The bid comes last, because its signs are wider than letters
in some fonts.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from cogs.five_hundred.wording import Person, short_bid, side_text
from cogs.table.parts import bold, joined, lines
from games.core import Seat
from games.five_hundred import Bid, Options
from i18n.words import Words
from tables.five_hundred.match_state import LastDeal, MatchState

_MADE, _LOST = "✓", "✗"
_COLUMN = 5
"""Characters of a score with its sign, and the gap before it."""
_SIDES_WITH_BIDS = 3
"""With more sides a row with the bid would be wider than a phone."""


class ScoreSheet:
    """The sheet of one match; `reader` is the seat of whoever reads it alone, None for everybody."""

    def __init__(self, state: MatchState, options: Options, words: Words, reader: Seat | None = None) -> None:
        self.state = state
        self.options = options
        self.words = words
        self.sides: Sequence[int] = range(options.sides)
        """The sides in the order of the columns: with two of them the reader's comes first."""
        self.labels: Sequence[str] = "①②③④⑤"
        """What each side is called in the sheet."""
        if reader is not None and options.sides == 2:
            ours = options.side_of(reader)
            self.sides = (ours, 1 - ours)
            own = words("You") if options.players == 2 else words("Us")
            self.labels = (own, words("Them")) if ours == 0 else (words("Them"), own)

    def text(self, person: Person) -> str:
        """The last deals and the totals, then who is who and what they still need."""
        legend = []
        for side in self.sides:
            missing, needs = self.options.target - self.state.points[side], self.words("any contract wins")
            if missing > 0:
                needs = self.words.counted("needs {count} more", missing)
            row = f"`{self.labels[side]}` {bold(side_text(self.options, side, person))}"
            legend.append(row if self.state.is_over else joined(row, needs))
        return lines(self._table(), *legend)

    def _table(self) -> str:
        state, words = self.state, self.words
        if state.last is None:
            return ""
        deals = (*state.earlier, state.last)
        first = state.deal - len(deals) + 1
        names = [words("deal"), *(str(first + index) for index in range(len(deals))), words("total")]
        width = max(map(_wide, names))
        cells = [
            [self.labels[side] for side in self.sides],
            *([words.signed(deal.gained[side]) if deal.gained[side] else "0" for side in self.sides] for deal in deals),
            [words.chips(state.points[side]) for side in self.sides],
        ]
        notes = ["", *map(self._bid, deals), ""]
        column = max(_COLUMN, *(_wide(cell) + 1 for row in cells for cell in row))
        rows = [
            (_right(name, width) + "".join(_right(cell, column) for cell in row) + f" {note}").rstrip()
            for name, row, note in zip(names, cells, notes, strict=True)
        ]
        return lines("```", *rows, "```")

    def _bid(self, deal: LastDeal) -> str:
        """Whether it was made, what was played and by which side; beside many columns there is room for the first."""
        if deal.contractor is None:
            return self.words("pass")
        mark = _MADE if deal.made else _LOST
        if len(self.sides) > _SIDES_WITH_BIDS:
            return mark
        bid = short_bid(Bid(Bid.parse(deal.bid).call), self.words)
        return f"{mark} {bid} {self.labels[self.options.side_of(deal.contractor)]}"


def _right(text: str, width: int) -> str:
    return " " * (width - _wide(text)) + text


def _wide(text: str) -> int:
    """How many columns `text` takes; a sign above or below a letter, as in Thai, takes none."""
    return sum(category(sign) != "Mn" for sign in text)
