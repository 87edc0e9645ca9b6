"""The buttons around the deals of a match: seats, the start, a pause, a seat that changes hands, the end, *Rematch*.

Everything goes through `_arrange`: a change from match.py, made under the table's lock and written with its chips.
Unusual steps that can't be undone need a confirmation.

*Rematch*, pressed once on a match that is over, opens a table with the same terms, with the presser as host and seated.
House players sit in their seats again. The others are mentioned on the new table's message and keep their seats for
themselves until somebody else sits there; none of them is seated, and nobody's ante taken, without a press of their
own. A match calls them at most once an hour, so that nobody is called over and over by opening and closing rematches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial

import discord

from cogs.app.bot import App
from cogs.app.replies.components import soon
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.chips.give import tell_newcomer
from cogs.chips.shortage import Wanted, is_short
from cogs.five_hundred.absent import forfeit_text, has_left, left_panel, missing
from cogs.five_hundred.between_deals import REMATCH
from cogs.lobby.opening import open_like
from cogs.table.house import are_welcome
from cogs.table.parts import lines, table_button
from cogs.table.press import Handler, Press, away_text, leaving
from cogs.table.press import has_left as done
from data.tables.saved import SavedTable
from games.core import Counted, IllegalAction
from tables.clock import uptime
from tables.draft import StaleClick, TableClosed
from tables.driver import LiveTable
from tables.events import Arrange
from tables.five_hundred import absence, match
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.five_hundred.match_state import MatchStage, MatchState, awaited_to_agree, stage_of, vacated
from tables.lobby import Lobby


class MatchPresses:
    """A table's buttons about its match."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.buttons: Mapping[str, Handler] = {
            "sit": lambda press: self._seat(press, lambda lobby: match.sit(lobby, press.user_id)),
            "seat": self.seat,
            "draw": self.draw,
            "start": self.start,
            "ready": self.ready,
            "pause": lambda press: self._ask_all(press, lambda lobby: match.ask_pause(lobby, press.user_id)),
            "on": self._changes(lambda lobby, press: match.go_on(lobby, press.user_id)),
            "here": self._changes(lambda lobby, press: match.back(lobby, press.user_id)),
            "end": self.ask_about_end,
            "over": lambda press: self._ask_all(press, lambda lobby: match.ask_end(lobby, press.user_id)),
            "gone": self.ask_who,
            "missing": self.gone,
            "yes": self._changes(lambda lobby, press: match.agree(lobby, press.user_id, press.address.argument)),
            "no": self._changes(lambda lobby, press: match.refuse(lobby, press.user_id, press.address.argument)),
            "take": self.ask_about_taking,
            "taken": self.take,
            **leaving(_ask_before_leaving, _after_leaving),
        }

    # Before the match

    async def seat(self, press: Press) -> None:
        """Take the seat on the button; in a match that has begun, ask the others for it."""
        seat, user_id = press.numbers(1)[0], press.user_id

        def taken(lobby: Lobby) -> Lobby:
            if stage_of(lobby) is MatchStage.GATHERING:
                return match.take_seat(lobby, user_id, seat)
            if vacated(lobby).get(seat) == user_id:
                return match.sit(lobby, user_id)
            return match.ask_seat(lobby, user_id, seat)

        await self._seat(press, taken)

    async def draw(self, press: Press) -> None:
        """Let the seats be drawn, or not; only the host decides."""
        press.verify_manages()
        await self._arrange(press, lambda lobby: match.draw_seats(lobby, press.address.argument == "on"))

    async def start(self, press: Press) -> None:
        """Start the match with the seated players; only the host can."""
        press.verify_manages()
        await self._arrange(press, match.start)

    # Between deals

    async def ready(self, press: Press) -> None:
        """Get ready."""
        await self._arrange(
            press, lambda lobby: match.ready(lobby, press.user_id), question_id=press.address.question_id
        )

    # Confirmations

    async def ask_about_end(self, press: Press) -> None:
        """Ask whether the match is really to end."""
        match.ask_end(press.table.lobby, press.user_id)  # so that a refusal comes now and not after the answer
        words = press.words
        await press.ask(
            words("End the match without a winner? Everyone else has to agree."),
            table_button(press.address.to("over"), words("End match"), discord.ButtonStyle.danger),
            table_button(press.address.to("stay"), words("Play on")),
        )

    async def ask_who(self, press: Press) -> None:
        """Ask which of the absent players is meant."""
        words, lobby = press.words, press.table.lobby
        gone = [user_id for user_id in MatchState.of(lobby).gone if user_id != press.user_id]
        if not gone:
            raise _nobody_is_gone(press)
        match.ask_gone(lobby, press.user_id, gone[0])
        seats = {lobby.seats.index(user_id): words.person(user_id) for user_id in gone}
        rows = [words("Seat {seat}: {person}", seat=seat + 1, person=person) for seat, person in seats.items()]
        buttons = [
            table_button(press.address.to("missing", str(seat)), words("Seat {seat}", seat=seat + 1)) for seat in seats
        ]
        text = words("Who should be replaced? If everyone else agrees, their seat is free for someone new.")
        await press.ask("\n".join([text, *rows]), *buttons)

    async def gone(self, press: Press) -> None:
        """Ask all others to give away the seat of somebody who is gone."""
        seat = press.numbers(1)[0]

        def proposal(lobby: Lobby) -> Lobby:
            user_id = lobby.seats[seat] if seat < len(lobby.seats) else None
            if user_id is None:
                raise StaleClick
            return match.ask_gone(lobby, press.user_id, user_id)

        await self._ask_all(press, proposal)

    async def ask_about_taking(self, press: Press) -> None:
        """Ask whether the match is really to be won by default."""
        table, words = press.table, press.words
        match.take(table.terms, table.lobby, press.user_id)  # so that a refusal comes now and not after the answer
        await press.ask(
            lines(
                words(
                    "Take the match? Nobody on the other sides is still here, so you win by default and the match is "
                    "over."
                ),
                words("What you win counts as a gift: anything over this server's limits is returned.")
                if table.terms.options.ante
                else "",
            ),
            table_button(press.address.to("taken"), words("Take the match"), discord.ButtonStyle.danger),
            table_button(press.address.to("stay"), words("Play on")),
        )

    async def take(self, press: Press) -> None:
        """Win the match by default."""
        take = partial(match.take, press.table.terms, user_id=press.user_id)
        await press.live.do(Arrange(press.user_id, take, salt=press.salt))
        await press.clear()

    # Small parts

    def _changes(self, change: Callable[[Lobby, Press], Lobby]) -> Handler:
        """What answers a button by a change that depends on nothing but the press."""
        return lambda press: self._arrange(press, lambda lobby: change(lobby, press))

    async def _ask_all(self, press: Press, change: Callable[[Lobby], Lobby]) -> None:
        """Ask all others what `change` proposes, and say whose answers are missing."""
        await press.live.do(Arrange(press.user_id, change, salt=press.salt))
        if MatchState.of(press.table.lobby).proposal is None:
            await press.clear()
        else:
            waits = press.words.people(awaited_to_agree(press.table.lobby))
            await press.note(press.words("Waiting for {people}", people=waits))

    async def _arrange(self, press: Press, change: Callable[[Lobby], Lobby], *, question_id: str | None = None) -> None:
        """Change the lobby; the press salts the next shuffle."""
        await press.live.do(Arrange(press.user_id, change, question_id=question_id, salt=press.salt))
        await press.answer()

    async def _seat(self, press: Press, change: Callable[[Lobby], Lobby]) -> None:
        """Change the lobby for somebody who can pay the ante; a newcomer is told what that may cost."""
        ante = press.table.terms.options.ante
        is_new = press.user_id not in press.table.lobby.seats and not has_left(press.table, press.user_id)
        if is_new and await is_short(press.interaction, self._app.economy, ante, Wanted.ANTE):
            return
        await self._arrange(press, change)
        if is_new and press.user_id in press.table.lobby.seats and ante:
            await tell_newcomer(self._app, press)


async def _ask_before_leaving(press: Press) -> None:
    """Say what leaving means now, and ask."""
    table, words = press.table, press.words
    if table.terms.mode.keeps_seats:
        text = away_text(words)
    elif table.terms.mode.day:
        text = words(
            "**Leave the daily deal?** You get no result and can't start it again. You can "
            "also just come back to it later today."
        )
    elif table.waits_for_one(table.lobby):
        text = words(
            "**Leave this match?** It ends, because you're the only one left. If you stay, it waits a day for "
            "your next move."
        )
    else:
        text = lines(
            words("**Leave the match?** Someone can take your seat if the others agree. Until then you can come back."),
            words("This deal is finished for you automatically.") if table.is_playing else "",
            forfeit_text(table, press.user_id, words),
            words("Just need a break? Press {more}, then {pause}.", more=words("More…"), pause=words("Pause")),
        )
    await press.ask(
        text,
        table_button(press.address.to("go", table.leaving(press.user_id)), words("Leave"), discord.ButtonStyle.danger),
        table_button(press.address.to("stay"), words("Stay", "at the table")),
    )


async def _after_leaving(press: Press) -> None:
    """Show the way back, where there is one."""
    if has_left(press.table, press.user_id) and not press.table.terms.mode.keeps_seats:
        text, way_back = left_panel(press.table, press.words)
        await press.ask(text, *way_back)
    else:
        await done(press)


def _nobody_is_gone(press: Press) -> IllegalAction:
    """Why nobody's seat can be given away, and when the first one can."""
    lobby, pace = press.table.lobby, press.table.terms.pace
    waited = [user_id for user_id in absence.waited_for(lobby, ()) if user_id in missing(lobby)]
    if not waited:
        return IllegalAction("Nobody can be replaced yet: nobody has kept the others waiting long enough.")
    when = min(absence.gone_at(MatchState.of(lobby), user_id, pace) for user_id in waited)
    return IllegalAction("Nobody can be replaced yet. ⏳ {when}", when=soon(when))


CALLS_EVERY = timedelta(hours=1)


class Rematches:
    """Answers the button, and remembers which matches have called their players."""

    def __init__(self) -> None:
        self._called: dict[int, timedelta] = {}
        """When, by the number of the match and the loop's clock."""
        self.route: Route[App] = Route(REMATCH, r"(?P<table>[0-9]{1,18})", self._pressed, "match {table}, rematch")

    async def _pressed(self, interaction: discord.Interaction[App], found: re.Match[str]) -> None:
        app, number, user_id = interaction.client, int(found["table"]), interaction.user.id
        saved = await app.tables.get(number)
        players = _players(saved) if saved is not None and saved.guild == interaction.guild_id else ()
        if saved is None or user_id not in players:
            raise IllegalAction("Only this match's players can do that.")
        ante = app.games[saved.game].adapter.read_options(saved.options).ante
        chips = await app.economy.balance(saved.guild, user_id)
        if chips < ante:
            raise IllegalAction.saying(Counted("You have {count} chips; you need {needed}.", chips, needed=ante))

        async def invite(live: LiveTable) -> bool:
            table = live.table
            settings = app.servers.of(table.guild)
            seats = players if are_welcome(settings, table.terms, ante=ante) else (None,) * len(players)

            def invited(lobby: Lobby) -> Lobby:
                return match.invite(lobby.with_house_players_of(seats, table.id), user_id, players)

            await live.do(Arrange(user_id, invited))  # the press is older than the seed, so it must not salt it
            return self._may_call(number)

        live, is_new = await open_like(app, interaction, number, invite)
        if not is_new:
            with suppress(IllegalAction, StaleClick, TableClosed):  # they have a seat, or it has begun without them
                await live.do(Arrange(user_id, lambda lobby: match.invite(lobby, user_id, players)))
            words, link = own_words(interaction), app.presses.view_of(live.table).link
            text = words("The rematch is at table {table}: {link}", table=str(live.table.id), link=link)
            await whisper(interaction, text)

    def _may_call(self, number: int) -> bool:
        """Whether match `number` may call its players now; if so, it has done so."""
        now = uptime()
        self._called = {each: at for each, at in self._called.items() if now - at < CALLS_EVERY}
        if number in self._called:
            return False
        self._called[number] = now
        return True


def _players(saved: SavedTable) -> tuple[int, ...]:
    """Who played a match that is over, by seat; nobody for any other table."""
    if saved.game != FIVE_HUNDRED.key:
        return ()
    state = MatchState.of(Lobby.from_json(saved.lobby, MatchState))
    return state.players if state.is_over else ()
