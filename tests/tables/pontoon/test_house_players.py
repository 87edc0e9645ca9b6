"""Pontoon with house players: their purses, their bank, what members may win from them, and practice without chips."""

import asyncio
from dataclasses import replace

import pytest

from data.ledger.house_wins import won_from_house
from data.ledger.limits import NO_LIMITS, HouseCapReached, TransferLimits
from data.ledger.reasons import LedgerReason
from data.people import is_house_player
from data.store.store import seconds
from games.core import Phrase, Transfer
from games.pontoon import Options
from players.choice import Choice, Option
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.pontoon import bank
from tables.pontoon.adapter import PURSE_STAKES, PontoonGame
from tables.pontoon.bank_state import (
    BankStage,
    BankState,
    after_press,
    banker_of,
    kitty_of,
    offer_of,
    price_of,
    stage_of,
)
from tables.terms import HouseTerms, Terms
from tests.tables.room import ANA, BEN, GUILD

SOON = 2
"""Seconds until a house player has acted."""
LOWEST, HIGHEST = 10, 100
WITHOUT_CHIPS = 104
"""A member who has none."""
DEALS = 4
COSTLY = ("stake", "buy", "shoot", "split")


class Hall:
    """A table of Pontoon with members and house players."""

    def __init__(self, room, think=None):
        """Without `think` house players make the clock's moves."""
        self.room = room
        self.limits = NO_LIMITS
        room.services = replace(room.services, think=think, limits=lambda _guild: self.limits)
        room.open_tables = room.another_floor(PontoonGame())

    async def sells(self, table, member, chips):
        """`member` is paid so many chips by a house player, as for a bank."""
        sale = Transfer(table.lobby.house_players[0], member, chips, LedgerReason.BANK_SOLD)
        await self.says(table, member, lambda lobby: replace(lobby, payments=(sale,)))

    async def opened(self, *members, house, shoot=False, lowest=LOWEST, **about):
        terms = Terms(lowest, HIGHEST, Options(shoot=shoot), Pace.NORMAL, HouseTerms(substitutes=True, **about))
        table = await self.room.open(terms, PontoonGame())
        for member in members:
            await self.says(table, member, lambda lobby, member=member: lobby.sit(member))
        for _ in range(house):
            await self.says(table, members[0], lambda lobby: lobby.add_house_player(table.id))
        return table

    async def says(self, table, member, change):
        await table.arrange(member, lambda lobby: change(after_press(lobby)), question_id=None, salt="salt")

    async def until(self, table, condition):
        """The house acts until that is so; members who are asked in a deal make the clock's move at once."""
        for _ in range(400):
            if condition():
                return
            asked = [person for person in table.people_asked if not table.house_plays(table.lobby, person)]
            if table.is_playing and asked:
                await self.room.act_as_the_clock(table, asked[0])
            else:
                await self.room.pass_time(table, SOON)
        raise AssertionError("that never came")

    async def first_deal(self, table):
        """The first of its members starts, and the first deal is played to its end."""
        await self.says(table, table.lobby.seats[0], bank.start)
        await self.until(table, lambda: not table.is_playing and table.rounds)

    async def deal(self, table):
        """One deal from the members' readiness to its end, whoever has the bank."""
        number = table.rounds
        for _ in range(100):
            if table.rounds > number:
                break
            if stage_of(table.terms, table.lobby) in (BankStage.SHUFFLED, BankStage.DEAL):
                await self.all_ready(table)
            else:
                await self.room.pass_time(table, 31)
        await self.until(table, lambda: not table.is_playing)

    async def all_ready(self, table):
        """All members are ready, until a deal begins."""
        number = table.rounds
        for member in table.lobby.seats:
            if member is not None and not is_house_player(member) and table.rounds == number:
                await self.says(table, member, lambda lobby, member=member: bank.ready(table.terms, lobby, member))

    async def deals_until(self, table, banks):
        """Deal after deal, until the bank is held by somebody for whom `banks` is true."""
        await self.says(table, ANA, bank.start)
        while not banks(banker_of(table.lobby)) or table.is_playing:
            await self.until(table, lambda: not table.is_playing)
            await self.deal(table)
        return banker_of(table.lobby)

    async def found(self, sql, *values):
        return await self.room.store.read(lambda db: db.execute(sql, values).fetchall())

    async def purses(self, table):
        """What the house players of a table have."""
        found = await self.found("SELECT owner, chips FROM accounts WHERE guild = ? AND kind = 'member'", GUILD)
        return {person: chips for person, chips in found if is_house_player(person)}


@pytest.fixture
def hall(room):
    """House players make the clock's moves; at the end nothing has failed unseen, and the books are right."""
    yield Hall(room)
    room.sound()


@pytest.fixture
def thoughtful(room):
    """House players think for themselves."""
    yield Hall(room, answer_here)
    room.sound()


async def test_a_house_player_brings_a_purse_and_leaves_what_is_left_to_the_house(hall):
    table = await hall.opened(ANA, house=2)
    assert list((await hall.purses(table)).values()) == [PURSE_STAKES * HIGHEST] * 2
    gone = table.lobby.house_players[0]
    await hall.says(table, ANA, lambda lobby: lobby.leave(gone))
    assert sorted((await hall.purses(table)).values()) == [0, PURSE_STAKES * HIGHEST]
    await table.close(ANA)
    assert set((await hall.purses(table)).values()) == {0}


@pytest.mark.thorough
@pytest.mark.parametrize("shoot", [False, True])
async def test_members_and_house_players_play_for_chips_and_the_books_stay_right(thoughtful, shoot):
    hall = thoughtful
    table = await hall.opened(ANA, BEN, house=3, shoot=shoot)
    await hall.first_deal(table)
    while table.rounds < DEALS and table.lobby.has_company:
        await hall.deal(table)
    marked = "SELECT COUNT(*), COUNT(from_house) FROM results"
    ((every, with_house),) = await hall.found(marked)
    assert every == with_house > DEALS
    await table.close(ANA)
    assert set((await hall.purses(table)).values()) == {0}


@pytest.mark.parametrize("already_won", [0, 1])
async def test_whoever_reaches_the_days_most_keeps_just_that_and_then_risks_nothing(hall, already_won):
    hall.limits = TransferLimits(from_house=1)
    table = await hall.opened(ANA, house=2 if already_won else 1)
    if already_won:
        await hall.sells(table, ANA, 1)
    await hall.first_deal(table)
    balances = await hall.room.balances(ANA)
    for _ in range(8 if already_won else 12):
        await hall.deal(table)
        balances += await hall.room.balances(ANA)
    assert max(balances) == 1001
    assert not already_won or set(balances) == {1001}


async def test_no_sale_to_the_house_brings_more_than_the_days_most(hall):
    hall.limits = TransferLimits(from_house=100)
    table, other = await hall.opened(ANA, house=1), await hall.opened(ANA, house=1)
    with pytest.raises(HouseCapReached):
        await hall.sells(table, ANA, 101)
    await hall.sells(table, ANA, 60)
    with pytest.raises(HouseCapReached) as refused:
        await hall.sells(other, ANA, 41)
    assert refused.value.left == 40
    await hall.sells(other, ANA, 40)
    assert await hall.room.balances(ANA) == [1100]


async def test_a_price_that_the_seller_may_no_longer_win_when_the_bank_deals_is_not_paid(hall):
    hall.limits = TransferLimits(from_house=100)
    table, other = await hall.opened(ANA, BEN, house=1), await hall.opened(ANA, house=1)
    seller = await hall.deals_until(table, lambda banker: banker in (ANA, BEN))
    (player,) = table.lobby.house_players
    await hall.says(table, seller, lambda lobby: bank.sell(lobby, seller, player, 5))
    assert price_of(table.lobby) == 5
    await hall.sells(other, seller, 100 - await won(hall, seller))
    before, number = await hall.room.balances(seller), table.rounds
    await hall.all_ready(table)
    assert table.rounds > number
    assert price_of(table.lobby) == 0
    assert not table.was_voided
    assert await hall.room.balances(seller) == [before[0] - 2 * LOWEST]


async def won(hall, member):
    """What a member has won from the house today."""
    at = seconds(hall.room.clock.now())
    return (await hall.room.store.read(lambda db: won_from_house(db, GUILD, [member], at)))[member]


async def test_at_a_table_for_practice_no_chips_move(hall):
    table = await hall.opened(ANA, house=2, practice=True)
    await hall.first_deal(table)
    for _ in range(5):
        await hall.deal(table)
    assert any(table.lobby.nets.values())
    rows = "SELECT (SELECT COUNT(*) FROM ledger WHERE table_id IS NOT NULL), (SELECT COUNT(*) FROM results)"
    assert await hall.found(rows) == [(0, 0)]
    await table.close(ANA)


async def test_for_practice_nobody_needs_chips_to_hold_the_bank(hall):
    table = await hall.opened(WITHOUT_CHIPS, house=1, shoot=True, practice=True)
    await hall.says(table, WITHOUT_CHIPS, bank.start)
    for _ in range(10):
        if kitty_of(table.lobby):
            break
        if stage_of(table.terms, table.lobby) is BankStage.KITTY and banker_of(table.lobby) == WITHOUT_CHIPS:
            await hall.says(table, WITHOUT_CHIPS, lambda lobby: bank.put_up(table.terms, lobby, WITHOUT_CHIPS, LOWEST))
        else:
            await hall.room.pass_time(table, SOON)
    assert kitty_of(table.lobby)


async def test_the_house_makes_the_clocks_moves_for_a_member_who_is_away_and_thinks_for_itself(room):
    asked = []

    async def think(question, _entropy):
        asked.append(question.seat)
        return Choice((Option(str(table.play.round.default_action(question.seat)), 0.0),), Phrase("So."))

    hall = Hall(room, think)
    table = await hall.opened(ANA, BEN, house=1)
    await hall.says(table, ANA, bank.start)
    await hall.until(table, lambda: BEN in table.people_asked)
    await table.leave(BEN)
    await hall.until(table, lambda: not table.is_playing)
    moves = "SELECT action FROM moves WHERE seat = 1 AND clock = 1"
    made = [action for (action,) in await hall.found(moves)]
    assert made
    assert not [move for move in made if move.split()[0] in COSTLY and move != f"stake {LOWEST}"]
    assert set(asked) == {2}


async def test_a_house_player_without_chips_for_the_smallest_stake_leaves(hall):
    table = await hall.opened(ANA, house=2)
    poor = table.lobby.house_players[0]
    lobby = table.lobby
    wanted = table.game.house_change(table.terms, lobby, {poor: 2 * LOWEST - 1, lobby.house_players[1]: 2000}, {})
    assert wanted.person == poor
    assert poor not in wanted.change(lobby).seats


async def test_a_house_player_answers_an_offer_of_the_bank_whenever_it_is_made(hall):
    table = await hall.opened(ANA, BEN, house=1)
    seller = await hall.deals_until(table, lambda banker: banker in (ANA, BEN))
    (player,) = table.lobby.house_players
    for _ in range(2):
        hall.room.clock.move(SOON)
        await asyncio.sleep(0.05)  # nobody has anything to do
        await hall.says(table, seller, lambda lobby: bank.offer(table.terms, lobby, seller, player, 100))
        assert offer_of(table.lobby) is not None
        await hall.room.pass_time(table, SOON)
        assert offer_of(table.lobby) is None
        if banker_of(table.lobby) != seller:
            break


async def test_a_house_player_with_the_bank_lets_anyone_have_it_for_what_it_is_worth(hall):
    table = await hall.opened(ANA, BEN, house=1, lowest=HIGHEST)
    player = await hall.deals_until(table, is_house_player)
    await hall.says(table, ANA, lambda lobby: lobby)
    await hall.until(table, lambda: offer_of(table.lobby))
    offer = offer_of(table.lobby)
    assert offer.to is None
    await hall.says(table, ANA, lambda lobby: bank.buy(table.terms, lobby, ANA, player, offer.price))
    assert banker_of(table.lobby) == ANA


async def test_a_table_with_house_players_alone_stops(hall):
    table = await hall.opened(ANA, house=3)
    await hall.says(table, ANA, bank.start)
    await table.leave(ANA)
    await hall.until(table, lambda: not table.is_playing)
    assert stage_of(table.terms, table.lobby) is BankStage.PEOPLE
    assert table.game.window(table.terms, table.lobby) is None
    await hall.room.pass_time(table, table.terms.pace.times.idle + 1)
    assert table.is_closed
    assert set((await hall.purses(table)).values()) == {0}


async def test_house_players_remember_cards_only_where_they_may(hall):
    table = await hall.opened(ANA, house=1, remembers=True)
    await hall.first_deal(table)
    while not BankState.of(table.lobby).seen:
        await hall.deal(table)
    await hall.deal(table)
