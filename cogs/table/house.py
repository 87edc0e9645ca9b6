"""House players at a table: who may add one or send one away, where, the buttons for both, and the small print."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.app.replies.components import Component
from cogs.table.parts import button, lines, small, table_button
from cogs.table.press import Handler, Press
from data.people import Person, is_house_player
from games.core import IllegalAction
from i18n.words import Words
from tables.draft import StaleClick
from tables.events import Arrange
from tables.game import Terms
from tables.lobby import Lobby
from tables.settings.general import HousePlayers
from tables.settings.servers import ServerSettings
from tables.table import Table


def are_welcome(settings: ServerSettings, terms: Terms, *, ante: int | None) -> bool:
    """Whether house players may sit at a table with these terms.

    `ante` is what each player puts in for a match, 0 for a match without chips; None where every deal is about chips.
    """
    match settings.house_players:
        case HousePlayers.OFF:
            return False
        case HousePlayers.PRACTICE:
            return terms.mode.is_practice or ante == 0
        case HousePlayers.NO_ANTES:
            return not ante
        case HousePlayers.EVERYWHERE:
            return True


def add_button(table: Table, words: Words) -> Component:
    """The button that gives a free seat to a house player."""
    return button(table, words("Add house player"), "addhouse")


class HouseSeats:
    """The presses about house players of one game."""

    def __init__(
        self,
        settings: Callable[[int], ServerSettings],
        *,
        ante: Callable[[Terms], int | None],
        has_begun: Callable[[Lobby], bool] = lambda _lobby: False,
        after_press: Callable[[Lobby], Lobby] = lambda lobby: lobby,
    ) -> None:
        """`settings` are those of a server; `ante` is as in `are_welcome`.

        `has_begun` says whether a match has begun, in which house players neither come nor go. `after_press` is what
        any press does to the lobby.
        """
        self._settings = settings
        self._ante = ante
        self._has_begun = has_begun
        self._after_press = after_press
        self.buttons: Mapping[str, Handler] = {
            "addhouse": self.add,
            "askhouse": self.ask,
            "outhouse": self.send_away,
        }

    def may_come(self, table: Table) -> bool:
        """Whether a house player can be added to `table`."""
        lobby = table.lobby
        if table.terms.mode.keeps_seats or not table.game.has_house_players:
            return False
        is_open = None in lobby.seats and not (table.is_closed or lobby.closing or self._has_begun(lobby))
        return is_open and are_welcome(self._settings(table.guild), table.terms, ante=self._ante(table.terms))

    def rare_buttons(self, press: Press, *, adds: bool) -> list[Component]:
        """Those behind More…, for people who may press them; `adds` unless the table itself has that one."""
        table, words = press.table, press.words
        if table.terms.mode.keeps_seats or not self.may_decide(press):
            return []
        lobby = table.lobby
        there = [] if self._has_begun(lobby) else [lobby.seats.index(person) for person in lobby.house_players]
        goes = ("outhouse", str(there[0])) if len(there) == 1 else ("askhouse",)
        return [
            *([add_button(table, words)] if adds and self.may_come(table) else []),
            *([button(table, words("Send house player away"), *goes)] if there else []),
        ]

    async def add(self, press: Press) -> None:
        """Give a free seat to a house player."""

        def added(lobby: Lobby) -> Lobby:
            self._verify_decides(press)
            table = press.table
            if not are_welcome(self._settings(table.guild), table.terms, ante=self._ante(table.terms)):
                raise IllegalAction("House players can't sit at a table like this one in this server.")
            self._verify_open(lobby)
            return self._after_press(lobby).add_house_player(table.id)

        await press.live.do(Arrange(press.user_id, added, salt=press.salt))
        await press.answer()

    async def ask(self, press: Press) -> None:
        """Ask which house player has to go."""
        self._verify_decides(press)
        words, table = press.words, press.table
        buttons = [
            table_button(press.address.to("outhouse", str(table.lobby.seats.index(person))), words.person(person))
            for person in table.lobby.house_players
        ]
        await press.ask(words("Who should leave the table?"), *buttons)

    async def send_away(self, press: Press) -> None:
        """Let the house player in the seat on the button leave."""
        (seat,) = press.numbers(1)

        def sent(lobby: Lobby) -> Lobby:
            table = press.table
            self._verify_decides(press)
            self._verify_open(lobby)
            person = lobby.seats[seat] if seat < len(lobby.seats) else None
            if person is None or not is_house_player(person):
                raise StaleClick
            if person in lobby.bound and not table.is_playing:
                raise IllegalAction(
                    "{person} has just taken the bank, and deals once before leaving.", person=Person(person)
                )
            return lobby.leave_after_round(person) if table.is_in_round(person) else lobby.leave(person)

        await press.live.do(Arrange(press.user_id, sent))
        await press.answer()

    def _verify_open(self, lobby: Lobby) -> None:
        if self._has_begun(lobby):
            raise IllegalAction("This match has begun. A member who sits down takes the seat of a house player.")

    def may_decide(self, press: Press) -> bool:
        """Whether the person may add house players here and send them away."""
        everyone = self._settings(press.table.guild).house_player_adders == "everyone"
        return press.manages or (everyone and press.user_id in press.table.lobby.seats)

    def _verify_decides(self, press: Press) -> None:
        if not self.may_decide(press):
            if self._settings(press.table.guild).house_player_adders == "everyone":
                raise IllegalAction("You aren't at this table.")
            press.verify_manages()


def house_notes(table: Table, words: Words) -> str:
    """What small print says of practice, of takers-over and of wins that don't count; empty at most tables."""
    play, lobby = table.play, table.lobby
    winnable = play.setup.winnable if play is not None and table.is_playing else {}
    at_limit = [person for person, left in winnable.items() if left <= 0]
    return lines(
        small(words("Practice: without chips.")) if table.terms.mode.is_practice else "",
        small(
            words(
                "{people}: you've reached today's limit for winnings from house players. Until midnight UTC, "
                "chips between you and them are returned after each deal.",
                people=words.people(at_limit),
            )
        )
        if at_limit
        else "",
        *(
            small(
                words(
                    "{person} will take over from {house} when this deal is over.",
                    person=words.person(taker),
                    house=words.person(giver),
                )
            )
            for giver, taker in lobby.promised_seats.items()
        ),
    )
