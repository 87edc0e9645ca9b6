"""Five Hundred with house players: they fill seats, play for members who are away, and make room for members."""

import asyncio
from dataclasses import replace

import pytest

from data.ledger.ledger import InsufficientChips
from data.people import is_house_player
from games.core import IllegalAction
from games.five_hundred import Phase
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState, with_state
from tables.terms import HouseTerms, Terms
from tests.tables.five_hundred.match_room import DEE, GUS, MatchRoom, match_state
from tests.tables.room import ANA, BEN, CY

LONGEST = 2
"""Seconds until a house player has acted."""


@pytest.fixture
def hall(room):
    room.services = replace(room.services, think=answer_here)
    return MatchRoom(room)


@pytest.fixture
def opened(hall):
    """Opens a table with these members and house players, with substitutes; nobody is ready."""

    async def opened(*members, house=0, ante=0, target=500, players=None, pace=Pace.NORMAL):
        options = FiveHundredGame.options(players=players or len(members) + house, ante=ante, target=target)
        await hall.room.meet(ANA, BEN, CY, DEE, GUS)
        terms = Terms(0, 0, options, pace, HouseTerms(substitutes=True))
        table = await hall.room.open(terms, FiveHundredGame())
        for member in members:
            await hall.says(table, member, match.sit)
        for _ in range(house):
            await table.arrange(members[0], lambda lobby: lobby.add_house_player(table.id))
        return table

    return opened


async def until(hall, table, condition):
    """The house plays until that is so; whenever a member is asked, they make the clock's move at once."""
    while not condition():
        asked = [person for person in table.awaited if table.is_in_round(person)]
        if table.is_playing and asked:
            await hall.move(table)
        else:
            await hall.room.pass_time(table, LONGEST)


def holders(table):
    """Who has the seats, a house player being one like the other."""
    return ["house" if is_house_player(person) else person for person in table.lobby.seats]


async def test_a_member_alone_starts_a_match_against_the_house_with_one_press(hall, opened):
    table = await opened(ANA, house=3)
    assert holders(table) == [ANA, "house", "house", "house"]
    await hall.says(table, ANA, match.ready)
    assert table.is_playing
    assert not {person for person in table.awaited if is_house_player(person)}


async def test_what_the_house_plays_does_not_restart_the_14_days_after_which_an_untouched_match_ends(hall, opened):
    table = await opened(ANA, house=3)
    await hall.says(table, ANA, match.ready)
    await until(hall, table, lambda: not table.awaited)
    ends_at, before = table.ends_at, table.play
    await hall.room.pass_time(table, LONGEST)
    assert table.play != before
    assert table.ends_at == ends_at


@pytest.mark.thorough
async def test_a_whole_match_is_played_with_the_house_and_nobody_is_rated(hall, opened):
    table = await opened(ANA, house=1, target=250)
    await hall.says(table, ANA, match.ready)
    while not match_state(table).is_over:
        await until(hall, table, lambda: not table.is_playing)
        if not match_state(table).is_over:
            await hall.says(table, ANA, match.ready)
    row, deals = await hall.row(table)
    assert len(deals) == match_state(table).deal
    assert any(deal.contractor is not None and is_house_player(row.seated[deal.contractor]) for deal in deals)
    hall.sound()
    assert await hall.room.store.read(lambda db: db.execute("SELECT COUNT(*) FROM ratings").fetchone()) == (0,)


async def test_after_a_missed_turn_the_house_plays_until_the_member_is_back(hall, opened):
    table = await opened(ANA, BEN, CY, DEE)
    for member in (ANA, BEN, CY, DEE):
        await hall.says(table, member, match.ready)
    await hall.until(table, Phase.PLAY)
    await until(hall, table, lambda: BEN in table.people_asked)
    await hall.room.pass_time(table, 60)
    assert table.lobby.is_away(BEN)
    await until(hall, table, lambda: BEN in table.people_asked)
    seat = table.lobby.seat_of(BEN)
    assert table.house_seats == {seat}
    assert BEN not in table.awaited
    card = table.play.round.default_action(seat)
    await table.act(BEN, table.question_id, str(card))
    assert not table.lobby.is_away(BEN)
    hall.sound()


@pytest.mark.thorough
async def test_the_record_says_for_whom_the_house_played_in_each_deal(hall, opened):
    table = await opened(ANA, BEN, house=2)
    for member in (ANA, BEN):
        await hall.says(table, member, match.ready)
    await table.leave(BEN)
    await until(hall, table, lambda: not table.is_playing)
    await hall.says(table, BEN, match.sit)
    for member in (ANA, BEN):
        await hall.says(table, member, match.ready)
    await until(hall, table, lambda: not table.is_playing)
    _, deals = await hall.row(table)
    assert [deal.substitutes for deal in deals] == [(1,), ()]
    hall.sound()


@pytest.mark.thorough
async def test_the_match_goes_on_without_whoever_left_and_their_next_press_brings_them_back(hall, opened):
    table = await opened(ANA, BEN)
    for member in (ANA, BEN):
        await hall.says(table, member, match.ready)
    await table.leave(BEN)
    await until(hall, table, lambda: not table.is_playing)
    assert table.lobby.seats[1] is None
    await hall.says(table, ANA, match.ready)
    assert table.is_playing
    await until(hall, table, lambda: BEN in table.people_asked)
    await table.act(BEN, table.question_id, str(table.play.round.default_action(1)))
    assert table.lobby.seats[1] == BEN
    hall.sound()


async def test_whoever_was_removed_does_not_come_back_by_a_press(hall, opened):
    table = await opened(ANA, BEN)
    for member in (ANA, BEN):
        await hall.says(table, member, match.ready)
    await table.remove(BEN, GUS, is_manager=True)
    await until(hall, table, lambda: not table.is_playing)
    await hall.says(table, ANA, match.ready)
    await until(hall, table, lambda: BEN in table.people_asked)
    with pytest.raises(IllegalAction, match="removed you"):
        await table.act(BEN, table.question_id, str(table.play.round.default_action(1)))
    assert table.lobby.seats[1] is None


async def test_when_nobody_is_there_the_match_is_paused_and_the_house_stops(hall, opened):
    table = await opened(ANA, house=1)
    await hall.says(table, ANA, match.ready)
    while not table.lobby.is_away(ANA):
        await hall.room.pass_time(table, LONGEST if table.house_seats else 60)
    assert match_state(table).paused
    assert table.is_playing
    assert table.house_seats == frozenset()
    await hall.says(table, ANA, match.go_on)
    await until(hall, table, lambda: not table.is_playing)
    hall.sound()


@pytest.mark.thorough
async def test_a_newcomer_takes_a_house_players_seat_with_the_next_deal(hall, opened):
    table = await opened(ANA, house=3)
    await hall.says(table, ANA, match.ready)
    await hall.says(table, BEN, match.sit)
    assert holders(table) == [ANA, "house", "house", "house"]
    await until(hall, table, lambda: not table.is_playing)
    assert holders(table) == [ANA, BEN, "house", "house"]
    assert match_state(table).players[1] == BEN
    await hall.says(table, CY, match.sit)
    assert holders(table) == [ANA, BEN, CY, "house"]
    row, _ = await hall.row(table)
    assert BEN in row.seated
    hall.sound()


@pytest.mark.thorough
async def test_where_everyone_has_put_in_an_ante_seats_are_taken_over_between_deals_alone(hall, opened):
    table = await opened(ANA, house=1, ante=100)
    await hall.says(table, ANA, match.ready)
    assert not table.gives_way
    with pytest.raises(IllegalAction, match="between deals"):
        await hall.says(table, BEN, match.sit)
    await until(hall, table, lambda: not table.is_playing)
    table.lobby = with_state(table.lobby, points=(0, 0))
    await hall.says(table, BEN, match.sit)
    assert holders(table) == [ANA, BEN]
    assert await hall.room.balances(ANA, BEN) == [900, 900]
    hall.sound()


@pytest.mark.sampled
@pytest.mark.parametrize(("points", "giving"), [((0, 10), []), ((10, 10), [1]), ((20, 10), [1])])
async def test_nobody_takes_over_the_ante_of_a_house_player_who_is_ahead(hall, opened, points, giving):
    table = await opened(ANA, house=1, ante=100)
    await hall.says(table, ANA, match.ready)
    await until(hall, table, lambda: not table.is_playing)
    table.lobby = with_state(table.lobby, points=points)
    assert table.gives_way == bool(giving)
    if giving:
        await hall.says(table, BEN, match.sit)
    else:
        with pytest.raises(IllegalAction, match="whose side is ahead"):
            await hall.says(table, BEN, match.sit)
    assert table.lobby.seats[1:].count(BEN) == len(giving)


@pytest.mark.thorough
async def test_of_two_house_players_the_one_who_is_not_ahead_makes_room(hall, opened):
    table = await opened(ANA, house=2, ante=100, target=1000)
    await hall.says(table, ANA, match.ready)
    await until(hall, table, lambda: not table.is_playing)
    table.lobby = with_state(table.lobby, points=(0, 10, 0))
    await hall.says(table, BEN, match.sit)
    assert holders(table) == [ANA, "house", BEN]


async def test_whoever_was_removed_does_not_sit_down_in_a_house_players_seat(hall, opened):
    table = await opened(ANA, BEN, house=1, target=1000)
    for member in (ANA, BEN):
        await hall.says(table, member, match.ready)
    await table.remove(BEN, GUS, is_manager=True)
    await until(hall, table, lambda: not table.is_playing)
    with pytest.raises(IllegalAction, match="removed you"):
        await hall.says(table, BEN, match.sit)
    await hall.says(table, ANA, match.ready)
    with pytest.raises(IllegalAction, match="removed you"):
        await hall.says(table, BEN, match.sit)
    assert not table.lobby.promised_seats


async def test_somebody_who_waits_for_a_house_players_seat_can_be_removed(hall, opened):
    table = await opened(ANA, house=1)
    await hall.says(table, ANA, match.ready)
    await hall.says(table, BEN, match.sit)
    await table.remove(BEN, GUS, is_manager=True)
    with pytest.raises(IllegalAction, match="removed you"):
        await hall.says(table, BEN, match.sit)
    await until(hall, table, lambda: not table.is_playing)
    assert holders(table) == [ANA, "house"]


@pytest.mark.thorough
async def test_whoever_is_blocked_waits_for_no_seat_any_more(hall, opened):
    blocked = set()
    hall.room.services = replace(hall.room.services, is_served=lambda person: person not in blocked)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    table = await opened(ANA, CY, house=1, target=1000)
    for member in (ANA, CY):
        await hall.says(table, member, match.ready)
    await hall.says(table, BEN, match.sit)
    blocked.add(BEN)
    await until(hall, table, lambda: not table.is_playing)
    assert holders(table) == [ANA, CY, "house"]
    with pytest.raises(IllegalAction, match="has blocked you"):
        await hall.says(table, BEN, match.sit)
    await table.leave(CY)
    await hall.says(table, DEE, match.ask_seat, 1)
    blocked.add(DEE)
    await hall.agrees(table, ANA)
    assert holders(table) == [ANA, None, "house"]
    assert match_state(table).proposal is None


async def test_a_seat_that_its_asker_cannot_pay_is_asked_for_no_longer(hall):
    table = await hall.started(players=3, ante=800)
    await table.leave(BEN)
    await hall.play_out(table)
    await hall.says(table, DEE, match.ask_seat, 1)
    await hall.spends(DEE, 900)
    await hall.agrees(table, ANA)
    with pytest.raises(InsufficientChips):
        await hall.agrees(table, CY)
    assert match_state(table).proposal is None
    assert table.lobby.seats == (ANA, None, CY)
    hall.sound()


async def test_the_house_puts_in_the_antes_of_its_players_and_gets_back_what_is_left(hall, opened):
    table = await opened(ANA, house=1, ante=100)
    await hall.says(table, ANA, match.ready)
    assert await hall.room.balances(ANA) == [900]
    await table.void(GUS, "enough")
    assert await hall.room.balances(ANA) == [1000]
    left = "SELECT SUM(chips) FROM accounts WHERE kind = 'member' AND owner < 0"
    assert await hall.room.store.read(lambda db: db.execute(left).fetchone()) == (0,)
    hall.sound()


@pytest.mark.thorough
async def test_a_restart_in_the_middle_of_a_deal_lets_the_house_play_on(hall, opened):
    table = await opened(ANA, house=1)
    await hall.says(table, ANA, match.ready)
    await until(hall, table, lambda: table.house_seats and len(table.play.round.auction.spoken) > 0)
    table = await hall.again(table)
    await until(hall, table, lambda: not table.is_playing)
    hall.sound()


async def test_without_company_a_match_against_the_house_ends(hall, opened):
    table = await opened(ANA, house=1)
    await hall.says(table, ANA, match.ready)
    await table.leave(ANA)
    assert match_state(table).is_over
    hall.sound()


async def test_nobody_takes_over_a_seat_in_a_match_that_is_ended_in_the_middle_of_a_deal(hall, opened):
    table = await opened(ANA, house=1)
    await hall.says(table, ANA, match.ready)
    await hall.says(table, BEN, match.sit)
    await hall.says(table, ANA, match.ask_end)
    assert match_state(table).is_over
    await hall.says(table, ANA, match.play_forced, True)
    assert BEN not in table.lobby.seats
    hall.sound()


async def test_after_a_match_its_seats_are_nobody_elses(hall, opened):
    table = await opened(ANA, house=2)
    await hall.says(table, ANA, match.ready)
    await hall.says(table, ANA, match.ask_end)
    played = match_state(table).players
    _, first, second = table.lobby.seats
    for seats in ((ANA, second, first), (ANA, BEN, second)):
        with pytest.raises(IllegalAction):
            await table.arrange(ANA, lambda lobby, seats=seats: replace(lobby, seats=seats))
    row, _ = await hall.row(table)
    assert row.seated == match_state(table).players == played
    hall.sound()


@pytest.mark.thorough
async def test_nobody_takes_over_a_seat_with_the_deal_that_wins_the_match(hall, opened):
    table = await opened(ANA, house=1)
    await hall.says(table, ANA, match.ready)
    await until(hall, table, lambda: not table.is_playing)
    last, before = match_state(table).last, [0, 0]
    before[last.contractor] = 490 if last.made else -490
    lobby = replace(table.lobby, promised_seats={table.lobby.house_players[0]: BEN})
    lobby = with_state(lobby, dealing=True, points=tuple(before))
    over = table.game.after_round(table.terms, lobby, table.play.setup, table.play.round, {})
    assert MatchState.of(over).winners
    assert BEN not in over.seats


@pytest.mark.thorough
async def test_a_house_player_lets_a_second_pass_before_it_acts(hall, opened):
    table, loop, acted = await opened(ANA, house=1), asyncio.get_running_loop(), asyncio.Event()
    before = loop.time()
    await hall.says(table, ANA, match.ready)
    while not table.house_seats:
        before = loop.time()
        await hall.move(table)
    table.on_change = acted.set
    await acted.wait()
    assert loop.time() - before >= 1
