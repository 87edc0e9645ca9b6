"""Five Hundred with house players: they fill seats, play for members who are away, and make room for members."""

import asyncio
import dataclasses
import json

import pytest
from msgspec.structs import replace

from data.people import house_player, is_house_player
from games.core import IllegalAction, Phrase
from games.five_hundred import Phase
from players.choice import Choice, Option
from players.five_hundred import Level
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.events import Arrange, Leave, Remove, Void
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import Habit, MatchState, with_state
from tables.five_hundred.seats import take_over
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import Chips, Daily, Practice, TournamentTable, mode_of
from tests.tables.five_hundred.match_room import DEE, GUS, match_state
from tests.tables.room import ANA, BEN, CY, GUILD

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


async def after_the_deal(hall, live):
    await until(hall, live, lambda: not live.table.is_playing)


async def is_refused(hall, live, why, person, verb=match.sit, *more):
    with pytest.raises(IllegalAction, match=why):
        await hall.says(live, person, verb, *more)


def holders(live):
    """Who has the seats, a house player being one like the other."""
    return ["house" if is_house_player(person) else person for person in live.table.lobby.seats]


async def test_a_member_alone_starts_a_match_against_the_house_whose_moves_do_not_restart_the_14_days(hall, started):
    live = await started(ANA, house=3)
    assert holders(live) == [ANA, "house", "house", "house"]
    assert not {person for person in live.table.awaited if is_house_player(person)}
    await until(hall, live, lambda: not live.table.awaited)
    ends_at, before = live.table.ends_at, live.table.play
    await hall.room.pass_time(live, LONGEST)
    assert live.table.play != before
    assert live.table.ends_at == ends_at


@pytest.mark.thorough
async def test_a_whole_match_is_played_with_the_house_and_nobody_is_rated(hall, started):
    live = await started(ANA, house=1, target=250)
    while not match_state(live).is_over:
        await after_the_deal(hall, live)
        if not match_state(live).is_over:
            await hall.says(live, ANA, match.ready)
    row, deals = await hall.row(live)
    assert len(deals) == match_state(live).deal
    assert any(deal.contractor is not None and is_house_player(row.seated[deal.contractor]) for deal in deals)
    assert await hall.room.store.read(lambda db: db.execute("SELECT COUNT(*) FROM ratings").fetchone()) == (0,)


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


async def test_after_a_missed_turn_the_house_plays_until_the_member_is_back(hall, started):
    live = await started(ANA, BEN, CY, DEE)
    await hall.until(live, Phase.PLAY)
    await until(hall, live, lambda: BEN in live.table.people_asked)
    await hall.room.pass_time(live, 60)
    assert live.table.lobby.is_away(BEN)
    await until(hall, live, lambda: BEN in live.table.people_asked)
    assert live.table.house_seats == {live.table.lobby.seat_of(BEN)}
    assert BEN not in live.table.awaited
    await hall.room.act_as_the_clock(live, BEN)
    assert not live.table.lobby.is_away(BEN)


@pytest.mark.thorough
async def test_the_record_says_for_whom_the_house_played_in_each_deal(hall, started):
    live = await started(ANA, BEN, house=2)
    await live.do(Leave(BEN))
    await after_the_deal(hall, live)
    await hall.says(live, BEN, match.sit)
    await hall.all_say(live, match.ready, ANA, BEN)
    await after_the_deal(hall, live)
    _, deals = await hall.row(live)
    assert [(deal.substitutes, deal.away) for deal in deals] == [((1,), (1,)), ((), ())]


@pytest.mark.thorough
async def test_the_match_goes_on_without_whoever_left_and_their_next_press_brings_them_back(hall, started):
    live = await started(ANA, BEN)
    await live.do(Leave(BEN))
    await after_the_deal(hall, live)
    assert live.table.lobby.seats[1] is None
    await hall.says(live, ANA, match.ready)
    assert live.table.is_playing
    await until(hall, live, lambda: BEN in live.table.people_asked)
    await hall.room.act_as_the_clock(live, BEN)
    assert live.table.lobby.seats[1] == BEN


async def test_whoever_was_removed_does_not_come_back_by_a_press(hall, started):
    live = await started(ANA, BEN)
    await live.do(Remove(BEN, GUS, is_manager=True))
    await after_the_deal(hall, live)
    await hall.says(live, ANA, match.ready)
    await until(hall, live, lambda: BEN in live.table.people_asked)
    with pytest.raises(IllegalAction, match="removed you"):
        await hall.room.act_as_the_clock(live, BEN)
    assert live.table.lobby.seats[1] is None


async def test_when_nobody_is_there_the_match_is_paused_and_the_house_stops(hall, started):
    live = await started(ANA, house=1)
    while not live.table.lobby.is_away(ANA):
        await hall.room.pass_time(live, LONGEST if live.table.house_seats else 60)
    assert match_state(live).paused
    assert live.table.is_playing
    assert live.table.house_seats == frozenset()
    await hall.says(live, ANA, match.go_on)
    await after_the_deal(hall, live)


@pytest.mark.thorough
async def test_a_newcomer_takes_a_house_players_seat_with_the_next_deal(hall, started):
    live = await started(ANA, house=3)
    await hall.says(live, BEN, match.sit)
    assert holders(live) == [ANA, "house", "house", "house"]
    await after_the_deal(hall, live)
    assert holders(live) == [ANA, BEN, "house", "house"]
    assert match_state(live).players[1] == BEN
    await hall.says(live, CY, match.sit)
    assert holders(live) == [ANA, BEN, CY, "house"]
    row, _ = await hall.row(live)
    assert BEN in row.seated


@pytest.mark.sampled
@pytest.mark.parametrize(("points", "gives_way"), [((0, 10), False), ((10, 10), True), ((20, 10), True)])
async def test_antes_are_taken_over_between_deals_alone_and_not_of_a_house_player_who_is_ahead(
    hall, started, points, gives_way
):
    live = await started(ANA, house=1, ante=100)
    assert not live.table.gives_way
    await is_refused(hall, live, "between deals", BEN)
    await after_the_deal(hall, live)
    live.table = replace(live.table, lobby=with_state(live.table.lobby, points=points))
    assert live.table.gives_way == gives_way
    if gives_way:
        await hall.says(live, BEN, match.sit)
    else:
        await is_refused(hall, live, "whose side is ahead", BEN)
    assert holders(live) == [ANA, BEN if gives_way else "house"]
    assert await hall.room.balances(ANA, BEN) == [900, 900 if gives_way else 1000]


def test_of_two_house_players_the_one_who_is_not_ahead_makes_room():
    seats = (ANA, house_player(1, 0), house_player(1, 1))
    state = MatchState(players=seats, points=(0, 10, 0), ante=100)
    assert take_over(Lobby(seats=seats, game_state=state), BEN).promised_seats == {seats[2]: BEN}


async def test_whoever_was_removed_neither_sits_down_in_a_house_players_seat_nor_waits_for_one(hall, started):
    live = await started(ANA, BEN, house=1, target=1000)
    await live.do(Remove(BEN, GUS, is_manager=True))
    await after_the_deal(hall, live)
    await is_refused(hall, live, "removed you", BEN)
    await hall.says(live, ANA, match.ready)
    await is_refused(hall, live, "removed you", BEN)
    assert not live.table.lobby.promised_seats
    live = await started(ANA, house=1)
    await hall.says(live, BEN, match.sit)
    await live.do(Remove(BEN, GUS, is_manager=True))
    await is_refused(hall, live, "removed you", BEN)
    await after_the_deal(hall, live)
    assert holders(live) == [ANA, "house"]


@pytest.mark.thorough
async def test_whoever_is_blocked_waits_for_no_seat_any_more(hall, started):
    blocked = set()
    hall.room.services = dataclasses.replace(hall.room.services, blocked=lambda: blocked)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    live = await started(ANA, CY, house=1, target=1000)
    await hall.says(live, BEN, match.sit)
    blocked.add(BEN)
    await after_the_deal(hall, live)
    assert holders(live) == [ANA, CY, "house"]
    await is_refused(hall, live, "has blocked you", BEN)
    await live.do(Leave(CY))
    await hall.says(live, DEE, match.ask_seat, 1)
    blocked.add(DEE)
    await hall.agrees(live, ANA)
    assert holders(live) == [ANA, None, "house"]
    assert match_state(live).proposal is None


async def test_the_house_puts_in_the_antes_of_its_players_and_gets_back_what_is_left(hall, started):
    live = await started(ANA, house=1, ante=100)
    assert await hall.room.balances(ANA) == [900]
    await live.do(Void(GUS, "enough"))
    assert await hall.room.balances(ANA) == [1000]
    left = "SELECT SUM(chips) FROM accounts WHERE kind = 'member' AND owner < 0"
    assert await hall.room.store.read(lambda db: db.execute(left).fetchone()) == (0,)


@pytest.mark.thorough
async def test_a_restart_in_the_middle_of_a_deal_lets_the_house_play_on(hall, started):
    live = await started(ANA, house=1)
    await until(hall, live, lambda: live.table.house_seats and len(live.table.play.round.auction.spoken) > 0)
    live = await hall.again(live)
    await after_the_deal(hall, live)


async def test_without_company_a_match_against_the_house_ends_and_nobody_takes_over_a_seat_of_one_that_is_ended(
    hall, started
):
    live = await started(ANA, house=1)
    await live.do(Leave(ANA))
    assert match_state(live).is_over
    live = await started(ANA, house=1)
    await hall.says(live, BEN, match.sit)
    await hall.says(live, ANA, match.ask_end)
    assert match_state(live).is_over
    await hall.says(live, ANA, match.change_habit, Habit.PLAYS_FORCED, True)
    assert BEN not in live.table.lobby.seats


async def test_after_a_match_its_seats_are_nobody_elses(hall, started):
    live = await started(ANA, house=2)
    await hall.says(live, ANA, match.ask_end)
    played = match_state(live).players
    _, first, second = live.table.lobby.seats
    for seats in ((ANA, second, first), (ANA, BEN, second)):
        with pytest.raises(IllegalAction):
            await live.do(Arrange(ANA, lambda lobby, seats=seats: replace(lobby, seats=seats)))
    row, _ = await hall.row(live)
    assert row.seated == match_state(live).players == played


@pytest.mark.thorough
async def test_nobody_takes_over_a_seat_with_the_deal_that_wins_the_match(hall, started):
    live = await started(ANA, house=1)
    await after_the_deal(hall, live)
    last, before = match_state(live).last, [0, 0]
    before[last.contractor] = 490 if last.made else -490
    lobby = replace(live.table.lobby, promised_seats={live.table.lobby.house_players[0]: BEN})
    lobby = with_state(lobby, dealing=True, points=tuple(before))
    over = live.table.game.after_round(live.table.terms, lobby, live.table.play.setup, live.table.play.round, {})
    assert MatchState.of(over).winners
    assert BEN not in over.seats


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
