"""How achievements are shown: the member's own list, and one of them for everyone.

What a round has brought stands in its results (cogs/table/totals.py). In the list it is marked as new until it has been
seen there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.router import Route
from cogs.table.parts import GOLD, bold, layout, lines, small
from cogs.table.totals import achievement_of
from data.tables.achievements import Achieved
from games.core import Button, Phrase
from i18n.words import Words
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


class Panel:
    """Draws for one reader what `listed` can be had; the buttons are those of `route`."""

    def __init__(self, app: App, route: Route[App], listed: Mapping[str, Listed], words: Words) -> None:
        self._app = app
        self._route = route
        self._listed = listed
        self._words = words

    def own(self, rows: Sequence[Achieved]) -> Layout:
        """The list: what they have first, then what is left to find, grey."""
        words = self._words
        had = {row.key for row in rows}
        locked = [each for key, each in self._listed.items() if key not in had]
        sections = lines(*map(self._had, rows)), lines(*map(self._locked, locked))
        heading = words("### 🏅 Your achievements: {count} of {all}", count=len(rows), all=len(self._listed))
        note = small(
            words(
                "Only you see this list. **{more}** at a table hides new ones there, or shows them.",
                more=Button("More…"),
            )
        )
        controls: list[list[Component]] = []
        if rows:
            titles = {row.key: self._words.said(self._listed[row.key].achievement.title) for row in rows}
            options = [components.option(title, key) for key, title in titles.items()]
            controls.append([self._route.select("show:0", options, words("Show one to everyone here"))])
        return layout(GOLD, [heading, *sections, note], controls)

    def for_everyone(self, row: Achieved, user_id: int) -> Layout:
        """One achievement for everyone; the words are the server's."""
        one = self._listed[row.key].achievement
        title = achievement_of(user_id, one, self._words)
        return layout(GOLD, [lines(title, self._words.said(one.deed), small(self._where(row)))])

    def _had(self, row: Achieved) -> str:
        one, words = self._listed[row.key].achievement, self._words
        title = words.said(one.title)
        name = (
            words("{emoji} **{title}** · new", emoji=one.emoji, title=title)
            if row.is_new
            else f"{one.emoji} {bold(title)}"
        )
        return lines(name, small(words.said(one.deed), self._where(row)))

    def _locked(self, listed: Listed) -> str:
        words, where = self._words, Phrase("Anywhere") if listed.game is None else listed.game
        return small(f"🔒 {words.said(listed.achievement.title)}", words.said(where))

    def _where(self, row: Achieved) -> str:
        when = f"<t:{round(row.at.timestamp())}:d>"
        if row.table is None:
            return when
        game = self._app.games.get(row.game or "")
        return self._words(
            "{game}, table {table}, {when}", game=game.title if game else row.game, table=str(row.table), when=when
        )
