"""What a game returns over time, worked out exactly by its real rules.

    python -m tools.odds blackjack [--dealer 10] [--surrender-vs-ten] [--decks 6] ...
    python -m tools.odds pok_deng

Pok Deng has no decisions, so all its deals are counted: see tools.odds.pok_deng. At Blackjack it is what basic strategy
and the best play return (see tools.odds.exact), and every entry of the strategy's tables is compared with all others;
exit status 1 when one of these returns more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from games import blackjack
from games.blackjack import BlackjackPays, basic_strategy
from games.blackjack.dealer import VALUES
from games.cards import Card
from tools.odds import pok_deng as pok_deng_odds
from tools.odds.exact import Better, better_entries, exact_net

_SWITCHES = ("surrender_vs_ten", "double_after_split", "dealer_hits_soft_17")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description="Work out what a game returns.")
    games = parser.add_subparsers(dest="game", required=True)
    game = games.add_parser("blackjack", help="one seat playing basic strategy, and the best play")
    game.add_argument("--dealer", choices=[str(card.rank) for card in VALUES], help="only against this card")
    game.add_argument("--decks", type=int, default=8, choices=range(1, 9), metavar="1-8")
    for option in _SWITCHES:
        game.add_argument(f"--{option.replace('_', '-')}", action="store_true")
    game.add_argument("--six-to-five", action="store_true")
    games.add_parser("pok_deng", help="every deal, counted exactly")
    asked = parser.parse_args(arguments)
    if asked.game == "pok_deng":
        return pok_deng_odds.report()
    options = blackjack.Options(
        decks=asked.decks,
        seats=1,
        blackjack_pays=BlackjackPays.SIX_TO_FIVE if asked.six_to_five else BlackjackPays.THREE_TO_TWO,
        **{option: getattr(asked, option) for option in _SWITCHES},
    )
    return _work_out(options, [card for card in VALUES if asked.dealer in (None, str(card.rank))])


def _work_out(options: blackjack.Options, against: Sequence[Card]) -> int:
    """Print what is won against each card of the dealer, which is the better part of a minute's work for all ten."""
    print(_named(options))
    print("dealer  basic strategy  best play")
    played = best = 0.0
    better: list[Better] = []
    for shown in against:
        by_table, by_best = exact_net(options, shown, basic_strategy.choose), exact_net(options, shown)
        print(f"{shown.rank!s:6}  {by_table:14.5%}  {by_best:9.5%}")
        played, best = played + by_table, best + by_best
        better += better_entries(options, shown)
    if len(against) == len(VALUES):
        print(f"back    {1 + played:14.5%}  {1 + best:9.5%}")
    for entry in better:
        print(f"{entry.table} {entry.row} against {entry.shown}: {entry.entry} returns {entry.gain:.5%} more")
    print("every entry of the tables is the best one" if not better else "not every entry is the best one")
    return 1 if better else 0


def _named(options: blackjack.Options) -> str:
    others = [option.replace("_", " ") for option in _SWITCHES if getattr(options, option)]
    return ", ".join(["blackjack", f"decks: {options.decks}", options.blackjack_pays.value, *others])


if __name__ == "__main__":
    sys.exit(main())
