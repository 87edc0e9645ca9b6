"""Written positions of Five Hundred, reached by the rules from a deal with known cards."""

import re

from tests.games.five_hundred_table import Table


def table(hands, **options):
    """A table at which seat 0 bids first; the hand is seen from the beginning."""
    return Table(hands, **{"allow_blind_misere": False, "misere_needs_seven": False, **options})


def reached(position):
    """The table of a position: `8H, 3 players: 8D 7D AD, JH` is a contract of seat 0, sans kitty, and the cards so far.

    Where its `kitty` is told it is played with it, and not put aside yet. After `auction` stand the calls, and the hand
    of who is asked. A seat may say what it does: `1 play on`. Hands are by seat; who has none named gets any cards, and
    in a misère of four seat 2 lies down.
    """
    with position.being_read():
        how, _, moves = position.stands.partition(": ")
        (bid, *more), moves = how.split(", "), moves.split(", ") if moves else []
        named = {key: each for each in more for key in ("players", "kitty") if key in each}
        players = int(named.get("players", "4").split()[0])
        first = len(moves) % players if bid == "auction" else 0
        hands = {seat: hand for seat, hand in enumerate(position.held.split(" | "), first) if hand != "-"}
        found = table(hands, kitty=named.get("kitty", "").removeprefix("kitty "), players=players)
        if bid == "auction":
            return found.play(*(f"{at % players} {_said(call)}" for at, call in enumerate(moves)))
        if "kitty" in named:
            found.play(f"0 bid {bid}")
            while found.deal.contract is None:
                found.play(f"{found.turn} pass")
        else:
            found.contract(f"{bid} sans")
        for move in (*(each for each in more if each not in named.values()), *moves):
            if re.match(r"\d [a-z]", move):
                found.play(move)
            elif not move.endswith("?"):
                found.trick(*move.split())
        return found


def asked(position, deal):
    """Who is asked: everybody who is to act, or the seat that is named last, as in `0 claim, 2?`."""
    return {int(position.stands[-2])} if position.stands.endswith("?") else deal.to_act


def _said(call):
    return call if call == "pass" else f"bid {call}"
