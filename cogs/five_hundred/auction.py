"""Bidding on one's own panel: the lowest bid in each suit, the higher ones, the misères, and the table of all points.

What may be bid is what the rules offer; this file only puts it in rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cogs.app.replies.components import Component
from cogs.five_hundred.own_hand import Chosen
from cogs.five_hundred.wording import BID_SIGNS, bid_text, short_bid
from cogs.table.parts import Address, leading, lines, small, switch_label
from games.cards import Suit
from games.five_hundred import CALLS, Action, Bid, Call, CallKind, MakeBid, Options, Say, parse
from games.five_hundred.bids import SUITS
from games.five_hundred.score import OUT_THE_BACK_DOOR, SLAM
from i18n.words import Words


def bidding(
    at: Address, actions: Sequence[Action], choice: Chosen, words: Words, *, may_keep: bool
) -> Iterator[list[Component]]:
    """A bidder's choices once they see their hand: only calls that are still possible; or keeping their winning bid."""
    bids = _bids(actions, choice)
    lowest: dict[Suit | None, Bid] = {}
    higher = [bid for bid in bids if not bid.call.is_misere and lowest.setdefault(bid.call.trump, bid) is not bid]
    if choice.is_higher and higher:
        yield from _higher_rows(at, higher, choice, words)
        return
    yield [leading(at.to("move", f"bid {bid}"), worth_text(bid, words)) for bid in lowest.values()]
    yield [
        _pass_button(at, may_keep, words),
        *([leading(at.to("higher", "on"), words("Higher…"))] if higher else []),
        *_misere_buttons(at, bids, words),
    ]
    label = words("Hide points") if choice.shows_points else words("Points")
    points = leading(at.to("values", "off" if choice.shows_points else "on"), label)
    yield [points, *_sans(at, actions, choice, words)]


def unseen(
    at: Address, actions: Sequence[Action], choice: Chosen, words: Words, *, may_keep: bool
) -> Iterator[list[Component]]:
    """A bidder's choices while their cards are face down; for any bid but Blind Misère they must look first.

    What that one is worth stands on its button, never beside or below that to look; the other points are one press
    away once they have looked.
    """
    blind = [bid for bid in _bids(actions, choice) if bid.call.kind is CallKind.BLIND]
    yield [look_button(at, words), _pass_button(at, may_keep, words)]
    yield [*_sans(at, actions, choice, words), *_misere_buttons(at, blind, words)]


def _bids(actions: Sequence[Action], choice: Chosen) -> list[Bid]:
    """The possible bids, the lowest first: all with the kitty, or all without."""
    return [action.bid for action in actions if isinstance(action, MakeBid) and action.bid.sans == choice.sans]


def _higher_rows(at: Address, bids: Sequence[Bid], choice: Chosen, words: Words) -> Iterator[list[Component]]:
    """A row for each number of tricks, as in the table of points; the chosen bid is made by a button of its own."""
    chosen = [bid for bid in bids if bid.call is choice.call]
    for _, row in groupby(bids, lambda bid: bid.call.tricks):
        yield [leading(at.to("pick", bid.call.text), _sign(bid.call, words), main=bid in chosen) for bid in row]
    yield [
        *(
            leading(at.to("move", f"bid {bid}"), words("Bid {bid}", bid=worth_text(bid, words)), main=True)
            for bid in chosen
        ),
        leading(at.to("higher", "off"), words("Back")),
    ]


def _sign(call: Call, words: Words) -> str:
    return short_bid(Bid(call), words)


def worth_text(bid: Bid, words: Words) -> str:
    """A bid and its points on a button. That it is sans kitty is on the switch beside it."""
    return words("{bid} {points}", bid=_sign(bid.call, words), points=bid.call.value)


def _pass_button(at: Address, may_keep: bool, words: Words) -> Component:
    return leading(at.to("move", str(Say.PASS)), words("Keep my bid") if may_keep else words("Pass"), main=may_keep)


def look_button(at: Address, words: Words) -> Component:
    """The button to look at one's own cards, at any time."""
    return leading(at.to("look"), words("Look at my cards"), main=True)


def _misere_buttons(at: Address, bids: Sequence[Bid], words: Words) -> list[Component]:
    return [leading(at.to("sure", f"bid {bid}"), worth_text(bid, words)) for bid in bids if bid.call.is_misere]


def _sans(at: Address, actions: Sequence[Action], choice: Chosen, words: Words) -> list[Component]:
    """The switch between bids with the kitty and without."""
    if not any(isinstance(action, MakeBid) and action.bid.sans for action in actions):
        return []
    switch = switch_label(words("Sans kitty"), choice.sans, words)
    return [leading(at.to("sans", "off" if choice.sans else "on"), switch)]


# The value of every bid


def points_grid(words: Words) -> str:
    """All bids for tricks and their points."""
    tricks = [call for call in CALLS if not call.is_misere]
    rows = ["  " + "".join(f"   {BID_SIGNS[suit]}" for suit in SUITS) + f"  {words('NT'):>2}"]
    for number, row in groupby(tricks, lambda call: call.tricks):
        rows.append(f"{number:2}" + "".join(f"{call.value:>4}" for call in row))
    return "\n".join(("```", *rows, "```"))


def points_text(options: Options, words: Words) -> str:
    """All bids of a table with `options` and their points."""
    miseres = [worth_text(Bid(call), words) for call in CALLS if call.is_misere and options.has(call.kind)]
    return lines(
        points_grid(words),
        " · ".join(miseres),
        small(words("A contract scores these points when it is made, and costs as many when it is lost.")),
        small(words("All ten tricks score at least {points}.", points=SLAM) if options.slam_bonus else ""),
    )


# Confirmations


def once_more(choice: Chosen, words: Words, *, in_misere: bool, points: int | None) -> str:
    """What the step means that needs a confirmation; `in_misere` says that a misère is being played.

    `points` has the side of whoever asks, None where a deal doesn't end the match.
    """
    action = parse(choice.sure)
    if not isinstance(action, MakeBid):
        if in_misere:
            return words(
                "**Claim to lose the remaining tricks?** Everyone sees your cards. If everyone agrees, the deal ends, "
                "and you have won none of them."
            )
        return words(
            "**Claim the remaining tricks?** Everyone sees your cards. If everyone agrees, the deal ends with all of "
            "them yours."
        )
    bid = action.bid
    meaning = words("You play alone, without trumps, to lose every trick.")
    shown = words("After the first trick everyone sees your hand.") if bid.call.kind is CallKind.OPEN else ""
    worth = words.counted("You score {count} points if you do, and lose {count} if you don't.", bid.call.value)
    loses = points is not None and points - bid.call.value <= OUT_THE_BACK_DOOR
    ends = words("At −500 or less, your side loses the match.") if loses else ""
    return lines(words("**{bid}?** {meaning}", bid=bid_text(bid, words), meaning=meaning), shown, worth, ends)


def sure_buttons(at: Address, choice: Chosen, words: Words) -> list[Component]:
    """Yes, or back."""
    action = parse(choice.sure)
    if isinstance(action, MakeBid):
        yes = words("Bid {bid}", bid=bid_text(Bid(action.bid.call), words))
    else:
        yes = words("Claim")
    return [leading(at.to("move", choice.sure), yes, main=True), leading(at.to("back"), words("Back"))]
