"""What the driver asks of a game besides its rules: who is in the next round, on what terms, and how long they have.

One small adapter per game answers; the driver itself names no game. An answer never changes anything: methods that
begin with `with_`, `before_` or `after_` return the lobby that comes next, and all others only ask about this one. The
answers that most games share are in tables/game_defaults.py. No discord here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from data.ledger.flows import Flow
from data.people import is_house_player
from data.tables.matches import MatchChange
from games.core import Phrase, Round, Seat, Step
from players.choice import Choice, Question
from tables.achievements import Achievement
from tables.clock import Pace
from tables.lobby import GameState, Leaving, Lobby


@dataclass(frozen=True, slots=True)
class HouseTerms:
    """What is agreed about the house when a table opens.

    At a table for `practice` no chips move. With `substitutes` the house plays for members who are away. A `private`
    table is seen by its host alone. With `remembers` house players know the cards of earlier deals of a shuffle.
    """

    practice: bool = False
    substitutes: bool = False
    private: bool = False
    remembers: bool = False

    def to_json(self) -> str:
        """The text that `from_json` reads."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> HouseTerms:
        """The terms that `to_json` wrote, also those of an earlier version."""
        return msgspec.json.decode(text, type=cls)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table opens: limits in chips, the game's options, the pace, and what the house does."""

    minimum: int
    maximum: int
    options: Any
    pace: Pace
    house: HouseTerms = HouseTerms()


@dataclass(frozen=True, slots=True)
class Window:
    """A table's wait between two rounds: for `what`, a word of the game's own, and for how long at most.

    The clock starts again when a table comes to wait for something else.
    """

    what: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A seed nobody has seen and the salt that a member's first bet gave it; they decide the order of the cards."""

    seed: bytes
    salt: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What a round is played with; together with the shuffle it gives the round again, card for card.

    `people` are persons by seat number, None where a seat is not in the round. `body` is the game's own, as plain JSON.
    `sat_out` had a seat and did not play. `winnable` are the chips that members may still win from house players today;
    whoever isn't named there may win any number. `losable` are those that members who may not give chips yet may still
    lose to others.
    """

    people: tuple[int | None, ...]
    body: Mapping[str, Any]
    sat_out: tuple[int, ...] = ()
    winnable: Mapping[int, int] = field(default_factory=dict)
    losable: Mapping[int, int] = field(default_factory=dict)

    @property
    def has_house_players(self) -> bool:
        """Whether a player of the house is in the round."""
        return any(map(is_house_player, self.people))

    def seat_of(self, user_id: int) -> int | None:
        """The number of `user_id` in this round, None for somebody who isn't in it."""
        return self.people.index(user_id) if user_id in self.people else None

    def user_id_in(self, seat: int) -> int:
        """The person who plays as number `seat`."""
        user_id = self.people[seat]
        if user_id is None:
            raise ValueError(f"nobody plays as seat {seat}")
        return user_id

    def to_json(self) -> str:
        """The text that `from_json` reads back into an equal setup."""
        parts: dict[str, Any] = {"people": self.people, "body": self.body, "sat_out": self.sat_out}
        if self.winnable:
            parts["winnable"] = list(self.winnable.items())
        if self.losable:
            parts["losable"] = list(self.losable.items())
        return json.dumps(parts, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Setup:
        """The setup that `to_json` wrote."""
        saved = json.loads(text)
        allowed = (dict(saved.get(name, ())) for name in ("winnable", "losable"))
        return cls(tuple(saved["people"]), saved["body"], tuple(saved["sat_out"]), *allowed)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round, and what it was played with."""

    setup: Setup
    round: Any


OptionsT = TypeVar("OptionsT")
"""The house options of one game."""
RoundT = TypeVar("RoundT")
"""Its rounds."""
RoundT_contra = TypeVar("RoundT_contra", contravariant=True)


class GameOptions(Protocol[OptionsT]):
    """When a table opens or comes back, or its server sets other house options."""

    def read_options(self, saved: str) -> OptionsT:
        """The options that `write_options` wrote."""

    def write_options(self, options: OptionsT) -> str:
        """`options` as text."""

    def seats(self, options: OptionsT) -> int:
        """How many seats a table has."""

    def options_need_shuffle(self, before: OptionsT, after: OptionsT) -> bool:
        """Whether the new options mean other cards, which need a new shuffle."""

    def with_options(self, terms: Terms, lobby: Lobby, options: OptionsT) -> Lobby | None:
        """The lobby once the house options are `options`; None while others apply to a round or bets already there."""


class GameWindow(Protocol):
    """Between two rounds: what the table waits for, and who is in the next round."""

    asks_purses: bool
    """Whether `before_round` and `setup` are told how many chips all seated people have; otherwise they get nothing."""

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """What the table waits for with a clock; None while it waits for anybody at all."""

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether a round can be played with the people and bets that are there."""

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether a round that can begin has nobody left to wait for."""

    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        """The next round: who is in it, with which bets."""

    def after_change(self, terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
        """The immediate consequences of somebody's change of the lobby."""

    def after_window(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The lobby after its window is over and no round can begin."""

    def after_sale_refused(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The lobby when the server forbids what `after_window` or `before_round` makes somebody pay."""

    def before_round(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """What must be settled before the deal; the round begins if it still can in that lobby."""


class GameRound(Protocol[RoundT]):
    """While a round is dealt and played."""

    rules: int
    """Raised when a saved round would come out differently; rounds saved under another number are void."""

    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[RoundT]:
        """The deal. Always the same for the same arguments; bets already at the table are staked here."""

    def parse(self, text: str) -> object:
        """The action that `str(action)` names; raises IllegalAction for other text."""

    def seconds(self, terms: Terms, playing: RoundT) -> float:
        """How long the people whose turn it is have."""

    def timeout_is_pass(self, playing: RoundT) -> bool:
        """Whether letting the present question pass is an answer; otherwise it is a missed turn."""

    def forced_move(self, lobby: Lobby, user_id: int, playing: RoundT, seat: Seat) -> object | None:
        """The only legal move of `user_id` in `seat`, if they let the bot make it; None otherwise."""


class GameResult(Protocol[RoundT_contra]):
    """When a round is over: what it leaves at the table, and what is recorded of it."""

    def needs_reshuffle(self, played: RoundT_contra) -> bool:
        """Whether the cards must be shuffled after the finished round."""

    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: RoundT_contra) -> str:
        """The cards of the finished round as they were dealt; `games.fair.dealt.check` compares `shuffle` with it."""

    @property
    def achievable(self) -> tuple[Achievement, ...]:
        """What can be achieved at this game alone, in the order in which it is listed."""

    def achieved(
        self, terms: Terms, lobby: Lobby, setup: Setup, played: RoundT_contra
    ) -> Mapping[int, tuple[str, ...]]:
        """The keys of what people have achieved in a finished round, by Discord id; `lobby` is the one before its end.

        Whoever has achieved the same before is named again.
        """

    def flows(self, setup: Setup, played: RoundT_contra) -> tuple[Flow, ...]:
        """Who won what from whom in a finished round, house players too; what the house itself pays is none of it."""

    def flows_between(self, terms: Terms, before: Lobby, after: Lobby) -> tuple[Flow, ...]:
        """The same of what is won for more than a round, by a change from one lobby to the next."""

    def match_rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """What a change from one lobby to the next adds to the rows of a match; `ended` is the round that it ends."""

    def after_round(
        self, terms: Terms, lobby: Lobby, setup: Setup, played: RoundT_contra, nets: Mapping[int, int]
    ) -> Lobby:
        """The lobby once a round is over in which each person won or lost `nets` chips.

        It says whose seats are free, what the next round needs from this one, what is still shown of it, and which bets
        are already placed on the next one; their chips go in with the same change.
        """

    def after_void(self, lobby: Lobby) -> Lobby:
        """What is left of the lobby when its round is void. The bets have been returned."""


class GameSeating(Protocol):
    """While the table waits for somebody: by name, for how long already, and until their seat can be given away."""

    def awaited(self, lobby: Lobby) -> frozenset[int]:
        """The people for whom the table waits by name while no round runs, and who may be called."""

    def gone(self, lobby: Lobby) -> frozenset[int]:
        """The people who have kept the others waiting so long that they are gone."""

    def next_count_at(self, terms: Terms, lobby: Lobby, asked: Collection[int]) -> datetime | None:
        """When time must be counted again although nothing has changed; None for not at all."""

    def with_time_counted(
        self, terms: Terms, lobby: Lobby, asked: Collection[int], now: datetime, *, is_touched: bool
    ) -> Lobby:
        """`lobby` with the elapsed time counted; `asked` are the people whose turn it is in the running round.

        `is_touched` says that a person is about to change something.
        """

    def after_answer(self, lobby: Lobby, user_id: int) -> Lobby:
        """The lobby once `user_id` has made a move."""

    def leaving(self, lobby: Lobby, user_id: int) -> Leaving:
        """What leaving means for `user_id`, apart from the running round."""

    def promising(self, lobby: Lobby, may_sit: Callable[[int], bool]) -> Lobby:
        """The lobby in which only people who `may_sit` wait for a seat."""

    def after_removal(self, lobby: Lobby, user_id: int) -> Lobby:
        """The lobby once a manager of the server has removed `user_id` from a table that is kept."""


class GameClosing(Protocol):
    """After every change: whether a table is kept, paused, or comes to its end."""

    def gives_way(self, lobby: Lobby) -> bool:
        """Whether somebody new may take over a house player's seat, now or when the running round is over."""

    def has_ended(self, lobby: Lobby) -> bool:
        """Whether nothing more will be played at the table, which shows what was until it closes."""

    def outlives_idle(self, lobby: Lobby) -> bool:
        """Whether the table is kept even if nobody plays there: it closes neither when idle nor with its channel."""

    def is_paused(self, lobby: Lobby) -> bool:
        """Whether no clock runs, not even in a round, and no move is made."""

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Whether the running round is over with this lobby, and does not count."""

    def ends_at(self, lobby: Lobby, opened_at: datetime, untouched: timedelta) -> datetime | None:
        """When the table closes unless somebody does something, whatever else goes on there."""

    def with_end_proposed(self, lobby: Lobby, host: int) -> Lobby:
        """The lobby that asks the players, on behalf of the host, whether the kept table may close."""

    def before_close(self, terms: Terms, lobby: Lobby, *, by_itself: bool) -> Lobby:
        """The lobby with which a table closes between two rounds; chips there are returned.

        `by_itself` says that it closes because nobody plays there.
        """


@dataclass(frozen=True, slots=True)
class HouseChange:
    """What the house player `person` wants to do between two rounds: `change` makes the next lobby, or refuses."""

    person: int
    change: Callable[[Lobby], Lobby]


class GameHouse(Protocol[RoundT_contra]):
    """Where the house fills seats, and plays for members who are away."""

    has_house_players: bool
    """Whether it does; otherwise the clock plays for them, and nothing here is asked."""

    def purse(self, terms: Terms) -> int:
        """The chips that a house player brings to the table; 0 for none."""

    def question(self, terms: Terms, lobby: Lobby, setup: Setup, playing: RoundT_contra, seat: Seat) -> Question | None:
        """All that `seat` knows, for whoever thinks for it; None where the move of the clock is as good as any."""

    def house_move(self, choice: Choice, playing: RoundT_contra, seat: Seat, *, for_member: bool) -> str:
        """The text of the move that follows from a choice; `for_member` says that it may cost no more chips."""

    def house_change(
        self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], winnable: Mapping[int, int]
    ) -> HouseChange | None:
        """What a house player does next between two rounds.

        If the game `asks_purses`, these are given, and what members may still win from house players today; whoever
        isn't named there may win any number.
        """

    def after_house_moves(self, lobby: Lobby, seats: Collection[Seat]) -> Lobby:
        """The lobby once the house has moved for members in these seats of the running round."""

    def after_missed(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The lobby once members have missed their turns in a running round."""


class Game(
    GameOptions[OptionsT],
    GameWindow,
    GameRound[RoundT],
    GameResult[RoundT],
    GameSeating,
    GameClosing,
    GameHouse[RoundT],
    Protocol[OptionsT, RoundT],
):
    """One game as the driver sees it: everything it is ever asked, in seven parts by when."""

    name: str
    """Its name in the database, in button addresses and in commands: blackjack."""
    title: Phrase
    """Its name for people: Blackjack."""

    @property
    def state(self) -> type[GameState]:
        """The class of what its lobby keeps from one round to the next."""


AnyRound: TypeAlias = Round[Any]
AnyGame: TypeAlias = Game[Any, Any]
"""A game as the engine sees it: the engine runs all games alike."""
