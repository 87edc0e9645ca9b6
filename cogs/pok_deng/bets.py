"""The bets on the coming round of Pok Deng, as the table shows them and as one person sees their own.

The table lists them bet by bet, or in sums when many play. A person's panel has a button for the minimum on each other
bet.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies.components import Component, Layout
from cogs.pok_deng.results import KINDS
from cogs.pok_deng.wording import by_hand, player, short_name, spot_name
from cogs.table.parts import button, crowd, farewell, heading, layout, lines, small
from games.pok_deng import PLAYERS, SPOTS, Spot
from i18n.words import Words
from tables.lobby import Lobby
from tables.pok_deng import adapter as game
from tables.table import Table

MOST_TOLD = 4
"""The most people whose bets the table lists one by one."""
MOST_BETS_TOLD = 16
"""The most bets that it lists."""
NAMED_BETTORS = 10
"""How many of a crowd are named, with what they have bet in all."""
NAMED_WAITED_FOR = 3


def is_told(lobby: Lobby) -> bool:
    """Whether the table lists every bet; if not, each person has theirs in a private message."""
    bets = sum(bet.kind in KINDS for bet in lobby.bets)
    return len({bet.user_id for bet in lobby.bets}) <= MOST_TOLD and bets <= MOST_BETS_TOLD


def betting(lobby: Lobby, words: Words) -> str:
    """All bets, and who is ready."""
    return _one_by_one(lobby, words) if is_told(lobby) else _sums(lobby, words)


def waited_for(lobby: Lobby, words: Words) -> str:
    """Those who have bet and aren't ready; the first of a crowd."""
    people = dict.fromkeys(bet.user_id for bet in lobby.bets if bet.user_id not in lobby.ready)
    return crowd([words.person(user_id) for user_id in people], words, NAMED_WAITED_FOR)


def _one_by_one(lobby: Lobby, words: Words) -> str:
    people = dict.fromkeys(bet.user_id for bet in lobby.bets)
    return lines(*(f"{_name(lobby, user_id, words)} {_bets(lobby, user_id, words)}" for user_id in people))


def _bets(lobby: Lobby, user_id: int, words: Words) -> str:
    bets = game.bets_of(lobby, user_id)
    return " · ".join(f"{short_name(spot, words)} **{words.chips(chips)}**" for spot, chips in by_hand(bets))


def _name(lobby: Lobby, user_id: int, words: Words) -> str:
    return f"{words.person(user_id)}{' ✓' * (user_id in lobby.ready)}"


def _sums(lobby: Lobby, words: Words) -> str:
    sums = dict.fromkeys(SPOTS, 0)
    people: dict[int, int] = {}
    for bet in lobby.bets:
        if bet.kind in KINDS:
            sums[Spot(bet.box, KINDS[bet.kind])] += bet.chips
            people[bet.user_id] = people.get(bet.user_id, 0) + bet.chips
    hands = " · ".join([_sum(spot, sums[spot], words) for spot in SPOTS[:PLAYERS]])
    pairs = " · ".join([_sum(spot, sums[spot], words) for spot in SPOTS[PLAYERS:] if sums[spot]])
    named = [f"{_name(lobby, user_id, words)} {words.chips(chips)}" for user_id, chips in people.items()]
    return lines(
        hands,
        words("Pairs: {pairs}", pairs=pairs) if pairs else "",
        small(crowd(named, words, NAMED_BETTORS, " · ")),
    )


def _sum(spot: Spot, chips: int, words: Words) -> str:
    name = player(spot.hand, words)
    return f"{name} **{words.chips(chips)}**" if chips else f"{name} –"


def panel(table: Table, user_id: int, words: Words) -> Layout:
    """The bets of `user_id` on the coming round; it changes with them."""
    if table.is_closed:
        return layout(None, [f"{heading(table, words)}\n{farewell(table, words)}"])
    bets = game.bets_of(table.lobby, user_id)
    free = [spot for spot in SPOTS if spot not in bets]
    text = [heading(table, words), _listed(bets, words), _offer(table, words) if free else ""]
    rows = [
        [button(table, short_name(spot, words), "least", str(spot)) for spot in spots if spot in free]
        for spots in (SPOTS[:PLAYERS], SPOTS[PLAYERS:])
    ]
    return layout(None, [lines(*text)], [*filter(None, rows), [*_about_all(table, bool(bets), words)]])


def _listed(bets: dict[Spot, int], words: Words) -> str:
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
