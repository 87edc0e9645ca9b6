"""Every sentence of the bot, from the sources and from the command tree, as one Babel catalogue.

The sources are read as Python reads them, because Babel's own reader doesn't see a call inside an f-string.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import discord
from babel.messages.catalog import Catalog
from discord import app_commands

from cogs.app.bot import App
from cogs.app.sync import TRANSLATED
from data.store.store import Store

ROOT = Path(__file__).parents[2]
SPEAKING = ("cogs", "tables", "guild_settings", "i18n", "players", "games")
"""The packages with sentences in them."""

SAYING = {"words": 1, "_words": 1, "ENGLISH": 1, "Phrase": 1, "IllegalAction": 1, "counted": 2, "Counted": 2}
"""The calls that say something, and how many of their first arguments are templates: one, or one and many.

After these, and after the number of a counted sentence, comes the context, if any.
"""

ROWS = {"Switch", "Whole", "Span", "Choice", "Channels", "Games", "Role", "Channel", "table_limit"}
"""The calls that make a setting; their first two arguments are its name and its meaning."""

_MAKING_WORDS = {"own_words", "shared_words", "speaking", "Words"}

PASSING_ON = ("games/core.py", "cogs/app/sync.py")
"""Files that only pass on what others wrote; they have no sentences of their own."""

OWNERS = discord.Object(1)
"""A server that has the commands of the bot's owner."""

COMMANDS = "commands"
"""The place named for texts of the command tree."""


Sentence: TypeAlias = tuple[str | tuple[str, ...], str]
"""A template, or one for one thing and one for many; and the context that tells two meanings of a text apart, or ""."""


async def everything() -> Catalog:
    """All sentences, with the files they are in; sorted, so that changes in different places don't conflict."""
    found: dict[Sentence, set[str]] = {}
    for package in SPEAKING:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            for _line, sentence in sentences(path.read_text(encoding="utf-8")) if place not in PASSING_ON else ():
                if sentence is not None:
                    found.setdefault(sentence, set()).add(place)
    for text in await _command_texts():
        found.setdefault((text, ""), set()).add(COMMANDS)
    catalogue = Catalog(project="card tables", charset="utf-8", fuzzy=False)
    for sentence in sorted(found, key=str):
        message, context = sentence
        files = [(file, 1) for file in sorted(found[sentence])]
        catalogue.add(message, locations=files, flags=_flags(message), context=context or None)
    return catalogue


def sentences(source: str) -> Iterator[tuple[int, Sentence | None]]:
    """Each sentence in `source`, with its line; None where it isn't written out, so that it can't be found."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        said_by = node.func
        if isinstance(said_by, ast.Call | ast.Subscript):  # own_words(interaction)("Sit"), Choice[str]("Pace", ...)
            said_by = said_by.func if isinstance(said_by, ast.Call) else said_by.value
        name = said_by.id if isinstance(said_by, ast.Name) else getattr(said_by, "attr", "")
        if name in _MAKING_WORDS and said_by is not node.func:
            name = "words"
        if name in SAYING:
            yield node.lineno, _sentence(node.args, SAYING[name])
        elif name in ROWS:
            yield from ((node.lineno, (text, "")) for text in map(_text, node.args[:2]) if text is not None)


def _sentence(arguments: list[ast.expr], templates: int) -> Sentence | None:
    after = templates if templates == 1 else templates + 1
    *texts, context = [_text(part) for part in arguments[:templates]] + [
        _text(arguments[after]) if len(arguments) > after else ""
    ]
    written = tuple(text for text in texts if text is not None)
    if len(written) < templates or context is None:
        return None
    return (written if templates > 1 else written[0]), context


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _flags(message: str | tuple[str, ...]) -> list[str]:
    texts = [message] if isinstance(message, str) else message
    return ["python-brace-format"] if any("{" in text for text in texts) else []


class _Listener(app_commands.Translator):
    """Translates nothing, and remembers what it was asked to translate."""

    def __init__(self) -> None:
        self.heard: set[str] = set()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> None:
        """Nothing."""
        if context.location in TRANSLATED:
            self.heard.add(string.message)


async def _command_texts() -> set[str]:
    listener = _Listener()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "empty.sqlite3")
        # It is never started, so it isn't closed, which would unload modules.
        app = App(store, entropy=lambda: bytes(32), owner_guild=OWNERS.id)
        try:
            await app.load_commands()
            for command in (*app.tree.get_commands(), *app.tree.get_commands(guild=OWNERS)):
                await command.get_translated_payload(app.tree, listener)
        finally:
            await store.close()
    return listener.heard
