"""The one queue for all pictures: a steady pace, pressed tables first, and slower when Discord asks for it."""

import asyncio
from itertools import pairwise

import pytest

from cogs.table.edit_queue import A_SECOND, EditQueue


class Hurry(asyncio.SelectorEventLoop):
    """An event loop that doesn't wait: when there is nothing to do, its time jumps to the next timer."""

    def __init__(self):
        super().__init__()
        self._ahead = 0.0
        select = self._selector.select

        def jump(timeout=None):
            found = select(0)
            if not found and timeout:
                self._ahead += timeout
            return found

        self._selector.select = jump

    def time(self):
        return super().time() + self._ahead


def hurried(work):
    """The result of `work` in a loop in which nothing takes time."""
    loop = Hurry()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


class Diary:
    """Who had their turn, and when."""

    def __init__(self, line):
        self.line = line
        self.turns = []

    def enters(self, who, *, first=False, has_work=True):
        def go():
            if has_work:
                self.turns.append((asyncio.get_running_loop().time(), who))
            return has_work

        self.line.enter(who, go, first=first)

    @property
    def order(self):
        return [who for _, who in self.turns]

    def most_in_a_second(self):
        times = [at for at, _ in self.turns]
        return max(sum(begin <= at < begin + 1 for at in times) for begin in times)

    async def until_empty(self):
        await asyncio.sleep(200)
        assert not len(self.line)


def test_two_thousand_tables_are_drawn_at_twenty_five_a_second():
    async def storm():
        diary = Diary(EditQueue())
        for table in range(2_000):
            diary.enters(table)
        await diary.until_empty()
        return diary

    diary = hurried(storm())
    assert diary.order == list(range(2_000))
    assert diary.most_in_a_second() <= A_SECOND + 1
    assert diary.turns[-1][0] - diary.turns[0][0] == pytest.approx(2_000 / A_SECOND, rel=0.05)


@pytest.mark.parametrize("shares", [(1 / 4, 1 / 4, 1 / 2), (1 / 64,) * 64])
def test_all_processes_together_keep_the_pace_of_one(shares):
    async def storm():
        diaries = [Diary(EditQueue(share)) for share in shares]
        for diary in diaries:
            for table in range(400):
                diary.enters(table)
        await asyncio.sleep(100)
        return [len(diary.turns) for diary in diaries]

    drawn = hurried(storm())
    assert drawn == [pytest.approx(min(400, 100 * A_SECOND * share), rel=0.05, abs=1.1) for share in shares]


@pytest.mark.parametrize("share", [1, 1 / 16])
def test_a_process_that_is_refused_goes_slower_than_its_share_and_comes_back_to_it(share):
    async def storm():
        diary = Diary(EditQueue(share))
        for table in range(200):
            diary.enters(table)
        for _ in range(10):
            diary.line.slow_down(0)
        await asyncio.sleep(500)
        return [at for at, _ in diary.turns]

    pauses = [after - at for at, after in pairwise(hurried(storm()))]
    assert pauses[0] == pytest.approx(1 / share, abs=0.01)
    assert pauses[-1] == pytest.approx(1 / A_SECOND / share, abs=0.01)


def test_a_pressed_table_comes_before_all_others_wherever_it_waited():
    async def storm():
        diary = Diary(EditQueue())
        for table in range(100):
            diary.enters(table)
        await asyncio.sleep(1)
        diary.enters(77, first=True)
        diary.enters("new", first=True)
        diary.enters(77)
        before = len(diary.turns)
        await diary.until_empty()
        return before, diary.order

    before, order = hurried(storm())
    assert order[before : before + 2] == [77, "new"]
    assert order.count(77) == 1
    assert len(order) == 101


def test_a_turn_with_nothing_left_to_do_costs_nobody_time_and_there_is_none_after_a_stop():
    async def storm():
        diary = Diary(EditQueue())
        for table in range(100):
            diary.enters(table, has_work=table == 99)
        await asyncio.sleep(0.5 / A_SECOND)
        before = [*diary.order]
        for table in range(10):
            diary.enters(table)
        diary.line.stop()
        await asyncio.sleep(10)
        return before, diary.order

    assert hurried(storm()) == ([99], [99])


def test_when_discord_refuses_the_pace_all_wait_and_then_go_slower_for_a_while():
    async def storm():
        diary = Diary(EditQueue())
        for table in range(200):
            diary.enters(table)
        await asyncio.sleep(1)
        before = len(diary.turns)
        diary.line.slow_down(2)
        await diary.until_empty()
        return before, [at for at, _ in diary.turns]

    before, times = hurried(storm())
    pauses = [after - at for at, after in pairwise(times)]
    assert pauses[before - 1] >= 2
    assert pauses[before] > 1.5 / A_SECOND
    assert pauses[-1] == pytest.approx(1 / A_SECOND, abs=0.01)


def test_it_never_stops_for_good_however_often_discord_refuses():
    async def storm():
        diary = Diary(EditQueue())
        for _ in range(50):
            diary.line.slow_down(3600)
        diary.enters("table")
        await asyncio.sleep(61)
        return diary.order

    assert hurried(storm()) == ["table"]
