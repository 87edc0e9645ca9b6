"""What a run of the tests computes, in fixed pieces of work that each worker times again and again between its tests.

Seconds of a processor say little: one machine is twice as fast as another, and a busy one is slower than itself, by a
factor of three from one second to the next.
After a whole `make test` the figure is printed beside its budget (pyproject.toml), and `make check` prints the last one
again. A run that takes more than twice its budget fails: no machine's mood does that.
"""

import os
import time

import pytest

from tools.budget import KEPT, PROCESSOR_TIME, budgets

USUAL = "not thorough"
TOO_MUCH = 2.0
"""Times the budget: what other programs do to a processor's caches costs half as much again."""
EVERY = 20
"""Tests between two pieces of work."""


def piece_of_work():
    """A hundredth of a second, about: numbers, texts, tuples and a dictionary, as the bot computes."""
    began = time.process_time()
    seen = {}
    for number in range(15_000):
        seen[number % 1000, str(number % 77)] = (number, len(seen))
    assert len(seen) == 15_000
    return time.process_time() - began


def pytest_configure(config):
    if KEPT in getattr(config, "workerinput", {}):
        config.pluginmanager.register(InWorker())
    elif config.option.markexpr == USUAL and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.pluginmanager.register(InAll(config))


class InWorker:
    """One process of a run."""

    def __init__(self):
        self._pieces = [piece_of_work()]
        self._tests = 0

    def pytest_runtest_logfinish(self):
        """Time a piece of work now and then."""
        self._tests += 1
        if self._tests % EVERY == 0:
            self._pieces.append(piece_of_work())

    def pytest_sessionfinish(self, session):
        """Tell the process that started this one what has been computed, by processes that it has started too."""
        times = os.times()
        computed = times.user + times.system + times.children_user + times.children_system
        session.config.workeroutput[KEPT] = computed / (10 * sum(self._pieces) / len(self._pieces))


class InAll:
    """Adds up what the workers say, and holds it against the budget."""

    def __init__(self, config):
        self._config = config
        self._figures = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        node.workerinput[KEPT] = True

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        self._figures += [node.workeroutput[KEPT]] if KEPT in getattr(node, "workeroutput", {}) else []

    def pytest_sessionfinish(self, session):
        if sum(self._figures) > TOO_MUCH * budgets()[PROCESSOR_TIME]:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if self._config.pluginmanager.has_plugin("cacheprovider"):
            self._config.cache.set(KEPT, round(sum(self._figures)))

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.write_line(
            f"{PROCESSOR_TIME}: {sum(self._figures):,.0f} of {budgets()[PROCESSOR_TIME]:,} pieces of work"
        )
