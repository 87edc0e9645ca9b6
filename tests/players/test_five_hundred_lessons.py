"""What a decision teaches: each lesson where it says what was wrong, and not where it doesn't."""

import pytest

from players.choice import Option
from players.five_hundred.lessons import Lesson, learned
from tests.players.blunders import table
from tests.players.test_blunders_cards import reached

CARDS = """
# Leads.
draw trumps: AS instead of JOKER: 8H -> AS JOKER
JOKER JH 9H 8H 6H 5H AS AC KC 7D
no draw trumps: a trump was led: 8H -> 9H AS
JOKER JH 9H 8H 6H 5H AS AC KC 7D

trumps first: 7D instead of JOKER: 8H -> 7D JOKER
JOKER JH 9H 8H 6H 5H AS AC KC 7D
trumps first: no ace is KC: 8H -> KC JOKER
JOKER JH 9H 8H 6H 5H AS AC KC 7D
no trumps first: a defender leads: 8H: JOKER 10H 7H AH, 9H QH 8S 4H -> 9S 8H
JH 9H 6H 5H AS AC KC 7D 8C JOKER | 10H QH 8H 9S |
7H 10D 10S QS KS AD KD QD 8S 8D | AH 4H

from the top: 6H instead of JOKER: 8H -> 6H JOKER
JOKER JH 9H 8H 6H 5H AS AC KC 7D
no from the top: JH is as good: 8H -> JH JOKER
JOKER JH JD 9H 6H 5H AS AC KC 7D
nothing: KS is as good as QS: 8H -> QS KS
JOKER JH JD 9H 6H 5H KS QS KC 7D

trumps are gone: QH is led: 9S: JOKER 10S 7S 6S, JS QS 8S 5D, JC 9S 4H 6D, AS 5H 7H 8D -> KS AH
JOKER JS JC AS KS AH KH QH AD KC | 10S QS 9S 5H 4D 7D 9D JD QD 8H |
7S 8S 4H 7H 8C 9C 10C 10H 6H AC | 6S 5D 6D 8D 10D KD 5C 6C QC 7C
no trumps first: nobody has any: 9S: JOKER 10S 7S 6S, JS QS 8S 5D, JC 9S 4H 6D, AS 5H 7H 8D -> KC KS
JOKER JS JC AS KS AH KH QH AD KC | 10S QS 9S 5H 4D 7D 9D JD QD 8H |
7S 8S 4H 7H 8C 9C 10C 10H 6H AC | 6S 5D 6D 8D 10D KD 5C 6C QC 7C
no trumps are gone: there may be more: 9S: JOKER 10S 7S 6S -> KS AH
JOKER JS JC AS KS AH KH QH AD KC | 10S QS 9S 5H 4D 7D 9D JD QD 8H |
7S 8S 4H 7H 8C 9C 10C 10H 6H AC | 6S 5D 6D 8D 10D KD 5C 6C QC 7C

long suit: 9C instead of AS: 8N -> 9C AS
JOKER 9H 6H 5H 4H 9C 10D AS KS QS
no long suit: two small hearts: 8N -> 6H AS
JOKER 9H 6H 5H 6C 9C 10D AS KS QS

cash winner: 6H instead of AS: 8N -> 6H AS
JOKER 9H 6H 5H 6C 9C 10D AS KS QS
no cash winner: AC wins too: 8N -> AC AS
JOKER 9H 6H 5H 6C AC 10D AS KS QS

# Following.
partner's trick: a ruff: 8S: 5H AH 4H -> JOKER 4D
JS JC AS KS QS 10S 5H 6H KC QC | AH KH 9H 8H 10C 9C 8C 7D 6D 5D |
10H 7H 4H 9S 8S 7C 6C 5C 8D QD | JOKER 7S 6S AC JD 10D 9D AD KD 4D
partner's trick: a higher card: 8N: 9S KS 8S -> AS 6S
9S | KS 7S | 8S | AS 6S
partner's trick: KH can't even win: 8N: AH 4H -> KH 5H
AH | 4H | KH 5H
no partner's trick: a foe has it: 8N: 9S 7S KS -> AS 6S
9S | 7S | KS | AS 6S

cheapest: AD instead of 9D: 8C, 3 players: 8D 7D -> AD 9D
JOKER JC JS AC KC QC 8D AH KH 7S | 7D 8H 9H 10H JH QH 8C 9C 9S 10S | AD 9D 10C AS KS QS JD 10D 7H 8S
cheapest: only a friend still plays: 8C, 3 players: 8D -> AD 9D
JOKER JC JS AC KC QC 8D AH KH 7S | AD 9D 10C AS KS QS JD 10D 7H 8S | 7D 8H 9H 10H JH QH 8C 9C 9S 10S
no cheapest: a foe still plays: 8N: 9S 7S -> KS 10S
9S | 7S QS | KS 10S | AS 8S
nothing: 10H is as good: 8N: 9H 5H 7H -> JH 10H
9H | 5H | 7H | JH 10H

second hand: KD instead of 7D: 8C, 3 players: 8D -> KD 7D
JOKER JC JS AC KC QC 8D AH KH 7S | KD 7D 9H 10H JH QH 8C 9C 9S 10S | AD 9D 10C AS KS QS JD 10D 7H 8S
no second hand: nobody plays after: 8C, 2 players: 8D -> KD 7D
JOKER JC JS AC KC QC 8D AH KH 7S | KD 7D 9H 10H JH QH 8C 9C 9S 10S

third hand: 6S instead of KS: 8N: 9S 7S -> 6S KS
9S | 7S QS | KS 6S | AS 8S
no third hand: a foe led it: 8N, 3 players: 9S 7S -> 8S KS
9S | 7S QS | KS 8S

take it: 6S instead of QS: 8N: 9S 7S JS -> 6S QS
9S | 7S | JS | QS 6S
no take it: a foe still plays: 8N: 9S -> 6S QS
9S | QS 6S
no take it: the partner has it: 8N: 9S KS JS -> 6S AS
9S | KS | JS | AS 6S

ruff: 4D instead of 7S: 8S: 5H 9H 10H -> 4D 7S
JS JC AS KS QS 10S 5H 6H KC QC | KH 9H AH 8H 10C 9C 8C 7D 6D 5D |
10H 7H 4H 9S 8S 7C 6C 5C 8D QD | JOKER 7S 6S 5S AC JD 10D 9D KD 4D
no ruff: the joker is no trump: 8N: 5H 9H 10H -> 4D JOKER
5H | 9H | 10H | JOKER 7S 6S 5S AC JD 10D 9D KD 4D
no ruff: it was trumped too low: 8S: 5H 9H 10S -> 7S KS
AH 4H 6H 7H 5H JS JC AS QS 10H | KH 9H 8H 10C 9C 8C 7C 6D 5D 7D |
10S 8S 5C 6C 8D QD KC QC AD 9S | JOKER 7S 6S KS AC JD 10D 9D KD 4D
no ruff high: an opponent had trumped it higher: 8S: 5H 9H 10S -> 7S KS
AH 4H 6H 7H 5H JS JC AS QS 10H | KH 9H 8H 10C 9C 8C 7C 6D 5D 7D |
10S 8S 5C 6C 8D QD KC QC AD 9S | JOKER 7S 6S KS AC JD 10D 9D KD 4D
ruff high: 6S would be beaten: 8S: AH -> 6S KS
AH 4H 6H 7H 5H JS JC AS QS 10H | KS 6S 5C 10C 9C 8C 7C 6D 5D 7D
no ruff: the partner has it: 8S: 5H AH 4H -> 4D 7S
JS JC AS KS QS 10S 5H 6H KC QC | AH KH 9H 8H 10C 9C 8C 7D 6D 5D |
10H 7H 4H 9S 8S 7C 6C 5C 8D QD | JOKER 7S 6S AC JD 10D 9D AD KD 4D

play low: KD instead of 9D: 8C, 3 players: AD -> KD 9D
JOKER JC JS AC KC QC AD AH KH 7S | KD 9D 9H 10H JH QH 8C 9C 9S 10S | 7D 8H 10C AS KS QS JD 10D 7H 8S
play low: AH would win: 8C: KH -> QH 5H
KH | AH QH 5H
no play low: the king would win: 8C, 3 players: 8D -> 10D 9D
JOKER JC JS AC KC QC 8D AH KH 7S | KD 9D 10D 10H JH QH 8C 9C 9S 10S | 7D 8H 10C AS KS QS JD 9H 7H 8S

# Keeping.
save joker: second hand: 8C, 3 players: 7D -> JOKER 9H
JC JS AC KC QC 9C 7D 8D AH KH | JOKER 8C 7C 10H 9H QH JH 9S 10S QS | AD KD QD JD 10D 9D 7H 7S 8S AS
no save joker: nothing else wins, and nobody else: 8C, 3 players: AD 7D -> JOKER 9H
JC JS AC KC QC 9C AD 8D AH KH | 7D KD QD JD 10D 9D 7S 8S 9S 10S | JOKER 9H 8C 7C 10H 8H QH JH QS KS
no save joker: it was kept: 8C, 3 players: 7D -> 9H JOKER
JC JS AC KC QC 9C 7D 8D AH KH | JOKER 8C 7C 10H 9H QH JH 9S 10S QS | AD KD QD JD 10D 9D 7H 7S 8S AS

joker in time: two cards: 9N, 3 players: @JOKERLATE -> AC JOKER
AS KS QS JS AD KD QD JD AH KH | JOKER AC 10S 9S 8S 10D 9D 8D 7H 8C | 7S 7D QH JH 10H QC JC 10C 9C KC
no joker in time: ten cards: 8N, 3 players: AH 9H 7H, 7D -> 10H JOKER
AH KH QH JH AS KS AC KC 8D 7D | JOKER 10H 9H 10S 9S 8S 10C 9C 8C 7C | AD KD QD 10D 9D 8H 7H JS QS QC

keep guard: KC stands alone: 9N, 3 players: AS 8S 7S, KS 9S 9C, QS -> 10C 7D
AS KS QS JS 10S AD KD QD 7H AH | KC 10C 9S 8S 10D 9D 8D 8H 9H 7D | 7S 9C QH JH 10H QC JC AC 8C KH
no keep guard: another small club: 9N, 3 players: AS 8S 7S, KS 9S 9C, QS -> 10C 7D
AS KS QS JS 10S AD KD QD 7H AH | KC 10C 7C 8S 10D 9D 9S 8H 9H 7D | 7S 9C QH JH 10H QC JC AC 8C KH

keep winner: AC is thrown: 9N, 3 players: AS 8S 7S, KS 9S 10C, QS -> AC 8H
AS KS QS JS 10S AD KD QD 7H AH | AC 9C 9S 8S 10D 9D 8D 8H 9H 7C | 7S 7D QH JH 10H QC JC 10C KC KH
no keep winner: 9C wins nothing: 9N, 3 players: AS 8S 7S, KS 9S 10C, QS -> 9C 8H
AS KS QS JS 10S AD KD QD 7H AH | AC 9C 9S 8S 10D 9D 8D 8H 9H 7C | 7S 7D QH JH 10H QC JC 10C KC KH

# One's own misère.
duck high: 4H instead of 8H: misere: 5S 9S 10S, KH -> 4H 8H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KH 10S QS 9D KD 5C 8C QC
no duck high: it wins: misere: 5S 9S 10S, 7H -> 4H 8H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KH 10S QS 9D KD 5C 8C QC

throw danger: 4D instead of 8H: misere: 5S 9S 10S, KC -> 4D 8H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KC 10S QS 9D KD 5C 8C QC
no throw danger: the other is safer: misere: 5S 9S 10S, KC -> 8H 4D
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KC 10S QS 9D KD 5C 8C QC

safe lead: 8H instead of 4D: misere -> 8H 4D
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D
no safe lead: 4D was led: misere -> 4D 8H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D

# Against a misère.
leave it: AH takes what was the contractor's: open-misere: 5S 9S 10S, KH 4H 6H, 7H 8H -> AH 5H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KH 10S QS 9D KD 5C 8C KC
no leave it: a friend has it: open-misere: 5S 9S 10S, KH 4H -> AH 5H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KH 10S QS 9D KD 5C 8C KC

keep low: 7H instead of QH: open-misere, 3 players: 8S JS 9S, AH -> 7H QH
9H 8H KD JD 10D 9D 7D 10S 7S 8S | AH KH JH 10H AC KC 10C 9C AS JS | QH 7H QC JC 7C AD QD 8D QS 9S
no keep low: the contractor may win: misere: 5S 10S 9S, 6H -> 7H 9H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 10S | - | 7H 9H KH 9S

lead low: KH instead of 7H: open-misere: 5S 9S 10S -> KH 7H
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KH 10S QS 9D KD 5C 8C KC
no lead low: the contractor has none: open-misere: 5S 9S 10S -> 8C 5C
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC | - | 7H 9H KH 10S QS 9D KD 5C 8C KC
"""
JOKER_LATE = "AS 10S 7S, KS 9S 9C, QS 8S 10C, JS 8C JC, AD 10D 7D, KD 9D QC, QD 8D 10H, AH 7H JH, KH"


def _cards():
    for block in CARDS.strip().split("\n\n"):
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        for at, line in enumerate(lines):
            if " -> " in line:
                hands = []
                for more in lines[at + 1 :]:
                    if " -> " in more:
                        break
                    hands.append(more)
                claim, about, position = line.split(": ", 2)
                yield pytest.param(
                    claim, position.replace("@JOKERLATE", JOKER_LATE), " ".join(hands), id=f"{claim}: {about}"
                )


@pytest.mark.parametrize(("claim", "position", "hands"), [*_cards()])
def test_a_card_teaches_what_it_did_wrong_and_nothing_else(claim, position, hands):
    played, cards = position.split(" -> ")
    found, seat = reached(played, hands), None
    done, better = cards.split()
    seat = found.turn
    for card in (done, better):
        assert f"play {card}" in found.may(seat) or card == "JOKER", f"{card} isn't legal"
    lesson = learned(found.deal.view(seat), seat, Option(f"play {done}", 0.4), Option(f"play {better}", 0.5))
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
        ("bid more", EIGHT_HEARTS, "", "bid 6H", "bid 8H", 0.9),
        (None, JOKER_ALONE, "", "pass", "bid 9H", 0.2),  # it would be a sacrifice
        ("bid less", JOKER_ALONE, "", "bid 8H", "pass", 0.1),
        ("bid less", EIGHT_HEARTS, "", "bid 10H", "bid 8H", 0.3),
        (None, EIGHT_HEARTS, "", "bid 8H", "pass", 0.9),
        ("better suit", EIGHT_HEARTS, "", "bid 7S", "bid 7H", 0.8),
        (None, EIGHT_HEARTS, "", "bid 7H", "bid 7S", 0.8),
        (None, EIGHT_HEARTS, "", "bid 7C", "bid 7S", 0.8),  # neither has the most
        ("support", EIGHT_HEARTS, "0 bid 6H, 1 pass", "pass", "bid 8H", 0.8),
        ("support", EIGHT_HEARTS, "0 bid 6H, 1 pass", "bid 7S", "bid 7H", 0.8),
        ("bid more", EIGHT_HEARTS, "0 bid 6C, 1 pass", "pass", "bid 8H", 0.8),
        ("partner's bid", JOKER_ALONE, "0 bid 7H, 1 pass", "bid 8H", "pass", 0.4),
        (None, EIGHT_HEARTS, "0 bid 7H, 1 7N", "bid 8H", "pass", 0.6),
        ("guarded misere", UNGUARDED, "0 bid 7S", "bid misere", "pass", 0.2),
        (None, GUARDED, "0 bid 7S", "bid misere", "pass", 0.6),
        (None, GUARDED, "", "pass", "bid misere", 0.6),
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
        (None, "8N", EIGHT_HEARTS, "5D 6D 6C", "5D 5C KS", "5D 5C 6C"),
        (None, "8H", EIGHT_HEARTS, "5D 6D 6C", "5D 6D 5C", "5D 6D 6C"),
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
    assert len({*sentences}) == len(sentences) >= 12
