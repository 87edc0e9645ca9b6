"""House players in the books: they play with a purse of the house, and no member has anything of it by mistake."""

import json

import pytest
from damaged import finds
from small_bank import fund, later, member, pays, step
from small_server import ANN, BLACKJACK, BOB, DEAL, GUILD, HOUSE, NOON, OTHER_GUILD

from data.guild.export import Export, file_of
from data.guild.forget_guild import Removed
from data.ledger.allowances import Allowances, ReliefTerms
from data.ledger.audit import Audit, Filter
from data.ledger.bank import Bank, BankOrder
from data.ledger.books import HouseResult
from data.ledger.holds import held_in_round
from data.ledger.ledger import Account, InsufficientChips
from data.ledger.limits import TransferLimits
from data.ledger.ranking import BoardQuery, Ranking
from data.ledger.reasons import LedgerReason
from data.ledger.seasons import SeasonChange, Seasons
from data.ledger.sheets import written
from data.people import house_player
from data.tables.saved import MadeBy
from data.tables.tables import Change, MoveRow, RoundResult, RoundStart

BISCUIT, PEPPER = house_player(1, 0), house_player(1, 1)


def purse(player, chips, table=1, round_number=None):
    return pays(HOUSE, member(player), chips, LedgerReason.HOUSE_PURSE, table=table, round=round_number)


def stakes(person, chips, number=1):
    return pays(member(person), Account.table(GUILD, 1), chips, "bet", round=number)


def wins(person, chips, number=1):
    return pays(Account.table(GUILD, 1), member(person), chips, "win", round=number)


async def balance(chips, person):
    return await chips.balance(GUILD, person)


@pytest.fixture
async def seated(chips, tables):
    """Ann at a table with two house players, who have 300 chips each; she has 1,000."""
    await fund(chips, ann=1000)
    saved = await tables.create(BLACKJACK, NOON)
    return await step(tables, saved, postings=(purse(BISCUIT, 300), purse(PEPPER, 300, round_number=1)))


@pytest.fixture
async def played(tables, seated):
    """Then Ann has won 40 chips of the first and 10 of the second, and each has 20 lying there for the next round."""
    bets = (stakes(ANN, 40), stakes(BISCUIT, 40), stakes(PEPPER, 10))
    saved = await step(tables, seated, started=DEAL, postings=bets)
    results = (RoundResult(ANN, 50, from_house=50), RoundResult(BISCUIT, -40), RoundResult(PEPPER, -10))
    saved = await step(tables, saved, ended=True, postings=(wins(ANN, 90),), results=results)
    return await step(tables, saved, postings=(stakes(BISCUIT, 20, 2), stakes(PEPPER, 20, 2)))


async def test_what_a_house_player_has_left_goes_to_the_house_with_the_change_that_sends_it_away(
    store, chips, tables, played
):
    taken_back = pays(Account.table(GUILD, 1), member(BISCUIT), 20, "bet back", round=2)
    await step(tables, played, postings=(taken_back,), purses_back=(member(BISCUIT), member(BISCUIT)))
    assert [await balance(chips, person) for person in (BISCUIT, PEPPER, ANN)] == [0, 270, 1050]
    (row,) = (await Audit(store).older(Filter(GUILD), None, 1)).rows
    assert (row.why, row.payer, row.payee, row.amount, row.table) == (
        LedgerReason.HOUSE_PURSE_BACK, member(BISCUIT), HOUSE, 260, 1,
    )  # fmt: skip


async def test_a_house_player_comes_and_goes_as_often_as_it_likes(chips, tables, seated):
    for _ in range(3):
        seated = await step(tables, seated, purses_back=(member(BISCUIT), member(PEPPER)))
        seated = await step(tables, seated, postings=(purse(BISCUIT, 70),))
    without = member(house_player(1, 2))
    await step(tables, seated, closed=True, purses_back=(member(BISCUIT), member(PEPPER), without))
    assert await balance(chips, BISCUIT) == await balance(chips, PEPPER) == 0
    assert await balance(chips, house_player(1, 2)) is None


async def test_a_refused_change_leaves_the_purse_where_it_was_and_a_house_player_never_owes(chips, tables, seated):
    for wrong in (stakes(ANN, 5000), stakes(BISCUIT, 301)):
        with pytest.raises(InsufficientChips):
            await step(tables, seated, postings=(wrong,), purses_back=(member(PEPPER),))
    assert await balance(chips, PEPPER) == 300
    others = (
        member(ANN), member(-1), HOUSE, Account.table(GUILD, 1), Account.table(GUILD, BISCUIT),
        member(house_player(2, 0)), Account.member(OTHER_GUILD, BISCUIT),
    )  # fmt: skip
    for account in others:
        with pytest.raises(ValueError, match="only a house player of this table"):
            Change(1, GUILD, 0, 0, purses_back=(account,))


async def test_the_books_name_the_chips_of_house_players_and_add_up_to_zero(store, tables, played, wrong_books):
    books = await Audit(store).books(GUILD)
    assert books.problems == []
    assert (books.members, books.in_purses, books.at_tables, books.with_house_players, books.house) == (
        1, 1050, 40, 510, -1600,
    )  # fmt: skip
    assert books.in_purses + books.at_tables + books.with_house_players + books.house == 0
    assert books.results == (HouseResult(None, "house purse", -600), HouseResult(None, "test", -1000))
    returned = pays(HOUSE, member(ANN), 5, LedgerReason.PRACTICE_RETURN, table=1, round=1)
    back = tuple(pays(Account.table(GUILD, 1), member(who), 20, "bet back", round=2) for who in (BISCUIT, PEPPER))
    await step(tables, played, postings=(*back, returned), purses_back=(member(BISCUIT), member(PEPPER)))
    books = await Audit(store).books(GUILD)
    assert books.with_house_players == 0
    assert HouseResult(None, "house purse", -55) in books.results, "what they brought less what they bring back"


async def test_a_round_that_is_void_gives_house_players_their_stakes_back_too(store, chips, tables, seated):
    staked = (stakes(ANN, 40), stakes(BISCUIT, 30))
    saved = await step(tables, seated, started=DEAL, postings=staked)
    held = await store.read(lambda db: held_in_round(db, GUILD, 1, 1))
    assert held == {ANN: 40, BISCUIT: 30}
    returned = tuple(
        pays(Account.table(GUILD, 1), member(who), lying, LedgerReason.ROUND_VOID, round=1)
        for who, lying in held.items()
    )
    await step(tables, saved, voided=True, postings=returned, purses_back=(member(BISCUIT), member(PEPPER)))
    assert [await balance(chips, person) for person in (ANN, BISCUIT, PEPPER)] == [1000, 0, 0]


async def test_a_reset_of_everyone_gives_house_players_no_starting_chips(store, chips, tables, seated):
    order = BankOrder("reset", GUILD, BOB, "a new start", NOON, starting=500)
    extent = await Bank(store).extent(GUILD, None)
    assert (extent.members, extent.chips) == (1, 1000)
    assert (await Bank(store).reset(order, None)).members == 1
    assert [await balance(chips, person) for person in (ANN, BISCUIT, PEPPER)] == [500, 300, 300]


async def test_no_house_player_wins_a_season_or_stands_on_a_board(store, chips, tables, seated):
    await step(tables, seated, postings=(purse(BISCUIT, 9000), stakes(PEPPER, 300)))
    board = await Ranking(store).by_chips(BoardQuery(GUILD, ANN, 9))
    assert [standing.user_id for standing in board.first] == [ANN]
    await step(
        tables, await tables.get(1), postings=(pays(Account.table(GUILD, 1), member(PEPPER), 300, "bet back", round=1),)
    )
    await Bank(store).reset(
        BankOrder("season", GUILD, BOB, "a season", NOON, starting=500), None, SeasonChange("Autumn")
    )
    hall = await Seasons(store).hall(GUILD)
    assert hall.shown is not None
    assert hall.shown.winners == ((ANN, 1000),)


async def test_a_bank_that_a_house_player_buys_or_sells_is_no_gift(chips, tables, seated):
    nothing_allowed = TransferLimits(among_members=1, rounds=99)
    sold = pays(member(BISCUIT), member(ANN), 80, LedgerReason.BANK_SOLD, table=1, round=1)
    bought = pays(member(ANN), member(PEPPER), 90, LedgerReason.BANK_SOLD, table=1, round=1)
    saved = await step(tables, seated, postings=(sold, bought), limits=nothing_allowed)
    limits = TransferLimits(among_members=50)
    await fund(chips, bob=100)
    among_members = (
        pays(member(ANN), member(BOB), 50, LedgerReason.BANK_SOLD, table=1, round=1),
        pays(member(BOB), member(ANN), 50, LedgerReason.BANK_SOLD, table=1, round=1),
    )
    await step(tables, saved, postings=among_members, limits=limits)


async def test_who_lost_all_to_house_players_gets_relief(store, chips, tables, seated):
    await step(tables, seated, postings=(pays(member(ANN), member(PEPPER), 1000, LedgerReason.BANK_SOLD, table=1),))
    relief = await Allowances(store).claim_relief(GUILD, ANN, ReliefTerms(chips=100, below=10, hours=24), NOON)
    assert relief.paid == 100


async def test_the_ledgers_file_says_what_is_a_house_players(store, played):
    found = await Audit(store).alone(lambda db: written(db, Filter(GUILD), {BISCUIT: "🤖 Moss"}, 10**6))
    text = found.ledger.data.decode()
    assert f"house player {BISCUIT},🤖 Moss" in text
    assert f"member {BISCUIT}" not in text


async def test_no_move_of_the_house_is_said_to_be_a_members_own(store, tables, seated):
    moves = (MoveRow(1, 0, "twist"), MoveRow(1, 1, "buy 10", MadeBy.CLOCK), MoveRow(1, 0, "stick", MadeBy.CLOCK))
    setup = json.dumps({"people": [ANN, BISCUIT]})
    sold = pays(member(BISCUIT), member(ANN), 80, LedgerReason.BANK_SOLD, table=1, round=1)
    await step(tables, seated, started=RoundStart(1, setup), moves=moves, postings=(sold,))
    held = await Export(store).collect(GUILD, ANN, NOON)
    assert held["ledger"][-1]["other_side"] == "a house player"
    told = json.loads(file_of(held, 10**6, {}).content)
    assert [(row["move"], row["by_the_clock"]) for row in told["moves"]] == [("twist", False), ("stick", True)]
    assert [row["with_house_players"] for row in told["rounds"]] == [True]


async def test_a_server_that_goes_takes_its_house_players_along(store, chips, played):
    removed = Removed(store)
    await removed.left(GUILD, NOON)
    assert await removed.due(later(60 * 24 * 31)) == [GUILD]
    while await removed.delete_some(GUILD):
        pass
    assert await balance(chips, BISCUIT) is None


BY_THE_CHECK = {
    "a purse that is paid to a member": (
        f"UPDATE ledger SET payee = (SELECT id FROM accounts WHERE owner = {ANN}) WHERE why = 'house purse'",
        "is no payment between the house and a house player",
    ),
    "a purse that a member pays": (
        f"UPDATE ledger SET payer = (SELECT id FROM accounts WHERE owner = {ANN}) WHERE why = 'house purse'",
        "is no payment between the house and a house player",
    ),
    "a purse that says it went back": (
        "UPDATE ledger SET why = 'house purse back' WHERE why = 'house purse'",
        "(house purse back) is no payment between the house and a house player",
    ),
    "chips moved at no table": (
        "UPDATE ledger SET table_id = NULL, round = NULL WHERE why = 'house purse'",
        f"moves chips of house player {BISCUIT}, who belongs to table 1",
    ),
    "a house player of another table": (
        f"DROP TRIGGER account_owner_changed;UPDATE accounts SET owner = {house_player(2, 0)} WHERE owner = {BISCUIT}",
        f"moves chips of house player {house_player(2, 0)}, who belongs to table 2",
    ),
    "a house player at a closed table": (
        "UPDATE tables SET closed_at = 5",
        f"house player {BISCUIT} has 240 chips at the closed table 1",
    ),
}


@pytest.mark.sampled
@pytest.mark.parametrize(("damaged", "said"), BY_THE_CHECK.values(), ids=BY_THE_CHECK)
async def test_the_check_finds(store, played, damaged, said):
    finds(store, damaged, said)
    assert any(said in problem for problem in (await Audit(store).books(GUILD)).problems)
