"""`/bank audit`: whether the books are right and where the chips are; for a reason also the ledger, in pages and files.

A button's address holds all that the page needs: where it begins and which rows it is about. So it works after a
restart; every press checks who may press it.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import discord
from discord.utils import escape_markdown

from cogs.app.bot import App
from cogs.app.replies.components import MOST_BYTES, Attached, Layout, soon
from cogs.app.replies.errors import whisper
from cogs.app.replies.permissions import AT_ONCE, members_of, verify_manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show as show_in_place
from cogs.app.router import Route
from cogs.chips.history import Title
from cogs.chips.reasons import WORDINGS
from cogs.table.parts import layout, lines, small
from data.ledger import sheets
from data.ledger.audit import Filter, Row
from data.ledger.books import Books, HouseResult
from data.ledger.flows import DayBetween, between
from data.ledger.ledger import Account, AccountKind, Page
from data.ledger.reasons import PURSES, LedgerReason
from data.people import Person, is_member
from data.tables.matches import Matches, Void
from games.core import Phrase
from i18n.words import Words

log = logging.getLogger(__name__)

PAGE = 8
MOST_DAYS = 30
"""Lines about what two members had from each other."""
MOST_VOIDS = 3
"""Matches that were declared void, listed below the newest page."""
ACCENT = 0x95A5A6


@dataclass(frozen=True, slots=True)
class LedgerSpot:
    """Which rows a panel is about, and the ledger row at which it continues."""

    which: Filter
    row: int = 0

    def __str__(self) -> str:
        which = self.which
        days = (0 if day is None else day.toordinal() for day in (which.first, which.last))
        return ":".join(str(part) for part in (self.row, which.user_id or 0, which.table or 0, *days))

    @classmethod
    def of(cls, match: re.Match[str], guild: int) -> LedgerSpot:
        """The spot in a custom_id, in the server where it was pressed."""
        row, user_id, table, first, last = (int(match[name]) for name in ("row", "user", "table", "first", "last"))
        days = (date.fromordinal(day) if 1 <= day <= date.max.toordinal() else None for day in (first, last))
        return cls(Filter(guild, user_id or None, table or None, *days), row)


async def _pressed(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    verify_manages(interaction)
    spot = LedgerSpot.of(match, interaction.guild_id or 0)
    match match["verb"]:
        case "csv":
            await send_files(interaction, spot.which)
        case "books":
            await show_books(interaction)
        case way:
            app = interaction.client
            turn = app.audit.newer if way == "newer" else app.audit.older
            page = await turn(spot.which, spot.row, PAGE)
            await show_in_place(interaction, _view(app, page, spot.which, own_words(interaction)))


AUDIT = Route(
    "audit",
    r"(?P<verb>newer|older|csv|books):(?P<row>[0-9]{1,18}):(?P<user>[0-9]{1,20}):(?P<table>[0-9]{1,18})"
    r":(?P<first>[0-9]{1,7}):(?P<last>[0-9]{1,7})",
    _pressed,
    "/bank audit",
)
"""Another page, the file, or the books."""


async def show(interaction: discord.Interaction[App], which: Filter, reason: str) -> None:
    """Answer the command with the newest page, and record that somebody looked, and why."""
    app, words = interaction.client, own_words(interaction)
    before = await app.audit.look(which.guild, interaction.user.id, reason, app.now())
    page = await app.audit.older(which, None, PAGE)
    looked = (
        words(
            "{person} viewed it {when}: {reason}",
            person=Person(before.actor_id),
            when=soon(before.at),
            reason=escape_markdown(before.reason),
        )
        if before is not None
        else ""
    )
    voids = await Matches(app.store).voids(which.guild, which.table, MOST_VOIDS)
    view = _view(app, page, which, words, lines(small(looked), *(small(_void(void, words)) for void in voids)))
    await interaction.response.send_message(view=view, ephemeral=True)


async def show_between(interaction: discord.Interaction[App], pair: tuple[int, int], reason: str) -> None:
    """Answer the command with what two members had from each other, and record that somebody looked, and why."""
    app, words, guild = interaction.client, own_words(interaction), interaction.guild_id or 0
    await app.audit.look(guild, interaction.user.id, reason, app.now())
    days = await app.store.read(lambda db: between(db, guild, *pair, MOST_DAYS))
    heading = lines(
        words("### Between {one} and {other}", one=words.person(pair[0]), other=words.person(pair[1])),
        small(words("Gifts, sales of a bank, stakes at Pontoon and antes, by UTC day, newest first")),
    )
    rows = lines(*(between_text(day, words) for day in days)) or words("Neither had any chips from the other.")
    await interaction.response.send_message(view=layout(ACCENT, [heading, rows]), ephemeral=True)


def _void(void: Void, words: Words) -> str:
    return words(
        "{person} made match {match} void {when}: {reason}",
        match=str(void.table),
        person=Person(void.actor_id),
        when=soon(void.at),
        reason=escape_markdown(void.reason),
    )


def _view(app: App, page: Page[Row], which: Filter, words: Words, note: str = "") -> Layout:
    heading = lines(words("### This server's ledger"), small(*_limits(which, words)))
    rows = lines(*(row_text(row, words, app.open_tables.title) for row in page.rows)) or words(
        "There are no such rows."
    )
    spot = LedgerSpot(which)
    buttons = []
    if page.has_newer:
        newest = replace(spot, row=page.rows[0].id if page.rows else 0)
        buttons.append(AUDIT.button(f"newer:{newest}", words("Newer")))
    if page.has_older:
        buttons.append(AUDIT.button(f"older:{replace(spot, row=page.rows[-1].id)}", words("Older")))
    buttons.append(AUDIT.button(f"csv:{spot}", words("As a file")))
    buttons.append(AUDIT.button(f"books:{spot}", words("Check the books")))
    return layout(ACCENT, [heading, lines(rows, note)], [buttons])


def _limits(which: Filter, words: Words) -> list[str]:
    limits = [words("newest first")]
    if which.user_id is not None:
        limits.append(str(Person(which.user_id)))
    if which.table is not None:
        limits.append(words("table {table}", table=str(which.table)))
    if which.first is not None:
        limits.append(words("from {day}", day=str(which.first)))
    if which.last is not None:
        limits.append(words("to {day}", day=str(which.last)))
    return limits


async def show_books(interaction: discord.Interaction[App]) -> None:
    """Answer a command or a press with the sums, in which nobody is named."""
    app = interaction.client
    await interaction.response.defer(ephemeral=True, thinking=True)
    guild = interaction.guild_id or 0
    books = await app.audit.books(guild)
    for problem in books.problems:
        log.error("the books of server %s are wrong: %s", guild, problem)
    sections = books_text(books, own_words(interaction), app.open_tables.title)
    await interaction.followup.send(view=layout(ACCENT, sections), ephemeral=True)


MOST_NAMED = 2_000
"""The most people whom one press looks up."""


async def send_files(interaction: discord.Interaction[App], which: Filter) -> None:
    """Answer a press with the files that have rows, only for the person who pressed."""
    app: App = interaction.client
    words = own_words(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    assert interaction.guild is not None  # the button is in a server
    people = await app.audit.alone(lambda db: sheets.people(db, which, MOST_NAMED))
    names = await _names(interaction.guild, people, words)
    found = await app.audit.alone(lambda db: sheets.written(db, which, names, MOST_BYTES))
    day = f"{app.now():%Y-%m-%d}"
    written = {"ledger": found.ledger, "settings": found.settings, "looks": found.looks}
    files = [Attached(io.BytesIO(sheet.data), f"{name}-{day}.csv") for name, sheet in written.items() if sheet.rows]
    if not files:
        await whisper(interaction, words("There are no such rows."))
        return
    ledger = found.ledger
    if ledger.rows == ledger.total:
        shown = words.counted("{count} rows, newest first.", ledger.rows)
    else:
        shown = words.counted(
            "The newest {rows} of {count} rows; no more fit in one file. Choose fewer days to get the others.",
            ledger.total,
            rows=ledger.rows,
        )
    text = lines(
        shown,
        words.counted("{count} changes to settings.", found.settings.rows),
        words.counted("{count} views of the ledger.", found.looks.rows),
    )
    await interaction.edit_original_response(content=text, attachments=files)


async def _names(guild: discord.Guild, people: Sequence[int], words: Words) -> dict[int, str]:
    """People's names in the server; somebody whom Discord doesn't find there, or not in time, has none."""
    names = {person: words.person(person) for person in people if not is_member(person)}
    members = [person for person in people if is_member(person)]
    try:
        for start in range(0, len(members), AT_ONCE):
            found = await members_of(guild, members[start : start + AT_ONCE])
            names |= {member.id: member.display_name for member in found}
    except TimeoutError:
        pass
    return names


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
    return lines(text, small(words("{chips} of them without play", chips=day.unearned) if day.unearned else ""))


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
    passed = sum(not finding.problems for finding in books.findings)
    if failed := len(books.findings) - passed:
        found = words.counted(
            "{count} checks of the chips failed. Tell the bot's operator: the log says which.", failed
        )
    else:
        claims = words(
            "Every balance is the sum of its ledger rows (in all: {rows}), nobody is below 0, all accounts add up to 0,"
            " and no table keeps chips of a round that is over.",
            rows=books.rows,
        )
        found = lines(words.counted("All {count} checks of the chips passed.", passed), small(claims))
    return (
        lines(words("### This server's books"), found),
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
    text = words("{what}: {net}", what=what, net=words.signed(result.net))
    return text[:1].upper() + text[1:]
