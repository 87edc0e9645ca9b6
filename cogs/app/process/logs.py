"""The log of the process: one line for each event, no colours where nobody sees them, and no secret at any level.

As JSON each line is an object for a program that gathers logs.

At DEBUG discord.py logs everything it sends and receives: what people typed, the hands on their private panels, and the
tokens with which anybody could answer in the bot's place. Here such a payload is left out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType

import aiohttp
import discord
import yarl

log = logging.getLogger(__name__)

_TOKEN = re.compile(r"/(?P<kind>interactions|webhooks)/(?P<id>[0-9]+)/[\w.~%-]+")
_LONGEST = 500
"""Characters of an argument; some of Discord's refusals are whole web pages."""
_ONCE_MORE = "Global rate limit has been hit."
"""The second line about the same refusal."""


def set_up(level: int, *, as_json: bool = False) -> None:
    """Write everything of `level` or above to the standard error stream."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot uses no voice
    handler = logging.StreamHandler()
    formatter: logging.Formatter = discord.utils.MISSING  # discord.py's own, with colours
    if as_json:
        formatter = _Json()
        sys.excepthook = _log_uncaught
        threading.excepthook = lambda fault: _log_uncaught(fault.exc_type, fault.exc_value, fault.exc_traceback)
        logging.captureWarnings(True)
    elif not handler.stream.isatty():
        formatter = logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
    discord.utils.setup_logging(handler=handler, formatter=formatter, level=level)
    assert handler.formatter is not None
    handler.setFormatter(_Discreet(handler.formatter))
    handler.addFilter(_keeps_to_one_line)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """What Python would print over many lines is a record too."""
    log.critical("an error that nobody expected", exc_info=(kind, error or kind(), trace))


class _Discreet(logging.Formatter):
    """Formats like another formatter, and leaves out the tokens of interactions."""

    def __init__(self, like: logging.Formatter) -> None:
        super().__init__()
        self._like = like

    def format(self, record: logging.LogRecord) -> str:
        return _TOKEN.sub(r"/\g<kind>/\g<id>/…", self._like.format(record))


class _Json(logging.Formatter):
    """Formats a record as an object: when it was, in UTC, who says what how urgently, and the exception if any."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


def _keeps_to_one_line(record: logging.LogRecord) -> bool:
    """Leave out payloads and line breaks; False for a record that another line makes superfluous."""
    if record.name.startswith("discord") and record.levelno <= logging.DEBUG and isinstance(record.args, tuple):
        record.args = tuple(_without_payload(argument) for argument in record.args)
    message = " ".join(record.getMessage().split())
    lost = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("discord") and isinstance(lost, discord.ConnectionClosed | aiohttp.ClientError | OSError):
        message, record.exc_info = f"{message}: {str(lost) or type(lost).__name__}", None
    record.msg, record.args = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…", ()
    return not message.startswith(_ONCE_MORE)


def _without_payload(argument: object) -> object:
    match argument:
        case {"t": str(event)}:
            return event
        case {"op": int(operation)}:
            return f"op {operation}"
        case None | int() | float() | yarl.URL():
            return argument
        case str() if not argument.startswith(("{", "[", '"')):
            return argument
        case _:
            return "…"
