"""How people bet at Pok Deng: a panel with a button for each bet, a form for any amount; Same, ×2; Ready.

The table is the answer as long as it lists everyone's bets. When too many people play for that, each has one private
message with their own, which changes with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import discord
from discord import ui

from cogs.app.replies import components
from cogs.app.replies.components import Attached, Layout
from cogs.app.replies.requests import is_private, show
from cogs.chips.economy import Economy
from cogs.chips.shortage import is_short, unless_short
from cogs.pok_deng.bets import chosen, is_told, panel
from cogs.pok_deng.results import LastRound, pages
from cogs.pok_deng.road import road_png
from cogs.pok_deng.wording import spot_name
from cogs.table.faces import CardText
from cogs.table.parts import TableForm, farewell, heading, joined, layout, small, table_button
from cogs.table.press import Handler, Press
from games.core import IllegalAction
from games.pok_deng import SPOTS, Spot, verify_fits
from i18n.words import Words
from tables.draft import ReadAnew, StaleClick
from tables.events import Arrange
from tables.lobby import Lobby
from tables.pok_deng import pok_deng_adapter as game
from tables.pok_deng.pok_deng_adapter import PokDengState
from tables.settings.amounts import LONGEST, parse_amount, whole_number
from tables.table import Table

MOST_CHOICES = 10_000
"""So many choices are remembered, of the people who made them last."""
T = TypeVar("T")


class BetForms:
    """Opens panel and form and reads them; `economy` knows what people have to spend, and `cards` writes cards.

    While a table `is_revealing` its last round, no panel tells what that brought. Who is choosing bets, and how many
    chips each press bets, is forgotten with the process.
    """

    def __init__(self, economy: Economy, cards: CardText, is_revealing: Callable[[Table], bool]) -> None:
        self._economy = economy
        self._is_revealing = is_revealing
        self._cards = cards
        self._sizes: dict[tuple[int, int], int] = {}
        self._choosing: dict[tuple[int, int], str] = {}
        """By table and person: before which round, named by its question, somebody opened the buttons for bets."""
        self.buttons: Mapping[str, Handler] = {
            "bet": self.open_bet,
            "put": self.put,
            "size": self.size,
            "again": lambda press: self._repeat(press, 1),
            "twice": lambda press: self._repeat(press, 2),
            "mine": self.mine,
            "clear": self.clear,
            "ready": self.ready,
            "road": self.road,
            "results": self.results,
        }
        self.forms: Mapping[str, Handler] = {"bet": self.bet}

    async def open_bet(self, press: Press) -> None:
        """Ask for bets and chips in one form.

        Discord forgets a half-made choice in a message's list when the message changes, which it does all the time
        while others bet, and some of its clients don't send the same choice twice. A form has neither problem.
        """
        if press.address.question_id != press.table.question_id:
            raise StaleClick  # no form for a closed window
        if await self._is_short(press, SPOTS):
            return
        words, terms = press.words, press.table.terms
        withheld = words("Bets on hands set the same aside.")
        (minimum, maximum), (low, high) = game.limits(terms, SPOTS[:1]), game.limits(terms, SPOTS[-1:])
        options = [discord.SelectOption(label=spot_name(spot, words), value=str(spot)) for spot in SPOTS]
        which: ui.Select[ui.Modal] = ui.Select(custom_id="spots", options=options, max_values=len(SPOTS))
        label: ui.Label[ui.Modal] = ui.Label(text=words("Bets"), component=which)
        free = await self._free(press, [])
        if (low, high) == (terms.minimum, terms.maximum):
            limits = words("{minimum} to {maximum}", minimum=minimum, maximum=maximum)
            chips = _chips(words, limits, free, withheld)
        else:
            mains = words("{minimum} to {maximum}", minimum=minimum, maximum=maximum)
            pairs = words("{minimum} to {maximum}", minimum=low, maximum=high)
            limits = joined(
                words("{option}: {value}", option=words("Bets"), value=mains),
                words("{option}: {value}", option=words("Pair bet"), value=pairs),
            )
            label.description = withheld
            chips = _chips(words, limits, free)
        await TableForm(press.address, words("Bets"), label, chips).open(press.interaction)

    async def bet(self, press: Press) -> None:
        """Place the bets from a form."""
        assert press.fields is not None
        spots = [Spot.parse(text) for text in press.fields.get("spots", ())]
        if not spots:
            raise IllegalAction("Choose at least one bet from the list.")
        terms = press.table.terms
        minimum, maximum = game.limits(press.table.terms, spots)
        chips = parse_amount(
            press.words.typed("".join(press.fields.get("chips", ()))),
            balance=await self._free(press, spots),
            minimum=minimum,
            maximum=maximum,
            times=sum(spot.kind.taken(1) for spot in spots),
        )
        verify_fits(terms.options, terms.minimum, terms.maximum, {spot.kind for spot in spots}, chips)
        await self._place(press, lambda lobby: game.bet(terms, lobby, press.user_id, dict.fromkeys(spots, chips)))

    async def put(self, press: Press) -> None:
        """Have so many chips on the hand or the Pair in the address."""
        self._choose(press)
        text, _, number = press.address.argument.partition(" ")
        spot, chips = Spot.parse(text), whole_number(number) or 0
        await self._bet(press, [spot], lambda lobby: game.put(press.table.terms, lobby, press.user_id, spot, chips))

    async def size(self, press: Press) -> None:
        """Let each further press on the panel bet as many chips as the address says."""
        self._choose(press)
        _remember(self._sizes, press, press.numbers(1)[0])
        await press.show_panel()

    def panel(self, table: Table, user_id: int, words: Words) -> Layout:
        """The buttons for bets while a person chooses theirs, or else the bets in a line."""
        if self.is_choosing(table, user_id):
            return panel(table, user_id, words, self._sizes.get((table.id, user_id)))
        if table.is_closed:
            return layout(None, [f"{heading(table, words)}\n{farewell(table, words)}"])
        return chosen(table, user_id, words, is_revealing=self._is_revealing(table))

    def is_choosing(self, table: Table, user_id: int) -> bool:
        """Whether a person has opened the buttons for bets on the coming round, and isn't ready, or never bet here."""
        if table.is_closed:
            return False
        lobby, opened = table.lobby, self._choosing.get((table.id, user_id))
        return opened == table.question_id or not (lobby.bets_of(user_id) or user_id in lobby.last)

    def _choose(self, press: Press) -> None:
        _remember(self._choosing, press, press.table.question_id)

    async def clear(self, press: Press) -> None:
        """Take all bets back."""
        try:
            await press.live.do(
                Arrange(press.user_id, lambda lobby: lobby.clear(press.user_id), question_id=press.address.question_id)
            )
        except ReadAnew:
            raise
        except StaleClick:
            raise IllegalAction("The cards of that round are out; its bets can't be taken back.") from None
        await press.answer()

    async def ready(self, press: Press) -> None:
        """Deal as soon as everybody who has bet is ready."""
        self._choosing.pop((press.table.id, press.user_id), None)
        await press.live.do(
            Arrange(press.user_id, lambda lobby: lobby.get_ready(press.user_id), question_id=press.address.question_id)
        )
        await press.answer()

    async def mine(self, press: Press) -> None:
        """Show the asker's own bets."""
        if press.table.lobby.bets_of(press.user_id) or not await self._is_short(press, SPOTS):
            self._choose(press)
            await press.show_panel()

    async def road(self, press: Press) -> None:
        """Send the road of the whole shoe as a picture."""
        roads = PokDengState.of(press.table.lobby).road
        if not any(roads):
            raise IllegalAction("No round has been dealt here yet.")
        picture = await road_png(roads, press.words)
        await press.interaction.response.send_message(
            file=Attached(picture, filename="road.png", description=press.words("Road")),
            ephemeral=True,
        )

    async def results(self, press: Press) -> None:
        """Show what everybody won or lost in the last round, page by page; the page's number is in the address."""
        last = LastRound.of(press.table.lobby)
        if last is None:
            raise IllegalAction("No round has been dealt here yet.")
        words = press.words
        texts = pages(last, press.view.names.known_to(words), self._cards, press.user_id)
        page = min(press.numbers(1)[0] if press.address.argument else 0, len(texts) - 1)
        parts = [components.text(texts[page])]
        if len(texts) > 1:
            parts.append(components.text(small(words("Page {page} of {pages}", page=page + 1, pages=len(texts)))))
            ways = {page - 1: words("Previous"), page + 1: words("Next")}
            there = {str(to): label for to, label in ways.items() if 0 <= to < len(texts)}
            turns = [table_button(press.address.to("results", to), label) for to, label in there.items()]
            parts.append(components.row(*turns))
        await show(press.interaction, press.view.panels.as_read(press.user_id, Layout(*parts)))

    async def _repeat(self, press: Press, times: int) -> None:
        await self._bet(press, SPOTS, lambda lobby: game.bet_again(press.table.terms, lobby, press.user_id, times))

    async def _bet(self, press: Press, spots: Sequence[Spot], change: Callable[[Lobby], Lobby]) -> None:
        """Bet on `spots`, or say what helps somebody with too few chips."""
        await unless_short(lambda: self._place(press, change), lambda: self._is_short(press, spots))

    async def _place(self, press: Press, change: Callable[[Lobby], Lobby]) -> None:
        try:
            await press.live.do(Arrange(press.user_id, change, question_id=press.address.question_id, salt=press.salt))
        except ReadAnew:
            raise
        except StaleClick:
            raise IllegalAction("Too late: betting on that round has closed. You keep your chips.") from None
        if is_private(press.interaction) or is_told(press.table.lobby) or press.view.panels.is_open(press.user_id):
            await press.answer()
        else:
            await press.show_panel()

    async def _free(self, press: Press, spots: Sequence[Spot]) -> int:
        """What the person may bet on `spots`: the balance, and their bets there, which would be replaced."""
        return _lying(press, spots) + await self._economy.balance(press.table.guild, press.user_id)

    async def _is_short(self, press: Press, spots: Sequence[Spot]) -> bool:
        """Whether the person has too few chips for the smallest bet on one of `spots`, and was told what helps."""
        if press.address.question_id != press.table.question_id:
            return False  # the window is closed; that is said instead
        terms, kinds = press.table.terms, {spot.kind: spot for spot in spots}  # all bets of a kind have the same limits
        smallest = min(kind.taken(game.limits(terms, [spot]).minimum) for kind, spot in kinds.items())
        return await is_short(press.interaction, self._economy, smallest, lying=_lying(press, spots))


def _remember(chosen: dict[tuple[int, int], T], press: Press, value: T) -> None:
    """Keep `value` for whoever pressed at this table, and forget the oldest of too many."""
    chosen[press.table.id, press.user_id] = value
    if len(chosen) > MOST_CHOICES:
        del chosen[next(iter(chosen))]


def _lying(press: Press, spots: Sequence[Spot]) -> int:
    bets = game.bets_of(press.table.lobby, press.user_id)
    return game.cost({spot: chips for spot, chips in bets.items() if spot in spots})


def _chips(words: Words, limits: str, free: int, more: str = "") -> ui.Label[ui.Modal]:
    """The field for the chips on each bet; `more` comes after the limits and the person's chips."""
    return ui.Label(
        text=words("Chips on each"),
        description=joined(limits, words("{option}: {value}", option=words("Balance"), value=words.chips(free)), more),
        component=ui.TextInput(
            custom_id="chips", max_length=LONGEST, placeholder=words("250, 1k, half, all, min, max")
        ),
    )
