"""The language of brackets, with which tests find text that can't be translated, or has no room when it is."""

from types import SimpleNamespace

from babel.messages.catalog import Catalog

from tests.cogs import limits, pseudo


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
