"""All cards in a value, however deep: what a view or an event shows, and a round with others in their places."""

from collections.abc import Mapping
from enum import Enum
from itertools import chain

from msgspec import Struct
from msgspec.structs import asdict, replace

from games.cards import Card, pack52
from games.core import HouseOptions, Phrase

WITHOUT_CARDS = (int, str, bytes, Enum, HouseOptions, Phrase, type(None))


def cards_in(value):
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Struct):
        yield from cards_in(asdict(value))
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(cards_in, chain.from_iterable(value.items())))
    elif isinstance(value, tuple | list | frozenset):
        yield from chain.from_iterable(map(cards_in, value))
    else:
        assert isinstance(value, WITHOUT_CARDS), f"is there a card in {value!r}?"


def with_one_exchanged(round_, hidden, random):
    """A round of one pack with one of the cards `hidden` exchanged for any that may as well be in its place."""
    if not hidden:
        return round_
    one = random.choice(hidden)
    seen = {*cards_in(round_)} - {*hidden}
    other = random.choice([card for card in pack52() if card not in seen and card != one])
    return with_cards(round_, {one: other, other: one})


def with_cards(value, others):
    """The value with other cards in the places of some."""
    if isinstance(value, Card):
        return others.get(value, value)
    if isinstance(value, Struct):
        return replace(value, **with_cards(asdict(value), others))
    if isinstance(value, Mapping):
        return {with_cards(key, others): with_cards(each, others) for key, each in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return type(value)(with_cards(each, others) for each in value)
    return value
