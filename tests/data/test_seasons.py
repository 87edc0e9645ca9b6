"""A season of a server ends with a table of winners, and everyone starts over, in one whole, whatever happens."""

from datetime import timedelta

import pytest
from damaged import finds
from small_bank import PowerCut, bets, damage, fund, later, nothing_done
from small_server import ANN, BLACKJACK, BOB, CY, GUILD, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.ledger import bank as banks
from data.ledger.allowances import DailyTerms
from data.ledger.bank import Bank, BankOrder, ChipsAtTables
from data.ledger.ledger import AlreadyPosted
from data.ledger.seasons import PLACES, Hall, Running, SeasonChange, Seasons
from data.store.store import Slices


@pytest.fixture
def seasons(store):
    return Seasons(store)


def order(number, now=NOON):
    return BankOrder(f"season:{number}", GUILD, BOB, "New season", now, 1000)


async def test_seasons_keep_who_had_most_and_follow_each_other_like_pages(bank, chips, seasons):
    await fund(chips, ann=50, bob=3000, cy=700)
    await chips.open_member(GUILD, CY + 1, 0, NOON)
    await chips.open_member(OTHER_GUILD, ANN, 7, NOON)
    await bank.reset(order(0), None, SeasonChange("Spring"))
    hall = await seasons.hall(GUILD)
    assert (hall.shown.name, hall.shown.started_at, hall.shown.ended_at) == (None, None, NOON)
    assert hall.shown.winners == ((BOB, 3000), (CY, 700), (ANN, 50)), "nobody wins without a chip"
    assert (hall.running, hall.has_newer, hall.has_older) == (Running("Spring", NOON), False, False)
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB, CY)] == [1000] * 3
    await bank.reset(order(1, later(1)), None, SeasonChange("Summer"))
    await fund(chips, ann=100)
    await bank.reset(order(2, later(2)), None, SeasonChange("Autumn"))
    latest = await seasons.hall(GUILD)
    assert (latest.shown.name, latest.shown.winners[0]) == ("Summer", (ANN, 1100))
    assert (latest.shown.started_at, latest.shown.ended_at) == (later(1), later(2))
    assert latest.running == Running("Autumn", later(2))
    before = await seasons.hall(GUILD, "older", latest.shown.id)
    assert (before.shown.name, before.has_newer, before.has_older) == ("Spring", True, True)
    first = await seasons.hall(GUILD, "older", before.shown.id)
    assert (first.shown.name, first.has_older) == (None, False)
    assert (await seasons.hall(GUILD, "newer", first.shown.id)).shown == before.shown
    assert await seasons.hall(OTHER_GUILD) == Hall(None, has_newer=False, has_older=False, running=None)
    assert await chips.balance(OTHER_GUILD, ANN) == 7


async def test_only_the_best_ten_are_kept_and_among_equals_the_older_account_is_first(bank, chips, seasons):
    for user in range(ANN, ANN + PLACES + 5):
        await chips.open_member(GUILD, user, 1000, NOON)
    await bank.reset(order(1), None, SeasonChange("Spring"))
    winners = (await seasons.hall(GUILD)).shown.winners
    assert winners == tuple((user, 1000) for user in range(ANN, ANN + PLACES))


@pytest.mark.parametrize("user", [ANN, None])
async def test_an_order_is_carried_out_once_even_where_no_balance_changes_or_chips_were_bet_since(
    store, bank, chips, tables, user
):
    await chips.open_member(GUILD, ANN, 1000, NOON)
    season = None if user else SeasonChange("Spring")
    if user:
        await fund(chips, ann=100)
    await bank.reset(order(1), user, season)
    assert await bank.was_reset(order(1))
    table = await tables.create(BLACKJACK, NOON)
    await chips.post([bets(ANN, table.id, 30, 1)], NOON)
    async with nothing_done(store, AlreadyPosted):  # so nobody closes a table for it
        await bank.reset(order(1), user, season)
    async with nothing_done(store, ChipsAtTables):
        await bank.reset(order(2), user, season)


async def test_a_process_that_dies_on_the_way_has_kept_the_winners_and_the_next_start_resets_the_rest(
    store, bank, chips, seasons, fails_at
):
    store.slices = Slices(1, seconds=60)
    await fund(chips, ann=5000, bob=3000, cy=700)
    with fails_at(banks, "_UnderWay", PowerCut), pytest.raises(PowerCut):  # in the second transaction
        await bank.reset(order(1), None, SeasonChange("Spring"))
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB, CY)] == [1000, 3000, 700]
    assert damage(store) == []
    await Bank(store).finish_resets()
    assert [await chips.balance(GUILD, user) for user in (ANN, BOB, CY)] == [1000] * 3
    assert (await seasons.hall(GUILD)).shown.winners == ((ANN, 5000), (BOB, 3000), (CY, 700))


async def test_a_winner_who_is_forgotten_has_no_name_any_more(store, bank, chips, seasons):
    await fund(chips, ann=50, bob=3000)
    await bank.reset(order(1), None, SeasonChange(f"The season of {ANN}"))
    departure = await Departures(store).forget(GUILD, ANN, NOON + timedelta(hours=1))
    hall = await seasons.hall(GUILD)
    assert hall.shown.winners == ((BOB, 3000), (departure.stand_in, 50))
    assert str(ANN) not in hall.running.name


@pytest.mark.parametrize(
    ("wrong", "claim"),
    [
        ("UPDATE season_winners SET chips = chips + 1 WHERE place = 1", "the reset found"),
        ("UPDATE season_winners SET place = 9 WHERE place = 2", "out of order"),
        ("UPDATE seasons SET started_at = started_at + 1", "doesn't begin"),
        ("UPDATE ledger SET key = 'moved' WHERE id = 1", "streak that there wasn't"),
    ],
)
async def test_the_check_of_the_books_notices(store, bank, chips, allowances, wrong, claim):
    terms = DailyTerms(200, 10, 7)
    await allowances.claim_daily(GUILD, ANN, terms, NOON)
    paid = await allowances.claim_daily(GUILD, ANN, terms, NOON + timedelta(days=1))
    assert (paid.paid, paid.days) == (220, 2)
    await fund(chips, bob=3000)
    await bank.reset(order(1, NOON + timedelta(days=2)), None, SeasonChange("Spring"))
    finds(store, wrong, claim)
