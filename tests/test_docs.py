"""The documents are right: links lead somewhere, every rule that a comment cites exists, and no setting or command is
missing.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

import discord
import pytest
from discord import app_commands

from cogs.app import App
from cogs.running.env import NAMES
from data.store.store import Store
from guild_settings.kinds import Whole
from i18n.words import Words

ROOT = Path(__file__).parents[1]
GAMES = ("blackjack", "pok_deng", "pontoon", "five_hundred")
CITATION = re.compile(
    r"(?:\b(?P<game>blackjack|pok deng|pontoon|five hundred)(?:'s)? )?"
    r"\brules? (?P<numbers>S?\d+(?:(?:,? and |, | to |-)S?\d+)*)",
    re.IGNORECASE,
)
DOCUMENT = re.compile(r"docs/[\w/-]+\.(?:md|png)")
OWNERS = discord.Object(1)
"""The server that has the commands of the bot's owner."""
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")


def files(suffix):
    """The repository's files; those whose names begin with a dot are somebody's own."""
    found = (path.relative_to(ROOT) for path in ROOT.rglob(f"*{suffix}"))
    return sorted(path for path in found if not any(part.startswith(".") for part in path.parts))


def without_code(text):
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def anchors(text):
    """The names under which GitHub links to a document's headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def missing(document):
    """The links of a document that lead nowhere; those to other sites are not followed."""
    for link in LINK.finditer(without_code((ROOT / document).read_text(encoding="utf-8"))):
        place, _, anchor = link["target"].partition("#")
        if re.match(r"\w+:", place):
            continue
        path = ROOT / document.parent / place if place else ROOT / document
        if not path.exists() or (anchor and anchor not in anchors(path.read_text(encoding="utf-8"))):
            yield link["target"]


def comments(path):
    """The prose in a Python file: comments and docstrings, each with its line."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def numbers(text):
    """The rules that `S2-S7, 10 and 12 to 14` names, one by one."""
    for first, last in re.findall(r"(S?\d+)(?:(?:-| to )(S?\d+))?", text):
        letter, (low, high) = first[: first[0] == "S"], (int(each.lstrip("S")) for each in (first, last or first))
        yield from (f"{letter}{number}" for number in range(low, high + 1))


def stated(game):
    """The numbers that the rules of a game have."""
    text = (ROOT / "docs" / "rules" / f"{game.replace('_', '-')}.md").read_text(encoding="utf-8")
    return set(re.findall(r"^(?:- \*\*)?(S?\d+)\.", text, flags=re.MULTILINE))


def citations():
    for path in files(".py"):
        place = next((game for game in GAMES if game in path.as_posix()), None)
        for line, comment in comments(path):
            for cited in CITATION.finditer(" ".join(comment.split())):
                game = cited["game"].lower().replace(" ", "_") if cited["game"] else place
                for number in numbers(cited["numbers"]):
                    yield f"{path}:{line}", game, number


@pytest.mark.parametrize("document", files(".md"), ids=str)
def test_every_link_of_a_document_leads_somewhere(document):
    assert list(missing(document)) == []


def test_every_document_named_in_a_comment_exists():
    named = {(path, name) for path in files(".py") for _, text in comments(path) for name in DOCUMENT.findall(text)}
    assert {name for _, name in named} >= {f"docs/rules/{game.replace('_', '-')}.md" for game in GAMES}
    gone = {(path, name) for path, name in named if not (ROOT / name).is_file()}
    assert gone == set()


def test_every_cited_rule_names_its_game_and_exists():
    found = list(citations())
    assert len(found) >= 150
    assert [cited for cited in found if cited[1] is None or cited[2] not in stated(cited[1])] == []


@pytest.mark.parametrize(
    ("game", "rules", "shoot"), [("blackjack", 20, 0), ("pok_deng", 18, 0), ("pontoon", 22, 9), ("five_hundred", 26, 0)]
)
def test_the_rules_are_numbered_without_a_gap(game, rules, shoot):
    assert stated(game) == {str(number) for number in range(1, rules + 1)} | {
        f"S{number}" for number in range(1, shoot + 1)
    }


def test_the_code_in_the_page_about_adding_a_game_is_that_games_own():
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8"), re.M | re.S
    )
    code = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "high_card").glob("*.py")]
    assert len(blocks) >= 8
    assert [block for block in blocks if not any(block in each for each in code)] == []


def rows(document):
    """The tables of a document: the cells of each row."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    lines = (line.strip("| ") for line in text.splitlines() if line.startswith("|"))
    return [tuple(cell.strip() for cell in line.split(" | ")) for line in lines]


def described(setting, words):
    """How the row of a server's setting begins: its name in the panel, its key, its default, and a number's range."""
    begin = (setting.title.template, f"`{setting.key}`", setting.said(setting.default, words))
    return (*begin, f"{setting.least:,} to {setting.most:,}") if isinstance(setting, Whole) else begin


@pytest.fixture
async def app(tmp_path):
    """The bot with its games and commands. It is never started, so it isn't closed; that would unload modules."""
    store = await Store.open(tmp_path / "empty.sqlite3")
    app = App(store, entropy=lambda: bytes(32), owner_guild=OWNERS.id)
    await app.load_commands()
    yield app
    await store.close()


def test_every_setting_of_a_server_is_described(app):
    words, found, settings = Words(), rows("settings.md"), app.servers.schema.settings
    wanted = [described(setting, words) for setting in settings.values()]
    assert [row for row in wanted if not any(each[: len(row)] == row for each in found)] == []
    assert {row[1].strip("`") for row in found if len(row) == 5} - {"Key"} == set(settings)


def test_every_setting_of_the_bot_is_described_and_in_the_example():
    described = {row[0].strip("`") for row in rows("settings.md") if re.fullmatch(r"`[A-Z_]+`", row[0])}
    example = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert described == example == NAMES


def typed(command):
    """A command as people type it: `/table close table [reason]`."""
    parameters = (each.display_name if each.required else f"[{each.display_name}]" for each in command.parameters)
    return f"`/{' '.join([command.qualified_name, *parameters])}`"


def test_every_command_is_described_as_it_is_typed(app):
    found = (*app.tree.walk_commands(), *app.tree.walk_commands(guild=OWNERS))
    commands = [each for each in found if isinstance(each, app_commands.Command)]
    described = [row[0] for row in rows("commands.md") if row[0].startswith("`/")]
    assert sorted(described) == sorted(map(typed, commands))


def test_every_package_that_is_installed_has_its_reason():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    wanted = {
        name.partition("[")[0]
        for path in ROOT.glob("requirements*.txt")
        for name in re.findall(r"^([^#\s=-][^\s=]*)==", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    assert len(wanted) >= 15
    assert {name for name in wanted if name not in text} == set()
