"""Verbs for the Blackjack tests: a round with known cards, and random rounds."""

from msgspec.structs import replace

from games.blackjack import Bet, BlackjackPays, Move, Options, parse, start
from games.cards import Rank, pack52, parse_cards
from games.fair.shoe import Shoe
from tests.games.playing import PlayedTable


class Table(PlayedTable):
    """A round whose shoe gives `cards`: one to each seat, the dealer's, a second to each seat, then as drawn."""

    def __init__(self, cards, *bets, **options):
        options = Options.from_json(options)
        super().__init__(parse, start(options, bets or (Bet(0, 0, 100),), Shoe.stacked(parse_cards(cards))))

    def may(self, seat):
        """What `seat` may do, as one text."""
        return " ".join(self.round.legal_actions(seat))

    @property
    def dealer(self):
        return " ".join(map(str, self.round.dealer))

    def hands(self, seat):
        """The seat's hands as text, with a bar between those of a split."""
        box = next(box for box in self.round.boxes if box.seat == seat)
        return " | ".join(" ".join(map(str, hand.cards)) for hand in box.hands)

    def ends(self):
        """How the round has ended for seat 0, as text: its hands, the dealer's, and the chips back for those staked."""
        assert self.over
        return f"{self.hands(0)} v {self.dealer}: {self.back(0)} for {self.staked(0)}"


# Random rounds, for test_contract


def options_at_random(random):
    decks = random.randint(1, 8)
    return Options(
        decks=decks,
        seats=random.randint(1, 5 if decks == 1 else 7),
        surrender_vs_ten=random.random() < 0.5,
        double_after_split=random.random() < 0.5,
        dealer_hits_soft_17=random.random() < 0.5,
        blackjack_pays=random.choice(list(BlackjackPays)),
    )


def start_at_random(random, options=None):
    options = options or options_at_random(random)
    seated = random.sample(range(options.seats), random.randint(1, options.seats))
    standing = [
        (options.seats + number, box)
        for number in range(random.randint(0, 3))
        for box in random.sample(seated, random.randint(1, len(seated)))
    ]
    bets = [
        Bet(seat, box, options.unit * random.randint(1, 50), random.choice([0, 0, 1, 10, 55]))
        for seat, box in [*((seat, seat) for seat in seated), *standing]
    ]
    return start(options, bets, random.choice([new_shoe, shoe_at_its_end, shoe_of_few_ranks])(options.decks, random))


def new_shoe(decks, random):
    return Shoe.fresh(decks, random.randbytes(32), "salt")


def shoe_at_its_end(decks, random):
    """The round may outlast it."""
    return new_shoe(decks, random).at(52 * decks - 52)


def shoe_of_few_ranks(_decks, random):
    """Full of pairs and, every other time, of aces."""
    ranks = random.sample([*Rank][:9], 2) + random.choice([[Rank.ACE, Rank.KING], [Rank.QUEEN]])
    few = [card for card in pack52() if card.rank in ranks]
    return Shoe.stacked(random.choices(few, k=416))


def some_actions(_random):
    return list(Move)


def with_unseen_swapped(round_, _seat, random):
    filling, dealt = round_.shoe.filling, round_.shoe.dealt
    cards = list(filling.cards)
    if len(cards) - dealt < 2:
        return round_
    one, two = random.sample(range(dealt, len(cards)), 2)
    cards[one], cards[two] = cards[two], cards[one]
    return replace(round_, shoe=replace(round_.shoe, filling=replace(filling, cards=tuple(cards))))
