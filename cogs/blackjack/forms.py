"""How people bet at Blackjack: the form for one's own hand, the form for bets behind others, and Same again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import discord
from discord import ui

from cogs.answers.errors import whisper
from cogs.chips.economy import Economy
from cogs.chips.shortage import is_short
from cogs.table.forms import TableForm
from cogs.table.press import Handler, Press
from games.core import IllegalAction
from guild_settings.amounts import LONGEST, parse_amount, whole_number
from tables.blackjack import adapter as game
from tables.blackjack.settings import BLACKJACK
from tables.lobby import Lobby
from tables.table import StaleClick

_WHOM = re.compile(r"([0-9]{1,2}):([0-9]{1,20})")
"""A seat and its player, as the form's list names them."""


class BetForms:
    """Opens the forms and reads them; `economy` knows what people have to spend."""

    def __init__(self, economy: Economy) -> None:
        self._economy = economy
        self.buttons: Mapping[str, Handler] = {
            "bet": self.open_bet,
            "behind": self.open_behind,
            "again": self.again,
            "deal": self.deal,
        }
        self.forms: Mapping[str, Handler] = {"bet": self.bet, "behind": self.behind}

    async def open_bet(self, press: Press) -> None:
        """Ask for the main bet and the Pair bet."""
        _verify_betting(press)
        lobby = press.table.lobby
        if lobby.seat_of(press.user_id) is None:
            lobby.sit(press.user_id)  # so that a refusal comes now and not after typing
        if await self._is_short(press, [lobby.seat_of(press.user_id)]):
            return
        free = await self._free(press, [lobby.seat_of(press.user_id)])
        await press.interaction.response.send_modal(
            TableForm(press.address, press.words("Your bet"), *_fields(press, free))
        )

    async def open_behind(self, press: Press) -> None:
        """Ask behind whom, and for the bets. During a round, make the next window wait for this person."""
        lobby = press.table.lobby
        game.verify_standing(lobby, press.user_id)
        if press.table.is_playing:
            await press.table.arrange(press.user_id, lambda lobby: game.wait_for(lobby, press.user_id))
            raise IllegalAction("Bets open when this round is over. The table will wait for yours.")
        _verify_betting(press)
        seated = [(seat, user_id) for seat, user_id in enumerate(lobby.seats) if user_id is not None]
        if not seated:
            raise IllegalAction("Nobody is seated yet. Press Bet to take a seat.")
        if await self._is_short(press, [seat for seat, _ in seated]):
            return
        names = press.message.names
        whose: ui.Select[ui.Modal] = ui.Select(
            custom_id="boxes",
            options=[
                discord.SelectOption(
                    label=press.words("Seat {seat} · {name}", seat=seat + 1, name=names.get(user_id, "…"))[:100],
                    value=f"{seat}:{user_id}",
                    default=len(seated) == 1,
                )
                for seat, user_id in seated
            ],
            max_values=len(seated),
        )
        free = await self._free(press, [seat for seat, _ in seated])
        await press.interaction.response.send_modal(
            TableForm(
                press.address,
                press.words("Bet behind"),
                ui.Label(text=press.words("Behind whom?"), component=whose),
                *_fields(press, free),
            )
        )

    async def bet(self, press: Press) -> None:
        """Place the bet from a form."""
        main, pair = _read(press, await self._free(press, [press.table.lobby.seat_of(press.user_id)]))
        await _place(press, lambda lobby: game.bet(press.table.terms, lobby, press.user_id, main, pair))

    async def behind(self, press: Press) -> None:
        """Place the bets from a form, the same behind each chosen seat."""
        assert press.fields is not None
        chosen = [_WHOM.fullmatch(text) for text in press.fields.get("boxes", ())]
        whom = {int(found[1]): int(found[2]) for found in chosen if found is not None}
        if not whom:
            raise IllegalAction("Choose a seat to bet behind.")
        boxes = sorted(whom)
        main, pair = _read(press, await self._free(press, boxes), times=len(boxes))

        def change(lobby: Lobby) -> Lobby:
            game.verify_seated(lobby, whom)
            return game.bet_behind(press.table.terms, lobby, press.user_id, boxes, main, pair)

        await _place(press, change)

    async def again(self, press: Press) -> None:
        """Repeat the last bets; seats with another player by now are left out, and the answer says so."""
        if await self._is_short(press, range(len(press.table.lobby.seats))):
            return
        left_out: list[int] = []

        def change(lobby: Lobby) -> Lobby:
            left_out[:] = (
                [] if lobby.seat_of(press.user_id) is not None else sorted(game.taken_over(lobby, press.user_id))
            )
            return game.bet_again(press.table.terms, lobby, press.user_id)

        await _place(press, change)
        if left_out:
            seats = press.words.listed(str(seat + 1) for seat in left_out)
            await whisper(
                press.interaction,
                press.words(
                    "Nothing was bet behind {seats}: whoever sat there the last time doesn't any more.", seats=seats
                ),
            )

    async def deal(self, press: Press) -> None:
        """Deal without waiting for others who might join."""
        await press.table.arrange(
            press.user_id, lambda lobby: game.deal_now(lobby, press.user_id), question_id=press.address.question_id
        )
        await press.answer()

    async def _is_short(self, press: Press, boxes: Sequence[int | None]) -> bool:
        """Whether the person has too few chips for the smallest bet on one of `boxes`, and was told what helps."""
        if press.address.question_id != press.table.question_id:
            return False  # the window is closed; that is said instead
        smallest = BLACKJACK.smallest(press.table.terms.options, press.table.terms.minimum)
        return await is_short(press.interaction, self._economy, smallest, lying=_lying(press, boxes))

    async def _free(self, press: Press, boxes: Sequence[int | None]) -> int:
        """What the person may bet on `boxes`: the balance, and their bets there, which would be replaced."""
        return _lying(press, boxes) + await self._economy.balance(press.table.guild, press.user_id)


def _lying(press: Press, boxes: Sequence[int | None]) -> int:
    return sum(bet.chips for bet in press.table.lobby.bets_of(press.user_id) if bet.box in boxes)


def _verify_betting(press: Press) -> None:
    if press.table.is_playing or press.address.question_id != press.table.question_id:
        raise StaleClick


def _fields(press: Press, free: int) -> Iterable[ui.Label[ui.Modal]]:
    terms, words = press.table.terms, press.words
    last = game.last_bet(press.table.lobby, press.user_id)
    limits = words("From {minimum} to {maximum}", minimum=terms.minimum, maximum=terms.maximum)
    unit = words("even numbers") if terms.options.unit == 2 else words("tens")
    yield ui.Label(
        text=words("Bet"),
        description=words(
            "{limits}, {unit}. You have {free}. Also: half, all, min, max", limits=limits, unit=unit, free=free
        ),
        component=ui.TextInput(custom_id="main", default=str(last) if last else None, max_length=LONGEST),
    )
    yield ui.Label(
        text=words("Pair bet"),
        description=words(
            "From 1 to {maximum}, 0 or empty for none. Wins 11:1 when the first two cards have the same rank.",
            maximum=terms.maximum,
        ),
        component=ui.TextInput(custom_id="pair", required=False, max_length=LONGEST),
    )


def _read(press: Press, free: int, times: int = 1) -> tuple[int, int]:
    assert press.fields is not None
    terms = press.table.terms
    main_text, pair_text = ("".join(press.fields.get(field, ())) for field in ("main", "pair"))
    main = parse_amount(
        main_text,
        balance=free,
        minimum=terms.minimum,
        maximum=terms.maximum,
        step=terms.options.unit,
        times=times,
    )
    if not pair_text.strip() or whole_number(pair_text) == 0:
        return main, 0
    return main, parse_amount(pair_text, balance=free - main * times, minimum=1, maximum=terms.maximum, times=times)


async def _place(press: Press, change: Callable[[Lobby], Lobby]) -> None:
    try:
        await press.table.arrange(press.user_id, change, question_id=press.address.question_id, salt=press.salt)
    except StaleClick:
        if press.fields is None:
            raise
        raise IllegalAction("Betting on that round is over; your chips stayed where they are.") from None
    await press.answer()
