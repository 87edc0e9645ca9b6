"""What a table's small print says about house players: practice, who takes over from one, and what does not count."""

from __future__ import annotations

from cogs.table.parts import lines, small
from i18n.words import Words
from tables.table import Table


def house_notes(table: Table, words: Words) -> str:
    """The lines that apply now; empty at most tables."""
    play, lobby = table.play, table.lobby
    winnable = play.setup.winnable if play is not None and table.is_playing else {}
    at_limit = [person for person, left in winnable.items() if left <= 0]
    return lines(
        small(words("Practice: no chips are played for.")) if table.terms.house.practice else "",
        small(
            words(
                "{people}: you have won today's most from house players, so nothing between you and them counts. "
                "Chips go back after the deal.",
                people=words.people(at_limit),
            )
        )
        if at_limit
        else "",
        *(
            small(
                words(
                    "{person} takes over from {house} when this deal is over.",
                    person=words.person(heir),
                    house=words.person(giver),
                )
            )
            for giver, heir in lobby.heirs.items()
        ),
    )
