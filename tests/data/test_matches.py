"""Matches on the disk: written with the change that causes them, listed, looked up, counted, and checked."""

import pytest
from damaged import finds
from small_bank import change, everything, step
from small_match import DEAL, back, begun, dealt, row, three_matches, thrown_in
from small_server import ANN, BOB, CY, GUILD, NOON, OTHER_GUILD

from data.guild.export import Export
from data.ledger.ledger import InsufficientChips
from data.tables.matches import MatchChange, Matches, MatchOutcome, PlayerRow, Tally
from data.tables.tables import StrandedChips


@pytest.fixture
def matches(store):
    return Matches(store)


@pytest.fixture
async def three(chips, tables):
    return await three_matches(chips, tables)


async def over(tables, players=(ANN, BOB), house="{}", **about):
    """The number of a match of one deal that has just ended."""
    saved = await begun(tables, players, chips=0, house=house)
    saved = await dealt(tables, saved, row(1, points=(500, 0)))
    await step(tables, saved, closed=True, match=MatchChange(outcome=MatchOutcome.ABANDONED, **about))
    return saved.id


async def test_running_and_finished_matches_are_listed_with_their_scores_and_winners(matches, three, tables):
    (match,) = await matches.running(GUILD, ANN)
    assert (match.table, match.guild, match.options) == (three[0].id, GUILD, three[0].options)
    assert (match.channel, match.seated) == (three[0].channel, (ANN, BOB))
    assert (match.deals, match.points) == (2, (230, -190))
    assert (match.started_at, match.ended_at, match.outcome) == (NOON, None, None)
    assert await matches.running(OTHER_GUILD, ANN) == []
    abandoned, match = await matches.finished(GUILD, ANN, 10)
    assert (abandoned.table, abandoned.outcome) == (three[2].id, MatchOutcome.ABANDONED)
    assert (match.table, match.outcome, match.ended_at) == (three[1].id, MatchOutcome.WON, NOON)
    assert (match.points, match.seated) == ((560, 0), (ANN, CY))
    assert match.players == (PlayerRow(0, 1, ANN, True), PlayerRow(1, 1, BOB, None), PlayerRow(1, 2, CY, False))
    begins = await begun(tables, (ANN, BOB), chips=0)
    assert [(m.deals, m.points) for m in await matches.running(GUILD, ANN) if m.table == begins.id] == [(0, ())]


async def test_private_matches_are_listed_for_their_host_alone(matches, tables):
    over = await begun(tables, (ANN, BOB), chips=0, house='{"private":true}')
    await dealt(tables, over, row(1), outcome=MatchOutcome.WON, winners=(1,))
    running = await begun(tables, (ANN, BOB), chips=0, house='{"private":true}')
    assert [match.table for match in await matches.running(GUILD, ANN)] == [running.id]
    assert [match.table for match in await matches.finished(GUILD, ANN, 10)] == [over.id]
    assert await matches.running(GUILD, BOB) == await matches.finished(GUILD, BOB, 10) == []


async def test_finished_matches_come_in_pages_latest_first(matches, chips, tables):
    numbers = []
    for _ in range(5):
        saved = await begun(tables, (ANN, BOB), chips=0)
        await dealt(tables, saved, row(1), outcome=MatchOutcome.WON, winners=(1,))
        numbers.append(saved.id)
    first = await matches.finished(GUILD, ANN, 2)
    second = await matches.finished(GUILD, ANN, 2, before=first[-1].table)
    assert [match.table for match in (*first, *second)] == numbers[:0:-1]


async def test_a_match_can_be_looked_up_deal_by_deal(matches, three):
    match, deals = await matches.match(GUILD, three[1].id)
    assert match.deals == 3
    assert deals[0] == row(1, contractor=1, points=(20, 160))
    assert [deal.points for deal in deals] == [(20, 160), (40, -160), (500, 0)]
    _, (first,) = await matches.match(GUILD, three[2].id)
    assert first == thrown_in(1)
    assert await matches.match(OTHER_GUILD, three[1].id) is None
    assert await matches.match(GUILD, 99) is None


async def test_a_deal_says_for_whom_the_house_played(matches, chips, tables, store):
    saved = await begun(tables, (ANN, BOB), chips=0)
    saved = await dealt(tables, saved, row(1, substitutes=(1,)))
    saved = await step(tables, saved, match=MatchChange(players=((1, CY),), since=2))
    saved = await dealt(tables, saved, row(2, substitutes=(0, 1)))
    await dealt(tables, saved, row(3))
    _, deals = await matches.match(GUILD, saved.id)
    assert [deal.substitutes for deal in deals] == [(1,), (0, 1), ()]
    played_for = {
        name: (await Export(store).collect(GUILD, person, NOON))["deals_the_house_played_for_you"]
        for name, person in (("Ann", ANN), ("Bob", BOB), ("Cy", CY))
    }
    assert {name: [row["deal"] for row in rows] for name, rows in played_for.items()} == {
        "Ann": [2], "Bob": [1], "Cy": [2],
    }  # fmt: skip


async def test_matches_and_contracts_count_for_the_people_who_played_them(matches, three):
    assert await matches.tally(GUILD, ANN) == Tally(won=1, lost=0, made=2, failed=0)
    assert await matches.tally(GUILD, BOB) == Tally(won=0, lost=0, made=1, failed=1)  # left before the end
    assert await matches.tally(GUILD, CY) == Tally(won=0, lost=1, made=0, failed=1)
    assert await matches.tally(OTHER_GUILD, ANN) == Tally(0, 0, 0, 0)


async def test_somebody_who_played_no_deal_in_a_seat_leaves_no_row(matches, chips, tables):
    saved = await begun(tables, (ANN, BOB), chips=0)
    await step(tables, saved, match=MatchChange(players=((1, CY),), since=1))
    (match,) = await matches.running(GUILD, ANN)
    assert match.players == (PlayerRow(0, 1, ANN, None), PlayerRow(1, 1, CY, None))


async def test_antes_are_held_until_the_match_is_over_also_while_its_result_is_shown(chips, three):
    running, won, _ = three
    assert won.closed_at is None
    held = [await chips.at_tables(GUILD, user) for user in (ANN, BOB, CY)]
    assert held == [[(running.id, 100)], [(running.id, 100)], []]


async def test_a_match_does_not_start_when_an_ante_is_missing(chips, tables, store):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 50, NOON)
    before = await everything(store)
    with pytest.raises(InsufficientChips):
        await begun(tables, (ANN, BOB))
    after = await everything(store)
    assert after["matches"] == after["match_players"] == []
    assert after["ledger"] == before["ledger"]


async def test_a_table_with_antes_cannot_close(chips, tables):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    await chips.open_member(GUILD, BOB, 1000, NOON)
    saved = await begun(tables, (ANN, BOB))
    with pytest.raises(StrandedChips):
        await tables.commit(change(saved, closed=True, match=MatchChange(outcome=MatchOutcome.ABANDONED)), NOON)
    paid = (back(ANN, saved.id), back(BOB, saved.id))
    await tables.commit(
        change(saved, closed=True, postings=paid, match=MatchChange(outcome=MatchOutcome.ABANDONED)), NOON
    )
    assert await chips.balance(GUILD, ANN) == 1000


async def test_only_a_running_match_can_end_and_a_void_deal_is_dealt_again(tables, three):
    _, won, _ = three
    with pytest.raises(ValueError, match="no match runs"):
        await tables.commit(change(won, match=MatchChange(outcome=MatchOutcome.ABANDONED)), NOON)
    saved = await step(tables, await begun(tables, (ANN, BOB), chips=0), started=DEAL)
    await dealt(tables, await step(tables, saved, voided=True), row(1))


# What data.check finds

DAMAGE = [
    ("deal missing", "UPDATE match_deals SET deal = 7 WHERE table_id = 1 AND deal = 2", "the last of them number 7"),
    ("deal of a round that never was", "UPDATE match_deals SET round = 9 WHERE table_id = 1 AND deal = 2",
     "deal 2 of match 1 is round 9"),
    ("deal of a void round", "UPDATE rounds SET void = 1 WHERE table_id = 2 AND round = 1",
     "deal 1 of match 2 is round 1"),
    ("deal not written down", "DELETE FROM match_deals WHERE table_id = 1 AND deal = 2",
     "round 2 of table 1 is no deal"),
    ("match at a closed table", "UPDATE tables SET closed_at = 5 WHERE id = 1", "match 1 goes on at a closed table"),
    ("nobody in a seat", "DELETE FROM match_players WHERE table_id = 1 AND seat = 0", "match 1 has 1 of 2 seats"),
    ("nobody at the beginning", "UPDATE match_players SET since = 2 WHERE table_id = 1 AND seat = 0",
     "2 of 2 seats, 1 of them"),
    ("a seat too many", "UPDATE match_deals SET tricks = '[4, 3, 3]' WHERE table_id = 2 AND deal = 2",
     "deal 2 of match 2 has other seats"),
    ("a substitute for nobody", "UPDATE match_deals SET substitutes = '[0, 2]' WHERE table_id = 2 AND deal = 2",
     "in deal 2 of match 2 the house played for seat 2"),
    ("a side too few", "UPDATE match_deals SET points = '[40]' WHERE table_id = 2 AND deal = 2",
     "deal 2 of match 2 has other seats or sides"),
    ("winner who left", "UPDATE match_players SET won = 1 WHERE table_id = 2 AND since = 1 AND seat = 1",
     "match 2 was won"),
    ("winner too early", "UPDATE match_players SET won = 1 WHERE table_id = 1 AND seat = 1", "match 1 was won or lost"),
    ("no winner", "UPDATE match_players SET won = 0 WHERE table_id = 2 AND seat = 0", "nobody has won match 2"),
    ("one ante missing", "UPDATE ledger SET round = 3 WHERE table_id = 1 AND round = 0 AND actor IS NULL"
     " AND id = (SELECT MIN(id) FROM ledger WHERE round = 0)", "players put in from 0 to 100"),
    ("antes left", "UPDATE matches SET ended_at = 5, outcome = 'abandoned' WHERE table_id = 1",
     "200 chips lie in the pot of table 1"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "said"), [case[1:] for case in DAMAGE], ids=[case[0] for case in DAMAGE])
async def test_damage_to_matches_is_found(store, three, statement, said):
    finds(store, statement, said)
