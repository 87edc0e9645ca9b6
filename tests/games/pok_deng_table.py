"""Verbs for the Pok Deng tests: a round in which named hands get known cards, and random rounds."""

from msgspec.structs import replace

from games.cards import pack52, parse_cards
from games.fair.shoe import Shoe
from games.pok_deng import PLAYERS, Bet, Options, parse, start
from tests.games.playing import PlayedTable

BURNED = parse_cards("QS")
OTHERS = "2C 4D"
"""The hand of every Player that a test does not name."""


def dealt_as(players, banker):
    """The twelve cards in the order of the deal: the Players' hands as text, by number from 1, and the Banker's."""
    hands = [parse_cards(players.get(number, OTHERS)) for number in range(1, PLAYERS + 1)] + [parse_cards(banker)]
    return tuple(first for first, _ in hands) + tuple(second for _, second in hands)


class Table(PlayedTable):
    """A round in the middle of a shoe: `players` are hands by number from 1, or only Player 1's as text."""

    def __init__(self, players, banker, *bets):
        players = {1: players} if isinstance(players, str) else players
        shoe = Shoe.stacked(BURNED + BURNED + dealt_as(players, banker)).at(1)
        super().__init__(parse, start(Options(), bets or [Bet(0, 0, 100)], shoe, opening=False))


# Random rounds, for test_contract


BETWEEN_ROUNDS = ("pair_minimum", "pair_maximum")
"""What a bet may be."""


def start_at_random(random, options=None):
    """A legal round: new shoes and used ones, of any decks, with one to six bettors on any of the ten bets."""
    options = options or Options(decks=random.randint(1, 8), cut_card_depth=random.randint(13, 39))
    shoe = random.choice([shoe_of_many, shoe_of_few])(options, random)
    return start(options, bets_at_random(random), shoe, opening=shoe.dealt == 0)


def bets_at_random(random):
    places = [(seat, hand) for seat in range(random.randint(1, 6)) for hand in range(PLAYERS)]
    bets = [(0, 1), (1, 0), (7, 0), (0, 10), (50, 50), (1, 500)]
    return [Bet(*place, *random.choice(bets)) for place in random.sample(places, random.randint(1, len(places)))]


def shoe_of_many(options, random):
    """At its start, somewhere in the middle, or with its last round still to come."""
    shoe = Shoe.fresh(options.decks, random.randbytes(32), "salt", options.cut_card_depth)
    last = shoe.size - options.cut_card_depth
    return shoe.at(random.choice([0, last, random.randint(1, last)]))


def shoe_of_few(options, random):
    """Full of pairs, flushes and ties."""
    few = random.sample(pack52(), 3)
    return Shoe.stacked(random.choices(few, k=52), cut_depth=options.cut_card_depth).at(random.choice([0, 1]))


def with_unseen_swapped(round_, _seat, random):
    """The round dealt again from a shoe in which two cards that nobody has seen have changed places."""
    shoe = round_.shoe
    first_burned = shoe.round_start + (round_.opening is not None)
    unseen = [*range(first_burned, first_burned + round_.burned), *range(shoe.dealt, shoe.size)]
    if len(unseen) < 2:
        return round_
    cards = list(shoe.filling.cards)
    one, two = random.sample(unseen, 2)
    cards[one], cards[two] = cards[two], cards[one]
    other = replace(shoe, filling=replace(shoe.filling, cards=tuple(cards))).at(shoe.round_start)
    return start(round_.options, round_.bets, other, opening=round_.opening is not None).round


def some_actions(_random):
    return ["hit", "bet"]
