"""How people bet at Pok Deng: a list of bets, then the chips on each; the same again; what lies there; ready.

Fifty people may do this at once, so each is answered with a private line, and the table is drawn when it gets to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import ui

from cogs.amounts import LONGEST, parse_amount
from cogs.economy import Economy
from cogs.errors import whisper
from cogs.pok_deng import game
from cogs.render.pok_deng import all_results, spot_name
from cogs.render.road import road_png
from cogs.table.forms import TableForm
from cogs.table.lobby import Lobby
from cogs.table.presses import Handler, Press
from cogs.table.table import StaleClick
from games.core import IllegalAction
from games.pok_deng import BetKind, Spot


class BetForms:
    """Opens the form and reads it; what people have to spend is asked of `economy`."""

    def __init__(self, economy: Economy) -> None:
        self._economy = economy
        self.buttons: Mapping[str, Handler] = {
            "spots": self.open_bet,
            "again": self.again,
            "mine": self.mine,
            "clear": self.clear,
            "ready": self.ready,
            "road": self.road,
            "results": self.results,
        }
        self.forms: Mapping[str, Handler] = {"bet": self.bet}

    async def open_bet(self, press: Press) -> None:
        """Ask for the chips on each of the bets that were chosen."""
        spots = [Spot.parse(text) for text in press.values]
        free = await self._free(press, spots)
        terms, words = press.table.terms, press.words
        names = ", ".join(spot_name(spot, words) for spot in spots)
        field: ui.Label[Any] = ui.Label(
            text=words("Chips on each"),
            description=words(
                "From {minimum} to {maximum}. You have {free}; a bet on a Player takes twice as much.",
                minimum=terms.minimum,
                maximum=terms.maximum,
                free=free,
            ),
            component=ui.TextInput(
                custom_id="chips", max_length=LONGEST, placeholder=words("250, 1k, half, all, min, max")
            ),
        )
        address = press.address.to("bet", " ".join(str(spot) for spot in spots))
        await press.interaction.response.send_modal(TableForm(address, names[:45], field))

    async def bet(self, press: Press) -> None:
        """Place the bets of a form."""
        assert press.fields is not None
        spots = [Spot.parse(text) for text in press.address.argument.split()]
        terms = press.table.terms
        limits = [terms.options.pair_limits(terms.minimum, terms.maximum)] if _has_pair(spots) else []
        chips = parse_amount(
            "".join(press.fields.get("chips", ())),
            balance=await self._free(press, spots),
            minimum=max([terms.minimum, *(low for low, _ in limits)]),
            maximum=min([terms.maximum, *(high for _, high in limits)]),
            times=sum(spot.kind.taken(1) for spot in spots),
        )
        await self._place(press, lambda lobby: game.bet(terms, lobby, press.person, dict.fromkeys(spots, chips)))

    async def again(self, press: Press) -> None:
        """Bet what was bet the last time."""
        await self._economy.balance(press.table.guild, press.person)
        await self._place(press, lambda lobby: game.bet_again(press.table.terms, lobby, press.person))

    async def clear(self, press: Press) -> None:
        """Take all bets back."""
        await press.table.arrange(press.person, lambda lobby: lobby.clear(press.person), asked=press.address.asked)
        await whisper(press.interaction, press.words("Your bets are off the table and your chips are back."))

    async def ready(self, press: Press) -> None:
        """Let the cards come as soon as everybody who has bet is ready."""
        await press.table.arrange(press.person, lambda lobby: lobby.get_ready(press.person), asked=press.address.asked)
        await press.interaction.response.defer()

    async def mine(self, press: Press) -> None:
        """Say what lies there for the person who asks."""
        await whisper(press.interaction, await self._mine(press))

    async def road(self, press: Press) -> None:
        """Send the road of the whole shoe as a picture."""
        picture = await road_png(press.table.lobby.carry.get("road", []))
        await press.interaction.response.send_message(
            file=discord.File(picture, filename="road.png", description=press.words("The road of this shoe")),
            ephemeral=True,
        )

    async def results(self, press: Press) -> None:
        """Send what the last round brought everybody."""
        pages = all_results(press.table, press.words)
        for page in pages:
            await whisper(press.interaction, page)

    async def _place(self, press: Press, change: Callable[[Lobby], Lobby]) -> None:
        try:
            await press.table.arrange(press.person, change, asked=press.address.asked, salt=press.salt)
        except StaleClick:
            if press.fields is None:
                raise
            raise IllegalAction("Betting on that round is over; your chips stayed where they are.") from None
        await whisper(press.interaction, await self._mine(press))

    async def _mine(self, press: Press) -> str:
        words = press.words
        bets = game.bets_of(press.table.lobby, press.person)
        balance = await self._economy.balance(press.table.guild, press.person)
        if not bets:
            return words("You have no bets here. You have {balance} chips.", balance=balance)
        withheld = game.cost(bets) - sum(bets.values())
        listed = " · ".join(f"{spot_name(spot, words)} **{words.chips(chips)}**" for spot, chips in bets.items())
        return words(
            "{bets}\n{taken} chips taken, {withheld} of them withheld. You have {balance} more.",
            bets=listed,
            taken=game.cost(bets),
            withheld=withheld,
            balance=balance,
        )

    async def _free(self, press: Press, spots: list[Spot]) -> int:
        """What the person may bet on `spots`: the balance, and what lies there already and would be replaced."""
        bets = game.bets_of(press.table.lobby, press.person)
        lying = game.cost({spot: chips for spot, chips in bets.items() if spot in spots})
        return lying + await self._economy.balance(press.table.guild, press.person)


def _has_pair(spots: list[Spot]) -> bool:
    return any(spot.kind is BetKind.PAIR for spot in spots)
