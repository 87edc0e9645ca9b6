"""Why to play a card: what is said is true of the position, of each kind that a player at the table tells apart.

Seat 0 plays, with seat 2.
"""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred.card_reasons import for_card
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from tests.players.positions import positions_at_random
from tests.players.test_blunders_cards import reached

KINDS = """
8C: 8H -> 6D: Your partner plays after you, so don't spend 6C.
8H | 6C 7S 8S 9S 10S 9D 10D QD 7D 6D
8C: 8H -> 5H: Your partner plays after you, so play low.
8H | KH 5H
8C: 8H -> 7H: You need 7H least.
8H 6H | KH 7H 5H
8C: 8H 5H 6H -> 4H: This trick isn't worth KH.
8H | 5H | 6H | KH 4H
8C: 8H 5H 6H -> 4H: Let the opponents have this trick, and the lead.
8H | 5H | 6H | 9H 4H
8C: 8H 5H 6H -> 6D: This trick isn't worth 6C.
8H | 5H | 6H | 6C 7S 8S 9S 10S 9D 10D QD 7D 6D
8N: 8H -> 6D: Your partner plays after you, so don't spend JOKER.
8H | JOKER 6C 7S 8S 9S 10S 9D 10D QD 6D
8N: 8H -> 6D: You can't win this trick, so play what you need least.
JOKER 8H | 6C 7C 7S 8S 9S 10S 9D 10D QD 6D

8C: 8H -> 6C: You can't follow suit, so trump it.
8H | 6C 10C 8S 9S 10S 9D 10D QD 7D 6D
8C: 8H -> 10C: Trump it high: somebody after you may trump it, too.
8H 7C | 6C 10C 8S 9S 10S 9D 10D QD 7D 6D
8C: 8H 6C -> 9C: Trump it higher than 6C.
8H | 6C 7S 8S QS 6S 9D 10D 8D 7D 6D | 7C 9C KS 9S 10S JD QD KD AD 5S
8C: QH KH 5H -> 6C: Take your partner's trick, so that you have the lead.
QH | KH | 5H | 6C 7S 8S 9S 10S 9D 10D QD 7D 6D
8C: 5H 9H 8H -> KH: It wins the trick, and nothing cheaper does.
5H | 9H 6H | 8H | AH KH 7S 8S 9S 10S 9D 10D QD 7D
8C: 5C 7C 6C JOKER, KH 4H -> 8C: Your partner's KH may not be enough.
5C 4H | 7C 8C 8S 9S 10S 9D 10D QD 7D 6D | 6C | JOKER KH
8N: 9H 5H -> KH: Your partner's 9H may not be enough.
9H | 5H AH | KH 4H
8N: 9H 5H -> 4H: Your partner is winning the trick, so play low.
9H | 5H AH | KH 4H

8C -> AH: AH is the highest left of its suit.
AH KH QH JC
8C -> QH: QH is as good as your AH.
AH KH QH JC
8C -> KH: Once AH has gone, QH is the highest left of its suit.
KH QH JC | AH
8C -> KH: This lead risks least.
KH JH JC | QH
8N -> QH: Nobody can beat QH.
JOKER AH KH QH
8C: JC 6D 5C 7D -> 9C: This lead risks least.
JC 9C | 7S 8S 9S 10S 9D 10D QD 8D 6D 5D | 5C AC | QS KS JH 9H 10H QH KD 7D 4H 5H

8C: 5H 8H AH -> 6C: It wins the trick, and nothing cheaper does.
5H 7C | 8H 8C | AH | 6C 10C 8S 9S 10S 9D 10D QD 7D 6D
8C: AH 5H 6H -> 10C: It wins the trick, and you keep 6C for later.
AH 7C | 5H 8C | 6H | 6C 10C 8S 9S 10S 9D 10D QD 7D 6D
8N: 5H -> AH: Only the joker can beat AH.
5H JOKER | AH 4H
8C: 5H -> AH: Only a trump can beat AH.
5H | AH 4H
8N: 5H -> 7H: It makes the others play higher to win.
5H | KH 7H 4H
8C: 5H -> 7H: Second hand plays low.
5H | KH 7H
8C: 5H -> QH: It makes the others play higher to win.
5H | KH QH

misere: 5S 10S 8S, KH 7H -> 6H: It stays below what has been played.
4H 6H 8H 5S 6S 7S 4D 5D 7D 9D | 10S KH | - | 8S 7H
misere: 5S 10S 8S, KC 8C -> 4D: You can't win this trick, so play what you need least.
4H 6H 8H 5S 6S 7S 4D 5D 7D 9D | 10S KC | - | 8S 8C
misere: 5S 10S 8S, 7H -> 5H: Play low, so that the contractor may have to win.
4H 6H 8H 5S 6S 7S 4D 5D 7D 9D | 10S 7H | - | 5H 8S
misere: 5S 10S 8S -> QC: This lead risks least.
4H 6H 8H 5S 6S 7S 4D 5D 7D 9D | 10S QC KC AC QD KD AD QH KH AH | - | 8S
misere: 5S 10S 8S, AH -> 5H: You need 5H least.
4H 6H 8H 5S 6S 7S 4D 5D 7D 9D | 10S AH | - | 8S 5H 9H JOKER KC QC AC 10C 9C 8C
"""


def kinds():
    lines = [line for line in KINDS.split("\n") if line]
    for at, line in enumerate(lines):
        if " -> " in line:
            played, _, rest = line.partition(" -> ")
            card, _, said = rest.partition(": ")
            yield pytest.param(played, lines[at + 1], card, said, id=f"{said} {card}")


@pytest.mark.parametrize(("played", "hands", "card", "said"), [*kinds()])
def test_a_reason_is_true_of_its_position(played, hands, card, said):
    """Whom a ruff would cost a trump keeps no high card; who ruffs over a ruff can do more than ruff; and so on."""
    position = reached(played, hands)
    (legal,) = [play for play in position.may(position.turn, "play ") if play == f"play {card}"]
    assert str(for_card(SeatView(position.deal.view(position.turn), position.turn), fh.parse(legal).card)) == said


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
        "Trump it high: somebody after you may trump it, too.": ruffs and card != lowest_winner,
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
