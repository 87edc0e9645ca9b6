"""The languages of tests: brackets, which show what can't be translated or has no room when it is, and keys."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog

from tests.cogs import keys, limits, pseudo


def test_letters_outside_brackets_are_found_and_so_is_a_sentence_that_was_cut_off():
    for text, strays in (
        ("⟦You have ⟧1⟦,⟧250⟦ chips.⟧", ""),
        (
            "`1` <@123>  **20** · <t:123:R> <:joker:55> 9H 10♥ https://discord.com/channels/1/2/3 ⟦shuffle ⟧9f31c2ab",
            "",
        ),
        ("⟦You must follow ⟧clubs⟦.⟧", "clubs"),
        ("Dealer 9H", "Dealer"),
        ("P1 20", "P"),
        ("⟦You have ", "⟦Youhave"),
    ):
        assert pseudo.strays(text) == strays
    assert pseudo.strays("⟦Keep the ba…") != ""


def test_parameters_stay_outside_the_brackets_and_a_stretched_sentence_is_as_long_as_its_longest_translation():
    assert pseudo.bracketed("{person}, it's your turn · {when}") == "{person}⟦, it's your turn · ⟧{when}"
    assert pseudo.bracketed("{person} bets.", 20) == "{person}⟦ bets.⁓⁓⁓⁓⟧"
    assert pseudo.bracketed("Sit", 2) == "⟦Sit⟧"


def test_each_label_has_discords_limit_and_the_longest_values_of_a_sentence_count():
    for part, most in (
        ({"type": 2, "label": "Sit", "custom_id": "b:1"}, 80),
        ({"type": 3, "placeholder": "Sit"}, 150),
        ({"type": 3, "options": [{"label": "Sit", "value": "1"}]}, 100),
        ({"type": 3, "options": [{"label": "1", "description": "Sit"}]}, 100),
        ({"type": 18, "label": "Sit", "component": {"type": 4}}, 45),
        ({"type": 18, "label": "1", "description": "Sit"}, 100),
        ({"type": 18, "label": "1", "component": {"type": 4, "placeholder": "Sit"}}, 100),
        ({"title": "Sit", "custom_id": "f:1"}, 45),
    ):
        assert ("Sit", most) in list(limits.labels({"data": {"components": [part]}}))
    assert limits.longest("Give {chips} to {person}") == len("Give  to ") + len("1,00,00,00,00,00,00,000") + 32


def test_a_translation_that_is_too_long_for_its_button_is_named(monkeypatch):
    monkeypatch.setattr(pseudo, "translations", lambda: {(None, "Sit"): {"de": ["Setz dich " * 9], "fr": ["Assis"]}})
    catalogue = Catalog()
    catalogue.add("Sit")
    request = SimpleNamespace(json={"components": [{"type": 2, "label": "⟦Sit⁓⁓⟧"}]})
    assert limits.too_long([request], catalogue) == {("de", 80, "Setz dich " * 9)}


# Keys


@pytest.fixture(scope="module")
def written():
    """What tests of bots say, each text whole."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.rglob("*.py")))
    return "".join(re.sub(r'"\s+f?"', "", source) for source in sources)


def test_each_key_has_a_sentence_of_its_own_and_a_test_says_it(sentences, written):
    lines = [(key, said) for key, said in keys.lines() if key]
    assert len(dict(lines)) == len({said for _, said in lines}) == len(lines)
    there = keys.places(sentences)
    assert [said for _, said in lines if said not in there] == [], "python -m tests.cogs.keys brings the keys along"
    assert [key for key, said in lines if key != said and key in there] == []
    assert [key for key, _ in lines if not any(re.search(said, written) for said in _as_written(key))] == []


def _as_written(key):
    """How a test says the sentences of a key, with anything in their places, and without marks."""
    text = re.sub(r"\*\*|`", "", key).replace("−", "-").replace("\n", "\\n").replace('"', '\\"')
    pieces = (filter(None, re.split(r"\{\w*\}", said)) for said in re.split(r"(?<=[.?!]) ", text))
    return [r"[^\n]*?".join(found) for said in pieces if (found := [*map(re.escape, said)])]


def test_a_reworded_sentence_keeps_its_key():
    lines = [
        (None, "-- Buttons"),
        ("Sit", "Sit"),
        ("{count} tricks", "{count} tricks"),
        ("left", "You left."),
        ("Up", "Up"),
        ("Play on", "Play on"),
    ]
    before = {"Sit": {"a.py"}, "{count} tricks": {"b.py"}, "You left.": {"b.py"}, "Up": {"c.py"}, "Down": {"c.py"}}
    before |= {"Play on": {"d.py"}, "on": {"d.py"}}
    there = {"Take a seat": {"a.py"}, "{count} won tricks": {"b.py"}, "You left it.": {"b.py"}, "Down": {"c.py"}}
    there |= {"To play on": {"d.py"}, "Shoot": {"d.py"}, "on": {"d.py"}}
    found, lost = keys.reworded(lines, there, before)
    assert found[:2] == [(None, "-- Buttons"), ("Sit", "Take a seat")]
    assert found[2:4] == [("{count} trick / {count} tricks", "{count} won tricks"), ("left", "You left it.")]
    assert found[5] == ("Play on", "To play on")
    assert lost == ["Up"]


def test_a_key_is_said_for_its_sentence_and_for_one_thing_another(monkeypatch):
    said = {"You have {count} chips.": ("one chip", "rich: {count}"), "Take {chips} now": ("take {chips}",) * 2}
    monkeypatch.setattr(keys, "keys", lambda: said)
    words = keys.KeyedWords()
    assert words.counted("You have {count} chips.", 1) == "one chip"
    assert words.counted("You have {count} chips.", 1250) == "rich: 1,250"
    assert words("Take {chips} now", chips=50) == "take 50"
    assert words("Sit") == "Sit"
