"""The first start, without a token: what somebody at a terminal is asked, once.

Nobody is asked where nobody would answer, or where no file can be written: in CI, under systemd, in a container.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from getpass import getpass
from pathlib import Path

import aiohttp
import discord
from discord.http import HTTPClient
from dotenv.parser import parse_stream

from cogs.app.process.env import TOKEN, EnvError, NoToken, token_in
from cogs.app.replies.requests import error_text
from cogs.app.sync import invitation

EXAMPLE = ".env.example"
QUESTION = """\
There is no bot token yet. You can
  1  play here, in your browser, without a Discord account
  2  paste a bot token, and play on your Discord server (docs/install.md says where to get one)"""
HERE, ON_DISCORD = "1", "2"


@dataclass(frozen=True)
class Terminal:
    """Where the person sits; `ask_secretly` doesn't show what is typed."""

    ask: Callable[[str], str] = input
    ask_secretly: Callable[[str], str] = getpass
    say: Callable[[str], None] = print


def is_asked(file: Path) -> bool:
    """Whether a person can be asked, and `file`, the `.env`, be written."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and not os.environ.get("CI")
        and os.access(file.absolute().parent, os.W_OK)
    )


def ask(file: Path, terminal: Terminal) -> bool:
    """Let somebody play here, or paste a token, which is checked and kept in `file`. Returns whether it was a token.

    Raises NoToken when they don't answer, EnvError when the token can't be checked or kept.
    """
    terminal.say(QUESTION)
    try:
        while (chosen := terminal.ask(f"{HERE} or {ON_DISCORD}? ").strip()) not in (HERE, ON_DISCORD):
            pass
        if chosen == HERE:
            return False
        token, name, application = _pasted(file, terminal)
    except EOFError:
        raise NoToken(file) from None
    keep(file, token)
    terminal.say(f"This is the token of {name}. It is in {file} now.")
    terminal.say(f"Invite me: {invitation(application)}")
    terminal.say("The bot starts now and waits for you there. Ctrl+C stops it; the same command starts it again.")
    return True


def _pasted(file: Path, terminal: Terminal) -> tuple[str, str, int]:
    """A token that Discord knows, the name of its bot and the number of its application."""
    while True:
        pasted = "".join(filter(str.isprintable, terminal.ask_secretly("Paste the token (it isn't shown): "))).strip()
        try:
            token = token_in({TOKEN: pasted}, file)
            return token, *asyncio.run(_bot_of(token))
        except NoToken:
            continue
        except EnvError as error:
            terminal.say(str(error))
        except discord.LoginFailure:
            terminal.say("Discord does not know this token; copy it again (Bot > Reset Token).")
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            reason = error_text(error).rstrip(".")
            raise EnvError(
                f"Discord can't be reached, so the token wasn't checked and isn't kept; try again later: {reason}."
            ) from error


async def _bot_of(token: str) -> tuple[str, int]:
    """The name and the application of the bot that logs in with `token`. Raises as discord.py's login."""
    http = HTTPClient(asyncio.get_running_loop())
    try:
        user = await http.static_login(token)
        return user["username"], int((await http.application_info())["id"])
    finally:
        await http.close()


def keep(file: Path, token: str) -> None:
    """Write `token` into `file`, which from then on is for its owner alone, and leave the rest of it as it is.

    One that isn't there begins as `.env.example`. At any instant there is the old file or the new one. Raises EnvError.
    """
    real = file.resolve()
    source = real if real.exists() else real.with_name(EXAMPLE)
    try:
        before = source.read_bytes().decode("utf-8-sig") if source.exists() else ""
        handle, name = tempfile.mkstemp(prefix=".env-", dir=real.parent)  # for its owner alone
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as new:
                new.write(_with_token(before, token))
                new.flush()
                os.fsync(new.fileno())
            Path(name).replace(real)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise EnvError(f"{file} can't be written: {error.strerror}.") from error


def _with_token(text: str, token: str) -> str:
    """What a settings file says, with this token."""
    said, line, is_there = "", f"{TOKEN}={token}", False
    for binding in parse_stream(io.StringIO(text, newline="")):
        kept = binding.original.string
        if binding.key == TOKEN:
            is_there = True
            blank, rest = len(kept) - len(kept.lstrip()), len(kept.rstrip("\r\n"))
            kept = kept[:blank] + line + (kept[rest:] or "\n")
        said += kept
    if is_there:
        return said
    return f"{said}{line}\n" if not said or said.endswith("\n") else f"{said}\n{line}\n"
