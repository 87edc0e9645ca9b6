"""One round of Blackjack, from the deal to the last chip (rules 7-18).

`Blackjack` is the round at one moment. Each rule about a move is one `_verify_` method, which raises the sentence
that the player reads; what is legal is what they all let pass. Each move is one method, which trusts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.blackjack import events as ev
from games.blackjack.hands import Behind, Box, Hand, total
from games.blackjack.options import Bet, Options, verify_bets
from games.blackjack.settle import Line, settle, transfers
from games.blackjack.view import BlackjackView, Follow, Move, Phase, Turn
from games.cards import Card, Rank
from games.core import IllegalAction, Phrase, Pot, Seat, Step, Transfer
from games.shoe import Shoe

RULES = 1
"""Raised whenever an old log of moves would play differently."""


_ASKED = {
    Phase.INSURANCE: (Move.INSURE, Move.DECLINE),
    Phase.PLAY: (Move.HIT, Move.STAND, Move.DOUBLE, Move.SPLIT, Move.SURRENDER),
    Phase.FOLLOW: (Move.FOLLOW, Move.KEEP),
}
_INSTEAD = {
    Phase.INSURANCE: Phrase("The dealer shows an ace. Insure or decline first."),
    Phase.PLAY: Phrase("There is nothing like that to answer now. Play your hand."),
    Phase.FOLLOW: Phrase("You bet behind this hand. Follow, or keep your bet as it is."),
}


def start(options: Options, bets: Sequence[Bet], shoe: Shoe) -> Step[Blackjack]:
    """Take the bets and deal (rule 7), at least two cards for each box and one for the dealer from `shoe`.

    Raises IllegalAction when the bets can't be played together, ValueError when `shoe` has had its last round.
    A round in which nobody has anything to decide is over at once.
    """
    bets = tuple(sorted(bets, key=lambda bet: (bet.box, bet.seat)))
    verify_bets(options, bets)
    own = [bet for bet in bets if bet.seat == bet.box]
    shoe = shoe.begin_round()
    cards: list[Card] = []
    for _ in range(2 * len(own) + 1):
        card, shoe = shoe.draw()
        cards.append(card)
    first, dealer, second = cards[: len(own)], cards[len(own)], cards[len(own) + 1 :]
    boxes = tuple(
        Box(
            seat=bet.box,
            bet=bet.main,
            pair=bet.pair,
            hands=(Hand(pair, bet.main, done=total(pair).best == 21),),
            behind=tuple(Behind(b.seat, b.main, b.pair, (b.main,)) for b in bets if b.box == bet.box != b.seat),
        )
        for bet, pair in zip(own, zip(first, second, strict=True), strict=True)
    )
    dealt = ev.Dealt(tuple((box.seat, box.hands[0].cards) for box in boxes), dealer)
    return Blackjack(options, boxes, (dealer,), shoe).proceed((dealt,), tuple(_staked(bets)))


def dealer_draws(options: Options, dealer: Sequence[Card]) -> bool:
    """Whether the dealer takes another card to these two or more (rule 15)."""
    best, soft = total(dealer)
    return best < 17 or (best == 17 and soft and options.dealer_hits_soft_17)


def _staked(bets: Sequence[Bet]) -> Iterator[Transfer]:
    for bet in bets:
        behind = "" if bet.seat == bet.box else " behind"
        yield Transfer(bet.seat, Pot.MIDDLE, bet.main, f"bet{behind}")
        if bet.pair:
            yield Transfer(bet.seat, Pot.MIDDLE, bet.pair, f"pair{behind}")


@dataclass(frozen=True, slots=True)
class Blackjack:
    """A round of Blackjack; see `games.core.Round`. After it, `shoe` is for the next one."""

    options: Options
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    shoe: Shoe
    follow: Follow | None = None
    lines: tuple[Line, ...] = ()

    @property
    def phase(self) -> Phase:
        """What is awaited now."""
        if self.lines:
            return Phase.OVER
        if self.follow is not None:
            return Phase.FOLLOW
        if self.dealer[0].rank is Rank.ACE and any(box.insurance is None for box in self.boxes):
            return Phase.INSURANCE
        return Phase.PLAY

    @property
    def turn(self) -> Turn | None:
        """The hand being played: the first that is not done. None before the play and after it."""
        if self.phase is Phase.INSURANCE:
            return None
        for box in self.boxes:
            for index, hand in enumerate(box.hands):
                if not hand.done:
                    return Turn(box.seat, index)
        return None

    @property
    def to_act(self) -> frozenset[Seat]:
        """Who may act now."""
        if self.follow is not None:
            return self.follow.waiting
        if self.phase is Phase.INSURANCE:
            return frozenset(box.seat for box in self.boxes if box.insurance is None)
        turn = self.turn
        return frozenset() if turn is None else frozenset((turn.seat,))

    def legal_actions(self, seat: Seat) -> Iterator[Move]:
        """Every move that `seat` may make now."""
        for move in _ASKED.get(self.phase, ()):
            try:
                self._verify(seat, move)
            except IllegalAction:
                continue
            yield move

    def default_action(self, seat: Seat) -> Move:
        """What the clock plays for `seat`: no more chips, hit up to 11, then stand (rule 14). Raises IllegalAction."""
        self._verify_turn(seat)
        match self.phase:
            case Phase.INSURANCE:
                return Move.DECLINE
            case Phase.FOLLOW:
                return Move.KEEP
            case _:
                return Move.HIT if self._hand_in_turn().total.best <= 11 else Move.STAND

    def apply(self, seat: Seat, action: Move) -> Step[Blackjack]:
        """Play `action` for `seat`. Raises IllegalAction."""
        self._verify(seat, action)
        match action:
            case Move.INSURE:
                return self._insure(seat)
            case Move.DECLINE:
                return self._decline(seat)
            case Move.HIT:
                return self._hit()
            case Move.STAND:
                return self._stand()
            case Move.DOUBLE:
                return self._double()
            case Move.SPLIT:
                return self._split()
            case Move.SURRENDER:
                return self._surrender()
            case Move.FOLLOW | Move.KEEP:
                return self._answer_behind(seat, follows=action is Move.FOLLOW)

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
            self.follow,
            self.shoe.dealt,
            self.shoe.size,
            self.shoe.last_round,
            self.lines,
        )

    # The rules about moves.

    def _verify(self, seat: Seat, move: Move) -> None:
        self._verify_turn(seat)
        self._verify_asked(move)
        if move is Move.DOUBLE:
            self._verify_double()
        elif move is Move.SPLIT:
            self._verify_split()
        elif move is Move.SURRENDER:
            self._verify_surrender()

    def _verify_turn(self, seat: Seat) -> None:
        if self.lines:
            raise IllegalAction("This round is over. Bet on the next one.")
        if seat not in self.to_act:
            raise IllegalAction("It isn't your turn.")

    def _verify_asked(self, move: Move) -> None:
        phase = self.phase
        if move not in _ASKED[phase]:
            raise IllegalAction.saying(_INSTEAD[phase])

    def _verify_double(self) -> None:
        hand = self._hand_in_turn()
        if hand.from_split and not self.options.double_after_split:
            raise IllegalAction("You can't double after a split. Hit or stand.")
        if len(hand.cards) > 2:
            raise IllegalAction("You can double only on your first two cards. Hit or stand.")

    def _verify_split(self) -> None:
        hand = self._hand_in_turn()
        if hand.from_split:
            raise IllegalAction("You have split already, and can split once in a round. Hit or stand.")
        if len(hand.cards) > 2 or hand.cards[0].rank.pips != hand.cards[1].rank.pips:
            raise IllegalAction("You can split only two cards of equal value, before you take another.")

    def _verify_surrender(self) -> None:
        hand = self._hand_in_turn()
        if len(hand.cards) > 2 or hand.from_split:
            raise IllegalAction("You can surrender only as your first decision. Hit or stand.")
        shown = self.dealer[0].rank
        if shown is Rank.ACE:
            raise IllegalAction("You can't surrender against an ace.")
        if shown.pips == 10 and not self.options.surrender_vs_ten:
            raise IllegalAction("You can't surrender against a ten-valued card.")

    # The moves.

    def _insure(self, seat: Seat) -> Step[Blackjack]:
        box = self._box(seat)
        amount = box.bet // 2
        insured = self._with_box(replace(box, insurance=amount))
        return insured.proceed((ev.Insured(seat, amount),), (Transfer(seat, Pot.MIDDLE, amount, "insurance"),))

    def _decline(self, seat: Seat) -> Step[Blackjack]:
        return self._with_box(replace(self._box(seat), insurance=0)).proceed((ev.Declined(seat),))

    def _hit(self) -> Step[Blackjack]:
        after, drew = self._draw(*self._turn())
        return after.proceed((drew,))

    def _stand(self) -> Step[Blackjack]:
        seat, index = self._turn()
        hand = self._hand_in_turn()
        after = self._with_hand(seat, index, replace(hand, done=True))
        return after.proceed((ev.Stood(seat, index, hand.total.best),))

    def _double(self) -> Step[Blackjack]:
        seat, index = self._turn()
        hand = self._hand_in_turn()
        doubled = self._with_hand(seat, index, replace(hand, stake=2 * hand.stake, doubled=True))
        riders = frozenset(behind.seat for behind in self._box(seat).behind if behind.stakes[index])
        return doubled._ask_behind(
            Follow(seat, index, Move.DOUBLE, riders),
            (ev.Doubled(seat, index, hand.stake),),
            (Transfer(seat, Pot.MIDDLE, hand.stake, "double"),),
        )

    def _split(self) -> Step[Blackjack]:
        seat, _ = self._turn()
        box = self._box(seat)
        hands = tuple(Hand((card,), box.bet, from_split=True) for card in box.hands[0].cards)
        behind = tuple(replace(b, stakes=(b.main, 0)) for b in box.behind)
        return self._with_box(replace(box, hands=hands, behind=behind))._ask_behind(
            Follow(seat, 1, Move.SPLIT, frozenset(b.seat for b in behind)),
            (ev.Split(seat, box.bet),),
            (Transfer(seat, Pot.MIDDLE, box.bet, "split"),),
        )

    def _surrender(self) -> Step[Blackjack]:
        seat, index = self._turn()
        after = self._with_hand(seat, index, replace(self._hand_in_turn(), surrendered=True, done=True))
        return after.proceed((ev.Surrendered(seat),))

    def _ask_behind(self, follow: Follow, events: tuple[ev.Event, ...], paid: tuple[Transfer, ...]) -> Step[Blackjack]:
        """The seat has paid for its split or double; the cards wait until all of `follow.waiting` have answered."""
        if follow.waiting:
            return Step(replace(self, follow=follow), events, paid)
        return self._carry_out(follow, events, paid)

    def _answer_behind(self, seat: Seat, *, follows: bool) -> Step[Blackjack]:
        follow = self.follow
        assert follow is not None, "bettors behind act only when they are asked to follow"
        box = self._box(follow.seat)
        rider = next(behind for behind in box.behind if behind.seat == seat)
        waiting = replace(follow, waiting=follow.waiting - {seat})
        if not follows:
            return self._ask_behind(waiting, (ev.Kept(seat, box.seat),), ())
        behind = tuple(b.adding(follow.hand) if b is rider else b for b in box.behind)
        return self._with_box(replace(box, behind=behind))._ask_behind(
            waiting,
            (ev.Followed(seat, box.seat, rider.main),),
            (Transfer(seat, Pot.MIDDLE, rider.main, f"follow {follow.move}"),),
        )

    def _carry_out(self, follow: Follow, events: tuple[ev.Event, ...], paid: tuple[Transfer, ...]) -> Step[Blackjack]:
        after = replace(self, follow=None)
        for index in (0, 1) if follow.move is Move.SPLIT else (follow.hand,):
            after, drew = after._draw(follow.seat, index)
            events = (*events, drew)
        return after.proceed(events, paid)

    def _draw(self, seat: Seat, index: int) -> tuple[Blackjack, ev.Drew]:
        """The next card to a hand."""
        card, shoe = self.shoe.draw()
        hand = self._box(seat).hands[index].with_card(card)
        return self._with_hand(seat, index, hand, shoe), ev.Drew(seat, index, card, hand.total.best)

    # The dealer and the end.

    def proceed(self, events: tuple[ev.Event, ...], paid: tuple[Transfer, ...] = ()) -> Step[Blackjack]:
        """This round and what led to it; or, when no decision is left, the dealer's hand and the end (rule 15)."""
        if self.to_act:
            return Step(self, events, paid)
        dealer, shoe = self.dealer, self.shoe
        live = any(hand.live for box in self.boxes for hand in box.hands)
        if live or any(box.insurance for box in self.boxes):
            while len(dealer) < 2 or (live and dealer_draws(self.options, dealer)):
                card, shoe = shoe.draw()
                dealer = (*dealer, card)
                events = (*events, ev.DealerDrew(card, total(dealer).best))
        lines = tuple(settle(self.options, dealer, self.boxes))
        over = replace(self, dealer=dealer, shoe=shoe, lines=lines)
        return Step(over, (*events, ev.Settled(lines)), (*paid, *transfers(lines)))

    # Finding and changing what lies on the table.

    def _turn(self) -> Turn:
        turn = self.turn
        assert turn is not None, "decisions on a hand are let through only while one is played"
        return turn

    def _hand_in_turn(self) -> Hand:
        seat, index = self._turn()
        return self._box(seat).hands[index]

    def _box(self, seat: Seat) -> Box:
        return next(box for box in self.boxes if box.seat == seat)

    def _with_box(self, box: Box, shoe: Shoe | None = None) -> Blackjack:
        boxes = tuple([box if old.seat == box.seat else old for old in self.boxes])
        return replace(self, boxes=boxes, shoe=shoe or self.shoe)

    def _with_hand(self, seat: Seat, index: int, hand: Hand, shoe: Shoe | None = None) -> Blackjack:
        return self._with_box(self._box(seat).with_hand(index, hand), shoe)
