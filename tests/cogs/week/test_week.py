"""The week at Five Hundred: what is told of which matches, when, and once."""

import json
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from cogs.week.cog import monday
from cogs.week.moments import moments
from data.tables.daily import today
from data.tables.matches import DealRow, Ending, MatchOutcome, MatchRow, PlayerRow
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS

ANA, BEN, CY, DEE = 11, 12, 13, 14
MONDAY = datetime(2026, 1, 5, tzinfo=UTC)


def deal(number, contractor=0, bid="7H", made=True, points=(200, 30), **about):
    taken = (0 if made else 1) if bid and "misere" in bid else (9 if made else 5)
    tricks = (taken, 10 - taken) if contractor != 1 else (10 - taken, taken)
    return DealRow(number, 0, contractor, None, bid, made, tricks, points, "", **about)


def match(number, *points, winner=0, people=(ANA, BEN), ending=None, deals=None):
    """A match of two with these points of each deal, or with these deals."""
    deals = deals or [deal(index, points=each) for index, each in enumerate(points, 1)]
    players = tuple(PlayerRow(seat, 1, who, seat == winner) for seat, who in enumerate(people))
    totals = tuple(map(sum, zip(*(each.points for each in deals), strict=True)))
    row = MatchRow(
        number, 1, 1, json.dumps({"players": 2}), MONDAY, MONDAY, MatchOutcome.WON, players, len(deals), totals, ending
    )
    return row, deals


def told(*matches):
    return [moment.text for moment in moments(matches, ENGLISH)]


def of_kind(kind, *matches):
    return [text.partition("** ")[2] for text in told(*matches) if text.startswith(f"**{kind}:**")]


def test_a_comeback_is_the_most_that_the_winners_were_behind_after_any_deal():
    small = match(1, (-120, 30), (700, 0))
    large = match(2, (30, -160), (-250, 460), (-300, 20), (0, 250), winner=1, people=(CY, DEE))
    assert of_kind("Comeback", small, large) == ["<@14> won match 2 after they were 190 points behind."]
    assert of_kind("Comeback", small) == ["<@11> won match 1 after they were 150 points behind."]
    assert of_kind("Comeback", match(1, (0, 90), (510, 0))) == []
    assert of_kind("Comeback", match(1, (-120, 30), (700, 0), ending=Ending.DEFAULT)) == []


def test_the_closest_of_several_matches_is_told_and_a_single_one_is_not():
    close, clear = match(1, (510, 470)), match(2, (520, 0), people=(CY, DEE))
    assert of_kind("Closest match", clear, close) == ["<@11> won match 1 by 40 points."]
    assert of_kind("Closest match", close) == []
    assert of_kind("Closest match", clear, match(3, (300, 470), winner=0)) == ["<@13> won match 2 by 520 points."]


def test_a_run_is_of_contracts_that_one_person_made_in_one_match_one_after_the_other():
    deals = [
        deal(1),
        deal(2),
        deal(3, contractor=1, made=False),
        deal(4, contractor=None, bid=None, made=None, points=(0, 0)),
        deal(5),
        deal(6, made=False),
        deal(7),
    ]
    assert of_kind("Longest run", match(5, deals=deals)) == ["<@11> made 3 contracts in a row in match 5."]
    assert of_kind("Longest run", match(5, deals=[*deals[:2], deal(5, substitutes=(0,))])) == []
    assert of_kind("Longest run", match(5, deals=deals[:2]), match(6, deals=deals[:2])) == []


def test_the_best_contract_was_made_by_a_member_and_is_no_misere():
    deals = [
        deal(1, bid="8S"),
        deal(2, bid="10H", made=False),
        deal(3, bid="misere"),
        deal(4, contractor=1, bid="9H", substitutes=(1,)),
    ]
    assert of_kind("Best contract", match(5, deals=deals)) == ["<@11> made **8♠︎** (9 tricks), in match 5."]


def test_a_misere_that_was_made_is_told_rather_than_one_that_was_caught():
    caught, made = deal(1, bid="open-misere", made=False), deal(2, contractor=1, bid="misere")
    assert of_kind("Misère of the week", match(5, deals=[caught])) == ["<@11> lost **Open Misère**, in match 5."]
    assert of_kind("Misère of the week", match(5, deals=[caught, made])) == ["<@12> made **Misère**, in match 5."]


def test_whoever_took_a_seat_later_is_named_for_their_own_deals():
    row, deals = match(5, deals=[deal(1), deal(2, bid="8H")])
    later = PlayerRow(0, 2, DEE, True)
    row = MatchRow(**{name: getattr(row, name) for name in row.__slots__} | {"players": (*row.players, later)})
    (found,) = [moment for moment in moments([(row, deals)], ENGLISH) if "Best contract" in moment.text]
    assert found.people == {DEE}


@pytest.mark.parametrize(
    ("days", "hours", "weeks"), [(0, 0, -1), (0, 0.99, -1), (0, 1, 0), (3, 0, 0), (6, 24, 0), (7, 1, 1)]
)
def test_a_week_is_over_on_monday_and_told_an_hour_later(days, hours, weeks):
    assert monday(MONDAY + timedelta(days=days, hours=hours)) == today(MONDAY) + 7 * weeks


# On Discord


@pytest.fixture
async def posts(house):
    """What is posted in a channel of the week."""
    channel = house.guild.create_text_channel("week")
    await house.sets({"week_channel": channel.id})
    return partial(house.posted_in, channel)


async def to_monday(house):
    """Let the week go by, to an hour after its end."""
    now = house.env.now()
    end = (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=7)
    await house.wait((end - now).total_seconds() + 3_500)


@pytest.fixture
def won(match_of, deals):
    """Ana has won a match against Ben in one deal."""

    async def won(**options):
        deals.deal(HEARTS)
        match = match_of(2)
        await match.start(**options)
        await match.play_out(match.ana, "10 tricks", "Hearts", claims=True)
        return match

    return won


async def test_on_monday_an_hour_after_midnight_the_week_is_told_once(house, won, posts, every_text):
    await won()
    await to_monday(house)
    assert posts() == []
    await house.wait(600)
    (post,) = posts()
    assert post.startswith("### Last week at Five Hundred\n-# <t:")
    assert post.endswith("\nBest contract: Ana made 10♥ (10 tricks), in match 1.")
    await house.restart()
    await house.wait(8 * 86_400)
    assert len(posts()) == 1, "nor is there anything to say of the week after"


async def test_where_nobody_asked_for_it_or_nothing_was_played_nothing_is_posted(house, won, posts):
    await to_monday(house)
    await house.wait(600)
    assert posts() == []
    await won()
    await house.sets({"games_off": ["five_hundred"]})
    await to_monday(house)
    await house.wait(600)
    assert posts() == []
    await house.sets({"games_off": None, "week_channel": None})
    await house.wait(600)
    assert posts() == []


async def test_whoever_has_left_the_server_is_not_named(house, won, posts):
    match = await won()
    house.guild.remove_member(match.ana.member)
    await to_monday(house)
    await house.wait(600)
    assert posts() == []
