"""The reason that somebody who manages a server gives for what they do by hand."""

from __future__ import annotations

import unicodedata

from discord import app_commands

from games.core import Counted, IllegalAction

LONGEST_REASON = 200

Reason = app_commands.Range[str, 1, LONGEST_REASON]


def clean(reason: str) -> str:
    """The reason on one line, without invisible characters. Raises IllegalAction when it is empty or too long."""
    text = on_one_line(reason)
    if not 1 <= len(text) <= LONGEST_REASON:
        raise IllegalAction.saying(
            Counted(
                "Give a short reason, of at most {count} character.",
                "Give a short reason, of at most {count} characters.",
                LONGEST_REASON,
            )
        )
    return text


def on_one_line(text: str) -> str:
    """What somebody typed on one line, without invisible characters."""
    seen = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in text)
    return " ".join(seen.split())
