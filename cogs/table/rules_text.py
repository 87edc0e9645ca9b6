"""What the rules pages of every game are written with: pages of text about one table's or one server's rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cogs.table.faces import CardText
from games.cards import parse_cards
from games.core import Phrase
from i18n.words import Words


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How a game is played at one table or, when `table` is None, at all tables of a server.

    `limits` are the lowest and the highest bet in chips, None where each table has its own.
    """

    options: Any
    limits: tuple[int, int] | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page: `name` is in its heading and on the button that leads to it."""

    name: str
    text: str


Writer = Callable[[HouseRules, Words, CardText], tuple[RulesPage, ...]]
"""Writes the rules pages of one game for one house, with cards as people see them."""


SEED_OF_A_SHOE = Phrase("The seed is shown when the shoe is over: after the round in which the cut card comes out.")
"""When the bot shows the seed of a game with a shoe."""


def hand(cards: CardText, text: str) -> str:
    """The cards named in `text`, such as `AS KD`, as people see them."""
    return " ".join(cards(card) for card in parse_cards(text))


def paragraphs(*parts: str) -> str:
    """The paragraphs with a line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)


def void_text(words: Words) -> str:
    """When a round of a game with a shoe doesn't count."""
    return words(
        "A round is void when the bot can't finish it, after a fault or because an update changed its rules. Then "
        "every bet is returned, and all cards are shuffled again."
    )


def shuffle_page(words: Words, *more: str) -> RulesPage:
    """How the cards are shuffled, and how anybody can check it; `more` is the game's own."""
    return RulesPage(
        words("Fair cards"),
        paragraphs(
            words(
                "No one can choose your cards, and you can check that.\n"
                "1. Before the first bet, the bot picks a secret number, the **seed**. The table shows its "
                "fingerprint: the start of its SHA-256, as in *shuffle 9f31c2ab*.\n"
                "2. Your bet, or your press, adds the **salt**: a number that Discord makes afterwards.\n"
                "3. Seed and salt together decide the order of all cards. No card is chosen later.\n"
                "4. When the cards are used up, the seed is shown."
            ),
            *more,
            words(
                "**/fair show** shows the fingerprint of the current shuffle. **/fair verify** takes a shuffle that is "
                "over, works out its cards again and compares them with what was dealt. It also gives you a small "
                "program, so that you don't have to trust the bot."
            ),
        ),
    )


def shoe_text(decks: int, depth: int, words: Words) -> str:
    """How many decks a shoe holds, and what its cut card means, `depth` cards from the end."""
    return "\n".join(
        (
            words.counted("The shoe holds {count} decks of 52 cards.", decks),
            words.counted(
                "The cut card is {count} cards from the end: the round in which it comes out is the last of the shoe. "
                "Then all cards are shuffled again, and the table says so.",
                depth,
            ),
        )
    )
