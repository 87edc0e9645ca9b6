"""Tournaments for chips, as the version before had: wherever one stands, it is ended once, and what was won is paid."""

from hashlib import sha256

import pytest

from cogs.tournament.posts import Posts
from data.store.sqlite.migrate import migrations
from data.tables import tournaments
from data.tables.tournaments import Tournaments

CLOSES_TABLES = next(sql for _, sql in migrations() if "Tournaments are of Five Hundred alone" in sql)
PLAN = '{"game":"blackjack","pairs":false,"system":"swiss","rounds":4,"deals":2,"pace":"normal","fills":false}'
TERMS = (
    '{"practice":false,"substitutes":true,"daily":0,"tournament":1,"title":"Spring Cup","stack":1000,'
    '"secret":"ab","deals":1,"evening":0}'
)
WHY = "tournaments only for Five Hundred"
PRIZES = "SELECT key, amount, reason FROM ledger WHERE why = 'tournament prize' ORDER BY amount DESC"


class Before:
    """The Spring Cup of four as the version before left it in the database."""

    def __init__(self, house, people):
        self.house = house
        self.people = people

    async def _write(self, sql, *about):
        await self.house.app.store.write(lambda db: db.execute(sql, about))

    async def is_for_chips(self):
        await self._write("UPDATE tournaments SET plan = ?, prize = 1000", PLAN)

    async def is_in_round(self, number):
        """At its only table the rounds before this one are over."""
        await self.is_for_chips()
        await self._write("UPDATE tournaments SET stage = 'rounds', round = ?, told = ?", number, number - 1)
        for entrant, guest in enumerate(self.people, 1):
            await self._write("UPDATE tournament_players SET entrant = ? WHERE person = ?", entrant, guest.id)
        for played in range(1, number):
            await self._table(played, closed_at=self.house.app.now().timestamp(), deals="[[1300,1100,900,700]]")
            for seat in (0, 1, 3):  # whether the third was away nobody has counted
                await self._write("INSERT INTO moves VALUES (?, ?, 0, 1, ?, 'stand', 0, 1)", played, seat, seat)
        await self._table(number, closed_at=None, deals=None)

    async def _table(self, number, closed_at, deals):
        guild = self.house.guild.id
        await self._write(
            "INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round,"
            " version, opened_at, closed_at, house, withheld)"
            " VALUES (?, ?, 5, 'blackjack', 0, '{}', 10, 500, 'normal', '{}', 1, 9, 1, ?, ?, ?)",
            number, guild, closed_at, TERMS, int(deals is None),
        )  # fmt: skip
        await self._write(
            "INSERT INTO shuffles VALUES (?, ?, x'00', ?, 'tournament 1', 1, ?)",
            number, number, sha256(b"\0").hexdigest(), closed_at,
        )  # fmt: skip
        await self._write(
            "INSERT INTO rounds (table_id, round, rules, setup, started_at, ended_at, shuffle, dealt)"
            " VALUES (?, 1, 1, '{}', 1, ?, ?, '')",
            number, closed_at, number,
        )  # fmt: skip
        await self._write(
            "INSERT INTO tournament_tables VALUES (1, ?, ?, 1, '[1,2,3,4]', ?, 7, ?)", guild, number, number, deals
        )

    async def is_upgraded(self):
        """This version has the database."""
        for statement in filter(str.strip, CLOSES_TABLES.split(";")):
            await self._write(statement)

    async def is_of_the_cup(self, table):
        """That table was one of the tournament."""
        await self._write("UPDATE tables SET house = ? WHERE id = ?", TERMS, table)

    async def has_ended(self):
        """It ended, and that was posted."""
        await self._write("UPDATE tournaments SET stage = 'over', told = round")

    async def starts(self):
        """The bot of this version starts."""
        await self.house.restart()
        await self.house.wait(15)


@pytest.fixture
async def before(house, cup):
    await cup.opens(house.guest("Mia", manages=True))
    people = house.guests("Ana Ben Cyn Dan")
    for guest in people:
        await cup.press(guest, "Sign up")
    return Before(house, people)


async def starts_after_a_kill(house, before, fails_at, moment):
    """The bot of this version starts, is killed as it begins to do that, if anything is named, and starts again."""
    if moment:
        house.expects_faults = True
        with fails_at(*moment):
            await before.starts()
    for _ in range(2):
        await before.starts()


@pytest.mark.parametrize("moment", [None, (Tournaments, "finish"), (tournaments, "pay"), (Posts, "tell_standings")])
async def test_one_that_is_played_is_paid_once_by_the_rounds_that_are_over(house, cup, before, fails_at, moment):
    await before.is_in_round(2)
    await before.is_upgraded()
    await starts_after_a_kill(house, before, fails_at, moment)
    assert (await cup.stage(), cup.tables()) == ("over", [])
    people = [guest.id for guest in before.people]
    paid = [(f"prize:1:{person}", chips, "Spring Cup") for person, chips in zip(people, (500, 300, 200), strict=False)]
    assert await house.app.store.find(PRIZES) == paid
    assert await house.chips("Ana Ben Cyn Dan") == [1_500, 1_300, 1_200, 1_000]
    (said,) = [text for text in house.texts() if text.startswith("### Spring Cup: the end")]
    first = "🥇 Ana +500 · 100.0%\n🥈 Ben +300 · 66.7%\n🥉 Cyn +200 · 33.3%"
    assert said == f"### Spring Cup: the end\n{first}\nPrize: 1,000 chips\n-# {WHY}"
    assert "\nPlace 2 of 4 with 66.7%\nRound 1: 66.7%" in (await cup.press(before.people[1], "My tournament")).said


@pytest.mark.parametrize("moment", [None, (Posts, "_post"), (Tournaments, "cancel")])
@pytest.mark.parametrize("begun", [False, True])
async def test_one_without_a_finished_round_is_cancelled_and_says_why(house, cup, before, fails_at, begun, moment):
    await (before.is_in_round(1) if begun else before.is_for_chips())
    await before.is_upgraded()
    await starts_after_a_kill(house, before, fails_at, moment)
    assert (await cup.stage(), cup.tables()) == ("cancelled", [])
    assert cup.text.endswith(f"\n-# {WHY}\ntournament cancelled")
    assert await house.app.store.find(PRIZES) == []


async def test_one_that_is_over_stays_as_it_was(house, cup, before):
    await before.is_in_round(2)
    await before.is_upgraded()
    await before.has_ended()
    posted = len(house.messages())
    await before.starts()
    assert len(house.messages()) == posted
    shown = await before.people[1].command("tournament show")
    assert shown.said.startswith("### Spring Cup\nOver")
    assert "\nPlace 2 of 4 with 66.7%\nRound 1: 66.7%" in shown.said


async def test_its_tables_close_and_what_was_played_there_is_still_read(house, before):
    ana = before.people[0]
    table = await ana.opens(seats=1)
    house.deal("10S 4H v 10D then 5C 9D")
    await table.plays("Ana bets 100, Ana Stand")
    said = (await ana.press("How did I play?", table)).said
    assert "\nBetter: Hit\n" in said
    await before.is_of_the_cup(table.number)
    await before.is_upgraded()
    await before.starts()
    assert table.number not in [table.id for table in house.app.open_tables.tables(house.guild.id)]
    assert (await ana.press("Same", table)).said.startswith("this table closed.")
    assert (await ana.press("How did I play?", table)).said == said
