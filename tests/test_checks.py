"""What is known of a table is asked where it is changed: no handler looks at it first and changes it afterwards.

Between the look and the change somebody else may press, because each event waits for the lock of its table. So what a
change depends on belongs into `step`, or into the function that it is given, which sees the lobby under the lock.
"""

import ast
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOOKS = {
    *("gives_way", "has_ended", "is_at", "is_away", "is_closed", "is_in_round", "is_kept", "is_playing", "leaving"),
    *("lobby", "people_asked", "play", "question_id", "rounds", "verify_not_begun"),
}
"""What a table says about itself, and what changes with the next press."""
COURTESIES = {
    "_is_short": "it only explains in time what the ledger refuses with the change",
    "_verify_holds": "the same, and the change says what must be left",
    "_verify_covers": "the same",
    "_verify_may_pay": "the same: the ledger refuses what the server's limits forbid",
    "_verify_is_bought": "the same, when the price is paid",
    "_verify_buys": "it asks what the change asks again, and the price is in the address",
}
"""Functions that may look before a change."""
RIGHT_EITHER_WAY = {
    "if press.table.is_playing:": "the next window waits for somebody, or that is forgotten with it",
    "if table.lobby.is_away(press.user_id):": "they are no longer away, or were not",
    "if live.table.is_at(user_id) and": "they leave, or have left",
    "if table.id not in played_on and table.is_at(user_id):": "the locks of all tables are held",
    "if live.table.is_paused(live.table.lobby) != is_held:": "it only saves a change that changes nothing",
    "if self._sending.is_flying or": "the message shows the table as it is when it is drawn",
    "edited, there = None if self._is_old()": "the same",
    "if await self._is_wanted(evening, game):": "a table that fills up meanwhile has another beside it a moment later",
    "await self._open(guild, evening, game)": "it opens another table than those that are filled",
    "if not is_form and verb in spec.entrances": "the introduction leads to the table as it is then",
    "if not view.pressed(": "which copy of the message is the latest is no part of the table",
    "if is_new and await is_short(": "it only explains in time what the ledger refuses with the change",
    "if press.address.question_id != press.table.question_id:": "the change compares it once more",
    "if banker_of(press.table.lobby) != press.user_id:": "it opens a form, whose change refuses anybody else",
    "if not whole_number(text):": "what was typed is no part of the table",
    "if to is None and chosen != ANYBODY:": "the change asks who is there once more",
    "bank.offer(terms, press.table.lobby,": "the change asks all of it once more",
    "if view.phase is not Phase.KITTY or card not in": "the table refuses a discard that isn't legal any more",
    "if len(marked) < KITTY:": "which cards are marked is no part of the table",
}
"""Lines that may look before a change, because it comes to the same if the table is another by then."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def sources():
    return [path for room in ("cogs", "tables") for path in sorted((ROOT / room).rglob("*.py"))]


def parts(node):
    """All of a function but the functions inside it, which are called later."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, (*FUNCTIONS, ast.Lambda)):
            yield part
            yield from parts(part)


def called(node):
    """The name of the function or method that is called."""
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "id", None) or getattr(node.func, "attr", None)


def is_table(node):
    """Whether a table is meant: `table`, `press.table`, `found`."""
    return getattr(node, "id", None) in {"table", "found", "own", "there"} or getattr(node, "attr", None) == "table"


def is_live(node):
    """Whether what changes a table is meant: `live`, `press.live`."""
    return getattr(node, "id", None) == "live" or getattr(node, "attr", None) == "live"


def is_change(node):
    return isinstance(node, ast.Call) and called(node) == "do" and is_live(getattr(node.func, "value", None))


def is_look(node, helpers):
    if called(node) in helpers:
        return True
    return isinstance(node, ast.Attribute) and node.attr in LOOKS and is_table(node.value)


def is_about_none(node):
    """Whether it is only asked if there is a table, or a message."""
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot)


def names(node):
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


class Module:
    """The functions of one file: which of them look at a table, and which change one, also by others of the file."""

    def __init__(self, text):
        self.lines = text.splitlines()
        self.functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, FUNCTIONS)]
        self.changers = self._closed(is_change, only=ast.AsyncFunctionDef)
        self.helpers = self._closed(lambda node: is_look(node, ())) - self.changers - COURTESIES.keys()

    def _closed(self, marks, only=FUNCTIONS):
        found = set()
        while True:
            more = {
                each.name
                for each in self.functions
                if isinstance(each, only) and any(marks(part) or called(part) in found for part in parts(each))
            }
            if more == found:
                return found
            found = more

    def slips(self):
        for each in self.functions:
            changes = [part for part in parts(each) if is_change(part) or called(part) in self.changers]
            if changes:
                last = max((part.lineno, part.col_offset) for part in changes)
                yield from (found for found in self._checks(each) if (found.lineno, found.col_offset) < last)

    def _checks(self, function):
        """The conditions, and the calls of functions that refuse, that look at a table."""
        seen = set()  # the names that hold what was seen of it
        for part in sorted(
            (part for part in parts(function) if hasattr(part, "lineno")),
            key=lambda part: (part.lineno, part.col_offset),
        ):
            if self._is_right_either_way(part):
                continue
            if isinstance(part, ast.Assign) and self._looks(part.value, seen):
                seen |= set(chain.from_iterable(names(target) for target in part.targets))
            elif isinstance(part, ast.If | ast.IfExp | ast.While | ast.Assert) and self._looks(part.test, seen):
                yield part.test
            elif isinstance(part, ast.Match) and self._looks(part.subject, seen):
                yield part.subject
            elif isinstance(part, ast.Expr) and self._looks(part.value, ()) and not self._changes(part.value):
                yield part

    def _is_right_either_way(self, part):
        return self.lines[part.lineno - 1].strip().startswith(tuple(RIGHT_EITHER_WAY))

    def _looks(self, node, seen):
        if any(called(part) in COURTESIES for part in ast.walk(node)) or is_about_none(node):
            return False
        if names(node) & set(seen):
            return True
        return any(is_look(part, self.helpers) for part in [node, *parts(node)])

    def _changes(self, node):
        return any(is_change(part) or called(part) in self.changers for part in ast.walk(node))


def slips(text):
    """The checks of a table that come before its change in the same function, as source."""
    return [ast.unparse(found) for found in Module(text).slips()]


def test_no_handler_checks_a_table_before_it_changes_it():
    found = {str(path.relative_to(ROOT)): slips(path.read_text()) for path in sources()}
    assert sum(text.count("live.do(") for text in map(Path.read_text, sources())) > 30
    assert {path: slip for path, slip in found.items() if slip} == {}


def test_nobody_but_the_driver_puts_another_table_in_a_live_ones_place():
    nodes = ((path.name, node) for path in sources() for node in ast.walk(ast.parse(path.read_text())))
    stored = ((name, node) for name, node in nodes if isinstance(getattr(node, "ctx", None), ast.Store))
    tables = ((name, node.value) for name, node in stored if getattr(node, "attr", None) == "table")
    assert {name for name, value in tables if name == "driver.py" or is_live(value)} == {"driver.py"}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("if table.is_playing:\n  return\n await live.do(Close(1))", ["table.is_playing"]),
        ("begun = table.is_kept\n if begun:\n  return\n await live.do(Close(1))", ["begun"]),
        ("verify(press)\n await press.live.do(Leave(1))", ["verify(press)"]),
        ("await press.live.do(Arrange(1, lambda lobby: lobby.sit(1)))\n if press.table.is_playing:\n  return", []),
        ("try:\n  await live.do(Leave(1))\n except NeedsConfirmation:\n  return", []),
    ],
)
def test_a_check_before_a_change_is_found(code, found):
    helper = "def verify(press):\n if press.table.lobby.closing:\n  raise TableClosed\n"
    assert slips(f"{helper}async def handler(press, live, table):\n {code}\n") == found
