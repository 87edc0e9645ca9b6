"""The documents are right: links lead somewhere, every rule that a comment cites exists, and no setting or command is
missing.
"""

import ast
import importlib.util
import io
import re
import tokenize
from itertools import islice, pairwise
from pathlib import Path

import pytest
from discord import app_commands

from cogs import extensions
from cogs.app.process.env import NAMES
from cogs.extensions import EXTENSIONS
from cogs.owner.announcing import USUAL_HOURS
from cogs.tournament.entry import MOST_IN_ROUND_ROBIN
from data.guild import forget_guild
from data.guild.forget_member import REMEMBERED
from data.store.errors import growing_pauses
from data.store.sqlite.file_lock import HANDED_OVER_WITHIN
from data.tables import old_moves
from i18n.catalogues import texts
from tables.tournament import agreed
from tests import printed
from tests.printed import DOCUMENTS, bot
from tools.messages.sources import everything

ROOT = Path(__file__).parents[1]
GAMES = [extension.split(".")[1] for extension in extensions.GAMES]
CITATION = re.compile(
    rf"(?:\b(?P<game>{'|'.join(game.replace('_', ' ') for game in GAMES)})(?:'s)? )?"
    r"\brules? (?P<numbers>S?\d+(?:(?:,? and |, | to |-)S?\d+)*)",
    re.IGNORECASE,
)
DOCUMENT = re.compile(r"docs/[\w/-]+\.(?:md|png)")
DESCRIBED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.AnnAssign)
"""What a docstring may be about, just behind it."""
TOLD = [
    "README.md",
    *(
        f"docs/{name}.md"
        for name in ("commands", "fairness", "install", "operate", "privacy", "settings", "tournaments")
    ),
]
"""What players and owners read, besides the rules."""
DISCORDS = {
    "Create Events", "Create Private Threads", "Default Install Settings", "Guild Install", "Installation Contexts",
    "Integrations", "Send Messages in Threads", "Server Settings", "Use Application Commands",
}  # fmt: skip
"""What these call *so* and isn't the bot's: names on the pages of Discord."""
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


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def docstrings(path):
    """The docstrings of a Python file: the line of each, and what stands before it."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(body := getattr(node, "body", None), list):
            yield from (
                (f"{path}:{each.lineno}", before) for before, each in pairwise([node, *body]) if is_docstring(each)
            )


def comments(path, word):
    """The prose in a Python file that has `word` anywhere: comments and docstrings, each with its line."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if word not in text.lower():
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if is_docstring(node):
            yield node.lineno, node.value.value


def numbers(text):
    """The rules that `S2-S7, 10 and 12 to 14` names, one by one."""
    for first, last in re.findall(r"(S?\d+)(?:(?:-| to )(S?\d+))?", text):
        letter, (low, high) = first[: first[0] == "S"], (int(each.lstrip("S")) for each in (first, last or first))
        yield from (f"{letter}{number}" for number in range(low, high + 1))


def stated(game):
    """The numbers that the rules of a game have."""
    return set(printed.stated(f"{game.replace('_', '-')}.md"))


def citations():
    for path in files(".py"):
        place = next((game for game in GAMES if game in path.as_posix()), None)
        for line, comment in comments(path, "rule"):
            for cited in CITATION.finditer(" ".join(comment.split())):
                game = cited["game"].lower().replace(" ", "_") if cited["game"] else place
                for number in numbers(cited["numbers"]):
                    yield f"{path}:{line}", game, number


def test_every_link_of_a_document_leads_somewhere():
    assert {document: gone for document in files(".md") if (gone := list(missing(document)))} == {}


@pytest.mark.thorough
def test_every_document_named_in_a_comment_exists():
    prose = ((path, text) for path in files(".py") for _, text in comments(path, "docs/"))
    named = {(path, name) for path, text in prose for name in DOCUMENT.findall(text)}
    assert {(path, name) for path, name in named if not (ROOT / name).is_file()} == set()


@pytest.mark.thorough
def test_every_docstring_stands_behind_what_it_is_about():
    found = {place: isinstance(before, DESCRIBED) for path in files(".py") for place, before in docstrings(path)}
    assert len(found) > 5000
    assert [place for place, is_right in found.items() if not is_right] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_named_where_the_game_begins(game):
    rules, package = f"docs/rules/{game.replace('_', '-')}.md", f"games/{game}/__init__.py"
    assert rules in (ROOT / package).read_text(encoding="utf-8"), f"name {rules} in {package}"


@pytest.mark.thorough
def test_every_cited_rule_names_its_game_and_exists():
    found = list(citations())
    assert len(found) >= 150
    assert [cited for cited in found if cited[1] is None or cited[2] not in stated(cited[1])] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_numbered_without_a_gap(game):
    for letter in ("", "S"):
        numbers = [number for number in stated(game) if number.startswith("S") == bool(letter)]
        assert {*numbers} == {f"{letter}{number}" for number in range(1, len(numbers) + 1)}
    assert "1" in stated(game)


@pytest.mark.parametrize(
    ("document", "example", "place"),
    [("add-a-game", r"^```python\n(.*?)^```", "tests/high_card"), ("translate", r"`(words\S*\([^`]+\))`", "cogs")],
)
def test_the_code_in_a_document_is_the_bots_own(document, example, place):
    shown = re.findall(example, (ROOT / "docs" / f"{document}.md").read_text(encoding="utf-8"), re.M | re.S)
    code = [path.read_text(encoding="utf-8") for path in (ROOT / place).rglob("*.py")]
    assert len(shown) >= 2
    assert [each for each in shown if not any(each in text for text in code)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
async def test_what_is_listed_in_a_document_is_as_the_code_prints_it(document, store):
    text = (ROOT / document).read_text(encoding="utf-8")
    assert text == DOCUMENTS[document](text, await bot(store)), "make docs prints it anew"


async def test_a_game_in_the_line_gets_its_places_in_the_documents_and_a_command_that_of_its_group(store):
    app = await bot(store, ("tests.high_card.high_card_spec", *EXTENSIONS))
    with pytest.raises(FileNotFoundError, match=r"docs/rules/high-card\.md is missing"):
        DOCUMENTS["docs/rules/README.md"]("", app)
    settings, commands, readme = (
        DOCUMENTS[name]((ROOT / name).read_text(encoding="utf-8"), app)
        for name in ("docs/settings.md", "docs/commands.md", "README.md")
    )
    assert "\n### High Card\n" in settings
    assert "\n| Ties give the bet back | `high_card.tie_returns` | off | on, off | A card of the " in settings
    assert "\n| `/highcard open [minimum] [maximum]` | Open a High Card table in this channel. |\n| `/help`" in commands
    older = re.sub(r"\n\| `/(?:bank audit|pontoon practice|owner announce)\b.*", "", commands)
    again = DOCUMENTS["docs/commands.md"](older, app)
    before, now, then = (re.findall(r"\n\| `/([^`]+)", each) for each in (older, again, commands))
    assert now == then != before
    assert "\n| **High Card** ([rules](docs/rules/high-card.md)) | " in readme


async def test_every_command_and_button_in_a_document_exists(store):
    app = await bot(store)
    every = [*app.tree.walk_commands(), *app.tree.walk_commands(guild=printed.OWNERS)]
    names = [each.qualified_name + "( .*)?" * isinstance(each, app_commands.Command) for each in every]
    options = {each.display_name for command in printed.every_command(app) for each in command.parameters}
    templates = [re.escape(each.partition(" (")[0]) for message in await everything() for each in texts(message.id)]
    worded = [each for each in templates if re.search(r"\w\w", re.sub(r"\\{\w*\\}", "", each))]
    labels = [re.sub(r"\\{\w*\\}", "[^a-z].*", each) + r"(?: \(.*)?" for each in worded]
    said = re.compile("|".join([*labels, "Invite me", "shuffle [0-9a-f]{8}", *DISCORDS, *options]))
    for document in TOLD:
        text = (ROOT / document).read_text(encoding="utf-8")
        named = re.findall(r"`/([a-z][a-z ]*[a-z])[` ]", text)
        assert named, f"{document} names no command"
        assert [name for name in named if not re.fullmatch("|".join(names), name)] == []
        emphasised = re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", without_code(text))
        assert [each for each in emphasised if not said.fullmatch(each)] == []


async def test_no_sentence_and_no_document_has_a_word_that_the_glossary_refuses():
    said = {each: without_code((ROOT / each).read_text(encoding="utf-8")) for each in files(".md")}
    refused = said.pop(Path("docs/glossary.md")).partition("## Never")[2].partition(": ")[2]
    assert "whoever" in refused
    said["sentences"] = " ".join(text for message in await everything() for text in texts(message.id))
    found = re.compile(rf"\b(?:{'|'.join(re.findall(r'[a-z-]+', refused))})\b", re.IGNORECASE)
    assert [(place, found.findall(text)) for place, text in said.items() if found.search(text)] == []


def test_every_program_in_a_document_exists_and_takes_its_options():
    code = re.compile(r"^ *```.*?\n(.*?)^ *```|`([^`]+)`", re.MULTILINE | re.DOTALL)
    typed = " ; ".join(
        line
        for document in files(".md")
        for block, span in code.findall((ROOT / document).read_text(encoding="utf-8"))
        for line in (block or " ".join(span.split())).splitlines()
    )
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    made = set(re.findall(r"\bmake ([a-z-]+)(?: ;|$)", typed))
    assert "run" in made <= set(targets)
    programs = re.findall(r"-m ((?:data|players|tools)[\w.]*)([^;|&>]*)", typed)
    assert len(programs) > 15
    for module, arguments in programs:
        found = importlib.util.find_spec(module)
        assert found is not None, module
        files_of = Path(found.origin).parent.glob("*.py") if found.submodule_search_locations else [Path(found.origin)]
        sources = "".join(path.read_text(encoding="utf-8") for path in files_of)
        taken = {"--help", *re.findall(r'"(--[\w-]+)"', sources)}
        assert {*re.findall(r"--[\w-]+", arguments)} <= taken, module


def test_every_setting_of_the_bot_is_described_and_in_the_example():
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `([A-Z_]+)` \|", text, flags=re.MULTILINE))
    example = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert described == example == NAMES


async def test_numbers_in_a_document_are_those_of_the_code(store):
    here = (await bot(store)).servers.of(1)
    for document, said in (
        ("commands", f"daily chips: {here.daily_chips}, and {here.streak_bonus}% more for each further day in a row"),
        ("commands", f"Everyone starts with {here.starting_chips:,}."),
        ("commands", f"for {USUAL_HOURS} hours or as many as you say"),
        ("operate", f"retries, at least every {max(islice(growing_pauses(), 9)):g} seconds."),
        ("operate", f"A second one waits {HANDED_OVER_WITHIN:g} seconds for the first"),
        ("privacy", f"for {old_moves.KEPT.days} days after the round unless"),
        ("privacy", f"For {REMEMBERED.days} days a keyed digest is kept"),
        ("privacy", f"Its data is kept for {forget_guild.KEPT.days} days"),
        ("tournaments", f"Up to {agreed.MOST} members sign up"),
        ("tournaments", f"up to {MOST_IN_ROUND_ROBIN} pairs or players"),
    ):
        assert said in " ".join((ROOT / "docs" / f"{document}.md").read_text(encoding="utf-8").split())


def test_every_package_that_is_installed_has_its_reason():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pinned = re.findall(r'^    "[\w.-]+(?:\[[\w,]+\])?==[^"]+",(.*)$', project, flags=re.MULTILINE)
    assert len(pinned) >= 15
    assert [line for line in pinned if not line.startswith("  # ")] == []
