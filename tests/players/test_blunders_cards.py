"""Cards that a player must not play. In a misère of four, seat 2 lies down.

Each position is a claim, the contract of seat 0 (sans kitty) with the tricks so far, the cards that are blunders or the
only one to play, and the hands by seat; who has none named gets any cards.
"""

import pytest

from tests.players.blunders import always, by_each_player, never, table

POSITIONS = """
# Low trumps, and trumps that are not drawn.
trumps are drawn from the top: 8H
8H -> not 9H 6H
JOKER JH JD AH 9H 6H AS KS 7C 5D

trumps are drawn from the top: 9C
9C -> not 7C 6C
JOKER JC JS AC 7C 6C AH AD KD 9S

trumps are drawn from the top: 9S
9S -> not 7S 6S
JOKER JS JC AS KS 7S 6S AD KD 4H

among three trumps are drawn from the top
8D, 3 players -> not 9D 8D 7D
JOKER JD JH 9D 8D 7D AS KS AC KC

the last trumps are drawn before a suit that a defender ruffs
9S: AH 4H 5H 6H, KH 9S 7H 8H, KD 5D 6D KS -> not QH JH 10H
JOKER JS JC AS KS AH KH QH JH 10H | QS 10S 9S 4H KD QD JD AC KC QC |
5H 7H 9H 5D 7D 9D 5C 7C 9C 5S | 6H 8H 6D 8D 10D 6C 8C 10C 6S 7S

a contractor with joker and bower leads no low trump though it may bring as many tricks
8H -> not 9H 8H 6H 5H 7D KC
JOKER JH 9H 8H 6H 5H AS AC KC 7D

among six trumps are drawn from the top by who holds both bowers: 7C
7C, 6 players -> not 9C 8C 7C 6C 4D
JC JS 9C 8C 7C 6C AS AH KH 4D

among six trumps are drawn from the top by who holds both bowers: 8C
8C, 6 players -> not 9C 8C 7C 6C 4D
JC JS 9C 8C 7C 6C AS AH KH 4D

# Singletons without trumps.
a contractor without trumps leads no singleton
8N -> not 5S 7C
AH KH QH JH 10H 9H AD KD 5S 7C

a contractor without trumps leads an ace and no singleton
8N -> not 9C 10D 9H 4H
JOKER 9H 6H 5H 4H 9C 10D AS KS QS

a contractor without trumps leads an ace and no singleton
8N -> AS
JOKER 9H 6H 5H 4H 9C 10D AS KS QS

a defender without trumps leads the long suit and not the singleton
7N: AH 9H 7H 4H, KD AD 7D 4D -> not 7S
AH AS KS QS KD 9D AC KC QC 5C | KH QH JH 10H 9H 7S AD 10D 9C 8C |
8H 7H 10S 9S 8S 8D 7D 10C 7C 6C | 6H 5H 4H 6S 5S 6D 5D 4D QD JC

a partner of the contractor without trumps does not lead the singleton
9N: AH 5H 8H 4H, 9H 6H 10H 6C -> not 5S
AH 9H KS QS AD 9D AC KC QC 5C | 7H 6H 5H AS JS 10S KD 8D JC 10C |
KH QH JH 10H 8H 5S 7D 6D 9C 8C | 4H 9S 8S 7S 6S QD JD 10D 7C 6C

a contractor without trumps leads no singleton though the kings have one card beside them
6N: AD 7D 8D 5D, KD 10D 5S 6D, QD JD QC 7S, 9D 5C 5H 8S, 4D 6C 8H 7C -> not 10H
AD KD QD 9D 4D KS JS KC 8C 10H | 5C 6C 9C AC 7D 10D JD AH 9S AS |
QC 8D 5H 8H QH 5S 6S 10S QS JOKER | 7C 10C JC 5D 6D 9H JH KH 7S 8S

# A partner's sure winner.
a contractor does not ruff an ace of the partner's
7D: JD 4D 4H 5D, JH JOKER 5C 6D, AC 5S 9C 9D, AD 7D 8S 8D, KD KC 8H QD, AS 6S 10S 7S, QS 8C KS 5H, AH 9H -> not 10D
JH JD AD KD 10D 9D AS QS JS 9S | 8C KC AC 4D 7D 6H 7H QH 6S JOKER |
5C 4H 8H 10H KH AH 5S 8S 10S KS | 9C 10C QC 5D 6D 8D QD 5H 9H 7S

# The joker in the last trick.
a joker that belongs to a suit is led while it wins
8N, 3 players, 0 nominate H: AS 10S 7S, KS 9S 10H, QS 8S JH, JS AH QH, AD 9D JD, KD 10D 7D, QD 8D KH -> not 7C 8C
JOKER AS KS QS JS AD KD QD 7C 8C | 10S 9S 8S 10D 9D 8D AH AC KC QC | 7S 7D KH QH JH 10H JC 10C 9C JD

the joker wins the last trick but one when an ace wins the last
9N, 3 players: AS 10S 7S, KS 9S 9C, QS 8S 10C, JS 8C JC, AD 10D 7D, KD 9D QC, QD 8D 10H, AH 7H JH, KH -> not AC
AS KS QS JS AD KD QD JD AH KH | JOKER AC 10S 9S 8S 10D 9D 8D 7H 8C | 7S 7D QH JH 10H QC JC 10C 9C KC

the joker is not kept while the ace beside it is thrown on a long suit
8N, 3 players: AS 8S 7S, KS 9S 9C, AD 8D 7D, KD 9D 10C, QD 10D JC, AH 8H 10H, QS 9H QC, JS -> not AC
AS KS QS JS 10S AD KD QD 7H AH | JOKER AC KC 9S 8S 10D 9D 8D 8H 9H | 7S 7D QH JH 10H QC JC 10C 9C KH

# The joker second in hand.
without trumps a void defender leaves the trick to the partner behind
8N, 3 players: AH 9H 7H, 7D -> not JOKER
AH KH QH JH AS KS AC KC 8D 7D | JOKER 10H 9H 10S 9S 8S 10C 9C 8C 7C | AD KD QD 10D 9D 8H 7H JS QS QC

among four a void defender leaves a low lead to the partner behind
8N: AH 8H 5H 4H, 6D -> not JOKER
AH KH QH AS KS QS AC KC 6D 5D | JOKER 10H 9H 8H 10S 9S 8S 10C 9C 8C |
7H 6H 5H 7S 6S 5S 7C 6C 7D 4D | AD KD QD JD 10D 9D 4H JH JS JC

a low lead is not ruffed with the joker second in hand
8C, 3 players: 7D -> not JOKER
JC JS AC KC QC 9C 7D 8D AH KH | JOKER 8C 7C 10H 9H QH JH 9S 10S QS | AD KD QD JD 10D 9D 7H 7S 8S AS

# Aces thrown away.
an ace is not thrown away on a long suit
9N, 3 players: AS 8S 7S, KS 9S 10C, QS -> not AC
AS KS QS JS 10S AD KD QD 7H AH | AC 9C 9S 8S 10D 9D 8D 8H 9H 7C | 7S 7D QH JH 10H QC JC 10C KC KH

an ace is not thrown on the partner's winner
8S: 5H KH 4H 10H, AH 7H JH 6H, 9H 5C -> not AC AD
JOKER JS JC AS KS 5H 6H KC QC 4D | AH KH 9H 8H 10C 9C 8C 7D 6D 5D |
7H 4H QS 10S 7C 6C 5C 8D QD JD | 10H 9S 8S 7S AD KD AC JH 10D 9D

an ace is not thrown on the contractor's trumps
9D, 3 players: JOKER 7D 9S, JD 8D 10S, JH -> not AS AC
JOKER JD JH AD KD QD 10D 9D KS QS | AS 8S 7S AC 9C 8C 8H 9H 8D 7D | 9S 10S JS KC QC JC 10C AH KH QH

# The partner's winning trick is ruffed.
the last player does not ruff the partner's ace with the joker
8S: 5H AH 4H -> not JOKER
JS JC AS KS QS 10S 5H 6H KC QC | AH KH 9H 8H 10C 9C 8C 7D 6D 5D |
10H 7H 4H 9S 8S 7C 6C 5C 8D QD | JOKER 7S 6S AC JD 10D 9D AD KD 4D

the contractor throws a loser on the partner's ace
8S: 5H JH 7H 4H, KD AD 6D -> not JOKER JS JC AS KS 10S
JOKER JS JC AS KS 10S AH 5H 5C 6C | KD QD JD 10D KC QC JH 10H 9H 8H |
AD 5D 4D 7S 8S KH QH 7H 7C 8C | 9D 8D 7D 6D QS 9S 4H 6H AC 10C

a defender does not ruff the partner's ace with a bower
8C: 7D AD 4D -> not JC 9C
JOKER JS AC KC QC 10C 7D 8D AH KH | AD KD 9D 6H 5H 7H AS KS 6S 5S |
QD JD 10D 5D 4D QH 8C 7C QS 10S | JC 9C 8H 9H 10H JH 4H 7S 8S 9S

# Dearer than needed.
the last player wins with the cheapest winner
8C, 3 players: 8D 7D -> not AD
JOKER JC JS AC KC QC 8D AH KH 7S | 7D 8H 9H 10H JH QH 8C 9C 9S 10S | AD 9D 10C AS KS QS JD 10D 7H 8S

the last player ruffs with the lowest trump
8C, 3 players: 8D 9D -> not JOKER 8C
JC JS AC KC QC 9C 7D 8D AH KH | AD KD QD 10D 9D 7H AS KS QS JD | JOKER 8C 7C 10H 9H QH JH 9S 10S 8H

the last player wins with the ten and keeps king and ace
8N, 3 players: 8D 7D -> not AD KD
AS KS QS JS AH KH QH AC KC 8D | 7D JD 10H 9H 8H 10S 9S 8C 9C 10C | AD KD 9D 10D 7H JH 7S 8S 7C JC

# Throws away the only card that catches.
the low card is kept when the contractor plays last and may duck
open-misere, 3 players: 8S JS 9S, AH -> QH
9H 8H KD JD 10D 9D 7D 10S 7S 8S | AH KH JH 10H AC KC 10C 9C AS JS | QH 7H QC JC 7C AD QD 8D QS 9S

# Takes a trick that the contractor was about to win.
the last defender leaves the contractor with the trick
open-misere: 5S 9S 10S, KH 4H 6H, 7H 8H -> not AH
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC |
- | 7H 9H KH 10S QS 9D KD 5C 8C KC

a partner's low lead under the contractor's only heart is not overtaken
open-misere: 5S 9S 10S, 9H 4H AH, 5H -> not KH
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC |
- | 7H 9H KH 10S QS 9D KD 5C 8C KC

among three the last defender leaves the contractor with the trick
open-misere, 3 players: 7S 9S 10S, KH 7H QH, 9H 10H -> not AH
7H 10H 7C 8C 9C 7D 8D 9D 7S 8S | 8H QH AH 9S 10D JD 10C JC QC KC | 9H KH 10S JS QS QD KD AD AC AS

the joker is not led to a trick on which the contractor throws the weak card
open-misere: 5S 9S 10S, KH 4H 6H, 9D 7D QD -> not JOKER
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H JOKER 9S JS QD JD 6C 7C AC |
- | 7H 9H KH 10S QS 9D KD 5C 8C KC

# Ignores what is known to be void, or keeps the high cards.
no suit is led in which the open hand is void
open-misere: 5S 9S 10S, KH 4H 6H, 9D 7D QD -> not 6C 7C AC
4H 8H 5S 6S 7S 8S 4D 5D 6D 7D | 5H 6H AH 9S JS QD JD 6C 7C AC |
- | 7H 9H KH 10S QS 9D KD 5C 8C KC

no suit is led in which the contractor has shown void
misere: 5S 10S 8S, 7C QC 9D -> not AC 10C
4H 6H 8H 5S 6S 7S 4D 5D 7D 9D | 7H KH 10S JS KS 8D JD 7C 8C 9C |
- | 5H 9H AH 8S 9S 6D 10D QC AC 10C

the low card that catches the contractor is not thrown away
open-misere: 5S 10S 9S, AS -> not 5D
9D 4H 5H 6H 7H 5C 6C 7C 5S 6S | 10S AS KS JS QS 8H 9H 8C 9C 10C |
4D 6D 7D 8D 10H JH QH QC JC 8S | 5D KD AD 9S AH KH AC KC 10D QD

on a trick that the contractor has escaped the low card is kept
open-misere: 5S 9S AS, 9H 4H -> not 5H
4H QH 5C 6C 7C 4D 5D 6D 5S 6S | 5H KH 8C 9C 10C 8D 9D 10D 9S 10S |
6H 7H 8H 10H JH AH 7D 7S JC JD | 9H QC KC AC QD KD AD QS KS AS
"""


def positions():
    """Of each heading `make test` tries the first position."""
    for block in POSITIONS.strip().split("\n\n"):
        claim, played, *hands = [line for line in block.split("\n") if not line.startswith("#")]
        marks = [] if block.startswith("#") else [pytest.mark.thorough]
        yield pytest.param(played, " ".join(hands), id=claim, marks=marks)


def reached(played, hands):
    """The table of a position."""
    contract, _, tricks = played.partition(": ")
    bid, *more = contract.split(", ")
    dealt = {seat: hand for seat, hand in enumerate(hands.split(" | ")) if hand != "-"}
    players = {"players": int(more.pop(0).split()[0])} if more and more[0].endswith("players") else {}
    found = table(dealt, **players).contract(f"{bid} sans").play(*more)
    for trick in filter(None, tricks.split(", ")):
        found.trick(*trick.split())
    return found


@by_each_player
@pytest.mark.parametrize(("played", "hands"), [*positions()])
def test_no_card_is_a_blunder(player, played, hands):
    played, cards = played.split(" -> ")
    position = reached(played, hands)
    if cards.startswith("not "):
        never(player, position, *(f"play {card}" for card in cards.split()[1:]))
    else:
        always(player, position, cards)


@pytest.mark.sampled
@by_each_player
@pytest.mark.parametrize("bid", ["misere", "open-misere"])
@pytest.mark.parametrize(
    ("hand", "kitty", "card"),
    [
        ("5H QD JD 10D 6D 5D AS 8S 6S 5S", "7H QS JOKER", "JOKER"),
        ("AS 4H 5H 6H 5D 6D 4D 5C 6C 7C", "KC QD 5S", "AS"),
    ],
)
def test_the_contractor_of_a_misere_puts_the_joker_and_an_unguarded_ace_aside(player, bid, hand, kitty, card):
    position = table({0: hand}, kitty=kitty).play(f"0 bid {bid}", "1 pass", "2 pass", "3 pass", "0 pass")
    always(player, position, card)
