"""The driver under a game without a house: purses are read at the deal, and chips stay there from deal to deal."""

import pytest

from data.ledger.ledger import InsufficientChips, TooFewLeft
from games.core import IllegalAction
from games.pontoon import Options
from tables.clock import Pace
from tables.draft import StaleClick
from tables.events import Arrange, Close, Leave
from tables.game import Terms
from tables.pontoon import bank
from tables.pontoon.bank_state import BankMove, BankOffer, Why, after_press, with_state
from tables.pontoon.pontoon_adapter import PontoonGame
from tests.tables.room import ANA, BEN, CY, HOST

TERMS = Terms(10, 100, Options(), Pace.NORMAL)
SHOOT = Terms(10, 100, Options(shoot=True), Pace.NORMAL)
DEAR = Terms(10, 100, Options(sale_limit=100), Pace.NORMAL)
"""A bank may cost as much as its buyer has."""


@pytest.fixture(autouse=True)
def draw_for_ana(packs):
    packs.draw("AS 2S 3S 4S")
    packs.deal("10C 9D", "8H 9C", bank="10S 7C")


async def arrange(live, person, change, salt="salt"):
    await live.do(Arrange(person, lambda lobby: change(after_press(lobby)), question_id=None, salt=salt))


async def gathered(room, game=None, terms=TERMS):
    game = game or PontoonGame()
    room.open_tables = room.another_floor(game)
    live = await room.open(terms, game)
    for person in (ANA, BEN, CY):
        await arrange(live, person, lambda lobby, person=person: lobby.sit(person))
    return live


async def start(live):
    await arrange(live, HOST, bank.start)


async def after_a_deal(room):
    """Ana has the bank; a deal is over."""
    live = await gathered(room)
    await start(live)
    await room.play_out(live)
    return live


@pytest.fixture
def sound(room):
    """Holds at the end of a test that nothing failed unseen, and that the books are right."""
    yield
    room.sound()


pytestmark = pytest.mark.usefixtures("sound")


@pytest.mark.parametrize(("times", "is_dealt"), [([True], True), ([True] * 5, False)])
async def test_a_deal_whose_chips_went_elsewhere_starts_again_with_fresh_purses_or_waits_and_is_not_void(
    room, instead_of, times, is_dealt
):
    """Cy has less than the table reads, as often as `times` says; only the ledger finds out."""
    live = await gathered(room)
    await room.spends(CY, left=10)

    async def stale(find, sql, parameters):
        found = dict(await find(sql, parameters))
        if CY in found and times and times.pop():
            found[CY] += 500
        return list(found.items())

    instead_of(room.store, "find", stale)
    await start(live)
    assert (live.table.is_playing, live.table.was_voided) == (is_dealt, False)
    if not is_dealt:
        assert live.table.lobby.seats.count(None) == 5
        await start(live)
    assert live.table.is_playing
    assert CY not in live.table.play.setup.people
    await room.play_out(live)


async def test_where_only_one_can_pay_nobody_draws_for_the_bank(room):
    live = await gathered(room)
    for person in (BEN, CY):
        await room.spends(person, left=8)
    await start(live)
    assert (live.table.is_playing, live.table.lobby.game_state.banker) == (False, None)


async def test_the_kitty_moves_from_one_deal_to_the_next_in_one_commit(room):
    live = await gathered(room, terms=SHOOT)
    await start(live)
    await arrange(live, ANA, lambda lobby: bank.put_up(SHOOT, lobby, ANA, 60))
    assert await room.balances(ANA) == [940]
    for person in (ANA, BEN, CY):
        await arrange(live, person, lambda lobby, person=person: bank.ready(SHOOT, lobby, person))
    await room.play_out(live)
    assert live.table.lobby.staked() == {ANA: 60}
    assert await room.balances(ANA, BEN, CY) == [940, 1010, 990]
    again = (await room.next_process(PontoonGame())).find(live.table.id)
    assert again.table.lobby == live.table.lobby
    await again.do(Close(HOST))
    assert sum(await room.balances(ANA, BEN, CY)) == 3000


async def test_what_people_pay_each_other_is_posted_with_the_change_and_not_again_and_told_until_the_next_deal_is_over(
    room,
):
    live = await after_a_deal(room)
    before = await room.balances(ANA, BEN)
    await arrange(live, ANA, lambda lobby: bank.offer(TERMS, lobby, ANA, BEN, 30))
    await arrange(live, BEN, lambda lobby: bank.buy(live.table.terms, lobby, BEN, ANA, 30))
    assert live.table.lobby.payments == ()
    await arrange(live, CY, lambda lobby: bank.ready(TERMS, lobby, CY))
    after = await room.balances(ANA, BEN)
    assert [new - old for old, new in zip(before, after, strict=True)] == [30, -30]
    assert live.table.lobby.game_state.moved == BankMove(Why.SOLD, ANA, BEN, chips=30)
    await room.pass_time(live, TERMS.pace.times.betting + 1)
    assert live.table.is_playing
    await room.play_out(live)
    assert live.table.lobby.game_state.moved is None


async def test_nobody_buys_the_bank_while_cards_are_out(room):
    live = await after_a_deal(room)
    await arrange(live, ANA, lambda lobby: bank.offer(TERMS, lobby, ANA, BEN, 30))
    await room.pass_time(live, 21)
    assert live.table.is_playing
    with pytest.raises(StaleClick):
        await arrange(live, BEN, lambda lobby: bank.buy(live.table.terms, lobby, BEN, ANA, 30))
    await room.play_out(live)
    assert live.table.lobby.game_state.offer is None


def with_price(lobby, price):
    return with_state(lobby, offer=BankOffer(BEN, price))


async def test_a_buyer_without_the_chips_for_the_price_or_for_the_bank_buys_nothing(room):
    live = await after_a_deal(room)
    await arrange(live, ANA, lambda lobby: bank.offer(DEAR, lobby, ANA, BEN, 5000))
    (chips,) = await room.balances(BEN)
    with pytest.raises(InsufficientChips):
        await arrange(live, BEN, lambda lobby: bank.buy(DEAR, lobby, BEN, ANA, 5000))
    with pytest.raises(TooFewLeft) as refusal:  # whatever the table read before: two players need 40 of cover
        await arrange(live, BEN, lambda lobby: bank.buy(DEAR, with_price(lobby, chips - 39), BEN, ANA, chips - 39))
    assert (refusal.value.balance, refusal.value.needed) == (39, 40)
    await arrange(live, BEN, lambda lobby: bank.buy(DEAR, with_price(lobby, chips - 40), BEN, ANA, chips - 40))
    assert live.table.lobby.game_state.banker == BEN
    assert await room.balances(BEN) == [40]


async def test_a_shuffle_waits_for_a_press_that_came_after_its_seed(room, packs):
    packs.deal("AC KD", "8H 9C", bank="10S 7C")
    live = await gathered(room)
    await start(live)
    seed = live.table.seed
    await room.play_out(live)
    assert live.table.seed != seed
    assert live.table.salt is None
    assert live.table.game.window(TERMS, live.table.lobby) is None
    await arrange(live, CY, lambda lobby: bank.ready(TERMS, lobby, CY), salt="4711")
    assert live.table.salt == "4711"
    await room.pass_time(live, 21)
    assert live.table.is_playing
    assert live.table.play.setup.body["pack"] == ""
    assert live.table.lobby.game_state.banker == BEN


async def test_a_free_bank_is_not_for_somebody_who_cannot_hold_it(room):
    live = await after_a_deal(room)
    await arrange(live, ANA, lambda lobby: bank.give_up(TERMS, lobby, ANA))
    dear, (chips,) = Terms(300, 300, Options(), Pace.NORMAL), await room.balances(BEN)
    with pytest.raises(TooFewLeft) as refusal:
        await arrange(live, BEN, lambda lobby: bank.take(dear, lobby, BEN))
    assert (refusal.value.balance, refusal.value.needed) == (chips, 1200)
    assert live.table.lobby.game_state.banker is None


async def test_who_lets_the_question_for_a_shoot_bet_pass_has_missed_nothing(room):
    live = await gathered(room, terms=SHOOT)
    await start(live)
    await arrange(live, ANA, lambda lobby: bank.put_up(SHOOT, lobby, ANA, 50))
    await room.pass_time(live, SHOOT.pace.times.betting + 1)
    for person in (BEN, CY):
        await room.act(live, person, "stake 10")
    for _ in (BEN, CY):
        assert str(live.table.play.round.phase.value) == "shoot"
        await room.pass_time(live, SHOOT.pace.times.turn + 1)
    assert live.table.lobby.missed == {}
    await room.play_out(live)


async def test_whoever_cannot_pay_for_the_smallest_stake_sits_a_deal_out_keeps_the_seat_and_is_not_waited_for(room):
    live = await gathered(room)
    await room.spends(CY, left=16)
    await start(live)
    assert live.table.play.setup.sat_out == (CY,)
    await room.play_out(live)
    assert live.table.lobby.seats[:3] == (ANA, BEN, CY)
    await live.do(Arrange(ANA, lambda lobby: bank.ready(TERMS, lobby, ANA), salt="salt"))
    assert not live.table.is_playing
    await live.do(Arrange(BEN, lambda lobby: bank.ready(TERMS, lobby, BEN), salt="salt"))
    assert live.table.is_playing
    assert live.table.play.setup.sat_out == (CY,)


async def test_a_banker_who_is_there_again_has_missed_no_deals(room):
    live = await after_a_deal(room)
    played = (live.table.play.setup, live.table.play.round, dict.fromkeys((ANA, BEN, CY), 0))
    once_away = with_state(live.table.lobby, absent=1)
    assert live.table.game.after_round(TERMS, once_away, *played).game_state.absent == 0
    away_again = live.table.game.after_round(TERMS, once_away.missed_turn(ANA), *played)
    assert away_again.game_state.banker is None


async def test_every_higher_bid_gives_the_others_the_whole_time_again(room):
    live = await gathered(room, terms=SHOOT)
    await start(live)
    await arrange(live, ANA, lambda lobby: bank.auction(SHOOT, lobby, ANA))
    await arrange(live, BEN, lambda lobby: bank.bid(SHOOT, lobby, BEN, 50))
    first = live.table.deadline
    room.clock.move(5)
    await arrange(live, HOST, lambda lobby: lobby.sit(HOST))
    assert live.table.deadline == first
    await arrange(live, CY, lambda lobby: bank.bid(SHOOT, lobby, CY, 51))
    assert live.table.deadline > first


async def test_an_offer_of_the_bank_ends_with_an_auction_or_when_its_buyer_leaves(room):
    live = await gathered(room, terms=SHOOT)
    await start(live)
    await arrange(live, ANA, lambda lobby: bank.offer(SHOOT, lobby, ANA, BEN, 5))
    await live.do(Leave(BEN))
    await arrange(live, BEN, lambda lobby: lobby.sit(BEN))
    assert live.table.lobby.game_state.offer is None
    await arrange(live, ANA, lambda lobby: bank.offer(SHOOT, lobby, ANA, BEN, 5))
    await arrange(live, ANA, lambda lobby: bank.auction(SHOOT, lobby, ANA))
    with pytest.raises(IllegalAction, match="That offer has ended"):
        await arrange(live, BEN, lambda lobby: bank.buy(SHOOT, lobby, BEN, ANA, 5))


async def test_after_an_offer_of_the_bank_everyone_must_be_ready_again(room):
    live = await after_a_deal(room)
    await arrange(live, BEN, lambda lobby: bank.ready(TERMS, lobby, BEN))
    await arrange(live, ANA, lambda lobby: bank.offer(TERMS, lobby, ANA, None, 0))
    assert live.table.lobby.ready == frozenset()
