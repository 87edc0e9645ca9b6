"""Verbs for the Five Hundred tests: deals with known cards, played by short texts, and random deals."""

from msgspec.structs import replace

from games import five_hundred as fh
from games.cards import parse_cards
from games.five_hundred.packs import HAND, KITTY, DealtHands, chairs, in_order, stacked
from tests.games.playing import PlayedTable


def deck_with(players, dealer, hands, kitty=""):
    """The deck that deals these hands, by seat, and this kitty; whatever isn't given gets any of the other cards."""
    known, three = {seat: list(parse_cards(hand)) for seat, hand in hands.items()}, list(parse_cards(kitty))
    taken = {card for pile in (*known.values(), three) for card in pile}
    rest = [card for card in fh.pack(players) if card not in taken]
    piles = [known.get(seat, []) for seat in range(chairs(players))]
    for pile, size in [*((pile, HAND) for pile in piles), (three, KITTY)]:
        while len(pile) < size:
            pile.append(rest.pop(0))
    return stacked(players, dealer, DealtHands(tuple(map(tuple, piles)), tuple(three)))


class Table(PlayedTable):
    """A deal with the given hands and kitty; whatever is not given gets any of the other cards.

    The dealer is the last seat, so that seat 0 bids first.
    """

    def __init__(self, hands=None, kitty="", dealer=None, **options):
        self.options = fh.Options(**options)
        players = self.options.players
        dealer = players - 1 if dealer is None else dealer
        deck = deck_with(players, dealer, hands or {}, kitty)
        super().__init__(fh.parse, fh.start(self.options, dealer, deck))

    @property
    def deal(self):
        return self.round

    def contract(self, bid, put=None):
        """Seat 0 gets the contract `bid`, discards `put` and, with five players, goes alone; the first lead is next."""
        self.play(f"0 bid {bid}")
        while self.deal.phase in (fh.Phase.AUCTION, fh.Phase.RAISE):
            self.play(f"{self.turn} pass")
        if self.deal.phase is fh.Phase.KITTY:
            self.play(f"0 put {put}" if put else "0")
        if self.deal.phase is fh.Phase.CALL:
            self.play("0 alone")
        return self

    def trick(self, *cards):
        """Play `cards`, each by the seat whose turn it is."""
        for card in cards:
            self.play(f"{self.turn} play {card}")
        return self

    def may(self, seat, word=""):
        """What `seat` may do that begins with `word`."""
        return [str(action) for action in self.deal.legal_actions(seat) if str(action).startswith(word)]

    def may_play(self):
        """The cards that the seat whose turn it is may play."""
        return " ".join(text.removeprefix("play ") for text in self.may(self.turn, "play "))

    @property
    def turn(self):
        """The one seat whose turn it is."""
        (seat,) = self.deal.to_act
        return seat

    @property
    def view(self):
        """What the public sees."""
        return self.deal.view(None)

    def hand(self, seat):
        """What `seat` sees of its hand, as text."""
        hand = self.deal.view(seat).hand
        return None if hand is None else " ".join(map(str, hand))

    def scored(self, before=None):
        """What each side scores for the deal."""
        return self.deal.result.points(self.options, before or (0,) * self.options.sides)

    def _adopt(self, step):
        super()._adopt(step)
        assert not self.chips


# At random


BETWEEN_ROUNDS = (
    *("target", "no_trick_points_at", "must_win_contract", "slam_bonus", "five_full_value"),
    *("six_teams", "ante", "highest_ante"),
)
"""What a finished deal scores and for whom, and what a match is played for."""


def options_at_random(random, players=None):
    def some():
        return random.random() < 0.5

    return fh.Options(
        players=players or random.randint(2, 6),
        allow_misere=some() or some(),
        misere_needs_seven=some(),
        allow_open_misere=some() or some(),
        allow_blind_misere=some() or some(),
        sans_kitty=some(),
        joker_lead_last_trick_only=some(),
        raise_own_bid_after_passes=some(),
        single_round_bidding=some(),
        five_partner=random.choice(list(fh.FivePartner)),
        six_teams=random.choice(list(fh.SixTeams)),
    )


def deal_at_random(random, options, dealer=None):
    deck = list(fh.pack(options.players))
    random.shuffle(deck)
    return fh.start(options, random.randrange(options.players) if dealer is None else dealer, tuple(deck))


def start_at_random(random, options=None, dealer=None):
    """A fresh deal or, because random bids run up to 10 no trumps, as often one with a single bid and then passes."""
    step = deal_at_random(random, options or options_at_random(random), dealer)
    if random.random() < 0.5:
        return step
    bids = [action for action in step.round.legal_actions(min(step.round.to_act)) if isinstance(action, fh.MakeBid)]
    action = random.choice(bids)
    while step.round.phase in (fh.Phase.AUCTION, fh.Phase.RAISE):
        step = step.round.apply(min(step.round.to_act), action)
        action = fh.Say.PASS
    return step


def finished(random, step):
    """The deal played to its end at random; some players claim, and some play on after a claim."""
    deal = step.round
    while deal.to_act:
        seat = random.choice(sorted(deal.to_act))
        actions = list(deal.legal_actions(seat))
        if fh.Say.CLAIM in actions and random.random() > 0.05:
            actions.remove(fh.Say.CLAIM)
        deal = deal.apply(seat, random.choice(actions)).round
    return deal


def some_actions(random):
    """Actions of which some are illegal at any moment."""
    cards = random.sample(fh.pack(6), 8)
    actions = [
        *fh.Say,
        *(fh.MakeBid(fh.Bid(call, random.random() < 0.5)) for call in random.sample(fh.CALLS, 6)),
        fh.Put(frozenset(cards[:3])),
        fh.Put(frozenset(cards[:2])),
        fh.CallCard(cards[3]),
        *map(fh.ChoosePartner, (-1, 0, 3, 9)),
        *(fh.parse(f"nominate {suit}") for suit in ("S", "H", "none")),
        *map(fh.Play, cards),
        *(fh.parse(f"play {card}") for card in ("JOKER", "JOKER C", "JOKER D", "AS S")),
    ]
    return random.sample(actions, 8)


def with_unseen_swapped(deal, eyes, random):
    """The deal with two cards swapped that `eyes` (None: the public) can't see."""
    if not deal.to_act:
        return deal
    play, order, public = deal.play, in_order, deal.view(None)
    contractor = play.contractor if play else None
    hidden = {
        card for seat, hand in enumerate(deal.hands) if seat != eyes or deal.auction.is_face_down(seat) for card in hand
    } - {*public.exposed, *public.claimed}
    if play is None or play.bid.sans:
        hidden |= set(deal.kitty)
    if eyes != contractor or eyes is None:
        hidden |= deal.discards
    one, two = random.sample(in_order(6, hidden), 2) if len(hidden) > 1 else (None, None)
    swap = {one: two, two: one}

    def swapped(cards):
        return order(deal.options.players, {swap.get(card, card) for card in cards})

    return replace(
        deal,
        hands=tuple(map(swapped, deal.hands)),
        kitty=swapped(deal.kitty),
        discards=frozenset(swapped(deal.discards)),
    )
