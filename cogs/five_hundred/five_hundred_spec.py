"""Five Hundred, declared once, with its commands."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Literal

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.coach.hints import Hint
from cogs.five_hundred import auction, behind_more, card_play, kitty, match_table, partner, running_deal
from cogs.five_hundred.behind_more import more_buttons, switches, table_buttons
from cogs.five_hundred.five_hundred_guide import PRIMER
from cogs.five_hundred.ladder import Ladder
from cogs.five_hundred.own_hand import Choices
from cogs.five_hundred.records import Records
from cogs.five_hundred.review import hint_texts, replayed
from cogs.five_hundred.seats import MatchPresses, Rematches
from cogs.lobby.opening import GameCog, TableOrder, open_table
from cogs.lobby.practice import PRIVATELY, Practice, Shows, practise
from cogs.table.faces import CardText
from cogs.table.house import HouseSeats
from cogs.table.press import HAND, SIT
from cogs.table.rules_text import HouseRules, RulesPage, written
from cogs.table.spec import GameSpec, Start
from data.tables.ratings import Ratings
from games.five_hundred import CALLS, pack
from games.five_hundred.score import SLAM, TRICK_POINTS
from i18n.words import Words
from tables.five_hundred import match
from tables.five_hundred.absence import GONE_AFTER, GONE_AFTER_SLOW, GONE_AFTER_WITH_ANTE
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.five_hundred.match_state import MatchStage, stage_of
from tables.game import Terms
from tables.table import Table


class FiveHundredCog(
    GameCog, group_name="fivehundred", group_description="Play Five Hundred (500), in matches of many deals"
):
    """`/fivehundred open`, `practice`, `matches` and `ladder`."""

    def __init__(self, app: App, records: Records) -> None:
        super().__init__(app)
        self._records = records
        self._ladder = Ladder(app)
        app.events.loaded.subscribe(partial(Ratings(app.store).catch_up, app.served))

    @app_commands.command(name="open", description="Open a match of Five Hundred (500) in this channel, for 2 to 6")
    @app_commands.describe(
        players="Players (default: this server's number)",
        target="The points that win the match (default: 500 or this server's target)",
        ante="Chips that everyone puts in for the winners (default: this server's ante)",
        rules="The rules (default: this server's rules)",
        pace="Pace (default: this server's)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        players: int | None = None,
        target: int | None = None,
        ante: int | None = None,
        rules: Literal["Australian", "American"] | None = None,
        pace: Literal["quick", "normal", "relaxed", "slow"] | None = None,
    ) -> None:
        """Open a table where people gather for a match."""
        preset = None if rules is None else rules.lower()
        order = TableOrder(pace=pace, options={"players": players, "target": target, "ante": ante}, preset=preset)
        await open_table(self.app, interaction, FIVE_HUNDRED.key, order)

    @app_commands.command(name="practice", description="Play a match of Five Hundred with house players")
    @app_commands.describe(
        players="Players (default: this server's number)",
        show="Who sees the table (default: only you)",
    )
    async def practice(
        self,
        interaction: discord.Interaction[App],
        players: int | None = None,
        show: Shows = PRIVATELY,
    ) -> None:
        """Open a match full of house players, with the first deal already on the table."""
        await practise(self.app, interaction, Practice(FIVE_HUNDRED.key, players, show == PRIVATELY))

    @app_commands.command(name="matches", description="Show the matches in play and those that are over, deal by deal")
    async def matches(self, interaction: discord.Interaction[App]) -> None:
        """One private message in which a match, and then a deal, can be chosen."""
        await interaction.response.send_message(view=await self._records.matches(interaction), ephemeral=True)

    @app_commands.command(name="ladder", description="Show this server's players of Five Hundred by their rating")
    async def ladder(self, interaction: discord.Interaction[App]) -> None:
        """The players by rating, for everyone to see."""
        await self._ladder.show(interaction)


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """The rules in rules.md for one house."""
    gone_after = GONE_AFTER_WITH_ANTE if rules.options.ante else GONE_AFTER
    values = {
        **{f"bid {call}": call.value for call in CALLS},
        **{f"pack_of_{players}": len(pack(players)) for players in range(2, 7)},
        "slam": SLAM,
        "trick_points": TRICK_POINTS,
        "gone_after": words.counted("{count} minutes", gone_after // timedelta(minutes=1)),
        "gone_after_slow": words.counted("{count} hours", GONE_AFTER_SLOW // timedelta(hours=1)),
    }
    return written(Path(__file__).with_name("rules.md"), rules, words, cards, values)


def _ante(terms: Terms) -> int:
    return int(terms.options.ante)


def spec(app: App, records: Records) -> GameSpec:
    """The game as this bot plays it: each hand on a private panel, the results at once."""
    choices, cards = Choices(), app.card_emojis.text
    house = HouseSeats(app.servers.of, ante=_ante, has_begun=lambda lobby: stage_of(lobby) is not MatchStage.GATHERING)

    def hint(table: Table, user_id: int, words: Words) -> Hint:
        return app.hints.of(table, user_id, words, lambda: hint_texts(table, words, cards))

    return GameSpec(
        adapter=FiveHundredGame(),
        settings=FIVE_HUNDRED,
        cog=FiveHundredCog(app, records),
        seed_is_shown="The seed is shown when the deal is over.",
        rules=pages,
        draw=lambda table, words, _stage: match_table.draw(table, words, cards, adds=house.may_come(table)),
        plays_matches=True,
        more=more_buttons,
        of_table=lambda press: [*table_buttons(press), *house.rare_buttons(press, adds=False)],
        switches=lambda press: [*switches(press, app.readers.house_level(press.user_id))],
        panel=lambda table, user_id, words: match_table.draw_panel(
            table, user_id, words, cards, choices.of(table, user_id), hint(table, user_id, words)
        ),
        private=lambda table, user_id, words: match_table.draw_private(
            table,
            user_id,
            words,
            cards,
            choices.of(table, user_id),
            hint(table, user_id, words),
            adds=house.may_come(table),
        ),
        buttons=dict(  # refuses two buttons of one name
            **auction.buttons(choices),
            **kitty.buttons(choices),
            **partner.buttons(choices),
            **card_play.buttons(choices, cards),
            **running_deal.buttons(choices),
            **MatchPresses(app).buttons,
            **records.buttons,
            **house.buttons,
            **app.hints.on_panel,
            **behind_more.buttons(app),
        ),
        primer=PRIMER,
        entrances=(SIT, "seat", HAND),
        practice=Start(match.sit, match.start, lambda players, _shoot: {"players": players, "ante": 0}),
        ante=_ante,
        replayed=replayed(app),
    )


async def setup(app: App) -> None:
    """Offer tables of Five Hundred and the commands about its matches."""
    records = Records(app)
    app.router.register(*records.routes, Rematches().route)
    await app.offer(spec(app, records))
