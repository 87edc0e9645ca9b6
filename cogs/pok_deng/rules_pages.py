"""The rules of Pok Deng for people who have never played it."""

from __future__ import annotations

from fractions import Fraction

from cogs.table.faces import CardText
from cogs.table.parts import lines
from cogs.table.rules_text import HouseRules, RulesPage, hand, paragraphs, shoe_text, shuffle_page, void_text
from games.pok_deng import PAIR_PAYS, PLAYERS, BetKind, Options
from i18n.words import Words

SHARES = {
    1: (98.7870, 16.75, 29.18, 8.15, 26.75, 19.18),
    2: (98.7655, 17.04, 28.83, 8.27, 26.36, 19.50),
    3: (98.7585, 17.13, 28.72, 8.31, 26.23, 19.61),
    4: (98.7551, 17.17, 28.66, 8.33, 26.17, 19.66),
    5: (98.7530, 17.20, 28.63, 8.35, 26.13, 19.69),
    6: (98.7516, 17.22, 28.60, 8.36, 26.11, 19.71),
    7: (98.7506, 17.23, 28.59, 8.37, 26.09, 19.73),
    8: (98.7499, 17.24, 28.57, 8.37, 26.07, 19.74),
}
"""In percent, by number of packs: how much of a bet's chips comes back over time, and how many of all deals make a bet
win double, win, tie, lose, lose double. Counted by tools.odds.pok_deng."""

BET = 100
"""The bet in all examples, in chips."""


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """All pages, in the order in which to read them."""
    options: Options = rules.options
    return (
        _game(words, cards),
        _values(words, cards),
        _pay(words, cards),
        _bets(rules, words),
        _odds(options, words),
        shuffle_page(
            words,
            shoe_text(options.decks, options.cut_card_depth, words),
            words(
                "A new shoe is opened with one card face up, which the table shows. Its value says how many more cards "
                "are burned face down: 1 for an ace, 2 to 9 for those cards, 10 for a 10, J, Q or K. Each round burns "
                "one more. /fair verify shows the burned cards too."
            ),
        ),
    )


def _game(words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("The game"),
        paragraphs(
            words.counted(
                "The Banker and {count} hands, Player 1 to Player {count}, get two cards each. Nobody draws a third "
                "card. The house is the Banker.",
                PLAYERS,
            ),
            words(
                "Bet on as many hands as you like. Each hand plays only against the Banker. You don't need a seat, and "
                "everyone may bet on every hand."
            ),
            lines(
                words(
                    "**Points**\n"
                    "An ace counts 1, 2 to 9 count as they are, 10, J, Q and K count nothing. Only the last digit of "
                    "the sum matters, so 9 is best."
                ),
                words("{hand} = 9", hand=hand(cards, "KH 9S")),
                words("{hand} = 13, so 3", hand=hand(cards, "6C 7S")),
                words("{hand} = 10, so 0", hand=hand(cards, "8D 2C")),
            ),
            words(
                "**A round**\n"
                "1. Press **Bet**. The first bet starts the countdown.\n"
                "2. Press **Ready** when you have bet all you want. When everyone has, the cards are dealt at once.\n"
                "3. The hands are turned over, the Banker's last.\n"
                "4. The higher value wins. Equal values tie, and your bet comes back."
            ),
        ),
    )


def _values(words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("Values"),
        paragraphs(
            words("Some hands are worth more than their points. From the best down:"),
            lines(
                words("**9** and **8**"),
                words("**7.5** {hand} ace and king of one suit", hand=hand(cards, "AS KS")),
                words("**7.4** {hand} two aces, 5s, 6s or 10s", hand=hand(cards, "5C 5D")),
                words("**7.3** {hand} two of J, Q, K", hand=hand(cards, "QC JH")),
                words("**7.2** {hand} a 10 and one of J, Q, K", hand=hand(cards, "10D JS")),
                words("**7.1** {hand} one suit, no points, no J, Q, K", hand=hand(cards, "9D AD")),
                words("**7** to **0**: the points"),
            ),
            words("Equal values tie, whatever the cards."),
            words(
                "A hand has **deng** when it is one of the five from 7.1 to 7.5, when both cards are of one suit, or "
                "when they are a pair. A win with deng counts double. **Pok** is a hand of 8 or 9."
            ),
            lines(
                words("{hand} 9 with two hearts: deng", hand=hand(cards, "KH 9H")),
                words("{hand} 6 with a pair: deng", hand=hand(cards, "3C 3D")),
                words("{hand} 9 without deng", hand=hand(cards, "4C 5H")),
            ),
        ),
    )


def _pay(words: Words, cards: CardText) -> RulesPage:
    taken = BetKind.MAIN.taken(BET)
    return RulesPage(
        words("What it pays"),
        paragraphs(
            words(
                "A bet of {bet} takes {taken} from you: the bet, and a deposit of the same size in case the Banker "
                "wins double. You get back",
                bet=BET,
                taken=taken,
            ),
            lines(
                words("{chips} when you win with deng (2:1)", chips=taken + 2 * BET),
                words("{chips} when you win without it (1:1)", chips=taken + BET),
                words("{chips} when you tie", chips=taken),
                words("{chips} when the Banker wins without deng", chips=taken - BET),
                words("{chips} when the Banker wins with deng", chips=taken - 2 * BET),
                words(
                    "{chips} from a Pair bet of {bet}, when that hand is a pair ({pays}:1)",
                    chips=(1 + PAIR_PAYS) * BET,
                    bet=BET,
                    pays=PAIR_PAYS,
                ),
            ),
            words(
                "**One exception**: when the Banker has exactly 0 or 6, a win with deng pays only 1:1. An 8 or 9 with "
                "two cards of one suit or a pair still pays 2:1."
            ),
            lines(
                words("**Examples**"),
                words(
                    "{hand} 7.3 against {banker} 7.2: {chips} back",
                    hand=hand(cards, "QC JC"),
                    banker=hand(cards, "QC 10C"),
                    chips=taken + 2 * BET,
                ),
                words(
                    "{hand} 5 against {banker} 8 with two clubs: {chips} back",
                    hand=hand(cards, "9D 6C"),
                    banker=hand(cards, "8C JC"),
                    chips=taken - 2 * BET,
                ),
                words(
                    "{hand} 7.4 against {banker} 6: {chips} back, because the Banker has 6",
                    hand=hand(cards, "5C 5C"),
                    banker=hand(cards, "2H 4H"),
                    chips=taken + BET,
                ),
                words(
                    "{hand} 9 with two hearts against {banker} 6: {chips} back",
                    hand=hand(cards, "KH 9H"),
                    banker=hand(cards, "9D 7C"),
                    chips=taken + 2 * BET,
                ),
            ),
        ),
    )


def _bets(rules: HouseRules, words: Words) -> RulesPage:
    options: Options = rules.options
    if rules.limits is not None and rules.table is not None:
        low, high = options.pair_limits(*rules.limits)
        limits = words.counted(
            "Bets on a hand are from {minimum} to {count} chips here, Pair bets from {low} to {high}.",
            rules.limits[1],
            minimum=rules.limits[0],
            low=low,
            high=high,
        )
    elif rules.limits is not None:
        limits = words.counted(
            "Bets on a hand are from {minimum} to {count} chips here. Each table says its own limits.",
            rules.limits[1],
            minimum=rules.limits[0],
        )
    else:
        limits = words("Each table says its lowest and highest bet.")
    return RulesPage(
        words("Bets"),
        paragraphs(
            limits,
            words(
                "There are ten bets: Player 1 to Player {players}, and a Pair bet on each. Combine them as you like; a "
                "Pair bet doesn't need a bet on its hand.",
                players=PLAYERS,
            ),
            words(
                "A bet is taken from your chips when you place it. Until betting closes, you can change it, or take "
                "all of them back with **Clear my bets**."
            ),
            words(
                "**Minimum…** bets the minimum on the hands you press. **Same** repeats your last bets, and **×2** "
                "doubles them, up to the maximum. **My bets** shows you your own."
            ),
            words(
                "The **road** shows how each hand has done in this shoe, oldest first. **Road**, behind **More…**, "
                "shows all of it. It says nothing about the next cards."
            ),
            void_text(words),
        ),
    )


def _odds(options: Options, words: Words) -> RulesPage:
    returned, *ends = SHARES[options.decks]
    win_double, win, tie, lose, lose_double = (words.decimal(share, 2) for share in ends)
    return RulesPage(
        words("Odds"),
        paragraphs(
            lines(
                words("**What comes back over time**"),
                words("{percent}% of what bets on hands take, deposits included", percent=words.decimal(returned, 2)),
                words("{percent}% of Pair bets", percent=words.decimal(float(100 * pair_return(options.decks)), 2)),
            ),
            lines(
                words.counted("**How a bet on a hand ends**, of all possible hands with {count} decks:", options.decks),
                words("wins double: {percent}%", percent=win_double),
                words("wins: {percent}%", percent=win),
                words("ties: {percent}%", percent=tie),
                words("loses: {percent}%", percent=lose),
                words("loses double: {percent}%", percent=lose_double),
            ),
            words("All hands have the same odds. Nothing you choose changes them."),
        ),
    )


def pair_return(decks: int) -> Fraction:
    """What a Pair bet returns over time: the second card is one of the remaining ones of the first one's rank."""
    return (1 + PAIR_PAYS) * Fraction(4 * decks - 1, 52 * decks - 1)
