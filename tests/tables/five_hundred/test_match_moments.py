"""What comes of one thing in a match, as rows: the table, what was before, what happens, and how it is then.

`step` and `due` decide it without a loop or a database (heard.py). People bid as little as they can, and play the first
card that the rules allow.
"""

import re
from random import Random

import pytest
from msgspec.structs import replace

from cogs.table.parts import PATTERN, Address
from data.ledger.ledger import InsufficientChips
from data.people import house_player, left
from data.tables.matches import Ending
from data.tables.saved import MadeBy, MoveRow
from games.core import IllegalAction
from games.five_hundred import Options
from tables.draft import Begun
from tables.five_hundred import absence, match
from tables.five_hundred.match_adapter import standing
from tables.five_hundred.match_state import (
    MatchState,
    Proposal,
    ProposalKind,
    side_left,
    with_state,
)
from tables.lobby import Lobby
from tests.cogs.five_hundred.house import Deals
from tests.tables.five_hundred.match_room import DEE, NAMES, AtMatch
from tests.tables.heard import cases
from tests.tables.room import ANA, BEN, CY, GUS, HOST

STAND_IN = left(1)
"""Who plays in the place of somebody who was forgotten."""
BEGUN = "This match has started already"
PAUSED = "The match is paused. It continues when everyone is back."
NOT_THEIRS = "Only this match's players"
LATE = "That has been decided already"
ALONE = "match begins, deal ends, time passes 41, ana continues"
BOTH_BACK = f"{ALONE}, ben continues, minutes pass 10"
SLOWLY = "match begins, deal ends, hours pass 24.1, ana continues"
RESTS = "match begins, deal ends, ana asks pause, ben agrees, ana continues"
OTHER_RULES = "match begins, deal ends, all ready, somebody moves, rules change"
FORGOTTEN = "ben leaves, bot forgets ben"
IDLE = {"closed": True, "ending": "idle", "purses": {}}
ROWS = [
    # Seats
    ("a seat is chosen, or the first free one", "4", "ana sits, ben sits, cy picks 4, ben picks 3", "dee sits",
     {"seats": (ANA, DEE, BEN, CY)}),
    ("not one that somebody has", "4", "ana sits, ben sits", "ben picks 1", {"refused": f"<@{ANA}> has seat 1"}),
    ("or that is one's own", "4", "ana sits, ben sits", "ben picks 2", {"refused": "You have seat 2 already"}),
    ("or that there isn't", "4", "ana sits", "cy picks 5", {"refused": "can't read that"}),
    ("before the first", "4", "ana sits", "cy picks 0", {"refused": "can't read that"}),
    ("another seat asks everybody again", "4", "ana sits, ben sits, ana readies", "ben picks 4", {"ready": set()}),
    ("drawn ones, too", "4", "ana sits, ben sits, ana readies", "host draws seats on", {"ready": set()}),
    ("and those that are not drawn", "4", "ana sits, ana readies", "host draws seats off", {"ready": set()}),
    ("it waits for all seats", "4", "ana sits, ben sits, cy sits, all ready", "dee sits", {"stage": "gathering"}),
    ("and begins when all are ready", "4", "ana sits, ben sits, cy sits, all ready, dee sits", "dee readies",
     {"stage": "deal", "playing": True}),
    ("or when the host starts it", "2", "ana sits, ben sits", "host starts", {"stage": "deal", "playing": True}),
    ("not with a free seat", "4", "ana sits, ben sits, cy sits", "host starts", {"refused": "all 4 seats"}),
    ("and once", "2", "match begins", "host starts", {"refused": BEGUN}),
    ("nobody begins who can't pay", "2 ante 400", "ana sits, ben sits, ana readies, ben has 399", "ben readies",
     {"refused": InsufficientChips}),
    ("whoever starts it", "2 ante 400", "ana sits, ben sits, ben has 399", "host starts",
     {"refused": InsufficientChips}),
    ("one that has begun without a deal is dealt", "2 ante 400",
     "ana sits, ben sits, ana readies, process dies, ben readies, process lives", "time passes 41",
     {"playing": True, "round": 1, "purses": {"ana": 600, "ben": 600}}),
    ("before it nobody pauses", "2", "ana sits", "ana asks pause", {"refused": "hasn't started"}),
    ("or ends it", "2", "ana sits", "ana asks end", {"refused": "hasn't started"}),
    ("or goes on", "2", "ana sits", "ana continues", {"refused": LATE}),
    ("nobody is ready without a seat", "2", "ana sits", "cy readies", {"refused": NOT_THEIRS}),
    ("nobody sits down in it", "2", "match begins", "gus sits", {"refused": BEGUN}),
    ("or picks a seat", "2", "match begins", "gus picks 1", {"refused": BEGUN}),
    ("or asks for one that isn't free", "2", "match begins", "gus asks seat 1", {"refused": "That seat isn't free"}),
    ("least of all twice", "2", "match begins", "ana sits", {"refused": "You have seat 1 already"}),
    ("whom the owner has blocked decides nothing", "2", "ben is blocked", "ben sits", {"refused": "has blocked you"}),
    ("nobody comes", "4", "ana sits", "minutes pass 11", {"closed": True}),
    ("at a slow pace a day is waited", "4 slow", "hours pass 23.9, ana sits", "hours pass 0.09", {"closed": False}),
    ("from the opening on", "4 slow", "hours pass 8, eli sits, eli leaves, hours pass 15.9, fay sits", "hours pass 0.2",
     {"closed": True}),
    # A pause
    ("all are asked for a pause", "3", "match begins", "ana asks pause",
     {"agree": [BEN, CY], "paused": False, "seconds": 60}),
    ("and all have to agree", "3", "match begins, ana asks pause", "cy agrees", {"agree": [BEN], "paused": False}),
    ("then no clock runs", "3", "match begins, ana asks pause", "all agree", {"paused": True, "seconds": None}),
    ("and nobody moves", "3", "match begins, ana asks pause, all agree", "somebody moves", {"refused": PAUSED}),
    ("for days", "3", "match begins, ana asks pause, all agree", "days pass 13",
     {"changes": 0, "paused": True, "closed": False}),
    ("until all are back", "3", "match begins, ana asks pause, all agree, days pass 13, cy continues", "ana continues",
     {"continue": [BEN], "seconds": None}),
    ("who has a full turn then", "3", "match begins, ana asks pause, all agree, days pass 13", "all continue",
     {"paused": False, "seconds": 60, "question": "1.0"}),
    ("one no is enough", "3", "match begins, ana asks pause, cy agrees", "ben refuses", {"asks": None}),
    ("who asked may withdraw", "3", "match begins, ana asks pause", "ana refuses", {"asks": None}),
    ("one question at a time", "3", "match begins, ana asks pause", "cy asks pause",
     {"refused": f"<@{ANA}>'s question comes first"}),
    ("who asks doesn't answer", "3", "match begins, ana asks pause", "ana agrees", {"refused": "isn't your turn"}),
    ("nor who doesn't play", "3", "match begins, ana asks pause", "gus agrees", {"refused": NOT_THEIRS}),
    ("and nobody too late", "3", "match begins, ana asks pause, ben refuses", "cy agrees", {"refused": LATE}),
    ("a yes to one thing is none to another", "3", "match begins, ana asks pause, ana refuses, ben asks end",
     "cy agrees pause 101", {"refused": LATE}),
    ("nor is a no", "3", "match begins, ana asks pause, ana refuses, ben asks end", "cy refuses pause 101",
     {"refused": LATE}),
    ("who is away isn't asked", "3", "match begins, ben sleeps, ana asks pause", "cy agrees",
     {"paused": True, "continue": [ANA, BEN, CY]}),
    ("and comes back by a press", "3", "match begins, ben sleeps, ana asks pause, cy agrees", "ben continues",
     {"missed": {}, "continue": [ANA, CY]}),
    ("nobody is played for in a pause", "2", "match begins, ben sleeps, others play until ana, ana asks pause",
     "days pass 13", {"paused": True, "changes": 0}),
    ("it is agreed after the deal, too", "2", "match begins, ana asks pause, deal ends", "ben agrees",
     {"stage": "paused", "round": 1}),
    ("or after the next", "2", "match begins, ana asks pause, deal ends, all ready, deal ends", "ben agrees",
     {"stage": "paused", "round": 2}),
    ("then nobody is ready", "2", "match begins, deal ends, ana asks pause, ben agrees", "ben readies",
     {"refused": "is paused"}),
    ("or asks for another one", "2", "match begins, deal ends, ana asks pause, ben agrees", "ben asks pause",
     {"refused": "is paused"}),
    ("and everybody is back once", "2", "match begins, ana asks pause, ben agrees, ben continues", "ben continues",
     {"refused": "back already"}),
    ("nobody closes it", "2 ante 50", "match begins, deal ends, ana asks pause, ben agrees", "host closes",
     {"refused": Begun}),
    ("who is back stays so", "4", "match begins, deal ends, ana asks pause, all agree, dee continues", "bot restarts",
     {"stage": "paused", "back": (DEE,)}),
    # Between deals
    ("the next begins when all are ready", "3", "match begins, deal ends", "all ready", {"round": 2, "playing": True}),
    ("not before", "3", "match begins, deal ends", "ben readies", {"stage": "between", "round": 1}),
    ("or when time is up", "3", "match begins, deal ends, ben readies", "time passes 41", {"round": 2}),
    ("where nobody is ready, it pauses", "3", "match begins, deal ends", "time passes 41",
     {"stage": "paused", "salt": None, "playing": False}),
    ("where all are away, once the deal is over", "2", "match begins, bidding ends", "hours pass 1",
     {"stage": "paused", "round": 1, "seconds": None}),
    ("until all go on", "2", "match begins, bidding ends, hours pass 1, days pass 13, bot restarts", "all continue",
     {"round": 2, "playing": True}),
    ("a slow one waits a day", "3 slow", "match begins, deal ends", "ana readies", {"stage": "between"}),
    ("and one more", "3 slow", "match begins, deal ends, ana readies, ben readies", "hours pass 24.1",
     {"stage": "between", "missed": {CY: 1}}),
    ("and no longer", "3 slow", "match begins, deal ends, ana readies, ben readies", "hours pass 48.1",
     {"playing": True, "missed": {CY: 2}}),
    # Somebody leaves
    ("who leaves a deal is played for", "3 ante 100", "match begins, others play until ben", "ben leaves",
     {"leaving": {BEN}, "asked": {CY}}),
    ("and the match waits for another", "3 ante 100", "match begins, ben leaves", "deal ends",
     {"stage": "vacant", "left": {1: BEN}, "seconds": None, "purses": {"ana": 900, "ben": 900, "cy": 900}}),
    ("for days", "3", "match begins, ben leaves, deal ends, days pass 13", "bot restarts",
     {"stage": "vacant", "left": {1: BEN}}),
    ("nobody is ready then", "3", "match begins, ben leaves, deal ends", "ana readies", {"refused": "There's an "}),
    ("who left comes back", "3 ante 100", "match begins, deal ends, ben leaves, gus asks seat 2", "ben sits",
     {"seats": (ANA, BEN, CY), "asks": None, "continue": [ANA, CY]}),
    ("and it goes on", "3", "match begins, deal ends, ben leaves, ben sits, ana continues", "cy continues",
     {"playing": True}),
    ("in the deal, too", "3", "match begins, ben leaves, ben sits", "deal ends",
     {"seats": (ANA, BEN, CY), "stage": "between"}),
    ("for whose seat nobody is asked", "3", "match begins, deal ends, ben leaves", "ben asks seat 2",
     {"refused": "You play in this match"}),
    ("nobody else just sits down", "3", "match begins, deal ends, ben leaves", "gus sits",
     {"refused": "The others have to agree"}),
    ("or asks for another seat", "3", "match begins, deal ends, ben leaves", "gus asks seat 1",
     {"refused": "That seat isn't free"}),
    ("all have to agree to that", "3", "match begins, deal ends, ben leaves, gus asks seat 2", "ana agrees",
     {"stage": "vacant"}),
    ("who comes pays, who left has forfeited", "3 ante 100", "match begins, deal ends, ben leaves, gus asks seat 2",
     "all agree", {"seats": (ANA, GUS, CY), "players": {GUS: 2}, "playing": True,
                   "purses": {"ana": 950, "ben": 900, "cy": 950, "gus": 900}}),
    ("the odd chip is the first one's", "3 ante 101", "match begins, deal ends, ben leaves, gus asks seat 2",
     "all agree", {"purses": {"ana": 950, "ben": 899, "cy": 949, "gus": 899}}),
    ("only who is there shares it", "3 ante 100", "match begins, deal ends, ben leaves, cy leaves, gus asks seat 2",
     "all agree", {"purses": {"ben": 900, "cy": 900, "gus": 900}}),
    ("who asks for a seat may withdraw", "3", "match begins, deal ends, ben leaves, gus asks seat 2", "gus refuses",
     {"asks": None}),
    ("who can't pay gets no seat", "3 ante 600",
     "match begins, deal ends, ben leaves, gus has 599, gus asks seat 2, ana agrees", "cy agrees",
     {"refused": InsufficientChips, "asks": None, "left": {1: BEN}}),
    ("nobody is left to agree", "2 ante 100", "match begins, deal ends, ben leaves, gus asks seat 2", "ana leaves",
     {"ending": "left", "purses": {}}),
    ("who was removed plays on", "3", "match begins, others play until ben", "host removes ben",
     {"asked": {BEN}, "missed": {}}),
    ("to the end of the deal", "3", "match begins, host removes ben", "deal ends",
     {"stage": "vacant", "seats": (ANA, None, CY)}),
    ("and doesn't come back", "3", "match begins, host removes ben, deal ends", "ben sits",
     {"refused": "has removed you"}),
    ("or ask to", "3", "match begins, host removes ben, deal ends", "ben asks seat 2", {"refused": "has removed you"}),
    ("nobody gets their ante", "3 ante 100", "match begins, host removes ben, deal ends, gus asks seat 2", "all agree",
     {"seats": (ANA, GUS, CY), "purses": {"ana": 900, "cy": 900, "gus": 900}}),
    ("nor by an end", "3 ante 100", "match begins, host removes ben, deal ends, ana asks end", "all agree",
     {"ending": "agreed", "purses": {}}),
    ("nor by taking the match", "3 ante 100", "match begins, host removes ben, host removes cy, deal ends",
     "ana takes match", {"ending": "default", "purses": {}}),
    # Somebody is forgotten
    ("the clock plays for them", "3 ante 50", f"match begins, others play until ben, {FORGOTTEN}",
     "others play until cy", {"seats": (ANA, STAND_IN, CY), "people": (ANA, STAND_IN, CY)}),
    ("until somebody takes the seat", "3 ante 50", f"match begins, {FORGOTTEN}", "deal ends",
     {"left": {1: STAND_IN}, "stage": "vacant", "purses": {"ana": 950, "ben": 0, "cy": 950}}),
    ("a restart doesn't know them", "3", f"match begins, {FORGOTTEN}", "bot restarts",
     {"seats": (ANA, STAND_IN, CY), "people": (ANA, STAND_IN, CY), "playing": True}),
    ("nobody waits for them in a pause", "3",
     f"match begins, others play until ben, ana asks pause, all agree, {FORGOTTEN}", "bot restarts",
     {"paused": True, "seconds": None, "asked": {CY}, "continue": [ANA, CY]}),
    ("after which it goes on", "3",
     f"match begins, ana asks pause, all agree, {FORGOTTEN}, ana continues, cy continues", "deal ends",
     {"stage": "vacant"}),
    ("who comes pays, and others share their ante", "3 ante 50",
     f"match begins, deal ends, {FORGOTTEN}, gus asks seat 2", "all agree",
     {"seats": (ANA, GUS, CY), "purses": {"ana": 975, "ben": 0, "cy": 975, "gus": 950}}),
    ("it ends without them", "3 ante 50", f"match begins, deal ends, {FORGOTTEN}, ana asks end", "all agree",
     {"ending": "agreed", "purses": {"ana": 1025, "ben": 0, "cy": 1025}}),
    ("a void one gives theirs to the house", "3 ante 50", f"match begins, {FORGOTTEN}", "host voids match",
     {"purses": {"ben": 0}}),
    # Somebody is gone
    ("who keeps another waiting isn't gone yet", "2", f"{ALONE}, minutes pass 9.5", "ana takes match",
     {"refused": "The other side is still here"}),
    ("after ten minutes they are", "2", ALONE, "minutes pass 10", {"gone": (BEN,)}),
    ("for chips after five", "2 ante 1", ALONE, "minutes pass 5", {"gone": (BEN,)}),
    ("and no sooner", "2 ante 1", ALONE, "minutes pass 4.5", {"gone": ()}),
    ("in a slow one after 72 hours", "2 slow", SLOWLY, "hours pass 72", {"gone": (BEN,)}),
    ("of which none is missing", "2 slow", SLOWLY, "hours pass 71", {"gone": ()}),
    ("so after a pause that all wanted", "2", RESTS, "hours pass 71", {"gone": ()}),
    ("then they are", "2", RESTS, "hours pass 72", {"gone": (BEN,)}),
    ("nobody is while nobody waits", "2", "match begins, deal ends, time passes 41, hours pass 1", "ben continues",
     {"gone": ()}),
    ("time is counted across a restart", "2", f"{ALONE}, minutes pass 5, bot restarts", "minutes pass 5.1",
     {"gone": (BEN,)}),
    ("but none without a bot", "2", f"{ALONE}, minutes pass 5, bot stops 24", "minutes pass 3", {"gone": ()}),
    ("who doesn't answer a claim is waited for", "2", "match begins, bidding ends, somebody claims",
     "time passes 31", {"waits": [ANA]}),
    ("and still after a restart", "2", "match begins, bidding ends, somebody claims, time passes 31", "bot restarts",
     {"waits": [ANA]}),
    ("a turn that is missed is waited for", "2", "match begins", "time passes 61", {"waits": [BEN]}),
    ("until one is taken", "2", "match begins, time passes 61, ben presses, others play until ben", "somebody moves",
     {"waits": []}),
    ("who is gone has lost the match", "2 ante 100", f"{ALONE}, minutes pass 10", "ana takes match",
     {"ending": "default", "winners": (0,), "purses": {"ana": 1100, "ben": 900}}),
    ("and decides nothing", "3", f"{BOTH_BACK}, ana asks end", "cy refuses", {"refused": "away for too long"}),
    ("nobody asks them", "3", f"{BOTH_BACK}, ana asks end", "ben agrees", {"ending": "agreed"}),
    ("nor about their own seat", "3", f"{BOTH_BACK}, ana asks gone cy", "cy agrees", {"refused": "away for too long"}),
    ("which is given away", "3", f"{BOTH_BACK}, ana asks gone cy", "ben agrees", {"left": {2: CY}}),
    ("and not waited for any longer", "3", f"{BOTH_BACK}, ana asks gone cy, ben agrees", "ana presses",
     {"gone": (), "waits": []}),
    ("who comes back in time keeps it", "3", f"{BOTH_BACK}, ana asks gone cy", "cy continues",
     {"gone": (), "seats": (ANA, BEN, CY), "playing": True}),
    ("and nobody gives it away", "3", f"{BOTH_BACK}, ana asks gone cy, cy continues", "ben agrees", {"refused": LATE}),
    ("who isn't gone keeps it", "3", BOTH_BACK, "ana asks gone ben", {"refused": f"<@{BEN}> can't be replaced yet"}),
    ("nobody is gone by their own word", "3", BOTH_BACK, "ana asks gone ana", {"refused": "press Leave"}),
    ("or without a seat", "3", BOTH_BACK, "ana asks gone gus", {"refused": "isn't at this table"}),
    ("or in a deal", "2", "match begins", "ana asks gone ben", {"refused": "A deal is being played"}),
    # It ends
    ("the end takes all", "3 ante 100", "match begins, deal ends, ana asks end", "cy agrees",
     {"stage": "between", "agree": [BEN]}),
    ("then the antes go back", "3 ante 100", "match begins, deal ends, ana asks end", "all agree",
     {"stage": "over", "ending": "agreed", "winners": (), "purses": {}}),
    ("and nobody comes", "2", "match begins, deal ends, ana asks end, ben agrees", "gus sits",
     {"refused": "This match is over"}),
    ("or is ready", "2", "match begins, deal ends, ana asks end, ben agrees", "ana readies",
     {"refused": "This match is over"}),
    ("its table closes", "2", "match begins, deal ends, ana asks end, ben agrees", "minutes pass 11", {"closed": True}),
    ("a deal is played while one asks", "2", "match begins", "ana asks end", {"playing": True}),
    ("and doesn't count when all agree", "2 ante 100", "match begins, ana asks end", "ben agrees",
     {"playing": False, "ending": "agreed", "deal": None, "purses": {}}),
    ("who is away is asked", "2", "match begins, ben sleeps", "ana asks end", {"agree": [BEN], "stage": "deal"}),
    ("the host asks and decides nothing", "2", "match begins, deal ends", "host proposes end",
     {"agree": [ANA, BEN], "stage": "between"}),
    ("one no is enough", "2", "match begins, deal ends, host proposes end, ana agrees", "ben refuses",
     {"stage": "between", "asks": None}),
    ("a pause ends the question", "3", "match begins, deal ends, ana asks end", "time passes 41",
     {"paused": True, "asks": None}),
    ("so does the end", "4", "match begins, deal ends, ben leaves, dee leaves, ana asks end", "cy takes match",
     {"ending": "default", "asks": None}),
    ("when the last leaves, the deal is over", "2 ante 100", "match begins, ana asks pause, ben agrees, ana leaves",
     "ben leaves", {"playing": False, "ending": "left", "purses": {}}),
    ("not before", "2", "match begins, ana asks pause, ben agrees", "ana leaves", {"playing": True, "ending": ""}),
    ("a void one returns the antes, and says why", "2 ante 100", "match begins, somebody moves", "host voids match",
     {"closed": True, "ending": "void", "why": (HOST, "they quarrel"), "purses": {}}),
    ("between deals, too", "3 ante 100", "match begins, deal ends, ben leaves", "host voids match",
     {"closed": True, "ending": "void", "purses": {}}),
    ("a deal of other rules is void", "3 ante 100", OTHER_RULES, "bot restarts",
     {"stage": "between", "purses": {"ana": 900, "ben": 900, "cy": 900}}),
    ("and is dealt again by whoever dealt it", "3", f"{OTHER_RULES}, bot restarts, all ready", "deal ends",
     {"dealt": (2, 1)}),
    ("nobody touches it for days", "2 ante 100", "match begins, deal ends, time passes 41, days pass 13",
     "bot restarts", {"closed": False}),
    ("after 14 it ends", "2 ante 100", "match begins, deal ends, time passes 41", "days pass 14", IDLE),
    ("in a deal", "2 ante 100", "match begins, ana asks pause, ben agrees", "days pass 14", IDLE),
    ("with a free seat", "2 ante 100", "match begins, deal ends, ben leaves", "days pass 14", IDLE),
    ("and without a bot", "2 ante 100", "match begins, deal ends, time passes 41", "bot stops 720, time passes 1",
     IDLE),
    ("no clock begins them again", "2", "match begins", "time passes 61", {"missed": {BEN: 1}, "idle since": 61}),
    ("nor time that is counted", "2", ALONE, "minutes pass 10", {"gone": (BEN,), "idle since": 600}),
    ("a press does", "2", "match begins, deal ends, time passes 41, days pass 13", "ana presses", {"idle since": 0}),
]  # fmt: skip


@cases(ROWS)
def test_what_comes_of_it(table, before, happens, then):
    assert AtMatch(*table.split()).becomes(before, happens, then) == then


FORCED = "match begins, ana bids 7N sans, ben plays pass, cy plays pass, dee plays pass, ben wants PLAYS_FORCED"
NOT_FORCED = f"{FORCED}, ben wants PLAYS_FORCED off"
LED = f"{FORCED}, ana lays AC"
BY_BOT, BY_ANA = {"last": (MoveRow(1, 1, "play 5C", MadeBy.BOT),)}, {"last": (MoveRow(1, 0, "play AC", MadeBy.PERSON),)}
FORCED_ROWS = [
    ("the only card is played after a second", "4", LED, "time passes 1", BY_BOT | {"asked": {CY}, "seconds": 30}),
    ("not before", "4", LED, "time passes 0.9", BY_ANA),
    ("or for who doesn't want it", "4", f"{NOT_FORCED}, ana lays AC", "time passes 29", BY_ANA),
    ("for whom the clock plays", "4", f"{NOT_FORCED}, ana lays AC", "time passes 31", {"missed": {BEN: 1}}),
    ("until they want it", "4", f"{NOT_FORCED}, ana lays AC, time passes 9, ben wants PLAYS_FORCED", "time passes 1",
     BY_BOT),
    ("in later deals, too", "4", FORCED, "deal ends", {"forced": (BEN,)}),
    ("each as they like", "4", f"{FORCED}, cy wants PLAYS_FORCED", "ben wants PLAYS_FORCED off", {"forced": (CY,)}),
    ("who doesn't play wants nothing", "4", FORCED, "gus wants PLAYS_FORCED", {"refused": NOT_THEIRS}),
    ("nobody sees it", "4", f"{FORCED}, time passes 5", "cy wants PLAYS_FORCED", {"drawn": False, "seconds": 25}),
    ("a pause holds it back", "4", f"{LED}, ana asks pause, all agree", "time passes 9", BY_ANA),
    ("until all are back", "4", f"{LED}, ana asks pause, all agree, all continue", "time passes 1", BY_BOT),
    ("it is neither missed nor a press", "4", f"{FORCED}, ben misses 1, ana lays AC", "time passes 1",
     {"missed": {BEN: 1}, "idle since": 1}),
    ("who presses first has played it", "4", f"{LED}, ben lays 5C", "time passes 29",
     {"last": (MoveRow(1, 1, "play 5C", MadeBy.PERSON),), "asked": {CY}}),
    ("nobody is mentioned for it", "4 slow", FORCED, "ana lays AC", {"mentioned": set()}),
    ("but who is asked next", "4 slow", LED, "time passes 1", {"mentioned": {CY}}),
]  # fmt: skip


@cases(FORCED_ROWS)
def test_a_card_that_is_the_only_legal_one(monkeypatch, table, before, happens, then):
    """Ana is to lead at no trumps, and Ben has one club."""
    deals = Deals()
    deals.stand_in(monkeypatch)
    deals.deal("AC KC QC JC 10C 9C 8C AH KH QH, 5C AS KS QS JD 10S 9S 8S 7S 6S")
    assert AtMatch(*table.split()).becomes(before, happens, then) == then


def test_seats_and_the_first_dealer_are_drawn_by_the_promised_shuffle():
    orders, dealers = set(), set()
    for seed in range(6):
        desk = AtMatch("4")
        desk.random = Random(seed)
        desk.hears("ana sits")
        desk.table = replace(desk.table, seed=desk.random.randbytes(32))
        desk.hears("ben sits, cy sits, dee sits, host draws seats on, all ready")
        assert set(desk.table.lobby.seats) == {ANA, BEN, CY, DEE}
        assert desk.state.players == desk.table.lobby.seats == desk.table.play.setup.people
        orders.add(desk.table.lobby.seats)
        dealers.add(desk.table.play.round.auction.dealer)
        gathered = with_state(desk.table.lobby, players=(), dealing=False, points=(), random=False)
        again = match.after_change(desk.table.terms, match.start(gathered), desk.table.shuffle)
        assert MatchState.of(again).dealer == desk.table.play.round.auction.dealer
    assert min(len(orders), len(dealers)) > 1


@pytest.mark.parametrize(
    ("table", "here", "chips"),
    [
        ("2", [0], [1101, 899]),
        ("3", [0, 2], [1051, 899, 1050]),
        ("3", [1], [899, 1202, 899]),
        ("4", [0, 1, 2], [1051, 1000, 1050, 899]),
        ("4", [0, 1], [1101, 1101, 899, 899]),
        ("4", [0], [1303, 899, 899, 899]),
        ("5", [0, 1, 4], [1068, 1067, 899, 899, 1067]),
        ("6", [0, 1, 2, 3, 4], [1034, 1000, 1034, 1000, 1033, 899]),
        ("6 pairs", [0, 1, 2, 3, 4], [1026, 1025, 1000, 1025, 1025, 899]),
        ("6 pairs", [2, 5], [899, 899, 1202, 899, 899, 1202]),
    ],
)
def test_a_player_who_has_left_forfeits_the_ante_to_the_other_sides(table, here, chips):
    desk = AtMatch(*table.split(), "ante", "101")
    desk.hears("match begins, deal ends")
    people = desk.table.lobby.seats
    for person in people:
        if people.index(person) not in here:
            desk.hears(f"{NAMES[person]} leaves")
    is_won = side_left(desk.table.lobby, desk.table.terms.options) is not None
    first = NAMES[people[here[0]]]
    desk.hears(f"{first} takes match" if is_won else f"{first} asks end, all agree")
    assert desk.seen("ending") == ("default" if is_won else "agreed")
    assert [*map(desk.chips, people)] == chips
    assert sum(chips) == 1000 * len(people)


def test_the_players_in_a_deal_wait_for_somebody_who_is_away():
    desk = AtMatch("3")
    desk.hears("match begins")
    for _ in range(200):
        if not desk.table.is_playing:
            desk.hears("ana readies, cy readies, time passes 41")
        elif BEN in desk.table.people_asked:
            desk.hears("time passes 61")
        else:
            desk.hears("somebody moves, time passes 29")
    assert BEN in desk.state.gone


def test_once_a_match_has_begun_its_seats_are_neither_chosen_nor_drawn_and_a_pause_is_asked_for_once():
    state = MatchState(players=(ANA, BEN), started=True, dealing=True)
    lobby = Lobby(seats=(ANA, BEN), game_state=state)
    for press in (
        lambda: match.take_seat(lobby, ANA, 1),
        lambda: match.draw_seats(lobby, True),
        lambda: match.start(lobby),
        lambda: match.invite(lobby, CY, (ANA, BEN)),
    ):
        with pytest.raises(IllegalAction, match="This match has started already"):
            press()
    with pytest.raises(IllegalAction, match="That has been decided already"):
        match.ask_pause(with_state(lobby, paused=True), ANA)


def test_a_proposal_fits_into_a_buttons_address():
    proposal = Proposal(ProposalKind.GONE, 2**63 - 1, 2**63 - 2)
    address = Address(10**17, f"{10**8}.{10**5}", "yes", proposal.key)
    assert re.fullmatch(PATTERN, str(address))
    assert len(f"b:{address}") <= 100
    bid = Address(1, "1.0", "move", "bid open-misere sans")
    assert Address.of(re.fullmatch(PATTERN, str(bid))) == bid


def test_the_losers_of_a_match_have_their_places_by_points_and_who_left_the_winners_has_none():
    options = Options(players=3)
    lobby = Lobby(
        seats=(ANA, BEN, CY), game_state=MatchState(players=(ANA, BEN, CY), points=(120, 510, 300), winners=(1,))
    )
    assert [place for _, _, place in standing(lobby, options)] == [3, 1, 2]
    with_house = MatchState(players=(ANA, BEN, house_player(1, 0)), points=(120, 510, 300), winners=(1,))
    assert standing(replace(lobby, game_state=with_house), options) == ()
    left = MatchState(
        players=(ANA, BEN, CY, DEE), winners=(1,), ending=Ending.DEFAULT.value, stayed=(1,), points=(0, 0)
    )
    assert standing(replace(lobby, game_state=left), Options()) == ((0, 0, 2), (1, 1, 1), (2, 0, 2))


def test_nobody_takes_a_match_while_those_who_left_in_the_deal_can_still_come_back():
    options = Options(players=2)
    lobby = Lobby(seats=(ANA, BEN), game_state=MatchState(players=(ANA, BEN), started=True, dealing=True))
    assert side_left(lobby.leave_after_round(BEN), options) is None
    assert side_left(with_state(lobby, dealing=False).leave(BEN), options) == 0


def test_while_all_are_away_only_whoever_has_the_turn_is_waited_for_and_between_deals_who_is_not_ready():
    lobby = Lobby(seats=(ANA, BEN), game_state=MatchState(players=(ANA, BEN), started=True, dealing=True))
    assert absence.waited_for(replace(lobby, missed={BEN: 9}), [ANA]) == [ANA, BEN]
    assert absence.waited_for(replace(lobby, missed={ANA: 9, BEN: 9}), [ANA]) == [ANA]
    assert absence.waited_for(with_state(replace(lobby, ready=frozenset({ANA})), dealing=False), []) == [BEN]
