"""A match that ends before its last deal: nobody ends it alone, and whoever is gone or has left forfeits the ante."""

import pytest
from msgspec.structs import replace

from data.people import house_player
from data.tables.matches import Ending, MatchOutcome
from games.core import IllegalAction
from games.five_hundred import Options, Phase, SixTeams
from tables.clock import Pace
from tables.events import Act, Arrange, Leave, Remove, Void
from tables.five_hundred import absence, match
from tables.five_hundred.match_adapter import standing
from tables.five_hundred.match_state import MatchStage, MatchState, awaited_to_agree, side_left, stage_of, with_state
from tables.lobby import Lobby
from tests.tables.five_hundred.match_room import CY, DEE, ELI, EVERYBODY, FAY, GUS, match_state
from tests.tables.room import ANA, BEN, GUILD, HOST

DAY = 86_400


async def paused_after_a_deal(hall, *back, pace=Pace.NORMAL, **options):
    """Nobody was ready for the second deal; those named in `back` have pressed Continue."""
    live = await hall.after_a_deal(pace=pace, **options)
    await hall.room.pass_time(live, 41 if pace is Pace.NORMAL else DAY + 1)
    assert stage_of(live.table.lobby) is MatchStage.PAUSED
    if back:
        await hall.all_say(live, match.go_on, *back)
    return live


async def counts(hall, live, person):
    """Any press counts the time."""
    await hall.says(live, person, lambda lobby, _person: lobby)


@pytest.mark.parametrize(("ante", "seconds"), [(0, 600), (1, 300)])
async def test_somebody_who_does_not_continue_is_gone_after_another_has_waited_so_long(hall, ante, seconds):
    live = await paused_after_a_deal(hall, ANA, players=2, ante=ante)
    await hall.waits(live, seconds - 30)
    assert match_state(live).gone == ()
    with pytest.raises(IllegalAction, match="The other side is still here"):
        await hall.takes(live, ANA)
    await hall.waits(live, 60)
    assert match_state(live).gone == (BEN,)
    await hall.takes(live, ANA)
    assert await hall.room.balances(ANA, BEN) == [1000 + ante, 1000 - ante]
    assert await hall.ended(live) == (MatchOutcome.WON, Ending.DEFAULT)
    row, _ = await hall.row(live)
    assert [(player.user_id, player.won) for player in row.players] == [(ANA, True), (BEN, False)]


async def test_nobody_is_gone_while_nobody_waits(hall):
    live = await paused_after_a_deal(hall, players=2, ante=100)
    await hall.waits(live, 400)
    await hall.says(live, BEN, match.go_on)
    assert match_state(live).gone == ()
    with pytest.raises(IllegalAction, match="The other side is still here"):
        await hall.takes(live, BEN)


@pytest.mark.thorough
async def test_after_an_agreed_pause_ten_minutes_are_not_enough(hall):
    live = await hall.after_a_deal(players=2, ante=100)
    await hall.all_agree(live, ANA, match.ask_pause)
    await hall.says(live, ANA, match.go_on)
    await hall.waits(live, 1200)
    assert match_state(live).gone == ()
    assert absence.longest_wait(match_state(live), Pace.NORMAL) == absence.GONE_AFTER_SLOW


async def test_at_a_slow_pace_somebody_is_gone_after_72_hours(hall):
    live = await paused_after_a_deal(hall, ANA, pace=Pace.SLOW, players=2)
    for hours in range(72):
        assert match_state(live).gone == (), hours
        hall.room.clock.move(3600)
        await counts(hall, live, ANA)
    assert match_state(live).gone == (BEN,)


async def test_waiting_time_survives_a_restart_and_time_without_a_bot_does_not_count(hall):
    live = await paused_after_a_deal(hall, ANA, players=2)
    await hall.waits(live, 300)
    hall.room.open_tables.stop()
    hall.room.clock.move(DAY)
    live = await hall.again(live)
    await hall.waits(live, 180)
    assert match_state(live).gone == ()
    await hall.waits(live, 120)
    assert match_state(live).gone == match_state(await hall.again(live)).gone == (BEN,)


async def test_waiting_for_an_answer_that_the_clock_gave_survives_a_restart(hall):
    """Who doesn't answer a claim misses no turn, so nothing else at the table has changed."""
    live = await hall.started(players=2)
    await hall.until(live, Phase.PLAY)
    (claimer,) = live.table.people_asked
    await live.do(Act(claimer, live.table.question_id, "claim"))
    (asked,) = live.table.people_asked
    await hall.room.pass_time(live, 31)
    waited = match_state(live).waits
    assert [wait.person for wait in waited] == [asked]
    assert match_state(await hall.again(live)).waits == waited


async def test_taking_a_turn_ends_the_waiting(hall):
    live = await hall.started(players=2)
    await hall.room.pass_time(live, 61)
    assert [wait.person for wait in match_state(live).waits] == [ANA]
    await counts(hall, live, ANA)  # nobody plays for her any more
    while ANA not in live.table.play.people_to_act:
        await hall.move(live)
    await hall.move(live)
    assert ANA not in [wait.person for wait in match_state(live).waits]


async def test_the_players_in_a_deal_wait_for_somebody_who_is_away(hall):
    live = await hall.started(Pace.QUICK, players=3)
    for _ in range(200):
        if BEN in match_state(live).gone:
            break
        if not live.table.is_playing:
            await hall.says(live, ANA, match.ready)
            await hall.says(live, CY, match.ready)
            await hall.room.pass_time(live, 31)
        elif BEN in live.table.play.people_to_act:
            await hall.room.pass_time(live, 31)
        else:
            hall.room.clock.move(14)
            await hall.move(live)
    assert BEN in match_state(live).gone


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("players", "teams", "here", "chips"),
    [
        (2, "teams", [0], [1101, 899]),
        (3, "teams", [0, 2], [1051, 899, 1050]),
        (3, "teams", [1], [899, 1202, 899]),
        (4, "teams", [0, 1, 2], [1051, 1000, 1050, 899]),
        (4, "teams", [0, 1], [1101, 1101, 899, 899]),
        (4, "teams", [0], [1303, 899, 899, 899]),
        (5, "teams", [0, 1, 4], [1068, 1067, 899, 899, 1067]),
        (6, "teams", [0, 1, 2, 3, 4], [1034, 1000, 1034, 1000, 1033, 899]),
        (6, "pairs", [0, 1, 2, 3, 4], [1026, 1025, 1000, 1025, 1025, 899]),
        (6, "pairs", [2, 5], [899, 899, 1202, 899, 899, 1202]),
    ],
)
async def test_a_player_who_has_left_forfeits_the_ante_to_the_other_sides(hall, players, teams, here, chips):
    live = await hall.after_a_deal(players=players, ante=101, six_teams=SixTeams(teams))
    people = EVERYBODY[:players]
    for seat, person in enumerate(people):
        if seat not in here:
            await live.do(Leave(person))
    first = people[here[0]]
    if side_left(live.table.lobby, live.table.terms.options) is not None:
        await hall.takes(live, first)
        assert await hall.ended(live) == (MatchOutcome.WON, Ending.DEFAULT)
    else:
        await hall.all_agree(live, first, match.ask_end)
        assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.AGREED)
    assert await hall.room.balances(*people) == chips
    assert sum(chips) == 1000 * players


async def test_a_player_who_is_away_but_not_gone_is_asked_about_ending(hall):
    live = await hall.started(players=2, ante=100)
    while not live.table.lobby.is_away(BEN):
        if BEN in live.table.play.people_to_act:
            await hall.room.pass_time(live, 61)
        else:
            await hall.move(live)
    await hall.says(live, ANA, match.ask_end)
    assert awaited_to_agree(live.table.lobby) == [BEN]
    assert not match_state(live).is_over


async def test_a_player_who_is_gone_decides_nothing_before_coming_back(hall):
    live = await paused_after_a_deal(hall, ANA, BEN, players=3)
    await hall.waits(live, 600)
    await hall.says(live, ANA, match.ask_end)
    with pytest.raises(IllegalAction, match="away for too long"):
        await hall.agrees(live, CY, match.refuse)
    await hall.agrees(live, BEN)
    assert match_state(live).is_over


async def test_the_host_asks_everybody_and_ends_nothing_alone(hall):
    live = await hall.after_a_deal(players=2, ante=100)
    await live.do(Arrange(HOST, lambda lobby: match.with_end_proposed(lobby, HOST)))
    assert awaited_to_agree(live.table.lobby) == [ANA, BEN]
    await hall.agrees(live, ANA)
    assert not match_state(live).is_over
    await hall.agrees(live, BEN, match.refuse)
    assert stage_of(live.table.lobby) is MatchStage.BETWEEN
    assert await hall.room.balances(ANA, BEN) == [900, 900]


async def test_a_void_match_returns_the_antes_and_records_who_voided_it_and_why(hall):
    live = await hall.started(players=2, ante=100)
    await hall.move(live)
    assert await hall.room.chips.at_tables(GUILD, ANA) == [(live.table.id, 100)]
    await live.do(Void(HOST, "they quarrel"))
    assert live.table.is_closed
    assert await hall.room.chips.at_tables(GUILD, ANA) == []
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]
    assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.VOID)
    for kept in ("ended_by, reason FROM matches", "actor, reason FROM ledger WHERE why = 'ante back'"):
        assert await hall.room.store.find(f"SELECT DISTINCT {kept}") == [(HOST, "they quarrel")]


async def test_a_player_who_is_removed_plays_the_deal_to_its_end_and_cannot_come_back(hall):
    live = await hall.started(players=3, ante=100)
    await live.do(Remove(BEN, HOST, is_manager=True))
    while live.table.is_playing:
        if BEN in live.table.play.people_to_act:
            assert not live.table.lobby.is_away(BEN)
            assert (live.table.deadline - hall.room.clock.now()).total_seconds() > 29
        await hall.move(live)
    assert stage_of(live.table.lobby) is MatchStage.VACANT
    assert live.table.lobby.seats == (ANA, None, CY)
    for verb, more in ((match.sit, ()), (match.ask_seat, (1,))):
        with pytest.raises(IllegalAction, match="has removed you"):
            await hall.says(live, BEN, verb, *more)


@pytest.mark.parametrize("then", ["somebody new takes the seat", "the others end the match"])
async def test_nobody_gets_the_ante_of_a_player_who_was_removed(hall, then):
    live = await hall.started(players=3, ante=100)
    await live.do(Remove(BEN, HOST, is_manager=True))
    await hall.play_out(live)
    if then == "somebody new takes the seat":
        await hall.all_agree(live, GUS, match.ask_seat, 1)
        assert live.table.lobby.seats == (ANA, GUS, CY)
        assert await hall.room.balances(ANA, BEN, CY, GUS) == [900, 1000, 900, 900]
    else:
        await hall.all_agree(live, ANA, match.ask_end)
        assert await hall.room.balances(ANA, BEN, CY) == [1000, 1000, 1000]
        assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.AGREED)


# Matches that the clock ends


@pytest.mark.parametrize("where", ["between", "deal", "vacant"])
async def test_a_match_that_nobody_touches_for_14_days_ends_and_returns_the_antes(hall, where):
    live = await hall.started(players=2, ante=100)
    if where != "deal":
        await hall.play_out(live)
    if where == "vacant":
        await live.do(Leave(BEN))
    else:
        await hall.all_agree(live, ANA, match.ask_pause)
    hall.room.clock.move(13 * DAY)
    live = await hall.again(live)
    assert not live.table.is_closed
    await hall.room.pass_time(live, DAY + 1)
    assert live.table.is_closed
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]
    assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.IDLE)


async def test_it_ends_too_when_the_days_ran_out_before_the_next_start(hall):
    live = await paused_after_a_deal(hall, players=2, ante=100)
    hall.room.open_tables.stop()
    hall.room.clock.move(30 * DAY)
    open_tables = hall.room.open_tables = hall.room.another_floor(live.table.game)
    await open_tables.resume()
    if (again := open_tables.find(live.table.id)) is not None:
        await hall.room.pass_time(again, 1)
    assert open_tables.find(live.table.id) is None
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]


async def test_a_press_restarts_the_14_days_and_no_clock_does(hall):
    """Neither a turn's nor the one that counts how long others wait."""
    live = await hall.started(players=2)
    ends_at = live.table.ends_at
    await hall.room.pass_time(live, 61)
    assert live.table.lobby.missed == {ANA: 1}
    assert live.table.ends_at == ends_at
    live = await paused_after_a_deal(hall, ANA, players=2)
    ends_at = live.table.ends_at
    await hall.waits(live, 600)
    assert (match_state(live).gone, live.table.ends_at) == ((BEN,), ends_at)
    for person in (ANA, BEN):
        hall.room.clock.move(13 * DAY)
        await counts(hall, live, person)
    assert not live.table.is_closed


async def test_a_table_where_no_match_begins_for_a_day_closes_even_if_people_come_and_go(hall):
    live = await hall.open(Pace.SLOW, players=4)
    for _ in range(23):
        hall.room.clock.move(3600)
        await hall.says(live, ELI, match.sit)
        await live.do(Leave(ELI))
    assert not live.table.is_closed
    await hall.says(live, FAY, match.sit)
    await hall.room.pass_time(live, 3601)
    assert live.table.is_closed
    assert DEE not in live.table.lobby.seats


def test_the_losers_of_a_match_have_their_places_by_points_and_who_left_the_winners_has_none():
    options = Options(players=3)
    lobby = Lobby(
        seats=(ANA, BEN, CY), game_state=MatchState(players=(ANA, BEN, CY), points=(120, 510, 300), winners=(1,))
    )
    assert [place for _, _, place in standing(lobby, options)] == [3, 1, 2]
    with_house = MatchState(players=(ANA, BEN, house_player(1, 0)), points=(120, 510, 300), winners=(1,))
    assert standing(replace(lobby, game_state=with_house), options) == ()
    left = MatchState(
        players=(ANA, BEN, CY, DEE), winners=(1,), ending=Ending.DEFAULT.value, stayed=(1,), points=(0, 0)
    )
    assert standing(replace(lobby, game_state=left), Options()) == ((0, 0, 2), (1, 1, 1), (2, 0, 2))


def test_nobody_takes_a_match_while_those_who_left_in_the_deal_can_still_come_back():
    options = Options(players=2)
    lobby = Lobby(seats=(ANA, BEN), game_state=MatchState(players=(ANA, BEN), started=True, dealing=True))
    assert side_left(lobby.leave_after_round(BEN), options) is None
    assert side_left(with_state(lobby, dealing=False).leave(BEN), options) == 0


def test_while_all_are_away_only_whoever_has_the_turn_is_waited_for_and_between_deals_who_is_not_ready():
    lobby = Lobby(seats=(ANA, BEN), game_state=MatchState(players=(ANA, BEN), started=True, dealing=True))
    assert absence.waited_for(replace(lobby, missed={BEN: 9}), [ANA]) == [ANA, BEN]
    assert absence.waited_for(replace(lobby, missed={ANA: 9, BEN: 9}), [ANA]) == [ANA]
    assert absence.waited_for(with_state(replace(lobby, ready=frozenset({ANA})), dealing=False), []) == [BEN]
