"""One deal of Pontoon, from the initial stakes to the last chip (rules 7-16, 20-22, S2-S7).

`Pontoon` is the deal at one moment. It asks one person at a time; `phase` and `turn` say whom and about which hand.
Each move is two methods: `why_not_twist` returns the sentence that the player reads when it is against the rules, and
`twist` plays it, trusting that it isn't; each ends by looking for the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from games.core import IllegalAction, Phrase, Pot, Seat, Step, Transfer
from games.pontoon import checks, settle
from games.pontoon import pontoon_events as ev
from games.pontoon.boxes import End, Hand, TableCards
from games.pontoon.hands import MOST_CARDS, HandRank, is_pontoon, totals, worth
from games.pontoon.moves import WITH_AMOUNT, Action, Move, Phase, Turn
from games.pontoon.pontoon_options import COVERED, Limits, Options
from games.pontoon.pontoon_view import PontoonView, see_bank, see_boxes, see_own
from games.pontoon.shoot import against_shot, live_bets, shoot_limits

RULES = 3
"""Raised whenever an old log of moves would play differently."""

AWAY_BANKER_STAYS = 17
"""Rule 22: from here on the clock plays no more cards for the banker."""

_ASKED = {
    Phase.STAKES: (Move.STAKE,),
    Phase.SHOOT: (Move.SHOOT, Move.PASS),
    Phase.PLAY: (Move.BUY, Move.SPLIT, Move.TWIST, Move.STICK),
    Phase.BANKER: (Move.DRAW, Move.STAY),
}
_INSTEAD = {
    Phase.STAKES: Phrase("Stake on your first card before anything else."),
    Phase.SHOOT: Phrase("First shoot, or press {button}.", button=Phrase("Don't shoot")),
    Phase.PLAY: Phrase("You can't do that now. Buy, twist or stick."),
    Phase.BANKER: Phrase("You hold the bank: draw or pay."),
}

_Events = tuple[object, ...]
_Paid = tuple[Transfer, ...]
"""What has happened and what has been paid on the way to the next question."""


class Pontoon(Struct, frozen=True, dict=True):
    """A deal of Pontoon; see `games.core.Round`. After it `table.kitty` is what the kitty holds; see `bank` too."""

    options: Options
    limits: Limits
    table: TableCards
    phase: Phase
    turn: Turn | None
    """The hand that is asked about; None for the banker and at the end."""
    pending: Move | None = None
    """What the hand in turn does once the shoot bet before it is answered; None before the second cards."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """Who may act now: one person, or nobody when the deal is over."""
        if self.phase is Phase.BANKER:
            return frozenset((self.table.bank.seat,))
        return frozenset() if self.turn is None else frozenset((self.turn.seat,))

    @property
    def lines(self) -> tuple[settle.Line, ...]:
        """What every hand came to; none before the end."""
        return tuple(settle.settle(self.table.bank.cards, self.table.boxes)) if self.phase is Phase.OVER else ()

    def legal_actions(self, seat: Seat) -> Iterator[Action]:
        """Every action of `seat`; of an amount the smallest and the largest, and all between are legal."""
        if seat not in self.to_act:
            return
        for move in _ASKED[self.phase]:
            least, most = self._amounts(move)
            for amount in dict.fromkeys((least, most)) if least <= most else ():
                if self.why_not(seat, action := Action(move, amount)) is None:
                    yield action

    def default_action(self, seat: Seat) -> Action:
        """The clock's move for `seat`: the least stake, or what costs no chips (rules 7, 22). Raises IllegalAction."""
        if not_asked := self._why_not_asked(seat, self.phase):
            raise IllegalAction.saying(not_asked)
        match self.phase:
            case Phase.STAKES:
                return Action(Move.STAKE, self.limits.least)
            case Phase.SHOOT:
                return Action(Move.PASS)
            case Phase.BANKER:
                best = totals(self.table.bank.cards).best
                return Action(Move.STAY if best >= AWAY_BANKER_STAYS else Move.DRAW)
            case _:
                return Action(Move.TWIST if checks.against_sticking(self.options, self._hand_in_turn()) else Move.STICK)

    def why_not(self, seat: Seat, action: Action) -> Phrase | None:
        """Why `seat` may not play `action` now; None when it may."""
        return _RULES[action.move][0](self, seat, *action.chips)

    def apply(self, seat: Seat, action: Action) -> Step[Pontoon]:
        """Play `action` for `seat`. Raises IllegalAction."""
        if refusal := self.why_not(seat, action):
            raise IllegalAction.saying(refusal)
        return _RULES[action.move][1](self, seat, *action.chips)

    def view(self, seat: Seat | None) -> PontoonView:
        """What `seat` may see: not the pack, nor what lies face down before others; None is the public."""
        public, table = self._public, self.table
        if seat is None:
            return public
        bank = see_bank(table.bank, self.phase, seat)
        return replace(public, bank=bank, boxes=see_own(public.boxes, table.boxes, seat))

    @cached_property
    def _public(self) -> PontoonView:
        """What everybody sees, worked out once somebody looks."""
        table = self.table
        return PontoonView(
            self.options,
            self.limits,
            self.phase,
            self.turn,
            self.pending,
            self.to_act,
            table.bank.seat,
            see_bank(table.bank, self.phase, None),
            see_boxes(table.boxes, self.phase, self.turn),
            table.kitty,
            0 if self.phase is Phase.OVER else live_bets(table),
            table.free // COVERED,
            len(table.pack),
            self.lines,
        )

    # The moves: why each is refused, and what it does.

    def _why_not_asked(self, seat: Seat, phase: Phase) -> Phrase | None:
        """Why `seat` may not answer what is asked in `phase`."""
        if self.phase is Phase.OVER:
            return Phrase("This deal is over. Wait for the next one.")
        if seat not in self.to_act:
            return Phrase("It isn't your turn.")
        return None if self.phase is phase else _INSTEAD[self.phase]

    def _against_cover(self, more: int) -> Phrase | None:
        return checks.against_cover(self.table.box(self._turn().seat), self.table.free, more)

    def why_not_stake(self, seat: Seat, amount: int) -> Phrase | None:
        """Rules 7 and 21."""
        return (
            self._why_not_asked(seat, Phase.STAKES)
            or checks.against_initial(self.limits, amount)
            or self._against_cover(amount - self._hand_in_turn().initial)
        )

    def stake(self, seat: Seat, amount: int) -> Step[Pontoon]:
        """Rule 7: `amount` with what is in already."""
        turn, hand = self._turn(), self._hand_in_turn()
        table, paid = self._put_in(amount - hand.initial, "stake")
        staked = replace(self, table=table.with_hand(turn, replace(hand, initial=amount)))
        events = (ev.Staked(seat, amount),)
        later = self._seats_after(seat)
        if later:
            return Step(replace(staked, turn=Turn(later[0], 0)), events, paid)
        return staked._ask_to_shoot(table.seats, events, paid)

    def why_not_shoot(self, seat: Seat, amount: int) -> Phrase | None:
        """Rules S2, S4 and S5."""
        return self._why_not_asked(seat, Phase.SHOOT) or against_shot(self.table, seat, amount)

    def shoot(self, seat: Seat, amount: int) -> Step[Pontoon]:
        """Rules S2, S4 and S5."""
        turn, hand = self._turn(), self._hand_in_turn()
        box = self.table.box(seat)
        table = self.table.with_box(replace(box, purse=box.purse - amount))
        table = table.with_hand(turn, replace(hand, shot=hand.shot + amount))
        bet = Transfer(seat, Pot.MIDDLE, amount, "shoot bet")
        return replace(self, table=table)._after_shot((ev.Shot(*turn, amount),), (bet,))

    def why_not_pass(self, seat: Seat) -> Phrase | None:
        """Rule S2."""
        return self._why_not_asked(seat, Phase.SHOOT)

    def pass_(self, seat: Seat) -> Step[Pontoon]:
        """Rule S2."""
        return self._after_shot((ev.Passed(*self._turn()),), ())

    def why_not_split(self, seat: Seat) -> Phrase | None:
        """Rules 11 and 21."""
        if not_asked := self._why_not_asked(seat, Phase.PLAY):
            return not_asked
        table, hand = self.table, self._hand_in_turn()
        against = checks.against_split(self.options, table.box(seat), hand, len(table.pack))
        return against or self._against_cover(hand.initial)

    def split(self, seat: Seat) -> Step[Pontoon]:
        """Rule 11."""
        turn, hand = self._turn(), self._hand_in_turn()
        table, paid = self._put_in(hand.initial, "split")
        one, two = hand.cards
        up = frozenset({0})
        hands = (replace(hand, cards=(one,), face_up=up), Hand((two,), hand.initial, face_up=up))
        after = replace(self, table=table.with_hand(turn, *hands), turn=Turn(seat, turn.hand + 1))
        return after._before_card(Move.SPLIT, (ev.Split(*turn, (one, two), hand.initial),), paid)

    def why_not_buy(self, seat: Seat, amount: int) -> Phrase | None:
        """Rules 12, 13 and 21."""
        if not_asked := self._why_not_asked(seat, Phase.PLAY):
            return not_asked
        hand = self._hand_in_turn()
        against = checks.against_card(hand) or checks.against_buying(hand)
        return against or checks.against_price(checks.buy_limits(hand), amount) or self._against_cover(amount)

    def buy(self, seat: Seat, amount: int) -> Step[Pontoon]:
        """Rule 12."""
        turn, hand = self._turn(), self._hand_in_turn()
        table, paid = self._put_in(amount, "buy")
        after = replace(self, table=table.with_hand(turn, replace(hand, bought=(*hand.bought, amount))))
        return after._before_card(Move.BUY, (ev.Bought(*turn, amount),), paid)

    def why_not_twist(self, seat: Seat) -> Phrase | None:
        """Rule 13."""
        return self._why_not_asked(seat, Phase.PLAY) or checks.against_card(self._hand_in_turn())

    def twist(self, seat: Seat) -> Step[Pontoon]:
        """Rule 13."""
        return self._before_card(Move.TWIST, (), ())

    def why_not_stick(self, seat: Seat) -> Phrase | None:
        """Rule 14."""
        return self._why_not_asked(seat, Phase.PLAY) or checks.against_sticking(self.options, self._hand_in_turn())

    def stick(self, seat: Seat) -> Step[Pontoon]:
        """Rule 14."""
        return self._stuck((), ())

    def why_not_draw(self, seat: Seat) -> Phrase | None:
        """Rule 16; staying is refused likewise."""
        return self._why_not_asked(seat, Phase.BANKER)

    def draw(self, seat: Seat) -> Step[Pontoon]:
        """Rule 16."""
        table = self.table.give_bank()
        cards = table.bank.cards
        return replace(self, table=table)._banker_goes_on((ev.Drew(cards[-1], totals(cards).best),), ())

    def stay(self, seat: Seat) -> Step[Pontoon]:
        """Rule 16."""
        return self._stayed((), ())

    def _amounts(self, move: Move) -> Limits:
        """The smallest and the largest amount of `move` that chips allow; 0 for a move without one."""
        if move not in WITH_AMOUNT:
            return Limits(0, 0)
        turn, hand = self._turn(), self._hand_in_turn()
        if move is Move.SHOOT:
            return shoot_limits(self.table, turn.seat)
        least, most = self.limits if move is Move.STAKE else checks.buy_limits(hand)
        in_already = hand.initial if move is Move.STAKE else 0
        return Limits(least, min(most, in_already + checks.most_covered(self.table.box(turn.seat), self.table.free)))

    # The shoot bets before the second cards, and the second cards.

    def _ask_to_shoot(self, seats: tuple[Seat, ...], events: _Events, paid: _Paid) -> Step[Pontoon]:
        """Ask the first of `seats` for whom there is room (S2); when there is none the second cards come."""
        for seat in seats:
            if self._can_shoot(seat):
                return Step(replace(self, phase=Phase.SHOOT, turn=Turn(seat, 0)), events, paid)
        return self._deal_second(events, paid)

    def _can_shoot(self, seat: Seat) -> bool:
        return self.options.shoot and shoot_limits(self.table, seat).most > 0

    def _after_shot(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        if self.pending is None:
            return self._ask_to_shoot(self._seats_after(self._turn().seat), events, paid)
        return self._carry_out(events, paid)

    def _deal_second(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        table = self.table
        for seat in table.seats:
            table = table.give(Turn(seat, 0))
        table = table.give_bank()
        dealt = replace(self, table=table, phase=Phase.PLAY, turn=None)
        events = (*events, ev.SecondCards())
        if is_pontoon(table.bank.cards):  # rule 9
            return dealt._finish((*events, ev.BankPontoon(table.bank.cards)), paid)
        return dealt._go_on(events, paid)

    # What the players' moves lead to.

    def _before_card(self, pending: Move, events: _Events, paid: _Paid) -> Step[Pontoon]:
        """Ask for a shoot bet on a new hand (S5) or before a fourth card (S4); then, or else, `pending` goes on."""
        after = replace(self, pending=pending)
        may_shoot = pending is Move.SPLIT or len(self._hand_in_turn().cards) == 3
        if may_shoot and self._can_shoot(self._turn().seat):
            return Step(replace(after, phase=Phase.SHOOT), events, paid)
        return after._carry_out(events, paid)

    def _carry_out(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        """The card or cards that a split, a buy or a twist brings, and what they do to the hand."""
        turn, twists = self._turn(), self.pending is Move.TWIST
        after = replace(self, phase=Phase.PLAY, pending=None)
        if self.pending is Move.SPLIT:
            table = self.table.give(Turn(turn.seat, turn.hand - 1)).give(turn)
            return replace(after, table=table)._go_on(events, paid)
        table = self.table.give(turn, up=twists)
        hand = table.hand(turn)
        if twists:
            hand = replace(hand, twisted=True)
            events = (*events, ev.Twisted(*turn, hand.cards[-1]))
        after = replace(after, table=table.with_hand(turn, hand))
        if totals(hand.cards).low > 21:
            return after._bust(events, paid)
        return after._stuck(events, paid) if len(hand.cards) == MOST_CARDS else after._go_on(events, paid)

    def _stuck(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        turn = self._turn()
        return self._ending(turn, End.STUCK)._go_on((*events, ev.Stuck(*turn)), paid)

    def _bust(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        """Rules 15 and S6: shown, the stake the bank's, the shoot bets into the kitty, the cards under the pack."""
        turn, hand = self._turn(), self._hand_in_turn()
        table = self._ending(turn, End.BUST).table
        after = replace(self, table=replace(table, kitty=table.kitty + hand.shot, pack=table.pack + hand.cards))
        return after._go_on((*events, ev.Bust(*turn, hand.cards, hand.staked, hand.shot)), paid)

    def _go_on(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        """The next hand that has something to decide, and what happens by itself before it; or the banker's turn."""
        after = self
        for box in self.table.boxes:
            for index, hand in enumerate(box.hands):
                turn = Turn(box.seat, index)
                if hand.end is not None:
                    continue
                if len(box.hands) == 1 and is_pontoon(hand.cards):
                    after = after._ending(turn, End.PONTOON)
                    events = (*events, ev.Declared(box.seat, hand.cards))
                elif not self.table.pack:  # rule 20
                    after = after._ending(turn, End.STUCK)
                    events = (*events, ev.Stuck(*turn))
                else:
                    return Step(replace(after, turn=turn), events, paid)
        return after._turn_up(events, paid)

    # The banker and the end.

    def _turn_up(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        """Rule 16; with every player bust there is nothing to draw for."""
        if not any(hand.live for hand in self.table.hands):
            return self._finish(events, paid)
        after = replace(self, phase=Phase.BANKER, turn=None)
        return after._banker_goes_on(events, paid)

    def _banker_goes_on(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        cards = self.table.bank.cards
        if len(cards) == MOST_CARDS or totals(cards).low > 21:
            return self._finish(events, paid)
        return Step(self, events, paid) if self.table.pack else self._stayed(events, paid)

    def _stayed(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        kind, points = worth(self.table.bank.cards)
        return self._finish((*events, ev.Stayed(points + 1 if kind is HandRank.TOTAL else None)), paid)

    def _finish(self, events: _Events, paid: _Paid) -> Step[Pontoon]:
        over = replace(self, phase=Phase.OVER, turn=None)
        lines = over.lines
        kitty = settle.kitty_after(self.table.kitty, lines)
        over = replace(over, table=replace(self.table, kitty=kitty))
        return Step(over, events, (*paid, *settle.transfers(self.table.bank, lines, kitty)))

    # Finding and changing what lies on the table.

    def _turn(self) -> Turn:
        turn = self.turn
        assert turn is not None, "players' moves are let through only while a hand is asked about"
        return turn

    def _hand_in_turn(self) -> Hand:
        return self.table.hand(self._turn())

    def _seats_after(self, seat: Seat) -> tuple[Seat, ...]:
        seats = self.table.seats
        return seats[seats.index(seat) + 1 :]

    def _ending(self, turn: Turn, end: End) -> Pontoon:
        table = self.table
        return replace(self, table=table.with_hand(turn, replace(table.hand(turn), end=end)))

    def _put_in(self, more: int, why: str) -> tuple[TableCards, _Paid]:
        """The table with `more` chips of stake and their cover gone in, and the chips that this takes (rule 21)."""
        if not more:
            return self.table, ()
        seat = self._turn().seat
        return self.table.cover(seat, more), settle.putting_in(seat, more, why)


_RULES: dict[Move, tuple[Callable[..., Phrase | None], Callable[..., Step[Pontoon]]]] = {
    Move.STAKE: (Pontoon.why_not_stake, Pontoon.stake),
    Move.SHOOT: (Pontoon.why_not_shoot, Pontoon.shoot),
    Move.PASS: (Pontoon.why_not_pass, Pontoon.pass_),
    Move.BUY: (Pontoon.why_not_buy, Pontoon.buy),
    Move.SPLIT: (Pontoon.why_not_split, Pontoon.split),
    Move.TWIST: (Pontoon.why_not_twist, Pontoon.twist),
    Move.STICK: (Pontoon.why_not_stick, Pontoon.stick),
    Move.DRAW: (Pontoon.why_not_draw, Pontoon.draw),
    Move.STAY: (Pontoon.why_not_draw, Pontoon.stay),
}
