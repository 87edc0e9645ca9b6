"""The language of brackets, in which tests look for text that could not be translated."""

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
def test_letters_outside_of_brackets_are_seen(text, strays):
    assert pseudo.strays(text) == strays


def test_brackets_leave_the_places_of_parameters_open():
    assert pseudo.bracketed("**{person}**, it's your turn · {when}") == "⟦**⟧{person}⟦**, it's your turn · ⟧{when}"
