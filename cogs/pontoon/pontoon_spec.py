"""Pontoon, declared once, with its commands."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.app.replies.components import Component
from cogs.coach.hints import Hint
from cogs.coach.rounds import rounds_replayed
from cogs.lobby.opening import GameCog, PaceName, TableOrder, open_table
from cogs.lobby.practice import PRIVATELY, Practice, Shows, practise
from cogs.pontoon import between_deals, pontoon_table, review
from cogs.pontoon.bank_between_deals import BankForms
from cogs.pontoon.between_deals import SeatPresses
from cogs.pontoon.last_deal import show_last_deal
from cogs.pontoon.pontoon_guide import PRIMER
from cogs.pontoon.review import hint_texts
from cogs.pontoon.stakes import amount, open_amount
from cogs.table.faces import CardText
from cogs.table.house import HouseSeats
from cogs.table.press import HAND, SIT, Press
from cogs.table.rules_text import HouseRules, RulesPage, written
from cogs.table.spec import GameSpec, Start
from games.pontoon import AWAY_BANKER_STAYS, COVERED, MOST_HANDS, MOST_PEOPLE, Options
from i18n.words import Words
from tables.pontoon import bank
from tables.pontoon.bank_state import ABSENT_DEALS, after_press, banker_of, stage_of
from tables.pontoon.pontoon_adapter import PontoonGame
from tables.pontoon.pontoon_settings import PONTOON
from tables.settings.amounts import verify_range
from tables.table import Table


class PontoonCog(GameCog, group_name="pontoon", group_description="Play Pontoon; one of you holds the bank"):
    """`/pontoon open` and `practice`."""

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.describe(
        minimum="Minimum bet in chips (default: 10 or this server's limit)",
        maximum="Maximum bet in chips (default: this server's limit)",
        shoot="Shoot Pontoon: the banker puts up a kitty that the others can bet against",
        pace="Pace (default: this server's)",
    )
    async def open(
        self,
        interaction: discord.Interaction[App],
        minimum: int | None = None,
        maximum: int | None = None,
        shoot: bool | None = None,
        pace: PaceName | None = None,
    ) -> None:
        """Open a table with these limits, where people gather for the first deal."""
        await open_table(self.app, interaction, PONTOON.key, TableOrder(minimum, maximum, pace, {"shoot": shoot}))

    @app_commands.command(name="practice", description="Play Pontoon with house players; no chips change hands")
    @app_commands.describe(
        players="Players, with you (default: 5)",
        show="Who sees the table (default: only you)",
        shoot="Shoot Pontoon: the banker puts up a kitty that the others can bet against",
    )
    async def practice(
        self,
        interaction: discord.Interaction[App],
        players: int | None = None,
        show: Shows = PRIVATELY,
        shoot: bool | None = None,
    ) -> None:
        """Open a table full of house players, with the first deal already on it."""
        wanted = None if players is None else verify_range(players, 2, MOST_PEOPLE)
        await practise(self.app, interaction, Practice(PONTOON.key, wanted, show == PRIVATELY, shoot))


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """The rules in rules.md for one house; the page about shoot bets only where they are played."""
    options: Options = rules.options
    values = {
        "most_people": MOST_PEOPLE,
        "most_hands": MOST_HANDS,
        "covered": COVERED,
        "covered_stake": COVERED * 100,
        "banker_stays": AWAY_BANKER_STAYS,
        "absent_deals": ABSENT_DEALS,
        "offers_shoot": options.shoot or rules.table is None,
        "least_kitty": None,
    }
    if options.shoot and rules.table is not None and rules.limits is not None:
        kitty = options.kitty_limits(*rules.limits)
        values |= {"least_kitty": kitty.least, "most_kitty": kitty.most}
    return written(Path(__file__).with_name("rules.md"), rules, words, cards, values)


def spec(app: App) -> GameSpec:
    """The game as this bot plays it: each hand on a private panel, the results at once."""
    game, cards = PontoonGame(), app.card_emojis.text
    house = HouseSeats(app.servers.of, ante=lambda _terms: None, after_press=after_press)
    bank_forms = BankForms(app, house)

    def of_table(press: Press) -> list[Component]:
        is_rare = stage_of(press.table.terms, press.table.lobby) not in between_deals.GATHERING
        return house.rare_buttons(press, adds=is_rare)

    def hint(table: Table, user_id: int, words: Words) -> Hint:
        return app.hints.of(table, user_id, words, lambda: hint_texts(words, cards))

    return GameSpec(
        adapter=game,
        settings=PONTOON,
        cog=PontoonCog(app),
        seed_is_shown=(
            "The seed is shown when the pack is shuffled again: after a deal with a pontoon, or after every deal "
            "where the server wants that."
        ),
        rules=pages,
        draw=lambda table, words, _stage: pontoon_table.draw(table, words, cards, adds=house.may_come(table)),
        more=lambda press: between_deals.last_deal_button(press.table, press.words),
        of_table=of_table,
        shows_chips=lambda table, user_id: user_id in table.people_asked and user_id != banker_of(table.lobby),
        panel=lambda table, user_id, words: pontoon_table.draw_panel(
            table, user_id, words, cards, hint(table, user_id, words)
        ),
        private=lambda table, user_id, words: pontoon_table.draw_private(
            table,
            user_id,
            words,
            cards,
            hint(table, user_id, words),
            adds=house.may_come(table),
        ),
        buttons={
            **SeatPresses(app).buttons,
            "amount": open_amount,
            **house.buttons,
            **bank_forms.buttons,
            "last": show_last_deal(cards),
            **app.hints.on_panel,
        },
        forms={"amount": amount, **bank_forms.forms},
        primer=PRIMER,
        entrances=(SIT, HAND),
        practice=Start(
            lambda lobby, person: after_press(lobby).sit(person),
            bank.start,
            lambda _players, shoot: {"shoot": shoot},
            players=5,
        ),
        replayed=rounds_replayed(app.store, game, review.TEXTS),
    )


async def setup(app: App) -> None:
    """Offer Pontoon tables and the commands that open them."""
    await app.offer(spec(app))
