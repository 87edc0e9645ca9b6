"""A Pontoon table on paper, for hundreds of deals."""

import re

from msgspec.structs import replace

from cogs.pontoon import pontoon_table
from games.pontoon import End, Options, Phase
from i18n.words import ENGLISH
from tables.modes import Shuffle
from tables.pontoon import bank
from tables.pontoon.bank_state import BankStage, after_press, banker_of, next_asked, stage_of
from tables.pontoon.pontoon_adapter import PontoonGame
from tables.round_in_play import RoundInPlay
from tests.cogs import paper
from tests.cogs.paper import card_in_brackets

_CARD = re.compile(r"\b(?:10|[2-9JQKA])[SHDC]\b")


class Paper(paper.Paper):
    """One table and the chips of everybody at it; between deals everybody does what leads to the next."""

    def __init__(self, random, people=5, *, shoot=False, chips=5000, minimum=10, maximum=50):
        seats = [*range(101, 101 + people), *[None] * (8 - people)]
        random.shuffle(seats)
        super().__init__(
            random, PontoonGame(), Options(shoot=shoot), seats, minimum=minimum, maximum=maximum,
            public=lambda table: pontoon_table.draw(table, ENGLISH, card_in_brackets),
            panel=lambda table, person: pontoon_table.draw_panel(table, person, ENGLISH, card_in_brackets),
        )  # fmt: skip
        self.purses = dict.fromkeys(self.people, chips)

    def _gather(self):
        """Let windows run out, and get to where a deal can begin."""
        for _ in range(30):
            lobby = after_press(self.table.lobby)
            match stage_of(self.terms, lobby):
                case BankStage.DEAL | BankStage.PEOPLE:
                    return
                case BankStage.START if self.table.lobby.game_state:
                    return
                case BankStage.START:
                    lobby = bank.start(lobby)
                case BankStage.SHUFFLED:
                    lobby = bank.ready(self.terms, lobby, self.people[0])
                case BankStage.FREE:
                    lobby = bank.take(self.terms, lobby, next_asked(lobby) or self.people[0])
                case BankStage.KITTY:
                    chips = self.random.randint(self.terms.minimum, self.terms.maximum)
                    lobby = bank.put_up(self.terms, lobby, banker_of(lobby), chips)
                case _:
                    lobby = self.game.after_window(self.terms, lobby, {})
            self.becomes(lobby=replace(bank.after_change(self.terms, lobby), payments=(), must_keep=()))

    def begin(self):
        """Deal, if possible. Returns whether it was."""
        game, terms = self.game, self.terms
        shuffle = Shuffle(self.random.randbytes(32), "salt")
        for _ in range(3):
            self._gather()
            lobby = game.before_round(terms, self.table.lobby, self.purses, shuffle)
            self.becomes(lobby=lobby)
            if game.can_begin(terms, lobby):
                setup = game.setup(terms, lobby, self.purses)
                play = RoundInPlay.begin(self.table.rounds + 1, setup, game.start(terms, setup, shuffle))
                self.becomes(play=play, lobby=lobby.round_begins())
                return True
        return False

    def move(self):
        """Somebody whose turn it is makes a legal move; the last move ends the deal."""
        play, seat = self.table.play, min(self.table.play.to_act)
        action = self.random.choice([*play.round.legal_actions(seat)])
        play = play.then(seat, play.round.apply(seat, action))
        self.becomes(play=play)
        if play.is_over:
            nets = {play.setup.user_id_in(seat): net for seat, net in play.nets.items()}
            for person, net in nets.items():
                self.purses[person] += net
            lobby = self.game.after_round(self.terms, self.table.lobby, play.setup, play.round, nets)
            self.becomes(lobby=lobby)


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
