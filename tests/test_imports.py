"""The arrows of the architecture, held by what each file imports.

`bot.py -> cogs -> tables, guild_settings, i18n -> games, data`, and nothing else: games and data are two leaves that
never see each other, only cogs knows Discord, and nobody imports the entry points.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "data", "i18n", "guild_settings", "tables", "cogs")
WITHOUT_DISCORD = ("i18n", "guild_settings", "tables")
ENTRIES = {"bot", "playground"}
CHANCE_AND_TIME = {"asyncio", "datetime", "random", "secrets", "sqlite3", "threading", "time", "uuid"}


def files(package):
    return sorted((ROOT / package).rglob("*.py"))


def imports(file):
    """The full names of all modules that `file` imports anywhere, those for type checkers too."""
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


def named(file):
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("package", PACKAGES)
def test_there_are_files_to_look_at(package):
    assert len(files(package)) > 1


@pytest.mark.parametrize("file", files("games"), ids=named)
def test_games_import_the_standard_library_and_games(file):
    assert roots(file) <= {"games", *sys.stdlib_module_names}


PROGRAMS = {"odds.py", "pok_deng_odds.py", "soak.py"}
"""They measure a game's return, or play it for a long time: at random, against the clock."""


@pytest.mark.parametrize("file", [file for file in files("games") if file.name not in PROGRAMS], ids=named)
def test_rules_know_no_chance_no_clock_and_no_database(file):
    assert not roots(file) & CHANCE_AND_TIME


@pytest.mark.parametrize("file", files("data"), ids=named)
def test_data_imports_the_standard_library_and_aiosqlite(file):
    assert roots(file) <= {"data", "aiosqlite", *sys.stdlib_module_names}


@pytest.mark.parametrize("file", [file for package in WITHOUT_DISCORD for file in files(package)], ids=named)
def test_what_lies_below_the_cogs_knows_neither_discord_nor_the_cogs(file):
    assert not roots(file) & {"discord", "aiohttp", "cogs"}


def test_what_lies_below_the_cogs_does_not_load_discord_by_way_of_others():
    below = [file for package in WITHOUT_DISCORD for file in files(package)]
    modules = ", ".join(".".join(file.relative_to(ROOT).with_suffix("").parts) for file in below)
    code = f"import sys, {modules.replace('.__init__', '')}; sys.exit('discord' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


ENGINE = [file for file in (ROOT / "tables").glob("*.py") if file.name not in ("game.py", "house_settings.py")]


@pytest.mark.parametrize("file", ENGINE, ids=named)
def test_the_engine_knows_no_game(file):
    games = {module for module in imports(file) if module.startswith("games.")}
    assert all(module.startswith(("games.core", "games.shoe")) for module in games)


def extensions():
    """What `EXTENSIONS` in cogs/app.py names: nothing below may import them."""
    tree = ast.parse((ROOT / "cogs" / "app.py").read_text(encoding="utf-8"))
    return next(
        set(ast.literal_eval(node.value))
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "EXTENSIONS"
    )


def test_every_command_is_an_extension_that_is_loaded():
    files = (ROOT / "cogs").rglob("*.py")
    found = {
        ".".join((file.parent if file.stem == "__init__" else file.with_suffix("")).relative_to(ROOT).parts)
        for file in files
        if any(
            isinstance(node, ast.AsyncFunctionDef) and node.name == "setup"
            for node in ast.parse(file.read_text(encoding="utf-8")).body
        )
    }
    assert found == extensions()


@pytest.mark.parametrize("file", [file for package in PACKAGES for file in files(package)], ids=named)
def test_nobody_imports_an_entry_point_or_the_tests(file):
    assert not roots(file) & {*ENTRIES, "tests"}


@pytest.mark.parametrize(
    "file", [file for package in PACKAGES if package != "data" for file in files(package)], ids=named
)
def test_all_sql_is_in_data(file):
    assert not roots(file) & {"sqlite3", "aiosqlite"}


def test_an_import_is_seen_wherever_and_however_it_is_written(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    file = tmp_path / "games" / "sly.py"
    file.parent.mkdir()
    file.write_text("def deal():\n    import random as r\n    from . import cards\n    from data.ledger import chips\n")
    assert imports(file) == {"random", "games", "games.cards", "data.ledger", "data.ledger.chips"}
