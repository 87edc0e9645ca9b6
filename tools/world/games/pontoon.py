"""How random people play Pontoon, and what they do about the bank."""

from __future__ import annotations

from random import Random

from games.core import IllegalAction
from games.pontoon import Options
from tables.game import Terms
from tables.lobby import Lobby
from tables.pontoon import bank
from tables.pontoon.bank_state import BankStage, after_press, banker_of, best_bid, offer_of, stage_of


def options(random: Random) -> Options:
    """Shoot or not; small kitties, so that they run dry."""
    return Options(shoot=random.random() < 0.6, kitty_min=5, kitty_max=40)


def bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """For seated people: start, a kitty, a bid, or something about the bank; most often Ready."""
    lobby = after_press(lobby)
    if person not in lobby.seats:
        raise IllegalAction("Take a seat first.")
    banker, price = banker_of(lobby), random.randint(1, 40)
    match stage_of(terms, lobby):
        case BankStage.START:
            return bank.start(lobby)
        case BankStage.KITTY if banker == person:
            return bank.auction(terms, lobby, person) if price < 10 else bank.put_up(terms, lobby, person, price)
        case BankStage.AUCTION:
            best = best_bid(lobby)
            return bank.bid(terms, lobby, person, price + (best.chips if best is not None else 0))
        case BankStage.OFFERED | BankStage.FREE:
            return random.choice((bank.take, bank.decline))(terms, lobby, person)
    offered = offer_of(lobby)
    if offered is not None and banker is not None and random.random() < 0.5:
        return bank.buy(terms, lobby, person, banker, offered.price)
    if banker == person and random.random() < 0.3:
        if random.random() < 0.2:
            return bank.give_up(terms, lobby, person)
        return bank.offer(terms, lobby, person, random.choice((None, *lobby.seats)), price)
    return bank.ready(terms, lobby, person)


def add_house_player(lobby: Lobby, table: int) -> Lobby:
    """A house player sits down; the pack can be shuffled again, as after any press."""
    return after_press(lobby).add_house_player(table)
