"""A seat of a match changes hands when somebody leaves for good; a match may end without a winner, and never hangs."""

import pytest

from data.ledger.ledger import InsufficientChips
from data.tables.matches import Ending, MatchOutcome
from games.core import IllegalAction
from tables.events import Arrange, Leave, Void
from tables.five_hundred import match
from tables.five_hundred.match_state import Habit, MatchStage, awaited_to_go_on, stage_of, vacated
from tests.tables.five_hundred.match_room import CY, DEE, ELI, FAY, GUS, match_state
from tests.tables.room import ANA, BEN, GUILD, HOST

DAYS = 13 * 86_400
"""A match that nobody has touched for longer than this ends."""


async def without_ben(hall, **options):
    """Three have played a deal, and Ben leaves."""
    live = await hall.after_a_deal(**{"players": 3, **options})
    await live.do(Leave(BEN))
    return live


async def waited_for(hall, *away, players=3):
    """After a deal all but these have pressed Continue and have waited for ten minutes."""
    live = await hall.after_a_deal(players=players)
    await hall.room.pass_time(live, 41)
    assert stage_of(live.table.lobby) is MatchStage.PAUSED
    await hall.all_say(live, match.go_on, *(person for person in live.table.lobby.seats if person not in away))
    await hall.waits(live, 600)
    return live


async def test_the_clock_plays_for_somebody_who_leaves_in_a_deal_and_the_match_then_waits(hall):
    live = await hall.started(players=3, ante=100)
    told = []
    live.on_away = told.append
    await live.do(Leave(BEN))
    while live.table.is_playing:
        assert BEN not in live.table.play.people_to_act
        await hall.move(live)
    assert told == [], "whoever leaves is not told that the clock plays for them"
    lobby = live.table.lobby
    assert (stage_of(lobby), vacated(lobby), live.table.deadline) == (MatchStage.VACANT, {1: BEN}, None)
    hall.room.clock.move(DAYS)
    with pytest.raises(IllegalAction, match="A seat is free"):
        await hall.says(live, ANA, match.ready)
    assert await hall.room.balances(BEN) == [900]
    live = await hall.again(live)
    assert vacated(live.table.lobby) == {1: BEN}


async def test_the_odd_chip_of_a_forfeited_ante_goes_to_the_first_of_those_who_share_it(hall):
    live = await without_ben(hall, ante=101)
    await hall.all_agree(live, GUS, match.ask_seat, 1)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == [950, 899, 949, 899]


async def test_a_forfeited_ante_is_shared_by_those_who_are_still_there(hall):
    live = await without_ben(hall, ante=100)
    await live.do(Leave(CY))
    await hall.all_agree(live, GUS, match.ask_seat, 1)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == [1000, 900, 900, 900]


async def test_nobody_new_gets_a_seat_when_all_have_left_who_could_agree(hall):
    live = await without_ben(hall, players=2, ante=100)
    await hall.says(live, GUS, match.ask_seat, 1)
    await live.do(Leave(ANA))
    assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.LEFT)


@pytest.mark.thorough
async def test_somebody_new_takes_the_seat_when_all_agree_and_pays_an_ante_of_their_own(hall):
    live = await without_ben(hall, ante=100)
    with pytest.raises(IllegalAction, match="That seat isn't free"):
        await hall.says(live, GUS, match.ask_seat, 0)
    await hall.says(live, GUS, match.ask_seat, 1)
    await hall.agrees(live, ANA)
    assert stage_of(live.table.lobby) is MatchStage.VACANT
    await hall.agrees(live, CY)
    assert live.table.lobby.seats == match_state(live).players == (ANA, GUS, CY)
    assert await hall.room.balances(ANA, BEN, CY, GUS) == [950, 900, 950, 900]  # Ben has forfeited his ante
    assert await hall.room.chips.at_tables(GUILD, BEN) == []
    assert await hall.room.chips.at_tables(GUILD, GUS) == [(live.table.id, 100)]
    assert live.table.is_playing  # everybody is present: those who agreed, and the one who asked
    row, _ = await hall.row(live)
    assert [(player.seat, player.since, player.user_id) for player in row.players] == [
        (0, 1, ANA), (1, 1, BEN), (1, 2, GUS), (2, 1, CY),
    ]  # fmt: skip
    await hall.play_match(live)
    assert sum(await hall.room.balances(ANA, BEN, CY, GUS)) == 4000


async def test_somebody_without_the_chips_for_an_ante_gets_no_seat(hall):
    live = await without_ben(hall, ante=600)
    elsewhere = await hall.open(players=2, ante=500)
    await hall.all_say(elsewhere, match.sit, GUS, FAY)
    await elsewhere.do(Arrange(HOST, match.start, salt="salt"))
    await hall.says(live, GUS, match.ask_seat, 1)
    await hall.agrees(live, ANA)
    with pytest.raises(InsufficientChips) as refused:
        await hall.agrees(live, CY)
    assert refused.value.account.owner == GUS
    assert (live.table.lobby.seats, match_state(live).proposal) == ((ANA, None, CY), None)
    await hall.all_agree(live, ELI, match.ask_seat, 1)
    assert live.table.lobby.seats == (ANA, ELI, CY)
    assert await hall.room.balances(ANA, BEN, CY, ELI, GUS) == [700, 400, 700, 400, 500]


async def test_somebody_who_left_may_come_back_while_the_seat_is_free(hall):
    live = await without_ben(hall, ante=100)
    with pytest.raises(IllegalAction, match="The others have to agree"):
        await hall.says(live, GUS, match.sit)
    with pytest.raises(IllegalAction, match="You play in this match"):
        await hall.says(live, BEN, match.ask_seat, 1)
    await hall.says(live, GUS, match.ask_seat, 1)
    await hall.says(live, BEN, match.sit)
    assert (live.table.lobby.seats, match_state(live).proposal) == ((ANA, BEN, CY), None)
    assert awaited_to_go_on(live.table.lobby) == [ANA, CY]
    await hall.all_say(live, match.go_on, ANA, CY)
    assert live.table.is_playing
    assert await hall.room.balances(BEN) == [900]
    await live.do(Leave(BEN))
    await hall.says(live, BEN, match.sit)  # in a deal, before its end
    await hall.play_out(live)
    assert (live.table.lobby.seats, stage_of(live.table.lobby)) == ((ANA, BEN, CY), MatchStage.BETWEEN)


async def test_the_seat_of_somebody_who_is_gone_is_given_away_when_all_others_agree(hall):
    live = await hall.after_a_deal(players=4)
    await hall.room.pass_time(live, 41)
    await hall.all_say(live, match.go_on, ANA, BEN, CY)
    with pytest.raises(IllegalAction, match=f"<@{DEE}> can't be replaced yet"):
        await hall.says(live, ANA, match.ask_gone, DEE)
    await hall.waits(live, 600)
    for person, said in (
        (BEN, f"<@{BEN}> can't be replaced yet"),
        (ANA, "press Leave"),
        (GUS, "isn't at this table"),
    ):
        with pytest.raises(IllegalAction, match=said):
            await hall.says(live, ANA, match.ask_gone, person)
    await hall.says(live, ANA, match.ask_gone, DEE)
    with pytest.raises(IllegalAction, match="away for too long"):
        await hall.agrees(live, DEE)
    await hall.agrees(live, BEN)
    await hall.agrees(live, CY)
    assert vacated(live.table.lobby) == {3: DEE}


async def test_somebody_who_comes_back_in_time_is_not_gone(hall):
    live = await waited_for(hall, BEN)
    await hall.says(live, ANA, match.ask_gone, BEN)
    await hall.says(live, BEN, match.go_on)
    assert match_state(live).gone == ()
    with pytest.raises(IllegalAction):
        await hall.agrees(live, CY)
    assert live.table.lobby.seats == (ANA, BEN, CY)
    assert live.table.is_playing


async def test_whoever_is_gone_and_has_lost_the_seat_is_waited_for_no_longer(hall):
    live = await waited_for(hall, BEN)
    assert match_state(live).gone == (BEN,)
    await hall.all_agree(live, ANA, match.ask_gone, BEN)
    await hall.says(live, ANA, match.change_habit, Habit.PLAYS_FORCED, True)  # any press counts the time
    assert (match_state(live).gone, match_state(live).waits) == ((), ())


async def test_what_was_asked_is_off_when_the_match_pauses_by_itself_or_is_over(hall):
    live = await hall.after_a_deal(players=3)
    await hall.says(live, ANA, match.ask_end)
    await hall.room.pass_time(live, 41)
    assert match_state(live).paused
    assert match_state(live).proposal is None
    live = await hall.after_a_deal()
    for person in (BEN, DEE):
        await live.do(Leave(person))
    await hall.says(live, ANA, match.ask_end)
    assert match_state(live).proposal is not None
    await hall.takes(live, CY)
    assert match_state(live).proposal is None


async def test_all_agree_to_end_a_match_and_everybody_gets_the_ante_back(hall):
    live = await hall.after_a_deal(players=3, ante=100)
    await hall.says(live, ANA, match.ask_end)
    await hall.agrees(live, CY)
    assert stage_of(live.table.lobby) is MatchStage.BETWEEN
    await hall.agrees(live, BEN)
    assert stage_of(live.table.lobby) is MatchStage.OVER
    assert await hall.room.balances(ANA, BEN, CY) == [1000, 1000, 1000]
    row, _ = await hall.row(live)
    assert row.outcome is MatchOutcome.ABANDONED
    assert not any(player.won for player in row.players)
    for person, verb in ((GUS, match.sit), (ANA, match.ready)):
        with pytest.raises(IllegalAction, match="This match is over"):
            await hall.says(live, person, verb)
    await hall.room.pass_time(live, 601)
    assert live.table.is_closed


async def test_in_the_middle_of_a_deal_a_match_ends_when_all_agree_and_the_deal_does_not_count(hall):
    live = await hall.started(players=2, ante=100)
    with pytest.raises(IllegalAction, match="A deal is being played"):
        await hall.says(live, ANA, match.ask_gone, BEN)
    await hall.says(live, ANA, match.ask_end)
    assert live.table.is_playing
    await hall.agrees(live, BEN)
    assert (live.table.is_playing, stage_of(live.table.lobby)) == (False, MatchStage.OVER)
    assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.AGREED)
    assert (await hall.row(live))[1] == ()
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]
    await hall.room.pass_time(live, 601)
    assert live.table.is_closed


async def test_when_everybody_leaves_in_a_deal_it_is_finished_and_the_match_is_over(hall):
    live = await hall.started(players=2, ante=100)
    await hall.all_agree(live, ANA, match.ask_pause)
    await live.do(Leave(ANA))
    assert live.table.is_playing
    await live.do(Leave(BEN))
    assert (live.table.is_playing, stage_of(live.table.lobby)) == (False, MatchStage.OVER)
    assert await hall.room.balances(ANA, BEN) == [1000, 1000]


async def test_a_match_that_is_void_between_deals_ends_at_once(hall):
    live = await without_ben(hall, ante=100)
    await live.do(Void(HOST, "they quarrel", is_of_match=True))
    assert live.table.is_closed
    assert await hall.ended(live) == (MatchOutcome.ABANDONED, Ending.VOID)
    assert await hall.room.balances(ANA, BEN, CY) == [1000, 1000, 1000]


async def test_a_void_deal_is_dealt_again_by_the_same_dealer(hall):
    live = await hall.after_a_deal(players=3, ante=100)
    dealer, points = match_state(live).dealer, match_state(live).points
    await hall.all_say(live, match.ready)
    await hall.move(live)
    await hall.room.changes_the_rules()
    live = await hall.again(live)
    assert live.table.was_voided
    assert (match_state(live).dealer, match_state(live).points, match_state(live).deal) == (dealer, points, 1)
    assert stage_of(live.table.lobby) is MatchStage.BETWEEN
    assert await hall.room.balances(ANA) == [900]
    await hall.all_say(live, match.ready)
    assert live.table.play.round.auction.dealer == dealer
    await hall.play_out(live)
    _, deals = await hall.row(live)
    assert [deal.deal for deal in deals] == [1, 2]
    hall.room.faults.clear()
