"""Check a shuffle without the bot: prints the seed's hash and the order of the cards.

    python3 verify.py SEED SALT PACK [AGAIN]

`/fair verify` gives the whole line. SEED is hexadecimal. SALT needs quotation marks, because it may contain a space.
PACK is 52x8 for eight packs of 52 cards, one after the other, or 500x4 for the pack of Five Hundred for four. AGAIN is
for a shoe that ran out: how many of its first cards were shuffled and dealt again.

This file needs Python and nothing else, and uses nothing of the bot's: it repeats what the bot says it did.
"""

from __future__ import annotations

import hashlib
import hmac
import sys
from collections.abc import Iterator, Sequence

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["C", "D", "H", "S"]
IN_A_LINE = 13


def new_pack(name: str) -> list[str]:
    """The cards in their order before the shuffle: clubs, diamonds, hearts, spades, each from the lowest up."""
    kind, _, count = name.partition("x")
    if kind == "52" and count in list("12345678"):
        return [rank + suit for suit in SUITS for rank in RANKS] * int(count)
    if kind == "500" and count in list("23456"):
        return five_hundred(int(count))
    raise SystemExit(f"There is no pack {name}. It is 52x1 to 52x8, or 500x2 to 500x6.")


def five_hundred(players: int) -> list[str]:
    """The pack of Five Hundred: smaller for few players, with 11, 12 and red 13 for six; the joker is the last card."""
    cards = [rank + suit for suit in SUITS for rank in RANKS]
    if players <= 3:
        cards = [card for card in cards if card[:-1] not in ("2", "3", "4", "5", "6")]
    if players == 4:
        cards = [card for card in cards if card[:-1] not in ("2", "3") and card not in ("4C", "4S")]
    if players == 6:
        cards += [rank + suit for suit in SUITS for rank in ("11", "12")] + ["13D", "13H"]
    return [*cards, "JOKER"]


def numbers(seed: bytes, salt: str) -> Iterator[int]:
    """Numbers below 2^32, eight from each HMAC-SHA256 of the salt, a colon and a counter, with the seed as its key."""
    counter = 0
    while True:
        block = hmac.new(seed, f"{salt}:{counter}".encode(), hashlib.sha256).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(block[place : place + 4], "big")
        counter += 1


def mixed(new: Sequence[str], seed: bytes, salt: str) -> list[str]:
    """The cards in the order that seed and salt give: the last card changes places first."""
    cards, source = list(new), numbers(seed, salt)
    for count in range(len(cards), 1, -1):
        number = next(source)
        while number >= 2**32 - 2**32 % count:  # otherwise the first places would come up a little more often
            number = next(source)
        place, last = number % count, count - 1
        cards[place], cards[last] = cards[last], cards[place]
    return cards


def show(cards: Sequence[str]) -> None:
    """Print the cards, with the number of the first one in each line."""
    for start in range(0, len(cards), IN_A_LINE):
        print(f"{start + 1:>4}  {' '.join(cards[start : start + IN_A_LINE])}")


def main(arguments: Sequence[str]) -> None:
    """Print what the bot promised before the first bet, and what it dealt."""
    if len(arguments) not in (3, 4):
        raise SystemExit(__doc__)
    try:
        seed, again = bytes.fromhex(arguments[0]), int(arguments[3]) if len(arguments) == 4 else 0
    except ValueError:
        raise SystemExit("SEED is written in hexadecimal, such as 9f31c2ab; AGAIN is a number.") from None
    salt, cards = arguments[1], new_pack(arguments[2])
    if not 0 <= again <= len(cards):
        raise SystemExit(f"AGAIN is a number from 0 to {len(cards)}.")
    print(f"SHA-256 of the seed: {hashlib.sha256(seed).hexdigest()}")
    print(f"{len(cards)} cards in this order:")
    order = mixed(cards, seed, salt)
    show(order)
    if again:
        print(f"The first {again} of them, shuffled again:")
        show(mixed(order[:again], seed, f"{salt}/again"))


if __name__ == "__main__":
    main(sys.argv[1:])
