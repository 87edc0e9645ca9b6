"""Following: no joker second in hand, no ace thrown away, no partner's winner ruffed, no dearer winner than needed."""

import pytest

from tests.players.blunders import PLAYERS, never, table

pytestmark = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)


# The joker second in hand.


@pytest.mark.thorough
def test_without_trumps_a_void_defender_leaves_the_trick_to_the_partner_behind(player):
    hands = {
        0: "AH KH QH JH AS KS AC KC 8D 7D",
        1: "JOKER 10H 9H 10S 9S 8S 10C 9C 8C 7C",
        2: "AD KD QD 10D 9D 8H 7H JS QS QC",
    }
    position = table(hands, players=3).contract("8N sans").trick("AH", "9H", "7H").trick("7D")
    never(player, position, "play JOKER")


@pytest.mark.sampled
def test_among_four_a_void_defender_leaves_a_low_lead_to_the_partner_behind(player):
    hands = {
        0: "AH KH QH AS KS QS AC KC 6D 5D",
        1: "JOKER 10H 9H 8H 10S 9S 8S 10C 9C 8C",
        2: "7H 6H 5H 7S 6S 5S 7C 6C 7D 4D",
        3: "AD KD QD JD 10D 9D 4H JH JS JC",
    }
    position = table(hands).contract("8N sans").trick("AH", "8H", "5H", "4H").trick("6D")
    never(player, position, "play JOKER")


@pytest.mark.sampled
def test_a_low_lead_is_not_ruffed_with_the_joker_second_in_hand(player):
    hands = {
        0: "JC JS AC KC QC 9C 7D 8D AH KH",
        1: "JOKER 8C 7C 10H 9H QH JH 9S 10S QS",
        2: "AD KD QD JD 10D 9D 7H 7S 8S AS",
    }
    never(player, table(hands, players=3).contract("8C sans").trick("7D"), "play JOKER")


# Aces thrown away.


@pytest.mark.thorough
def test_an_ace_is_not_thrown_away_on_a_long_suit(player):
    hands = {
        0: "AS KS QS JS 10S AD KD QD 7H AH",
        1: "AC 9C 9S 8S 10D 9D 8D 8H 9H 7C",
        2: "7S 7D QH JH 10H QC JC 10C KC KH",
    }
    position = table(hands, players=3).contract("9N sans").trick("AS", "8S", "7S").trick("KS", "9S", "10C").trick("QS")
    never(player, position, "play AC")


@pytest.mark.sampled
def test_an_ace_is_not_thrown_on_the_partners_winner(player):
    hands = {
        0: "JOKER JS JC AS KS 5H 6H KC QC 4D",
        1: "AH KH 9H 8H 10C 9C 8C 7D 6D 5D",
        2: "7H 4H QS 10S 7C 6C 5C 8D QD JD",
        3: "10H 9S 8S 7S AD KD AC JH 10D 9D",
    }
    position = table(hands).contract("8S sans").trick("5H", "KH", "4H", "10H").trick("AH", "7H", "JH", "6H")
    never(player, position.trick("9H", "5C"), "play AC", "play AD")


@pytest.mark.sampled
def test_an_ace_is_not_thrown_on_the_contractors_trumps(player):
    hands = {
        0: "JOKER JD JH AD KD QD 10D 9D KS QS",
        1: "AS 8S 7S AC 9C 8C 8H 9H 8D 7D",
        2: "9S 10S JS KC QC JC 10C AH KH QH",
    }
    position = table(hands, players=3).contract("9D sans").trick("JOKER", "7D", "9S").trick("JD", "8D", "10S")
    never(player, position.trick("JH"), "play AS", "play AC")


# The partner's winning trick is ruffed.


@pytest.mark.sampled
def test_the_last_player_does_not_ruff_the_partners_ace_with_the_joker(player):
    hands = {
        0: "JS JC AS KS QS 10S 5H 6H KC QC",
        1: "AH KH 9H 8H 10C 9C 8C 7D 6D 5D",
        2: "10H 7H 4H 9S 8S 7C 6C 5C 8D QD",
        3: "JOKER 7S 6S AC JD 10D 9D AD KD 4D",
    }
    position = table(hands).contract("8S sans").trick("5H", "AH", "4H")
    never(player, position, "play JOKER")


@pytest.mark.sampled
def test_the_contractor_throws_a_loser_on_the_partners_ace(player):
    hands = {
        0: "JOKER JS JC AS KS 10S AH 5H 5C 6C",
        1: "KD QD JD 10D KC QC JH 10H 9H 8H",
        2: "AD 5D 4D 7S 8S KH QH 7H 7C 8C",
        3: "9D 8D 7D 6D QS 9S 4H 6H AC 10C",
    }
    position = table(hands).contract("8S sans").trick("5H", "JH", "7H", "4H").trick("KD", "AD", "6D")
    never(player, position, "play JOKER", "play JS", "play JC", "play AS", "play KS", "play 10S")


@pytest.mark.sampled
def test_a_defender_does_not_ruff_the_partners_ace_with_a_bower(player):
    hands = {
        0: "JOKER JS AC KC QC 10C 7D 8D AH KH",
        1: "AD KD 9D 6H 5H 7H AS KS 6S 5S",
        2: "QD JD 10D 5D 4D QH 8C 7C QS 10S",
        3: "JC 9C 8H 9H 10H JH 4H 7S 8S 9S",
    }
    never(player, table(hands).contract("8C sans").trick("7D", "AD", "4D"), "play JC", "play 9C")


# Dearer than needed.


@pytest.mark.thorough
def test_the_last_player_wins_with_the_cheapest_winner(player):
    hands = {
        0: "JOKER JC JS AC KC QC 8D AH KH 7S",
        1: "7D 8H 9H 10H JH QH 8C 9C 9S 10S",
        2: "AD 9D 10C AS KS QS JD 10D 7H 8S",
    }
    position = table(hands, players=3).contract("8C sans").trick("8D", "7D")
    never(player, position, "play AD")


@pytest.mark.thorough
def test_the_last_player_ruffs_with_the_lowest_trump(player):
    hands = {
        0: "JC JS AC KC QC 9C 7D 8D AH KH",
        1: "AD KD QD 10D 9D 7H AS KS QS JD",
        2: "JOKER 8C 7C 10H 9H QH JH 9S 10S 8H",
    }
    never(player, table(hands, players=3).contract("8C sans").trick("8D", "9D"), "play JOKER", "play 8C")


@pytest.mark.sampled
def test_the_last_player_wins_with_the_ten_and_keeps_king_and_ace(player):
    hands = {
        0: "AS KS QS JS AH KH QH AC KC 8D",
        1: "7D JD 10H 9H 8H 10S 9S 8C 9C 10C",
        2: "AD KD 9D 10D 7H JH 7S 8S 7C JC",
    }
    position = table(hands, players=3).contract("8N sans").trick("8D", "7D")
    never(player, position, "play AD", "play KD")
