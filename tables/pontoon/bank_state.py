"""What a Pontoon table is between two deals: who holds the bank, the unshuffled pack, the last deal, and what it waits
for.

It follows the rules' part "Next deal" and S8-S9. All of it is read from the lobby, whose `game_state` is a `BankState`.
The order of the pack is in there too, and is as secret as the hands: nothing that draws may look at it. No discord
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from data.people import is_house_player
from games.cards import parse_cards, written
from games.core import without
from games.pontoon import HandOutcome, HandRank, Line, Pontoon, Worth, worth
from tables.game import Terms
from tables.lobby import Bet, GameState, Lobby
from tables.round_in_play import Setup


class LastHand(Struct, frozen=True):
    """A hand of `person`, a Discord id, in seat number `seat`, with its `cards` as text and its result.

    `hand` counts the seat's hands from 0; the others are as in `games.pontoon.Line`.
    """

    person: int
    seat: int
    hand: int
    cards: str
    outcome: str
    times: int
    staked: int
    shot: int

    @property
    def line(self) -> Line:
        """The hand as it was settled."""
        value = worth(parse_cards(self.cards))
        return Line(self.seat, self.hand, value, HandOutcome(self.outcome), self.times, self.staked, self.shot)


class LastDeal(Struct, frozen=True):
    """The hand of the `banker`, a Discord id, as text, and all others clockwise from the banker's left.

    `kitty` is what the deal left in the kitty, in chips; None without one.
    """

    banker: int
    bank: str
    hands: tuple[LastHand, ...]
    kitty: int | None = None

    @classmethod
    def of(cls, setup: Setup, played: Pontoon) -> LastDeal:
        """What is kept of the finished deal `played`."""
        hands = {(box.seat, index): hand for box in played.table.boxes for index, hand in enumerate(box.hands)}
        return cls(
            setup.user_id_in(played.table.bank.seat),
            written(played.table.bank.cards),
            tuple(
                LastHand(
                    setup.user_id_in(line.seat),
                    line.seat,
                    line.hand,
                    written(hands[line.seat, line.hand].cards),
                    line.outcome.value,
                    line.times,
                    line.staked,
                    line.shot,
                )
                for line in played.lines
            ),
            played.table.kitty if played.options.shoot else None,
        )

    @property
    def stayed_on(self) -> Worth | None:
        """The banker's hand, when the banker stayed on it."""
        value = worth(parse_cards(self.bank))
        has_played = any(hand.outcome != HandOutcome.BUST.value for hand in self.hands)
        return value if has_played and value.kind in (HandRank.TOTAL, HandRank.TWENTY_ONE) else None


KITTY, BID, PRICE = "kitty", "bid", "price"
NOWHERE = -1
"""The box of these bets, which are on no seat."""
ABSENT_DEALS = 2
"""An absent banker keeps the bank for so many deals (rule 22); then it is offered round."""


class BankOffer(Struct, frozen=True):
    """The banker offers the bank to a person, or to anybody for None, at `price` chips (rule 19)."""

    to: int | None
    price: int


class BankAuction(Struct, frozen=True):
    """The bank goes to the highest bidder, who pays the `seller` (rule S8).

    `house_bids` says that house players bid too: the seller has no say in who of them stays at the table.
    """

    seller: int
    house_bids: bool = False


class Why(StrEnum):
    """How the bank came to where it is."""

    SOLD = "sold"
    GIVEN = "given"
    AUCTIONED = "auctioned"
    TAKEN = "taken"
    """Somebody took a bank that nobody held."""
    PONTOON = "pontoon"
    """A player's Pontoon took it (rule 18)."""
    UP = "up"
    """The banker gave it up."""
    LEFT = "left"
    """The banker has left the table."""
    ABSENT = "absent"
    """The clock decided for the banker in too many deals."""
    SHORT = "short"
    """The banker couldn't cover everybody's smallest stake, or put up a kitty besides."""
    DRY = "dry"
    """The banker put up no kitty; tables have it that were last changed before 1.0.1."""
    UNSOLD = "unsold"
    """Nobody bid for it at auction."""


class BankMove(Struct, frozen=True):
    """The bank went from `before` to `to`, by Discord id, or None for nobody, for the reason `why`.

    `chips` were paid for it, or were what the banker needed and, with only `has`, didn't have. The `kitty` was returned
    to `before`.
    """

    why: Why
    before: int | None
    to: int | None = None
    chips: int = 0
    has: int = 0
    kitty: int = 0


class BankState(GameState, frozen=True):
    """What a table keeps from deal to deal; people by Discord id.

    `seat` is where the bank was last held, from where it is offered round; `refused` have declined since it was given
    up, or can't cover the others. `draw` is the draw for the first bank, round by round, with cards as text; `started`
    asks for it. `pack` has the next card first and is empty when it must be shuffled; the last shuffle was for the deal
    `shuffled`. `stirred` says that somebody has pressed something since the last deal. `absent` counts the deals in a
    row in which the clock played for the banker; `unable` could not cover the minimum stake when a deal should have
    begun. `last` is the last deal as it was at its end, `moved` the last move of the bank since then. `stakes` and
    `shots` have the latest initial stake of everybody seated and what they shot for with it, in chips; `dropped` lost
    their seats with the last deal, being away. `seen` are the cards that all have seen since the shuffle, as text.
    `paid` says that chips have moved since the last deal, for the bank or into its kitty.
    """

    banker: int | None = None
    seat: int = 0
    started: bool = False
    deal: int = 0
    shuffled: int = 0
    pack: str = ""
    stirred: bool = False
    draw: tuple[tuple[tuple[int, str], ...], ...] = ()
    offer: BankOffer | None = None
    auction: BankAuction | None = None
    refused: tuple[int, ...] = ()
    absent: int = 0
    unable: tuple[int, ...] = ()
    last: LastDeal | None = None
    moved: BankMove | None = None
    stakes: tuple[tuple[int, int], ...] = ()
    shots: tuple[tuple[int, int], ...] = ()
    dropped: tuple[int, ...] = ()
    seen: str = ""
    paid: bool = False

    def __repr__(self) -> str:
        return without(self, "pack", "seen")

    @property
    def bound(self) -> frozenset[int]:
        """A house player who has come to the bank deals at least once."""
        has_come = self.moved is not None and self.moved.to == self.banker
        return frozenset({self.banker}) if has_come and self.banker and is_house_player(self.banker) else frozenset()


def with_state(lobby: Lobby, **changes: Any) -> Lobby:
    """`lobby` with these parts of its state changed."""
    return replace(lobby, game_state=replace(BankState.of(lobby), **changes))


def after_press(lobby: Lobby) -> Lobby:
    """`lobby` after somebody pressed something: the pack can be shuffled, and everybody's chips are checked again."""
    return with_state(lobby, stirred=True, unable=())


# Who is there


def banker_of(lobby: Lobby) -> int | None:
    """The banker; None before the draw for the bank, and when the last banker has left or given it up."""
    banker = BankState.of(lobby).banker
    return banker if banker in lobby.seats else None


def present(lobby: Lobby) -> list[int]:
    """Everybody seated who is not away and not about to leave, in the order of the seats."""
    return [user_id for user_id in lobby.seats if user_id is not None and not lobby.is_away(user_id)]


def players(lobby: Lobby) -> list[int]:
    """The people who would be dealt in besides the banker, in the order of the seats."""
    banker, unable = banker_of(lobby), BankState.of(lobby).unable
    return [user_id for user_id in present(lobby) if user_id != banker and user_id not in unable]


def clockwise(lobby: Lobby, seat: int) -> Iterator[int]:
    """Everybody seated, from the left of `seat` round to `seat` itself."""
    order = (*lobby.seats[seat + 1 :], *lobby.seats[: seat + 1])
    return (user_id for user_id in order if user_id is not None)


def next_asked(lobby: Lobby) -> int | None:
    """Who is next offered a bank that nobody holds; None when all who are there have declined."""
    state, there = BankState.of(lobby), present(lobby)
    order = (user_id for user_id in clockwise(lobby, state.seat) if user_id in there)
    return next((user_id for user_id in order if user_id not in state.refused), None)


def offer_of(lobby: Lobby) -> BankOffer | None:
    """The banker's offer, as long as both sides are there."""
    offer = BankState.of(lobby).offer
    if offer is None or banker_of(lobby) is None or (offer.to is not None and offer.to not in lobby.seats):
        return None
    return offer


# Chips at the table


def kitty_of(lobby: Lobby) -> int:
    """The chips in the kitty between two deals."""
    return sum(bet.chips for bet in lobby.bets if bet.kind == KITTY)


def price_of(lobby: Lobby) -> int:
    """What a house player has paid for the bank and the seller gets with the next deal; at the table until then."""
    return sum(bet.chips for bet in lobby.bets if bet.kind == PRICE)


def best_bid(lobby: Lobby) -> Bet | None:
    """The highest bid for the bank; its chips are at the table, those of lower bids were returned."""
    return next((bet for bet in lobby.bets if bet.kind == BID), None)


# What the table waits for


class BankStage(Enum):
    """What comes between a table and its next deal."""

    PEOPLE = "people"
    """Fewer than two people can play, or no member is there."""
    START = "start"
    """The host starts the first deal; it starts automatically when all seats are taken."""
    AUCTION = "auction"
    """People bid for the bank."""
    OFFERED = "offered"
    """The bank is offered round: one person is asked to take it."""
    FREE = "free"
    """All have declined it; anyone who wants the bank may take it."""
    KITTY = "kitty"
    """The banker puts up a kitty (rules S1 and S8)."""
    SHUFFLED = "shuffled"
    """The pack is being shuffled, and the shuffle waits for anybody's press."""
    DEAL = "deal"
    """The deal begins when the window is over or all are ready; until then the bank may be sold."""


def stage_of(terms: Terms, lobby: Lobby) -> BankStage:
    """What the table waits for."""
    state, banker = BankState.of(lobby), banker_of(lobby)
    if len(players(lobby)) < (2 if banker is None else 1) or not lobby.has_company:
        return BankStage.PEOPLE
    if state.auction is not None:
        return BankStage.AUCTION
    if not state.draw:
        return BankStage.START
    if banker is None:
        return BankStage.FREE if next_asked(lobby) is None else BankStage.OFFERED
    if terms.options.shoot and not kitty_of(lobby):
        return BankStage.KITTY
    return BankStage.DEAL if state.pack or state.stirred else BankStage.SHUFFLED
