"""One round of Pok Deng: bets, burn, twelve cards, results (rules 2 and 5-7), and the road: what became of each Player,
as marks (rule 17).

Nothing is decided between the bets and the results, so a round is over as soon as it has been dealt. That the hands are
turned over one after the other is for the table to show: they are complete in the view, in their order. How a mark is
drawn is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Never, NoReturn

from msgspec import Struct
from msgspec.structs import force_setattr

from games.cards import Card
from games.core import WORKED_OUT, IllegalAction, Phrase, Seat, Step
from games.fair.shoe import Shoe
from games.pok_deng.hands import Hand
from games.pok_deng.pok_deng_options import BY_HAND, PLAYERS, Bet, Options, verify_bets
from games.pok_deng.settle import Line, Result, Verdict, compare, giving, settle, taking

_OVER = Phrase("This round is over. Bet on the next one.")
_LETTERS = {Result.WIN: "W", Result.TIE: "T", Result.LOSE: "L"}
_PATTERNS = {(False, False): "", (True, False): "f", (False, True): "p", (True, True): "b"}


class Mark(NamedTuple):
    """How a Player fared in one round, and whether its hand was a flush or a pair.

    Its text is `W`, `T` or `L` for won, tie or lost, then `f` for a flush, `p` for a pair or `b` for both.
    """

    result: Result
    flush: bool
    pair: bool

    def __str__(self) -> str:
        return _LETTERS[self.result] + _PATTERNS[self.flush, self.pair]

    @classmethod
    def of(cls, player: Hand, banker: Hand) -> Mark:
        """The mark of one Player's hand."""
        return cls(compare(player, banker).result, player.flush, player.pair)

    @classmethod
    def parse(cls, text: str) -> Mark:
        """The mark that `str` wrote. Raises ValueError for anything else."""
        try:
            return _MARKS[text]
        except KeyError:
            raise ValueError(f"there is no mark {text!r}") from None


_MARKS = {str(mark): mark for mark in (Mark(result, *both) for result in Result for both in _PATTERNS)}
_MARK = re.compile("[WTL][fpb]?")
_LONGEST = 2
"""Letters of a mark."""


def parse_marks(text: str) -> tuple[Mark, ...]:
    """The marks of a text like `WLfTpWb`, in which they stand one after the other. Raises ValueError."""
    marks = _MARK.findall(text)
    if "".join(marks) != text:
        raise ValueError(f"there are other things than marks in {text!r}")
    return tuple([_MARKS[mark] for mark in marks])


def last_marks(text: str, count: int) -> tuple[Mark, ...]:
    """The last `count` of the marks that `parse_marks` finds in `text`; what stands before them is not looked at."""
    marks = _MARK.findall(text, max(len(text) - _LONGEST * count, 0))
    return tuple([_MARKS[mark] for mark in marks[-count:]])


RULES = 1
"""Raised whenever an old round would come out differently."""


def start(options: Options, bets: Sequence[Bet], shoe: Shoe, opening: bool) -> Step[PokDeng]:
    """Take the bets, burn, deal and settle, all at once.

    `opening` says that the round is its shoe's first, which it is exactly when `shoe.dealt` is 0: then a card is
    turned up and its value says how many more are burned (rule 2). Raises IllegalAction when the bets can't be
    played together; ValueError when `opening` and `shoe` disagree or the shoe has had its last round.
    """
    bets = tuple(sorted(bets, key=BY_HAND))
    verify_bets(bets)
    if opening != (shoe.dealt == 0):
        raise ValueError(f"opening is {opening} with {shoe.dealt} cards dealt from the shoe")
    shoe = shoe.begin_round()
    turned_up, burned = None, 1
    if opening:
        turned_up, shoe = shoe.draw()
        burned += turned_up.rank.pips
    _, shoe = shoe.deal(burned)
    cards, shoe = shoe.deal(2 * (PLAYERS + 1))
    half = len(cards) // 2
    *hands, banker = map(Hand.of, cards[:half], cards[half:])
    table = PokDeng(options, bets, tuple(hands), banker, turned_up, burned, shoe)
    return Step(table, transfers=(*taking(bets), *giving(table.lines)))


def parse(_text: str) -> NoReturn:
    """Raise IllegalAction: there are no moves."""
    raise IllegalAction("The bot can't read that. Press a button on the table's message.")


class PokDengView(Struct, frozen=True):
    """All there is to see, which is the same for everybody, in the order in which it is shown.

    `opening` is the card turned up when the shoe began with this round, `burned` how many were burned face down in
    it. `verdicts` has one for each of `hands`, `lines` one for each bet. `dealt` and `shoe_size` count cards.
    """

    options: Options
    opening: Card | None
    burned: int
    hands: tuple[Hand, ...]
    banker: Hand
    verdicts: tuple[Verdict, ...]
    lines: tuple[Line, ...]
    dealt: int
    shoe_size: int
    last_round: bool


class PokDeng(Struct, frozen=True):
    """A round of Pok Deng, which is over; see `games.core.Round`. Its `shoe` is for the next one."""

    options: Options
    bets: tuple[Bet, ...]
    hands: tuple[Hand, ...]
    banker: Hand
    opening: Card | None
    burned: int
    shoe: Shoe
    verdicts: tuple[Verdict, ...] = WORKED_OUT
    """How each of the five Players fared against the Banker."""
    lines: tuple[Line, ...] = WORKED_OUT
    """What every bet came to, hand by hand."""

    def __post_init__(self) -> None:
        force_setattr(self, "verdicts", tuple([compare(hand, self.banker) for hand in self.hands]))
        force_setattr(self, "lines", tuple(settle(self.bets, self.hands, self.verdicts)))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What this round adds to the road, one mark for each Player (rule 17)."""
        return tuple(Mark.of(hand, self.banker) for hand in self.hands)

    @property
    def cards_dealt(self) -> tuple[Card, ...]:
        """All cards in the order in which they came: turned up, burned, and two for each hand and the Banker."""
        aside = () if self.opening is None else (self.opening,)
        since = self.shoe.round_start + len(aside)
        burned = self.shoe.came_out(since)[: self.burned]
        first, second = zip(*(hand.cards for hand in (*self.hands, self.banker)), strict=True)
        return (*aside, *burned, *first, *second)

    @property
    def to_act(self) -> frozenset[Seat]:
        """Nobody: the round is over."""
        return frozenset()

    def legal_actions(self, seat: Seat) -> Iterator[Never]:
        """None."""
        return iter(())

    def default_action(self, seat: Seat) -> NoReturn:
        """Raise IllegalAction: the clock has nothing to play."""
        raise IllegalAction.saying(_OVER)

    def why_not(self, seat: Seat, action: Never) -> Phrase:
        """Nobody acts in Pok Deng."""
        return _OVER

    def apply(self, seat: Seat, action: Never) -> NoReturn:
        """Raise IllegalAction."""
        raise IllegalAction.saying(_OVER)

    def view(self, seat: Seat | None) -> PokDengView:
        """All there is to see: not the burned cards, nor the shoe's order, nor what decided it."""
        return PokDengView(
            self.options,
            self.opening,
            self.burned,
            self.hands,
            self.banker,
            self.verdicts,
            self.lines,
            self.shoe.dealt,
            self.shoe.size,
            self.shoe.last_round,
        )
