"""Guided deals of Five Hundred: a bid, the kitty and ten tricks with a partner and two opponents of the house.

They play by rules of thumb (players/five_hundred/rules_of_thumb), and what these would do with the learner's cards
stands out. `Story` says the cards, what has just happened, and what to think about now.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.app.replies.components import emoji
from cogs.coach.hints import reason_text
from cogs.five_hundred import kitty
from cogs.five_hundred.auction import worth_text
from cogs.five_hundred.finished_deal import FinishedDeal
from cogs.five_hundred.wording import (
    AMBER,
    bid_text,
    cards_text,
    contract_text,
    describe_event,
    suit_label,
    suit_text,
    trick_text,
    trumps_text,
)
from cogs.table.faces import CardText
from cogs.table.guide import GuidePage, Offer, Primer, no_such_choice
from cogs.table.parts import bold, joined, lines, small
from data.people import HOUSE_PLAYER_NAMES
from games.cards import JOKER, Card
from games.core import Phrase, Seat
from games.fair.shoe import shuffled
from games.five_hundred import (
    Action,
    Deal,
    FiveHundredView,
    MakeBid,
    Nominate,
    Options,
    Phase,
    Play,
    Put,
    Say,
    Score,
    start,
)
from games.five_hundred import five_hundred_events as ev
from games.five_hundred.packs import HAND, KITTY, pack
from games.five_hundred.tricks import CardOrder, Trick, bowers
from i18n.words import Words
from players.five_hundred.card_reasons import for_card
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from tables.table import Table

LEARNER: Seat = 0
_PARTNER: Seat = 2


@dataclass(frozen=True, slots=True)
class Story:
    """One deal at one moment, told to the learner; only what their seat may see comes in."""

    deal: Deal
    words: Words
    card: CardText

    @property
    def _seen(self) -> FiveHundredView:
        return self.deal.view(LEARNER)

    def _person(self, seat: Seat) -> str:
        return self.words("you", "a player") if seat == LEARNER else f"🤖 {HOUSE_PLAYER_NAMES[seat]}"

    # The table

    def table(self) -> str:
        """The contract with its tricks, the trick in progress, and the learner's hand."""
        words, seen = self.words, self._seen
        hand = seen.hand or ()
        return lines(
            words("### A guided deal of {game}", game=Phrase("Five Hundred")),
            small(words("Your partner is {person}.", person=self._person(_PARTNER))),
            self._contract(),
            self._trick(),
            joined(words("**Your hand**"), trumps_text(seen, words)) if hand else "",
            f"## {cards_text(hand, self.card)}" if hand else "",
        )

    def _contract(self) -> str:
        words, seen = self.words, self._seen
        if seen.contract is None:
            return ""
        ours = seen.tricks_won[LEARNER] + seen.tricks_won[_PARTNER]
        theirs = sum(seen.tricks_won) - ours
        tricks = words("tricks: yours {ours}, theirs {theirs}", ours=ours, theirs=theirs)
        if seen.contract.seat == LEARNER:
            return joined(words("You play **{bid}**", bid=bid_text(seen.contract.bid, words)), tricks)
        return joined(contract_text(seen.contract, self._person, words), tricks)

    def _trick(self) -> str:
        seen = self._seen
        if seen.trick is None or seen.phase is Phase.OVER:
            return ""
        return self.words("On the table: {cards}", cards=trick_text(seen.trick, self._person, self.card, self.words))

    # What has happened

    def happened(self, events: Iterable[object]) -> str:
        """What has happened since the learner's last choice."""
        tricks = list(self._seen.tricks)
        won = sum(isinstance(event, ev.TrickWon) for event in events)
        return lines(*self._sentences(events, iter(tricks[len(tricks) - won :])))

    def _sentences(self, events: Iterable[object], tricks: Iterator[Trick]) -> Iterator[str]:
        words = self.words
        for event in events:
            match event:
                case ev.Dealt():
                    yield words("Everyone has ten cards, and three lie in the kitty. The bidding begins with you.")
                case ev.TrickWon(seat):
                    cards = trick_text(next(tricks), self._person, self.card, words)
                    if seat == LEARNER:
                        yield words("You won the trick: {cards}.", cards=cards)
                    else:
                        yield words("{person} won the trick: {cards}.", person=self._person(seat), cards=cards)
                case ev.Bade(seat=seat) | ev.Passed(seat=seat) | ev.PutAside(seat=seat) if seat != LEARNER:
                    yield describe_event(event, self._person, self.card, words)
                case _:
                    pass

    def result(self) -> str:
        """How the deal ended, and what that scores."""
        result, options, words = self.deal.result, self.deal.options, self.words
        assert result is not None
        deal = FinishedDeal(1, options, result, result.points(options, Score.new(options).points), self._person, words)
        text = lines(deal.contract(), deal.defence())
        mine = deal.gained[options.side_of(LEARNER)]
        return lines(f"{text[:1].upper()}{text[1:]}", words("**In points: {net}**", net=words.signed(mine)))

    # What to think about

    def advice(self, best: Action) -> str:
        """What to do now, and why; `best` is what the rules of thumb say."""
        words, seen = self.words, self._seen
        match seen.phase:
            case Phase.AUCTION:
                return self._bidding(best)
            case Phase.KITTY:
                choose = f"{bold(kitty.asked(seen, words))} {words('The kitty is the last row.')}"
                if self.deal.order.trump is None:
                    return lines(choose, words("Keep your aces and your longest suit."))
                why = words("Keep trumps and aces, and get rid of a short suit, so that you can trump it later.")
                return lines(choose, why)
            case _ if isinstance(best, Play):
                return self._play(best)
            case _:
                return lines(
                    bold(words("You hold the joker")), words("Choose the suit it belongs to, or leave it free.")
                )

    def _bidding(self, best: Action) -> str:
        words, hand = self.words, self._seen.hand or ()
        standing = next((said for said in reversed(self._seen.bids) if said.bid is not None), None)
        if not isinstance(best, MakeBid) and standing is not None and standing.seat == _PARTNER:
            return self._why(words("Pass"), words("The highest bid is your partner's: your side plays it already."))
        if not isinstance(best, MakeBid):
            return self._why(
                words("Pass"),
                words("The lowest bid is six tricks, and your hand is too weak for the bids still open."),
            )
        trump, bid = best.bid.call.trump, bid_text(best.bid, words)
        if trump is None:
            return self._why(bid, words("You have high cards in several suits, and no long one."))
        trumps = [card for card in hand if CardOrder(trump).suit_of(card) is trump]
        top = [card for card in hand if card == JOKER or card in bowers(trump)]
        held = words.counted("{count} cards of your hand are trumps then.", len(trumps))
        helps = words("Your partner will help with a trick or two.")
        highest = words("Highest: {cards}", cards=cards_text(top, self.card)) if top else ""
        return lines(self._why(bid, held), highest, helps)

    def _why(self, move: str, why: str) -> str:
        return self.words("{option}: {value}", option=bold(move), value=why)

    def _play(self, best: Play) -> str:
        words, order, trick = self.words, self.deal.order, self._seen.trick
        led = None if trick is None else order.suit_led(trick)
        follows = led is not None and order.suit_of(best.card) is led
        must = words("You must follow {suit}.", suit=suit_text(led, words)) if led is not None and follows else ""
        return lines(must, self._why(self.card(best.card), self._why_card(best.card)))

    def _why_card(self, card: Card) -> str:
        seen, words = self._seen, self.words
        if seen.trick is None and self.deal.order.is_free_joker(card):
            return words("Name the suit that the others must follow.")
        if sum(isinstance(action, Play) for action in self.deal.legal_actions(LEARNER)) == 1:
            return words("It is the only card that you can play.")
        return reason_text(for_card(SeatView(seen, LEARNER), card), words, self.card)


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
    marked: frozenset[Card] = frozenset()

    def choose(self, number: int) -> _Moment:
        if number >= len(offered := self._offered):
            raise no_such_choice()
        chosen = offered[number]
        if isinstance(chosen, Card):
            return _Moment(self.deal, (), self.marked ^ {chosen})
        step = self.deal.apply(LEARNER, chosen)
        return _played_on(step.round, step.events)

    @property
    def _offered(self) -> Sequence[Action | Card]:
        """The actions that are offered; while the kitty is out, all cards, and the discard of just three."""
        deal = self.deal
        if LEARNER not in deal.to_act:
            return ()
        if deal.phase is Phase.KITTY:
            discard = [Put(self.marked)] if len(self.marked) == KITTY else []
            return [*sorted(self._hand, key=deal.kitty.__contains__), *discard]
        legal = [action for action in deal.legal_actions(LEARNER) if action is not Say.CLAIM]
        if deal.phase is Phase.AUCTION:
            bids, best = [action for action in legal if isinstance(action, MakeBid)], _sound(deal, LEARNER)
            lowest = {bid.bid.call.trump: bid for bid in reversed(bids)}  # in each suit and in no trumps
            return [Say.PASS, *(bid for bid in bids if bid == best or lowest[bid.bid.call.trump] is bid)]
        if suits := [action for action in legal if isinstance(action, Nominate)]:
            return suits
        hand = self._hand  # cards in its order; all else as it comes
        return sorted(legal, key=lambda action: hand.index(action.card) if isinstance(action, Play) else 0)

    @property
    def _hand(self) -> Sequence[Card]:
        return self.deal.view(LEARNER).hand or ()

    def page(self, words: Words, cards: CardText) -> GuidePage:
        story = Story(self.deal, words, cards)
        if not self.deal.to_act:
            return GuidePage((story.table(), story.happened(self.events), story.result()))
        offered, best = self._offered, _sound(self.deal, LEARNER)
        if _FREE in offered:
            best = _FREE
        offers = [self._offer(each, best, words, cards) for each in offered]
        parts = (offers[: HAND + KITTY], offers[HAND + KITTY :])  # the discard has a row of its own, as at a table
        rows = [tuple(part[at : at + _IN_A_ROW]) for part in parts for at in range(0, len(part), _IN_A_ROW)]
        return GuidePage(
            tuple(filter(None, (story.table(), story.happened(self.events), story.advice(best)))), tuple(rows)
        )

    def _offer(self, offered: Action | Card, best: Action, words: Words, cards: CardText) -> Offer:
        match offered:
            case Card():
                is_best = isinstance(best, Put) and offered in best.cards
                return _card(offered, is_best, cards, is_marked=offered in self.marked)
            case Put(marked):
                return Offer(kitty.discard_label(self._hand, marked, words), is_main=True)
            case Play(card, suit):
                if suit is None:
                    return _card(card, offered == best, cards)
                return Offer(suit_label(suit, words), offered == best, emoji(cards(card)))
            case Nominate(suit):
                return Offer(words("Leave it free") if suit is None else suit_label(suit, words), offered == best)
            case MakeBid(bid):
                return Offer(worth_text(bid, words), offered == best)
            case _:
                return Offer(words("Pass"), offered == best)


def _card(card: Card, is_main: bool, cards: CardText, *, is_marked: bool = False) -> Offer:
    text = cards(card)
    face = emoji(text)
    return Offer(text if face is None else None, is_main, face, is_marked)


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


def _begun(deal: int) -> _Moment:
    """A deal from a pack shuffled by its number alone."""
    seed = hashlib.sha256(f"guided five hundred {deal + _FIRST}".encode()).digest()
    step = start(_OPTIONS, _DEALER, shuffled(pack(_OPTIONS.players), seed, ""))
    return _played_on(step.round, step.events)


def _at(table: Table, words: Words) -> str:
    options: Options = table.terms.options
    return words.counted(
        "At this table {players} play, and the first to reach {count} points wins.",
        options.target,
        players=options.players,
    )


PRIMER = Primer(
    (
        Phrase("Usually two pairs play, partners opposite each other. The first side with 500 points wins."),
        Phrase("First you bid: how many of the ten tricks you'll win, and which suit is trumps."),
        Phrase("Then follow suit if you can. Trumps beat all else; the joker and two jacks are the highest."),
    ),
    AMBER,
    _begun,
    here=_at,
)
