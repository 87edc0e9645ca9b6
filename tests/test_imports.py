"""Which libraries each floor may know: what import-linter's contracts in pyproject.toml can't say."""

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import discord
import pytest
from grimp import ImportGraph

from cogs import extensions
from tests.contracts import GamesApart, WithoutGames

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "players", "data", "i18n", "tables", "cogs")
ENTRIES = {"bot", "tools"}
CHANCE_AND_TIME = {"asyncio", "datetime", "random", "secrets", "sqlite3", "threading", "time", "uuid"}


def files(package):
    return sorted((ROOT / package).rglob("*.py"))


def imports(file):
    """The full names of all modules that `file` imports anywhere, including those for type checkers only."""
    found = set()
    package = file.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [*package[: len(package) - node.level + 1]] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def roots(file):
    return {module.partition(".")[0] for module in imports(file)}


def offending(files, forbidden):
    """The files that import what they must not, with what that is."""
    return {str(file.relative_to(ROOT)): found for file in files if (found := forbidden(file))}


def test_games_import_the_standard_library_msgspec_and_games_and_know_no_chance_no_clock_and_no_database():
    assert len(files("games")) > 40
    assert not offending(files("games"), lambda file: roots(file) - {"games", "msgspec", *sys.stdlib_module_names})
    assert not offending(files("games"), lambda file: roots(file) & CHANCE_AND_TIME)


def test_data_imports_few_libraries_and_that_of_postgresql_only_where_it_is_about_that():
    usual = {"data", "aiosqlite", "dotenv", "msgspec", *sys.stdlib_module_names}

    def more(file):
        if "postgres" in file.parts or file.stem in ("postgres", "where") or file.parent == ROOT / "data/backup":
            return {"psycopg", "psycopg_pool"}
        return {"openskill"} if file.name == "ratings.py" else set()

    assert not offending(files("data"), lambda file: roots(file) - usual - more(file))


def test_discord_py_has_found_the_quick_json():
    assert discord.utils.HAS_ORJSON


def test_the_bot_loads_none_of_the_large_libraries_of_whoever_thinks_or_of_another_database():
    """They take 11 MB of memory and more, which an idle bot hasn't to have."""
    code = "import sys, bot; from pkgutil import resolve_name; from cogs.extensions import EXTENSIONS as names;"
    code += "print(len([*map(resolve_name, names)]), {'numpy', 'psycopg', 'openskill'} & {*sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert loaded == f"{len(extensions.EXTENSIONS)} set()\n"


def test_the_engine_knows_no_rules_of_a_game():
    def of_a_game(file):
        return {each for each in imports(file) if each.startswith("games.")} - {
            each for each in imports(file) if each.startswith(("games.core", "games.fair.shoe"))
        }

    assert not offending((ROOT / "tables").glob("*.py"), of_a_game)


def test_no_file_name_stands_four_times():
    names = Counter(file.name for package in PACKAGES for file in files(package) if not file.name.startswith("__"))
    assert len(names) > 300
    assert [name for name, times in names.items() if times > 3] == []


def test_every_extension_is_loaded():
    files = (ROOT / "cogs").rglob("*.py")
    found = {
        ".".join((file.parent if file.stem == "__init__" else file.with_suffix("")).relative_to(ROOT).parts)
        for file in files
        if any(
            isinstance(node, ast.AsyncFunctionDef) and node.name == "setup"
            for node in ast.parse(file.read_text(encoding="utf-8")).body
        )
    }
    assert found == {*extensions.EXTENSIONS}


@pytest.fixture
def two_games(monkeypatch):
    monkeypatch.setattr(extensions, "GAMES", ("cogs.toy.spec", "cogs.twist.spec"))


@pytest.mark.parametrize("floor", ["cogs", "games", "tables"])
@pytest.mark.usefixtures("two_games")
def test_a_game_in_the_line_is_kept_apart_from_all_others(floor):
    graph = ImportGraph()
    for module in (floor, f"{floor}.toy", f"{floor}.toy.rules", f"{floor}.twist", f"{floor}.twist.rules"):
        graph.add_module(module)
    apart = GamesApart("", {}, {"modules": [f"{floor}.{{game}}"]})
    assert apart.check(graph, verbose=False).kept
    graph.add_import(importer=f"{floor}.toy.rules", imported=f"{floor}.twist.rules")
    assert not apart.check(graph, verbose=False).kept


@pytest.mark.usefixtures("two_games")
def test_the_engine_may_know_no_game_in_the_line():
    without = WithoutGames("", {}, {"source_modules": ["tables.table"], "forbidden_modules": ["tables.{game}"]})
    assert {*map(str, without.forbidden_modules)} == {"tables.toy", "tables.twist"}


def test_every_contract_about_games_is_about_all_of_them():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    names = [name.split(".")[1] for name in extensions.GAMES]
    assert [
        contract["name"] for contract in settings["contracts"] if any(name in str(contract) for name in names)
    ] == []
    floors = [contract["modules"] for contract in settings["contracts"] if contract["type"] == "games_apart"]
    assert floors == [["cogs.{game}"], ["games.{game}"], ["tables.{game}"]]


@pytest.mark.thorough
def test_nobody_imports_an_entry_point_or_the_tests():
    everything = [file for package in PACKAGES for file in files(package)]
    assert not offending(everything, lambda file: roots(file) & {*ENTRIES, "tests"})


def test_an_import_is_found_wherever_and_however_it_is_written(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    file = tmp_path / "games" / "sly.py"
    file.parent.mkdir()
    file.write_text("def deal():\n    import random as r\n    from . import cards\n    from data.ledger import chips\n")
    assert imports(file) == {"random", "games", "games.cards", "data.ledger", "data.ledger.chips"}
