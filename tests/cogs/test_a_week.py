"""A week in fast motion: 40 members in two servers, their daily deals, a tournament and a club evening."""

import json
import re
from datetime import timedelta
from random import Random

import pytest

from tests.cogs.daily_deal.conftest import quick_house
from tests.cogs.daily_deal.player import Player
from tests.cogs.evening.club import Club
from tests.cogs.house import House
from tests.cogs.tournament.cup import Cup

__all__ = ["quick_house"]
pytestmark = pytest.mark.thorough

HERE = (
    "Ana Ben Cyn Dan Eli Fay Gus Hal Ida Jon Kim Leo Mae Ned Oda Pia "
    "Quy Ray Sue Tom Una Val Wes Xia Yan Zoe Abe Bea Cal Dot Edd Flo"
)
ABROAD = "Gil Hana Ivo Jill Kai Lou Moe Nan"
PRIZE = 6_000
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, NEXT_MONDAY = range(8)


class Week:
    """The week of two servers, from its Monday at midnight UTC."""

    def __init__(self, house, abroad):
        self.house = house
        self.abroad = abroad
        self.abroad.names = house.names
        first, *others = HERE.split()
        self.here = [house.guest(first, manages=True), *map(house.guest, others)]
        self.guests = [*self.here, *self.abroad.guests(ABROAD)]
        self.collected = dict.fromkeys((guest.id for guest in self.guests), 0)
        now = house.env.now()
        self._monday = (now - timedelta(days=now.weekday() - 7)).replace(hour=0, minute=0, second=0, microsecond=0)

    def moment(self, day, hour):
        """That hour of a day."""
        return self._monday + timedelta(days=day, hours=hour)

    async def comes_to(self, day, hour):
        """Let time pass until then."""
        await self.house.wait((self.moment(day, hour) - self.house.env.now()).total_seconds())

    async def posts(self, **channels):
        """Let both servers have a channel for each of these settings; returns what reads what is posted there."""
        made = {}
        for server in (self.house, self.abroad):
            made[server] = {key: server.guild.create_text_channel(name) for key, name in channels.items()}
            values = {key: channel.id for key, channel in made[server].items()}
            await self.house.sets(values, guild=server.guild)
        return lambda server, key: server.posted_in(made[server][key])

    async def daily_deal(self, name):
        """Somebody collects their chips and plays the deal of the day; returns what *Result* says."""
        guest = next(guest for guest in self.guests if self.house.names[guest.id] == name)
        said = (await guest.command("daily")).said
        self.collected[guest.id] += int(re.search(r"You collected ([\d,]+) daily chips", said)[1].replace(",", ""))
        player = await Player(guest).begins()
        await player.ends()
        return await player.result()

    async def stand(self, table, people):
        """Let people bet at a table of Blackjack and stand on whatever they have."""
        for guest in people:
            await guest.bets(50, table)
        while table.live.is_playing:
            await self.house.wait(5)
            while "Stand" in table.buttons and table.live.play.to_act:
                seat = next(iter(table.live.play.to_act))
                await self.house.named(self.house.names[table.live.lobby.seats[seat]]).press("Stand", table)

    def mentioned(self):
        """The people whom anything posted this week has notified."""
        sent = [
            each.json for each in self.house.env.http_requests if re.fullmatch(r"/channels/\d+/messages", each.path)
        ]
        aloud = [each for each in sent if each and each.get("allowed_mentions") != {"parse": []}]
        return {int(person) for each in aloud for person in re.findall(r"<@(\d+)>", json.dumps(each))}

    async def ledger(self, why):
        """What the ledger says was paid for that, by member."""
        sql = (
            "SELECT a.owner, SUM(l.amount) FROM ledger l JOIN accounts a ON a.id = l.payee"
            " WHERE l.why = ? AND a.kind = 'member' GROUP BY a.owner"
        )
        return dict(await self.house.app.store.find(sql, (why,)))


@pytest.fixture
def week(house, make_app, shoes):
    """It begins on the next Monday."""
    return Week(house, House(house.env, make_app, shoes))


class Rounds:
    """The rounds of a tournament, in which some play themselves, each in their own way."""

    def __init__(self, cup, people):
        self._cup = cup
        self._house = cup.house
        self._sources = {guest.id: Random(guest.id) for guest in people}

    async def play(self, seconds):
        """Let them act for a while as soon as it is their turn."""
        for _ in range(seconds):
            await self._house.wait(1)
            for table in self._cup.tables():
                await self._act(table)

    async def _act(self, table):
        for seat in list(table.play.to_act) if table.is_playing else []:
            if (source := self._sources.get(table.lobby.seats[seat])) is not None:
                question = table.game.question(table.terms, table.lobby, table.play.setup, table.play.round, seat)
                action = question.answer(source, 1.0).action
                with self._house.as_the_bot():
                    await table.act(table.lobby.seats[seat], table.question_id, action)


async def sign_up(cup, people):
    """All sign up; three pairs name each other, and somebody is named who names nobody."""
    own = {guest: await cup.press(guest, "Sign up") for guest in people}
    for one, other in ((0, 1), (2, 3), (4, 5), (20, 6)):
        await cup.names(people[one], own[people[one]], people[other])
        if other != 6:
            await cup.names(people[other], own[people[other]], people[one])


async def the_tournament(week, cup, here):
    """It is played to its end: some play themselves, one withdraws in the middle, and so does the process."""
    house = week.house
    await house.wait(60)
    for guest in here:
        await cup.press(guest, "Check in")
    await cup.minutes(15)
    assert len(cup.tables()) == 7, "27 are here: 13 pairs, and one with a house player"
    rounds = Rounds(cup, here[::2])
    await rounds.play(10)
    numbers = [table.id for table in cup.tables()]
    await house.restart()
    assert [table.id for table in cup.tables()] == numbers
    assert all(table.is_playing for table in cup.tables())
    await rounds.play(30)
    own = await cup.press(here[3], "My tournament")
    asked = await own.press("Withdraw")
    assert (await asked.press("Withdraw")).said.endswith("You have withdrawn.")
    house.env.settle_timeout, usual = 300.0, house.env.settle_timeout  # for what seven tables do at once
    await cup.to_the_end()
    house.env.settle_timeout = usual
    assert await cup.stage() == "over"


async def the_evening(week, club, people):
    """Five bet at Blackjack, with a restart in the middle."""
    house = week.house
    await club.comes_to(2)
    (table,) = club.tables("blackjack")
    for guest in people:
        await guest.press("Sit", table)
    await week.stand(table, people)
    await house.wait(3)
    await house.restart()
    await house.wait(65)
    await week.stand(table, people)
    for guest in people:
        await guest.press("Leave", table)
    await club.ends()


async def test_a_week_of_40_members_on_two_servers(house, week):
    posts = await week.posts(daily_channel="daily")
    club = Club(house)
    club.starts = week.moment(SUNDAY, 20)
    await club.is_set()
    cup = Cup(house)
    by_name = {house.names[guest.id]: guest for guest in week.guests}
    signed_up, absent = week.here, {"Tom", "Una", "Val", "Wes", "Xia"}
    results = {}
    for day, others in enumerate(("Cyn Hana", "Ben Ivo", "Dan Jill", "Ben Hana", "Eli Jill", "Ben", "Ben Fay Hana")):
        await week.comes_to(day, 10)
        for name in ("Ana", *others.split(), *(["Gil"] if day != WEDNESDAY else [])):
            results[day, name] = await week.daily_deal(name)
        if day == THURSDAY:
            await week.comes_to(day, 12)
            said = (await cup.opens(week.here[0], start="2d", rounds=3, prize=PRIZE)).said
            assert said == "Tournament Spring Cup is announced."
        if day == FRIDAY:
            await sign_up(cup, signed_up)
        if day == SATURDAY:
            await week.comes_to(day, 11.75)
            await the_tournament(week, cup, [guest for guest in signed_up if house.names[guest.id] not in absent])
        if day == SUNDAY:
            await the_evening(week, club, [by_name[name] for name in ("Ben", "Cyn", "Dan", "Tom", "Zoe")])
    await week.comes_to(NEXT_MONDAY, 2)
    texts = house.texts()
    for what in ("### Spring Cup: after round 1", "### Spring Cup: after round 2", "### Spring Cup: the end"):
        assert sum(text.startswith(what) for text in texts) == 1
    assert [len(posts(server, "daily_channel")) for server in (house, week.abroad)] == [7, 7]
    assert "🔥 7 days in a row" in results[SUNDAY, "Ana"]
    assert "🔥 6 days in a row" in results[SUNDAY, "Gil"], "one day may be missed"
    prizes = await week.ledger("tournament prize")
    assert 0 < sum(prizes.values()) <= PRIZE
    (standings,) = club.posts()
    won = {name: int(net.replace(",", "")) for name, net in re.findall(r"^\d+\. (\w+) ([+-]?[\d,]+) ", standings, re.M)}
    assert len(won) == 5
    for name, guest in by_name.items():
        made = week.collected[guest.id] + prizes.get(guest.id, 0) + won.get(name, 0)
        assert await guest.chips() == 1_000 + made, name
    assert week.mentioned() == {guest.id for guest in signed_up}
