"""What the child said before it died, compared with what the disk says.

Moves, bets, sales of banks, gifts, starting chips and daily chips are counted: the disk has at least as many as were
acknowledged, and at most those and the ones under way when the kill came. So nothing acknowledged is lost, nothing
refused is done, nothing is done twice, and every amount is the one that somebody pressed. A move names the question
that it answers, which is open only once. Closing and leaving are checked in the table as it stands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, TypeAlias

Claim: TypeAlias = tuple[Hashable, ...]
"""Such as ("move", table, question, person, action) or ("bet", table, round, person, chips)."""

ONCE = frozenset({"start", "daily", "gift", "given", "set"})
"""What can be done only once; asking for it again is answered, but doesn't count."""
COUNTED = ONCE | {"move", "bet", "sale"}


class Violation(Exception):
    """Something was lost, doubled, or is not as it was said to be; `str()` says what."""


class Claims:
    """Everything that all children have said so far. Feed it their lines, then `settle` after each kill."""

    def __init__(self) -> None:
        self.acknowledged = 0
        """Tries that were reported as done."""
        self.in_flight_done = 0
        """Tries under way when a kill came, and found on the disk."""
        self.in_flight_undone = 0
        self.opened: set[int] = set()
        self.closing: set[int] = set()
        """Tables that somebody was told will close."""
        self.gone: set[tuple[int, int]] = set()
        """(table, person) of people whose last deed there was to leave."""
        self.bids: set[Claim] = set()
        """Bids for a bank: ("bid", table, person, chips)."""
        self.shown: dict[tuple[int, str], str] = {}
        """The seeds shown since the last look, by table and commitment."""
        self.options: dict[tuple[str, str], str] = {}
        """The house options of each deal, by the seed and by what else the round began with."""
        self.resumed: Mapping[str, str] | None = None
        """The question at each table as the last child found it, None before that."""
        self.finished = False
        self._done: Counter[Claim] = Counter()
        self._open: dict[int, Claim] = {}

    def hear(self, line: str) -> str:
        """Take in one line of a child and return its first word.

        Raises Violation when the child reports a fault.
        """
        word, *rest = json.loads(line)
        match word:
            case "alive":
                self.resumed = None
            case "up":
                self.resumed = rest[0]
            case "try":
                self._begin(rest[0], tuple(rest[1]))
            case "did":
                self._did(self._open.pop(rest[0]))
            case "refused":
                self._open.pop(rest[0])
            case "deals":
                seed, body, options = rest
                self.options[seed, body] = options
            case "forgotten":
                self._forget(*rest)
            case "shown":
                table, commitment, seed = rest
                self.shown[table, commitment] = seed
            case "opened":
                self.acknowledged += 1
                self.opened.add(rest[0])
            case "failed":
                raise Violation(f"the driver failed: {rest[0]}")
            case "finished":
                self.finished = True
        return str(word)

    def _forget(self, person: int, stand_in: int) -> None:
        """What `person` did counts as done by `stand_in`, an unknown number."""
        for claims in (self.bids, self._done):
            for claim in [claim for claim in claims if person in claim]:
                known_as = tuple(stand_in if word == person else word for word in claim)
                if isinstance(claims, set):
                    claims.remove(claim)
                    claims.add(known_as)
                else:
                    claims[known_as] = claims.pop(claim)

    def _begin(self, number: int, claim: Claim) -> None:
        self._open[number] = claim
        match claim:
            case ("sit", int(table), int(person)) | ("bet", int(table), _, int(person), _):
                self.gone.discard((table, person))

    def _did(self, claim: Claim) -> None:
        self.acknowledged += 1
        if claim[0] in COUNTED:
            self._done[claim] = 1 if claim[0] in ONCE else self._done[claim] + 1
        match claim:
            case ("leave", int(table), int(person)):
                self.gone.add((table, person))
            case ("close", int(table)):
                self.closing.add(table)
            case ("bid", *_):
                self.bids.add(claim)

    def settle(self, on_disk: Counter[Claim]) -> None:
        """Compare what was said with what is there, which from now on counts as said. Raises Violation."""
        under_way = Counter(
            claim
            for claim in self._open.values()
            if claim[0] in COUNTED and not (claim[0] in ONCE and claim in self._done)
        )
        self.bids |= {claim for claim in self._open.values() if claim[0] == "bid"}
        self._open.clear()
        for claim in self._done.keys() | on_disk.keys():
            said, there, may_be = self._done[claim], on_disk[claim], self._done[claim] + under_way[claim]
            if there < said:
                raise Violation(f"{_told(claim)} was acknowledged {said} times and is on the disk {there} times")
            if there > may_be:
                raise Violation(f"{_told(claim)} is on the disk {there} times and was done {said} times")
        found = (on_disk - self._done).total()
        self.in_flight_done += found
        self.in_flight_undone += under_way.total() - found
        self._done = on_disk


def _told(claim: Claim) -> str:
    names: dict[Any, tuple[str, ...]] = {
        "move": ("table", "question", "person", ""),
        "bet": ("table", "round", "person", "chips"),
        "sale": ("table", "buyer", "seller", "chips"),
        "start": ("server", "person"),
        "daily": ("server", "person", "day"),
        "given": ("key", "server", "person", "chips"),
        "set": ("key", "server", "person", "chips"),
        "gift": ("key", "server", "giver", "receiver", "kept", "tax"),
    }
    kind, *values = claim
    return f"{kind} ({', '.join(f'{name} {value}'.strip() for name, value in zip(names[kind], values, strict=True))})"
