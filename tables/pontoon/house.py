"""House players at Pontoon: what they do about the bank between two deals, and the moves that they make in one.

What a bank is worth, and how a hand is played, is in players/pontoon. No discord here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from data.people import is_house_player
from games.pontoon import COVERED
from players.pontoon import bank_worth as worth
from tables.game import HouseChange, Terms
from tables.lobby import Lobby
from tables.pontoon import bank
from tables.pontoon.bank_state import (
    BankStage,
    BankState,
    banker_of,
    best_bid,
    kitty_of,
    next_asked,
    offer_of,
    players,
    price_of,
    stage_of,
)

Change: TypeAlias = Callable[[Lobby], Lobby]


def change(terms: Terms, lobby: Lobby, purses: Mapping[int, int], winnable: Mapping[int, int]) -> HouseChange | None:
    """What a house player does next about the bank; one who can't afford the smallest stake leaves.

    Nobody is paid more for a bank than they may still win from the house, as `winnable` says.
    """
    for person in lobby.house_players:
        found = _change_of(terms, lobby, person, purses.get(person, 0), winnable)
        if found is not None:
            return HouseChange(person, found)
    return None


def _change_of(terms: Terms, lobby: Lobby, person: int, purse: int, winnable: Mapping[int, int]) -> Change | None:
    banker, stage, offer = banker_of(lobby), stage_of(terms, lobby), offer_of(lobby)
    against = len([other for other in players(lobby) if other != person])
    if person == banker:
        return _as_banker(terms, lobby, person, purse, against)
    if purse < COVERED * terms.minimum and not lobby.bets_of(person):
        return lambda lobby: lobby.leave(person)
    about = (terms.options, terms.minimum, terms.maximum)
    if stage is BankStage.OFFERED and next_asked(lobby) == person:
        takes = worth.takes(*about, against, purse)
        return lambda lobby: (bank.take if takes else bank.decline)(terms, lobby, person)
    if offer is not None and offer.to == person and banker is not None:
        if offer.price <= winnable.get(banker, offer.price) and worth.buys(*about, against, purse, offer.price):
            return lambda lobby: bank.buy(terms, lobby, person, banker, offer.price)
        return lambda lobby: bank.decline(terms, lobby, person)
    if stage is BankStage.AUCTION:
        return _bid(terms, lobby, person, purse, winnable)
    return None


def _bid(terms: Terms, lobby: Lobby, person: int, purse: int, winnable: Mapping[int, int]) -> Change | None:
    """The next bid; none above that of another house player, whose chips are the same house's."""
    auction, best = BankState.of(lobby).auction, best_bid(lobby)
    if auction is None or not auction.house_bids or (best is not None and is_house_player(best.user_id)):
        return None
    chips = worth.bid(terms.options, terms.minimum, terms.maximum, purse, best.chips if best is not None else 0)
    if chips is None or chips > winnable.get(auction.seller, chips):
        return None
    return lambda lobby: bank.bid(terms, lobby, person, chips)


def _as_banker(terms: Terms, lobby: Lobby, person: int, purse: int, against: int) -> Change | None:
    about = (terms.options, terms.minimum, terms.maximum, against, purse)
    match stage_of(terms, lobby):
        case BankStage.KITTY:
            chips = worth.kitty(*about)
            if chips is not None:
                return lambda lobby: bank.put_up(terms, lobby, person, chips)
            return lambda lobby: bank.give_up(terms, lobby, person)
        case BankStage.DEAL | BankStage.SHUFFLED if worth.gives_up(*about, kitty_of(lobby)):
            return lambda lobby: bank.give_up(terms, lobby, person)
        case BankStage.DEAL if offer_of(lobby) is None and not lobby.ready and not price_of(lobby):
            price = worth.asks(terms.options, terms.minimum, terms.maximum) if bank.highest_price(terms) else None
            return None if price is None else lambda lobby: bank.offer(terms, lobby, person, None, price)
        case _:
            return None
