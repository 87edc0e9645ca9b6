"""What the driver asks of a game besides its rules: who is in the next round, on what terms, and how long they have.

One small adapter per game answers, and the driver itself names no game. `Game` has the answer that most games share,
which is that of a game where people bet against the house; `Match` has what is asked only where people play for more
than a round. An answer never changes anything: methods that begin with `with_`, `before_`, `after_` or `drop_` return
the next lobby, and all others only ask about this one. No discord here.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from data.ledger.flows import Flow
from data.tables.matches import MatchChange
from games.core import HouseOptions, Phrase, Seat, Step
from players.choice import Question
from tables.achievements import Achieved, Achievement
from tables.clock import FORCED_SECONDS, Pace
from tables.lobby import GameState, Leaving, Lobby
from tables.modes import FOR_CHIPS, Mode, Shuffle
from tables.round_in_play import Finished, Setup


class Terms(Struct, frozen=True):
    """What is agreed when a table opens: limits in chips, the game's options, the pace, and the mode."""

    minimum: int
    maximum: int
    options: Any
    pace: Pace
    mode: Mode = FOR_CHIPS


class Window(Struct, frozen=True):
    """A table's wait between two rounds: for `what`, a word of the game's own, and for how long at most.

    The clock starts again when a table comes to wait for something else.
    """

    what: str
    seconds: float


class HouseChange(Struct, frozen=True):
    """What the house player `person` wants to do between two rounds: `change` makes the next lobby, or refuses."""

    person: int
    change: Callable[[Lobby], Lobby]


class Match(Protocol):
    """What is asked where a match lasts over many rounds, and its players have agreed to stay until its end."""

    def is_under_way(self, lobby: Lobby) -> bool:
        """Whether one has begun and isn't over: its table closes neither when idle nor with its channel."""

    def is_over(self, lobby: Lobby) -> bool:
        """Whether nothing more will be played at the table, which shows what was until it closes."""

    def is_paused(self, lobby: Lobby) -> bool:
        """Whether no clock runs, not even in a round, and no move is made."""

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Whether the running round is over with this lobby, and does not count."""

    def ends_at(self, lobby: Lobby, opened_at: datetime, untouched: timedelta) -> datetime | None:
        """When the table closes unless somebody does something, whatever else goes on there."""

    # While the others wait for somebody

    def awaited(self, lobby: Lobby) -> frozenset[int]:
        """The people for whom the table waits by name while no round runs, and who may be called."""

    def gone(self, lobby: Lobby) -> frozenset[int]:
        """The people who have kept the others waiting so long that they are gone."""

    def next_count_at(self, terms: Terms, lobby: Lobby, awaited: Collection[int]) -> datetime | None:
        """When time must be counted again although nothing has changed; None for not at all."""

    def with_time_counted(
        self, terms: Terms, lobby: Lobby, awaited: Collection[int], now: datetime, *, is_touched: bool
    ) -> Lobby:
        """`lobby` with the elapsed time counted; `awaited` are the people whose turn it is in the running round.

        `is_touched` says that a person is about to change something.
        """

    def after_answer(self, lobby: Lobby, user_id: int) -> Lobby:
        """The lobby once `user_id` has made a move."""

    def after_missed(self, lobby: Lobby) -> Lobby:
        """The lobby once members have missed their turns in a running round."""

    def with_absence(self, lobby: Lobby, played_for: Collection[Seat], away: Collection[Seat]) -> Lobby:
        """The lobby of a round at its end: members in these seats were played for at all, and more than they played."""

    # Seats

    def leaves_lineup_unchanged(self, before: Lobby, after: Lobby) -> bool:
        """Whether the match goes on with this change as it would without, and nobody has asked for anything else."""

    def leaving(self, lobby: Lobby, user_id: int) -> Leaving:
        """What leaving the match means for `user_id`, apart from the running round."""

    def after_removal(self, lobby: Lobby, user_id: int) -> Lobby:
        """The lobby once a manager of the server has removed `user_id` from the match."""

    def drop_unserved_waiters(self, lobby: Lobby, may_sit: Callable[[int], bool]) -> Lobby:
        """The lobby in which nobody but people who `may_sit` waits until the others agree to a seat for them."""

    def may_take_over(self, lobby: Lobby) -> bool:
        """Whether the match lets somebody new play on for a house player, now or when the running round is over."""

    # Its rows, and its end

    def flows(self, before: Lobby, after: Lobby) -> tuple[Flow, ...]:
        """Who wins what from whom of what was put in for the whole match, by a change from one lobby to the next."""

    def rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """What a change from one lobby to the next adds to the rows of a match; `ended` is the round that it ends."""

    def after_void(self, terms: Terms, lobby: Lobby) -> Lobby:
        """What is left of the lobby when its round is void. The bets have been returned."""

    def with_end_proposed(self, lobby: Lobby, host: int) -> Lobby:
        """The lobby that asks the players, on behalf of the host, whether the match may end."""

    def before_close(self, terms: Terms, lobby: Lobby, *, by_itself: bool) -> Lobby:
        """The lobby with which a table closes between two rounds; chips there are returned.

        `by_itself` says that it closes because nobody plays there.
        """


OptionsT = TypeVar("OptionsT", bound=HouseOptions)
"""The house options of one game."""
RoundT = TypeVar("RoundT")
"""Its rounds."""


class Game(ABC, Generic[OptionsT, RoundT]):
    """One game as the driver sees it: everything it is ever asked, by when."""

    name: str
    """Its name in the database, in button addresses and in commands: blackjack."""
    title: Phrase
    """Its name for people: Blackjack."""
    rules: int
    """Raised when a saved round would come out differently; rounds saved under another number are void."""
    options: type[OptionsT]
    """The class of its house options."""
    state: type[GameState]
    """The class of what its lobby keeps from one round to the next."""
    parse: Callable[[str], object]
    """The action that `str(action)` names; raises IllegalAction for other text."""
    match: Match | None = None
    """What lasts over many rounds, if anything does."""
    achievable: tuple[Achievement, ...] = ()
    """What can be achieved at this game alone, in the order in which it is listed."""
    asks_purses = False
    """Whether `before_round` and `setup` are told how many chips all seated people have; otherwise they get nothing."""
    has_house_players = False
    """Whether the house fills seats, and plays for members who are away; otherwise the clock plays for them."""
    thinks_for_members = True
    """Whether the house thinks for members who are away; otherwise it makes the clock's moves for them."""
    forced_after = FORCED_SECONDS
    """Seconds until the bot makes a move that was left to it."""

    # When a table opens or comes back, or its server sets other house options

    def read_options(self, saved: str) -> OptionsT:
        """The options that `write_options` wrote."""
        return self.options.from_json(json.loads(saved))

    def write_options(self, options: OptionsT) -> str:
        """`options` as text."""
        return json.dumps(options.to_json())

    @abstractmethod
    def seats(self, options: OptionsT) -> int:
        """How many seats a table has."""

    def options_need_shuffle(self, before: OptionsT, after: OptionsT) -> bool:
        """Whether the new options mean other cards, which need a new shuffle. Most often each deal has its own."""
        return False

    def with_options(self, terms: Terms, lobby: Lobby, options: OptionsT) -> Lobby | None:
        """The lobby once the house options are `options`; None while others apply, as while bets are placed."""
        return None if lobby.bets else lobby

    # Between two rounds: what the table waits for, and who is in the next one

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """What the table waits for with a clock, from the first bet on; None while it waits for anybody at all."""
        return Window("bets", terms.pace.times.betting) if lobby.bets else None

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether a round can be played with the people and bets that are there: anybody has bet."""
        return bool(lobby.bets)

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether a round that can begin has nobody left to wait for.

        All have bet who are seated, or without a seat and waited for.
        """
        expected = {user_id for user_id in lobby.seats if user_id is not None} | lobby.waited_for
        return expected <= {bet.user_id for bet in lobby.bets}

    @abstractmethod
    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        """The next round: who is in it, in the order of the round's seats, not of betting, and with which bets."""

    def after_leaving(self, lobby: Lobby, user_id: int) -> Lobby:
        """The lobby once somebody has left it between two rounds. Raises IllegalAction when they weren't there."""
        return lobby.leave(user_id)

    def after_change(self, terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
        """The immediate consequences of somebody's change of the lobby."""
        return lobby

    def after_window(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Lobby:
        """The lobby after its window is over and no round can begin: bets are returned."""
        return replace(lobby, bets=())

    def after_sale_refused(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The lobby when the server forbids what `after_window` or `before_round` makes somebody pay."""
        return lobby

    def before_round(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """What must be settled before the deal; the round begins if it still can in that lobby."""
        return lobby

    # A round

    @abstractmethod
    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[RoundT]:
        """The deal. Always the same for the same arguments; bets already at the table are staked here."""

    def seconds(self, terms: Terms, playing: RoundT) -> float:
        """How long the people whose turn it is have: the table's pace."""
        return terms.pace.times.turn

    def forced_move(self, lobby: Lobby, setup: Setup, playing: RoundT, seat: Seat) -> object | None:
        """The move of `seat` that its player has left to the bot, such as an only one; None while they are asked."""

    def timeout_is_pass(self, playing: RoundT) -> bool:
        """Whether letting the present question pass is an answer; otherwise it is a missed turn."""
        return False

    # After a round: what it leaves at the table, and what is recorded of it

    def needs_reshuffle(self, played: RoundT) -> bool:
        """Whether the cards must be shuffled after the finished round, as where each has a shuffle of its own."""
        return True

    @abstractmethod
    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: RoundT) -> str:
        """The cards of the finished round as they were dealt; `games.fair.dealt.check` compares `shuffle` with it."""

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: RoundT) -> Achieved:
        """What seats have achieved in a finished round; `lobby` is the one before its end.

        Whoever has achieved the same before is named again.
        """
        return ()

    def flows(self, setup: Setup, played: RoundT) -> tuple[Flow, ...]:
        """Who won what from whom in a finished round, house players too; what the house itself pays is none of it."""
        return ()

    @abstractmethod
    def after_round(self, terms: Terms, lobby: Lobby, setup: Setup, played: RoundT, nets: Mapping[int, int]) -> Lobby:
        """The lobby once a round is over in which each person won or lost `nets` chips.

        It says whose seats are free, what the next round needs from this one, what is still shown of it, and which bets
        are already placed on the next one; their chips go in with the same change.
        """

    # Where the house fills seats, and plays for members who are away

    def purse(self, terms: Terms) -> int:
        """The chips that a house player brings to the table; 0 for none."""
        return 0

    def question(
        self, terms: Terms, lobby: Lobby, setup: Setup, playing: RoundT, seat: Seat, level: str | None = None
    ) -> Question | None:
        """All that `seat` knows, for whoever thinks for it; None where the move of the clock is as good as any.

        It is answered as a house player of this `level` (tables/modes.py) plays; without one the coach asks.
        """
        return None

    def house_waits(self, playing: RoundT) -> int:
        """How many cards' time a house player takes where one member practises: to act, and for what lies there."""
        return 1

    def house_change(
        self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], winnable: Mapping[int, int]
    ) -> HouseChange | None:
        """What a house player does next between two rounds.

        If the game `asks_purses`, these are given, and what members may still win from house players today; whoever
        isn't named there may win any number.
        """
        return None


class ShoeState(GameState, frozen=True):
    """`position` is how many cards of the shoe have been dealt, 0 when all of them are shuffled for the next round."""

    position: int = 0


class ShoeGame(Game[OptionsT, RoundT]):
    """What is the same wherever cards are dealt from a shoe over many rounds: options say of how many `decks` it is."""

    def options_need_shuffle(self, before: Any, after: Any) -> bool:
        """Whether the shoe is a different one."""
        return bool(before.decks != after.decks)

    def with_options(self, terms: Terms, lobby: Lobby, options: OptionsT) -> Lobby | None:
        """Not while bets are placed; a different shoe begins at its first card."""
        if lobby.bets:
            return None
        state = lobby.game_state
        if not isinstance(state, ShoeState) or not self.options_need_shuffle(terms.options, options):
            return lobby
        return replace(lobby, game_state=replace(state, position=0))

    def needs_reshuffle(self, played: Any) -> bool:
        """Whether the cut card has come out."""
        return bool(played.shoe.last_round)


AnyGame: TypeAlias = Game[Any, Any]
"""A game as the engine sees it: the engine runs all games alike."""
