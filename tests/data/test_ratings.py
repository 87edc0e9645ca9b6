"""Ratings: written with the match that changes them, in its order, and the same when worked out again from all."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from damaged import finds
from small_bank import change, damage, step
from small_match import DEAL, FIRST_WINS, begun, dealt, row, thrown_in
from small_server import ANN, BOB, CY, GUILD, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.ledger.limits import NO_LIMITS, TransferLimits
from data.store.store import seconds
from data.tables.matches import Ending, MatchChange, MatchOutcome
from data.tables.ratings import Ratings, Skill, Unrated, after, rebuild


@pytest.fixture
def ratings(store):
    return Ratings(store)


async def played(tables, *players, at=NOON, away=(), limits=NO_LIMITS):
    """A match that the first has won in its third deal, before the second."""
    saved = await begun(tables, players, chips=0)
    for deal in (1, 2):
        saved = await dealt(tables, saved, row(deal, away=away))
    saved = await step(tables, saved, started=DEAL)
    won = {**FIRST_WINS, "standing": tuple((seat, seat, seat + 1) for seat in range(len(players)))}
    end = change(saved, ended=True, match=MatchChange(deal=row(3, points=(500, 0)), **won), limits=limits)
    await tables.commit(end, at)
    return await tables.get(saved.id)


async def kept(store):
    """Every rating there is."""
    return dict(await store.read(lambda db: db.execute("SELECT person, mu FROM ratings").fetchall()))


def test_winners_rise_by_less_the_surer_one_is_and_partners_and_equals_alike():
    (new,), (fallen,) = after([[Skill()], [Skill()]], [1, 2])
    assert new.mu > 25 > fallen.mu
    assert new.sigma < 25 / 3
    assert (new.matches, fallen.matches) == (1, 1)
    (sure,), _ = after([[Skill(25, 2)], [Skill()]], [1, 2])
    assert 0 < sure.mu - 25 < new.mu - 25
    ours, theirs = after([[Skill(), Skill()], [Skill(), Skill()]], [2, 1])
    assert ours[0] == ours[1]
    assert ours[0].mu < theirs[0].mu
    first, second, third = after([[Skill()], [Skill()], [Skill()]], [1, 2, 2])
    assert second == third
    assert first[0].mu > second[0].mu


async def test_a_match_that_is_won_changes_the_ratings_of_its_players(store, ratings, tables, wrong_books):
    await played(tables, ANN, BOB)
    (first, skill), (second, other) = await ratings.ladder(GUILD)
    assert (first, second) == (ANN, BOB)
    assert skill.ordinal > 0 > other.ordinal
    assert await ratings.ladder(OTHER_GUILD) == []
    await played(tables, BOB, ANN)
    assert [skill.matches for _, skill in await ratings.ladder(GUILD)] == [2, 2]
    assert damage(store) == []
    for person, mu, sigma in ((ANN, 30, 8), (BOB, 25, 2)):
        rating = f"UPDATE ratings SET mu = {mu}, sigma = {sigma} WHERE person = {person}"
        await store.write(lambda db, sql=rating: db.execute(sql))
    assert [person for person, _ in await ratings.ladder(GUILD)] == [BOB, ANN], "by what somebody almost certainly is"


async def test_matches_of_the_same_people_that_end_at_once_all_count(ratings, tables):
    saved = [await begun(tables, players, chips=0) for players in ((ANN, BOB), (BOB, CY), (CY, ANN), (ANN, CY))]
    for deal in (1, 2):
        saved = [await dealt(tables, each, row(deal)) for each in saved]
    await asyncio.gather(*(dealt(tables, each, row(3, points=(500, 0)), **FIRST_WINS) for each in saved))
    matches = {person: skill.matches for person, skill in await ratings.ladder(GUILD)}
    assert matches == {ANN: 3, BOB: 2, CY: 3}


async def test_ratings_worked_out_again_are_the_same(store, tables):
    for players in ((ANN, BOB), (BOB, CY), (ANN, CY), (CY, BOB), (ANN, BOB)):
        await played(tables, *players)
    before = await kept(store)
    await store.write(lambda db: db.execute("UPDATE ratings SET mu = 1, matches = 9"))
    await store.write(lambda db: rebuild(db, GUILD))
    assert await kept(store) == before


@pytest.mark.parametrize("is_erased", [False, True])
async def test_a_forgotten_player_is_not_listed_and_the_others_keep_their_ratings(store, ratings, tables, is_erased):
    await played(tables, ANN, BOB)
    await played(tables, BOB, CY)
    before = await ratings.ladder(GUILD)
    departures = Departures(store)
    await departures.forget(GUILD, BOB, NOON)
    if is_erased:
        await departures.erase()
    assert await ratings.ladder(GUILD) == [each for each in before if each[0] != BOB]
    assert BOB not in await kept(store)
    was = await kept(store)
    await store.write(lambda db: rebuild(db, GUILD))
    assert await kept(store) == was


async def test_somebody_who_comes_back_begins_as_a_newcomer(store, ratings, tables):
    await played(tables, ANN, BOB)
    await Departures(store).forget(GUILD, BOB, NOON)
    await played(tables, BOB, ANN)
    assert dict(await ratings.ladder(GUILD))[BOB].matches == 1
    assert damage(store) == []
    await Departures(store).erase()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        ("UPDATE ratings SET mu = mu + 0.01", "too high by 0.01"),
        ("UPDATE ratings SET matches = 2", "with 1 matches too many"),
        ("DELETE FROM ratings", "the rating of"),
        ("UPDATE match_players SET place = 3 - place", "is rated with other places"),
        ("UPDATE matches SET rated = NULL", "too high by"),
        ("UPDATE matches SET rated = NULL", "is rated as number None, and isn't for the reason None"),
        ("UPDATE match_deals SET contractor = NULL, bid = NULL, made = NULL", "cards were played in 0 of 3 deals"),
    ],
)
async def test_the_check_finds_ratings_that_do_not_follow_from_the_matches(store, tables, damaged, said):
    await played(tables, ANN, BOB)
    finds(store, damaged, said)


async def test_the_check_finds_more_matches_of_a_day_than_count(store, tables):
    for _ in range(3):
        await played(tables, ANN, BOB)
    await played(tables, ANN, CY)
    changed = f"UPDATE match_players SET person = {BOB} WHERE person = {CY}"
    finds(store, changed, f"{ANN} met the same opponents in 4 rated matches")


# What doesn't count


async def listed(ratings):
    return {person: skill.matches for person, skill in await ratings.ladder(GUILD)}


@pytest.mark.parametrize(
    ("deals", "counts"),
    [
        ((thrown_in(1), row(2), row(3)), True),
        ((thrown_in(1), thrown_in(2), row(3)), False),
        ((row(1), row(2)), False),
        ((thrown_in(1),), False),
    ],
)
async def test_a_match_counts_from_three_deals_on_if_cards_were_played_in_half_of_them(ratings, tables, deals, counts):
    saved = await begun(tables, (ANN, BOB), chips=0)
    for deal in deals:
        saved = await dealt(tables, saved, deal)
    saved = await step(tables, saved, match=MatchChange(**FIRST_WINS, ending=Ending.DEFAULT))
    assert saved.unrated is (None if counts else Unrated.PASSED)
    assert await listed(ratings) == ({ANN: 1, BOB: 1} if counts else {})


@pytest.mark.parametrize("limits", [TransferLimits(rounds=4), TransferLimits(days=10_000)])
async def test_a_match_with_somebody_new_counts_for_nobody(ratings, tables, limits):
    assert (await played(tables, ANN, BOB, limits=limits)).unrated is Unrated.NEW
    assert await listed(ratings) == {}


async def test_whoever_has_played_the_deals_themselves_is_no_longer_new(ratings, tables):
    limits = TransferLimits(rounds=4)
    assert (await played(tables, ANN, BOB, away=(1,), limits=limits)).unrated is Unrated.NEW
    assert (await played(tables, ANN, BOB, away=(1,), limits=limits)).unrated is Unrated.NEW, "two of Bob's six"
    assert (await played(tables, ANN, BOB, limits=limits)).unrated is None


async def test_against_the_same_opponents_a_match_counts_less_each_time_until_the_next_season(store, ratings, tables):
    for part in (1, 2):
        before = dict(await ratings.ladder(GUILD))
        (full,), _ = after([[before.get(ANN, Skill())], [before.get(BOB, Skill())]], [1, 2])
        await played(tables, ANN, BOB)
        was, now = before.get(ANN, Skill()), dict(await ratings.ladder(GUILD))[ANN]
        assert now.mu - was.mu == pytest.approx((full.mu - was.mu) / part)
        assert was.sigma - now.sigma == pytest.approx((was.sigma - full.sigma) / part)
    later = NOON + timedelta(hours=1)
    ends = "INSERT INTO seasons (guild, ended_at) VALUES (?, ?)"
    await store.write(lambda db: db.execute(ends, (GUILD, seconds(later))))
    was = dict(await ratings.ladder(GUILD))
    (full,), _ = after([[was[ANN]], [was[BOB]]], [1, 2])
    await played(tables, ANN, BOB, at=later)
    assert dict(await ratings.ladder(GUILD))[ANN].mu == pytest.approx(full.mu)


@pytest.mark.parametrize(("seat", "rated"), [(0, {BOB, CY}), (1, {ANN, CY}), (2, {ANN, BOB, CY})])
async def test_who_was_mostly_away_does_not_rise_and_falls_like_others(ratings, tables, seat, rated, wrong_books):
    await played(tables, ANN, BOB, CY, away=(seat,))
    skills = dict(await ratings.ladder(GUILD))
    assert (skills[ANN].mu > 25, skills[CY].mu < 25) == (ANN in rated, True)
    assert {person for person, skill in skills.items() if skill.sigma < 25 / 3} == rated


async def test_three_matches_a_day_count_against_the_same_opponents(store, ratings, tables):
    for players in ((ANN, BOB), (BOB, ANN), (ANN, BOB)):
        assert (await played(tables, *players)).unrated is None
    before = await kept(store)
    for players in ((ANN, BOB), (BOB, ANN)):
        assert (await played(tables, *players)).unrated is Unrated.OFTEN
    assert await kept(store) == before
    await played(tables, ANN, CY)
    await played(tables, CY, BOB)
    assert await listed(ratings) == {ANN: 4, BOB: 4, CY: 2}


async def test_each_utc_day_they_count_again(ratings, tables):
    evening = NOON.replace(hour=23, minute=59)
    for _ in range(4):
        await played(tables, ANN, BOB, at=evening)
    assert (await played(tables, ANN, BOB, at=NOON)).unrated is Unrated.OFTEN
    midnight = evening + timedelta(minutes=1)
    assert (await played(tables, ANN, BOB, at=midnight)).unrated is None
    assert await listed(ratings) == {ANN: 4, BOB: 4}


async def test_another_partner_makes_no_other_opponents(ratings, tables):
    pairs = {"outcome": MatchOutcome.WON, "winners": (0, 2)}
    pairs["standing"] = ((0, 0, 1), (2, 0, 1), (1, 1, 2), (3, 1, 2))

    async def play(*players):
        saved = await begun(tables, players, chips=0)
        for deal in (1, 2):
            saved = await dealt(tables, saved, replace(row(deal), tricks=(9, 1, 0, 0)))
        return await dealt(tables, saved, replace(row(3, points=(500, 0)), tricks=(9, 1, 0, 0)), **pairs)

    for partner in (CY, 7, 8):
        assert (await play(ANN, BOB, partner, 9)).unrated is None
    assert (await play(ANN, BOB, 6, 9)).unrated is Unrated.OFTEN
    assert (await play(ANN, BOB, 6, 5)).unrated is None
