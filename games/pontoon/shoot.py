"""Shoot Pontoon's own: the kitty, and the bets against it (rules S1-S8).

K is the kitty without the bets against it, L the live bets. A bet is accepted only into the room between them, so
that 0 <= L <= K then; and as each winner takes from the kitty no more than the bet, K never goes below 0.
"""

from __future__ import annotations

from games.core import Counted, IllegalAction, Phrase, Seat
from games.pontoon.boxes import TableCards
from games.pontoon.pontoon_options import Limits, Options


def live_bets(table: TableCards) -> int:
    """L: the shoot bets on hands that are not bust, in chips."""
    return sum(hand.shot for hand in table.hands if hand.live)


def room(table: TableCards) -> int:
    """The chips that may still be shot for: K - L (rule S2)."""
    return table.kitty - live_bets(table)


def shoot_limits(table: TableCards, seat: Seat) -> Limits:
    """What `seat` may shoot: one chip up to the room in the kitty and the own purse; nothing when `most` is 0."""
    return Limits(1, min(room(table), table.box(seat).purse))


def against_shot(table: TableCards, seat: Seat, amount: int) -> Phrase | None:
    """Rules S2, S4 and S5: `seat` may shoot `amount` chips."""
    free, purse = room(table), table.box(seat).purse
    if amount > free:
        return Counted("You can shoot for at most {count} chips: that's what is left in the kitty.", free)
    return Counted("You have {count} chips left to shoot with.", purse) if amount > purse else None


def check_kitty(options: Options, minimum: int, maximum: int, amount: int, inside: int = 0) -> None:
    """Raise IllegalAction unless a banker may put `amount` chips into a kitty that holds `inside`.

    A new one is between the kitty limits (rule S1), which follow from the table's limits `minimum` and `maximum`
    for stakes; what is added to one that holds chips still may not bring it above them (rule S8).
    """
    least, most = options.kitty_limits(minimum, maximum)
    if not inside:
        if not least <= amount <= most:
            raise IllegalAction.saying(Counted("A kitty here is {least} to {count} chips.", most, least=least))
        return
    if inside >= most:
        raise IllegalAction.saying(Counted("The kitty holds {count} chips, and the most is {most}.", inside, most=most))
    if not 1 <= amount <= most - inside:
        raise IllegalAction.saying(Counted("You can add 1 to {count} chips to the kitty.", most - inside))
