"""Why to choose that, in one sentence of a player's: what they see in their cards, on the table and in the bidding.

The figures behind it are with the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games.cards import JOKER, Card, Suit
from games.core import Phrase
from games.five_hundred.bids import SUIT_NAMES, Bid
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put
from games.five_hundred.score import Contract
from games.five_hundred.tricks import CardOrder, Trick
from players.five_hundred import conventions
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.weighing import WeighedOption

Weighed: TypeAlias = Sequence[tuple[Action, WeighedOption]]
"""The options with what they bring, the one that is chosen first."""


def made(outcome: WeighedOption) -> int:
    """In how many of 100 deals the contract is made."""
    return round(100 * float(outcome.made.mean()))


_OFTEN, _MOSTLY = 65, 50
"""Out of 100: from here on a contract can't be called unlikely, and is made more often than not."""

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
    if made(outcome) < _OFTEN:
        return Phrase("You would fail in {bid} too often.", bid=bid.title)
    if is_sure and passing.points.mean() > outcome.points.mean():
        return Phrase("You could make {bid}, but the others lose more when they bid.", bid=bid.title)
    return Phrase("It is close: you could bid {bid}, too.", bid=bid.title)


def for_keep(kept: Bid) -> Phrase:
    """Why not to raise one's own bid."""
    return Phrase("You can make {bid}; more is a gamble.", bid=kept.title)


def for_bid(knowledge: Knowledge, bid: MakeBid, own: WeighedOption) -> Phrase:
    """Why to bid that; `own` is how it goes when it is played."""
    call, order = bid.bid.call, CardOrder.of(bid.bid.call)
    if knowledge.conventions and conventions.shows_the_joker(knowledge.view, knowledge.seat, call):
        return Phrase("It shows your partner that you hold the joker.")
    if call.trump is not None and call.trump in _bid_by_partners(knowledge):
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


def _bid_by_partners(knowledge: Knowledge) -> set[Suit]:
    """The suits that partners have bid."""
    partners = knowledge.view.options.partners(knowledge.seat)
    calls = [said.bid.call for said in knowledge.view.bids if said.bid and said.seat in partners]
    return {call.trump for call in calls if call.trump is not None}


def for_put(knowledge: Knowledge, put: Put) -> Phrase:
    """Why to put these three aside."""
    order, hand = knowledge.order, knowledge.view.hand or ()
    left = {order.suit_of(card) for card in hand if card not in put.cards}
    gone = next((suit for suit in map(order.suit_of, hand) if suit and suit not in left), None)
    if gone is not None and not order.is_misere:
        return Phrase("It leaves you no loser in {suit}.", suit=SUIT_NAMES[gone])
    return Phrase("You need these three cards least.")


def for_partner(knowledge: Knowledge, call: Action) -> Phrase:
    """Why to play with that partner, or alone."""
    bid = _contract(knowledge).bid.title
    match call:
        case CallCard() | ChoosePartner():
            return Phrase("You need help to make {bid}.", bid=bid)
        case _:
            return Phrase("You make {bid} without help, and the points are all yours.", bid=bid)


def _is_sure(weighed: Weighed) -> bool:
    """Whether what is chosen is better than all else, and not by chance."""
    return all(weighed[0][1].surely_beats(other) for _, other in weighed[1:])


# Play.


def for_play(knowledge: Knowledge, weighed: Weighed) -> Phrase:
    """Why to play, nominate or claim that."""
    match weighed[0][0]:
        case Play(card):
            plays = {action.card for action, _ in weighed if isinstance(action, Play)}
            if len(plays) == 1:
                return Phrase("It is the only card that you can play.")
            return _of_card(knowledge, card)
        case Nominate():
            return Phrase("It makes the best use of your joker.")
        case _:
            return Phrase("Nobody can take any of the remaining tricks from you.")


def for_nothing(knowledge: Knowledge) -> Phrase:
    """Why it doesn't matter what is played."""
    return Phrase("Nothing beats it: {bid} can't be caught any more.", bid=_contract(knowledge).bid.title)


def _of_card(knowledge: Knowledge, card: Card) -> Phrase:
    trick = knowledge.view.trick
    if not knowledge.order.is_misere:
        return _leading(knowledge, card) if trick is None else _following(knowledge, card, trick)
    if _contract(knowledge).seat == knowledge.seat:
        return _losing(knowledge, card, trick)
    return _catching_lead(knowledge, card) if trick is None else _catching(knowledge, card, trick)


def _losing(knowledge: Knowledge, card: Card, trick: Trick | None) -> Phrase:
    """The contractor of a misère."""
    if trick is None or _would_win(knowledge, card, trick):
        if not _higher_unseen(knowledge, card) or (trick is not None and _is_last(knowledge, trick)):
            return Phrase("You can't avoid this trick.")
        return Phrase("Somebody after you should have to play higher.")
    if _follows(knowledge, card, trick):
        return Phrase("It stays below what has been played, and gets rid of a high card.")
    return Phrase("You can't win this trick, so throw your most dangerous card.")


def _catching_lead(knowledge: Knowledge, card: Card) -> Phrase:
    """Who leads against a misère."""
    order = knowledge.order
    shown = knowledge.view.open_hands.get(_contract(knowledge).seat, ())
    if shown:
        theirs = [other for other in shown if order.suit_of(other) is order.suit_of(card)]
        if not theirs:
            return Phrase("This lead risks least.")
        if all(_is_lower(knowledge, card, other) for other in theirs):
            return Phrase("The contractor has to beat {card}: all they hold of its suit is higher.", card=card)
        return Phrase("It draws the low cards that keep the contractor safe.")
    if _higher_unseen(knowledge, card) > _lower_unseen(knowledge, card):
        return Phrase("Play low, so that the contractor may have to win.")
    return Phrase("Get rid of high cards: your low ones can catch the contractor.")


def _catching(knowledge: Knowledge, card: Card, trick: Trick) -> Phrase:
    """Who plays on a trick against a misère."""
    contractor, order = _contract(knowledge).seat, knowledge.order
    wins = _would_win(knowledge, card, trick)
    if order.winner(trick) == contractor:
        if not wins:
            return Phrase("It leaves the trick to the contractor.")
        return Phrase("You can't avoid this trick.")
    is_safe = contractor in {played.seat for played in trick.cards} or not _follows(knowledge, card, trick)
    if is_safe or any(_is_lower(knowledge, other, card) for other in _legal(knowledge, trick)):
        return Phrase("Get rid of high cards: your low ones can catch the contractor.")
    return Phrase("Play low, so that the contractor may have to win.")


def _leading(knowledge: Knowledge, card: Card) -> Phrase:
    cards, order = knowledge.layout, knowledge.order
    suit, mine = order.suit_of(card), knowledge.view.hand or ()
    is_trump, leads_own = suit is not None and suit is order.trump, knowledge.seat in _together(knowledge)
    trumps_out = _unseen(knowledge) & cards.trump
    if _is_top(knowledge, card):
        if is_trump and trumps_out and leads_own:
            return Phrase("Draw trumps: nobody can beat {card}.", card=card)
        if trumps_out and not is_trump:
            return Phrase("{card} is the highest left of its suit.", card=card)
        if cards.trump and not trumps_out:
            return Phrase("Nobody else holds a trump, so {card} wins.", card=card)
        return Phrase("Nobody can beat {card}.", card=card)
    if is_trump:
        if leads_own:
            return Phrase("Lead trumps to draw theirs.")
        return Phrase("Lead a trump, so that the contractor can ruff less.")
    suits = [order.suit_of(other) for other in mine]
    if order.trump and order.trump in suits and suits.count(suit) == 1:
        return Phrase("It is your only card of its suit, so you can trump the next one.")
    if suit is not None and suit in _bid_by_partners(knowledge):
        return Phrase("Your partner bid {suit}.", suit=SUIT_NAMES[suit])
    if any(_is_top(knowledge, other) for other in mine):
        return Phrase("Your sure winners can wait.")
    return Phrase("This lead risks least.")


def _following(knowledge: Knowledge, card: Card, trick: Trick) -> Phrase:
    order, together, winner = knowledge.order, _together(knowledge), knowledge.order.winner(trick)
    partners = {*knowledge.view.options.partners(knowledge.seat), *(together if knowledge.seat in together else ())}
    is_last, legal = _is_last(knowledge, trick), _legal(knowledge, trick)
    if _would_win(knowledge, card, trick):
        if is_last and _is_cheapest(knowledge, card, trick):
            return Phrase("It wins the trick, and nothing cheaper does.")
        if is_last or not _beaten_by(knowledge, card, trick):
            return Phrase("Nobody can beat {card}.", card=card)
        if order.suit_of(card) is order.trump and order.suit_led(trick) is not order.trump:
            return Phrase("You can't follow suit, so trump it.")
        if len(trick.cards) == 1 and not any(_is_lower(knowledge, other, card) for other in legal):
            return Phrase("Second hand plays low.")
        return Phrase("It makes the others play higher to win.")
    if winner in partners:
        return Phrase("Your partner is winning the trick, so play low.")
    if not any(_would_win(knowledge, other, trick) for other in legal):
        return Phrase("You can't win this trick, so play what you need least.")
    if partners - {played.seat for played in trick.cards} - {knowledge.seat} - knowledge.view.laid_down:
        return Phrase("Your partner plays after you, so keep your high cards.")
    return Phrase("This trick isn't worth a high card.")


# What the cards are to each other.


def _contract(knowledge: Knowledge) -> Contract:
    contract = knowledge.view.contract
    assert contract is not None
    return contract


def _together(knowledge: Knowledge) -> frozenset[int]:
    """Who is known to play the contract."""
    return _contract(knowledge).side(knowledge.view.options)


def _unseen(knowledge: Knowledge) -> int:
    return knowledge.layout.mask(knowledge.cards[at] for at in knowledge.unseen)


def _suit(knowledge: Knowledge, card: Card) -> int:
    """The cards of its suit; of a free joker only itself."""
    cards = knowledge.layout
    number = cards.number(knowledge.order.suit_of(card))
    return cards.suits[number] if number >= 0 else cards.joker


def _higher_unseen(knowledge: Knowledge, card: Card) -> int:
    """How many higher cards of its suit others may hold."""
    bit = knowledge.layout.bit[card]
    return (_unseen(knowledge) & _suit(knowledge, card) & -(bit << 1)).bit_count()


def _lower_unseen(knowledge: Knowledge, card: Card) -> int:
    bit = knowledge.layout.bit[card]
    return (_unseen(knowledge) & _suit(knowledge, card) & (bit - 1)).bit_count()


def _is_lower(knowledge: Knowledge, card: Card, other: Card) -> bool:
    """Whether `card` is lower than the `other` of its suit."""
    return knowledge.layout.bit[card] < knowledge.layout.bit[other]


def _is_top(knowledge: Knowledge, card: Card) -> bool:
    """Whether no card of its suit, nor a free joker, can beat it when it leads."""
    joker = knowledge.layout.joker & ~knowledge.layout.bit[card]
    return not _higher_unseen(knowledge, card) and not _unseen(knowledge) & joker


def _is_last(knowledge: Knowledge, trick: Trick) -> bool:
    return len(trick.cards) == knowledge.players - len(knowledge.view.laid_down) - 1


def _follows(knowledge: Knowledge, card: Card, trick: Trick) -> bool:
    return knowledge.order.suit_of(card) is knowledge.order.suit_led(trick)


def _legal(knowledge: Knowledge, trick: Trick) -> Iterable[Card]:
    return knowledge.order.following(knowledge.view.hand or (), knowledge.order.suit_led(trick))


def _can_win(knowledge: Knowledge, trick: Trick) -> int:
    """The cards that can win the trick."""
    cards = knowledge.layout
    number = cards.number(knowledge.order.suit_led(trick))
    return (cards.suits[number] if number >= 0 else 0) | cards.trump | cards.joker


def _would_win(knowledge: Knowledge, card: Card, trick: Trick) -> bool:
    """Whether `card` would be the best of the trick so far."""
    bit, wins = knowledge.layout.bit, _can_win(knowledge, trick)
    return bit[card] & wins > max(bit[played.card] & wins for played in trick.cards)


def _beaten_by(knowledge: Knowledge, card: Card, trick: Trick) -> int:
    """The cards with which others could still beat `card`."""
    return _unseen(knowledge) & _can_win(knowledge, trick) & -(knowledge.layout.bit[card] << 1)


def _is_cheapest(knowledge: Knowledge, card: Card, trick: Trick) -> bool:
    bit = knowledge.layout.bit
    return all(bit[other] >= bit[card] for other in _legal(knowledge, trick) if _would_win(knowledge, other, trick))
