"""A member's ledger as they know it: a round is one line, pages are stable, and the curve keeps its highs and lows."""

from datetime import timedelta
from random import Random

import pytest
from small_bank import bets, change, gets, later, member, pays
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON, OTHER_GUILD

from data.ledger.curve import Curve
from data.ledger.history import History, Stand
from data.ledger.ledger import Account, Page
from data.store.store import seconds
from data.tables.tables import RoundResult


@pytest.fixture
def history(store):
    return History(store)


class Evening:
    """Ann and Bob at one table, with a minute between any two events."""

    def __init__(self, tables, chips):
        self.tables, self.chips = tables, chips
        self.minutes, self.round = 0, 1

    async def posts(self, *postings):
        self.minutes += 1
        await self.chips.post(postings, later(self.minutes))

    async def commits(self, **what):
        self.minutes += 1
        await self.tables.commit(change(await self.tables.get(1), **what), later(self.minutes))

    async def bets(self, user, amount):
        await self.commits(postings=(bets(user, 1, amount, self.round),))

    async def ends(self, nets):
        """The round is over; for each `(bet, net)` the bet comes back with the winnings, or is lost."""
        postings = []
        for user, (bet, net) in nets.items():
            if net < 0:
                postings.append(pays(Account.table(GUILD, 1), HOUSE, bet, "lose", round=self.round))
                continue
            postings.append(gets(user, 1, bet, self.round))
            if net:
                postings.append(pays(HOUSE, member(user), net, "win", table=1, round=self.round))
        results = tuple(RoundResult(user, net) for user, (_, net) in nets.items())
        await self.commits(ended=True, results=results, postings=tuple(postings))
        self.round += 1

    async def plays(self, nets):
        """A whole round."""
        for user, (bet, _) in nets.items():
            await self.bets(user, bet)
        await self.commits(started=DEAL)
        await self.ends(nets)


@pytest.fixture
async def evening(tables, chips):
    await tables.create(BLACKJACK, NOON)
    evening = Evening(tables, chips)
    await evening.posts(*(pays(HOUSE, member(user), 1000, "starting chips") for user in (ANN, BOB)))
    return evening


def told(page):
    """The entries as a person would read them."""
    return [
        (f"round {entry.round} {entry.stand.value}" if entry.round else entry.why, entry.net) for entry in page.rows
    ]


async def test_a_round_is_one_entry_whatever_moved_in_it_and_everybodys_own_in_each_server(evening, history):
    for user, bet in ((ANN, 30), (ANN, 20), (BOB, 10)):
        await evening.bets(user, bet)
    await evening.commits(started=DEAL)
    await evening.ends({ANN: (50, 75), BOB: (10, -10)})
    page = await history.older(GUILD, ANN, None, 10)
    assert told(page) == [("round 1 played", 75), ("starting chips", 1000)]
    assert (page.has_newer, page.has_older) == (False, False)
    played = page.rows[0]
    assert (played.table, played.game, played.at) == (1, "blackjack", later(evening.minutes))
    lost = (await history.older(GUILD, BOB, None, 10)).rows[0]
    assert (lost.net, lost.stand) == (-10, Stand.PLAYED)
    assert lost.at == later(evening.minutes), "a loss is over when the round is, though the chips went before"
    for guild, user in ((GUILD, CY), (OTHER_GUILD, ANN)):
        for pages in (
            history.older(guild, user, None, 10),
            history.older(guild, user, 5, 10),
            history.newer(guild, user, 5, 9),
        ):
            assert await pages == Page()
        assert await history.curve(guild, user, 10) == ()


async def test_a_tie_an_open_round_a_void_one_and_a_bet_that_was_taken_back(evening, history):
    await evening.plays({ANN: (30, 0)})
    await evening.bets(ANN, 5)
    await evening.commits(postings=(gets(ANN, 1, 5, 2),))
    await evening.bets(BOB, 7)
    await evening.commits(started=DEAL)
    assert told(await history.older(GUILD, ANN, None, 2)) == [("round 2 not in", 0), ("round 1 played", 0)]
    assert told(await history.older(GUILD, BOB, None, 1)) == [("round 2 open", -7)]
    await evening.ends({BOB: (7, -7)})
    assert told(await history.older(GUILD, ANN, None, 1)) == [("round 2 not in", 0)]
    await evening.bets(ANN, 40)
    assert told(await history.older(GUILD, ANN, None, 1)) == [("round 3 open", -40)], "a bet for a round to come"
    await evening.commits(started=DEAL)
    back = pays(Account.table(GUILD, 1), member(ANN), 40, "round void", round=3)
    await evening.commits(voided=True, postings=(back,))
    assert told(await history.older(GUILD, ANN, None, 1)) == [("round 3 void", 0)]


async def test_a_round_is_listed_at_its_newest_row_without_payments_for_the_bank_and_for_a_match(
    evening, history, wrong_books
):
    await evening.commits(postings=(pays(member(ANN), member(BOB), 80, "bank sold", table=1, round=1),))
    await evening.commits(postings=(pays(member(ANN), Account.table(GUILD, 1), 25, "ante", round=0),))
    await evening.bets(ANN, 30)
    page = await history.older(GUILD, ANN, None, 3)
    assert told(page) == [("round 1 open", -30), ("ante", -25), ("bank sold", -80)]
    assert (page.rows[2].other, page.rows[2].table) == (member(BOB), 1)
    assert told(await history.older(GUILD, BOB, None, 1)) == [("bank sold", 80)]
    await evening.posts(pays(HOUSE, member(ANN), 200, "daily chips"))
    assert told(await history.older(GUILD, ANN, None, 2)) == [("daily chips", 200), ("round 1 open", -30)]
    await evening.commits(started=DEAL)
    await evening.commits(ended=True, results=(RoundResult(ANN, 0),), postings=(gets(ANN, 1, 30, 1),))
    assert told(await history.older(GUILD, ANN, None, 2)) == [("round 1 played", 0), ("daily chips", 200)]


async def test_pages_go_back_and_forth_without_a_gap_even_as_new_rows_come(evening, history):
    gifts = [pays(HOUSE, member(ANN), n, f"gift {n}") for n in range(1, 25)]
    await evening.posts(*gifts)
    everything = told(await history.older(GUILD, ANN, None, 100))
    assert everything == [(f"gift {n}", n) for n in range(24, 0, -1)] + [("starting chips", 1000)]

    pages = [await history.older(GUILD, ANN, None, 10)]
    while pages[-1].has_older:
        pages.append(await history.older(GUILD, ANN, pages[-1].rows[-1].row, 10))
    assert [len(page.rows) for page in pages] == [10, 10, 5]
    assert [line for page in pages for line in told(page)] == everything
    assert [page.has_newer for page in pages] == [False, True, True]

    await evening.posts(pays(HOUSE, member(ANN), 25, "gift 25"))
    assert await history.newer(GUILD, ANN, pages[2].rows[0].row, 10) == pages[1]
    assert told(await history.newer(GUILD, ANN, pages[1].rows[0].row, 10)) == told(pages[0]), "a newer one is above"
    newest = await history.newer(GUILD, ANN, pages[0].rows[0].row, 10)
    assert told(newest)[:2] == [("gift 25", 25), ("gift 24", 24)], "the newest page is full"
    assert len(newest.rows) == 10


async def test_a_round_that_spans_two_pages_is_shown_once(evening, history):
    await evening.bets(ANN, 1)
    await evening.posts(*(pays(HOUSE, member(ANN), n, "gift") for n in range(1, 6)))
    await evening.bets(ANN, 2)
    first = await history.older(GUILD, ANN, None, 3)
    second = await history.older(GUILD, ANN, first.rows[-1].row, 10)
    assert told(first) == [("round 1 open", -3), ("gift", 5), ("gift", 4)]
    assert told(second) == [("gift", 3), ("gift", 2), ("gift", 1), ("starting chips", 1000)]


# The curve


async def test_the_curve_shows_the_balance_after_each_round(evening, history):
    await evening.plays({ANN: (300, 450)})
    await evening.plays({ANN: (200, -200)})
    points = await history.curve(GUILD, ANN, 1000)
    assert [chips for _, chips in points] == [1000, 1450, 1250]
    assert points[0][0] == later(1)


async def test_the_curve_of_a_long_ledger_loses_no_high_or_low(evening, history, monkeypatch):
    balances = [1000]
    for n in range(60):
        amount = 5 + n * 7 % 40
        up = n % 3 != 0
        await evening.posts(pays(*((HOUSE, member(ANN)) if up else (member(ANN), HOUSE)), amount))
        balances.append(balances[-1] + (amount if up else -amount))
    whole = await history.curve(GUILD, ANN, 10_000)
    assert [chips for _, chips in whole] == balances
    short = await history.curve(GUILD, ANN, 5)
    assert len(short) <= 20
    assert {min(balances), max(balances)} <= {chips for _, chips in short}
    assert (short[0], short[-1]) == (whole[0], whole[-1])
    assert list(short) == sorted(short, key=lambda point: point[0])


async def many_rounds(evening, random, count):
    """Ann plays at two tables at once and gets gifts in between; now and then the clock is put back."""
    for _ in range(count):
        evening.minutes += random.choice((0, 1, 1, 7, 300, -40))
        table, number = random.choice((1, 2)), random.randrange(1, 9) + evening.minutes // 500
        rows = [bets(ANN, table, random.randrange(1, 9), number) for _ in range(random.randrange(4))]
        rows += [gets(ANN, table, row.amount, number) for row in rows if random.random() < 0.9]
        if random.random() < 0.4:
            rows.append(pays(HOUSE, member(ANN), random.randrange(1, 50)))
        await evening.posts(*rows)


async def test_a_graph_is_the_same_when_drawn_from_what_was_kept(evening, history, store, tables, wrong_books):
    await tables.create(BLACKJACK, NOON)
    random, widths = Random(1), (1, 2, 3, 7, 20, 1000)
    for _ in range(5):
        await many_rounds(evening, random, 40)
        keeping = History(store, block=6, worth_keeping=2)
        await keeping.curve(GUILD, ANN, 1)
        kept = [await keeping.curve(GUILD, ANN, width) for width in widths]
        read, blocks = await store.read(lambda db: db.execute("SELECT COUNT(*), MAX(last_row) FROM curves").fetchone())
        await store.write(lambda db: db.execute("CREATE TABLE aside AS SELECT * FROM curves"))
        await store.write(lambda db: db.execute("DELETE FROM curves"))
        assert kept == [await history.curve(GUILD, ANN, width) for width in widths]
        await store.write(lambda db: db.execute("INSERT INTO curves SELECT * FROM aside"))
        await store.write(lambda db: db.execute("DROP TABLE aside"))
    assert read > 50
    assert blocks > 300


async def test_the_points_of_a_graph_are_kept_once_a_ledger_is_long(evening, store):
    history = History(store, block=5, worth_keeping=3)
    count, counts = "SELECT COUNT(*) FROM curves", []
    for _ in range(5):
        await evening.posts(*(pays(HOUSE, member(ANN), 1, "gift") for _ in range(8)))
        await history.curve(GUILD, ANN, 10)
        counts.append((await store.read(lambda db: db.execute(count).fetchone()))[0])
    assert counts == [0, 3, 3, 6, 6], "of 9, 17, 25, 33 and 41 rows"


async def test_the_curves_of_long_ledgers_are_kept_before_anybody_asks(evening, store):
    for user in (ANN, BOB, ANN, ANN, ANN):
        await evening.plays({user: (10, 10)})
    await History(store, block=2, worth_keeping=2).keep_long_curves()
    owners = "SELECT DISTINCT a.owner FROM curves c JOIN accounts a ON a.id = c.account"
    assert await store.read(lambda db: db.execute(owners).fetchall()) == [(ANN,)]


def test_each_stretch_keeps_its_first_lowest_highest_and_last():
    start = seconds(NOON)
    curve = Curve(start, start + 100, 2)
    for second, chips in enumerate((5, 9, 1, 7, 6), start=10):
        curve.add(start + second, chips, None)
    curve.add(start + 90, 3, None)
    kept = [((at - NOON) / timedelta(seconds=1), chips) for at, chips in curve.points()]
    assert kept == [(10, 5), (11, 9), (12, 1), (14, 6), (90, 3)]


def test_a_single_balance_and_a_clock_that_was_set_back_make_a_curve_too():
    start = seconds(NOON)
    single = Curve(start, start, 10)
    single.add(start, 5, None)
    assert [chips for _, chips in single.points()] == [5]
    curve = Curve(start, start + 10, 10)
    for at, chips in ((0, 1), (9, 2), (4, -3), (10, 4)):
        curve.add(start + at, chips, None)
    assert [chips for _, chips in curve.points()] == [1, 2, -3, 4]
    assert [at for at, _ in curve.points()] == sorted(at for at, _ in curve.points())
