"""A claim of the remaining tricks: what it says to everybody, with which cards."""

from __future__ import annotations

from cogs.five_hundred.wording import cards_text
from cogs.table.faces import CardText
from cogs.table.parts import lines, small
from games.five_hundred import FiveHundredView
from games.five_hundred.packs import HAND
from i18n.words import Words


def claim_text(view: FiveHundredView, person: str, words: Words, card: CardText) -> str:
    """What `person` claims, with which cards, and what agreeing costs the others."""
    cards = f"## {cards_text(view.claimed, card)}" if view.claimed and not view.exposed else ""
    if view.contract is not None and view.contract.bid.call.is_misere:
        claims = words("{person} claims to lose every remaining trick.", person=person)
        return lines(claims, small(words("If everyone agrees, the misère is made.")), cards)
    costs = words.counted(
        "If everyone agrees, the deal ends and the {count} tricks that are left are theirs.",
        HAND - sum(view.tricks_won),
    )
    return lines(words("{person} claims all remaining tricks.", person=person), small(costs), cards)
