"""How a deal begins: minimum stakes, covers and kitty go in, and the first cards fall (rules 6, 21 and S1).

The banker's cover goes in here for the whole deal, so that nothing the banker does elsewhere can prevent a stake that
the bank could cover at the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cards import Card
from games.core import Counted, IllegalAction, Pot, Seat, Step, Transfer
from games.pontoon.boxes import Bank, Box, Hand, TableCards
from games.pontoon.checks import most_staked
from games.pontoon.deal import Pontoon
from games.pontoon.moves import Phase, Turn
from games.pontoon.pontoon_events import FirstCards
from games.pontoon.pontoon_options import COVERED, MOST_PEOPLE, Limits, Options, able_to_play, check_bank
from games.pontoon.settle import putting_in


def start(
    options: Options,
    players: Sequence[Seat],
    banker: Seat,
    pack: Sequence[Card],
    minimum: int,
    maximum: int,
    purses: Mapping[Seat, int],
    kitty: int = 0,
) -> Step[Pontoon]:
    """Take everybody's minimum stake and cover, the banker's cover and the kitty, and deal the first cards.

    The banker's cover is the most that this deal can need, as far as every player's chips go, or all that the banker
    has. What was not needed comes back when the deal is over.

    `players` sit clockwise from the banker's left. `pack` is the pack in its present order, next card first.
    `minimum` and `maximum` limit the initial stake. `purses` are the chips that each person can put into this deal,
    the kitty apart; `kitty` is what the banker has put up, 0 unless the options say shoot.

    Players who can't cover the minimum are left out. Raises IllegalAction when the banker can't cover the others,
    when nobody is left, or when the kitty is empty; ValueError for what no table can mean.
    """
    if not 1 <= len(players) < MOST_PEOPLE or len({banker, *players}) <= len(players):
        raise ValueError(f"no deal has the banker {banker} and the players {players}")
    if not 1 <= minimum <= maximum:
        raise ValueError(f"no stake is from {minimum} to {maximum}")
    if kitty < 0 or (kitty and not options.shoot):
        raise ValueError(f"a kitty of {kitty} chips can't be, or not without shoot bets")
    if options.shoot and not kitty:
        raise IllegalAction("The kitty is empty. Put up a new one, or the bank goes to the highest bidder.")
    able = able_to_play(players, purses, minimum)
    put_in = COVERED * minimum
    if not able:
        raise IllegalAction.saying(
            Counted("Nobody has the {count} chips needed: the minimum stake, and the same set aside.", put_in)
        )
    check_bank(len(able), purses[banker], minimum)
    if len(pack) < 2 * (len(able) + 1):
        raise ValueError(f"{len(pack)} cards are too few for {len(able)} players and the banker")

    first, banks, rest = pack[: len(able)], pack[len(able)], pack[len(able) + 1 :]
    boxes = tuple(
        Box(seat, purses[seat] - put_in, (Hand((card,), minimum),)) for seat, card in zip(able, first, strict=True)
    )
    limits = Limits(minimum, maximum)
    cover = min(purses[banker], COVERED * sum(most_staked(limits, purses[seat]) for seat in able))
    table = TableCards(Bank(banker, cover, (banks,)), boxes, tuple(rest), kitty)
    deal = Pontoon(options, limits, table, Phase.STAKES, Turn(able[0], 0))
    paid = [transfer for seat in able for transfer in putting_in(seat, minimum, "stake")]
    paid.append(Transfer(banker, Pot.MIDDLE, cover, "bank cover"))
    if kitty:
        paid.append(Transfer(banker, Pot.MIDDLE, kitty, "kitty"))
    left_out = tuple(seat for seat in players if seat not in able)
    return Step(deal, (FirstCards(able, banker, left_out),), tuple(paid))
