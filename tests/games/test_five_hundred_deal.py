"""Five Hundred after the auction: kitty, misères, nomination, claims, the clock, and what is hidden."""

from random import Random

import pytest
from cards_in import cards_in
from five_hundred_table import Table, deal_at_random, options_at_random

from games import five_hundred as fh
from games.cards import JOKER, Card, parse_cards
from games.core import IllegalAction
from games.five_hundred import five_hundred_events as ev

SPADES = "AS KS QS JS 10S 9S 8S 7S 6S 5S"
CLUBS = "AC KC QC JC 10C 9C 8C 7C 6C 5C"
DIAMONDS = "AD KD QD JD 10D 9D 8D 7D 6D 5D"
HEARTS = "AH KH QH JH 10H 9H 8H 7H 6H 5H"
KITTY = "JOKER 4D 4H"
NO_JACK = "AC KC QC 10C 9C 8C 7C 6C 5C 4D"
PUT = "JOKER JC 4H"


def suits_dealt(**options):
    """Everybody holds a suit from the ace down: seat 0 spades, then clubs without the jack, diamonds, hearts."""
    return Table({0: SPADES, 1: NO_JACK, 2: DIAMONDS, 3: HEARTS}, "JOKER JC 4H", **options)


def picking_up(contract="7S"):
    """Seat 0 has got the contract and picks up the kitty."""
    return suits_dealt().play(f"0 bid {contract}", "1", "2", "3", "0")


def leads_a_four(bid="open-misere", **options):
    """Seat 0 plays a misère with the four of hearts and high spades; seat 1 has all other hearts."""
    table = Table({0: "4H 5S 6S 7S 8S 9S 10S QS KS AS", 1: HEARTS}, "JOKER AC 4D", **options)
    return table.contract(bid, put="JOKER AC 4D")


# The kitty.


def test_rule_12_the_contractor_takes_three_cards_discards_any_three_and_nobody_else_knows_them():
    table = picking_up()
    kitty = set(table.deal.kitty)
    assert table.hand(0) == "JOKER JS JC AS KS QS 10S 9S 8S 7S 6S 5S 4H"
    assert (table.view.counts, len(table.may(0))) == ((13, 10, 10, 10), 286)
    assert set(table.deal.view(0).kitty) == kitty
    table.play("0 put JOKER JC AS")
    assert table.hand(0) == "JS KS QS 10S 9S 8S 7S 6S 5S 4H"
    assert table.view.counts == (10, 10, 10, 10)
    assert (table.deal.phase, table.turn, table.events[-1]) == (fh.Phase.PLAY, 0, ev.PutAside(0))
    assert " ".join(map(str, table.deal.view(0).discards)) == "JOKER JC AS"
    assert set(table.deal.view(0).kitty) == kitty
    for eyes in (None, 1, 2, 3):
        assert (table.deal.view(eyes).kitty, table.deal.view(eyes).discards) == ((), ())
    assert "Card(" not in repr(table.deal)
    assert "JOKER" not in repr(table.deal)


def test_rule_12_sans_kitty_the_kitty_stays_untouched():
    sans = suits_dealt().contract("7S sans")
    assert (sans.view.counts, sans.deal.phase) == ((10, 10, 10, 10), fh.Phase.PLAY)
    assert "JOKER" not in sans.hand(0)
    assert (sans.deal.view(0).kitty, sans.deal.view(0).discards, sans.deal.discards) == ((), (), frozenset())


NOT_THREE = "Choose 3 cards to discard"
UNREADABLE = "The bot can't read that. Press a button on the table's message."


@pytest.mark.parametrize(
    ("table", "move", "sentence"),
    [
        (picking_up(), "0 put JC 4H", NOT_THREE),
        (picking_up(), "0 put JC 4H AS KS", NOT_THREE),
        (picking_up(), "0 put JC 4H AC", NOT_THREE),
        (picking_up(), "0 play AS", NOT_THREE),
        (suits_dealt().contract("7S"), "0 play AC", UNREADABLE),
        (suits_dealt().contract("7S"), "1 play AC", "It isn't your turn."),
        (suits_dealt().contract("6N", put=PUT), *("0 nominate S", UNREADABLE)),
        (suits_dealt().contract("6S", put="JC 4H 5S"), *("0 nominate S", UNREADABLE)),
        *(
            (table, move, UNREADABLE)
            for table, move in (
                (suits_dealt().contract("6N", put="JC 4H 5S").play("0 nominate S"), "0 nominate H"),
                (suits_dealt().contract("6N", put="JC 4H 5S").trick("6S", "5C", "5D", "5H"), "0 nominate S"),
                (Table({1: "JOKER AC KC QC JC 10C 9C 8C 7C 6C"}).contract("6N").play("0"), "1 nominate S"),
            )
        ),
        (suits_dealt().contract("7S", put=PUT).play("0 claim"), *("1 play 5C", "Agree or play on")),
        (suits_dealt().contract("7S", put=PUT).play("0 claim"), "0 play 5S", "It isn't your turn."),
        (
            suits_dealt().contract("7S", put=PUT).play("0 claim", "1 agree", "3 play on"),
            *("0 claim", "The others want to play on. Play a card; you can claim again in the next trick."),
        ),
    ],
)
def test_what_is_refused_in_the_play(table, move, sentence):
    assert table.refuses(move) == sentence


# Tricks.


def test_rule_14_the_contractor_leads_and_the_winner_of_each_trick_leads_the_next():
    table = suits_dealt().contract("7S", put=PUT)
    assert table.turn == 0
    table.trick("5S", "5C", "5D")
    assert (table.view.trick.cards[0].seat, table.view.last_trick) == (0, None)
    table.trick("5H")
    assert (table.view.tricks_won, table.view.trick, table.turn) == ((1, 0, 0, 0), None, 0)
    assert (table.view.last_winner, table.view.last_trick.cards[0]) == (0, fh.Played(0, Card.parse("5S")))
    assert ev.TrickWon(0) in table.events


def test_all_tricks_stay_in_the_view():
    tricks = ["JS 5C 5D 5H", "KS 6C 6D 6H", "AS 7C"]
    table = suits_dealt().contract("7S", put=PUT).trick(*" ".join(tricks).split())
    for eyes in (0, 1, None):
        view = table.deal.view(eyes)
        seen = [" ".join(str(played.card) for played in trick.cards) for trick in (*view.tricks, view.trick)]
        assert (seen, view.last_trick) == (tricks, view.tricks[-1])


def test_a_deal_ends_with_the_tenth_trick():
    table = suits_dealt().contract("10S", put=PUT)
    while table.deal.to_act:
        table.play(f"{table.turn}")
    assert table.deal.result == fh.DealResult(fh.Contract(0, fh.Bid.parse("10S")), (10, 0, 0, 0))
    assert table.scored() == (440, 0)
    with pytest.raises(IllegalAction, match="This deal is over"):
        table.deal.apply(0, fh.parse("pass"))


# Misères.


@pytest.mark.parametrize(
    ("options", "laid_down"),
    [
        ({"players": 4}, {2}),
        ({"players": 6}, {2, 4}),
        ({"players": 6, "six_teams": fh.SixTeams.PAIRS}, {3}),
        *(({"players": players}, set()) for players in (2, 3, 5)),
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
    assert suits_dealt().contract("7S").view.laid_down == frozenset(), "in a contract for tricks partners play"


def test_rule_15_in_open_misere_alone_the_hand_is_shown_after_the_first_trick():
    table = leads_a_four().trick("4H", "AH")
    assert table.view.exposed == ()
    table.play(f"{table.turn}")
    shown = parse_cards("AS KS QS 10S 9S 8S 7S 6S 5S")
    assert table.view.exposed == table.deal.view(3).exposed == shown
    assert ev.HandShown(0, shown) in table.events
    while table.turn != 0:
        table.play(f"{table.turn}")
    table.play("0")
    assert len(table.view.exposed) == 8
    for bid in ("misere", "blind-misere"):
        table = leads_a_four(bid, misere_needs_seven=False).trick("4H", "AH")
        table.play(f"{table.turn}")
        assert table.view.exposed == ()
        assert not any(isinstance(event, ev.HandShown) for event in table.events)


# The joker without trumps.


def test_rule_17_the_contractor_may_nominate_the_jokers_suit_before_the_first_lead():
    table = suits_dealt().contract("6N", put="JC 4H 5S")
    assert table.may(0, "nominate") == [f"nominate {suit}" for suit in ("S", "C", "D", "H", "none")]
    table.play("0 nominate S")
    assert table.view.nominated is not None
    assert ev.Nominated(0, table.view.nominated) in table.events
    assert table.may(0, "nominate") == []
    assert table.may_play().split()[-1] == "JOKER"
    assert table.hand(0).startswith("JOKER AS KS")


def test_nobody_is_told_of_a_joker_left_free_or_sees_by_the_turn_who_holds_it():
    table = suits_dealt().contract("6N", put="JC 4H 5S")
    before = (table.view, len(table.events))
    table.play("0 nominate none")
    assert (table.view, len(table.events)) == before
    assert [table.deal.view(eyes).has_nominated for eyes in (0, 1, 2, 3, None)] == [True, *[False] * 4]
    assert table.may(0, "nominate") == []
    assert table.may(0, "play JOKER") == [f"play JOKER {suit}" for suit in "SCDH"]
    held, aside = (suits_dealt().contract("6N", put=put) for put in ("JC 4H 5S", "JC 4H JOKER"))
    assert [JOKER in table.deal.hands[0] for table in (held, aside)] == [True, False]
    assert (held.view, held.events) == (aside.view, aside.events)


# Claims.


def test_a_player_claims_the_rest_and_all_others_agree():
    table = suits_dealt().contract("7S", put=PUT).trick("5S", "5C", "5D", "5H").play("0 claim")
    assert (table.deal.phase, table.deal.to_act) == (fh.Phase.CLAIM, {1, 2, 3})
    assert table.view.claim == fh.Claim(0, frozenset({1, 2, 3}))
    table.play("2 agree", "1 agree")
    assert table.deal.to_act == {3}
    table.play("3 agree")
    assert (table.deal.phase, table.deal.result.tricks, table.scored()) == (fh.Phase.OVER, (10, 0, 0, 0), (250, 0))
    table = suits_dealt().contract("7S", put=PUT)
    table.play("0 play AS", "1 claim", "0 agree", "2 agree", "3 agree")
    assert table.deal.result.tricks == (0, 10, 0, 0), "a claim takes the trick in progress too"
    assert table.scored() == (-140, 100)


def test_one_player_who_wants_to_play_on_ends_the_claim_until_the_next_trick():
    table = suits_dealt().contract("7S", put=PUT).play("0 claim", "1 agree", "3 play on")
    assert (table.deal.phase, table.turn, table.view.claim, table.view.refused) == (fh.Phase.PLAY, 0, None, {0})
    table.play("0 play 5S", "1 claim", "0")
    assert (table.deal.phase, table.turn, table.view.refused) == (fh.Phase.PLAY, 1, {0, 1}), "the clock plays on"
    table.play("1 play 5C", "2 play 5D", "3 play 5H")
    assert table.view.refused == frozenset()


def test_in_a_misere_only_the_contractor_claims_to_lose_the_rest():
    table = leads_a_four().play("0 play 4H")
    assert "only the contractor" in table.refuses("1 claim")
    table.play("1 play AH", "3", "1 play 5H", "3", "0 claim", "1 agree", "3 agree")
    assert (table.deal.phase, table.scored()) == (fh.Phase.OVER, (500, 0))


# Rule 26: the clock.


def test_rule_26_the_clock_discards_the_three_lowest_cards_and_trumps_last_and_nominates_no_suit():
    table = Table({0: "JOKER JS JC 5S 6S 7S 8S AH AD KD"}, "5C 4D 4H").contract("7S")
    assert table.deal.discards == frozenset(parse_cards("5C 4D 4H"))
    table = suits_dealt().contract("6N", put="JC 4H 5S").play("0")
    assert (table.view.nominated, table.view.trick.cards[0].card) == (None, Card.parse("6S"))


def test_rule_26_the_clock_plays_the_lowest_legal_card_also_when_that_is_the_left_bower():
    table = Table({0: "AH KH QS JC 10C 9C 8C 7C 6C 5C", 1: "JS AC 5S 6S 7S 8S 9S 10S 5D 6D"}, KITTY)
    table.contract("7C", put="4D 4H JOKER").play("0", "1")
    assert [str(played.card) for played in table.view.trick.cards] == ["QS", "5S"]
    table = Table({0: CLUBS, 1: "JS AS 5S 6S 7S 8S 9S 10S 5D 6D"}, KITTY).contract("7C", put="4D 4H JOKER")
    table.play("0 play 5C")
    assert table.refuses("1 play AS") == "You must follow clubs; JS counts as clubs."
    assert table.may_play() == "JS"
    table.play("1")
    assert table.view.trick.cards[1].card == Card.parse("JS")


# What is hidden.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.thorough)], ids=str)
def test_no_view_and_no_event_holds_a_card_that_its_reader_may_not_see(players, seeds):
    for seed in seeds:
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
    if deal.play and deal.play.bid.call.kind is fh.CallKind.OPEN and deal.play.complete:
        on_table |= set(deal.hands[deal.play.contractor])
    if deal.phase is fh.Phase.CLAIM:
        on_table |= set(deal.hands[deal.play.claim.seat])
    assert {*cards_in(deal.view(None))} <= on_table
    assert {*cards_in(step.events)} <= on_table
    for seat in deal.options.seats:
        view = deal.view(seat)
        mine = set() if deal.auction.is_face_down(seat) else set(deal.hands[seat])
        put_aside = deal.discards if deal.play and seat == deal.play.contractor else set()
        assert {*cards_in(view)} <= on_table | mine | put_aside
        assert set(view.hand or ()) == mine
