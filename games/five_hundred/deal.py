"""One deal of Five Hundred, from the cards to the last trick (rules 3-19 and 26).

`Deal` is the deal at one moment; what it waits for follows from what has been done. What is legal is what all checks
let pass, and each check raises the sentence that the player reads; which bids and cards they let pass is worked out at
once, from the same rules. Bidding is `auction`'s, a partner among five `partner`'s, the tricks are `play`'s.
Which questions there are, and what answers them, is `questions`'.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import combinations

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from games.cards import Card, Suit
from games.core import WORKED_OUT, Counted, IllegalAction, Seat, Step, without
from games.five_hundred import events as ev
from games.five_hundred import partner
from games.five_hundred.auction import Auction, AuctionStage, Spoken, StandingBid
from games.five_hundred.bids import CALLS, SUITS, Bid, CallKind
from games.five_hundred.moves import Action, CallCard, ChoosePartner, MakeBid, Nominate, Play, Put, Say
from games.five_hundred.options import Options
from games.five_hundred.packs import KITTY, Cards, DealtHands, deal, in_order
from games.five_hundred.partner import PartnerCall
from games.five_hundred.play import TrickPlay
from games.five_hundred.questions import phase_of, to_act, verify_answers
from games.five_hundred.score import Contract, DealResult
from games.five_hundred.tricks import CardOrder
from games.five_hundred.view import FiveHundredView, Phase

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
                yield from self._passed_by_the_rules(seat, map(Nominate, (*SUITS, None)))
            yield from play.plays(self.hands[seat])
            yield from self._passed_by_the_rules(seat, (Say.CLAIM,))
        elif phase is _CLAIM:
            yield from (Say.AGREE, Say.PLAY_ON)
        elif phase is _AUCTION or phase is _RAISE:
            yield from self._legal_in_auction(seat)
        elif phase is _KITTY:
            yield from map(Put, map(frozenset, combinations(self.hands[seat], KITTY)))
        else:
            yield from self._passed_by_the_rules(seat, partner.thinkable(self.options))

    def _legal_in_auction(self, seat: Seat) -> Iterator[Action]:
        if self.auction.is_face_down(seat):
            yield Say.LOOK
        yield Say.PASS
        calls = self.auction.calls(seat)
        for sans in (False, True) if self.options.sans_kitty else (False,):
            yield from [_BIDS[call.text, sans] for call in calls]

    def _passed_by_the_rules(self, seat: Seat, actions: Iterable[Action]) -> Iterator[Action]:
        for action in actions:
            try:
                self._verify_rules(seat, action)
            except IllegalAction:
                continue
            yield action

    def default_action(self, seat: Seat) -> Action:
        """What the clock plays (rule 26): it never bids, calls, nominates, claims or agrees. Raises IllegalAction."""
        self._verify_turn(seat)
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

    def apply(self, seat: Seat, action: Action) -> Step[Deal]:
        """Play `action` for `seat`. Raises IllegalAction."""
        if action is not Say.LOOK or seat not in self.options.seats:
            self._verify_turn(seat)
            verify_answers(self.phase, action)
        self._verify_rules(seat, action)
        match action:
            case Play(card, named):
                return self._play_card(seat, card, named, self._in_play)
            case Say.LOOK:
                return Step(replace(self, auction=self.auction.look(seat)))
            case Say.PASS:
                return self._speak(seat, None)
            case MakeBid(bid):
                return self._speak(seat, bid)
            case Put(cards):
                return Step(replace(self, hands=self._without(seat, cards), discards=cards), (ev.PutAside(seat),))
            case Say.ALONE:
                return Step(replace(self, call=Say.ALONE), (ev.WentAlone(seat),))
            case CallCard(card):
                return Step(replace(self, call=action), (ev.CalledCard(seat, card),))
            case ChoosePartner(chosen):
                return Step(replace(self, call=action), (ev.PartnerKnown(chosen),))
            case _:
                return self._act_in_play(seat, action, self._in_play)

    def _act_in_play(self, seat: Seat, action: Action, play: TrickPlay) -> Step[Deal]:
        match action:
            case Nominate(suit):
                # That the joker is left free is not said aloud: it would tell who holds it.
                events = (ev.Nominated(seat, suit),) if suit else ()
                return Step(replace(self, play=replace(play, nomination=action)), events)
            case Say.CLAIM:
                return Step(replace(self, play=play.claimed(seat)))
            case Say.AGREE:
                return Step(replace(self, play=play.agreed(seat)), (ev.Agreed(seat),))
            case _:
                return Step(replace(self, play=play.played_on()), (ev.PlayedOn(seat),))

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

    # The rules about actions.

    def _verify_turn(self, seat: Seat) -> None:
        to_act = self.to_act
        if not to_act:
            raise IllegalAction("This deal is over. Wait for the next one.")
        if seat not in to_act:
            raise IllegalAction("It isn't your turn.")

    def _verify_rules(self, seat: Seat, action: Action) -> None:
        match action:
            case Play(card, named):
                self._in_play.verify_play(self.hands[seat], card, named)
            case MakeBid(bid):
                self.auction.verify_bid(seat, bid)
            case Put(cards):
                if len(cards) != KITTY or not cards <= set(self.hands[seat]):
                    raise IllegalAction.saying(Counted("Choose {count} cards to discard", KITTY))
            case CallCard(card):
                partner.verify_card(self.options, self.order.trump, card)
            case ChoosePartner(chosen):
                partner.verify_player(self.options, seat, chosen)
            case Nominate():
                self._in_play.verify_nominate(seat, self.hands[seat])
            case Say.CLAIM:
                self._in_play.verify_claim(seat)
            case Say.LOOK:
                self.auction.verify_look(seat)

    # The actions that lead further.

    def _speak(self, seat: Seat, bid: Bid | None) -> Step[Deal]:
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

    def _play_card(self, seat: Seat, card: Card, named: Suit | None, play: TrickPlay) -> Step[Deal]:
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
