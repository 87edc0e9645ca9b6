"""A claim of the remaining tricks, and what ends it: everybody agrees, or somebody would rather play on."""

from __future__ import annotations

from cogs.app.replies.components import Component
from cogs.five_hundred.own_hand import OwnHand, Rows
from cogs.five_hundred.wording import Person, cards_text
from cogs.table.faces import CardText
from cogs.table.parts import Address, bold, leading, lines, small
from games.five_hundred import Bid, FiveHundredView, Say
from games.five_hundred.packs import HAND
from i18n.words import Words

# Everybody


def asked(_view: FiveHundredView, words: Words) -> str:
    """What the others have to do."""
    return words("Agree or play on")


def claim_text(view: FiveHundredView, person: Person, words: Words, card: CardText) -> str:
    """What somebody claims, with which cards, and what agreeing costs the others; nothing without a claim."""
    if view.claim is None:
        return ""
    who, cards = person(view.claim.seat), ""
    if view.claimed and not view.exposed:
        cards = f"## {cards_text(view.claimed, card)}"
    if view.contract is not None and view.contract.bid.call.is_misere:
        claims = words("{person} claims to lose every remaining trick.", person=who)
        return lines(claims, small(words("If everyone agrees, the misère is made.")), cards)
    costs = words.counted(
        "If everyone agrees, the deal ends and the claimer wins the last {count} tricks.",
        HAND - sum(view.tricks_won),
    )
    return lines(words("{person} claims all remaining tricks.", person=who), small(costs), cards)


def answer_buttons(at: Address, words: Words) -> list[Component]:
    """To agree and not to, at the table as on everybody's panel."""
    return [
        leading(at.to("move", str(Say.AGREE)), words("Agree"), main=True),
        leading(at.to("move", str(Say.PLAY_ON)), words("Play on")),
    ]


def agreed_claim_text(bid: Bid, person: str, words: Words) -> str:
    """What ended a deal before its last trick: the claim of `person`, who plays or defends `bid`."""
    if bid.call.is_misere:
        return words("{person} offered to lose the remaining tricks, and everyone agreed.", person=person)
    return words("{person} claimed the remaining tricks, and everyone agreed.", person=person)


# One player


def prompt(hand: OwnHand) -> tuple[str, str]:
    """What is claimed, for those who answer."""
    return bold(asked(hand.view, hand.words)), claim_text(hand.view, hand.person, hand.words, hand.card)


def answers(hand: OwnHand) -> Rows:
    """The answers to it."""
    yield answer_buttons(hand.at, hand.words)


def waiting(hand: OwnHand) -> str:
    """Whose answers are missing, for those who have given theirs, and for whoever claims."""
    view, words = hand.view, hand.words
    is_own = view.claim is not None and view.claim.seat == hand.seat
    people = words.listed(hand.person(seat) for seat in sorted(view.to_act))
    return lines(
        "" if is_own else claim_text(view, hand.person, words, hand.card),
        words("Waiting for {people}", people=people),
    )


def confirmation(hand: OwnHand) -> tuple[str, str]:
    """What a claim means, before it is made, and the name of the button for that."""
    contract, words = hand.view.contract, hand.words
    if contract is not None and contract.bid.call.is_misere:
        text = words(
            "**Claim to lose the remaining tricks?** Everyone sees your cards. If everyone agrees, the deal ends, "
            "and you have won none of them."
        )
    else:
        text = words(
            "**Claim the remaining tricks?** Everyone sees your cards. If everyone agrees, the deal ends with all of "
            "them yours."
        )
    return text, words("Claim")
