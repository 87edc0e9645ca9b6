"""What documents list is printed from the code: `make docs` prints it into them, and tests/test_docs.py compares.

That is each table of settings, the commands with their parameters, the games with their rules, and the budgets of a
press. Whatever stands around these tables is for people to write, and so are the sentences of commands and games: a row
that is there keeps them, and a new one begins with those of Discord.
"""

import asyncio
import re
import tempfile
import tomllib
from pathlib import Path

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.extensions import EXTENSIONS
from data.store.store import Store
from i18n.words import ENGLISH as WORDS
from tables.settings.evening import ClubEvening
from tables.settings.kinds import Channel, Channels, Choice, Games, Role, Span, Switch, Whole

ROOT = Path(__file__).parents[1]
OWNERS = discord.Object(1)
"""The server that has the commands of the bot's owner."""
TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
DOCUMENTS = {}
"""What prints each document, from its present text and a bot with all commands."""


def document(path):
    return lambda function: DOCUMENTS.setdefault(path, function)


def rows(text):
    """The rows of the first table in a text, without its heading."""
    found = TABLE.search(text)
    lines = found[0].splitlines()[2:] if found else []
    return [[cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")] for line in lines]


def table(heading, rows):
    return "".join(f"{line}\n" for line in [row(heading), f"|{'---|' * len(heading)}", *map(row, rows)])


def row(cells):
    return f"| {' | '.join(cells)} |"


def with_table(text, title, printed):
    """The text with another table below a heading, which is made at the end where it is missing."""
    found = re.search(rf"^#+ {re.escape(title)}\n(?:(?!#).*\n)*", text, re.MULTILINE)
    if found is None:
        return f"{text.rstrip()}\n\n### {title}\n\n{printed}"
    section = TABLE.sub(lambda _: printed, found[0], count=1)
    return text[: found.start()] + section + text[found.end() :]


# Settings


def values(setting):
    match setting:
        case Switch():
            return "on, off"
        case Whole():
            return f"{setting.least:,} to {setting.most:,}"
        case Span():
            return f"two numbers from {setting.least:,} to {setting.most:,}"
        case Choice():
            return ", ".join(setting.said(value, WORDS) for value in setting.choices)
        case Channels():
            return f"up to {setting.most} channels"
        case Games():
            return "at least one game"
        case ClubEvening():
            return "channel, day, time with time zone, hours and games, in one form"
        case Role():
            return "one role"
        case Channel():
            return "one channel"
    raise LookupError(f"tests/printed.py doesn't know the values of a {type(setting).__name__}")


@document("docs/settings.md")
def settings(text, app):
    commands = "|".join(sorted((each.qualified_name for each in every_command(app)), key=len, reverse=True))
    heading = ["Setting", "Key", "Default", "Values", "Meaning"]
    for group in app.servers.schema.groups.values():
        printed = []
        for each in group.settings:
            said = "" if each.meaning is None else WORDS.said(each.meaning)
            meaning = re.sub(rf"/({commands})\b", r"`/\1`", said)
            default = each.said(each.default, WORDS)
            printed.append([WORDS.said(each.title), f"`{each.key}`", default, values(each), meaning])
        text = with_table(text, WORDS.said(group.title), table(heading, printed))
    return text


# Commands


def every_command(app, guild=None):
    return [each for each in app.tree.walk_commands(guild=guild) if isinstance(each, app_commands.Command)]


def typed(command):
    """A command as people type it: `/table close table [reason]`."""
    parameters = (each.display_name if each.required else f"[{each.display_name}]" for each in command.parameters)
    return f"`/{' '.join([command.qualified_name, *parameters])}`"


@document("docs/commands.md")
def commands(text, app):
    missing = {each.qualified_name: each for each in every_command(app)}
    owners = {each.qualified_name: each for each in every_command(app, OWNERS)}
    for title, offered in [("For managers", missing), ("For everyone", missing), ("For the bot's operator", owners)]:
        section = text[text.index(f"## {title}\n") :]
        printed = []
        for line in rows(section):
            words = line[0].strip("`/").split()
            names = (" ".join(words[:length]) for length in range(len(words), 0, -1))
            command = next((offered.pop(name) for name in names if name in offered), None)
            if command is not None:
                printed.append([typed(command), *line[1:]])
        for name, command in list(offered.items()):
            group = [at for at, [cell, *_] in enumerate(printed, 1) if name.split()[0] == cell.strip("`/").split()[0]]
            if group or title != "For managers":
                printed.insert(max(group, default=len(printed) - 1), [typed(command), f"{command.description}."])
                del offered[name]
        text = with_table(text, title, table(["Command", "What it does"], printed))
    return text


# Games


def page(game):
    """The name of the page with a game's rules."""
    return f"{game.key.replace('_', '-')}.md"


def stated(page):
    """The numbers of the rules on a page."""
    path = ROOT / "docs" / "rules" / page
    if not path.is_file():
        raise FileNotFoundError(f"docs/rules/{page} is missing: write down the rules of the game, with numbers")
    return re.findall(r"^(?:- \*\*)?(S?\d+)\.", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


@document("docs/rules/README.md")
def rules(text, app):
    lines = ""
    for game in app.games.values():
        numbers = stated(page(game))
        heading = (ROOT / "docs" / "rules" / page(game)).read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        others = [number for number in numbers if number.startswith("S")]
        more = f", and {others[0]} to {others[-1]}" if others else ""
        lines += f"- [{heading}]({page(game)}): rules 1 to {len(numbers) - len(others)}{more}\n"
    return re.sub(r"(?:^- \[.*\n)+", lambda _: lines, text, count=1, flags=re.MULTILINE)


@document("README.md")
def games(text, app):
    section = text[text.index("## The games\n") :]
    there = {re.search(r"docs/rules/([\w-]+\.md)", line[0])[1]: line for line in rows(section)}
    printed = []
    for game in app.games.values():
        title, group = game.title.template, game.cog.app_command
        new = [f"**{title}** ([rules](docs/rules/{page(game)}))", "", f"{group.description}"]
        printed.append(there.get(page(game), new))
    return with_table(text, "The games", table(["Game", "Players", "In short"], printed))


# Budgets


@document("docs/performance.md")
def performance(text, _app):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    budgets = project["tool"]["card-tables"]["budget"].items()
    printed = [[name, f"{most:,}"] for name, most in budgets if name.startswith(("calls", "requests"))]
    return with_table(text, "What a press may cost", table(["Budget", "At most"], printed))


# The bot


async def bot(store, parts=EXTENSIONS):
    """A bot with its games and commands. It is never started, so it isn't closed; that would unload modules."""
    app = App(store, entropy=lambda: bytes(32), owner_guild=OWNERS.id, parts=parts)
    await app.load_commands()
    return app


async def main():
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "empty.sqlite3")
        app = await bot(store)
        for name, printed in DOCUMENTS.items():
            text = (ROOT / name).read_text(encoding="utf-8")
            (ROOT / name).write_text(printed(text, app), encoding="utf-8")
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())
