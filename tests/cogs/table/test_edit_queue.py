"""The one queue for all pictures: a steady pace, pressed tables first, and slower when Discord asks for it."""

import asyncio
from collections import defaultdict
from contextlib import closing
from datetime import timedelta
from functools import partial, wraps
from itertools import pairwise

import pytest

from cogs.table.edit_queue import A_SECOND, EditQueue, Turns
from tables.clock import uptime
from tools.world.jumping_loop import JumpingLoop


def hurried(test):
    """`test` in a loop in which nothing takes time."""

    @wraps(test)
    def hurries(**given):
        with closing(JumpingLoop()) as loop:
            loop.run_until_complete(test(**given))

    return hurries


class Diary:
    """Who had their turn, and when."""

    def __init__(self, line):
        self.line = line
        self.turns = []
        self._who = defaultdict(partial(Turns, line, "a table"))

    def enters(self, who, *, pressed=None, has_work=True):
        """`pressed`: so many seconds before."""

        async def work():
            self.turns.append((asyncio.get_running_loop().time(), who))

        if pressed is not None:
            self._who[who].pressed_at = uptime() - timedelta(seconds=pressed)
        self._who[who].wait(work, "picture", lambda: has_work)

    @property
    def order(self):
        return [who for _, who in self.turns]

    def pauses(self):
        return [after - at for (at, _), (after, _) in pairwise(self.turns)]

    def most_in_a_second(self):
        times = [at for at, _ in self.turns]
        return max(sum(begin <= at < begin + 1 for at in times) for begin in times)


@pytest.mark.parametrize("shares", [(1,), (1 / 4, 1 / 4, 1 / 2), (1 / 64,) * 64])
@hurried
async def test_two_thousand_tables_of_each_process_are_drawn_in_turn_at_the_pace_of_one(shares):
    diaries = [Diary(EditQueue(share)) for share in shares]
    for diary in diaries:
        for table in range(2_000):
            diary.enters(table)
    await asyncio.sleep(100)
    for diary, share in zip(diaries, shares, strict=True):
        drawn = len(diary.turns)
        assert drawn == pytest.approx(min(2_000, 100 * A_SECOND * share), rel=0.05, abs=1.1)
        assert diary.order == list(range(drawn))
        assert diary.most_in_a_second() <= A_SECOND * share + 1


@pytest.mark.parametrize("share", [1, 1 / 16])
@hurried
async def test_a_process_that_is_refused_goes_slower_than_its_share_and_comes_back_to_it(share):
    diary = Diary(EditQueue(share))
    for table in range(200):
        diary.enters(table)
    for _ in range(10):
        diary.line.slow_down(0)
    await asyncio.sleep(500)
    pauses = diary.pauses()
    assert pauses[0] == pytest.approx(1 / share, abs=0.01)
    assert pauses[-1] == pytest.approx(1 / A_SECOND / share, abs=0.01)


@hurried
async def test_a_pressed_table_comes_before_all_others_wherever_it_waited():
    diary = Diary(EditQueue())
    for table in range(100):
        diary.enters(table)
    await asyncio.sleep(1)
    diary.enters(77, pressed=0)
    diary.enters("calm", pressed=60)
    diary.enters("new", pressed=59)
    diary.enters(77)
    before = len(diary.turns)
    await asyncio.sleep(200)
    assert diary.order[before : before + 2] == [77, "new"]
    assert diary.order.count(77) == 1
    assert (len(diary.order), diary.order[-1]) == (102, "calm")


@hurried
async def test_a_turn_with_nothing_left_to_do_costs_nobody_time_and_there_is_none_after_a_stop():
    diary = Diary(EditQueue())
    for table in range(100):
        diary.enters(table, has_work=table == 99)
    await asyncio.sleep(0.5 / A_SECOND)
    assert diary.order == [99]
    for table in range(10):
        diary.enters(table)
    diary.line.stop()
    await asyncio.sleep(10)
    assert diary.order == [99]


@hurried
async def test_when_discord_refuses_the_pace_all_wait_and_then_go_slower_for_a_while():
    diary = Diary(EditQueue())
    for table in range(200):
        diary.enters(table)
    await asyncio.sleep(1)
    before = len(diary.turns)
    diary.line.slow_down(2)
    await asyncio.sleep(200)
    assert not len(diary.line)
    pauses = diary.pauses()
    assert pauses[before - 1] >= 2
    assert pauses[before] > 1.5 / A_SECOND
    assert pauses[-1] == pytest.approx(1 / A_SECOND, abs=0.01)


@hurried
async def test_it_never_stops_for_good_however_often_discord_refuses():
    diary = Diary(EditQueue())
    for _ in range(50):
        diary.line.slow_down(3600)
    diary.enters("table")
    await asyncio.sleep(61)
    assert diary.order == ["table"]
