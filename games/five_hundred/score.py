"""What a deal is worth, when a match is over, and who gets the antes (rules 20-25, and the other numbers of players).

Pure arithmetic on results. Points are kept by side; a side is a number, see `Options.side_of`. When five play, each
is a side, and contractor and partner share what the contract is worth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from games.core import Seat
from games.five_hundred.bids import Bid
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.packs import HAND

TRICK_POINTS = 10
SLAM = 250
OUT_THE_BACK_DOOR = -500
"""A side here or below has lost (rule 25), whatever the target."""


class Contract(Struct, frozen=True):
    """Who plays what. `partner` is the one found or chosen among five; fixed partners are not named."""

    seat: Seat
    bid: Bid
    partner: Seat | None = None

    def side(self, options: Options) -> frozenset[Seat]:
        """The seats whose tricks count for it."""
        found = () if self.partner is None else (self.partner,)
        return frozenset((self.seat, *options.partners(self.seat), *found))


class DealResult(Struct, frozen=True):
    """A deal that is over: the contract, None when thrown in, and the tricks of each seat."""

    contract: Contract | None
    tricks: tuple[int, ...]

    def made(self, options: Options) -> bool:
        """Whether the contractor kept the promise; False when thrown in."""
        contract = self.contract
        if contract is None:
            return False
        call, won = contract.bid.call, self.taken(options)
        return won == 0 if call.is_misere else won >= call.tricks

    def taken(self, options: Options) -> int:
        """The tricks of the contractor's side; none when thrown in."""
        return sum(self.tricks[seat] for seat in self.contract.side(options)) if self.contract else 0

    def is_slam(self, options: Options) -> bool:
        """Whether the contractor's side won all ten tricks, and meant to win tricks."""
        return self.made(options) and self.taken(options) == HAND

    def is_raised(self, options: Options) -> bool:
        """Whether a slam brings more than the bid is worth (rule 20)."""
        contract = self.contract
        return bool(contract and options.slam_bonus and self.is_slam(options) and contract.bid.call.value < SLAM)

    def is_shared(self, options: Options) -> bool:
        """Whether contractor and partner score half the value each, as among five."""
        return bool(self.contract and self.contract.partner is not None and not options.five_full_value)

    def value(self, options: Options) -> int:
        """What the contract is worth as it was played, below 0 when it was lost; nothing when thrown in."""
        if self.contract is None:
            return 0
        if not self.made(options):
            return -self.contract.bid.call.value
        return SLAM if self.is_raised(options) else self.contract.bid.call.value

    def points(self, options: Options, before: tuple[int, ...]) -> tuple[int, ...]:
        """What each side scores, by side; `before` are the scores before the deal (`no_trick_points_at`)."""
        contract = self.contract
        points = [0] * options.sides
        if contract is None:
            return tuple(points)
        contracting = contract.side(options)
        ours = {options.side_of(seat) for seat in contracting}
        value = self.value(options)
        for side in ours:
            points[side] = value // 2 if self.is_shared(options) else value
        if contract.bid.call.is_misere:
            return tuple(points)
        barred = options.no_trick_points_at
        for seat in options.seats:
            side = options.side_of(seat)
            if side not in ours and (barred is None or before[side] < barred):
                points[side] += TRICK_POINTS * self.tricks[seat]
        return tuple(points)

    def swing(self, options: Options, seat: Seat) -> int:
        """What a deal by itself brings the side of `seat`, less the most that it brings another side."""
        points = list(self.points(options, (0,) * options.sides))
        return points.pop(options.side_of(seat)) - max(points)


class Score(Struct, frozen=True):
    """A match's standing after some deals: `points` by side.

    `winners` are the sides that have won, empty while the match goes on; more than one only when best scores tie.
    `makers` are the players who have made a contract, the latest first.
    """

    options: Options
    points: tuple[int, ...]
    winners: tuple[int, ...] = ()
    makers: tuple[Seat, ...] = ()

    @classmethod
    def new(cls, options: Options) -> Score:
        """The standing before the first deal."""
        return cls(options, (0,) * options.sides)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    def after(self, result: DealResult) -> Score:
        """The standing after one more deal. Raises ValueError when the match is over."""
        if self.is_over:
            raise ValueError("the match is over")
        gained = result.points(self.options, self.points)
        points = tuple(old + new for old, new in zip(self.points, gained, strict=True))
        makers = self.makers
        if result.contract and result.made(self.options):
            maker = result.contract.seat
            makers = (maker, *(seat for seat in makers if seat != maker))
        after = replace(self, points=points, makers=makers)
        return replace(after, winners=tuple(after._winners(result)))

    def _winners(self, result: DealResult) -> Iterator[int]:
        """The sides that win by `result`, which is counted already (rules 24 and 25)."""
        out = [side for side, points in enumerate(self.points) if points <= OUT_THE_BACK_DOOR]
        if out:
            yield from self._best(side for side in range(len(self.points)) if side not in out)
            return
        there = [side for side, points in enumerate(self.points) if points >= self.options.target]
        contract = result.contract if result.made(self.options) else None
        made = set(map(self.options.side_of, contract.side(self.options))) if contract else set()
        if by_contract := [side for side in there if side in made]:
            best = list(self._best(iter(by_contract)))
            # Contractor and partner among five may arrive together and equal: the contract was the contractor's.
            own = self.options.side_of(self.makers[0])
            yield own if own in best else best[0]
        elif there and not self.options.must_win_contract:
            best = list(self._best(iter(there)))
            if len(best) == 1:  # a tie is played on
                yield best[0]

    def _best(self, sides: Iterator[int]) -> Iterator[int]:
        candidates = list(sides)
        most = max(self.points[side] for side in candidates)
        return (side for side in candidates if self.points[side] == most)


def ante_shares(score: Score) -> tuple[int, ...]:
    """The chips that each seat gets when a match has been won: all antes, shared by the winning side.

    What can't be shared evenly goes to the winner who made a contract last, or, if none of them ever made one, to
    the first of them. Raises ValueError while nobody has won.
    """
    options = score.options
    winners = [seat for seat in options.seats if options.side_of(seat) in score.winners]
    if not winners:
        raise ValueError("nobody has won yet")
    share, rest = divmod(options.ante * options.players, len(winners))
    luckiest = next((seat for seat in score.makers if seat in winners), winners[0])
    return tuple((share if seat in winners else 0) + (rest if seat == luckiest else 0) for seat in options.seats)


def forfeit_shares(options: Options, there: Collection[Seat], excused: Collection[Seat] = ()) -> tuple[int, ...]:
    """The chips that each seat gets when a match ends before its time and only the seats `there` are still there.

    These get their antes back, and so do the seats `excused` from being there. The antes of all others go to those who
    are there on other sides, or, where only one side is there, to that side: shared evenly, and what is left over one
    by one in the order of the seats. When nobody is there, everybody gets their ante back.
    """
    if not there:
        return (options.ante,) * options.players
    shares = [options.ante if seat in there or seat in excused else 0 for seat in options.seats]
    forfeits: dict[tuple[Seat, ...], int] = {}
    for loser in options.seats:
        if loser not in there and loser not in excused:
            others = tuple(seat for seat in sorted(there) if options.side_of(seat) != options.side_of(loser))
            getting = others or tuple(sorted(there))
            forfeits[getting] = forfeits.get(getting, 0) + options.ante
    for getting, chips in forfeits.items():
        each, rest = divmod(chips, len(getting))
        for index, seat in enumerate(getting):
            shares[seat] += each + (index < rest)
    return tuple(shares)
