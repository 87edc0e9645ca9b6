"""The record of a deal that is over: every card of it in a compact text, which reads back and plays again.

One line for each thing, as `name: value`: the rules' version, the options that differ from the default, the dealer,
each hand as it was dealt, the kitty, what was said, what was put aside, and each trick in the order played:

    trick 3: 1 QH, 2 4H, 3 JOKER, 0 7H; won by 3

Players are their seat numbers. A joker that led another suit is written `JOKER as H`. The last line says how it ended
and is for the reader; it follows from the others, as `won by` does. Claims that were refused are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import Struct

from games.cards import Card, parse_cards, written
from games.core import IllegalAction, Seat
from games.five_hundred.auction import Spoken
from games.five_hundred.bids import Bid
from games.five_hundred.deal import RULES, Deal, start
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.moves import Action, MakeBid, Put, Say, parse
from games.five_hundred.packs import HAND, KITTY, DealtHands, chairs, in_order, pack, stacked
from games.five_hundred.score import DealResult
from games.five_hundred.tricks import Played, Trick

T = TypeVar("T")

_DEAD = "dead hand"
_KEPT = "keep"


class BadRecord(ValueError):
    """No record of a deal by these rules: `problem` says what is wrong with the line whose name is `line`."""

    def __init__(self, line: str, problem: str) -> None:
        super().__init__(f"{line}: {problem}")
        self.line = line
        self.problem = problem


class Record(Struct, frozen=True):
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
        yield f"{f'hand {seat}' if seat in options.seats else _DEAD}: {written(deal.order.as_held(hand))}"
    yield f"kitty: {written(kitty)}"
    yield f"bids: {', '.join(_bid(spoken) for spoken in deal.auction.spoken)}"
    if play is not None:
        if deal.discards:
            yield f"put aside: {written(in_order(options.players, deal.discards))}"
        if deal.call is not None:
            yield f"partner: {deal.call}"
        if play.nomination is not None:
            yield f"joker: {play.nomination}"
        for number, trick in enumerate(play.tricks, 1):
            won = f"; won by {play.order.winner(trick)}" if trick in play.complete else ""
            yield f"trick {number}: {', '.join(_played(trick, played) for played in trick.cards)}{won}"
        if deal.claimer is not None:
            yield f"claim: {deal.claimer}"
    yield f"result: {_ending(result, options)}"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


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
    "dealer": r"^[0-9]+",
    "bids": r"(?:^|(?<=, ))[0-9]+",
    "partner": r"(?<=partner )[0-9]+",
    "trick": r"(?:^|(?<=, )|(?<=won by ))[0-9]+",
    "claim": r"^[0-9]+",
    "result": r"^[0-9]+|(?<= with )[0-9]+",
}
"""Where seats stand in what a line says, by the first word of its name."""


def for_people(text: str) -> str:
    """A record whose seats are numbered from 1, as people know them. `read` doesn't take it."""
    return "".join(f"{renumbered(line, 1)}\n" for line in text.splitlines())


def renumbered(line: str, by: int) -> str:
    """A line with `by` added to each seat's number. Raises ValueError for other lines, and for seats below 0."""
    name, value = _split(line, ": ")

    def changed(number: re.Match[str]) -> str:
        seat = int(number[0]) + by
        if seat < 0:
            raise ValueError(f"there is no player {number[0]}")
        return str(seat)

    if name.startswith("hand "):
        return f"{re.sub(r'[0-9]+', changed, name)}: {value}"
    seats = _SEATS_IN.get(name.partition(" ")[0])
    return line if seats is None else f"{name}: {re.sub(seats, changed, value)}"


# Reading.


def read(text: str) -> Record:
    """The record that `write` wrote. Raises BadRecord for any other text."""
    lines: dict[str, str] = {}
    for line in text.splitlines():
        name, value = _in(line, lambda text: _split(text, ": "), line)
        lines[name] = value
    rules = _value_of(lines, "rules")
    if rules != str(RULES):
        raise BadRecord("rules", f"the record is of rules {rules}, these are {RULES}")
    options = _options(lines.get("options", ""))
    dealt = _dealt(lines, options)
    dealer = _seat("dealer", _value_of(lines, "dealer"))
    if dealer not in options.seats:
        raise BadRecord("dealer", "there is no such player")
    deck = stacked(options.players, dealer, dealt)
    deal = start(options, dealer, deck).round
    moves: list[tuple[Seat, Action]] = []
    for name, seat, action, unseen in _said(lines):
        try:
            if not unseen and deal.auction.is_face_down(seat):
                moves.append((seat, Say.LOOK))
                deal = deal.apply(seat, Say.LOOK).round
            moves.append((seat, action))
            deal = deal.apply(seat, action).round
        except IllegalAction as refusal:
            raise BadRecord(name, f"the rules don't let player {seat + 1} do that") from refusal
    moves += [(seat, Say.AGREE) for seat in sorted(deal.to_act) if "claim" in lines]
    return Record(options, dealer, deck, tuple(moves))


def claimer(text: str) -> Seat | None:
    """Whose claim ended the deal of a record, by whichever rules; None when it was played out."""
    found = re.search(r"^claim: ([0-9]+)$", text, re.MULTILINE)
    return int(found[1]) if found is not None else None


def _options(text: str) -> Options:
    words = dict(_in("options", lambda option: _split(option, " "), option) for option in text.split(", ") if option)
    try:
        return Options.from_json({name: _value(word) for name, word in words.items()})
    except (TypeError, ValueError, IllegalAction) as error:
        raise BadRecord("options", "these are no options of Five Hundred") from error


def _dealt(lines: dict[str, str], options: Options) -> DealtHands:
    """The hands and the kitty: all cards of the pack, each once."""
    dead = [_DEAD] if chairs(options.players) > options.players else []
    rest, piles = set(pack(options.players)), []
    for name, size in [
        *((name, HAND) for name in [*(f"hand {seat}" for seat in options.seats), *dead]),
        ("kitty", KITTY),
    ]:
        cards = _in(name, parse_cards, _value_of(lines, name))
        if len(cards) != size or len(rest & set(cards)) != size:
            raise BadRecord(name, f"these are not {size} cards of the pack that nobody else has")
        rest -= set(cards)
        piles.append(cards)
    *hands, kitty = piles
    return DealtHands(tuple(hands), kitty)


def _said(lines: dict[str, str]) -> Iterator[tuple[str, Seat, Action, bool]]:
    """In which line who did what, in order, and whether they had not looked; looks and agreement aren't written."""
    contractor = None
    for words in _value_of(lines, "bids").split(", "):
        player, call = _in("bids", lambda text: _split(text, " "), words)
        bid, seat = call.removesuffix(" unseen"), _seat("bids", player)
        is_bid = bid not in (Say.PASS, _KEPT)
        contractor = seat if is_bid else contractor
        yield "bids", seat, MakeBid(_in("bids", Bid.parse, bid)) if is_bid else Say.PASS, bid != call
    if contractor is None:
        return
    if (aside := lines.get("put aside")) is not None:
        yield "put aside", contractor, Put(frozenset(_in("put aside", parse_cards, aside))), False
    for name in ("partner", "joker"):
        if name in lines:
            yield name, contractor, _in(name, parse, lines[name]), False
    for name in (f"trick {number}" for number in range(1, HAND + 1)):
        if name not in lines:
            break
        for words in lines[name].partition("; ")[0].split(", "):
            player, played = _in(name, lambda text: _split(text, " "), words)
            yield name, _seat(name, player), _in(name, parse, f"play {played.replace(' as ', ' ')}"), False
    if "claim" in lines:
        yield "claim", _seat("claim", lines["claim"]), Say.CLAIM, False


def _in(line: str, parsed: Callable[[str], T], text: str) -> T:
    """`text` of a line as `parsed` reads it. Raises BadRecord when it can't."""
    try:
        return parsed(text)
    except IllegalAction as error:
        raise BadRecord(line, f"{text!r} can't be read") from error
    except ValueError as error:
        raise BadRecord(line, str(error)) from error


def _value_of(lines: dict[str, str], name: str) -> str:
    if name not in lines:
        raise BadRecord(name, "the record is incomplete: it has no such line")
    return lines[name]


def _seat(line: str, text: str) -> Seat:
    if not text.isdecimal():
        raise BadRecord(line, f"{text!r} is no player")
    return int(text)


def _value(word: str) -> bool | int | str | None:
    if word.isdecimal():
        return int(word)
    named: dict[str, bool | None] = {"on": True, "off": False, "None": None}
    return named.get(word, word)


def _split(text: str, at: str) -> tuple[str, str]:
    first, found, rest = text.partition(at)
    if not found:
        raise ValueError(f"no {at!r} in {text!r}")
    return first, rest
