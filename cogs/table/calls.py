"""The short messages beside a table's own: they mention the players it waits for, and tell people something once.

One message does both, and is deleted when all whom it names have acted or are back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord

from cogs.app.replies.readers import ReaderLanguages
from cogs.app.replies.requests import Outcome
from cogs.table.edit_queue import EditQueue, Turns
from cogs.table.emojis import CardEmojis
from cogs.table.sending import Happening, Sending, or_gone
from data.guild.announcement import Announcements
from data.people import is_member
from data.tables.tables import Tables
from games.core import Button
from tables.driver import LiveTable
from tables.services import Paces
from tables.table import Table

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What every table's message needs."""

    client: discord.Client
    readers: ReaderLanguages
    tables: Tables
    edit_queue: EditQueue
    now: Callable[[], datetime]
    """The present, aware, UTC."""
    announcements: Announcements
    calls: Callable[[int], bool]
    """Whether a server's tables mention the players they wait for."""
    card_emojis: CardEmojis
    paces: Paces


def link_to(table: Table, message: int | None) -> str:
    """The link to a table's message, or to its channel until the message is known."""
    channel = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return channel if message is None else f"{channel}/{message}"


def channel_of(table: Table, client: discord.Client) -> discord.PartialMessageable:
    """Where `table` is."""
    return client.get_partial_messageable(table.channel, guild_id=table.guild)


class _Post(NamedTuple):
    """A message that pings `people`; of all that are the same `once` Discord makes one."""

    there: discord.PartialMessageable
    text: str
    people: frozenset[int]
    once: str


class Calls:
    """At most one mention for a table at a time. Its id is saved, so that another process can delete it."""

    def __init__(self, live: LiveTable, context: MessageContext, turns: Turns, link: Callable[[], str]) -> None:
        """`turns` are the table's, and `link` says where it is now."""
        self._live = live
        self._context = context
        self._turns = turns
        self._link = link
        self.mention: discord.PartialMessage | None = None
        """The message that mentions somebody, if there is one."""
        self._is_adopted = False
        """An earlier process made the mention; for whom isn't known until the table has come back."""
        self._called, self._called_for = NOBODY, ""
        self._away = NOBODY
        self._unpinged = NOBODY
        """Those of both who are still to be told."""
        self._named: tuple[frozenset[int], frozenset[int]] | None = NOBODY, NOBODY
        """Whom the mention calls, and whom it tells that they are away; None if that isn't sure."""
        self._old: list[discord.PartialMessage] = []
        """Mentions of nobody any more, which are still to be deleted."""
        self.opening: discord.PartialMessage | None = None
        """The one that told people of the table, which nobody needs once it has dealt, or when there is a mention."""
        self._saved: int | None = None
        """The one that another process would find."""
        self._lost: _Post | None = None
        """One that may have arrived, and is sent again until that is known."""
        self._sending = Sending()

    def adopt(self, message: int | None) -> None:
        """An earlier process made this message, which is still there; the table has not come back yet."""
        self._saved = message
        if message is not None and self._live.table.rounds:
            self.mention, self._is_adopted = self._channel().get_partial_message(message), True
        elif message is not None:
            self.opening = self._channel().get_partial_message(message)

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, for whom the table waits, where the server wants that."""
        if self._context.calls(self._live.table.guild):
            self._called, self._called_for = people, self._live.table.question_id
            self._unpinged |= people
            self.catch_up()

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people`, until they are back, that the clock plays for them, where the server wants that."""
        if self._context.calls(self._live.table.guild):
            self._away |= people
            self._unpinged |= people
            self.catch_up()

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Tell `people`, who asked for it, that the table has opened, until it deals; `command` changes that."""
        words = self._context.readers.words_at(self._live.table)

        async def call() -> None:
            text = words(
                "{people}, a {game} table has opened: {link}",
                people=words.people(people),
                game=self._live.table.game.title,
                link=self._link(),
            )
            how = words("-# You asked to be pinged; change it with {command}.", command=command)
            once = f"{self._live.table.id}opening"
            sent = await self._send(_Post(self._channel(), f"{text}\n{how}", frozenset(people), once))
            await self.keep_opening(sent.id)

        self._turns.keep(Sending(), "opening", call, f"table {self._live.table.id}: nobody could be called to it")

    async def keep_opening(self, message: int) -> None:
        """This `message` told people of the table, and goes in time; where its players are fixed, after a deal."""
        self.opening = self._channel().get_partial_message(message)
        await self._save()
        self.catch_up()

    def catch_up(self) -> None:
        """The table has changed: mention all for whom it waits who don't know yet, and nobody else any more."""
        if self._is_behind():
            self._sending.tell(Happening.CHANGED, lambda: self._turns.wait(self._mend, "mention", self._may_mend))

    def _may_mend(self) -> bool:
        if self._is_behind():
            return self._sending.begin()
        self._sending.tell(Happening.SAME)
        return False

    def _is_behind(self) -> bool:
        """Whether somebody is to be told, or the mention, or one before, is for somebody who has acted or is back."""
        if self._is_adopted:
            self._is_adopted = False
            self._called, self._called_for = self._live.table.awaited, self._live.table.question_id
            self._away = self._played_automatically
            self._named = self._due
            if not any(self._named):
                self.mention, self.opening = None, self.mention
        table = self._live.table
        has_dealt = table.is_closed or table.rounds > table.terms.mode.is_organised
        if self.opening is not None and (has_dealt or self.mention is not None):
            self._old, self.opening = [*self._old, self.opening], None
        is_wrong = self.mention is not None and (self._due != self._named or self._is_elsewhere(self.mention))
        return is_wrong or bool(self._pinged or self._old or self._lost)

    @property
    def _due(self) -> tuple[frozenset[int], frozenset[int]]:
        """The people who were called and whom the table still waits for, and those who were told and are still away."""
        called = self._called & self._live.table.awaited if self._live.table.question_id == self._called_for else NOBODY
        return called, self._away & self._played_automatically

    @property
    def _played_automatically(self) -> frozenset[int]:
        table, lobby = self._live.table, self._live.table.lobby
        if table.is_closed or table.has_ended:
            return NOBODY
        members = frozenset(user_id for user_id in lobby.seats if user_id is not None and is_member(user_id))
        return frozenset(filter(lobby.is_away, members - lobby.leaving))

    @property
    def _pinged(self) -> frozenset[int]:
        """Those who are to be told now."""
        called, away = self._due
        return self._unpinged & (called | away)

    def _is_elsewhere(self, mention: discord.PartialMessage) -> bool:
        """Whether the table has moved away from it, where a new process would not look for it."""
        return mention.channel.id != self._live.table.channel

    def _text(self, called: frozenset[int], away: frozenset[int]) -> str:
        table, link = self._live.table, self._link()
        words = self._context.readers.words_at(table)
        is_paused, rows = table.is_paused(table.lobby), []
        if called and table.is_playing and not is_paused:
            rows.append(words("{people}, it's your turn: {link}", people=words.people(sorted(called)), link=link))
        elif called:
            rows.append(
                words(
                    "{people}, the others are waiting for you to press {button}: {link}",
                    people=words.people(sorted(called)),
                    button=Button("Continue") if is_paused else Button("Ready"),
                    link=link,
                )
            )
        if away:
            rows.append(
                words(
                    "{people}, your hands are played automatically until you press anything: {link}",
                    people=words.people(sorted(away)),
                    link=link,
                )
            )
        return "\n".join(rows)

    async def _mend(self) -> None:
        """Make one of the requests that lead to a mention of all who are to be named, and of nobody else."""
        named, about = self._due, f"table {self._live.table.id}: a call stays as it was"
        if self.mention is not None and not any(named):
            self._old.append(self.mention)
            self.mention = None
        if self._pinged or self._lost or (self.mention is not None and self._is_elsewhere(self.mention)):
            outcome = await self._post(named, about)
        elif self._old:
            outcome, _ = await self._sending.send(self._old[0].delete(), about, or_gone)
            if outcome is Outcome.ARRIVED:
                del self._old[0]
        elif self.mention is not None:
            outcome, _ = await self._sending.send(self.mention.edit(content=self._text(*named)), about, or_gone)
            self._named = named if outcome is Outcome.ARRIVED else None
        else:  # they have just acted
            self._sending.tell(Outcome.ARRIVED)
            return
        if outcome is not Outcome.ARRIVED:
            return
        await self._save()
        self.catch_up()
        if self._sending.is_unsure:
            self._named = None

    async def _save(self) -> None:
        number = next((each.id for each in (self.mention, *self._old, self.opening) if each is not None), None)
        if number != self._saved:
            self._saved = number
            await self._context.tables.called(self._live.table.guild, self._live.table.id, number)

    async def _post(self, named: tuple[frozenset[int], frozenset[int]], about: str) -> Outcome:
        """Post the mention anew, which pings those who don't know yet; first again what was lost."""
        once = f"{self._live.table.id}at{self._context.now().timestamp() * 1000:.0f}"
        lost, post = self._lost, _Post(self._channel(), self._text(*named), self._pinged, once)
        if lost is not None:
            post = lost._replace(people=lost.people & frozenset().union(*named))
        self._lost, self._unpinged = post, self._unpinged - post.people  # who is called meanwhile is to be told again
        outcome, sent = await self._sending.send(self._send(post), about, _or_nowhere)
        if sent is not None:
            self._old += [] if self.mention is None else [self.mention]
            self.mention, self._named = post.there.get_partial_message(sent.id), named if lost is None else None
            self._lost = None
        elif outcome is Outcome.PLACE_GONE or (lost is None and not outcome.may_have_arrived):
            self._lost, self._unpinged = None, self._unpinged | post.people
        return outcome

    async def _send(self, post: _Post) -> discord.Message:
        users: Any = [SimpleNamespace(id=str(person)) for person in post.people]  # as Discord describes them; text
        pinged = discord.AllowedMentions(everyone=False, users=users, roles=False)
        return await post.there.send(post.text, allowed_mentions=pinged, nonce=post.once)

    def _channel(self) -> discord.PartialMessageable:
        return channel_of(self._live.table, self._context.client)


def _or_nowhere(outcome: Outcome) -> Outcome:
    """What the refusal of a post means: nothing else can be gone but its place."""
    return Outcome.PLACE_GONE if outcome is Outcome.GONE else outcome
