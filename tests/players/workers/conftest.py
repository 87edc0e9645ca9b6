"""Thinkers that end with their test, and a question that is under way for as long as the test wants."""

import asyncio

import pytest

from players.workers.process import Patience
from players.workers.thinkers import Thinkers
from tests.players.workers.questions import Call

PATIENCE = 60
"""A process that hangs fails its test instead of stopping all others."""


@pytest.fixture
async def start():
    """Starts thinkers and closes them at the end. They give up nothing because this machine is busy."""
    started = []

    def start(processes, **patience):
        started.append(Thinkers(processes, Patience(**{"hung": PATIENCE, "late": PATIENCE} | patience)))
        return started[-1]

    yield start
    for each in started:
        await each.close()


class Calls:
    """A question that is under way until it is let go, and the processes that think about it."""

    def __init__(self):
        self._calls = asyncio.Queue()
        self._callers = []

    async def came(self, reader, writer):
        self._callers.append(writer)
        self._calls.put_nowait(int(await reader.readline()))

    async def next(self):
        """The next process that has begun to think about it."""
        return await asyncio.wait_for(self._calls.get(), PATIENCE)

    @property
    def is_over(self):
        """Has nobody else begun?"""
        return self._calls.empty()

    def let_go(self):
        """Let all that think about it answer."""
        for caller in self._callers:
            caller.write(b".")

    def hang_up(self):
        for caller in self._callers:
            caller.close()


@pytest.fixture
def busy(calls):
    """`await busy(thinking)`: the answer to a question that one of the processes has begun to think about."""

    async def busy(thinking):
        answer = asyncio.create_task(thinking.answer(calls.question, 0))
        await calls.next()
        return answer

    return busy


async def waiting(thinking, *questions, **within):
    """Answers to questions that wait behind a busy process."""
    tasks = [asyncio.create_task(thinking.answer(question, 0, **within)) for question in questions]
    await asyncio.sleep(0)
    return tasks


@pytest.fixture
async def calls():
    calls = Calls()
    server = await asyncio.start_server(calls.came, "127.0.0.1", 0)
    calls.question = Call(server.sockets[0].getsockname()[1])
    yield calls
    calls.hang_up()
    server.close()
    await server.wait_closed()
