"""A match of Five Hundred on paper, for hundreds of deals."""

import re

from msgspec.structs import replace

from cogs.five_hundred import match_table
from cogs.five_hundred.own_hand import Chosen
from games.five_hundred import CallKind, MakeBid, Phase
from i18n.words import ENGLISH
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchState
from tables.modes import Shuffle
from tables.round_in_play import RoundInPlay
from tests.cogs import paper
from tests.cogs.paper import card_in_brackets

_CARD = re.compile(r"\b(?:1[0-3]|[2-9JQKA])[SHDC]\b|\bJOKER\b")
_SHOWN = re.compile(rf"\[({_CARD.pattern})\]")
_NAMED = re.compile(r":(?:move:|sure:)?(?:play|put|call|mark)[: ]([^\"]*)")
_PLAIN = re.compile(r"\b(1[0-3]|[2-9JQKA])([♠♥♦♣])")
_SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))


class Paper(paper.Paper):
    """A match at a random table, between people who make random legal moves."""

    def __init__(self, random, options):
        super().__init__(
            random, FiveHundredGame(), options, range(901, 901 + options.players),
            public=lambda table: match_table.draw(table, ENGLISH, card_in_brackets),
            panel=lambda table, person: match_table.draw_panel(table, person, ENGLISH, card_in_brackets, Chosen()),
        )  # fmt: skip
        self.becomes(lobby=self.game.after_change(self.terms, match.start(self.table.lobby), self._shuffle()))

    def _shuffle(self):
        return Shuffle(self.random.randbytes(32), "salt")

    @property
    def is_over(self):
        return MatchState.of(self.table.lobby).is_over

    def begin(self):
        """Deal."""
        table, game, terms, shuffle = self.table, self.game, self.terms, self._shuffle()
        lobby = game.before_round(terms, replace(table.lobby, ready=frozenset(self.people)), {}, shuffle)
        setup = game.setup(terms, lobby, {})
        play = RoundInPlay.begin(table.rounds + 1, setup, game.start(terms, setup, shuffle))
        self.becomes(play=play, lobby=lobby.round_begins(), rounds=table.rounds + 1)

    def move(self):
        """Somebody whose turn it is makes a legal move; bids are low, so that there are many.

        Now and then somebody else looks at their cards in between.
        """
        self._look()
        play = self.table.play
        deal, seat = play.round, self.random.choice(sorted(play.to_act))
        actions = list(deal.legal_actions(seat))
        bids = [action for action in actions if isinstance(action, MakeBid)]
        if bids and self.random.random() < (0.6 if deal.auction.standing is None else 0.1):
            misere = [bid for bid in bids if bid.bid.call.kind is not CallKind.TRICKS]
            actions = misere if misere and self.random.random() < 0.5 else bids[:8]
        elif bids:
            actions = [action for action in actions if action not in bids]
        play = play.then(seat, deal.apply(seat, self.random.choice(actions)))
        self.becomes(play=play)
        if play.is_over:
            self.becomes(lobby=self.game.after_round(self.terms, self.table.lobby, play.setup, play.round, {}))

    def _look(self):
        play, seat = self.table.play, self.random.randrange(len(self.people))
        if seat not in play.to_act and self.random.random() < 0.2:
            for action in play.round.legal_actions(seat):
                self.becomes(play=play.then(seat, play.round.apply(seat, action)))


def cards_in(picture):
    """Every card that a picture shows, or that an address in it names; bids, which look like cards, don't count."""
    plain = {rank + _SUITS[suit] for rank, suit in _PLAIN.findall(picture)}
    return (
        set(_SHOWN.findall(picture)) | plain | {card for named in _NAMED.findall(picture) for card in cards_of(named)}
    )


def cards_of(text):
    """Everything in a text that looks like a card."""
    return set(_CARD.findall(text))


def may_be_seen(deal, seat):
    """The cards that `seat`, or the public for None, may know; taken from the deal itself, not from any view."""
    play = deal.play
    cards = {card for trick in play.tricks for _, card in trick.cards} if play else set()
    if play and play.bid.call.kind is CallKind.OPEN and play.complete:
        cards |= set(deal.hands[play.contractor])
    if play and play.claim and play.claim.waiting:
        cards |= set(deal.hands[play.claim.seat])
    called = getattr(deal.call, "card", None)
    if called is not None:
        cards.add(called)
    if seat is not None and not deal.auction.is_face_down(seat):
        cards |= set(deal.hands[seat])
        if play and play.contractor == seat:
            cards |= deal.discards
    return {str(card) for card in cards}


def may_be_named(deal, seat):
    """Cards that a list may offer though nobody has shown them: those that a contractor among five can call."""
    if deal.phase is not Phase.CALL or seat not in deal.to_act:
        return set()
    return {str(card) for trick in (deal.dealt.hands, (deal.kitty,)) for hand in trick for card in hand}
