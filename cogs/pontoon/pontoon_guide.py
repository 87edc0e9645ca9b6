"""Guided deals of Pontoon: one player among three of the house, who holds the bank, with a sentence at each step."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogs.pontoon.hand_words import cards_text, describe_event, in_turn, known_total, large, line_text, stake_text
from cogs.pontoon.own_hands import BLUE
from cogs.table.faces import CardText
from cogs.table.guide import GuidePage, Offer, Primer, no_such_choice
from cogs.table.parts import joined, lines
from data.people import HOUSE_PLAYER_NAMES
from games.core import Button, Phrase
from games.fair.shoe import shuffled
from games.pontoon import Action, Move, Options, Phase, Pontoon, PontoonView, known, start, totals, worth
from games.pontoon import pontoon_events as ev
from i18n.words import Words

_OPTIONS = Options()
_LEAST, _MOST = 10, 20
_PURSE = 200
_LEFT, _YOU, _RIGHT, _BANKER = range(4)
_PLAYERS = (_LEFT, _YOU, _RIGHT)
_FIRST = 15
"""The number of the shuffle that the first deal comes from: with something to learn in it."""
_ENOUGH = 17
"""On which the others stick and the banker stays, and which one had better have."""
_TWIST = Phrase("Twist")
_STICK = Phrase("Stick")
_LABELS = {
    Move.STAKE: Phrase("Stake {chips}"),
    Move.BUY: Phrase("Buy for {chips}"),
    Move.SPLIT: Phrase("Split"),
    Move.TWIST: _TWIST,
    Move.STICK: _STICK,
}


@dataclass(frozen=True, slots=True)
class _Deal:
    """One deal at one moment of the learner's; `events` are what has happened since the last one."""

    round: Pontoon
    events: tuple[object, ...]

    def choose(self, number: int) -> _Deal:
        if number >= len(actions := self._actions):
            raise no_such_choice()
        step = self.round.apply(_YOU, actions[number])
        return _played_on(step.round, step.events)

    @property
    def _actions(self) -> tuple[Action, ...]:
        """What is offered: of each card that can be bought only the cheapest."""
        legal = list(self.round.legal_actions(_YOU))
        cheapest = {action.move: action for action in reversed(legal) if action.move is not Move.STAKE}
        return tuple(action for action in legal if action.move is Move.STAKE or cheapest[action.move] is action)

    def page(self, words: Words, cards: CardText) -> GuidePage:
        seen = self.round.view(_YOU)
        text = lines(*(_told(event, words, cards) for event in self.events))
        table = lines(words("### A guided deal of {game}", game=Phrase("Pontoon")), *_table(seen, words, cards))
        if seen.phase is Phase.OVER:
            mine, bank = [line for line in seen.lines if line.seat == _YOU], worth(known(seen.bank))
            results = [line_text(line, bank, words, is_only=len(mine) == 1) for line in mine]
            net = words.signed(sum(line.net for line in mine))
            return GuidePage((table, lines(text, *results, words("**In chips: {net}**", net=net))))
        actions = self._actions
        best, why = _advice(seen, actions)
        offers = tuple(
            Offer(words.said(_LABELS[action.move], chips=action.amount), is_main=action == best) for action in actions
        )
        return GuidePage((table, lines(text, words.said(why))), (offers,))


def _played_on(round_: Pontoon, events: tuple[object, ...]) -> _Deal:
    """The deal at the learner's next question, or at its end: the others stick on 17 or more, and draw below."""
    while round_.to_act and _YOU not in round_.to_act:
        (seat,) = round_.to_act
        step = round_.apply(seat, _others(round_, seat))
        round_, events = step.round, events + step.events
    return _Deal(round_, events)


def _others(round_: Pontoon, seat: int) -> Action:
    legal = {action.move: action for action in reversed(list(round_.legal_actions(seat)))}
    seen = round_.view(seat)
    if seen.phase is Phase.STAKES:
        return legal[Move.STAKE]
    if seen.phase is Phase.BANKER:
        return legal[Move.STAY if totals(known(seen.bank)).best >= _ENOUGH else Move.DRAW]
    if Move.STICK in legal and (totals(known(in_turn(seen).cards)).best >= _ENOUGH or Move.TWIST not in legal):
        return legal[Move.STICK]
    return legal[Move.TWIST]


# What is shown


def _name(seat: int) -> str:
    return f"🤖 {HOUSE_PLAYER_NAMES[seat]}"


def _table(seen: PontoonView, words: Words, cards: CardText) -> Iterator[str]:
    """The bank, the other players in a line each, and one's own hands."""
    total = known_total(seen.bank, words, is_final=seen.phase is Phase.OVER)
    yield " ".join(
        filter(None, [words("**Banker** {person}", person=_name(_BANKER)), cards_text(seen.bank, cards), total])
    )
    for box in seen.boxes:
        if box.seat != _YOU:
            for hand in box.hands:
                total = known_total(hand.cards, words, is_final=True)
                yield " ".join(filter(None, [_name(box.seat), cards_text(hand.cards, cards), total]))
    yield from _own(seen, words, cards)


def _own(seen: PontoonView, words: Words, cards: CardText) -> Iterator[str]:
    box = seen.box(_YOU)
    for index, hand in enumerate(box.hands):
        is_final = hand.end is not None or seen.phase is Phase.OVER
        pointer = "▶ " if len(box.hands) > 1 and seen.turn == (_YOU, index) else ""
        total, stake = known_total(hand.cards, words, is_final=is_final), stake_text(hand, words)
        hand_text = words("{option}: {value}", option=words("**Your hand**"), value=total)
        yield pointer + joined(hand_text, words("{option}: {value}", option=words("Stake"), value=stake))
        yield large(hand.cards, cards)


def _told(event: object, words: Words, cards: CardText) -> str:
    if getattr(event, "seat", None) == _YOU:
        return _own_move(event, words, cards)
    match event:
        case ev.FirstCards():
            return words("Everyone has one card, and you look at yours. The banker can't look yet.")
        case ev.SecondCards():
            return words("Everyone gets a second card. Now the banker looks too.")
        case ev.BankPontoon():
            return words("Pontoon for the banker, {banker}: everyone pays double", banker=_name(_BANKER))
        case ev.Stayed(pays=pays):
            return "" if pays is None else words("The banker stays and pays {points} and up.", points=pays)
        case _:
            return describe_event(event, _name, cards, words)


def _own_move(event: object, words: Words, cards: CardText) -> str:
    """The same of the learner's own moves."""
    match event:
        case ev.Declared():
            return words("You have a **pontoon**, an ace with a ten-valued card. It's shown at once and pays double.")
        case ev.Split():
            return words("You split: two hands, each with a stake and a new card.")
        case ev.Bought(amount=amount):
            return words("You buy a card for {chips}. The others don't see it.", chips=amount)
        case ev.Twisted(card=card):
            return words("You twist {card}, which everyone sees.", card=cards(card))
        case ev.Stuck():
            return words("You stick. Nobody knows your total.")
        case _:
            return ""


# What is best


def _advice(seen: PontoonView, actions: Sequence[Action]) -> tuple[Action, Phrase]:
    hand = in_turn(seen)
    if seen.phase is Phase.STAKES:
        (card,) = known(hand.cards)
        if card.rank.pips in (1, 10):
            return actions[-1], Phrase("Aces and cards counting 10 are the best starts: **stake** more on this one.")
        return actions[0], Phrase("You **stake** on this card. It's nothing special, so the minimum will do.")
    held = known(hand.cards)
    low, best = totals(held)
    by_move = {action.move: action for action in reversed(actions)}
    if len(held) == 4 and low <= 15 and (more := by_move.get(Move.BUY) or by_move.get(Move.TWIST)):
        return more, Phrase(
            "**One more card** that keeps you at 21 or less makes a five-card trick, which pays double."
        )
    if Move.STICK in by_move and best >= _ENOUGH:
        return by_move[Move.STICK], Phrase(
            "**{stick}**: that's a good total, but remember that the banker wins ties.", stick=_STICK
        )
    if low <= 11 and Move.BUY in by_move:
        return by_move[Move.BUY], Phrase(
            "**Buy**: no card can take you over 21, so raise the stake. A bought card stays hidden."
        )
    if low <= 11:
        return by_move[Move.TWIST], Phrase(
            "**{twist}**: no card can take you over 21, and twisting is free.", twist=_TWIST
        )
    if Move.STICK not in by_move:
        return by_move[Move.TWIST], Phrase(
            "**{twist}**: below 15 you must take a card, and this is the free way.", twist=_TWIST
        )
    return by_move[Move.STICK], Phrase(
        "**{stick}** and **{twist}** are both reasonable: the banker sometimes goes bust, and so may you.",
        stick=_STICK,
        twist=_TWIST,
    )


def _begun(deal: int) -> _Deal:
    """A deal from a pack of its own, shuffled by its number alone."""
    seed = hashlib.sha256(f"guided pontoon {deal + _FIRST}".encode()).digest()
    pack = shuffled(_OPTIONS.fresh_pack(len(_PLAYERS) + 1), seed, "")
    step = start(_OPTIONS, _PLAYERS, _BANKER, pack, _LEAST, _MOST, dict.fromkeys((*_PLAYERS, _BANKER), _PURSE))
    return _played_on(step.round, step.events)


PRIMER = Primer(
    (
        Phrase(
            "Get closer to 21 than the banker, who is one of you and wins ties. Only you see your cards: **{hand}**.",
            hand=Button("My hand"),
        ),
        Phrase(
            "**{buy}** a card to raise your stake, **{twist}** for a free one that everyone sees, **{stick}** to stop.",
            buy=Phrase("Buy"),
            twist=_TWIST,
            stick=_STICK,
        ),
        Phrase("An ace with a 10, J, Q or K (a **pontoon**), or five cards totalling 21 or less, pays double."),
    ),
    BLUE,
    _begun,
)
