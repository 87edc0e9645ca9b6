"""Rounds and matches with house players: counted apart from all others, and what members win by them in a day."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from damaged import finds
from small_bank import fund, gets, later, member, pays, play, step
from small_match import FIRST_WINS, FIVE_HUNDRED, ante, back, begun, dealt, row
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON, OTHER_GUILD, REFUSED

from data.guild.export import Export, file_of
from data.guild.forget_member import Departures
from data.ledger.history import History
from data.ledger.house_wins import won_from_house
from data.ledger.ledger import Account
from data.ledger.ranking import BoardQuery, Ranking
from data.ledger.reasons import LedgerReason
from data.people import house_player, left
from data.tables.achievements import HUNDRED_ROUNDS, LAST_CHIPS
from data.tables.matches import MatchChange, Matches, MatchOutcome, Tally
from data.tables.ratings import Ratings, rebuild
from data.tables.results import Record, Results, RoundResult

BISCUIT = house_player(1, 0)


class Evening:
    """One table of Pontoon, where rounds are played, with house players and without."""

    def __init__(self, store, tables, saved):
        self.store, self.tables, self.saved = store, tables, saved
        self.results = Results(store)

    async def plays(self, nets, at=NOON, stake=50):
        """A round: what each of them wins or loses, all of it from the house player if that is among them."""
        written, self.saved = await play(self.tables, self.saved, nets, stake=stake, at=at)
        return written

    async def won(self, at=NOON):
        """What Ann and Bob have won from house players that day."""
        by_person = await self.won_in(GUILD, (ANN, BOB), at)
        return by_person[ANN], by_person[BOB]

    async def won_in(self, guild, people, at=NOON):
        return await self.store.read(lambda db: won_from_house(db, guild, people, at.timestamp()))


@pytest.fixture
async def evening(store, chips, tables):
    await fund(chips, ann=1000, bob=2000)
    saved = await tables.create(replace(BLACKJACK, game="pontoon"), NOON)
    purse = pays(HOUSE, member(BISCUIT), 5000, LedgerReason.HOUSE_PURSE, table=saved.id)
    return Evening(store, tables, await step(tables, saved, postings=(purse,)))


# Counted apart


async def test_the_rounds_with_house_players_are_a_record_of_their_own_and_on_no_board(store, evening):
    await evening.plays({ANN: 40, BISCUIT: -40})
    for game in ("pontoon", None):
        board = await Ranking(store).by_net(BoardQuery(GUILD, ANN, 9), game, None)
        assert (board.first, board.asker) == ((), None)
    await evening.plays({ANN: 20, BOB: -20})
    await evening.plays({ANN: -30, BISCUIT: 30})
    await evening.plays({ANN: 0, BISCUIT: 0})
    assert await evening.results.records(GUILD, ANN) == [
        Record("pontoon", rounds=1, won=1, lost=0, tied=0, net=20, biggest=20),
        Record("pontoon", rounds=3, won=1, lost=1, tied=1, net=10, biggest=40, with_house=True),
    ]
    assert await evening.results.records(GUILD, BISCUIT) == []
    for game in ("pontoon", None):
        for week in (None, NOON):
            board = await Ranking(store).by_net(BoardQuery(GUILD, ANN, 9), game, week)
            assert [(each.user_id, each.score, each.rounds) for each in board.first] == [(ANN, 20, 1), (BOB, -20, 1)]


async def test_they_bring_no_achievement_that_is_counted_in_rows(store, evening, wrong_books):
    written = await evening.plays({ANN: 40, BISCUIT: -40}, stake=1000)
    assert (written.earned, written.balances) == ((), {ANN: 1040})
    await store.write(lambda db: db.execute("UPDATE records SET rounds = 150 WHERE with_house = 1"))
    written = await evening.plays({ANN: -1, BOB: 1})
    assert written.earned == ()
    written = await evening.plays({ANN: 1, BOB: -1}, stake=1039)
    assert [earned.key for earned in written.earned] == [LAST_CHIPS]
    await store.write(lambda db: db.execute("UPDATE records SET rounds = 99 WHERE with_house = 0"))
    written = await evening.plays({ANN: 40, BISCUIT: -40})
    assert written.earned == ()
    written = await evening.plays({ANN: -1, BOB: 1})
    assert {earned.key for earned in written.earned} == {HUNDRED_ROUNDS}


async def test_ones_history_and_file_say_which_rounds_they_were(store, evening):
    await evening.plays({ANN: 20, BOB: -20})
    await evening.plays({ANN: 40, BISCUIT: -40})
    assert BISCUIT not in evening.saved.balances, "a table that comes back says no house player's"
    page = await History(store).older(GUILD, ANN, None, 2)
    assert [(entry.net, entry.with_house) for entry in page.rows] == [(40, True), (20, False)]
    held = await Export(store).collect(GUILD, ANN, NOON)
    assert [row["chips_from_house_players"] for row in held["results"]] == [None, 40]
    records = [(row["with_house_players"], row["rounds"], row["chips"]) for row in held["records"]]
    assert records == [(0, 1, 20), (1, 1, 40)]
    assert held["last_day_with_house_players"] == [{"day": "2026-03-14", "chips_from_house_players": 40}]
    assert b'"with_house_players": true' in file_of(held, 10**6, {}).content


# What is won in a day


async def test_what_was_won_in_a_day_is_the_sum_of_its_rounds(evening):
    assert await evening.won() == (0, 0)
    await evening.plays({ANN: 40, BISCUIT: -40})
    await evening.plays({ANN: -10, BISCUIT: 10})
    await evening.plays({ANN: 20, BOB: -20})
    await evening.plays({ANN: 5, BOB: 10, BISCUIT: -15})
    assert await evening.won() == (35, 10)
    assert await evening.won_in(OTHER_GUILD, (ANN,)) == {ANN: 0}
    assert await evening.won_in(GUILD, ()) == {}


async def test_who_has_lost_has_that_much_to_win_back_and_who_leaves_takes_the_day_along(store, evening):
    await evening.plays({ANN: -40, BISCUIT: 40})
    assert await evening.won() == (0, 0)
    await evening.plays({ANN: 50, BISCUIT: -50})
    assert await evening.won() == (10, 0)
    departure = await Departures(store).forget(GUILD, ANN, later(1))
    assert await evening.won() == (0, 0)
    assert departure.stand_in == left(1)


async def test_each_utc_day_begins_at_nothing(evening):
    midnight = datetime(2026, 3, 15, tzinfo=UTC)
    await evening.plays({ANN: 40, BISCUIT: -40}, at=midnight - timedelta(seconds=1))
    assert await evening.won(midnight - timedelta(seconds=1)) == (40, 0)
    assert await evening.won(midnight) == (0, 0)
    await evening.plays({ANN: 7, BISCUIT: -7}, at=midnight)
    assert await evening.won(midnight + timedelta(hours=23, minutes=59)) == (7, 0)


async def test_after_a_clock_was_set_back_the_later_day_stays(evening):
    tomorrow = NOON + timedelta(days=1)
    await evening.plays({ANN: 40, BISCUIT: -40}, at=tomorrow)
    await evening.plays({ANN: 30, BISCUIT: -30}, at=NOON)
    assert await evening.won(tomorrow) == (40, 0)


async def test_a_bank_sold_to_a_house_player_counts_and_one_sold_to_a_member_does_not(evening):
    def sale(buyer, seller, chips):
        return pays(member(buyer), member(seller), chips, LedgerReason.BANK_SOLD, table=evening.saved.id, round=1)

    for buyer, seller, chips in ((BISCUIT, ANN, 90), (ANN, BISCUIT, 25), (ANN, BOB, 300)):
        evening.saved = await step(evening.tables, evening.saved, postings=(sale(buyer, seller, chips),))
    assert await evening.won() == (65, 0)
    await evening.plays({ANN: -20, BISCUIT: 20})
    assert await evening.won() == (45, 0)


async def test_antes_that_are_won_or_lost_in_a_match_with_a_house_player_count(store, chips, tables, evening):
    player = house_player(2, 0)
    purse = pays(HOUSE, member(player), 100, LedgerReason.HOUSE_PURSE, table=2)
    saved = await tables.create(FIVE_HUNDRED, NOON)
    begins = MatchChange(starts=True, players=((0, ANN), (1, player)))
    saved = await step(tables, saved, postings=(purse, ante(ANN, 2), ante(player, 2)), match=begins)
    assert await evening.won() == (0, 0)
    taken_over = (ante(BOB, 2), back(player, 2))
    saved = await step(tables, saved, postings=taken_over, match=MatchChange(players=((1, BOB),), since=2))
    saved = await dealt(tables, saved, row(1))
    won = (back(BOB, 2, 200, "antes won"),)
    over = {"outcome": MatchOutcome.WON, "winners": (1,)}
    await step(tables, saved, postings=won, match=MatchChange(**over), purses_back=(member(player),))
    assert await evening.won() == (0, 100)
    await evening.plays({ANN: 130, BISCUIT: -130}, stake=130)
    assert await evening.won() == (30, 100), "what was lost in the match is won back first"
    saved = await begun(tables, (ANN, BOB))
    won = (back(ANN, saved.id, 200, "antes won"),)
    await step(tables, saved, postings=won, match=MatchChange(outcome=MatchOutcome.WON, winners=(0,)))
    assert await evening.won() == (30, 100), "antes among members don't count"


async def test_what_is_returned_in_practice_is_in_the_result_and_never_counted(evening):
    await evening.plays({ANN: 40, BISCUIT: -40})
    number, lot = evening.saved.round + 1, Account.table(GUILD, evening.saved.id)
    evening.saved = await step(
        evening.tables, evening.saved, started=DEAL, postings=(pays(member(BISCUIT), lot, 30, "bet", round=number),)
    )
    won = gets(ANN, evening.saved.id, 30, number)
    back = pays(member(ANN), HOUSE, 30, LedgerReason.PRACTICE_RETURN, table=evening.saved.id, round=number)
    results = (RoundResult(ANN, 0, from_house=0), RoundResult(BISCUIT, -30))
    await step(evening.tables, evening.saved, ended=True, postings=(won, back), results=results)
    assert await evening.won() == (40, 0)


# Matches


@pytest.fixture
async def matches(store, tables):
    """Ann has won a match against Bob; then lost one that she began against a house player, whose seat Bob took."""
    saved = await begun(tables, (ANN, BOB), chips=0)
    for deal in (1, 2):
        saved = await dealt(tables, saved, row(deal))
    await dealt(tables, saved, row(3, points=(500, 0)), **FIRST_WINS)
    saved = await begun(tables, (ANN, house_player(2, 0)), chips=0)
    saved = await dealt(tables, saved, row(1, made=False))
    saved = await step(tables, saved, match=MatchChange(players=((1, BOB),), since=2))
    await dealt(
        tables, saved, row(2, contractor=1), outcome=MatchOutcome.WON, winners=(1,), standing=((0, 0, 2), (1, 1, 1))
    )
    return Matches(store)


async def test_matches_in_which_a_house_player_ever_had_a_seat_are_counted_apart_and_not_rated(store, matches):
    assert await matches.tally(GUILD, ANN) == Tally(won=1, lost=0, made=3, failed=0, lost_with_house=1)
    assert await matches.tally(GUILD, BOB) == Tally(won=0, lost=1, made=0, failed=0, won_with_house=1)
    for week in (None, NOON):
        board = await Ranking(store).by_matches(BoardQuery(GUILD, ANN, 9), week)
        assert [(each.user_id, each.score, each.rounds) for each in board.first] == [(ANN, 1, 1), (BOB, 0, 1)]
    ladder = await Ratings(store).ladder(GUILD)
    assert [(person, skill.matches) for person, skill in ladder] == [(ANN, 1), (BOB, 1)]
    await store.write(lambda db: rebuild(db, GUILD))
    assert await Ratings(store).ladder(GUILD) == ladder
    held = await Export(store).collect(GUILD, ANN, NOON)
    assert [row["with_house_players"] for row in held["matches"]] == [0, 1]
    listed, _ = await matches.finished(GUILD, ANN, 9)
    assert [player.user_id for player in listed.players] == [ANN, house_player(2, 0), BOB]


# What the check finds


DAMAGE = {
    "a round with house players for some": (
        f"UPDATE results SET from_house = NULL WHERE account = (SELECT id FROM accounts WHERE owner = {BOB})",
        "round 1 of table 1 is one with house players for some and not for others",
    ),
    "a round that forgets its house player": (
        "UPDATE results SET from_house = NULL",
        "round 1 of table 1 is one with house players for some and not for others",
    ),
    "a record among the others": (
        "UPDATE records SET with_house = 0",
        "(with house players: 1) has -1 rounds",
    ),
    "a week among the others": ("UPDATE records SET week_net = 99", "with 99 chips; its results say 1 with"),
    "a day with too much": ("UPDATE house_days SET won = won + 1 WHERE won = 40", "by its rows it is 40"),
    "a rated match": (
        "UPDATE matches SET rated = 1;"
        f"UPDATE match_players SET person = {house_player(2, 0)} WHERE table_id = 2 AND seat = 1",
        "match 2 is rated, and a house player had a seat in it",
    ),
    "another day": ("UPDATE house_days SET day = day + 1 WHERE won = 40", "by its rows it is 0"),
}  # fmt: skip


@pytest.mark.parametrize(("damaged", "said"), DAMAGE.values(), ids=DAMAGE)
async def test_the_check_finds(store, tables, evening, damaged, said):
    await evening.plays({ANN: 40, BOB: 10, BISCUIT: -50})
    saved = await begun(tables, (ANN, BOB), chips=0)
    await dealt(tables, saved, row(1, points=(500, 0)), **FIRST_WINS)
    finds(store, damaged, said)


# What nothing may change


async def test_nobody_becomes_a_house_player_and_its_rows_stay(store, chips, evening):
    await chips.post([pays(HOUSE, member(ANN), 5, actor_id=ANN)], NOON)
    for forbidden in (
        f"UPDATE accounts SET owner = {house_player(1, 7)} WHERE owner = {ANN}",
        f"UPDATE accounts SET owner = {CY} WHERE owner = {BISCUIT}",
        f"UPDATE ledger SET actor = {house_player(1, 7)} WHERE actor = {ANN}",
        "UPDATE ledger SET key = 'another' WHERE why = 'house purse'",
    ):
        with pytest.raises(REFUSED, match=r"an account stays whose it is|a row is never changed"):
            await store.write(lambda db, sql=forbidden: db.execute(sql))
