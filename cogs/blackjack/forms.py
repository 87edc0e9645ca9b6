"""How people bet at Blackjack: the forms for a bet and for bets behind others, and the buttons that bet at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import discord
from discord import ui

from cogs.app.replies.errors import whisper
from cogs.chips.economy import Economy
from cogs.chips.shortage import is_short, unless_short
from cogs.table.parts import TableForm, joined
from cogs.table.press import Handler, Press
from games.blackjack.settle import PAIR_PAYS
from games.core import Button, IllegalAction
from tables.blackjack import blackjack_adapter as game
from tables.draft import ReadAnew, StaleClick
from tables.events import Arrange
from tables.lobby import Lobby
from tables.settings.amounts import LONGEST, parse_amount, whole_number

_WHOM = re.compile(r"([0-9]{1,2}):([0-9]{1,20})")
"""A seat and its player, as the form's list names them."""
_FOLLOWS = {"yes": True, "no": False}


class BetForms:
    """Opens the forms and reads them; `economy` knows what people have to spend."""

    def __init__(self, economy: Economy) -> None:
        self._economy = economy
        self.buttons: Mapping[str, Handler] = {
            "bet": self.open_bet,
            "minimum": self.minimum,
            "again": lambda press: self._repeat(press, 1),
            "twice": lambda press: self._repeat(press, 2),
            "behind": self.open_behind,
        }
        self.forms: Mapping[str, Handler] = {"bet": self.bet, "behind": self.behind}

    async def open_bet(self, press: Press) -> None:
        """Ask for the main bet and the Pair bet."""
        _verify_betting(press)
        lobby, words = press.table.lobby, press.words
        is_new = lobby.seat_of(press.user_id) is None
        if is_new:
            lobby.sit(press.user_id)  # so that a refusal comes now and not after typing
        if await self._is_short(press, [lobby.seat_of(press.user_id)]):
            return
        free = await self._free(press, [lobby.seat_of(press.user_id)])
        title = words("Take a seat and bet") if is_new else words("Bet")
        await TableForm(press.address, title, *_fields(press, free)).open(press.interaction)

    async def open_behind(self, press: Press) -> None:
        """Ask behind whom, and for the bets. During a round, make the next window wait for this person."""
        lobby = press.table.lobby
        game.verify_standing(lobby, press.user_id)
        if press.table.is_playing:
            await press.live.do(Arrange(press.user_id, lambda lobby: game.wait_for(lobby, press.user_id)))
            raise IllegalAction("You can bet when this round is over. The table will wait for your bet.")
        _verify_betting(press)
        seated = [(seat, user_id) for seat, user_id in enumerate(lobby.seats) if user_id is not None]
        if not seated:
            raise IllegalAction("Nobody has a seat yet. Press {bet} to take one.", bet=Button("Bet…"))
        if await self._is_short(press, [seat for seat, _ in seated]):
            return
        names = press.view.names
        whose: ui.Select[ui.Modal] = ui.Select(
            custom_id="boxes",
            options=[
                discord.SelectOption(
                    label=press.words("Seat {seat}: {person}", seat=seat + 1, person=names.get(user_id, "…"))[:100],
                    value=f"{seat}:{user_id}",
                    default=len(seated) == 1,
                )
                for seat, user_id in seated
            ],
            max_values=len(seated),
        )
        free = await self._free(press, [seat for seat, _ in seated])
        form = TableForm(
            press.address,
            press.words("Bet behind"),
            ui.Label(text=press.words("Behind whom?"), component=whose),
            *_fields(press, free),
            ui.Label(
                text=press.words("If they split or double"),
                description=press.words("Bet the same again, as long as you have the chips?"),
                component=_follows(press),
            ),
        )
        await form.open(press.interaction)

    async def bet(self, press: Press) -> None:
        """Place the bet from a form."""
        typed, main, pair = _read(press, await self._free(press, [press.table.lobby.seat_of(press.user_id)]))
        await _place(press, lambda lobby: game.bet(press.table.terms, lobby, press.user_id, main, pair))
        await _tell_changed(press, typed, main)

    async def behind(self, press: Press) -> None:
        """Place the bets from a form, the same behind each chosen seat."""
        assert press.fields is not None
        chosen = [_WHOM.fullmatch(text) for text in press.fields.get("boxes", ())]
        whom = {int(found[1]): int(found[2]) for found in chosen if found is not None}
        if not whom:
            raise IllegalAction("Choose a seat to bet behind.")
        boxes = sorted(whom)
        typed, main, pair = _read(press, await self._free(press, boxes), times=len(boxes))
        follows = _FOLLOWS.get("".join(press.fields.get("follow", ())))

        def change(lobby: Lobby) -> Lobby:
            game.verify_seated(lobby, whom)
            return game.bet_behind(press.table.terms, lobby, press.user_id, boxes, main, pair, follows)

        await _place(press, change)
        await _tell_changed(press, typed, main)

    async def minimum(self, press: Press) -> None:
        """Bet the least that the table takes."""
        terms, lowest = press.table.terms, game.lowest_bet(press.table.terms)

        async def bet() -> None:
            await _place(press, lambda lobby: game.bet(terms, lobby, press.user_id, lowest, 0))
            await _tell_changed(press, terms.minimum, lowest)

        await unless_short(bet, lambda: self._is_short(press, [press.table.lobby.seat_of(press.user_id)]))

    async def _repeat(self, press: Press, times: int) -> None:
        """Bet so many times as much as now or, without a bet, as the last time; once is always the last time."""
        boxes = range(len(press.table.lobby.seats))
        await unless_short(lambda: _repeat(press, times), lambda: self._is_short(press, boxes))

    async def _is_short(self, press: Press, boxes: Sequence[int | None]) -> bool:
        """Whether the person has too few chips for the smallest bet on one of `boxes`, and was told what helps."""
        if press.address.question_id != press.table.question_id:
            return False  # the window is closed; that is said instead
        smallest = game.lowest_bet(press.table.terms)
        return await is_short(press.interaction, self._economy, smallest, lying=_lying(press, boxes))

    async def _free(self, press: Press, boxes: Sequence[int | None]) -> int:
        """What the person may bet on `boxes`: the balance, and their bets there, which would be replaced."""
        return _lying(press, boxes) + await self._economy.balance(press.table.guild, press.user_id)


def _follows(press: Press) -> ui.Select[ui.Modal]:
    words = press.words
    labels = {"yes": words("Match it: bet the same again"), "no": words("Keep my bet")}
    options = [discord.SelectOption(label=label, value=value, default=value == "no") for value, label in labels.items()]
    return ui.Select(custom_id="follow", options=options, required=False)


def _lying(press: Press, boxes: Sequence[int | None]) -> int:
    return sum(bet.chips for bet in press.table.lobby.bets_of(press.user_id) if bet.box in boxes)


def _verify_betting(press: Press) -> None:
    if press.address.question_id != press.table.question_id:
        raise StaleClick


def _fields(press: Press, free: int) -> Iterable[ui.Label[ui.Modal]]:
    terms, words = press.table.terms, press.words
    lowest, highest = game.lowest_bet(terms), game.rounded_down(terms, terms.maximum)
    last = game.last_bet(press.table.lobby, press.user_id)
    yield ui.Label(
        text=words("Bet"),
        description=joined(
            words("From {least} to {most}", least=lowest, most=highest), words.counted("You have {count} chips", free)
        ),
        component=ui.TextInput(
            custom_id="main",
            default=str(last) if last else None,
            max_length=LONGEST,
            placeholder=words("250, 1k, half, all, min, max"),
        ),
    )
    yield ui.Label(
        text=words("Pair bet"),
        description=words(
            "Up to {maximum}, or empty for none. Pays {odds}:1 if the first two cards have the same rank.",
            maximum=terms.maximum,
            odds=PAIR_PAYS,
        ),
        component=ui.TextInput(custom_id="pair", required=False, max_length=LONGEST),
    )


def _read(press: Press, free: int, times: int = 1) -> tuple[int, int, int]:
    """The main bet as it was typed, rounded down, and the Pair bet, which are bet so many `times`."""
    assert press.fields is not None
    terms = press.table.terms
    main_text, pair_text = (press.words.typed("".join(press.fields.get(field, ()))) for field in ("main", "pair"))
    typed = parse_amount(
        main_text, balance=free, minimum=terms.minimum, maximum=terms.maximum, step=terms.options.unit, times=times
    )
    main = game.rounded_down(terms, typed)
    if not pair_text.strip() or whole_number(pair_text) == 0:
        return typed, main, 0
    left = free - main * times
    if left < times:
        raise IllegalAction("This bet leaves you no chips for a Pair bet.")
    return typed, main, parse_amount(pair_text, balance=left, minimum=1, maximum=terms.maximum, times=times)


async def _repeat(press: Press, times: int) -> None:
    """Bet again what somebody has bet, `times` as much; tell them privately what is left out or rounded."""
    terms, user_id, words = press.table.terms, press.user_id, press.words
    left_out: list[int] = []
    wanted: list[int] = []

    def change(lobby: Lobby) -> Lobby:
        bets = game.bets_to_repeat(lobby, user_id, times)
        left_out[:] = [] if lobby.seat_of(user_id) is not None else sorted(game.vacated(lobby, bets))
        mains = [bet for bet in bets if bet.kind in (game.MAIN, game.BEHIND)]
        wanted[:] = [bet.chips * times for bet in mains if bet.box not in left_out]
        return game.bet_again(terms, lobby, user_id, times)

    await _place(press, change)
    if left_out:
        seats = words.listed(str(seat + 1) for seat in left_out)
        await whisper(
            press.interaction,
            words("Nothing was bet behind {seats}: the player from last time has left.", seats=seats),
            fades=True,
        )
    rounded = [chips for chips in wanted if game.rounded_down(terms, chips) != chips]
    if rounded:  # the first of them shows how bets are rounded
        await _tell_changed(press, rounded[0], game.rounded_down(terms, rounded[0]))


async def _tell_changed(press: Press, wanted: int, bet: int) -> None:
    """Tell the person privately if the bet isn't what they asked for, because bets are multiples of the unit."""
    words, unit = press.words, press.table.terms.options.unit
    if wanted == bet:
        return
    text = words("Bets are multiples of {unit}: {chips} became {bet}.", unit=unit, chips=wanted, bet=bet)
    await whisper(press.interaction, text, fades=True)


async def _place(press: Press, change: Callable[[Lobby], Lobby]) -> None:
    try:
        await press.live.do(Arrange(press.user_id, change, question_id=press.address.question_id, salt=press.salt))
    except StaleClick as error:
        if press.fields is None or isinstance(error, ReadAnew):
            raise
        raise IllegalAction("Too late: betting on that round has closed. You keep your chips.") from None
    await press.answer()
