"""My game: what one's mistakes cost, by the lesson that they teach, in this week's deals and in those before."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.app.replies.components import Component, Layout
from cogs.five_hundred.wording import AMBER
from cogs.table.parts import bold, layout, lines, small
from data.tables.mistakes import Mistakes
from games.core import Button
from i18n.words import Words
from players.five_hundred.lessons import Lesson

_SENTENCES = {lesson.value: lesson.sentence for lesson in Lesson}


def my_game_view(this_week: Mistakes, before: Mistakes, buttons: Sequence[Component], words: Words) -> Layout:
    """The message, for whoever made them; `buttons` lead back."""
    parts = [
        lines(words("### My game"), small(words("Average cost of your mistakes, in points."))),
        _part(bold(words("This week")), this_week, words),
        _part(words("**Before**"), before, words),
    ]
    if not (this_week.deals or before.deals):
        parts.append(
            words("Press {button} after a deal, and your mistakes are added up here.", button=Button("How did I play?"))
        )
    return layout(AMBER, parts, [buttons])


def _part(title: str, mistakes: Mistakes, words: Words) -> str:
    """One time, the dearest lesson first; nothing without a deal that was looked at."""
    if not mistakes.deals:
        return ""
    rows, others = [title, small(words.counted("{count} deals reviewed", mistakes.deals))], 0.0
    for name, points in mistakes.points.items():
        if name in _SENTENCES:
            rows.append(f"**{words.signed(-round(points))}** {words.said(_SENTENCES[name])}")
        else:
            others += points
    if others:
        rows.append(f"**{words.signed(-round(others))}** {words('Other mistakes')}")
    return lines(*rows)
