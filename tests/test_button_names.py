"""A sentence names a button as it stands on its message, whose language may be another: its name is a place there."""

import ast
import re

import pytest

from tools.messages.sources import PASSING_ON, ROOT, SAYING, SPEAKING, of_rules, sentences

ALSO_THINGS = {"More", "Points", "No trumps", "Last deal", "Kitty", "Clubs", "Diamonds", "Hearts", "Spades"}
"""Buttons that are called after something of the game, which sentences name."""
LABELLING = {"button", "table_button", "link_button", "leading", "Offer", "Button"}
"""The calls whose texts stand on buttons."""


def written_at(pattern, *folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if path.relative_to(ROOT).as_posix() not in PASSING_ON:
                yield path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def labels():
    """What stands on the buttons, without prices, and also without the dots of those that open something."""
    found = set()
    for source in written_at("*.py", "cogs"):
        for node in ast.walk(ast.parse(source)):
            if _name(node) in LABELLING or _is_labels(node):
                found |= {text for part in ast.walk(node) for text in _said(part)}
    names = {re.sub(r" ?\{.*", "", text) for text in found}
    names |= {name.removesuffix("…") for name in names}
    return {name for name in names if name[:1].isupper()} - ALSO_THINGS


def _name(node):
    called = getattr(node, "func", None)
    return getattr(called, "id", getattr(called, "attr", ""))


def _is_labels(node):
    """Whether it is a table of what stands on buttons."""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    return isinstance(node, ast.Assign | ast.AnnAssign) and any(
        re.search("LABELS|MOVES", getattr(one, "id", "")) for one in targets
    )


def _said(node):
    if _name(node) in SAYING and node.args and isinstance(node.args[0], ast.Constant):
        yield str(node.args[0].value)


def test_no_sentence_has_the_name_of_a_button_written_into_it(labels):
    assert {"Bet", "Ready", "My hand", "Join", "More…", "Stick", "Hit"} <= labels
    texts = [text for source in written_at("*.py", *SPEAKING) for _, said in sentences(source) if said for text in said]
    texts += [text for source in written_at("rules.md", "cogs") for said in of_rules(source) for text in said]
    assert [text for text in map(str, texts) if named(text, labels)] == []


def named(text, labels):
    """The buttons that a sentence names: in bold, or as what somebody presses."""
    bold, pressed = (
        re.findall(r"\*\*([^*{}]+)\*\*", text),
        re.findall(r"[Pp]ress(?:es|ed|ing)? ([A-Z][\w' ]*)", text),
    )
    return [*labels.intersection(bold), *(name for name in pressed if name.startswith(tuple(labels)))]


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("Bet first, then press Ready.", True),
        ("Press **Bet** again.", True),
        ("**My hand** shows your cards.", True),
        ("Press My hand for your cards and buttons.", True),
        ("Press {ready} when you are.", False),
        ("Press a card to play it.", False),
        ("**Better** than nothing", False),
    ],
)
def test_a_name_that_is_written_into_a_sentence_is_found(labels, text, is_found):
    assert bool(named(text, labels)) is is_found
