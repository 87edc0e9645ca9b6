"""Reading what a person typed into a field for chips.

A number (`250`, `1,250`, `10k`, `1.5k`, `1m`) or a word (`half`, `all`, `min`, `max`); capitals and surrounding blanks
don't matter. Nothing is guessed: text that can be read in two ways is refused. So a comma only separates thousands
(`1,00` and `1,5k` are refused), a point needs a unit behind it (`1.000` is one chip here and a thousand elsewhere), and
a blank inside is refused (`10 000` may be two numbers run together). Only ASCII digits count. What people type in
their own language has become English before it comes here (`Words.typed`).

This file does not know the rules of any game. Whether the table accepts a typed number as a bet (its limits, even
numbers) is checked by the game, which has its own sentence for it. The limits are needed here for the words, which
always give a bet that the table accepts, and to tell people what they can type.
"""

from __future__ import annotations

import re
from fractions import Fraction

from games.core import Counted, IllegalAction

LONGEST = 32
"""Characters; a longer text is no amount, and is not read."""

_PLAIN = re.compile(r"[0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+")
_WITH_UNIT = re.compile(r"([0-9]+(?:\.[0-9]+)?)([km])")
_UNITS = {"k": 1_000, "m": 1_000_000}


def parse_amount(text: str, *, balance: int, minimum: int, maximum: int, step: int = 1, times: int = 1) -> int:
    """How many chips `text` means: at least 1, and at most so many that `balance` can pay them `times` times.

    Args:
        text: what the person typed, anything at all.
        balance: the chips the person has to spend.
        minimum: the table's lowest bet, in chips.
        maximum: the table's highest bet, in chips; between the two there is a multiple of `step`.
        step: the table accepts multiples of this many chips.
        times: how often the amount is taken, when it is bet on several things at once.

    `all` is as much as the balance pays, up to the maximum, `half` is half of that, `max` is the maximum, each rounded
    down to a multiple of `step`; `min` is the minimum, rounded up. These are within the limits.
    A number is returned as typed: the game's own check decides whether the table accepts it.

    Raises:
        IllegalAction: the text is no amount, or more than the balance, or the balance is below the table's minimum.
    """
    lowest = -(-minimum // step) * step
    highest = maximum // step * step
    if balance < lowest * times:
        raise IllegalAction.saying(
            Counted("You have {count} chips; you need {needed}.", balance, needed=lowest * times)
        )
    word = _word(text)
    match word:
        case "min":
            amount = lowest
        case "max":
            amount = highest
        case "all":
            amount = min(balance // times // step * step, highest)
        case "half":
            amount = verify_range(min(balance // times // 2 // step * step, highest), lowest, highest)
        case _:
            amount = whole_number(word) or 0
    if amount < 1 or amount > highest < amount * times > balance:
        verify_range(whole_number(word), lowest, highest, lowest)
    if amount * times > balance:
        raise IllegalAction.saying(
            Counted("That is {count} chips; you have {balance}.", amount * times, balance=balance)
        )
    return amount


def verify_range(number: int | None, least: int, most: int, example: int | None = None) -> int:
    """The `number`, from `least` to `most`. Raises IllegalAction for anything else, with an `example` of what would do.

    Discord would refuse it in words of its own, so no command gives it these limits.
    """
    if number is None:
        usual = example or min(max(least, 50), (least + most) // 2)
        raise IllegalAction(
            "No whole number. Type one from {least} to {most}, for example {example}.",
            least=least,
            most=most,
            example=usual,
        )
    if number > most:
        raise IllegalAction("{number} is too much. The maximum is {most}.", number=number, most=most)
    if number < least:
        raise IllegalAction("{number} is too little. The minimum is {least}.", number=number, least=least)
    return number


def parse_share(text: str, *, whole: int, maximum: int) -> int:
    """How many chips `text` means for somebody with `whole` chips: a number, `all`, or `half` rounded down.

    A number may be more than `whole`; whoever moves the chips says so then.

    Raises:
        IllegalAction: the text is no amount, above `maximum`, or there is nothing to give.
    """
    word = _word(text)
    if word not in ("all", "half"):
        return verify_range(whole_number(text), 1, maximum)
    share = min(whole if word == "all" else whole // 2, maximum)
    if share < 1:
        least = 1 if word == "all" else 2
        raise IllegalAction.saying(Counted("You have {count} chips; you need {needed}.", whole, needed=least))
    return share


def is_all(text: str) -> bool:
    """Whether `text` says `all`."""
    return _word(text) == "all"


def _word(text: str) -> str:
    """`text` in the form for comparing; empty when it can't be an amount."""
    return text.strip().lower() if len(text) <= LONGEST and text.strip().isascii() else ""


def whole_number(text: str) -> int | None:
    """The number that `text`, which may be anything, means; None when it means none, or not a whole one."""
    word = _word(text)
    if _PLAIN.fullmatch(word):
        return int(word.replace(",", ""))
    found = _WITH_UNIT.fullmatch(word)
    if not found:
        return None
    # Exact: as a float, 1.001k would not be whole.
    chips = Fraction(found[1]) * _UNITS[found[2]]
    return chips.numerator if chips.denominator == 1 else None
