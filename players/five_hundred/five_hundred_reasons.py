"""Why to choose that, in one sentence of a player's: what they see in their cards, on the table and in the bidding.

The figures behind it are with the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.cards import JOKER
from games.core import Phrase
from games.five_hundred.bids import SUIT_NAMES, Bid
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put
from games.five_hundred.tricks import CardOrder
from players.five_hundred import conventions
from players.five_hundred.card_reasons import bid_by_partners, for_card
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.playing import the_contract
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.weighing import WeighedOption

Weighed: TypeAlias = Sequence[tuple[Action, WeighedOption]]
"""The options with what they bring, the one that is chosen first."""


def made(outcome: WeighedOption) -> int:
    """In how many of 100 deals the contract is made."""
    return round(100 * float(outcome.made.mean()))


_MOSTLY = 50
"""Out of 100: from here on a contract is made more often than not."""

# Before the first lead.


def for_pass(knowledge: Knowledge, weighed: Weighed, likeliest: tuple[Bid, WeighedOption] | None) -> Phrase:
    """Why to pass; `likeliest` is the bid that was made or is made most often, and how it goes, if one is left."""
    passing = weighed[0][1]
    for action, other in weighed[1:]:
        if isinstance(action, MakeBid) and not passing.surely_beats(other):
            return Phrase("It is close: you could bid {bid}, too.", bid=action.bid.title)
    bids = [said for said in knowledge.view.bids if said.bid]
    if bids and bids[-1].bid and bids[-1].seat in knowledge.view.options.partners(knowledge.seat):
        return Phrase("Your partner's {bid} is better than any bid of yours.", bid=bids[-1].bid.title)
    if likeliest is None and not bids:
        return Phrase("You have nothing to bid on: no suit of four cards, no jack, no joker.")
    if likeliest is None:
        return Phrase("Every bid still available is too high for you.")
    bid, outcome = likeliest
    if made(outcome) < _MOSTLY:
        return Phrase("You would fail in {bid} too often.", bid=bid.title)
    if passing.points.mean() > outcome.points.mean():
        return Phrase("You could make {bid}, but the others lose more when they bid.", bid=bid.title)
    return Phrase("You could make {bid}, but a pass wins the match more often.", bid=bid.title)


def for_keep(kept: Bid) -> Phrase:
    """Why not to raise one's own bid."""
    return Phrase("You can make {bid}; a higher bid is a gamble.", bid=kept.title)


def for_bid(knowledge: Knowledge, bid: MakeBid, own: WeighedOption) -> Phrase:
    """Why to bid that; `own` is how it goes when it is played."""
    call, order = bid.bid.call, CardOrder.of(bid.bid.call)
    if knowledge.conventions and conventions.shows_the_joker(knowledge.view, knowledge.seat, call):
        return Phrase("It shows your partner that you hold the joker.")
    if call.trump is not None and call.trump in bid_by_partners(knowledge.view, knowledge.seat):
        return Phrase("Your partner bid {suit}.", suit=SUIT_NAMES[call.trump])
    if made(own) < _MOSTLY:
        return Phrase("You may fail in {bid}, but passing would cost more.", bid=bid.bid.title)
    if call.is_misere:
        return Phrase("Your cards are low enough to lose every trick.")
    if call.trump is None:
        return Phrase("Your high cards win without trumps.")
    trumps = [card for card in knowledge.view.hand or () if order.suit_of(card) is call.trump]
    return Phrase(
        "With {suit} as trumps you hold {count} of them, {card} the highest.",
        suit=SUIT_NAMES[call.trump],
        count=len(trumps),
        card=max(trumps, key=order.height, default=JOKER),
    )


def for_put(knowledge: Knowledge, put: Put) -> Phrase:
    """Why to put these three aside."""
    order, hand = knowledge.order, knowledge.view.hand or ()
    left = {order.suit_of(card) for card in hand if card not in put.cards}
    gone = next((suit for suit in map(order.suit_of, hand) if suit and suit not in left), None)
    if gone is not None and order.trump is not None:
        return Phrase("It leaves you no loser in {suit}.", suit=SUIT_NAMES[gone])
    return Phrase("You need these three cards least.")


def for_partner(knowledge: Knowledge, call: Action) -> Phrase:
    """Why to play with that partner, or alone."""
    bid = the_contract(knowledge).bid.title
    match call:
        case CallCard() | ChoosePartner():
            return Phrase("You need help to make {bid}.", bid=bid)
        case _:
            return Phrase("You make {bid} without help, and the points are all yours.", bid=bid)


# Play.


def for_play(knowledge: Knowledge, weighed: Weighed) -> Phrase:
    """Why to play, nominate or claim that."""
    match weighed[0][0]:
        case Play(card):
            plays = {action.card for action, _ in weighed if isinstance(action, Play)}
            if len(plays) == 1:
                return Phrase("It is the only card that you can play.")
            return for_card(SeatView(knowledge.view, knowledge.seat), card)
        case Nominate():
            return Phrase("It makes the best use of your joker.")
        case _:
            return Phrase("Nobody can take any of the remaining tricks from you.")


def for_nothing(knowledge: Knowledge) -> Phrase:
    """Why it doesn't matter what is played."""
    return Phrase("{bid} is safe: nobody can catch you now.", bid=the_contract(knowledge).bid.title)
