"""Everything that can be achieved with the games of this bot, in the order in which it is listed."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.app.bot import App
from games.core import Phrase
from tables.achievements import EVERYWHERE, Achievement


@dataclass(frozen=True, slots=True)
class Listed:
    """An achievement, and the name of the game where it can be had; None for any of them."""

    achievement: Achievement
    game: Phrase | None


def catalogue(app: App) -> dict[str, Listed]:
    """By key: those of each game, and at the end those that can be had everywhere."""
    own = [Listed(achievement, game.title) for game in app.games.values() for achievement in game.adapter.achievable]
    everywhere = [Listed(achievement, None) for achievement in EVERYWHERE]
    return {listed.achievement.key: listed for listed in (*own, *everywhere)}
