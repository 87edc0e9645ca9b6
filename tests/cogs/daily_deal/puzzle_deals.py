"""Deals that the house has played with itself, and in which there are puzzles."""

MAKE_HEARTS = """\
rules: 2
dealer: 2
hand 0: JD AH 5H 7C 9D 6D AS KS 9S 7S
hand 1: 10H 8H 7H QC 10C KD 10D 8D QS 8S
hand 2: JOKER QH 9H 4H AC JC 6C AD 5D 6S
hand 3: JH KH 6H KC 9C 8C 5C QD 4D 5S
kitty: 7D 10S JS
bids: 3 6D, 0 6H, 1 pass, 2 7H, 3 pass, 0 pass, 2 keep
put aside: 6S 10S JS
trick 1: 2 JOKER, 3 6H, 0 5H, 1 7H; won by 2
trick 2: 2 AD, 3 4D, 0 9D, 1 8D; won by 2
trick 3: 2 AC, 3 8C, 0 7C, 1 10C; won by 2
trick 4: 2 6C, 3 KC, 0 AH, 1 QC; won by 0
trick 5: 0 AS, 1 8S, 2 5D, 3 5S; won by 0
trick 6: 0 KS, 1 QS, 2 7D, 3 KH; won by 3
trick 7: 3 9C, 0 JD, 1 10D, 2 JC; won by 0
trick 8: 0 6D, 1 KD, 2 9H, 3 QD; won by 2
trick 9: 2 4H, 3 JH, 0 7S, 1 8H; won by 3
trick 10: 3 5C, 0 9S, 1 10H, 2 QH; won by 2
result: 2 made 7H; tricks 3 0 5 2
"""

MAKE_NO_TRUMPS = """\
rules: 2
dealer: 1
hand 0: 8H AC 9C 6C KD 6D AS KS QS 7S
hand 1: JOKER 6H KC JC 8C 7C QD 10D 9D 7D
hand 2: KH QH JH 10C 8D 5D 10S 9S 8S 5S
hand 3: 9H 7H 5H QC 5C AD JD 4D JS 6S
kitty: 4H 10H AH
bids: 2 pass, 3 6H, 0 7N, 1 pass, 3 pass, 0 keep
put aside: 9C 8H 10H
trick 1: 0 AS, 1 6H, 2 5S, 3 6S; won by 0
trick 2: 0 KS, 1 7C, 2 8S, 3 JS; won by 0
trick 3: 0 AH, 1 7D, 2 JH, 3 5H; won by 0
trick 4: 0 QS, 1 8C, 2 9S, 3 5C; won by 0
trick 5: 0 AC, 1 JC, 2 10C, 3 QC; won by 0
trick 6: 0 7S, 1 JOKER, 2 10S, 3 9H; won by 1
trick 7: 1 KC, 2 5D, 3 7H, 0 6C; won by 1
trick 8: 1 9D, 2 8D, 3 AD, 0 6D; won by 3
trick 9: 3 4D, 0 KD, 1 10D, 2 QH; won by 0
trick 10: 0 4H, 1 QD, 2 KH, 3 JD; won by 2
result: 0 made 7N; tricks 6 2 1 1
"""

DEFEAT_SPADES = """\
rules: 2
dealer: 2
hand 0: AS QS 10S KC 9C 6C KD JD 9D 7D
hand 1: JC 8S KH JH 6H 5H 4H QC 10C 4D
hand 2: 9S 5S AH QH 10H 9H 7H 5C 6D 5D
hand 3: JOKER JS KS 7S 6S 8H AC 8C AD 10D
kitty: 7C 8D QD
bids: 3 7S, 0 pass, 1 pass, 2 pass, 3 keep
put aside: 7C 8C 8H
trick 1: 3 JOKER, 0 10S, 1 8S, 2 5S; won by 3
trick 2: 3 JS, 0 QS, 1 JC, 2 9S; won by 3
trick 3: 3 KS, 0 AS, 1 4H, 2 5C; won by 0
trick 4: 0 7D, 1 4D, 2 5D, 3 8D; won by 3
trick 5: 3 AC, 0 6C, 1 10C, 2 7H; won by 3
trick 6: 3 AD, 0 9D, 1 5H, 2 6D; won by 3
trick 7: 3 QD, 0 KD, 1 JH, 2 9H; won by 0
trick 8: 0 JD, 1 QC, 2 10H, 3 10D; won by 0
trick 9: 0 KC, 1 6H, 2 QH, 3 6S; won by 3
trick 10: 3 7S, 0 9C, 1 KH, 2 AH; won by 3
result: 3 made 7S; tricks 3 0 0 7
"""

CATCH = """\
rules: 2
dealer: 0
hand 0: KH 7H 5H 8C 5C 4D QS 8S 7S 5S
hand 1: JH 10H 6H 4H JC AD QD 6D AS 10S
hand 2: AH QH 8H AC 10C 9C KD 10D 5D JS
hand 3: JOKER 9H QC 7C 6C JD 8D KS 9S 6S
kitty: KC 7D 9D
bids: 1 7S, 2 pass, 3 pass, 0 misere, 1 pass, 0 keep
put aside: KC KH QS
trick 1: 0 5S, 1 AS, 3 KS; won by 1
trick 2: 1 4H, 3 9H, 0 7H; won by 3
trick 3: 3 6S, 0 7S, 1 10S; won by 1
trick 4: 1 6H, 3 JOKER, 0 5H; won by 3
trick 5: 3 6C, 0 5C, 1 JC; won by 1
trick 6: 1 6D, 3 8D, 0 7D; won by 3
trick 7: 3 7C, 0 8C, 1 AD; won by 0
result: 0 lost misere; tricks 1 3 0 3
"""
