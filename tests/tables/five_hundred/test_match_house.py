"""Five Hundred with house players: they fill seats, play for members who are away, and make room for members."""

import asyncio
import dataclasses
import json

import pytest
from msgspec.structs import replace

from data.people import house_player
from games.core import IllegalAction, Phrase
from players.choice import Choice, Option
from players.five_hundred import Level
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.events import Arrange
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState, with_state
from tables.five_hundred.seats import take_over
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import Chips, Daily, Practice, TournamentTable, mode_of
from tests.tables.five_hundred.match_room import DEE, BesideHouse
from tests.tables.heard import cases
from tests.tables.room import ANA, BEN, CY, GUILD, GUS

ALONE = "ana sits, house fills seats, ana readies"
TWO = "ana sits, ben sits, house fills seats, ana readies, ben readies"
REMOVED = "match begins, host removes ben, deal ends, ana readies"
ROWS = [
    ("house players fill seats", "4", "ana sits, house fills seats", "ana readies",
     {"holders": "ana house house house", "playing": True}),
    ("their moves are no press", "4", f"{ALONE}, others play until house", "time passes 5, house moves",
     {"idle since": 5}),
    ("they play for who is late", "4", "match begins, others play until ben, time passes 60", "others play until house",
     {"house asked": {1}, "missed": {BEN: 1}}),
    ("until they are back", "4", "match begins, others play until ben, time passes 60, others play until house",
     "ben acts", {"missed": {}}),
    ("the record says for whom", "4", f"{TWO}, ben leaves", "deal ends", {"played for": ((1,), (1,))}),
    ("and for whom not", "4", f"{TWO}, ben leaves, deal ends, ben sits, all ready", "deal ends",
     {"played for": ((), ())}),
    ("a press brings back who left", "2", "match begins, ben leaves, deal ends, ana readies, others play until house",
     "ben acts", {"holders": "ana ben"}),
    ("but nobody who was removed", "2", f"{REMOVED}, others play until house", "ben acts",
     {"refused": "removed you", "holders": "ana nobody"}),
    ("it pauses when nobody is there", "2", ALONE, "ana sleeps",
     {"paused": True, "playing": True, "house asked": set()}),
    ("until somebody is", "2", f"{ALONE}, ana sleeps, ana continues", "deal ends", {"stage": "between"}),
    ("nobody replaces them who doesn't come", "2 ante 100", f"{ALONE}, deal ends", "ana presses", {"replaced": 0}),
    # A member comes
    ("who gets a seat after the deal", "4", ALONE, "ben sits", {"holders": "ana house house house", "promised": [BEN]}),
    ("and plays there", "4", f"{ALONE}, ben sits", "deal ends",
     {"holders": "ana ben house house", "players": {BEN: 2}}),
    ("between deals at once", "4", f"{ALONE}, deal ends", "ben sits", {"holders": "ana ben house house"}),
    ("alone, where there is an ante", "2 ante 100", ALONE, "ben sits",
     {"refused": "between deals", "gives way": False}),
    ("of nobody who is ahead", "2 ante 100", f"{ALONE}, deal ends, points are 0 10", "ben sits",
     {"refused": "whose side is ahead", "gives way": False}),
    ("who pays it", "2 ante 100", f"{ALONE}, deal ends, points are 10 10", "ben sits",
     {"holders": "ana ben", "purses": {"ana": 900, "ben": 900}, "replaced": 1}),
    ("also when behind", "2 ante 100", f"{ALONE}, deal ends, points are 20 10", "ben sits", {"holders": "ana ben"}),
    ("nobody who was removed", "3", f"{TWO}, host removes ben, deal ends", "ben sits", {"refused": "removed you"}),
    ("or waits", "3", f"{TWO}, host removes ben, deal ends, ana readies", "ben sits", {"refused": "removed you"}),
    ("or has waited", "2", f"{ALONE}, ben sits, host removes ben", "deal ends", {"holders": "ana house"}),
    ("or is blocked", "2", f"{ALONE}, ben sits, ben is blocked", "deal ends", {"holders": "ana house", "promised": []}),
    ("or is forgotten", "2", f"{ALONE}, ben sits, ben leaves, bot forgets ben", "deal ends", {"holders": "ana house"}),
    ("while others agree", "3", f"{TWO}, ben leaves, deal ends, dee asks seat 2, dee is blocked", "ana agrees",
     {"holders": "ana nobody house", "asks": None}),
    # It ends
    ("the house gets back its antes", "2 ante 100", ALONE, "host voids match", {"purses": {}}),
    ("it ends without company", "2", ALONE, "ana leaves", {"ending": "left"}),
    ("then nobody gets a seat", "2", f"{ALONE}, ben sits, ana asks end", "ana wants PLAYS_FORCED",
     {"ending": "agreed", "holders": "ana house"}),
]  # fmt: skip


@cases(ROWS)
def test_beside_house_players(table, before, happens, then):
    assert BesideHouse(*table.split()).becomes(before, happens, then) == then


def test_after_a_match_its_seats_are_nobody_elses():
    desk = BesideHouse("3")
    desk.hears(f"{ALONE}, ana asks end")
    _, first, second = desk.table.lobby.seats
    for seats in ((ANA, second, first), (ANA, BEN, second)):
        with pytest.raises(IllegalAction):
            desk.does(Arrange(ANA, lambda lobby, seats=seats: replace(lobby, seats=seats)))


def test_nobody_takes_over_a_seat_with_the_deal_that_wins_the_match():
    desk = BesideHouse("2")
    desk.hears(f"{ALONE}, deal ends")
    last, before, play = desk.state.last, [0, 0], desk.table.play
    before[last.contractor] = 490 if last.made else -490
    lobby = replace(desk.table.lobby, promised_seats={desk.table.lobby.house_players[0]: BEN})
    lobby = with_state(lobby, dealing=True, points=tuple(before))
    over = desk.table.game.after_round(desk.table.terms, lobby, play.setup, play.round, {})
    assert MatchState.of(over).winners
    assert BEN not in over.seats


# What they are asked

LONGEST = 2
"""Seconds until a house player has acted."""


@pytest.fixture
def room(room):
    room.services = dataclasses.replace(room.services, think=answer_here)
    return room


@pytest.fixture
def opened(hall):
    """Opens a table with these members and house players, with substitutes; nobody is ready."""

    async def opened(*members, house=0, ante=0, target=500, **about):
        options = FiveHundredGame.options(players=len(members) + house, ante=ante, target=target)
        await hall.room.meet(ANA, BEN, CY, DEE, GUS)
        terms = Terms(0, 0, options, Pace.NORMAL, Chips(substitutes=True, **about))
        live = await hall.room.open(terms, FiveHundredGame())
        await hall.all_say(live, match.sit, *members)
        for _ in range(house):
            await live.do(Arrange(members[0], lambda lobby: lobby.add_house_player(live.table.id)))
        return live

    return opened


@pytest.fixture
def started(hall, opened):
    """The same, and the first deal has begun."""

    async def started(*members, **about):
        live = await opened(*members, **about)
        await hall.all_say(live, match.ready, *members)
        assert live.table.is_playing
        return live

    return started


async def until(hall, live, condition):
    """The house plays until that is so; whenever a member is asked, they make the clock's move at once."""
    while not condition():
        asked = [person for person in live.table.awaited if live.table.is_in_round(person)]
        if live.table.is_playing and asked:
            await hall.move(live)
        else:
            await hall.room.pass_time(live, LONGEST)


@pytest.fixture
def asked(hall):
    """The questions of the house, which always does what the clock would."""
    asked = []

    async def think(question, _entropy):
        asked.append(question)
        (live,) = hall.open_tables.in_guild(GUILD)
        return Choice((Option(str(live.table.play.round.default_action(question.seat)), 0.0),), Phrase(""))

    hall.room.services = dataclasses.replace(hall.room.services, think=think)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    return asked


@pytest.mark.parametrize(("level", "conventions"), [("easy", False), ("strong", True)])
async def test_house_players_play_at_the_level_and_by_the_conventions_of_the_table(
    hall, started, asked, level, conventions
):
    live = await started(ANA, BEN, house=2, level=level, conventions=conventions)
    await until(hall, live, lambda: len(asked) >= 2)
    assert {(question.level, question.conventions) for question in asked} == {(Level(level), conventions)}


@pytest.mark.parametrize(("ante", "level"), [(0, Level.STRONG), (20, Level.EASY)])
async def test_for_a_member_who_is_away_the_house_plays_as_well_as_it_can_but_for_no_chips(
    hall, started, asked, ante, level
):
    live = await started(ANA, BEN, CY, DEE, ante=ante, level="usual")
    await until(hall, live, lambda: BEN in live.table.people_asked)
    await hall.room.pass_time(live, 60)
    await until(hall, live, lambda: BEN in live.table.people_asked)
    await hall.room.pass_time(live, LONGEST)
    assert {question.level for question in asked} == {level}


@pytest.mark.thorough
async def test_a_house_player_lets_a_second_pass_before_it_acts(hall, opened):
    live, loop, acted = await opened(ANA, house=1), asyncio.get_running_loop(), asyncio.Event()
    before = loop.time()
    await hall.says(live, ANA, match.ready)
    while not live.table.house_seats:
        before = loop.time()
        await hall.move(live)
    live.on_change = acted.set
    await acted.wait()
    assert loop.time() - before >= 1


def test_terms_of_before_there_were_levels_have_the_usual_one_and_conventions():
    old = mode_of('{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":""}')
    assert old == Chips(substitutes=True, level="usual", conventions=True)


CUP = TournamentTable(tournament=3, title="Cup", secret="5ec7e7", deals=4)
UNUSED = {"practice": False, "daily": 0, "tournament": 0, "title": "", "secret": "", "deals": 0}
"""Version 1.0 wrote these at every table."""


@pytest.mark.parametrize("mode", [Chips(level="strong", conventions=False), Practice(), Daily(daily=7), CUP])
def test_a_table_of_any_mode_comes_back_as_it_was_saved_by_an_earlier_version_too(mode):
    saved = mode.to_json()
    assert mode_of(saved) == mode_of(json.dumps(UNUSED | json.loads(saved))) == mode


def test_of_two_house_players_the_one_who_is_not_ahead_makes_room():
    seats = (ANA, house_player(1, 0), house_player(1, 1))
    state = MatchState(players=seats, points=(0, 10, 0), ante=100)
    assert take_over(Lobby(seats=seats, game_state=state), BEN).promised_seats == {seats[2]: BEN}
