"""The best play at Blackjack as a table to look a hand up in, drawn from games.blackjack.basic_strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from cogs.table.rules_text import paragraphs
from games.blackjack import Options
from games.blackjack.basic_strategy import Rows, tables
from i18n.words import Words

_SHOWN = (*range(2, 11), 1)
_NAMES = {1: "A", 10: "T"}


def best_play(options: Options, words: Words) -> str:
    """The table for these options, and how to read it."""
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
    return paragraphs(
        words(
            "**The best play**\n"
            "Find your hand on the left and the dealer's card at the top: `A` is an ace, `T` a 10, J, Q or K. `A7` is "
            "an ace counting 11 and 7 more. `7,7` is a pair; pairs that aren't listed are played by their total."
        ),
        f"```\n{drawn}\n```",
        " · ".join(meaning for entry, meaning in meanings.items() if entry in used),
        words("Weighing every single card instead of the total would gain less than 0.003% of the bets.")
        if options.decks == Options().decks
        else words(
            "This chart is for 8 decks. With {decks}, weighing every single card would gain a little more.",
            decks=options.decks,
        ),
    )


def _rows(options: Options) -> Iterator[tuple[str, list[str]]]:
    hard, soft, pairs = tables(options)
    yield from _named({total: row for total, row in hard.items() if total < 18}, _hard)
    yield from _named({total: row for total, row in soft.items() if 13 <= total < 21}, lambda total: f"A{total - 11}")
    for pips, row in pairs.items():
        if "P" in row.values():
            total = soft[12] if pips == 1 else hard[2 * pips]
            yield f"{_name(pips)},{_name(pips)}", ["P" if row[shown] == "P" else total[shown] for shown in _SHOWN]


def _hard(total: int) -> str:
    return "17+" if total == 17 else str(total)


def _named(rows: Rows, name: Callable[[int], str]) -> Iterator[tuple[str, list[str]]]:
    """The named rows; equal ones in succession become one."""
    for entries, alike in groupby(sorted(rows), lambda number: [rows[number][shown] for shown in _SHOWN]):
        numbers = list(alike)
        names = [name(numbers[0]), name(numbers[-1])]
        yield "-".join(names[: len(numbers)]), entries


def _name(pips: int) -> str:
    return _NAMES.get(pips, str(pips))
