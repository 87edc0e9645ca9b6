"""How random people play Blackjack."""

from __future__ import annotations

from random import Random

from games.blackjack import BlackjackPays, Options
from tables.blackjack import blackjack_adapter as adapter
from tables.game import Terms
from tables.lobby import Lobby


def options(random: Random) -> Options:
    """Small shoes, so that many of them are played to the cut card."""
    return Options(
        decks=random.choice((1, 1, 2)),
        seats=random.randint(2, 5),
        surrender_vs_ten=random.random() < 0.5,
        double_after_split=random.random() < 0.5,
        dealer_hits_soft_17=random.random() < 0.5,
        blackjack_pays=random.choice(list(BlackjackPays)),
    )


def bet(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """Bet on one's own hand, behind others, or the same again; half of the bets with a Pair bet."""
    if lobby.last.get(person) and random.random() < 0.3:
        return adapter.bet_again(terms, lobby, person)
    main, pair = 10 * random.randint(1, 8), random.choice((0, random.randint(1, 40)))
    boxes = [box for box, other in enumerate(lobby.seats) if other is not None]
    if lobby.seat_of(person) is None and boxes and random.random() < 0.4:
        behind = random.sample(boxes, random.randint(1, min(2, len(boxes))))
        return adapter.bet_behind(terms, lobby, person, behind, main, pair)
    return adapter.bet(terms, lobby, person, main, pair)
