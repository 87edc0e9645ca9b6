"""Matches of Five Hundred at a table without Discord: who sits, and deals that the simplest of players play."""

from functools import partial

from msgspec.structs import replace

from data.people import is_member
from data.tables.matches import MatchChange, Matches
from games.five_hundred import MakeBid, Options, Phase, SixTeams
from tables import events
from tables.change import called
from tables.clock import Pace
from tables.events import Act, Arrange
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import (
    Habit,
    MatchState,
    awaited_to_agree,
    awaited_to_go_on,
    stage_of,
    vacated,
    with_state,
)
from tables.game import Terms
from tables.modes import Chips
from tables.table import UNTOUCHED
from tests.tables.heard import PEOPLE, PURSE, Heard
from tests.tables.room import ANA, GUILD, GUS

EVERYBODY = tuple(PEOPLE.values())[:6]
DEE, ELI, FAY = EVERYBODY[3:]
NAMES = {person: name for name, person in PEOPLE.items()}


def simplest(deal, seat):
    """The lowest bid where nobody has bid, and otherwise what the clock plays."""
    bids = [action for action in deal.legal_actions(seat) if isinstance(action, MakeBid)]
    wants = deal.phase is Phase.AUCTION and bids and deal.auction.standing is None
    return str(bids[0] if wants else deal.default_action(seat))


class MatchRoom:
    """A room with tables of Five Hundred."""

    def __init__(self, room):
        self.room = room
        self.open_tables = room.open_tables = room.another_floor(FiveHundredGame())
        self.matches = Matches(room.store)

    async def open(self, pace=Pace.NORMAL, **options):
        """A table with nobody at it."""
        await self.room.meet(*EVERYBODY, GUS)
        return await self.room.open(Terms(0, 0, Options(**options), pace), FiveHundredGame())

    async def started(self, pace=Pace.NORMAL, people=EVERYBODY, **options):
        """A match in its first deal, with as many of these people as play, in this order."""
        live = await self.open(pace, **options)
        people = people[: len(live.table.lobby.seats)]
        await self.all_say(live, match.sit, *people)
        await self.all_say(live, match.ready, *people)
        return live

    async def after_a_deal(self, **options):
        """A match after its first deal."""
        live = await self.started(**options)
        await self.play_out(live)
        return live

    async def says(self, live, person, verb, *more):
        """`person` says one of the verbs of `match`."""
        await live.do(Arrange(person, lambda lobby: verb(lobby, person, *more), question_id=None, salt="salt"))

    async def agrees(self, live, person, verb=match.agree):
        """`person` says yes to the open proposal, or no with `match.refuse`."""
        proposal = MatchState.of(live.table.lobby).proposal
        await self.says(live, person, verb, proposal.key if proposal else "pause 101")

    async def all_say(self, live, verb, *people):
        """Everybody at the table says it, or those who are named."""
        for person in people or live.table.lobby.seats:
            await self.says(live, person, verb)

    async def play_out(self, live):
        """Play the deal to its end; the first bidder bids as little as possible, and after that nobody thinks."""
        number = live.table.rounds
        while live.table.is_playing and live.table.rounds == number:
            await self.move(live)

    async def move(self, live):
        """One move of somebody whose turn it is."""
        deal = live.table.play.round
        seat = min(deal.to_act)
        person = live.table.play.setup.user_id_in(seat)
        await live.do(Act(person, live.table.question_id, simplest(deal, seat)))

    async def play_match(self, live):
        """Deal after deal until somebody has won."""
        while not MatchState.of(live.table.lobby).is_over:
            if not live.table.is_playing:
                await self.all_say(live, match.ready)
            await self.play_out(live)

    async def again(self, live):
        """The table as another process finds it."""
        self.open_tables.stop()
        self.open_tables = self.room.open_tables = self.room.another_floor(FiveHundredGame())
        await self.open_tables.resume()
        return self.open_tables.find(live.table.id)

    async def row(self, live):
        """The match's row, and its deals'."""
        return await self.matches.match(GUILD, live.table.id)


def match_state(live):
    """How the match stands."""
    return MatchState.of(live.table.lobby)


class AtMatch(Heard):
    """A table of Five Hundred, such as `3 ante 100` or `2 slow`."""

    mode = Chips()
    rows = MatchChange()
    """What was written last of the match."""
    mentioned = frozenset()

    def __init__(self, *about):
        super().__init__(FiveHundredGame(), self.terms(*about))

    def terms(self, players, *about):
        """Of such a table."""
        pace = Pace.SLOW if "slow" in about else Pace.NORMAL
        ante = int(about[about.index("ante") + 1]) if "ante" in about else 0
        teams = SixTeams.PAIRS if "pairs" in about else SixTeams.TEAMS
        return Terms(0, 0, Options(int(players), ante=ante, six_teams=teams), pace, self.mode)

    def _write(self, draft, facts):
        before = self.table
        super()._write(draft, facts)
        self.mentioned = called(before, self.table, draft.actor_id)
        self.rows = self.books.last.match or self.rows

    @property
    def state(self):
        return MatchState.of(self.table.lobby)

    def _says(self, who, verb, *more):
        self.does(Arrange(who, lambda lobby: verb(lobby, who, *more), salt="salt"))

    # Before it

    def _sits(self, who):
        self._says(who, match.sit)

    def _picks(self, who, seat):
        self._says(who, match.take_seat, int(seat) - 1)

    def _draws(self, who, _seats, on):
        self.does(Arrange(who, lambda lobby: match.draw_seats(lobby, on == "on")))

    def _starts(self, who):
        self.does(Arrange(who, match.start, salt="salt"))

    def _is(self, who, _blocked):
        self.blocked = {who}

    def _begins(self, what):
        """Everybody sits down in the order of their names, and is ready."""
        people = EVERYBODY[: len(self.table.lobby.seats)] if what == "match" else ()
        for person in people:
            self._sits(person)
        for person in people:
            self._readies(person)
        if not people:
            super()._begins(what)

    def _readies(self, who):
        self._says(who, match.ready)

    def _ready(self, _all):
        for person in filter(is_member, self.table.lobby.seats):
            self._readies(person)

    # A deal

    def _moves(self, _somebody):
        """One move of whoever is asked first."""
        deal = self.table.play.round
        seat = min(deal.to_act)
        person = self.table.play.setup.user_id_in(seat)
        self.does(Act(person, self.table.question_id, simplest(deal, seat)))

    def _ends(self, what):
        """A deal, played by those who are asked; or its bidding."""
        number = self.table.rounds
        while self.table.is_playing and self.table.rounds == number:
            if what == "bidding" and self.table.play.round.phase is Phase.PLAY:
                break
            self._moves("somebody")

    def _play(self, _others, _until, whom):
        while self.table.people_asked != {PEOPLE[whom]}:
            self._moves("somebody")

    def _sleeps(self, who):
        """Until the clock plays for them."""
        while not self.table.lobby.is_away(who):
            self._play("others", "until", NAMES[who])
            self._passes("time", self.seen("seconds"))

    def _claims(self, _somebody):
        (person,) = self.table.people_asked
        self._plays(person, "claim")

    def _bids(self, who, *bid):
        self._plays(who, f"bid {' '.join(bid)}")

    def _lays(self, who, card):
        self._plays(who, f"play {card}")

    def _wants(self, who, habit, is_on="on"):
        """A habit, or no longer."""
        change = partial(match.change_habit, user_id=who, habit=Habit[habit], on=is_on == "on")
        self.does(Arrange(who, change, quietly=True))

    # What people ask each other

    def _asks(self, who, what, about=None):
        verbs = {"pause": match.ask_pause, "end": match.ask_end, "seat": match.ask_seat, "gone": match.ask_gone}
        self._says(who, verbs[what], *([] if about is None else [PEOPLE.get(about) or int(about) - 1]))

    def _agrees(self, who, *key, verb=match.agree):
        """To what is asked, or what a button of before has asked."""
        proposal = self.state.proposal
        self._says(who, verb, " ".join(key) or (proposal.key if proposal else "pause 101"))

    def _refuses(self, who, *key):
        self._agrees(who, *key, verb=match.refuse)

    def _agree(self, _all):
        for person in awaited_to_agree(self.table.lobby):
            self._agrees(person)

    def _continues(self, who):
        self._says(who, match.go_on)

    def _continue(self, _all):
        for person in filter(is_member, self.table.lobby.seats):
            self._continues(person)

    def _takes(self, who, _match):
        self._says(who, lambda lobby, _: match.take(self.table.terms, lobby, who))

    def _proposes(self, who, _end):
        self.does(Arrange(who, lambda lobby: match.with_end_proposed(lobby, who)))

    def _forgets(self, _bot, whom):
        self.forgets(PEOPLE[whom])
        self.does(events.Forgotten())

    def _removes(self, who, whom):
        self.does(events.Remove(PEOPLE[whom], who, is_manager=True))

    def _voids(self, who, _match):
        self.does(events.Void(who, "they quarrel", is_of_match=True))

    def _lives(self, _process):
        self.dies = lambda: False

    def _change(self, _rules):
        self.game.rules += 1

    def _stops(self, _bot, hours):
        """For so many hours."""
        self.uptime += float(hours) * 3600
        self.comes_back()

    def _pass(self, unit, many):
        self._passes("time", float(many) * {"minutes": 60, "hours": 3600, "days": 86_400}[unit])

    def seen(self, what):
        lobby, state, idle_at = self.table.lobby, self.state, self.table.ends_at
        proposal, rows = state.proposal, self.rows
        own = {
            "stage": stage_of(lobby).value,
            "paused": state.paused,
            "ready": lobby.ready,
            "seats": lobby.seats,
            "purses": {name: self.chips(who) for name, who in PEOPLE.items() if self.chips(who) != PURSE},
            "round": self.table.rounds,
            "salt": self.table.salt,
            "asks": proposal and proposal.key,
            "agree": awaited_to_agree(lobby),
            "continue": awaited_to_go_on(lobby),
            "left": vacated(lobby),
            "gone": state.gone,
            "waits": [wait.person for wait in state.waits],
            "back": state.back,
            "ending": state.ending,
            "winners": state.winners,
            "players": {who: rows.since for _, who in rows.players},
            "deal": rows.deal,
            "why": (rows.ended_by, rows.reason),
            "dealt": (state.deal, rows.deal and rows.deal.dealer),
            "last": self.table.is_playing and self.books.saved.running.moves[-1:],
            "forced": state.plays_forced,
            "mentioned": self.mentioned,
            "idle since": idle_at and round((UNTOUCHED - (idle_at - self.now())).total_seconds()),
        }
        return own[what] if what in own else super().seen(what)


class BesideHouse(AtMatch):
    """A table where house players fill seats and play for members who are away: they make the clock's moves."""

    mode = Chips(substitutes=True)

    def _fills(self, _house, _seats):
        for _ in range(self.table.lobby.seats.count(None)):
            self.does(Arrange(ANA, lambda lobby: lobby.add_house_player(self.table.id)))

    def _moves(self, somebody):
        if self.table.house_seats:
            play = self.table.play
            moves = {seat: str(play.round.default_action(seat)) for seat in self.table.house_seats}
            self.does(events.HouseMoves(self.table.question_id, moves))
        else:
            super()._moves(somebody)

    def _play(self, others, until, whom):
        if whom != "house":
            return super()._play(others, until, whom)
        while not self.table.house_seats:
            self._moves("somebody")
        return None

    def _acts(self, who):
        """As the clock would, in their seat, whoever plays for them."""
        play = self.table.play
        self._plays(who, str(play.round.default_action(play.setup.seat_of(who))))

    def _are(self, _points, *points):
        lobby = with_state(self.table.lobby, points=tuple(map(int, points)))
        self.table = replace(self.table, lobby=lobby)

    def seen(self, what):
        lobby, last = self.table.lobby, self.state.last
        own = {
            "holders": " ".join(NAMES.get(who, "house") if who else "nobody" for who in lobby.seats),
            "promised": [*lobby.promised_seats.values()],
            "house asked": self.table.house_seats,
            "gives way": self.table.gives_way,
            "replaced": len(self.state.replaced),
            "played for": last and (last.played_for, last.away),
        }
        return own[what] if what in own else super().seen(what)
