"""The greedy ring: its books notice what a server doesn't allow, and the shortest story of it is told."""

import asyncio
import itertools
from collections import Counter
from dataclasses import replace

import discord
import pytest

from cogs.pontoon.hands import cards_text
from cogs.pontoon.picture import _Picture
from cogs.table.panels import Panels
from cogs.tournament.director import Director
from cogs.tournament.posts import Posts
from data.tables.tournaments import Tournaments
from tables.settings.servers import ServerSettings, TransferLimits
from tools.torture.greedy import setups
from tools.torture.greedy.books import Allowed, Books, Facts, Row
from tools.torture.greedy.search import Search, shortest
from tools.torture.greedy.steps import Does, Step, sign_in, sign_of
from tools.torture.greedy.telling import CUPS, TOGETHER, tell
from tools.torture.greedy.world import MANAGER, Setup
from tools.world import house_players

ANA, BEN, CY = 1000, 1001, 1002
HOUSE, TABLE = 0, None
BISCUIT = -(10**15) - 100
NOON = 20_000.5 * 86_400
OPEN = {"gifts": 0, "between_members": 200, "givers": [0, 0], "house_winnings": 100}
FIVE_HUNDRED = {5: "five_hundred"}


def wrong(*rows, facts=None, **other):
    """What the books say of these rows, an instant after each other; a match is at table 5, a bank at table 7."""
    allowed = {
        "house_winnings": 100, "gifts": True, "tax": 0, "among_members": 200, "rounds": 0,
        "ante": 1000, "starting": 1000, "daily": 200, "streak": 60, "relief": 10, "relief_hours": 12,
    }  # fmt: skip
    books, numbers, chips_of = (
        Books(Allowed(**allowed | other), MANAGER, facts or Facts()),
        itertools.count(1),
        Counter(),
    )
    first = [("starting chips", 1000, HOUSE, ANA), ("starting chips", 1000, HOUSE, BEN)]
    for row in (*first, ("house purse", 1000, HOUSE, BISCUIT), *rows):
        why, chips, payer, payee, table, number, after, actor = (*row, *(None, None, 0, None)[len(row) - 4 :])
        at = NOON + after * 3600 + (order := next(numbers)) / 1000
        chips_of.update({payer: -chips})
        chips_of.update({payee: chips})
        books.read([Row(order, why, chips, payer, payee, table, number, actor, at, chips_of[payee])])
    books.read([])
    return " | ".join(books.problems())


def antes(*people, chips=100):
    return [("ante", chips, person, TABLE, 5, 0) for person in people or (ANA, BEN)]


def sold(chips):
    return ("bank sold", chips, BISCUIT, ANA, 7)


def won(table, after=0):
    """Ann wins 60 chips of a house player there."""
    bets = [("bet", 60, ANA, TABLE, table, 1, after), ("stake", 60, BISCUIT, TABLE, table, 1, after)]
    return [*bets, ("won", 120, TABLE, ANA, table, 1, after)]


BESIDE_A_KITTY = [sold(100), ("kitty", 40, BISCUIT, TABLE, 8, 1), ("stake", 60, ANA, TABLE, 8, 1),
                  ("bank wins", 60, TABLE, BISCUIT, 8, 1), sold(60)]  # fmt: skip
BESIDE_BEN = [sold(150), ("bet", 10, ANA, TABLE, 7, 1), ("bet", 10, BEN, TABLE, 7, 1),
              ("bet", 40, BISCUIT, TABLE, 7, 1), ("won", 60, TABLE, BEN, 7, 1)]  # fmt: skip
DAILY = [("daily chips", 200, HOUSE, ANA), ("daily chips", 200, HOUSE, ANA, None, None, 24)]
GAVE_ALL = ("gift", 1000, ANA, BEN)
RELIEF = [GAVE_ALL, ("relief", 10, HOUSE, ANA, None, None, 25)]
ANY_GIFT = {"among_members": 0}
GIFTS = [("gift", 80, ANA, BEN)] * 2
GOT = [("gift", 80, ANA, CY), ("gift", 80, BEN, CY)]
WON = [*antes(), ("antes won", 200, TABLE, ANA, 5, 0)]


def over(deals, ending=None):
    """The match at table 5 is over after so many deals."""
    return {"facts": Facts(FIVE_HUNDRED, {5: deals}, {5: ending})}


@pytest.mark.parametrize(
    ("rows", "other", "told"),
    [
        ([sold(77)], {}, ""),
        ([sold(77), sold(77)], {}, "154 chips of house players in a day for one member; 100 are allowed"),
        (won(7) + won(8, after=24), {}, ""),
        (won(7) + won(8), {}, "120 chips of house players in a day for one member"),
        (BESIDE_A_KITTY, {}, ""),
        ([*BESIDE_A_KITTY, sold(1)], {}, "in a day for one member"),
        (BESIDE_BEN, {}, ""),
        ([*BESIDE_BEN, sold(30)], {}, "220 chips of house players in a day for 2 members together; 200"),
        ([("daily chips", 201, HOUSE, ANA)], {}, "201 chips were paid as daily chips, and the most is 200"),
        ([("relief", 10, HOUSE, ANA)], {}, "somebody who had or gave away"),
        ([("starting chips", 1000, HOUSE, ANA)], {}, "the starting chips twice"),
        ([("found", 5, HOUSE, ANA)], {}, "the house paid a member 5 chips for “found”"),
        ([("bank gave", 5, HOUSE, ANA)], {}, "no manager did that"),
        ([("bank gave", 50, HOUSE, ANA, None, None, 0, MANAGER), *DAILY], {}, ""),
        ([*DAILY, ("daily chips", 200, HOUSE, ANA, None, None, 25)], {}, "daily chips twice in a day"),
        ([GAVE_ALL, ("relief", 10, HOUSE, ANA)], ANY_GIFT, "gave away 1000 chips got relief"),
        (RELIEF, ANY_GIFT, ""),
        ([*RELIEF, ("relief", 10, HOUSE, ANA, None, None, 36)], ANY_GIFT, "again too soon"),
        ([("antes won", 200, TABLE, ANA, 5, 0)], {}, "paid no ante won 200"),
        (antes(), {"ante": 50}, "the highest is 50"),
        (antes(), {"rounds": 1, "among_members": 90}, "a newcomer put in an ante of 100 chips, and can lose 90"),
        (antes(ANA, BISCUIT), {"rounds": 1, "among_members": 90}, ""),
        ([("bet", 1500, ANA, TABLE, 7, 1)], {}, "somebody owes 500 chips"),
        ([], {"facts": Facts(FIVE_HUNDRED, {}, {5: "void"})}, "a match is void"),
        (antes(), {"facts": Facts(FIVE_HUNDRED, ahead=frozenset({(5, BEN)}))}, "a house player whose side was ahead"),
        ([*antes(), ("ante forfeited", 100, BEN, ANA, 5, 0)], {"facts": Facts(stayed=frozenset({BEN}))},
         "had not agreed to leave"),
        (GIFTS, {}, ""),
        (GIFTS, {"among_members": 150}, "160 chips given away by a member in a day; 150 are allowed"),
        ([("gift tax", 160, ANA, HOUSE)], {"among_members": 150}, "160 chips given away by a member in a day; 150 are"),
        (GOT, {"among_members": 150}, "160 chips for a member in a day; 150 are allowed"),
        (GIFTS, {"gifts": False}, "and gifts are off"),
        (GIFTS, {"tax": 10}, "a gift of 80 chips was taxed by 0, and the tax is 10 percent"),
        (GIFTS, {"rounds": 1}, "after 0 of 1 rounds among members"),
        (GIFTS, {"facts": Facts(too_new=frozenset({BEN}))}, "the account of one of them is too new"),
        (WON, over(2), ""),
        (WON, over(1) | {"gifts": False}, "100 chips went from one member to others without play, and gifts are off"),
        (WON, over(2) | {"gifts": False}, ""),
        (WON, over(9, "default") | {"among_members": 90}, "100 chips given away by a member in a day; 90 are allowed"),
        (WON, over(9, "agreed") | {"rounds": 20}, "without play from a member who may not give chips yet"),
        (WON, over(9) | {"rounds": 20, "among_members": 90}, "100 chips lost to members in a day by a newcomer; 90"),
        (WON, {"facts": Facts(FIVE_HUNDRED, {5: 9}, {5: "agreed"}, stayed=frozenset({BEN}))},
         "somebody who had not agreed to leave"),
        (WON, {"facts": Facts(FIVE_HUNDRED, {5: 9}, {5: None}, stayed=frozenset({BEN}))}, ""),
    ],
)  # fmt: skip
def test_the_books_notice_what_nobody_may_have(rows, other, told):
    assert told in wrong(*rows, **other) if told else wrong(*rows, **other) == ""


def test_a_sign_is_the_same_for_every_question_and_in_every_server():
    assert sign_of("b:3:12.4:move:bid 7 S") == sign_of("b:3:9.b:move:bid 7 S") == "b:3::move:bid 7 S"
    assert sign_in("b:3::move:bid 7 S").address("5.1") == "b:3:5.1:move:bid 7 S"
    assert sign_of("gift:go:2000000000000000005:2000000000000000007:80:8") == "gift:go:#:#:80:8"
    assert sign_in("gift:go:#:#:80:8") is None


def test_a_short_search_finds_nothing_and_the_same_seed_tells_the_same_stories():
    search = Search(1)
    told = search.go(lambda: search.stories < 3, 30)
    assert told is None, told
    assert search.steps >= 45
    first, second = (Search(3)._one(14) for _ in range(2))
    assert (first.lines, first.steps) == (second.lines, second.steps)


def test_a_search_finds_a_way_where_nobody_looks_at_the_limits(monkeypatch):
    monkeypatch.setattr(ServerSettings, "transfer_limits", property(lambda _settings: TransferLimits()))
    monkeypatch.setattr(setups, "ALL_OR_NONE", 1.0)
    monkeypatch.setattr(setups, "NONE", 1.0)
    search = Search(1)
    told = search.go(lambda: search.stories < 30)
    assert told is not None
    assert "from one member to another" in told.wrong[0] or "in a day" in told.wrong[0]


def gives(chips):
    return Step(0, Does.COMMAND, "chips give", (("member", "Ben"), ("amount", str(chips))))


@pytest.mark.thorough
def test_the_shortest_story_of_a_ring_that_may_give_too_much_is_one_gift(monkeypatch):
    monkeypatch.setattr(ServerSettings, "transfer_limits", property(lambda _settings: TransferLimits()))
    opens = Step(1, Does.COMMAND, "pontoon open")
    steps = [opens, Step(1, Does.PRESS, "b:1::sit"), gives(20), Step(0, Does.WAIT, seconds=60), gives(190), gives(5)]
    told = tell(Setup((ANA, BEN), OPEN, 1), steps)
    ways = ("given away by", "for")
    assert told.wrong == [f"210 chips {way} a member in a day; 200 are allowed" for way in ways]
    short = shortest(told)
    assert [step.what for step in short.steps] == ["chips give", "chips give"]
    assert "1. Ana gives /chips give member:Ben amount:20" in str(short)
    assert str(short).endswith("are allowed")


def test_within_the_limits_nothing_is_wrong():
    told = tell(Setup((ANA, BEN), OPEN, 1), [gives(150), gives(60), Step(0, Does.RESTART), gives(30)])
    assert told.wrong == []
    assert max(told.reached.values()) == (180 / 200, 4)


def test_what_is_under_way_is_answered_before_the_bot_stops():
    told = tell(Setup((ANA, BEN), OPEN, 1), [replace(gives(20), at_once=True), Step(0, Does.RESTART), gives(30)])
    assert told.wrong == []
    assert max(told.reached.values()) == (50 / 200, 3)


def test_a_deal_that_the_house_still_plays_ends_with_the_bot(monkeypatch):
    monkeypatch.setattr(house_players, "SELDOM", 0)  # otherwise the house may give it up before
    plays = [Step(0, Does.COMMAND, "daily"), Step(0, Does.PRESS, "dailydeal:play")]
    told = tell(Setup((ANA, BEN), OPEN, 1), [*plays, Step(0, Does.RESTART), Step(0, Does.WAIT, seconds=600)])
    assert told.wrong == []
    assert len(told.steps) == 4


# People who press at once


def meets(seed, stories):
    """What was wrong, if anything, in so many stories of people who press at once, and how many steps these took."""
    search = Search(seed, TOGETHER)
    told = search.go(lambda: search.stories < stories)
    return (told.wrong if told else []), search.steps


def test_people_who_press_at_once_all_see_what_is_so():
    wrong, steps = meets(1, 6)
    assert wrong == []
    assert steps > 100


@pytest.mark.thorough
def test_a_panel_that_follows_nothing_is_noticed_by_people_who_press_at_once(monkeypatch):
    monkeypatch.setattr(Panels, "refresh", lambda _panels: None)
    wrong, _ = meets(1, 40)
    assert "panel of table" in wrong[0]


@pytest.mark.thorough
def test_a_bankers_hand_that_everybody_sees_is_noticed_by_people_who_press_at_once(monkeypatch):
    monkeypatch.setattr(_Picture, "bank", lambda it, _seen: cards_text(it.table.play.round.table.bank.cards, it.card))
    wrong, _ = meets(1, 20)
    assert wrong[0].endswith("everybody sees hidden cards")


# Tournaments


def plays_cups(seed, stories):
    """What was wrong, if anything, in so many stories of tournaments."""
    search = Search(seed, CUPS)
    told = search.go(lambda: search.stories < stories, 20)
    return told.wrong if told else []


def test_tournaments_come_to_an_end_and_pay_by_their_standings():
    assert plays_cups(3, 3) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("of", "name", "instead", "told"),
    [
        (Director, "_results", lambda *_about: asyncio.sleep(0), "stands still in round 1"),
        (Director, "_wait_for_channel", lambda *_about: asyncio.sleep(0), "and managers don't know"),
        (Posts, "_permissions", lambda *_about: discord.Permissions.all(), "for what it may not do"),
        (Tournaments, "paid", lambda *_about: asyncio.sleep(0, {7: 5}), "the prize went to {7: 5}"),
    ],
)
def test_what_tournaments_must_not_do_is_noticed(monkeypatch, of, name, instead, told):
    monkeypatch.setattr(of, name, instead)
    assert told in " ".join(plays_cups(5, 12))
