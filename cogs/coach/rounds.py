"""Rounds for chips, which the coach looks at decision by decision: each has its exact value, and all are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cogs.coach.hints import LEAST_SAID, on_average, reason_text
from cogs.table.faces import CardText
from cogs.table.replay import Decision, Replay, Replayed, Weighed
from data.store.store import Store
from data.tables.finished import FinishedRounds
from data.tables.saved import MadeBy, SavedTable
from games.core import IllegalAction, Seat
from i18n.words import Words
from players.choice import Option, Question
from tables.finished import play_again
from tables.game import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTexts:
    """How a game asks about a round of its own, and how it says what lies there and what can be done.

    `natural` is what comes to a player's mind first.
    """

    accent: int
    question: Callable[[Any, Seat, str], Question]
    moment: Callable[[Any, Words, CardText], Sequence[str]]
    option: Callable[[Option, Words], str]
    natural: Callable[[Any], str | None]


@dataclass(frozen=True)
class PlayedRound:
    """One person's decisions in a round at `table`."""

    game: AnyGame
    texts: RoundTexts
    table: int
    decisions: Sequence[Decision]
    least = LEAST_SAID
    shows_all = True

    @property
    def accent(self) -> int:
        """The colour of the game."""
        return self.texts.accent

    def title(self, words: Words) -> str:
        """Which table it was."""
        return f"### {words('{game} · table {table}', game=self.game.title, table=str(self.table))}"

    def moment(self, decision: Decision, words: Words, cards: CardText) -> Sequence[str]:
        """What lay there."""
        return self.texts.moment(decision.question, words, cards)

    def option(self, _decision: Decision, option: Option, words: Words, _cards: CardText) -> str:
        """What could be done, as its button says."""
        return self.texts.option(option, words)

    def figures(self, _decision: Decision, option: Option, words: Words) -> str:
        """What that brings, in chips."""
        return on_average(words)(option)

    def lesson(self, weighed: Weighed, words: Words, cards: CardText) -> str:
        """Why the best is the best."""
        return reason_text(weighed.choice.reason, words, cards)

    def natural(self, decision: Decision) -> str | None:
        """What comes to mind first."""
        return self.texts.natural(decision.question)

    def notes(self, _words: Words) -> Sequence[str]:
        """Nothing more must be known."""
        return ()

    async def keep(self, _weighed: Sequence[Weighed]) -> None:
        """Nothing of it is kept."""


def rounds_replayed(store: Store, game: AnyGame, texts: RoundTexts) -> Replayed:
    """How a round of `game` is played again for one of its players."""

    async def replay(saved: SavedTable, number: int, user_id: int) -> Replay:
        played = play_again(game, saved, await FinishedRounds(store).find(saved.id, number))
        seat = played.setup.seat_of(user_id)
        if seat is None:
            raise IllegalAction("You didn't play then, so there is nothing to review.")
        own = [
            Decision(texts.question(each.round, seat, each.action), each.action)
            for each in played.moments
            if each.seat == seat and each.made_by is MadeBy.PERSON and len(list(each.round.legal_actions(seat))) > 1
        ]
        return PlayedRound(game, texts, saved.id, own)

    return replay
