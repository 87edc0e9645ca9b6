"""The ladder: who has which rating after their matches, who isn't listed, and where the asker is."""

import pytest

from tests.cogs.five_hundred.house import HEARTS, Match


@pytest.fixture
def winning(house, deals):
    """Plays a match of two that its first player wins in one deal."""

    async def play(first, second):
        deals._by_shuffle.clear()  # each match begins with deal 1
        deals.deal(HEARTS)
        match = Match(house, deals, people=2)
        match.people = (first, second)
        match.ana, match.ben = first, second
        match.table = await first.opens("fivehundred", players=2)
        for guest in match.people:
            await guest.press("Sit", match.table)
        await first.press("Start", match.table)
        await match.play_out(first, "10 tricks", "Hearts", claims=True)
        await house.wait(601)

    return play


@pytest.mark.thorough
async def test_the_ladder_lists_players_by_rating_with_its_uncertainty(house, winning):
    ana, ben, cy, gus = house.guests("Ana Ben Cy Gus")
    said = (await gus.command("fivehundred ladder")).said
    assert said == "Nobody has a rating here yet: it takes a match without house players that someone wins."
    await winning(ana, ben)
    await winning(ana, cy)
    await winning(ben, cy)
    answer = await gus.command("fivehundred ladder")
    title, first, second, third, about, counts = house.read(house.raw(answer.result.response)).splitlines()
    assert title == "### Five Hundred ladder"
    assert first.startswith("1. Ana 1,")
    assert "? ± 2" in first
    assert first.endswith("· 2 matches")
    assert second.startswith("2. Ben ")
    assert third.startswith("3. Cy ")
    assert about == "-# 3 players · ± is how uncertain a rating is, and ? means fewer than 5 matches."
    assert counts.startswith("-# A match that a side wins counts if no house player had a seat in it, ")


@pytest.mark.thorough
async def test_a_rating_is_marked_as_provisional_until_five_matches(house, winning):
    ana, ben = house.guests("Ana Ben")
    for day in range(5):
        await winning(ana, ben)
        await house.wait(24 * 3600 * (day % 3 // 2))
    answer = await ana.command("fivehundred ladder")
    _, first, *_ = house.read(house.raw(answer.result.response)).splitlines()
    assert first.endswith("· 5 matches")
    assert "?" not in first


async def test_matches_from_before_there_were_ratings_count_from_the_next_start_on(house, winning):
    ana, ben = house.guests("Ana Ben")
    await winning(ana, ben)
    before = (await ana.command("fivehundred ladder")).said
    await house.app.store.write(lambda db: db.execute("DELETE FROM ratings"))
    await house.restart()
    assert (await ana.command("fivehundred ladder")).said == before


@pytest.mark.thorough
async def test_people_who_left_or_were_forgotten_are_not_on_the_ladder(house, winning):
    ana, ben, cy, dee = house.guests("Ana Ben Cy Dee")
    await winning(ana, ben)
    await winning(cy, dee)
    house.guild.remove_member(ana.member)
    await (await cy.command("mydata delete")).press("Delete my data")
    answer = await dee.command("fivehundred ladder")
    listed = house.read(house.raw(answer.result.response))
    assert "Ana" not in listed
    assert "Cy" not in listed
    assert "1. Ben " in listed
    assert "2. Dee " in listed
    assert "2 players" in listed


@pytest.mark.thorough
async def test_the_asker_sees_their_own_place_below_the_list(house, winning, monkeypatch):
    monkeypatch.setattr("cogs.five_hundred.ladder.SHOWN", 2)
    ana, ben, cy = house.guests("Ana Ben Cy")
    await winning(ana, ben)
    await winning(ana, cy)
    await winning(ben, cy)
    answer = await cy.command("fivehundred ladder")
    listed = house.read(house.raw(answer.result.response)).splitlines()
    assert listed[3] == "…"
    assert listed[4].startswith("3. Cy ")


async def test_a_match_won_without_a_card_says_that_it_does_not_count(house, match_of):
    match = match_of(2)
    await match.start(ante=100)
    while match.table.live.is_playing:
        await match.passes(match.turn)
    await (await match.ben.press("Leave", match.table)).press("Leave")
    await (await match.ana.press("Take the match", match.table)).press("Take the match")
    why = "-# Doesn't count for the ladder: cards were played in fewer than half of its deals."
    assert why in match.table.text
    assert (await match.ana.command("fivehundred ladder")).said.startswith("Nobody has a rating here yet")
    assert why in (await match.ana.command("fivehundred history")).said
    await house.restart()
    assert why in match.table.text


@pytest.mark.thorough
async def test_a_fourth_match_of_a_day_says_that_it_does_not_count(house, winning):
    ana, ben = house.guests("Ana Ben")
    for _ in range(4):
        await winning(ana, ben)
    why = "Doesn't count for the ladder: against the same opponents only 3 matches a day do."
    assert [why in text for text in house.texts()] == [False, False, False, True]
    assert (await ana.command("fivehundred history")).said.count(why) == 1


async def test_whoever_left_the_server_takes_no_place_on_the_ladder(house, monkeypatch):
    monkeypatch.setattr("cogs.five_hundred.ladder.SHOWN", 1)
    ana, ben, cy = house.guests("Ana Ben Cy")
    rows = [(house.guild.id, guest.id, mu, 2.0, 9) for guest, mu in ((ana, 40), (ben, 35), (cy, 30))]
    add = "INSERT INTO ratings (guild, person, mu, sigma, matches) VALUES (?, ?, ?, ?, ?)"
    await house.app.store.write(lambda db: db.executemany(add, rows), house.guild.id)
    house.guild.remove_member(ana.member)
    answer = await cy.command("fivehundred ladder")
    _, first, gap, own, count, *_ = house.read(house.raw(answer.result.response)).splitlines()
    assert first.startswith("1. Ben ")
    assert gap == "…"
    assert own.startswith("2. Cy ")
    assert count.startswith("-# 2 players · ")
    await house.app.store.write(lambda db: db.execute("DELETE FROM ratings"), house.guild.id)  # no match stands behind
