"""What the bot's games offer, for tests that need no bot: the settings that servers have for them, and their rules."""

from importlib import import_module

from cogs.extensions import GAMES as EXTENSIONS
from tables.settings.schema import Schema
from tools.world.games import found


def rules_of(extension):
    """The function that writes a game's rules pages: `pages` of rules_pages.py or, in a small game, of its spec."""
    game = import_module(extension)
    return game.pages if hasattr(game, "pages") else import_module(f"{game.__package__}.rules_pages").pages


SCHEMA = Schema(played.settings for played in found())
GAMES = SCHEMA.games
RULES = {game: rules_of(extension) for game, extension in zip(GAMES, EXTENSIONS, strict=True)}
