"""Why a card, in a sentence: what is certain is said only where it is."""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Question
from tests.players.blunders import table

EIGHT_NO_TRUMPS = {
    0: "AS KS QS JS AH KH QH AC KC 8D",
    1: "7D JD 10H 9H 8H 10S 9S 8S 9C 10C",
    2: "AD KD 9D 10D 7H JH 7S 8C 7C JC",
}
EIGHT_SPADES = {
    0: "JS JC AS KS QS 10S 5H 6H KC QC",
    1: "AH KH 9H 8H 10C 9C 8C 7D 6D 5D",
    2: "10H 7H 4H 9S 8S 7C 6C 5C 8D QD",
    3: "JOKER 7S 6S AC JD 10D 9D AD KD 4D",
}
EIGHT_CLUBS = {
    0: "JC JS AC KC QC 9C 7D 8D AH KH",
    1: "AD KD QD 10D 9D 7H AS KS QS JD",
    2: "JOKER 8C 7C 10H 9H QH JH 9S 10S 8H",
}
MISERE = {
    0: "4H 6H 8H 5S 6S 7S 4D 5D 7D 9D",
    1: "7H KH 10S JS KS 8D JD 7C 8C 9C",
    3: "5H 9H AH 8S 9S 6D 10D QC AC 10C",
}


def three(hands):
    return table(hands, players=3)


POSITIONS = {
    "Draw trumps: nobody can beat JOKER.": table({0: "JOKER JC JS AC 7C 6C AH AD KD 9S"}).contract("9C sans"),
    "Nobody can beat AS.": table({0: "JOKER 9H 6H 5H 4H 9C 10D AS KS QS"}).contract("8N sans"),
    "It wins the trick, and nothing cheaper does.": three(EIGHT_NO_TRUMPS).contract("8N sans").trick("8D", "7D"),
    "Your partner is winning the trick, so play low.": table(EIGHT_SPADES).contract("8S sans").trick("5H", "AH", "4H"),
    "You can't win this trick, so throw your most dangerous card.": (
        table(MISERE).contract("misere sans").trick("5S", "10S", "8S").trick("7C", "QC")
    ),
    "It is the only card that you can play.": (
        three({0: EIGHT_NO_TRUMPS[0], 1: "7D 8H 10H 9H JH 10S 9S 8S 9C 10C"}).contract("8N sans").trick("8D")
    ),
}


def reason(position):
    question = Question(position.deal.view(position.turn), position.turn, fh.Score.new(position.options))
    return str(question.answer(Random(1), 0.05).reason)


@pytest.mark.parametrize("said", POSITIONS)
def test_what_is_certain_about_a_card_is_its_reason(said):
    assert reason(POSITIONS[said]) == said


def test_a_ruff_with_the_lowest_trump_wins_and_an_ace_is_not_beyond_beating_while_the_joker_is_out():
    position = three(EIGHT_CLUBS).contract("8C sans").trick("8D", "9D")
    assert reason(position) == "It wins the trick, and nothing cheaper does."
    position = table({0: "9H 6H 5H 4H 9C 10D AS KS QS 8C"}).contract("8N sans")
    assert "beat" not in reason(position)


def test_against_a_misere_a_card_that_nobody_is_sure_of_has_its_catches():
    position = table(MISERE).contract("misere sans").trick("5S", "10S", "8S").trick("KH")
    assert reason(position).startswith("It catches the contractor in ")
