"""A review: a deal that is over, with the coach's opinion at each of one's own decisions.

The deal is played again from its record. At each decision the coach gets what its player saw then, and nothing else; so
it can't be wise after the event. What cost some points or more on average is told, for the asker alone.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.five_hundred.advice import action_text, option_text
from cogs.five_hundred.finished_deal import options_of, player_in, points_before, seated
from cogs.five_hundred.wording import AMBER
from cogs.table.faces import CardText, plain_text
from cogs.table.parts import fits, layout, lines, small
from data.tables.matches import DealRow, MatchRow
from games.core import IllegalAction, Seat
from games.five_hundred import Action, Deal, Nominate, Phase, Play, Put, Record, Say, Score, read, start
from i18n.words import Words
from players.choice import Choice, Option
from players.five_hundred import Question
from players.workers.process import NoAnswer
from tables.clock import uptime

log = logging.getLogger(__name__)

COSTLY = 10.0
"""Points that a decision must have cost on average to be told."""
CLEARLY = 2
"""So many standard errors a difference must be to be told."""
MOST = 20
"""Decisions that are looked at in one review."""
TOLD_EVERY = 1.5
"""Seconds between two edits that say how far the review is."""
_NOT_WEIGHED = (Say.LOOK, Say.CLAIM, Say.AGREE, Say.PLAY_ON)


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody did, and the question that they answered by it. `trick` is its number, 0 before the first."""

    question: Question
    action: Action
    trick: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision with the coach's choice there."""

    decision: Decision
    choice: Choice

    @property
    def done(self) -> Option | None:
        """What was done, among the options; None where it was not weighed."""
        action = str(self.decision.action)
        return next((option for option in self.choice.options if option.action == action), None)

    @property
    def is_costly(self) -> bool:
        """Whether what was done was clearly worse, and by enough to be told."""
        done = self.done
        if done is None or done.is_equal:
            return False
        return done.behind >= max(COSTLY, CLEARLY * done.behind_error)


def decisions(record: Record, seat: Seat, points: tuple[int, ...]) -> Iterator[Decision]:
    """Where `seat` had something to decide; `points` are the scores before the deal, by side."""
    score = Score(record.options, points)
    deal = start(record.options, record.dealer, record.deck).round
    for who, action in record.moves:
        if who == seat and _is_weighed(deal, seat, action):
            trick = sum(deal.view(None).tricks_won) + 1 if deal.phase is Phase.PLAY else 0
            yield Decision(Question(deal.view(seat), seat, score, action), action, trick)
        deal = deal.apply(who, action).round


def _is_weighed(deal: Deal, seat: Seat, action: Action) -> bool:
    if action in _NOT_WEIGHED or isinstance(action, Nominate) or deal.view(seat).is_face_down:
        return False
    return not isinstance(action, Play) or sum(isinstance(a, Play) for a in deal.legal_actions(seat)) > 1


class Reviews:
    """Reviews for whoever asks, one at a time for each person."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._under_way: set[tuple[int, int]] = set()
        """Server and person."""

    async def show(
        self, interaction: discord.Interaction[App], match: MatchRow, deals: Sequence[DealRow], row: DealRow
    ) -> None:
        """Look at the decisions of whoever pressed in the deal `row` one by one, and say how far that is.

        Raises IllegalAction when they didn't play in it.
        """
        guild, user_id, words = interaction.guild_id or 0, interaction.user.id, own_words(interaction)
        number, deal = match.table, row.deal
        found = list(
            decisions(_record(row), _seat(match, deal, user_id), points_before(deals, deal, options_of(match.options)))
        )
        who = guild, user_id
        if who in self._under_way:
            raise IllegalAction("The coach is still looking at a deal for you. Wait until that review is finished.")
        self._under_way.add(who)
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            progress = _Progress(interaction, words, min(len(found), MOST))
            weighed = [
                await self._weigh(number, deal, place, each, progress) for place, each in enumerate(found[:MOST])
            ]
        except NoAnswer as error:
            log.warning("a review of match %s, deal %s stopped: %s", number, deal, error)
            raise IllegalAction("The coach can't think right now. Try again in a minute.") from error
        except discord.NotFound:  # whoever asked has dismissed the message
            return
        finally:
            self._under_way.discard(who)
        is_mixed = _seat(match, deal, user_id) in row.substitutes
        review = Review(match, deal, tuple(weighed), len(found), is_mixed, words)
        await interaction.edit_original_response(view=review.view(self._app.cards_for(user_id)))

    async def _weigh(self, number: int, deal: int, place: int, decision: Decision, progress: _Progress) -> Weighed:
        seed = hashlib.sha256(f"review {number} {deal} {place}".encode()).digest()
        weighed = Weighed(decision, await self._app.think(decision.question, seed))
        await progress.tell(place + 1)
        return weighed


class _Progress:
    """The private message that says how many decisions have been looked at."""

    def __init__(self, interaction: discord.Interaction[App], words: Words, count: int) -> None:
        self._interaction = interaction
        self._words = words
        self._count = count
        self._told_at = uptime()

    async def tell(self, done: int) -> None:
        """Say it, unless that was said a moment ago. Raises discord.NotFound when the message has gone."""
        now = uptime()
        if (now - self._told_at).total_seconds() < TOLD_EVERY or done == self._count:
            return
        self._told_at = now
        text = self._words("Looked at {done} of {count} decisions…", done=done, count=self._count)
        try:
            async with request_timeout():
                await self._interaction.edit_original_response(view=layout(AMBER, [text]))
        except discord.NotFound:
            raise
        except REFUSALS as error:
            log.info("a review doesn't show how far it is: %s", error_text(error))


@dataclass(frozen=True, slots=True)
class Review:
    """What the coach thinks of a deal; `count` are the decisions there were, of which `weighed` were looked at.

    `is_mixed`: some of them were made by the house, which played while the player was away.
    """

    match: MatchRow
    deal: int
    weighed: tuple[Weighed, ...]
    count: int
    is_mixed: bool
    words: Words

    def view(self, cards: CardText) -> Layout:
        """The message."""
        drawn = self._view(cards)
        return drawn if fits(drawn) else self._view(plain_text)

    def _view(self, cards: CardText) -> Layout:
        words = self.words
        title = words("### Match {match} · deal {deal}: your decisions", match=str(self.match.table), deal=self.deal)
        rows = [self._row(each, cards) for each in self.weighed if each.is_costly]
        if not rows:
            rows = [words.counted("None of them clearly cost you {count} points or more on average.", round(COSTLY))]
        return layout(AMBER, [title, lines(*rows), lines(*self._notes())])

    def _row(self, weighed: Weighed, cards: CardText) -> str:
        """What was done, what is better, by how much, and how sure that is."""
        words, done, best = self.words, weighed.done, weighed.choice.options[0]
        assert done is not None
        view = weighed.decision.question.view
        person = player_in(self.match, self.deal, words)
        about = {
            "when": self._when(weighed.decision),
            "done": action_text(
                weighed.decision.action,
                person,
                words,
                cards,
                in_raise=view.phase is Phase.RAISE,
            ),
            "best": option_text(best, view.phase, person, words, cards),
            "error": max(1, round(done.behind_error)),
        }
        text = words.counted(
            "{when} · {done} → **{best}**: {count} points better (±{error})", round(done.behind), **about
        )
        return lines(text, small(words.said(weighed.choice.reason)))

    def _when(self, decision: Decision) -> str:
        words = self.words
        if decision.trick:
            return words("Trick {number}", number=decision.trick)
        if isinstance(decision.action, Put):
            return words("Discard")
        is_call = decision.question.view.phase is Phase.CALL
        return words("Partner") if is_call else words("Bidding")

    def _notes(self) -> Iterator[str]:
        words = self.words
        looked = [each for each in self.weighed if each.done is not None]
        yield small(
            words.counted(
                "Looked at {count} decisions, by playing out deals that agree with all you could see then.", len(looked)
            )
        )
        yield small(words("± is the standard error. A difference below twice that may be chance and isn't shown."))
        left = self.count - len(looked)
        if left:
            yield small(words.counted("{count} decisions were not looked at.", left))
        if self.is_mixed:
            yield small(words("While you were away the house played for you: some of these are its decisions."))
        yield small(words("Only you see this."))


def _seat(match: MatchRow, deal: int, user_id: int) -> Seat:
    seat = next((seat for seat, person in seated(match, deal).items() if person == user_id), None)
    if seat is None:
        raise IllegalAction("Only those who played in this deal can have it reviewed.")
    return seat


def _record(row: DealRow) -> Record:
    try:
        return read(row.record)
    except (ValueError, IllegalAction) as error:
        raise IllegalAction("This deal was played by older rules, so the coach can't play it again.") from error
