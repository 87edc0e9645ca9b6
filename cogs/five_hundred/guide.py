"""Guided deals of Five Hundred: a bid, the kitty and ten tricks with a partner and two opponents of the house.

They play by rules of thumb (players/five_hundred/rules_of_thumb), and what these would do with the learner's cards
stands out. What is said about it is in guide_words.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from cogs.app.replies.components import emoji
from cogs.five_hundred.bidding import worth_text
from cogs.five_hundred.guide_words import LEARNER, Story
from cogs.five_hundred.wording import AMBER, suit_label
from cogs.table.faces import CardText
from cogs.table.guide import GuidePage, Offer, Primer, no_such_choice
from games.cards import Card
from games.core import Phrase, Seat
from games.fair.shoe import shuffled
from games.five_hundred import Action, Deal, MakeBid, Nominate, Options, Phase, Play, Put, Say, Score, start
from games.five_hundred.packs import KITTY, pack
from i18n.words import Words
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tables.table import Table

_OPTIONS = Options(allow_misere=False, sans_kitty=False, raise_own_bid_after_passes=False)
"""Without what a first deal doesn't need."""
_DEALER = 3
_FIRST = 18
"""The number of the shuffle that the first deal comes from: with something to learn in it."""
_IN_A_ROW = 5
_FREE = Nominate(None)


@dataclass(frozen=True, slots=True)
class _Moment:
    """One deal at one question to the learner; `events` are what has happened since the last one.

    `marked` are the cards that they have chosen to discard so far.
    """

    deal: Deal
    events: tuple[object, ...]
    marked: tuple[Card, ...] = ()

    def choose(self, number: int) -> _Moment:
        if number >= len(offered := self._offered):
            raise no_such_choice()
        chosen = offered[number]
        if isinstance(chosen, Card):
            marked = (*self.marked, chosen)
            if len(marked) < KITTY:
                return _Moment(self.deal, (), marked)
            chosen = Put(frozenset(marked))
        step = self.deal.apply(LEARNER, chosen)
        return _played_on(step.round, step.events)

    @property
    def _offered(self) -> Sequence[Action | Card]:
        """The actions that are offered; while the kitty is out, the cards that can be discarded."""
        deal = self.deal
        if LEARNER not in deal.to_act:
            return ()
        if deal.phase is Phase.KITTY:
            return [card for card in deal.view(LEARNER).hand or () if card not in self.marked]
        legal = [action for action in deal.legal_actions(LEARNER) if action is not Say.CLAIM]
        if deal.phase is Phase.AUCTION:
            return _few(legal, _sound(deal, LEARNER))
        return [action for action in legal if isinstance(action, Nominate)] or _as_held(deal, legal)

    def page(self, words: Words, cards: CardText) -> GuidePage:
        story = Story(self.deal, words, cards)
        if not self.deal.to_act:
            return GuidePage((story.table(), story.told(self.events), story.result()))
        offered, best = self._offered, _sound(self.deal, LEARNER)
        if _FREE in offered:
            best = _FREE
        advice = story.advice(best, self.marked)
        offers = [_offer(each, best, words, cards) for each in offered]
        rows = [tuple(offers[at : at + _IN_A_ROW]) for at in range(0, len(offers), _IN_A_ROW)]
        return GuidePage(tuple(filter(None, (story.table(self.marked), story.told(self.events), advice))), tuple(rows))


def _offer(offered: Action | Card, best: Action, words: Words, cards: CardText) -> Offer:
    if isinstance(offered, Card):
        return _card(offered, isinstance(best, Put) and offered in best.cards, cards)
    match offered:
        case Play(card, None):
            return _card(card, offered == best, cards)
        case Play(card, suit):
            return Offer(suit_label(suit, words), offered == best, emoji(cards(card)))
        case Nominate(suit):
            return Offer(words("Leave it free") if suit is None else suit_label(suit, words), offered == best)
        case MakeBid(bid):
            return Offer(worth_text(bid, words), offered == best)
        case _:
            return Offer(words("Pass"), offered == best)


def _card(card: Card, is_main: bool, cards: CardText) -> Offer:
    text = cards(card)
    face = emoji(text)
    return Offer(text if face is None else None, is_main, face)


def _few(legal: Sequence[Action], best: Action) -> list[Action]:
    """A pass, the lowest bid in each suit and in no trumps, and the best bid if it is another."""
    bids = [action for action in legal if isinstance(action, MakeBid)]
    lowest = {action.bid.call.trump: action for action in reversed(bids)}
    return [Say.PASS, *(action for action in bids if action == best or lowest[action.bid.call.trump] is action)]


def _as_held(deal: Deal, legal: Sequence[Action]) -> list[Action]:
    """Cards to play in the order of the hand; all else as it comes."""
    hand = deal.view(LEARNER).hand or ()
    return sorted(legal, key=lambda action: hand.index(action.card) if isinstance(action, Play) else 0)


def _sound(deal: Deal, seat: Seat) -> Action:
    """What rules of thumb do; nobody claims the rest, as there is more to learn from playing it."""
    action = RulesOfThumb(deal.view(seat), seat, Score.new(_OPTIONS)).action()
    if action is not Say.CLAIM:
        return action
    plays = [action for action in deal.legal_actions(seat) if isinstance(action, Play)]
    highest = deal.order.low_to_high({play.card for play in plays})[-1]
    return next(play for play in plays if play.card == highest)


def _played_on(deal: Deal, events: tuple[object, ...]) -> _Moment:
    """The deal at the learner's next question, or at its end."""
    while deal.to_act and LEARNER not in deal.to_act:
        seat = min(deal.to_act)
        step = deal.apply(seat, _sound(deal, seat))
        deal, events = step.round, events + step.events
    return _Moment(deal, events)


class FiveHundredGuide:
    """The guided deals."""

    accent = AMBER

    def start(self, deal: int) -> _Moment:
        """A deal from a pack shuffled by its number alone."""
        seed = hashlib.sha256(f"guided five hundred {deal + _FIRST}".encode()).digest()
        step = start(_OPTIONS, _DEALER, shuffled(pack(_OPTIONS.players), seed, ""))
        return _played_on(step.round, step.events)


def _at(table: Table, words: Words) -> str:
    options: Options = table.terms.options
    return words.counted(
        "At this table {players} play, and the first side with {count} point wins.",
        "At this table {players} play, and the first side with {count} points wins.",
        options.target,
        players=options.players,
    )


PRIMER = Primer(
    (
        Phrase("Mostly two pairs play, partners opposite each other. The first side with 500 points wins."),
        Phrase("First you bid: how many of ten tricks you'll win together, and which suit is trumps."),
        Phrase("Then follow suit if you can. Trumps beat all else; the joker and two jacks are the highest."),
    ),
    FiveHundredGuide(),
    here=_at,
)
