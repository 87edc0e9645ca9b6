"""Five Hundred, declared once."""

from __future__ import annotations

from cogs.app.bot import App
from cogs.app.replies.components import Component
from cogs.coach.hints import HINT, Hint, asking
from cogs.five_hundred import match_picture, panel, picture, private_picture, rules_pages
from cogs.five_hundred.advice import hint_text
from cogs.five_hundred.choice import Choices
from cogs.five_hundred.cog import FiveHundredCog
from cogs.five_hundred.guide import PRIMER
from cogs.five_hundred.hands import HandPresses
from cogs.five_hundred.records import Records
from cogs.five_hundred.rematch import Rematches
from cogs.five_hundred.seats import MatchPresses
from cogs.table.house import HouseSeats
from cogs.table.press import Press
from cogs.table.spec import GameSpec, Pauses, Start
from games.core import Phrase
from i18n.words import Words
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchStage, stage_of
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.table import Table


def spec(app: App, records: Records) -> GameSpec:
    """The game as this bot plays it: each hand on a private panel, the results at once."""
    choices, cards = Choices(), app.card_emojis.text
    house = HouseSeats(
        app.servers.of,
        ante=lambda terms: int(terms.options.ante),
        has_begun=lambda lobby: stage_of(lobby) is not MatchStage.GATHERING,
    )

    def more(press: Press) -> list[Component]:
        own = match_picture.more_buttons(press.table, press.words, press.user_id, manages=press.manages)
        return [*own, *house.rare_buttons(press, adds=False)]

    def hint(table: Table, user_id: int, words: Words) -> Hint:
        return app.hints.of(table, user_id, words, lambda choice: hint_text(table, user_id, choice, words, cards))

    def note(table: Table, words: Words) -> str:
        return app.hints.offered(table, words).note

    return GameSpec(
        adapter=FiveHundredGame(),
        settings=FIVE_HUNDRED,
        cog=FiveHundredCog(app, records),
        seed_is_shown=Phrase("The seed is shown when the deal is over."),
        rules=rules_pages.pages,
        draw=lambda table, words, _stage: picture.draw(
            table, words, cards, adds=house.may_come(table), note=note(table, words)
        ),
        plays_matches=True,
        more=more,
        panel=lambda table, user_id, words: panel.draw(
            table, user_id, words, cards, choices.of(table, user_id), hint(table, user_id, words)
        ),
        private=lambda table, user_id, words: private_picture.draw(
            table,
            user_id,
            words,
            cards,
            choices.of(table, user_id),
            hint(table, user_id, words),
            adds=house.may_come(table),
            note=note(table, words),
        ),
        buttons=dict(  # refuses two buttons of one name
            **HandPresses(choices, cards).buttons,
            **MatchPresses(app).buttons,
            **records.buttons,
            **house.buttons,
            **{HINT: app.hints.on_panel(asking)},
        ),
        primer=PRIMER,
        pauses=Pauses(match.ask_pause, match.go_on),
        practice=Start(match.sit, match.start),
    )


async def setup(app: App) -> None:
    """Offer tables of Five Hundred and the commands about its matches."""
    records = Records(app)
    app.router.offer(*records.routes, Rematches().route)
    await app.offer(spec(app, records))
