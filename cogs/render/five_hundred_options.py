"""The house options of Five Hundred that a table plays otherwise than usual, in a few words each."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.words import Words
from games.five_hundred import FivePartner, Options, SixTeams


def differing(options: Options, words: Words) -> Iterator[str]:
    """What differs from the default; the number of players, the target and the ante are told elsewhere."""
    if not options.allow_misere:
        yield words("no misère")
    elif not options.misere_needs_seven and options.players != 3:
        yield words("misère without a 7")
    if not options.allow_open_misere:
        yield words("no open misère")
    if not options.allow_blind_misere:
        yield words("no blind misère")
    if not options.sans_kitty:
        yield words("always with the kitty")
    if options.joker_lead_last_trick_only:
        yield words("joker led to the last trick only")
    if not options.raise_own_bid_after_passes:
        yield words("no raise of one's own bid")
    if options.single_round_bidding:
        yield words("one round of bidding")
    if options.no_trick_points_at is not None:
        yield words("no trick points from {points}", points=options.no_trick_points_at)
    if not options.must_win_contract:
        yield words("trick points win too")
    if not options.slam_bonus:
        yield words("no slam bonus")
    if options.players == 5 and options.five_partner is FivePartner.PLAYER:
        yield words("the contractor chooses a player")
    if options.players == 5 and options.five_full_value:
        yield words("full value for both")
    if options.players == 6 and options.six_teams is SixTeams.PAIRS:
        yield words("three pairs")
