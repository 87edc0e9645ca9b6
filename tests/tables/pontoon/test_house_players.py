"""Pontoon with house players: their purses, their bank, and what members may win from them."""

import asyncio
import dataclasses

import pytest
from msgspec.structs import replace

from data.ledger.house_wins import won_from_house
from data.ledger.limits import NO_LIMITS, HouseCapReached, TransferLimits
from data.ledger.reasons import LedgerReason
from data.people import is_house_player
from data.store.store import seconds
from games.core import Phrase, Transfer
from games.pontoon import Options
from players.choice import Choice, Option
from tables.clock import Pace
from tables.events import Arrange, Close, Leave
from tables.game import Terms
from tables.modes import Chips
from tables.pontoon import bank
from tables.pontoon.bank_state import (
    BankStage,
    BankState,
    after_press,
    banker_of,
    offer_of,
    price_of,
    stage_of,
)
from tables.pontoon.pontoon_adapter import PURSE_STAKES, PontoonGame
from tests.tables.room import ANA, BEN, GUILD

SOON = 2
"""Seconds until a house player has acted."""
LOWEST, HIGHEST = 10, 100
COSTLY = ("stake", "buy", "shoot", "split")


class Hall:
    """A table of Pontoon with members and house players."""

    def __init__(self, room, think=None):
        """Without `think` house players make the clock's moves."""
        self.room = room
        self.limits = NO_LIMITS
        room.services = dataclasses.replace(room.services, think=think, limits=lambda _guild: self.limits)
        room.open_tables = room.another_floor(PontoonGame())

    async def sells(self, live, member, chips):
        """`member` is paid so many chips by a house player, as for a bank."""
        sale = Transfer(live.table.lobby.house_players[0], member, chips, LedgerReason.BANK_SOLD)
        await self.says(live, member, lambda lobby: replace(lobby, payments=(sale,)))

    async def opened(self, *members, house, shoot=False, lowest=LOWEST, mode=Chips, **about):
        terms = Terms(lowest, HIGHEST, Options(shoot=shoot), Pace.NORMAL, mode(substitutes=True, **about))
        live = await self.room.open(terms, PontoonGame())
        for member in members:
            await self.says(live, member, lambda lobby, member=member: lobby.sit(member))
        for _ in range(house):
            await self.says(live, members[0], lambda lobby: lobby.add_house_player(live.table.id))
        return live

    async def says(self, live, member, change):
        await live.do(Arrange(member, lambda lobby: change(after_press(lobby)), question_id=None, salt="salt"))

    async def until(self, live, condition):
        """The house acts until that is so; members who are asked in a deal make the clock's move at once."""
        for _ in range(400):
            if condition():
                return
            table = live.table
            asked = [person for person in table.people_asked if not table.house_plays(table.lobby, person)]
            if table.is_playing and asked:
                await self.room.act_as_the_clock(live, asked[0])
            else:
                await self.room.pass_time(live, SOON)
        raise AssertionError("that never came")

    async def first_deal(self, live):
        """The first of its members starts, and the first deal is played to its end."""
        await self.says(live, live.table.lobby.seats[0], bank.start)
        await self.until(live, lambda: not live.table.is_playing and live.table.rounds)

    async def deal(self, live):
        """One deal from the members' readiness to its end, whoever has the bank."""
        number = live.table.rounds
        for _ in range(100):
            if live.table.rounds > number:
                break
            if stage_of(live.table.terms, live.table.lobby) in (BankStage.SHUFFLED, BankStage.DEAL):
                await self.all_ready(live)
            else:
                await self.room.pass_time(live, 31)
        await self.until(live, lambda: not live.table.is_playing)

    async def all_ready(self, live):
        """All members are ready, until a deal begins."""
        number = live.table.rounds
        for member in live.table.lobby.seats:
            if member is not None and not is_house_player(member) and live.table.rounds == number:
                await self.says(live, member, lambda lobby, member=member: bank.ready(live.table.terms, lobby, member))

    async def deals_until(self, live, banks):
        """Deal after deal, until the bank is held by somebody for whom `banks` is true."""
        await self.says(live, ANA, bank.start)
        while not banks(banker_of(live.table.lobby)) or live.table.is_playing:
            await self.until(live, lambda: not live.table.is_playing)
            await self.deal(live)
        return banker_of(live.table.lobby)

    async def found(self, sql, *values):
        return await self.room.store.read(lambda db: db.execute(sql, values).fetchall())

    async def purses(self, live):
        """What the house players of a table have."""
        found = await self.found("SELECT owner, chips FROM accounts WHERE guild = ? AND kind = 'member'", GUILD)
        return {person: chips for person, chips in found if is_house_player(person)}


@pytest.fixture
def hall(room):
    """House players make the clock's moves; at the end nothing has failed unseen, and the books are right."""
    yield Hall(room)
    room.sound()


async def test_a_house_player_brings_a_purse_and_leaves_what_is_left_to_the_house(hall):
    live = await hall.opened(ANA, house=2)
    assert list((await hall.purses(live)).values()) == [PURSE_STAKES * HIGHEST] * 2
    gone = live.table.lobby.house_players[0]
    await hall.says(live, ANA, lambda lobby: lobby.leave(gone))
    assert sorted((await hall.purses(live)).values()) == [0, PURSE_STAKES * HIGHEST]
    await live.do(Close(ANA))
    assert set((await hall.purses(live)).values()) == {0}


@pytest.mark.parametrize("already_won", [0, 1])
async def test_whoever_reaches_the_days_most_keeps_just_that_and_then_risks_nothing(hall, already_won):
    hall.limits = TransferLimits(from_house=1)
    live = await hall.opened(ANA, house=2 if already_won else 1)
    if already_won:
        await hall.sells(live, ANA, 1)
    await hall.first_deal(live)
    balances = await hall.room.balances(ANA)
    for _ in range(8 if already_won else 12):
        await hall.deal(live)
        balances += await hall.room.balances(ANA)
    assert max(balances) == 1001
    assert not already_won or set(balances) == {1001}


async def test_no_sale_to_the_house_brings_more_than_the_days_most(hall):
    hall.limits = TransferLimits(from_house=100)
    live, other = await hall.opened(ANA, house=1), await hall.opened(ANA, house=1)
    with pytest.raises(HouseCapReached):
        await hall.sells(live, ANA, 101)
    await hall.sells(live, ANA, 60)
    with pytest.raises(HouseCapReached) as refused:
        await hall.sells(other, ANA, 41)
    assert refused.value.left == 40
    await hall.sells(other, ANA, 40)
    assert await hall.room.balances(ANA) == [1100]


async def test_a_price_that_the_seller_may_no_longer_win_when_the_bank_deals_is_not_paid(hall):
    hall.limits = TransferLimits(from_house=100)
    live, other = await hall.opened(ANA, BEN, house=1), await hall.opened(ANA, house=1)
    seller = await hall.deals_until(live, lambda banker: banker in (ANA, BEN))
    (player,) = live.table.lobby.house_players
    await hall.says(live, seller, lambda lobby: bank.sell(lobby, seller, player, 5))
    assert price_of(live.table.lobby) == 5
    await hall.sells(other, seller, 100 - await won(hall, seller))
    before, number = await hall.room.balances(seller), live.table.rounds
    await hall.all_ready(live)
    assert live.table.rounds > number
    assert price_of(live.table.lobby) == 0
    assert not live.table.was_voided
    assert await hall.room.balances(seller) == [before[0] - 2 * LOWEST]


async def won(hall, member):
    """What a member has won from the house today."""
    at = seconds(hall.room.clock.now())
    return (await hall.room.store.read(lambda db: won_from_house(db, GUILD, [member], at)))[member]


async def test_the_house_makes_the_clocks_moves_for_a_member_who_is_away_and_thinks_for_itself(room):
    asked = []

    async def think(question, _entropy):
        asked.append(question.seat)
        return Choice((Option(str(live.table.play.round.default_action(question.seat)), 0.0),), Phrase("So."))

    hall = Hall(room, think)
    live = await hall.opened(ANA, BEN, house=1)
    await hall.says(live, ANA, bank.start)
    await hall.until(live, lambda: BEN in live.table.people_asked)
    await live.do(Leave(BEN))
    await hall.until(live, lambda: not live.table.is_playing)
    moves = "SELECT action FROM moves WHERE seat = 1 AND clock = 1"
    made = [action for (action,) in await hall.found(moves)]
    assert made
    assert not [move for move in made if move.split()[0] in COSTLY and move != f"stake {LOWEST}"]
    assert set(asked) == {2}


async def test_a_house_player_without_chips_for_the_smallest_stake_leaves(hall):
    live = await hall.opened(ANA, house=2)
    poor = live.table.lobby.house_players[0]
    lobby = live.table.lobby
    purses = {poor: 2 * LOWEST - 1, lobby.house_players[1]: 2000}
    wanted = live.table.game.house_change(live.table.terms, lobby, purses, {})
    assert wanted.person == poor
    assert poor not in wanted.change(lobby).seats


async def test_a_house_player_answers_an_offer_of_the_bank_whenever_it_is_made(hall):
    live = await hall.opened(ANA, BEN, house=1)
    seller = await hall.deals_until(live, lambda banker: banker in (ANA, BEN))
    (player,) = live.table.lobby.house_players
    for _ in range(2):
        hall.room.clock.move(SOON)
        await asyncio.sleep(0.05)  # nobody has anything to do
        await hall.says(live, seller, lambda lobby: bank.offer(live.table.terms, lobby, seller, player, 100))
        assert offer_of(live.table.lobby) is not None
        await hall.room.pass_time(live, SOON)
        assert offer_of(live.table.lobby) is None
        if banker_of(live.table.lobby) != seller:
            break


async def test_a_house_player_with_the_bank_lets_anyone_have_it_for_what_it_is_worth(hall):
    live = await hall.opened(ANA, BEN, house=1, lowest=HIGHEST)
    player = await hall.deals_until(live, is_house_player)
    await hall.says(live, ANA, lambda lobby: lobby)
    await hall.until(live, lambda: offer_of(live.table.lobby))
    offer = offer_of(live.table.lobby)
    assert offer.to is None
    await hall.says(live, ANA, lambda lobby: bank.buy(live.table.terms, lobby, ANA, player, offer.price))
    assert banker_of(live.table.lobby) == ANA


async def test_a_table_with_house_players_alone_stops(hall):
    live = await hall.opened(ANA, house=3)
    await hall.says(live, ANA, bank.start)
    await live.do(Leave(ANA))
    await hall.until(live, lambda: not live.table.is_playing)
    assert stage_of(live.table.terms, live.table.lobby) is BankStage.PEOPLE
    assert live.table.game.window(live.table.terms, live.table.lobby) is None
    await hall.room.pass_time(live, live.table.terms.pace.times.idle + 1)
    assert live.table.is_closed
    assert set((await hall.purses(live)).values()) == {0}


@pytest.mark.parametrize("remembers", [False, True])
async def test_house_players_remember_cards_only_where_they_may(hall, remembers):
    live = await hall.opened(ANA, house=1, remembers=remembers)
    await hall.first_deal(live)
    while not BankState.of(live.table.lobby).seen:
        await hall.deal(live)
    table, play = live.table, live.table.play
    asked = table.game.question(table.terms, table.lobby, play.setup, play.round, seat=1)
    assert bool(asked.seen) is remembers
