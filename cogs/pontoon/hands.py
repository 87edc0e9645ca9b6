"""Hands and results of Pontoon in words, for the public table and for private panels alike.

Only views of the round come in here, so a card that its reader may not see is already face down.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.cards.faces import CardText
from games.cards import Card
from games.pontoon import HandView, Kind, Line, Outcome, Seen, Worth, is_pontoon, totals
from i18n.words import Words


def cards_text(cards: Seen, card: CardText) -> str:
    """Cards in the order in which they came, face down where they can't be seen."""
    return " ".join(map(card, cards))


def total_text(cards: Sequence[Card], words: Words) -> str:
    """The total of known cards: both totals when an ace makes two."""
    low, best = totals(cards)
    if is_pontoon(cards):
        return words("Pontoon")
    if low > 21:
        return words("{total}, bust", total=low)
    if len(cards) == 5:
        return words("{total}, Five Card Trick", total=low)
    return str(best) if low == best else f"{low}/{best}"


def known(cards: Seen) -> list[Card]:
    """The cards that can be seen."""
    return [card for card in cards if card is not None]


def whole(cards: Seen, card: CardText, words: Words) -> str:
    """Cards, and their total when all of them can be seen."""
    seen = known(cards)
    text = cards_text(cards, card)
    return f"{text} = **{total_text(seen, words)}**" if seen and len(seen) == len(cards) else text


def stake_text(hand: HandView, words: Words) -> str:
    """The initial stake and the cost of each bought card: 20 +20 +20, and the shoot bets."""
    stakes = " ".join([f"**{words.chips(hand.initial)}**", *(f"+{words.chips(cost)}" for cost in hand.bought)])
    return f"{stakes} · {words('shoots {chips}', chips=hand.shot)}" if hand.shot else stakes


def worth_text(worth: Worth, words: Words) -> str:
    """What a settled hand was worth."""
    match worth.kind:
        case Kind.PONTOON:
            return words("Pontoon")
        case Kind.FIVE_CARD_TRICK:
            return words("Five Card Trick")
        case Kind.TWENTY_ONE:
            return "21"
        case Kind.BUST:
            return words("bust")
        case Kind.TOTAL:
            return str(worth.points)


def line_text(line: Line, words: Words) -> str:
    """The result of a hand: its worth, the chips won or lost, and those of shoot bets."""
    chips = abs(line.net)
    match line.outcome is Outcome.WIN, line.times == 2:
        case True, True:
            text = words("wins **{chips}** (double)", chips=chips)
        case True, False:
            text = words("wins **{chips}**", chips=chips)
        case False, True:
            text = words("loses {chips} (double)", chips=chips)
        case _:
            text = words("loses {chips}", chips=chips)
    if not line.shot:
        return text
    return f"{text} · {words('shot {net}', net=words.signed(line.shot if line.shot_net > 0 else -line.shot))}"


def brought(net: int | None, words: Words) -> str:
    """What somebody won or lost in a deal, None for somebody who wasn't in it."""
    if net is None:
        return ""
    if net == 0:
        return words("You won and lost nothing on this deal.")
    return (
        words("You won {chips} on this deal.", chips=net)
        if net > 0
        else words("You lost {chips} on this deal.", chips=-net)
    )
