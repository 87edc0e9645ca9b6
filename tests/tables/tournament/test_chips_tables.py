"""Tables of a tournament for its own chips: Blackjack and Pontoon, to the last round, without a chip of the server."""

import asyncio
import json
from dataclasses import replace

import pytest

from data.ledger.ledger import InsufficientChips
from data.people import is_house_player
from data.tables.finished import FinishedRounds
from data.tables.withheld import Withheld, reveal
from games.blackjack import Move
from games.core import IllegalAction
from players.workers.thinkers import answer_here
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.tournament.table import NOBODY, begin, result_of, terms_of
from tests.tables.five_hundred.match_room import DEE, ELI, GUS
from tests.tables.room import ANA, BEN, CHANNEL, CY, GUILD, TableTime

STACK = 1000
NUMBER = "SELECT COUNT(*) FROM {}"


@pytest.fixture
def tournament(room, monkeypatch):
    """Tables of a tournament; at the end nothing has failed unseen, and the books are right."""
    room.services = replace(room.services, think=answer_here)
    TableTime(monkeypatch)
    yield Tournament(room)
    room.sound()


class Tournament:
    def __init__(self, room):
        self.room = room

    async def begun(self, game, *people, deals=3, stack=STACK, **options):
        await self.room.meet(ANA, BEN, CY, DEE, GUS)
        terms = terms_of(
            game, replace(game.options(), **options), Pace.NORMAL,
            tournament=3, secret="ab" * 32, deals=deals, title="Cup", stack=stack, minimum=10, maximum=500,
        )  # fmt: skip
        open_tables = self.room.open_tables = self.room.another_floor(game)
        table = await open_tables.open(game, guild=GUILD, channel=CHANNEL, host=NOBODY, terms=terms)
        await begin(table, people)
        return table

    async def until(self, table, condition):
        """Time passes: the house plays, and whoever is asked otherwise does nothing."""
        for _ in range(3000):
            if condition(table):
                return
            before = table.version
            await asyncio.sleep(0.01)
            if table.version == before and not table.is_closed:
                self.room.clock.move(30)
        raise AssertionError(f"the table stands still in round {table.rounds}")

    async def again(self, table, game):
        """The table as another process finds it."""
        async with table.standing_still():
            self.room.open_tables.stop()
        self.room.open_tables = self.room.another_floor(game)
        await self.room.open_tables.resume()
        return self.room.open_tables.find(table.id)

    async def result(self, table):
        return await result_of(self.room.store, table.id)

    async def has_moved_nothing(self, *people):
        assert await self.room.balances(*people) == [1000] * len(people)
        for name in ("ledger WHERE table_id IS NOT NULL", "results", "achievements"):
            assert await self.room.store.find(NUMBER.format(name)) == [(0,)]


def closed(table):
    return table.is_closed


async def test_blackjack_is_over_after_its_rounds_and_only_chips_of_the_tournament_have_moved(tournament):
    table = await tournament.begun(BlackjackGame(), ANA, BEN)
    while not table.is_closed:
        for person in (ANA, BEN):
            await tournament.room.bet(table, person, 100)
        await tournament.room.play_out(table)
    result = await tournament.result(table)
    assert (table.rounds, result.is_over) == (3, True)
    assert result.chips[:2] == tuple(STACK + table.lobby.standings[person] for person in (ANA, BEN))
    assert result.chips[:2] != (STACK, STACK)
    await tournament.has_moved_nothing(ANA, BEN)


async def test_rounds_go_on_without_those_who_do_not_bet_and_end_if_nobody_does(tournament):
    table = await tournament.begun(BlackjackGame(), ANA, BEN, deals=4)
    await tournament.room.bet(table, ANA, 100)
    await tournament.until(table, lambda table: table.is_playing)
    assert table.play.setup.people[:2] == (ANA, None)
    await tournament.until(table, closed)
    assert (table.rounds, table.lobby.counted) == (1, 4)
    assert (await tournament.result(table)).chips[1] == STACK
    assert table.lobby.seats[:2] == (ANA, BEN)


async def test_nobody_stakes_more_than_they_have_by_two_presses_or_in_the_round(tournament):
    table = await tournament.begun(BlackjackGame(), ANA, BEN, stack=150)
    with pytest.raises(InsufficientChips):
        await tournament.room.bet(table, ANA, 200)
    await tournament.room.bet(table, ANA, 100)
    with pytest.raises(InsufficientChips):
        await tournament.room.bet(table, ANA, 100, pair=60)
    tournament.room.deal("6C 5C", "10H 10D", dealer="6D 10S", then="2C 2D 2H 2S 3C 3D 3H")
    assert table.stack_of(ANA) == 50
    await tournament.room.bet(table, BEN, 100)
    with pytest.raises(InsufficientChips) as refused:
        await tournament.room.act(table, ANA, Move.DOUBLE.value)
    assert (refused.value.balance, refused.value.needed) == (50, 100)
    assert table.stack_of(ANA) == 50


async def test_whoever_has_nothing_left_sits_out_and_a_table_of_such_people_is_over(tournament):
    table = await tournament.begun(BlackjackGame(), ANA, deals=8, stack=100)
    while not table.is_closed and table.stack_of(ANA) >= 10:
        await tournament.room.bet(table, ANA, min(100, table.stack_of(ANA) // 2 * 2))
        while table.is_playing:
            hits = Move.HIT.value if table.play.round.to_act else ""
            await tournament.room.act(table, ANA, hits)
    assert table.is_closed
    assert table.rounds <= 8


async def test_all_tables_of_a_round_deal_the_same_cards_in_each_round(tournament):
    dealt = []
    for at_first in ((ANA, BEN), (ANA,)):
        table, rounds = await tournament.begun(BlackjackGame(), ANA, BEN), []
        while not table.is_closed:
            for person in (ANA, BEN) if rounds else at_first:
                await tournament.room.bet(table, person, 100)
            if not table.is_playing:
                await tournament.until(table, lambda table: table.is_playing)
            await tournament.room.play_out(table)
            rounds.append(table.play.round.cards_dealt)
        dealt.append(rounds)
    assert dealt[0][1:] == dealt[1][1:]
    assert dealt[0][0] != dealt[1][0]
    assert len(set(dealt[0])) == len(dealt[0]) > 1


async def test_no_move_can_be_read_before_the_round_is_over_everywhere(tournament):
    table = await tournament.begun(BlackjackGame(), ANA, deals=2)
    await tournament.room.bet(table, ANA, 100)
    await tournament.room.play_out(table)
    rounds = FinishedRounds(tournament.room.store)
    with pytest.raises(Withheld):
        await rounds.find(table.id, 1)
    await tournament.room.store.write(lambda db: reveal(db, [table.id]))
    assert await rounds.find(table.id, 1) is not None


@pytest.mark.parametrize("game", [BlackjackGame, PontoonGame])
async def test_nobody_comes_goes_or_bets_from_outside(tournament, game):
    table = await tournament.begun(game(), ANA, BEN, deals=2)
    with pytest.raises(IllegalAction, match="belongs to a tournament"):
        await table.arrange(CY, lambda lobby: lobby.sit(CY))
    with pytest.raises(IllegalAction, match="belongs to a tournament"):
        await table.arrange(ANA, lambda lobby: lobby.leave(ANA))
    if isinstance(table.game, BlackjackGame):
        with pytest.raises(IllegalAction, match="belongs to a tournament"):
            await tournament.room.bet_behind(table, CY, 0, 100)
    await table.leave(ANA)
    await tournament.until(table, closed)
    assert table.lobby.seats[:2] == (ANA, BEN)


async def test_four_house_players_play_pontoon_to_its_end_and_nobody_has_less_than_nothing(tournament):
    table = await tournament.begun(PontoonGame(), None, None, None, None, deals=3)
    assert all(map(is_house_player, table.lobby.seats[:4]))
    await tournament.until(table, closed)
    result = await tournament.result(table)
    assert sum(result.chips[:4]) == 4 * STACK
    assert min(result.chips) >= 0
    assert table.lobby.counted == 3
    await tournament.has_moved_nothing(ANA)


async def test_members_at_pontoon_play_on_after_a_restart_with_what_they_have(tournament):
    table = await tournament.begun(PontoonGame(), ANA, BEN, None, deals=3)
    await tournament.until(table, lambda table: table.lobby.counted >= 1 and table.rounds >= 1)
    before = json.loads((await tournament.room.saved(table)).lobby)["standings"]
    table = await tournament.again(table, PontoonGame())
    assert dict(map(tuple, before)).items() <= dict(table.lobby.standings).items()
    await tournament.until(table, closed)
    assert sum((await tournament.result(table)).chips[:3]) == 3 * STACK


async def test_at_pontoon_a_bank_is_not_sold_and_no_kitty_is_more_than_its_banker_has(tournament):
    table = await tournament.begun(PontoonGame(), ANA, BEN, deals=3, stack=300, shoot=True)
    await tournament.until(table, lambda table: bank.banker_of(table.lobby) in (ANA, BEN))
    banker = bank.banker_of(table.lobby)
    with pytest.raises(IllegalAction, match="only given away"):
        await table.arrange(banker, lambda lobby: bank.offer(table.terms, lobby, banker, None, 5))
    with pytest.raises((InsufficientChips, IllegalAction)):
        await table.arrange(banker, lambda lobby: bank.put_up(table.terms, lobby, banker, 400))
    assert ELI not in table.lobby.seats
