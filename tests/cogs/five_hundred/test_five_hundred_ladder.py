"""The ladder: who has which rating after their matches, who isn't listed, and where the asker is."""

import pytest

from data.tables import ratings
from tests.cogs.five_hundred.house import HEARTS, Match

NOBODY = "nobody rated yet"


@pytest.fixture
def wins(house, deals, generous, monkeypatch):
    """`await wins("Ana", "Ben")`: a match of two that the first wins in one deal, which is as good as three here."""
    monkeypatch.setattr(ratings, "FEWEST_DEALS", 1)

    async def play(*names):
        deals._by_shuffle.clear()  # each match begins with deal 1
        deals.deal(HEARTS)
        match = Match(house, deals, [house.named(name) for name in names])
        await match.start()
        await match.play_out(match.ana, "10 tricks", "Hearts", claims=True)
        await house.wait(601)

    return play


async def ladder(house, asker):
    """Its lines."""
    return (await house.named(asker).command("fivehundred ladder")).now.splitlines()


@pytest.mark.thorough
async def test_the_ladder_lists_players_by_rating_with_its_uncertainty(house, wins):
    assert (await house.named("Gus").command("fivehundred ladder")).said == NOBODY
    await wins("Ana", "Ben")
    await wins("Ana", "Cy")
    await wins("Ben", "Cy")
    title, first, second, third, about, counts = await ladder(house, "Gus")
    assert title == "### Five Hundred ladder"
    assert first.startswith("1. Ana 1,")
    assert "? ± 2" in first
    assert first.endswith("· 2 matches")
    assert second.startswith("2. Ben ")
    assert third.startswith("3. Cy ")
    assert about == "-# 3 players · ratings uncertain below 5"
    assert counts.startswith("-# A won match counts if it had three deals or more, ")


@pytest.mark.thorough
async def test_a_rating_is_marked_as_provisional_until_five_matches_and_three_a_day_count(house, wins):
    why = "no ladder: only 3 a day against the same"
    for day in range(6):
        await wins("Ana", "Ben")
        assert (why in house.texts()[-1]) is (day == 3)
        await house.wait(24 * 3600 * (day == 3))
    first = (await ladder(house, "Ana"))[1]
    assert first.endswith("· 5 matches")
    assert "?" not in first
    assert (await house.named("Ana").command("fivehundred matches")).said.count(why) == 1


async def test_matches_from_before_there_were_ratings_count_from_the_next_start_on(house, wins):
    await wins("Ana", "Ben")
    before = await ladder(house, "Ana")
    await house.app.store.write(lambda db: db.execute("DELETE FROM ratings"))
    await house.restart()
    assert await ladder(house, "Ana") == before


async def test_a_match_won_without_a_card_says_that_it_does_not_count(house, match_of):
    match = match_of(2)
    table = await match.start(ante=100)
    await match.all_pass()
    await match.leaves(match.ben)
    await (await table.plays("Ana Take the match")).press("Take the match")
    why = "-# no ladder: takes three deals"
    assert why in table.text
    assert (await match.ana.command("fivehundred ladder")).said == NOBODY
    assert why in (await match.ana.command("fivehundred matches")).said
    await house.restart()
    assert why in table.text


async def test_whoever_left_the_server_takes_no_place_on_the_ladder(house):
    ana, *others, cy = house.guests("Ana Ben Cal Dee Eve Fay Gus Hal Ida Jon Kit Cy")
    rows = [(house.guild.id, guest.id, mu, 2.0, 9) for mu, guest in enumerate((cy, *others[::-1], ana), 30)]
    add = "INSERT INTO ratings (guild, person, mu, sigma, matches) VALUES (?, ?, ?, ?, ?)"
    await house.app.store.write(lambda db: db.executemany(add, rows), house.guild.id)
    house.guild.remove_member(ana.member)
    _, first, *_, tenth, gap, own, count, _ = await ladder(house, "Cy")
    assert first.startswith("1. Ben ")
    assert tenth.startswith("10. Kit ")
    assert gap == "…"
    assert own.startswith("11. Cy ")
    assert count.startswith("-# 11 players · ")
    await house.app.store.write(lambda db: db.execute("DELETE FROM ratings"), house.guild.id)  # no match stands behind
