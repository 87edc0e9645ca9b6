"""Hands and results of Pontoon in words, and what happens in a deal: for the public table, private panels and guided
deals alike.

Only views of the round and public events come in here, so a card that its reader may not see is already face down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.table.faces import CardText
from cogs.table.parts import bold
from games.cards import Card
from games.core import Phrase
from games.pontoon import (
    HandOutcome,
    HandRank,
    HandView,
    Line,
    Move,
    PontoonView,
    Seen,
    Worth,
    is_pontoon,
    known,
    totals,
)
from games.pontoon import pontoon_events as ev
from i18n.words import Words

Person = Callable[[int], str]
"""The player of a seat, by name."""
NAMED = {Move.STAKE: Phrase("Stake {chips}"), Move.BUY: Phrase("Buy {chips}"), Move.SHOOT: Phrase("Shoot {chips}")}
"""The moves with an amount."""
LABELS = {
    Move.PASS: Phrase("Don't shoot"),
    Move.SPLIT: Phrase("Split"),
    Move.TWIST: Phrase("Twist"),
    Move.STICK: Phrase("Stick"),
    Move.DRAW: Phrase("Draw"),
}
"""The others; that of the banker who stays says what it pays."""


def describe_event(event: object, person: Person, card: CardText, words: Words) -> str:
    """One event; nothing for what the table shows anyway."""
    match event:
        case ev.Staked():
            return words("{person} stakes {chips}", person=person(event.seat), chips=event.amount)
        case ev.Shot():
            return words("{person} shoots {chips}", person=person(event.seat), chips=event.amount)
        case ev.Passed():
            return words("{person} doesn't shoot", person=person(event.seat))
        case ev.Declared():
            return words("{person} has a pontoon", person=person(event.seat))
        case ev.Split():
            return words("{person} splits", person=person(event.seat))
        case ev.Bought():
            return words("{person} buys for {chips}", person=person(event.seat), chips=event.amount)
        case ev.Twisted():
            return words("{person} twists {card}", person=person(event.seat), card=card(event.card))
        case ev.Stuck():
            return words("{person} sticks", person=person(event.seat))
        case ev.Bust():
            return words("{person} is bust and loses {chips}", person=person(event.seat), chips=event.lost)
        case ev.Drew():
            return words("The banker draws {card}: {total}", card=card(event.card), total=event.best)
        case ev.FirstCards() if event.left_out:
            return words("left out: {people}", people=words.listed(map(person, event.left_out)))
        case _:
            return ""


def in_turn(seen: PontoonView) -> HandView:
    """The hand that is being played."""
    assert seen.turn is not None
    return seen.box(seen.turn.seat).hands[seen.turn.hand]


def cards_text(cards: Seen, card: CardText) -> str:
    """Cards in the order in which they came, face down where they can't be seen."""
    return " ".join(map(card, cards))


def large(cards: Seen, card: CardText) -> str:
    """The same on a line of their own, twice as large."""
    return f"# {cards_text(cards, card)}"


def total_text(cards: Sequence[Card], words: Words, *, is_final: bool = False) -> str:
    """The total of known cards: both totals when an ace makes two, unless the hand `is_final`."""
    low, best = totals(cards)
    if is_pontoon(cards):
        return words("pontoon")
    if low > 21:
        return words("{total}, bust", total=low)
    if len(cards) == 5:
        return words("{total}, five-card trick", total=low)
    return str(best) if is_final or low == best else f"{low}/{best}"


def known_total(cards: Seen, words: Words, *, is_final: bool = False) -> str:
    """The total, when all cards can be seen."""
    seen = known(cards)
    return f"**{total_text(seen, words, is_final=is_final)}**" if seen and len(seen) == len(cards) else ""


def stake_text(hand: HandView, words: Words) -> str:
    """The initial stake and the cost of each bought card: 20 +20 +20, and the shoot bets."""
    stakes = " ".join([f"**{words.chips(hand.initial)}**", *(f"+{words.chips(cost)}" for cost in hand.bought)])
    return f"{stakes} · {words('shoots {chips}', chips=hand.shot)}" if hand.shot else stakes


def worth_text(worth: Worth, words: Words) -> str:
    """What a settled hand was worth."""
    match worth.kind:
        case HandRank.PONTOON:
            return words("pontoon")
        case HandRank.FIVE_CARD_TRICK:
            return words("five-card trick")
        case HandRank.TWENTY_ONE:
            return "21"
        case HandRank.BUST:
            return words("bust")
        case HandRank.TOTAL:
            return str(worth.points)


def line_text(line: Line, bank: Worth, words: Words, *, is_only: bool) -> str:
    """Why a hand won or lost against the banker's.

    With the chips, unless it is the only hand of its player and nothing was shot for: then they are the player's net.
    """
    why = _why(line, bank, words)
    if is_only and not line.shot:
        return why
    text = words("{option}: {value}", option=why, value=bold(words.signed(line.net)))
    return f"{text} · {words('shoot **{net}**', net=words.signed(line.shot_net))}" if line.shot else text


def _why(line: Line, bank: Worth, words: Words) -> str:
    hand, banks = worth_text(line.worth, words), worth_text(bank, words)
    match line.outcome, line.times:
        case HandOutcome.BUST, _:
            return words("bust")
        case HandOutcome.WIN, 2:
            return words("{hand} pays 2:1", hand=hand)
        case HandOutcome.WIN, _ if bank.kind is HandRank.BUST:
            return words("{hand} wins: the banker is bust", hand=hand)
        case HandOutcome.WIN, _:
            return words("{hand} beats {bank}", hand=hand, bank=banks)
        case _, 2:
            return words("the banker's {bank} takes double", bank=banks)
        case _ if line.worth == bank:
            return words("{hand} each: the banker wins ties", hand=hand)
    return words("the banker's {bank} beats {hand}", bank=banks, hand=hand)
