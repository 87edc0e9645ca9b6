"""Positions of Five Hundred for tests of its players: from random deals, under random house options."""

from games import five_hundred as fh
from tests.games.five_hundred_table import start_at_random


def positions_at_random(random, deals):
    """Every position of so many `deals` in which anything legal is done; few claims are made or agreed to."""
    for _ in range(deals):
        deal = start_at_random(random).round
        while deal.to_act:
            yield deal
            seat = random.choice(sorted(deal.to_act))
            legal = list(deal.legal_actions(seat))
            without = [action for action in legal if action not in (fh.Say.CLAIM, fh.Say.AGREE)]
            deal = deal.apply(seat, random.choice(legal if random.random() < 0.02 else without)).round


def positions_played_by(player, random, deals):
    """Every position of so many `deals` that `player` plays on all seats."""
    for _ in range(deals):
        deal = start_at_random(random).round
        score = score_at_random(random, deal.options)
        while deal.to_act:
            yield deal
            seat = random.choice(sorted(deal.to_act))
            choice = player(deal.view(seat), seat, score).answer(random, 0.01)
            deal = deal.apply(seat, fh.parse(choice.action)).round


def score_at_random(random, options):
    """Where a match may stand that is not over."""
    return fh.Score(options, tuple(10 * random.randrange(-49, options.target // 10) for _ in range(options.sides)))
