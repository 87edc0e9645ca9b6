"""The driver: written first, believed afterwards; one lock; a clock that always acts; nobody's chips get stuck."""

import asyncio
import logging
from typing import get_args

import pytest

from data.ledger.ledger import Account, Posting, post
from data.store.errors import StoreError
from data.tables.fairness import Fairness
from games.blackjack import Options
from games.fair.shoe import commitment
from tables import step
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.clock import Pace
from tables.events import Close, Event, FollowUp
from tables.game import Terms
from tables.lobby import ClosedBy
from tests.tables.room import ANA, BEN, CY, GUILD, HOST


def test_each_event_and_each_follow_up_has_its_outcome():
    assert step._OUTCOMES.keys() == {*get_args(Event), *get_args(FollowUp)}


# Written, then believed


async def test_a_failing_disk_leaves_the_table_as_it_was(room, live):
    await room.in_play(live, "5S 6D v 9H")
    before = live.table
    await room.store.close()
    for press in (room.act(live, ANA, "stand"), room.sit(live, BEN)):
        with pytest.raises(StoreError):
            await press
    assert live.table == before


async def test_a_thousand_chips_are_enough_for_two_of_three_tables(room):
    tables = [await room.open(), await room.open(), await room.open()]
    for live in tables:
        await room.sit(live, BEN)
    bets = await asyncio.gather(*[room.bet(live, ANA, 500) for live in tables], return_exceptions=True)
    assert [str(bet) for bet in bets if bet is not None] == ["500 chips are needed and only 0 are there."]
    assert await room.balances(ANA) == [0]


# The fair shuffle


async def test_the_seed_is_fixed_before_the_first_bet_and_the_salt_is_the_first_bettors(room, live):
    promised = live.table.commitment
    assert (await room.saved(live)).shuffle.salt is None
    await room.sit(live, ANA, BEN)
    await room.bet(live, ANA, 100, salt="first")
    await room.bet(live, ANA, 200, salt="second")
    await room.bet(live, BEN, 100, salt="third")
    saved = (await room.saved(live)).shuffle
    assert (saved.commitment, saved.salt, saved.revealed_at) == (promised, "first", None)
    assert commitment(saved.seed) == promised
    assert live.table.salt == "first"


async def test_after_the_cut_card_a_new_shuffle_is_promised_and_the_old_one_revealed(room):
    live = await room.open(Terms(10, 500, Options(decks=1, seats=1), Pace.NORMAL))
    first, promised = live.table.seed, live.table.commitment
    await room.sit(live, ANA)
    await room.bet(live, ANA, 10)  # one pack, the cut card 52 from its end: the first round is the last
    while live.table.is_playing:
        await room.act(live, ANA, "decline" if live.table.play.round.phase.value == "insurance" else "stand")
    _, before = await Fairness(room.store).latest(GUILD, live.table.id, 2, room.clock.now())
    assert (before.commitment, before.seed, before.salt) == (promised, first, "salt")
    assert commitment(first) == promised
    assert live.table.seed not in (first, b"")
    assert live.table.salt is None


# The clock


async def test_an_answer_at_the_last_moment_beats_the_clock_which_then_does_not_act(room, live):
    await room.in_play(live, "2S 3D v 9H then 4C 5C KC")
    answer = asyncio.create_task(room.act(live, ANA, "hit"))
    await asyncio.sleep(0)  # the answer has the lock and waits for the disk, and now the clock runs out
    room.clock.move(31)
    await answer
    await room.sit(live, CY)  # gets the lock after the clock
    assert (live.table.play.steps, live.table.lobby.missed) == (1, {})


# When the bot itself fails


async def under_other_rules(room, live):
    """The table as a process with newer rules finds it."""
    room.open_tables.stop()
    newer = BlackjackGame()
    newer.rules = 99
    return (await room.next_process(newer)).find(live.table.id)


async def test_of_a_round_that_cannot_be_dealt_all_bets_go_back(room, live):
    await room.sit(live, ANA, BEN)
    await room.bet(live, ANA, 100)
    vars(live.table.game)["start"] = None
    await room.bet(live, BEN, 100)
    assert ([*map(type, room.faults)], live.table.was_voided) == ([TypeError], True)
    assert await room.balances(ANA, BEN) == [1000, 1000]


async def test_a_void_round_returns_all_chips_even_when_the_house_has_already_taken_some(room, live):
    await room.sit(live, ANA, BEN)
    await room.bet(live, ANA, 100)
    await room.bet(live, BEN, 100)
    taken = Posting(
        "early", Account.table(GUILD, live.table.id), Account.house(GUILD), 70, "lose", live.table.id, live.table.rounds
    )
    await room.store.write(lambda db: post(db, [taken], room.services.now()), GUILD)
    assert (await under_other_rules(room, live)).table.was_voided
    assert await room.balances(ANA, BEN) == [1000, 1000]


async def test_a_table_whose_game_is_not_offered_waits_on_disk(room, live, caplog):
    room.open_tables.stop()
    open_tables = type(room.open_tables)(room.services)
    with caplog.at_level(logging.WARNING):
        assert await open_tables.resume() == 0
    assert f"table {live.table.id} plays blackjack, which is not offered here; it waits" in caplog.text
    assert (await room.saved(live)).closed_at is None
    assert await room.another_floor().resume() == 1


# Open tables


async def test_tables_are_found_in_their_server_oldest_first_and_counted_by_game(room):
    assert room.open_tables.by_game() == {"blackjack": 0}
    first, second = await room.open(), await room.open()
    assert list(room.open_tables.in_guild(first.table.guild)) == [first, second]
    assert list(room.open_tables.in_guild(777)) == []
    assert room.open_tables.by_game() == {"blackjack": 2}
    await first.do(Close(HOST, ClosedBy.HOST))
    assert list(room.open_tables.in_guild(first.table.guild)) == [second]
    assert [room.open_tables.find(each.table.id) for each in (first, second)] == [None, second]
    assert room.open_tables.by_game() == {"blackjack": 1}


async def test_a_table_knows_the_balances_after_its_last_round_also_when_it_comes_back(room, live):
    await room.sit(live, ANA, BEN)
    for hands, bet, balances in (
        (("5S 6D", "10S 9D"), 100, {ANA: 900, BEN: 1100}),
        (("10S 9D", "10S 6D"), 50, {ANA: 950, BEN: 1050}),
    ):
        room.deal(f"{', '.join(hands)} v 10H then 8D")
        for person in (ANA, BEN):
            await room.bet(live, person, bet)
        for person in (ANA, BEN):
            await room.act(live, person, "stand")
        assert live.table.balances == (await room.next_process()).find(live.table.id).table.balances == balances
    await room.bet(live, ANA, 200)
    assert live.table.balances == {ANA: 950, BEN: 1050}
