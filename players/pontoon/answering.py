"""How a seat chooses: each phase of a deal weighed by what it brings in chips on average."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random

import numpy as np

from games.cards import Card
from games.core import Seat
from games.pontoon import Action, End, HandView, Limits, Move, Phase, PontoonView, known, parse
from players.choice import UNNOTICED, Choice, Option
from players.pontoon import Question
from players.pontoon import pontoon_reasons as reasons
from players.pontoon.banking import BankModel
from players.pontoon.habits import Trace, usual_ends
from players.pontoon.holdings import holdings, value_counts, value_of
from players.pontoon.legal import moves
from players.pontoon.outlook import Outlook, Surroundings
from players.pontoon.playing import HandInPlay, Playing
from players.pontoon.position import facing, hands, held_by_others, hidden_cards, public_pool, trace_of
from players.pontoon.staking import amounts, drawn

_THOROUGH = 0.5
"""From this effort on amounts between the least and the most are weighed."""


def answered(question: Question, source: Random, effort: float) -> Choice:
    """What the seat should do; its stake is drawn from `source`. Raises ValueError when it isn't its turn."""
    view, done = question.view, question.done
    may = moves(view, question.seat)
    if view.phase is Phase.BANKER:
        return _bank(view, question.seen)
    player = _Player(view, question.seat, question.seen, thorough=effort >= _THOROUGH)
    match view.phase:
        case Phase.STAKES:
            choice = player.stake(may[Move.STAKE], source)
        case Phase.SHOOT:
            choice = player.shoot(may.get(Move.SHOOT))
        case _:
            choice = player.play(may)
    if done is None or not done.amount or any(option.action == str(done) for option in choice.options):
        return choice
    return replace(choice, options=_compared((*choice.options, player.option(done)), view.limits.least))


def _option(move: Move, amount: int, value: float) -> Option:
    return Option(str(Action(move, amount)), value)


def _compared(options: Iterable[Option], staked: int) -> tuple[Option, ...]:
    """The best first; `staked` says how little nobody notices."""
    found = sorted(options, key=lambda option: -option.value)
    best, unnoticed = found[0].value, UNNOTICED * staked
    return tuple(
        replace(each, points=each.value, behind=best - each.value, is_equal=best - each.value <= unnoticed)
        for each in found
    )


def _ends_and_best(amounts: Iterable[int], worth: Callable[[int], float]) -> list[tuple[int, float]]:
    """What the least, the most, and the best of `amounts` in between are worth; that only if it beats both ends."""
    found = sorted((amount, worth(amount)) for amount in set(amounts))
    ends = [found[0], found[-1]] if len(found) > 1 else found
    between = max(found[1:-1], key=lambda each: each[1], default=None)
    better = between is not None and between[1] > max(value for _, value in ends)
    return [*ends, between] if better and between is not None else ends


def _bank(view: PontoonView, seen: tuple[Card, ...]) -> Choice:
    cards = known(view.bank)
    base = holdings().of(map(value_of, cards))
    bank = BankModel(public_pool(view, (), seen) + value_counts(cards), base)
    against = facing(bank, view, None)
    plan, place = bank.plan(against, view.cards_left), bank.place(base)
    every = [hand for _, _, hand in hands(view)]
    won = sum(_staked(hand) + hand.shot for hand in every if hand.end is End.BUST)
    draw = float(plan.draw[place] if np.isfinite(plan.draw[place]) else against.bust[place])
    options = _compared(
        [_option(Move.STAY, 0, float(plan.stay[place]) + won), _option(Move.DRAW, 0, draw + won)],
        sum(_staked(hand) for hand in every),
    )
    return Choice(options, reasons.of_bank(parse(options[0].action).move, cards))


def _staked(hand: HandView) -> int:
    return hand.initial + sum(hand.bought)


class _Player:
    """A player who is asked about a hand."""

    def __init__(self, view: PontoonView, seat: Seat, seen: tuple[Card, ...], *, thorough: bool) -> None:
        assert view.turn is not None
        self._view, self._seat, self._thorough = view, seat, thorough
        self._box = view.box(seat)
        self._purse = self._box.purse or 0
        self._index = view.turn.hand
        self._hand = self._box.hands[self._index]
        self._cards = known(self._hand.cards)
        hidden = hidden_cards(self._box)
        self._public = public_pool(view, hidden, seen)
        unseen = np.maximum(self._public - value_counts(hidden), 0)
        without_others = np.maximum(unseen - held_by_others(view, seat, unseen), 0)
        self._unseen = without_others if without_others.sum() > 2 else unseen

    def option(self, action: Action) -> Option:
        """Any amount."""
        match action.move:
            case Move.STAKE:
                value = self._worth_of_stake()(action.amount)
            case Move.SHOOT:
                value = self._worth_of_shot()(action.amount)
            case _:
                playing = self._playing(self._outlook(self._trace(), _staked(self._hand)))
                value = playing.buy(self._in_play().bought(action.amount))
        return _option(action.move, action.amount, value)

    # The initial stake

    def stake(self, limits: Limits, source: Random) -> Choice:
        """How much to stake: what is worth most, and what is drawn so that it doesn't tell the card."""
        worth = self._worth_of_stake()
        weighed = amounts(limits) if self._thorough else sorted(set(limits))
        options = _compared((_option(Move.STAKE, chips, worth(chips)) for chips in weighed), limits.least)
        reason = reasons.of_chips(parse(options[0].action).amount, limits.least)
        return Choice(options, reason, drawn(options, source))

    def _worth_of_stake(self) -> Callable[[int], float]:
        """What an initial stake is worth, if the bank minds the hand as if the most were staked on it."""
        outlook, first = self._outlook(Trace(), self._view.limits.most), holdings().of([value_of(self._cards[0])])
        purse = self._purse + 2 * self._hand.initial
        covers = self._view.covers + self._hand.initial

        def worth(chips: int) -> float:
            left = purse - 2 * chips, covers - chips
            hand = HandInPlay(first, Trace(), chips, chips, 2 * chips, *left, room=self._room)
            return self._before_second_card(outlook, hand)

        return worth

    def _before_second_card(self, outlook: Outlook, hand: HandInPlay) -> float:
        """What a hand of one card is worth: the bank's Pontoon costs twice the stake."""
        played = self._playing(outlook).next_card(hand)
        return outlook.quiet * played - (1 - outlook.quiet) * (2 * hand.initial + hand.shot)

    # Shoot bets

    def shoot(self, limits: Limits | None) -> Choice:
        """Whether to shoot, and for how much."""
        worth = self._worth_of_shot()
        nothing = worth(0)
        options = [_option(Move.PASS, 0, nothing)]
        if limits is not None:
            amounts = {*limits}
            if self._thorough:
                kept = [self._purse - times * self._hand.initial for times in (2, 4, 8)]
                amounts |= {chips for chips in kept if limits.least < chips < limits.most}
            options += [_option(Move.SHOOT, chips, value) for chips, value in _ends_and_best(amounts, worth)]
        best = _compared(options, limits.least if limits else 0)
        return Choice(best, reasons.of_chips(parse(best[0].action).amount, 0))

    def _worth_of_shot(self) -> Callable[[int], float]:
        outlook, hand = self._outlook(self._trace(), _staked(self._hand)), self._in_play()
        playing = self._playing(outlook)
        match self._view.pending:
            case Move.TWIST | Move.BUY as move:
                return lambda chips: playing.next_card(hand.with_shot(chips), move)
            case Move.SPLIT:
                return lambda chips: playing.next_card(hand.with_shot(chips))
            case _:
                return lambda chips: self._before_second_card(outlook, hand.with_shot(chips))

    # The hand

    def play(self, may: Mapping[Move, Limits]) -> Choice:
        """Stick, twist, buy or split."""
        playing = self._playing(self._outlook(self._trace(), _staked(self._hand)))
        found = playing.endings(self._in_play())
        options = [
            _option(each.move, 0, each.chips) for each in found if each.move is not Move.BUY and each.move in may
        ]
        if Move.BUY in may:
            prices = {each.amount: each.chips for each in found if each.move is Move.BUY}
            options += [_option(Move.BUY, *each) for each in _ends_and_best(prices, prices.__getitem__)]
        if Move.SPLIT in may:
            options.append(_option(Move.SPLIT, 0, self._split()))
        best = _compared(options, _staked(self._hand))
        ranked = [parse(option.action).move for option in best]
        return Choice(best, reasons.of_hand(ranked, self._cards))

    def _split(self) -> float:
        """What two hands bring, each played with half of the means; they are not split again."""
        value, initial = value_of(self._cards[0]), self._hand.initial
        shown = [card for card, is_up in zip(self._cards, self._hand.is_face_up, strict=True) if not is_up]
        bank = BankModel(np.maximum(self._public - value_counts(shown), 0))
        others = facing(bank, self._view, (self._seat, self._index)) + bank.facing_any(usual_ends() * initial)
        trace = Trace(first=value)
        around = Surroundings(bank, others, self._unseen, self._view.cards_left - 2)
        held = holdings().of([value])
        outlook = Outlook(around, held, trace, self._staked_on(trace, initial), self._hand.shot)
        playing = Playing(outlook, self._view.options.stick_minimum, self._view.cards_left - 2, 2)
        purse, covers = self._purse - 2 * initial, self._view.covers - initial
        half = HandInPlay(held, trace, initial, initial, 2 * initial, purse // 2, covers // 2, room=self._room)
        shots = {0, max(0, min(self._room, purse))}
        first = playing.next_card(half.with_shot(self._hand.shot))
        return first + max(playing.next_card(half.with_shot(chips)) for chips in shots)

    # What all of them need

    @property
    def _room(self) -> int:
        return self._view.kitty - self._view.shot if self._view.options.shoot else 0

    def _trace(self) -> Trace:
        if len(self._cards) > 1:
            return trace_of(self._hand)
        if self._view.pending is Move.SPLIT:
            return Trace(first=value_of(self._cards[0]))
        return Trace()

    def _in_play(self) -> HandInPlay:
        hand = self._hand
        last = hand.bought[-1] if hand.bought else 2 * hand.initial
        held, means = holdings().of(map(value_of, self._cards)), (self._purse, self._view.covers)
        return HandInPlay(held, self._trace(), hand.initial, _staked(hand), last, *means, hand.shot, self._room)

    def _outlook(self, trace: Trace, staked: int) -> Outlook:
        bank = BankModel(self._public)
        others = facing(bank, self._view, (self._seat, self._index))
        around = Surroundings(bank, others, self._unseen, self._left)
        base = holdings().of(map(value_of, self._cards))
        return Outlook(around, base, trace, self._staked_on(trace, staked), self._hand.shot)

    def _staked_on(self, now: Trace, staked: int) -> Callable[[Trace], float]:
        """How many chips the bank will see on a hand with a trace: cards that are still bought at the highest price."""
        price = self._hand.bought[-1] if self._hand.bought else 2 * staked
        return lambda trace: staked + price * max(trace.bought - now.bought, 0)

    def _playing(self, outlook: Outlook) -> Playing:
        return Playing(outlook, self._view.options.stick_minimum, self._left, max(2, len(self._cards)))

    @property
    def _left(self) -> int:
        """The cards in the pack when the hand has its second card."""
        if len(self._cards) > 1:
            return self._view.cards_left
        coming = 2 if self._view.pending is Move.SPLIT else len(self._view.boxes) + 1
        return self._view.cards_left - coming
