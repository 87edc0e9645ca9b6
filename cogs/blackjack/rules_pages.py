"""The rules of Blackjack for people who have never played it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from cogs.blackjack.strategy_page import best_play
from cogs.cards.faces import CardText
from cogs.game.rules_text import HouseRules, Page, hand, paragraphs, shuffle_page, void_text
from cogs.table.parts import lines
from games.blackjack import BlackjackPays, Options
from games.blackjack.settle import INSURANCE_PAYS, PAIR_PAYS
from games.blackjack_returns import best_return
from games.shoe import CUT_DEPTH
from i18n.words import Words
from tables.clock import FOLLOW_SECONDS

BET = 100
"""The bet in all examples, in chips."""


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[Page, ...]:
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
            words(
                "The shoe holds {decks} packs, {cards} cards. A cut card lies {depth} cards from its end: the round in "
                "which it comes out is the last one. Then all cards are shuffled again, and the table says so.",
                decks=options.decks,
                cards=52 * options.decks,
                depth=CUT_DEPTH,
            )
            if options.decks > 1
            else words("One pack of 52 cards is used, and shuffled after every round."),
        ),
    )


def _game(options: Options, words: Words, cards: CardText) -> Page:
    return Page(
        words("The game"),
        paragraphs(
            words("Get closer to 21 than the dealer without going over. You play against the dealer alone."),
            words(
                "**What cards count**\n"
                "2 to 10 count their number. J, Q and K count 10. An ace counts 11, or 1 when 11 is too much."
            ),
            lines(
                words("{hand} = 13", hand=hand(cards, "8C 5D")),
                words("{hand} = 17, or 7 when a card more would be too much", hand=hand(cards, "AS 6H")),
                words("{hand} = 24: **bust**, lost at once", hand=hand(cards, "KD 9S 5H")),
            ),
            words(
                "{hand} An ace and a ten-valued card as your first two are a **blackjack**. It pays {pays} and beats "
                "every other 21.",
                hand=hand(cards, "AS KD"),
                pays=options.blackjack_pays.value,
            ),
            words(
                "**A round**\n"
                "1. Press **Bet**, and you get a seat. The first bet starts the clock, so that friends can join. When "
                "everyone seated has bet, **Deal now** brings the cards at once.\n"
                "2. You get two cards, the dealer one. All cards lie open.\n"
                "3. Seats play one after the other: take cards, or stop.\n"
                "4. The dealer takes cards by fixed rules.\n"
                "5. Whoever is nearer to 21 wins; equal totals give your bet back."
            ),
        ),
    )


def _turn(options: Options, words: Words, cards: CardText) -> Page:
    return Page(
        words("Your turn"),
        paragraphs(
            words("**Hit**: take a card, as often as you like. At 21 your hand stands by itself."),
            words("**Stand**: take no more."),
            words("**Double**: bet as much again and take exactly one card. Only on your first two cards."),
            words(
                "**Split**: two cards of equal value, {hand} too, become two hands. The second takes a bet as high as "
                "the first, and each gets one more card.",
                hand=hand(cards, "KS 10H"),
            ),
            words("You can split once. After that hit, stand or double.")
            if options.double_after_split
            else words("You can split once. After that only hit or stand."),
            words("Split aces get one card each and no more. An ace and a ten are 21 then, no blackjack."),
            words(
                "**Surrender**: give up as your very first decision, and half your bet comes back. Not when the dealer "
                "shows an ace."
            )
            if options.surrender_vs_ten
            else words(
                "**Surrender**: give up as your very first decision, and half your bet comes back. Not when the dealer "
                "shows an ace, 10, J, Q or K."
            ),
            words(
                "**Insurance**: when the dealer shows an ace you are asked first. It costs half your bet and pays "
                "{pays}:1 when the dealer has a blackjack; else it is lost.",
                pays=INSURANCE_PAYS,
            ),
            words(
                "When your time runs out, you're played automatically: hit up to 11, then stand. That never spends a "
                "chip of yours. After two missed turns in a row you're away, and nobody waits for you until you press "
                "anything. If you're still away when the round ends, you lose your seat."
            ),
        ),
    )


def _pay(options: Options, words: Words, cards: CardText) -> Page:
    dealer = (
        words("The dealer has one card until all hands are played, draws to 16, and draws on a 17 with an ace as 11.")
        if options.dealer_hits_soft_17
        else words("The dealer has one card until all hands are played, draws to 16 and stands on every 17.")
    )
    return Page(
        words("What it pays"),
        paragraphs(
            dealer,
            lines(
                words("**A bet of {bet} brings back**", bet=BET),
                words(
                    "{chips}: a blackjack, if the dealer has none ({pays})",
                    chips=BET + options.blackjack_pays.winnings(BET),
                    pays=options.blackjack_pays.value,
                ),
                words("{chips}: nearer to 21, or the dealer is bust (1:1)", chips=2 * BET),
                words("{chips}: equal totals", chips=BET),
                words("{chips}: surrendered", chips=BET // 2),
                words("{chips}: lower, or bust", chips=0),
                words(
                    "{chips}: a Pair bet of {bet}, if your first two cards have one rank ({pays}:1)",
                    chips=(1 + PAIR_PAYS) * BET,
                    bet=BET,
                    pays=PAIR_PAYS,
                ),
                words(
                    "{chips}: insurance of {half}, if the dealer has a blackjack",
                    chips=(1 + INSURANCE_PAYS) * BET // 2,
                    half=BET // 2,
                ),
            ),
            lines(
                words("**Examples**"),
                words(
                    "{hand} against {dealer}: both 19, your {bet} come back.",
                    hand=hand(cards, "10S 9H"),
                    dealer=hand(cards, "10D 9C"),
                    bet=BET,
                ),
                words(
                    "{hand} against {dealer}: a blackjack beats your 21. You lose {bet}.",
                    hand=hand(cards, "7S 7H 7D"),
                    dealer=hand(cards, "AC KS"),
                    bet=BET,
                ),
                words(
                    "{first}, doubled, and {third}: 21 against 20. You put in {staked} and get {chips}.",
                    first=hand(cards, "6C 5H"),
                    third=hand(cards, "KH"),
                    staked=2 * BET,
                    chips=4 * BET,
                ),
            ),
            words("A dealer's blackjack takes doubles and splits too."),
        ),
    )


def _bets(rules: HouseRules, words: Words) -> Page:
    options: Options = rules.options
    return Page(
        words("Bets"),
        paragraphs(
            words(
                "Bets here are from {minimum} to {maximum} chips, in multiples of {unit}, so that every payout is "
                "whole chips.",
                minimum=rules.limits[0],
                maximum=rules.limits[1],
                unit=options.unit,
            )
            if rules.limits is not None and rules.table is not None
            else words(
                "Tables here take bets from {minimum} to {maximum} chips; each says its own limits. Bets are multiples "
                "of {unit}, so that every payout is whole chips.",
                minimum=rules.limits[0],
                maximum=rules.limits[1],
                unit=options.unit,
            )
            if rules.limits is not None
            else words(
                "Each table says its lowest and highest bet. Bets are multiples of {unit}, so that every payout is "
                "whole chips.",
                unit=options.unit,
            ),
            words(
                "Everyone has one seat at most. A bet leaves your chips when you place it. If you sit out a whole "
                "round without a bet, you lose your seat."
            ),
            words(
                "**Pair** is a bet beside your bet, from 1 chip to the table's highest bet: your first two cards have "
                "the same rank. King and queen are no pair. It is paid whatever your hand does."
            ),
            words(
                "**Bet behind** puts chips on the hand of somebody who sits, when you don't. They decide, you win or "
                "lose with them. When they split or double you have {seconds} seconds to follow with as much again; "
                "else your bet stays as it is. After a split it lies on the first hand. There is no insurance behind.",
                seconds=int(FOLLOW_SECONDS),
            ),
            words(
                "**Same again** repeats your last bet at this table, behind others only while the same people sit "
                "there."
            ),
            void_text(words),
        ),
    )


def _odds(options: Options, words: Words) -> Page:
    best, usual = (f"{100 * best_return(played):.3f}" for played in (options, Options()))
    lost = best_return(replace(options, blackjack_pays=BlackjackPays.THREE_TO_TWO)) - best_return(options)
    return Page(
        words("Odds"),
        paragraphs(
            lines(
                words("**What comes back over time**"),
                words("{percent} % of your bets with the best play", percent=best),
                words("With the usual rules it is {percent} %.", percent=usual) if best != usual else "",
                words(
                    "**A blackjack pays only 6:5 here, which makes it a much worse game for you than at 3:2**: that "
                    "alone costs {percent} % of your bets.",
                    percent=f"{100 * lost:.2f}",
                )
                if lost
                else "",
                words("{percent} % of Pair bets", percent=percent(pair_return(options.decks))),
                words(
                    "{percent} % of insurance: it is never worth taking",
                    percent=percent(insurance_return(options.decks)),
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


def percent(share: Fraction) -> str:
    """A share in percent: 89.64."""
    return f"{float(100 * share):.2f}"
