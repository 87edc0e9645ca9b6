"""What the daily deal brought somebody: beside what the house made of their seat, and how all others did.

Only who has played it reads this, and what it says of the cards is in their own record anyway.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator

import discord
from msgspec.structs import replace

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.chips.seasons import MEDALS
from cogs.coach.hints import verdict
from cogs.daily_deal.house import HouseRecords
from cogs.five_hundred.finished_deal import FinishedDeal, options_of, player_in
from cogs.five_hundred.match_table import DAILY_RESULT
from cogs.five_hundred.review import COSTLY, action_text, option_text
from cogs.five_hundred.wording import daily_heading
from cogs.table.faces import CardText
from cogs.table.parts import GOLD, layout, lines, review_button, small
from cogs.table.replay import Decision, Weighed
from data.tables.daily import DailyDeal, DailyDeals, Entry, today
from data.tables.matches import DealRow, Matches, MatchRow
from games.core import IllegalAction
from games.five_hundred import Deal, Phase, Record, Score, read
from i18n.words import Words
from players.choice import coach_seed
from players.five_hundred import COACH_EFFORT, Question
from players.workers.process import NoAnswer
from tables.five_hundred.daily import MEMBER, first_difference, swing_of

ON_THE_BOARD = 5
"""Members of the server in the list."""
HASH = 32
"""Digits of a hash that are shown: to find two seeds that share so many takes 2**64 tries."""
_DEAL = 1
"""The only one of its match."""


class Results:
    """The result of a day, for one person."""

    def __init__(self, app: App, deals: DailyDeals, house: HouseRecords) -> None:
        self._app = app
        self._deals = deals
        self._house = house
        self._matches = Matches(app.store)
        self.route: Route[App] = Route(DAILY_RESULT, r"(?P<day>[0-9]{1,6})", self._pressed, "the daily deal of {day}")

    async def _pressed(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        day, user_id = int(found["day"]), interaction.user.id
        entry = await self._deals.entry(day, user_id)
        if entry is None or entry.points is None:
            raise IllegalAction("You have no result in the daily deal of that day.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        view = await self._view(day, user_id, entry, entry.points, own_words(interaction))
        await interaction.edit_original_response(view=view)

    async def _view(self, day: int, user_id: int, entry: Entry, points: int, words: Words) -> Layout:
        deals, deal = self._deals, await self._deals.deal(day)
        match = await self._matches.match(entry.guild, entry.table)
        assert match is not None  # the points were written with it
        row, cards = match[1][0], self._app.cards_for(user_id)
        in_short = FinishedDeal.of_row(match[0], row, options_of(match[0].options), words).in_short()
        days, standing = await deals.in_a_row(day, user_id), await deals.standing(day, entry.guild, points)
        next_hash = ""
        if day == today(self._app.now()):  # tomorrow's deal can be held to it
            mark = f"`{(await deals.commitment(day + 1))[:HASH]}`"
            next_hash = words("Fingerprint of tomorrow's seed: {hash}", hash=mark)
        sections = [
            daily_heading(day, words),
            lines(
                words("You: **{points}**", points=words.signed(points)),
                small(in_short),
                *await self._beside_house(deal, match[0], row, words, cards),
            ),
            lines(
                words("Place {place} of {count} in this server", place=standing.place_here, count=standing.played_here),
                words("Place {place} of {count} among all", place=standing.place, count=standing.played)
                if standing.played > standing.played_here
                else "",
                words.counted("🔥 {count} days in a row", days) if days > 1 else "",
            ),
            lines(*rows_text(await deals.board(day, entry.guild, ON_THE_BOARD), words)),
            small(next_hash),
        ]
        record = components.button(f"deal:{entry.table}:{_DEAL}:0", words("Deal record"))
        return layout(GOLD, sections, [[review_button(entry.table, _DEAL, words), record]])

    async def _beside_house(
        self, deal: DailyDeal, match: MatchRow, row: DealRow, words: Words, cards: CardText
    ) -> list[str]:
        """What the house made of the same seat, and where it first did something else."""
        house = await self._house.of(deal)
        if house is None:
            return []
        return [
            words("The house in your seat: **{points}**", points=words.signed(swing_of(house))),
            *[text async for text in self._differed(read(row.record), house, match, words, cards)],
        ]

    async def _differed(
        self, own: Record, house: Record, match: MatchRow, words: Words, cards: CardText
    ) -> AsyncIterator[str]:
        """Where somebody first did something else than the house, and what that cost by the coach's reckoning."""
        found = first_difference(own, house)
        if found is None:
            if own.moves == house.moves:
                yield words("You played exactly like the house.")
            return
        before, done, instead = found
        deal = replace(own, moves=tuple(before)).deal()
        person = player_in(match, _DEAL, words)
        in_raise = deal.phase is Phase.RAISE
        said, other = (action_text(each, person, words, cards, in_raise=in_raise) for each in (done, instead))
        yield _difference(deal, words, said, other)
        question = Question(deal.view(MEMBER), MEMBER, Score.new(own.options), done, effort=COACH_EFFORT)
        try:
            choice = await self._app.think(question, coach_seed(question))
        except NoAnswer:
            return
        weighed = Weighed(Decision(question, str(done)), choice, COSTLY)
        if weighed.done is not None and (weighed.cost or weighed.done.is_equal or weighed.done is weighed.best):
            text = option_text(weighed.done, deal.phase, person, words, cards)
            yield small(verdict(weighed.done, weighed.best, text, words))


def _difference(deal: Deal, words: Words, done: str, instead: str) -> str:
    how = {"done": done, "instead": instead}
    if deal.phase is not Phase.PLAY:
        return words("First difference, before the play: you chose {done}, the house {instead}.", **how)
    number = sum(deal.view(None).tricks_won) + 1
    return words("First difference, trick {number}: you played {done}, the house {instead}.", number=number, **how)


def rows_text(board: list[tuple[int, int]], words: Words) -> Iterator[str]:
    """The members of a server with their points; those with as many share a place."""
    place = 0
    for number, (person, points) in enumerate(board, 1):
        if number == 1 or points != board[number - 2][1]:
            place = number
        medal = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
        yield f"{medal} {words.person(person)} · {words.signed(points)}"
