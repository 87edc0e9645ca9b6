"""What the bot is made of, by module. Nothing is loaded here, so tools without Discord can ask for the games, too."""

GAMES = (
    "cogs.blackjack.extension",
    "cogs.pok_deng.extension",
    "cogs.pontoon.extension",
    "cogs.five_hundred.extension",
)
"""Each game is named here alone, and shown in this order: docs/add-a-game.md."""
EXTENSIONS = (
    *GAMES,  # first, because others ask which games there are
    "cogs.rules.extension",
    "cogs.fair.extension",
    "cogs.help",
    "cogs.lobby.extension",
    "cogs.settings.extension",
    "cogs.chips.extension",
    "cogs.achievements.extension",
    "cogs.coach.extension",
    "cogs.bank.extension",
    "cogs.mydata.extension",
    "cogs.language.extension",
    "cogs.owner.extension",
    "cogs.server_log.upgrade",
    "cogs.forget_guild",
)
