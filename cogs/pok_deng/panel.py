"""What one person alone sees at a Pok Deng table: their bets, and a button for the minimum on each other bet."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies.components import Component, Layout
from cogs.pok_deng.wording import by_hand, short_name, spot_name
from cogs.table.parts import button, farewell, heading, layout, lines
from games.pok_deng import PLAYERS, SPOTS, Spot
from i18n.words import Words
from tables.pok_deng import adapter as game
from tables.table import Table


def draw(table: Table, user_id: int, words: Words) -> Layout:
    """The bets of `user_id` on the coming round; it changes with them."""
    if table.is_closed:
        return layout(None, [f"{heading(table, words)}\n{farewell(table, words)}"])
    bets = game.bets_of(table.lobby, user_id)
    free = [spot for spot in SPOTS if spot not in bets]
    text = [heading(table, words), _bets(bets, words), _offer(table, words) if free else ""]
    rows = [
        [button(table, short_name(spot, words), "least", str(spot)) for spot in spots if spot in free]
        for spots in (SPOTS[:PLAYERS], SPOTS[PLAYERS:])
    ]
    return layout(None, [lines(*text)], [*filter(None, rows), [*_about_all(table, bool(bets), words)]])


def _bets(bets: dict[Spot, int], words: Words) -> str:
    if not bets:
        return words("You have no bets on the next round.")
    listed = " · ".join(f"{spot_name(spot, words)} **{words.chips(chips)}**" for spot, chips in by_hand(bets))
    taken = game.cost(bets)
    if withheld := taken - sum(bets.values()):
        put_in = words(
            "You put in {taken}: {withheld} of it is a deposit in case the Banker wins double.",
            taken=taken,
            withheld=withheld,
        )
    else:
        put_in = words("You put in {taken}.", taken=taken)
    return lines(listed, put_in)


def _offer(table: Table, words: Words) -> str:
    terms = table.terms
    low = game.limits(terms, SPOTS[PLAYERS:]).minimum
    if low == terms.minimum:
        return words.counted("Press a hand or its Pair to bet {count} chips on it.", terms.minimum)
    return words.counted("Press a hand to bet {count} chips on it, or its Pair to bet {low}.", terms.minimum, low=low)


def _about_all(table: Table, has_bet: bool, words: Words) -> Iterator[Component]:
    yield button(table, words("Bet"), "bet", main=True)
    if has_bet:
        yield button(table, words("Clear my bets"), "clear")
        yield button(table, words("Ready"), "ready", main=True)
