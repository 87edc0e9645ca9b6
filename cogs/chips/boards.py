"""The leaderboards of a server: which there are, what is read for each, and how its lines read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime

from cogs.app.bot import App
from cogs.chips.podium import Winner
from data.ledger.ranking import BoardQuery, Leaderboard, Place, Standing
from data.people import Person
from i18n.words import Words

CHIPS = "chips"
"""The board of all games together: the chips that members have, or what they won this week."""
ON_PODIUM = 3


@dataclass(frozen=True, slots=True)
class Board:
    """A board as somebody asked for it: `about` is `CHIPS` or a game's name, of this week or of all time."""

    about: str
    is_weekly: bool

    async def read(self, app: App, query: BoardQuery, now: datetime) -> Leaderboard:
        """The first members on it, and where the asker stands."""
        week_at = now if self.is_weekly else None
        if self.about != CHIPS and app.games[self.about].plays_matches:
            return await app.ranking.by_matches(query, week_at)
        if self.about != CHIPS or self.is_weekly:
            return await app.ranking.by_net(query, None if self.about == CHIPS else self.about, week_at)
        return await app.ranking.by_chips(query)

    def wording(self, app: App, words: Words) -> Wording:
        """How it reads."""
        game = None if self.about == CHIPS else app.games[self.about]
        if game is not None and game.plays_matches:
            return MatchesWon(words, words.said(game.title), self.is_weekly)
        if game is not None:
            return ChipsWon(words, words.said(game.title), self.is_weekly)
        return ChipsWon(words, "", self.is_weekly) if self.is_weekly else ChipsHeld(words, "", self.is_weekly)


@dataclass(frozen=True, slots=True)
class Wording(ABC):
    """The sentences of one board; `game` is a game's name, empty for all games together."""

    words: Words
    game: str
    is_weekly: bool

    @abstractmethod
    def title(self) -> str:
        """What the board is about."""

    @abstractmethod
    def score(self, standing: Standing) -> str:
        """Somebody's chips or matches, as a number."""

    @abstractmethod
    def row(self, rank: int, standing: Standing) -> str:
        """A line of the list."""

    @abstractmethod
    def note(self) -> str:
        """What counts."""

    def nobody(self) -> str:
        """What stands there while nobody is on the board."""
        return self.words("Nobody is on this board yet. Play, and you could be the first.")

    def own(self, rank: int, of: int, place: Place) -> str:
        """Where somebody stands who is not in the list."""
        return self.words(
            "{person} is number {rank} of {count}, with **{score}**.",
            person=Person(place.standing.user_id),
            rank=rank,
            count=of,
            score=self.score(place.standing),
        )

    def winner(self, name: str, standing: Standing) -> Winner:
        """How the podium names somebody."""
        return Winner(name, self.score(standing))


class ChipsHeld(Wording):
    """The chips that members have."""

    __slots__ = ()

    def title(self) -> str:
        """What the board is about."""
        return self.words("### 🏆 Most chips")

    def score(self, standing: Standing) -> str:
        """Chips."""
        return self.words.chips(standing.score)

    def row(self, rank: int, standing: Standing) -> str:
        """A line of the list."""
        return self.words(
            "{rank}. {person} **{chips}**", rank=rank, person=Person(standing.user_id), chips=standing.score
        )

    def note(self) -> str:
        """What counts."""
        return self.words("Includes chips at tables. People who left the server aren't listed.")


class ChipsWon(Wording):
    """What members won or lost at the tables."""

    __slots__ = ()

    def title(self) -> str:
        """What the board is about."""
        if not self.game:
            return self.words("### 🏆 Chips won this week")
        if self.is_weekly:
            return self.words("### 🏆 {game} · chips won this week", game=self.game)
        return self.words("### 🏆 {game} · chips won", game=self.game)

    def score(self, standing: Standing) -> str:
        """Chips with their sign."""
        return self.words.signed(standing.score)

    def row(self, rank: int, standing: Standing) -> str:
        """A line of the list."""
        return self.words.counted(
            "{rank}. {person} **{net}** in {count} round",
            "{rank}. {person} **{net}** in {count} rounds",
            standing.rounds,
            rank=rank,
            person=Person(standing.user_id),
            net=self.score(standing),
        )

    def note(self) -> str:
        """What counts."""
        if self.is_weekly:
            return self.words(
                "Net chips since Monday, 00:00 UTC, without gifts and rounds with house players. "
                "People who left the server aren't listed."
            )
        return self.words(
            "Net chips of all rounds, without gifts and rounds with house players. "
            "People who left the server aren't listed."
        )


class MatchesWon(Wording):
    """The matches that members won."""

    __slots__ = ()

    def title(self) -> str:
        """What the board is about."""
        if self.is_weekly:
            return self.words("### 🏆 {game} · matches won this week", game=self.game)
        return self.words("### 🏆 {game} · matches won", game=self.game)

    def score(self, standing: Standing) -> str:
        """Matches."""
        return self.words.chips(standing.score)

    def row(self, rank: int, standing: Standing) -> str:
        """A line of the list."""
        return self.words.counted(
            "{rank}. {person} won **{won}** of {count} match",
            "{rank}. {person} won **{won}** of {count} matches",
            standing.rounds,
            rank=rank,
            person=Person(standing.user_id),
            won=standing.score,
        )

    def note(self) -> str:
        """What counts."""
        if self.is_weekly:
            return self.words(
                "Matches since Monday, 00:00 UTC, without those with house players. "
                "People who left the server aren't listed."
            )
        return self.words(
            "Matches that were played to the end, without those with house players. "
            "People who left the server aren't listed."
        )
