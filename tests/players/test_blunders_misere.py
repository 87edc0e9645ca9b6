"""Against a misère nobody helps its contractor out. Seat 0 plays the misère; in four, seat 2 lies down."""

import pytest

from tests.players.blunders import PLAYERS, always, never, table

pytestmark = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)

# The contractor's only weak card is the 8 of hearts, and they have no clubs.
ONE_WEAK_CARD = {
    0: "4H 8H 5S 6S 7S 8S 4D 5D 6D 7D",
    1: "5H 6H AH 9S JS QD JD 6C 7C AC",
    3: "7H 9H KH 10S QS 9D KD 5C 8C KC",
}


def open_misere(hands, **options):
    return table(hands, **options).contract("open-misere sans")


# Throws away the only card that catches.


@pytest.mark.thorough
def test_the_low_card_is_kept_when_the_contractor_plays_last_and_may_duck(player):
    hands = {
        0: "9H 8H KD JD 10D 9D 7D 10S 7S 8S",
        1: "AH KH JH 10H AC KC 10C 9C AS JS",
        2: "QH 7H QC JC 7C AD QD 8D QS 9S",
    }
    position = open_misere(hands, players=3).trick("8S", "JS", "9S").trick("AH")
    always(player, position, "QH")


# Takes a trick that the contractor was about to win.


@pytest.mark.thorough
def test_the_last_defender_leaves_the_contractor_with_the_trick(player):
    position = open_misere(ONE_WEAK_CARD).trick("5S", "9S", "10S").trick("KH", "4H", "6H").trick("7H", "8H")
    never(player, position, "play AH")


@pytest.mark.thorough
def test_a_partners_low_lead_under_the_contractors_only_heart_is_not_overtaken(player):
    position = open_misere(ONE_WEAK_CARD).trick("5S", "9S", "10S").trick("9H", "4H", "AH").trick("5H")
    never(player, position, "play KH")


@pytest.mark.thorough
def test_among_three_the_last_defender_leaves_the_contractor_with_the_trick(player):
    hands = {
        0: "7H 10H 7C 8C 9C 7D 8D 9D 7S 8S",
        1: "8H QH AH 9S 10D JD 10C JC QC KC",
        2: "9H KH 10S JS QS QD KD AD AC AS",
    }
    position = open_misere(hands, players=3).trick("7S", "9S", "10S").trick("KH", "7H", "QH").trick("9H", "10H")
    never(player, position, "play AH")


@pytest.mark.sampled
def test_the_joker_is_not_led_to_a_trick_on_which_the_contractor_throws_the_weak_card(player):
    hands = ONE_WEAK_CARD | {1: "5H 6H JOKER 9S JS QD JD 6C 7C AC"}
    position = open_misere(hands).trick("5S", "9S", "10S").trick("KH", "4H", "6H").trick("9D", "7D", "QD")
    never(player, position, "play JOKER")


# Ignores what is known to be void, or keeps the high cards.


@pytest.mark.thorough
def test_no_suit_is_led_in_which_the_open_hand_is_void(player):
    position = open_misere(ONE_WEAK_CARD).trick("5S", "9S", "10S").trick("KH", "4H", "6H").trick("9D", "7D", "QD")
    never(player, position, "play 6C", "play 7C", "play AC")


@pytest.mark.sampled
def test_no_suit_is_led_in_which_the_contractor_has_shown_void(player):
    hands = {
        0: "4H 6H 8H 5S 6S 7S 4D 5D 7D 9D",
        1: "7H KH 10S JS KS 8D JD 7C 8C 9C",
        3: "5H 9H AH 8S 9S 6D 10D QC AC 10C",
    }
    position = table(hands).contract("misere sans").trick("5S", "10S", "8S").trick("7C", "QC", "9D")
    never(player, position, "play AC", "play 10C")


@pytest.mark.thorough
def test_the_low_card_that_catches_the_contractor_is_not_thrown_away(player):
    hands = {
        0: "9D 4H 5H 6H 7H 5C 6C 7C 5S 6S",
        1: "10S AS KS JS QS 8H 9H 8C 9C 10C",
        2: "4D 6D 7D 8D 10H JH QH QC JC 8S",
        3: "5D KD AD 9S AH KH AC KC 10D QD",
    }
    position = open_misere(hands).trick("5S", "10S", "9S").trick("AS")
    never(player, position, "play 5D")


@pytest.mark.thorough
def test_on_a_trick_that_the_contractor_has_escaped_the_low_card_is_kept(player):
    hands = {
        0: "4H QH 5C 6C 7C 4D 5D 6D 5S 6S",
        1: "5H KH 8C 9C 10C 8D 9D 10D 9S 10S",
        2: "6H 7H 8H 10H JH AH 7D 7S JC JD",
        3: "9H QC KC AC QD KD AD QS KS AS",
    }
    position = open_misere(hands).trick("5S", "9S", "AS").trick("9H", "4H")
    never(player, position, "play 5H")


# The contractor's own blunders.


@pytest.mark.thorough
@pytest.mark.parametrize("bid", ["misere", "open-misere"])
def test_the_contractor_of_a_misere_keeps_no_joker_from_the_kitty(player, bid):
    position = table({0: "5H QD JD 10D 6D 5D AS 8S 6S 5S"}, kitty="7H QS JOKER").play(f"0 bid {bid}")
    position.play("1 pass", "2 pass", "3 pass", "0 pass")
    always(player, position, "JOKER")


@pytest.mark.thorough
@pytest.mark.parametrize("bid", ["misere", "open-misere"])
def test_the_contractor_of_a_misere_puts_an_unguarded_ace_aside(player, bid):
    position = table({0: "AS 4H 5H 6H 5D 6D 4D 5C 6C 7C"}, kitty="KC QD 5S").play(f"0 bid {bid}")
    position.play("1 pass", "2 pass", "3 pass", "0 pass")
    always(player, position, "AS")
