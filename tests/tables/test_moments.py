"""What comes of one thing at a table, as rows: what was before, what happens, and how it is then.

`step` and `due` decide it at a table of Blackjack without a loop or a database (books.py), where Ana, Ben and Cy have
1,000 chips each. Names and verbs are those of `Heard` and `Blackjack`.
"""

from functools import partial

import pytest

from data.ledger.flows import Flow
from data.ledger.ledger import InsufficientChips
from data.tables.matches import Ending
from data.tables.saved import MadeBy
from tables import events
from tables.blackjack import blackjack_adapter as blackjack
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.clock import Pace
from tables.draft import NeedsConfirmation, StaleClick
from tables.events import Act, Arrange
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import Habit
from tables.game import Terms
from tables.modes import Practice
from tables.pontoon import bank
from tables.pontoon.bank_state import after_press
from tables.pontoon.pontoon_adapter import PontoonGame
from tables.step import due
from tests.tables.heard import Heard, cases
from tests.tables.room import ANA, BEN, CY, HOST, TERMS


class Blackjack(Heard):
    """A table of Blackjack."""

    def _bets(self, who, chips):
        bet = partial(blackjack.bet, self.table.terms, user_id=who, main=int(chips), pair=0)
        self.does(Arrange(who, bet, None if self.table.is_playing else self.table.question_id, "salt"))

    def _backs(self, who, boxes, chips, follows=None):
        """Behind each of these boxes, and whether that bet follows a double or a split, as far as that is said."""
        about = {
            "boxes": [*map(int, boxes)],
            "main": int(chips),
            "pair": 0,
            "follows": follows and follows == "follows",
        }
        bets = partial(blackjack.bet_behind, self.table.terms, user_id=who, **about)
        self.does(Arrange(who, bets, self.table.question_id, "salt"))

    def _repeats(self, who):
        self.does(Arrange(who, partial(blackjack.bet_again, self.table.terms, user_id=who), salt="salt"))

    def _takes(self, who, _back):
        self.does(Arrange(who, lambda lobby: lobby.clear(who)))


BOTH = "ana sits, ben sits, ana bets 100"
ROUND = f"{BOTH}, ben bets 100"
FULL = [1000] * 3
LATER = "The bot is about to restart"
TWO, LOW = "5S 6D, 10S 9D v 9H", "2S 3D, 10S 9D v 9H then 4C KC 8C"
ACE = "5S 6D, 10S 9D v AH"
INSURED = "ana sits, ben sits, cy backs 0 50, ana bets 100, ben bets 100, ana plays insure"
FIVES, BACKED = "5S 5D v 10H then 10C 9C 9D", "ana sits, cy backs 0 50, ana bets 100"
THREE = "5S 6D, 5C 6H, 4S 7D v 9H then 2C 2D 2H 10C"
ALL = "ana sits, ben sits, dee sits, cy backs 012 50, ana bets 100, ben bets 100, dee bets 100"
BEHIND = "ana sits, ben sits, cy backs 0 50, host backs 0 50, ana bets 100, ben bets 100"
PERSON, CLOCK = MadeBy.PERSON, MadeBy.CLOCK
ROWS = [
    # A round begins
    ("the last bet and the deal are one change", TWO, BOTH, "ben bets 50",
     {"playing": True, "changes": 1, "posted": [("bet", 50, 1, BEN)], "moves": []}),
    ("or who has none leaves", TWO, BOTH, "ben leaves", {"playing": True, "people": (ANA, None, None)}),
    ("what the deal itself pays is nobody's deed", "AS KD, AC KH v 9H", BOTH, "ben bets 50",
     {"posted": [("bet", 50, 1, BEN), ("stake back", 100, 1, None), ("win", 150, 1, None), ("stake back", 50, 1, None),
                 ("win", 75, 1, None)], "chips": [1150, 1075, 1000]}),
    ("a last bet that can't be paid begins nothing", TWO, f"{BOTH}, ben has 20", "ben bets 50",
     {"refused": InsufficientChips, "playing": False}),
    ("of a failed deal all bets go back", TWO, f"{BOTH}, jam begins", "ben bets 50",
     {"void": True, "chips": FULL, "posted": [("bet back", 100, 1, None), ("bet back", 50, 1, None)],
      "seats": (ANA, BEN, None), "faults": ["the shoe is jammed"]}),
    ("it is void until the next begins", TWO, f"{BOTH}, jam begins, ben bets 50, jam ends, ana bets 100",
     "ben bets 50", {"void": False, "playing": True}),
    ("a deal that no table can pay takes no bet", TWO, f"{BOTH}, stranger begins", "ben bets 50",
     {"refused": "nobody plays as seat 2", "chips": [900, 1000, 1000], "seats": (ANA, BEN, None)}),
    ("bets close and the round begins", "10S 9D v 9H", "ana sits, ben sits, cy sits, ben bets 100", "time passes 20",
     {"playing": True, "people": (None, BEN, None)}),
    ("nobody bets during a round", TWO, ROUND, "cy bets 100", {"refused": StaleClick, "staked": {}}),
    ("leaving has come to mean more", TWO, ROUND, "ana leaves FREE", {"refused": NeedsConfirmation, "leaving": set()}),
    ("and whoever agrees to that leaves", TWO, ROUND, "ana leaves PLAYED", {"leaving": {ANA}}),
    ("and may sit down again", LOW, f"{ROUND}, ana leaves", "ana sits", {"leaving": set(), "seats": (ANA, BEN, None)}),
    ("a quiet press draws nothing", TWO, BOTH, "ana presses quietly", {"drawn": False}),
    ("but for who was away", TWO, f"{BOTH}, ana misses 2", "ana presses quietly", {"drawn": True, "missed": {}}),
    # In a halted server
    ("no bet is placed", TWO, f"{BOTH}, halt begins", "ben bets 50", {"refused": LATER, "chips": [900, 1000, 1000]}),
    ("none is raised", TWO, f"{BOTH}, halt begins", "ana bets 110", {"refused": LATER}),
    ("one is lowered", TWO, f"{BOTH}, halt begins", "ana bets 40", {"staked": {ANA: 40}, "chips": [960, 1000, 1000]}),
    ("or taken back", TWO, f"{BOTH}, halt begins", "ana takes back", {"staked": {}, "chips": FULL}),
    ("bets stay when they close", TWO, f"{BOTH}, halt begins", "time passes 21",
     {"playing": False, "staked": {ANA: 100}, "seconds": 19, "faults": []}),
    ("where nobody waits for its end, they go back", TWO, f"{BOTH}, block begins", "time passes 21",
     {"closed": True, "by": "blocked", "chips": FULL}),
    ("no round begins when the last leaves who has not bet", TWO, f"{BOTH}, halt begins", "ben leaves",
     {"playing": False, "seats": (ANA, None, None), "staked": {ANA: 100}}),
    ("it begins when the halt is over", TWO, f"{BOTH}, halt begins, ben leaves, halt ends", "time passes 21",
     {"playing": True}),
    ("nobody's time to bet ends with it", TWO, f"{BOTH}, halt begins, ben leaves", "halt ends", {"playing": False}),
    # Somebody is asked
    ("a move that costs more than there is", TWO, f"{ROUND}, ana has 20", "ana plays double",
     {"refused": InsufficientChips, "moves": []}),
    ("a move that is none now", TWO, ROUND, "ana plays split", {"refused": "You can only split two cards"}),
    ("no move at all", TWO, ROUND, "ana plays fly", {"refused": "can't read that", "moves": []}),
    ("out of turn", TWO, ROUND, "ben plays stand", {"refused": f"It's <@{ANA}>'s turn."}),
    ("between rounds", TWO, BOTH, "ana plays hit", {"refused": StaleClick, "question": "0.b"}),
    ("a seat changes no address", LOW, ROUND, "cy sits", {"question": "1.0"}),
    ("a move does", LOW, ROUND, "ana plays hit", {"question": "1.1", "seconds": 30}),
    ("an old question is over", LOW, f"{ROUND}, ana plays hit", "ana plays hit 1.0", {"refused": StaleClick}),
    ("who is asked with others answers once", ACE, f"{ROUND}, ben plays decline", "ben plays insure",
     {"refused": StaleClick, "chips": [900, 900, 1000], "question": "1.0"}),
    ("and the others still", ACE, f"{ROUND}, ben plays decline", "ana plays insure 1.0", {"question": "1.2"}),
    ("the clock plays for who is late", LOW, f"{ROUND}, ana plays hit", "time passes 30",
     {"moves": [(0, "hit", PERSON), (0, "hit", CLOCK), (0, "stand", CLOCK)], "missed": {ANA: 1}}),
    ("but not for who answers at last", LOW, f"{ROUND}, time passes 29.9, ana plays hit", "time passes 0.2",
     {"moves": [(0, "hit", PERSON)], "missed": {}}),
    ("who is waited for is called at half time", LOW, ROUND, "time passes 15", {"called": {ANA}, "seconds": 15}),
    ("but not who has answered", ACE, f"{ROUND}, ana plays insure", "time passes 15", {"called": {BEN}}),
    ("the news is what a move has shown", LOW, ROUND, "ana plays hit", {"news": ["Drew"]}),
    ("and all that the clock has made", LOW, ROUND, "time passes 30", {"news": ["RanOut", "Drew", "Drew", "Stood"]}),
    ("who has bet behind a hand is asked with the others", LOW, BEHIND, "ana plays double", {"asked": {CY, HOST}}),
    ("and each answers once", LOW, f"{BEHIND}, ana plays double", "cy plays keep", {"asked": {HOST}}),
    ("five seconds without an answer are a no", FIVES, f"{BACKED}, ana plays double", "time passes 5",
     {"playing": False, "chips": [1200, 1000, 1050]}),
    ("of a split, too", FIVES, f"{BACKED}, ana plays split, time passes 5, ana plays stand", "ana plays stand",
     {"playing": False, "chips": [800, 1000, 950]}),
    ("each time", THREE, f"{ALL}, ana plays double, time passes 5, ben plays double, time passes 5",
     "dee plays double", {"asked": {CY}}),
    ("who has said so follows at once", FIVES, "ana sits, cy backs 0 50 follows, ana bets 100",
     "ana plays double, time passes 1", {"playing": False, "chips": [1200, 1000, 1100]}),
    ("or doesn't", FIVES, "ana sits, cy backs 0 50 stays, ana bets 100", "ana plays double, time passes 1",
     {"playing": False, "chips": [1200, 1000, 1050]}),
    ("a split, too", FIVES, "ana sits, cy backs 0 50 follows, ana bets 100", "ana plays split, time passes 1",
     {"asked": {ANA}, "chips": [800, 1000, 900]}),
    ("as far as there are chips", FIVES, "ana sits, cy backs 0 50 follows, ana bets 100, cy has 49",
     "ana plays double, time passes 1", {"playing": False, "chips": [1200, 1000, 149]}),
    ("who has too few follows nothing", FIVES, f"{BACKED}, ana plays double, cy has 49", "cy plays follow",
     {"refused": InsufficientChips}),
    ("a bet goes back when the seat is left", FIVES, "ana sits, cy backs 0 50", "ana leaves",
     {"staked": {}, "chips": FULL}),
    ("or has no bet", TWO, "ana sits, ben sits, cy backs 1 50, ana bets 100", "time passes 20",
     {"playing": True, "chips": [900, 1000, 1000]}),
    ("alone it begins no round", FIVES, "ana sits, cy backs 0 50", "time passes 20",
     {"playing": False, "staked": {}, "chips": FULL}),
    ("the next round waits for who was behind", FIVES, f"{BACKED}, ana plays stand", "ana bets 100",
     {"playing": False}),
    ("and bets again", FIVES, f"{BACKED}, ana plays stand, ana bets 100", "cy repeats", {"playing": True}),
    ("also after a restart", FIVES, f"{BACKED}, ana plays stand, bot restarts", "cy repeats", {"staked": {CY: 50}}),
    ("behind nobody else", FIVES, f"{BACKED}, ana plays stand, ana leaves, dee sits, bot restarts", "cy repeats",
     {"refused": "have left their seats"}),
    # The table closes
    ("nobody comes", TWO, "", "time passes 600", {"closed": True, "by": "idle"}),
    ("whoever played has left", "2S 2D v 9H then 2C 3C 4C KD", "ana sits, ana bets 100", "time passes 660",
     {"closed": True, "by": "idle", "chips": [900, 1000, 1000]}),
    ("in a round it waits for its end", TWO, ROUND, "host closes", {"closed": False, "playing": True}),
    ("whoever was first has closed it", TWO, f"{ROUND}, host closes, ben closes, ana plays stand", "ben plays stand",
     {"closed": True, "by": "host"}),
    ("a manager ends it between rounds", TWO, BOTH, "host voids", {"closed": True, "void": False, "chips": FULL}),
    ("in a round, which does not count", ACE, INSURED, "host voids",
     {"closed": True, "void": True, "chips": FULL, "changes": 2}),
    ("a process that dies halfway", ACE, f"{INSURED}, process dies", "host voids", {"closed": True, "chips": FULL}),
]  # fmt: skip


@cases(ROWS, "dealt", "before", "happens", "then")
def test_what_comes_of_it(shoes, dealt, before, happens, then):
    shoes.deal(dealt)
    assert Blackjack(BlackjackGame(), TERMS).becomes(before, happens, then) == then


WAITS = [
    ("nobody else is expected", "", "ana bets 100", {"playing": True, "people": (ANA, None, None)}),
    ("but not before everybody seated has bet", "ben sits", "ana bets 100", {"playing": False, "seconds": 20}),
    ("which the last of them does", "ben sits, ana bets 100", "ben bets 50", {"playing": True}),
    ("or nobody seated waits any longer", "ben sits, ana bets 100", "ben leaves", {"playing": True}),
    ("a bet behind is one of nobody seated", "ana sits", "ben backs 0 50", {"playing": False}),
    ("and is waited for after a round with it", "ana sits, ben backs 0 50, ana bets 100, ana plays stand",
     "ana bets 100", {"playing": False, "seconds": 20}),
]  # fmt: skip


@cases(WAITS, "before", "happens", "then")
def test_the_cards_come_when_everyone_expected_has_bet(shoes, before, happens, then):
    for _ in range(2):
        shoes.deal("10S 10D v 9H then 10C")
    assert Blackjack(BlackjackGame(), TERMS).becomes(before, happens, then) == then


def test_half_time_and_the_end_of_it_are_due_and_none_when_the_next_time_is_short_or_has_no_end(shoes):
    desk = Blackjack(BlackjackGame(), TERMS)
    desk.hears(ROUND)
    long = desk.table.ticking(0, 30, None)
    short = long.ticking(10, 8, None)
    never = short.ticking(16, None, None)
    again = never.ticking(16, 16, None)
    found = [due(table, at, desk.now) for table, at in ((long, 10), (short, 16), (never, 16), (again, 20))]
    assert found == [(5, events.HalfTime()), (2, events.TimeUp()), None, (4, events.HalfTime())]


def match_of_two(pace, **options):
    """Ana and Ben play Five Hundred with cards that lie face down until they look; the first deal has begun."""
    desk = Heard(FiveHundredGame(), Terms(0, 0, FiveHundredGame.options(players=2, **options), pace))
    face_down = partial(match.change_habit, habit=Habit.FACE_DOWN, on=True)
    for verb in (match.sit, face_down, match.ready):
        for person in (ANA, BEN):
            desk.does(Arrange(person, partial(verb, user_id=person), salt="salt"))
    assert desk.table.is_playing
    return desk


@pytest.mark.parametrize(("misses", "left"), [(0, 0), (1, 1), (2, 0)])
def test_after_a_silent_move_its_players_own_buttons_are_old_ones_and_others_see_who_is_back_by_it(misses, left):
    """Who has missed one turn isn't away, and shows nobody by a silent move that they are there."""
    desk = match_of_two(Pace.NORMAL)
    (asked,) = desk.table.people_asked
    shown, own = desk.table.question_id, desk.table.question_id_of(asked)
    desk.hears(f"{'ana' if asked == ANA else 'ben'} misses {misses}")
    desk.does(Act(asked, own, "look"))
    assert (desk.seen("drawn"), desk.seen("missed")) == (misses == 2, {asked: left} if left else {})
    with pytest.raises(StaleClick):
        desk.does(Act(asked, own, "pass"))
    assert desk.table.question_id == shown


def test_a_match_in_a_blocked_server_is_kept_although_its_clock_rings():
    desk = match_of_two(Pace.NORMAL)
    desk.does(events.GiveUp())
    desk.does(Arrange(ANA, partial(match.ready, user_id=ANA)))
    desk.hears("block begins, time passes 100")
    assert (desk.table.is_kept, desk.table.is_playing, desk.table.is_closed) == (True, False, False)


def test_what_somebody_forfeits_by_leaving_a_match_is_won_from_them_and_not_by_play():
    desk = match_of_two(Pace.NORMAL, ante=50)
    desk.hears("ana leaves FORFEITS")
    while desk.table.is_playing:
        desk.does(Act(BEN, desk.table.question_id, str(desk.table.play.round.default_action(1))))
    desk.does(Arrange(BEN, partial(match.take, desk.table.terms, user_id=BEN)))
    assert desk.books.last.flows == (Flow(ANA, BEN, 50, unearned=True),)


HOUR, DAY = 3600, 86_400


def alone(game):
    """Ana practises with a house player, and is asked in the first round."""
    options = game.options(players=2) if game.match else game.options(shoot=False)
    desk = Heard(game, Terms(10, 100, options, Pace.NORMAL, Practice(substitutes=True)))
    desk.hears("ana sits")
    desk.does(Arrange(ANA, lambda lobby: lobby.add_house_player(1), salt="salt"))
    desk.does(Arrange(ANA, lambda lobby: match.start(lobby) if game.match else bank.start(after_press(lobby))))
    her_turn(desk)
    return desk


def her_turn(desk):
    """The house does as the clock would, until Ana is asked or the round is over."""
    while desk.table.is_playing and ANA not in desk.table.people_asked:
        play = desk.table.play
        moves = {seat: str(play.round.default_action(seat)) for seat in play.to_act}
        desk.does(events.HouseMoves(desk.table.question_id, moves))


def presses(desk):
    """Ana does something else than the clock would, if she can."""
    play, seat = desk.table.play, desk.table.play.setup.seat_of(ANA)
    default = play.round.default_action(seat)
    move = next((move for move in play.round.legal_actions(seat) if move != default), default)
    desk.does(Act(ANA, desk.table.question_id, str(move)))


@pytest.mark.parametrize("game", [PontoonGame, FiveHundredGame])
def test_who_practises_alone_has_a_day_from_their_last_press_on_and_a_second_member_brings_the_clock(game):
    desk = alone(game())
    desk.hears(f"time passes {HOUR}")
    assert (desk.seen("seconds"), desk.seen("changes"), desk.table.deadline) == (DAY - HOUR, 0, None)
    while ANA in desk.table.people_asked:
        presses(desk)
    assert desk.seen("seconds") == DAY
    desk.hears(f"time passes {HOUR}")
    her_turn(desk)
    assert desk.seen("seconds") == DAY - HOUR, "a house player is nobody who presses"
    desk.hears(f"time passes {DAY - 6 * HOUR}")
    desk.comes_back()
    assert desk.seen("seconds") == 5 * HOUR
    desk.hears(f"time passes {4.5 * HOUR}")
    desk.comes_back()
    assert (desk.seen("seconds"), desk.table.lobby.is_away(ANA)) == (HOUR, False), "and an hour at the least"
    desk.does(Arrange(BEN, lambda lobby: match.sit(lobby, BEN) if game.match else after_press(lobby).sit(BEN)))
    assert desk.seen("seconds") <= 60
    assert desk.table.deadline is not None
    desk.hears("ben leaves")
    assert (desk.seen("seconds"), desk.table.deadline) == (DAY, None)
    desk.hears(f"time passes {DAY}")
    assert (desk.seen("closed"), desk.seen("by")) == (True, "idle")
    assert not game.match or desk.books.last.match.ending is Ending.IDLE


@pytest.mark.parametrize("game", [PontoonGame, FiveHundredGame])
def test_the_next_round_of_who_practises_alone_waits_for_them(game):
    desk = alone(game())
    while desk.table.is_playing:
        presses(desk)
        her_turn(desk)
    desk.hears(f"time passes {HOUR}")
    assert not any((desk.table.is_playing, desk.table.is_paused(desk.table.lobby), desk.table.deadline))
    assert ANA in desk.table.lobby.seats


@pytest.mark.parametrize("game", [PontoonGame, FiveHundredGame])
def test_a_round_that_other_rules_make_void_gives_who_practises_alone_a_day(game):
    desk = alone(game())
    desk.game.rules += 1
    desk.comes_back()
    assert (desk.seen("void"), desk.seen("seconds")) == (True, DAY)


@pytest.mark.parametrize("game", [PontoonGame, FiveHundredGame])
def test_once_the_only_member_has_left_the_house_plays_no_more_and_the_clock_ends_the_round_at_once(game):
    desk = alone(game())
    desk.hears("ana leaves")
    assert not desk.table.is_playing
