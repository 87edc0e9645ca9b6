"""What the last round brought people: what each won or lost, what went back, what they achieved, and their streaks."""

from __future__ import annotations

from collections.abc import Callable

from cogs.table.parts import bold, joined, lines, small
from i18n.words import Words
from tables.achievements import EVERYWHERE, Achievement
from tables.lobby import Back
from tables.table import Table

FEW = 3
"""So many people at most have a line each where many may play, with their balances."""
MOST_ACHIEVED = 5
"""The most achievements that are told at once."""
MOST_BACK = 5
"""The most returns."""
MOST_STREAKS = 3
"""The most people with a streak."""
SHORTEST_STREAK = 3
"""Rounds that somebody must have won in a row before the table says so."""


def totals(table: Table, words: Words, bets: Callable[[int], str] = lambda _person: "") -> str:
    """A line for each person who won or lost something in the last round: net, the balance after it, `bets`."""
    nets, known = table.lobby.nets.items(), table.balances
    rows = (joined(total(words, user_id, net, known.get(user_id)), bets(user_id)) for user_id, net in nets)
    return lines(*rows, achieved(table, words), went_back(table, words))


def went_back(table: Table, words: Words) -> str:
    """A line for each sum that the server's limits have sent back."""
    return lines(*(small(_went_back(back, words)) for back in table.lobby.back[:MOST_BACK]))


def achieved(table: Table, words: Words) -> str:
    """A line for each person with what they have achieved for the first time in the last round.

    Not of those who don't want that, but where the table is private its reader is the one who achieved it.
    """
    known = {each.key: each for each in (*table.game.achievable, *EVERYWHERE)}
    shown = [one for one in table.earned if one.key in known and (table.terms.mode.private or not one.unshown)]
    told: dict[int, str] = {}
    for one in shown[:MOST_ACHIEVED]:
        also = f"{known[one.key].emoji} {bold(words.said(known[one.key].title))}"
        before = told.get(one.user_id)
        told[one.user_id] = joined(before, also) if before else achievement_of(one.user_id, known[one.key], words)
    return lines(*told.values())


def achievement_of(user_id: int, achievement: Achievement, words: Words) -> str:
    """Who has achieved what."""
    return words(
        "🏅 {person}: {emoji} **{title}**",
        person=words.name(user_id),
        emoji=achievement.emoji,
        title=achievement.title,
    )


def _went_back(back: Back, words: Words) -> str:
    about = {"payer": words.name(back.payer), "payee": words.name(back.payee)}
    if back.why == "beside house players":
        return words.counted(
            "Daily limit for winnings from house players reached: {count} chips returned from {payer} to {payee}.",
            back.chips,
            **about,
        )
    return words.counted(
        "{count} chips went back from {payer} to {payee}: this server allows no more between members today.",
        back.chips,
        **about,
    )


def total(words: Words, user_id: int, net: int, balance: int | None) -> str:
    """What somebody won or lost in the last round and, where it is said, their `balance` after it."""
    if balance is None:
        return bold(f"{words.name(user_id)}\N{NO-BREAK SPACE}{words.signed(net)}")
    about = {"person": words.name(user_id), "net": words.signed(net)}
    return words.counted("**{person} {net}** · now {count} chips", balance, **about)


def streaks(table: Table, words: Words) -> str:
    """A line for each person who has won several rounds in a row here, the longest streak first."""
    longest = sorted(table.lobby.streaks.items(), key=lambda streak: -streak[1])[:MOST_STREAKS]
    return lines(
        *(
            words.counted("**{person}** has won {count} rounds in a row", won, person=words.name(user_id))
            for user_id, won in longest
            if won >= SHORTEST_STREAK
        )
    )
