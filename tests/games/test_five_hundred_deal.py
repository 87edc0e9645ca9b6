"""Five Hundred after the auction: kitty, misères, nomination, claims, the clock, and what is hidden."""

from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random

import pytest
from five_hundred_table import Table, deal_at_random, options_at_random

from games import five_hundred as fh
from games.cards import JOKER, Card, parse_cards
from games.core import IllegalAction

SPADES = "AS KS QS JS 10S 9S 8S 7S 6S 5S"
CLUBS = "AC KC QC JC 10C 9C 8C 7C 6C 5C"
DIAMONDS = "AD KD QD JD 10D 9D 8D 7D 6D 5D"
HEARTS = "AH KH QH JH 10H 9H 8H 7H 6H 5H"
KITTY = "JOKER 4D 4H"
NO_JACK = "AC KC QC 10C 9C 8C 7C 6C 5C 4D"


def suits_dealt(**options):
    """Everybody holds a suit from the ace down: seat 0 spades, then clubs without the jack, diamonds, hearts."""
    return Table({0: SPADES, 1: NO_JACK, 2: DIAMONDS, 3: HEARTS}, "JOKER JC 4H", **options)


# The kitty.


def test_rule_12_the_contractor_takes_three_cards_and_discards_any_three():
    table = suits_dealt().play("0 bid 7S", "1", "2", "3", "0")
    assert table.hand(0) == "JOKER JS JC AS KS QS 10S 9S 8S 7S 6S 5S 4H"
    assert table.view.counts == (13, 10, 10, 10)
    assert len(table.may(0)) == 286
    table.play("0 put JOKER JC AS")
    assert table.hand(0) == "JS KS QS 10S 9S 8S 7S 6S 5S 4H"
    assert table.view.counts == (10, 10, 10, 10)
    assert (table.deal.phase, table.turn) == (fh.Phase.PLAY, 0)
    assert table.events[-1] == fh.PutAside(0)


def test_rule_12_only_the_contractor_knows_the_kitty_and_then_the_discard():
    table = suits_dealt().play("0 bid 7S", "1", "2", "3", "0")
    kitty = set(table.deal.kitty)
    assert set(table.deal.view(0).kitty) == kitty
    table.play("0 put JOKER JC AS")
    assert " ".join(map(str, table.deal.view(0).discards)) == "JOKER JC AS"
    assert set(table.deal.view(0).kitty) == kitty
    for eyes in (None, 1, 2, 3):
        assert (table.deal.view(eyes).kitty, table.deal.view(eyes).discards) == ((), ())
    sans = suits_dealt().contract("7S sans")
    assert (sans.deal.view(0).kitty, sans.deal.view(0).discards) == ((), ())


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("JC 4H", "Discard three cards, not 2."),
        ("JC 4H AS KS", "Discard three cards, not 4."),
        ("JC 4H AC", "You can discard only cards that you hold."),
    ],
)
def test_cards_that_cannot_be_discarded(cards, sentence):
    table = suits_dealt().play("0 bid 7S", "1", "2", "3", "0")
    assert table.refuses(f"0 put {cards}") == sentence


def test_nobody_plays_before_three_cards_are_discarded():
    table = suits_dealt().play("0 bid 7S", "1", "2", "3", "0")
    assert table.refuses("0 play AS") == "You picked up the kitty. Discard three cards first."


def test_rule_12_sans_kitty_the_kitty_stays_untouched():
    table = suits_dealt().contract("7S sans")
    assert table.view.counts == (10, 10, 10, 10)
    assert "JOKER" not in table.hand(0)
    assert table.deal.phase is fh.Phase.PLAY
    assert not table.deal.discards


def test_the_clock_discards_the_three_lowest_cards_and_trumps_last():
    table = Table({0: "JOKER JS JC 5S 6S 7S 8S AH AD KD"}, "5C 4D 4H").contract("7S")
    assert table.deal.discards == frozenset(parse_cards("5C 4D 4H"))


# Tricks.


def test_rule_14_the_contractor_leads_and_the_winner_of_each_trick_leads_the_next():
    table = suits_dealt().contract("7S", put="JOKER JC 4H")
    assert table.turn == 0
    table.trick("5S", "5C", "5D")
    assert table.view.trick.cards[0].seat == 0
    assert table.view.last_trick is None
    table.trick("5H")
    assert table.view.tricks_won == (1, 0, 0, 0)
    assert table.view.trick is None
    assert (table.view.last_winner, table.view.last_trick.cards[0]) == (0, fh.Played(0, Card.parse("5S")))
    assert table.turn == 0
    assert fh.TrickWon(0) in table.events


def test_a_card_that_the_player_does_not_hold_is_refused():
    assert suits_dealt().contract("7S").refuses("0 play AC") == "You don't hold AC."


def test_nobody_plays_out_of_turn():
    assert suits_dealt().contract("7S").refuses("1 play AC") == "It isn't your turn."


def test_a_deal_ends_with_the_tenth_trick():
    table = suits_dealt().contract("10S", put="JOKER JC 4H")
    while table.deal.to_act:
        table.play(f"{table.turn}")
    assert table.deal.result == fh.DealResult(fh.Contract(0, fh.Bid.parse("10S")), (10, 0, 0, 0))
    assert table.scored() == (440, 0)
    assert table.events[-1] == fh.DealOver(table.deal.result)
    with pytest.raises(IllegalAction, match="This deal is over"):
        table.deal.apply(0, fh.parse("pass"))


def test_the_clock_plays_the_lowest_legal_card():
    table = Table({0: "AH KH QS JC 10C 9C 8C 7C 6C 5C", 1: "JS AC 5S 6S 7S 8S 9S 10S 5D 6D"}, KITTY)
    table.contract("7C", put="4D 4H JOKER").play("0")
    assert table.view.trick.cards[0].card == Card.parse("QS")
    table.play("1")
    assert table.view.trick.cards[1].card == Card.parse("5S")


def test_when_clubs_are_led_the_clock_must_play_the_left_bower():
    table = Table({0: CLUBS, 1: "JS AS 5S 6S 7S 8S 9S 10S 5D 6D"}, KITTY).contract("7C", put="4D 4H JOKER")
    table.play("0 play 5C")
    assert table.refuses("1 play AS") == "You must follow clubs; your JS is a club."
    assert table.may_play() == "JS"
    table.play("1")
    assert table.view.trick.cards[1].card == Card.parse("JS")


# Misères.


@pytest.mark.parametrize(
    ("options", "laid_down"),
    [
        ({"players": 4}, {2}),
        ({"players": 6}, {2, 4}),
        ({"players": 6, "six_teams": fh.SixTeams.PAIRS}, {3}),
        ({"players": 5}, set()),
        ({"players": 3}, set()),
        ({"players": 2}, set()),
    ],
)
def test_rule_13_in_a_misere_the_contractors_partners_sit_out(options, laid_down):
    table = Table(**options).contract("open-misere")
    assert table.view.laid_down == laid_down
    playing = [seat for seat in range(options["players"]) if seat not in laid_down]
    for seat in playing:
        assert table.turn == seat
        table.play(f"{seat}")
    assert len(table.view.last_trick.cards) == len(playing)


def test_in_a_contract_for_tricks_partners_play():
    assert suits_dealt().contract("7S").view.laid_down == frozenset()


def test_rule_16_a_misere_is_lost_at_the_first_trick_that_the_contractor_wins_and_stops_there():
    table = suits_dealt().contract("open-misere", put="JOKER JC 4H").trick("5S", "5C", "5H")
    assert table.deal.phase is fh.Phase.OVER
    assert table.scored() == (-500, 0)


def test_a_misere_is_made_when_every_trick_is_lost():
    low = "7C 8C 9C 7D 8D 9D 7H 8H 9H 7S"
    table = Table({0: low, 1: "AC KC QC AD KD QD AH KH QH AS"}, "JC JD JH", players=2).contract(
        "open-misere", put="JC JD JH"
    )
    while table.deal.to_act:
        table.play(f"{table.turn}")
    assert table.deal.result.tricks == (0, 10)
    assert table.scored() == (500, 0)


def test_rule_15_in_open_misere_the_hand_is_shown_after_the_first_trick():
    table = Table({0: "4H 5S 6S 7S 8S 9S 10S QS KS AS", 1: HEARTS}, "JOKER AC 4D").contract(
        "open-misere", put="JOKER AC 4D"
    )
    table.trick("4H", "AH")
    assert table.view.exposed == ()
    table.play(f"{table.turn}")
    shown = parse_cards("AS KS QS 10S 9S 8S 7S 6S 5S")
    assert table.view.exposed == shown
    assert table.deal.view(3).exposed == shown
    assert fh.HandShown(0, shown) in table.events
    while table.turn != 0:
        table.play(f"{table.turn}")
    table.play("0")
    assert len(table.view.exposed) == 8


@pytest.mark.parametrize("bid", ["misere", "blind-misere"])
def test_in_the_other_miseres_it_is_not(bid):
    table = Table({0: "4H 5S 6S 7S 8S 9S 10S QS KS AS", 1: HEARTS}, "JOKER AC 4D", misere_needs_seven=False)
    table.contract(bid, put="JOKER AC 4D").trick("4H", "AH")
    table.play(f"{table.turn}")
    assert table.view.exposed == ()
    assert not any(isinstance(event, fh.HandShown) for event in table.events)


# The joker without trumps.


def test_rule_17_the_contractor_may_nominate_the_jokers_suit_before_the_first_lead():
    table = suits_dealt().contract("6N", put="JC 4H 5S")
    assert table.may(0, "nominate") == [f"nominate {suit}" for suit in ("S", "C", "D", "H", "none")]
    table.play("0 nominate S")
    assert table.view.nominated is not None
    assert fh.Nominated(0, table.view.nominated) in table.events
    assert table.may(0, "nominate") == []
    assert table.refuses("0 nominate H") == (
        "Only the contractor names a suit for the joker, once, before the first lead."
    )
    assert table.may_play().split()[-1] == "JOKER"
    assert table.hand(0).startswith("JOKER AS KS")


def test_rule_19_a_misere_contractor_may_nominate_a_suit_they_are_void_in():
    table = suits_dealt().contract("open-misere", put="JC 4H AS").play("0 nominate H", "0 play 5S", "1", "3 play AH")
    assert table.deal.phase is fh.Phase.OVER  # nobody but the contractor had spades
    table = Table({0: "JOKER 5S 6S 7S 8S 9S 10S JS QS KS", 1: "AS AC AD AH KC KD KH QC QD QH"}, "4D 4H 5C")
    table.contract("open-misere", put="4D 4H 5C").play("0 nominate H", "0 play 5S", "1 play AS", "3")
    table.play("1 play AH", "3")
    assert table.may_play() == "JOKER"


def test_a_nomination_needs_the_joker_and_no_trumps_and_comes_before_the_lead():
    assert suits_dealt().contract("6N", put="JOKER JC 4H").refuses("0 nominate S") == (
        "You don't hold the joker, so there is nothing to name."
    )
    assert suits_dealt().contract("6S", put="JC 4H 5S").refuses("0 nominate S") == (
        "With trumps the joker is the highest of them; no suit is named for it."
    )
    table = suits_dealt().contract("6N", put="JC 4H 5S").trick("6S", "5C", "5D", "5H")
    assert "before the first lead" in table.refuses("0 nominate S")
    table = Table({1: "JOKER AC KC QC JC 10C 9C 8C 7C 6C"}).contract("6N").play("0")
    assert "Only the contractor" in table.refuses("1 nominate S")


def test_nobody_is_told_of_a_joker_left_free():
    table = suits_dealt().contract("6N", put="JC 4H 5S")
    before = (table.view, len(table.events))
    table.play("0 nominate none")
    assert (table.view, len(table.events)) == before
    assert table.may(0, "nominate") == []
    assert table.may(0, "play JOKER") == [f"play JOKER {suit}" for suit in "SCDH"]


def test_the_clock_nominates_no_suit():
    table = suits_dealt().contract("6N", put="JC 4H 5S").play("0")
    assert table.view.nominated is None
    assert table.view.trick.cards[0].card == Card.parse("6S")


def test_rule_19_a_free_joker_wins_the_trick_it_is_played_to_and_loses_the_misere():
    table = Table({0: "JOKER 5S 6S 7S 8S 9S 10S JS QS KS", 1: "AS AC AD AH KC KD KH QC QD QH"}, "4D 4H 5C")
    table.contract("open-misere", put="4D 4H 5C").play("0 play 5S", "1 play AS", "3", "1 play AH", "3")
    assert table.may_play() == "JOKER"
    table.play("0 play JOKER")
    assert table.deal.phase is fh.Phase.OVER
    assert table.scored() == (-500, 0)


# Claims.


def test_a_player_claims_the_rest_and_all_others_agree():
    table = suits_dealt().contract("7S", put="JOKER JC 4H").trick("5S", "5C", "5D", "5H").play("0 claim")
    assert table.deal.phase is fh.Phase.CLAIM
    assert table.deal.to_act == {1, 2, 3}
    assert table.view.claim == fh.Claim(0, frozenset({1, 2, 3}))
    table.play("2 agree", "1 agree")
    assert table.deal.to_act == {3}
    table.play("3 agree")
    assert table.deal.phase is fh.Phase.OVER
    assert table.deal.result.tricks == (10, 0, 0, 0)
    assert table.scored() == (250, 0)


def test_one_player_who_wants_to_play_on_ends_the_claim_until_the_next_trick():
    table = suits_dealt().contract("7S", put="JOKER JC 4H").play("0 claim", "1 agree", "3 play on")
    assert (table.deal.phase, table.turn, table.view.claim) == (fh.Phase.PLAY, 0, None)
    assert table.refuses("0 claim") == (
        "The others want to play on. Play a card; you can claim again in the next trick."
    )
    table.trick("5S", "5C", "5D", "5H").play("0 claim")


def test_a_claim_takes_the_trick_in_progress_too():
    table = (
        suits_dealt().contract("7S", put="JOKER JC 4H").play("0 play AS", "1 claim", "0 agree", "2 agree", "3 agree")
    )
    assert table.deal.result.tricks == (0, 10, 0, 0)
    assert table.scored() == (-140, 100)


def test_nobody_plays_while_a_claim_is_open():
    table = suits_dealt().contract("7S", put="JOKER JC 4H").play("0 claim")
    assert table.refuses("1 play 5C") == "Someone claims the remaining tricks. Agree or play on."
    assert table.refuses("0 play 5S") == "It isn't your turn."


def test_in_a_misere_only_the_contractor_claims_to_lose_the_rest():
    table = Table({0: "4H 5S 6S 7S 8S 9S 10S QS KS AS", 1: HEARTS}, "JOKER AC 4D").contract(
        "open-misere", put="JOKER AC 4D"
    )
    table.play("0 play 4H")
    assert "only the contractor" in table.refuses("1 claim")
    table.play("1 play AH", "3", "1 play 5H", "3", "0 claim", "1 agree", "3 agree")
    assert table.deal.phase is fh.Phase.OVER
    assert table.scored() == (500, 0)


def test_the_clock_answers_a_claim_by_playing_on():
    table = suits_dealt().contract("7S").play("0 claim", "1")
    assert table.deal.phase is fh.Phase.PLAY


# What is hidden.


def cards_in(value):
    """All cards anywhere in a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, (tuple, frozenset)):
        return {card for item in value for card in cards_in(item)}
    if is_dataclass(value) and not isinstance(value, Enum):
        return {card for field in fields(value) for card in cards_in(getattr(value, field.name))}
    return set()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_view_and_no_event_holds_a_card_that_its_reader_may_not_see(players):
    for seed in range(12):
        random = Random(seed)
        step = deal_at_random(random, options_at_random(random, players))
        while step.round.to_act:
            seat = random.choice(sorted(step.round.to_act))
            actions = [action for action in step.round.legal_actions(seat) if not isinstance(action, fh.MakeBid)]
            if step.round.phase is fh.Phase.AUCTION and random.random() < 0.2:
                actions = list(step.round.legal_actions(seat))
            step = step.round.apply(seat, random.choice(actions))
            look_at(step)


def look_at(step):
    deal = step.round
    on_table = {played.card for trick in (deal.play.tricks if deal.play else ()) for played in trick.cards}
    if isinstance(deal.call, fh.CallCard):
        on_table.add(deal.call.card)
    if deal.play and deal.play.bid.call.kind is fh.Kind.OPEN and deal.play.complete:
        on_table |= set(deal.hands[deal.play.contractor])
    if deal.phase is fh.Phase.CLAIM:
        on_table |= set(deal.hands[deal.play.claim.seat])
    assert cards_in(deal.view(None)) <= on_table
    assert cards_in(step.events) <= on_table
    for seat in deal.options.seats:
        view = deal.view(seat)
        mine = set() if deal.auction.is_face_down(seat) else set(deal.hands[seat])
        put_aside = deal.discards if deal.play and seat == deal.play.contractor else set()
        assert cards_in(view) <= on_table | mine | put_aside
        assert set(view.hand or ()) == mine


def test_no_log_shows_hidden_cards():
    table = suits_dealt().play("0 bid 7S", "1", "2", "3", "0", "0 put JOKER JC AS")
    assert "Card(" not in repr(table.deal)
    assert "JOKER" not in repr(table.deal)


def test_whose_turn_it_is_does_not_show_who_holds_the_joker():
    held = suits_dealt().contract("6N", put="JC 4H 5S")
    aside = suits_dealt().contract("6N", put="JC 4H JOKER")
    assert JOKER in held.deal.hands[0]
    assert JOKER not in aside.deal.hands[0]
    assert held.view == aside.view
    assert held.events == aside.events
