"""The bank between deals: sold, given up, offered round, auctioned; the kitty; and who is ready (rules 19, S1, S8, S9).

Every change is a pure function of the lobby, which refuses with the player's sentence. What people pay each other goes
along as payments; a kitty is at the table as a bet of its banker's and returns to them with the bank. No discord here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from data.ledger.reasons import LedgerReason
from data.people import Person, is_house_player
from games.core import IllegalAction, Transfer
from games.pontoon import COVERED, check_kitty
from tables.game import Terms
from tables.lobby import Bet, Lobby, MustKeep
from tables.pontoon.bank_state import (
    BID,
    KITTY,
    NOWHERE,
    PRICE,
    BankAuction,
    BankMove,
    BankOffer,
    BankStage,
    BankState,
    Why,
    banker_of,
    best_bid,
    kitty_of,
    next_asked,
    offer_of,
    present,
    price_of,
    stage_of,
    with_state,
)

_HELD = frozenset({BankStage.KITTY, BankStage.SHUFFLED, BankStage.DEAL})
"""The stages in which somebody holds the bank and may do with it what they like."""


# Who plays


def after_change(terms: Terms, lobby: Lobby) -> Lobby:
    """What follows when people come and go.

    A bank whose banker has left is offered round. No offer outlives its two sides, and no bid its auction or the
    seller; the chips of such a bid are returned.
    """
    if BankState.of(lobby).banker is not None and banker_of(lobby) is None:
        lobby = vacate(lobby, Why.LEFT)
    if BankState.of(lobby).offer is not None and offer_of(lobby) is None:
        lobby = with_state(lobby, offer=None)
    if BankState.of(lobby).auction is not None and stage_of(terms, lobby) is not BankStage.AUCTION:
        lobby = with_state(without_bid(lobby), auction=None)
    return lobby


def ready(terms: Terms, lobby: Lobby, user_id: int) -> Lobby:
    """`user_id` is ready."""
    _verify_seated(lobby, user_id)
    if stage_of(terms, lobby) not in (BankStage.PEOPLE, BankStage.SHUFFLED, BankStage.DEAL):
        raise IllegalAction("First someone has to take the bank; then you can get ready.")
    return replace(lobby, ready=lobby.ready | {user_id})


def start(lobby: Lobby) -> Lobby:
    """The host starts the first deal."""
    if BankState.of(lobby).draw:
        raise IllegalAction("That has been decided already.")
    if len(present(lobby)) < 2:
        raise IllegalAction("Pontoon needs at least two people, and is best with 5 or more.")
    return with_state(lobby, started=True)


# The bank changes hands


class Needs(Struct, frozen=True):
    """The chips needed to hold the bank: the smallest `kitty`, and the `cover` of all smallest stakes."""

    kitty: int
    cover: int

    @property
    def chips(self) -> int:
        """Both together."""
        return self.kitty + self.cover


def needs(terms: Terms, lobby: Lobby, user_id: int) -> Needs:
    """What `user_id` needs to hold the bank against all others who are there; against one player when nobody is."""
    unable = BankState.of(lobby).unable
    others = [other for other in present(lobby) if other != user_id and other not in unable]
    kitty = terms.options.kitty_limits(terms.minimum, terms.maximum).least if terms.options.shoot else 0
    return Needs(kitty, COVERED * terms.minimum * max(len(others), 1))


def hand_over(lobby: Lobby, user_id: int, why: Why, price: int = 0) -> Lobby:
    """`user_id` holds the bank now; the kitty is returned to whoever put it up, and so is a bid."""
    move = BankMove(why, BankState.of(lobby).banker, user_id, chips=price, kitty=kitty_of(lobby))
    seat = lobby.seats.index(user_id)
    taken = with_state(lobby, banker=user_id, seat=seat, offer=None, auction=None, refused=(), absent=0, moved=move)
    return replace(_paid(taken, lobby.bets), bets=(), ready=frozenset())


def sell(lobby: Lobby, seller: int, buyer: int, price: int, why: Why = Why.SOLD) -> Lobby:
    """The bank goes from `seller` to `buyer`, who pays `price` chips, or none. Every sale comes through here.

    What a house player pays lies at the table until it deals: others may close the table before that.
    """
    if not price:
        return hand_over(lobby, buyer, Why.GIVEN)
    sold = _paid(hand_over(lobby, buyer, why, price), price)
    if is_house_player(buyer):
        return replace(sold, bets=(Bet(buyer, NOWHERE, PRICE, price),))
    return replace(sold, payments=(Transfer(buyer, seller, price, LedgerReason.BANK_SOLD),))


def highest_price(terms: Terms) -> int:
    """The highest price for a bank at a table, in chips; with 0, as where no chips move, it can only be given away."""
    highest: int = terms.options.sale_limit * terms.maximum if terms.mode.uses_chips else 0
    return highest


def _verify_price(terms: Terms, price: int) -> None:
    highest = highest_price(terms)
    if price > highest == 0:
        raise IllegalAction("Banks can't be sold here, only given away.")
    if price > highest:
        raise IllegalAction("At this table the bank costs at most {highest}.", highest=highest)


def vacate(
    lobby: Lobby, why: Why, refused: Iterable[int] = (), *, kitty: int | None = None, chips: int = 0, has: int = 0
) -> Lobby:
    """Nobody holds the bank, and it is offered round; not to those who have `refused`.

    `kitty` has been returned to the banker; None stands for the kitty that is there and is returned now.
    """
    before = BankState.of(lobby).banker
    move = BankMove(why, before, chips=chips, has=has, kitty=kitty_of(lobby) if kitty is None else kitty)
    seat = lobby.seat_of(banker_of(lobby) or 0)
    seat = BankState.of(lobby).seat if seat is None else seat
    given = with_state(
        lobby, banker=None, seat=seat, offer=None, auction=None, refused=tuple(refused), absent=0, moved=move
    )
    return replace(_paid(given, lobby.bets), bets=(), ready=frozenset())


def give_up(terms: Terms, lobby: Lobby, user_id: int) -> Lobby:
    """The banker gives the bank up."""
    verify_banker(terms, lobby, user_id)
    return vacate(lobby, Why.UP, [user_id])


def take(terms: Terms, lobby: Lobby, user_id: int) -> Lobby:
    """Take a bank that nobody holds."""
    _verify_seated(lobby, user_id)
    stage = stage_of(terms, lobby)
    if stage is BankStage.OFFERED and next_asked(lobby) != user_id:
        raise IllegalAction("{person} is asked first.", person=Person(next_asked(lobby) or 0))
    if stage not in (BankStage.OFFERED, BankStage.FREE):
        raise IllegalAction("{person} holds the bank.", person=Person(banker_of(lobby) or 0))
    return _keeping(hand_over(lobby, user_id, Why.TAKEN), user_id, needs(terms, lobby, user_id).chips)


def decline(terms: Terms, lobby: Lobby, user_id: int) -> Lobby:
    """Decline the bank: an offer of the banker's, or when it is offered round."""
    offer = offer_of(lobby)
    if offer is not None and user_id == offer.to:
        return with_state(lobby, offer=None)
    if stage_of(terms, lobby) is not BankStage.OFFERED or next_asked(lobby) != user_id:
        raise IllegalAction("That offer has ended.")
    return with_state(lobby, refused=(*BankState.of(lobby).refused, user_id))


# Selling it


def offer(terms: Terms, lobby: Lobby, user_id: int, to: int | None, price: int, *, decides: bool = False) -> Lobby:
    """The banker offers the bank at `price` chips to somebody at the table, or with None to anybody there.

    A banker who `decides` which house players stay gets no chips from one of them.
    """
    verify_banker(terms, lobby, user_id)
    if to == user_id:
        raise IllegalAction("You hold the bank already.")
    if to is not None and to not in lobby.seats:
        raise IllegalAction("{person} isn't at this table.", person=Person(to))
    _verify_price(terms, price)
    if price and decides and is_house_player(to):
        raise IllegalAction(
            "You can send {person} away, so {person} pays nothing for your bank. Offer it for 0.",
            person=Person(to or 0),
        )
    return with_state(replace(lobby, ready=frozenset()), offer=BankOffer(to, price))


def withdraw(lobby: Lobby, user_id: int) -> Lobby:
    """The banker withdraws the offer."""
    if banker_of(lobby) != user_id:
        raise IllegalAction("{person} holds the bank.", person=Person(banker_of(lobby) or 0))
    if offer_of(lobby) is None:
        raise IllegalAction("That offer has ended.")
    return with_state(lobby, offer=None)


def buy(terms: Terms, lobby: Lobby, user_id: int, seller: int, price: int) -> Lobby:
    """Buy the bank as it was offered: by `seller`, at `price`. Enough must be left to hold it."""
    _verify_seated(lobby, user_id)
    offered = offer_of(lobby)
    if offered is None or banker_of(lobby) != seller or offered.price != price:
        raise IllegalAction("That offer has ended.")
    if user_id == seller:
        raise IllegalAction("You hold the bank already.")
    if offered.to not in (None, user_id):
        raise IllegalAction("The bank is offered to {person}.", person=Person(offered.to or 0))
    _verify_price(terms, price)
    return _keeping(sell(lobby, seller, user_id, price), user_id, needs(terms, lobby, user_id).chips)


# Shoot: the kitty, and the auction of a bank whose kitty is empty


def put_up(terms: Terms, lobby: Lobby, user_id: int, chips: int) -> Lobby:
    """Put `chips` into the kitty, up to the most it may hold. Enough must be left to cover all smallest stakes."""
    if not terms.options.shoot:
        raise IllegalAction("There is no kitty at this table.")
    if banker_of(lobby) != user_id:
        raise IllegalAction("Only the banker puts up the kitty.")
    if best_bid(lobby) is not None:
        raise IllegalAction("It's too late for a kitty: someone has bid for the bank.")
    inside = kitty_of(lobby)
    check_kitty(terms.options, terms.minimum, terms.maximum, chips, inside)
    others = [bet for bet in lobby.bets_of(user_id) if bet.kind != KITTY]
    kitty = Bet(user_id, NOWHERE, KITTY, inside + chips)
    put = with_state(lobby.place(user_id, [*others, kitty]), auction=None, paid=True)
    return _keeping(put, user_id, needs(terms, lobby, user_id).cover)


def put_up_least(terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Lobby:
    """The banker has put up no kitty in time: the smallest is put up, or the bank of one who can't is offered round."""
    banker = banker_of(lobby) or 0
    needed, has = needs(terms, lobby, banker), purses.get(banker, 0)
    if has < needed.chips:
        return vacate(lobby, Why.SHORT, [banker], chips=needed.chips, has=has)
    return put_up(terms, lobby, banker, needed.kitty)


def auction(terms: Terms, lobby: Lobby, user_id: int, *, decides: bool = False) -> Lobby:
    """The banker of an empty kitty lets people bid for the bank instead of putting up a new one.

    House players don't bid for the bank of somebody who `decides` which of them stay.
    """
    verify_banker(terms, lobby, user_id)
    if stage_of(terms, lobby) is not BankStage.KITTY:
        raise IllegalAction("The bank can be auctioned only when the kitty is empty.")
    _verify_price(terms, 1)
    auctioned = BankAuction(user_id, house_bids=not decides)
    return with_state(replace(lobby, ready=frozenset()), auction=auctioned, offer=None)


def bid(terms: Terms, lobby: Lobby, user_id: int, chips: int) -> Lobby:
    """Bid `chips` for the bank; they stay at the table until somebody bids more. Enough must be left to hold it."""
    _verify_seated(lobby, user_id)
    state, best = BankState.of(lobby), best_bid(lobby)
    if state.auction is None:
        raise IllegalAction("There is no auction for the bank now.")
    if state.auction.seller == user_id:
        raise IllegalAction("You're selling the bank, so you can't bid.")
    if best is not None and chips <= best.chips:
        raise IllegalAction("{person} has bid {chips}; bid more.", person=Person(best.user_id), chips=best.chips)
    _verify_price(terms, chips)
    others = tuple(bet for bet in lobby.bets if bet.kind != BID)
    auctioned = _paid(replace(lobby, bets=(*others, Bet(user_id, NOWHERE, BID, chips))), chips)
    return _keeping(auctioned, user_id, needs(terms, lobby, user_id).chips)


def end_auction(terms: Terms, lobby: Lobby) -> Lobby:
    """The highest bidder pays the old banker and holds the bank; without a bid it is offered round.

    Where banks are no longer sold, it stays with the seller. A bid that has become too high is returned, and others may
    bid.
    """
    state, best = BankState.of(lobby), best_bid(lobby)
    assert state.auction is not None
    if not highest_price(terms):
        return with_state(without_bid(lobby), auction=None)
    if best is None:
        return vacate(lobby, Why.UNSOLD, [state.auction.seller])
    if best.chips > highest_price(terms):
        return without_bid(lobby)
    return sell(lobby, state.auction.seller, best.user_id, best.chips, Why.AUCTIONED)


def with_price_paid(lobby: Lobby) -> Lobby:
    """The seller gets what a house player has paid for the bank: it deals now."""
    move, price = BankState.of(lobby).moved, price_of(lobby)
    if move is None or move.to is None or move.before is None or not price:
        return lobby
    return replace(lobby, payments=(Transfer(move.to, move.before, price, LedgerReason.BANK_SOLD),))


def with_kitty_alone(lobby: Lobby) -> Lobby:
    """Whoever would pay for the bank gets their chips back."""
    return replace(lobby, bets=tuple(bet for bet in lobby.bets if bet.kind == KITTY))


def without_bid(lobby: Lobby) -> Lobby:
    """The highest bid is returned, and bidding begins again."""
    return replace(lobby, bets=tuple(bet for bet in lobby.bets if bet.kind != BID))


def _paid(lobby: Lobby, chips: object) -> Lobby:
    """`lobby` in which these `chips` have moved, if there are any."""
    return with_state(lobby, paid=True) if chips else lobby


def _keeping(lobby: Lobby, user_id: int, chips: int) -> Lobby:
    """`lobby`, to be written only if `user_id` then has at least so many chips left."""
    return replace(lobby, must_keep=(MustKeep(user_id, chips),))


def _verify_seated(lobby: Lobby, user_id: int) -> None:
    if user_id not in lobby.seats:
        raise IllegalAction("You aren't at this table.")


def verify_banker(terms: Terms, lobby: Lobby, user_id: int) -> None:
    """Raise IllegalAction unless `user_id` holds the bank, and no sale or kitty is waited for."""
    banker = banker_of(lobby)
    if banker is None or stage_of(terms, lobby) not in (*_HELD, BankStage.PEOPLE):
        raise IllegalAction("The bank can't be sold now.")
    if banker != user_id:
        raise IllegalAction("{person} holds the bank.", person=Person(banker))
