"""A card that is its player's only legal one: when there is one, and that nothing is left to say about it."""

from random import Random

from five_hundred_table import Table, start_at_random

from games import five_hundred as fh


def test_a_card_is_forced_when_no_other_may_be_played():
    table = Table({0: "AC KC QC JC 10C 9C 8C AH KH QH", 1: "5C AS KS QS JD 10S 9S 8S 7S 6S"}).contract("7N sans")
    assert (table.deal.forced(0), table.deal.forced(1)) == (None, None)  # ten to lead; another's turn
    table.trick("AC")
    assert str(table.deal.forced(1)) == "play 5C"
    assert [table.deal.forced(seat) for seat in (0, 2, 3, -1, 9)] == [None] * 5


def test_a_joker_is_not_forced_while_its_suit_can_be_chosen():
    table = Table({0: "JOKER AC KC QC JC 10C AH KH QH AD"}).contract("7N sans")
    assert table.deal.forced(0) is None
    assert Table().deal.forced(0) is None


def test_a_forced_card_is_the_only_choice_besides_a_claim_and_the_one_the_clock_would_play():
    seen = 0
    for seed in range(120):
        random = Random(seed)
        deal = start_at_random(random).round
        while deal.to_act:
            seat = random.choice(sorted(deal.to_act))
            actions = list(deal.legal_actions(seat))
            but_claims = [action for action in actions if action is not fh.Say.CLAIM]
            forced = deal.forced(seat)
            assert (forced is not None) == (deal.phase is fh.Phase.PLAY and len(but_claims) == 1)
            assert forced is None or forced == deal.default_action(seat)
            seen += forced is not None
            deal = deal.apply(seat, random.choice(but_claims or actions)).round
    assert seen > 300
