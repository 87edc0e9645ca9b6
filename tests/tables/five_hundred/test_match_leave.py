"""A seat of a match changes hands when somebody leaves for good; a match may end without a winner, and never hangs."""

import pytest

from data.ledger.ledger import InsufficientChips
from data.tables.matches import Ending, MatchOutcome
from games.core import IllegalAction
from tables.five_hundred import match
from tables.five_hundred.match_state import Habit, MatchStage, awaited_to_go_on, stage_of, vacated
from tests.tables.five_hundred.match_room import CY, DEE, ELI, FAY, GUS, match_state
from tests.tables.room import ANA, BEN, GUILD, HOST

DAYS = 13 * 86_400
"""A match that nobody has touched for longer than this ends."""


async def without_ben(hall, **options):
    """Three have played a deal, and Ben leaves."""
    table = await hall.after_a_deal(**{"players": 3, **options})
    await table.leave(BEN)
    return table


async def waited_for(hall, *away, players=3):
    """After a deal all but these have pressed Continue and have waited for ten minutes."""
    table = await hall.after_a_deal(players=players)
    await hall.room.pass_time(table, 41)
    assert stage_of(table.lobby) is MatchStage.PAUSED
    await hall.all_say(table, match.go_on, *(person for person in table.lobby.seats if person not in away))
    await hall.waits(table, 600)
    return table


async def test_the_clock_plays_for_somebody_who_leaves_in_a_deal_and_the_match_then_waits(hall):
    table = await hall.started(players=3, ante=100)
    told = []
    table.on_away = told.append
    await table.leave(BEN)
    while table.is_playing:
        assert BEN not in table.play.people_to_act
        await hall.move(table)
    assert told == [], "whoever leaves is not told that the clock plays for them"
    assert (stage_of(table.lobby), vacated(table.lobby), table.deadline) == (MatchStage.VACANT, {1: BEN}, None)
    hall.room.clock.move(DAYS)
    with pytest.raises(IllegalAction, match="A seat is free"):
        await hall.says(table, ANA, match.ready)
    assert await hall.room.balances(BEN) == [900]
    table = await hall.again(table)
    assert vacated(table.lobby) == {1: BEN}


async def test_the_odd_chip_of_a_forfeited_ante_goes_to_the_first_of_those_who_share_it(hall):
    table = await without_ben(hall, ante=101)
    await hall.all_agree(table, GUS, match.ask_seat, 1)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == [950, 899, 949, 899]


async def test_a_forfeited_ante_is_shared_by_those_who_are_still_there(hall):
    table = await without_ben(hall, ante=100)
    await table.leave(CY)
    await hall.all_agree(table, GUS, match.ask_seat, 1)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == [1000, 900, 900, 900]


@pytest.mark.thorough
async def test_somebody_new_takes_the_seat_when_all_agree_and_pays_an_ante_of_their_own(hall):
    table = await without_ben(hall, ante=100)
    with pytest.raises(IllegalAction, match="That seat isn't free"):
        await hall.says(table, GUS, match.ask_seat, 0)
    await hall.says(table, GUS, match.ask_seat, 1)
    await hall.agrees(table, ANA)
    assert stage_of(table.lobby) is MatchStage.VACANT
    await hall.agrees(table, CY)
    assert table.lobby.seats == match_state(table).players == (ANA, GUS, CY)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == [950, 900, 950, 900]  # Ben has forfeited his ante
    assert await hall.room.chips.at_tables(GUILD, BEN) == []
    assert await hall.room.chips.at_tables(GUILD, GUS) == [(table.id, 100)]
    assert table.is_playing  # everybody is present: those who agreed, and the one who asked
    row, _ = await hall.row(table)
    assert [(player.seat, player.since, player.user_id) for player in row.players] == [
        (0, 1, ANA), (1, 1, BEN), (1, 2, GUS), (2, 1, CY),
    ]  # fmt: skip
    await hall.play_match(table)
    assert sum(await hall.room.balances(ANA, BEN, CY, GUS)) == 4000


async def test_somebody_without_the_chips_for_an_ante_gets_no_seat(hall):
    table = await without_ben(hall, ante=600)
    elsewhere = await hall.open(players=2, ante=500)
    await hall.all_say(elsewhere, match.sit, GUS, FAY)
    await elsewhere.arrange(HOST, match.start, salt="salt")
    await hall.says(table, GUS, match.ask_seat, 1)
    await hall.agrees(table, ANA)
    with pytest.raises(InsufficientChips) as refused:
        await hall.agrees(table, CY)
    assert refused.value.account.owner == GUS
    assert (table.lobby.seats, match_state(table).proposal) == ((ANA, None, CY), None)
    await hall.all_agree(table, ELI, match.ask_seat, 1)
    assert table.lobby.seats == (ANA, ELI, CY)
    assert await hall.room.balances(ANA, BEN, CY, ELI, GUS) == [700, 400, 700, 400, 500]


async def test_somebody_who_left_may_come_back_while_the_seat_is_free(hall):
    table = await without_ben(hall, ante=100)
    with pytest.raises(IllegalAction, match="The others have to agree"):
        await hall.says(table, GUS, match.sit)
    with pytest.raises(IllegalAction, match="You play in this match"):
        await hall.says(table, BEN, match.ask_seat, 1)
    await hall.says(table, GUS, match.ask_seat, 1)
    await hall.says(table, BEN, match.sit)
    assert (table.lobby.seats, match_state(table).proposal) == ((ANA, BEN, CY), None)
    assert awaited_to_go_on(table.lobby) == [ANA, CY]
    await hall.all_say(table, match.go_on, ANA, CY)
    assert table.is_playing
    assert await hall.room.balances(BEN) == [900]
    await table.leave(BEN)
    await hall.says(table, BEN, match.sit)  # in a deal, before its end
    await hall.play_out(table)
    assert (table.lobby.seats, stage_of(table.lobby)) == ((ANA, BEN, CY), MatchStage.BETWEEN)


async def test_the_seat_of_somebody_who_is_gone_is_given_away_when_all_others_agree(hall):
    table = await hall.after_a_deal(players=4)
    await hall.room.pass_time(table, 41)
    await hall.all_say(table, match.go_on, ANA, BEN, CY)
    with pytest.raises(IllegalAction, match=f"<@{DEE}> can't be replaced yet"):
        await hall.says(table, ANA, match.ask_gone, DEE)
    await hall.waits(table, 600)
    for person, said in (
        (BEN, f"<@{BEN}> can't be replaced yet"),
        (ANA, "press Leave"),
        (GUS, "isn't at this table"),
    ):
        with pytest.raises(IllegalAction, match=said):
            await hall.says(table, ANA, match.ask_gone, person)
    await hall.says(table, ANA, match.ask_gone, DEE)
    with pytest.raises(IllegalAction, match="away for too long"):
        await hall.agrees(table, DEE)
    await hall.agrees(table, BEN)
    await hall.agrees(table, CY)
    assert vacated(table.lobby) == {3: DEE}


async def test_somebody_who_comes_back_in_time_is_not_gone(hall):
    table = await waited_for(hall, BEN)
    await hall.says(table, ANA, match.ask_gone, BEN)
    await hall.says(table, BEN, match.go_on)
    assert match_state(table).gone == ()
    with pytest.raises(IllegalAction):
        await hall.agrees(table, CY)
    assert table.lobby.seats == (ANA, BEN, CY)
    assert table.is_playing


async def test_whoever_is_gone_and_has_lost_the_seat_is_waited_for_no_longer(hall):
    table = await waited_for(hall, BEN)
    assert match_state(table).gone == (BEN,)
    await hall.all_agree(table, ANA, match.ask_gone, BEN)
    await hall.says(table, ANA, match.change_habit, Habit.PLAYS_FORCED, True)  # any press counts the time
    assert (match_state(table).gone, match_state(table).waits) == ((), ())


async def test_what_was_asked_is_off_when_the_match_pauses_by_itself_or_is_over(hall):
    table = await hall.after_a_deal(players=3)
    await hall.says(table, ANA, match.ask_end)
    await hall.room.pass_time(table, 41)
    assert match_state(table).paused
    assert match_state(table).proposal is None
    table = await hall.after_a_deal()
    for person in (BEN, DEE):
        await table.leave(person)
    await hall.says(table, ANA, match.ask_end)
    assert match_state(table).proposal is not None
    await hall.takes(table, CY)
    assert match_state(table).proposal is None


async def test_all_agree_to_end_a_match_and_everybody_gets_the_ante_back(hall):
    table = await hall.after_a_deal(players=3, ante=100)
    await hall.says(table, ANA, match.ask_end)
    await hall.agrees(table, CY)
    assert stage_of(table.lobby) is MatchStage.BETWEEN
    await hall.agrees(table, BEN)
    assert stage_of(table.lobby) is MatchStage.OVER
    assert await hall.room.balances(ANA, BEN, CY) == [1000, 1000, 1000]
    row, _ = await hall.row(table)
    assert row.outcome is MatchOutcome.ABANDONED
    assert not any(player.won for player in row.players)
    for person, verb in ((GUS, match.sit), (ANA, match.ready)):
        with pytest.raises(IllegalAction, match="This match is over"):
            await hall.says(table, person, verb)
    await hall.room.pass_time(table, 601)
    assert table.is_closed


async def test_in_the_middle_of_a_deal_a_match_ends_when_all_agree_and_the_deal_does_not_count(hall):
    table = await hall.started(players=2, ante=100)
    with pytest.raises(IllegalAction, match="A deal is being played"):
        await hall.says(table, ANA, match.ask_gone, BEN)
    await hall.says(table, ANA, match.ask_end)
    assert table.is_playing
    await hall.agrees(table, BEN)
    assert (table.is_playing, stage_of(table.lobby)) == (False, MatchStage.OVER)
    assert await hall.ended(table) == (MatchOutcome.ABANDONED, Ending.AGREED)
    assert (await hall.row(table))[1] == ()
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]
    await hall.room.pass_time(table, 601)
    assert table.is_closed


async def test_when_everybody_leaves_in_a_deal_it_is_finished_and_the_match_is_over(hall):
    table = await hall.started(players=2, ante=100)
    await hall.all_agree(table, ANA, match.ask_pause)
    await table.leave(ANA)
    assert table.is_playing
    await table.leave(BEN)
    assert (table.is_playing, stage_of(table.lobby)) == (False, MatchStage.OVER)
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]


async def test_a_match_that_is_void_between_deals_ends_at_once(hall):
    table = await without_ben(hall, ante=100)
    await table.void_match(HOST, "they quarrel")
    assert table.is_closed
    assert await hall.ended(table) == (MatchOutcome.ABANDONED, Ending.VOID)
    assert await hall.room.balances(ANA, BEN, CY) == [1000, 1000, 1000]


async def test_a_void_deal_is_dealt_again_by_the_same_dealer(hall, monkeypatch):
    table = await hall.after_a_deal(players=3, ante=100)
    dealer, points = match_state(table).dealer, match_state(table).points
    await hall.all_say(table, match.ready)
    await hall.move(table)
    monkeypatch.setattr(type(table.game), "rules", 99)
    table = await hall.again(table)
    assert table.was_voided
    assert (match_state(table).dealer, match_state(table).points, match_state(table).deal) == (dealer, points, 1)
    assert stage_of(table.lobby) is MatchStage.BETWEEN
    assert await hall.room.balances(ANA) == [900]
    await hall.all_say(table, match.ready)
    assert table.play.round.auction.dealer == dealer
    await hall.play_out(table)
    _, deals = await hall.row(table)
    assert [deal.deal for deal in deals] == [1, 2]
    hall.room.faults.clear()
