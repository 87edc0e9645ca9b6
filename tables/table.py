"""One table at one moment: what is on the disk, the round that follows from it, and what follows from both.

A frozen value: whoever holds the lock of the live table (tables/driver.py) puts another in its place once that is
written. This file knows no Discord and no game, and never asks for the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from data.guild.forget_member import Departure
from data.guild.personal_data import rewritten
from data.people import is_house_player, is_member, was_forgotten
from data.tables.achievements import Earned
from data.tables.ratings import Unrated
from data.tables.saved import RunningRound, SavedTable
from data.tables.tables import Written
from games.core import IllegalAction, Phrase, Seat
from games.fair.shoe import commitment
from tables.accounts import TableAccounts
from tables.clock import ALONE_SECONDS, Clock, Pace
from tables.draft import FRESH, Begun, Draft
from tables.game import AnyGame, Terms
from tables.lobby import Leaving, Lobby
from tables.modes import Shuffle, mode_of
from tables.round_in_play import RoundInPlay, RulesChanged, Setup, between_rounds

LEAST_AFTER_START = 3600.0
"""A table that waits for its one member stays open for so long after a start, at the least."""
HOUSE_SECONDS = 120.0
"""So long the house may think where it must decide alike however busy the machine is."""

UNTOUCHED = timedelta(days=14)
"""How long a table that is kept waits for anybody to do something, unless the server sets another time."""


class Wanted(Struct, frozen=True):
    """What a server wants of a table: these house `options`, and that it waits so long `untouched` while it is kept.

    Where the game `is_switched_off`, it closes after the running round; a match is played on.
    """

    options: Any
    untouched: timedelta = UNTOUCHED
    is_switched_off: bool = False


class Table(Struct, frozen=True):
    """Everything known of one table at one moment."""

    id: int
    guild: int
    game: AnyGame
    opened_at: datetime
    accounts: TableAccounts
    """The same object as long as the table is open, so what others remember about it may hang on this."""
    channel: int
    host: int
    terms: Terms
    lobby: Lobby
    play: RoundInPlay | None
    """The running round, or the last one while its results are shown."""
    rounds: int
    """How many rounds have begun."""
    balances: Mapping[int, int]
    """The balances after the last round, or the match, of those who won or lost something in it."""
    earned: tuple[Earned, ...]
    """What people have achieved in the last round for the first time."""
    unrated: Unrated | None
    """Why a match that was won here changed nobody's rating."""
    seed: bytes
    salt: str | None
    commitment: str
    """SHA-256 of the present shuffle's seed, which is shown before anybody bets."""
    version: int
    """The version on the disk."""
    is_running_on_disk: bool
    untouched: timedelta = UNTOUCHED
    """How long it waits for anybody to do something while it is kept."""
    wanted: Any = None
    """The house options that the server wants and the table has not adopted yet; None for no others."""
    clock: Clock = Clock()
    acts_at: datetime | None = None
    """When time is up, as it is written and read; None for never."""
    is_closed: bool = False
    was_voided: bool = False
    """The last round could not go on and everybody got their chips back."""

    @classmethod
    def of(cls, saved: SavedTable, game: AnyGame) -> Table:
        """What is on the disk, except the round that runs there."""
        options, mode = game.read_options(saved.options), mode_of(saved.house)
        return cls(
            saved.id,
            saved.guild,
            game,
            saved.opened_at,
            TableAccounts(saved.guild, saved.id),
            saved.channel,
            saved.host,
            Terms(saved.minimum, saved.maximum, options, Pace(saved.pace), mode),
            Lobby.from_json(saved.lobby, game.state),
            play=None,
            rounds=saved.round,
            balances=saved.balances,
            earned=saved.earned,
            unrated=saved.unrated,
            seed=saved.shuffle.seed,
            salt=saved.shuffle.salt,
            commitment=commitment(saved.shuffle.seed),
            version=saved.version,
            is_running_on_disk=saved.running is not None,
        )

    def after(self, draft: Draft, written: Written) -> Table:
        """The table once `draft` is `written`."""
        lobby = draft.lobby
        if lobby.payments or lobby.must_keep:
            lobby = replace(lobby, payments=(), must_keep=())
        terms = self.terms if draft.options is None else replace(self.terms, options=draft.options)
        seed, salt, promise = self.seed, self.salt or draft.salt, self.commitment
        if draft.fresh_seed is not None:
            seed, salt, promise = draft.fresh_seed, terms.mode.salt, commitment(draft.fresh_seed)
        return replace(
            self,
            terms=terms,
            lobby=lobby,
            play=draft.play,
            rounds=self.rounds + draft.began,
            balances=written.balances if draft.ended or draft.voided or written.balances else self.balances,
            earned=written.earned if draft.began or draft.ended else self.earned,
            unrated=written.unrated or self.unrated,
            seed=seed,
            salt=salt,
            commitment=promise,
            version=self.version + 1,
            is_running_on_disk=(self.is_running_on_disk or draft.began) and not (draft.ended or draft.voided),
            wanted=None if self.wanted == terms.options else self.wanted,
            is_closed=draft.closed,
            was_voided=draft.could_not_go_on or (self.was_voided and not draft.began),
        )

    def replayed(self, running: RunningRound) -> Table:
        """With the round that runs on the disk. Raises RulesChanged, or whatever its moves run into."""
        game = self.game
        if running.rules != game.rules:
            raise RulesChanged(f"the round began under rules {running.rules} of {game.title}; these are {game.rules}")
        setup = Setup.from_json(running.setup)
        play = RoundInPlay.begin(self.rounds, setup, game.start(self.terms, setup, self.shuffle))
        for move in running.moves:
            play = play.then(move.seat, play.round.apply(move.seat, game.parse(move.action)), move.made_by)
        return replace(self, play=play)

    def without(self, user_id: int, departure: Departure) -> Table:
        """The table once `departure`, which forgets `user_id`, is written."""
        stand_in, play, lobby = departure.stand_in, self.play, departure.lobbies.get(self.id)
        if play is not None:
            play = replace(play, setup=Setup.from_json(rewritten(play.setup.to_json(), user_id, stand_in)))
        return replace(
            self,
            host=stand_in if self.host == user_id else self.host,
            lobby=self.lobby if lobby is None else Lobby.from_json(lobby, self.game.state),
            play=play,
            balances={who: chips for who, chips in self.balances.items() if who != user_id},
            earned=tuple(one for one in self.earned if one.user_id != user_id),
        )

    @property
    def deadline(self) -> datetime | None:
        """When time is up, as people read it."""
        return None if self.waits_for_one(self.lobby) else self.acts_at

    def restarted(self, now: datetime, uptime: float, ran_until: datetime | None = None) -> Table:
        """With the clock started again: everybody has their full time. `ran_until` is that of Resumed."""
        seconds = self.seconds(self.lobby, self.play)
        if seconds is not None and ran_until is not None and self.waits_for_one(self.lobby):
            seconds = min(seconds, max((ran_until - now).total_seconds(), LEAST_AFTER_START))
        acts_at = None if seconds is None else now + timedelta(seconds=seconds)
        return self.ticking(uptime, seconds, acts_at)

    def ticking(self, uptime: float, seconds: float | None, acts_at: datetime | None, *, starts: bool = True) -> Table:
        """With the clock as it runs from now on: when it `starts`, time is up after so many seconds; None for never."""
        question_id, clock, times = self.question_id, self.clock, self.terms.pace.times
        forced, ends, half = clock.forced, clock.ends, clock.half
        if self.forced_move() is None:
            forced, question_id = None, ""
        elif question_id != clock.forced_at:
            forced = uptime + self.game.forced_after
        if starts:
            ends, half = None if seconds is None else uptime + seconds, None
            is_long = seconds is not None and seconds > times.turn / 2  # following takes only seconds: nobody is called
            if seconds is not None and is_long and times.calls and (self.is_playing or times.calls_at_once):
                half = uptime + seconds / 2
        return replace(self, clock=Clock(ends, half, forced, question_id), acts_at=acts_at)

    @property
    def ends_at(self) -> datetime | None:
        """When the table ends unless somebody does something there."""
        match = self.game.match
        return None if match is None else match.ends_at(self.lobby, self.opened_at, self.untouched)

    def lobby_at(self, now: datetime, *, is_touched: bool) -> Lobby:
        """The lobby with the time counted up to `now` during which somebody kept others waiting."""
        if (match := self.game.match) is None:
            return self.lobby
        return match.with_time_counted(self.terms, self.lobby, self.delaying, now, is_touched=is_touched)

    def is_seen_by(self, person: int) -> bool:
        """Whether `person` may know of this table."""
        return not self.terms.mode.private or person == self.host

    # The question, and whose turn it is

    @property
    def is_playing(self) -> bool:
        """Whether a round is running."""
        return self.play is not None and not self.play.is_over

    @property
    def question_id(self) -> str:
        """The address of the open question; a button with any other address is stale."""
        return between_rounds(self.rounds) if self.play is None else self.play.question_id

    def question_id_of(self, user_id: int) -> str:
        """The address of the open question in what `user_id` alone sees.

        It changes with each of their silent moves, and the public's does not: nobody can tell from the public one that
        there was such a move.
        """
        return self.question_id if self.play is None else self.play.question_id_of(user_id)

    @property
    def shuffle(self) -> Shuffle:
        """The present shuffle, with its salt if it has one."""
        return Shuffle(self.seed, self.salt or "")

    def next_seed(self, number: int) -> bytes:
        """The seed of the shuffle from which the round with this number is dealt, and others after it, or FRESH."""
        shuffle = self.terms.mode.shuffle_of(number)
        return FRESH if shuffle is None else shuffle.seed

    def is_in_round(self, user_id: int) -> bool:
        """Whether `user_id` takes part in the running round."""
        return self.is_playing and self.play is not None and user_id in self.play.setup.people

    @property
    def is_kept(self) -> bool:
        """Whether a match is under way, so that the table closes neither when idle nor with its channel.

        So it is from the first moment on where it runs by itself.
        """
        return self._is_kept_in(self.lobby)

    def _is_kept_in(self, lobby: Lobby) -> bool:
        match = self.game.match
        return self.terms.mode.runs_by_itself or (match is not None and match.is_under_way(lobby))

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will be played at the table, which shows what was until it closes."""
        return self.game.match is not None and self.game.match.is_over(self.lobby)

    @property
    def gives_way(self) -> bool:
        """Whether somebody new may take over a house player's seat, now or when the running round is over."""
        if not self.game.has_house_players or not self.lobby.gives_way:
            return False
        return self.game.match is None or self.game.match.may_take_over(self.lobby)

    def drop_unserved_waiters(self, lobby: Lobby, may_sit: Callable[[int], bool]) -> Lobby:
        """`lobby` in which only people who `may_sit` wait for a seat."""
        lobby = lobby.drop_unserved_waiters(may_sit) if lobby.promised_seats else lobby
        return lobby if self.game.match is None else self.game.match.drop_unserved_waiters(lobby, may_sit)

    def leaving(self, user_id: int) -> Leaving:
        """What leaving means for `user_id` now."""
        if self.terms.mode.keeps_seats:
            return Leaving.PLAYED
        means = Leaving.FREE if self.game.match is None else self.game.match.leaving(self.lobby, user_id)
        return Leaving.PLAYED if means is Leaving.FREE and self.is_in_round(user_id) else means

    def verify_not_begun(self) -> None:
        """Raise Begun for a table that is kept."""
        self.verify_may_change_players(Begun)
        if self.is_kept:
            raise Begun.saying(
                Phrase("This match has begun. Everyone who plays has to agree: press {end}.", end=Phrase("End match"))
            )

    def verify_may_change_players(self, error: type[IllegalAction] = IllegalAction) -> None:
        """Raise `error` where nobody decides who plays, or for how long."""
        if self.terms.mode.keeps_seats:
            raise error.saying(
                Phrase("This table belongs to a tournament: its players stay, and it is played to its end.")
            )

    def is_at(self, user_id: int) -> bool:
        """Whether `user_id` has a seat or bets here, will get a house player's seat, or is waited for or played for."""
        lobby = self.lobby
        has_seat = user_id in lobby.seats or user_id in lobby.promised_seats.values()
        waits = bool(lobby.bets_of(user_id)) or user_id in lobby.waited_for
        return has_seat or waits or self.is_in_round(user_id)

    def goes_on_without(self, user_id: int) -> bool:
        """Whether a table that is kept is played on when `user_id`, who has left it, is forgotten."""
        if self.terms.mode.keeps_seats:
            return self.is_at(user_id)
        return self.is_kept and self.is_in_round(user_id) and user_id in self.lobby.leaving

    @property
    def people_asked(self) -> frozenset[int]:
        """Whose turn it is in the running round."""
        return self.play.people_to_act if self.play is not None and self.is_playing else frozenset()

    @property
    def delaying(self) -> frozenset[int]:
        """Those of them who keep others waiting."""
        return frozenset() if self.waits_for_one(self.lobby) else self.people_asked

    @property
    def awaited(self) -> frozenset[int]:
        """The people for whom the table waits by name, while somebody else waits too."""
        if self.waits_for_one(self.lobby):
            return frozenset()
        if self.play is not None and self.is_playing and not self.is_paused(self.lobby):
            people = self.play.people_to_act
            return frozenset(person for person in people if not self.house_plays(self.lobby, person))
        if self.is_closed or self.game.match is None:
            return frozenset()
        return frozenset(filter(is_member, self.game.match.awaited(self.lobby)))

    def waits_for_one(self, lobby: Lobby) -> bool:
        """Whether only one member practises here, for whom the table waits: nobody's time runs out, nobody is away.

        It ends by itself a day after their last press. Whoever else has a seat, or is promised one, brings the clock.
        """
        if not self.terms.mode.is_practice or (self.game.match is not None and self.game.match.is_over(lobby)):
            return False
        people = {*lobby.seats, *lobby.promised_seats.values()} - lobby.leaving
        return sum(map(is_member, people)) == 1

    def is_paused(self, lobby: Lobby) -> bool:
        """Whether no clock runs in `lobby`. A table that will close after its round doesn't wait for anybody."""
        return self.game.match is not None and self.game.match.is_paused(lobby) and not lobby.closing

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Whether the running round is over with `lobby`, and does not count."""
        return self.game.match is not None and self.game.match.is_cut_off(lobby)

    def is_played_for(self, lobby: Lobby, person: int) -> bool:
        """Whether the clock plays for `person` at once: in a pause only for somebody forgotten, who never comes back.

        Somebody for whom the house thinks is left to it.
        """
        if self.house_plays(lobby, person):
            return not self.house_may_play(lobby) and not self.is_paused(lobby)
        return was_forgotten(person) or (lobby.is_away(person) and not self.is_paused(lobby))

    def house_plays(self, lobby: Lobby, person: int) -> bool:
        """Whether the house decides for `person` in a round: a house player, or a member who is not there."""
        if not self.game.has_house_players:
            return False
        if is_house_player(person):
            return True
        return self.terms.mode.substitutes and (person not in lobby.seats or lobby.is_away(person))

    def house_may_play(self, lobby: Lobby) -> bool:
        """Whether the house thinks here: a member is there, or the table runs by itself."""
        return lobby.has_company or self.terms.mode.runs_by_itself

    @property
    def house_seats(self) -> frozenset[Seat]:
        """The seats whose turn it is and for which the house has to think."""
        play, lobby = self.play, self.lobby
        if play is None or self.is_closed or not self.is_playing or self.is_paused(lobby):
            return frozenset()
        if not self.house_may_play(lobby):
            return frozenset()
        return frozenset(seat for seat in play.to_act if self.house_plays(lobby, play.setup.user_id_in(seat)))

    def forced_move(self) -> tuple[Seat, object] | None:
        """Whose move the bot must make, and that move. In a pause no clock runs, not even this one."""
        play = self.play
        if play is None or self.is_closed or self.is_paused(self.lobby):
            return None
        for seat in sorted(play.to_act):
            move = self.game.forced_move(self.lobby, play.setup, play.round, seat)
            if move is not None:
                return seat, move
        return None

    def seconds(self, lobby: Lobby, play: RoundInPlay | None) -> float | None:
        """How much time begins with `lobby` and `play`; None when no clock runs."""
        if self.waits_for_one(lobby):
            return ALONE_SECONDS
        if self.is_paused(lobby):
            return None
        if play is not None and not play.is_over:
            seconds = self.game.seconds(self.terms, play.round)
            is_left = all(self.house_plays(lobby, person) for person in play.people_to_act)
            return max(seconds, HOUSE_SECONDS) if is_left and self.terms.mode.is_duplicate else seconds
        window = self.game.window(self.terms, lobby)
        if window is not None:
            return window.seconds
        return None if self._is_kept_in(lobby) else max(self.terms.pace.times.idle, self.terms.mode.waits)
