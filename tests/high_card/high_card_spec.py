"""High Card on Discord, as cogs/high_card/ would hold it: picture, rules page, bets, command, and the GameSpec."""

from pathlib import Path

from discord import Interaction, app_commands

from cogs.app.bot import App
from cogs.app.replies.components import Layout, soon
from cogs.lobby.opening import GameCog, TableOrder, open_table
from cogs.table.faces import CardText
from cogs.table.parts import again_button, button, bystanders_buttons, farewell, head, layout, lines
from cogs.table.press import Press
from cogs.table.rules_text import HouseRules, RulesPage, written
from cogs.table.spec import GameSpec
from games.cards import parse_cards
from i18n.words import Words
from tables.events import Arrange
from tables.lobby import Lobby
from tables.table import Table
from tests.high_card.high_card_adapter import HIGH_CARD, HighCardGame, HighCardState, bet
from tests.high_card.rules import TURN_UP


def draw(table: Table, words: Words, cards: CardText) -> Layout:
    """The public message: bets or cards, results, and the buttons of the moment."""
    terms, lobby, play = table.terms, table.lobby, table.play
    top = head(table, words, words("shuffle {mark}", mark=table.commitment[:8]))
    if table.is_playing and play is not None:
        names = [*(words.person(user_id) for user_id in play.setup.people if user_id), words("House")]
        rows = [f"{name} {cards(card)}" for name, card in zip(names, play.round.view(None), strict=True)]
        question = words("**Turn your card up** {when}", when=soon(table.deadline))
        buttons = [button(table, words("Turn up"), "move", TURN_UP, main=True)]
        return layout(None, [top, lines(*rows), question], [buttons, bystanders_buttons(table, words)])
    bets = [f"{words.person(user_id)} {words.chips(chips)}" for user_id, chips in lobby.staked().items()]
    shown = [cards(card) for card in parse_cards(HighCardState.of(lobby).cards)]
    nets = [(words.person(user_id), words.signed(net)) for user_id, net in lobby.nets.items()]
    results = [f"{who} {card} {net}" for (who, net), card in zip(nets, shown, strict=False)]
    rows = bets or [*results, *(words("House {card}", card=card) for card in shown[-1:])]
    if table.is_closed:
        return layout(None, [top, lines(*rows), farewell(table, words)], [[again_button(table.id, words)]])
    amounts = sorted({terms.minimum, terms.maximum})
    buttons = [button(table, words("Bet {chips}", chips=chips), "bet", str(chips), main=True) for chips in amounts]
    buttons.append(button(table, words("Close table"), "close"))
    return layout(None, [top, lines(*rows)], [buttons, bystanders_buttons(table, words)])


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """The rules as players read them."""
    return written(Path(__file__).with_name("rules.md"), rules, words, cards)


class HighCardCog(GameCog, group_name="highcard", group_description="Play High Card against the house"):
    """`/highcard open`, and the bets."""

    @app_commands.command(name="open", description="Open a High Card table in this channel")
    async def open(self, interaction: Interaction[App], minimum: int | None = None, maximum: int | None = None) -> None:
        await open_table(self.app, interaction, HIGH_CARD.key, TableOrder(minimum, maximum))

    async def bet(self, press: Press) -> None:
        """Bet what the button says. Whoever is new here gets the starting chips first."""
        user_id, (chips,) = press.user_id, press.numbers(1)
        await self.app.economy.balance(press.table.guild, user_id)

        def placed(lobby: Lobby) -> Lobby:
            return bet(press.table.terms, lobby, user_id, chips)

        await press.live.do(Arrange(user_id, placed, question_id=press.address.question_id, salt=press.salt))
        await press.answer()


async def setup(app: App) -> None:
    """Offer High Card tables and the command that opens them."""
    cog = HighCardCog(app)
    await app.offer(
        GameSpec(
            adapter=HighCardGame(),
            settings=HIGH_CARD,
            cog=cog,
            seed_is_shown="The seed is shown when the round is over.",
            rules=pages,
            draw=lambda table, words, _stage: draw(table, words, app.card_emojis.text),
            buttons={"bet": cog.bet},
        )
    )
