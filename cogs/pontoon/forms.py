"""The buttons and forms of Pontoon in a deal and around it: seats, the start, amounts. bank_forms.py has the bank's.

Everything between deals goes through `arrange`, under the table's lock and written with its chips. What a person
clearly can't pay is refused here in advance; the ledger has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from discord import ui

from cogs.app.bot import App
from cogs.chips.give import tell_newcomer
from cogs.chips.shortage import Wanted, is_short
from cogs.table.parts import TableForm
from cogs.table.press import Handler, Press
from data.ledger.ledger import MAX_AMOUNT
from games.core import IllegalAction, Phrase
from games.pontoon import COVERED, Move
from games.pontoon.moves import WITH_AMOUNT
from tables.draft import StaleClick
from tables.events import Act, Arrange
from tables.lobby import Lobby
from tables.pontoon import bank
from tables.pontoon.bank_state import after_press
from tables.settings.amounts import LONGEST, parse_amount

_TITLES = {Move.STAKE: Phrase("Stake"), Move.BUY: Phrase("Buy"), Move.SHOOT: Phrase("Shoot")}


class PontoonForms:
    """Reads buttons and forms."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.buttons: Mapping[str, Handler] = {
            "sit": self.sit,
            "start": self.start,
            "ready": self.ready,
            "amount": self.open_amount,
        }
        self.forms: Mapping[str, Handler] = {"amount": self.amount}

    # Seats and the start

    async def sit(self, press: Press) -> None:
        """Take a seat, with enough chips for the smallest stake and its cover; for practice nobody needs any."""
        if await self._is_short(press):
            return
        is_new = press.user_id not in press.table.lobby.seats
        await arrange(press, lambda lobby: lobby.sit(press.user_id), anytime=True)
        if is_new:
            await tell_newcomer(self._app, press)

    async def _is_short(self, press: Press) -> bool:
        """Whether somebody who would sit down has too few chips, and was told what helps."""
        terms = press.table.terms
        if press.user_id in press.table.lobby.seats or not terms.mode.uses_chips:
            return False
        return await is_short(press.interaction, self._app.economy, COVERED * terms.minimum, Wanted.SIT)

    async def start(self, press: Press) -> None:
        """Start the first deal: only the host can, or anybody seated when the host is not."""

        def started(lobby: Lobby) -> Lobby:
            if not press.manages and (press.table.host in lobby.seats or press.user_id not in lobby.seats):
                raise IllegalAction("The table's host starts the first deal.")
            return bank.start(lobby)

        await arrange(press, started)

    async def ready(self, press: Press) -> None:
        """Let the deal begin as soon as everybody is ready."""
        await arrange(press, lambda lobby: bank.ready(press.table.terms, lobby, press.user_id))

    # Amounts in a deal

    async def open_amount(self, press: Press) -> None:
        """Ask how many chips to stake, to buy for or to shoot with."""
        move = _move(press)
        least, most = _limits(press, move)
        words = press.words
        field = chips_field(words("Chips"), words("From {least} to {most}", least=least, most=most))
        await press.interaction.response.send_modal(TableForm(press.address, words.said(_TITLES[move]), field))

    async def amount(self, press: Press) -> None:
        """Play the move with the chips from a form."""
        move = _move(press)
        least, most = _limits(press, move)
        chips = parse_amount(press.words.typed(filled(press, "chips")), balance=MAX_AMOUNT, minimum=least, maximum=most)
        await press.live.do(Act(press.user_id, press.address.question_id, f"{move} {chips}"))
        await press.answer()


async def arrange(press: Press, change: Callable[[Lobby], Lobby], *, anytime: bool = False) -> None:
    """Change the lobby; the press salts the next shuffle. With `anytime` during a deal too."""
    question_id = None if anytime else press.address.question_id
    await press.live.do(
        Arrange(press.user_id, lambda lobby: change(after_press(lobby)), question_id=question_id, salt=press.salt)
    )
    await press.answer()


def _move(press: Press) -> Move:
    move = next((move for move in WITH_AMOUNT if move == press.address.argument), None)
    if move is None:
        raise StaleClick
    return move


def _limits(press: Press, move: Move) -> tuple[int, int]:
    """The smallest and the largest amount that `move` may have right now. Raises StaleClick."""
    play = press.table.play
    if play is None or press.address.question_id != press.table.question_id:
        raise StaleClick
    seat = play.setup.seat_of(press.user_id)
    actions = () if seat is None else play.round.legal_actions(seat)
    amounts = [action.amount for action in actions if action.move is move]
    if not amounts:
        raise StaleClick
    return min(amounts), max(amounts)


def chips_field(text: str, description: str) -> ui.Label[ui.Modal]:
    """A form's field for chips."""
    return ui.Label(text=text, description=description, component=ui.TextInput(custom_id="chips", max_length=LONGEST))


def filled(press: Press, field: str) -> str:
    """What was filled into a field of the form."""
    assert press.fields is not None
    return "".join(press.fields.get(field, ()))
