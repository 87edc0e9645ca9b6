"""The ten tricks of a contract: whose turn, what may be led, followed, nominated and claimed (rules 13-19).

`TrickPlay` knows what lies on the table; the hands are brought to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from games.cards import JOKER, Card, Suit
from games.core import WORKED_OUT, Phrase, Seat
from games.five_hundred.bids import SUITS, Bid
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.moves import Nominate, Play
from games.five_hundred.packs import HAND, Cards
from games.five_hundred.tricks import CardOrder, Played, Trick


class Claim(Struct, frozen=True):
    """`seat` claims the tricks that are left; `waiting` have yet to answer, nobody once all have agreed."""

    seat: Seat
    waiting: frozenset[Seat]


def _turn(play: TrickPlay) -> Seat:
    trick = play.trick
    if trick is None:
        return play.winners[-1] if play.winners else play.contractor
    seat = (trick.cards[-1].seat + 1) % play.options.players
    while seat in play.laid_down:
        seat = (seat + 1) % play.options.players
    return seat


_NOBODY: frozenset[Seat] = frozenset()


class TrickPlay(Struct, frozen=True):
    """The play of `bid` by `contractor` at one moment.

    `nomination` is what was said about the joker, if anything; `refused` are those whose claim was refused in the
    present trick. `winners` are those who won the complete tricks, the first first.
    """

    options: Options
    contractor: Seat
    bid: Bid
    nomination: Nominate | None = None
    tricks: tuple[Trick, ...] = ()
    claim: Claim | None = None
    refused: frozenset[Seat] = frozenset()
    winners: tuple[Seat, ...] = ()
    order: CardOrder = WORKED_OUT
    """How the cards rank."""
    laid_down: frozenset[Seat] = WORKED_OUT
    """The partners of a misère's contractor, who take no part (rule 13)."""
    trick: Trick | None = WORKED_OUT
    """The trick in progress."""
    turn: Seat = WORKED_OUT
    """Who plays the next card."""

    def __post_init__(self) -> None:
        options, call, tricks = self.options, self.bid.call, self.tricks
        joker = self.nomination.suit if self.nomination else None
        order = CardOrder(call.trump, call.is_misere, joker, options.joker_lead_last_trick_only)
        laid_down = frozenset(options.partners(self.contractor)) if call.is_misere else _NOBODY
        is_open = tricks and len(tricks[-1].cards) < options.players - len(laid_down)
        trick = tricks[-1] if is_open else None
        force_setattr(self, "order", order)
        force_setattr(self, "laid_down", laid_down)
        force_setattr(self, "trick", trick)
        force_setattr(self, "turn", _turn(self))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who plays, clockwise."""
        laid_down = self.laid_down
        return tuple([seat for seat in self.options.seats if seat not in laid_down])

    @property
    def complete(self) -> tuple[Trick, ...]:
        """The tricks that everybody has played to."""
        return self.tricks if self.trick is None else self.tricks[:-1]

    @property
    def is_over(self) -> bool:
        """Whether all is decided: by ten tricks, a claim that all agree to, or a misère that is lost (rule 16)."""
        if self.claim is not None and not self.claim.waiting:
            return True
        if len(self.winners) == HAND:
            return True
        return self.bid.call.is_misere and self.contractor in self.winners

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The tricks that each seat has, with those that an agreed claim gives."""
        won = [0] * self.options.players
        for winner in self.winners:
            won[winner] += 1
        if self.claim and not self.claim.waiting and not self.bid.call.is_misere:
            won[self.claim.seat] += HAND - sum(won)
        return tuple(won)

    def has_played(self, seat: Seat, card: Card) -> bool:
        """Whether `seat` has played `card`."""
        return any(Played(seat, card) in trick.cards for trick in self.tricks)

    # What the player whose turn it is may do.

    def why_not_nominate(self, seat: Seat, hand: Cards) -> Phrase | None:
        """Why `seat` with `hand` may not say what suit the joker belongs to (rules 17 and 19)."""
        is_late = bool(self.tricks or self.nomination)
        if self.order.trump is not None or is_late or seat != self.contractor or JOKER not in hand:
            return Phrase("The bot can't read that. Press a button on the table's message.")
        return None

    def why_not_play(self, hand: Cards, card: Card, named: Suit | None) -> Phrase | None:
        """Why `card` of `hand` may not be played, naming `named` when a free joker leads (rules 14, 17 and 18)."""
        if card not in hand:
            return Phrase("The bot can't read that. Press a button on the table's message.")
        trick, order = self.trick, self.order
        if trick is None:
            return order.why_not_lead(hand, card, named, self.tricks)
        return order.why_not_follow(hand, card, named, trick)

    def plays(self, hand: Cards) -> Iterator[Play]:
        """Every card of `hand` that `why_not_play` lets pass, the joker that names a suit last."""
        trick, order = self.trick, self.order
        if trick is not None:
            yield from map(Play, order.following(hand, order.suit_led(trick)))
            return
        for card in hand:
            if not order.is_free_joker(card) or order.why_not_lead(hand, JOKER, None, self.tricks) is None:
                yield Play(card)
        if JOKER in hand and order.is_free_joker(JOKER):
            for suit in SUITS:
                if order.why_not_lead(hand, JOKER, suit, self.tricks) is None:
                    yield Play(JOKER, suit)

    def why_not_claim(self, seat: Seat) -> Phrase | None:
        """Why `seat` may not claim what is left."""
        if self.bid.call.is_misere and seat != self.contractor:
            return Phrase("In a misère only the contractor can claim: to lose every trick that is left.")
        if seat in self.refused:
            return Phrase("The others want to play on. Play a card; you can claim again in the next trick.")
        return None

    # What they do.

    def played(self, seat: Seat, card: Card, named: Suit | None) -> TrickPlay:
        """The play after `seat` played `card`."""
        played, trick = Played(seat, card), self.trick
        if trick is None:
            trick, before = Trick((played,), named), self.tricks
        else:
            trick, before = Trick((*trick.cards, played), trick.named), self.tricks[:-1]
        tricks = (*before, trick)
        if len(trick.cards) < self.options.players - len(self.laid_down):
            return self._after(tricks, self.refused, self.winners)
        return self._after(tricks, frozenset(), (*self.winners, self.order.winner(trick)))

    def _after(self, tricks: tuple[Trick, ...], refused: frozenset[Seat], winners: tuple[Seat, ...]) -> TrickPlay:
        return TrickPlay(self.options, self.contractor, self.bid, self.nomination, tricks, None, refused, winners)

    def claimed(self, seat: Seat) -> TrickPlay:
        """The play after `seat` offered to end it."""
        return replace(self, claim=Claim(seat, frozenset(self.playing) - {seat}))

    def agreed(self, seat: Seat) -> TrickPlay:
        """The play after `seat` agreed to the claim."""
        claim = self._claim
        waiting = claim.waiting - {seat}
        return replace(self, claim=replace(claim, waiting=waiting), refused=self.refused if waiting else frozenset())

    def played_on(self) -> TrickPlay:
        """The play after somebody refused the claim."""
        return replace(self, claim=None, refused=self.refused | {self._claim.seat})

    @property
    def _claim(self) -> Claim:
        assert self.claim is not None, "nobody is asked to answer without a claim"
        return self.claim
