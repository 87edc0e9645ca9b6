"""A table of a tournament of Five Hundred: it plays by itself to its end, with the same cards as all others."""

import asyncio
import dataclasses

import pytest

from data.people import is_house_player
from data.tables.fairness import Fairness
from data.tables.finished import FinishedRounds
from data.tables.withheld import Withheld, reveal
from games.five_hundred import Options
from players.choice import Choice, Option
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tables import events
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.round_in_play import RulesChanged
from tables.tournament.table import NOBODY, Result, begin, result_of, terms_of
from tests.tables.five_hundred.match_room import DEE, EVERYBODY, NAMES, BesideHouse
from tests.tables.heard import PEOPLE, cases
from tests.tables.room import ANA, BEN, CHANNEL, CY, GUILD, GUS, TableTime

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


class Cup(BesideHouse):
    """A table of a tournament of so many deals."""

    def terms(self, deals, pace="normal", secret=SECRET):
        about = {"tournament": 7, "secret": secret, "deals": int(deals), "title": "Spring Cup"}
        return terms_of(Options(ante=20), Pace(pace), **about)

    def _come(self, who, *others):
        """These play, or for `house` a house player."""
        people = [PEOPLE.get(name) for name in (NAMES.get(who, who), *others)]
        self.does(events.SeatEntrants(people, match.start))

    def seen(self, what):
        return [*map(self.table.lobby.is_away, self.table.lobby.seats)] if what == "away" else super().seen(what)


OURS = "belongs to a tournament"
FOUR = "ana come ben cy dee"
LEFT = f"{FOUR}, ana leaves PLAYED, ben leaves PLAYED, cy leaves PLAYED, dee leaves PLAYED"
MIXED = "ana come house house ben"
ROWS = [
    ("before it begins nobody sits down", "3", "", "ana sits", {"refused": OURS}),
    ("and no clock runs", "3", "", "hours pass 20", {"closed": False, "seconds": None}),
    ("who leaves stays, and is played for", "3", LEFT, "deal ends, time passes 30",
     {"holders": "ana ben cy dee", "away": [True] * 4, "round": 2, "playing": True}),
    ("until they are back", "3", f"{LEFT}, deal ends, time passes 30", "cy presses",
     {"away": [True, True, False, True]}),
    ("it comes to its end without a press", "3", FOUR, "days pass 1",
     {"closed": True, "round": 3, "winners": (), "purses": {}, "played for": ((0, 1, 2, 3), (0, 1, 2, 3))}),
    ("nobody wins by default", "3", f"{MIXED}, ben leaves PLAYED", "ana takes match",
     {"refused": "The other side is still here"}),
    ("nobody is removed", "3", MIXED, "host removes ben", {"refused": OURS}),
    ("a slow one gives an hour to who reads", "2 slow", "ana come house house house", "deal ends", {"seconds": 3600}),
    ("and a moment without them", "2 slow", "ana come house house house, ana leaves PLAYED", "deal ends",
     {"seconds": 30, "playing": False}),
]  # fmt: skip


@cases(ROWS)
def test_what_comes_of_it(table, before, happens, then):
    assert Cup(*table.split()).becomes(before, happens, then) == then


def dealt_at(desk, people):
    """The cards of each deal in turn, and who dealt them."""
    desk.hears(people)
    dealt = []
    while not desk.table.is_closed:
        dealt.append((desk.table.play.round.dealt, desk.table.play.setup.body["dealer"]))
        desk.hears("deal ends, time passes 41")
    return dealt


def test_all_tables_with_one_secret_get_the_same_cards_and_dealer_in_every_deal():
    one, two = dealt_at(Cup("3"), "house come house house house"), dealt_at(Cup("3"), MIXED)
    three = dealt_at(Cup("3", "normal", OTHER), "house come house house house")
    assert one == two
    assert [dealer for _, dealer in one] == [(one[0][1] + turn) % 4 for turn in range(3)]
    assert len({str(cards) for cards, _ in (*one, *three)}) == 6


def test_each_deal_is_scored_by_itself_and_nobody_wins_before_the_last_one():
    desk, points = Cup("3"), [(480, -480)]
    desk.hears(f"{FOUR}, points are 480 -480")
    while not desk.table.is_closed:
        number = desk.table.rounds
        desk.hears("deal ends")
        points += [desk.rows.deal.points] if desk.table.rounds == number else []
        desk.hears("time passes 41")
    assert (len(points), any(map(any, points[1:]))) == (4, True)
    assert desk.state.points == tuple(map(sum, zip(*points, strict=True)))
    assert desk.state.winners == ()


# With the disk


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
