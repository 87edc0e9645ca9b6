"""What a line of the log looks like, as text and as JSON."""

import json
import subprocess
import sys

import pytest

LOGS = r"""
import logging, sys
from cogs.app.process import logs
logs.set_up(logging.DEBUG, as_json=sys.argv[1] == "json")
log = logging.getLogger("cogs.somewhere")
log.info("a line\nand %s", "anoth\u00e9r")
log.info("half a letter: %s", "\ud83d")
try:
    raise ValueError("POST /webhooks/105/the-token_of.somebody failed")
except ValueError:
    log.exception("it failed")
gateway = logging.getLogger("discord.shard")
gateway.error("Attempting a reconnect for shard ID %s in %.2fs", 3, 1.5, exc_info=ConnectionResetError("gone"))
gateway.error("Something new", exc_info=KeyError("x"))
"""


FAULTS = r"""
import logging, threading, warnings
from cogs.app.process import logs
logs.set_up(logging.INFO, as_json=True)
warnings.warn("this goes away", UserWarning)
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
raise LookupError("at /webhooks/105/the-token_of.somebody")
"""


@pytest.mark.thorough
def test_in_json_what_nobody_expected_is_a_record_too():
    done = subprocess.run([sys.executable, "-c", FAULTS], capture_output=True, check=False)
    warning, thread, last = (json.loads(line) for line in done.stderr.splitlines())
    assert (warning["logger"], warning["level"]) == ("py.warnings", "WARNING")
    assert "this goes away" in warning["message"]
    assert thread["level"] == last["level"] == "CRITICAL"
    assert thread["exception"].endswith("ZeroDivisionError: division by zero")
    assert last["exception"].endswith("LookupError: at /webhooks/105/\u2026")
    assert done.returncode == 1


def logged(form):
    done = subprocess.run([sys.executable, "-c", LOGS, form], capture_output=True, check=True)
    return done.stderr.decode()


def test_in_json_every_record_is_one_line_with_its_traceback_and_no_token():
    said = logged("json")
    records = [json.loads(line) for line in said.splitlines()]
    assert [(each["logger"], each["level"], each["message"]) for each in records] == [
        ("cogs.somewhere", "INFO", "a line and anoth\u00e9r"),
        ("cogs.somewhere", "INFO", "half a letter: \ud83d"),
        ("cogs.somewhere", "ERROR", "it failed"),
        ("discord.shard", "ERROR", "Attempting a reconnect for shard ID 3 in 1.50s: gone"),
        ("discord.shard", "ERROR", "Something new"),
    ]
    failed = [each for each in records if "exception" in each]
    assert [each["message"] for each in failed] == ["it failed", "Something new"]
    first, *_, last = failed[0]["exception"].splitlines()
    assert first == "Traceback (most recent call last):"
    assert last == "ValueError: POST /webhooks/105/\u2026 failed"
    assert "the-token_of.somebody" not in said


@pytest.mark.thorough
def test_as_text_a_lost_connection_is_one_line_and_a_fault_has_its_traceback_without_a_token():
    said = logged("text")
    assert "ValueError: POST /webhooks/105/" in said
    assert "the-token_of.somebody" not in said
    lines = said.splitlines()
    (lost,) = [number for number, line in enumerate(lines) if "Attempting a reconnect" in line]
    assert lines[lost].endswith("shard ID 3 in 1.50s: gone")
    assert lines[lost + 1].endswith("[ERROR   ] discord.shard: Something new")
    assert lines[-1] == "KeyError: 'x'"
