"""With whom the contractor of five plays: the holder of a called card, a chosen player, or nobody."""

import pytest
from five_hundred_table import Table

from games import five_hundred as fh
from games.cards import Card
from games.five_hundred import five_hundred_events as ev

FIVE = {0: "JOKER AS KS QS 10S 9S 8S 7S 6S 5S", 3: "AH KH QH 10H 9H 8H 7H 6H 5H 4H"}
FIVE_KITTY = "2C 2D 2H"


def five(bid="7S", **options):
    """Seat 0 has the contract with good spades and must say with whom; seat 3 holds the ace of hearts."""
    table = Table(FIVE, FIVE_KITTY, players=5, **options).play(f"0 bid {bid}", "1", "2", "3", "4", "0")
    return table.play("0") if table.deal.phase is fh.Phase.KITTY else table


def test_the_holder_of_a_called_card_is_the_secret_partner_until_it_is_played():
    table = five()
    assert (table.deal.phase, table.turn) == (fh.Phase.CALL, 0)
    table.play("0 call AH")
    assert table.deal.contract.partner == 3
    assert table.view.called == Card.parse("AH")
    assert all(table.deal.view(seat).contract.partner is None for seat in (0, 1, 2, 3, 4, None))
    assert table.events[-1] == ev.CalledCard(0, Card.parse("AH"))
    table.play("0 play 5S", "1", "2", "3 play AH")
    assert table.view.contract.partner == 3
    assert ev.PartnerKnown(3) in table.events
    table.play("4")
    while table.deal.to_act:
        table.play(f"{table.turn}")
    assert table.deal.result.contract.partner == 3
    assert table.scored()[0] == table.scored()[3]


def test_a_contractor_who_calls_a_card_they_hold_or_discarded_or_of_the_unseen_kitty_plays_alone_in_secret_to_the_end():
    for bid, card in (("7S", "AS"), ("7S", "2C"), ("7S", "2H"), ("7S sans", "2H")):
        table = five(bid).play(f"0 call {card}")
        assert (table.deal.contract.partner, table.view.called) == (None, Card.parse(card))
        assert not table.view.partner_is_known
        while table.deal.to_act:
            table.play(f"{table.turn}")
        assert table.view.partner_is_known
    table = five().play("0 call AS", "0 play AS")
    assert not any(isinstance(event, ev.PartnerKnown) for event in table.events)


@pytest.mark.parametrize("card", ["JOKER", "JS", "JC", "11H"])
def test_cards_that_cannot_be_called(card):
    assert five().refuses(f"0 call {card}") == "Call a card, or play alone"


def test_in_no_trumps_jacks_are_no_bowers_and_in_a_misere_no_card_is_called():
    five("7N").play("0 call JS")
    table = five("open-misere")
    assert (table.deal.phase, table.view.laid_down) == (fh.Phase.PLAY, frozenset())


def test_the_contractor_may_play_alone_and_the_clock_does():
    assert five().play("0 alone").events[-1] == ev.WentAlone(0)
    assert five().play("0").deal.contract.partner is None
    assert five().refuses("0 play AS") == "Choose a partner, or play alone"


def test_house_option_five_players_the_contractor_openly_chooses_a_player():
    table = five(five_partner=fh.FivePartner.PLAYER)
    assert table.may(0) == ["alone", "partner 1", "partner 2", "partner 3", "partner 4"]
    assert table.refuses("0 partner 0") == "Choose a partner, or play alone"
    assert table.refuses("0 partner 5") == "Choose a partner, or play alone"
    assert "Choose a partner" in table.refuses("0 call AH")
    assert "Call a card" in five().refuses("0 partner 3")
    table.play("0 partner 3")
    assert table.view.contract.partner == 3
    assert table.events[-1] == ev.PartnerKnown(3)
