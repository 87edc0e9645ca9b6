"""What is special about the rules of one house: every option that differs from the default, in its own words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cogs.table.rules_text import Page, paragraphs
from i18n.words import Words
from tables.settings.schema import GameSettings


def with_house_rules(game: GameSettings, options: Any, pages: tuple[Page, ...], words: Words) -> tuple[Page, ...]:
    """`pages`, with the differences from the usual rules, if any, on the first of them."""
    values = options.to_json()
    rows = [
        words("{option}: {value}", option=setting.title, value=setting.said(values[setting.option], words))
        for setting in game.house_options
        if values[setting.option] != setting.default
    ]
    if not rows:
        return pages
    first = pages[0]
    house = "\n".join([words("**House rules here** that differ from the usual ones:"), *rows])
    return (replace(first, text=paragraphs(first.text, house)), *pages[1:])
