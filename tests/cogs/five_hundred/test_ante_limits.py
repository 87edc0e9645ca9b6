"""What an ante may bring: no more than the limits of the server, and without play no more than a gift."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from data.check import open_for_check
from tables.five_hundred.match_state import with_state
from tests.cogs.five_hundred.house import HEARTS


def day(house):
    """Who has what from whom today, by name."""
    sql = """
        SELECT p.owner, q.owner, f.chips, f.unearned FROM flows f
        JOIN accounts p ON p.id = f.payer JOIN accounts q ON q.id = f.payee"""
    with closing(open_for_check(house.app.store.where)) as db:
        return [(house.names[payer], house.names[payee], *chips) for payer, payee, *chips in db.execute(sql)]


async def forfeited(two, **terms):
    """Ben leaves after a deal without cards, and Ana takes the match."""
    await two.start(**terms)
    await two.all_pass()
    await two.leaves(two.ben)
    await (await two.table.plays("Ana Take the match")).press("Take the match")


async def test_where_gifts_are_off_a_forfeited_ante_goes_back(two, house):
    await house.sets({"gifts": 100})
    await forfeited(two, ante=1000)
    assert await two.purses() == [1000, 1000]
    assert "Ana wins the match" in two.table.text
    assert "1,000 chips went back from Ana to Ben: this server allows no more between members today." in two.table.text
    assert day(house) == []


async def test_a_forfeited_ante_brings_what_may_be_given_and_counts_as_given(two, house):
    await house.sets({"between_members": 300})
    await forfeited(two, ante=700)
    assert await two.purses() == [1300, 700]
    assert "Ana +300 · now 1,300 chips" in two.table.text
    assert day(house) == [("Ben", "Ana", 300, 300)]
    gift = await two.ben.command("chips give", member=two.ana.member, amount="1")
    assert "you have 0 left" in gift.said


async def test_whoever_forfeits_an_ante_has_still_had_it_for_relief(two, house):
    await house.sets({"daily_chips": 0})
    await forfeited(two, ante=1000)
    assert await two.purses() == [2000, 0]
    assert "relief only below" in await two.ben.asks_for_relief()
    assert await two.ben.chips() == 0


async def test_an_ante_above_what_a_newcomer_may_still_lose_is_refused(two, house):
    await house.sets({"givers": [0, 20], "between_members": 500})
    table = await two.sit_down(ante=501)
    refused = await table.plays("Ana Ready, Ben Ready")
    assert "day's limit 500: Ana has 500 left" in refused.said
    assert not table.live.table.is_playing
    assert await two.purses() == [1000, 1000]


async def test_with_house_players_alone_a_newcomer_may_put_in_any_ante(house):
    await house.sets({"house_players": "everywhere", "givers": [0, 20]})
    table = await house.guest("Ana").opens("fivehundred", players=2, ante=1000)
    await table.plays("Ana Sit, Ana Add house player, Ana Start")
    assert table.live.table.is_playing


@pytest.mark.usefixtures("newcomers", "generous")
async def test_a_newcomer_who_sits_down_for_an_ante_reads_what_they_may_lose(house):
    await house.sets({"givers": [0, 20], "between_members": 500})
    table = await house.guest("Ana").opens("fivehundred", players=2, ante=500)
    for name, gifts in (("Ana", 0), ("Ben", 100)):
        await house.sets({"gifts": gifts})
        said = (await table.plays(f"{name} Sit")).said
        assert ("gifts only after 20 rounds, not 0" in said) is (gifts == 0)
        assert "day's limit 500: you have 500 left" in said


async def test_who_was_away_for_most_deals_reads_why_they_won_no_chips(two, house, deals):
    deals.deal(f"-, {HEARTS}")
    await two.start(ante=100)
    with house.as_the_bot():
        live = two.table.live
        live.table = replace(live.table, lobby=with_state(live.table.lobby, missed_deals=(two.ben.id,)))
    await two.play_out(two.ben, "10 tricks", "Hearts", claims=True)
    assert "Ben wins the match" in two.table.text
    assert "Ben · Anyone who was away for more than half of the deals wins no more than their ante." in two.table.text
    assert await two.purses() == [1000, 1000]
