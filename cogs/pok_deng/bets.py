"""The bets on the coming round of Pok Deng, as the table shows them and as one person sees their own.

The table lists them bet by bet, or in sums when many play. Whoever chooses bets has a panel with a button for each of
the ten. Otherwise that panel is one line, so that the table above it can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping

from cogs.app.replies.components import Component, Layout
from cogs.pok_deng.results import KINDS, LastRound, bets_text
from cogs.pok_deng.wording import by_hand, player, short_name
from cogs.table.parts import bold, button, crowd, heading, joined, layout, lines, small, time_left
from games.pok_deng import PAIR_PAYS, PLAYERS, SPOTS, Spot
from i18n.words import Words
from tables.lobby import Lobby
from tables.pok_deng import pok_deng_adapter as game
from tables.table import Table

GREEN, RED = 0x2E8B57, 0xB3262E
"""Of a result that is one's own: won, lost."""
MOST_TOLD = 4
"""The most people whose bets the table lists one by one."""
MOST_BETS_TOLD = 16
"""The most bets that it lists."""
NAMED_BETTORS = 10
"""How many of a crowd are named, with what they have bet in all."""
NAMED_WAITED_FOR = 5
_TIMES = (1, 5, 10)
"""How many times the lowest bet one press can bet."""


def is_told(lobby: Lobby) -> bool:
    """Whether the table lists every bet; if not, each person has theirs in a private message."""
    bettors = [bet.user_id for bet in lobby.bets if bet.kind in KINDS]
    return len({*bettors}) <= MOST_TOLD and len(bettors) <= MOST_BETS_TOLD


def betting(lobby: Lobby, words: Words) -> str:
    """All bets, and who is ready."""
    if not is_told(lobby):
        return _sums(lobby, words)
    rows = []
    for user_id in dict.fromkeys([bet.user_id for bet in lobby.bets]):
        bets = game.bets_of(lobby, user_id)
        rows.append(f"{_name(lobby, user_id, words)} {_listed(bets, words)}")
    return lines(*rows)


def waited_for(lobby: Lobby, words: Words) -> str:
    """Those who have bet and aren't ready or, before anybody has, who had bet the last time; the first of a crowd."""
    people = dict.fromkeys([bet.user_id for bet in lobby.bets if bet.user_id not in lobby.ready] or lobby.nets)
    return crowd([bold(words.name(user_id)) for user_id in people], words, NAMED_WAITED_FOR)


def _name(lobby: Lobby, user_id: int, words: Words) -> str:
    return f"{words.name(user_id)}{' ✓' * (user_id in lobby.ready)}"


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


def chosen(table: Table, user_id: int, words: Words, *, is_revealing: bool) -> Layout:
    """The bets of `user_id` on the coming round in one line, or what those that were dealt last have brought.

    While the table `is_revealing` the last round, that isn't told yet.
    """
    bets, last = game.bets_of(table.lobby, user_id), LastRound.of(table.lobby)
    if bets or last is None or (user_id not in last.nets and table.lobby.bets):
        return layout(None, [_own(bets, words)])
    if user_id not in last.nets:
        return layout(None, [words("You didn't bet on this round.")])
    if is_revealing:
        return layout(None, [_own(game.last_bets_of(table.lobby, user_id), words)])
    net = last.nets[user_id]
    colour = GREEN if net > 0 else RED if net < 0 else None
    return layout(colour, [f"### {words.signed(net)}\n{bets_text(last, user_id, words)}"])


def _listed(bets: Mapping[Spot, int], words: Words) -> str:
    return " · ".join(f"{short_name(spot, words)} **{words.chips(chips)}**" for spot, chips in by_hand(bets))


def _own(bets: Mapping[Spot, int], words: Words) -> str:
    if not bets:
        return words("You have no bets on the next round.")
    return joined(_listed(bets, words), words.counted("{count} chips set aside", game.cost(bets)))


def panel(table: Table, user_id: int, words: Words, size: int | None) -> Layout:
    """The bets of `user_id` on the coming round, which change with each press; each bets `size` chips, or the least."""
    bets, terms = game.bets_of(table.lobby, user_id), table.terms
    sizes = sorted({min(times * terms.minimum, terms.maximum) for times in _TIMES})
    size = size if size in sizes else sizes[0]
    pays = lines(
        small(words("Hands 1:1, deng 2:1 (a pair, or two cards of one suit), Pairs {odds}:1", odds=PAIR_PAYS)),
        small(words("The Banker's deng wins double, so as much again is set aside for a bet on a hand.")),
    )
    own = _own(bets, words) if bets else words("Press a hand or a Pair to bet {chips} on it.", chips=size)
    text = lines(heading(table, words), own, time_left(table) if table.lobby.bets else "", pays)
    amounts = [
        *(button(table, f"{'● ' * (each == size)}{words.chips(each)}", "size", str(each)) for each in sizes),
        button(table, words("Other…"), "bet"),
    ]
    rows = [
        [_spot_button(table, spot, bets.get(spot, 0), size, words) for spot in spots]
        for spots in (SPOTS[:PLAYERS], SPOTS[PLAYERS:])
    ]
    if bets:
        rows.append([button(table, words("Ready"), "ready", main=True), button(table, words("Clear my bets"), "clear")])
    return layout(None, [text], [amounts, *rows])


def _spot_button(table: Table, spot: Spot, chips: int, size: int, words: Words) -> Component:
    """The button that bets `size` chips on `spot`, or takes them back where they are."""
    low, high = game.limits(table.terms, [spot])
    wanted, name = max(low, min(size, high)), short_name(spot, words)
    label = f"{name} · {words.chips(chips)}" if chips else name
    return button(table, label, "put", f"{spot} {0 if chips == wanted else wanted}")
