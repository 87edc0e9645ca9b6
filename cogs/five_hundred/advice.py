"""What the coach says at Five Hundred, in the table's own words: what can be done, and what it brings."""

from __future__ import annotations

from cogs.coach.hints import HintTexts
from cogs.five_hundred.wording import Person, cards_text, seat_holder, short_bid, suit_text
from cogs.table.faces import CardText
from games.core import Phrase
from games.five_hundred import (
    Action,
    CallCard,
    ChoosePartner,
    FiveHundredView,
    MakeBid,
    Nominate,
    Phase,
    Play,
    Put,
    Say,
    parse,
)
from games.five_hundred.tricks import CardOrder
from i18n.words import Words
from players.choice import Option
from tables.table import Table

_SAID = {
    Say.PASS: Phrase("Pass"),
    Say.ALONE: Phrase("Play alone"),
    Say.CLAIM: Phrase("Claim"),
    Say.AGREE: Phrase("Agree"),
    Say.PLAY_ON: Phrase("Play on"),
    Say.LOOK: Phrase("Look at my cards"),
}


def action_text(action: Action, person: Person, words: Words, card: CardText, *, in_raise: bool = False) -> str:
    """An action in a word or two; `in_raise`: a pass keeps one's own bid."""
    match action:
        case MakeBid(bid):
            return short_bid(bid, words)
        case Put(cards):
            return words("Discard {cards}", cards=cards_text(CardOrder(None).as_held(cards), card))
        case Play(played, named):
            if named is None:
                return card(played)
            return words("{card}, naming {suit}", card=card(played), suit=suit_text(named, words))
        case CallCard(called):
            return words("Call {card}", card=card(called))
        case ChoosePartner(seat):
            return person(seat)
        case Nominate(suit):
            return words("Leave it free") if suit is None else suit_text(suit, words)
        case Say.PASS if in_raise:
            return words("Keep my bid")
        case _:
            return words.said(_SAID[action])


def hint_texts(table: Table, words: Words, cards: CardText) -> HintTexts:
    """How the coach's advice about the deal in play is said."""
    assert table.play is not None
    view: FiveHundredView = table.play.round.view(None)
    return HintTexts(
        words,
        cards,
        lambda option: option_text(option, view.phase, seat_holder(table, words), words, cards),
        lambda option: figures_text(view, option, words),
    )


def figures_text(view: FiveHundredView, option: Option, words: Words) -> str:
    """What an option brings on average in the deal that is seen like that; in a misère how often it is caught."""
    contract = view.contract
    if contract is not None and contract.bid.call.is_misere:
        return words("contractor caught in {caught} of 100 deals", caught=100 - round(100 * (option.made or 0)))
    return words(
        "tricks {tricks}, net points {points}, {chance}% to win the match",
        tricks=option.tricks,
        points=words.signed(round(option.points or 0)),
        chance=round(100 * option.value),
    )


def option_text(option: Option, phase: Phase, person: Person, words: Words, card: CardText) -> str:
    """The action of an option of the coach."""
    return action_text(parse(option.action), person, words, card, in_raise=phase is Phase.RAISE)
