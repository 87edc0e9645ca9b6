"""The results of a Blackjack round: each hand with its reason, what was rare, and what everyone won or lost in all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.blackjack.lobby_picture import seated
from cogs.blackjack.scene import Scene, dropped
from cogs.table.parts import crowd, joined, lines, small, too_late
from cogs.table.totals import FEW, achieved, streaks, total
from games import blackjack
from games.blackjack import Box, Line, LineKind, Outcome, is_blackjack
from games.blackjack.settle import INSURANCE_PAYS, PAIR_PAYS
from games.cards import Card
from i18n.words import Words
from tables.blackjack.state import Over

MOST_BEHIND = 8
"""The most people behind seats whose results are shown."""


def results(scene: Scene, over: Over | None, rare: Sequence[str]) -> list[str]:
    """The sections of the results: the `rare` moments, and each seat's cards with what they brought, then what else.

    Before anything is `over`, who sits where.
    """
    words, table = scene.words, scene.table
    besides = lines(achieved(table, words), streaks(table, words), dropped(table, words))
    if over is None:
        return [seated(table.lobby, words, scene.named), besides]
    boxes = [row for box in over.boxes for row in _box(scene, over, box)]
    behind = crowd([*_behind(scene, over)], words, scene.named or MOST_BEHIND, between="\n")
    cards = lines(scene.dealer(over.dealer), *rare, *boxes, behind, *scene.not_in_the_round(is_over=True))
    return [lines(cards, too_late(table, words)), besides]


def moments(scene: Scene, over: Over | None) -> list[str]:
    """A line for all who won with a blackjack, and one for those whose pairs paid."""
    words = scene.words
    if over is None:
        return []
    naturals = [line for line in over.lines if line.outcome is Outcome.BLACKJACK and line.seat == line.box]
    pairs = [line for line in over.lines if line.kind is LineKind.PAIR and line.net > 0]
    texts = []
    if naturals:
        texts.append(words("### Blackjack for {people}", people=_who(scene, naturals)))
    if pairs:
        texts.append(words("### {odds}:1 on a pair for {people}", odds=PAIR_PAYS, people=_who(scene, pairs)))
    return texts


def _who(scene: Scene, won: Sequence[Line]) -> str:
    return scene.crowd([scene.person(seat) for seat in dict.fromkeys(line.seat for line in won)])


def _box(scene: Scene, over: Over, box: Box) -> Iterator[str]:
    """A line for each hand of a seat, and one for its side bets; the first with what its player won or lost in all.

    Of somebody who played alone that is a large line below.
    """
    is_alone, total = len(scene.table.lobby.nets) == 1, _total(scene, over, box.seat)
    words, own = scene.words, [line for line in over.lines if line.box == line.seat == box.seat]
    for index, hand in enumerate(box.hands):
        line = next(line for line in own if line.kind is LineKind.HAND and line.hand == index)
        net = f" ({words.signed(line.net)})" if len(own) > 1 else ""
        text = ", ".join(filter(None, [scene.with_total(hand), scene.ending(hand)])) + net
        yield f"⤷ {text}" if index else joined(text, scene.person(box.seat) if is_alone else total)
    yield small(*(side_text(line, words) for line in own if line.kind is not LineKind.HAND))
    if is_alone:
        yield f"## {total}"


def _behind(scene: Scene, over: Over) -> Iterator[str]:
    """A line for each of those who bet behind seats: what they won or lost in all, and behind whom."""
    words, nets = scene.words, dict[int, dict[int, int]]()
    for line in over.lines:
        if line.seat != line.box:
            boxes = nets.setdefault(line.seat, {})
            boxes[line.box] = boxes.get(line.box, 0) + line.net
    for seat, boxes in nets.items():
        bets = [
            f"{scene.person(box)} {words.signed(net)}" if len(boxes) > 1 else scene.person(box)
            for box, net in boxes.items()
        ]
        yield joined(_total(scene, over, seat), words("behind: {bets}", bets=words.listed(bets)))


def _total(scene: Scene, over: Over, seat: int) -> str:
    """Their net in all; where few played, the balance after it, too."""
    table, user_id, net = scene.table, scene.user_id(seat), sum([line.net for line in over.lines if line.seat == seat])
    return total(scene.words, user_id, net, table.balances.get(user_id) if len(table.lobby.nets) <= FEW else None)


def result_text(line: Line, dealers: Sequence[Card], pays: str, words: Words) -> str:
    """What a hand won or lost against the dealer's cards, and why; a blackjack `pays` so."""
    net, dealer = words.signed(line.net), blackjack.total(dealers).best
    match line.outcome:
        case Outcome.BLACKJACK:
            return words("pays {pays}: **{net}**", pays=pays, net=net)
        case Outcome.WIN if dealer > 21:
            return words("dealer bust: **{net}**", net=net)
        case Outcome.WIN:
            return words("beats {total}: **{net}**", total=dealer, net=net)
        case Outcome.PUSH:
            return words("push: {chips} back", chips=line.returned)
        case Outcome.SURRENDERED:
            return words("surrendered: {net}", net=net)
        case Outcome.BUST:
            return words("bust: {net}", net=net)
        case Outcome.LOSE if is_blackjack(dealers):
            return words("loses to a blackjack: {net}", net=net)
        case Outcome.LOSE:
            return words("loses to {total}: {net}", total=dealer, net=net)


def side_text(line: Line, words: Words) -> str:
    """What a Pair bet or insurance won or lost."""
    net = words.signed(line.net)
    if line.kind is LineKind.PAIR:
        if line.net > 0:
            return words("Pair bet pays {odds}:1: **{net}**", odds=PAIR_PAYS, net=net)
        return words("no pair: {net}", net=net)
    if line.net > 0:
        return words("insurance pays {odds}:1: **{net}**", odds=INSURANCE_PAYS, net=net)
    return words("insurance lost: {net}", net=net)
