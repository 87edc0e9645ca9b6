"""All cards in a value, however deep: what a view or an event shows."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import chain

from games.cards import Card


def cards_in(value):
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        yield from chain.from_iterable(cards_in(getattr(value, field.name)) for field in fields(value))
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(cards_in, chain.from_iterable(value.items())))
    elif isinstance(value, tuple | list | frozenset):
        yield from chain.from_iterable(map(cards_in, value))
