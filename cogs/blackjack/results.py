"""The results of a Blackjack round: each hand with its reason, what was rare, and what everyone won or lost in all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.blackjack.lobby_picture import seated
from cogs.blackjack.scene import Scene, dropped
from cogs.table.parts import lines, small, too_late
from cogs.table.totals import streaks, totals
from games.blackjack import Behind, Box, Line, LineKind, Outcome, is_blackjack, total
from games.blackjack.settle import INSURANCE_PAYS, PAIR_PAYS
from games.cards import Card
from i18n.words import Words
from tables.blackjack.state import Over

MOST_MOMENTS = 2
"""With more, the results would not fit a phone's screen; the rarest come first."""
MOST_TOTALS = 8
"""The most people whose totals are shown."""


def results(scene: Scene, rare: Sequence[str]) -> list[str]:
    """The sections of the results: the `rare` moments and the cards, then what everyone won or lost.

    Before there are any, who sits where.
    """
    over, words, table = scene.over, scene.words, scene.table
    text = lines(totals(table, words, scene.named or MOST_TOTALS), streaks(table, words), dropped(table, words))
    if over is None:
        return [seated(table.lobby, words, scene.named), text]
    boxes = [row for box in over.boxes for row in _box(scene, over, box)]
    cards = lines(scene.dealer(over.dealer), *rare, *boxes, *scene.not_in_the_round(is_over=True))
    return [lines(cards, too_late(table, words)), text]


def moments(scene: Scene) -> list[str]:
    """A line for all who won with a blackjack, one for those whose pairs paid, and those for great hands."""
    over, words = scene.over, scene.words
    if over is None:
        return []
    naturals = [line for line in over.lines if line.outcome is Outcome.BLACKJACK and line.seat == line.box]
    pairs = [line for line in over.lines if line.kind is LineKind.PAIR and line.net > 0]
    texts = []
    if naturals:
        texts.append(words("### Blackjack for {people}", people=_who(scene, naturals)))
    if pairs:
        texts.append(words("### {odds}:1 on a pair for {people}", odds=PAIR_PAYS, people=_who(scene, pairs)))
    texts += _great_hands(scene, over)
    return texts[:MOST_MOMENTS]


def _great_hands(scene: Scene, over: Over) -> Iterator[str]:
    """Those who have won with both hands of a split, and those who have won a double."""
    words, both, doubled = scene.words, [], []
    for box in over.boxes:
        won = [line for line in over.lines if line.box == line.seat == box.seat and line.kind is LineKind.HAND]
        if box.split and all(line.net > 0 for line in won):
            both.append(won[0])
        elif any(line.net > 0 and box.hands[line.hand].doubled for line in won):
            doubled.append(won[0])
    if both:
        yield words("### Both hands won: {people}", people=_who(scene, both))
    if doubled:
        yield words("### Doubled and won: {people}", people=_who(scene, doubled))


def _who(scene: Scene, won: Sequence[Line]) -> str:
    return scene.crowd([scene.person(seat) for seat in dict.fromkeys(line.seat for line in won)])


def _box(scene: Scene, over: Over, box: Box) -> Iterator[str]:
    """A line for each hand of a seat, and one for its side bets and those who bet behind it."""
    own = [line for line in over.lines if line.box == line.seat == box.seat]
    for index, hand in enumerate(box.hands):
        owner = scene.person(box.seat) if index == 0 else "⤷"
        line = next(line for line in own if line.kind is LineKind.HAND and line.hand == index)
        doubled = f"{scene.words('doubled')}, " if hand.doubled and not hand.bust else ""
        why = result_text(line, over.dealer, over.pays, scene.words)
        yield f"{owner} {scene.with_total(hand)}, {doubled}{why}"
    sides = [side_text(line, scene.words) for line in own if line.kind is not LineKind.HAND]
    yield small(*sides, _behind(scene, over, box))


def result_text(line: Line, dealers: Sequence[Card], pays: str, words: Words) -> str:
    """What a hand won or lost against the dealer's cards, and why; a blackjack `pays` so."""
    net, dealer = words.signed(line.net), total(dealers).best
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


def _behind(scene: Scene, over: Over, box: Box) -> str:
    """What those who bet behind a seat won or lost there; of a crowd, what the others did together."""
    words = scene.words

    def net(bettors: Sequence[Behind]) -> str:
        seats = {bettor.seat for bettor in bettors}
        return words.signed(sum(line.net for line in over.lines if line.box == box.seat and line.seat in seats))

    named = box.behind[: scene.named]
    text = [f"{scene.person(bettor.seat)} {net([bettor])}" for bettor in named]
    if others := box.behind[len(named) :]:
        text.append(words.counted("{count} others: {net}", len(others), net=net(others)))
    return words("behind: {bets}", bets=words.listed(text)) if text else ""
