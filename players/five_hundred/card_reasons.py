"""Why to play that card, in one sentence: what a player sees in the hand, on the table and in what has gone.

A sentence that isn't true of the position is never said. Where nothing special is to be seen, that is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from games.cards import JOKER, Card, Rank, Suit
from games.core import Phrase, Seat
from games.five_hundred.bids import SUIT_NAMES
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.tricks import Trick
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.rules_of_thumb.tricks import trumps_with

_HIGH = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def for_card(sight: SeatView, card: Card) -> Phrase:
    """Why to play `card`, whether it is the best or not."""
    trick = sight.view.trick
    if not sight.order.is_misere:
        return _leading(sight, card) if trick is None else _following(sight, card, trick)
    if sight.seat == sight.contractor:
        return _losing_lead(sight, card) if trick is None else _losing(sight, card, trick)
    return _catching_lead(sight, card) if trick is None else _catching(sight, card, trick)


def bid_by_partners(view: FiveHundredView, seat: Seat) -> set[Suit]:
    """The suits that partners of `seat` have bid."""
    partners = view.options.partners(seat)
    calls = [said.bid.call for said in view.bids if said.bid and said.seat in partners]
    return {call.trump for call in calls if call.trump is not None}


# For tricks: the lead.


def _leading(sight: SeatView, card: Card) -> Phrase:
    everyone = sight.friends | sight.foes
    if not sight.above(card, everyone):
        return _leading_highest(sight, card, everyone)
    if sight.trump is not None and sight.order.suit_of(card) is sight.trump:
        if sight.is_contractors_side and sight.out(sight.trump):
            return Phrase("Lead trumps to draw theirs.")
        if not sight.is_contractors_side and sight.out(sight.trump, (sight.contractor,)):
            return Phrase("Lead a trump, so that the contractor can ruff less.")
        return Phrase("This is the safest lead.")
    return _leading_lower(sight, card, everyone)


def _leading_highest(sight: SeatView, card: Card, everyone: Collection[Seat]) -> Phrase:
    """A card of whose suit nobody else holds a higher one."""
    trump = sight.trump
    if trump is not None and sight.order.suit_of(card) is trump and sight.is_contractors_side and sight.out(trump):
        return Phrase("Draw trumps: nobody can beat {card}.", card=card)
    if not _beaten_by(sight, everyone, card):
        if trump is not None and not sight.out(trump, everyone):
            return Phrase("Nobody else holds a trump, so {card} wins.", card=card)
        return Phrase("Nobody can beat {card}.", card=card)
    higher = [other for other in sight.hand if sight.is_equal(other, card) and _is_lower(sight, card, other)]
    if higher:
        return Phrase("{card} is as good as your {other}.", card=card, other=max(higher, key=sight.order.height))
    return Phrase("{card} is the highest left of its suit.", card=card)


def _leading_lower(sight: SeatView, card: Card, everyone: Collection[Seat]) -> Phrase:
    """A card of a side suit, or of any without trumps, that somebody may beat."""
    order, hand, suit = sight.order, sight.hand, sight.order.suit_of(card)
    suits = [order.suit_of(other) for other in hand]
    if sight.trump is not None and sight.trump in suits and suits.count(suit) == 1:
        return Phrase("It is your only card of its suit, so you can trump the next one.")
    if trumps_with(sight, sight.friends, suit):
        return Phrase("Your partner is out of that suit and may trump it.")
    if suit is not None and suit in bid_by_partners(sight.view, sight.seat):
        return Phrase("Your partner bid {suit}.", suit=SUIT_NAMES[suit])
    equal = [other for other in hand if other != card and sight.is_equal(other, card)]
    if equal and sight.above(card, everyone) == 1:
        held = {other for seat in everyone for other in sight.may_hold(seat) if order.suit_of(other) is suit}
        top = max(held, key=order.height)
        return Phrase(
            "Once {top} has gone, {card} is the highest left of its suit.",
            top=top,
            card=max(equal, key=order.height),
        )
    if any(other != card and not _beaten_by(sight, everyone, other) for other in hand):
        return Phrase("Your sure winners can wait.")
    return Phrase("This is the safest lead.")


# For tricks: to another's lead.


def _following(sight: SeatView, card: Card, trick: Trick) -> Phrase:
    legal = _legal(sight, trick)
    winners = sorted((other for other in legal if sight.wins(other, trick)), key=sight.order.height)
    is_partners = sight.order.winner(trick) in sight.friends
    if card in winners:
        if is_partners and len(winners) < len(legal):
            return _over_partner(sight, card, trick)
        return _winning(sight, card, trick, winners)
    if is_partners:
        if _is_lowest(sight, card, trick):
            return Phrase("Your partner is winning the trick, so play low.")
        return Phrase("Your partner is winning the trick, so play what you need least.")
    if not winners:
        return Phrase("You can't win this trick, so play what you need least.")
    return _declining(sight, card, trick, winners)


def _over_partner(sight: SeatView, card: Card, trick: Trick) -> Phrase:
    """A card that takes the trick from the partner, where another would not."""
    best = sight.order.best(trick).card
    if _beaten_by(sight, sight.foes_after, best) > _beaten_by(sight, sight.foes_after, card):
        return Phrase("Your partner's {card} may not be enough.", card=best)
    return Phrase("Take your partner's trick, so that you have the lead.")


def _winning(sight: SeatView, card: Card, trick: Trick, winners: Sequence[Card]) -> Phrase:
    """A card that wins the trick so far; `winners` are all that would, the lowest first."""
    order, led = sight.order, sight.order.suit_led(trick)
    sure = [other for other in winners if not _beaten_by(sight, sight.after, other)]
    if card in sure:
        cheapest = sure[0]
        if not sight.is_equal(card, cheapest):
            return Phrase("It wins the trick, and you keep {card} for later.", card=cheapest)
        if not sight.after and card == cheapest:
            return Phrase("It wins the trick, and nothing cheaper does.")
        return Phrase("Nobody can beat {card}.", card=card)
    if sight.trump is not None and order.suit_of(card) is sight.trump and led is not sight.trump:
        return _ruffing(sight, card, trick, winners)
    beaten_by = _beaten_by(sight, sight.after, card)
    if beaten_by == {JOKER}:
        return Phrase("Only the joker can beat {card}.", card=card)
    if all(order.suit_of(other) is not led for other in beaten_by):
        return Phrase("Only a trump can beat {card}.", card=card)
    is_second = len(trick.cards) == 1 and trick.cards[0].seat in sight.foes and sight.friends & {*sight.after}
    if is_second and _is_lowest(sight, card, trick) and not sight.is_equal(card, winners[-1]):
        return Phrase("Second hand plays low.")
    if _beaten_by(sight, sight.foes_after, card):
        return Phrase("It makes the others play higher to win.")
    return Phrase("It beats the cards played so far.")


def _ruffing(sight: SeatView, card: Card, trick: Trick, winners: Sequence[Card]) -> Phrase:
    """A trump on another suit, which a higher one can still beat."""
    best = sight.order.best(trick).card
    if sight.order.suit_of(best) is sight.trump:
        return Phrase("Trump it higher than {card}.", card=best)
    if not sight.is_equal(card, winners[0]):
        return Phrase("Trump it high: someone after you could trump it, too.")
    return Phrase("You can't follow suit, so trump it.")


def _declining(sight: SeatView, card: Card, trick: Trick, winners: Sequence[Card]) -> Phrase:
    """A card that leaves the trick to a foe, where one of `winners`, the lowest first, would win it so far."""
    waits = bool(_beaten_by(sight, sight.friends.intersection(sight.after), sight.order.best(trick).card))
    if sight.order.suit_of(winners[0]) is not sight.order.suit_led(trick):
        if waits:
            return Phrase("Your partner plays after you, so don't spend {card}.", card=winners[0])
        return Phrase("This trick isn't worth {card}.", card=winners[0])
    if not _is_lowest(sight, card, trick):
        return Phrase("You need {card} least.", card=card)
    if waits:
        return Phrase("Your partner plays after you, so play low.")
    if winners[0] == JOKER or winners[0].rank in _HIGH:
        return Phrase("This trick isn't worth {card}.", card=winners[0])
    return Phrase("Let the opponents have this trick, and the lead.")


# A misère: its contractor.


def _losing_lead(sight: SeatView, card: Card) -> Phrase:
    if not _beaten_by(sight, sight.after, card):
        return Phrase("You can't avoid this trick.")
    return Phrase("Someone after you should have to play higher.")


def _losing(sight: SeatView, card: Card, trick: Trick) -> Phrase:
    if sight.wins(card, trick):
        return _losing_lead(sight, card)
    order = sight.order
    if order.suit_of(card) is order.suit_led(trick):
        return Phrase("It stays below the cards played so far.")
    if all(sight.below(other) <= sight.below(card) for other in sight.hand):
        return Phrase("You can't win this trick, so throw your most dangerous card.")
    return Phrase("You can't win this trick, so play what you need least.")


# A misère: against its contractor.


def _catching_lead(sight: SeatView, card: Card) -> Phrase:
    contractor = (sight.contractor,)
    theirs = sight.out(sight.order.suit_of(card), contractor)
    higher = sight.above(card, contractor)
    if not theirs:
        return Phrase("This is the safest lead.")
    if sight.contractor in sight.view.open_hands:
        if higher == len(theirs):
            return Phrase("The contractor has to beat {card}: all they hold of its suit is higher.", card=card)
        return Phrase("It draws the low cards that keep the contractor safe.")
    if higher > len(theirs) - higher:
        return Phrase("Play low, so that the contractor may have to win.")
    return _unburdening(sight, card)


def _catching(sight: SeatView, card: Card, trick: Trick) -> Phrase:
    order, contractor = sight.order, sight.contractor
    if order.winner(trick) == contractor:
        if not sight.wins(card, trick):
            return Phrase("It leaves the trick to the contractor.")
        if all(sight.wins(other, trick) for other in _legal(sight, trick)):
            return Phrase("You can't leave this trick to the contractor.")
    after = [contractor] if contractor in sight.after else []
    if _beaten_by(sight, after, order.best(trick).card) and _is_lowest(sight, card, trick):
        return Phrase("Play low, so that the contractor may have to win.")
    return _unburdening(sight, card)


def _unburdening(sight: SeatView, card: Card) -> Phrase:
    """A card with which the contractor can't be caught."""
    if any(_is_lower(sight, other, card) for other in sight.hand):
        return Phrase("Get rid of high cards: your low ones can catch the contractor.")
    if sight.view.trick is None:
        return Phrase("This is the safest lead.")
    return Phrase("You need {card} least.", card=card)


# What the cards are to each other.


def _legal(sight: SeatView, trick: Trick) -> Sequence[Card]:
    return sight.order.following(sight.hand, sight.order.suit_led(trick))


def _beaten_by(sight: SeatView, seats: Iterable[Seat], card: Card) -> set[Card]:
    """The cards that `seats` may hold and that beat `card`, if they are out of what was led or follow it."""
    return {other for seat in seats for other in sight.may_hold(seat) if sight.order.beats(other, card)}


def _is_lower(sight: SeatView, card: Card, other: Card) -> bool:
    return sight.order.height(card) < sight.order.height(other)


def _is_lowest(sight: SeatView, card: Card, trick: Trick) -> bool:
    """Whether `card` follows suit and is as low as any in the hand."""
    mine = [other for other in sight.hand if sight.order.suit_of(other) is sight.order.suit_led(trick)]
    return card in mine and sight.is_equal(card, min(mine, key=sight.order.height))
