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
            return words("discard {cards}", cards=cards_text(CardOrder(None).as_held(cards), card))
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
            return _say_text(action, words, in_raise=in_raise)


def _say_text(say: Say, words: Words, *, in_raise: bool) -> str:
    match say:
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


def hint_text(table: Table, user_id: int, choice: Choice, words: Words, card: CardText) -> str:
    """What the coach tells `user_id`, who is asked something in the deal in play: what to do, the next best, and why.

    What the figures can't tell from the next best isn't called the best.
    """
    assert table.play is not None
    view: FiveHundredView = table.play.round.view(None)
    contract = view.contract
    defends = contract is not None and contract.seat != table.play.setup.seat_of(user_id)
    is_misere = contract is not None and contract.bid.call.is_misere
    first, *others = choice.options[:2]
    if first.made is None:
        return words("💡 {reason}", reason=choice.reason)

    def figures(option: Option) -> dict[str, str]:
        text = option_text(option, view.phase, seat_holder(table, words), words, card)
        return {
            "option": _capital(text),
            "value": _in_misere(option, words, defends=defends) if is_misere else _value(option, words),
        }

    if not others:
        head, rest = words("💡 Best: **{option}**: {value}", **figures(first)), []
    elif others[0].is_equal:
        head = words("💡 Suggested: **{option}**: {value}", **figures(first))
        rest = [small(words("About equal: {option}: {value}", **figures(others[0])))]
    else:
        head = words("💡 Best: **{option}**: {value}", **figures(first))
        rest = [small(words("Next best: {option}: {value}", **figures(others[0])))]
        if others[0].behind < -0.5:
            rest.append(small(words("It brings fewer points on average, but wins the match more often.")))
    return lines(head, *rest, small(words.said(choice.reason)))


def _in_misere(option: Option, words: Words, *, defends: bool) -> str:
    """How often an option catches the contractor, or its player is not caught."""
    often = round(100 * (option.made or 0))
    if defends:
        return words("catches the contractor in {caught} of 100 deals", caught=100 - often)
    return words("not caught in {made} of 100 deals", made=often)


def _value(option: Option, words: Words) -> str:
    """What an option brings on average."""
    return words(
        "tricks {tricks}, points {points}, {chance}% to win the match",
        tricks=option.tricks,
        points=words.signed(round(option.points or 0)),
        chance=round(100 * option.value),
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" if text[:1].isascii() else text


def option_text(option: Option, phase: Phase, person: Person, words: Words, card: CardText) -> str:
    """The action of an option of the coach."""
    return action_text(parse(option.action), person, words, card, in_raise=phase is Phase.RAISE)
