"""The parent: starts a child, kills it at a random instant, looks at what it left, and starts the next one."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tables.lobby import Lobby
from tools.torture.audit import Auditor, Found
from tools.torture.claims import Claims, Violation
from tools.torture.people import PLAYED
from tools.world.games import rules_in

UNBEGUN = "0.b"
"""The question of a table without any deal. A match that hasn't begun for a day ends, even at a start."""
HANGS_AFTER = 600.0
"""Seconds in which a child must have finished anything."""


@dataclass(frozen=True, slots=True)
class Instant:
    """When to kill: `delay` seconds after the child said `word` for the `count`th time."""

    word: str
    count: int
    delay: float

    @classmethod
    def chosen(cls, random: Random) -> Instant:
        """Any time; a third of the kills while tables are brought back, a third in the middle of a commit."""
        return random.choice(
            (
                cls("up", 1, random.uniform(0, 1)),
                cls("alive", 1, random.uniform(0, 0.04)),
                cls("try", random.randint(1, 300), random.uniform(0, 0.002)),
            )
        )


class Torture:
    """One file, and everything that was said about it."""

    def __init__(self, path: Path, seed: int, claims: Claims | None = None) -> None:
        """Torture the database at `path`; `claims` were made about it before."""
        self.claims = claims or Claims()
        self.kills = 0
        self.found: Found | None = None
        """What the last look found."""
        self._path = path
        self._seed = seed
        self._auditor = Auditor(path, self.claims.options)
        self._has_begun = False  # until then a kill may leave no database at all

    def kill_once(self) -> None:
        """Start a child, kill it, and look. Raises Violation."""
        instant = Instant.chosen(Random(f"{self._seed} {self.kills}"))
        self._live(instant)
        self.kills += 1
        self._has_begun |= self.claims.resumed is not None
        if self._has_begun:
            self.look()

    def finish(self) -> None:
        """Let a last child play every table to its end and close it; then look again, at everything."""
        self._live(None)
        if not self.claims.finished:
            raise Violation("the last child did not come to its end")
        self._auditor.forget()
        found = self.look()
        if found.lobbies:
            raise Violation(f"tables are still open: {sorted(found.lobbies)}")

    def _live(self, instant: Instant | None) -> None:
        arguments = [str(self._path), str(self._seed), str(self.kills), *([] if instant else ["--finish"])]
        child = subprocess.Popen(
            [sys.executable, "-m", "tools.torture.child", *arguments], stdout=subprocess.PIPE, text=True
        )
        watch = after(HANGS_AFTER, child.kill)
        killer: threading.Timer | None = None
        said = 0
        assert child.stdout is not None
        with child, child.stdout as lines:
            try:
                for line in lines:
                    word = self.claims.hear(line)
                    said += instant is not None and word == instant.word
                    if instant is not None and said == instant.count and killer is None:
                        killer = after(instant.delay, child.kill)
            finally:
                child.kill()
                watch.cancel()
        if instant is not None and killer is None:
            raise Violation(f"the child ended by itself, or hung, before it was killed (status {child.returncode})")
        self._verify_resumed()

    def _verify_resumed(self) -> None:
        """The child found every table at the question where the last one left it; rounds of old rules are void."""
        if self.found is not None:
            verify_resumed(self.claims.resumed, asked_in(self.found, self.kills), self.found)

    def look(self) -> Found:
        """Compare what was said with what is on the disk. Raises Violation."""
        found = self.found = self._auditor.look()
        verify_claims(self.claims, found)
        return found


def verify_resumed(resumed: Mapping[str, str] | None, asked: Mapping[str, str], found: Found) -> None:
    """A child `resumed` its tables at the questions that were `asked` there by what was `found`, or had none yet.

    A round that only had to begin may have begun, and a match that hasn't begun for a day may be over.
    """
    if resumed is None:
        return
    over = {at for at in asked if asked[at] == UNBEGUN and found.games.get(int(at)) == "five_hundred"}
    begun = {at for at in found.begins & resumed.keys() & asked.keys() if _is_next(resumed[at], asked[at])}
    kept = {at: question for at, question in asked.items() if at in resumed or at not in over}
    if dict(resumed) != kept | {at: resumed[at] for at in begun}:
        raise Violation(f"tables were at the questions {asked} and came back at {dict(resumed)}")


def _is_next(resumed: str, asked: str) -> bool:
    """Whether `resumed` is a question of the round after the one that was to begin when `asked` was."""
    return resumed.startswith(f"{int(asked.partition('.')[0]) + 1}.") and not resumed.endswith("b")


def verify_claims(claims: Claims, found: Found) -> None:
    """Compare what was said with what was `found`, when all who said it are dead. Raises Violation."""
    claims.settle(found.done)
    for claim in found.auctioned - claims.bids:
        raise Violation(f"a bank was auctioned for what nobody has bid: {claim}")
    verify_seeds(claims.shown, found)
    for table in sorted(claims.closing & found.lobbies.keys()):
        if not found.lobbies[table].closing:
            raise Violation(f"table {table} was told to close, and is open")
    for table, person in sorted(claims.gone):
        lobby = found.lobbies.get(table)
        if lobby is not None and person not in lobby.leaving and _is_there(lobby, person):
            raise Violation(f"person {person} left table {table} and is still there")


def _is_there(lobby: Lobby, person: int) -> bool:
    """Whether `person` has a seat, was promised one, or has chips there."""
    return person in lobby.seats or person in lobby.promised_seats.values() or bool(lobby.bets_of(person))


def asked_in(found: Found, run: int) -> dict[str, str]:
    """The questions at which the tables come back in a run. A round under other rules is void, and so it is over."""
    asked = dict(found.asked)
    for number, lobby in found.lobbies.items():
        table = str(number)
        if table in asked and found.begun_under.get(table) not in (
            None,
            rules_in(PLAYED[found.games[number]].game, run),
        ):
            asked[table] = f"{asked[table].partition('.')[0]}.b"
            if lobby.closing:
                del asked[table]
    return asked


def verify_seeds(shown: dict[tuple[int, str], str], found: Found) -> None:
    """Every seed that was shown belongs to a shuffle that is over, and is the promised one."""
    for (table, promised), seed in shown.items():
        if (table, promised) in found.secret:
            raise Violation(f"the seed {seed} of table {table} was shown while its shuffle is in use")
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != promised:
            raise Violation(f"table {table} promised {promised} and has shown the seed {seed}")
    shown.clear()


def after(seconds: float, work: Callable[[], object]) -> threading.Timer:
    """Do `work` after some seconds, on a thread that keeps nothing from ending."""
    timer = threading.Timer(seconds, work)
    timer.daemon = True
    timer.start()
    return timer
