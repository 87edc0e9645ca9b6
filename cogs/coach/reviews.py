"""How did I play?: the coach looks at one's own decisions in a round that is over, for oneself alone.

The round is played again from the disk. At each decision the coach gets what its player saw then, and nothing else; so
it can't be wise after the event. What it found is kept in memory while somebody steps through it; a page that nobody
remembers is thought out again, from the same seeds, and says the same.
"""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeAlias

import discord

from cogs.app.bot import App
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.app.router import Route
from cogs.coach.review_pages import WHY, Review, ReviewPages
from cogs.table.parts import REVIEW, layout
from cogs.table.replay import Replay, Weighed
from data.store import write_log
from games.core import IllegalAction
from i18n.words import Words
from players.choice import coach_seed
from players.workers.process import NoAnswer, NobodyThinks
from tables.clock import uptime
from tables.modes import was_seen_by

log = logging.getLogger(__name__)

MOST = 20
"""Decisions that are looked at in one review."""
TOLD_EVERY = 1.5
"""Seconds between two edits that say how far the review is."""
MOST_KEPT = 100
"""Reviews that are held in memory, those that were looked at last."""
_Key: TypeAlias = tuple[int, int, int, int]
"""Server, person, table and round."""


class Reviews:
    """Reviews for whoever asks, one at a time for each person."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._under_way: set[tuple[int, int]] = set()
        """Server and person."""
        self._kept: OrderedDict[_Key, Review] = OrderedDict()
        self.route: Route[App] = Route(
            REVIEW,
            rf"(?P<table>[0-9]{{1,18}}):(?P<round>[0-9]{{1,6}})(?::(?P<page>[0-9]{{1,2}})(?P<why>{WHY}?))?",
            self._pressed,
            "table {table}, round {round}, its review",
        )

    def forget(self, guild: int, user_id: int) -> None:
        """Keep nothing about somebody in a server."""
        for key in [key for key in self._kept if key[:2] == (guild, user_id)]:
            del self._kept[key]

    async def _pressed(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        """Show a page; a review that is opened comes in a message of its own, beside the table."""
        key = (interaction.guild_id or 0, interaction.user.id, int(found["table"]), int(found["round"]))
        is_new, review = found["page"] is None, self._kept.get(key)
        if review is None:
            review = await self._thought_out(interaction, key, is_new=is_new)
            if review is None:
                return
        self._kept[key] = review
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        cards = self._app.cards_for(interaction.user.id)
        pages = ReviewPages(review, f"{key[2]}:{key[3]}", self.route, own_words(interaction), cards)
        view = pages.view(int(found["page"] or 0), is_why=bool(found["why"]))
        if interaction.response.is_done():
            await interaction.edit_original_response(view=view)
        elif is_new:
            await interaction.response.send_message(view=view, ephemeral=True)
        else:
            await interaction.response.edit_message(view=view)

    async def _thought_out(self, interaction: discord.Interaction[App], key: _Key, *, is_new: bool) -> Review | None:
        """Look at the decisions one by one, and say how far that is; None when whoever asked dismissed the message.

        Raises IllegalAction when there is nothing to look at for them.
        """
        guild, user_id, table, number = key
        replay, who = await self._replay(key), (guild, user_id)
        if who in self._under_way:
            raise IllegalAction("The coach is still looking at a deal for you. Wait until that review is finished.")
        self._under_way.add(who)
        try:
            await interaction.response.defer(ephemeral=is_new, thinking=is_new)
            count = min(len(replay.decisions), MOST)
            progress = _Progress(interaction, own_words(interaction), replay.accent, count)
            weighed = await self._weigh_all(key, replay, progress)
            with write_log.unrelated():
                await replay.keep(weighed)
        except NoAnswer as error:
            log.warning("a review of table %s, round %s stopped: %s", table, number, error)
            raise IllegalAction("The coach is busy. Try again in a minute.") from error
        except discord.NotFound:
            return None
        finally:
            self._under_way.discard(who)
        return Review(replay, weighed)

    async def _replay(self, key: _Key) -> Replay:
        guild, user_id, number, played = key
        saved = await self._app.tables.get(number)
        game = None if saved is None else self._app.games.get(saved.game)
        if saved is None or saved.guild != guild or not was_seen_by(user_id, saved) or game is None:
            raise IllegalAction("There is no table {table} here.", table=str(number))
        return await game.replayed(saved, played, user_id)

    async def _weigh_all(self, key: _Key, replay: Replay, progress: _Progress) -> list[Weighed]:
        """What the coach thinks of all decisions but those that can't be answered. Raises NoAnswer if none can be."""
        _, _, table, number = key
        weighed, failed = list[Weighed](), None
        for place, decision in enumerate(replay.decisions[:MOST]):
            try:
                choice = await self._app.think(decision.question, coach_seed(decision.question))
                weighed.append(Weighed(decision, choice, replay.least))
            except NobodyThinks:
                raise
            except NoAnswer as error:
                failed = error
                log.warning("a review of table %s, round %s leaves out decision %s: %s", table, number, place, error)
            await progress.tell(place + 1)
        if failed is not None and not weighed:
            raise failed
        return weighed


@dataclass(slots=True)
class _Progress:
    """The private message that says how many of `count` decisions have been looked at."""

    interaction: discord.Interaction[App]
    words: Words
    accent: int
    count: int
    told_at: timedelta = field(default_factory=uptime)

    async def tell(self, done: int) -> None:
        """Say it, unless that was said a moment ago. Raises discord.NotFound when the message has gone."""
        now = uptime()
        if (now - self.told_at).total_seconds() < TOLD_EVERY or done == self.count:
            return
        self.told_at = now
        text = self.words("Reviewed {done} of {count} decisions…", done=done, count=self.count)
        try:
            async with request_timeout():
                await self.interaction.edit_original_response(view=layout(self.accent, [text]))
        except discord.NotFound:
            raise
        except REFUSALS as error:
            log.info("a review doesn't show how far it is: %s", error_text(error))


async def setup(app: App) -> None:
    """Offer reviews."""
    reviews = Reviews(app)
    app.router.register(reviews.route)
    app.events.forgotten.subscribe(reviews.forget)
