"""What somebody at Five Hundred is about to do: half a bid, cards marked for the discard, a step to be confirmed.

Only their own panel shows it. It belongs to the question that was open then, and nothing of it is stored: it is gone
with the question, and with the process. No discord here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from games.cards import Card, Suit
from games.five_hundred import Call
from tables.accounts import TableAccounts
from tables.table import Table


@dataclass(frozen=True, slots=True)
class Chosen:
    """What has been chosen on one panel so far.

    `call` is of a bid that isn't made yet, `sans` makes it sans kitty. `is_higher`: the panel offers the higher bids.
    `shows_points`: it shows what every bid is worth. `marked` are the cards for the discard. `suit` and `card` call a
    partner. `leads_joker`: the joker is about to be led, and its suit is still to be named. `sure` is the move that
    waits for a confirmation.
    """

    call: Call | None = None
    sans: bool = False
    is_higher: bool = False
    shows_points: bool = False
    marked: frozenset[Card] = field(default=frozenset(), repr=False)
    suit: Suit | None = None
    card: Card | None = None
    leads_joker: bool = False
    sure: str = ""


class Choices:
    """The choices of everybody at every table, each for the open question."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[TableAccounts, dict[int, tuple[str, Chosen]]] = WeakKeyDictionary()

    def of(self, table: Table, user_id: int) -> Chosen:
        """What `user_id` has chosen about the question that is open now."""
        question_id, choice = self._made.get(table.accounts, {}).get(user_id, ("", Chosen()))
        return choice if question_id == table.question_id_of(user_id) else Chosen()

    def put(self, table: Table, user_id: int, choice: Chosen) -> None:
        """Remember what `user_id` has chosen so far."""
        self._made.setdefault(table.accounts, {})[user_id] = (table.question_id_of(user_id), choice)
