"""The language of brackets, with which tests find text that can't be translated."""

import pytest

from tests.cogs import pseudo


@pytest.mark.parametrize(
    ("text", "strays"),
    [
        ("⟦You have ⟧1⟦,⟧250⟦ chips.⟧", ""),
        ("`1` <@123>  **20** · <t:123:R> <:8S_v1:55> 9H 10♥ https://discord.com/channels/1/2/3 ⟦shuffle ⟧9f31c2ab", ""),
        ("⟦You must follow ⟧clubs⟦.⟧", "clubs"),
        ("Dealer 9H", "Dealer"),
        ("P1 20", "P"),
        ("⟦You have ", "⟦Youhave"),
    ],
)
def test_letters_outside_brackets_are_found(text, strays):
    assert pseudo.strays(text) == strays


def test_parameters_stay_outside_the_brackets():
    assert pseudo.bracketed("**{person}**, it's your turn · {when}") == "⟦**⟧{person}⟦**, it's your turn · ⟧{when}"
