"""Verbs for the Pontoon tests: a deal in which everybody gets known cards, and random deals."""

from itertools import zip_longest

from msgspec.structs import replace

from games.cards import Rank, pack52, parse_cards
from games.core import Pot
from games.pontoon import End, Options, Phase, parse, start
from tests.games.playing import PlayedTable

BANK = 9
"""The banker's seat; players are numbered from 0."""


def pack_for(hands, bank, then=""):
    """The pack that deals these hands, given as text, and after them the cards of `then` in order."""
    dealt = [parse_cards(hand) for hand in (*hands, bank)]
    return tuple(cards[place] for place in (0, 1) for cards in dealt) + parse_cards(then)


class Table(PlayedTable):
    """A deal in which players 0, 1, ... get `hands`, the banker `bank`; then come the cards of `then` and `rest`.

    Each player stakes what `stakes` says, or 100 if it says nothing; `stakes=None` waits for them. Everybody has
    5,000 chips unless `purses` says otherwise.
    """

    def __init__(
        self, *hands, bank="KS 8S", then="", rest="7S 7H", stakes=(), purses=(), limits=(10, 200), kitty=0, **options
    ):
        people = dict.fromkeys((*range(len(hands)), BANK), 5000)
        self.purses = people | dict(purses)
        pack = pack_for(hands, bank, f"{then} {rest}")
        options = Options(shoot=kitty > 0, **options)
        super().__init__(parse, start(options, range(len(hands)), BANK, pack, *limits, self.purses, kitty))
        if stakes is not None:
            for (seat, _), stake in zip_longest(enumerate(hands), stakes, fillvalue=100):
                self.play(f"{seat} stake {stake}")

    def bank(self, *moves):
        """Play the banker's moves."""
        return self.play(*(f"{BANK} {move}" for move in moves))

    def may(self, seat=0):
        """What `seat` may do, as one text."""
        return ", ".join(map(str, self.round.legal_actions(seat)))

    def net(self, seat=0):
        """The chips that `seat` has won or lost so far."""
        return self.chips[seat]

    @property
    def phase(self):
        return self.round.phase

    @property
    def asked(self):
        """Whose turn it is, and which hand; the banker's hand has no number."""
        return tuple(self.round.turn) if self.round.turn else tuple(self.round.to_act)

    @property
    def kitty(self):
        return self.round.table.kitty

    def hand(self, seat=0, index=0):
        return self.round.table.box(seat).hands[index]

    def cards(self, seat=0):
        """The seat's hands as text, with a bar between those of a split."""
        return " | ".join(" ".join(map(str, hand.cards)) for hand in self.round.table.box(seat).hands)

    def seen(self, seat, eyes):
        """The hands of `seat` as `eyes` see them; a card that is face down for them is two dashes."""
        box = next(box for box in self.round.view(eyes).boxes if box.seat == seat)
        return " | ".join(seen_text(hand.cards) for hand in box.hands)

    def bank_seen(self, eyes):
        return seen_text(self.round.view(eyes).bank)

    def line(self, seat=0, hand=0):
        return next(line for line in self.round.lines if (line.seat, line.hand) == (seat, hand))

    def _adopt(self, step):
        super()._adopt(step)
        assert self.chips[Pot.HOUSE] == 0, "chips move between players only"


def seen_text(cards):
    return " ".join("--" if card is None else str(card) for card in cards)


# Random deals, for test_contract


BETWEEN_ROUNDS = ("kitty_min", "kitty_max", "shuffle_every_deal", "sale_limit")
"""What becomes of the bank, its kitty and the pack."""


def start_at_random(random, options=None):
    """A legal start: 1 to 7 players with few chips or many, Pontoon or Shoot, packs of all kinds."""
    options = options or Options(
        shoot=random.random() < 0.5, split_aces_only=random.random() < 0.2, stick_minimum=random.choice([15, 16])
    )
    people = random.randint(2, 8)
    banker, *players = random.sample(range(10), people)
    minimum = random.choice([1, 10])
    purses = {seat: minimum * random.choice([1, 2, 3, 7, 50, 1000]) for seat in players}
    purses[players[0]] += 2 * minimum
    purses[banker] = 2 * minimum * (people - 1) + random.choice([0, 1, 5, 60, 5000])
    pack = random.choice([whole_pack, short_pack, pack_of_few_ranks])(options, people, random)
    kitty = random.randint(1, 100) if options.shoot else 0
    return start(options, players, banker, pack, minimum, minimum * random.randint(1, 20), purses, kitty)


def whole_pack(options, people, random):
    pack = options.fresh_pack(people)
    return tuple(random.sample(pack, len(pack)))


def short_pack(options, people, random):
    """It runs out in the middle of the deal."""
    return whole_pack(options, people, random)[: 2 * people + random.randint(0, 5)]


def pack_of_few_ranks(_options, _people, random):
    """Full of pairs, Pontoons and Five Card Tricks."""
    ranks = random.sample([*Rank][:8], 2) + random.choice([[Rank.ACE, Rank.KING], [Rank.TWO, Rank.THREE]])
    return tuple(random.choices([card for card in pack52() if card.rank in ranks], k=52))


def places_of(table):
    """Where cards are: ("pack", place), ("bank", place), and (seat, hand, place)."""
    yield from (("pack", place) for place in range(len(table.pack)))
    yield from (("bank", place) for place in range(len(table.bank.cards)))
    for box in table.boxes:
        for index, hand in enumerate(box.hands):
            yield from ((box.seat, index, place) for place in range(len(hand.cards)))


def may_see(round_, eyes, place):
    """May these eyes (None: the public) see the card there? The rules' answer, worked out without the view."""
    table = round_.table
    match place:
        case ("pack", _):
            return False
        case ("bank", _):
            looks = eyes == table.bank.seat and len(table.bank.cards) > 1
            return looks or round_.phase in (Phase.BANKER, Phase.OVER)
        case (seat, index, nth):
            hand = table.box(seat).hands[index]
            shown = round_.phase is Phase.OVER or hand.end in (End.PONTOON, End.BUST)
            return eyes == seat or shown or nth in hand.face_up


def with_unseen_swapped(round_, eyes, random):
    """The deal with two cards swapped that these eyes may not see, in the pack or on the table."""
    table = round_.table
    unseen = [place for place in places_of(table) if not may_see(round_, eyes, place)]
    if len(unseen) < 2:
        return round_
    one, two = random.sample(unseen, 2)
    first, second = card_at(table, one), card_at(table, two)
    return replace(round_, table=with_card(with_card(table, one, second), two, first))


def card_at(table, place):
    return cards_at(table, place)[place[-1]]


def cards_at(table, place):
    match place:
        case ("pack", _):
            return table.pack
        case ("bank", _):
            return table.bank.cards
        case (seat, index, _):
            return table.box(seat).hands[index].cards


def with_card(table, place, card):
    cards = cards_at(table, place)
    cards = (*cards[: place[-1]], card, *cards[place[-1] + 1 :])
    match place:
        case ("pack", _):
            return replace(table, pack=cards)
        case ("bank", _):
            return replace(table, bank=replace(table.bank, cards=cards))
        case (seat, index, _):
            box = table.box(seat)
            return table.with_box(box.with_hand(index, replace(box.hands[index], cards=cards)))


def some_actions(_random):
    """Actions of which some are illegal at any moment; the amounts are never legal ones at these tables."""
    amounts = [f"{move} {amount}" for move in ("stake", "buy", "shoot") for amount in (10**9, 10**12)]
    return [parse(text) for text in ("pass", "split", "twist", "stick", "draw", "stay", *amounts)]
