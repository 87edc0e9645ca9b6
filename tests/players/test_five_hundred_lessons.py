"""What a decision teaches: each lesson where it says what was wrong, and not where it doesn't: lessons.txt."""

import pytest

from players.choice import Option
from players.five_hundred.lessons import Lesson, learned
from tests.players.five_hundred import reached, table
from tests.players.positions import written


@pytest.mark.parametrize("position", written("lessons.txt", sampled_by=None))
def test_a_card_teaches_what_it_did_wrong_and_nothing_else(position):
    """The card that was played, the better one, and the lesson."""
    found, claim = reached(position), position.claim.split(", ")[0]
    done, better = (f"play {card}" for card in position.words)
    position.holds([], found.may(found.turn))
    lesson = learned(found.deal.view(found.turn), found.turn, Option(done, 0.4), Option(better, 0.5))
    if claim.startswith("no "):
        assert lesson is not Lesson(claim.removeprefix("no "))
    else:
        assert lesson is (None if claim == "nothing" else Lesson(claim))


JOKER_ALONE = "JOKER 10S 7S 8C 6C 9D 5D 10H 8H 4H"
EIGHT_HEARTS = "JOKER JH JD AH KH QH 10H AS KS 5C"
UNGUARDED = "AH QH 10H 8H KD JD 9D 5S 6S 5C"
GUARDED = "4H 5H 6H 7H 5S 6S 7S 4D 5D 6D"


@pytest.mark.parametrize(
    ("lesson", "hand", "said", "done", "better", "made"),
    [
        ("bid more", EIGHT_HEARTS, "", "pass", "bid 8H", 0.9),
        ("bid more", EIGHT_HEARTS, "0 bid 6H, 1 pass", "bid 7H", "bid 8H", 0.9),
        ("sacrifice", JOKER_ALONE, "", "pass", "bid 9H", 0.2),
        ("bid less", JOKER_ALONE, "", "bid 8H", "pass", 0.1),
        ("bid less", EIGHT_HEARTS, "", "bid 10H", "bid 8H", 0.3),
        ("bid less", EIGHT_HEARTS, "", "bid 8H", "pass", 0.9),
        ("better suit", EIGHT_HEARTS, "", "bid 7S", "bid 7H", 0.8),
        (None, EIGHT_HEARTS, "", "bid 7H", "bid 7S", 0.8),
        ("bid more", EIGHT_HEARTS, "", "bid 7S", "bid 7C", 0.8),  # neither has the most
        (None, EIGHT_HEARTS, "", "bid 7C", "bid 7S", 0.8),
        ("support", EIGHT_HEARTS, "0 bid 6H, 1 pass", "pass", "bid 8H", 0.8),
        ("support", EIGHT_HEARTS, "0 bid 6H, 1 pass", "bid 7S", "bid 7H", 0.8),
        ("bid more", EIGHT_HEARTS, "0 bid 6C, 1 pass", "pass", "bid 8H", 0.8),
        ("partner's bid", JOKER_ALONE, "0 bid 7H, 1 pass", "bid 8H", "pass", 0.4),
        ("bid less", EIGHT_HEARTS, "0 bid 7H, 1 7N", "bid 8H", "pass", 0.6),
        ("guarded misere", UNGUARDED, "0 bid 7S", "bid misere", "pass", 0.2),
        (None, GUARDED, "0 bid 7S", "bid misere", "pass", 0.6),
        ("low enough", GUARDED, "", "pass", "bid misere", 0.6),
    ],
)
def test_a_bid_teaches_what_it_did_wrong_and_nothing_else(lesson, hand, said, done, better, made):
    spoken = [each.replace(" 7N", " bid 7N") for each in said.split(", ") if each]
    seat = len(spoken) % 4
    view = table({seat: hand}).play(*spoken).deal.view(seat)
    found = learned(view, seat, Option(done, 0.4, made=made), Option(better, 0.5, made=made))
    assert found is (None if lesson is None else Lesson(lesson))


def test_who_keeps_a_misere_is_taught_about_it_and_not_that_the_hand_was_good_for_more():
    view = table({0: UNGUARDED}).play("0 bid misere", "1 pass", "2 pass", "3 pass").deal.view(0)
    assert learned(view, 0, Option("pass", 0.2, made=0.1), Option("bid 8N", 0.5, made=0.7)) is Lesson.GUARDED_MISERE


@pytest.mark.parametrize(
    ("lesson", "bid", "hand", "kitty", "done", "better"),
    [
        ("discard", "8H", EIGHT_HEARTS, "AC 5S 6D", "AC 5S 6D", "5C 5S 6D"),  # an ace is kept
        ("discard", "8H", EIGHT_HEARTS, "5D 6D 6C", "5D 5C KS", "5D 5C 6C"),  # clubs are gone
        ("keep winner", "8N", EIGHT_HEARTS, "5D 6D 6C", "AS 5D 6D", "5C 6C 5D"),  # nothing is to be trumped
        ("keep winner", "8N", EIGHT_HEARTS, "5D 6D 6C", "5D 5C KS", "5D 5C 6C"),
        ("keep winner", "8H", EIGHT_HEARTS, "5D 6D 6C", "5D 6D 5C", "5D 6D 6C"),
        ("guarded misere", "misere", GUARDED, "KC QD 8S", "8S 7S QD", "KC 8S QD"),
        (None, "misere", GUARDED, "KC QD 8S", "KC 8S QD", "8S 7S KC"),
    ],
)
def test_a_discard_teaches_what_it_did_wrong_and_nothing_else(lesson, bid, hand, kitty, done, better):
    found = table({0: hand}, kitty=kitty).play(f"0 bid {bid}", "1 pass", "2 pass", "3 pass", "0 pass")
    taught = learned(found.deal.view(0), 0, Option(f"put {done}", 0.4), Option(f"put {better}", 0.5))
    assert taught is (None if lesson is None else Lesson(lesson))


def test_another_kind_of_decision_teaches_nothing():
    view = table({0: EIGHT_HEARTS}).deal.view(0)
    assert learned(view, 0, Option("alone", 0.4), Option("call AS", 0.5)) is None


def test_every_lesson_has_a_sentence_of_its_own():
    sentences = [lesson.sentence.template for lesson in Lesson]
    assert len({*sentences}) == len(sentences) == 25
