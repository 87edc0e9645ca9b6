"""What the bot's games offer, for tests that need no bot: the settings that servers have for them, and their rules."""

from cogs.blackjack import rules_pages as blackjack
from cogs.five_hundred import rules_pages as five_hundred
from cogs.pok_deng import rules_pages as pok_deng
from cogs.pontoon import rules_pages as pontoon
from guild_settings.schema import Schema
from tables.blackjack.settings import BLACKJACK
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.pok_deng.settings import POK_DENG
from tables.pontoon.settings import PONTOON

SCHEMA = Schema([BLACKJACK, POK_DENG, PONTOON, FIVE_HUNDRED])
GAMES = SCHEMA.games
RULES = {
    "blackjack": blackjack.pages,
    "pok_deng": pok_deng.pages,
    "pontoon": pontoon.pages,
    "five_hundred": five_hundred.pages,
}
