"""What the bot is made of, by module. Nothing is loaded here, so tools without Discord can ask for the games, too."""

GAMES = (
    "cogs.blackjack.blackjack_spec",
    "cogs.pok_deng.pok_deng_spec",
    "cogs.pontoon.pontoon_spec",
    "cogs.five_hundred.five_hundred_spec",
)
"""Each game is named here alone, and shown in this order: docs/add-a-game.md."""
EXTENSIONS = (
    *GAMES,  # first, because others ask which games there are
    "cogs.rules",
    "cogs.fair.fair_commands",
    "cogs.help",
    "cogs.lobby.lobby_commands",
    "cogs.settings.settings_commands",
    "cogs.chips.chips_commands",
    "cogs.daily_deal.daily_deal_commands",
    "cogs.evening.evening_commands",
    "cogs.tournament.tournament_commands",
    "cogs.achievements.achievements_commands",
    "cogs.language",
    "cogs.coach.reviews",
    "cogs.bank.bank_commands",
    "cogs.mydata",
    "cogs.owner.owner_commands",
    "cogs.server_log.upgrade",
    "cogs.forget_guild",
)
