"""All cards in a value, however deep: what a view or an event shows, and a round with others in their places."""

import copy
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import chain

from games.cards import Card, pack52


def cards_in(value):
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        yield from chain.from_iterable(cards_in(getattr(value, field.name)) for field in fields(value))
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(cards_in, chain.from_iterable(value.items())))
    elif isinstance(value, tuple | list | frozenset):
        yield from chain.from_iterable(map(cards_in, value))


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
    if is_dataclass(value):
        changed = copy.copy(value)
        for field in fields(value):
            object.__setattr__(changed, field.name, with_cards(getattr(value, field.name), others))
        return changed
    if isinstance(value, Mapping):
        return {with_cards(key, others): with_cards(each, others) for key, each in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return type(value)(with_cards(each, others) for each in value)
    return value
