"""Bidding on one's own panel: two short lists for tricks and suit, the misères, and what needs a confirmation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.answers.components import Component, option
from cogs.five_hundred.choice import NO_TRUMPS, Choice
from cogs.five_hundred.wording import bid_text, suit_label
from cogs.table.address import Address
from cogs.table.controls import table_select
from cogs.table.parts import leading, lines
from games.cards import Suit
from games.five_hundred import Action, Bid, Call, Kind, MakeBid, Say, parse
from i18n.words import Words

_STRAINS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, None)


def strain_of(call: Call) -> str:
    """How a choice writes what `call` makes trumps."""
    return NO_TRUMPS if call.trump is None else str(call.trump)


def bidding(
    at: Address, actions: Sequence[Action], choice: Choice, words: Words, *, may_keep: bool
) -> Iterator[list[Component]]:
    """A bidder's choices once they see their hand: only calls that are still possible; or keeping their winning bid."""
    bids = [action.bid for action in actions if isinstance(action, MakeBid) and action.bid.sans == choice.sans]
    tricks = [bid for bid in bids if not bid.call.is_misere]
    if tricks:
        yield [_tricks(at, tricks, choice, words)]
        yield [_strains(at, tricks, choice, words)]
    chosen = [bid for bid in tricks if (bid.call.tricks, strain_of(bid.call)) == (choice.tricks, choice.strain)]
    yield [
        *(
            leading(at.to("move", f"bid {bid}"), words("Bid {bid}", bid=bid_text(bid, words)), main=True)
            for bid in chosen
        ),
        _pass_button(at, may_keep, words),
        *(leading(at.to("sure", f"bid {bid}"), _misere_label(bid, words)) for bid in bids if bid.call.is_misere),
        *_sans(at, actions, choice, words),
    ]


def unseen(
    at: Address, actions: Sequence[Action], choice: Choice, words: Words, *, may_keep: bool
) -> Iterator[list[Component]]:
    """A bidder's choices while their cards are face down; for any bid but Blind Misère they must look first."""
    bids = [action.bid for action in actions if isinstance(action, MakeBid) and action.bid.sans == choice.sans]
    blind = [bid for bid in bids if bid.call.kind is Kind.BLIND]
    yield [
        look_button(at, words),
        *(leading(at.to("sure", f"bid {bid}"), _misere_label(bid, words)) for bid in blind),
        _pass_button(at, may_keep, words),
        *_sans(at, actions, choice, words),
    ]


def _pass_button(at: Address, may_keep: bool, words: Words) -> Component:
    return leading(at.to("move", str(Say.PASS)), words("Keep my bid") if may_keep else words("Pass"), main=may_keep)


def look_button(at: Address, words: Words) -> Component:
    """The button to look at one's own cards, at any time."""
    return leading(at.to("look"), words("Look at my cards"), main=True)


def _sans(at: Address, actions: Sequence[Action], choice: Choice, words: Words) -> list[Component]:
    """The switch between bids with the kitty and without."""
    if not any(isinstance(action, MakeBid) and action.bid.sans for action in actions):
        return []
    switch = words("Sans kitty: on") if choice.sans else words("Sans kitty: off")
    return [leading(at.to("sans", "off" if choice.sans else "on"), switch)]


def _tricks(at: Address, bids: Sequence[Bid], choice: Choice, words: Words) -> Component:
    options = [
        option(words.counted("{count} trick", "{count} tricks", tricks), str(tricks), is_chosen=tricks == choice.tricks)
        for tricks in sorted({bid.call.tricks for bid in bids})
    ]
    return table_select(at.to("tricks"), options, words("Tricks"))


def _strains(at: Address, bids: Sequence[Bid], choice: Choice, words: Words) -> Component:
    """What can be trumps with the chosen number of tricks; with any number before one is chosen."""
    fitting = [bid.call for bid in bids if bid.call.tricks == choice.tricks] or [bid.call for bid in bids]
    possible = {strain_of(call) for call in fitting}
    options = []
    for strain in _STRAINS:
        value = NO_TRUMPS if strain is None else str(strain)
        if value in possible:
            options.append(option(suit_label(strain, words), value, is_chosen=value == choice.strain))
    return table_select(at.to("strain"), options, words("In"))


def _misere_label(bid: Bid, words: Words) -> str:
    match bid.call.kind:
        case Kind.OPEN:
            return words("Open misère")
        case Kind.BLIND:
            return words("Blind misère")
        case _:
            return words("Misère")


# Confirmations


def once_more(choice: Choice, words: Words) -> str:
    """What the step means that needs a confirmation."""
    action = parse(choice.sure)
    if not isinstance(action, MakeBid):
        return words("**Claim the rest?** The others see no cards. When all agree, the deal ends as you claim.")
    bid = action.bid
    meaning = {
        Kind.OPEN: words("You play alone, without trumps, to lose every trick; after the first your hand lies open."),
        Kind.BLIND: words("You play alone, without trumps, to lose every trick, and have not seen your cards."),
    }.get(bid.call.kind, words("You play alone, without trumps, to lose every trick."))
    worth = words("It is worth {points} points, won or lost.", points=bid.call.value)
    return lines(words("**{bid}?** {meaning}", bid=bid_text(bid, words), meaning=meaning), worth)


def sure_buttons(at: Address, choice: Choice, words: Words) -> list[Component]:
    """Yes, or back."""
    action = parse(choice.sure)
    if isinstance(action, MakeBid):
        yes = {Kind.OPEN: words("Yes, bid open misère"), Kind.BLIND: words("Yes, bid blind misère")}.get(
            action.bid.call.kind, words("Yes, bid misère")
        )
    else:
        yes = words("Claim the rest")
    return [leading(at.to("move", choice.sure), yes, main=True), leading(at.to("back"), words("Back"))]
