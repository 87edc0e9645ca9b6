"""The puzzles of the week below `/daily`: whoever solves one plays one side's cards, and the bot plays the other side.

An address carries all choices so far, so nothing is kept while somebody plays, and a press that comes twice shows the
same. Seats are named as on a compass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies.components import Component, Layout, emoji
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.five_hundred.card_play import standing_text, trick_by_seats
from cogs.five_hundred.wording import AMBER, bid_text, cards_text, contract_text, suit_label, trick_text, trumps_text
from cogs.table.faces import CardText, plain_text
from cogs.table.parts import GOLD, bold, in_one_message, joined, layout, lines, small
from data.tables.puzzles import Puzzles, week_of
from games.core import IllegalAction, Phrase, Seat
from games.five_hundred import Play
from i18n.words import Words
from tables.five_hundred.puzzles import IN_A_WEEK, Attempt, Task, attempted, puzzle_of, turn

SEATS = (Phrase("South"), Phrase("West"), Phrase("North"), Phrase("East"))
"""Clockwise, from the hand that plays first."""
_SOLVED, _NOT_SOLVED = "✅", "❌"
_NUMBERS = range(1, IN_A_WEEK + 1)


class PuzzlePages:
    """The buttons of puzzles, and what they bring."""

    def __init__(self, app: App, puzzles: Puzzles, is_offered: Callable[[int], bool]) -> None:
        self._app = app
        self._puzzles = puzzles
        self._is_offered = is_offered
        self.route: Route[App] = Route(
            "puzzle",
            r"(?P<week>[0-9]{1,5}):(?P<number>[0-9]{1,2}):(?P<choices>[0-9a-f]{0,28})(?P<new>:new)?",
            self._pressed,
            "puzzle {number} of week {week}",
        )

    async def button(self, interaction: discord.Interaction[App]) -> list[Component]:
        """What stands below `/daily`: the way to the first puzzle that somebody hasn't tried, unless there is none."""
        if not self._is_offered(interaction.guild_id or 0):
            return []
        week, words = week_of(self._app.now()), own_words(interaction)
        tries = await self._puzzles.tries(week, interaction.user.id)
        following = next((number for number in _NUMBERS if number not in tries), _NUMBERS[0])
        label = words("Puzzles ({done}/{count})", done=len(tries), count=IN_A_WEEK)
        return [self.route.button(f"{week}:{following}::new", label)]

    async def _pressed(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        app, puzzles, guild, user_id = self._app, self._puzzles, interaction.guild_id or 0, interaction.user.id
        week, number, now = int(found["week"]), int(found["number"]), app.now()
        if week != week_of(now) or number not in _NUMBERS or not self._is_offered(guild):
            raise IllegalAction("This puzzle isn't offered any more. Those of this week are in /daily.")
        attempt = attempted(puzzle_of(week, number), [int(digit, 16) for digit in found["choices"]])
        is_new = not is_private(interaction) or found["new"] is not None
        await interaction.response.defer(ephemeral=is_new, thinking=is_new)
        if attempt.is_over:
            await puzzles.finish(week, number, user_id, guild, now, solved=attempt.is_solved)
        tries, solved = await puzzles.tries(week, user_id), await puzzles.solved(week, number)
        page = _Page(self.route, week, number, attempt, found["choices"], tries, solved, own_words(interaction))
        view = in_one_message(page.view, app.cards_for(user_id))
        await interaction.edit_original_response(view=view, attachments=[])


@dataclass(frozen=True)
class _Page:
    """One drawing of an attempt, and of what can be done next."""

    route: Route[App]
    week: int
    number: int
    attempt: Attempt
    choices: str
    tries: Mapping[int, bool]
    """The first tries of the reader."""
    solved: tuple[int, int]
    """By how many it was solved at the first try, and how many have tried."""
    words: Words

    def view(self, cards: CardText) -> Layout:
        """The task, the contract, the trick and all hands; in the end what came of it."""
        words, attempt = self.words, self.attempt
        view = attempt.deal.view(None)
        contract = joined(contract_text(attempt.puzzle.contract, self._person, words), trumps_text(view, words))
        title = words("Puzzle {number} of {count}", number=self.number, count=IN_A_WEEK)
        how = words(
            "All cards are open. You choose for {hands} where it matters. The others play as well as they can.",
            hands=words.listed(self._person(seat) for seat in self._seats()[::-1] if seat in attempt.puzzle.side),
        )
        sections = [lines(f"### {title} {_hardness(self.number)}", bold(self._task()), small(how))]
        standing = "" if attempt.is_over and view.order.is_misere else standing_text(view, words)
        sections.append(lines(contract, small(standing)))
        if attempt.is_over:
            sections.append(lines(*self._outcome(cards)))
        else:
            trick = trick_by_seats(view, self._seats(), self._person, cards, words) if view.trick is not None else ""
            sections += [trick, lines(*self._hands(cards))]
        return layout(GOLD if attempt.is_solved else AMBER, sections, [self._cards(cards), self._ways()])

    @property
    def _here(self) -> str:
        return f"{self.week}:{self.number}"

    def _person(self, seat: Seat) -> str:
        return self.words.said(SEATS[(seat - self.attempt.puzzle.first) % len(SEATS)])

    def _seats(self) -> list[Seat]:
        """All seats, the one that plays first in the puzzle last."""
        first = self.attempt.puzzle.first
        return [(first + 1 + place) % len(SEATS) for place in range(len(SEATS))]

    def _task(self) -> str:
        puzzle, words = self.attempt.puzzle, self.words
        bid = bid_text(puzzle.contract.bid, words)
        match puzzle.task:
            case Task.MAKE:
                return words("Make {bid} from here.", bid=bid)
            case Task.DEFEAT:
                return words("Defeat {bid} from here.", bid=bid)
            case Task.CATCH:
                return words("Catch the misère: let {person} win a trick.", person=self._person(puzzle.contract.seat))

    def _hands(self, cards: CardText) -> Iterator[str]:
        deal = self.attempt.deal
        for seat in self._seats():
            if seat not in deal.view(None).laid_down:
                yield f"{bold(self._person(seat))} {cards_text(deal.order.as_held(deal.hands[seat]), cards)}"
        whose = self._person(turn(deal))
        if deal.view(None).trick is None:
            yield self.words("**{person} leads a card.**", person=whose)
        else:
            yield self.words("**{person} plays a card.**", person=whose)

    def _outcome(self, cards: CardText) -> Iterator[str]:
        words, attempt = self.words, self.attempt
        if attempt.lost_by is None:
            yield words("{mark} **Solved.** It can't fail now.", mark=_SOLVED)
        else:
            seat, play = attempt.lost_by
            how = {"mark": _NOT_SOLVED, "person": self._person(seat), "card": cards(play.card)}
            yield words("{mark} **Not solved.** {person}'s {card} loses it against best play:", **how)
        yield from self._tricks(cards)
        if self.tries[self.number] is not attempt.is_solved:
            yield small(words("Your first try counts."))
        (solved, tried) = self.solved
        share = round(100 * solved / tried)
        yield small(
            words("Solved at the first try: {solved} of {tried} ({share}%)", solved=solved, tried=tried, share=share)
        )

    def _tricks(self, cards: CardText) -> Iterator[str]:
        """The tricks from the one on in which a card lost it; of what was solved the last."""
        lost_by, play = self.attempt.lost_by, self.attempt.deal.play
        tricks = play.tricks if play is not None else ()
        first = len(tricks) - 1
        if lost_by is not None:
            first = next(at for at, trick in enumerate(tricks) if (lost_by[0], lost_by[1].card) in trick.cards)
        for number, trick in enumerate(tricks[first:], first + 1):
            yield f"{number}. {trick_text(trick, self._person, cards, self.words)}"

    def _cards(self, cards: CardText) -> list[Component]:
        """The cards that can be played, in the order of the hand."""
        deal, plays = self.attempt.deal, self.attempt.plays
        held = deal.order.as_held({play.card for play in plays})
        numbers = sorted(range(len(plays)), key=lambda number: held.index(plays[number].card))
        return [self._card(number, plays[number], cards) for number in numbers]

    def _card(self, number: int, play: Play, cards: CardText) -> Component:
        """A card on a button: its emoji, or its text where there is none or it names a suit."""
        address, text = f"{self._here}:{self.choices}{number:x}", cards(play.card)
        face = emoji(text)
        if face is None or play.named is not None:
            named = "" if play.named is None else f" {suit_label(play.named, self.words)}"
            return self.route.button(address, plain_text(play.card) + named, ButtonStyle.primary)
        return self.route.button(address, None, ButtonStyle.primary, emoji=face)

    def _ways(self) -> list[Component]:
        """Back to the beginning, and to the other puzzles of the week unless this one goes on."""
        ways = [self.route.button(f"{self._here}:", self.words("Start again"))] if self.choices else []
        for number in _NUMBERS if self.attempt.is_over or not self.choices else ():
            if number != self.number:
                label = f"{self.words('Puzzle {number}', number=number)} {_hardness(number)}"
                solved = self.tries.get(number)
                mark = "" if solved is None else f" {_SOLVED if solved else _NOT_SOLVED}"
                ways.append(self.route.button(f"{self.week}:{number}:", f"{label}{mark}"))
        return ways


def _hardness(number: int) -> str:
    """A star for the easiest puzzle of a week, and one more for each that is harder."""
    return "★" * number
