"""The languages of tests: brackets, which show what can't be translated or has no room when it is, and keys."""

from types import SimpleNamespace

from babel.messages.catalog import Catalog

from i18n.catalogues import texts
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


def test_each_key_has_a_sentence_of_its_own_and_a_test_says_it(sentences):
    there = {texts(each.id)[0] for each in sentences}
    found = keys.lines()
    assert len({*found.values()}) == len(found)
    assert found.keys() - there == set(), "python -m tests.cogs.keys brings the keys along"
    assert {*found.values()} & there == set()
    assert [key for key in found.values() if not any(map(keys.is_named, key.split(" / ")))] == []


def test_a_reworded_sentence_is_told_by_its_file_and_its_words():
    gone = {"Sit": {"a.py"}, "{count} tricks": {"b.py"}, "You left.": {"b.py"}, "Play on now": {"c.py"}}
    gone |= {"Up": {"d.py"}, "{card} led": {"e.py"}}
    new = {"Take a seat": {"a.py"}, "{count} won tricks": {"b.py"}, "You left it.": {"b.py"}, "Play on": {"f.py"}}
    new |= {"Down": {"g.py"}, "{suit} led": {"e.py"}}
    assert keys.paired(gone, new) == {
        "Take a seat": "Sit",
        "{count} won tricks": "{count} tricks",
        "You left it.": "You left.",
        "Play on": "Play on now",
    }


def test_until_a_reworded_sentence_is_committed_it_is_its_own_key(tmp_path, monkeypatch):
    monkeypatch.setattr(keys, "ROOT", tmp_path)
    (tmp_path / "cogs").mkdir()
    seats, chips = tmp_path / "cogs/seats.py", tmp_path / "cogs/chips.py"
    seats.write_text('words("Sit")')
    chips.write_text('words.counted("{count} chips", count)')
    keys._git("init")
    keys._git("add", ".")
    keys._git("-c", "user.name=Ana", "-c", "user.email=ana@cards", "commit", "-m", "Deal")
    assert keys.reworded("HEAD") == {}
    seats.write_text('words("Take a seat.")')
    chips.write_text('words.counted("{count} tokens", count)')
    assert keys.reworded("HEAD") == {"Take a seat.": "Sit", "{count} tokens": "{count} chips"}


def test_a_key_is_said_for_its_sentence_and_for_one_thing_another(monkeypatch):
    said = {"You have {count} chips.": ("one chip", "rich: {count}"), "Take {chips} now": ("take {chips}",) * 2}
    monkeypatch.setattr(keys, "keys", lambda: said)
    words = keys.KeyedWords()
    assert words.counted("You have {count} chips.", 1) == "one chip"
    assert words.counted("You have {count} chips.", 1250) == "rich: 1,250"
    assert words("Take {chips} now", chips=50) == "take 50"
    assert words("Sit") == "Sit"
