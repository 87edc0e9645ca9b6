"""The first start without a token: who is asked, what is checked, and what .env is afterwards."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
from operator import itemgetter
from pathlib import Path

import discord
import pytest

from cogs.app.process import first_start
from cogs.app.process.env import EnvError, NoToken, read_env
from cogs.app.sync import invitation
from tests.bot_process import BESIDE_THE_BOT, BOT, PATIENCE
from tests.fake_discord import TOKEN, FakeDiscord
from tools.world.gateway import LAUNCH, ME

ROOT = BOT.parent
SOLVER = Path("players/five_hundred/solver.c")
KNOWN = f"This is the token of bot. It is in {{file}} now.\nInvite me: {invitation(ME['id'])}\n"


class Person:
    """Sits at a terminal and types these lines; `shown` is what can be read there."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.shown = ""

    def at(self, file):
        """What `ask` comes to."""
        return asyncio.to_thread(
            first_start.ask, file, first_start.Terminal(self._types, self._types_unseen, self._say)
        )

    def _types_unseen(self, prompt):
        self._say(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def _types(self, prompt):
        line = self._types_unseen(prompt)
        self._say(line)
        return line

    def _say(self, text):
        self.shown += f"{text}\n"


@pytest.fixture
def file(folder):
    shutil.copy(ROOT / ".env.example", folder)
    return folder / ".env"


@pytest.fixture
async def fake(monkeypatch):
    async with FakeDiscord() as fake:
        monkeypatch.setattr(discord.http.Route, "BASE", fake.address)
        yield fake


# What is asked


async def test_whoever_plays_here_needs_no_token(file):
    person = Person("", "play", "1")
    assert await person.at(file) is False
    assert person.shown.startswith(first_start.QUESTION)
    assert not file.exists()


async def test_a_token_is_checked_and_kept_and_the_link_is_shown(file, fake):
    person = Person("2", f"\x16 {TOKEN} ")
    assert await person.at(file) is True
    assert KNOWN.format(file=file) in person.shown
    assert TOKEN not in person.shown
    assert read_env(file).token == TOKEN


async def test_a_token_that_discord_does_not_know_is_asked_for_again_and_not_kept(file, fake):
    person = Person("2", "", "two words", "of-another-bot")
    with pytest.raises(NoToken):
        await person.at(file)
    assert "DISCORD_TOKEN is not a token; copy it again" in person.shown
    assert "Discord does not know this token; copy it again (Bot > Reset Token)." in person.shown
    assert "of-another-bot" not in person.shown
    assert not file.exists()


async def test_without_a_connection_a_token_is_not_kept_and_one_sentence_says_so(file, fake):
    await fake.__aexit__()
    with pytest.raises(
        EnvError, match=r"^Discord can't be reached, so the token wasn't checked and isn't kept; "
    ) as error:
        await Person("2", TOKEN).at(file)
    assert TOKEN not in str(error.value)
    assert not file.exists()


@pytest.mark.parametrize("lines", [(), ("2",)])
async def test_whoever_does_not_answer_is_told_that_the_token_is_missing(file, lines):
    with pytest.raises(NoToken, match="DISCORD_TOKEN is missing"):
        await Person(*lines).at(file)


# Who is asked


@pytest.mark.parametrize("missing", ["nothing", "the keyboard", "the screen", "the person", "the permission"])
def test_nobody_is_asked_where_nobody_would_answer(folder, monkeypatch, missing):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: missing != "the keyboard", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: missing != "the screen", raising=False)
    monkeypatch.setenv("CI", "true" if missing == "the person" else "")
    monkeypatch.setattr(os, "access", lambda *_: missing != "the permission")
    assert first_start.is_asked(Path(".env")) == (missing == "nothing")


# What .env is afterwards


def test_a_new_file_begins_as_the_example_and_is_for_its_owner_alone(file):
    first_start.keep(file, TOKEN)
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == example.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={TOKEN}")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(each.name for each in file.parent.iterdir()) == [".env", ".env.example"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LOG_LEVEL=DEBUG\n\nexport DISCORD_TOKEN=  # soon\r\n\n# é\nTHINKERS=0",
         "LOG_LEVEL=DEBUG\n\nDISCORD_TOKEN={}\r\n\n# é\nTHINKERS=0"),
        ("SUPPORT_URL='https://example.org/\nDISCORD_TOKEN=x'", "SUPPORT_URL='https://example.org/\nDISCORD_TOKEN=x'\n"
         "DISCORD_TOKEN={}\n"),
        ("THINKERS=0\nDISCORD_TOKEN", "THINKERS=0\nDISCORD_TOKEN={}\n"),
        ("", "DISCORD_TOKEN={}\n"),
    ],
)  # fmt: skip
def test_what_the_file_says_stays(file, before, after):
    file.write_bytes(before.encode())
    file.chmod(0o644)
    first_start.keep(file, TOKEN)
    assert file.read_bytes().decode() == after.format(TOKEN)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_file_that_a_link_leads_to_is_written(file, folder):
    (folder / "elsewhere").write_text("THINKERS=0\n")
    file.symlink_to("elsewhere")
    first_start.keep(file, TOKEN)
    assert file.is_symlink()
    assert read_env(file).thinkers == 0


@pytest.mark.parametrize("step", [(os, "fsync"), (Path, "replace")], ids=itemgetter(1))
def test_a_file_that_cannot_be_written_is_as_it_was(file, fails_at, step):
    file.write_text("THINKERS=0\n")
    fails_at(*step, OSError(28, "No space left on device"))
    with pytest.raises(EnvError, match=r"/\.env can't be written: No space left on device\.$"):
        first_start.keep(file, TOKEN)
    assert file.read_text() == "THINKERS=0\n"
    assert sorted(each.name for each in file.parent.iterdir()) == [".env", ".env.example"]


# The process, and make


class Screen:
    """A terminal in which a program runs."""

    def __init__(self, folder, *command, **variables):
        self._master, other = os.openpty()
        pipes = {"stdin": other, "stdout": other, "stderr": other}
        env = {"PATH": os.environ["PATH"], "CI": "", **variables}
        self.program = subprocess.Popen(command, cwd=folder, env=env, start_new_session=True, **pipes)
        os.close(other)
        self.shown = ""

    async def shows(self, text):
        async with asyncio.timeout(PATIENCE):
            while text not in self.shown:
                await self._has_more()
                self.shown += os.read(self._master, 4096).decode()

    async def _has_more(self):
        loop, more = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._master, more.set)
        try:
            await more.wait()
        finally:
            loop.remove_reader(self._master)

    def types(self, line):
        os.write(self._master, f"{line}\n".encode())

    def close(self):
        self.program.kill()
        self.program.wait()
        os.close(self._master)


@pytest.fixture
def screen():
    screens = []

    def screen(*command, **variables):
        screens.append(Screen(*command, **variables))
        return screens[-1]

    yield screen
    for each in screens:
        each.close()


async def test_a_pasted_token_starts_the_bot_which_waits_for_its_first_server(screen, file):
    file.write_text("DATABASE_PATH=bot.sqlite3\nTHINKERS=0\n")
    async with FakeDiscord() as fake:
        terminal = screen(file.parent, sys.executable, "-c", BESIDE_THE_BOT + LAUNCH, fake.address, str(BOT))
        await terminal.shows("1 or 2? ")
        terminal.types("2")
        await terminal.shows("Paste the token")
        terminal.types(TOKEN)
        await terminal.shows("Invite me: ")
        await terminal.shows("ready as bot in 0 servers. Invite me: ")
        await terminal.shows(invitation(ME["id"]) + "\r\n")
        terminal.program.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(terminal.program.wait, PATIENCE) == 0
    assert TOKEN not in terminal.shown
    assert file.read_text() == f"DATABASE_PATH=bot.sqlite3\nTHINKERS=0\nDISCORD_TOKEN={TOKEN}\n"


@pytest.fixture
def clone(tmp_path):
    """A folder in which all is installed, and Python says what it is to run."""
    for name in ("Makefile", "requirements.txt", "requirements-play.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / SOLVER.parent).mkdir(parents=True)
    for part in (SOLVER, SOLVER.with_suffix(".compiled")):
        (tmp_path / part).touch()
    program = tmp_path / ".venv" / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "runs $@."\n')
    program.chmod(0o755)
    for name in ("bot", "play"):
        (tmp_path / ".venv" / f"{name}-is-ready").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("variables", "runs"),
    [({}, "bot.py"), ({"CI": "true"}, "-m tools.playground"), ({"CI": "true", "DISCORD_TOKEN": TOKEN}, "bot.py")],
)
async def test_make_run_leads_a_person_without_a_token_to_the_question(screen, clone, variables, runs):
    await screen(clone, "make", "run", **variables).shows(f"runs {runs}.")


def test_make_run_shows_whoever_cannot_be_asked_the_playground(clone):
    outside_make = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(
        ["make", "run"], cwd=clone, env=outside_make, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.stdout == "runs -m tools.playground.\n"


async def test_whoever_chooses_to_play_here_gets_the_playground(screen, folder):
    (folder / "tools").mkdir()
    (folder / "tools" / "__init__.py").touch()
    (folder / "tools" / "playground.py").write_text("print('The playground is at', __name__)\n")
    shutil.copy(BOT, folder)
    terminal = screen(folder, sys.executable, "bot.py", PYTHONPATH=os.pathsep.join([str(folder), str(ROOT)]))
    await terminal.shows("1 or 2? ")
    terminal.types("1")
    await terminal.shows("The playground is at __main__")
