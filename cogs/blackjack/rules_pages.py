"""The rules of Blackjack for people who have never played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from cogs.table.faces import CardText
from cogs.table.parts import lines
from cogs.table.rules_text import HouseRules, RulesPage, hand, paragraphs, shoe_text, shuffle_page, void_text
from games.blackjack import BlackjackPays, Options
from games.blackjack.basic_strategy import Rows, tables
from games.blackjack.returns import best_return
from games.blackjack.settle import INSURANCE_PAYS, PAIR_PAYS
from games.fair.shoe import CUT_DEPTH
from i18n.words import Words
from tables.clock import FOLLOW_SECONDS

BET = 100
"""The bet in all examples, in chips."""


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """All pages, in the order in which to read them."""
    options: Options = rules.options
    return (
        _game(options, words, cards),
        _turn(options, words, cards),
        _pay(options, words, cards),
        _bets(rules, words),
        _odds(options, words),
        shuffle_page(
            words,
            shoe_text(options.decks, CUT_DEPTH, words)
            if options.decks > 1
            else words("One deck of 52 cards is used, and shuffled after every round."),
        ),
    )


def _game(options: Options, words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("The game"),
        paragraphs(
            words("Get closer to 21 than the dealer without going over. You play against the dealer alone."),
            words(
                "**Card values**\n"
                "2 to 10 count as numbered. J, Q and K count 10. An ace counts 11, or 1 if 11 would take you over 21."
            ),
            lines(
                words("{hand} = 13", hand=hand(cards, "8C 5D")),
                words("{hand} = 17, or 7 once another card takes it over 21", hand=hand(cards, "AS 6H")),
                words("{hand} = 24: **bust**, you lose at once", hand=hand(cards, "KD 9S 5H")),
            ),
            words(
                "{hand} An ace with a 10, J, Q or K as your first two cards is a **blackjack**. It pays {pays} and "
                "beats every other 21.",
                hand=hand(cards, "AS KD"),
                pays=options.blackjack_pays.value,
            ),
            words(
                "**A round**\n"
                "1. Press **Bet** or **Minimum**; that takes a seat, too. The cards are dealt a few seconds after the "
                "first bet, so that others can join. Once everyone seated has bet, **Deal now** deals at once.\n"
                "2. You get two cards, the dealer gets one. All cards are face up.\n"
                "3. One seat after the other plays: take cards, or stop.\n"
                "4. The dealer draws by fixed rules.\n"
                "5. If you are closer to 21, you win. Equal totals are a **push**: you get your bet back."
            ),
        ),
    )


def _turn(options: Options, words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("Your turn"),
        paragraphs(
            words("**Hit**: take a card, as often as you like. On 21 you stand automatically."),
            words("**Stand**: take no more cards."),
            words("**Double**: double your bet and take exactly one more card. Only with your first two cards."),
            words(
                "**Split**: if your first two cards count the same, like {hand}, play them as two hands. The second "
                "hand takes another bet of the same size, and each hand gets one more card.",
                hand=hand(cards, "KS 10H"),
            ),
            words("You can split once. After that you can hit, stand or double.")
            if options.double_after_split
            else words("You can split once. After that you can only hit or stand."),
            words("Split aces get one card each and no more. An ace and a ten are then 21, not a blackjack."),
            words(
                "**Surrender**: give up your hand as your very first decision and get half your bet back. Not against "
                "an ace."
            )
            if options.surrender_vs_ten
            else words(
                "**Surrender**: give up your hand as your very first decision and get half your bet back. Not against "
                "an ace, 10, J, Q or K."
            ),
            words(
                "**Insurance**: if the dealer shows an ace, you are asked before you play. It costs half your bet and "
                "pays {pays}:1 if the dealer has a blackjack; otherwise it is lost.",
                pays=INSURANCE_PAYS,
            ),
            words(
                "If your time runs out, you're played automatically: your hand hits up to 11 and then stands. That "
                "never costs you more chips. Nobody waits for you again in that round until you press anything. After "
                "two rounds in a row with no press you lose your seat."
            ),
        ),
    )


def _pay(options: Options, words: Words, cards: CardText) -> RulesPage:
    dealer = (
        words("The dealer has one card until all hands are played, then draws up to 16, and on 17 with an ace as 11.")
        if options.dealer_hits_soft_17
        else words("The dealer has one card until all hands are played, then draws up to 16 and stands on 17 or more.")
    )
    return RulesPage(
        words("What it pays"),
        paragraphs(
            dealer,
            lines(
                words("**What you get back for a bet of {bet}**", bet=BET),
                words(
                    "{chips}: a blackjack, if the dealer has none ({pays})",
                    chips=BET + options.blackjack_pays.winnings(BET),
                    pays=options.blackjack_pays.value,
                ),
                words("{chips}: closer to 21, or the dealer is bust (1:1)", chips=2 * BET),
                words("{chips}: push, equal totals", chips=BET),
                words("{chips}: surrender", chips=BET // 2),
                words("{chips}: lower, or bust", chips=0),
                words(
                    "{chips}: a Pair bet of {bet}, if your first two cards have the same rank ({pays}:1)",
                    chips=(1 + PAIR_PAYS) * BET,
                    bet=BET,
                    pays=PAIR_PAYS,
                ),
                words(
                    "{chips}: insurance for {half}, if the dealer has a blackjack",
                    chips=(1 + INSURANCE_PAYS) * BET // 2,
                    half=BET // 2,
                ),
            ),
            lines(
                words("**Examples**"),
                words(
                    "{hand} against {dealer}: both 19, you get your {bet} back.",
                    hand=hand(cards, "10S 9H"),
                    dealer=hand(cards, "10D 9C"),
                    bet=BET,
                ),
                words(
                    "{hand} against {dealer}: the dealer's blackjack beats your 21. You lose {bet}.",
                    hand=hand(cards, "7S 7H 7D"),
                    dealer=hand(cards, "AC KS"),
                    bet=BET,
                ),
                words(
                    "{first}, doubled, then {third}: 21 against 20. You bet {staked} and get {chips} back.",
                    first=hand(cards, "6C 5H"),
                    third=hand(cards, "KH"),
                    staked=2 * BET,
                    chips=4 * BET,
                ),
            ),
            words("If the dealer has a blackjack, you lose what you bet on doubles and splits, too."),
        ),
    )


def _bets(rules: HouseRules, words: Words) -> RulesPage:
    options: Options = rules.options
    return RulesPage(
        words("Bets"),
        paragraphs(
            words.counted(
                "Bets here are from {minimum} to {count} chips, in multiples of {unit}, so that every payout is whole "
                "chips. Others are rounded down.",
                rules.limits[1],
                minimum=rules.limits[0],
                unit=options.unit,
            )
            if rules.limits is not None and rules.table is not None
            else words.counted(
                "Tables here take bets from {minimum} to {count} chips; each has its own limits. Bets are multiples "
                "of {unit}, so that every payout is whole chips. Others are rounded down.",
                rules.limits[1],
                minimum=rules.limits[0],
                unit=options.unit,
            )
            if rules.limits is not None
            else words(
                "Each table has its own minimum and maximum. Bets are multiples of {unit}, so that every payout is "
                "whole chips. Others are rounded down.",
                unit=options.unit,
            ),
            words(
                "Everyone has one seat at most. Your chips are taken when you bet. If you have a seat and don't bet "
                "on a round, you lose your seat."
            ),
            words(
                "**Minimum** bets the table's minimum, **Same** repeats your last bet, and **×2** doubles it, up to "
                "the maximum. Without a seat you get the first free one. If you bet behind others last time, **Same** "
                "and **×2** do so again, as long as they still sit there."
            ),
            words(
                "**Pair bet**: a side bet of at least 1 chip, up to the table's maximum. It wins if your first two "
                "cards have the same rank, whatever your hand does. A king and a queen are no pair."
            ),
            words.counted(
                "**Bet behind**: if you have no seat, bet on someone else's hand. They decide, and you win or lose "
                "with them. If they split or double, you have {count} seconds to follow with the same amount again; "
                "otherwise your bet stays as it is, after a split on the first hand. There is no insurance behind.",
                int(FOLLOW_SECONDS),
            ),
            void_text(words),
        ),
    )


def _odds(options: Options, words: Words) -> RulesPage:
    best, usual = (words.decimal(100 * best_return(played), 3) for played in (options, Options()))
    lost = best_return(replace(options, blackjack_pays=BlackjackPays.THREE_TO_TWO)) - best_return(options)
    return RulesPage(
        words("Odds"),
        paragraphs(
            lines(
                words("**What you get back in the long run**"),
                words("{percent}% of your bets with the best play", percent=best),
                words("With the usual rules it is {percent}%.", percent=usual) if best != usual else "",
                words(
                    "**A blackjack pays only 6:5 here, which is much worse for you than 3:2**: that alone costs you "
                    "{percent}% of your bets.",
                    percent=words.decimal(100 * lost, 2),
                )
                if lost
                else "",
                words("{percent}% of Pair bets", percent=percent(pair_return(options.decks), words)),
                words(
                    "{percent}% of insurance, so it is never worth taking",
                    percent=percent(insurance_return(options.decks), words),
                ),
            ),
            best_play(options, words),
        ),
    )


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
