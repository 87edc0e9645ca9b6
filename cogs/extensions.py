"""What the bot is made of, by module. Nothing is loaded here, so tools without Discord can ask for the games, too."""

GAMES = ("cogs.blackjack.spec", "cogs.pok_deng.spec", "cogs.pontoon.spec", "cogs.five_hundred.spec")
"""Each game is named here alone, and shown in this order: docs/add-a-game.md."""
EXTENSIONS = (
    *GAMES,  # first, because others ask which games there are
    "cogs.rules",
    "cogs.fair.cog",
    "cogs.help",
    "cogs.lobby.cog",
    "cogs.settings.cog",
    "cogs.chips.cog",
    "cogs.daily_deal.cog",
    "cogs.evening.cog",
    "cogs.tournament.cog",
    "cogs.achievements.cog",
    "cogs.language",
    "cogs.coach.reviews",
    "cogs.bank.cog",
    "cogs.mydata",
    "cogs.owner.cog",
    "cogs.server_log.upgrade",
    "cogs.forget_guild",
)
