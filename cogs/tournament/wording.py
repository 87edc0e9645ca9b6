"""Words of tournaments that several of its messages use: who plays, how, by which rules, and what a score is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from cogs.table.parts import dotted, pace
from cogs.tournament.course import Course
from data.tables.tournaments import Stage
from games.core import Phrase
from i18n.words import Words
from tables.tournament.agreed import STACK, Agreed
from tables.tournament.plan import Entrant, System

SYSTEMS = {
    System.SWISS: Phrase("Swiss"),
    System.ROUND_ROBIN: Phrase("round robin"),
    System.KNOCK_OUT: Phrase("knock-out"),
}
RULES: Sequence[Phrase] = (
    Phrase("You take part by pressing Sign up. Withdraw takes that back."),
    Phrase(
        "Before the start you check in. Whoever hasn't checked in by then doesn't play, and fewer than four "
        "cancel the tournament."
    ),
    Phrase(
        "Two who have named each other play as a pair. Whoever has no partner gets one of those who are left, or "
        "a house player."
    ),
    Phrase(
        "All tables of a round play the same cards in the same seats, each in a thread that only its players see."
        " The cards and records of a round are shown when all its tables are done."
    ),
    Phrase(
        "Each deal is compared with the same seats at the other tables: two points for each table that made less "
        "of it, one for each that made as much. Your score is what you have of what was possible, in percent."
    ),
    Phrase(
        "Where there is no other table, whoever made more of the deal at the table has 100%, and half each for as much."
    ),
    Phrase(
        "At Blackjack and Pontoon everyone starts each round with as many chips of the tournament, and the chips "
        "at its end are compared. They can't be bought, and aren't the server's."
    ),
    Phrase(
        "Swiss: those who stand alike meet, and nobody meets the same again if that can be avoided. Round robin: "
        "everybody meets everybody. Knock-out: whoever has the better score at the table goes on; in a tie the "
        "one with more points."
    ),
    Phrase("Empty seats are played by the house. In a knock-out whoever has no opponent goes on."),
    Phrase(
        "Whoever is away is played for by the house until they press something. Whoever withdraws is out from the"
        " next round on."
    ),
    Phrase(
        "The standing is the mean of all rounds; equal scores share a place. A deal that can't be finished counts"
        " half for both sides."
    ),
    Phrase(
        "A manager may correct a score with a reason, which is shown below the standings until the tournament is over."
    ),
    Phrase(
        "The prize is paid by the house: 50, 30 and 20 percent to the first three places. Those who share a place"
        " share what their places bring, and so do the two of a pair."
    ),
)
"""The rules of every tournament, by which its messages go, from rule 1."""


def rules_text(words: Words) -> str:
    """All rules, each with its number."""
    return "\n".join(f"{number}. {words.said(rule)}" for number, rule in enumerate(RULES, 1))


def percent(score: Fraction, words: Words) -> str:
    """A score from 0 to 1 in percent, with one place."""
    return words("{number}%", number=words.decimal(round(float(score * 100), 1), 1))


def entrant_text(course: Course, entrant: Entrant, words: Words) -> str:
    """Who plays as an entrant."""
    return words.people(course.people[entrant])


def how_text(agreed: Agreed, game: str, rounds: int, words: Words) -> str:
    """How a tournament is played: its game, who against whom, how long and how fast."""
    who = words("pairs") if agreed.pairs else words("single players")
    is_swiss = agreed.system is System.SWISS
    count = rounds or (agreed.rounds if is_swiss else 0)
    return dotted(
        game,
        who,
        words.said(SYSTEMS[agreed.system]),
        words.counted("{count} rounds", count) if count else "",
        words.counted("{count} deals a round", agreed.deals),
        pace(agreed.pace, words),
    )


def stage_text(course: Course, words: Words) -> str:
    """How far a tournament is, in a few words."""
    of = course.of
    match of.stage:
        case Stage.SIGN_UP:
            return words("Sign-up")
        case Stage.CHECK_IN:
            return words("Check-in")
        case Stage.ROUNDS:
            return words("Round {round} of {rounds}", round=of.round, rounds=course.rounds)
        case Stage.OVER:
            return words("Over")
        case Stage.CANCELLED:
            return words("Cancelled")


def stack_text(words: Words) -> str:
    """With how many chips of the tournament a round begins."""
    return words.counted("{count} chips of the tournament a round", STACK)
