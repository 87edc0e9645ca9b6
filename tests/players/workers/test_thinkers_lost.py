"""Worker processes that fail, hang or end: what they were asked is answered or refused, and none outlives the bot."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from players.workers.process import NoAnswer, NobodyThinks, Patience
from players.workers.thinkers import LEAST
from tests.players.workers.conftest import PATIENCE, waiting
from tests.players.workers.questions import Brooding, Deadly, Faulty, Roll, Where

ROOT = Path(__file__).parents[3]


async def gone(pid):
    """Return when the process has ended."""
    with suppress(ProcessLookupError):
        file, ended, loop = os.pidfd_open(pid), asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(file, ended.set)
        await asyncio.wait_for(ended.wait(), PATIENCE)
        loop.remove_reader(file)
        os.close(file)


# What goes wrong


async def pid_of(thinking):
    return int((await thinking.answer(Where("pid"), 0)).action)


async def answers_others(thinking):
    """It still answers whatever else it is asked."""
    assert (await thinking.answer(Roll(), 1)).action == str(Random(1).randrange(10**9))


async def test_without_processes_every_question_is_refused(start):
    with pytest.raises(NobodyThinks):
        await start(0).answer(Roll(), 0)


async def test_a_fault_in_a_player_is_refused_without_the_cards_and_the_process_stays(start):
    thinking = start(1)
    before = await pid_of(thinking)
    with pytest.raises(NoAnswer, match="ValueError") as refused:
        await thinking.answer(Faulty("Ana holds the joker"), 0)
    assert await pid_of(thinking) == before
    assert "questions.py" in str(refused.value)
    assert "joker" not in str(refused.value)


async def test_a_question_that_cannot_be_sent_is_refused(start):
    thinking = start(1)
    with pytest.raises(NoAnswer):
        await thinking.answer(lambda: None, 0)
    await answers_others(thinking)


@pytest.mark.thorough
async def test_the_question_of_a_killed_process_is_answered_by_another_one(start, calls):
    thinking = start(1)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    os.kill(killed := await calls.next(), signal.SIGKILL)
    replaced = await calls.next()
    calls.let_go()
    assert int((await answer).action) == replaced != killed


@pytest.mark.thorough
async def test_a_process_killed_between_two_questions_is_replaced_and_that_counts_for_neither(start, calls):
    thinking = start(1)
    before = await pid_of(thinking)
    os.kill(before, signal.SIGKILL)
    await gone(before)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    os.kill(await calls.next(), signal.SIGKILL)
    replaced = await calls.next()
    calls.let_go()
    assert int((await answer).action) == replaced


@pytest.mark.thorough
async def test_a_killed_process_does_not_disturb_the_others(start, calls):
    thinking = start(2)
    answers = [asyncio.create_task(thinking.answer(calls.question, 0)) for _ in range(2)]
    killed, spared = await calls.next(), await calls.next()
    os.kill(killed, signal.SIGKILL)
    replaced = await calls.next()
    calls.let_go()
    assert {int((await answer).action) for answer in answers} == {spared, replaced}


@pytest.mark.thorough
async def test_a_question_whose_process_dies_twice_is_not_asked_again(start, calls):
    thinking = start(1)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    for _ in range(2):
        os.kill(await calls.next(), signal.SIGKILL)
    with pytest.raises(NoAnswer):
        await answer
    await answers_others(thinking)
    assert calls.is_over


@pytest.mark.thorough
async def test_a_process_that_hangs_is_given_up_and_replaced(start, calls):
    thinking = start(1)
    before = await pid_of(thinking)
    usual, thinking.patience = thinking.patience, Patience(hung=1.0)
    with pytest.raises(NoAnswer):
        await thinking.answer(calls.question, 0)
    thinking.patience = usual
    await gone(before)
    assert await calls.next() == before
    assert await pid_of(thinking) != before
    assert calls.is_over  # it wasn't asked again


@pytest.mark.thorough
async def test_what_computes_for_too_long_is_asked_again_with_the_least_effort_and_then_given_up(start):
    thinking = start(1, computing=0.1)
    before = await pid_of(thinking)
    choice = await thinking.answer(Brooding(LEAST), 0)
    assert choice.options[0].value == LEAST
    assert await pid_of(thinking) != before
    with pytest.raises(NoAnswer, match="too long"):
        await thinking.answer(Brooding(0), 0)
    await answers_others(thinking)


@pytest.mark.thorough
async def test_a_process_that_gets_no_time_to_compute_is_waited_for(start, calls):
    thinking = start(1, computing=0.1)
    answer = asyncio.create_task(thinking.answer(calls.question, 0))
    asked = await calls.next()
    other = asyncio.create_task(start(1, computing=0.1).answer(Brooding(0), 0))
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


async def test_who_no_longer_waits_is_not_answered(start, calls, busy):
    thinking = start(1)
    first = await busy(thinking)
    (impatient,) = await waiting(thinking, Deadly(), within=0)
    (patient,) = await waiting(thinking, Where("pid"))
    impatient.cancel()
    calls.let_go()
    assert (await first).action == (await patient).action


async def test_questions_for_which_nobody_had_time_are_refused_and_the_next_one_is_answered(start, calls, busy, caplog):
    thinking = start(1)
    first = await busy(thinking)
    late = await waiting(thinking, *[Where("pid")] * 3, within=-2 * PATIENCE)
    (in_time,) = await waiting(thinking, Where("pid"))
    calls.let_go()
    for each in late:
        with pytest.raises(NobodyThinks, match="nobody had time"):
            await each
    assert (await in_time).action == (await first).action
    assert [record.getMessage() for record in caplog.records if "too much" in record.getMessage()] == [
        "there is too much to think about, see THINKERS; questions refused: 1"
    ]


async def test_a_crowd_of_questions_is_not_kept_without_an_end(start, calls, busy):
    thinking = start(1, waiting=2)
    first = await busy(thinking)
    crowd = await waiting(thinking, Roll(), Roll())
    with pytest.raises(NoAnswer):
        await thinking.answer(Roll(), 0)
    calls.let_go()
    await asyncio.gather(first, *crowd)


# The end


async def test_closing_ends_a_process_in_the_middle_of_an_answer_and_refuses_those_who_wait(start, calls):
    thinking = start(1)
    asked = await waiting(thinking, *[calls.question] * 3)
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
from tests.players.workers.questions import Brooding, Call, Deadly, Faulty, Packed, Printing, Roll, Where
from players.workers.thinkers import Thinkers

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
