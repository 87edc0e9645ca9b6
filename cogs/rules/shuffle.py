"""The page about the cards that stands at the end of every game's rules."""

from __future__ import annotations

from cogs.rules.page import Page, paragraphs
from i18n.words import Words


def shuffle_page(words: Words, *more: str) -> Page:
    """How the cards are mixed, and how anybody can check it; `more` is the game's own."""
    return Page(
        words("Fair cards"),
        paragraphs(
            words(
                "Nobody can choose your cards, and you can check that.\n"
                "1. Before the first bet the bot fixes a secret number, the **seed**. The table shows what the seed is "
                "bound to: the start of its SHA-256, as in *shuffle 9f31c2ab*.\n"
                "2. Your bet, or your press, adds the **salt**: a number that Discord makes after that.\n"
                "3. Seed and salt together decide the order of all cards. No card is chosen later.\n"
                "4. When the cards are used up, the seed is shown."
            ),
            *more,
            words(
                "**/fair show** tells what the present shuffle is bound to. **/fair verify** takes a shuffle that is "
                "over, computes its cards again and holds them against what was dealt. It also gives you a small "
                "program, so that you need not trust the bot for it."
            ),
        ),
    )
