"""A player's hand in turn: to stick, to buy a card, to twist or to split."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.pontoon.hand_words import LABELS, in_turn
from cogs.pontoon.own_hands import OwnHands, Rows
from cogs.pontoon.stakes import amount_buttons, amounts_first, limit_text
from cogs.table.parts import priced
from games.pontoon import Move, PontoonView, known
from i18n.words import Words

# Everybody


def asked(_seen: PontoonView, person: str, words: Words) -> str:
    """Whose turn it is; others don't see a player's hand."""
    return words("**{person}**, it's your turn", person=person)


# The player


def question(own: OwnHands) -> str:
    """What they can do, what it costs, and why other things they look for aren't possible."""
    words = own.words
    if own.moves == [Move.STICK]:
        return words(
            "**21**: this hand takes no more cards. Press {stick}; nobody else can see it yet.", stick=words("Stick")
        )
    must = words("Below {stick} you must take a card.", stick=own.seen.options.stick_minimum)
    may = words("Stick, or take a card.")
    return " ".join([may if Move.STICK in own.moves else must, *_prices(own), *_no_split(own)])


def _prices(own: OwnHands) -> Iterator[str]:
    """What the next card costs, or why none can be bought."""
    words, hand, prices = own.words, in_turn(own.seen), own.amounts(Move.BUY)
    if not prices:
        refusal = own.round.why_not_buy(own.seat, hand.initial)
        if refusal is not None:
            if not any(hand.is_face_up[2:]):  # the refusal after a twist says so by itself
                yield words("You can't buy one.")
            yield words.said(refusal)
        yield words("**{twist}** one face up for nothing.", twist=words("Twist"))
        return
    least, most = min(prices), max(prices)
    price = words.chips(least) if least == most else words("{minimum} to {maximum}", minimum=least, maximum=most)
    yield words("**Buy** it face down and add {price} to your stake, or **twist** it face up for nothing.", price=price)
    if most < (hand.bought[-1] if hand.bought else 2 * hand.initial):
        yield limit_text(own)


def _no_split(own: OwnHands) -> Iterator[str]:
    cards = known(in_turn(own.seen).cards)
    if Move.SPLIT in own.moves or len(cards) != 2 or cards[0].rank is not cards[1].rank:
        return
    refusal = own.round.why_not_split(own.seat)
    if refusal is not None:
        yield own.words("You can't split.")
        yield own.words.said(refusal)


def answers(own: OwnHands) -> Rows:
    """What can be done with the hand; to stick stands out where that is possible."""
    hand, others = in_turn(own.seen), []
    for move in own.moves:
        if move is not Move.BUY:
            prices = {own.words.signed(hand.initial)} if move is Move.SPLIT else set()
            others.append(own.button(move, priced(own.words.said(LABELS[move]), prices), main=move is Move.STICK))
    latest = hand.bought[-1] if hand.bought else None
    return amounts_first(amount_buttons(own, Move.BUY, latest, stands_out=Move.STICK not in own.moves), others)
