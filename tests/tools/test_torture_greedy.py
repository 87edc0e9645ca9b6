"""The greedy ring: its books notice what a server doesn't allow, and the shortest story of it is told."""

import itertools
import re
from collections import Counter
from random import Random

import pytest

from tables.settings.servers import ServerSettings, TransferLimits
from tools.torture.greedy import setups
from tools.torture.greedy.books import Allowed, Books, Facts, Row
from tools.torture.greedy.search import Search, shortest, varied
from tools.torture.greedy.setups import DAY, OVER, PLANS, WAIT
from tools.torture.greedy.steps import Does, Step, sign_in, sign_of
from tools.torture.greedy.telling import tell
from tools.torture.greedy.world import MANAGER, Setup

ANA, BEN = 1000, 1001
HOUSE, TABLE = 0, None
BISCUIT = -(10**15) - 100
NOON = 20_000.5 * 86_400
OPEN = {
    "transfers": "on",
    "transfer_cap": 200,
    "transfer_rounds": 0,
    "transfer_account_days": 0,
    "house_winnings": 100,
}


def allowed(**other):
    return Allowed(
        **{
            "house_winnings": 100, "gifts": "on", "tax": 10, "given": 200, "received": 300, "rounds": 0, "newcomers": 0,
            "ante": 1000, "starting": 1000, "daily": 200, "streak": 60, "relief": 10, "relief_hours": 12,
        } | other
    )  # fmt: skip


class Ledger:
    """Rows, an instant after each other; a match is at table 5, and a bank or a round at table 7."""

    def __init__(self, facts=None, **other):
        self.books = Books(allowed(**other), MANAGER, facts or Facts())
        self._numbers = itertools.count(1)
        self._chips = Counter()
        for person in (ANA, BEN):
            self.pays("starting chips", 1000, HOUSE, person)
        self.pays("house purse", 1000, HOUSE, BISCUIT)

    def pays(self, why, chips, payer, payee, table=None, number=None, *, after=0.0, actor=None):
        at = NOON + after * 3600 + (order := next(self._numbers)) / 1000
        self._chips.update({payer: -chips})
        self._chips.update({payee: chips})
        self.books.read([Row(order, why, chips, payer, payee, table, number, actor, at, self._chips[payee])])
        return self

    def antes(self, chips=100):
        for person in (ANA, BEN):
            self.pays("ante", chips, person, TABLE, 5, 0)
        return self

    @property
    def wrong(self):
        return " | ".join(self.books.problems())


def test_a_bank_sold_to_house_players_counts_as_won_from_them():
    ledger = Ledger().pays("bank sold", 77, BISCUIT, ANA, 7)
    assert ledger.wrong == ""
    assert "154 chips of house players in a day for one member; 100 are allowed" in (
        ledger.pays("bank sold", 77, BISCUIT, ANA, 7).wrong
    )


def test_what_rounds_at_several_tables_bring_from_the_house_is_added_up_and_the_next_day_begins_anew():
    def wins(ledger, table, after=0.0):
        ledger.pays("bet", 60, ANA, TABLE, table, 1, after=after)
        ledger.pays("stake", 60, BISCUIT, TABLE, table, 1, after=after)
        return ledger.pays("won", 120, TABLE, ANA, table, 1, after=after)

    assert wins(Ledger(), 7).wrong == ""
    assert wins(wins(Ledger(), 7), 8, after=24).wrong == ""
    assert "120 chips of house players in a day for one member" in wins(wins(Ledger(), 7), 8).wrong


def test_what_is_lost_beside_a_kitty_may_be_won_again_elsewhere():
    ledger = Ledger().pays("bank sold", 100, BISCUIT, ANA, 7)
    ledger.pays("kitty", 40, BISCUIT, TABLE, 8, 1).pays("stake", 60, ANA, TABLE, 8, 1)
    ledger.pays("bank wins", 60, TABLE, BISCUIT, 8, 1)
    assert ledger.pays("bank sold", 60, BISCUIT, ANA, 7).wrong == ""
    assert "in a day for one member" in ledger.pays("bank sold", 1, BISCUIT, ANA, 7).wrong


def test_two_members_at_a_house_players_table_may_win_as_much_as_both_might_alone():
    ledger = Ledger().pays("bank sold", 150, BISCUIT, ANA, 7)
    for person, chips in ((ANA, 10), (BEN, 10), (BISCUIT, 40)):
        ledger.pays("bet", chips, person, TABLE, 7, 1)
    assert ledger.pays("won", 60, TABLE, BEN, 7, 1).wrong == ""
    assert "220 chips of house players in a day for 2 members together; 200" in (
        ledger.pays("bank sold", 30, BISCUIT, ANA, 7).wrong
    )


@pytest.mark.parametrize(
    ("why", "chips", "wrong"),
    [
        ("daily chips", 200, ""),
        ("daily chips", 201, "201 chips were paid as daily chips, and the most is 200"),
        ("relief", 10, "somebody who had or gave away"),
        ("starting chips", 1000, "the starting chips twice"),
        ("found", 5, "the house paid a member 5 chips for “found”"),
        ("bank gave", 5, "no manager did that"),
    ],
)
def test_the_house_pays_only_what_it_is_known_to_pay(why, chips, wrong):
    ledger = Ledger().pays(why, chips, HOUSE, ANA)
    ledger.books.read([])
    assert (wrong in ledger.wrong) if wrong else (ledger.wrong == "")


def test_allowances_come_when_they_are_due_and_a_manager_may_give():
    ledger = Ledger().pays("bank gave", 50, HOUSE, ANA, actor=MANAGER)
    ledger.pays("daily chips", 200, HOUSE, ANA).pays("daily chips", 200, HOUSE, ANA, after=24)
    assert ledger.wrong == ""
    assert "daily chips twice in a day" in ledger.pays("daily chips", 200, HOUSE, ANA, after=25).wrong


def test_relief_is_for_those_who_neither_have_nor_have_given_away():
    ledger = Ledger(given=0, received=0).pays("gift", 1000, ANA, BEN)
    assert "gave away 1000 chips got relief" in ledger.pays("relief", 10, HOUSE, ANA).wrong
    ledger = Ledger(given=0, received=0).pays("gift", 1000, ANA, BEN)
    assert ledger.pays("relief", 10, HOUSE, ANA, after=25).wrong == ""
    assert "again too soon" in ledger.pays("relief", 10, HOUSE, ANA, after=36).wrong


@pytest.mark.parametrize(
    ("other", "wrong"),
    [
        ({}, ""),
        ({"given": 150}, "160 chips given away by a member in a day; 150 are allowed"),
        ({"received": 150}, "160 chips for a member in a day; 150 are allowed"),
        ({"gifts": "off"}, "and gifts are off"),
        ({"gifts": "taxed"}, "a gift of 80 chips was taxed by 0, and the tax is 10 percent"),
        ({"rounds": 1}, "after 0 of 1 rounds among members"),
        ({"facts": Facts(too_new=frozenset({BEN}))}, "the account of one of them is too new"),
    ],
)
def test_gifts_are_within_the_limits(other, wrong):
    ledger = Ledger(**other).pays("gift", 80, ANA, BEN).pays("gift", 80, ANA, BEN)
    assert (wrong in ledger.wrong) if wrong else (ledger.wrong == "")


def test_a_tax_is_rounded_up():
    ledger = Ledger(gifts="taxed")
    assert ledger.pays("gift", 72, ANA, BEN).books.problems() != []
    ledger = Ledger(gifts="taxed")
    row = {"table": None, "round": None, "actor": ANA, "at": NOON + 1, "payee_after": 0}
    ledger.books.read([Row(8, "gift", 72, ANA, BEN, **row), Row(9, "gift tax", 9, ANA, HOUSE, **row)])
    assert ledger.wrong == ""


@pytest.mark.parametrize(
    ("deals", "ending", "other", "wrong"),
    [
        (2, None, {}, ""),
        (1, None, {"gifts": "off"}, "100 chips went from one member to others without play, and gifts are off"),
        (9, "default", {"gifts": "off"}, "100 chips went from one member to others without play, and gifts are off"),
        (2, None, {"gifts": "off"}, ""),
        (9, "default", {"given": 90}, "100 chips given away by a member in a day; 90 are allowed"),
        (9, "agreed", {"rounds": 20}, "without play from a member who may not give chips yet"),
        (9, None, {"rounds": 20, "newcomers": 90}, "100 chips lost to members in a day by a newcomer; 90 are allowed"),
    ],
)
def test_an_ante_that_is_won_without_play_is_a_gift(deals, ending, other, wrong):
    facts = Facts({5: "five_hundred"}, {5: deals}, {5: ending})
    ledger = Ledger(facts, **other).antes().pays("antes won", 200, TABLE, ANA, 5, 0)
    assert (wrong in ledger.wrong) if wrong else (ledger.wrong == "")


def test_an_ante_that_house_players_lose_without_play_is_no_gift_but_won_from_them():
    def wins(**other):
        ledger = Ledger(Facts({5: "five_hundred"}, {5: 1}, {5: None}), **other)
        for person in (ANA, BISCUIT):
            ledger.pays("ante", 100, person, TABLE, 5, 0)
        return ledger.pays("antes won", 200, TABLE, ANA, 5, 0).wrong

    assert wins(received=50) == ""
    assert wins(house_winnings=50) == "100 chips of house players in a day for one member; 50 are allowed"


def test_an_ante_that_goes_back_is_no_gift():
    facts = Facts({5: "five_hundred"}, {}, {5: "default"})
    ledger = Ledger(facts, gifts="off").antes()
    for person in (ANA, BEN):
        ledger.pays("ante back", 100, TABLE, person, 5, 0)
    assert ledger.wrong == ""


def test_antes_are_won_by_those_who_paid_one_and_are_no_higher_than_allowed():
    assert "paid no ante won 200" in Ledger().pays("antes won", 200, TABLE, ANA, 5, 0).wrong
    assert "the highest is 50" in Ledger(ante=50).antes().wrong


def test_a_newcomer_puts_in_no_ante_that_they_may_not_lose():
    assert "a newcomer put in an ante of 100 chips, and can lose 90" in Ledger(rounds=1, newcomers=90).antes().wrong
    assert "an ante" not in Ledger(newcomers=90).antes().wrong
    beside_house = Ledger(rounds=1, newcomers=90).pays("ante", 100, ANA, TABLE, 5, 0)
    assert beside_house.pays("ante", 100, BISCUIT, TABLE, 5, 0).wrong == ""


@pytest.mark.parametrize(("ending", "is_wrong"), [("default", True), ("agreed", True), (None, False)])
def test_no_ante_is_lost_by_an_early_end_unless_its_owner_agreed_to_leave(ending, is_wrong):
    facts = Facts({5: "five_hundred"}, {5: 9}, {5: ending}, stayed=frozenset({BEN}))
    ledger = Ledger(facts).antes().pays("antes won", 200, TABLE, ANA, 5, 0)
    assert ("somebody who had not agreed to leave" in ledger.wrong) == is_wrong


def test_a_house_player_agrees_to_leave_no_match():
    ledger = Ledger(Facts({5: "five_hundred"}, {5: 9}, {5: "default"}))
    for person in (ANA, BISCUIT):
        ledger.pays("ante", 50, person, TABLE, 5, 0)
    assert "somebody who had not agreed to leave" in ledger.pays("antes won", 100, TABLE, ANA, 5, 0).wrong


def test_nobody_forfeits_an_ante_to_whoever_comes_after_them_without_agreeing():
    told = [Ledger(Facts(stayed=frozenset({who}))).antes() for who in (ANA, BEN)]
    forfeited = [ledger.pays("ante forfeited", 100, BEN, ANA, 5, 0).wrong for ledger in told]
    assert [("had not agreed to leave" in wrong) for wrong in forfeited] == [False, True]


def test_only_a_manager_ends_a_match_that_has_begun():
    assert "a match is void" in Ledger(Facts({5: "five_hundred"}, {}, {5: "void"})).wrong


def test_nobody_takes_over_from_a_house_player_that_is_ahead():
    taken = Facts({5: "five_hundred"}, ahead=frozenset({(5, BEN)}))
    assert Ledger(taken).wrong == ""
    assert "a house player whose side was ahead" in Ledger(taken).antes().wrong


def test_nobody_owes():
    assert "somebody owes 500 chips" in Ledger().pays("bet", 1500, ANA, TABLE, 7, 1).wrong


def test_a_sign_is_the_same_for_every_question_and_in_every_server():
    assert sign_of("b:3:12.4:move:bid 7 S") == sign_of("b:3:9.b:move:bid 7 S") == "b:3::move:bid 7 S"
    assert sign_in("b:3::move:bid 7 S").address("5.1") == "b:3:5.1:move:bid 7 S"
    assert sign_of("gift:go:2000000000000000005:2000000000000000007:80:8") == "gift:go:#:#:80:8"
    assert sign_in("gift:go:#:#:80:8") is None


def test_the_same_seed_tells_the_same_stories():
    one, other = Search(3), Search(3)
    first, second = (search._one(14) for search in (one, other))
    assert first.lines == second.lines
    assert first.steps == second.steps
    assert len(first.steps) >= 5


def test_a_short_search_finds_nothing():
    search = Search(1)
    told = search.go(lambda: search.stories < 3, 30)
    assert told is None, told
    assert search.steps >= 45


def test_a_search_finds_a_way_where_nobody_looks_at_the_limits(monkeypatch):
    monkeypatch.setattr(ServerSettings, "transfer_limits", property(lambda _settings: TransferLimits()))
    monkeypatch.setattr(setups, "ALL_OR_NONE", 1.0)
    monkeypatch.setattr(setups, "NONE", 1.0)
    search = Search(1)
    told = search.go(lambda: search.stories < 30)
    assert told is not None
    assert "from one member to another" in told.wrong[0] or "in a day" in told.wrong[0]


def test_a_varied_story_has_the_steps_of_another():
    steps = [Step(0, Does.PRESS, f"b:{table}::sit") for table in range(6)]
    others = [varied(Random(seed), steps) for seed in range(40)]
    assert steps in others
    assert {len(other) for other in others} >= {5, 6, 7}
    assert {step.what for other in others for step in other} == {step.what for step in steps}
    assert any(step.at_once for other in others for step in other)


@pytest.mark.parametrize("plan", PLANS)
def test_the_deeds_of_a_plan_are_those_of_two_people(plan):
    deeds = plan.deeds.split("; ")
    pattern = re.compile(r"[AB] (/[a-z]+ [a-z]+( [a-z]+:\w+)*|[a-z]+(:[\w #]+)?( with [a-z]+:\w+)?)&?")
    assert {deed for deed in deeds if not pattern.fullmatch(deed)} <= {WAIT, OVER, DAY}


def gives(chips):
    return Step(0, Does.COMMAND, "chips give", (("member", "Ben"), ("amount", str(chips))))


@pytest.mark.thorough
def test_the_shortest_story_of_a_ring_that_may_give_too_much_is_one_gift(monkeypatch):
    monkeypatch.setattr(ServerSettings, "transfer_limits", property(lambda _settings: TransferLimits()))
    opens = Step(1, Does.COMMAND, "pontoon open")
    steps = [opens, Step(1, Does.PRESS, "b:1::sit"), gives(20), Step(0, Does.WAIT, seconds=60), gives(190), gives(5)]
    told = tell(Setup((ANA, BEN), OPEN, 1), steps)
    assert told.wrong == ["210 chips given away by a member in a day; 200 are allowed"]
    assert len(told.steps) == 5
    short = shortest(told)
    assert [step.what for step in short.steps] == ["chips give", "chips give"]
    assert "1. Ana gives /chips give member:Ben amount:20" in str(short)
    assert str(short).endswith("are allowed")


def test_within_the_limits_nothing_is_wrong():
    told = tell(Setup((ANA, BEN), OPEN, 1), [gives(150), gives(60), Step(0, Does.RESTART), gives(30)])
    assert told.wrong == []
    assert max(told.reached.values()) == (180 / 200, 4)
