"""Why to play a card, in positions of each kind that a player at the table tells apart: card_reasons.txt."""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred.card_reasons import for_card
from players.five_hundred.five_hundred_reasons import for_play
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from tests.players.five_hundred import reached
from tests.players.positions import positions_at_random, written


@pytest.mark.parametrize("position", written("card_reasons.txt", sampled_by=None))
def test_a_reason_is_true_of_its_position(position):
    """Whom a ruff would cost a trump keeps no high card; who ruffs over a ruff can do more than ruff; and so on."""
    found, (card,) = reached(position), position.words
    legal = [*found.deal.legal_actions(found.turn)]
    position.holds([f"play {card}"], [*map(str, legal)])
    plays = sorted((each for each in legal if isinstance(each, fh.Play)), key=lambda play: str(play.card) != card)
    sight = Knowledge(found.deal.view(found.turn), found.turn)
    assert str(for_play(sight, [(play, None) for play in plays])) == position.claim


def cards_left(deal, seats):
    """What these really hold, whatever anybody can know."""
    return [card for seat in seats for card in deal.view(seat).hand or ()]


def is_true(said, deal, seat, card):
    """Whether what a reason claims of the cards is so, with all hands open."""
    sight = SeatView(deal.view(seat), seat)
    order, trick, hand = sight.order, sight.view.trick, sight.hand
    of_suit = [other for other in hand if order.suit_of(other) is order.suit_of(card)]
    higher = [c for c in cards_left(deal, sight.after) if order.beats(c, card)]
    led = order.suit_led(trick) if trick else None
    mine = list(order.following(hand, led)) if trick else []
    winners = [other for other in mine if sight.wins(other, trick)]
    highest = max([*of_suit, *(c for c in higher if order.suit_of(c) is order.suit_of(card))], key=order.height)
    lowest = min(mine, key=order.height, default=None)
    lowest_winner = min(winners, key=order.height, default=None)
    partners = trick is not None and order.winner(trick) in sight.friends
    ruffs = trick is not None and order.trump in (order.suit_of(card), None) and led not in map(order.suit_of, hand)
    return {
        "Nobody can beat {card}.": not higher,
        "Draw trumps: nobody can beat {card}.": not higher,
        "Nobody else holds a trump, so {card} wins.": not higher,
        "{card} is the highest left of its suit.": highest == card,
        "{card} is as good as your {other}.": highest == said.params.get("other") and sight.is_equal(highest, card),
        "Once {top} has gone, {card} is the highest left of its suit.": len(of_suit) > 1,
        "Only a trump can beat {card}.": all(order.suit_of(other) is order.trump for other in higher),
        "Only the joker can beat {card}.": [*map(str, higher)] in ([], ["JOKER"]),
        "You can't follow suit, so trump it.": ruffs and card in winners and (not partners or mine == winners),
        "Trump it high: someone after you could trump it, too.": ruffs and card != lowest_winner,
        "Trump it higher than {card}.": ruffs and len(trick.cards) > 1 if trick else False,
        "It wins the trick, and nothing cheaper does.": card == lowest_winner,
        "It wins the trick, and you keep {card} for later.": said.params.get("card") in winners and card in winners,
        "Your partner is winning the trick, so play low.": partners and sight.is_equal(card, lowest or card),
        "Your partner is winning the trick, so play what you need least.": partners,
        "Take your partner's trick, so that you have the lead.": partners and card in winners,
        "Your partner's {card} may not be enough.": partners and card in winners and sight.after != (),
        "You can't win this trick, so play what you need least.": not winners,
        "Your partner plays after you, so play low.": not ruffs and sight.is_equal(card, lowest or card),
        "Your partner plays after you, so don't spend {card}.": card not in winners and said.params.get("card") in mine,
        "This trick isn't worth {card}.": card not in winners and said.params.get("card") in winners,
        "You can't avoid this trick.": not higher,
    }.get(said.template, True)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(8))
def test_what_a_reason_claims_of_the_cards_is_so(seed):
    for deal in positions_at_random(Random(f"reasons {seed}"), 12):
        if deal.phase is fh.Phase.PLAY:
            (seat,) = deal.to_act
            for card in {action.card for action in deal.legal_actions(seat) if isinstance(action, fh.Play)}:
                said = for_card(SeatView(deal.view(seat), seat), card)
                assert is_true(said, deal, seat, card), (said, card, deal.view(seat))
