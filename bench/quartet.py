"""(b) This bot, unmodified, with matches of Five Hundred whose players press cards on their private panels.

What comes before the first card of a deal is done without pressing, and counts against the bot: its time is not taken
out. A press plays a legal card, is answered with the panel, and brings table and other panels up to date beside.
"""

from __future__ import annotations

from discord import ButtonStyle, ui

from bench.circle import Circle
from bench.wire import CHANNEL, GUILD, Json, components, message
from cogs.five_hundred.choice import Choice
from cogs.five_hundred.panel import draw
from games.five_hundred import Deal, MakeBid, Options, Phase
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.game import Terms
from tables.table import Table

FOUR = 4
_CARD = ":move:play "


class Quartet(Circle):
    """The bot under load."""

    people = FOUR

    async def _open(self) -> None:
        table, shown = await self._match()
        self.tables.append(table)
        self._public.append(shown)
        self._panels.append({person: self._panel(table, person) for person in table.lobby.seats if person is not None})

    async def _match(self) -> tuple[Table, Json]:
        """A new match with cards to be played, and its message."""
        app, people = self.app, [next(self._people) for _ in range(FOUR)]
        terms = Terms(0, 0, Options(), Pace.RELAXED)
        table = await app.open_tables.open(FiveHundredGame(), guild=GUILD, channel=CHANNEL, host=people[0], terms=terms)
        shown = message(4 * 10**18 + table.id, [])
        app.presses.message_of(table).adopt(int(shown["id"]), app.now())
        await app.tables.posted(table.id, int(shown["id"]), app.now())
        for person in people:
            await table.arrange(person, lambda lobby, who=person: match.sit(lobby, who))  # type: ignore[misc]  # who is early
        await table.arrange(people[0], match.start, salt=str(table.id))
        await _to_a_card(table)
        return table, shown

    def _view(self, table: Table, person: int) -> ui.LayoutView:
        return draw(table, person, ENGLISH, self.app.card_emojis.text, Choice())

    async def press(self, index: int) -> float:
        """Let whoever is asked at a table play a card. Returns the seconds to the answer.

        Raises RuntimeError when that did not change the table.
        """
        table = self.tables[index]
        await _to_a_card(table)
        if table.game.outlives_idle(table.lobby) is False:
            await table.close(table.host)
            table, self._public[index] = await self._match()
            self.tables[index] = table
            self._panels[index] = {who: self._panel(table, who) for who in table.lobby.seats if who is not None}
        assert table.play is not None
        steps = table.play.steps
        (person,) = table.play.people_to_act()
        shown = self._panels[index][person] | {"components": components(self._view(table, person))}
        custom_id = self._random.choice(_legal_cards(shown))
        seconds, self._panels[index][person] = await self._wire.press(self.app, custom_id, person, shown)
        if table.play.steps == steps:
            raise RuntimeError(f"{custom_id} of {person} changed nothing at table {table.id}")
        return seconds


async def _to_a_card(table: Table) -> None:
    """Bid six of something, take the kitty, and go on to the first card that is played without a word."""
    while table.game.outlives_idle(table.lobby):
        if not table.is_playing or table.play is None:
            for person in (who for who in table.lobby.seats if who is not None):
                if not table.is_playing:
                    await table.arrange(
                        person,
                        lambda lobby, who=person: match.ready(lobby, who),  # type: ignore[misc]  # who is early
                        salt=str(person),
                    )
            continue
        deal: Deal = table.play.round  # type: ignore[assignment]  # the driver knows no game
        seat = min(deal.to_act)
        moves = list(deal.legal_actions(seat)) if deal.phase is not Phase.KITTY else []
        if deal.phase is Phase.PLAY and any(
            str(move).startswith("play ") and " " not in str(move)[5:] for move in moves
        ):
            return
        bids = [move for move in moves if isinstance(move, MakeBid)]
        bid = bids[0] if bids and deal.auction.standing is None else deal.default_action(seat)
        await table.act(table.play.setup.person_in(seat), table.question_id, str(bid))


def _legal_cards(shown: Json) -> list[str]:
    """The addresses of the bright cards of a panel."""
    rows = (item.get("components", ()) for item in shown["components"][0]["components"])
    return [
        button["custom_id"]
        for row in rows
        for button in row
        if _CARD in button.get("custom_id", "") and button["style"] == ButtonStyle.primary.value
    ]
