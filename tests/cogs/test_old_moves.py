"""A round of each game long afterwards: its moves are deleted, and all that people can ask about it stays the same."""

import json
from datetime import timedelta

from tables.events import Act
from tests.cogs.fair.test_fair_commands import ana as ana
from tests.cogs.fair.test_fair_commands import blackjack, close, files, pontoon
from tests.cogs.fair.test_fair_commands import house as house
from tests.cogs.five_hundred.house import Match

DAY = 24 * 3600


async def pok_deng(house, ana):
    table = await ana.opens("pokdeng")
    await table.plays("Ana bets 10 on P1 & P2 Pair, Ana Ready, 20 s")
    return table


async def five_hundred(house):
    """A match with one deal behind it, in which somebody has contracted for six spades."""
    match = Match(house, None, 4)
    table = await match.start()
    spoken = iter(("bid 6S", *["pass"] * 4))
    while (live := table.live).table.is_playing:
        seat = min(live.table.play.to_act)
        legal = list(map(str, live.table.play.round.legal_actions(seat)))
        move = (next(spoken, None) if "pass" in legal else None) or str(live.table.play.round.default_action(seat))
        with house.as_the_bot():
            await live.do(Act(live.table.play.setup.user_id_in(seat), live.table.question_id, move))
    return match, table


async def counted(house):
    """The moves of the database, and the rounds whose moves are not kept."""
    sql = "SELECT (SELECT COUNT(*) FROM moves), (SELECT COUNT(*) FROM rounds WHERE moves_kept = 0)"
    return await house.app.store.read(lambda db: db.execute(sql).fetchone())


async def test_what_can_be_asked_about_a_round_of_each_game_stays_the_same(house, ana):
    people = [ana, *house.guests("Ben Cy")]
    tables = [await blackjack(ana, 2), await pok_deng(house, ana), await pontoon(people, deals=2)]
    match, deal = await five_hundred(house)
    marks = [table.live.table.commitment for table in tables]
    for table in (*tables, deal):
        await close(house, ana, table)

    async def told():
        verified = [await ana.command("fair verify", shuffle=mark) for mark in marks]
        verified.append(await match.ana.looks_back(f"fair:{deal.number}:1"))
        record = await match.ana.looks_back(f"deal:{deal.number}:1:0")
        return [(each.said, await files(each)) for each in verified], record.said

    before = await told()
    assert all("checks out" in said and " match" in said for said, _ in before[0])
    moves, _ = await counted(house)
    assert moves > 40
    house.app.keep_moves = timedelta(days=3)
    await house.wait(2 * DAY)
    assert await counted(house) == (moves, 0)
    await house.wait(2 * DAY)
    (rounds,) = await house.app.store.read(lambda db: db.execute("SELECT COUNT(*) FROM rounds").fetchone())
    assert await counted(house) == (0, rounds)
    assert await told() == before


async def test_for_as_long_as_the_owner_says_nothing_is_deleted_and_somebody_can_read_what_is_kept(house, ana):
    await blackjack(ana, 2)
    moves, _ = await counted(house)
    house.app.keep_moves = None
    await house.wait(3 * DAY)
    assert await counted(house) == (moves, 0)
    house.app.keep_moves = timedelta(days=1)
    await house.wait(DAY)
    assert await counted(house) == (0, 2)
    told = json.loads((await files(await ana.my_data("As a file")))["mydata.json"])
    assert [row["moves_kept"] for row in told["rounds"]] == [False, False]
    assert told["moves"] == []
    assert len(told["results"]) == 2
