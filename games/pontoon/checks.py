"""What a player may do with a hand, and how many chips may go on it (rules 7, 11, 12, 14 and 21).

Each rule is stated once, as the sentence that it has against something, None where it has none, or as the limits of an
amount. Five cards end a
hand, so nobody is asked about it. Only its player knows of a 21; they are asked, and can only stick.
"""

from __future__ import annotations

from games.cards import Rank
from games.core import Counted, Phrase
from games.pontoon.boxes import Box, Hand
from games.pontoon.hands import MOST_CARDS, takes_more, totals
from games.pontoon.pontoon_options import COVERED, Limits, Options

MOST_HANDS = 4
"""A player's first hand and three splits (rule 11)."""


def against_split(options: Options, box: Box, hand: Hand, cards_left: int) -> Phrase | None:
    """Rule 11, with the house's `split_aces_only`."""
    if len(hand.cards) > 2 or hand.cards[0].rank is not hand.cards[1].rank:
        return Phrase("You can split only two cards of the same rank, before you take a third.")
    if options.split_aces_only and hand.cards[0].rank is not Rank.ACE:
        return Phrase("Only aces can be split here.")
    if len(box.hands) == MOST_HANDS:
        return Counted("You already have {count} hands, and that's the most.", MOST_HANDS)
    return Phrase("There aren't enough cards left to split.") if cards_left < 2 else None


def against_card(hand: Hand) -> Phrase | None:
    """Rules 12-14: a hand of 21 takes no more cards."""
    return None if takes_more(hand.cards) else Phrase("You have 21, so this hand takes no more cards. Stick.")


def against_buying(hand: Hand) -> Phrase | None:
    """Rules 12 and 13: a hand that twisted may not buy."""
    return Phrase("You've twisted on this hand, so you can't buy any more cards.") if hand.twisted else None


def against_sticking(options: Options, hand: Hand) -> Phrase | None:
    """Rule 14."""
    if totals(hand.cards).best >= options.stick_minimum:
        return None
    return Phrase("You can stick on {minimum} or more. Buy or twist.", minimum=options.stick_minimum)


def buy_limits(hand: Hand) -> Limits:
    """What the next card may cost: twice the initial stake at most, and never more than the one before (rule 12)."""
    return Limits(hand.initial, hand.bought[-1] if hand.bought else 2 * hand.initial)


def against_price(limits: Limits, amount: int) -> Phrase | None:
    """Rule 12: `amount` is a price that the next card may have."""
    least, most = limits
    return None if least <= amount <= most else Counted("This card costs {least} to {count} chips.", most, least=least)


def against_initial(limits: Limits, amount: int) -> Phrase | None:
    """Rule 7: `amount` is within the table's limits for the initial stake."""
    least, most = limits
    is_within = least <= amount <= most
    return None if is_within else Counted("Stakes here are from {minimum} to {count} chips.", most, minimum=least)


def most_staked(limits: Limits, purse: int) -> int:
    """The most that a player who has `purse` chips can stake in a whole deal (rules 7, 11, 12 and 21).

    A hand of the initial stake x holds x, or with bought cards anything from 2x to 7x, and there are up to four. So any
    amount from twice the smallest initial stake up to 28 times the largest can be staked, and below that only what one
    hand can hold.
    """
    means = purse // COVERED
    if means < 2 * limits.least:
        return min(means, limits.most)
    dearest = limits.most * (1 + 2 * (MOST_CARDS - 2))
    return min(means, MOST_HANDS * dearest)


def most_covered(box: Box, free: int) -> int:
    """How many chips more the player may stake, so that both sides can cover it; the bank has `free` (rule 21)."""
    return min(box.purse, free) // COVERED


def against_cover(box: Box, free: int, more: int) -> Phrase | None:
    """Rule 21: the player can put in what `more` chips of stake take, and the bank has as much `free`."""
    needed = COVERED * more
    if needed > box.purse:
        return Counted(
            "You have {count} chips left; {more} more take {needed}, because the same amount is set "
            "aside until the deal ends.",
            box.purse,
            more=more,
            needed=needed,
        )
    if needed > free:
        return Phrase("The bank can't cover that; at most {most} more.", most=most_covered(box, free))
    return None
