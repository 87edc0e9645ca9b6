"""A match against house players who think in worker processes, one of which is killed in the middle."""

import asyncio
import os
import signal
from dataclasses import replace

import pytest

from data.check import open_for_check, problems
from games.five_hundred import Options
from players.workers.thinkers import Thinkers
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.terms import HouseTerms, Terms
from tests.tables.room import ANA

PATIENCE = 60
"""Seconds in which an answer must come, on however busy a machine."""


@pytest.fixture
async def thinkers():
    async with Thinkers(1) as thinkers:
        yield thinkers


@pytest.mark.thorough
async def test_a_turn_is_played_although_the_process_that_thinks_about_it_is_killed(room, thinkers):
    answers, killed = [], []

    async def think(question, seed):
        answer = asyncio.create_task(thinkers.answer(question, seed, within=PATIENCE))
        if answers and not killed:
            killed.extend(thinkers.pids)
            os.kill(killed[0], signal.SIGKILL)
        answers.append(await answer)
        return answers[-1]

    room.services = replace(room.services, think=think)
    room.open_tables = room.another_floor(FiveHundredGame())
    terms = Terms(0, 0, Options(players=2), Pace.SLOW, HouseTerms(substitutes=True))
    table = await room.open(terms, FiveHundredGame())
    await table.arrange(ANA, match_against_house(table.id), salt="salt")
    while len(answers) < 3:
        if table.house_seats:
            await room.pass_time(table, 2)
        else:
            await room.act(table, ANA, str(table.play.round.default_action(table.play.setup.seat_of(ANA))))
    moves = await room.store.read(lambda db: db.execute("SELECT action FROM moves WHERE seat = 1").fetchall())
    assert [action for (action,) in moves][:2] == [answer.action for answer in answers][:2]
    assert killed
    assert not set(killed) & set(thinkers.pids)
    assert room.faults == []
    with open_for_check(room.store.where) as db:
        assert problems(db) == []


def match_against_house(table):
    return lambda lobby: match.ready(match.sit(lobby, ANA).add_house_player(table), ANA)
