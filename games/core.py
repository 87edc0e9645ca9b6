"""What all games share: the words in which a round speaks to the table that runs it.

A round is one deal of one game, a frozen value. `apply` answers with the next value, the public facts that
happened, and the chips that moved; the value asked stays as it was. So the table can write a move to disk
before it believes it, and can come back to any moment by playing the moves again.

This package knows no clock, no chance, no Discord and no database. A person is a `Seat`, a number; who sits
there is the table's business. Chips are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from msgspec import Struct

Seat: TypeAlias = int
"""A person's number in one round: the seats count from 0, bettors behind them are numbered after the last."""


class Pot(Enum):
    """Where chips are that no person holds."""

    HOUSE = "house"
    """The house pays and takes without limit."""
    MIDDLE = "middle"
    """Staked in this round, not yet won: 0 before the round and 0 after it, never below."""

    __hash__ = object.__hash__


Account: TypeAlias = Seat | Pot


class Phrase:
    """Words for people that are written down in one place and said in another: `Phrase("{tricks} clubs", tricks=8)`.

    `template` is English, with `{names}`; `params` fills them, and may be phrases themselves. The two stay apart so
    that they can be translated; `str()` is the English text. `tools.messages` finds only a template that is a
    literal in the call. `context` tells them which of its meanings an English text has, where it has two.
    """

    __slots__ = ("context", "params", "template")

    def __init__(self, template: str, context: str = "", /, **params: object) -> None:
        self.template = template
        self.context = context
        self.params = params

    @classmethod
    def written(cls, template: str) -> Phrase:
        """The phrase of a template that stands in a row of settings, where those who translate find it, too."""
        return cls(template)

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.template!r}, {self.context!r}, **{self.params!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self.template)

    def _parts(self) -> tuple[object, ...]:
        return (self.template, self.context, self.params)


class Button(Phrase):
    """What stands on a button of a table's message, where a sentence names it: `"Press {bet}."` with `Button("Bet")`.

    It is said in the table's language, whatever the sentence's. A button on a private message is a phrase like others.
    """

    __slots__ = ()


class Counted(Phrase):
    """A phrase about a number of things: `Counted("{count} tricks", 8)`, which its template names as `{count}`.

    The template is the English for many, which `str()` has for any number. The forms for other numbers are in the
    catalogues: English has one of its own for a single thing.
    """

    __slots__ = ("count",)

    def __init__(self, template: str, count: int, context: str = "", /, **params: object) -> None:
        super().__init__(template, context, **params)
        self.count = count

    def __str__(self) -> str:
        return self.template.format(**self.params, count=self.count)

    def _parts(self) -> tuple[object, ...]:
        return (*super()._parts(), self.count)


@dataclass(frozen=True, slots=True)
class HouseOptions:
    """How a table plays a game, where its rules leave a choice: plain values and enums, each with the usual default."""

    def to_json(self) -> dict[str, Any]:
        """Plain values by option name, for `from_json`."""
        values = {option.name: getattr(self, option.name) for option in fields(self)}
        return values | {name: values[name].value for name in self._enums()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The options that `to_json` wrote; others are the default. Raises IllegalAction, TypeError, ValueError."""
        return cls(**{**values, **{name: enum(values[name]) for name, enum in cls._enums().items() if name in values}})

    @classmethod
    @cache
    def _enums(cls) -> Mapping[str, type[Enum]]:
        return {option.name: type(option.default) for option in fields(cls) if isinstance(option.default, Enum)}


class IllegalAction(Exception):
    """The rules refuse an action; nothing has changed.

    `phrase` is the sentence for the player; `str()` is the English one.
    """

    def __init__(self, template: str, /, **params: object) -> None:
        self.phrase = Phrase(template, **params)
        super().__init__(self.phrase)

    @classmethod
    def saying(cls, phrase: Phrase) -> IllegalAction:
        """The refusal that says `phrase`."""
        refusal = cls(phrase.template)
        refusal.phrase = phrase
        return refusal

    def __str__(self) -> str:
        return str(self.phrase)


class Transfer(Struct, frozen=True):
    """`amount` chips (at least 1) that go from `payer` to `payee`; `why` is a word or two for the ledger.

    Between two rounds a table says in the same way who pays whom, with persons' numbers instead of seats.
    """

    payer: Account
    payee: Account
    amount: int
    why: str

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(f"a transfer moves at least one chip, not {self.amount}")
        if self.payer == self.payee:
            raise ValueError(f"a transfer from {self.payer} to itself")


WORKED_OUT: Any = None
"""What a field is given that `__post_init__` works out from the others, once, because it is asked for often."""


def without(value: Struct, *secrets: str) -> str:
    """The repr of `value` without its fields `secrets`, so that no log shows them."""
    shown = [f"{name}={getattr(value, name)!r}" for name in value.__struct_fields__ if name not in secrets]
    return f"{type(value).__name__}({', '.join(shown)})"


RoundT_co = TypeVar("RoundT_co", covariant=True)
ActionT = TypeVar("ActionT")


class Step(Struct, Generic[RoundT_co], frozen=True):
    """The result of an action: the next round, events that this round doesn't show, and the chips that moved."""

    round: RoundT_co
    events: tuple[object, ...] = ()
    transfers: tuple[Transfer, ...] = ()


class Round(Protocol[ActionT]):
    """The whole of what the table's driver knows of a game in play."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """Who may act now, several when they choose at the same time; empty exactly when the round is over."""

    def legal_actions(self, seat: Seat) -> Iterator[ActionT]:
        """Every legal action of `seat`, lazily; of an amount the smallest and the largest: all between are legal.

        A seat that is not to act has none, or only some of which nobody else is told.
        """

    def default_action(self, seat: Seat) -> ActionT:
        """What the clock plays for `seat`: legal, and costs no chips."""

    def why_not(self, seat: Seat, action: ActionT) -> Phrase | None:
        """The player's sentence when the rules refuse `action` now; None when they don't.

        Each rule is two methods: `why_not_hit` is such a sentence, and `hit` plays that action, trusting that it isn't
        refused.
        """

    def apply(self, seat: Seat, action: ActionT) -> Step[Any]:
        """Play `action`. Raises IllegalAction as `why_not` says, and then nothing has changed."""

    def view(self, seat: Seat | None) -> Any:
        """All that `seat` may see, None being the public; typed by each game."""
