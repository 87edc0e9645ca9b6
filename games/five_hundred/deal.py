"""One deal of Five Hundred, from the cards to the last trick (rules 3-19 and 26).

`Deal` is the deal at one moment; what it waits for follows from what has been done. Each action is two methods:
`why_not_bid` returns the sentence that the player reads when it is against the rules, and `bid` carries it out,
trusting that it isn't. Which bids and cards are legal is worked out at once, from the same rules. Bidding is
`auction`'s, a partner among five `partner`'s, the tricks are `play`'s. Which questions there are is `questions`'.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import combinations

from msgspec import Struct
from msgspec.structs import astuple, force_setattr, replace

from games.cards import Card, Suit
from games.core import WORKED_OUT, Counted, IllegalAction, Phrase, Seat, Step, without
from games.five_hundred import five_hundred_events as ev
from games.five_hundred import partner
from games.five_hundred.auction import Auction, AuctionStage, Spoken, StandingBid
from games.five_hundred.bids import CALLS, SUITS, Bid, CallKind
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put, Say
from games.five_hundred.packs import KITTY, Cards, DealtHands, deal, in_order
from games.five_hundred.partner import PartnerCall
from games.five_hundred.play import TrickPlay
from games.five_hundred.questions import INSTEAD, phase_of, to_act
from games.five_hundred.score import Contract, DealResult
from games.five_hundred.tricks import CardOrder

RULES = 2
"""Raised whenever an old log of moves would play differently."""

_BIDS = {(call.text, sans): MakeBid(Bid(call, sans)) for call in CALLS for sans in (False, True)}


_NOBODY: frozenset[Seat] = frozenset()


def start(
    options: Options,
    dealer: Seat,
    deck: tuple[Card, ...],
    *,
    looked: frozenset[Seat] = _NOBODY,
    keeping: frozenset[Seat] = _NOBODY,
) -> Step[Deal]:
    """Deal `deck`, which is shuffled already, first card first. Raises ValueError when it is another pack.

    To the seats in `looked` the cards are dealt open; those in `keeping` aren't asked whether they raise their own bid.
    """
    hands, kitty = deal(options.players, dealer, deck)
    auction = Auction(options, dealer, looked=looked, keeping=keeping)
    return Step(Deal(options, hands, kitty, auction), (ev.Dealt(dealer),))


_AUCTION, _RAISE, _KITTY, _CALL, _PLAY, _CLAIM, _OVER = Phase  # looked up slowly by Python 3.11


class Deal(Struct, frozen=True, dict=True):
    """A deal of Five Hundred; see `games.core.Round`. No chips move in it.

    `hands` are what is held now, by seat; with two players the third is the dead hand. `kitty` are the three cards that
    lay there, `discards` the three put aside, if any. `call` is the contractor's answer among five. `play` begins with
    the contract.
    """

    options: Options
    hands: tuple[Cards, ...]
    kitty: Cards
    auction: Auction
    discards: frozenset[Card] = frozenset()
    call: PartnerCall | None = None
    play: TrickPlay | None = None

    phase: Phase = WORKED_OUT
    """What is awaited now."""
    to_act: frozenset[Seat] = WORKED_OUT
    """Who may act now."""

    def __post_init__(self) -> None:
        phase = phase_of(self.options, self.auction, self.discards, self.call, self.play)
        force_setattr(self, "phase", phase)
        force_setattr(self, "to_act", to_act(self.auction, self.play, phase))

    def __repr__(self) -> str:
        return without(self, "hands", "kitty", "discards")

    @property
    def contract(self) -> Contract | None:
        """What is played, with the partner found among five, secret or not; None without a contract."""
        play = self.play
        return Contract(play.contractor, play.bid, self._partner(play)) if play else None

    @property
    def claimer(self) -> Seat | None:
        """Who has claimed the rest, as the others are asked to agree or have agreed."""
        return self.play.claim.seat if self.play and self.play.claim else None

    def _partner(self, play: TrickPlay) -> Seat | None:
        match self.call:
            case ChoosePartner(seat):
                return seat
            case CallCard(card):
                holders = (s for s in self.options.seats if card in self.hands[s] or play.has_played(s, card))
                return next((seat for seat in holders if seat != play.contractor), None)
            case _:
                return None

    @property
    def dealt(self) -> DealtHands:
        """The cards as they were dealt, worked out from where they are now."""
        hands = [set(hand) for hand in self.hands]
        for trick in self.play.tricks if self.play else ():
            for seat, card in trick.cards:
                hands[seat].add(card)
        if self.play and not self.play.bid.sans:
            hands[self.play.contractor] |= self.discards
            hands[self.play.contractor] -= set(self.kitty)
        return DealtHands(tuple(in_order(self.options.players, hand) for hand in hands), self.kitty)

    @property
    def result(self) -> DealResult | None:
        """How the deal ended, claimed tricks included; None while it goes on."""
        if self.phase is not _OVER:
            return None
        return DealResult(self.contract, self.play.tricks_won if self.play else (0,) * self.options.players)

    @property
    def order(self) -> CardOrder:
        """How the cards rank; before there is a contract, as without trumps."""
        return self.play.order if self.play else CardOrder(None)

    # The protocol.

    def legal_actions(self, seat: Seat) -> Iterator[Action]:
        """Every action that `seat` may take now; of the cards to put aside any three of the thirteen."""
        if seat not in self.to_act:
            if seat in self.options.seats and self.auction.is_face_down(seat):
                yield Say.LOOK
            return
        phase = self.phase
        if phase is _PLAY:
            play = self._in_play
            if not play.tricks:
                yield from self._legal(seat, map(Nominate, (*SUITS, None)))
            yield from play.plays(self.hands[seat])
            yield from self._legal(seat, (Say.CLAIM,))
        elif phase is _CLAIM:
            yield from (Say.AGREE, Say.PLAY_ON)
        elif phase is _AUCTION or phase is _RAISE:
            yield from self._legal_in_auction(seat)
        elif phase is _KITTY:
            yield from map(Put, map(frozenset, combinations(self.hands[seat], KITTY)))
        else:
            yield from self._legal(seat, partner.thinkable(self.options))

    def _legal_in_auction(self, seat: Seat) -> Iterator[Action]:
        if self.auction.is_face_down(seat):
            yield Say.LOOK
        yield Say.PASS
        calls = self.auction.calls(seat)
        for sans in (False, True) if self.options.sans_kitty else (False,):
            yield from [_BIDS[call.text, sans] for call in calls]

    def _legal(self, seat: Seat, actions: Iterable[Action]) -> Iterator[Action]:
        return (action for action in actions if self.why_not(seat, action) is None)

    def default_action(self, seat: Seat) -> Action:
        """What the clock plays (rule 26): it never bids, calls, nominates, claims or agrees. Raises IllegalAction."""
        if not_asked := self._why_not_asked(seat, self.phase):
            raise IllegalAction.saying(not_asked)
        match self.phase:
            case Phase.KITTY:
                return Put(frozenset(self.order.low_to_high(self.hands[seat])[:KITTY]))
            case Phase.CALL:
                return Say.ALONE
            case Phase.CLAIM:
                return Say.PLAY_ON
            case Phase.PLAY:
                plays = {action.card: action for action in self.legal_actions(seat) if isinstance(action, Play)}
                return plays[self.order.low_to_high(plays)[0]]
            case _:
                return Say.PASS

    def forced(self, seat: Seat) -> Play | None:
        """The only card that `seat` can play now; None with any choice, the suit of a joker included.

        That the rest may be claimed is no choice about the card.
        """
        if self.phase is not Phase.PLAY:
            return None
        match [action for action in self.legal_actions(seat) if action is not Say.CLAIM]:
            case [Play() as only]:
                return only
            case _:
                return None

    def why_not(self, seat: Seat, action: Action) -> Phrase | None:
        """Why `seat` may not play `action` now; None when it may."""
        if isinstance(action, Say):
            return _RULES[action][0](self, seat)
        return _RULES[type(action)][0](self, seat, *astuple(action))

    def apply(self, seat: Seat, action: Action) -> Step[Deal]:
        """Play `action` for `seat`. Raises IllegalAction."""
        if refusal := self.why_not(seat, action):
            raise IllegalAction.saying(refusal)
        if isinstance(action, Say):
            return _RULES[action][1](self, seat)
        return _RULES[type(action)][1](self, seat, *astuple(action))

    def view(self, seat: Seat | None) -> FiveHundredView:
        """What `seat` sees: never another's hand or discards, a kitty that isn't theirs, or the dead hand."""
        public, play, order = self._public, self.play, self.order
        if seat is None:
            return public
        face_down = self.auction.is_face_down(seat)
        sees_hand = seat in self.options.seats and not face_down  # the dead hand has a number too
        took_kitty = play is not None and seat == play.contractor and not play.bid.sans
        return replace(
            public,
            hand=order.as_held(self.hands[seat]) if sees_hand else None,
            is_face_down=face_down,
            kitty=order.as_held(self.kitty) if took_kitty else (),
            discards=order.as_held(self.discards) if took_kitty else (),
            has_nominated=play is not None and play.nomination is not None and seat == play.contractor,
        )

    @cached_property
    def _public(self) -> FiveHundredView:
        """What everybody sees, worked out once somebody looks."""
        play, contract, is_known = self.play, self.contract, self._is_partner_known()
        if contract is not None and not is_known:
            contract = Contract(contract.seat, contract.bid)
        complete = play.complete if play else ()
        return FiveHundredView(
            options=self.options,
            phase=self.phase,
            dealer=self.auction.dealer,
            to_act=self.to_act,
            hand=None,
            is_face_down=False,
            kitty=(),
            discards=(),
            bids=tuple([spoken for spoken in self.auction.spoken if not spoken.keeps]),
            partner_is_known=is_known,
            contract=contract,
            called=self.call.card if isinstance(self.call, CallCard) else None,
            nominated=self.order.joker,
            has_nominated=False,
            laid_down=play.laid_down if play else frozenset(),
            counts=tuple([len(self.hands[player]) for player in self.options.seats]),
            tricks_won=play.tricks_won if play else (0,) * self.options.players,
            trick=play.trick if play else None,
            tricks=complete,
            last_winner=play.winners[-1] if play and complete else None,
            exposed=self._exposed(),
            claim=play.claim if play else None,
            claimed=self._claimed(),
            refused=play.refused if play else frozenset(),
            result=self.result,
        )

    def _is_partner_known(self) -> bool:
        play = self.play
        if play is None or play.is_over or not isinstance(self.call, CallCard):
            return True
        card = self.call.card
        return any(card == played.card for trick in play.tricks for played in trick.cards)

    def _exposed(self) -> Cards:
        """The hand that lies open in Open Misère, after the first trick (rule 15)."""
        play = self.play
        if play is None or play.bid.call.kind is not CallKind.OPEN or not play.complete:
            return ()
        return self.order.as_held(self.hands[play.contractor])

    def _claimed(self) -> Cards:
        """The hand that lies open while others answer a claim for the rest of its tricks."""
        claim = self.play.claim if self.play else None
        return self.order.as_held(self.hands[claim.seat]) if claim is not None and claim.waiting else ()

    # The actions: why each is refused, and what it does.

    def _why_not_asked(self, seat: Seat, *phases: Phase) -> Phrase | None:
        """Why `seat` may not answer what is asked in these phases."""
        if not self.to_act:
            return Phrase("This deal is over. Wait for the next one.")
        if seat not in self.to_act:
            return Phrase("It isn't your turn.")
        return None if self.phase in phases else INSTEAD[self.phase]

    def why_not_look(self, seat: Seat) -> Phrase | None:
        """Rule 11: at any time."""
        if seat not in self.options.seats:
            return self._why_not_asked(seat)
        return None if self.auction.is_face_down(seat) else Phrase("You see your cards already.")

    def look(self, seat: Seat) -> Step[Deal]:
        """Rule 11."""
        return Step(replace(self, auction=self.auction.look(seat)))

    def why_not_bid(self, seat: Seat, bid: Bid) -> Phrase | None:
        """Rules 5-11."""
        return self._why_not_asked(seat, _AUCTION, _RAISE) or self.auction.why_not_bid(seat, bid)

    def bid(self, seat: Seat, bid: Bid | None) -> Step[Deal]:
        """Rules 5-11: a bid, or None for a pass; then the contractor takes the kitty (rule 12)."""
        auction = self.auction.speak(seat, bid)
        after = replace(self, auction=auction)
        standing = auction.standing
        new = auction.spoken[len(self.auction.spoken) :]
        events: tuple[object, ...] = tuple([_spoken(said, standing) for said in new])
        if auction.stage is not AuctionStage.DONE or standing is None:
            return Step(after, events)
        if not standing.bid.sans:
            thirteen = in_order(self.options.players, (*self.hands[standing.seat], *self.kitty))
            after = replace(after, hands=self._with_hand(standing.seat, thirteen))
        return Step(replace(after, play=TrickPlay(self.options, *standing)), events)

    def why_not_pass(self, seat: Seat) -> Phrase | None:
        """Rules 5 and 10."""
        return self._why_not_asked(seat, _AUCTION, _RAISE)

    def pass_(self, seat: Seat) -> Step[Deal]:
        """Rules 5 and 10."""
        return self.bid(seat, None)

    def why_not_discard(self, seat: Seat, cards: frozenset[Card]) -> Phrase | None:
        """Rule 12."""
        if not_asked := self._why_not_asked(seat, _KITTY):
            return not_asked
        is_legal = len(cards) == KITTY and cards <= set(self.hands[seat])
        return None if is_legal else Counted("Choose {count} cards to discard", KITTY)

    def discard(self, seat: Seat, cards: frozenset[Card]) -> Step[Deal]:
        """Rule 12."""
        return Step(replace(self, hands=self._without(seat, cards), discards=cards), (ev.PutAside(seat),))

    def why_not_call_card(self, seat: Seat, card: Card) -> Phrase | None:
        """The rules for five players."""
        return self._why_not_asked(seat, _CALL) or partner.why_not_card(self.options, self.order.trump, card)

    def call_card(self, seat: Seat, card: Card) -> Step[Deal]:
        """The rules for five players."""
        return Step(replace(self, call=CallCard(card)), (ev.CalledCard(seat, card),))

    def why_not_choose_partner(self, seat: Seat, chosen: Seat) -> Phrase | None:
        """The rules for five players, with the house's `five_partner`."""
        return self._why_not_asked(seat, _CALL) or partner.why_not_player(self.options, seat, chosen)

    def choose_partner(self, seat: Seat, chosen: Seat) -> Step[Deal]:
        """The rules for five players."""
        return Step(replace(self, call=ChoosePartner(chosen)), (ev.PartnerKnown(chosen),))

    def why_not_play_alone(self, seat: Seat) -> Phrase | None:
        """The rules for five players."""
        return self._why_not_asked(seat, _CALL)

    def play_alone(self, seat: Seat) -> Step[Deal]:
        """The rules for five players."""
        return Step(replace(self, call=Say.ALONE), (ev.WentAlone(seat),))

    def why_not_nominate(self, seat: Seat, _suit: Suit | None) -> Phrase | None:
        """Rules 17 and 19."""
        return self._why_not_asked(seat, _PLAY) or self._in_play.why_not_nominate(seat, self.hands[seat])

    def nominate(self, seat: Seat, suit: Suit | None) -> Step[Deal]:
        """Rules 17 and 19. That the joker is left free is not said aloud: it would tell who holds it."""
        events = (ev.Nominated(seat, suit),) if suit else ()
        return Step(replace(self, play=replace(self._in_play, nomination=Nominate(suit))), events)

    def why_not_play_card(self, seat: Seat, card: Card, named: Suit | None) -> Phrase | None:
        """Rules 14, 17 and 18."""
        return self._why_not_asked(seat, _PLAY) or self._in_play.why_not_play(self.hands[seat], card, named)

    def play_card(self, seat: Seat, card: Card, named: Suit | None) -> Step[Deal]:
        """Rules 14-16 and 18."""
        play = self._in_play
        played = play.played(seat, card, named)
        hands = self._without(seat, (card,))
        after = Deal(self.options, hands, self.kitty, self.auction, self.discards, self.call, played)
        happened: list[object] = []
        if isinstance(self.call, CallCard) and self.call.card == card:
            happened.append(ev.WentAlone(seat) if seat == play.contractor else ev.PartnerKnown(seat))
        if played.trick is None:
            happened.append(ev.TrickWon(played.winners[-1]))
            if len(played.tricks) == 1 and not played.is_over and (exposed := after._exposed()):
                happened.append(ev.HandShown(play.contractor, exposed))
        return Step(after, tuple(happened))

    def why_not_claim(self, seat: Seat) -> Phrase | None:
        """A claim is for all tricks that are left, in a misère for none of them."""
        return self._why_not_asked(seat, _PLAY) or self._in_play.why_not_claim(seat)

    def claim(self, seat: Seat) -> Step[Deal]:
        """All others are asked."""
        return Step(replace(self, play=self._in_play.claimed(seat)))

    def why_not_answer_claim(self, seat: Seat) -> Phrase | None:
        """Each of the others answers once."""
        return self._why_not_asked(seat, _CLAIM)

    def agree(self, seat: Seat) -> Step[Deal]:
        """With the last agreement the deal is over."""
        return Step(replace(self, play=self._in_play.agreed(seat)), (ev.Agreed(seat),))

    def play_on(self, seat: Seat) -> Step[Deal]:
        """The claim is off."""
        return Step(replace(self, play=self._in_play.played_on()), (ev.PlayedOn(seat),))

    @property
    def _in_play(self) -> TrickPlay:
        assert self.play is not None, "asked for only when a contract is played"
        return self.play

    def _without(self, seat: Seat, cards: Collection[Card]) -> tuple[Cards, ...]:
        return self._with_hand(seat, tuple([card for card in self.hands[seat] if card not in cards]))

    def _with_hand(self, seat: Seat, hand: Cards) -> tuple[Cards, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])


def _spoken(spoken: Spoken, standing: StandingBid | None) -> object:
    if spoken.bid is not None:
        return ev.Bade(spoken.seat, spoken.bid)
    if spoken.keeps and standing is not None:
        return ev.Kept(*standing)
    return ev.Passed(spoken.seat)


_RULES: dict[object, tuple[Callable[..., Phrase | None], Callable[..., Step[Deal]]]] = {
    Say.LOOK: (Deal.why_not_look, Deal.look),
    Say.PASS: (Deal.why_not_pass, Deal.pass_),
    Say.ALONE: (Deal.why_not_play_alone, Deal.play_alone),
    Say.CLAIM: (Deal.why_not_claim, Deal.claim),
    Say.AGREE: (Deal.why_not_answer_claim, Deal.agree),
    Say.PLAY_ON: (Deal.why_not_answer_claim, Deal.play_on),
    MakeBid: (Deal.why_not_bid, Deal.bid),
    Put: (Deal.why_not_discard, Deal.discard),
    CallCard: (Deal.why_not_call_card, Deal.call_card),
    ChoosePartner: (Deal.why_not_choose_partner, Deal.choose_partner),
    Nominate: (Deal.why_not_nominate, Deal.nominate),
    Play: (Deal.why_not_play_card, Deal.play_card),
}
"""Of each thing that is said, and each kind of action: why it is refused, and what it does, with its fields."""
