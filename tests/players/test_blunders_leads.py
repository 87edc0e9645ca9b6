"""Leads: a contractor draws trumps from the top, and without trumps nobody leads a singleton or sits on the joker."""

import pytest

from tests.players.blunders import PLAYERS, always, never, table

pytestmark = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)


# Low trumps, and trumps that are not drawn.


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("contract", "hand", "low"),
    [
        ("8H", "JOKER JH JD AH 9H 6H AS KS 7C 5D", ("play 9H", "play 6H")),
        ("9C", "JOKER JC JS AC 7C 6C AH AD KD 9S", ("play 7C", "play 6C")),
        ("9S", "JOKER JS JC AS KS 7S 6S AD KD 4H", ("play 7S", "play 6S")),
    ],
)
def test_trumps_are_drawn_from_the_top(player, contract, hand, low):
    never(player, table({0: hand}).contract(f"{contract} sans"), *low)


@pytest.mark.thorough
def test_among_three_trumps_are_drawn_from_the_top(player):
    position = table({0: "JOKER JD JH 9D 8D 7D AS KS AC KC"}, players=3).contract("8D sans")
    never(player, position, "play 9D", "play 8D", "play 7D")


@pytest.mark.sampled
def test_the_last_trumps_are_drawn_before_a_suit_that_a_defender_ruffs(player):
    hands = {
        0: "JOKER JS JC AS KS AH KH QH JH 10H",
        1: "QS 10S 9S 4H KD QD JD AC KC QC",
        2: "5H 7H 9H 5D 7D 9D 5C 7C 9C 5S",
        3: "6H 8H 6D 8D 10D 6C 8C 10C 6S 7S",
    }
    position = table(hands).contract("9S sans").trick("AH", "4H", "5H", "6H").trick("KH", "9S", "7H", "8H")
    never(player, position.trick("KD", "5D", "6D", "KS"), "play QH", "play JH", "play 10H")


@pytest.mark.thorough
def test_a_contractor_with_joker_and_bower_leads_no_low_trump_though_it_may_bring_as_many_tricks(player):
    position = table({0: "JOKER JH 9H 8H 6H 5H AS AC KC 7D"}).contract("8H sans")
    never(player, position, "play 9H", "play 8H", "play 6H", "play 5H", "play 7D", "play KC")


@pytest.mark.sampled
@pytest.mark.parametrize("contract", ["7C", "8C"])
def test_among_six_trumps_are_drawn_from_the_top_by_who_holds_both_bowers(player, contract):
    position = table({0: "JC JS 9C 8C 7C 6C AS AH KH 4D"}, players=6).contract(f"{contract} sans")
    never(player, position, "play 9C", "play 8C", "play 7C", "play 6C", "play 4D")


# Singletons without trumps.


@pytest.mark.thorough
def test_a_contractor_without_trumps_leads_an_ace_and_no_singleton(player):
    position = table({0: "JOKER 9H 6H 5H 4H 9C 10D AS KS QS"}).contract("8N sans")
    never(player, position, "play 9C", "play 10D", "play 9H", "play 4H")
    always(player, position, "AS")


def test_a_contractor_without_trumps_leads_no_singleton(player):
    never(player, table({0: "AH KH QH JH 10H 9H AD KD 5S 7C"}).contract("8N sans"), "play 5S", "play 7C")


def test_a_defender_without_trumps_leads_the_long_suit_and_not_the_singleton(player):
    hands = {
        0: "AH AS KS QS KD 9D AC KC QC 5C",
        1: "KH QH JH 10H 9H 7S AD 10D 9C 8C",
        2: "8H 7H 10S 9S 8S 8D 7D 10C 7C 6C",
        3: "6H 5H 4H 6S 5S 6D 5D 4D QD JC",
    }
    position = table(hands).contract("7N sans").trick("AH", "9H", "7H", "4H").trick("KD", "AD", "7D", "4D")
    never(player, position, "play 7S")


def test_a_partner_of_the_contractor_without_trumps_does_not_lead_the_singleton(player):
    hands = {
        0: "AH 9H KS QS AD 9D AC KC QC 5C",
        1: "7H 6H 5H AS JS 10S KD 8D JC 10C",
        2: "KH QH JH 10H 8H 5S 7D 6D 9C 8C",
        3: "4H 9S 8S 7S 6S QD JD 10D 7C 6C",
    }
    position = table(hands).contract("9N sans").trick("AH", "5H", "8H", "4H").trick("9H", "6H", "10H", "6C")
    never(player, position, "play 5S")


# The joker in the last trick.


def test_a_joker_that_belongs_to_a_suit_is_led_while_it_wins(player):
    hands = {
        0: "JOKER AS KS QS JS AD KD QD 7C 8C",
        1: "10S 9S 8S 10D 9D 8D AH AC KC QC",
        2: "7S 7D KH QH JH 10H JC 10C 9C JD",
    }
    position = table(hands, players=3).contract("8N sans").play("0 nominate H")
    for trick in ("AS 10S 7S", "KS 9S 10H", "QS 8S JH", "JS AH QH", "AD 9D JD", "KD 10D 7D", "QD 8D KH"):
        position.trick(*trick.split())
    never(player, position, "play 7C", "play 8C")


@pytest.mark.thorough
def test_the_joker_wins_the_last_trick_but_one_when_an_ace_wins_the_last(player):
    hands = {
        0: "AS KS QS JS AD KD QD JD AH KH",
        1: "JOKER AC 10S 9S 8S 10D 9D 8D 7H 8C",
        2: "7S 7D QH JH 10H QC JC 10C 9C KC",
    }
    position = table(hands, players=3).contract("9N sans")
    for trick in (
        "AS 10S 7S", "KS 9S 9C", "QS 8S 10C", "JS 8C JC", "AD 10D 7D", "KD 9D QC", "QD 8D 10H", "AH 7H JH", "KH"
    ):  # fmt: skip
        position.trick(*trick.split())
    never(player, position, "play AC")


def test_the_joker_is_not_kept_while_the_ace_beside_it_is_thrown_on_a_long_suit(player):
    hands = {
        0: "AS KS QS JS 10S AD KD QD 7H AH",
        1: "JOKER AC KC 9S 8S 10D 9D 8D 8H 9H",
        2: "7S 7D QH JH 10H QC JC 10C 9C KH",
    }
    position = table(hands, players=3).contract("8N sans")
    for trick in ("AS 8S 7S", "KS 9S 9C", "AD 8D 7D", "KD 9D 10C", "QD 10D JC", "AH 8H 10H", "QS 9H QC", "JS"):
        position.trick(*trick.split())
    never(player, position, "play AC")
