"""The record of a deal that is over: every card of it in a compact text, which reads back and plays again.

One line for each thing, as `name: value`: the rules' version, the options that differ from the default, the dealer,
each hand as it was dealt, the kitty, what was said, what was put aside, and each trick in the order played:

    trick 3: 1 QH, 2 4H, 3 JOKER, 0 7H; won by 3

Players are their seat numbers. A joker that led another suit is written `JOKER as H`. The last line says how it ended
and is for the reader; it follows from the others, as `won by` does. Claims that were refused are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from games.cards import Card, parse_cards
from games.core import Seat
from games.five_hundred.auction import Spoken
from games.five_hundred.bids import Bid
from games.five_hundred.deal import RULES, Deal, start
from games.five_hundred.moves import Action, MakeBid, Put, Say, parse
from games.five_hundred.options import Options
from games.five_hundred.packs import HAND, DealtHands, chairs, in_order, stacked
from games.five_hundred.score import DealResult
from games.five_hundred.tricks import Played, Trick

_DEAD = "dead hand"
_KEPT = "keep"


@dataclass(frozen=True, slots=True)
class Record:
    """A deal to be played again: `start(options, dealer, deck)`, and then `moves`."""

    options: Options
    dealer: Seat
    deck: tuple[Card, ...]
    moves: tuple[tuple[Seat, Action], ...]

    def deal(self) -> Deal:
        """The deal after all moves."""
        deal = start(self.options, self.dealer, self.deck).round
        for seat, action in self.moves:
            deal = deal.apply(seat, action).round
        return deal


# Writing.


def write(deal: Deal) -> str:
    """The record of `deal`. Raises ValueError while it isn't over, for it tells every card."""
    result = deal.result
    if result is None:
        raise ValueError("only a deal that is over has a record")
    return "".join(f"{line}\n" for line in _lines(deal, result))


def _lines(deal: Deal, result: DealResult) -> Iterator[str]:
    options, play = deal.options, deal.play
    yield f"rules: {RULES}"
    default = Options().to_json()
    changed = [f"{name} {_word(value)}" for name, value in options.to_json().items() if value != default[name]]
    if changed:
        yield f"options: {', '.join(changed)}"
    yield f"dealer: {deal.auction.dealer}"
    hands, kitty = deal.dealt
    for seat, hand in enumerate(hands):
        yield f"{f'hand {seat}' if seat in options.seats else _DEAD}: {_cards(deal.order.as_held(hand))}"
    yield f"kitty: {_cards(kitty)}"
    yield f"bids: {', '.join(_bid(spoken) for spoken in deal.auction.spoken)}"
    if play is not None:
        if deal.discards:
            yield f"put aside: {_cards(in_order(options.players, deal.discards))}"
        if deal.call is not None:
            yield f"partner: {deal.call}"
        if play.nomination is not None:
            yield f"joker: {play.nomination}"
        for number, trick in enumerate(play.tricks, 1):
            won = f"; won by {play.order.winner(trick)}" if trick in play.complete else ""
            yield f"trick {number}: {', '.join(_played(trick, played) for played in trick.cards)}{won}"
        if play.claim is not None:
            yield f"claim: {play.claim.seat}"
    yield f"result: {_ending(result, options)}"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _bid(spoken: Spoken) -> str:
    call = _KEPT if spoken.keeps else spoken.bid or Say.PASS
    return f"{spoken.seat} {call}{' unseen' if spoken.unseen else ''}"


def _played(trick: Trick, played: Played) -> str:
    named = f" as {trick.named}" if trick.named and played == trick.cards[0] else ""
    return f"{played.seat} {played.card}{named}"


def _ending(result: DealResult, options: Options) -> str:
    contract = result.contract
    if contract is None:
        return "thrown in"
    made = "made" if result.made(options) else "lost"
    partner = "" if contract.partner is None else f" with {contract.partner}"
    return f"{contract.seat}{partner} {made} {contract.bid}; tricks {' '.join(map(str, result.tricks))}"


_SEATS_IN = {
    "dealer": r"^\d+",
    "bids": r"(?:^|(?<=, ))\d+",
    "partner": r"(?<=partner )\d+",
    "trick": r"(?:^|(?<=, )|(?<=won by ))\d+",
    "claim": r"^\d+",
    "result": r"^\d+|(?<= with )\d+",
}
"""Where seats stand in what a line says, by the first word of its name."""


def for_people(text: str) -> str:
    """A record whose seats are numbered from 1, as people know them. `read` doesn't take it."""
    return "".join(f"{_numbered_from_one(line)}\n" for line in text.splitlines())


def _numbered_from_one(line: str) -> str:
    name, value = _split(line, ": ")
    if name.startswith("hand "):
        return f"{re.sub(r'[0-9]+', _one_more, name)}: {value}"
    seats = _SEATS_IN.get(name.split()[0])
    return line if seats is None else f"{name}: {re.sub(seats, _one_more, value)}"


def _one_more(number: re.Match[str]) -> str:
    return str(int(number[0]) + 1)


# Reading.


def read(text: str) -> Record:
    """The record that `write` wrote. Raises ValueError for other text, IllegalAction for a deal that can't be."""
    lines = dict(_split(line, ": ") for line in text.splitlines())
    try:
        return _read(lines)
    except KeyError as missing:
        raise ValueError(f"the record is incomplete: {missing}") from None


def _read(lines: dict[str, str]) -> Record:
    if lines["rules"] != str(RULES):
        raise ValueError(f"the record is of rules {lines['rules']}, these are {RULES}")
    words = dict(_split(option, " ") for option in lines.get("options", "").split(", ") if option)
    options = Options.from_json({name: _value(word) for name, word in words.items()})
    hands = [lines[f"hand {seat}"] for seat in options.seats]
    if chairs(options.players) > options.players:
        hands.append(lines[_DEAD])
    dealt = DealtHands(tuple(parse_cards(hand) for hand in hands), parse_cards(lines["kitty"]))
    dealer = int(lines["dealer"])
    deck = stacked(options.players, dealer, dealt)
    deal = start(options, dealer, deck).round
    moves: list[tuple[Seat, Action]] = []
    for seat, action, unseen in _said(lines):
        if not unseen and deal.auction.is_face_down(seat):
            moves.append((seat, Say.LOOK))
            deal = deal.apply(seat, Say.LOOK).round
        moves.append((seat, action))
        deal = deal.apply(seat, action).round
    moves += [(seat, Say.AGREE) for seat in sorted(deal.to_act) if "claim" in lines]
    return Record(options, dealer, deck, tuple(moves))


def _said(lines: dict[str, str]) -> Iterator[tuple[Seat, Action, bool]]:
    """Who did what, in order, and whether they did it without having looked; looks and agreement aren't written."""
    contractor = None
    for words in lines["bids"].split(", "):
        seat, call = _split(words, " ")
        bid = call.removesuffix(" unseen")
        is_bid = bid not in (Say.PASS, _KEPT)
        contractor = int(seat) if is_bid else contractor
        yield int(seat), MakeBid(Bid.parse(bid)) if is_bid else Say.PASS, bid != call
    if contractor is None:
        return
    if "put aside" in lines:
        yield contractor, Put(frozenset(parse_cards(lines["put aside"]))), False
    for line in ("partner", "joker"):
        if line in lines:
            yield contractor, parse(lines[line]), False
    for number in range(1, HAND + 1):
        if f"trick {number}" not in lines:
            break
        for words in lines[f"trick {number}"].partition("; ")[0].split(", "):
            seat, played = _split(words, " ")
            yield int(seat), parse(f"play {played.replace(' as ', ' ')}"), False
    if "claim" in lines:
        yield int(lines["claim"]), Say.CLAIM, False


def _value(word: str) -> bool | int | str | None:
    if word.isdigit():
        return int(word)
    named: dict[str, bool | None] = {"on": True, "off": False, "None": None}
    return named.get(word, word)


def _split(text: str, at: str) -> tuple[str, str]:
    first, found, rest = text.partition(at)
    if not found:
        raise ValueError(f"no {at!r} in {text!r}")
    return first, rest
