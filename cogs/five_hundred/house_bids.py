"""How the house plays at a table, behind *More…*: what its bids mean, and how well it plays for who practises alone."""

from __future__ import annotations

from cogs.app.replies.components import Component
from cogs.five_hundred.wording import AMBER
from cogs.table.parts import button, layout, lines, small
from cogs.table.press import SWITCH, Press
from data.languages import EASY_HOUSE, STRONG_HOUSE
from games.core import Phrase
from i18n.words import Words
from tables.modes import EASY, STRONG, USUAL
from tables.settings.general import HouseSettings
from tables.table import Table

BIDS = "housebids"
"""The verb of the button that shows what the bids of the house mean."""
CONVENTIONS = (
    Phrase("**6 no trumps** as a first bid shows the joker."),
    Phrase("**A first six** in a suit shows four cards of it, or a bower."),
    Phrase("**Raising the partner's suit** shows support: three cards of it, or the joker or a bower."),
    Phrase("**A pass** shows nothing. **Misères** say what they are."),
)
"""What house players say and hear, as players/five_hundred/conventions.py has it."""

_NEXT = {USUAL: EASY_HOUSE, EASY: STRONG_HOUSE, STRONG: STRONG_HOUSE}
"""The switch whose press leads to the next level; pressed once more, it is off."""


def house_buttons(table: Table, words: Words, level: str) -> list[Component]:
    """How the house bids, where it does so by conventions; and the `level` of who practises alone."""
    bids = [button(table, words("How the house bids"), BIDS)] if table.terms.mode.conventions else []
    if table.terms.mode.is_duplicate or not table.waits_for_one(table.lobby):
        return bids if table.lobby.house_players else []
    setting = HouseSettings.house_level
    label = words("{option}: {value}", option=setting.title, value=setting.said(level, words))
    return [*bids, button(table, label, SWITCH, _NEXT[level].replace("_", "-"))]


async def show_bids(press: Press) -> None:
    """What the bids of the house mean."""
    words = press.words
    text = lines(f"### {words('How the house bids')}", *(f"- {words.said(each)}" for each in CONVENTIONS))
    note = small(words("House players bid so, and take their partner's bids so, too."))
    await press.show(layout(AMBER, [text, note]))
