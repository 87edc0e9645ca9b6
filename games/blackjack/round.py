"""One round of Blackjack, from the deal to the last chip (rules 7-18).

`Blackjack` is the round at one moment. Each move is two methods: `why_not_hit` returns the sentence that the player
reads when it is against the rules, and `hit` plays it, trusting that it isn't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from games.blackjack import blackjack_events as ev
from games.blackjack.blackjack_options import BY_BOX, Bet, Options, verify_bets
from games.blackjack.blackjack_view import BlackjackView, Follow, Move, Phase, Turn
from games.blackjack.hands import Behind, Box, Hand, total
from games.blackjack.settle import Line, settle, transfers
from games.cards import Card, Rank
from games.core import WORKED_OUT, IllegalAction, Phrase, Pot, Seat, Step, Transfer
from games.fair.shoe import Shoe

RULES = 1
"""Raised whenever an old log of moves would play differently."""
DEALER_STANDS = 17
"""The dealer's total that is enough (rule 15). `basic_strategy` and `returns` were computed for it by `tools.odds`."""


# Python 3.11 looks up members of an enum slowly, and these are asked for at every card.
_INSURANCE, _PLAY, _FOLLOW, _OVER = Phase
_ACE = Rank.ACE
_MIDDLE = Pot.MIDDLE

_ASKED = {
    Phase.INSURANCE: (Move.INSURE, Move.DECLINE),
    Phase.PLAY: (Move.HIT, Move.STAND, Move.DOUBLE, Move.SPLIT, Move.SURRENDER),
    Phase.FOLLOW: (Move.FOLLOW, Move.KEEP),
}
_INSTEAD = {
    Phase.INSURANCE: Phrase("The dealer shows an ace. Insure or decline first."),
    Phase.PLAY: Phrase("Insurance is closed. Play your hand."),
    Phase.FOLLOW: Phrase("You bet behind this hand. Match the bet, or keep yours as it is."),
}


# Made once, as legal moves are asked for at every card.
_NO_DOUBLE_AFTER_SPLIT = Phrase("You can't double after a split. Hit or stand.")
_DOUBLE_TOO_LATE = Phrase("You can only double with your first two cards. Hit or stand.")
_ONE_SPLIT = Phrase("You can split only once in a round. Hit or stand.")
_NO_PAIR = Phrase("You can only split two cards that count the same, before you take another.")
_SURRENDER_TOO_LATE = Phrase("You can only surrender as your first decision. Hit or stand.")
_NOT_AGAINST_ACE = Phrase("You can't surrender against an ace.")
_NOT_AGAINST_TEN = Phrase("You can't surrender against a 10, J, Q or K.")


def start(options: Options, bets: Sequence[Bet], shoe: Shoe) -> Step[Blackjack]:
    """Take the bets and deal (rule 7), at least two cards for each box and one for the dealer from `shoe`.

    Raises IllegalAction when the bets can't be played together, ValueError when `shoe` has had its last round.
    A round in which nobody has anything to decide is over at once.
    """
    bets = tuple(sorted(bets, key=BY_BOX))
    verify_bets(options, bets)
    own = [bet for bet in bets if bet.seat == bet.box]
    behind = [bet for bet in bets if bet.seat != bet.box]
    cards, shoe = shoe.begin_round().deal(2 * len(own) + 1)
    first, dealer, second = cards[: len(own)], cards[len(own)], cards[len(own) + 1 :]
    boxes = tuple([_box(bet, one, other, behind) for bet, one, other in zip(own, first, second, strict=True)])
    return Blackjack(options, boxes, (dealer,), shoe).proceed((), tuple(_staked(bets)))


def _box(bet: Bet, first: Card, second: Card, behind: Sequence[Bet]) -> Box:
    """The box of a player who has bet and got two cards, with those of `behind` who bet there too."""
    riders = [Behind(b.seat, b.main, b.pair, (b.main,)) for b in behind if b.box == bet.box] if behind else ()
    hand = Hand((first, second), bet.main)
    if hand.total.best == 21:
        hand = hand.stood()
    return Box(bet.box, bet.main, bet.pair, (hand,), tuple(riders))


def dealer_draws(options: Options, dealer: Sequence[Card]) -> bool:
    """Whether the dealer takes another card to these two or more (rule 15)."""
    best, soft = total(dealer)
    return best < DEALER_STANDS or (best == DEALER_STANDS and soft and options.dealer_hits_soft_17)


def _staked(bets: Sequence[Bet]) -> Iterator[Transfer]:
    for bet in bets:
        is_own = bet.seat == bet.box
        yield Transfer(bet.seat, _MIDDLE, bet.main, "bet" if is_own else "bet behind")
        if bet.pair:
            yield Transfer(bet.seat, _MIDDLE, bet.pair, "pair" if is_own else "pair behind")


_ONLY_IN_TURN = "decisions on a hand are let through only while one is played"
_NOBODY: frozenset[Seat] = frozenset()
_turn = cache(Turn)


@cache
def _only(seat: Seat) -> frozenset[Seat]:
    return frozenset((seat,))


class Blackjack(Struct, frozen=True):
    """A round of Blackjack; see `games.core.Round`. After it, `shoe` is for the next one.

    What it waits for follows from what lies on the table, and is worked out once.
    """

    options: Options
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    shoe: Shoe
    raised: Follow | None = None
    """The split or double that bettors behind are asked to follow."""
    lines: tuple[Line, ...] = ()
    phase: Phase = WORKED_OUT
    """What is awaited now."""
    turn: Turn | None = WORKED_OUT
    """The hand being played: the first that is not done. None before the play and after it."""
    hand: Hand | None = WORKED_OUT
    """What lies there."""
    to_act: frozenset[Seat] = WORKED_OUT
    """Who may act now."""

    def __post_init__(self) -> None:
        follow, turn, played = self.raised, None, None
        phase = _OVER if self.lines else _PLAY if follow is None else _FOLLOW
        to_act = _NOBODY if follow is None else follow.waiting
        may_insure = phase is _PLAY and self.dealer[0].rank is _ACE
        if may_insure and (unasked := frozenset([box.seat for box in self.boxes if box.insurance is None])):
            phase, to_act = _INSURANCE, unasked
        else:
            for box in self.boxes:
                first, last = box.hands[0], box.hands[-1]
                if not first.done or not last.done:
                    played = last if first.done else first
                    turn = _turn(box.seat, 0 if played is first else 1)
                    to_act = _only(box.seat) if follow is None else to_act
                    break
        force_setattr(self, "phase", phase)
        force_setattr(self, "turn", turn)
        force_setattr(self, "hand", played)
        force_setattr(self, "to_act", to_act)

    def legal_actions(self, seat: Seat) -> Iterator[Move]:
        """Every move that `seat` may make now."""
        return iter([move for move in _ASKED.get(self.phase, ()) if _RULES[move][0](self, seat) is None])

    def default_action(self, seat: Seat) -> Move:
        """What the clock plays for `seat`: no more chips, hit up to 11, then stand (rule 14). Raises IllegalAction."""
        if not_asked := self._why_not_asked(seat, self.phase):
            raise IllegalAction.saying(not_asked)
        match self.phase:
            case Phase.INSURANCE:
                return Move.DECLINE
            case Phase.FOLLOW:
                return Move.KEEP
            case _:
                assert self.hand is not None, _ONLY_IN_TURN
                return Move.HIT if self.hand.total.best <= 11 else Move.STAND

    def why_not(self, seat: Seat, action: Move) -> Phrase | None:
        """Why `seat` may not play `action` now; None when it may."""
        return _RULES[action][0](self, seat)

    def apply(self, seat: Seat, action: Move) -> Step[Blackjack]:
        """Play `action` for `seat`. Raises IllegalAction."""
        why_not, play = _RULES[action]
        if refusal := why_not(self, seat):
            raise IllegalAction.saying(refusal)
        return play(self, seat)

    @property
    def cards_dealt(self) -> tuple[Card, ...]:
        """All cards of a round that is over, as they lie on the table, in the order in which they came."""
        first, second = zip(*(box.first_two for box in self.boxes), strict=True)
        drawn: list[Card] = []
        for box in self.boxes:
            taken = [hand.cards[1 if box.split else 2 :] for hand in box.hands]
            if box.split:  # each hand gets its second card before the first is played
                drawn += [cards[0] for cards in taken]
                taken = [cards[1:] for cards in taken]
            drawn += [card for cards in taken for card in cards]
        return (*first, self.dealer[0], *second, *drawn, *self.dealer[1:])

    def view(self, seat: Seat | None) -> BlackjackView:
        """All there is to see: not the shoe's order, nor what decided it."""
        return BlackjackView(
            self.options,
            self.phase,
            self.dealer,
            self.boxes,
            self.turn,
            self.to_act,
            self.raised,
            self.shoe.dealt,
            self.shoe.size,
            self.shoe.last_round,
            self.lines,
        )

    # The moves: why each is refused, and what it does.

    def _why_not_asked(self, seat: Seat, phase: Phase) -> Phrase | None:
        """Why `seat` may not answer what is asked in `phase`."""
        if self.lines:
            return Phrase("This round is over. Bet on the next one.")
        if seat not in self.to_act:
            return Phrase("It isn't your turn.")
        return None if self.phase is phase else _INSTEAD[self.phase]

    def why_not_insure(self, seat: Seat) -> Phrase | None:
        """Rule 8."""
        return self._why_not_asked(seat, _INSURANCE)

    def insure(self, seat: Seat) -> Step[Blackjack]:
        """Rule 8: with half the main bet."""
        box = self._box(seat)
        amount = box.bet // 2
        insured = self._with_box(box.insured(amount))
        return insured.proceed((ev.Insured(seat, amount),), (Transfer(seat, Pot.MIDDLE, amount, "insurance"),))

    def decline(self, seat: Seat) -> Step[Blackjack]:
        """Rule 8. It is refused as insurance is."""
        return self._with_box(self._box(seat).insured(0)).proceed((ev.Declined(seat),))

    def why_not_hit(self, seat: Seat) -> Phrase | None:
        """Rule 11."""
        return self._why_not_asked(seat, _PLAY)

    def hit(self, seat: Seat) -> Step[Blackjack]:
        """Rule 11."""
        assert self.turn is not None, _ONLY_IN_TURN
        after, drew = self._draw(seat, self.turn.hand)
        return after.proceed((drew,))

    def stand(self, seat: Seat) -> Step[Blackjack]:
        """Rule 11. It is refused as a hit is."""
        index, hand = self._in_turn
        after = self._with_box(self._box(seat).with_hand(index, hand.stood()))
        return after.proceed((ev.Stood(seat, index, hand.total.best),))

    def why_not_double(self, seat: Seat) -> Phrase | None:
        """Rule 12, with the house's `double_after_split`."""
        if (not_asked := self._why_not_asked(seat, _PLAY)) or (hand := self.hand) is None:
            return not_asked
        if hand.from_split and not self.options.double_after_split:
            return _NO_DOUBLE_AFTER_SPLIT
        return _DOUBLE_TOO_LATE if len(hand.cards) > 2 else None

    def double(self, seat: Seat) -> Step[Blackjack]:
        """Rules 12 and 18."""
        box, (index, hand) = self._box(seat), self._in_turn
        doubled = replace(hand, stake=2 * hand.stake, doubled=True)
        riders = frozenset(behind.seat for behind in box.behind if behind.stakes[index])
        return self._with_box(box.with_hand(index, doubled))._ask_behind(
            Follow(seat, index, Move.DOUBLE, riders),
            (ev.Doubled(seat, index, hand.stake),),
            (Transfer(seat, Pot.MIDDLE, hand.stake, "double"),),
        )

    def why_not_split(self, seat: Seat) -> Phrase | None:
        """Rule 13."""
        if (not_asked := self._why_not_asked(seat, _PLAY)) or (hand := self.hand) is None:
            return not_asked
        if hand.from_split:
            return _ONE_SPLIT
        is_pair = len(hand.cards) == 2 and hand.cards[0].rank.pips == hand.cards[1].rank.pips
        return None if is_pair else _NO_PAIR

    def split(self, seat: Seat) -> Step[Blackjack]:
        """Rules 13 and 17."""
        box = self._box(seat)
        hands = tuple(Hand((card,), box.bet, from_split=True) for card in box.hands[0].cards)
        behind = tuple(replace(b, stakes=(b.main, 0)) for b in box.behind)
        return self._with_box(replace(box, hands=hands, behind=behind))._ask_behind(
            Follow(seat, 1, Move.SPLIT, frozenset(b.seat for b in behind)),
            (ev.Split(seat, box.bet),),
            (Transfer(seat, Pot.MIDDLE, box.bet, "split"),),
        )

    def why_not_surrender(self, seat: Seat) -> Phrase | None:
        """Rule 10, with the house's `surrender_vs_ten`."""
        if (not_asked := self._why_not_asked(seat, _PLAY)) or (hand := self.hand) is None:
            return not_asked
        upcard = self.dealer[0].rank
        if len(hand.cards) > 2 or hand.from_split:
            return _SURRENDER_TOO_LATE
        if upcard is _ACE:
            return _NOT_AGAINST_ACE
        return _NOT_AGAINST_TEN if upcard.pips == 10 and not self.options.surrender_vs_ten else None

    def surrender(self, seat: Seat) -> Step[Blackjack]:
        """Rule 10."""
        index, hand = self._in_turn
        given_up = replace(hand, surrendered=True, done=True)
        return self._with_box(self._box(seat).with_hand(index, given_up)).proceed((ev.Surrendered(seat),))

    def why_not_follow(self, seat: Seat) -> Phrase | None:
        """Rules 17 and 18."""
        return self._why_not_asked(seat, _FOLLOW)

    def follow(self, seat: Seat) -> Step[Blackjack]:
        """Rules 17 and 18: with as much as the bet behind."""
        raised = self._raised
        box = self._box(raised.seat)
        rider = next(behind for behind in box.behind if behind.seat == seat)
        behind = tuple(b.adding(raised.hand) if b is rider else b for b in box.behind)
        return self._with_box(replace(box, behind=behind))._ask_behind(
            replace(raised, waiting=raised.waiting - {seat}),
            (ev.Followed(seat, box.seat, rider.main),),
            (Transfer(seat, Pot.MIDDLE, rider.main, f"follow {raised.move}"),),
        )

    def keep(self, seat: Seat) -> Step[Blackjack]:
        """Rules 17 and 18: the bet rides on as it is. It is refused as following is."""
        raised = self._raised
        return self._ask_behind(replace(raised, waiting=raised.waiting - {seat}), (ev.Kept(seat, raised.seat),), ())

    # What they lead to.

    def _ask_behind(self, follow: Follow, events: tuple[object, ...], paid: tuple[Transfer, ...]) -> Step[Blackjack]:
        """The seat has paid for its split or double; the cards wait until all of `follow.waiting` have answered."""
        if follow.waiting:
            return Step(replace(self, raised=follow), events, paid)
        return self._carry_out(follow, events, paid)

    def _carry_out(self, follow: Follow, events: tuple[object, ...], paid: tuple[Transfer, ...]) -> Step[Blackjack]:
        after = replace(self, raised=None)
        for index in (0, 1) if follow.move is Move.SPLIT else (follow.hand,):
            after, drew = after._draw(follow.seat, index)
            events = (*events, drew)
        return after.proceed(events, paid)

    def _draw(self, seat: Seat, index: int) -> tuple[Blackjack, ev.Drew]:
        card, shoe = self.shoe.draw()
        box = self._box(seat)
        hand = box.hands[index].with_card(card)
        return self._with_box(box.with_hand(index, hand), shoe), ev.Drew(seat, index, card, hand.total.best)

    # The dealer and the end.

    def proceed(self, events: tuple[object, ...], paid: tuple[Transfer, ...] = ()) -> Step[Blackjack]:
        """This round and what led to it; or, when no decision is left, the dealer's hand and the end (rule 15)."""
        if self.to_act:
            return Step(self, events, paid)
        dealer, shoe = self.dealer, self.shoe
        live = any(hand.live for box in self.boxes for hand in box.hands)
        if live or any(box.insurance for box in self.boxes):
            while len(dealer) < 2 or (live and dealer_draws(self.options, dealer)):
                card, shoe = shoe.draw()
                dealer = (*dealer, card)
        lines = tuple(settle(self.options, dealer, self.boxes))
        over = Blackjack(self.options, self.boxes, dealer, shoe, lines=lines)
        return Step(over, events, (*paid, *transfers(lines)))

    # Finding and changing what lies on the table.

    def _box(self, seat: Seat) -> Box:
        for box in self.boxes:
            if box.seat == seat:
                return box
        raise LookupError(f"seat {seat} has no box")

    def _with_box(self, box: Box, shoe: Shoe | None = None) -> Blackjack:
        boxes = tuple([box if each.seat == box.seat else each for each in self.boxes])
        return Blackjack(self.options, boxes, self.dealer, shoe or self.shoe, self.raised)

    @property
    def _in_turn(self) -> tuple[int, Hand]:
        """The hand being played: which of the seat's it is, and what lies there."""
        assert self.turn is not None, _ONLY_IN_TURN
        assert self.hand is not None, _ONLY_IN_TURN
        return self.turn.hand, self.hand

    @property
    def _raised(self) -> Follow:
        assert self.raised is not None, "bettors behind act only when they are asked to follow"
        return self.raised


_RULES: dict[Move, tuple[Callable[[Blackjack, Seat], Phrase | None], Callable[[Blackjack, Seat], Step[Blackjack]]]] = {
    Move.INSURE: (Blackjack.why_not_insure, Blackjack.insure),
    Move.DECLINE: (Blackjack.why_not_insure, Blackjack.decline),
    Move.HIT: (Blackjack.why_not_hit, Blackjack.hit),
    Move.STAND: (Blackjack.why_not_hit, Blackjack.stand),
    Move.DOUBLE: (Blackjack.why_not_double, Blackjack.double),
    Move.SPLIT: (Blackjack.why_not_split, Blackjack.split),
    Move.SURRENDER: (Blackjack.why_not_surrender, Blackjack.surrender),
    Move.FOLLOW: (Blackjack.why_not_follow, Blackjack.follow),
    Move.KEEP: (Blackjack.why_not_follow, Blackjack.keep),
}
