"""What a table agrees on when it opens, and what one of its rounds is played with: frozen values, and JSON and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from data.people import is_house_player
from tables.clock import Pace


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """What is agreed about the house when a table opens.

    At a table for `practice` no chips move. With `substitutes` the house plays for members who are away. A `private`
    table is seen by its host alone. With `remembers` house players know the cards of earlier deals of a shuffle.
    """

    practice: bool = False
    substitutes: bool = False
    private: bool = False
    remembers: bool = False

    def to_json(self) -> str:
        """The text that `from_json` reads."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> HouseTerms:
        """The terms that `to_json` wrote, also those of an earlier version."""
        return msgspec.json.decode(text, type=cls)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table opens: limits in chips, the game's options, the pace, and what the house does."""

    minimum: int
    maximum: int
    options: Any
    pace: Pace
    house: HouseTerms = HouseTerms()


@dataclass(frozen=True, slots=True)
class Window:
    """A table's wait between two rounds: for `what`, a word of the game's own, and for how long at most.

    The clock starts again when a table comes to wait for something else.
    """

    what: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A seed nobody has seen and the salt that a member's first bet gave it; they decide the order of the cards."""

    seed: bytes
    salt: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What a round is played with; together with the shuffle it gives the round again, card for card.

    `people` are persons by seat number, None where a seat is not in the round. `body` is the game's own, as plain JSON.
    `sat_out` had a seat and did not play. `winnable` are the chips that members may still win from house players today;
    whoever isn't named there may win any number. `losable` are those that members who may not give chips yet may still
    lose to others.
    """

    people: tuple[int | None, ...]
    body: Mapping[str, Any]
    sat_out: tuple[int, ...] = ()
    winnable: Mapping[int, int] = field(default_factory=dict)
    losable: Mapping[int, int] = field(default_factory=dict)

    @property
    def has_house_players(self) -> bool:
        """Whether a player of the house is in the round."""
        return any(map(is_house_player, self.people))

    def seat_of(self, user_id: int) -> int | None:
        """The number of `user_id` in this round, None for somebody who isn't in it."""
        return self.people.index(user_id) if user_id in self.people else None

    def user_id_in(self, seat: int) -> int:
        """The person who plays as number `seat`."""
        user_id = self.people[seat]
        if user_id is None:
            raise ValueError(f"nobody plays as seat {seat}")
        return user_id

    def to_json(self) -> str:
        """The text that `from_json` reads back into an equal setup."""
        parts: dict[str, Any] = {"people": self.people, "body": self.body, "sat_out": self.sat_out}
        if self.winnable:
            parts["winnable"] = list(self.winnable.items())
        if self.losable:
            parts["losable"] = list(self.losable.items())
        return json.dumps(parts, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Setup:
        """The setup that `to_json` wrote."""
        saved = json.loads(text)
        allowed = (dict(saved.get(name, ())) for name in ("winnable", "losable"))
        return cls(tuple(saved["people"]), saved["body"], tuple(saved["sat_out"]), *allowed)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round, and what it was played with."""

    setup: Setup
    round: Any
