"""The driver: written first, believed afterwards; one lock; a clock that always acts; nobody's chips get stuck."""

import asyncio
import logging

import pytest

from data.ledger.ledger import Account, InsufficientChips, Posting
from data.store.errors import StoreError
from data.tables.fairness import Fairness
from games.blackjack import Options
from games.core import IllegalAction
from games.fair.shoe import commitment
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.closing import ClosedBy
from tables.round_in_play import RulesChanged
from tables.table import StaleClick, TableClosed
from tables.terms import Terms
from tests.tables.room import ANA, BEN, CY, GUILD, HOST, TERMS


@pytest.fixture
async def table(room):
    return await room.open()


def state(table):
    """Everything that a table believes."""
    return table.lobby, table.play, table.rounds, table.question_id, table.deadline, table.seed, table.salt


async def in_play(room, table, *hands, dealer, then="", bet=100):
    """One person for each hand, Ana first; they have bet, and the cards are dealt."""
    people = (ANA, BEN, CY)[: len(hands)]
    room.deal(*hands, dealer=dealer, then=then)
    await room.sit(table, *people)
    for person in people:
        await room.bet(table, person, bet)


# Written, then believed


async def test_a_move_that_costs_more_than_the_purse_changes_nothing(room, table):
    await in_play(room, table, "5S 6D", dealer="9H")
    other = await room.open()
    await room.sit(other, BEN)
    await room.bet(other, ANA, 500)
    third = await room.open()
    await room.sit(third, BEN)
    await room.bet(third, ANA, 380)
    before = state(table)
    with pytest.raises(InsufficientChips):
        await room.act(table, ANA, "double")
    assert state(table) == before
    assert (await room.saved(table)).running.moves == ()
    await room.act(table, ANA, "stand")
    assert table.play.is_over


async def test_when_the_disk_fails_nothing_is_believed(room, table):
    await in_play(room, table, "5S 6D", dealer="9H")
    before = state(table)
    await room.store.close()
    with pytest.raises(StoreError):
        await room.act(table, ANA, "stand")
    with pytest.raises(StoreError):
        await room.sit(table, BEN)
    assert state(table) == before


async def test_an_illegal_move_leaves_table_and_log_as_they_were(room, table):
    await in_play(room, table, "5S 6D", dealer="9H")
    before = state(table)
    for move, said in (("split", "You can only split two cards"), ("insure", "question is over"), ("fly", "no move")):
        with pytest.raises(IllegalAction, match=said):
            await room.act(table, ANA, move)
    assert state(table) == before
    assert (await room.saved(table)).running.moves == ()


async def test_the_log_on_disk_is_what_was_played_and_by_whom(room, table):
    await in_play(room, table, "2S 3D", "10S 9D", dealer="9H", then="4C KC 8C")
    await room.act(table, ANA, "hit")
    await room.pass_time(table, 31)
    moves = (await room.saved(table)).running.moves
    assert [(move.seat, move.action, move.clock) for move in moves] == [
        (0, "hit", False), (0, "hit", True), (0, "stand", True),
    ]  # fmt: skip


async def test_of_many_presses_on_one_question_one_is_played(room, table):
    await in_play(room, table, "2S 3D", dealer="9H", then="2C 2D 2H 2C 2D")
    asked = table.question_id
    results = await asyncio.gather(*[table.act(ANA, asked, "hit") for _ in range(20)], return_exceptions=True)
    assert results.count(None) == 1
    assert all(isinstance(result, StaleClick) for result in results if result is not None)
    assert table.play.steps == 1


async def test_the_last_seat_goes_to_one_of_many(room):
    table = await room.open(Terms(10, 500, Options(seats=1), Pace.NORMAL))
    results = await asyncio.gather(*[room.sit(table, person) for person in range(200, 220)], return_exceptions=True)
    assert results.count(None) == 1


async def test_a_thousand_chips_are_enough_for_two_of_three_tables(room):
    tables = [await room.open(), await room.open(), await room.open()]
    for table in tables:
        await room.sit(table, BEN)
    results = await asyncio.gather(*[room.bet(table, ANA, 500) for table in tables], return_exceptions=True)
    assert sorted(str(result) for result in results if result is not None) == [
        "500 chips are needed and only 0 are there."
    ]
    assert await room.balances(ANA) == [0]


# Whose turn it is


async def test_the_address_changes_with_every_question_and_with_nothing_else(room, table):
    assert table.question_id == "0.b"
    await in_play(room, table, "2S 3D", "10S 9D", dealer="9H", then="4C 5C KC 8C")
    assert table.question_id == "1.0"
    await room.sit(table, CY)
    assert table.question_id == "1.0"
    await room.act(table, ANA, "hit")
    assert table.question_id == "1.1"
    await room.act(table, ANA, "stand")
    assert table.question_id == "1.2"
    await room.act(table, BEN, "stand")
    assert table.question_id == "1.b"


async def test_people_asked_together_answer_the_same_question(room, table):
    await in_play(room, table, "10S 9D", "10D 9S", dealer="AH", then="KC")
    asked = table.question_id
    await table.act(BEN, asked, "decline")
    await table.act(ANA, asked, "insure")
    assert table.question_id != asked


async def test_somebody_who_acts_out_of_turn_is_told_whose_turn_it_is(room, table):
    await in_play(room, table, "10S 9D", "10D 9S", dealer="9H")
    with pytest.raises(IllegalAction, match=f"It's <@{ANA}>'s turn."):
        await room.act(table, BEN, "stand")
    with pytest.raises(IllegalAction, match=f"It's <@{ANA}>'s turn."):
        await room.act(table, CY, "stand")


async def test_acting_twice_on_one_question_is_stale_and_not_an_error(room, table):
    await in_play(room, table, "10S 9D", "10D 9S", dealer="AH")
    asked = table.question_id
    await table.act(ANA, asked, "decline")
    with pytest.raises(StaleClick):
        await table.act(ANA, asked, "insure")
    assert await room.balances(ANA) == [900]


async def test_nobody_can_act_between_rounds(room, table):
    with pytest.raises(StaleClick):
        await table.act(ANA, table.question_id, "hit")


# The fair shuffle


async def test_the_seed_is_fixed_before_the_first_bet_and_the_salt_is_the_first_bettors(room, table):
    promised = table.commitment
    assert (await room.saved(table)).shuffle.salt is None
    await room.sit(table, ANA, BEN)
    await room.bet(table, ANA, 100, salt="first")
    await room.bet(table, ANA, 200, salt="second")
    await room.bet(table, BEN, 100, salt="third")
    saved = (await room.saved(table)).shuffle
    assert (saved.commitment, saved.salt, saved.revealed_at) == (promised, "first", None)
    assert commitment(saved.seed) == promised
    assert table.salt == "first"


async def test_after_the_cut_card_a_new_shuffle_is_promised_and_the_old_one_revealed(room):
    table = await room.open(Terms(10, 500, Options(decks=1, seats=1), Pace.NORMAL))
    first, promised = table.seed, table.commitment
    await room.sit(table, ANA)
    await room.bet(table, ANA, 10)  # one pack, the cut card 52 from its end: the first round is the last
    while table.is_playing:
        await room.act(table, ANA, "decline" if table.play.round.phase.value == "insurance" else "stand")
    _, before = await Fairness(room.store).latest(GUILD, table.id, 2)
    assert (before.commitment, before.seed, before.salt) == (promised, first, "salt")
    assert commitment(first) == promised
    assert table.seed != first
    assert table.salt is None


# The clock


async def test_the_window_runs_out_and_the_round_begins(room, table):
    await room.sit(table, BEN)
    await room.bet(table, ANA, 100)
    assert not table.is_playing
    await room.pass_time(table, 20)
    assert table.play.setup.people[:2] == (None, ANA)
    assert table.play.setup.sat_out == (BEN,)


async def test_an_answer_at_the_last_moment_beats_the_clock_which_then_does_not_act(room, table):
    await in_play(room, table, "2S 3D", dealer="9H", then="4C 5C KC")
    room.clock.move(29.9)
    await room.act(table, ANA, "hit")
    room.clock.move(0.2)
    await room.sit(table, BEN)  # gets the lock after whatever the old deadline started
    assert table.play.steps == 1
    assert room.clock.now() < table.deadline


async def test_a_clock_that_runs_out_while_an_answer_is_written_finds_its_question_answered(room, table):
    await in_play(room, table, "2S 3D", dealer="9H", then="4C 5C KC")
    answer = asyncio.create_task(room.act(table, ANA, "hit"))
    await asyncio.sleep(0)  # the answer has the lock and waits for the disk
    room.clock.move(31)
    await answer
    await room.sit(table, BEN)  # gets the lock after the clock
    assert table.play.steps == 1
    assert table.lobby.missed == {}


async def test_the_deadline_is_on_disk_with_every_question(room, table):
    await in_play(room, table, "2S 3D", dealer="9H", then="4C 5C KC")
    assert (await room.saved(table)).deadline == table.deadline
    await room.act(table, ANA, "hit")
    assert (await room.saved(table)).deadline == table.deadline


async def test_a_table_that_comes_back_gives_everybody_their_full_time_again(room, table):
    await in_play(room, table, "2S 3D", dealer="9H", then="4C 5C KC")
    await room.act(table, ANA, "hit")
    room.open_tables.stop()
    room.clock.move(300)
    open_tables = room.another_floor()
    assert await open_tables.resume() == 1
    back = open_tables.find(table.id)
    assert (back.play, back.question_id, back.lobby) == (table.play, table.question_id, table.lobby)
    assert 29 < (back.deadline - room.clock.now()).total_seconds() <= 30
    open_tables.stop()


async def test_an_idle_table_closes_itself_and_reveals_its_seed(room, table):
    await room.pass_time(table, 601)
    assert table.is_closed
    assert room.open_tables.find(table.id) is None
    assert (await room.saved(table)).shuffle.revealed_at is not None


# Closing


async def test_closing_returns_bets_and_ends_everything(room, table):
    await room.sit(table, BEN)
    await room.bet(table, ANA, 100)
    await table.close(HOST)
    assert await room.balances(ANA) == [1000]
    for work in (room.sit(table, CY), table.leave(ANA), table.close(HOST), table.act(ANA, table.question_id, "hit")):
        with pytest.raises(TableClosed):
            await work


async def test_closing_waits_for_the_round(room, table):
    await in_play(room, table, "10S 9D", dealer="9H", then="10C")
    await table.close(HOST)
    assert not table.is_closed
    await room.act(table, ANA, "stand")
    assert table.is_closed
    assert await room.balances(ANA) == [1000]


async def test_whoever_closes_a_table_first_has_closed_it(room, table):
    await in_play(room, table, "10S 9D", dealer="9H", then="10C")
    await table.close(HOST)
    await table.close(BEN)
    await room.act(table, ANA, "stand")
    assert table.lobby.closed_by is ClosedBy.HOST


# When the bot itself fails


class Jammed(BlackjackGame):
    """A game whose shoe can't be opened."""

    def start(self, terms, setup, shuffle):
        raise LookupError("the shoe is jammed")


async def test_a_round_that_cannot_begin_returns_every_bet(room):
    table = await room.open(game=Jammed())
    await room.sit(table, ANA, BEN)
    await room.bet_behind(table, CY, 0, 50)
    await room.bet(table, ANA, 100)
    await room.bet(table, BEN, 100)
    assert [str(fault) for fault in room.faults] == ["the shoe is jammed"]
    assert table.was_voided
    assert not table.is_playing
    assert table.lobby.seats[:2] == (ANA, BEN)
    assert await room.balances(ANA, BEN, CY) == [1000, 1000, 1000]


async def test_a_round_is_void_only_until_the_next_one_begins(room, monkeypatch):
    table = await room.open(game=Jammed())
    await room.sit(table, ANA, BEN)
    for person in (ANA, BEN):
        await room.bet(table, person, 100)
    assert table.was_voided
    monkeypatch.setattr(Jammed, "start", BlackjackGame.start)
    for person in (ANA, BEN):
        await room.bet(table, person, 100)
    assert table.is_playing
    assert not table.was_voided


async def test_a_saved_round_of_other_rules_is_void_and_everybody_gets_back_what_they_put_in(room, table):
    await room.sit(table, ANA, BEN)
    room.deal("5S 6D", "10S 9D", dealer="AH")
    await room.bet_behind(table, CY, 0, 50)
    await room.bet(table, ANA, 100)
    await room.bet(table, BEN, 100)
    await room.act(table, ANA, "insure")
    assert await room.balances(ANA, BEN, CY) == [850, 900, 950]
    room.open_tables.stop()
    newer = BlackjackGame()
    newer.rules = 99
    open_tables = room.another_floor(newer)
    await open_tables.resume()
    back = open_tables.find(table.id)
    assert isinstance(room.faults[0], RulesChanged)
    assert back.was_voided
    assert not back.is_playing
    assert back.seed != table.seed
    assert await room.balances(ANA, BEN, CY) == [1000, 1000, 1000]
    await room.bet(back, ANA, 100)
    open_tables.stop()


async def test_a_void_round_returns_all_chips_even_when_the_house_has_already_taken_some(room, table):
    await room.sit(table, ANA, BEN)
    await room.bet(table, ANA, 100)
    await room.bet(table, BEN, 100)
    taken = Posting("early", Account.table(GUILD, table.id), Account.house(GUILD), 70, "lose", table.id, table.rounds)
    await room.chips.post([taken], room.services.now())
    room.open_tables.stop()
    newer = BlackjackGame()
    newer.rules = 99
    open_tables = room.another_floor(newer)
    await open_tables.resume()
    assert open_tables.find(table.id).was_voided
    assert await room.balances(ANA, BEN) == [1000, 1000]
    open_tables.stop()


async def test_a_table_whose_game_is_not_offered_waits_on_disk(room, table, caplog):
    room.open_tables.stop()
    open_tables = type(room.open_tables)(room.services)
    with caplog.at_level(logging.WARNING):
        assert await open_tables.resume() == 0
    assert f"table {table.id} plays blackjack, which is not offered here; it waits" in caplog.text
    assert (await room.saved(table)).closed_at is None
    assert await room.another_floor().resume() == 1


# Open tables


async def test_tables_are_found_in_their_server_oldest_first(room):
    first, second = await room.open(), await room.open()
    assert list(room.open_tables.in_guild(first.guild)) == [first, second]
    assert list(room.open_tables.in_guild(777)) == []
    await first.close(HOST)
    assert list(room.open_tables.in_guild(first.guild)) == [second]
    assert room.open_tables.find(first.id) is None
    assert room.open_tables.find(second.id) is second


async def test_the_terms_of_a_table_survive_a_restart(room):
    terms = Terms(20, 60, Options(seats=3, surrender_vs_ten=True), Pace.QUICK)
    table = await room.open(terms)
    open_tables = room.another_floor()
    await open_tables.resume()
    assert open_tables.find(table.id).terms == terms != TERMS
    open_tables.stop()
