"""Who may do what the bank does, and the reason that they give for it."""

from __future__ import annotations

import unicodedata
from typing import Any

import discord
from discord import app_commands

from games.core import IllegalAction

LONGEST_REASON = 200

Reason = app_commands.Range[str, 1, LONGEST_REASON]


def verify_manages(interaction: discord.Interaction[Any]) -> None:
    """Raise MissingPermissions unless the person has Manage Server, whatever Discord let them see and press."""
    if not interaction.permissions.manage_guild:
        raise app_commands.MissingPermissions(["manage_guild"])


def clean(reason: str) -> str:
    """The reason on one line, without what can't be seen. Raises IllegalAction when nothing is left, or too much is."""
    seen = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in reason)
    text = " ".join(seen.split())
    if not 1 <= len(text) <= LONGEST_REASON:
        raise IllegalAction("Say in a few words why, in at most {longest} characters.", longest=LONGEST_REASON)
    return text
