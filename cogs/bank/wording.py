"""Rows of the ledger and the state of the books, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from discord.utils import escape_markdown

from cogs.chips.reasons import WORDINGS
from cogs.table.parts import lines, small
from data.ledger.audit import Row
from data.ledger.books import Books, HouseResult
from data.ledger.flows import DayBetween
from data.ledger.ledger import Account, AccountKind
from data.ledger.reasons import PURSES, LedgerReason
from games.core import Phrase
from i18n.words import Words

Title = Callable[[str], Phrase | str]
"""A game's name for people."""

MOST_REASON = 80
"""Characters shown of a reason; the file has all of it."""


def row_text(row: Row, words: Words, title: Title) -> str:
    """One row: who paid whom how much for what, and the balances after it."""
    who = words(
        "**{chips}** from {payer} to {payee} · {what} · {when}",
        chips=row.amount,
        payer=_name(row.payer, words),
        payee=_name(row.payee, words),
        what=_what(row, words, title),
        when=f"<t:{round(row.at.timestamp())}:f>",
    )
    after = words("balances after: {payer} and {payee}", payer=row.payer_after, payee=row.payee_after)
    by = "" if row.actor_id is None else words("by {person}", person=words.person(row.actor_id))
    reason = "" if row.reason is None else escape_markdown(row.reason[:MOST_REASON])
    return lines(who, small(after, by, reason))


def between_text(day: DayBetween, words: Words) -> str:
    """What one member had from another in a day."""
    text = words(
        "**{chips}** from {payer} to {payee} · {day}",
        chips=day.chips,
        payer=words.person(day.payer),
        payee=words.person(day.payee),
        day=str(date(1970, 1, 1) + timedelta(days=day.day)),
    )
    without = words("{chips} of them without play", chips=day.unearned)
    return lines(text, small(without if day.unearned else ""))


def _what(row: Row, words: Words, title: Title) -> str:
    if row.table is not None and row.game is not None:
        about = {"game": title(row.game), "table": str(row.table), "round": row.round or 0}
        if row.why in (*PURSES, LedgerReason.PRACTICE_RETURN, LedgerReason.LIMIT_RETURN):
            return words("{game} #{table}: {why}", **about, why=_outside_rounds(row.why, words))
        if not row.round:
            return words("{game} #{table}", **about)
        return words("{game} #{table} round {round}", **about)
    return _outside_rounds(row.why, words)


def _outside_rounds(why: str, words: Words) -> str:
    wording = WORDINGS.get(why)
    return escape_markdown(why) if wording is None or wording.books is None else words.said(wording.books)


def _name(account: Account, words: Words) -> str:
    match account.kind:
        case AccountKind.MEMBER:
            return words.person(account.owner)
        case AccountKind.TABLE:
            return words("table {table}", table=str(account.owner))
        case AccountKind.HOUSE:
            return words("the house")


def books_text(books: Books, words: Words, title: Title) -> Sequence[str]:
    """Whether every promise holds, where the chips are, and what the house won and paid."""
    held = sum(not finding.problems for finding in books.findings)
    right = words.counted("The {count} check of the chips passed.", "All {count} checks of the chips passed.", held)
    wrong = words.counted(
        "{count} check of the chips failed. Tell whoever runs the bot: its log says which.",
        "{count} checks of the chips failed. Tell whoever runs the bot: its log says which.",
        len(books.findings) - held,
    )
    return (
        lines(
            words("### This server's books"),
            right if held == len(books.findings) else wrong,
            small(
                words(
                    "Every balance is the sum of its ledger rows (in all: {rows}), nobody is below 0, all accounts "
                    "add up to 0,"
                    " and no table keeps chips of a round that is over.",
                    rows=books.rows,
                )
            )
            if held == len(books.findings)
            else "",
        ),
        lines(
            words("Members ({members}): {chips}", members=books.members, chips=books.in_purses),
            words("At tables: {chips}", chips=books.at_tables),
            words("House players: {chips}", chips=books.with_house_players) if books.with_house_players else "",
            words("The house: {chips}", chips=words.signed(books.house)),
        ),
        lines(words("**What the house won and paid**"), *(_house(result, words, title) for result in books.results)),
    )


def _house(result: HouseResult, words: Words, title: Title) -> str:
    if result.why == LedgerReason.HOUSE_PURSE:
        what: Phrase | str = words("house players")
    else:
        what = _outside_rounds(result.why, words) if result.game is None else title(result.game)
    return words("{what}: {net}", what=what, net=words.signed(result.net))
