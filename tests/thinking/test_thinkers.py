"""Worker processes: what they are asked is answered, whatever happens to them, and none outlives the bot."""

import asyncio
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.thinking.questions import Brooding, Call, Deadly, Faulty, Packed, Printing, Roll, Where
from thinking import process, thinkers
from thinking.budget import FULL_SECONDS, LEAST
from thinking.here import answer_here
from thinking.process import NoAnswer, NobodyThinks
from thinking.thinkers import Thinkers

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""A process that hangs fails its test instead of stopping all others."""


@pytest.fixture(autouse=True)
def _nobody_is_in_a_hurry(monkeypatch):
    """Nothing is given up because this machine is busy."""
    monkeypatch.setattr(process, "HUNG_SECONDS", PATIENCE)
    monkeypatch.setattr(thinkers, "TOO_LATE", PATIENCE)


@pytest.fixture
async def start():
    """Starts thinkers and closes them at the end."""
    started = []

    def start(processes):
        started.append(Thinkers(processes))
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
async def calls():
    calls = Calls()
    server = await asyncio.start_server(calls.came, "127.0.0.1", 0)
    calls.question = Call(server.sockets[0].getsockname()[1])
    yield calls
    calls.hang_up()
    server.close()
    await server.wait_closed()


async def gone(pid):
    """Return when the process has ended."""
    with suppress(ProcessLookupError):
        file, ended, loop = os.pidfd_open(pid), asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(file, ended.set)
        await asyncio.wait_for(ended.wait(), PATIENCE)
        loop.remove_reader(file)
        os.close(file)


# Answers


async def test_the_same_seed_gives_the_same_answer_as_in_the_bot_itself(start):
    thinking = start(1)
    for seed in (b"one", b"two", 3):
        choice = await thinking.answer(Roll(), seed)
        assert choice.action == str(Random(seed).randrange(10**9))
    assert (await answer_here(Roll(), b"one")).options[0].value == LEAST


async def test_questions_that_come_together_are_shared_out_to_all_processes(start, calls):
    thinking = start(2)
    answers = [asyncio.create_task(thinking.answer(calls.question, 0)) for _ in range(2)]
    pids = {await calls.next(), await calls.next()}
    calls.let_go()
    assert {int((await answer).action) for answer in answers} == pids == set(thinking.pids)
    assert len(pids) == 2


async def test_one_question_after_the_other_needs_one_process(start):
    thinking = start(4)
    pids = {(await thinking.answer(Where("pid"), 0)).action for _ in range(3)}
    assert pids == {str(pid) for pid in thinking.pids}
    assert len(pids) == 1


async def test_nothing_is_started_before_the_first_question(start):
    assert start(2).pids == []


async def test_the_most_urgent_question_is_answered_first(start, calls):
    thinking, order = start(1), []
    busy = asyncio.create_task(thinking.answer(calls.question, 0))
    await calls.next()

    async def ask(name, within):
        await thinking.answer(Roll(), 0, within=within)
        order.append(name)

    others = [asyncio.create_task(ask(name, within)) for name, within in (("last", 9), ("first", 1), ("second", 5))]
    await asyncio.sleep(0)
    calls.let_go()
    await asyncio.gather(busy, *others)
    assert order == ["first", "second", "last"]


async def test_the_questions_that_wait_can_be_counted(start, calls):
    thinking = start(1)
    assert thinking.waiting == 0
    busy = asyncio.create_task(thinking.answer(calls.question, 0))
    await calls.next()
    assert thinking.waiting == 0
    others = [asyncio.create_task(thinking.answer(Roll(), 0)) for _ in range(3)]
    await asyncio.sleep(0)
    assert thinking.waiting == 3
    calls.let_go()
    await asyncio.gather(busy, *others)
    assert thinking.waiting == 0


async def test_a_question_that_has_waited_too_long_gets_the_least_effort(start):
    assert (await start(1).answer(Roll(), 0, within=-1)).options[0].value == LEAST


async def test_many_questions_that_wait_get_less_effort_each(start, calls):
    thinking = start(1)
    busy = asyncio.create_task(thinking.answer(calls.question, 0))
    await calls.next()
    crowd = [asyncio.create_task(thinking.answer(Roll(), 0, within=1.5)) for _ in range(50)]
    await asyncio.sleep(0)
    calls.let_go()
    await busy
    assert LEAST <= (await crowd[0]).options[0].value <= 1.5 / (50 * FULL_SECONDS)
    await asyncio.gather(*crowd)


async def test_questions_that_have_proved_quick_get_full_effort_in_a_crowd_too(start):
    thinking = start(1)
    for _ in range(100):
        await thinking.answer(Roll(), 0)
    crowd = await asyncio.gather(*(thinking.answer(Roll(), 0, within=60) for _ in range(300)))
    assert {choice.options[0].value for choice in crowd} == {1.0}


async def test_a_worker_knows_the_rules_and_the_players_and_no_discord(start):
    modules = set((await start(1).answer(Where("modules"), 0)).action.split())
    assert {"games", "players", "thinking", "numpy"} <= modules  # loaded before anybody asks
    assert not modules & {"discord", "aiohttp", "aiosqlite", "sqlite3", "cogs", "tables", "data", "bot", "i18n"}


async def test_a_worker_leaves_the_machine_to_the_bot_and_to_others(start):
    assert int((await start(1).answer(Where("niceness"), 0)).action) >= min(os.nice(0) + 10, 19)


@pytest.mark.skipif(sys.platform != "linux", reason="where else would it say so?")
async def test_a_worker_keeps_one_core_busy_at_most(start):
    """One thread thinks, and another one listens to the bot."""
    assert (await start(1).answer(Where("threads"), 0)).action == "2"


async def test_what_a_player_prints_is_not_taken_for_an_answer(start):
    thinking = start(1)
    assert (await thinking.answer(Printing(), 0)).action == "done"
    assert (await thinking.answer(Printing(), 0)).action == "done"


async def test_questions_are_packed_outside_of_the_event_loops_thread(start):
    threads = []
    await start(1).answer(Packed(threads), 0)
    assert threads
    assert threading.get_ident() not in threads


# What goes wrong


async def test_without_processes_every_question_is_refused(start):
    with pytest.raises(NobodyThinks):
        await start(0).answer(Roll(), 0)


async def test_a_fault_in_a_player_is_refused_without_the_cards_and_the_process_stays(start):
    thinking = start(1)
    before = (await thinking.answer(Where("pid"), 0)).action
    with pytest.raises(NoAnswer, match="ValueError") as refused:
        await thinking.answer(Faulty("Ana holds the joker"), 0)
    assert (await thinking.answer(Where("pid"), 0)).action == before
    assert "questions.py" in str(refused.value)
    assert "joker" not in str(refused.value)


async def test_a_question_that_cannot_be_sent_is_refused(start):
    thinking = start(1)
    with pytest.raises(NoAnswer):
        await thinking.answer(lambda: None, 0)
    assert (await thinking.answer(Roll(), 1)).action == str(Random(1).randrange(10**9))


async def test_the_question_of_a_killed_process_is_answered_by_another_one(start, calls):
    thinking = start(1)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    os.kill(killed := await calls.next(), signal.SIGKILL)
    replaced = await calls.next()
    calls.let_go()
    assert int((await answer).action) == replaced != killed


async def test_a_process_killed_between_two_questions_is_replaced_and_that_counts_for_neither(start, calls):
    thinking = start(1)
    before = int((await thinking.answer(Where("pid"), 0)).action)
    os.kill(before, signal.SIGKILL)
    await gone(before)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    os.kill(await calls.next(), signal.SIGKILL)
    replaced = await calls.next()
    calls.let_go()
    assert int((await answer).action) == replaced


async def test_a_killed_process_does_not_disturb_the_others(start, calls):
    thinking = start(2)
    answers = [asyncio.create_task(thinking.answer(calls.question, 0)) for _ in range(2)]
    killed, spared = await calls.next(), await calls.next()
    os.kill(killed, signal.SIGKILL)
    replaced = await calls.next()
    calls.let_go()
    assert {int((await answer).action) for answer in answers} == {spared, replaced}


async def test_a_question_whose_process_dies_twice_is_not_asked_again(start, calls):
    thinking = start(1)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    for _ in range(2):
        os.kill(await calls.next(), signal.SIGKILL)
    with pytest.raises(NoAnswer):
        await answer
    assert (await thinking.answer(Roll(), 1)).action == str(Random(1).randrange(10**9))
    assert calls.is_over


async def test_a_process_that_hangs_is_given_up_and_replaced(start, calls, monkeypatch):
    thinking = start(1)
    before = int((await thinking.answer(Where("pid"), 0)).action)
    with monkeypatch.context() as impatient:
        impatient.setattr(process, "HUNG_SECONDS", 0.1)
        with pytest.raises(NoAnswer):
            await thinking.answer(calls.question, 0)
    await gone(before)
    assert await calls.next() == before
    assert int((await thinking.answer(Where("pid"), 0)).action) != before
    assert calls.is_over  # it wasn't asked again


async def test_what_computes_for_too_long_is_asked_again_with_the_least_effort(start, monkeypatch):
    monkeypatch.setattr(process, "GIVE_UP_SECONDS", 0.1)
    thinking = start(1)
    before = int((await thinking.answer(Where("pid"), 0)).action)
    choice = await thinking.answer(Brooding(LEAST), 0)
    assert choice.options[0].value == LEAST
    assert int((await thinking.answer(Where("pid"), 0)).action) != before


async def test_what_computes_for_too_long_also_with_the_least_effort_is_given_up(start, monkeypatch):
    monkeypatch.setattr(process, "GIVE_UP_SECONDS", 0.1)
    thinking = start(1)
    with pytest.raises(NoAnswer, match="too long"):
        await thinking.answer(Brooding(0), 0)
    assert await thinking.answer(Roll(), 0)


async def test_a_process_that_gets_no_time_to_compute_is_waited_for(start, calls, monkeypatch):
    monkeypatch.setattr(process, "GIVE_UP_SECONDS", 0.1)
    thinking = start(1)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    asked = await calls.next()
    other = asyncio.create_task(start(1).answer(Brooding(0), 0))
    with pytest.raises(NoAnswer):  # another has computed for twice as long in the meantime
        await other
    calls.let_go()
    assert int((await answer).action) == asked


async def test_a_machine_that_starts_no_process_is_no_reason_to_wait(start, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    thinking = start(1)
    with pytest.raises(NoAnswer):
        await thinking.answer(Roll(), 0)
    monkeypatch.undo()
    assert await thinking.answer(Roll(), 0)


async def test_who_no_longer_waits_is_not_answered(start, calls):
    thinking = start(1)
    busy = asyncio.create_task(thinking.answer(calls.question, 0))
    await calls.next()
    impatient = asyncio.create_task(thinking.answer(Deadly(), 0, within=0))
    patient = asyncio.create_task(thinking.answer(Where("pid"), 0))
    await asyncio.sleep(0)
    impatient.cancel()
    calls.let_go()
    assert (await busy).action == (await patient).action


async def test_questions_for_which_nobody_had_time_are_refused_and_the_next_one_is_answered(start, calls, caplog):
    thinking = start(1)
    busy = asyncio.create_task(thinking.answer(calls.question, 0))
    await calls.next()
    late = [asyncio.create_task(thinking.answer(Where("pid"), 0, within=-2 * PATIENCE)) for _ in range(3)]
    in_time = asyncio.create_task(thinking.answer(Where("pid"), 0))
    await asyncio.sleep(0)
    calls.let_go()
    for each in late:
        with pytest.raises(NobodyThinks, match="nobody had time"):
            await each
    assert (await in_time).action == (await busy).action
    assert [record.getMessage() for record in caplog.records if "too much" in record.getMessage()] == [
        "there is too much to think about, see THINKERS; questions refused: 1"
    ]


async def test_a_crowd_of_questions_is_not_kept_without_an_end(start, calls, monkeypatch):
    monkeypatch.setattr(thinkers, "MOST_WAITING", 2)
    thinking = start(1)
    busy = asyncio.create_task(thinking.answer(calls.question, 0))
    await calls.next()
    waiting = [asyncio.create_task(thinking.answer(Roll(), 0)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(NoAnswer):
        await thinking.answer(Roll(), 0)
    calls.let_go()
    await asyncio.gather(busy, *waiting)


# The end


async def test_closing_ends_a_process_in_the_middle_of_an_answer_and_refuses_those_who_wait(start, calls):
    thinking = start(1)
    asked = [asyncio.create_task(thinking.answer(calls.question, 0)) for _ in range(3)]
    pid = await calls.next()
    await thinking.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    for each in asked:
        with pytest.raises(NoAnswer):
            await each
    with pytest.raises(NoAnswer):
        await thinking.answer(Roll(), 0)
    assert calls.is_over


BOT = """
import asyncio, sys
from tests.thinking.questions import Brooding, Call, Deadly, Faulty, Packed, Printing, Roll, Where
from thinking.thinkers import Thinkers

asyncio.run(Thinkers(1).answer(Call(int(sys.argv[1])), 0))
"""


async def test_a_process_that_thinks_ends_when_the_bot_is_killed(calls):
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", BOT, str(calls.question.port), cwd=ROOT)
    pid = await calls.next()
    bot.kill()
    await bot.wait()
    await gone(pid)


async def test_ctrl_c_is_for_the_bot_alone(start, calls):
    answer = asyncio.create_task(start(1).answer(calls.question, 0))
    pid = await calls.next()
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    calls.let_go()
    assert int((await answer).action) == pid
