"""How the house options of a table become the text that is saved, and are read from it, whichever game they are of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self


class Options(Protocol):
    """A game's Options, as plain JSON by option and back."""

    def to_json(self) -> Mapping[str, Any]:
        """Plain values by option name."""

    @classmethod
    def from_json(cls, values: Mapping[str, Any], /) -> Self:
        """The options that `to_json` wrote; others are the default. Raises IllegalAction, TypeError, ValueError."""


class KeepsOptions:
    """These parts of a `Game` are the same for all games."""

    options: ClassVar[type[Options]]
    """The class of its Options."""

    def read_options(self, saved: str) -> Any:
        """The options that `write_options` wrote."""
        return self.options.from_json(json.loads(saved))

    def write_options(self, options: Options) -> str:
        """`options` as text."""
        return json.dumps(options.to_json())
