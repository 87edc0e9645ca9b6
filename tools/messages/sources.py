"""Every sentence of the bot, from the sources and from the command tree, as one Babel catalogue.

The sources are read as Python reads them, because Babel's own reader doesn't see a call inside an f-string.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import discord
from babel.messages.catalog import Catalog, Message
from discord import app_commands

from cogs.app.bot import App
from cogs.app.sync import TRANSLATED
from cogs.table.rules_text import COUNT, sections
from data.store.store import Store

ROOT = Path(__file__).parents[2]
SPEAKING = ("cogs", "tables", "guild_settings", "i18n", "players", "games")
"""The packages with sentences in them."""

COUNTING = ("counted", "Counted")
SAYING = ("words", "_words", "ENGLISH", "Phrase", "Button", "IllegalAction", *COUNTING)
"""The calls that say something: first comes the template, of those that count then the number, and the context, if any.
"""

ROWS = {
    *("Switch", "Whole", "Span", "Givers", "Choice", "Channels", "Games", "Role", "Channel", "ClubEvening"),
    "table_limit",
}
"""The calls that make a setting; their first two arguments are its name and its meaning."""

_MAKING_WORDS = {"own_words", "shared_words", "speaking", "Words"}

PASSING_ON = ("games/core.py", "cogs/app/sync.py", "cogs/table/rules_text.py")
"""Files that only pass on what others wrote; they have no sentences of their own."""

OWNERS = discord.Object(1)
"""A server that has the commands of the bot's owner."""

COMMANDS = "commands"
"""The place named for texts of the command tree."""


IN_ENGLISH = ("cogs/owner/", "cogs/fair/report.py", "cogs/bank/panel.py")
"""Where sentences are that only one reader sees: the bot's owner, an auditor, whoever works out a shuffle again.

Nobody translates those that are nowhere else.
"""

Sentence: TypeAlias = tuple[str | tuple[str, str], str]
"""A template, and the context that tells two meanings of a text apart, or "".

That of a sentence that counts is there twice: gettext wants an English text for one and one for many, and the code has
that for many alone.
"""


async def everything() -> Catalog:
    """All sentences, with the files they are in; sorted, so that changes in different places don't conflict."""
    found: dict[Sentence, set[str]] = {}
    for package in SPEAKING:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            for _line, sentence in sentences(path.read_text(encoding="utf-8")) if place not in PASSING_ON else ():
                if sentence is not None:
                    found.setdefault(sentence, set()).add(place)
    for path in sorted((ROOT / "cogs").rglob("rules.md")):
        for sentence in of_rules(path.read_text(encoding="utf-8")):
            found.setdefault(sentence, set()).add(path.relative_to(ROOT).as_posix())
    for place, texts in (await _command_texts()).items():
        for text in texts:
            found.setdefault((text, ""), set()).add(place)
    catalogue = Catalog(project="card tables", charset="utf-8", fuzzy=False)
    for sentence in sorted(found, key=str):
        message, context = sentence
        files = [(file, 1) for file in sorted(found[sentence])]
        flags = ["python-brace-format"] if "{" in (message if isinstance(message, str) else message[-1]) else []
        catalogue.add(message, locations=files, flags=flags, context=context or None)
    return catalogue


def is_translated(message: Message) -> bool:
    """Whether a sentence of `everything` is said in all languages."""
    return not message.locations or not all(file.startswith(IN_ENGLISH) for file, _line in message.locations)


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
            yield node.lineno, _sentence(node.args, counts=name in COUNTING)
        elif name in ROWS:
            yield from ((node.lineno, (text, "")) for text in map(_text, node.args[:2]) if text is not None)


def of_rules(text: str) -> Iterator[Sentence]:
    """Each sentence of a `rules.md` with this text."""
    for section in sections(text):
        for said in (*([] if section.is_part else [section.name]), *chain(*section.paragraphs)):
            if said.template:
                yield (said.template, said.template) if COUNT in said.sources else said.template, ""


def _sentence(arguments: list[ast.expr], *, counts: bool) -> Sentence | None:
    parts = arguments[:1] + arguments[2:3] if counts else arguments[:2]
    texts = [text for part in parts if (text := _text(part)) is not None]
    if not texts or len(texts) < len(parts):
        return None
    template, context = texts[0], "".join(texts[1:])
    return (template, template) if counts else template, context


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


class _Listener(app_commands.Translator):
    """Translates nothing, and remembers what it was asked to translate."""

    def __init__(self) -> None:
        self.heard: set[str] = set()

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> None:
        """Nothing."""
        if context.location in TRANSLATED:
            self.heard.add(string.message)


async def _command_texts() -> dict[str, set[str]]:
    """What Discord shows of commands, by where they are: everybody's, and the owner's."""
    found = {COMMANDS: _Listener(), IN_ENGLISH[0]: _Listener()}
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "empty.sqlite3")
        # It is never started, so it isn't closed, which would unload modules.
        app = App(store, entropy=lambda: bytes(32), owner_guild=OWNERS.id)
        try:
            await app.load_commands()
            for guild, listener in zip((None, OWNERS), found.values(), strict=True):
                for command in app.tree.get_commands(guild=guild):
                    await command.get_translated_payload(app.tree, listener)
        finally:
            await store.close()
    return {place: listener.heard for place, listener in found.items()}
