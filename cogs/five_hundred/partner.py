"""The call of a partner, with five players: a card whose holder it is, a player, or nobody."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.app.replies.components import option
from cogs.five_hundred.own_hand import Choices, OwnHand, Rows
from cogs.five_hundred.wording import SUITS_ON_BUTTONS, suit_label
from cogs.table.faces import CardText
from cogs.table.parts import bold, lines, mark, table_select
from cogs.table.press import Handler
from games.cards import Card, Suit
from games.five_hundred import CallCard, ChoosePartner, FiveHundredView, FivePartner, Say
from i18n.words import Words

# Everybody


def asked(view: FiveHundredView, words: Words) -> str:
    """What the contractor has to do."""
    if view.options.five_partner is FivePartner.PLAYER:
        return words("Choose a partner, or play alone")
    return words("Call a card, or play alone")


def called_text(view: FiveHundredView, words: Words, card: CardText) -> str:
    """With whom the contractor plays: whoever holds a card or, as all know, nobody; nothing for a known partner."""
    if view.called is not None and not view.partner_is_known:
        return words("with the holder of {card}", card=card(view.called))
    if view.called is not None and view.contract is not None and view.contract.partner is None:
        return words("alone: {card} was their own", card=card(view.called))
    return ""


# One player


def secret_text(hand: OwnHand) -> str:
    """What this player alone knows about a called card that nobody has played yet."""
    view, words = hand.view, hand.words
    if view.contract is None or view.called is None or view.partner_is_known:
        return ""
    if view.called in view.discards or (view.called in (view.hand or ()) and hand.seat == view.contract.seat):
        return words("{card} is your own card: you play alone, and nobody else knows.", card=hand.card(view.called))
    if view.called in (view.hand or ()):
        return words(
            "You hold {card}: you are the partner of {person}, and nobody else knows.",
            card=hand.card(view.called),
            person=hand.person(view.contract.seat),
        )
    return ""


def prompt(hand: OwnHand) -> tuple[str, str]:
    """How to find a partner."""
    question = bold(asked(hand.view, hand.words))
    if any(isinstance(action, CallCard) for action in hand.actions):
        return question, hand.words("Its holder is your partner, secretly until it is played.")
    others = [action.seat for action in hand.actions if isinstance(action, ChoosePartner)]
    return question, lines(*(f"{mark(seat)} {hand.person(seat)}" for seat in others))


def answers(hand: OwnHand) -> Rows:
    """A suit and a card of it, or a player, or nobody."""
    words, choice = hand.words, hand.choice
    alone = hand.button("move", Say.ALONE, words("Play alone"))
    players = [action for action in hand.actions if isinstance(action, ChoosePartner)]
    if players:
        yield [hand.button("move", action, words("Seat {seat}", seat=action.seat + 1)) for action in players]
        yield [alone]
        return
    suits = [option(suit_label(suit, words), str(suit), is_chosen=suit is choice.suit) for suit in SUITS_ON_BUTTONS]
    yield [table_select(hand.at.to("suit"), suits, words("Suit"))]
    callable_cards = [action.card for action in hand.actions if isinstance(action, CallCard)]
    of_suit = [card for card in callable_cards if card.suit is choice.suit]
    if of_suit:
        named = [option(str(card), str(card), is_chosen=card == choice.card) for card in reversed(of_suit)]
        yield [table_select(hand.at.to("card"), named, words("Card"))]
    chosen = [card for card in of_suit if card == choice.card]
    yield [
        *(hand.button("move", CallCard(card), words("Call {card}", card=card), main=True) for card in chosen),
        alone,
    ]


def buttons(choices: Choices) -> Mapping[str, Handler]:
    """What the two lists do from which a card is called."""
    return {
        "suit": choices.button(lambda text: {"suit": Suit(text), "card": None}),
        "card": choices.button(lambda text: {"card": Card.parse(text)}),
    }
