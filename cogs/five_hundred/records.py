"""`/fivehundred matches`: those in play, the latest that are over, the deals of one, the record of a deal.

A table's own buttons come here too. Only finished deals are shown: a deal's record is on the disk from its end on.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence

import discord

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Attached, Layout
from cogs.app.replies.permissions import manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route, chosen
from cogs.fair.fair_commands import check_button
from cogs.five_hundred.finished_deal import FinishedDeal, deal_row, options_of, seated
from cogs.five_hundred.my_game import my_game_view
from cogs.five_hundred.record_pages import DealRecord
from cogs.five_hundred.replay_pages import Replay
from cogs.five_hundred.wording import AMBER, Person, score_text, side_text, unrated_text, why_over
from cogs.lobby.opening import bring_table
from cogs.table.parts import MOST_TEXT, bold, joined, layout, lines, review_button, small
from cogs.table.press import Handler, Press
from data.tables.matches import DealRow, Ending, Matches, MatchRow
from data.tables.mistakes import KeptMistakes
from games.core import IllegalAction
from games.five_hundred import Options, write_match
from i18n.words import Words
from tables.modes import mode_of
from tables.table import Table

MOST_LISTED = 25
"""Deals in the list from which a record is chosen; Discord allows no more."""


def _holder(match: MatchRow, words: Words) -> Person:
    return lambda seat: words.person(match.seated[seat])


# One match


def match_view(
    match: MatchRow, options: Options, deals: Sequence[DealRow], records: Route[App], file: Route[App], words: Words
) -> Layout:
    """Who won a match and why it is over, the score, what each deal scored, and the list of the deals' records.

    `records` opens one of them, and `file` sends all.
    """
    title = f"### {words('Match {match}', match=str(match.table))}"
    if match.ended_at is None:
        title = joined(title, words.counted("to {count} points", options.target))
    head = lines(_ended(match, options, words), match_score_text(match, options, words))
    finished = [FinishedDeal.of_row(match, row, options, words) for row in reversed(deals)]
    rows = fitting([deal.row() for deal in finished], len(title) + len(head), words)
    view = layout(AMBER, [title, head, rows])
    if not deals:
        return view
    choices = [components.option(deal.label(), str(deal.number)) for deal in finished[:MOST_LISTED]]
    select = records.select(match.table, choices, words("Show a deal record…"))
    as_file = file.button(match.table, words("As a file"))
    return Layout(*view.to_components(), components.row(select), components.row(as_file))


def match_score_text(match: MatchRow, options: Options, words: Words) -> str:
    """The sides of a match with their points."""
    points = match.points or (0,) * options.sides
    person = _holder(match, words)
    return lines(*(score_text(options, side, person, points[side], words) for side in range(options.sides)))


# Lists


def fitting(rows: Sequence[str], taken: int, words: Words) -> str:
    """As many of `rows` as fit beside `taken` characters, and how many are left out."""
    for count in range(len(rows), -1, -1):
        left_out = len(rows) - count
        more = [small(words("and {count} more", count=left_out))] if left_out else []
        if len(text := "\n".join([*rows[:count], *more])) <= MOST_TEXT - taken:
            break
    return text


def running_text(match: MatchRow, options: Options, link: str, words: Words) -> str:
    """A running match, in a list."""
    target = words.counted("to {count} points", options.target)
    deals = words.counted("{count} deals", match.deals)
    return lines(joined(_linked(match, link, words), target, deals), match_score_text(match, options, words))


def finished_text(match: MatchRow, options: Options, link: str, words: Words) -> str:
    """A finished match, in a list: who won, if anybody, by how much, when and where."""
    person = _holder(match, words)
    points = match.points or (0,) * options.sides
    sides = [f"{side_text(options, side, person)} **{words.chips(points[side])}**" for side in range(options.sides)]
    when = f"<t:{round(match.ended_at.timestamp())}:d>" if match.ended_at is not None else ""
    why = small(unrated_text(match.unrated, words))
    return lines(joined(_linked(match, link, words), when), _outcome(match, words), joined(*sides), why)


def _linked(match: MatchRow, link: str, words: Words) -> str:
    return f"**[{words('Match {match}', match=str(match.table))}]({link})**"


def _ended(match: MatchRow, options: Options, words: Words) -> str:
    """Who won a match, why it is over, and why it isn't rated; nothing while it lasts."""
    if match.ended_at is None:
        return ""
    won = {options.side_of(player.seat) for player in match.players if player.won}
    ending = "" if match.ending is None else match.ending.value
    why = why_over(ending, match.points, won, options, _holder(match, words), words)
    return lines(bold(_outcome(match, words)), small(why), small(unrated_text(match.unrated, words)))


def _outcome(match: MatchRow, words: Words) -> str:
    winners = words.people(player.user_id for player in match.players if player.won)
    if not winners:
        return words("No winner")
    if match.ending is Ending.DEFAULT:
        return f"🏆 {words('Won by default: {people}', people=winners)}"
    return f"🏆 {winners}"


LATEST = 5
"""The most finished matches that are listed."""
MATCH = r"(?P<match>[0-9]{1,18})"
DEAL = r"(?P<deal>[0-9]{1,6})"
ROOM = 60
"""Characters that headings take, with what says how many matches are left out."""


class Records:
    """What the rows of matches say."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._matches = Matches(app.store)
        self._mistakes = KeptMistakes(app.store)
        self.buttons: Mapping[str, Handler] = {"scores": self.press_scores, "record": self.press_record}
        self._page = Route("deal", rf"{MATCH}:{DEAL}:(?P<page>[0-9])", self._turn, "match {match}, deal {deal}")
        self._replay = Route(
            "replay",
            rf"{MATCH}:{DEAL}(?::(?P<step>[0-9]{{1,2}}))?",
            self._step,
            "match {match}, deal {deal}, trick by trick",
        )
        self._file = Route("matchfile", MATCH, self._send_match, "match {match}, as a file")
        self._list = Route("deals", MATCH, self._choose, "match {match}, its deals")
        self._matches_route = Route("matches", "(?P<what>all|one|mine)", self._open, "/fivehundred matches")
        self._bring = Route("bring", MATCH, self._bring_here, "match {match}, brought to another channel")
        self.routes = (self._page, self._replay, self._file, self._list, self._matches_route, self._bring)

    # At a table

    async def press_scores(self, press: Press) -> None:
        """Show the deals of this match to the asker."""
        await press.show(await self.deals(press.interaction, press.table.id))

    async def press_record(self, press: Press) -> None:
        """Show the record of the deal on the button to the asker."""
        number = press.address.argument
        deal = int(number) if number.isdecimal() else 0
        await press.show(await self.record(press.interaction, press.table.id, deal))

    # On the private messages

    async def _turn(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show another page."""
        view = await self.record(interaction, int(found["match"]), int(found["deal"]), int(found["page"]))
        await show(interaction, view)

    async def _send_match(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        number = int(found["match"])
        (_, deals), saved = await self._match(interaction, number), await self._app.tables.get(number)
        is_of_tournament = saved is not None and mode_of(saved.house).is_organised
        text = write_match(number, [(row.record, row.points) for row in deals], is_of_tournament=is_of_tournament)
        file = Attached(io.BytesIO(text.encode()), f"match-{number}.txt")
        await interaction.response.send_message(file=file, ephemeral=True)

    async def _step(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show a trick of a deal to somebody who played in it: from a table in a message of its own, beside it."""
        record = await self._record(interaction, int(found["match"]), int(found["deal"]))
        if not _played(interaction, record):
            raise IllegalAction("Only this match's players can do that.")
        cards = self._app.cards_for(interaction.user.id)
        view = Replay.of(record).view(int(found["step"] or 0), self._replay, self._page, cards)
        if found["step"] is None:
            await interaction.response.send_message(view=view, ephemeral=True)
        else:
            await show(interaction, view)

    async def _choose(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show the record of the deal that was chosen in the list of a match's deals."""
        await show(interaction, await self.record(interaction, int(found["match"]), _number(interaction, 7)))

    async def _open(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show all matches, the one that was chosen among them, or what one's own mistakes cost."""
        words = own_words(interaction)
        buttons = [self._matches_route.button("all", words("All matches"))]
        if found["what"] == "all":
            await show(interaction, await self.matches(interaction))
            return
        if found["what"] == "mine":
            mistakes = await self._mistakes.of(*_reader(interaction), self._app.now())
            await show(interaction, my_game_view(*mistakes, buttons, words))
            return
        number = _number(interaction, 19)
        view = await self.deals(interaction, number)
        if (live := self._app.open_tables.find(number)) is not None and _may_bring(interaction, live.table):
            buttons.insert(0, self._bring.button(number, words("Bring it here")))
        await show(interaction, Layout(*view.to_components(), components.row(*buttons)))

    async def _bring_here(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Post the table of a running match here, to continue it in this channel."""
        number, live = int(found["match"]), self._app.open_tables.find(int(found["match"]))
        table = None if live is None else live.table
        is_here = table is not None and table.guild == interaction.guild_id and table.is_seen_by(interaction.user.id)
        if table is None or not is_here:
            raise _no_match(number)
        table.verify_may_change_players()
        if not _may_bring(interaction, table):
            raise IllegalAction("Only this match's players can do that.")
        await bring_table(self._app, interaction, table)

    # What they show

    async def deals(self, interaction: discord.Interaction, number: int) -> Layout:
        """The deals of a match in short. Raises IllegalAction when its reader knows no match with this number."""
        match, deals = await self._match(interaction, number)
        return match_view(match, options_of(match.options), deals, self._list, self._file, own_words(interaction))

    async def record(self, interaction: discord.Interaction, number: int, deal: int, page: int = 0) -> Layout:
        """A page of the record of a finished deal. Raises IllegalAction when there is none for its reader."""
        record = await self._record(interaction, number, deal)
        view, words = record.view(page, self._page, self._app.cards_for(interaction.user.id)), record.words
        buttons = [check_button(number, deal, words)]
        if _played(interaction, record):
            is_replayed = record.deal is not None and record.deal.play is not None
            replay = [self._replay.button(f"{number}:{deal}:0", words("Replay"))] if is_replayed else []
            buttons = [*replay, review_button(number, deal, words), *buttons]
        return Layout(*view.to_components(), components.row(*buttons))

    async def matches(self, interaction: discord.Interaction) -> Layout:
        """The matches in play, and the latest that are over."""
        words, (guild, reader) = own_words(interaction), _reader(interaction)
        running = await self._matches.running(guild, reader)
        finished = await self._matches.finished(guild, reader, LATEST)
        if not running and not finished:
            return layout(AMBER, [words("No match has been played here yet. Open one in /play.")])
        over = [finished_text(match, options_of(match.options), self._link(match), words) for match in finished]
        on = [running_text(match, options_of(match.options), self._link(match), words) for match in running]
        sections = [lines(words("### Finished matches"), fitting(over, ROOM, words))] if over else []
        if on:
            taken = sum(map(len, sections)) + ROOM
            sections.insert(0, lines(words("### Matches in play"), fitting(on, taken, words)))
        choices = [
            components.option(words("Match {match}", match=str(match.table)), str(match.table))
            for match in (*running[: MOST_LISTED - len(finished)], *finished)
        ]
        select = self._matches_route.select("one", choices, words("Look at a match…"))
        return layout(AMBER, sections, [[select], [self._matches_route.button("mine", words("My game"))]])

    def _link(self, match: MatchRow) -> str:
        live = self._app.open_tables.find(match.table)
        if live is not None:
            return self._app.presses.view_of(live.table).link
        where = f"https://discord.com/channels/{match.guild}/{match.channel}"
        return where if match.message is None else f"{where}/{match.message}"

    async def _match(self, interaction: discord.Interaction, number: int) -> tuple[MatchRow, tuple[DealRow, ...]]:
        guild, reader = _reader(interaction)
        found = await self._matches.match(guild, number)
        if found is None or not await self._app.is_seen(number, reader):
            raise _no_match(number)
        return found

    async def _record(self, interaction: discord.Interaction, number: int, deal: int) -> DealRecord:
        """The rows of a match and of all its finished deals, and of this one. Raises IllegalAction like `record`."""
        match, deals = await self._match(interaction, number)
        return DealRecord(match, deals, deal_row(match, deals, deal), options_of(match.options), own_words(interaction))


def _reader(interaction: discord.Interaction) -> tuple[int, int]:
    """The server, and whoever wants to read."""
    return interaction.guild_id or 0, interaction.user.id


def _played(interaction: discord.Interaction, record: DealRecord) -> bool:
    """Whether the reader had a seat in that deal."""
    return interaction.user.id in seated(record.match, record.row.deal).values()


def _number(interaction: discord.Interaction, below: int) -> int:
    """The number that was chosen in a list, of fewer digits than `below`; 0 when it is none."""
    return next((int(each) for each in chosen(interaction) if each.isdecimal() and len(each) < below), 0)


def _may_bring(interaction: discord.Interaction, table: Table) -> bool:
    who = interaction.user.id
    may = who in table.lobby.seats or who == table.host or manages(interaction)
    return may and not table.terms.mode.is_organised


def _no_match(number: int) -> IllegalAction:
    return IllegalAction("There is no match {match} here. See /fivehundred matches.", match=str(number))
