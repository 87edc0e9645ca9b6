"""What happens in a deal of Pontoon, in words: for the public table and for a guided deal alike.

Only public events come in here, so it can't say anything that its reader may not know.
"""

from __future__ import annotations

from collections.abc import Callable

from cogs.table.faces import CardText
from games.pontoon import events as ev
from i18n.words import Words

Person = Callable[[int], str]
"""The player of a seat, by name."""


def describe_event(event: object, person: Person, card: CardText, words: Words) -> str:
    """One event; nothing for what the table shows anyway."""
    match event:
        case ev.Staked():
            return words("{person} stakes {chips}", person=person(event.seat), chips=event.amount)
        case ev.Shot():
            return words("{person} shoots {chips}", person=person(event.seat), chips=event.amount)
        case ev.Passed():
            return words("{person} doesn't shoot", person=person(event.seat))
        case ev.Declared():
            return words("{person} has a pontoon", person=person(event.seat))
        case ev.Split():
            return words("{person} splits", person=person(event.seat))
        case ev.Bought():
            return words("{person} buys for {chips}", person=person(event.seat), chips=event.amount)
        case ev.Twisted():
            return words("{person} twists {card}", person=person(event.seat), card=card(event.card))
        case ev.Stuck():
            return words("{person} sticks", person=person(event.seat))
        case ev.Bust():
            return words("{person} is bust and loses {chips}", person=person(event.seat), chips=event.lost)
        case ev.Drew():
            return words("the banker draws {card}: {total}", card=card(event.card), total=event.best)
        case ev.FirstCards() if event.left_out:
            return words("left out: {people}", people=words.listed(map(person, event.left_out)))
        case _:
            return ""
