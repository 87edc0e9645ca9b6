"""What one person alone sees of a deal of Pontoon: their hand, its totals, what they can do and what it costs.

A pure function of the table and of the person who looks; it asks the round for that seat's view and for nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogs.app.replies.components import Component
from cogs.coach.hints import Hint
from cogs.pontoon.hand_words import in_turn, known_total, large, line_text, stake_text
from cogs.pontoon.stakes import decisions
from cogs.table.faces import CardText
from cogs.table.parts import dotted, lines, small, time_left
from data.people import is_member
from games.pontoon import (
    COVERED,
    Action,
    BoxView,
    HandOutcome,
    HandView,
    Move,
    Phase,
    Pontoon,
    PontoonView,
    known,
    worth,
)
from i18n.words import Words
from tables.round_in_play import Setup
from tables.table import Table

BLUE = 0x3B6FB5
"""The colour of its tables and panels."""


@dataclass(frozen=True, slots=True)
class OwnPart:
    """What one player alone sees of a deal: their hands, the question to them, and the buttons that answer it."""

    hands: str
    question: str
    controls: Sequence[Sequence[Component]]
    """Empty while others are asked."""


def in_deal(table: Table, user_id: int, words: Words, cards: CardText, hint: Hint) -> OwnPart:
    """What `user_id`, who is in the deal in play, sees of it, with what the coach has said."""
    assert table.play is not None
    assert isinstance(table.play.round, Pontoon)
    round_, setup = table.play.round, table.play.setup
    seat = setup.people.index(user_id)
    seen, actions = round_.view(seat), list(round_.legal_actions(seat))
    controls = list(decisions(table, user_id, actions, seen, words))
    return OwnPart(
        own_hands(seen, seat, words, cards),
        lines(
            _question(round_, seen, seat, actions, words),
            small(_goes_back(setup, round_, user_id, actions, words)),
            hint.text if actions else "",
            dotted(f"**{words('Your turn')}**", time_left(table)) if actions and table.deadline is not None else "",
        ),
        [*controls, hint.buttons] if controls and hint.buttons else controls,
    )


def own_hands(seen: PontoonView, seat: int, words: Words, cards: CardText) -> str:
    """What `seat` sees of its own cards."""
    if seat == seen.banker:
        total = known_total(seen.bank, words, is_final=seen.phase is Phase.OVER)
        bank = words("**You hold the bank**")
        title = words("{option}: {value}", option=bank, value=total) if total else bank
        hidden = words("You may look once everyone has two cards.") if None in seen.bank else ""
        return lines(title, large(seen.bank, cards), small(hidden))
    box = seen.box(seat)
    return lines(*(_hand(seen, box, index, hand, words, cards) for index, hand in enumerate(box.hands)))


def _hand(seen: PontoonView, box: BoxView, index: int, hand: HandView, words: Words, cards: CardText) -> str:
    several = len(box.hands) > 1
    name = words("**Hand {number}**", number=index + 1) if several else words("**Your hand**")
    pointer = "▶ " if several and seen.turn == (box.seat, index) else ""
    total = known_total(hand.cards, words, is_final=hand.end is not None or seen.phase is Phase.OVER)
    title = pointer + words("{option}: {value}", option=name, value=total)
    if seen.phase is Phase.OVER:
        line = next(line for line in seen.lines if (line.seat, line.hand) == (box.seat, index))
        result = line_text(line, worth(known(seen.bank)), words, is_only=not several)
        is_said = line.outcome is HandOutcome.BUST and not several and not line.shot
        return lines(title, large(hand.cards, cards), "" if is_said else result)
    staked = hand.initial + sum(hand.bought)
    if seen.phase is Phase.STAKES and not box.has_staked:
        stake = words("The minimum of {stake} is already in.", stake=staked)
    else:
        about = {"stake": stake_text(hand, words), "chips": staked}
        stake = words("stake {stake} · {chips} set aside until the deal ends", **about)
    return lines(title, large(hand.cards, cards), small(stake))


def _question(round_: Pontoon, seen: PontoonView, seat: int, actions: Sequence[Action], words: Words) -> str:
    """What the player can do, what it costs, and why other things they look for aren't possible."""
    if not actions:
        mine = next((box for box in seen.boxes if box.seat == seat), None)
        if mine is not None and all(hand.end is not None for hand in mine.hands):
            return words("You have played. Your result will appear here.")
        return words("It's not your turn yet. Your buttons will appear here.")
    if seen.phase is Phase.BANKER:
        return words("**{draw}** a card, or keep what you have and pay.", draw=words("Draw"))
    box = seen.box(seat)
    amounts: defaultdict[Move, list[int]] = defaultdict(list)
    for action in actions:
        amounts[action.move].append(action.amount)
    if seen.phase is Phase.STAKES:
        most = max(amounts[Move.STAKE])
        return " ".join(
            [
                words("Stake {least} to {most} on this card.", least=min(amounts[Move.STAKE]), most=most),
                *([_limit(seen, box, words)] if most < seen.limits.most else []),
                words("The same amount is set aside in case you lose double, and comes back if you don't."),
            ]
        )
    if seen.phase is Phase.SHOOT:
        against = words(
            "Bet up to {most} against the kitty, or skip it. If you beat the banker, you win the same amount from the "
            "kitty.",
            most=max(amounts[Move.SHOOT], default=0),
        )
        return lines(_shot(seen, words), against)
    if {action.move for action in actions} == {Move.STICK}:
        return words(
            "**21**: this hand takes no more cards. Press {stick}; nobody else can see it yet.", stick=words("Stick")
        )
    hand = in_turn(seen)
    must = words("Below {stick} you must take a card.", stick=seen.options.stick_minimum)
    return " ".join(
        [
            words("Stick, or take a card.") if amounts[Move.STICK] else must,
            *_prices(round_, seen, box, hand, amounts[Move.BUY], words),
            *_no_split(round_, seat, hand, amounts[Move.SPLIT], words),
        ]
    )


def _goes_back(setup: Setup, round_: Pontoon, user_id: int, actions: Sequence[Action], words: Words) -> str:
    """What a newcomer reads who could stake more than they may still lose to a member today."""
    left, banker = setup.losable.get(user_id), setup.user_id_in(round_.table.bank.seat)
    most = max((action.amount for action in actions), default=0)
    if left is None or most <= left or not is_member(banker):
        return ""
    return words.counted("You can lose {count} more chips to others today; anything above that goes back.", left)


def _prices(
    round_: Pontoon, seen: PontoonView, box: BoxView, hand: HandView, prices: Sequence[int], words: Words
) -> Iterator[str]:
    """What the next card costs, or why none can be bought."""
    if not prices:
        refusal = round_.why_not_buy(box.seat, hand.initial)
        if refusal is not None:
            if not any(hand.is_face_up[2:]):  # the refusal after a twist says so by itself
                yield words("You can't buy one.")
            yield words.said(refusal)
        yield words("**{twist}** one face up for nothing.", twist=words("Twist"))
        return
    least, most = min(prices), max(prices)
    price = words.chips(least) if least == most else words("{minimum} to {maximum}", minimum=least, maximum=most)
    yield words("**Buy** it face down for {price}, or **twist** it face up for nothing.", price=price)
    if most < (hand.bought[-1] if hand.bought else 2 * hand.initial):
        yield _limit(seen, box, words)


def _no_split(round_: Pontoon, seat: int, hand: HandView, splits: Sequence[int], words: Words) -> Iterator[str]:
    cards = known(hand.cards)
    if splits or len(cards) != 2 or cards[0].rank is not cards[1].rank:
        return
    refusal = round_.why_not_split(seat)
    if refusal is not None:
        yield words("You can't split.")
        yield words.said(refusal)


def _limit(seen: PontoonView, box: BoxView, words: Words) -> str:
    if box.purse is not None and box.purse // COVERED <= seen.covers:
        return words.counted("You have {count} chips left for it.", box.purse)
    return words("The bank can't cover more.")


def _shot(seen: PontoonView, words: Words) -> str:
    match seen.pending:
        case Move.SPLIT:
            return words("**Shoot on your new hand?** Its second card comes next.")
        case Move.BUY:
            return words("**You have bought a fourth card. Shoot before it comes?** It's the last chance on this hand.")
        case Move.TWIST:
            return words("**You twist a fourth card. Shoot before it comes?** It's the last chance on this hand.")
        case _:
            return words("**Shoot before your second card?**")
