"""Worker processes: what they are asked is answered, the most urgent first, by processes that know no Discord."""

import asyncio
import os
import sys
import threading
from random import Random

import pytest

from players.workers.thinkers import FULL_SECONDS, LEAST, answer_here
from tests.players.workers.conftest import waiting
from tests.players.workers.questions import Packed, Printing, Roll, Where


async def test_the_same_seed_gives_the_same_answer_as_in_the_bot_itself(start):
    thinking = start(1)
    for seed in (b"one", b"two", 3):
        choice = await thinking.answer(Roll(), seed)
        assert choice.action == str(Random(seed).randrange(10**9))
    assert (await answer_here(Roll(), b"one")).options[0].value == LEAST


@pytest.mark.thorough
async def test_questions_that_come_together_are_shared_out_to_all_processes(start, calls):
    thinking = start(2)
    answers = await waiting(thinking, calls.question, calls.question)
    pids = {await calls.next(), await calls.next()}
    calls.let_go()
    assert {int((await answer).action) for answer in answers} == pids == set(thinking.pids)
    assert len(pids) == 2


async def test_nothing_is_started_before_the_first_question_and_one_after_the_other_needs_one_process(start):
    thinking = start(4)
    assert thinking.pids == []
    pids = {(await thinking.answer(Where("pid"), 0)).action for _ in range(3)}
    assert pids == {str(pid) for pid in thinking.pids}
    assert len(pids) == 1
    for _ in range(2):
        assert (await thinking.answer(Printing(), 0)).action == "done", "what a player prints is no answer"


async def test_the_most_urgent_question_is_answered_first(start, calls, busy):
    thinking, order = start(1), []
    first = await busy(thinking)

    async def ask(name, within):
        await thinking.answer(Roll(), 0, within=within)
        order.append(name)

    others = [asyncio.create_task(ask(name, within)) for name, within in (("last", 9), ("first", 1), ("second", 5))]
    await asyncio.sleep(0)
    calls.let_go()
    await asyncio.gather(first, *others)
    assert order == ["first", "second", "last"]


async def test_questions_that_wait_are_counted_and_get_less_effort_each_the_more_there_are(start, calls, busy):
    thinking = start(1)
    assert thinking.waiting == 0
    first = await busy(thinking)
    assert thinking.waiting == 0
    crowd = await waiting(thinking, *[Roll()] * 50, within=1.5)
    assert thinking.waiting == 50
    calls.let_go()
    await first
    assert LEAST <= (await crowd[0]).options[0].value <= 1.5 / (50 * FULL_SECONDS)
    await asyncio.gather(*crowd)
    assert thinking.waiting == 0
    assert (await thinking.answer(Roll(), 0, within=-1)).options[0].value == LEAST, "one that has waited too long"


@pytest.mark.thorough
async def test_questions_that_have_proved_quick_get_full_effort_in_a_crowd_too(start):
    thinking = start(1)
    for _ in range(100):
        await thinking.answer(Roll(), 0)
    crowd = await asyncio.gather(*(thinking.answer(Roll(), 0, within=60) for _ in range(300)))
    assert {choice.options[0].value for choice in crowd} == {1.0}


async def test_a_worker_knows_the_rules_and_no_discord_and_leaves_the_machine_to_others(start):
    thinking = start(1)
    modules = set((await thinking.answer(Where("modules"), 0)).action.split())
    assert {"games", "players", "numpy"} <= modules  # loaded before anybody asks
    assert not modules & {"discord", "aiohttp", "aiosqlite", "sqlite3", "cogs", "tables", "data", "bot", "i18n"}
    assert int((await thinking.answer(Where("niceness"), 0)).action) >= min(os.nice(0) + 10, 19)
    if sys.platform == "linux":  # one thread thinks, and another one listens to the bot
        assert (await thinking.answer(Where("threads"), 0)).action == "2"


async def test_questions_are_packed_outside_of_the_event_loops_thread(start):
    threads = []
    await start(1).answer(Packed(threads), 0)
    assert threads
    assert threading.get_ident() not in threads
