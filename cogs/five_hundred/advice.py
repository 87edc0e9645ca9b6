"""What the coach says at Five Hundred, in the table's own words: what can be done, and what it brings."""

from __future__ import annotations

from cogs.cards.faces import CardText
from cogs.five_hundred.match_picture import seat_holder
from cogs.five_hundred.wording import Person, cards_text, short_bid, suit_text
from cogs.table.parts import lines, small
from games.five_hundred import (
    Action,
    CallCard,
    ChoosePartner,
    MakeBid,
    Nominate,
    Phase,
    Play,
    Put,
    Say,
    parse,
)
from games.five_hundred.tricks import Order
from i18n.words import Words
from players.choice import Choice, Option
from tables.table import Table


def action_text(action: Action, person: Person, words: Words, card: CardText, *, in_raise: bool = False) -> str:
    """An action in a word or two; `in_raise`: a pass keeps one's own bid."""
    match action:
        case MakeBid(bid):
            return short_bid(bid, words)
        case Put(cards):
            return words("discard {cards}", cards=cards_text(Order(None).as_held(cards), card))
        case Play(played, named):
            if named is None:
                return card(played)
            return words("{card}, naming {suit}", card=card(played), suit=suit_text(named, words))
        case CallCard(called):
            return words("call {card}", card=card(called))
        case ChoosePartner(seat):
            return words("partner {person}", person=person(seat))
        case Nominate(suit):
            return words("leave the joker free") if suit is None else suit_text(suit, words)
        case _:
            return _said(action, words, in_raise=in_raise)


def _said(said: Say, words: Words, *, in_raise: bool) -> str:
    match said:
        case Say.PASS:
            return words("keep your bid") if in_raise else words("pass")
        case Say.ALONE:
            return words("play alone")
        case Say.CLAIM:
            return words("claim the remaining tricks")
        case Say.AGREE:
            return words("agree")
        case Say.PLAY_ON:
            return words("play on")
        case Say.LOOK:
            return words("look at your cards")


def hint_text(table: Table, choice: Choice, words: Words, card: CardText) -> str:
    """What the coach tells whoever is asked something in the deal in play: the best option, the next best, and why."""
    assert table.play is not None
    phase: Phase = table.play.round.view(None).phase
    person = seat_holder(table, words)
    told = [
        {"option": _capital(option_text(option, phase, person, words, card)), "value": value}
        for option in choice.options[:2]
        if (value := _value(option, words))
    ]
    if not told:
        return words("💡 {reason}", reason=choice.reason)
    rest = [small(words("Next best: {option}: {value}", **each)) for each in told[1:]]
    return lines(words("💡 Best: **{option}**: {value}", **told[0]), *rest, small(words.said(choice.reason)))


def _value(option: Option, words: Words) -> str:
    """What an option brings on average."""
    if option.tricks is None or option.points is None:
        return ""
    return words(
        "tricks {tricks}, points {points}, {chance}% to win the match",
        tricks=option.tricks,
        points=words.signed(round(option.points)),
        chance=round(100 * option.value),
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" if text[:1].isascii() else text


def option_text(option: Option, phase: Phase, person: Person, words: Words, card: CardText) -> str:
    """The action of an option of the coach."""
    return action_text(parse(option.action), person, words, card, in_raise=phase is Phase.RAISE)
