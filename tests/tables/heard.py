"""A table without a loop or a database that is told in words what happens, and is asked what is to be seen there."""

from random import Random

import pytest
from msgspec.structs import replace

from data.ledger.ledger import Account
from games.core import Transfer
from tables import events
from tables.events import Act, Arrange
from tables.halt import BLOCKED, RESTARTING
from tables.lobby import Leaving
from tests.tables.books import Desk
from tests.tables.room import ANA, BEN, CY, GUILD, GUS, HOST
from tests.tables.stories import REFUSALS

PEOPLE = {"ana": ANA, "ben": BEN, "cy": CY, "dee": 104, "eli": 105, "fay": 106, "gus": GUS, "host": HOST}
PURSE = 1000


def cases(rows, *names):
    """The cases of a test of what `becomes` of something: rows of what each is called, and then these."""
    of_each = names or ("table", "before", "happens", "then")
    return pytest.mark.parametrize(of_each, [row[1:] for row in rows], ids=[row[0] for row in rows])


class Heard(Desk):
    """A table where everybody has 1,000 chips. It hears a name, a verb, and perhaps how many or of what."""

    broken, drawn, called, version = "", False, frozenset(), 0

    def __init__(self, game, terms):
        super().__init__(game, terms, Random(1))
        self.start, vars(game)["start"] = game.start, self._start
        for person in PEOPLE.values():
            self.books.gives(person, PURSE)

    def once(self, event):
        outcome = super().once(event)
        self.drawn, self.called = self.drawn or outcome.redraws, self.called | outcome.calls
        return outcome

    def _start(self, *deal):
        if self.broken == "jam":
            raise LookupError("the shoe is jammed")
        step = self.start(*deal)
        return replace(step, transfers=(Transfer(2, 0, 1, "win"),)) if self.broken == "stranger" else step

    def hears(self, phrases):
        """All of this happens; what is `seen` is about the last of it."""
        for phrase in filter(None, phrases.split(", ")):
            who, verb, *rest = phrase.split()
            self.drawn, self.called, self.version = False, frozenset(), self.table.version
            getattr(self, f"_{verb}")(PEOPLE.get(who, who), *rest)

    def becomes(self, before, happens, then):
        """What of `then` is `seen` when that happens after what was `before`.

        Where it is `refused`, nothing else has changed.
        """
        self.hears(before)
        table, saved, wanted, seen = self.table, self.books.saved, then.get("refused", ()), {}
        try:
            self.hears(happens)
        except (*REFUSALS, ValueError) as refusal:
            assert len(then) > 1 or (self.table, self.books.saved) == (table, saved)
            is_that = wanted in str(refusal) if isinstance(wanted, str) else isinstance(refusal, wanted)
            seen["refused"] = wanted if is_that else refusal
        return seen | {what: self.seen(what) for what in then if what != "refused"}

    # Verbs

    def _sits(self, who):
        self.does(Arrange(who, lambda lobby: lobby.sit(who)))

    def _presses(self, who, how="aloud"):
        self.does(Arrange(who, lambda lobby: lobby, quietly=how == "quietly"))

    def _plays(self, who, move, question=None):
        """Such as `stand`, or `stake_10`."""
        self.does(Act(who, question or self.table.question_id, move.replace("_", " ")))

    def _leaves(self, who, agreed=None):
        self.does(events.Leave(who, None if agreed is None else Leaving[agreed]))

    def _closes(self, who):
        self.does(events.Close(who))

    def _voids(self, who):
        self.does(events.Void(who))

    def _dies(self, _process):
        """In the middle of the next thing, after what is written first."""
        self.dies = lambda: True

    def _restarts(self, _bot):
        self.comes_back()

    def _has(self, who, chips):
        self.books.gives(who, int(chips) - self.chips(who))

    def _misses(self, who, times):
        for _ in range(int(times)):
            self.table = replace(self.table, lobby=self.table.lobby.missed_turn(who))

    def _begins(self, what):
        """A halt of the server, or one that lasts; or the shoe jams, or the deal pays a stranger."""
        self.halt = {"halt": RESTARTING, "block": BLOCKED}.get(what)
        self.broken = what

    def _ends(self, _what):
        self.halt, self.broken = None, ""
        self.does(events.HaltOver())

    def _passes(self, _time, seconds):
        """So much time, with what is due in it."""
        until = self.uptime + float(seconds)
        for _ in range(1000):
            if (found := self.due()) is None or self.uptime + found[0] > until:
                break
            self.rings()
        self.uptime = max(until, self.uptime)

    # What is seen

    def chips(self, who):
        return self.books.chips[Account.member(GUILD, who)]

    def seen(self, what):
        table, books = self.table, self.books
        play = table.play
        return {
            "playing": table.is_playing,
            "closed": table.is_closed,
            "void": table.was_voided,
            "by": str(table.lobby.closed_by),
            "chips": [self.chips(person) for person in (ANA, BEN, CY)],
            "staked": table.lobby.staked(),
            "seats": table.lobby.seats[:3],
            "question": table.question_id,
            "changes": table.version - self.version,
            "posted": books.last
            and [(each.why, each.amount, each.round, each.actor_id) for each in books.last.postings],
            "asked": table.people_asked,
            "news": play and [type(event).__name__ for event in play.events],
            "drawn": self.drawn,
            "called": self.called,
            "seconds": table.clock.ends and round(table.clock.ends - self.uptime),
            "leaving": table.lobby.leaving,
            "missed": table.lobby.missed,
            "moves": books.saved.running and [(m.seat, m.action, m.made_by) for m in books.saved.running.moves],
            "people": play and play.setup.people[:3],
            "faults": [str(fault) for fault in self.faults],
        }[what]
