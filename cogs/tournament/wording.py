"""Words of tournaments that several of its messages use: who plays, how, by which rules, and what a score is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from discord.utils import escape_markdown, escape_mentions

from cogs.chips.seasons import MEDALS
from cogs.table.parts import bold, crowd, joined, pace, small
from cogs.tournament.course import Course
from data.tables.tournament_rows import Correction, Stage, Tournament
from games.core import Phrase
from i18n.words import Words
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.tournament.agreed import Agreed
from tables.tournament.plan import Entrant, System
from tables.tournament.standings import Standing

SYSTEMS = {
    System.SWISS: Phrase("Swiss"),
    System.ROUND_ROBIN: Phrase("round robin"),
    System.KNOCK_OUT: Phrase("knock-out"),
}
NAMED = 12
"""People, or pairs, of those who share places or a prize."""
SYSTEM_RULES = {
    System.SWISS: Phrase(
        "Swiss: you play opponents with similar scores, and meet nobody twice if that can be avoided."
    ),
    System.ROUND_ROBIN: Phrase("Round robin: everyone plays everyone."),
    System.KNOCK_OUT: Phrase(
        "Knock-out: the better half of each table goes on; points break ties. Without an opponent you go on."
    ),
}


def rules_text(of: Tournament, agreed: Agreed, words: Words) -> str:
    """What is different in a tournament from usual matches, the prize last."""
    rules = [
        words(
            "Two who have named each other play as a pair. If you have no partner, you get one who has none "
            "either, or a house player."
        )
        if agreed.pairs
        else words("You get a new partner in each round."),
        words(
            "All tables of a round play from the same shuffled packs, each in a thread that only its players and "
            "managers see."
        ),
        words(
            "Scoring is by matchpoints: two for every table that did worse in your seats, and one for every "
            "table that did the same. Your score is the percentage of the points you could get."
        ),
        words.said(SYSTEM_RULES[agreed.system]),
    ]
    if of.prize:
        rules.append(
            words(
                "The house pays 50, 30 and 20 percent of the prize to the first three places. Those who share a "
                "place share its prizes, and each of a pair gets half. If you play less than half of your deals "
                "yourself, the house keeps your share."
            )
        )
    return "\n".join(f"- {rule}" for rule in rules)


def name_of(of: Tournament) -> str:
    """What somebody has called a tournament, for a message."""
    return _as_typed(of.name)


def _as_typed(text: str) -> str:
    """What a manager typed, which neither looks like anything else in a message nor mentions anybody."""
    return escape_mentions(escape_markdown(text))


def percent(score: Fraction, words: Words) -> str:
    """A score from 0 to 1 in percent, with one place."""
    return words("{number}%", number=words.decimal(round(float(score * 100), 1), 1))


def entrant_text(course: Course, entrant: Entrant, paid: Mapping[int, int], words: Words) -> str:
    """Who plays as an entrant, with what they were `paid`."""
    people = course.people[entrant]
    chips = (f" {bold(words.signed(paid[person]))}" if person in paid else "" for person in people)
    return words.listed(map(str.__add__, map(words.person, people), chips))


def first_text(course: Course, standing: Sequence[Standing], paid: Mapping[int, int], words: Words) -> str:
    """Those in the first three places, of whom there may be many, with what they were `paid`."""
    best = [standing_text(course, each, paid, words) for each in standing if each.place <= len(MEDALS)]
    return crowd(best, words, NAMED, "\n")


def standing_text(course: Course, standing: Standing, paid: Mapping[int, int], words: Words) -> str:
    """Where an entrant stands, with a mark in front: Discord counts lines that begin with a number by itself."""
    place = MEDALS[standing.place - 1] if standing.place <= len(MEDALS) else f"#{standing.place}"
    people, score = entrant_text(course, standing.entrant, paid, words), percent(standing.score, words)
    return f"{place} {people} · {score}"


def how_text(agreed: Agreed, rounds: int, words: Words) -> str:
    """How a tournament is played: who against whom, how long and how fast."""
    who = words("pairs") if agreed.pairs else words("single players")
    count = rounds or (agreed.rounds if agreed.system is System.SWISS else 0)
    return joined(
        "" if agreed.is_for_chips else words.said(FIVE_HUNDRED.title),
        who,
        words.said(SYSTEMS[agreed.system]),
        words.counted("{count} rounds", count) if count else "",
        words.counted("{count} deals each", agreed.deals),
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


def why_over(course: Course, words: Words) -> str:
    """Why a tournament is over that hasn't been played to its end; nothing for any other."""
    of = course.of
    if course.agreed.is_for_chips:
        return small(words("Tournaments are now only for Five Hundred."))
    if of.stage is not Stage.CANCELLED:
        return ""
    if of.why is None:
        return small(words("Fewer than four players checked in."))
    if of.ended_by is None:  # cancelled by a version that didn't ask
        return ""
    manager, reason = words.person(of.ended_by), _as_typed(of.why)
    return small(words("{manager} cancelled it: {reason}", manager=manager, reason=reason))


def channel_gone(of: Tournament, words: Words) -> str:
    """That a tournament waits for another channel."""
    return words(
        "The channel of {name} is gone. A manager can continue it elsewhere with /tournament show.", name=name_of(of)
    )


def prize_text(of: Tournament, paid: Mapping[int, int], words: Words) -> str:
    """What the prize of a tournament was, and whether nobody got it."""
    if not of.prize:
        return ""
    kept = "" if paid else words("The house keeps the prize (see the last rule).")
    return joined(words.counted("Prize: **{count}** chips", of.prize), kept)


def correction_text(course: Course, correction: Correction, words: Words) -> str:
    """Who has changed whose score, and why."""
    return words(
        "Round {round}: {manager} changed the score of {people} to {percent}: {reason}",
        round=correction.round,
        people=words.people(course.people[correction.entrant]),
        percent=words("{number}%", number=correction.percent),
        manager=words.person(correction.actor),
        reason=_as_typed(correction.reason),
    )
