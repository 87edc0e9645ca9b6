"""The arrows of the architecture, held by what each file imports.

`bot.py -> cogs -> cogs/table, cogs/render -> games, data`, and nothing else: games and data are two leaves that never
see each other, the driver knows no Discord, and nobody imports the entry points.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "data", "cogs")
ENTRIES = {"bot", "playground"}
CHANCE_AND_TIME = {"asyncio", "datetime", "random", "secrets", "sqlite3", "threading", "time", "uuid"}
DRIVER = [
    ROOT / "cogs" / "table" / f"{name}.py"
    for name in (
        "address",
        "clock",
        "draft",
        "floor",
        "forgetting",
        "game",
        "house",
        "lobby",
        "options",
        "payments",
        "plain",
        "play",
        "state",
        "table",
    )
]


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
    assert len(files(package)) > 5


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


@pytest.mark.parametrize("file", DRIVER, ids=named)
def test_the_driver_knows_no_discord(file):
    assert not roots(file) & {"discord", "aiohttp"}


def test_the_driver_does_not_load_discord_by_way_of_others():
    modules = ", ".join(f"cogs.table.{file.stem}" for file in DRIVER)
    code = f"import sys, {modules}; sys.exit('discord' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("file", [file for file in DRIVER if file.name != "game.py"], ids=named)
def test_the_driver_knows_no_game(file):
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


def cogs_of(file):
    """The parts of cogs/ that `file` imports, such as `cogs.table`; its own is left out."""
    own = ".".join(file.relative_to(ROOT).with_suffix("").parts[:2])
    found = {".".join(module.split(".")[:2]) for module in imports(file) if module.startswith("cogs.")}
    return found - {own}


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


@pytest.mark.parametrize("file", files("cogs"), ids=named)
def test_no_extension_is_imported_by_another_or_by_what_lies_below(file):
    assert not cogs_of(file) & extensions()


BELOW = {
    "cogs/standing": {"cogs.table"},
    "cogs/mixing": {"cogs.table"},
    "cogs/registry": {"cogs.amounts", "cogs.table", "cogs.words"},
    "cogs/table": {"cogs.errors", "cogs.logs", "cogs.words"},
    "cogs/render": {"cogs.registry", "cogs.standing", "cogs.table", "cogs.words"},
}
"""The packages on which the extensions stand, and all of cogs/ that each of them may know."""


@pytest.mark.parametrize("file", [file for package in BELOW for file in files(package)], ids=named)
def test_what_extensions_stand_on_knows_only_what_lies_below_it(file):
    assert cogs_of(file) <= BELOW["/".join(file.relative_to(ROOT).parts[:2])]


@pytest.mark.parametrize(
    "file", [file for package in ("standing", "mixing", "registry") for file in files(f"cogs/{package}")], ids=named
)
def test_what_a_table_is_and_what_a_setting_means_is_said_without_discord(file):
    assert not roots(file) & {"discord", "aiohttp", "data"}


@pytest.mark.parametrize("file", files("cogs/render"), ids=named)
def test_pictures_see_no_store(file):
    assert not roots(file) & {"data", "aiosqlite", "sqlite3"}


@pytest.mark.parametrize("file", [file for package in PACKAGES for file in files(package)], ids=named)
def test_nobody_imports_an_entry_point_or_the_tests(file):
    assert not roots(file) & {*ENTRIES, "tests"}


@pytest.mark.parametrize("file", files("cogs"), ids=named)
def test_all_sql_is_in_data(file):
    assert not roots(file) & {"sqlite3", "aiosqlite"}


def test_an_import_is_seen_wherever_and_however_it_is_written(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    file = tmp_path / "games" / "sly.py"
    file.parent.mkdir()
    file.write_text("def deal():\n    import random as r\n    from . import cards\n    from data.ledger import chips\n")
    assert imports(file) == {"random", "games", "games.cards", "data.ledger", "data.ledger.chips"}
