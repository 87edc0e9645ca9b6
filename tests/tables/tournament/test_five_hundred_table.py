"""A table of a tournament of Five Hundred: it plays by itself to its end, with the same cards as all others."""

import asyncio
import dataclasses

import pytest
from msgspec.structs import replace

from data.guild.forget_member import Departures
from data.people import is_house_player
from data.tables.fairness import Fairness
from data.tables.finished import FinishedRounds
from data.tables.withheld import Withheld, reveal
from games.core import IllegalAction
from players.choice import Choice, Option
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tables.clock import Pace
from tables.events import Leave, Remove
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState
from tables.lobby import Leaving
from tables.round_in_play import RulesChanged
from tables.tournament.table import NOBODY, Result, begin, result_of, terms_of
from tests.tables.five_hundred.match_room import DEE, EVERYBODY, GUS
from tests.tables.room import ANA, BEN, CHANNEL, CY, GUILD, TableTime

SECRET, OTHER = "5e" * 32, "0f" * 32
HOUSE = (None, None, None, None)


async def by_rule_of_thumb(question, _chance):
    action = RulesOfThumb(question.view, question.seat, question.score).action()
    return Choice((Option(str(action), 0.0),), None)


@pytest.fixture
def tournament(hall, monkeypatch):
    """Tables of a tournament, whose house players don't think long."""
    hall.room.services = dataclasses.replace(hall.room.services, think=by_rule_of_thumb)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    TableTime(monkeypatch)
    return Tournament(hall)


class Tournament:
    def __init__(self, hall):
        self.hall = hall

    async def opened(self, deals=3, secret=SECRET, pace=Pace.NORMAL):
        await self.hall.room.meet(*EVERYBODY, GUS)
        game = FiveHundredGame()
        terms = terms_of(
            game.options(ante=20), pace, tournament=7, secret=secret, deals=deals, title="Spring Cup · round 2"
        )
        return await self.hall.open_tables.open(game, guild=GUILD, channel=CHANNEL, host=NOBODY, terms=terms)

    async def begun(self, *people, **about):
        live = await self.opened(**about)
        await begin(live, people or HOUSE)
        return live

    async def plays(self, live, until=lambda live: live.table.is_closed):
        """Time passes: the house plays, and whoever is asked otherwise does nothing."""
        for _ in range(3000):
            if until(live):
                return
            before, rounds, was = live.table.play, live.table.rounds, live.table.lobby
            await asyncio.sleep(0.01)
            table = live.table
            if (table.play, table.rounds, table.lobby) == (before, rounds, was) and not table.is_closed:
                self.hall.room.clock.move(30)
        raise AssertionError(f"the table stands still in deal {live.table.rounds}")

    async def again(self, live):
        """The table as another process finds it, once nothing is under way at it."""
        async with live.lock:
            self.hall.open_tables.stop()
        return await self.hall.again(live)

    async def result(self, live):
        return await result_of(self.hall.room.store, live.table.id)


async def dealt_at(tournament, live):
    """The cards of each deal in turn, and who dealt them."""
    dealt = []
    while not live.table.is_closed:
        number = live.table.rounds
        dealt.append((live.table.play.round.dealt, live.table.play.setup.body["dealer"]))
        await tournament.plays(live, lambda live, number=number: live.table.is_closed or live.table.rounds > number)
    return dealt


async def test_all_tables_with_one_secret_get_the_same_cards_and_dealer_in_every_deal(tournament):
    one = await dealt_at(tournament, await tournament.begun())
    two = await dealt_at(tournament, await tournament.begun(ANA, None, BEN, None))
    three = await dealt_at(tournament, await tournament.begun(secret=OTHER))
    assert one == two
    assert [dealer for _, dealer in one] == [(one[0][1] + turn) % 4 for turn in range(3)]
    assert len({str(cards) for cards, _ in (*one, *three)}) == 6


async def test_four_house_players_play_a_table_to_its_end_and_its_result_is_on_the_disk(tournament):
    live = await tournament.begun(deals=2)
    assert all(map(is_house_player, live.table.lobby.seats))
    assert await tournament.result(live) == Result(False, (None, None))
    await tournament.plays(live)
    result = await tournament.result(live)
    assert result.is_over
    assert [len(points) for points in result.points] == [2, 2]
    assert any(map(any, result.points))


async def test_house_players_decide_alike_at_all_tables(tournament):
    results = []
    for _ in range(2):
        live = await tournament.begun(deals=2)
        await tournament.plays(live)
        results.append(await tournament.result(live))
    assert results[0] == results[1]


async def test_a_member_who_has_left_is_played_for_and_may_come_back(tournament):
    live = await tournament.begun(ANA, BEN, CY, DEE)
    for person in (ANA, BEN, CY, DEE):
        assert live.table.leaving(person) is Leaving.PLAYED
        await live.do(Leave(person, agreed=Leaving.PLAYED))
    await tournament.plays(live, lambda live: live.table.rounds == 2)
    assert live.table.lobby.seats == (ANA, BEN, CY, DEE)
    await tournament.hall.says(live, CY, lambda lobby, _: lobby)
    assert not live.table.lobby.is_away(CY)
    await tournament.plays(live)
    assert None not in (await tournament.result(live)).points


async def test_a_table_comes_to_its_end_without_a_press_and_nobody_has_played_there(tournament):
    live = await tournament.begun(ANA, BEN, CY, DEE)
    await tournament.plays(live)
    assert None not in (await tournament.result(live)).points
    found = "SELECT contractor IS NOT NULL, away FROM match_deals WHERE table_id = ?"
    deals = await tournament.hall.room.store.find(found, (live.table.id,))
    assert any(is_played for is_played, _ in deals), "with last cards, which the bot plays for everybody"
    assert [away for _, away in deals] == ["[0, 1, 2, 3]"] * 3


async def test_before_it_begins_nobody_sits_down_and_it_stays_open(tournament):
    live = await tournament.opened()
    with pytest.raises(IllegalAction, match="belongs to a tournament"):
        await tournament.hall.says(live, ANA, match.sit)
    assert live.table.acts_at is None


async def test_nobody_wins_by_default_and_nobody_is_removed(tournament):
    live = await tournament.begun(ANA, None, None, BEN)
    await live.do(Leave(BEN))
    with pytest.raises(IllegalAction):
        await tournament.hall.takes(live, ANA)
    with pytest.raises(IllegalAction, match="belongs to a tournament"):
        await live.do(Remove(BEN, GUS, is_manager=True))


async def test_between_two_deals_a_slow_table_waits_an_hour_for_whoever_reads_and_else_a_moment(tournament):
    live = await tournament.begun(ANA, None, None, None, pace=Pace.SLOW, deals=2)
    while live.table.is_playing:
        if ANA in live.table.people_asked:
            await tournament.hall.move(live)
        await asyncio.sleep(0.01)
    assert live.table.seconds(live.table.lobby, live.table.play) == 3600
    await live.do(Leave(ANA))
    assert live.table.seconds(live.table.lobby, live.table.play) == 30
    assert live.table.is_playing is False


async def test_house_players_bid_as_in_the_first_deal_of_a_match(tournament):
    scores = []

    async def think(question, chance):
        scores.append(question.score)
        return await by_rule_of_thumb(question, chance)

    tournament.hall.room.services = dataclasses.replace(tournament.hall.room.services, think=think)
    tournament.hall.open_tables = tournament.hall.room.open_tables = tournament.hall.room.another_floor(
        FiveHundredGame()
    )
    live = await tournament.begun(deals=2)
    await tournament.plays(live)
    assert any(map(any, (await tournament.result(live)).points[:1]))
    assert {(score.points, score.makers) for score in scores} == {((0, 0), ())}


async def test_each_deal_is_scored_by_itself_and_nobody_wins_before_the_last_one(tournament):
    live = await tournament.begun()
    great = (480, -480)
    lobby = live.table.lobby
    live.table = replace(live.table, lobby=replace(lobby, game_state=replace(MatchState.of(lobby), points=great)))
    await tournament.plays(live)
    points = (await tournament.result(live)).points
    sums = tuple(map(sum, zip(great, *points, strict=True)))
    assert MatchState.of(live.table.lobby).points == sums
    assert MatchState.of(live.table.lobby).winners == ()
    assert len(points) == 3


async def test_a_deal_of_other_rules_does_not_count_and_the_next_one_is_dealt(tournament):
    one = await tournament.begun()
    await tournament.plays(one)
    two = await tournament.begun()
    await tournament.plays(two, lambda live: live.table.rounds == 2)
    await tournament.hall.room.changes_the_rules()
    two = await tournament.again(two)
    await tournament.plays(two)
    whole, holed = await tournament.result(one), await tournament.result(two)
    assert holed == Result(True, (whole.points[0], None, whole.points[2]))
    (fault,) = tournament.hall.room.faults
    assert isinstance(fault, RulesChanged)
    tournament.hall.room.faults.clear()


async def test_no_card_can_be_read_before_the_round_is_over_everywhere(tournament):
    live = await tournament.begun(deals=2)
    await tournament.plays(live)
    room = tournament.hall.room
    fairness = Fairness(room.store)
    assert {shuffle.seed for shuffle in await fairness.latest(GUILD, live.table.id, 9, room.clock.now())} == {None}
    assert await fairness.last_of(GUILD, CHANNEL, ANA, room.clock.now()) is None
    with pytest.raises(Withheld):
        await tournament.hall.row(live)
    with pytest.raises(Withheld):
        await FinishedRounds(room.store).find(live.table.id, 1)
    await room.store.write(lambda db: reveal(db, [live.table.id]))
    assert None not in {shuffle.seed for shuffle in await fairness.latest(GUILD, live.table.id, 9, room.clock.now())}
    _, deals = await tournament.hall.row(live)
    assert len(deals) == 2


async def test_no_chips_move_nobody_is_rated_and_nothing_is_achieved(tournament):
    live = await tournament.begun(ANA, BEN, CY, DEE, deals=2)
    await tournament.plays(live)
    room = tournament.hall.room
    assert await room.balances(ANA, BEN, CY, DEE) == [1000] * 4
    for name in ("ratings", "achievements", "results"):
        assert await room.store.find(f"SELECT COUNT(*) FROM {name}") == [(0,)]


async def test_a_table_that_closes_is_named_once(tournament):
    told = []
    tournament.hall.open_tables.over.subscribe(told.append)
    live = await tournament.begun(deals=2)
    await tournament.plays(live)
    assert told == [live.table.id]


async def test_a_table_goes_on_without_somebody_who_was_forgotten(tournament):
    live = await tournament.begun(ANA, None, None, None, deals=2)
    room = tournament.hall.room
    await tournament.hall.open_tables.leave_all(GUILD, ANA)
    departures = Departures(room.store)

    async def write(played_on):
        return await departures.forget(GUILD, ANA, room.clock.now(), played_on=played_on)

    await tournament.hall.open_tables.forget(GUILD, ANA, write)
    await tournament.plays(live)
    assert None not in (await tournament.result(live)).points
