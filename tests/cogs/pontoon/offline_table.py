"""A Pontoon table on paper: the real game, lobby, round and pictures without a disk, for thousands of deals.

People make random legal moves; between deals the bank is sometimes sold, given up or auctioned.
"""

import json
import re
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from cogs.pontoon import panel as pontoon_panel
from cogs.pontoon import picture as public
from data.tables import saved
from games.core import IllegalAction
from games.pontoon import End, Options, Phase
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.lobby import Lobby
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.pontoon.bank_state import (
    BankStage,
    BankState,
    after_press,
    banker_of,
    best_bid,
    kitty_of,
    next_asked,
    stage_of,
)
from tables.round_in_play import RoundInPlay
from tables.services import Services
from tables.table import Table
from tables.terms import Setup, Shuffle, Terms

NOW = datetime(2026, 1, 1, tzinfo=UTC)
_CARD = re.compile(r"\b(?:10|[2-9JQKA])[SHDC]\b")


class Paper:
    """One table and the chips of everybody at it."""

    def __init__(self, random, people=5, *, shoot=False, chips=5000, minimum=10, maximum=50):
        self.random = random
        self.game = PontoonGame()
        self.terms = Terms(minimum, maximum, Options(shoot=shoot), Pace.NORMAL)
        seats = [*range(101, 101 + people), *[None] * (8 - people)]
        random.shuffle(seats)
        self.people = [person for person in seats if person is not None]
        self.purses = dict.fromkeys(self.people, chips)
        self.table = Table(self._saved(Lobby(tuple(seats))), self.game, Services(None, lambda: NOW, None, None))
        self.deals = 0
        self.sum = chips * people

    def _saved(self, lobby):
        shuffle = saved.Shuffle(b"\1" * 32, "0" * 64, None, NOW, None)
        options = self.game.write_options(self.terms.options)
        return saved.SavedTable(
            7, 1, 2, None, None, "pontoon", 101, options, self.terms.minimum, self.terms.maximum, "normal",
            lobby.to_json(), 0, 0, None, NOW, None, shuffle, None,
        )  # fmt: skip

    # Between deals

    def arrange(self, change):
        """What the driver does with a change: it pays bets and payments, and no chip gets lost."""
        with suppress(IllegalAction, TypeError, KeyError):  # also when nothing is offered
            self._adopt(bank.after_change(self.terms, change(after_press(self.table.lobby))))

    def _adopt(self, lobby):
        before, after, purses = self.table.lobby.staked(), lobby.staked(), dict(self.purses)
        for person in before.keys() | after.keys():
            purses[person] += before.get(person, 0) - after.get(person, 0)
        for paid in lobby.payments:
            purses[paid.payer] -= paid.amount
            purses[paid.payee] += paid.amount
        if min(purses.values()) < 0 or any(purses[kept.user_id] < kept.chips for kept in lobby.must_keep):
            return  # the ledger would refuse it
        self.purses, self.table.lobby = purses, replace(lobby, payments=(), must_keep=())
        self.check()

    def check(self):
        """No chip has appeared or vanished."""
        assert sum(self.purses.values()) + sum(self.table.lobby.staked().values()) == self.sum
        assert Lobby.from_json(self.table.lobby.to_json(), BankState) == self.table.lobby

    def trade(self):
        """Somebody does something about the bank."""
        random, terms = self.random, self.terms
        person, other, chips = random.choice(self.people), random.choice([*self.people, None]), random.randint(1, 60)
        change = random.choice(
            [
                lambda lobby: bank.offer(terms, lobby, banker_of(lobby) or person, other, chips),
                lambda lobby: bank.buy(terms, lobby, other or person, banker_of(lobby), self._price()),
                lambda lobby: bank.decline(terms, lobby, person),
                lambda lobby: bank.withdraw(lobby, person),
                lambda lobby: bank.give_up(terms, lobby, person),
                lambda lobby: bank.take(terms, lobby, next_asked(lobby) or person),
                lambda lobby: bank.put_up(terms, lobby, banker_of(lobby) or person, chips),
                lambda lobby: bank.auction(terms, lobby, person),
                lambda lobby: bank.bid(terms, lobby, person, chips + (best_bid(lobby).chips if best_bid(lobby) else 0)),
                lambda lobby: bank.ready(terms, lobby, person),
            ]
        )
        self.arrange(change)

    def _price(self):
        offer = BankState.of(self.table.lobby).offer
        return 0 if offer is None else offer.price

    def gather(self):
        """Trade a little, let windows run out, and get to where a deal can begin."""
        for _ in range(self.random.choice((0, 0, 1, 4))):
            self.trade()
        for _ in range(30):
            stage = stage_of(self.terms, self.table.lobby)
            if stage is BankStage.DEAL or (stage is BankStage.START and self.table.lobby.game_state):
                return
            match stage:
                case BankStage.START:
                    self.arrange(bank.start)
                case BankStage.SHUFFLED:
                    self.arrange(lambda lobby: bank.ready(self.terms, lobby, self.people[0]))
                case BankStage.FREE:
                    self.arrange(lambda lobby: bank.take(self.terms, lobby, self.random.choice(self.people)))
                case BankStage.KITTY:
                    chips = self.random.randint(self.terms.minimum, self.terms.maximum)
                    self.arrange(lambda lobby, chips=chips: bank.put_up(self.terms, lobby, banker_of(lobby), chips))
                case BankStage.AUCTION if best_bid(self.table.lobby) is None:
                    seller = self.table.lobby.game_state.auction.seller
                    bidder = next(person for person in self.people if person != seller)
                    self.arrange(lambda lobby, bidder=bidder: bank.bid(self.terms, lobby, bidder, 1))
                case BankStage.PEOPLE:
                    return
                case _:
                    self._adopt(self.game.after_window(self.terms, self.table.lobby))

    # A deal

    def begin(self):
        """Deal, if possible. Returns whether it was."""
        self.gather()
        table, game, terms = self.table, self.game, self.terms
        shuffle = Shuffle(self.random.randbytes(32), "salt")
        for _ in range(3):
            lobby = game.before_round(terms, table.lobby, self.purses, shuffle)
            self._adopt(lobby)
            if game.can_begin(terms, lobby):
                break
            self.gather()
        else:
            return False
        setup = game.setup(terms, lobby, self.purses)
        assert Setup.from_json(setup.to_json()) == setup
        table.play = RoundInPlay.begin(setup, game.start(terms, setup, shuffle))
        self.kitty = kitty_of(lobby)
        table.lobby = lobby.round_begins()
        self.lying = lobby.staked()
        self.deals += 1
        return True

    def move(self):
        """Somebody whose turn it is makes a legal move; the last move pays out the chips."""
        play, random = self.table.play, self.random
        seat = min(play.to_act)
        actions = list(play.round.legal_actions(seat))
        default = play.round.default_action(seat)
        action = random.choice(actions)
        late = random.random() < 0.05
        step = play.round.apply(seat, default if late else action)
        self.table.play = play = play.then(seat, step)
        if late:
            self.table.lobby = self.table.lobby.missed_turn(play.setup.user_id_in(seat))
        else:
            self.table.lobby = self.table.lobby.present(play.setup.user_id_in(seat))
        if play.is_over:
            self._end(play)

    def _end(self, play):
        nets = {play.setup.user_id_in(seat): net for seat, net in play.nets.items()}
        for person, net in nets.items():
            self.purses[person] += net
        for person, chips in self.lying.items():
            self.purses[person] += chips
        lobby = self.game.after_round(self.terms, self.table.lobby, play.setup, play.round, nets)
        for person, chips in lobby.staked().items():
            self.purses[person] -= chips
        self.table.lobby = replace(lobby, seats=tuple(lobby.seats))
        self.people = [person for person in lobby.seats if person is not None]
        assert min(self.purses.values()) >= 0
        self.check()

    # Looking

    def pictures(self, eyes):
        """What this person is sent, as text: the panel, or for None the public message."""
        if eyes is None:
            return _text(public.draw(self.table, ENGLISH, _card))
        return _text(pontoon_panel.draw(self.table, eyes, ENGLISH, _card))

    def with_round(self, round_, look):
        """What `look` returns while another round is on the table."""
        play = self.table.play
        self.table.play = replace(play, round=round_)
        try:
            return look()
        finally:
            self.table.play = play


def cards_in(text):
    """Every card that a text names."""
    return set(_CARD.findall(text))


def may_be_seen(round_, seat):
    """The cards that `seat`, or the public for None, may know; taken from the round itself, not from any view."""
    table, cards = round_.table, []
    over = round_.phase is Phase.OVER
    for box in table.boxes:
        for hand in box.hands:
            shown = over or box.seat == seat or hand.end in (End.PONTOON, End.BUST)
            cards += [card for place, card in enumerate(hand.cards) if shown or place in hand.face_up]
    is_up = over or round_.phase is Phase.BANKER
    if is_up or (seat == table.bank.seat and len(table.bank.cards) > 1):
        cards += table.bank.cards
    return {str(card) for card in cards}


def _card(card):
    return "[back]" if card is None else f"[{card}]"


def _text(view):
    return json.dumps(view.to_components())
