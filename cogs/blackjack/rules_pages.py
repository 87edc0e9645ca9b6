"""What the rules of Blackjack in rules.md are filled in with. The bet of all examples is 100 chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from cogs.table.faces import CardText
from cogs.table.rules_text import HouseRules, RulesPage, written
from games.blackjack import DEALER_STANDS, BlackjackPays, Options
from games.blackjack.basic_strategy import Rows, tables
from games.blackjack.returns import best_return
from games.blackjack.settle import INSURANCE_PAYS, PAIR_PAYS
from games.fair.shoe import CUT_DEPTH
from i18n.words import Words


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """The rules in rules.md for one house."""
    options: Options = rules.options
    best, usual = (words.decimal(100 * best_return(played), 3) for played in (options, Options()))
    lost = best_return(replace(options, blackjack_pays=BlackjackPays.THREE_TO_TWO)) - best_return(options)
    chart, letters = best_play(options, words)
    values = {
        "cut_card_depth": CUT_DEPTH,
        "dealer_draws": DEALER_STANDS - 1,
        "dealer_stands": DEALER_STANDS,
        "insurance_pays": INSURANCE_PAYS,
        "insurance_wins": (1 + INSURANCE_PAYS) * 50,
        "insurance_returned": percent(insurance_return(options.decks), words),
        "pair_pays": PAIR_PAYS,
        "pair_wins": (1 + PAIR_PAYS) * 100,
        "pair_returned": percent(pair_return(options.decks), words),
        "blackjack_wins": 100 + options.blackjack_pays.winnings(100),
        "best": best,
        "usual": usual if usual != best else None,
        "lost_to_6_to_5": words.decimal(100 * lost, 2) if lost else None,
        "chart": chart,
        "letters": letters,
    }
    return written(Path(__file__).with_name("rules.md"), rules, words, cards, values)


def pair_return(decks: int) -> Fraction:
    """What a Pair bet returns over time: the second card is one of the remaining ones of the first one's rank."""
    return (1 + PAIR_PAYS) * Fraction(4 * decks - 1, 52 * decks - 1)


def insurance_return(decks: int) -> Fraction:
    """What insurance returns over time when only the dealer's ace is known."""
    return (1 + INSURANCE_PAYS) * Fraction(16 * decks, 52 * decks - 1)


def percent(share: Fraction, words: Words) -> str:
    """A share in percent: 89.64."""
    return words.decimal(float(100 * share), 2)


_SHOWN = (*range(2, 11), 1)
_NAMES = {1: "A", 10: "T"}


def best_play(options: Options, words: Words) -> tuple[str, str]:
    """The chart for these options, and what its letters mean."""
    rows = list(_rows(options))
    width = max(len(name) for name, _ in rows)
    head = f"{'':{width}} {' '.join(map(_name, _SHOWN))}"
    drawn = "\n".join([head, *(f"{name:{width}} {' '.join(entries)}" for name, entries in rows)])
    used = {entry for _, entries in rows for entry in entries}
    meanings = {
        "H": words("`H` hit"),
        "S": words("`S` stand"),
        "D": words("`D` double, or hit if you can't"),
        "d": words("`d` double, or stand if you can't"),
        "R": words("`R` surrender, or hit if you can't"),
        "r": words("`r` surrender, or stand if you can't"),
        "P": words("`P` split"),
    }
    return f"```\n{drawn}\n```", " · ".join(meaning for entry, meaning in meanings.items() if entry in used)


def _rows(options: Options) -> Iterator[tuple[str, list[str]]]:
    hard, soft, pairs = tables(options)
    shown = {total: row for total, row in hard.items() if total < 18}
    yield from _named(shown, lambda total: "17+" if total == 17 else str(total))
    yield from _named({total: row for total, row in soft.items() if 13 <= total < 21}, lambda total: f"A{total - 11}")
    for pips, row in pairs.items():
        if "P" in row.values():
            total = soft[12] if pips == 1 else hard[2 * pips]
            yield f"{_name(pips)},{_name(pips)}", ["P" if row[upcard] == "P" else total[upcard] for upcard in _SHOWN]


def _named(rows: Rows, name: Callable[[int], str]) -> Iterator[tuple[str, list[str]]]:
    """The named rows; equal ones in succession become one."""
    for entries, alike in groupby(sorted(rows), lambda number: [rows[number][upcard] for upcard in _SHOWN]):
        numbers = list(alike)
        names = [name(numbers[0]), name(numbers[-1])]
        yield "-".join(names[: len(numbers)]), entries


def _name(pips: int) -> str:
    return _NAMES.get(pips, str(pips))
