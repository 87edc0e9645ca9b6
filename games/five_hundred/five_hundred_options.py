"""What is agreed before the cards: the number of players, who plays with whom, and the house options."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.core import Counted, HouseOptions, IllegalAction, Seat
from games.five_hundred.bids import CallKind

_TRICKS, _, _OPEN, _BLIND = CallKind


class FivePartner(Enum):
    """How a contractor among five finds a partner."""

    CARD = "card"
    """They call a card; whoever holds it is the partner, in secret until it is played."""
    PLAYER = "player"
    """They choose a player, for all to hear."""


class SixTeams(Enum):
    """How six players are divided; partners never sit side by side."""

    TEAMS = "teams"
    """Two teams of three."""
    PAIRS = "pairs"
    """Three pairs, partners opposite."""


@dataclass(frozen=True, slots=True)
class Options(HouseOptions):
    """The house options; the defaults are the rules'. Raises IllegalAction when they can't be played.

    `target` is in points. Without `allow_misere` there is no misère of any kind. At or above `no_trick_points_at`
    (None: never) a side scores nothing for tricks against a contractor. `five_full_value` gives contractor and partner
    the whole value each. `ante` is in chips, for each player, and new matches have one of at most `highest_ante`.
    """

    players: int = 4
    target: int = 500
    allow_misere: bool = True
    misere_needs_seven: bool = True
    allow_open_misere: bool = True
    allow_blind_misere: bool = True
    sans_kitty: bool = True
    joker_lead_last_trick_only: bool = False
    raise_own_bid_after_passes: bool = True
    no_trick_points_at: int | None = None
    single_round_bidding: bool = False
    must_win_contract: bool = True
    slam_bonus: bool = True
    five_partner: FivePartner = FivePartner.CARD
    five_full_value: bool = False
    six_teams: SixTeams = SixTeams.TEAMS
    ante: int = 0
    highest_ante: int = 1_000

    def __post_init__(self) -> None:
        is_trick_points = self.no_trick_points_at in (None, 480, 490)
        if not (2 <= self.players <= 6 and 250 <= self.target <= 1000 and is_trick_points and self.ante >= 0):
            raise IllegalAction("The bot can't read that. Run the command again.")

    def verify_ante(self) -> None:
        """Raise IllegalAction for an ante that no new match may have; one that has begun with it goes on."""
        if self.ante > self.highest_ante:
            raise IllegalAction.saying(Counted("Here an ante is at most {count} chips.", self.highest_ante))

    @property
    def seats(self) -> range:
        """The players' numbers, clockwise."""
        return range(self.players)

    @property
    def sides(self) -> int:
        """How many sides keep a score; players who score alone are a side each."""
        match self.players:
            case 4:
                return 2
            case 6:
                return 2 if self.six_teams is SixTeams.TEAMS else 3
            case alone:
                return alone

    def side_of(self, seat: Seat) -> int:
        """The side for which `seat` scores, from 0."""
        return seat % self.sides

    def members(self, side: int) -> tuple[Seat, ...]:
        """Who scores for `side`."""
        return tuple(range(side, self.players, self.sides))

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """With whom `seat` plays the whole match; with five players nobody."""
        return tuple(other for other in self.members(self.side_of(seat)) if other != seat)

    @property
    def has_open_misere(self) -> bool:
        """Whether Open Misère may be bid: not where no misère is played at all."""
        return self.allow_misere and self.allow_open_misere

    @property
    def has_blind_misere(self) -> bool:
        """Whether Blind Misère may be bid: not where no misère is played at all."""
        return self.allow_misere and self.allow_blind_misere

    def has(self, kind: CallKind) -> bool:
        """Whether calls of `kind` may be made."""
        if kind is _TRICKS:
            return True
        if kind is _OPEN:
            return self.has_open_misere
        return self.has_blind_misere if kind is _BLIND else self.allow_misere

    @property
    def may_raise(self) -> bool:
        """Whether the highest bidder may raise once (rule 10); not where everybody speaks only once."""
        return self.raise_own_bid_after_passes and not self.single_round_bidding

    @property
    def misere_waits_for_seven(self) -> bool:
        """Whether Misère may be bid only after a 7; three players never wait for one."""
        return self.misere_needs_seven and self.players != 3

    def next_dealer(self, dealer: Seat) -> Seat:
        """Who deals after `dealer` (rule 3)."""
        return (dealer + 1) % self.players
