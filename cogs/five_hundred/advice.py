"""What the coach says at Five Hundred, in the table's own words: what can be done, and what it brings."""

from __future__ import annotations

from cogs.five_hundred.match_picture import seat_holder
from cogs.five_hundred.wording import Person, cards_text, short_bid, suit_text
from cogs.table.faces import CardText
from cogs.table.parts import lines, small
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
from players.choice import Choice, Option
from tables.table import Table


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
        case _:
            return _say_text(action, words, in_raise=in_raise)


def _say_text(say: Say, words: Words, *, in_raise: bool) -> str:
    match say:
        case Say.PASS:
            return words("Keep my bid") if in_raise else words("Pass")
        case Say.ALONE:
            return words("Play alone")
        case Say.CLAIM:
            return words("Claim")
        case Say.AGREE:
            return words("Agree")
        case Say.PLAY_ON:
            return words("Play on")
        case Say.LOOK:
            return words("Look at my cards")


def hint_text(table: Table, choice: Choice, words: Words, card: CardText) -> str:
    """What the coach tells whoever is asked something in the deal in play: what to do, the next best, and why."""
    assert table.play is not None
    view: FiveHundredView = table.play.round.view(None)
    contract = view.contract
    is_misere = contract is not None and contract.bid.call.is_misere
    first, *others = choice.options[:2]
    if first.made is None:
        return words("💡 {reason}", reason=choice.reason)

    def figures(option: Option) -> dict[str, str]:
        return {
            "option": option_text(option, view.phase, seat_holder(table, words), words, card),
            "value": _in_misere(option, words) if is_misere else _value(option, words),
        }

    head, rest = words("💡 **{option}**: {value}", **figures(first)), []
    if others and others[0].is_equal:
        rest = [small(words("About equal: {option}: {value}", **figures(others[0])))]
    elif others:
        rest = [small(words("Next best: {option}: {value}", **figures(others[0])))]
        if others[0].behind < -0.5:
            rest.append(small(words("It brings fewer points on average, but wins the match more often.")))
    return lines(head, *rest, small(words.said(choice.reason)))


def figures_text(view: FiveHundredView, option: Option, words: Words) -> str:
    """What an option brings on average in the deal that is seen like that."""
    contract = view.contract
    is_misere = contract is not None and contract.bid.call.is_misere
    return _in_misere(option, words) if is_misere else _value(option, words)


def _in_misere(option: Option, words: Words) -> str:
    """How often the contractor is caught."""
    return words("contractor caught in {caught} of 100 deals", caught=100 - round(100 * (option.made or 0)))


def _value(option: Option, words: Words) -> str:
    """What an option brings on average."""
    return words(
        "tricks {tricks}, points {points}, {chance}% to win the match",
        tricks=option.tricks,
        points=words.signed(round(option.points or 0)),
        chance=round(100 * option.value),
    )


def option_text(option: Option, phase: Phase, person: Person, words: Words, card: CardText) -> str:
    """The action of an option of the coach."""
    return action_text(parse(option.action), person, words, card, in_raise=phase is Phase.RAISE)
