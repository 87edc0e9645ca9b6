"""The auction: who has bid what; for a bidder the lowest bid in each suit, the higher ones, the misères.

What may be bid is what the rules offer; this file only puts it in rows, and one of it in blue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from cogs.app.replies.components import Component, option
from cogs.five_hundred.own_hand import Choices, OwnHand, Rows
from cogs.five_hundred.wording import Person, bid_text, short_bid
from cogs.table.parts import bold, joined, lines, small, switch_label, table_select
from cogs.table.press import Handler, Press
from games.cards import JOKER, Card, Rank, Suit
from games.five_hundred import Bid, CallKind, FiveHundredView, MakeBid, Phase, Say, Spoken
from games.five_hundred.score import OUT_THE_BACK_DOOR
from games.five_hundred.tricks import bowers
from i18n.words import Words
from tables.draft import StaleClick
from tables.events import Act
from tables.five_hundred.match_state import MatchState
from tables.round_in_play import is_same_round

# Everybody


def asked(view: FiveHundredView, words: Words) -> str:
    """What the next to speak has to do."""
    return words("Keep your bid or raise it") if view.phase is Phase.RAISE else words("Bid or pass")


def bids_text(view: FiveHundredView, person: Person, words: Words) -> str:
    """The last two rounds of the auction; in the first trick the latest bids without the passes, then nothing."""

    def said(bids: Sequence[Spoken]) -> str:
        return joined(*(f"{person(bid.seat)} {short_bid(bid.bid, words)}" for bid in bids))

    if view.tricks:
        return ""
    if view.contract is not None:
        made = [bid for bid in view.bids if bid.bid is not None][-view.options.players :]
        return small(words("Bids  {bids}", bids=said(made)))
    latest = view.bids[-2 * view.options.players :]
    if not latest:
        return ""
    return words("Bids  {bids}", bids=f"… {said(latest)}" if len(latest) < len(view.bids) else said(latest))


# The bidder


def prompt(hand: OwnHand) -> tuple[str, str]:
    """What can be bid, or that one's bid has won."""
    view, words, choice = hand.view, hand.words, hand.choice
    sans = words("Sans kitty is on: you won't pick up the kitty.") if choice.sans else ""
    if view.is_face_down:
        return words("**Look at your cards**, or bid Blind Misère without seeing them"), sans
    is_new = MatchState.of(hand.table.lobby).deal == 0 and view.phase is Phase.AUCTION
    points = words("The numbers are the points that a bid wins or loses.")
    if choice.is_higher:
        return words("**Bid higher**"), lines(sans, small(points))
    blue = words("Blue by rule of thumb: a trick for each trump, and one more for each ace, bower and joker.")
    return bold(asked(view, words)), lines(sans, small(points, blue) if is_new else "")


def answers(hand: OwnHand) -> Rows:
    """A bidder's choices: only calls that are still possible; or keeping their winning bid.

    While their cards are face down, they must look first for any bid but Blind Misère. What that one is worth stands on
    its button, never beside or below that to look.
    """
    words, choice = hand.words, hand.choice
    bids = [action.bid for action in hand.actions if isinstance(action, MakeBid) and action.bid.sans == choice.sans]
    raises = hand.view.phase is Phase.RAISE
    if hand.view.is_face_down:
        yield [look_button(hand), hand.button("move", Say.PASS, words("Pass"))]
        yield [*_sans(hand), *_miseres(hand, [bid for bid in bids if bid.call.kind is CallKind.BLIND])]
        return
    lowest: dict[Suit | None, Bid] = {}
    higher = [bid for bid in bids if not bid.call.is_misere and lowest.setdefault(bid.call.trump, bid) is not bid]
    rare = [*_miseres(hand, bids), *_sans(hand)]
    if choice.is_higher:
        yield from _higher(hand, higher, rare)
        return
    sound = None if raises else by_rule_of_thumb(hand.view.hand or (), lowest.values())
    yield [hand.button("move", f"bid {bid}", worth_text(bid, words), main=bid is sound) for bid in lowest.values()]
    declines = hand.button("move", Say.PASS, words("Keep my bid") if raises else words("Pass"), main=sound is None)
    yield [declines, *([hand.button("higher", "on", words("Higher…"))] if higher or rare else [])]


def by_rule_of_thumb(cards: Collection[Card], bids: Iterable[Bid]) -> Bid | None:
    """Of `bids`, the one in the longest suit among those with enough tricks in it; None to pass.

    Each trump counts as a trick, and each ace, bower and joker as one more.
    """
    tops, lengths = len([card for card in cards if card is JOKER or card.rank is Rank.ACE]), dict[Bid, int]()
    for bid in bids:
        high = bowers(bid.call.trump)
        trumps = [card for card in cards if card is JOKER or card in high or card.suit is bid.call.trump]
        enough = len(trumps) + tops + len([card for card in trumps if card in high]) >= bid.call.tricks
        if enough and bid.call.trump is not None:
            lengths[bid] = len(trumps)
    return max(lengths, key=lambda bid: lengths[bid], default=None)


def _higher(hand: OwnHand, bids: Sequence[Bid], rare: Sequence[Component]) -> Rows:
    """A list of them; the one that is chosen is made by a button of its own, beside what is rarely bid."""
    words, chosen = hand.words, [bid for bid in bids if bid.call is hand.choice.call]
    options = [option(worth_text(bid, words), bid.call.text, is_chosen=bid in chosen) for bid in bids]
    yield [table_select(hand.at.to("pick"), options, words("Choose a bid"))] if options else []
    yield [
        *(
            hand.button("move", f"bid {bid}", words("Bid {bid}", bid=worth_text(bid, words)), main=True)
            for bid in chosen
        ),
        *rare,
        hand.button("higher", "off", words("Back")),
    ]


def worth_text(bid: Bid, words: Words) -> str:
    """A bid and its points on a button. That it is sans kitty is on the switch beside it."""
    return words("{bid} {points}", bid=short_bid(Bid(bid.call), words), points=bid.call.value)


def look_button(hand: OwnHand) -> Component:
    """The button to look at one's own cards, at any time."""
    return hand.button("look", "", hand.words("Look at my cards"), main=True)


def _miseres(hand: OwnHand, bids: Sequence[Bid]) -> list[Component]:
    return [hand.button("sure", f"bid {bid}", worth_text(bid, hand.words)) for bid in bids if bid.call.is_misere]


def _sans(hand: OwnHand) -> list[Component]:
    """The switch between bids with the kitty and without."""
    if not any(isinstance(action, MakeBid) and action.bid.sans for action in hand.actions):
        return []
    switch = switch_label(hand.words("Sans kitty"), hand.choice.sans, hand.words)
    return [hand.button("sans", "off" if hand.choice.sans else "on", switch)]


def confirmation(hand: OwnHand, bid: Bid) -> tuple[str, str]:
    """What a bid means that is made only once it is confirmed, and the name of the button for that."""
    words, terms, options = hand.words, hand.table.terms, hand.table.terms.options
    points = MatchState.of(hand.table.lobby).score(options).points[options.side_of(hand.seat)]
    loses = not terms.mode.is_duplicate and points - bid.call.value <= OUT_THE_BACK_DOOR
    meaning = words("You play alone, without trumps, to lose every trick.")
    text = lines(
        words("**{bid}?** {meaning}", bid=bid_text(bid, words), meaning=meaning),
        words("After the first trick everyone sees your hand.") if bid.call.kind is CallKind.OPEN else "",
        words.counted("You score {count} points if you do, and lose {count} if you don't.", bid.call.value),
        words("At −500 or less, your side loses the match.") if loses else "",
    )
    return text, words("Bid {bid}", bid=bid_text(Bid(bid.call), words))


# Presses


def buttons(choices: Choices) -> Mapping[str, Handler]:
    """What a bidder's buttons do before there is a bid, and those to look."""
    return {
        "look": _look,
        "higher": choices.button(lambda text: {"is_higher": text == "on", "call": None}),
        "pick": choices.button(lambda text: {"is_higher": True, "call": Bid.parse(text).call}),
        "sans": choices.button(lambda text: {"sans": text == "on"}),
    }


async def _look(press: Press) -> None:
    """Look at one's own cards, whatever the others have bid in the meantime; never at those of another deal."""
    question_id = press.table.question_id_of(press.user_id)
    if not is_same_round(question_id, press.address.question_id):
        raise StaleClick
    await press.live.do(Act(press.user_id, question_id, str(Say.LOOK)))
    await press.answer()
