"""What a round took from its shuffle, card by card, and whether a shuffle that is over agrees with that.

A round's cards are kept as they lay on the table, not as they were computed. When the seed is shown, everybody can mix
the pack again (`games.fair.shoe.shuffled` has the recipe) and compare the two; `check` does it here.

Think of the cards that came out of one mixing as one long row. Usually it is the mixed pack, dealt from its first card
on. Where a pack continues unshuffled, as in Pontoon, the cards that were picked up follow behind it; where a shoe runs
out, its discards do, mixed once more with the salt + "/again".
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, zip_longest
from typing import Any

from games.cards import Card, pack52, parse_cards, written
from games.fair.shoe import commitment, shuffled
from games.five_hundred.packs import HAND, DealtHands, deal, pack

_PACK = re.compile(r"(?P<kind>52|500)x(?P<count>[1-8])")


def new_pack(name: str) -> tuple[Card, ...]:
    """The cards that were mixed, in their order when new. Raises ValueError when there are none of that name.

    `52x8` are eight packs of 52, one behind the other; `500x4` is the pack of Five Hundred for four.
    """
    found = _PACK.fullmatch(name)
    if found is None:
        raise ValueError(f"there is no pack {name!r}")
    count = int(found["count"])
    return pack52() * count if found["kind"] == "52" else pack(count)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Cards that a round took from one mixing, one after the other.

    Attributes:
        pack: Which cards were mixed, as `new_pack` names them.
        cards: The cards in the order in which they came. In Five Hundred, where hands have no order of their own, they
            are by seat instead, as `by_hands` puts them.
        salt: What stood behind the shuffle's salt.
        at: How many cards of the row had come out before; None when it goes on where the last round ended.
        under: The cards put under the pack afterwards, in order.
        again: How many discards were mixed once more when the shoe ran out.
        dealer: The seat that dealt, in Five Hundred.
    """

    pack: str
    cards: tuple[Card, ...] = field(repr=False)
    salt: str = ""
    at: int | None = 0
    under: tuple[Card, ...] = field(default=(), repr=False)
    again: int = 0
    dealer: int | None = None

    @property
    def hands(self) -> Iterator[tuple[Card, ...]]:
        """The cards of a deal of Five Hundred by seat, the kitty last."""
        return (self.cards[start : start + HAND] for start in range(0, len(self.cards), HAND))


def write(stretches: Iterable[Stretch]) -> str:
    """The text that `read` reads back."""
    return json.dumps([_plain(stretch) for stretch in stretches], separators=(",", ":"))


def _plain(stretch: Stretch) -> dict[str, object]:
    plain: dict[str, object] = {"pack": stretch.pack, "cards": written(stretch.cards)}
    for name, usual in _DEFAULTS.items():
        if (value := getattr(stretch, name)) != usual:
            plain[name] = written(value) if name == "under" else value
    return plain


_DEFAULTS: dict[str, object] = {"salt": "", "at": 0, "under": (), "again": 0, "dealer": None}


def read(text: str) -> tuple[Stretch, ...]:
    """What `write` wrote. Raises ValueError for anything else."""
    try:
        return tuple(_stretch(**values) for values in json.loads(text))
    except (TypeError, AttributeError) as error:
        raise ValueError(f"this is no record of dealt cards: {error}") from None


def _stretch(*, pack: str, cards: str, under: str = "", **others: Any) -> Stretch:
    return Stretch(pack, parse_cards(cards), under=parse_cards(under), **others)


class Wrong(Enum):
    """How a round can differ from what its shuffle decides."""

    UNREADABLE = "unreadable"
    """What was kept of it is not in this bot's form."""
    PLACE = "place"
    """It doesn't begin where the round before it ended."""
    CARD = "card"
    """Another card was dealt than the shuffle decides."""
    PICKED_UP = "picked up"
    """The cards that were picked up are not those that were dealt."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a round: from which of its cards on, counted from 1, and which card was due there."""

    wrong: Wrong
    number: int = 1
    due: Card | None = None
    dealt: Card | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The cards of a round from one mixing: they begin at `place` of its row, counted from 0."""

    stretch: Stretch
    place: int


@dataclass(frozen=True, slots=True)
class RoundFinding:
    """What was found about one round: `parts` until the first fault. Cards that were not kept can't be compared."""

    round: int
    kept: bool = True
    parts: tuple[Part, ...] = ()
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Mixing:
    """One mixing, computed: which pack, with which whole salt, and the resulting order.

    `again` are the discards of a shoe that ran out, mixed once more.
    """

    pack: str
    salt: str
    cards: tuple[Card, ...]
    again: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Whether a shuffle was the one that was promised, and the cards those that it decided."""

    is_promised: bool
    """Whether the seed's SHA-256 is the one that was shown before the betting."""
    orders: tuple[Mixing, ...]
    rounds: tuple[RoundFinding, ...]

    @property
    def is_fair(self) -> bool:
        """Whether nothing contradicts the promise."""
        return self.is_promised and not any(finding.fault for finding in self.rounds)


def check(seed: bytes, salt: str, promised: str, rounds: Iterable[tuple[int, str | None]]) -> Report:
    """Compare a shuffle with what was `promised` and with its `rounds`: their number and what was dealt in each.

    The rounds come in their order; None stands for cards that were not kept.
    """
    rows: dict[tuple[str, str], _Row] = {}
    findings = []
    is_whole = True
    for number, text in rounds:
        if text is None:
            is_whole = False
            for row in rows.values():
                row.end = None
            findings.append(RoundFinding(number, kept=False))
        else:
            findings.append(_finding(number, text, rows, _Mixing(seed, salt, is_whole)))
    orders = tuple(Mixing(row.pack, row.salt, row.mixed, row.again) for row in rows.values())
    return Report(commitment(seed) == promised, orders, tuple(findings))


@dataclass(frozen=True, slots=True)
class _Mixing:
    """What a shuffle is made of; `is_whole` while the cards of all its rounds so far are known."""

    seed: bytes = field(repr=False)
    salt: str
    is_whole: bool


class _Row:
    """The cards of one mixing as they come out, one long row."""

    def __init__(self, stretch: Stretch, mixing: _Mixing) -> None:
        self.pack = stretch.pack
        self.salt = mixing.salt + stretch.salt
        self.mixed = shuffled(new_pack(self.pack), mixing.seed, self.salt)
        self.again: tuple[Card, ...] = ()
        self.end = 0 if mixing.is_whole else None
        """How many have come out; None when that is not known."""
        self._seed = mixing.seed
        self._cards = list(self.mixed if stretch.dealer is None else _by_hands(self.pack, stretch.dealer, self.mixed))

    def take(self, stretch: Stretch, place: int) -> Fault | None:
        """Compare `stretch` with what lies in the row from `place` on."""
        self.end = None
        if stretch.at not in (None, place) or stretch.again not in (0, place):
            return Fault(Wrong.PLACE)
        if stretch.again:
            self.again = shuffled(self._cards[:place], self._seed, f"{self.salt}/again")
            self._cards += self.again
        self._cards += stretch.under
        due = self._cards[place : place + len(stretch.cards)]
        for number, (dealt, computed) in enumerate(zip_longest(stretch.cards, due), 1):
            if dealt != computed:
                return Fault(Wrong.CARD, number, computed, dealt)
        if stretch.under and Counter(stretch.under) != Counter(stretch.cards):
            return Fault(Wrong.PICKED_UP)
        self.end = place + len(stretch.cards)
        return None


def _finding(number: int, text: str, rows: dict[tuple[str, str], _Row], mixing: _Mixing) -> RoundFinding:
    parts: list[Part] = []
    try:
        for stretch in read(text):
            key = (stretch.pack, stretch.salt)
            if key not in rows:
                rows[key] = _Row(stretch, mixing)
            row = rows[key]
            place = stretch.at if row.end is None else row.end
            if place is None:  # it continues after a round whose cards are not known
                return RoundFinding(number, kept=False)
            parts.append(Part(stretch, place))
            if (fault := row.take(stretch, place)) is not None:
                return RoundFinding(number, parts=tuple(parts), fault=fault)
    except (TypeError, ValueError):
        return RoundFinding(number, parts=tuple(parts), fault=Fault(Wrong.UNREADABLE))
    return RoundFinding(number, parts=tuple(parts))


def _by_hands(name: str, dealer: int, deck: tuple[Card, ...]) -> tuple[Card, ...]:
    return by_hands(deal(int(name.removeprefix("500x")), dealer, deck))


def by_hands(dealt: DealtHands) -> tuple[Card, ...]:
    """The cards of a deal of Five Hundred by seat, each hand in the pack's order, the kitty last."""
    return (*chain.from_iterable(dealt.hands), *dealt.kitty)
