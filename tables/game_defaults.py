"""A game's default answers: `PlainGame` for all games, `HouseGame` where the house pays."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, Self, TypeVar

from data.ledger.flows import Flow
from data.tables.matches import MatchChange
from games.core import Seat
from games.values import replace
from players.choice import Choice, Question
from tables.achievements import Achievement
from tables.game import Finished, HouseChange, RoundT, Setup, Shuffle, Terms, Window
from tables.lobby import Leaving, Lobby
from tables.shoe_state import ShoeState


class Options(Protocol):
    """A game's Options, as plain JSON by option and back."""

    def to_json(self) -> Mapping[str, Any]:
        """Plain values by option name."""

    @classmethod
    def from_json(cls, values: Mapping[str, Any], /) -> Self:
        """The options that `to_json` wrote; others are the default. Raises IllegalAction, TypeError, ValueError."""


OwnT = TypeVar("OwnT", bound=Options)


class PlainGame(Generic[OwnT, RoundT]):
    """These parts of a `Game` are the same wherever each round stands for itself."""

    options: type[OwnT]
    """The class of its Options."""

    # House options

    def read_options(self, saved: str) -> OwnT:
        """The options that `write_options` wrote."""
        return self.options.from_json(json.loads(saved))

    def write_options(self, options: OwnT) -> str:
        """`options` as text."""
        return json.dumps(options.to_json())

    def options_need_shuffle(self, before: OwnT, after: OwnT) -> bool:
        """The cards stay the same, or each deal takes care of that itself."""
        return False

    def with_options(self, terms: Terms, lobby: Lobby, options: OwnT) -> Lobby | None:
        """Between rounds, whatever the server wants."""
        return lobby

    # Between rounds

    def after_change(self, terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
        """Nothing follows automatically."""
        return lobby

    def after_sale_refused(self, terms: Terms, lobby: Lobby) -> Lobby:
        """People pay only the house."""
        return lobby

    # A round

    def seconds(self, terms: Terms, playing: RoundT) -> float:
        """The table's pace."""
        return terms.pace.times.turn

    def timeout_is_pass(self, playing: RoundT) -> bool:
        """Whoever lets a question pass has missed a turn."""
        return False

    def forced_move(self, lobby: Lobby, user_id: int, playing: RoundT, seat: Seat) -> object | None:
        """Everybody makes every move themselves."""
        return None

    # After a round

    achievable: tuple[Achievement, ...] = ()

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: RoundT) -> Mapping[int, tuple[str, ...]]:
        """Nothing is to be achieved."""
        return {}

    def flows(self, setup: Setup, played: RoundT) -> tuple[Flow, ...]:
        """People win from the house alone."""
        return ()

    def flows_between(self, terms: Terms, before: Lobby, after: Lobby) -> tuple[Flow, ...]:
        """Nothing is put in for more than a round."""
        return ()

    def match_rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """There is no match."""
        return None

    def after_void(self, lobby: Lobby) -> Lobby:
        """Only the seated people are left."""
        return replace(lobby, bets=(), nets={}, game_state=None)

    # While the table waits for somebody

    def awaited(self, lobby: Lobby) -> frozenset[int]:
        """Nobody by name."""
        return frozenset()

    def gone(self, lobby: Lobby) -> frozenset[int]:
        """Nobody."""
        return frozenset()

    def next_count_at(self, terms: Terms, lobby: Lobby, asked: Collection[int]) -> datetime | None:
        """Never."""
        return None

    def with_time_counted(
        self, terms: Terms, lobby: Lobby, asked: Collection[int], now: datetime, *, is_touched: bool
    ) -> Lobby:
        """The table waits for nobody longer than a turn."""
        return lobby

    def after_answer(self, lobby: Lobby, user_id: int) -> Lobby:
        """The lobby is unchanged."""
        return lobby

    def leaving(self, lobby: Lobby, user_id: int) -> Leaving:
        """Only the round matters."""
        return Leaving.FREE

    def promising(self, lobby: Lobby, may_sit: Callable[[int], bool]) -> Lobby:
        """They wait for house players' seats alone."""
        return lobby.promising(may_sit)

    def after_removal(self, lobby: Lobby, user_id: int) -> Lobby:
        """Here, people with a seat leave it like anybody else."""
        return lobby.leave(user_id)

    # Players of the house

    has_house_players = False

    def purse(self, terms: Terms) -> int:
        """None."""
        return 0

    def question(self, terms: Terms, lobby: Lobby, setup: Setup, playing: RoundT, seat: Seat) -> Question | None:
        """Nobody thinks."""
        return None

    def house_move(self, choice: Choice, playing: RoundT, seat: Seat, *, for_member: bool) -> str:
        """The best that was found."""
        return choice.action

    def house_change(
        self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], winnable: Mapping[int, int]
    ) -> HouseChange | None:
        """Nothing is decided between two rounds."""
        return None

    def after_house_moves(self, lobby: Lobby, seats: Collection[Seat]) -> Lobby:
        """Nobody asks later for whom the house has played."""
        return lobby

    def after_missed(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The round goes on."""
        return lobby

    # Whether a table is kept, and how it closes

    def gives_way(self, lobby: Lobby) -> bool:
        """Every house player makes room for one person."""
        return lobby.gives_way

    def has_ended(self, lobby: Lobby) -> bool:
        """A table goes on as long as people do."""
        return False

    def outlives_idle(self, lobby: Lobby) -> bool:
        """A table where nobody plays closes."""
        return False

    def is_paused(self, lobby: Lobby) -> bool:
        """The clock always runs."""
        return False

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Rounds are played to their end."""
        return False

    def ends_at(self, lobby: Lobby, opened_at: datetime, untouched: timedelta) -> datetime | None:
        """A table where nobody plays closes, and that is all."""
        return None

    def with_end_proposed(self, lobby: Lobby, host: int) -> Lobby:
        """Nobody is asked."""
        return lobby

    def before_close(self, terms: Terms, lobby: Lobby, *, by_itself: bool) -> Lobby:
        """All bets are returned."""
        return replace(lobby, bets=())


class HouseGame(PlainGame[OwnT, RoundT]):
    """These parts of a `Game` are the same wherever the house pays."""

    asks_purses = False

    def with_options(self, terms: Terms, lobby: Lobby, options: OwnT) -> Lobby | None:
        """Not while bets are placed."""
        return None if lobby.bets else lobby

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """The betting window is open from the first bet on."""
        return Window("bets", terms.pace.times.betting) if lobby.bets else None

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether anybody has bet."""
        return bool(lobby.bets)

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether everybody seated has bet, and everybody without a seat for whom the window waits."""
        expected = {user_id for user_id in lobby.seats if user_id is not None} | lobby.waited_for
        return expected <= {bet.user_id for bet in lobby.bets}

    def after_window(self, terms: Terms, lobby: Lobby) -> Lobby:
        """Bets with which no round can be played are returned."""
        return replace(lobby, bets=())

    def before_round(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """Nothing: the house plays with everybody who has bet."""
        return lobby


class ShoeOptions(Options, Protocol):
    """House options with a shoe."""

    @property
    def decks(self) -> int:
        """How many decks are in it."""


ShoeT = TypeVar("ShoeT", bound=ShoeOptions)


class ShoeGame(HouseGame[ShoeT, RoundT]):
    """These parts of a `Game` are the same wherever cards are dealt from a shoe over many rounds."""

    def options_need_shuffle(self, before: ShoeT, after: ShoeT) -> bool:
        """Whether the shoe is a different one."""
        return before.decks != after.decks

    def with_options(self, terms: Terms, lobby: Lobby, options: ShoeT) -> Lobby | None:
        """Not while bets are placed; a different shoe begins at its first card."""
        if lobby.bets:
            return None
        state = lobby.game_state
        if not isinstance(state, ShoeState) or not self.options_need_shuffle(terms.options, options):
            return lobby
        return replace(lobby, game_state=replace(state, position=0))
