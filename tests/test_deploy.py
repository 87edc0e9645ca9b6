"""What an owner runs the bot with fits the tree: the image, the containers, and the unit of systemd."""

import asyncio
import importlib
import json
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from configparser import ConfigParser
from pathlib import Path, PurePosixPath

import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from cogs.app.process import shutdown
from cogs.app.process.first_start import QUESTION
from cogs.app.sync import invitation
from tests import bot_process
from tests.bot_process import PATIENCE, ended, happens, stopped
from tests.fake_discord import TOKEN, FakeDiscord
from tests.test_imports import imports

start_bot, port = bot_process.start_bot, bot_process.port

ROOT = Path(__file__).parents[1]
OF_LIBPQ = {"PGPASSWORD"}
OF_POSTGRES = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_INITDB_ARGS"}
"""Variables of PostgreSQL's image."""
TO_BUILD = {"requirements.txt"}
"""What the image is built from, but doesn't keep."""


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def let_in():
    """The files and folders that .dockerignore lets into the image, and the patterns that it takes out of them."""
    first, *patterns = [line for line in read(".dockerignore").splitlines() if line and not line.startswith("#")]
    names = [each.removeprefix("!") for each in patterns if each.startswith("!")]
    assert (first, patterns[: len(names)]) == ("*", [f"!{name}" for name in names])
    return set(names), patterns[len(names) :]


def instructions():
    """The Dockerfile's instructions, each with the name of its stage: `("bot", "USER", "10001:10001")`."""
    stage = ""
    for line in re.sub(
        r"\\\n\s*", "", re.sub(r"^#.*\n", "", read("deploy/Dockerfile"), flags=re.MULTILINE)
    ).splitlines():
        name, _, rest = line.partition(" ")
        if name == "FROM":
            stage = rest.partition(" AS ")[2]
        if name:
            yield stage, name, rest


def health_check():
    return next(
        json.loads(rest.partition("CMD ")[2])
        for stage, name, rest in instructions()
        if (stage, name) == ("bot", "HEALTHCHECK")
    )


@pytest.fixture(scope="module")
def services():
    return yaml.safe_load(read("deploy/compose.yaml"))["services"]


# The image


@pytest.mark.thorough
def test_the_image_has_the_packages_that_the_bot_imports_and_the_files_they_read():
    packages, more = set(), {"bot"}
    while more:
        packages |= more
        files = [
            file for name in more for file in (*(ROOT / name).rglob("*.py"), ROOT / f"{name}.py") if file.is_file()
        ]
        found = {module.partition(".")[0] for file in files for module in imports(file)}
        more = {name for name in found if (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()} - packages
    folders = {name for name in packages if (ROOT / name).is_dir()}
    modules = [
        importlib.import_module(module.name)
        for name in folders
        for module in pkgutil.walk_packages([str(ROOT / name)], f"{name}.")
        if not module.name.endswith("__main__")
    ]
    paths = [value for module in modules for value in vars(module).values() if isinstance(value, Path)]
    within = {path.relative_to(ROOT).parts[0] for path in paths if path.is_absolute() and ROOT in path.parents}
    assert {"i18n", "data"} <= within
    names, left_out = let_in()
    assert {"**/__pycache__", "**/*.sqlite3*", "**/*.compiled"} == set(left_out), "nobody's own files"
    assert names == folders | {f"{name}.py" for name in packages - folders} | within | TO_BUILD


@pytest.fixture
def image(tmp_path):
    """A folder with what the image has."""
    folder = tmp_path / "image"
    for name in sorted(let_in()[0] - TO_BUILD):
        ignored = shutil.ignore_patterns("__pycache__", "*.sqlite3*", "*.compiled")
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(ROOT / name, place, ignore=ignored) if (ROOT / name).is_dir() else shutil.copy(
            ROOT / name, place
        )
    return folder


async def is_healthy(port):
    """Whether the image's health check finds a bot on `port` well."""
    program, *arguments = health_check()
    assert program == "python"
    pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
    check = await asyncio.create_subprocess_exec(sys.executable, *arguments, env={"HEALTH_PORT": str(port)}, **pipes)
    return (await ended(check))[0] == 0


@pytest.mark.thorough
async def test_a_bot_with_nothing_but_the_files_of_the_image_is_healthy_until_it_ends(start_bot, image, tmp_path, port):
    settings = {"DISCORD_TOKEN": TOKEN, "DATABASE_PATH": str(tmp_path / "bot.sqlite3"), "HEALTH_PORT": str(port)}
    assert not await is_healthy(port)
    async with FakeDiscord() as discord:
        bot = await start_bot(discord, root=image, PYTHONDONTWRITEBYTECODE="1", **settings)
        await happens(discord.is_connected)
        async with asyncio.timeout(PATIENCE):
            while not await is_healthy(port):
                assert bot.returncode is None
        await stopped(bot)
    assert not list(image.rglob("__pycache__"))


def test_whatever_the_image_runs_is_there_and_runs_without_rights():
    stages = {stage for stage, _, _ in instructions()}
    assert {"bot", "backup", ""} <= stages
    for stage in stages - {"", "build"}:
        users = [rest for each, name, rest in instructions() if (each, name) == (stage, "USER")]
        assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1])
    for program, *arguments in (json.loads(rest) for _, name, rest in instructions() if name == "CMD"):
        place = arguments[1].replace(".", "/") if arguments[0] == "-m" else arguments[0].removesuffix(".py")
        assert program == "python"
        assert [path for path in (ROOT / f"{place}.py", ROOT / place / "__main__.py") if path.is_file()]


# The containers


def test_the_containers_are_built_here_write_nowhere_and_get_variables_that_somebody_knows(services):
    built = {name: each for name, each in services.items() if "build" in each}
    assert {each["build"]["target"] for each in built.values()} == {"bot", "backup"}
    for service in built.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in services["db"]
    of_bot = set(re.findall(r"^([A-Z_]+)=", read(".env.example"), flags=re.MULTILINE))
    for name, service in services.items():
        known = OF_POSTGRES if name == "db" else of_bot | OF_LIBPQ
        assert service["environment"].keys() - known == set(), name
    assert set(re.findall(r"\$\{(\w+)", read("deploy/compose.yaml"))) == {"POSTGRES_PASSWORD"}
    assert "POSTGRES_PASSWORD" in read("docs/many-servers.md")


def test_the_bot_asks_for_the_database_that_the_server_makes_and_has_time_to_answer(services):
    made, asked = services["db"]["environment"], services["bot"]["environment"]
    address = conninfo_to_dict(asked["DATABASE_URL"])
    assert address == {"user": made["POSTGRES_USER"], "dbname": made["POSTGRES_DB"], "host": "db"}
    assert asked["PGPASSWORD"] == made["POSTGRES_PASSWORD"]
    server = int(re.match(r"postgres:(\d+)", services["db"]["image"])[1])
    client = int(re.search(r"postgresql-client-(\d+)", read("deploy/Dockerfile"))[1])
    assert client >= server >= 15, "backups are made by programs no older than the server"
    assert int(services["bot"]["stop_grace_period"].removesuffix("s")) > shutdown.MOST_SECONDS


# The unit


def test_the_unit_starts_what_is_there_gives_it_time_and_is_described_on_the_page_for_owners():
    parser = ConfigParser(strict=False, interpolation=None)  # of a setting that is written several times, the last
    parser.optionxform = str
    parser.read_string(read("deploy/card-tables.service"))
    service, page = parser["Service"], read("docs/install.md") + read("docs/many-servers.md")
    program, script = (PurePosixPath(each) for each in shlex.split(service["ExecStart"]))
    assert program.parent == PurePosixPath(service["WorkingDirectory"]) / ".venv" / "bin"
    assert (ROOT / script).is_file()
    assert int(service["TimeoutStopSec"]) > shutdown.MOST_SECONDS
    state = f"DATABASE_PATH=/var/lib/{service['StateDirectory']}/bot.sqlite3"
    instance = service["EnvironmentFile"].removeprefix("-").replace("%i", "a")
    for place in (service["WorkingDirectory"], state, instance, f" {service['User']}"):
        assert place in page


# The page about installing


def test_the_page_shows_the_link_and_the_question_of_a_first_start():
    page = read("docs/install.md")
    assert f"ready as bot in 0 servers. Invite me: {invitation(105)}\n" in page
    for asked in QUESTION.splitlines():
        assert asked in page


# make


def test_a_folder_that_cannot_be_written_to_is_called_that():
    """Root may write anywhere, so then make is run as nobody."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        clone.mkdir()
        (clone / "players/five_hundred").mkdir(parents=True)
        for name in ("Makefile", "requirements.txt", "players/five_hundred/solver.c"):
            shutil.copy(ROOT / name, clone / name)
        Path(folder).chmod(0o755)
        clone.chmod(0o555)
        user = 65534 if os.geteuid() == 0 else None
        done = subprocess.run(["make", "bot"], cwd=clone, user=user, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "This folder can't be written to, so .venv can't be made in it" in done.stderr
    assert "python3-venv" not in done.stderr
