"""The play of a deal: the trick by seats, how far the contract is, great moments; for one player the cards as buttons.

Each player has a line that stays where it is until the deal is over: the card, then the name, then who led, who wins
so far and whose turn it is. A full trick stays until the next card lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from discord import ButtonStyle

from cogs.app.replies.components import Component, emoji
from cogs.five_hundred.own_hand import Choices, OwnHand, Rows
from cogs.five_hundred.wording import (
    AMBER,
    AS_TEXT,
    SUITS_ON_BUTTONS,
    Person,
    bid_text,
    seat_holder,
    suit_label,
    suit_text,
    trick_text,
)
from cogs.table.faces import CardText
from cogs.table.parts import bold, layout, lines, small, table_button
from cogs.table.press import Handler, Press
from games.cards import JOKER, Card
from games.core import IllegalAction, Seat
from games.five_hundred import Contract, DealResult, FiveHundredView, Nominate, Phase, Play
from games.five_hundred import five_hundred_events as ev
from games.five_hundred.packs import HAND
from games.five_hundred.score import SLAM
from i18n.words import Words

WINS = "👑"
"""Behind the name of whoever wins the trick as far as it has been played, or has won it."""
_NOT_YET = "▫️"
"""In place of a card that isn't played yet, and as wide as one."""
TURN = f"◀{AS_TEXT}"


# Everybody


def asked(view: FiveHundredView, words: Words) -> str:
    """What the next to play has to do."""
    return words("Lead a card") if view.trick is None else words("Play a card")


def trick_by_seats(view: FiveHundredView, seats: Sequence[Seat], person: Person, card: CardText, words: Words) -> str:
    """The trick in progress, otherwise the last one, with a line for each of `seats` that plays; what must be followed.

    Nothing outside the play.
    """
    if view.phase not in (Phase.PLAY, Phase.CLAIM):
        return ""
    trick, number = view.trick or view.last_trick, sum(view.tricks_won) + (view.trick is not None)
    cards = {} if trick is None else dict(trick.cards)
    leader = trick.cards[0].seat if trick is not None else None
    turn = view.to_act if view.phase is Phase.PLAY else frozenset()

    def row(seat: Seat) -> str:
        marks = [
            f"· {words('led')}" if seat == leader else "",
            WINS if seat == view.winning else "",
            TURN if seat in turn else "",
        ]
        return " ".join(filter(None, (card(cards[seat]) if seat in cards else _NOT_YET, person(seat), *marks)))

    led = view.order.suit_led(view.trick) if view.trick is not None else None
    follow = words("{suit} to follow", suit=suit_text(led, words)) if led is not None else ""
    first = None if trick is None or view.trick is None else trick.cards[0].card
    if first and led and view.contract and led is view.contract.bid.call.trump and first.suit is not led:
        follow = words("{suit} to follow: {card} is a trump", suit=suit_text(led, words), card=card(first))
    return lines(
        *[row(seat) for seat in seats if seat not in view.laid_down],
        small(words("Trick {number}", number=max(number, 1)), follow),
    )


def standing_text(view: FiveHundredView, words: Words) -> str:
    """How far the contract is: what it needs, has and can still win, and whether that is decided."""
    contract = view.contract
    if contract is None:
        return ""
    call = contract.bid.call
    if call.is_misere:
        return words("0 won: one trick loses {points}", points=call.value)
    won, left = DealResult(contract, view.tricks_won).taken(view.options), HAND - sum(view.tricks_won)
    text = words("tricks: {won} of {needed}, {left} to play", needed=call.tricks, won=won, left=left)
    if won >= call.tricks:
        return f"{text} ✓"
    is_lost = view.partner_is_known and won + left < call.tricks
    return f"{text} ✗" if is_lost else text


# Great moments


def moment(view: FiveHundredView, events: Iterable[object], person: Person, words: Words) -> str:
    """What just happened at a great moment, as a heading; nothing at any other. `view` is the public's."""
    contract = view.contract
    if contract is None or view.phase is not Phase.PLAY:
        return ""
    told = [text for event in events if (text := _told(event, view, contract, person, words))]
    return f"### {told[-1]}" if told else ""


def _told(event: object, view: FiveHundredView, contract: Contract, person: Person, words: Words) -> str:
    match event:
        case ev.PartnerKnown(partner):
            return words("{partner} is the partner of {person}!", partner=person(partner), person=person(contract.seat))
        case ev.WentAlone(seat):
            return words("{person} plays alone against everyone!", person=person(seat))
        case ev.HandShown(seat):
            return words("{person} shows their hand!", person=person(seat))
        case ev.TrickWon(winner) if view.partner_is_known:
            return _decided(view, contract, winner, words)
        case _:
            return ""


def _decided(view: FiveHundredView, contract: Contract, winner: int, words: Words) -> str:
    """What the trick that `winner` has just won means for the contract."""
    call, played = contract.bid.call, sum(view.tricks_won)
    won = DealResult(contract, view.tricks_won).taken(view.options)
    is_ours = winner in contract.side(view.options)
    bid = bid_text(contract.bid, words)
    if not call.is_misere:
        if won == played == HAND - 1 and view.options.slam_bonus and call.value < SLAM:
            return words("One more trick makes a slam!")
        if is_ours and won == call.tricks:
            return words("{bid} made!", bid=bid)
        if not is_ours and played - won == HAND - call.tricks + 1:
            return words("{bid} lost!", bid=bid)
    if played == HAND - 1 and (call.is_misere or won == call.tricks - 1):
        return words("The last trick decides!")
    return ""


# One player


def prompt(hand: OwnHand) -> tuple[str, str]:
    """What to do with a card or, before that, with the joker."""
    words = hand.words
    if hand.nominates:
        return bold(words("You hold the joker")), words("Choose the suit it belongs to, or leave it free.")
    if hand.choice.leads_joker:
        return words("**The joker leads**"), words("Name the suit that the others must follow.")
    return bold(asked(hand.view, words)), ""


def answers(hand: OwnHand) -> Rows:
    """The joker's suits where one is to be named; otherwise the hand."""
    words = hand.words
    if hand.nominates:
        suits = {action.suit for action in hand.actions if isinstance(action, Nominate)}
        yield [
            hand.button("move", Nominate(suit), suit_label(suit, words)) for suit in SUITS_ON_BUTTONS if suit in suits
        ]
        yield [hand.button("move", Nominate(None), words("Leave it free"))]
    elif hand.choice.leads_joker:
        suits = {action.named for action in hand.actions if isinstance(action, Play) and action.card == JOKER}
        yield [
            *(
                hand.button("move", Play(JOKER, suit), suit_label(suit, words))
                for suit in SUITS_ON_BUTTONS
                if suit in suits
            ),
            hand.button("back", "", words("Back")),
        ]
    else:
        yield _cards(hand)


def _cards(hand: OwnHand) -> list[Component]:
    """The hand: legal cards bright, the others grey; pressing a grey one says why not."""
    legal = {action.card: action for action in hand.actions if isinstance(action, Play)}
    row = []
    for card in hand.view.hand or ():
        action = legal.get(card)
        style = ButtonStyle.primary if action is not None else ButtonStyle.secondary
        if action is not None and action.named is not None:
            row.append(card_button(hand, card, "joker", "", style))
        else:
            row.append(card_button(hand, card, "move", str(action or Play(card)), style))
    return row


def card_button(hand: OwnHand, card: Card, verb: str, argument: str, style: ButtonStyle) -> Component:
    """A card on a button: its emoji, or its text where there is none."""
    address, text = hand.at.to(verb, argument), hand.card(card)
    face = emoji(text)
    return table_button(address, text if face is None else None, style, emoji=face)


def buttons(choices: Choices, cards: CardText) -> Mapping[str, Handler]:
    """The joker that is about to be led, and the last complete trick for whoever asks."""

    async def last(press: Press) -> None:
        play = press.table.play
        view: FiveHundredView | None = play.round.view(None) if play is not None else None
        if view is None or view.last_trick is None or view.last_winner is None:
            raise IllegalAction("No trick is complete yet.")
        words, person = press.words, seat_holder(press.table, press.words)
        trick = trick_text(view.last_trick, person, cards, words)
        text = words("{person} won the trick: {cards}.", cards=trick, person=person(view.last_winner))
        await press.show(layout(AMBER, [text]))

    return {"joker": choices.button(lambda _text: {"leads_joker": True}), "last": last}
