"""Why to choose that, in one sentence: what is known for sure where there is such a thing, else the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.cards import Card
from games.core import Phrase
from games.five_hundred.bids import SUIT_NAMES, Bid
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put, Say
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.weighing import WeighedOption

Weighed: TypeAlias = Sequence[tuple[Action, WeighedOption]]
"""The options with what they bring, the one that is chosen first."""


def made(outcome: WeighedOption) -> int:
    """In how many of 100 deals the contract is made."""
    return round(100 * float(outcome.made.mean()))


def _tricks(outcome: WeighedOption) -> float:
    return round(float(outcome.tricks.mean()), 1)


_OFTEN = 65
"""Out of 100: from here on a contract can't be called unlikely."""

# Before the first lead.


def for_pass(knowledge: Knowledge, weighed: Weighed, nearest: tuple[Bid, WeighedOption] | None) -> Phrase:
    """Why to pass; `nearest` is the bid that came closest and how it goes, if any is left."""
    passing, is_sure = weighed[0][1], _is_sure(weighed)
    bids = [said for said in knowledge.view.bids if said.bid]
    if is_sure and bids and bids[-1].bid and bids[-1].seat in knowledge.view.options.partners(knowledge.seat):
        return Phrase("Your partner's {bid} is better than any bid of yours.", bid=bids[-1].bid.title)
    if nearest is None:
        return Phrase("There is nothing left to bid that you would make.")
    bid, outcome = nearest
    how = {"bid": bid.title, "made": made(outcome)}
    if made(outcome) < _OFTEN:
        return Phrase("You would make {bid} in only {made} of 100 deals.", **how)
    if is_sure and passing.points.mean() > outcome.points.mean():
        return Phrase("You would make {bid} in {made} of 100 deals, but the others lose more when they bid.", **how)
    return Phrase("It is close: you would make {bid} in {made} of 100 deals.", **how)


def for_keep(kept: Bid, outcome: WeighedOption) -> Phrase:
    """Why not to raise one's own bid."""
    return Phrase("You make {bid} in {made} of 100 deals; more is a gamble.", bid=kept.title, made=made(outcome))


def for_bid(bid: MakeBid, own: WeighedOption) -> Phrase:
    """Why to bid that; `own` is how it goes when it is played."""
    return _makes(bid.bid, own)


def _makes(bid: Bid, outcome: WeighedOption) -> Phrase:
    return Phrase("You make {bid} in {made} of 100 deals.", bid=bid.title, made=made(outcome))


def for_put(knowledge: Knowledge, put: Put, outcome: WeighedOption) -> Phrase:
    """Why to put these three aside."""
    contract = knowledge.view.contract
    assert contract is not None
    order = knowledge.order
    hand = knowledge.view.hand or ()
    left = {order.suit_of(card) for card in hand if card not in put.cards}
    gone = next((suit for suit in map(order.suit_of, hand) if suit and suit not in left), None)
    if gone is None or order.is_misere:
        return _makes(contract.bid, outcome)
    how = {"bid": contract.bid.title, "made": made(outcome)}
    return Phrase("You make {bid} in {made} of 100 deals, with no loser left in {suit}.", suit=SUIT_NAMES[gone], **how)


def for_partner(knowledge: Knowledge, call: Action, outcome: WeighedOption) -> Phrase:
    """Why to play with that partner, or alone."""
    contract = knowledge.view.contract
    assert contract is not None
    if isinstance(call, CallCard | ChoosePartner):
        return _makes(contract.bid, outcome)
    how = {"bid": contract.bid.title, "made": made(outcome)}
    return Phrase("Alone you make {bid} in {made} of 100 deals, and the points are all yours.", **how)


def _is_sure(weighed: Weighed) -> bool:
    """Whether what is chosen is better than all else, and not by chance."""
    return all(weighed[0][1].surely_beats(other) for _, other in weighed[1:])


# Play.


def for_play(knowledge: Knowledge, weighed: Weighed) -> Phrase:
    """Why to play, nominate or claim that."""
    best, outcome = weighed[0]
    contract = knowledge.view.contract
    assert contract is not None
    match best:
        case Say.CLAIM:
            return Phrase("Nobody can take any of the remaining tricks from you.")
        case Nominate(suit) if suit:
            return _makes(contract.bid, outcome)
        case Play(card):
            pattern = _only(weighed) or _pattern(knowledge, card)
            return pattern or _by_figures(knowledge, weighed, card)
        case _:
            return _by_figures(knowledge, weighed, None)


def for_nothing(knowledge: Knowledge) -> Phrase:
    """Why it doesn't matter what is played."""
    contract = knowledge.view.contract
    assert contract is not None
    return Phrase("Nothing beats it: {bid} can't be caught any more.", bid=contract.bid.title)


def _only(weighed: Weighed) -> Phrase | None:
    plays = {action.card for action, _ in weighed if isinstance(action, Play)}
    return Phrase("It is the only card that you can play.") if len(plays) == 1 else None


def _pattern(knowledge: Knowledge, card: Card) -> Phrase | None:
    if knowledge.order.is_misere:
        return _in_misere(knowledge, card)
    return _leading(knowledge, card) if knowledge.view.trick is None else _following(knowledge, card)


def _in_misere(knowledge: Knowledge, card: Card) -> Phrase | None:
    contract, trick, order = knowledge.view.contract, knowledge.view.trick, knowledge.order
    assert contract is not None
    if trick is None:
        return None
    winner, wins = order.winner(trick), _would_win(knowledge, card)
    follows = order.suit_of(card) is order.suit_led(trick)
    if contract.seat == knowledge.seat:
        if wins:
            return None
        if follows:
            return Phrase("It stays below what has been played, and gets rid of a high card.")
        return Phrase("You can't win this trick, so throw your most dangerous card.")
    if winner == contract.seat and not wins:
        return Phrase("It leaves the trick to the contractor.")
    return None


def _leading(knowledge: Knowledge, card: Card) -> Phrase | None:
    cards = knowledge.layout
    bit = cards.bit[card]
    unseen = cards.mask(knowledge.cards[at] for at in knowledge.unseen)
    number = cards.suit_at[bit.bit_length() - 1]
    if number < 0:
        return None
    suit = cards.suits[number]
    is_top = not (unseen & suit & ~(bit | (bit - 1)) or unseen & cards.joker)
    trumps = (unseen & cards.trump).bit_count()
    if not is_top:
        return None
    if suit == cards.trump and trumps and knowledge.seat in _together(knowledge):
        return Phrase("Draw trumps: nobody can beat {card}.", card=card)
    if not trumps:
        return (
            Phrase("Nobody else holds a trump, so {card} wins.", card=card)
            if cards.trump
            else Phrase("Nobody can beat {card}.", card=card)
        )
    return Phrase("{card} is the highest left of its suit.", card=card)


def _following(knowledge: Knowledge, card: Card) -> Phrase | None:
    trick, order = knowledge.view.trick, knowledge.order
    assert trick is not None
    is_last = len(trick.cards) == knowledge.players - len(knowledge.view.laid_down) - 1
    wins, winner = _would_win(knowledge, card), order.winner(trick)
    with_me = knowledge.seat in _together(knowledge) and winner in _together(knowledge)
    with_me = with_me or winner in knowledge.view.options.partners(knowledge.seat)
    if not wins:
        if with_me:
            return Phrase("Your partner is winning the trick, so play low.") if is_last else None
        hopeless = not any(_would_win(knowledge, other) for other in knowledge.view.hand or ())
        return Phrase("You can't win this trick, so play what you need least.") if hopeless else None
    if is_last:
        return Phrase("It wins the trick, and nothing cheaper does.") if _is_cheapest(knowledge, card) else None
    if order.suit_of(card) is order.trump and order.suit_led(trick) is not order.trump:
        return Phrase("You can't follow suit, so trump it.")
    return None


def _together(knowledge: Knowledge) -> frozenset[int]:
    contract = knowledge.view.contract
    assert contract is not None
    return contract.side(knowledge.view.options)


def _would_win(knowledge: Knowledge, card: Card) -> bool:
    """Whether `card` would be the best of the trick so far."""
    cards, trick = knowledge.layout, knowledge.view.trick
    assert trick is not None
    number = cards.number(knowledge.order.suit_led(trick))
    wins = (cards.suits[number] if number >= 0 else 0) | cards.trump | cards.joker
    best = max(cards.bit[played.card] & wins for played in trick.cards)
    return cards.bit[card] & wins > best


def _is_cheapest(knowledge: Knowledge, card: Card) -> bool:
    bit = knowledge.layout.bit
    hand = knowledge.view.hand or ()
    return all(bit[other] >= bit[card] for other in hand if _would_win(knowledge, other))


def _by_figures(knowledge: Knowledge, weighed: Weighed, card: Card | None) -> Phrase:
    contract, outcome = knowledge.view.contract, weighed[0][1]
    assert contract is not None
    if contract.bid.call.is_misere:
        if contract.seat == knowledge.seat:
            return _makes(contract.bid, outcome)
        return Phrase("It catches the contractor in {caught} of 100 deals.", caught=100 - made(outcome))
    others = [brings for action, brings in weighed if not isinstance(action, Play) or action.card is not card]
    other = others[0] if others else None
    if other is not None and not outcome.surely_beats(other):
        return Phrase("The figures can't tell it from the next one, so this is what good players usually do.")
    if card is None or other is None or _tricks(other) >= _tricks(outcome):
        return Phrase("Your side's tricks, on average: {tricks}.", tricks=_tricks(outcome))
    return Phrase(
        "Your side's tricks, on average: {tricks}; with the next best: {fewer}.",
        tricks=_tricks(outcome),
        fewer=_tricks(other),
    )
