"""What deserves a line of its own after a round of Pok Deng: Pair bets that won, a pok with deng, five wins."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.pok_deng.results import LastRound
from cogs.pok_deng.wording import cards_text
from cogs.table.faces import CardText
from cogs.table.parts import crowd
from games.pok_deng import PAIR_PAYS, BetKind, Hand, Result, Spot, Value, compare
from i18n.words import Words

MOST_MOMENTS = 2
"""With more, a table would not fit a phone's screen."""
NAMED_WINNERS = 2


def moments(last: LastRound, words: Words, card: CardText) -> list[str]:
    """The headings, the rarest first; none after most rounds."""
    return [*_pairs(last, words, card), *_poks(last, words, card), *_five_wins(last, words)][:MOST_MOMENTS]


def _pairs(last: LastRound, words: Words, card: CardText) -> Iterator[str]:
    for number, hand in enumerate(last.hands):
        if hand.pair and (winners := last.nets_on(Spot(number, BetKind.PAIR))):
            yield words(
                "### {cards} Pair {odds}:1 · {winners}",
                cards=cards_text(hand, card),
                odds=PAIR_PAYS,
                winners=_named(winners, words),
            )


def _poks(last: LastRound, words: Words, card: CardText) -> Iterator[str]:
    for number, hand in enumerate(last.hands):
        if _is_pok_with_deng(hand, last.banker) and (winners := last.nets_on(Spot(number, BetKind.MAIN))):
            yield words(
                "### {cards} Pok {value} with deng · {winners}",
                cards=cards_text(hand, card),
                value=str(hand.value),
                winners=_named(winners, words),
            )


def _five_wins(last: LastRound, words: Words) -> Iterator[str]:
    if all(compare(hand, last.banker).result is Result.WIN for hand in last.hands):
        yield words("### All five hands beat the Banker")


def _is_pok_with_deng(hand: Hand, banker: Hand) -> bool:
    verdict = compare(hand, banker)
    return hand.value in (Value.EIGHT, Value.NINE) and verdict.result is Result.WIN and verdict.odds > 1


def _named(winners: list[tuple[int, int]], words: Words) -> str:
    return crowd([f"{words.person(user_id)} {words.signed(net)}" for user_id, net in winners], words, NAMED_WINNERS)
